// SPDX-License-Identifier: MIT
// The law of a device that bends. With u the velocity of the motor's side, v of the handle, w of
// the hand, e the bend from the one side to the other, and otherwise as in handle.c:
//
//   m1 u' = f + Fs - b u + Fc,     Fs = ks e + bs (v - u)
//   m2 v' = Fg - Fs
//   M  w' = Fa - Fg
//
// by the midpoint rule again, in closed form: the hand is inserted into the handle, that into the
// motor's side. All is the same for each axis but the friction, which holds the axes together.

#include "device/structure.h"

#include <string.h>

#include "device/simulated_parts.h"

#define MOST_SHARE 0.99
#define LEAST_FREQUENCY 1.0 // Hz
#define MOST_RATIO 10.0
#define FRICTION_PASSES 16 // Newton; three or four as a rule

// Components along the axes.
typedef struct Three {
    double a[3];
} Three;

static inline Three threeOf(vlVec3 v)
{
    return (Three){{v.x, v.y, v.z}};
}

static inline vlVec3 vecOf(Three t)
{
    return vlVec(t.a[0], t.a[1], t.a[2]);
}

static bool isMode(const vlSimulatedMode* mode)
{
    return mode->handleShare == 0.0 ||
           (mode->handleShare > 0.0 && mode->handleShare <= MOST_SHARE &&
            mode->frequency >= LEAST_FREQUENCY && mode->frequency <= VL_MAX_SIMULATED_MODE &&
            mode->ratio >= 0.0 && mode->ratio <= MOST_RATIO);
}

static bool areAmounts(vlVec3 a)
{
    return vlSimulatedDevice_IsAmount(a.x) && vlSimulatedDevice_IsAmount(a.y) &&
           vlSimulatedDevice_IsAmount(a.z);
}

bool vlStructure_IsValid(const vlSimulatedDeviceDef* def)
{
    const vlSimulatedDirections* d = &def->directions;
    bool areDirections = !d->areGiven || (vlSimulatedDevice_IsBody(d->mass.x, def->inertia) &&
                                          vlSimulatedDevice_IsBody(d->mass.y, def->inertia) &&
                                          vlSimulatedDevice_IsBody(d->mass.z, def->inertia) &&
                                          areAmounts(d->damping) && areAmounts(d->friction));
    bool isPlain =
        !d->areGiven && def->mode.handleShare == 0.0 && def->angularMode.handleShare == 0.0;
    return areDirections && isMode(&def->mode) && isMode(&def->angularMode) &&
           (isPlain || !def->mechanism.isPantograph);
}

static vlVec3 everywhere(double a)
{
    return vlVec(a, a, a);
}

vlStructureLaw vlStructure_LawOf(const vlSimulatedDeviceDef* def, bool isAngular)
{
    const vlSimulatedMode* mode = isAngular ? &def->angularMode : &def->mode;
    const vlSimulatedDirections* d = &def->directions;
    bool isEach = !isAngular && d->areGiven;
    vlVec3 mass = isEach ? d->mass : everywhere(isAngular ? def->inertia : def->mass);
    double share = mode->handleShare;
    double w = share > 0.0 ? 2.0 * VL_PI * mode->frequency : 0.0;
    vlVec3 reduced = vlScale(mass, share * (1.0 - share));
    vlStructureLaw law = {
        .isUsed = isEach || share > 0.0,
        .isBent = share > 0.0,
        .mass = vlScale(mass, 1.0 - share),
        .damping = isEach ? d->damping : everywhere(isAngular ? def->angularDamping : def->damping),
        .friction =
            isEach ? d->friction : everywhere(isAngular ? def->angularFriction : def->friction),
        .handleMass = vlScale(mass, share),
        .stiffness = vlScale(reduced, w * w),
        .structureDamping = vlScale(reduced, 2.0 * (share > 0.0 ? mode->ratio : 0.0) * w),
    };
    return law;
}

