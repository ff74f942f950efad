// SPDX-License-Identifier: MIT
// Free flight in an implicit world: a body without forces keeps its momenta, and rotation about the
// middle axis keeps its energy, whether or not the body goes through the solver.

#include "stage.h"
#include "test.h"

#define SECONDS 20.0

static vlWorld* weightless(void)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.capacity.bodies = 2;
    def.gravity = vlZero();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    return vlStage_CreateWorld(&def);
}

// A block whose y is the axis of its middle moment and that rotates about it at 10 rad/s, plus
// `offset`.
static vlBodyId addBlock(vlWorld* world, vlVec3 size, vlQuat q, vlVec3 offset)
{
    vlVec3 omega = vlRotate(q, vlAdd(vlVec(0.0, 10.0, 0.0), offset));
    vlPose pose = {vlVec(1.0, 2.0, 3.0), q};
    return vlStage_AddBox(world, size, 1.3, pose, vlModel_Moving(vlVec(0.3, -0.2, 0.1), omega));
}

// A spring and damper that exert nothing; because of them the body goes through the solver.
static void addSlack(vlWorld* world, vlBodyId body)
{
    vlSpringDef def = vlDefaultSpringDef();
    def.bodyB = body;
    def.pointB = vlVec(0.1, 0.2, 0.3);
    def.stiffness = 0.0;
    vlSpringId id = {0, 0};
    assert_int_equal(vlWorld_CreateSpring(world, &def, &id), VL_OK);
}

typedef struct Drift {
    double velocity, spin, energy; // largest, relative
} Drift;

static Drift driftOf(vlWorld* world, vlBodyId body, int islands)
{
    Drift worst = {0.0, 0.0, 0.0};
    vlVec3 velocity = vlStage_TwistOf(world, body).linear;
    vlVec3 spin = vlStage_SpinOf(world, body);
    double energy = vlStage_KineticEnergy(world);
    int steps = vlStage_Count((int)(SECONDS / vlWorld_GetStep(world) + 0.5), 2000);
    for (int i = 0; i < steps; ++i) {
        vlStage_Step(world);
        vlVec3 dv = vlSub(vlStage_TwistOf(world, body).linear, velocity);
        vlVec3 dL = vlSub(vlStage_SpinOf(world, body), spin);
        worst.velocity = fmax(worst.velocity, vlLength(dv) / vlLength(velocity));
        worst.spin = fmax(worst.spin, vlLength(dL) / vlLength(spin));
        worst.energy = fmax(worst.energy, fabs(vlStage_KineticEnergy(world) / energy - 1.0));
    }
    assert_int_equal(vlWorld_GetStepInfo(world).islandCount, islands);
    return worst;
}

// Blocks of moments near each other and far apart; turning straight about the axis, and off it so
// that they tumble.
static void fly(bool isSolved)
{
    static const vlVec3 sizes[] = {{0.4, 0.3, 0.2}, {0.30, 0.29, 0.28}, {0.5, 0.2, 0.02}};
    static const vlVec3 offsets[] = {{0.0, 0.0, 0.0}, {0.01, 0.0, 0.1}, {1.0, 0.0, -1.0}};
    vlRandom random = vlRandom_Seed(1);
    for (int i = 0; i < 9; ++i) {
        vlWorld* world = weightless();
        vlQuat q = vlRandom_Rotation(&random);
        vlBodyId body = addBlock(world, sizes[i / 3], q, offsets[i % 3]);
        if (isSolved) {
            addSlack(world, body);
        }
        Drift drift = driftOf(world, body, isSolved ? 1 : 0);
        // Rounding: L = R I R^T omega as read; through the solver, of each step's solution too.
        VL_CHECK_BELOW(drift.velocity, 1e-12);
        VL_CHECK_BELOW(drift.spin, 1e-12);
        // The second-order rule below 3 mrad per step errs by at most 1e-6, and does not drift.
        VL_CHECK_BELOW(drift.energy, 1e-6);
        vlWorld_Destroy(world);
    }
}

static void a_free_body_keeps_its_momenta_and_energy(void** state)
{
    (void)state;
    fly(false);
}

static void a_body_on_a_slack_spring_keeps_its_momenta_and_energy(void** state)
{
    (void)state;
    fly(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_body_keeps_its_momenta_and_energy),
        cmocka_unit_test(a_body_on_a_slack_spring_keeps_its_momenta_and_energy),
    };
    return cmocka_run_group_tests_name("implicit_free", tests, NULL, NULL);
}
