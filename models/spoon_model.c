// SPDX-License-Identifier: MIT
// State y = (x, q, P, L), [OL05] eqs. (1) to (4), R the rotation of q, W = R M^-1 R^T, w = W L:
//
//   x' = P/m,  q' = (0, w) q / 2,  P' = m g + F,  L' = T
//   F = kc (xh - x - R c) + bc (vh - P/m - w x R c)            eq. (12)
//   T = R c x F + kt u + bt (wh - w)                           eq. (13), u from the spoon to the
//   hand
//
// Backward Euler solves (1 - h df/dy) dy = h f, eq. (6). Two things differ from the paper: c is a
// vector of the body and is rotated wherever it occurs, and eq. (15) gets the term of the rotating
// lever, - bc w x (dR/dq_i c). R is that of the normalised quaternion.

#include "models/spoon_model.h"

#include <math.h>
#include <string.h>

#include "base/angle.h"
#include "models/body_model.h"

#define N VL_SPOON_SIZE
#define GRAVITY 9.8
#define TURN (2.0 * VL_PI)

vlSpoonDef vlSpoon_Default(double mass)
{
    return (vlSpoonDef){.mass = mass,
                        .gyration = vlVec(3.4e-3, 3.4e-3, 5e-5),
                        .gravity = vlVec(0.0, 0.0, -GRAVITY),
                        .grip = vlVec(0.0, 0.0, 0.06),
                        .stiffness = 200.0,
                        .damping = 2.0,
                        .angularStiffness = 0.6,
                        .angularDamping = 0.01};
}

// ---- path of the device ----

#define RAMP 0.3     // s, in which the motion grows to its full size
#define SWAY 0.05    // m
#define TILT 0.6     // rad
#define PACE 2.3     // Hz
#define INSTANT 1e-5 // s, step of the differences that give the velocity

static vlPose pathAt(double t)
{
    static const double share[3] = {1.0, 0.6, 0.4}, pace[3] = {1.0, 0.7, 1.3};
    double s = fmin(1.0, fmax(0.0, t / RAMP)), phase = TURN * PACE * t;
    double ramp = s * s * s * (10.0 - 15.0 * s + 6.0 * s * s);
    double x[3], u[3];
    for (int i = 0; i < 3; ++i) {
        x[i] = ramp * SWAY * share[i] * (vlSine(pace[i] * phase + i) - vlSine(i));
        u[i] = ramp * TILT * (vlSine(0.4 * (i + 1) * phase + i) - vlSine(i));
    }
    return (vlPose){vlVec(x[0], x[1], x[2]), vlQuatFromRotationVector(vlVec(u[0], u[1], u[2]))};
}

vlSpoonDevice vlSpoon_DeviceAt(double time)
{
    vlPose before = pathAt(time - INSTANT), after = pathAt(time + INSTANT);
    vlQuat turn = vlMulQ(after.q, vlConj(before.q));
    double rate = 0.5 / INSTANT;
    vlTwist twist = {vlScale(vlSub(after.p, before.p), rate),
                     vlScale(vlVec(turn.x, turn.y, turn.z), copysign(2.0 * rate, turn.w))};
    return (vlSpoonDevice){pathAt(time), twist};
}

// ---- in a world ----

// A handle of 140 x 10 x 4 mm with a bowl of 40 x 60 x 8 mm in front.
static vlResult createShape(vlShape** shape)
{
    static const vlVec3 bowl[] = {
        {0.005, 0.002, -0.04},   {-0.005, 0.002, -0.04}, {0.005, -0.002, -0.04},
        {-0.005, -0.002, -0.04}, {0.02, 0.0, -0.06},     {-0.02, 0.0, -0.06},
        {0.02, 0.0, -0.08},      {-0.02, 0.0, -0.08},    {0.0, 0.004, -0.07},
        {0.0, -0.004, -0.07},    {0.008, 0.0, -0.1},     {-0.008, 0.0, -0.1}};
    vlShape* pieces[2] = {NULL, NULL};
    vlResult result = vlShape_CreateBox(NULL, vlVec(0.005, 0.002, 0.07), &pieces[0], NULL, 0);
    if (result == VL_OK) {
        result = vlShape_CreateHull(NULL, bowl, (int)(sizeof bowl / sizeof bowl[0]), &pieces[1],
                                    NULL, 0);
    }
    if (result == VL_OK) {
        const vlShape* const both[2] = {pieces[0], pieces[1]};
        const vlPose poses[2] = {vlModel_At(0.0, 0.0, 0.03), vlIdentityPose()};
        result = vlShape_CreateCompound(NULL, both, poses, 2, shape, NULL, 0);
    }
    vlShape_Release(pieces[0]);
    vlShape_Release(pieces[1]);
    return result;
}

