// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_FIRST_TOUCH_H
#define VOLAR_COLLIDE_FIRST_TOUCH_H

// When two pieces that are apart will first touch, if their bodies move on evenly.

#include "collide/pair.h"

// How a body is expected to move: evenly, about its centre of mass.
typedef struct vlSweep {
    vlVec3 centre;   // m, world, now
    vlVec3 velocity; // m/s, of the centre
    vlVec3 omega;    // rad/s
    double turn;     // m/s, at most, of a point of the body by its rotation
} vlSweep;

// Velocity of the body's matter that will be at `point` after `time` seconds.
static inline vlVec3 vlSweep_VelocityAt(const vlSweep* s, double time, vlVec3 point)
{
    vlVec3 centre = vlMulAdd(s->centre, time, s->velocity);
    return vlAdd(s->velocity, vlCross(s->omega, vlSub(point, centre)));
}

// The piece of a body after `time` seconds.
vlPlaced vlSweep_After(const vlSweep* sweep, const vlPlaced* piece, double time);

// An upper bound of the speed at which a gap along the unit vector `normal`, from A to B, closes.
static inline double vlSweep_ClosingSpeed(const vlSweep* a, const vlSweep* b, vlVec3 normal)
{
    return a->turn + b->turn - vlDot(normal, vlSub(b->velocity, a->velocity));
}

// The first time within `duration` at which the gap is at most `near`; `normal` is its direction
// then, and `gap` what is left of it. False if there is none, or if it was not found within a fixed
// number of rounds.
bool vlFirstTouch_Find(const vlPlaced* a, const vlPlaced* b, const vlSweep* sweepA,
                       const vlSweep* sweepB, double duration, double near, vlPairCache* cache,
                       double* time, vlVec3* normal, double* gap);

// A time for which the gap between two pieces surely stays open, s, at most `most`. The gap is now
// `gap` m along the unit vector `normal`, from A to B. The sweeps begin now; a rotation may also
// change as that of a free body does. The time is above 0 if the gap is.
double vlSweep_OpenTime(const vlPlaced* a, const vlPlaced* b, const vlSweep* sweepA,
                        const vlSweep* sweepB, vlVec3 normal, double gap, double most);

#endif
