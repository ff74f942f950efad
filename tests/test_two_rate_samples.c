// SPDX-License-Identifier: MIT
// Surfaces of meshes whose samples come in packets: spoon and cup, and rings. Bounds are those of
// docs/theory/mesh_contact.md; measured values are in brackets.

#include <string.h>

#include "models/touch_loop.h"
#include "surface_stage.h"
#include "two_rate_fixture.h"

#define TICKS 450
#define STALL_FROM 350
#define STALL_TO 430

typedef struct Felt {
    vlVec3 force[TICKS];
    double least, mean, deficit;
    uint64_t hash;
    vlTwoRateReport report;
    int before, after; // samples of the last packet before a stall and of the first after it
} Felt;

// The start of all runs, made once: spoon and cup in a world, and its state.
static Spoon start;
static void* startState;
static size_t startSize;

static void setFriction(vlWorld* world, double friction)
{
    vlSurface surface;
    vlMaterialId standard = {0};
    assert_int_equal(vlWorld_GetSurface(world, standard, standard, &surface), VL_OK);
    surface.frictionStatic = surface.frictionDynamic = friction;
    assert_int_equal(vlWorld_SetSurface(world, standard, standard, &surface), VL_OK);
}

static int openStart(void** state)
{
    (void)state;
    vlTouchDef def = vlTouch_SpoonCup();
    def.merge = VL_AUTO;
    vlSpoon_Open(&def, &start);
    vlSpoon_Start(&start);
    setFriction(start.t.world, 0.0);
    startSize = vlWorld_GetSnapshotSize(start.t.world);
    startState = test_malloc(startSize);
    assert_int_equal(vlWorld_Save(start.t.world, startState, startSize), VL_OK);
    return 0;
}

static int closeStart(void** state)
{
    (void)state;
    test_free(startState);
    vlTouch_Close(&start.t);
    return 0;
}

static Spoon startAgain(double friction)
{
    setFriction(start.t.world, 0.0); // a state fits only the world from which it was saved
    assert_int_equal(vlWorld_Restore(start.t.world, startState, startSize), VL_OK);
    setFriction(start.t.world, friction);
    return start;
}

static Felt press(const vlTouchLoopDef* rates, double friction, bool stalls)
{
    Spoon spoon = startAgain(friction);
    vlTouchLoop loop;
    Felt felt = {.least = 1.0};
    assert_int_equal(vlTouchLoop_Open(rates, &spoon.t, &loop), VL_OK);
    for (int i = 0; i < TICKS; ++i) {
        loop.isStalled = stalls && i >= STALL_FROM && i < STALL_TO;
        assert_int_equal(vlTouchLoop_Tick(&loop, vlSpoon_DeviceAt(&spoon, i)), VL_OK);
        felt.force[i] = spoon.t.felt.force;
        felt.least = fmin(felt.least, spoon.t.gap);
        int samples = loop.two != NULL ? (int)vlTwoRate_GetReport(loop.two).samples : 0;
        felt.before = i < STALL_FROM ? samples : felt.before;
        felt.after = i == STALL_TO ? samples : felt.after;
        felt.mean += i >= 300 ? vlLength(felt.force[i]) / (TICKS - 300) : 0.0;
    }
    felt.deficit = spoon.t.deficit;
    felt.hash = vlWorld_GetHash(spoon.t.world);
    if (loop.two != NULL) {
        felt.report = vlTwoRate_GetReport(loop.two);
    }
    vlTouchLoop_Close(&loop);
    return felt;
}

static double largestStep(const Felt* felt, int from, int to)
{
    double most = 0.0;
    for (int i = from; i < to; ++i) {
        most = fmax(most, vlLength(vlSub(felt->force[i], felt->force[i - 1])));
    }
    return most;
}

static void packets_of_every_step_give_the_bits_of_a_single_rate(void** state)
{
    (void)state;
    vlTouchLoopDef single = {.hand = 400.0, .handMass = 0.1};
    vlTouchLoopDef divided = single;
    divided.period = 1;
    Felt a = press(&single, 0.3, false), b = press(&divided, 0.3, false);
    assert_memory_equal(a.force, b.force, sizeof a.force);
    assert_int_equal(a.hash, b.hash);
    assert_int_equal(b.report.ownFinds, 0);
    assert_true(b.report.carriedSamples > 1000 && b.report.samples > 0);
}

