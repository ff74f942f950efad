// SPDX-License-Identifier: MIT
// The planar world: motion, impacts with their closed forms, contacts, the ledger, snapshots.

#include <stdlib.h>
#include <string.h>

#include "planar_rig.h"

static const double steps[2] = {0.002, 0.001};

static void free_bodies_move_exactly(void** state)
{
    (void)state;
    for (int s = 0; s < 2; ++s) {
        vlWorld2* world = makeWorld("seh", NULL, steps[s]);
        vlBody2Id body =
            addBox(world, VL_BODY_DYNAMIC, (vlVec2){0.1, 0.06}, (vlPose2){{1.0, 2.0}, 0.3}, 2.0);
        setTwist(world, body, 0.5, -0.25, 1.5);
        vlWorld2_SetGravity(world, (vlVec2){0.0, -9.8});
        int count = (int)(1.0 / steps[s] + 0.5);
        for (int i = 0; i < count; ++i) {
            pushBody(world, body, 4.0, 0.0); // 2 m/s2
            assert_int_equal(vlBody2_ApplyTorque(world, body, 0.01), VL_OK);
            assert_int_equal(vlWorld2_Step(world), VL_OK);
        }
        // Constant forces are integrated exactly; 1e-12 is the rounding of a thousand sums.
        double inertia = 2.0 * (0.01 + 0.0036) / 12.0;
        VL_CHECK_NEAR(poseOf(world, body).p.x, 1.0 + 0.5 + 1.0, 1e-12);
        VL_CHECK_NEAR(poseOf(world, body).p.y, 2.0 - 0.25 - 4.9, 1e-12);
        VL_CHECK_NEAR(poseOf(world, body).angle, 0.3 + 1.5 + 0.5 * 0.01 / inertia, 1e-11);
        VL_CHECK_BELOW(ledgerGap(world), 1e-12);
        vlTwist2 acceleration;
        assert_int_equal(vlBody2_GetAcceleration(world, body, &acceleration), VL_OK);
        VL_CHECK_NEAR(acceleration.linear.x, 2.0, 1e-14);
        VL_CHECK_NEAR(acceleration.linear.y, -9.8, 1e-14);
        vlWorld2_Destroy(world);
    }
}

// A block 0.1 x 0.06 m, 1 kg, whose flat side has just entered the floor.
static vlWorld2* blockOnFloor(double step, const char* law, double depth, double angle,
                              vlBody2Id* block)
{
    vlWorld2* world = makeWorld(law, NULL, step);
    addFloor(world);
    *block = addBox(world, VL_BODY_DYNAMIC, (vlVec2){0.1, 0.06},
                    (vlPose2){{0.0, 0.03 - depth}, angle}, 1.0);
    return world;
}

static void a_flat_impact_has_the_textbook_impulses(void** state)
{
    (void)state;
    for (int s = 0; s < 2; ++s) {
        vlBody2Id block;
        vlWorld2* world = blockOnFloor(steps[s], "pulse", 1e-5, 0.0, &block);
        vlSurface2 surface;
        vlMaterialId zero = {0};
        assert_int_equal(vlWorld2_GetSurface(world, zero, zero, &surface), VL_OK);
        setParameter(&surface.wall, "restitution", 0.5);
        setParameter(&surface.wall, "offset", 1.0);
        assert_int_equal(vlWorld2_SetSurface(world, zero, zero, &surface), VL_OK);
        setTwist(world, block, 0.0, -0.7, 0.0);
        assert_int_equal(vlWorld2_Step(world), VL_OK);
        assert_int_equal(vlWorld2_GetStepInfo(world).impactCount, 2);
        for (int i = 0; i < 2; ++i) {
            vlContact2Report report;
            assert_int_equal(vlWorld2_GetContact(world, i, &report), VL_OK);
            assert_int_equal(report.state, VL_CONTACT2_COLLIDING);
            VL_CHECK_NEAR(report.impulse, 0.525, 1e-12); // m v (1 + e)/2
        }
        VL_CHECK_NEAR(twistOf(world, block).linear.y, 0.35, 1e-12);
        VL_CHECK_NEAR(twistOf(world, block).angular, 0.0, 1e-11); // rounding times 1/I = 880
        VL_CHECK_NEAR(vlWorld2_GetLedger(world).impacts, -0.5 * 0.49 * 0.75, 1e-12);
        vlWorld2_Destroy(world);
    }
}