vlResult vlModel_AddSpoon(vlWorld* world, const vlSpoonDef* def, vlBodyId* body)
{
    vlBodyDef spoon = vlDefaultBodyDef();
    vlResult result = createShape(&spoon.shape);
    if (result != VL_OK) {
        return result;
    }
    vlVec3 moments = vlScale(def->gyration, def->mass);
    spoon.mass = def->mass;
    spoon.hasInertia = true;
    spoon.inertia = vlDiag(moments.x, moments.y, moments.z);
    spoon.pose.p = vlNeg(def->grip);
    result = vlWorld_CreateBody(world, &spoon, body);
    vlShape_Release(spoon.shape);
    return result;
}

vlResult vlModel_HoldSpoon(vlWorld* world, const vlSpoonDef* def, vlBodyId body,
                           vlCouplingId* coupling)
{
    vlCouplingDef hold = vlDefaultCouplingDef();
    hold.body = body;
    hold.grasp.p = def->grip;
    hold.stiffness = def->stiffness;
    hold.damping = def->damping;
    hold.angularStiffness = def->angularStiffness;
    hold.angularDamping = def->angularDamping;
    return vlWorld_CreateCoupling(world, &hold, coupling);
}

// ---- the equations of motion ----

// The spoon at a state.
typedef struct Moment {
    vlQuat q;            // unit
    vlMat3 R, inverse;   // rotation; inverse of the inertia, body
    vlMat3 W;            // its inverse inertia, world
    vlVec3 L, v, w;      // momentum and velocities
    vlVec3 arm, stretch; // from the centre to the grip, from the grip to the device
    vlVec3 force, torque;
    vlVec3 slope[4]; // d u/d (w, x, y, z) of the quaternion from the spoon to the hand
} Moment;

static vlVec3 vectorAt(const double* y, int i)
{
    return vlVec(y[i], y[i + 1], y[i + 2]);
}

static void putVector(double* y, int i, int stride, vlVec3 v)
{
    y[i] = v.x, y[i + stride] = v.y, y[i + 2 * stride] = v.z;
}

static void putQuat(double* y, int i, int stride, vlQuat q)
{
    y[i] = q.w;
    putVector(y, i + stride, stride, vlVec(q.x, q.y, q.z));
}

static vlQuat quatAt(const vlSpoonState* s)
{
    return (vlQuat){s->y[3], s->y[4], s->y[5], s->y[6]};
}

static vlQuat unitQuat(int i)
{
    return (vlQuat){i == 0, i == 1, i == 2, i == 3};
}

static vlVec3 unitVector(int i)
{
    return vlVec(i == 0, i == 1, i == 2);
}

// (0, w) q / 2, linear in q.
static vlQuat turnRate(vlQuat q, vlVec3 w)
{
    return vlMulQ((vlQuat){0.0, 0.5 * w.x, 0.5 * w.y, 0.5 * w.z}, q);
}

// Rotation vector of e and its derivative by e's components.
static vlVec3 logOf(vlQuat e, vlVec3 slope[4])
{
    double sign = e.w < 0.0 ? -1.0 : 1.0;
    double w = sign * e.w;
    vlVec3 v = vlScale(vlVec(e.x, e.y, e.z), sign);
    double s = vlLength(v), square = w * w + s * s;
    double f = 2.0 / w * (1.0 - s * s / (3.0 * w * w)), g = -4.0 / (3.0 * w * w * w);
    if (s > 1e-4) { // for smaller angles, the series
        f = 2.0 * vlAngle_Of(s, w) / s;
        g = (2.0 * w / square - f) / (s * s);
    }
    slope[0] = vlScale(v, -2.0 * sign / square);
    slope[1] = vlScale(vlMulAdd(vlVec(f, 0.0, 0.0), g * v.x, v), sign);
    slope[2] = vlScale(vlMulAdd(vlVec(0.0, f, 0.0), g * v.y, v), sign);
    slope[3] = vlScale(vlMulAdd(vlVec(0.0, 0.0, f), g * v.z, v), sign);
    return vlScale(v, f);
}

