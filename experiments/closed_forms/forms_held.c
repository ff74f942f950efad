// SPDX-License-Identifier: MIT
// A tool that a hand holds by a virtual coupling, and a motor at its limit. Only Volar has these.

#include <math.h>

#include "experiments/closed_forms/groups.h"
#include "models/body_model.h"

#define COUPLING 200.0 // N/m
#define PRESS 0.0199   // m, depth of the device below the floor: 3.98 N

static vlWorld* open(const vlFormMethod* method, vlVec3 gravity)
{
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = NULL;
    def.integrator = method->integrator;
    def.step = method->step;
    def.gravity = gravity;
    return vlWorld_Create(&def, &world, NULL, 0) == VL_OK ? world : NULL;
}

// A tool of `size` and `mass` with its lower side at `height`, held in its middle.
static bool hold(vlWorld* world, vlVec3 size, double mass, double height, vlBodyId* tool,
                 vlCouplingId* coupling)
{
    vlCouplingDef def = vlDefaultCouplingDef();
    vlPose pose = vlModel_At(0.0, 0.0, height + 0.5 * size.z);
    if (vlModel_AddBox(world, size, mass, pose, vlModel_AtRest(), tool) != VL_OK) {
        return false;
    }
    // Damped as a body of this mass allows: half of critical.
    def.body = *tool;
    def.damping = sqrt(COUPLING * mass);
    def.angularDamping = sqrt(def.angularStiffness * mass * 1e-4);
    return vlWorld_CreateCoupling(world, &def, coupling) == VL_OK;
}

// The force that the hand feels 2 s after the device has pressed a tool of `mass` into the floor,
// N.
static double press(const vlFormMethod* method, double mass)
{
    vlWorld* world = open(method, vlZero());
    vlBodyId floor, tool;
    vlCouplingId coupling;
    vlCouplingReport report;
    const vlVec3 size = {0.02, 0.02, 0.02};
    double force = nan("");
    if (world != NULL && vlModel_AddFloor(world, &floor) == VL_OK &&
        hold(world, size, mass, 1e-3, &tool, &coupling)) {
        vlPose device = vlModel_At(0.0, 0.0, 0.5 * size.z - PRESS);
        vlResult result = vlCoupling_SetDevice(world, coupling, device, vlModel_AtRest());
        for (int i = 0; i < (int)lround(2.0 / method->step) && result == VL_OK; ++i) {
            result = vlWorld_Step(world);
        }
        if (result == VL_OK && vlCoupling_GetReport(world, coupling, &report) == VL_OK) {
            force = -report.onBody.force.z;
        }
    }
    vlWorld_Destroy(world);
    return force;
}

// The spread of the force felt with tools of 1 mg to 1 kg, over the force.
static double spreadOfPress(const vlFormMethod* method, double unused)
{
    static const double masses[5] = {1.0, 1e-2, 1e-3, 1e-4, 1e-6};
    double least = HUGE_VAL, most = -HUGE_VAL;
    (void)unused;
    for (int i = 0; i < 5; ++i) {
        double force = press(method, masses[i]);
        if (isnan(force)) {
            return force;
        }
        least = fmin(least, force);
        most = fmax(most, force);
    }
    return (most - least) / (COUPLING * PRESS);
}

// A 1 mm tool of 10 g is pushed at a 1 mm plate at 0.5, 2 and 5 m/s in four phases of a step, until
// the device is 20 mm below. Returns how many end on the other side.
static double pushThrough(const vlFormMethod* method, double unused)
{
    static const double speeds[3] = {0.5, 2.0, 5.0};
    int passed = 0;
    (void)unused;
    for (int i = 0; i < 12; ++i) {
        double speed = speeds[i / 4], start = 0.02 + 0.25 * (i % 4) * speed * method->step;
        vlWorld* world = open(method, vlZero());
        vlBodyDef plate = vlDefaultBodyDef();
        vlBodyId id, tool;
        vlCouplingId coupling;
        vlPose pose = vlIdentityPose();
        plate.type = VL_BODY_STATIC;
        plate.pose = vlModel_At(0.0, 0.0, -5e-4);
        bool ok = world != NULL &&
                  vlShape_CreateBox(NULL, vlVec(0.1, 0.1, 5e-4), &plate.shape, NULL, 0) == VL_OK &&
                  vlWorld_CreateBody(world, &plate, &id) == VL_OK &&
                  hold(world, vlVec(0.02, 0.02, 1e-3), 0.01, start, &tool, &coupling);
        for (int k = 1; k <= (int)lround(0.3 / method->step) && ok; ++k) {
            double z = start - speed * k * method->step;
            bool moves = z > -0.02;
            ok = vlCoupling_SetDevice(
                     world, coupling, vlModel_At(0.0, 0.0, moves ? z : -0.02),
                     vlModel_Moving(vlVec(0.0, 0.0, moves ? -speed : 0.0), vlZero())) == VL_OK &&
                 vlWorld_Step(world) == VL_OK;
        }
        ok = ok && vlBody_GetPose(world, tool, &pose) == VL_OK;
        passed += !(ok && pose.p.z > -1e-3);
        vlShape_Release(plate.shape);
        vlWorld_Destroy(world);
    }
    return passed;
}