// The same block, falling and rotating: both corners stop. By hand, with l = 0.05 and I =
// 1.1333e-3:
// p1 + p2 = m v = 0.7, (p1 - p2) l = I w; w = 5 gives p1 - p2 = 0.11333.
static void a_turning_impact_stops_both_corners(void** state)
{
    (void)state;
    vlBody2Id block;
    vlWorld2* world = blockOnFloor(0.002, "pulse", 1e-5, 0.0, &block);
    setTwist(world, block, 0.0, -0.7, 5.0);
    assert_int_equal(vlWorld2_Step(world), VL_OK);
    double inertia = (0.01 + 0.0036) / 12.0;
    double difference = inertia * 5.0 / 0.05;
    double sum = 0.0;
    for (int i = 0; i < 2; ++i) {
        vlContact2Report report;
        assert_int_equal(vlWorld2_GetContact(world, i, &report), VL_OK);
        // The left corner comes down faster.
        double expected = 0.35 + (report.tip.x < 0.0 ? 0.5 : -0.5) * difference;
        VL_CHECK_NEAR(report.impulse, expected, 1e-12);
        sum += report.impulse;
    }
    VL_CHECK_NEAR(sum, 0.7, 1e-12);
    // 4.01e-4: since then only the spring of 1e-5 m has moved it, 0.2 N for 2 ms, because SEH
    // counts an entry twice.
    VL_CHECK_NEAR(twistOf(world, block).linear.y, 0.0, 4.01e-4);
    VL_CHECK_NEAR(twistOf(world, block).angular, 0.0, 1e-9);
    vlWorld2_Destroy(world);
}

static void bodies_that_part_already_get_no_impulse(void** state)
{
    (void)state;
    vlBody2Id block;
    vlWorld2* world = blockOnFloor(0.002, "pulse", 1e-4, 0.0, &block);
    setTwist(world, block, 0.0, 0.3, 0.0);
    assert_int_equal(vlWorld2_Step(world), VL_OK);
    assert_int_equal(vlWorld2_GetStepInfo(world).impactCount, 0);
    assert_int_equal(vlWorld2_GetContactCount(world), 2);
    vlContact2Report report;
    assert_int_equal(vlWorld2_GetContact(world, 0, &report), VL_OK);
    assert_int_equal(report.state, VL_CONTACT2_STICKING);
    assert_true(report.impulse == 0.0);
    assert_true(vlWorld2_GetLedger(world).impacts == 0.0);
    vlWorld2_Destroy(world);
}

// Newton's cradle of three: the middle one passes the blow on only if impacts are solved together.
static void simultaneous_impacts_conserve_momentum(void** state)
{
    (void)state;
    vlWorld2* world = makeWorld("pulse", NULL, 0.001);
    vlBody2Id box[3];
    for (int i = 0; i < 3; ++i) {
        vlPose2 pose = {{(i - 1) * (0.1 - 1e-5), 0.0}, 0.0};
        box[i] = addBox(world, VL_BODY_DYNAMIC, (vlVec2){0.1, 0.1}, pose, 1.0 + i);
    }
    setTwist(world, box[0], 0.5, 0.0, 0.0);
    setTwist(world, box[2], -0.3, 0.0, 0.0);
    assert_int_equal(vlWorld2_Step(world), VL_OK);
    double momentum = 0.0;
    for (int i = 0; i < 3; ++i) {
        momentum += (1.0 + i) * twistOf(world, box[i]).linear.x;
    }
    VL_CHECK_NEAR(momentum, 0.5 - 0.9, 1e-14);
    // All move on together, except for the springs of 1e-5 m: 0.1 N each for 1 ms on 1 kg.
    for (int i = 0; i < 3; ++i) {
        VL_CHECK_NEAR(twistOf(world, box[i]).linear.x, -0.4 / 6.0, 2.1e-4);
    }
    vlWorld2_Destroy(world);
}

