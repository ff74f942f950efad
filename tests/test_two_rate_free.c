// SPDX-License-Identifier: MIT
// Bodies that nobody holds, under packets: momentum, energy, rest.

#include "test.h"
#include "two_rate_fixture.h"

static void colliding_bodies_keep_their_momentum(void** state)
{
    (void)state;
    static const int periods[] = {1, 5, 20};
    for (size_t k = 0; k < 3; ++k) {
        vlWorldDef def = implicitDef();
        def.gravity = vlZero();
        vlWorld* world = vlStage_CreateWorld(&def);
        vlTwist spin = {vlVec(0.5, 0.0, 0.0), vlVec(1.0, 3.0, 2.0)};
        vlBodyId body[2];
        body[0] =
            vlStage_AddBox(world, vlVec(0.05, 0.03, 0.04), 0.1, vlModel_At(-0.05, 0.0, 0.0), spin);
        body[1] = addCube(world, vlVec(0.0, 0.013, 0.007), vlZero());
        vlTwoRate* two = vlRig_Divide(world, NULL);
        vlVec3 linear[2], angular[2];
        for (int after = 0; after < 2; ++after) {
            linear[after] = angular[after] = vlZero();
            for (int i = 0; i < 2; ++i) {
                linear[after] =
                    vlMulAdd(linear[after], 0.1, vlStage_TwistOf(world, body[i]).linear);
                angular[after] = vlAdd(angular[after], vlStage_AngularMomentum(world, body[i]));
            }
            if (after == 0) {
                runServed(world, two, 500, periods[k]);
            }
        }
        assert_true(vlStage_TwistOf(world, body[1]).linear.x > 0.1); // the body was hit
        // Rounding: 0.05 N s and 1e-3 N m s over 500 steps.
        VL_CHECK_BELOW(vlLength(vlSub(linear[1], linear[0])), 1e-15);
        VL_CHECK_BELOW(vlLength(vlSub(angular[1], angular[0])), 1e-15);
        vlTwoRate_Destroy(two);
        vlWorld_Destroy(world);
    }
}

// Boxes that fall on a table at random. A box that rocks from one edge to the other hits the table
// between packets, without a contact; that must not give it energy.
static void falling_boxes_gain_no_energy(void** state)
{
    (void)state;
    static const int periods[] = {2, 10, 20};
    for (int k = 0; k < 3; ++k) {
        vlRandom random = vlRandom_Seed(5);
        for (int i = 0; i < vlStage_Count(20, 4); ++i) {
            vlWorldDef def = implicitDef();
            def.surface.stiffnessN = vlRandom_Log(&random, 1e4, 1e6);
            vlWorld* world = vlStage_CreateWorld(&def);
            (void)vlStage_AddSlab(world, vlVec(4.0, 4.0, 1.0));
            double mass = vlRandom_Log(&random, 0.01, 1.0);
            vlVec3 size = vlStage_AnySize(&random, 0.05, 0.15);
            vlPose pose = vlStage_AnyPose(&random, vlVec(0.0, 0.0, 0.25));
            vlBodyId box = vlStage_AddBox(world, size, mass, pose, vlModel_AtRest());
            vlTwoRate* two = vlRig_Divide(world, NULL);
            double start = mass * VL_GRAVITY * 0.25;
            for (int step = 0; step < 3000; ++step) {
                runServed(world, two, 1, step % periods[k] == 0 ? 1 : 2);
                vlVec3 centre = vlStage_CentreOf(world, box);
                double energy = vlStage_KineticEnergy(world) + mass * VL_GRAVITY * centre.z;
                VL_CHECK_BELOW(energy, 1.0001 * start);
                assert_true(centre.z > 0.0);
            }
            VL_CHECK_BELOW(vlStage_TopSpeed(world), 1e-3); // at rest after 3 s, as with one rate
            vlTwoRate_Destroy(two);
            vlWorld_Destroy(world);
        }
    }
}

