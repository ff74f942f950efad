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

// A tool that leans, and what was seen of it while it rests.
typedef struct Lean {
    vlWorld* world;
    vlCouplingDef def;
    vlCouplingId hand;
    double mass, reach; // kg, m, of the tool's lowest point below its middle
    vlQuat turn;
    Held held;
    double least, most; // N
} Lean;

static Lean setUp(const vlHeart* heart, const vlDeviceInfo* info, double mass, double tilt,
                  double step)
{
    Lean lean = {.mass = mass, .least = HUGE_VAL, .def = couplingOf(info, mass)};
    vlWorldDef world = vlHeart_Def(heart, step);
    world.surface.stiffnessN = STIFFNESS;
    world.capacity.bodies = 4;
    lean.world = vlStage_CreateWorld(&world);
    vlStage_AddFloor(lean.world);
    lean.turn = vlQuatFromAxisAngle(vlVec(1.0, 0.3, 0.0), tilt);
    vlMat3 m = vlMatFromQuat(lean.turn);
    lean.reach = 0.5 * EDGE * (fabs(m.cx.z) + fabs(m.cy.z) + fabs(m.cz.z));
    vlPose pose = {vlVec(0.0, 0.0, lean.reach), lean.turn};
    lean.def.body =
        vlStage_AddBox(lean.world, vlVec(EDGE, EDGE, EDGE), mass, pose, vlModel_AtRest());
    assert_int_equal(vlWorld_CreateCoupling(lean.world, &lean.def, &lean.hand), VL_OK);
    return lean;
}

static void watch(Lean* lean, bool isFlat)
{
    vlTwist t = vlStage_TwistOf(lean->world, lean->def.body);
    vlCouplingReport report;
    vlWrench floor;
    assert_int_equal(vlCoupling_GetReport(lean->world, lean->hand, &report), VL_OK);
    assert_int_equal(vlBody_GetContactWrench(lean->world, lean->def.body, &floor), VL_OK);
    vlVec3 sum = vlAdd(report.onBody.force, floor.force);
    sum.z -= lean->mass * VL_GRAVITY;
    double force = vlLength(report.onBody.force);
    Held* held = &lean->held;
    held->speed = fmax(held->speed, vlLength(t.linear) + EDGE * vlLength(t.angular));
    held->imbalance = fmax(held->imbalance, vlLength(sum));
    lean->least = fmin(lean->least, force);
    lean->most = fmax(lean->most, force);
    held->spread = lean->most - lean->least;
    double deep = lean->reach - vlStage_CentreOf(lean->world, lean->def.body).z;
    held->depth = isFlat ? fabs(deep * STIFFNESS / floor.force.z - 1.0) : 0.0;
}

static Held leanOn(const vlHeart* heart, const vlDeviceInfo* info, double mass, double tilt,
                   double step)
{
    Lean lean = setUp(heart, info, mass, tilt, step);
    const vlCouplingDef* def = &lean.def;
    double down = 0.5 * info->maxForce / def->stiffness;
    double slowest = fmin(sqrt(def->stiffness / mass), sqrt(def->angularStiffness / mass) / EDGE);
    // A slow tool needs 40 of its time constants to come below 1e-12 m/s.
    double time = LOWERING + JUDGED + fmax(2.0, 50.0 / slowest);
    int steps = (int)lround(time / step), judged = (int)lround(JUDGED / step);
    for (int i = 0; i < steps; ++i) {
        double part = fmin(1.0, i * step / LOWERING);
        vlPose device = {vlVec(0.0, 0.0, lean.reach - down * part), lean.turn};
        assert_int_equal(vlCoupling_SetDevice(lean.world, lean.hand, device, vlModel_AtRest()),
                         VL_OK);
        vlStage_Step(lean.world);
        if (i >= steps - judged) {
            watch(&lean, tilt <= 0.0);
        }
    }
    vlWorld_Destroy(lean.world);
    return lean.held;
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
        Held held = leanOn(heart, &device.info, p[0], p[2], p[1]);
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
