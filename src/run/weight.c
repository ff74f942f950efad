// SPDX-License-Identifier: MIT
// The weight of a held body, as the hand at a simulated device carries it. With w the weight, r
// from the grasp to the centre of mass, k and kt the stiffnesses of the coupling, the body hangs at
// rest where
//
//   k d = -w,   kt u = -r x w          d, u: from the grasp to the device (coupling.h)
//
// and the device pulls at the hand with w and r x w. The person compensates both.

#include "run/weight.h"
#include "device/person.h"

static vlVec3 atMost(vlVec3 a, double most)
{
    double length = vlLength(a);
    return length > most ? vlScale(a, most / length) : a;
}

static int countHolders(const vlSlot* slots, int count, vlBodyId body)
{
    int holders = 0;
    for (int i = 0; i < count; ++i) {
        vlRendererReport report = vlRenderer_GetReport(slots[i].renderer);
        holders += report.hold == VL_HOLD_COUPLED && report.body.index1 == body.index1;
    }
    return holders;
}

// The stretch of the coupling's spring under a force. It is taken as linear, up to where a spring
// with a largest force stops growing (coupling.h); a coupling without a spring holds nothing up.
static vlVec3 stretchOf(vlVec3 force, double stiffness, double most)
{
    if (!(stiffness > 0.0)) {
        return vlZero();
    }
    return vlScale(atMost(force, most), 1.0 / stiffness);
}

static vlSimulatedLoad loadOf(const vlSlot* slot, const vlRendererReport* report, vlVec3 weight,
                              vlVec3 moment)
{
    const vlSceneDevice* device = slot->device;
    const vlCouplingDef* c = &device->coupling;
    const vlGovernorLimits* limits = &vlRenderer_GetGovernor(slot->renderer)->limits;
    const vlDeviceInfo* info = vlDevice_GetInfo(slot->own);
    vlQuat back = vlConj(device->base.q);
    vlSimulatedLoad load = {{vlZero(), vlZero()}, vlZero(), vlZero()};
    if (report->isClutched) { // nothing is rendered
        return load;
    }
    // No more than the device may render.
    load.pull.force = atMost(vlScale(vlRotate(back, weight), device->forceScale), limits->maxForce);
    load.offset = vlScale(vlRotate(back, stretchOf(vlNeg(weight), c->stiffness, c->maxForce)),
                          1.0 / device->scale);
    if (info->hasTorque) {
        load.pull.torque =
            atMost(vlScale(vlRotate(back, moment), device->forceScale), limits->maxTorque);
    }
    if (!device->fixOrientation) {
        load.turn = vlRotate(back, stretchOf(vlNeg(moment), c->angularStiffness, c->maxTorque));
    }
    return load;
}

static void give(const vlSlot* slots, int count, const vlSlot* slot, const vlWorld* world)
{
    vlSimulatedLoad load = {{vlZero(), vlZero()}, vlZero(), vlZero()};
    vlRendererReport report = vlRenderer_GetReport(slot->renderer);
    double mass = 0.0;
    vlMat3 inertia;
    vlVec3 centre;
    // Before the first tick it is not known where the grasp is.
    bool isHeld = report.ticks > 0 && report.hold == VL_HOLD_COUPLED && !slot->handover.isOutside &&
                  vlBody_GetMass(world, report.body, &mass, &inertia) == VL_OK &&
                  vlBody_GetCentre(world, report.body, &centre) == VL_OK;
    if (isHeld) {
        double share = mass / (double)countHolders(slots, count, report.body);
        vlVec3 weight = vlScale(vlWorld_GetGravity(world), share);
        vlVec3 moment = vlCross(vlSub(centre, report.held.p), weight);
        load = loadOf(slot, &report, weight, moment);
    }
    vlResult r = vlSimulatedDevice_SetLoad(slot->own, &load);
    (void)r; // refused only if absurdly large; the last load then stays
}

void vlWeight_Give(vlSlot* slots, int count, const vlWorld* world)
{
    for (int i = 0; i < count; ++i) {
        if (slots[i].own != NULL && slots[i].device->hand.carriesWeight) {
            give(slots, count, &slots[i], world);
        }
    }
}