// How far a tool of 1 kg hangs below a device that stands still, mm: m g/k.
static double hang(const vlFormMethod* method, double unused)
{
    (void)unused;
    vlWorld* world = open(method, vlVec(0.0, 0.0, -VL_FORM_GRAVITY));
    vlBodyId tool;
    vlCouplingId coupling;
    vlPose pose;
    double below = nan("");
    if (world != NULL && hold(world, vlVec(0.02, 0.02, 0.02), 1.0, -0.01, &tool, &coupling)) {
        vlResult result = VL_OK;
        for (int i = 0; i < (int)lround(5.0 / method->step) && result == VL_OK; ++i) {
            result = vlWorld_Step(world);
        }
        if (result == VL_OK && vlBody_GetPose(world, tool, &pose) == VL_OK) {
            below = -1e3 * pose.p.z;
        }
    }
    vlWorld_Destroy(world);
    return below;
}

// A wheel of 1 kg m2 on a hinge, whose critically damped position motor is 3 rad away from its
// target and gives at most 2 N m, a hundredth or less of what its spring asks for. Returns how far
// it goes beyond its target, over those 3 rad.
#define MOTOR_WAY 3.0 // rad

static double driveToTarget(const vlFormMethod* method, double unused)
{
    (void)unused;
    vlWorld* world = open(method, vlZero());
    vlJointDef def = vlDefaultJointDef(VL_JOINT_HINGE);
    vlJointId joint;
    vlJointReport report;
    const double side = sqrt(6.0); // a plate of 1 kg with 1 kg m2 about its axis
    vlResult result = world == NULL
                          ? VL_ERROR_MEMORY
                          : vlModel_AddBox(world, vlVec(side, side, 0.1), 1.0, vlModel_At(0, 0, 0),
                                           vlModel_AtRest(), &def.bodyB);
    def.axis[0].motor = (vlMotor){.mode = VL_MOTOR_POSITION,
                                  .target = MOTOR_WAY,
                                  .stiffness = 100.0,
                                  .damping = 20.0,
                                  .freeSpeed = HUGE_VAL,
                                  .maxForce = 2.0};
    result = result == VL_OK ? vlJointDef_Place(&def, world, vlZero(), vlVec(0, 0, 1), vlZero())
                             : result;
    result = result == VL_OK ? vlWorld_CreateJoint(world, &def, &joint) : result;
    double farthest = 0.0, last = 0.0;
    for (int i = 0; i < (int)lround(10.0 / method->step) && result == VL_OK; ++i) {
        result = vlWorld_Step(world);
        result = result == VL_OK ? vlJoint_GetReport(world, joint, &report) : result;
        last = result == VL_OK ? report.position[0] : nan("");
        farthest = fmax(farthest, last);
    }
    vlWorld_Destroy(world);
    // A wheel that has not arrived does not count.
    return result == VL_OK && fabs(last - MOTOR_WAY) < 0.01 * MOTOR_WAY
               ? fmax(0.0, farthest / MOTOR_WAY - 1.0)
               : nan("");
}

static const vlForm forms[] = {
    {.name = "tool of 1 mg to 1 kg pressed with 3.98 N: spread of the force felt, of it",
     .measure = spreadOfPress,
     .bound = VL_FORM_AT_MOST,
     .limit = {VL_FORM_REPORTED, 2e-4, 2e-4},
     .reason = "The tool sinks in by 0.4 to 4 um, of 19.9 mm by which the coupling is stretched. "
               "Explicit: the step limits what a light tool can be held and carried with."},
    {.name = "held 1 mm tool pushed at a 1 mm plate at up to 5 m/s, passed of 12",
     .measure = pushThrough,
     .bound = VL_FORM_AT_MOST,
     .limit = {VL_FORM_REPORTED, 0.0, 0.0},
     .reason = "What has passed does not come back. The explicit step does not foresee contacts."},
    {.name = "1 kg hangs on a coupling of 200 N/m: lower by, mm",
     .exact = 1e3 * VL_FORM_GRAVITY / COUPLING,
     .measure = hang,
     .bound = VL_FORM_PERCENT,
     .limit = {1e-4, 1e-4, 1e-4},
     .reason = "Statics does not depend on the step; the motion has 5 s to die out."},
    {.name = "position motor at its limit: goes beyond its target by, of its way",
     .measure = driveToTarget,
     .bound = VL_FORM_AT_MOST,
     .limit = {1e-3, 1e-3, 1e-3},
     .reason =
         "Its damper brakes in time; within its limit the spring stretches by at most 0.02 rad."},
};

const vlFormGroup vlForms_Held = {"held", false, forms, sizeof forms / sizeof forms[0]};
