// SPDX-License-Identifier: MIT
// The geometry of the dual pantograph. With h the handle, u the direction of the crank, n its left
// normal, A a motor, E its elbow and P the end point of its linkage:
//
//   P1 = h - (L/2) u,   P2 = h + (L/2) u                                             (T12.1)
//   E = A + a r + s left(r),   r = P - A,   a = (l1^2 - l2^2 + |r|^2) / (2 |r|^2),
//   |s| |r| = sqrt(l1^2 - a^2 |r|^2);   s > 0 for the motors A, s < 0 for C         (T12.2)
//   P = (E_A + E_C)/2 + sqrt(l2^2 - |d|^2/4) left(d)/|d|,   d = E_C - E_A           (T12.3)
//   G_j = (g, sigma (L/2) g.n),   g = w/(w.e),   w = P - E,   e = left(E - A)       (T12.4)
//
// Angles are needed only for the encoders: everything else follows from points.

#include "volar/pantograph.h"

#include "base/angle.h"
#include "device/pantograph_parts.h"

#define LARGEST_LENGTH 1e3 // m
#define LARGEST_NUMBER 1e6
// Sine of the angle between two links below which they count as in line: the torque for a force
// grows with its inverse, and no motor has a million times the usual torque.
#define IN_LINE 1e-6

static const double baseSign[VL_PANTOGRAPH_MOTORS] = {-1.0, 1.0, 1.0, -1.0};
// 1: the elbow of a motor A is on the left of the line to the end point; -1: that of C is right.
static const double elbowSign[VL_PANTOGRAPH_MOTORS] = {1.0, -1.0, 1.0, -1.0};

static vlVec2 point(double x, double y)
{
    vlVec2 p = {x, y};
    return p;
}

static vlVec2 minus(vlVec2 a, vlVec2 b)
{
    return point(a.x - b.x, a.y - b.y);
}

// a + s b
static vlVec2 mulAdd(vlVec2 a, double s, vlVec2 b)
{
    return point(a.x + s * b.x, a.y + s * b.y);
}

static vlVec2 left(vlVec2 a)
{
    return point(-a.y, a.x);
}

vlPantograph vlDefaultPantograph(void)
{
    vlPantograph p = {
        .base = 0.05, .offset = 0.40, .proximal = 0.30, .distal = 0.35, .crank = 0.10};
    return p;
}

const char* vlPantographFault_Text(vlPantographFault fault)
{
    switch (fault) {
#define VL_PANTOGRAPH_FAULT_TEXT(fault, text)                                                      \
    case fault: return text;
        VL_PANTOGRAPH_FAULT_MAP(VL_PANTOGRAPH_FAULT_TEXT)
#undef VL_PANTOGRAPH_FAULT_TEXT
    case VL_PANTOGRAPH_FAULT_COUNT: break;
    }
    return "not a fault of this version";
}

static bool isLength(double length)
{
    return length > 0.0 && length <= LARGEST_LENGTH; // false for a NaN
}

static bool isGeometry(const vlPantograph* p)
{
    return isLength(p->base) && isLength(p->offset) && isLength(p->proximal) &&
           isLength(p->distal) && isLength(p->crank);
}

double vlPantograph_GetReach(const vlPantograph* pantograph)
{
    if (!isGeometry(pantograph)) {
        return nan("");
    }
    // An end point is at most half a crank farther from the origin than the handle.
    double motor = vlLength2(point(pantograph->base, pantograph->offset));
    double far = pantograph->proximal + pantograph->distal - motor;
    double near = motor - fabs(pantograph->proximal - pantograph->distal);
    return (far < near ? far : near) - 0.5 * pantograph->crank;
}

static void placeMotors(const vlPantograph* p, vlPantographState* state)
{
    for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
        state->motors[j] = point(baseSign[j] * p->base, j < 2 ? -p->offset : p->offset);
    }
}

// (T12.2)
static vlPantographFault placeElbow(const vlPantograph* p, vlPantographState* state, int j)
{
    vlVec2 r = minus(state->ends[j / 2], state->motors[j]);
    double d2 = vlDot2(r, r);
    double sum = p->proximal + p->distal;
    double difference = p->proximal - p->distal;
    state->worst = j;
    if (d2 > sum * sum) {
        return VL_PANTOGRAPH_TOO_FAR;
    }
    if (d2 < difference * difference || !(d2 > 0.0)) {
        return VL_PANTOGRAPH_TOO_NEAR;
    }
    double a = 0.5 * (1.0 + sum * difference / d2);
    double s2 = p->proximal * p->proximal / d2 - a * a;
    double s = s2 > 0.0 ? sqrt(s2) : 0.0; // below 0 by rounding alone
    state->elbows[j] = mulAdd(mulAdd(state->motors[j], a, r), elbowSign[j] * s, left(r));
    return VL_PANTOGRAPH_OK;
}

