// SPDX-License-Identifier: MIT
// The contact's coordinates are those of its two answers: sliding and turning about the normal
// (u_x, u_y, omega_n), then opening and tilting (g0, gamma_x, gamma_y). With W the inverse masses
// of the pair in these,
//
//   y = y_free + h W z,    z = z0 - D y                                               (T7.13)
//
// where D has friction's slope and the normal one on its diagonal.

#include "contact/alone.h"

#define SIZE 6
// The most rounds in which the contact is linearised again. A corner that slides at 1e7 N/m takes
// up to 12.
#define ROUNDS 16
// Of these, the rounds in which friction may have Newton's slope. Where the sliding stops within
// the step, Newton's slope can make the rounds alternate; the secant alone approaches steadily.
#define BOLD 3

typedef struct Alone {
    double yield[SIZE][SIZE]; // h W, s/kg
    double free[SIZE];
} Alone;

// Adds the inverse masses of a body, times h.
static void addBody(Alone* alone, const vlContactBody* body, const vlContactVolume* v, double h)
{
    if (!(body->inverseMass > 0.0)) {
        return;
    }
    // Force and torque of each coordinate; tilting by gamma is a rotation by (gamma.y, -gamma.x).
    const vlVec3 force[SIZE] = {v->e1, v->e2, vlZero(), v->normal, vlZero(), vlZero()};
    const vlVec3 torque[SIZE] = {vlZero(), vlZero(), v->normal, vlZero(), vlScale(v->e2, -1.0),
                                 v->e1};
    vlVec3 lever = vlSub(v->origin, body->motion->centre);
    vlVec3 arm[SIZE];
    for (int i = 0; i < SIZE; ++i) {
        arm[i] = vlAdd(torque[i], vlCross(lever, force[i]));
    }
    for (int i = 0; i < SIZE; ++i) {
        vlVec3 turn = vlMulMV(body->inverseInertiaW, arm[i]);
        for (int k = 0; k < SIZE; ++k) {
            alone->yield[i][k] +=
                h * (body->inverseMass * vlDot(force[i], force[k]) + vlDot(turn, arm[k]));
        }
    }
}

static void toArray(const vlRelative* r, double y[SIZE])
{
    y[0] = r->tangent.x, y[1] = r->tangent.y, y[2] = r->spin;
    y[3] = r->normal, y[4] = r->tilt.x, y[5] = r->tilt.y;
}

static vlRelative toRelative(const double y[SIZE])
{
    vlRelative r = {.normal = y[3], .tilt = {y[4], y[5]}, .tangent = {y[0], y[1]}, .spin = y[2]};
    return r;
}

// Gauss' elimination with the largest pivot of each column; x becomes the solution.
static void solve(double m[SIZE][SIZE], double x[SIZE])
{
    for (int k = 0; k < SIZE; ++k) {
        int best = k;
        for (int i = k + 1; i < SIZE; ++i) {
            best = fabs(m[i][k]) > fabs(m[best][k]) ? i : best;
        }
        for (int j = k; j < SIZE && best != k; ++j) {
            double swapped = m[k][j];
            m[k][j] = m[best][j];
            m[best][j] = swapped;
        }
        double swapped = x[k];
        x[k] = x[best];
        x[best] = swapped;
        for (int i = k + 1; i < SIZE; ++i) {
            double part = m[i][k] / m[k][k];
            for (int j = k + 1; j < SIZE; ++j) {
                m[i][j] -= part * m[k][j];
            }
            x[i] -= part * x[k];
        }
    }
    for (int k = SIZE - 1; k >= 0; --k) {
        for (int j = k + 1; j < SIZE; ++j) {
            x[k] -= m[k][j] * x[j];
        }
        x[k] /= m[k][k];
    }
}

static void addAnswer(const Alone* alone, const vlAnswer* a, int first, double m[SIZE][SIZE],
                      double y[SIZE])
{
    const double* s = a->slope;
    const double slope[3][3] = {{s[0], s[1], s[2]}, {s[1], s[3], s[4]}, {s[2], s[4], s[5]}};
    for (int i = 0; i < SIZE; ++i) {
        const double* w = &alone->yield[i][first];
        for (int k = 0; k < 3; ++k) {
            m[i][first + k] += w[0] * slope[0][k] + w[1] * slope[1][k] + w[2] * slope[2][k];
            y[i] += w[k] * a->start[k];
        }
    }
}