static void slow_and_late_packets_take_no_energy_from_nowhere(void** state)
{
    (void)state;
    vlTouchLoopDef rates = {.hand = 400.0, .handMass = 0.1, .isLate = true};
    vlTouchLoopDef single = rates;
    Felt truth = press(&single, 0.3, false);
    static const int periods[2] = {2, 5};
    static const double drag[2] = {0.05, 0.12};
    for (int k = 0; k < 2; ++k) {
        rates.period = periods[k];
        Felt felt = press(&rates, 0.3, false);
        assert_true(felt.deficit < 1e-5); // [0]
        assert_true(felt.least > 0.5e-3); // [.79, .69]
        // Planes of the cup drag on samples that slide along them, the more the older they are
        // (T8.6).
        assert_true(vlIsNear(felt.mean, truth.mean, drag[k] * truth.mean)); // [2.7, 7.6%]
        assert_true(largestStep(&felt, 301, TICKS) < 0.15 * felt.mean);     // [5.1, 7.1%]
    }
}

// A limit of the search's work omits only samples beyond the contact distance: with a packet for
// every step it changes no bit.
static void a_limit_of_work_spares_only_what_is_ahead(void** state)
{
    (void)state;
    vlTouchLoopDef rates = {.hand = 400.0, .handMass = 0.1, .period = 1};
    Felt whole = press(&rates, 0.3, false);
    rates.searchWork = 1;
    Felt limited = press(&rates, 0.3, false);
    assert_memory_equal(whole.force, limited.force, sizeof whole.force);
    assert_int_equal(whole.hash, limited.hash);
    rates.isLate = true, rates.period = 5, rates.searchWork = 0;
    Felt wide = press(&rates, 0.3, false);
    rates.searchWork = 1;
    Felt narrow = press(&rates, 0.3, false);
    assert_true(narrow.report.samples < wide.report.samples); // [40, 264]
    assert_true(narrow.least > 0.0);                          // [.53 mm]
}

// While the contact thread is silent the planes stay, however old they are: the wall does not let
// the spoon through, and gives no push when packets come again.
static void a_silent_contact_thread_is_felt_as_planes(void** state)
{
    (void)state;
    vlTouchLoopDef rates = {.hand = 400.0, .handMass = 0.1, .period = 1};
    Felt felt = press(&rates, 0.3, true);
    double before = vlLength(felt.force[STALL_FROM - 1]), peak = 0.0;
    for (int i = STALL_FROM; i < STALL_TO; ++i) {
        peak = fmax(peak, vlLength(felt.force[i]));
    }
    assert_true(peak < 1.8 * before); // [1.62]: it slides into a wall that is curved
    assert_true(peak > 0.5 * before);
    assert_true(largestStep(&felt, STALL_TO, STALL_TO + 5) < 0.6); // N [.18]
    assert_true(felt.deficit < 1e-5);
    assert_true(felt.least > 0.0);
    assert_int_equal(felt.report.stale, 1);
    // The first search does not look as far as it would if the next packet came after another such
    // pause (T8.7).
    assert_true(felt.after < 3 * felt.before);
}

static void a_wrench_that_is_held_throws_the_spoon_off(void** state)
{
    (void)state;
    vlTouchLoopDef rates = {
        .hand = 400.0, .handMass = 0.1, .period = 10, .reference = vlPacketModel_Held()};
    Felt held = press(&rates, 0.0, false);
    rates.reference = NULL;
    Felt carried = press(&rates, 0.0, false);
    assert_true(largestStep(&carried, 301, TICKS) < 0.2 * carried.mean);
    assert_true(largestStep(&held, 301, TICKS) > 5.0 * largestStep(&carried, 301, TICKS));
    assert_true(held.deficit > 100.0 * fmax(carried.deficit, 1e-5));
}