static Moment momentOf(const vlSpoonDef* def, const vlSpoonDevice* device, const vlSpoonState* s)
{
    Moment m;
    vlVec3 moments = vlScale(def->gyration, def->mass);
    m.q = vlUnitQ(quatAt(s));
    m.R = vlMatFromQuat(m.q);
    m.inverse = vlDiag(1.0 / moments.x, 1.0 / moments.y, 1.0 / moments.z);
    m.W = vlMulMM(m.R, vlMulMM(m.inverse, vlTranspose(m.R)));
    m.v = vlScale(vectorAt(s->y, 7), 1.0 / def->mass);
    m.L = vectorAt(s->y, 10);
    m.w = vlMulMV(m.W, m.L);
    m.arm = vlMulMV(m.R, def->grip);
    m.stretch = vlSub(device->pose.p, vlAdd(vectorAt(s->y, 0), m.arm));
    vlVec3 speed = vlSub(device->twist.linear, vlAdd(m.v, vlCross(m.w, m.arm)));
    m.force = vlMulAdd(vlScale(m.stretch, def->stiffness), def->damping, speed);
    vlVec3 u = logOf(vlMulQ(device->pose.q, vlConj(m.q)), m.slope);
    m.torque = vlMulAdd(vlCross(m.arm, m.force), def->angularStiffness, u);
    m.torque = vlMulAdd(m.torque, def->angularDamping, vlSub(device->twist.angular, m.w));
    return m;
}

static void rateOf(const vlSpoonDef* def, const vlSpoonState* s, const Moment* m, double f[N])
{
    putVector(f, 0, 1, m->v);
    putQuat(f, 3, 1, turnRate(quatAt(s), m->w));
    putVector(f, 7, 1, vlMulAdd(m->force, def->mass, def->gravity));
    putVector(f, 10, 1, m->torque);
}

// d(R v)/d q_i at a unit quaternion. R v is the vector part of q v q* over |q|^2: the derivative of
// the polynomial minus that of the length.
static vlVec3 turned(vlQuat q, int i, vlVec3 v)
{
    const double part[4] = {q.w, q.x, q.y, q.z};
    vlQuat e = unitQuat(i), p = {0.0, v.x, v.y, v.z};
    vlQuat a = vlMulQ(vlMulQ(e, p), vlConj(q)), b = vlMulQ(vlMulQ(q, p), vlConj(e));
    vlVec3 slope = vlVec(a.x + b.x, a.y + b.y, a.z + b.z);
    return vlMulAdd(slope, -2.0 * part[i], vlRotate(q, v));
}

// d(R^T v)/d q_i likewise.
static vlVec3 unturned(vlQuat q, int i, vlVec3 v)
{
    vlVec3 slope = turned(vlConj(q), i, v);
    return i == 0 ? slope : vlNeg(slope);
}

// Column of q_i: [OL05] eqs. (7), (15), (16).
static void putQuatColumn(const vlSpoonDef* def, const vlSpoonDevice* device, const Moment* m,
                          int i, double J[N * N])
{
    vlVec3 dw = vlAdd(turned(m->q, i, vlMulMV(m->inverse, vlMulTV(m->R, m->L))),
                      vlMulMV(m->R, vlMulMV(m->inverse, unturned(m->q, i, m->L))));
    vlQuat a = turnRate(unitQuat(i), m->w), b = turnRate(m->q, dw);
    putQuat(J, 3 * N + 3 + i, N, (vlQuat){a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z});
    vlVec3 dArm = turned(m->q, i, def->grip);
    vlVec3 dForce = vlScale(dArm, -def->stiffness);
    dForce = vlMulAdd(dForce, -def->damping, vlCross(m->w, dArm));
    dForce = vlMulAdd(dForce, def->damping, vlCross(m->arm, dw));
    vlQuat de = vlMulQ(device->pose.q, vlConj(unitQuat(i)));
    vlVec3 du = vlAdd(vlMulAdd(vlScale(m->slope[0], de.w), de.x, m->slope[1]),
                      vlMulAdd(vlScale(m->slope[2], de.y), de.z, m->slope[3]));
    vlVec3 dTorque = vlAdd(vlCross(m->arm, dForce), vlCross(dArm, m->force));
    dTorque = vlMulAdd(dTorque, def->angularStiffness, du);
    putVector(J, 7 * N + 3 + i, N, dForce);
    putVector(J, 10 * N + 3 + i, N, vlMulAdd(dTorque, -def->angularDamping, dw));
}

