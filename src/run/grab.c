// SPDX-License-Identifier: MIT
#include "run/grab.h"

#include "base/script_at.h"

// Rate at which a grab follows its target, 1/s: fast enough that no lag is felt, slow enough to
// turn the page's 60 targets a second into a smooth motion.
#define GRAB_RATE 50.0
// Stiffness of a grab: the held body's own mass swings on it at this angular frequency, rad/s. It
// sags by 9.8 / 25^2 = 16 mm under its weight.
#define GRAB_FREQUENCY 25.0
// Largest pull of a grab, in weights of the held body.
#define GRAB_WEIGHTS 20.0
#define GRAB_GRAVITY 9.8
// Rate at which the rotation of the held body dies out, 1/s: hanging on a frictionless point it
// would swing for ever.
#define GRAB_SPIN 8.0

static double leastOf(double a, double b)
{
    return a < b ? a : b;
}

// Harmonic mean of the principal moments: it is near the smallest of them.
static double slowestMoment(vlMat3 inertia)
{
    vlVec3 yz = vlCross(inertia.cy, inertia.cz);
    vlVec3 zx = vlCross(inertia.cz, inertia.cx);
    vlVec3 xy = vlCross(inertia.cx, inertia.cy);
    return 3.0 * vlDot(inertia.cx, yz) / (yz.x + zx.y + xy.z); // 3 / trace of the inverse
}

void vlGrabber_Grab(vlGrabber* grabber, vlWorld* world, vlBodyId body, int place, vlVec3 point,
                    vlVec3 target)
{
    vlGrabber_Release(grabber, world);
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
    def.pointA = vlTransform(pose, point); // the pull starts at zero, without a jolt
    if (!vlIsWithin(def.pointA, VL_MAX_LENGTH) ||
        vlWorld_GetSpringLimits(world, &def, &stiffest, &mostDamping) != VL_OK) {
        return;
    }
    double step = vlWorld_GetStep(world);
    def.stiffness = leastOf(mass * GRAB_FREQUENCY * GRAB_FREQUENCY, 0.5 * stiffest);
    def.damping = leastOf(2.0 * mass * GRAB_FREQUENCY, 0.5 * mostDamping);
    def.spinDamping = leastOf(GRAB_SPIN, 0.1 / step) * slowestMoment(inertia);
    def.maxForce = GRAB_WEIGHTS * GRAB_GRAVITY * mass;
    grabber->isActive = vlWorld_CreateSpring(world, &def, &grabber->spring) == VL_OK;
    grabber->place = place;
    grabber->target = target;
    grabber->anchor = def.pointA;
    grabber->velocity = vlZero();
}

void vlGrabber_Release(vlGrabber* grabber, vlWorld* world)
{
    if (grabber->isActive) {
        vlResult r = vlWorld_DestroySpring(world, grabber->spring);
        (void)r; // made by vlGrabber_Grab and destroyed by nobody else
        grabber->isActive = false;
    }
}

// Position and velocity of the anchor are continuous whatever the target does: a sudden velocity
// would be a jolt through the damper.
void vlGrabber_Follow(vlGrabber* grabber, vlWorld* world)
{
    if (!grabber->isActive) {
        return;
    }
    vlVec3 anchor = grabber->anchor;
    vlVec3 velocity = grabber->velocity;
    vlFollower_Step(grabber->target, GRAB_RATE, vlWorld_GetStep(world), &anchor, &velocity);
    if (vlSpring_SetAnchor(world, grabber->spring, grabber->anchor, velocity) == VL_OK) {
        grabber->velocity = velocity;
        grabber->anchor = anchor;
    }
}

vlGrab vlGrabber_Report(const vlGrabber* grabber, const vlWorld* world)
{
    vlGrab grab = {.isActive = false};
    vlSpringReport report;
    if (grabber->isActive && vlSpring_GetReport(world, grabber->spring, &report) == VL_OK) {
        grab.isActive = true;
        grab.body = grabber->place;
        grab.point = report.pointB;
        grab.target = grabber->target;
        grab.force = report.force;
    }
    return grab;
}
