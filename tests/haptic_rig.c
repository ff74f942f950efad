// SPDX-License-Identifier: MIT
#include <float.h>

#include "haptic_rig.h"
#include "test.h"

// --- The bad line ---

static vlDeviceSample spoilt(vlFaultyDevice* f, vlDeviceSample sample)
{
    uint64_t newest = f->reads % VL_RIG_PAST;
    int late = (int)(f->reads < VL_RIG_PAST ? 1 : VL_RIG_PAST);
    switch (f->fault) {
    case VL_FAULT_NONE:
    case VL_FAULT_UNPLUGGED:
    case VL_FAULT_WRITE:
    case VL_FAULT_COUNT: break;
    case VL_FAULT_HUNG: return f->given;
    case VL_FAULT_NAN: sample.pose.p.y = (double)NAN; break;
    case VL_FAULT_INF: sample.pose.p.z = (f->reads & 1) != 0 ? HUGE_VAL : -HUGE_VAL; break;
    case VL_FAULT_JUMP: sample.pose.p = vlAdd(sample.pose.p, f->jump); break;
    case VL_FAULT_QUAT: sample.pose.q.w *= 1.5; break;
    case VL_FAULT_LOST: return vlRandom_Index(&f->random, 5) == 0 ? sample : f->given;
    case VL_FAULT_DOUBLED: return (f->reads & 1) != 0 ? sample : f->given;
    case VL_FAULT_REORDERED:
        newest += VL_RIG_PAST - (uint64_t)vlRandom_Index(&f->random, late);
        return f->past[newest % VL_RIG_PAST];
    case VL_FAULT_BUTTONS: sample.buttons = (uint32_t)vlRandom_Next(&f->random); break;
    }
    return sample;
}

static vlResult readFaulty(void* self, double now, vlDeviceSample* sample)
{
    vlFaultyDevice* f = self;
    vlDeviceSample sound;
    vlResult result = vlDevice_Read(f->inner, now, &sound);
    if (result != VL_OK || f->fault == VL_FAULT_UNPLUGGED) {
        return result != VL_OK ? result : VL_ERROR_IO;
    }
    ++f->reads;
    f->past[f->reads % VL_RIG_PAST] = sound;
    f->given = spoilt(f, sound);
    *sample = f->given;
    return VL_OK;
}

static vlResult writeFaulty(void* self, double now, const vlWrench* wrench)
{
    vlFaultyDevice* f = self;
    if (f->fault == VL_FAULT_UNPLUGGED || f->fault == VL_FAULT_WRITE) {
        return VL_ERROR_IO; // and the hardware goes on rendering the last wrench
    }
    f->rendered = *wrench;
    return vlDevice_Write(f->inner, now, wrench);
}

static void closeFaulty(void* self)
{
    vlDevice_Close(((vlFaultyDevice*)self)->inner);
}

// --- Setting up ---

vlRigHand* vlHapticRig_AddHand(vlHapticRig* rig, const vlSimulatedDeviceDef* def, bool isPassive)
{
    static const vlDeviceOps ops = {.name = "faulty",
                                    .describes = "a simulated device behind a bad line",
                                    .read = readFaulty,
                                    .write = writeFaulty,
                                    .close = closeFaulty};
    assert_true(rig->handCount < VL_RIG_HANDS);
    vlRigHand* hand = &rig->hands[rig->handCount++];
    *hand = (vlRigHand){.faulty = {.jump = vlVec(1.0, 0.0, 0.0),
                                   .random = vlRandom_Seed((uint64_t)rig->handCount)}};
    assert_int_equal(vlSimulatedDevice_Create(def, &hand->faulty.inner), VL_OK);
    const vlDeviceInfo* info = vlDevice_GetInfo(hand->faulty.inner);
    assert_int_equal(vlDevice_Wrap(&ops, &hand->faulty, info, &hand->device), VL_OK);
    vlRendererDef renderer = vlDefaultRendererDef(rig->world, vlDevice_GetInfo(hand->device));
    renderer.passivity.isOn = isPassive;
    assert_int_equal(vlRenderer_Create(&renderer, &hand->renderer, NULL, 0), VL_OK);
    return hand;
}

static vlBodyId addPointer(vlWorld* world, vlVec3 size, vlPose at)
{
    vlBodyId id = {0, 0};
    vlBodyDef def = vlDefaultBodyDef();
    def.type = VL_BODY_KINEMATIC;
    def.shape = vlStage_CreateBox(size);
    def.isPointer = true;
    def.mass = 0.1;
    def.pose = at;
    assert_int_equal(vlWorld_CreateBody(world, &def, &id), VL_OK);
    vlShape_Release(def.shape);
    return id;
}

void vlHapticRig_Take(vlHapticRig* rig, vlRigHand* hand, vlVec3 size, double mass, vlPose at,
                      const vlCouplingDef* gains)
{
    if (mass > 0.0) {
        vlCouplingDef def = *gains;
        def.body = vlStage_AddBox(rig->world, size, mass, at, vlModel_AtRest());
        assert_int_equal(vlRenderer_Grasp(hand->renderer, &def, false), VL_OK);
        hand->tool = def.body;
    } else {
        hand->tool = addPointer(rig->world, size, at);
        assert_int_equal(vlRenderer_Connect(hand->renderer, hand->tool), VL_OK);
    }
}

