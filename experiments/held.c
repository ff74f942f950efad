// SPDX-License-Identifier: MIT
#include "experiments/held.h"

#include <math.h>

#include "base/clock.h"
#include "experiments/measure.h"

static double processorTime(void)
{
    return 1e-9 * vlClock_ThreadNow();
}

vlResult vlHeld_Firmly(const vlMotionKey* keys, int count, vlSimulatedDeviceDef* def)
{
    vlResult result = vlSimulatedDevice_GetPreset("sigma7", def);
    if (result == VL_OK) {
        def->hand.grip = vlSimulatedDevice_TightGrip();
        def->hand.arm = (vlSimulatedGrip){2000.0, 60.0, 20.0, 0.3};
        def->hand.keys = keys;
        def->hand.keyCount = count;
    }
    return result;
}

// Stiffness of two springs in series.
static double inSeries(double a, double b)
{
    return a * b / (a + b);
}

double vlHeld_Stiffness(const vlSimulatedDeviceDef* def)
{
    return inSeries(def->hand.grip.stiffness, def->hand.arm.stiffness);
}

double vlHeld_AngularStiffness(const vlSimulatedDeviceDef* def)
{
    return inSeries(def->hand.grip.angularStiffness, def->hand.arm.angularStiffness);
}

vlResult vlHeld_Take(vlWorld* world, vlVec3 gravity, const vlSimulatedDeviceDef* device,
                     const vlCouplingDef* coupling, vlHeld* held)
{
    *held = (vlHeld){.world = world, .tool = coupling->body, .coupling = *coupling};
    vlMat3 inertia;
    vlResult result = vlBody_GetMass(world, held->tool, &held->mass, &inertia);
    result = result == VL_OK ? vlSimulatedDevice_Create(device, &held->device) : result;
    if (result != VL_OK) {
        return result;
    }
    held->weight = vlScale(gravity, held->mass);
    vlRendererDef renderer = vlDefaultRendererDef(world, vlDevice_GetInfo(held->device));
    renderer.velocity.rule = VL_VELOCITY_WINDOW;
    renderer.velocity.quantum = device->resolution;
    renderer.velocity.angularQuantum = device->angularResolution;
    result = vlRenderer_Create(&renderer, &held->renderer, NULL, 0);
    return result == VL_OK ? vlRenderer_Grasp(held->renderer, coupling, false) : result;
}

void vlHeld_Close(vlHeld* held)
{
    vlRenderer_Destroy(held->renderer);
    vlDevice_Close(held->device);
    *held = (vlHeld){0};
}

vlResult vlHeld_Tick(vlHeld* held, double now)
{
    vlResult result = vlRenderer_ReadDevice(held->renderer, held->device, now);
    vlReading before = vlReading_Read(held->world, held->tool);
    held->momentum = vlScale(before.twist.linear, held->mass);
    held->spin = before.momentum;
    held->lever = vlSub(vlTransform(before.pose, held->coupling.grasp.p), before.centre);
    double start = processorTime();
    result = result == VL_OK ? vlWorld_Step(held->world) : result;
    held->stepTime = processorTime() - start;
    return result == VL_OK ? vlRenderer_WriteDevice(held->renderer, held->device, now) : result;
}

vlWrench vlHeld_Imbalance(const vlHeld* held)
{
    vlReading after = vlReading_Read(held->world, held->tool);
    vlWrench felt = vlRenderer_GetReport(held->renderer).felt, touch;
    if (vlBody_GetContactWrench(held->world, held->tool, &touch) != VL_OK) {
        touch.force = touch.torque = vlVec(nan(""), nan(""), nan(""));
    }
    double rate = 1.0 / vlWorld_GetStep(held->world);
    vlVec3 change = vlSub(vlScale(after.twist.linear, held->mass), held->momentum);
    vlVec3 turned = vlSub(after.momentum, held->spin);
    vlVec3 force = vlMulAdd(vlAdd(touch.force, held->weight), -rate, change);
    vlVec3 torque = vlMulAdd(touch.torque, -rate, turned);
    vlVec3 feltTorque = vlAdd(felt.torque, vlCross(held->lever, felt.force));
    return (vlWrench){vlSub(felt.force, force), vlSub(feltTorque, torque)};
}

double vlHeld_LawError(const vlHeld* held)
{
    const vlCouplingDef* c = &held->coupling;
    vlRendererReport report = vlRenderer_GetReport(held->renderer);
    vlReading m = vlReading_Read(held->world, held->tool);
    vlVec3 grasp = vlTransform(m.pose, c->grasp.p);
    vlVec3 lever = vlSub(grasp, m.centre);
    vlVec3 velocity = vlAdd(m.twist.linear, vlCross(m.twist.angular, lever));
    vlVec3 pull = vlScale(vlSub(report.pose.p, grasp), c->stiffness);
    pull = vlMulAdd(pull, c->damping, vlSub(report.twist.linear, velocity));
    return vlLength(vlAdd(report.felt.force, pull));
}

double vlHeld_CountTrips(const vlHeld* held)
{
    const vlGovernor* governor = vlRenderer_GetGovernor(held->renderer);
    double ticks = 0.0;
    for (int i = 0; i < VL_TRIP_COUNT; ++i) {
        ticks += (double)governor->counts[i].ticks;
    }
    return ticks;
}