// The velocity v at the end of the step under the drive r and friction c, with s v/2 = r + F and
//   F = -c c v/|c v| if it moves,   |F/c| <= 1 if it does not.
// With l = |c v| this is v = 2 r l/(s l + 2 c c); l is where |c v(l)| = l, found by Newton on the
// reciprocal of |c v(l)|/l, which is straight if all axes are alike and else bends so that no pass
// goes too far.
static Three slide(Three r, Three s, Three c)
{
    double held = 0.0;
    for (int i = 0; i < 3; ++i) {
        held += c.a[i] > 0.0 ? (r.a[i] / c.a[i]) * (r.a[i] / c.a[i]) : 0.0;
    }
    double l = 0.0;
    for (int pass = 0; held > 1.0 && pass < FRICTION_PASSES; ++pass) {
        double square = 0.0;
        double slope = 0.0;
        for (int i = 0; i < 3; ++i) {
            if (c.a[i] > 0.0) {
                double whole = s.a[i] * l + 2.0 * c.a[i] * c.a[i];
                double part = 2.0 * c.a[i] * r.a[i] / whole;
                square += part * part;
                slope += part * part * s.a[i] / whole;
            }
        }
        double size = sqrt(square);
        double further = (size - 1.0) * square / slope;
        l += further > 0.0 ? further : 0.0;
        if (!(further > 1e-15 * l)) {
            break;
        }
    }
    Three v;
    for (int i = 0; i < 3; ++i) {
        v.a[i] = c.a[i] > 0.0 ? 2.0 * r.a[i] * l / (s.a[i] * l + 2.0 * c.a[i] * c.a[i])
                              : 2.0 * r.a[i] / s.a[i];
    }
    return v;
}

// All that a step is given, by axes.
typedef struct Given {
    const vlHandleLaw* law;
    double time;
    double grip, arm, handInertia; // spring and damper over the step, 2 M/h
    bool isBent;
    Three motor, handle, hand; // velocities
    Three pull, armPull;       // of grip and arm
    Three aim, force, bend;
    Three mass, handleMass, damping, stiffness, losing;
} Given;

// One axis before the friction is known.
typedef struct Axis {
    double whole, free;   // hand: W = (free + grip V)/whole
    double handle, drive; // handle: V = (drive + spring U)/handle
    double spring;        // of the structure, over the step
    double s, r;          // motor's side: s U = r + Fc
} Axis;

static Given gather(const vlHandleLaw* law, const vlStructureLaw* built,
                    const vlStructureState* state, double time)
{
    Given g = {.law = law,
               .time = time,
               .grip = law->gripDamping + 0.5 * time * law->gripStiffness,
               .arm = law->armDamping + 0.5 * time * law->armStiffness,
               .handInertia = 2.0 * law->handMass / time,
               .isBent = built->isBent,
               .motor = threeOf(built->isBent ? state->motor : state->hand.handle),
               .handle = threeOf(state->hand.handle),
               .hand = threeOf(state->hand.hand),
               .pull = threeOf(vlScale(state->hand.grip, law->gripStiffness)),
               .armPull = threeOf(vlScale(state->hand.arm, law->armStiffness)),
               .bend = threeOf(state->bend),
               .mass = threeOf(built->mass),
               .handleMass = threeOf(built->handleMass),
               .damping = threeOf(built->damping),
               .stiffness = threeOf(built->stiffness),
               .losing = threeOf(built->structureDamping)};
    return g;
}

static Axis insert(const Given* g, int i)
{
    Axis x = {.whole = g->handInertia + g->arm + g->grip};
    x.free = g->armPull.a[i] - g->pull.a[i] + g->handInertia * g->hand.a[i] + g->arm * g->aim.a[i];
    // What the hand adds to where it holds: G - G^2/whole, without the terms that cancel.
    double held = g->grip * (g->handInertia + g->arm) / x.whole;
    double drive = g->pull.a[i] + g->grip / x.whole * x.free;
    double inertia = 2.0 * g->mass.a[i] / g->time;
    x.s = inertia + g->damping.a[i];
    x.r = g->force.a[i] + inertia * g->motor.a[i];
    if (!g->isBent) {
        x.s += held;
        x.r += drive;
        return x;
    }
    double own = 2.0 * g->handleMass.a[i] / g->time;
    double back = g->stiffness.a[i] * g->bend.a[i];
    x.spring = g->losing.a[i] + 0.5 * g->time * g->stiffness.a[i];
    x.handle = own + held + x.spring;
    x.drive = drive + own * g->handle.a[i] - back;
    x.s += x.spring * (own + held) / x.handle;
    x.r += back + x.spring / x.handle * x.drive;
    return x;
}