// The motion at the end of the step with the bed's answers as they are.
static vlRelative solveBed(const Alone* alone, const vlBed* bed)
{
    double m[SIZE][SIZE] = {{0.0}};
    double y[SIZE];
    for (int i = 0; i < SIZE; ++i) {
        m[i][i] = 1.0;
        y[i] = alone->free[i];
    }
    addAnswer(alone, &bed->friction, 0, m, y);
    addAnswer(alone, &bed->normal, 3, m, y);
    solve(m, y);
    return toRelative(y);
}

// Linearises and solves until the state holds. Returns the motion at the end of the step.
static vlRelative settle(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                         vlBedPool* pool, const Alone* alone, const vlRelative* start, bool isFirst)
{
    vlRelative trial = *start;
    vlAgain again = VL_AGAIN_NOW;
    for (int i = 0; i < ROUNDS && again != VL_AGAIN_NO; ++i) {
        bed->isCautious = i >= BOLD;
        vlBed_Linearise(bed, contact, context, pool, &trial, isFirst && i == 0, i == ROUNDS - 1);
        trial = solveBed(alone, bed);
        again = vlBed_Check(bed, contact, context, pool, &trial);
    }
    return trial;
}

static void loadWith(vlBed* bed, const double force[3], double share)
{
    static const vlAnswer none = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}};
    bed->friction = none;
    for (int i = 0; i < 3; ++i) {
        bed->friction.start[i] = share * force[i];
    }
}

static double normalForce(const vlBed* bed, const vlRelative* trial)
{
    const double opening[3] = {trial->normal, trial->tilt.x, trial->tilt.y};
    double force[3];
    double unused[3];
    vlAnswer_At(&bed->normal, opening, force, unused);
    return force[0];
}

// Makes friction a known force in the direction that was found. For the share s of it the normal
// force is F(s) = F0 + s (F1 - F0), and Coulomb's bound s |f| = mu F(s). (T7.14) False if friction
// would drive the motion, or the contact would open without it.
static bool holdWithin(vlBed* bed, const Alone* alone, vlRelative* trial)
{
    const double slide[3] = {trial->tangent.x, trial->tangent.y, trial->spin};
    double force[3];
    double unused[3];
    vlAnswer_At(&bed->friction, slide, force, unused);
    double size = sqrt(force[0] * force[0] + force[1] * force[1]);
    double mu = vlBed_FrictionNow(bed);
    double pressed = normalForce(bed, trial);
    double share = 1.0;
    if (size > mu * pressed) {
        loadWith(bed, force, 0.0);
        vlRelative without = solveBed(alone, bed);
        double alone0 = normalForce(bed, &without);
        if (!(alone0 > 0.0)) {
            return false;
        }
        share = mu * alone0 / (size - mu * (pressed - alone0));
    }
    loadWith(bed, force, share);
    *trial = solveBed(alone, bed);
    double power =
        force[0] * trial->tangent.x + force[1] * trial->tangent.y + force[2] * trial->spin;
    vlRigidField pull = vlContactLaw_Pull(&bed->law, &bed->springs, trial);
    double against = force[0] * pull.at.x + force[1] * pull.at.y + bed->J * force[2] * pull.turn;
    return !(power > 0.0 && against > 0.0);
}

// The answer at a velocity, as one that no longer depends on it.
static vlAnswer fixedAt(const vlAnswer* a, const double velocity[3])
{
    vlAnswer fixed = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}};
    double unused[3];
    vlAnswer_At(a, velocity, fixed.start, unused);
    return fixed;
}

// The contact is settled: the step's system gets a fixed wrench from it, and keeps momentum to the
// last bit.
static void writeForce(const vlBed* bed, const vlContact* contact, const vlRelative* trial,
                       vlImplicitElement* line)
{
    double y[SIZE];
    toArray(trial, y);
    vlAnswer friction = fixedAt(&bed->friction, y);
    vlAnswer normal = fixedAt(&bed->normal, y + 3);
    vlBed_WriteLine(contact, &normal, &friction, line);
}

void vlBed_SettleAlone(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                       vlBedPool* pool, const vlContactBody* a, const vlContactBody* b,
                       const vlRelative* start, const vlRelative* free, vlImplicitElement* line)
{
    Alone alone = {.yield = {{0.0}}};
    addBody(&alone, a, &contact->volume, context->step);
    addBody(&alone, b, &contact->volume, context->step);
    toArray(free, alone.free);
    vlRelative trial = settle(bed, contact, context, pool, &alone, start, true);
    bool isAtBound = bed->usedMode == VL_MODE_DYNAMIC || vlBed_SlipsBeyond(bed, &trial);
    if (isAtBound && !holdWithin(bed, &alone, &trial)) {
        bed->mode = VL_MODE_NONE;
        trial = settle(bed, contact, context, pool, &alone, &trial, false);
    }
    writeForce(bed, contact, &trial, line);
}
