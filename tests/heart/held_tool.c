// SPDX-License-Identifier: MIT
// A tool of 1 g to 10 kg in the hand of every known device, at the largest stiffness that its table
// states, leans on a hard floor with half of the device's largest force. At rest nothing moves, the
// force is constant, hand, floor and weight balance, and a flat tool is as deep as its load needs.

#include <math.h>

#include "tests/heart/families.h"
#include "volar/simulated_device.h"

#define EDGE 0.04     // m
#define STIFFNESS 1e6 // N/m, of the floor
#define LOWERING 0.3  // s
#define JUDGED 0.2    // s
#define STILL 1e-12   // m/s
#define CONSTANT 1e-9 // N
#define BALANCE 1e-9  // N

typedef struct Held {
    double speed, spread, imbalance, depth; // m/s, N, N, relative error
} Held;

static vlCouplingDef couplingOf(const vlDeviceInfo* info, double mass)
{
    vlCouplingDef def = vlDefaultCouplingDef();
    double inertia = mass * EDGE * EDGE; // six times that of the cube, for a turn about a corner
    def.stiffness = info->maxStiffness;
    def.damping = 2.0 * sqrt(def.stiffness * mass);
    // A tool that stands on a corner would tip over if the hand were softer than its load times its
    // height, and would be slow if it were little stiffer.
    double tips = (0.5 * info->maxForce + mass * VL_GRAVITY) * EDGE;
    def.angularStiffness = fmax(info->hasTorque ? info->maxAngularStiffness : 0.6, 4.0 * tips);
    def.angularDamping = 2.0 * sqrt(def.angularStiffness * inertia);
    return def;
}

static Held lean(const vlHeart* heart, const vlDeviceInfo* info, double mass, double tilt,
                 double step)
{
    vlWorldDef world = vlHeart_Def(heart, step);
    world.surface.stiffnessN = STIFFNESS;
    world.capacity.bodies = 4;
    vlWorld* w = vlStage_CreateWorld(&world);
    vlStage_AddFloor(w);
    vlCouplingDef def = couplingOf(info, mass);
    vlQuat turn = vlQuatFromAxisAngle(vlVec(1.0, 0.3, 0.0), tilt);
    vlMat3 m = vlMatFromQuat(turn);
    double reach = 0.5 * EDGE * (fabs(m.cx.z) + fabs(m.cy.z) + fabs(m.cz.z));
    vlPose pose = {vlVec(0.0, 0.0, reach), turn};
    def.body = vlStage_AddBox(w, vlVec(EDGE, EDGE, EDGE), mass, pose, vlModel_AtRest());
    vlCouplingId hand;
    assert_int_equal(vlWorld_CreateCoupling(w, &def, &hand), VL_OK);
    double down = 0.5 * info->maxForce / def.stiffness, slowest = sqrt(def.stiffness / mass);
    slowest = fmin(slowest, sqrt(def.angularStiffness / (mass * EDGE * EDGE)));
    // A slow tool needs 40 of its time constants to come below 1e-12 m/s.
    double time = LOWERING + JUDGED + fmax(2.0, 50.0 / slowest);
    int steps = (int)lround(time / step), judged = (int)lround(JUDGED / step);
    Held held = {0.0, 0.0, 0.0, 0.0};
    double least = HUGE_VAL, most = 0.0;
    for (int i = 0; i < steps; ++i) {
        double part = fmin(1.0, i * step / LOWERING);
        vlPose device = {vlVec(0.0, 0.0, reach - down * part), turn};
        assert_int_equal(vlCoupling_SetDevice(w, hand, device, vlModel_AtRest()), VL_OK);
        vlStage_Step(w);
        if (i < steps - judged) {
            continue;
        }
        vlTwist t = vlStage_TwistOf(w, def.body);
        vlCouplingReport report;
        vlWrench floor;
        assert_int_equal(vlCoupling_GetReport(w, hand, &report), VL_OK);
        assert_int_equal(vlBody_GetContactWrench(w, def.body, &floor), VL_OK);
        vlVec3 sum = vlAdd(report.onBody.force, floor.force);
        sum.z -= mass * VL_GRAVITY;
        double force = vlLength(report.onBody.force);
        held.speed = fmax(held.speed, vlLength(t.linear) + EDGE * vlLength(t.angular));
        held.imbalance = fmax(held.imbalance, vlLength(sum));
        least = fmin(least, force);
        most = fmax(most, force);
        double deep = reach - vlStage_CentreOf(w, def.body).z;
        held.depth = tilt > 0.0 ? 0.0 : fabs(deep * STIFFNESS / floor.force.z - 1.0);
    }
    held.spread = most - least;
    vlWorld_Destroy(w);
    return held;
}

// Parameters: mass, step, tilt.
static void presets(vlHeart* heart, const double* p)
{
    Held worst = {0.0, 0.0, 0.0, 0.0};
    int count = 0;
    for (int i = 0; vlSimulatedDevice_GetPresetName(i + 1) != NULL; ++i) { // the last is planar
        vlSimulatedDeviceDef device;
        const char* name = vlSimulatedDevice_GetPresetName(i);
        assert_int_equal(vlSimulatedDevice_GetPreset(name, &device), VL_OK);
        Held held = lean(heart, &device.info, p[0], p[2], p[1]);
        worst.speed = fmax(worst.speed, held.speed);
        worst.spread = fmax(worst.spread, held.spread);
        worst.imbalance = fmax(worst.imbalance, held.imbalance);
        worst.depth = fmax(worst.depth, held.depth);
        ++count;
    }
    vlHeart_Within(heart, "presets", count, 11.0, 11.0);
    vlHeart_AtMost(heart, "speed at rest, m/s", worst.speed, STILL);
    vlHeart_AtMost(heart, "spread of the force, N", worst.spread, CONSTANT);
    vlHeart_AtMost(heart, "hand, floor and weight together, N", worst.imbalance, BALANCE);
    vlHeart_AtMost(heart, "depth over load/stiffness off by", worst.depth, 1e-6);
}

static const vlHeartCase cases[] = {
    {"1g-1ms", presets, {1e-3, 1e-3, 0.0}, false},
    {"10g-1ms-tilted", presets, {1e-2, 1e-3, 0.4}, false},
    {"100g-1ms", presets, {0.1, 1e-3, 0.0}, false},
    {"1kg-1ms-tilted", presets, {1.0, 1e-3, 0.4}, false},
    {"10kg-1ms", presets, {10.0, 1e-3, 0.0}, false},
    {"1g-5ms-tilted", presets, {1e-3, 5e-3, 0.4}, false},
    {"10kg-5ms", presets, {10.0, 5e-3, 0.0}, false},
};

const vlHeartFamily vlHeart_HeldTool = VL_HEART_FAMILY("held-tool", cases);