void vlHapticRig_Close(vlHapticRig* rig)
{
    for (int i = 0; i < rig->handCount; ++i) {
        vlRenderer_Destroy(rig->hands[i].renderer);
        vlDevice_Close(rig->hands[i].device);
    }
    vlWorld_Destroy(rig->world);
    *rig = (vlHapticRig){.handCount = 0};
}

// --- Ticks ---

// Causes that end a force at once: letting a hand go is safer than pushing it on. All other causes
// change the force no faster than the limit, and no cause lets it grow faster.
#define ENDS_AT_ONCE                                                                               \
    (VL_TRIP_FLAG(VL_TRIP_NOT_FINITE) | VL_TRIP_FLAG(VL_TRIP_CLOCK) | VL_TRIP_FLAG(VL_TRIP_JUMP) | \
     VL_TRIP_FLAG(VL_TRIP_POWER) | VL_TRIP_FLAG(VL_TRIP_ENERGY))

// VL_CHECK_BELOW reads the environment, which is too slow for every tick.
static void mustBeBelow(double value, double limit)
{
    if (!(value <= limit)) {
        VL_CHECK_BELOW(value, limit);
    }
}

// Checks one vector that the hardware renders against its limits; the slack is the rounding of one
// scaling.
static void checkVector(vlVec3 now, vlVec3 last, double most, double change, bool mayEnd)
{
    assert_true(vlIsFinite(now));
    mustBeBelow(vlLength(now), most * (1.0 + 1e-12));
    mustBeBelow(vlLength(now) - vlLength(last), change + 1e-12 * most);
    if (!mayEnd) {
        mustBeBelow(vlLength(vlSub(now, last)), change + 1e-12 * most);
    }
}

static void checkHand(const vlHapticRig* rig, vlRigHand* hand, double dt)
{
    const vlGovernor* governor = vlRenderer_GetGovernor(hand->renderer);
    const vlGovernorLimits* limits = &governor->limits;
    vlRendererReport report = vlRenderer_GetReport(hand->renderer);
    const vlWrench* now = &hand->faulty.rendered;
    // A late tick allows no more change than two periods.
    double time = dt > 0.0 ? fmin(dt, 2.0 * vlWorld_GetStep(rig->world)) : 0.0;
    // After writes were lost it is not known what the device renders, so the force starts from zero
    // again.
    bool mayEnd = (report.flags & ENDS_AT_ONCE) != 0 || hand->wasLost;
    checkVector(now->force, hand->last.force, limits->maxForce, limits->maxForceRate * time,
                mayEnd);
    checkVector(now->torque, hand->last.torque, limits->maxTorque, limits->maxTorqueRate * time,
                mayEnd);
    assert_true(vlIsFinite(report.sent.force) && vlIsFinite(report.sent.torque));
    assert_true(vlIsFinite(report.pose.p) && vlIsFinite(report.twist.linear));
    double rise = vlLength(now->force) - vlLength(hand->last.force);
    hand->fastestRise = time > 0.0 ? fmax(hand->fastestRise, rise / time) : hand->fastestRise;
    hand->largest = fmax(hand->largest, vlLength(now->force));
    hand->seen |= report.flags;
    hand->last = *now;
    hand->wasLost = report.writeResult != VL_OK;
}

vlResult vlHapticRig_TickAfter(vlHapticRig* rig, double dt)
{
    double before = rig->now;
    rig->now += dt;
    dt = rig->now - before; // rounded as the clock is
    for (int i = 0; i < rig->handCount; ++i) {
        vlRigHand* hand = &rig->hands[i];
        vlResult read = vlRenderer_ReadDevice(hand->renderer, hand->device, rig->now);
        assert_int_equal(read, vlRenderer_GetReport(hand->renderer).readResult);
    }
    vlResult result = vlWorld_Step(rig->world);
    for (int i = 0; i < rig->handCount; ++i) {
        vlRigHand* hand = &rig->hands[i];
        vlResult write = vlRenderer_WriteDevice(hand->renderer, hand->device, rig->now);
        assert_int_equal(write, vlRenderer_GetReport(hand->renderer).writeResult);
        checkHand(rig, hand, dt);
    }
    return result;
}

void vlHapticRig_Tick(vlHapticRig* rig, int count)
{
    for (int i = 0; i < count; ++i) {
        assert_int_equal(vlHapticRig_TickAfter(rig, VL_RIG_TICK), VL_OK);
    }
}

vlSimulatedReport vlHapticRig_ReportOf(const vlRigHand* hand)
{
    vlSimulatedReport report;
    assert_int_equal(vlSimulatedDevice_GetReport(hand->faulty.inner, &report), VL_OK);
    return report;
}

void vlHapticRig_BlowUp(vlWorld* world, vlBodyId body)
{
    vlVec3 at = vlStage_CentreOf(world, body);
    at.x += 4.0;
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(vlBody_ApplyForce(world, body, vlVec(0.0, VL_MAX_FORCE, 0.0), at), VL_OK);
    }
}

vlTripRecord vlHapticRig_LastRecord(const vlRigHand* hand, vlTripCause cause)
{
    const vlGovernor* governor = vlRenderer_GetGovernor(hand->renderer);
    vlTripRecord record = {.cause = VL_TRIP_COUNT};
    for (int i = vlGovernor_GetRecordCount(governor) - 1; i >= 0 && record.cause != cause; --i) {
        assert_int_equal(vlGovernor_GetRecord(governor, i, &record), VL_OK);
    }
    assert_int_equal(record.cause, cause);
    return record;
}