// The motion of one axis whose motor's side ends with the velocity `end`.
static void finish(const Given* g, const Axis* x, int i, double end, Three mean[3], Three ends[3],
                   Three* grip, vlStructureMove* move)
{
    double motor = 0.5 * (g->motor.a[i] + end);
    double handle = g->isBent ? (x->drive + x->spring * motor) / x->handle : motor;
    double hand = (x->free + g->grip * handle) / x->whole;
    double slip = hand - handle;
    double lag = g->aim.a[i] - hand;
    double bending = handle - motor;
    mean[0].a[i] = motor;
    mean[1].a[i] = handle;
    mean[2].a[i] = hand;
    ends[0].a[i] = end;
    ends[1].a[i] = g->isBent ? 2.0 * handle - g->handle.a[i] : end;
    ends[2].a[i] = 2.0 * hand - g->hand.a[i];
    grip->a[i] = g->pull.a[i] + g->grip * slip;
    move->hand.renderedWork += g->time * g->force.a[i] * motor;
    move->hand.gripWork += g->time * grip->a[i] * handle;
    move->hand.armWork += g->time * (g->armPull.a[i] + g->arm * lag) * g->aim.a[i];
    move->hand.viscousLoss += g->time * g->damping.a[i] * motor * motor;
    move->hand.coulombLoss -= g->time * (x->s * motor - x->r) * motor;
    move->hand.handLoss +=
        g->time * (g->law->gripDamping * slip * slip + g->law->armDamping * lag * lag);
    move->bendLoss += g->time * g->losing.a[i] * bending * bending;
}

vlStructureMove vlStructure_Step(const vlHandleLaw* law, const vlStructureLaw* built,
                                 const vlStructureState* state, vlVec3 intention, vlVec3 rendered,
                                 double time)
{
    Given g = gather(law, built, state, time);
    Axis axes[3];
    Three s, r, grip, mean[3], ends[3]; // of motor's side, handle and hand
    vlStructureMove move;
    memset(&move, 0, sizeof move);
    g.aim = threeOf(intention);
    g.force = threeOf(rendered);
    for (int i = 0; i < 3; ++i) {
        axes[i] = insert(&g, i);
        s.a[i] = axes[i].s;
        r.a[i] = axes[i].r - 0.5 * axes[i].s * g.motor.a[i];
    }
    Three end = slide(r, s, threeOf(built->friction));
    for (int i = 0; i < 3; ++i) {
        finish(&g, &axes[i], i, end.a[i], mean, ends, &grip, &move);
    }
    move.motor = vecOf(ends[0]);
    move.motorMean = vecOf(mean[0]);
    move.hand.handle = vecOf(ends[1]);
    move.hand.handleMean = vecOf(mean[1]);
    move.hand.hand = vecOf(ends[2]);
    move.hand.handMean = vecOf(mean[2]);
    move.hand.grip = vecOf(grip);
    return move;
}

static double squareBy(vlVec3 weight, vlVec3 a)
{
    return weight.x * a.x * a.x + weight.y * a.y * a.y + weight.z * a.z * a.z;
}

double vlStructure_GetKinetic(const vlStructureLaw* built, vlVec3 motor, vlVec3 handle)
{
    return 0.5 * (squareBy(built->mass, built->isBent ? motor : handle) +
                  squareBy(built->handleMass, handle));
}

double vlStructure_GetBent(const vlStructureLaw* built, vlVec3 bend)
{
    return 0.5 * squareBy(built->stiffness, bend);
}