// Columns of x_i, P_i and L_i: [OL05] eqs. (14), (17), (18).
static void putOtherColumns(const vlSpoonDef* def, const Moment* m, int i, double J[N * N])
{
    vlVec3 e = unitVector(i), dw = vlMulMV(m->W, e);
    vlVec3 dForce = vlScale(e, -def->stiffness);
    putVector(J, 7 * N + i, N, dForce);
    putVector(J, 10 * N + i, N, vlCross(m->arm, dForce));
    dForce = vlScale(e, -def->damping / def->mass);
    putVector(J, 7 + i, N, vlScale(e, 1.0 / def->mass));
    putVector(J, 7 * N + 7 + i, N, dForce);
    putVector(J, 10 * N + 7 + i, N, vlCross(m->arm, dForce));
    dForce = vlScale(vlCross(m->arm, dw), def->damping);
    putQuat(J, 3 * N + 10 + i, N, turnRate(m->q, dw));
    putVector(J, 7 * N + 10 + i, N, dForce);
    putVector(J, 10 * N + 10 + i, N, vlMulAdd(vlCross(m->arm, dForce), -def->angularDamping, dw));
}

// Gaussian elimination with the largest pivot of the column.
static void solve(double A[N * N], double b[N])
{
    for (int k = 0; k < N; ++k) {
        int p = k;
        for (int i = k + 1; i < N; ++i) {
            p = fabs(A[i * N + k]) > fabs(A[p * N + k]) ? i : p;
        }
        for (int j = 0; j <= N && p != k; ++j) {
            double *x = j < N ? &A[k * N + j] : &b[k], *y = j < N ? &A[p * N + j] : &b[p];
            double swap = *x;
            *x = *y, *y = swap;
        }
        for (int i = k + 1; i < N; ++i) {
            double share = A[i * N + k] / A[k * N + k];
            for (int j = k; j < N; ++j) {
                A[i * N + j] -= share * A[k * N + j];
            }
            b[i] -= share * b[k];
        }
    }
    for (int i = N - 1; i >= 0; --i) {
        for (int j = i + 1; j < N; ++j) {
            b[i] -= A[i * N + j] * b[j];
        }
        b[i] /= A[i * N + i];
    }
}

// dy = (1 - h J)^-1 h f
static void backward(const vlSpoonDef* def, const vlSpoonDevice* device, double h,
                     const vlSpoonState* s, double dy[N])
{
    Moment m = momentOf(def, device, s);
    double J[N * N] = {0.0};
    for (int i = 0; i < 4; ++i) {
        putQuatColumn(def, device, &m, i, J);
    }
    for (int i = 0; i < 3; ++i) {
        putOtherColumns(def, &m, i, J);
    }
    rateOf(def, s, &m, dy);
    for (int i = 0; i < N * N; ++i) {
        J[i] = (i % (N + 1) == 0 ? 1.0 : 0.0) - h * J[i];
    }
    for (int i = 0; i < N; ++i) {
        dy[i] *= h;
    }
    solve(J, dy);
}

// dy = h f, or the same with four evaluations of f (RK4).
static void forward(const vlSpoonDef* def, const vlSpoonDevice* device, double h, int evaluations,
                    const vlSpoonState* s, double dy[N])
{
    static const double way[4] = {0.0, 0.5, 0.5, 1.0};
    static const double weight[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
    double f[N] = {0.0};
    memset(dy, 0, N * sizeof *dy);
    for (int k = 0; k < evaluations; ++k) {
        vlSpoonState at = *s;
        for (int i = 0; i < N; ++i) {
            at.y[i] += way[k] * h * f[i];
        }
        Moment m = momentOf(def, device, &at);
        rateOf(def, &at, &m, f);
        for (int i = 0; i < N; ++i) {
            dy[i] += (evaluations > 1 ? weight[k] : 1.0) * h * f[i];
        }
    }
}

vlSpoonState vlSpoon_Start(const vlSpoonDef* def)
{
    vlSpoonState s = {{0.0}};
    putVector(s.y, 0, 1, vlNeg(def->grip));
    s.y[3] = 1.0;
    return s;
}

void vlSpoon_Step(const vlSpoonDef* def, vlSpoonRule rule, const vlSpoonDevice* device, double h,
                  vlSpoonState* state)
{
    double dy[N];
    if (rule == VL_SPOON_BACKWARD) {
        backward(def, device, h, state, dy);
    } else {
        forward(def, device, h, rule == VL_SPOON_RK4 ? 4 : 1, state, dy);
    }
    for (int i = 0; i < N; ++i) {
        state->y[i] += dy[i];
    }
    putQuat(state->y, 3, 1, vlUnitQ(quatAt(state)));
}

vlSpoonView vlSpoon_View(const vlSpoonDef* def, const vlSpoonDevice* device,
                         const vlSpoonState* state)
{
    Moment m = momentOf(def, device, state);
    return (vlSpoonView){m.stretch, m.force, m.w};
}