// A block at rest under a push: each corner carries half.
static void a_resting_block_is_carried(void** state)
{
    (void)state;
    for (int s = 0; s < 2; ++s) {
        vlBody2Id block;
        vlWorld2* world = blockOnFloor(steps[s], "pulse", -0.002, 0.05, &block);
        vlSurface2 surface;
        vlMaterialId zero = {0};
        assert_int_equal(vlWorld2_GetSurface(world, zero, zero, &surface), VL_OK);
        setParameter(&surface.wall, "damping", 40.0);
        assert_int_equal(vlWorld2_SetSurface(world, zero, zero, &surface), VL_OK);
        for (int i = 0; i < 4000; ++i) {
            pushBody(world, block, 0.0, -5.0);
            assert_int_equal(vlWorld2_Step(world), VL_OK);
        }
        assert_int_equal(vlWorld2_GetContactCount(world), 2);
        VL_CHECK_NEAR(poseOf(world, block).p.y, 0.03 - 2.5 / 5000.0, 1e-9);
        VL_CHECK_NEAR(poseOf(world, block).angle, 0.0, 1e-9);
        vlWrench2 wrench;
        assert_int_equal(vlBody2_GetContactWrench(world, block, &wrench), VL_OK);
        VL_CHECK_NEAR(wrench.force.y, 5.0, 1e-6);
        VL_CHECK_BELOW(ledgerGap(world), 1e-9);
        vlWorld2_Destroy(world);
    }
}

// A block pulled over the floor: reset friction holds below mus N and slides with muk N above.
static void a_pulled_block_sticks_and_slides(void** state)
{
    (void)state;
    // Pulled at its middle, the block leans on its front: 2.5 N plus 0.1 of the pull there, and
    // minus that behind. The bond behind breaks first; then only the front one is at mus N, so
    // together they hold up to 0.325 (2.5 + 0.1 F) + 0.25 (2.5 - 0.1 F) = F, F = 1.448.
    const double pulls[3] = {1.4, 1.5, 1.8};
    for (int i = 0; i < 3; ++i) {
        vlWorld2* world = makeWorld("seh", "reset", 0.001);
        addFloor(world);
        vlBody2Id block = addBox(world, VL_BODY_DYNAMIC, (vlVec2){0.1, 0.02},
                                 (vlPose2){{0.0, 0.01 - 0.0005}, 0.0}, 1.0);
        double early = 0.0;
        for (int k = 0; k < 2000; ++k) {
            pushBody(world, block, pulls[i] * fmin(1.0, k / 1000.0), -5.0);
            assert_int_equal(vlWorld2_Step(world), VL_OK);
            early = k == 1600 ? twistOf(world, block).linear.x : early;
        }
        if (pulls[i] < 1.448) {
            VL_CHECK_BELOW(poseOf(world, block).p.x, 2e-4); // 0.7 N on 6500 N/m each
        } else {
            VL_CHECK_BELOW(0.05, poseOf(world, block).p.x);
            // It slides with muk N on average: its springs are not damped and oscillate.
            double mean = (twistOf(world, block).linear.x - early) / 0.399;
            VL_CHECK_NEAR(mean, pulls[i] - 1.25, 0.01);
        }
        VL_CHECK_BELOW(ledgerGap(world), 1e-9);
        vlWorld2_Destroy(world);
    }
}

// Everything that the ledger books, at once: gravity, pushes, kinematic bodies, impacts, friction.
static void the_ledger_closes(void** state)
{
    (void)state;
    const char* walls[] = {"zoh", "seh", "corrected", "pi", "hysteretic", "pulse"};
    const char* frictions[] = {"classical", "karnopp", "dahl", "pad", "reset"};
    for (int w = 0; w < 6; ++w) {
        for (int f = 0; f < 5; ++f) {
            vlWorld2* world = makeWorld(walls[w], frictions[f], steps[f % 2]);
            vlRandom random = vlRandom_Seed((uint64_t)(40 + w * 5 + f));
            assert_int_equal(vlModel2_BuildPebbles(world, &random, 12, 0.9), VL_OK);
            vlBody2Id paddle = addBox(world, VL_BODY_KINEMATIC, (vlVec2){0.1, 0.04},
                                      (vlPose2){{0.0, 0.26}, 0.0}, 0.0);
            vlWorld2_SetGravity(world, (vlVec2){0.0, -0.5});
            for (int i = 0; i < 2000; ++i) {
                setTwist(world, paddle, 0.1 * sin(0.01 * i), -0.05 * cos(0.01 * i), 1.0);
                pushBody(world, vlWorld2_GetBody(world, 5), 0.5, 0.2);
                (void)vlWorld2_Step(world);
            }
            VL_CHECK_BELOW(ledgerGap(world), 1e-9);
            vlWorld2_Destroy(world);
        }
    }
}

