// SPDX-License-Identifier: MIT
// Forces and torques of the dual pantograph. The motors turn with the rates G v, so by equal power
//
//   wrench = G' torques                                                              (T12.5)
//   torques = G (G'G)^-1 wrench          the shortest of all that make this wrench   (T12.6)
//
// G has four rows and three columns: one direction of the torques makes no wrench (T12.7).

#include "volar/pantograph.h"

#include "base/symmetric3.h"
#include "device/pantograph_parts.h"

// Sweeps of Jacobi's method. Many, because near a singular position the eigenvalues are far apart.
#define SWEEPS 12

// Columns of the symmetric G'G.
static vlMat3 gram(const vlVec3 rows[VL_PANTOGRAPH_MOTORS])
{
    vlMat3 m = vlMat(vlZero(), vlZero(), vlZero());
    for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
        m.cx = vlMulAdd(m.cx, rows[j].x, rows[j]);
        m.cy = vlMulAdd(m.cy, rows[j].y, rows[j]);
        m.cz = vlMulAdd(m.cz, rows[j].z, rows[j]);
    }
    return m;
}

vlVec3 vlPantograph_GetWrench(const vlPantographState* state,
                              const double torques[VL_PANTOGRAPH_MOTORS])
{
    vlVec3 wrench = vlZero();
    for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
        wrench = vlMulAdd(wrench, torques[j], state->rates[j]);
    }
    return wrench;
}

void vlPantograph_GetTorques(const vlPantographState* state, vlVec3 wrench,
                             double torques[VL_PANTOGRAPH_MOTORS])
{
    vlMat3 m = gram(state->rates);
    // Inverse of a symmetric matrix: rows are cross products of its columns.
    vlVec3 yz = vlCross(m.cy, m.cz);
    vlVec3 zx = vlCross(m.cz, m.cx);
    vlVec3 xy = vlCross(m.cx, m.cy);
    double inverse = 1.0 / vlDot(m.cx, yz); // above 0: no singular position passes as OK
    vlVec3 y = vlScale(vlVec(vlDot(yz, wrench), vlDot(zx, wrench), vlDot(xy, wrench)), inverse);
    for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
        torques[j] = vlDot(state->rates[j], y);
    }
}

// (T12.7): the signed volumes that three of the rows span.
void vlPantograph_GetInternal(const vlPantographState* state, double torques[VL_PANTOGRAPH_MOTORS])
{
    const vlVec3* g = state->rates;
    double n[VL_PANTOGRAPH_MOTORS] = {
        vlDot(g[1], vlCross(g[2], g[3])), -vlDot(g[0], vlCross(g[2], g[3])),
        vlDot(g[0], vlCross(g[1], g[3])), -vlDot(g[0], vlCross(g[1], g[2]))};
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] + n[3] * n[3]);
    for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
        torques[j] = length > 0.0 ? n[j] / length : 0.0;
    }
}

double vlPantograph_GetCondition(const vlPantographState* state, double length)
{
    vlVec3 rows[VL_PANTOGRAPH_MOTORS];
    for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
        vlVec3 g = state->rates[j];
        rows[j] = vlVec(g.x, g.y, g.z / length);
    }
    vlMat3 m = gram(rows);
    double a[3][3] = {{m.cx.x, m.cy.x, m.cz.x}, {m.cx.y, m.cy.y, m.cz.y}, {m.cx.z, m.cy.z, m.cz.z}};
    double least;
    double most;
    vlSymmetric3_FindEnds(a, SWEEPS, &least, &most);
    return least > 0.0 ? sqrt(most / least) : (double)INFINITY;
}

double vlPantograph_GetTorquePerForce(const vlPantographState* state)
{
    double x[VL_PANTOGRAPH_MOTORS];
    double y[VL_PANTOGRAPH_MOTORS];
    double most = 0.0;
    vlPantograph_GetTorques(state, vlVec(1.0, 0.0, 0.0), x);
    vlPantograph_GetTorques(state, vlVec(0.0, 1.0, 0.0), y);
    // A motor's torque is x cos + y sin of the force's direction: at most sqrt(x^2 + y^2).
    for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
        most = fmax(most, sqrt(x[j] * x[j] + y[j] * y[j]));
    }
    return most;
}
