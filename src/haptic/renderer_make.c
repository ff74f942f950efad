// SPDX-License-Identifier: MIT
// Making a renderer, and resetting it.

#include "haptic/device_change.h"
#include "haptic/passivity_control.h"
#include "haptic/port_booking.h"
#include "haptic/renderer_parts.h"
#include "haptic/world_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Largest force, N, and torque, N m, of a device that does not report its own: those of a small
// one.
#define CAUTIOUS_FORCE 3.0
#define CAUTIOUS_TORQUE 0.1
// How far from the origin of its frame a device can be, in radii of its workspace and at least, m:
// some have their origin at the base, beside the workspace.
#define REACH_OF_RADIUS 10.0
#define LEAST_REACH 1.0

static vlGovernorLimits limitsOf(const vlDeviceInfo* info)
{
    double force = info->hasForce && info->maxForce == 0.0 ? CAUTIOUS_FORCE : info->maxForce;
    double torque = info->hasTorque && info->maxTorque == 0.0 ? CAUTIOUS_TORQUE : info->maxTorque;
    vlGovernorLimits limits = vlGovernor_DefaultLimits(force, torque);
    if (info->radius > 0.0) {
        limits.maxReach = fmin(fmax(LEAST_REACH, REACH_OF_RADIUS * info->radius), VL_MAX_LENGTH);
    }
    return limits;
}

vlRendererDef vlDefaultRendererDef(vlWorld* world, const vlDeviceInfo* info)
{
    vlRendererDef def = {.world = vlRenderedWorld_Of(world),
                         .base = vlIdentityPose(),
                         .scale = 1.0,
                         .forceScale = 1.0,
                         .velocity = vlDefaultVelocityDef(),
                         .passivity = vlDefaultPassivityDef()};
    def.passivity.isOn = false;
    if (info != NULL) {
        def.info = *info;
        def.limits = limitsOf(info);
        if (info->maxDamping > 0.0) {
            def.passivity.maxDamping = info->maxDamping;
            def.passivity.maxAngularDamping = info->maxAngularDamping;
        }
    }
    return def;
}

static vlResult refuse(char* message, size_t size, const char* sentence)
{
    if (message != NULL && size > 0) {
        snprintf(message, size, "%s", sentence);
    }
    return VL_ERROR_ARGUMENT;
}

static vlResult checkDef(const vlRendererDef* def, char* message, size_t size)
{
    if (def->world.ops == NULL) {
        return refuse(message, size, "world has no table of functions (rendered_world.h)");
    }
    if (!vlIsWithin(def->base.p, VL_MAX_LENGTH) || !vlIsUnitQ(def->base.q, VL_UNIT_TOLERANCE)) {
        return refuse(message, size,
                      "base is not a pose within VL_MAX_LENGTH with a unit quaternion");
    }
    bool isScaled = def->scale > 0.0 && def->forceScale > 0.0 && isfinite(def->scale) &&
                    isfinite(def->forceScale);
    if (!isScaled) {
        return refuse(message, size, "scale and forceScale must be above 0 and finite");
    }
    return VL_OK;
}

static vlResult initParts(vlRenderer* r, char* message, size_t size)
{
    if (vlVelocity_Init(&r->velocity, &r->def.velocity) != VL_OK) {
        return refuse(message, size, "velocity: a number is out of range (velocity.h)");
    }
    if (vlPassivity_Init(&r->passivity, &r->def.passivity) != VL_OK) {
        return refuse(message, size, "passivity: a number is out of range (passivity.h)");
    }
    if (vlGovernor_Init(&r->governor, &r->def.limits) != VL_OK) {
        return refuse(message, size, "limits: a number is out of range (governor.h)");
    }
    vlPortLedger_Init(&r->ledger);
    r->unpaid = r->offered = 0.0;
    r->given = vlRenderer_AskGiven(r);
    r->booked = r->def.world.ops->getLedger(r->def.world.world);
    return VL_OK;
}

// Before the first read the device counts as being at its base.
static void forget(vlRenderer* r)
{
    r->report = (vlRendererReport){.pose = r->def.base, .held = r->def.base};
    r->report.sample.pose = vlIdentityPose();
    r->offset = vlZero();
    r->turn = vlIdentityQuat();
    r->hasSample = false;
    r->goodTime = r->lastTime = 0.0;
}

vlResult vlRenderer_Create(const vlRendererDef* def, vlRenderer** renderer, char* message,
                           size_t messageSize)
{
    if (def == NULL || renderer == NULL) {
        return refuse(message, messageSize, "def or renderer is NULL");
    }
    vlResult result = checkDef(def, message, messageSize);
    if (result != VL_OK) {
        return result;
    }
    vlRenderer* r = calloc(1, sizeof *r);
    if (r == NULL) {
        (void)refuse(message, messageSize, vlResult_Text(VL_ERROR_MEMORY));
        return VL_ERROR_MEMORY;
    }
    r->def = *def;
    r->def.base.q = vlUnitQ(def->base.q);
    forget(r);
    result = initParts(r, message, messageSize);
    if (result != VL_OK) {
        free(r);
        return result;
    }
    *renderer = r;
    return VL_OK;
}

void vlRenderer_Destroy(vlRenderer* renderer)
{
    if (renderer == NULL) {
        return;
    }
    vlRenderer_Release(renderer);
    free(renderer);
}

void vlRenderer_Restart(vlRenderer* renderer, bool isSameHand)
{
    vlGovernor governor = renderer->governor;
    double unpaid = renderer->unpaid;
    vlRenderer_Release(renderer);
    forget(renderer);
    vlResult r = initParts(renderer, NULL, 0);
    (void)r;                   // these values were accepted when it was made
    renderer->unpaid = unpaid; // the hand received it, whatever the world forgets
    renderer->governor = governor;
    vlGovernor_Restart(&renderer->governor);
    if (!isSameHand) {
        renderer->governor.energy = 0.0;
        renderer->governor.goodTicks = governor.limits.holdTicks;
    }
}

vlResult vlRenderer_SetInfo(vlRenderer* renderer, const vlDeviceInfo* info)
{
    vlGovernor governor;
    if (info == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    vlGovernorLimits limits = limitsOf(info);
    vlResult result = vlGovernor_Init(&governor, &limits);
    if (result == VL_OK) {
        renderer->def.info = *info;
        renderer->governor.limits = limits;
        if (info->maxDamping > 0.0) {
            vlPassivityDef* def = &renderer->def.passivity; // also used by the next restart
            def->maxDamping = renderer->passivity.def.maxDamping = info->maxDamping;
            def->maxAngularDamping = renderer->passivity.def.maxAngularDamping =
                info->maxAngularDamping;
        }
        vlGovernor_Restart(&renderer->governor);
    }
    return result;
}