static void a_snapshot_goes_on_with_the_same_bits(void** state)
{
    (void)state;
    vlWorld2* world = makeWorld("pulse", "reset", 0.002);
    vlRandom random = vlRandom_Seed(5);
    assert_int_equal(vlModel2_BuildPebbles(world, &random, 20, 0.9), VL_OK);
    for (int i = 0; i < 1500; ++i) {
        assert_int_equal(vlWorld2_Step(world), VL_OK);
    }
    size_t size = vlWorld2_GetSnapshotSize(world);
    void* buffer = malloc(size);
    assert_non_null(buffer);
    assert_int_equal(vlWorld2_Save(world, buffer, size - 1), VL_ERROR_ARGUMENT);
    assert_int_equal(vlWorld2_Save(world, buffer, size), VL_OK);
    uint64_t hash[2];
    for (int k = 0; k < 2; ++k) {
        for (int i = 0; i < 1000; ++i) {
            assert_int_equal(vlWorld2_Step(world), VL_OK);
        }
        hash[k] = vlWorld2_GetHash(world);
        VL_CHECK_BELOW(ledgerGap(world), 1e-9);
        assert_int_equal(vlWorld2_Restore(world, buffer, size), VL_OK);
        VL_CHECK_BELOW(ledgerGap(world), 1e-15);
    }
    assert_true(hash[0] == hash[1]);
    addBox(world, VL_BODY_STATIC, (vlVec2){0.1, 0.1}, (vlPose2){{3.0, 0.0}, 0.0}, 0.0);
    assert_int_equal(vlWorld2_Restore(world, buffer, size), VL_ERROR_MISMATCH);
    free(buffer);
    vlWorld2_Destroy(world);
}

// A body whose state leaves the range of numbers is frozen, the others go on.
static void a_body_out_of_range_is_frozen(void** state)
{
    (void)state;
    vlWorld2* world = makeWorld("seh", NULL, 0.002);
    vlBody2Id lost = addBox(world, VL_BODY_DYNAMIC, (vlVec2){0.1, 0.1}, (vlPose2){{0, 0}, 0}, 1.0);
    vlBody2Id other = addBox(world, VL_BODY_DYNAMIC, (vlVec2){0.1, 0.1}, (vlPose2){{1, 0}, 0}, 1.0);
    setTwist(world, other, 0.0, 1.0, 0.0);
    assert_int_equal(vlBody2_ApplyForce(world, lost, (vlVec2){1e308, 0.0}, (vlVec2){0.0, 0.0}),
                     VL_OK);
    assert_int_equal(vlBody2_ApplyForce(world, lost, (vlVec2){1e308, 0.0}, (vlVec2){0.0, 0.0}),
                     VL_OK);
    assert_int_equal(vlWorld2_Step(world), VL_ERROR_DIVERGED);
    assert_true(vlBody2_IsFrozen(world, lost));
    assert_false(vlBody2_IsFrozen(world, other));
    assert_int_equal(vlWorld2_Step(world), VL_OK);
    assert_int_equal(vlWorld2_GetStepInfo(world).frozenBodies, 1);
    VL_CHECK_NEAR(poseOf(world, other).p.y, 0.004, 1e-15);
    VL_CHECK_NEAR(poseOf(world, lost).p.x, 0.0, 0.0);
    vlWorld2_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_bodies_move_exactly),
        cmocka_unit_test(a_flat_impact_has_the_textbook_impulses),
        cmocka_unit_test(a_turning_impact_stops_both_corners),
        cmocka_unit_test(bodies_that_part_already_get_no_impulse),
        cmocka_unit_test(simultaneous_impacts_conserve_momentum),
        cmocka_unit_test(a_resting_block_is_carried),
        cmocka_unit_test(a_pulled_block_sticks_and_slides),
        cmocka_unit_test(the_ledger_closes),
        cmocka_unit_test(a_snapshot_goes_on_with_the_same_bits),
        cmocka_unit_test(a_body_out_of_range_is_frozen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
