// SPDX-License-Identifier: MIT
#include "dynamics/motion.h"

double vlMotion_KineticEnergy(const vlInertia* inertia, const vlMotion* motion)
{
    return 0.5 * (inertia->mass * vlDot(motion->velocity, motion->velocity) +
                  vlDot(motion->spin, motion->omega));
}

// A body that turns further in one step than this has no orientation that a step could follow; the
// limit keeps its numbers finite.
#define LARGEST_TURN 1e5 // rad

// Below this the two leading corrections to sine and cosine suffice: the next is below 1e-20.
#define SMALL_TURN 1e-3 // rad

static void sineOfTurn(double x, double* sine, double* cosine)
{
    double x2 = x * x;
    if (x2 < SMALL_TURN * SMALL_TURN) {
        *sine = x - x * x2 * (1.0 / 6.0 - x2 * (1.0 / 120.0));
        *cosine = 1.0 - x2 * (0.5 - x2 * (1.0 / 24.0));
        return;
    }
    vlSinCos(x > LARGEST_TURN ? LARGEST_TURN : x < -LARGEST_TURN ? -LARGEST_TURN : x, sine, cosine);
}

// A free body in its principal axes: its angular momentum there, and how far it has turned.
typedef struct Free {
    vlVec3 spin;
    vlQuat turned;
} Free;

// Turns about the first axis by `share` of the part of the energy that belongs to it. The body
// turns by the angle a, so its angular momentum turns by -a in its own axes.
static void turnFirst(Free* f, double share)
{
    double s;
    double c;
    sineOfTurn(0.5 * share * f->spin.x, &s, &c);
    double sine = 2.0 * s * c;
    double cosine = 1.0 - 2.0 * s * s;
    f->spin = vlVec(f->spin.x, cosine * f->spin.y + sine * f->spin.z,
                    cosine * f->spin.z - sine * f->spin.y);
    vlQuat q = f->turned;
    f->turned.w = c * q.w - s * q.x;
    f->turned.x = c * q.x + s * q.w;
    f->turned.y = c * q.y + s * q.z;
    f->turned.z = c * q.z - s * q.y;
}

// The same about the last axis.
static void turnLast(Free* f, double share)
{
    double s;
    double c;
    sineOfTurn(0.5 * share * f->spin.z, &s, &c);
    double sine = 2.0 * s * c;
    double cosine = 1.0 - 2.0 * s * s;
    f->spin = vlVec(cosine * f->spin.x + sine * f->spin.y, cosine * f->spin.y - sine * f->spin.x,
                    f->spin.z);
    vlQuat q = f->turned;
    f->turned.w = c * q.w - s * q.z;
    f->turned.x = c * q.x + s * q.y;
    f->turned.y = c * q.y - s * q.x;
    f->turned.z = c * q.z + s * q.w;
}

// The symmetric composition of sixth order of [BM02], table 2, S10: the shares of the first axis,
// and between them those of the last one.
#define STAGES 10
static const double firstShare[STAGES + 1] = {
    0.0502627644003922, 0.413514300428344,  0.0450798897943977,
    -0.188054853819569, 0.541960678450780,  -0.725525558508690, // 1 - 2 sum of the others
    0.541960678450780,  -0.188054853819569, 0.0450798897943977,
    0.413514300428344,  0.0502627644003922};
static const double lastShare[STAGES] = {0.148816447901042,  -0.132385865767784, 0.067307604692185,
                                         0.432666402578175,
                                         -0.016404589403618, // 1/2 - sum of the others
                                         -0.016404589403618, 0.432666402578175,  0.067307604692185,
                                         -0.132385865767784, 0.148816447901042};

// With x = step |L| sqrt(below above), the second order errs by less than x^2/10 of the energy of
// rotation, in swings that do not grow; below PLAIN that is 1e-6. The sixth order, with x up to
// FINE in each part, errs by 1e-7 while the body turns by no more than about a radian in a part. A
// body with x above FINE times PARTS is followed less closely, and still keeps its energy to some
// percent.
#define PLAIN 3e-3
#define FINE 0.25
#define PARTS 16