// Heaps of boxes, whole and of pieces, on a floor.
static void heaps_come_to_rest(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    for (int i = 0; i < vlStage_Count(12, 3); ++i) {
        vlWorldDef def = implicitDef();
        def.surface.stiffnessN = vlRandom_Log(&random, 1e4, 1e6);
        def.contact.law = i % 3 == 1 ? VL_LAW_FOUNDATION : VL_LAW_LUMPED;
        def.contact.reference.normal = i % 4 == 3 ? VL_NORMAL_SEARCH : VL_NORMAL_GRADIENT;
        vlWorld* world = vlStage_CreateWorld(&def);
        (void)vlStage_AddFloor(world);
        vlBodyId box[6];
        for (int k = 0; k < 6; ++k) {
            double mass = vlRandom_Log(&random, 0.01, 1.0);
            vlVec3 size = vlStage_AnySize(&random, 0.05, 0.15);
            vlVec3 place = vlVec(0.05 * (k % 2), 0.03 * (k % 3), 0.15 + 0.17 * k);
            vlPose pose = vlStage_AnyPose(&random, place);
            vlShape* shape =
                k % 3 == 2 ? vlStage_CreateCutBox(size, 2, 1, 1) : vlStage_CreateBox(size);
            box[k] = vlStage_AddShape(world, shape, mass, pose, vlModel_AtRest());
        }
        vlTwoRate* two = vlRig_Divide(world, NULL);
        runServed(world, two, 4000, 5 + vlRandom_Index(&random, 16));
        VL_CHECK_BELOW(vlStage_TopSpeed(world), 1e-2);
        for (int k = 0; k < 6; ++k) {
            assert_true(vlStage_CentreOf(world, box[k]).z > 0.02); // more than half the least size
        }
        vlTwoRate_Destroy(two);
        vlWorld_Destroy(world);
    }
}

// A box falls on its face or on an edge, and bounces for half a second. `left` receives the speed
// with which it rises over that of its fall.
static vlWorld* bounceServed(double e, double tilt, int period, double* left)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.step = TICK;
    def.surface.restitution = e;
    vlWorld* world = vlStage_CreateWorld(&def);
    (void)vlStage_AddSlab(world, vlVec(4.0, 4.0, 1.0));
    vlPose pose = vlModel_At(0.0, 0.0, 0.3);
    pose.q = vlQuatFromRotationVector(vlVec(0.1 * tilt, tilt, 0.0));
    vlBodyId box = vlStage_AddBox(world, vlVec(0.2, 0.1, 0.1), 1.0, pose, vlModel_AtRest());
    vlTwoRate* two = period > 0 ? vlRig_Divide(world, NULL) : NULL;
    double start = VL_GRAVITY * 0.3;
    double fall = 0.0, rise = 0.0;
    for (int i = 1; i <= 500; ++i) {
        vlStage_Step(world);
        if (two != NULL && i % period == 0) {
            (void)vlTwoRate_FindContacts(two);
        }
        double v = vlStage_TwistOf(world, box).linear.z;
        fall = rise > 0.0 ? fall : fmin(fall, v);
        rise = fmax(rise, v);
        double z = vlStage_CentreOf(world, box).z;
        // 0.013: the velocity is that in the middle of a step: g v h/2 at 2.5 m/s.
        VL_CHECK_BELOW(vlStage_KineticEnergy(world) + VL_GRAVITY * z, start + 0.013);
        assert_true(z > 0.0);
    }
    vlTwoRate_Destroy(two);
    *left = -rise / fall;
    return world;
}

static void bounces_are_those_of_a_single_rate(void** state)
{
    (void)state;
    static const double tilts[] = {0.0, 0.4, 0.7};
    static const int periods[] = {2, 5, 20};
    for (int i = 0; i < 6; ++i) {
        double e = i % 2 == 0 ? 0.5 : 0.9, tilt = tilts[i / 2], left;
        vlWorld* world = bounceServed(e, tilt, 0, &left);
        uint64_t hash = vlWorld_GetHash(world);
        vlWorld_Destroy(world);
        world = bounceServed(e, tilt, 1, &left);
        assert_true(vlWorld_GetHash(world) == hash);
        vlWorld_Destroy(world);
        for (int k = 0; k < 3; ++k) { // with fewer packets the coefficient must be the same
            vlWorld_Destroy(bounceServed(e, tilt, periods[k], &left));
            if (tilt == 0.0) {
                VL_CHECK_NEAR(left, e, 0.03); // the promised accuracy
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colliding_bodies_keep_their_momentum),
        cmocka_unit_test(falling_boxes_gain_no_energy),
        cmocka_unit_test(heaps_come_to_rest),
        cmocka_unit_test(bounces_are_those_of_a_single_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