// Two free rings on a plane fall asleep under packets, and a step without a packet finds samples
// itself.
static void rings_rest_under_packets_and_after_a_restore(void** state)
{
    (void)state;
    vlShape* ring = makeRing();
    vlWorld* world = makeSampledWorld(4000, true);
    vlBodyId low = addRingOnPlane(world, ring, 0.0105);
    vlBodyId high = addShape(world, ring, VL_BODY_DYNAMIC, vlVec(0.0, 0.0, 0.032));
    vlTwoRate* two = vlRig_Divide(world, NULL);
    size_t size = vlWorld_GetSnapshotSize(world);
    void* saved = test_malloc(size);
    runServed(world, two, 100, 2);
    assert_int_equal(vlWorld_Save(world, saved, size), VL_OK);
    runServed(world, two, 2500, 10);
    assert_true(vlBody_IsAsleep(world, low) && vlBody_IsAsleep(world, high));
    vlWrench onLow;
    assert_int_equal(vlBody_GetContactWrench(world, low, &onLow), VL_OK);
    double mass;
    vlMat3 inertia;
    assert_int_equal(vlBody_GetMass(world, low, &mass, &inertia), VL_OK);
    VL_CHECK_NEAR(onLow.force.z, VL_GRAVITY * mass, 1e-3 * VL_GRAVITY * mass); // asleep soon enough
    assert_int_equal(vlTwoRate_GetReport(two).ownFinds, 0);
    assert_int_equal(vlWorld_Restore(world, saved, size), VL_OK);
    vlStage_Step(world);
    assert_int_equal(vlTwoRate_GetReport(two).ownFinds, 1);
    assert_true(vlWorld_GetSurfaceContactCount(world) > 0);
    test_free(saved);
    vlTwoRate_Destroy(two);
    vlWorld_Destroy(world);
    vlShape_Release(ring);
}

// The contact side gets a changed contact distance with the next state.
static void a_contact_distance_may_change_under_packets(void** state)
{
    (void)state;
    double height[2];
    for (int divided = 0; divided < 2; ++divided) {
        vlShape* ring = makeRing();
        vlWorld* world = makeSampledWorld(4000, false);
        vlBodyId body = addRingOnPlane(world, ring, 0.0105);
        vlTwoRate* two = divided ? vlRig_Divide(world, NULL) : NULL;
        for (int i = 0; i < 800; ++i) {
            if (i == 200) {
                vlSurface surface;
                vlMaterialId standard = {0};
                assert_int_equal(vlWorld_GetSurface(world, standard, standard, &surface), VL_OK);
                surface.contactDistance = 2e-3;
                assert_int_equal(vlWorld_SetSurface(world, standard, standard, &surface), VL_OK);
            }
            vlStage_Step(world);
            if (divided && i % 4 == 0) {
                assert_true(vlTwoRate_FindContacts(two));
            }
        }
        height[divided] = vlStage_CentreOf(world, body).z;
        vlTwoRate_Destroy(two);
        vlWorld_Destroy(world);
        vlShape_Release(ring);
    }
    assert_true(height[0] > 0.0111); // lifted by the wider contact
    VL_CHECK_NEAR(height[1], height[0], 1e-6);
}

// Joints that excuse no pair do not shift the data after them in a state: a packet for every step
// gives the bits of a single rate, whatever the number of joints.
static void joints_to_the_world_leave_the_bits(void** state)
{
    (void)state;
    uint64_t hash[2];
    for (int divided = 0; divided < 2; ++divided) {
        vlWorldDef def = implicitDef();
        vlWorld* world = vlStage_CreateWorld(&def);
        (void)vlStage_AddSlab(world, vlVec(2.0, 2.0, 0.1));
        for (int i = 0; i < 12; ++i) {
            vlVec3 place = vlVec(0.1 * (i % 4), 0.1 * (i / 4), 0.021);
            vlJointDef slide = vlDefaultJointDef(VL_JOINT_SLIDER);
            vlJointId joint;
            slide.bodyB = addCube(world, place, vlZero());
            slide.frameA.p = place;
            assert_int_equal(vlWorld_CreateJoint(world, &slide, &joint), VL_OK);
        }
        vlTwoRate* two = divided ? vlRig_Divide(world, NULL) : NULL;
        for (int i = 0; i < 100; ++i) {
            vlStage_Step(world);
            if (divided) {
                assert_true(vlTwoRate_FindContacts(two));
            }
        }
        hash[divided] = vlWorld_GetHash(world);
        vlTwoRate_Destroy(two);
        vlWorld_Destroy(world);
    }
    assert_int_equal(hash[0], hash[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_of_every_step_give_the_bits_of_a_single_rate),
        cmocka_unit_test(slow_and_late_packets_take_no_energy_from_nowhere),
        cmocka_unit_test(a_limit_of_work_spares_only_what_is_ahead),
        cmocka_unit_test(a_silent_contact_thread_is_felt_as_planes),
        cmocka_unit_test(a_wrench_that_is_held_throws_the_spoon_off),
        cmocka_unit_test(rings_rest_under_packets_and_after_a_restore),
        cmocka_unit_test(a_contact_distance_may_change_under_packets),
        cmocka_unit_test(joints_to_the_world_leave_the_bits),
    };
    return cmocka_run_group_tests(tests, openStart, closeStart);
}
