// SPDX-License-Identifier: MIT
#include "run/grab.h"

// Rate at which a hand follows its target, 1/s: faster than a hand is felt to lag, slow enough to
// turn a page's 60 targets a second into a smooth motion.
#define HAND_RATE 50.0
// Stiffness of a hand: the held body's own mass swings on it at this angular frequency, rad/s. It
// sags by 9.8 / 25^2 = 16 mm under its weight.
#define HAND_FREQUENCY 25.0
// Most that a hand pulls, in weights of the held body.
#define HAND_WEIGHTS 20.0
#define HAND_GRAVITY 9.8
// Rate at which the held body's turning dies out, 1/s: hanging on a frictionless point it would
// swing for ever.
#define HAND_SPIN 8.0

static double leastOf(double a, double b)
{
    return a < b ? a : b;
}

// Harmonic mean of the principal moments: near the least of them.
static double slowestMoment(vlMat3 inertia)
{
    vlVec3 yz = vlCross(inertia.cy, inertia.cz);
    vlVec3 zx = vlCross(inertia.cz, inertia.cx);
    vlVec3 xy = vlCross(inertia.cx, inertia.cy);
    return 3.0 * vlDot(inertia.cx, yz) / (yz.x + zx.y + xy.z); // 3 / trace of the inverse
}

void vlGrabber_Grab(vlGrabber* hand, vlWorld* world, vlBodyId body, int place, vlVec3 point,
                    vlVec3 target)
{
    vlGrabber_Release(hand, world);
    vlSpringDef def = vlDefaultSpringDef();
    vlPose pose;
    double mass;
    vlMat3 inertia;
    double stiffest;
    double mostDamping;
    def.bodyB = body;
    def.pointB = point;
    if (vlBody_GetPose(world, body, &pose) != VL_OK ||
        vlBody_GetMass(world, body, &mass, &inertia) != VL_OK) {
        return;
    }
    def.pointA = vlTransform(pose, point); // the pull grows from nothing: no jolt
    if (!vlIsFinite(def.pointA) ||
        vlWorld_GetSpringLimits(world, &def, &stiffest, &mostDamping) != VL_OK) {
        return;
    }
    double step = vlWorld_GetStep(world);
    def.stiffness = leastOf(mass * HAND_FREQUENCY * HAND_FREQUENCY, 0.5 * stiffest);
    def.damping = leastOf(2.0 * mass * HAND_FREQUENCY, 0.5 * mostDamping);
    def.spinDamping = leastOf(HAND_SPIN, 0.1 / step) * slowestMoment(inertia);
    def.maxForce = HAND_WEIGHTS * HAND_GRAVITY * mass;
    hand->isActive = vlWorld_CreateSpring(world, &def, &hand->spring) == VL_OK;
    hand->place = place;
    hand->target = target;
    hand->anchor = def.pointA;
    hand->velocity = vlZero();
}

void vlGrabber_Release(vlGrabber* hand, vlWorld* world)
{
    if (hand->isActive) {
        vlResult r = vlWorld_DestroySpring(world, hand->spring);
        (void)r; // made by vlGrabber_Grab and destroyed by nobody else
        hand->isActive = false;
    }
}

// Critically damped, so that place and speed are continuous whatever the target does: a sudden
// speed would be a jolt through the damper. Implicit, stable for any step:
//     v' = (v + h w^2 (target - x)) / (1 + 2 w h + w^2 h^2),  x' = x + h v'.
void vlGrabber_Follow(vlGrabber* hand, vlWorld* world)
{
    if (!hand->isActive) {
        return;
    }
    double step = vlWorld_GetStep(world);
    double turn = HAND_RATE * step;
    vlVec3 pull = vlScale(vlSub(hand->target, hand->anchor), HAND_RATE * turn);
    vlVec3 velocity = vlScale(vlAdd(hand->velocity, pull), 1.0 / (1.0 + turn * (2.0 + turn)));
    if (vlSpring_SetAnchor(world, hand->spring, hand->anchor, velocity) == VL_OK) {
        hand->velocity = velocity;
        hand->anchor = vlMulAdd(hand->anchor, step, velocity);
    }
}

vlGrab vlGrabber_Report(const vlGrabber* hand, const vlWorld* world)
{
    vlGrab grab = {.isActive = false};
    vlSpringReport report;
    if (hand->isActive && vlSpring_GetReport(world, hand->spring, &report) == VL_OK) {
        grab.isActive = true;
        grab.body = hand->place;
        grab.point = report.pointB;
        grab.target = hand->target;
        grab.force = report.force;
    }
    return grab;
}