static void turnFree(const vlPrincipal* p, Free* f, double step, vlTurning turning)
{
    double first = -p->below * step;
    double last = p->above * step;
    double x2 = -first * last * vlDot(f->spin, f->spin);
    bool isPlain = turning == VL_TURNING_PLAIN && x2 < PLAIN * PLAIN;
    if (isPlain || !(x2 > 0.0)) {
        turnFirst(f, 0.5 * first);
        turnLast(f, last);
        turnFirst(f, 0.5 * first);
        return;
    }
    double parts = ceil(sqrt(x2) / FINE);
    int count = parts < PARTS ? (int)parts : PARTS;
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < STAGES; ++k) {
            turnFirst(f, firstShare[k] * first / count);
            turnLast(f, lastShare[k] * last / count);
        }
        turnFirst(f, firstShare[STAGES] * first / count);
    }
}

double vlMotion_FollowedTime(const vlInertia* inertia, vlVec3 spin)
{
    const vlPrincipal* p = &inertia->principal;
    double rate = vlLength(spin) * sqrt(p->below * p->above);
    return rate > 0.0 ? FINE * PARTS / rate : HUGE_VAL;
}

// How far a free body turns beyond the even part of its rotation, in body axes.
static vlQuat turnUneven(const vlPrincipal* p, const vlMotion* motion, double step,
                         vlTurning turning)
{
    vlVec3 spinB = vlMulTV(vlMatFromQuat(motion->rotation), motion->spin);
    Free f = {vlMulTV(p->axesB, spinB), vlIdentityQuat()};
    turnFree(p, &f, step, turning);
    vlVec3 v = vlMulMV(p->axesB, vlVec(f.turned.x, f.turned.y, f.turned.z));
    vlQuat turned = {f.turned.w, v.x, v.y, v.z};
    return turned;
}

void vlMotion_Rotate(const vlInertia* inertia, vlMotion* motion, double step, vlTurning turning)
{
    const vlPrincipal* p = &inertia->principal;
    vlQuat q = motion->rotation;
    // A body whose moments are all equal turns evenly, and one without spin does not turn.
    if (p->below + p->above > 0.0 && vlDot(motion->spin, motion->spin) > 0.0) {
        q = vlMulQ(q, turnUneven(p, motion, step, turning));
    }
    motion->rotation = vlTurn(q, vlScale(motion->spin, step * p->middle));
    motion->omega = vlInertia_Omega(inertia, vlMatFromQuat(motion->rotation), motion->spin);
}

// A held body. Where step |L| times `below` exceeds FLAT, its free rotation departs from the path
// that the torques on it were computed for; the midpoint rule bends the path less. That rule does
// not converge where the same product exceeds FLATTEST, or step |L| times `above` exceeds SLIM.
#define FLAT 0.5
#define FLATTEST 2.0
#define SLIM 0.5
#define ROUNDS 3

// The midpoint rule: the angular velocity of the middle of the very motion that it leads to.
static void rotateByMiddle(const vlInertia* inertia, vlMotion* motion, double step)
{
    vlVec3 omega = motion->omega;
    for (int i = 0; i < ROUNDS; ++i) {
        vlQuat half = vlTurn(motion->rotation, vlScale(omega, 0.5 * step));
        omega = vlInertia_Omega(inertia, vlMatFromQuat(half), motion->spin);
    }
    motion->rotation = vlTurn(motion->rotation, vlScale(omega, step));
    motion->omega = vlInertia_Omega(inertia, vlMatFromQuat(motion->rotation), motion->spin);
}

void vlMotion_RotateHeld(const vlInertia* inertia, vlMotion* motion, double step)
{
    double turn = step * vlLength(motion->spin);
    double flat = turn * inertia->principal.below;
    double slim = turn * inertia->principal.above;
    if (flat > FLAT && flat < FLATTEST && slim < SLIM) {
        rotateByMiddle(inertia, motion, step);
    } else {
        vlMotion_Rotate(inertia, motion, step, VL_TURNING_PLAIN);
    }
}

void vlMotion_Drive(vlMotion* motion, double step)
{
    motion->centre = vlMulAdd(motion->centre, step, motion->velocity);
    motion->rotation = vlTurn(motion->rotation, vlScale(motion->omega, step));
}