// (T12.4). Also refuses the singular positions and the positions beyond them, which a linkage
// reaches only through a singular one.
static vlPantographFault findRates(const vlPantograph* p, vlVec2 u, vlPantographState* state)
{
    double whole = p->proximal * p->distal;
    for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
        vlVec2 w = minus(state->ends[j / 2], state->elbows[j]);
        vlVec2 e = left(minus(state->elbows[j], state->motors[j]));
        double lever = vlDot2(w, e);
        state->worst = j;
        if (!(-elbowSign[j] * lever > IN_LINE * whole)) {
            return VL_PANTOGRAPH_STRETCHED;
        }
        vlVec2 g = point(w.x / lever, w.y / lever);
        double arm = (j < 2 ? -0.5 : 0.5) * p->crank;
        state->rates[j] = vlVec(g.x, g.y, arm * vlDot2(g, left(u)));
    }
    for (int i = 0; i < 2; ++i) {
        vlVec2 first = minus(state->ends[i], state->elbows[2 * i]);
        vlVec2 second = minus(state->ends[i], state->elbows[2 * i + 1]);
        state->worst = 2 * i;
        if (!(vlDot2(left(first), second) > IN_LINE * p->distal * p->distal)) {
            return VL_PANTOGRAPH_LOST;
        }
    }
    return VL_PANTOGRAPH_OK;
}

vlPantographFault vlPantograph_RatesAt(const vlPantograph* pantograph, vlVec3 pose,
                                       vlPantographState* state)
{
    state->worst = 0;
    if (!isGeometry(pantograph) || !vlIsWithin(pose, LARGEST_NUMBER)) {
        return VL_PANTOGRAPH_BAD_NUMBER;
    }
    vlVec2 u;
    vlSinCos(pose.z, &u.y, &u.x);
    double half = 0.5 * pantograph->crank;
    state->pose = pose;
    state->closure = 0.0;
    state->ends[0] = mulAdd(point(pose.x, pose.y), -half, u);
    state->ends[1] = mulAdd(point(pose.x, pose.y), half, u);
    placeMotors(pantograph, state);
    for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
        vlPantographFault fault = placeElbow(pantograph, state, j);
        if (fault != VL_PANTOGRAPH_OK) {
            return fault;
        }
    }
    return findRates(pantograph, u, state);
}

vlPantographFault vlPantograph_AtPose(const vlPantograph* pantograph, vlVec3 pose,
                                      vlPantographState* state)
{
    vlPantographFault fault = vlPantograph_RatesAt(pantograph, pose, state);
    for (int j = 0; fault == VL_PANTOGRAPH_OK && j < VL_PANTOGRAPH_MOTORS; ++j) {
        vlVec2 link = minus(state->elbows[j], state->motors[j]);
        state->angles[j] = vlAngle_Of(link.y, link.x);
    }
    return fault;
}

// (T12.3)
static vlPantographFault placeEnd(const vlPantograph* p, vlPantographState* state, int i)
{
    vlVec2 a = state->elbows[2 * i];
    vlVec2 c = state->elbows[2 * i + 1];
    vlVec2 d = minus(c, a);
    double d2 = vlDot2(d, d);
    double h2 = p->distal * p->distal - 0.25 * d2;
    state->worst = 2 * i;
    if (h2 < 0.0) {
        return VL_PANTOGRAPH_OPEN;
    }
    if (!(d2 > IN_LINE * p->distal * p->distal)) {
        return VL_PANTOGRAPH_LOST; // both elbows in one point: the end point is on a circle
    }
    vlVec2 middle = point(0.5 * (a.x + c.x), 0.5 * (a.y + c.y));
    state->ends[i] = mulAdd(middle, sqrt(h2 / d2), left(d));
    return VL_PANTOGRAPH_OK;
}

static bool areAngles(const double angles[VL_PANTOGRAPH_MOTORS], double last)
{
    bool areGood = fabs(last) <= LARGEST_NUMBER;
    for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
        areGood = areGood && fabs(angles[j]) <= LARGEST_NUMBER;
    }
    return areGood;
}

vlPantographFault vlPantograph_AtAngles(const vlPantograph* pantograph,
                                        const double angles[VL_PANTOGRAPH_MOTORS], double lastAngle,
                                        vlPantographState* state)
{
    state->worst = 0;
    if (!isGeometry(pantograph) || !areAngles(angles, lastAngle)) {
        return VL_PANTOGRAPH_BAD_NUMBER;
    }
    placeMotors(pantograph, state);
    for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
        vlVec2 link;
        vlSinCos(angles[j], &link.y, &link.x);
        state->angles[j] = angles[j];
        state->elbows[j] = mulAdd(state->motors[j], pantograph->proximal, link);
    }
    for (int i = 0; i < 2; ++i) {
        vlPantographFault fault = placeEnd(pantograph, state, i);
        if (fault != VL_PANTOGRAPH_OK) {
            return fault;
        }
    }
    vlVec2 crank = minus(state->ends[1], state->ends[0]);
    double length = vlLength2(crank);
    state->worst = 0;
    if (!(length > IN_LINE * pantograph->crank)) {
        return VL_PANTOGRAPH_FOLDED;
    }
    state->closure = length - pantograph->crank;
    state->pose = vlVec(0.5 * (state->ends[0].x + state->ends[1].x),
                        0.5 * (state->ends[0].y + state->ends[1].y),
                        vlAngle_Near(vlAngle_Of(crank.y, crank.x), lastAngle));
    return findRates(pantograph, point(crank.x / length, crank.y / length), state);
}
