// SPDX-License-Identifier: MIT
// Contact events: one of each kind at the time that a closed form gives, none if nothing changes,
// and correct events after a snapshot, during sleep and for a destroyed body.

#include <stdlib.h>
#include <string.h>

#include "shape_makers.h"
#include "stage.h"
#include "test.h"

static const vlTwist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};

static vlContactEvent eventOf(const vlWorld* world, int i)
{
    vlContactEvent event;
    assert_int_equal(vlWorld_GetEvent(world, i, &event), VL_OK);
    return event;
}

// Steps until there is an event, at most `seconds`; returns how many steps it took, or -1.
static int stepToEvent(vlWorld* world, double seconds)
{
    int most = (int)(seconds / vlWorld_GetStep(world) + 0.5);
    for (int i = 1; i <= most; ++i) {
        vlStage_Step(world);
        if (vlWorld_GetEventCount(world) > 0) {
            return i;
        }
    }
    return -1;
}

static void a_falling_box_begins_once_and_then_stays(void** state)
{
    (void)state;
    vlIntegrator integrators[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_RK4, VL_INTEGRATOR_IMPLICIT};
    for (int k = 0; k < 3; ++k) {
        vlWorldDef def = vlDefaultWorldDef();
        def.integrator = integrators[k];
        vlWorld* world = vlStage_CreateWorld(&def);
        vlBodyId floor = vlStage_AddFloor(world);
        double drop = 0.02;
        vlBodyId box = vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), 1.0, //
                                      at(0.0, 0.0, 0.05 + drop), still);
        int steps = stepToEvent(world, 1.0);
        // sqrt(2 h / g) = 63.9 ms. The integrators see the overlap up to two steps later, and a
        // contact that is foreseen may press one earlier.
        assert_true(abs(steps - 64) <= 3);
        assert_int_equal(vlWorld_GetEventCount(world), 1);
        vlContactEvent e = eventOf(world, 0);
        assert_int_equal(e.kind, VL_EVENT_BEGAN);
        assert_true(e.bodyA.index1 == floor.index1 && e.bodyB.index1 == box.index1);
        assert_true(e.normalForce > 0.0 && e.normal.z > 0.99);
        // Tolerance: 3 steps of g; RK4 met the floor late in the step before, which reported no
        // contact.
        double tolerance = integrators[k] == VL_INTEGRATOR_RK4 ? 0.12 : 0.03;
        VL_CHECK_NEAR(e.velocity.z, -sqrt(2.0 * VL_GRAVITY * drop), tolerance);
        VL_CHECK_NEAR(vlLength(vlVec(e.point.x, e.point.y, 0.0)), 0.0, 1e-6); // upright
        // With the default damping it stays and sticks after at most one bounce: no event in 1 s.
        vlStage_Run(world, 1.0);
        assert_int_equal(stepToEvent(world, 1.0), -1);
        assert_int_equal(vlWorld_GetStepInfo(world).eventCount, 0);
        vlWorld_Destroy(world);
    }
}

// Pushed by a force that grows by 1 N a second, a box breaks loose at mu0 m g. The force then drops
// to nothing, and the box slides until friction has stopped it.
static void a_pushed_box_slips_at_its_limit_and_sticks_when_it_stops(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    (void)vlStage_AddFloor(world);
    vlBodyId box = vlStage_AddBox(world, vlVec(0.2, 0.2, 0.05), 0.1, at(0.0, 0.0, 0.025), still);
    vlStage_Run(world, 1.0);
    double force = 0.0;
    double limit = 0.5 * 0.1 * VL_GRAVITY;
    double step = vlWorld_GetStep(world);
    while (vlWorld_GetEventCount(world) == 0) {
        force += step;
        vlVec3 centre = vlStage_CentreOf(world, box);
        assert_int_equal(
            vlBody_ApplyForce(world, box, vlVec(force, 0.0, 0.0), vlVec(centre.x, 0.0, 0.0)),
            VL_OK);
        vlStage_Step(world);
        assert_true(force < 2.0 * limit);
    }
    assert_int_equal(eventOf(world, 0).kind, VL_EVENT_SLIPPED);
    assert_int_equal(eventOf(world, 0).mode, VL_MODE_DYNAMIC);
    VL_CHECK_NEAR(force, limit, 0.01 * limit); // the experiment push-block has 0.999
    vlTwist sliding = {vlVec(0.49, 0.0, 0.0), vlZero()};
    vlStage_SetVelocity(world, box, sliding.linear, sliding.angular);
    int steps = stepToEvent(world, 1.0);
    assert_int_equal(eventOf(world, 0).kind, VL_EVENT_STUCK);
    assert_int_equal(eventOf(world, 0).mode, VL_MODE_STATIC);
    VL_CHECK_NEAR(steps * step, 0.49 / (0.5 * VL_GRAVITY), 3.0 * step); // v / (mu g) = 0.1 s
    vlWorld_Destroy(world);
}

static void a_lifted_box_ends_and_a_destroyed_one_too(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    (void)vlStage_AddFloor(world);
    vlBodyId box = vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), 1.0, at(0.0, 0.0, 0.05), still);
    vlStage_Run(world, 0.5);
    vlPose up = at(0.0, 0.0, 1.0);
    vlStage_Place(world, box, up, still);
    vlStage_Step(world);
    assert_int_equal(vlWorld_GetEventCount(world), 1);
    vlContactEvent e = eventOf(world, 0);
    assert_int_equal(e.kind, VL_EVENT_ENDED);
    assert_int_equal(e.mode, VL_MODE_NONE);
    assert_true(e.normalForce == 0.0 && fabs(e.point.z) < 1e-3); // where it was
    vlStage_Place(world, box, at(0.0, 0.0, 0.0499), still);
    vlStage_Step(world);
    assert_int_equal(eventOf(world, 0).kind, VL_EVENT_BEGAN);
    // A new body in the place of a destroyed one: the old id ends, the new one begins.
    assert_int_equal(vlWorld_DestroyBody(world, box), VL_OK);
    vlBodyId other = vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), 1.0, at(0.0, 0.0, 0.0499), still);
    assert_int_equal(other.index1, box.index1);
    vlStage_Step(world);
    assert_int_equal(vlWorld_GetEventCount(world), 2);
    assert_int_equal(eventOf(world, 0).kind, VL_EVENT_ENDED);
    assert_int_equal(eventOf(world, 0).bodyB.generation, box.generation);
    assert_true(vlLength(eventOf(world, 0).velocity) == 0.0);
    assert_int_equal(eventOf(world, 1).kind, VL_EVENT_BEGAN);
    assert_int_equal(eventOf(world, 1).bodyB.generation, other.generation);
    assert_int_equal(vlWorld_DestroyBody(world, other), VL_OK);
    vlStage_Step(world);
    assert_int_equal(eventOf(world, 0).kind, VL_EVENT_ENDED);
    assert_int_equal(stepToEvent(world, 0.1), -1);
    vlWorld_Destroy(world);
}

// A box of four pieces begins once: events are of bodies.
static void a_compound_that_lands_flat_is_one_event(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    (void)vlStage_AddFloor(world);
    (void)vlStage_AddShape(world, vlStage_CreateCutBox(vlVec(0.2, 0.2, 0.1), 2, 2, 1), 1.0,
                           at(0.0, 0.0, 0.06), still);
    assert_true(stepToEvent(world, 1.0) > 0);
    assert_int_equal(vlWorld_GetEventCount(world), 1);
    assert_true(vlWorld_GetContactCount(world) == 4);
    double sum = 0.0;
    for (int i = 0; i < 4; ++i) {
        sum += vlStage_ContactOf(world, i).normalForce;
    }
    VL_CHECK_NEAR(eventOf(world, 0).normalForce, sum, 1e-12 * sum);
    vlWorld_Destroy(world);
}

// For every pair of bodies, begin and end events alternate, and pairs that have begun are those
// that press: a list made from events alone equals that of the contacts at every step.
#define BODIES 20

static void keepList(const vlWorld* world, bool pressing[BODIES + 2][BODIES + 2])
{
    uint64_t last = 0;
    for (int i = 0; i < vlWorld_GetEventCount(world); ++i) {
        vlContactEvent e = eventOf(world, i);
        bool* now = &pressing[e.bodyA.index1][e.bodyB.index1];
        uint64_t order = (uint64_t)e.bodyA.index1 << 32 | e.bodyB.index1;
        assert_true(order > last); // ascending, one for each pair
        last = order;
        assert_true(*now == (e.kind != VL_EVENT_BEGAN));
        *now = e.kind != VL_EVENT_ENDED;
    }
}

static void checkList(const vlWorld* world, bool pressing[BODIES + 2][BODIES + 2])
{
    bool found[BODIES + 2][BODIES + 2];
    memset(found, 0, sizeof found);
    for (int i = 0; i < vlWorld_GetContactCount(world); ++i) {
        vlContactReport c = vlStage_ContactOf(world, i);
        found[c.bodyA.index1][c.bodyB.index1] =
            found[c.bodyA.index1][c.bodyB.index1] || c.normalForce > 0.0;
    }
    assert_memory_equal(found, pressing, sizeof found);
}

static vlWorld* makeHeap(bool sleep, int events)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.step = 2e-3;
    def.sleep = sleep;
    def.capacity.events = events;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlRandom random = vlRandom_Seed(3);
    (void)vlStage_AddFloor(world);
    for (int i = 0; i < BODIES; ++i) {
        vlShape* shape = i % 2 == 0
                             ? vlStage_CreateCutBox(vlStage_AnySize(&random, 0.05, 0.1), 2, 1, 1)
                             : vlStage_CreateBox(vlStage_AnySize(&random, 0.03, 0.08));
        vlPose pose =
            vlStage_AnyPose(&random, vlVec(0.02 * (i % 3), 0.02 * (i % 2), 0.1 + 0.08 * i));
        (void)vlStage_AddShape(world, shape, 0.3, pose, still);
    }
    return world;
}

static void a_list_kept_from_events_is_that_of_the_contacts(void** state)
{
    (void)state;
    bool pressing[BODIES + 2][BODIES + 2];
    memset(pressing, 0, sizeof pressing);
    vlWorld* world = makeHeap(true, 0);
    int events = 0;
    for (int i = 0; i < vlStage_Count(3000, 500); ++i) {
        vlStage_Step(world);
        keepList(world, pressing);
        checkList(world, pressing);
        events += vlWorld_GetEventCount(world);
    }
    assert_true(events > 100);
    assert_int_equal(vlWorld_GetStepInfo(world).droppedEvents, 0);
    vlWorld_Destroy(world);
}

static void events_that_do_not_fit_are_counted(void** state)
{
    (void)state;
    vlWorld* small = makeHeap(false, 1);
    vlWorld* large = makeHeap(false, 0);
    int dropped = 0;
    for (int i = 0; i < 400; ++i) {
        vlStage_Step(small);
        vlStage_Step(large);
        vlStepInfo a = vlWorld_GetStepInfo(small);
        vlStepInfo b = vlWorld_GetStepInfo(large);
        assert_int_equal(a.eventCount + a.droppedEvents, b.eventCount);
        assert_true(a.eventCount <= 1);
        dropped += a.droppedEvents;
    }
    assert_true(dropped > 0);
    assert_true(vlWorld_GetHash(small) == vlWorld_GetHash(large)); // events change nothing
    vlWorld_Destroy(small);
    vlWorld_Destroy(large);
}

static void a_restored_world_has_the_events_that_it_had(void** state)
{
    (void)state;
    vlWorld* world = makeHeap(false, 0);
    vlStage_Run(world, 0.5);
    size_t size = vlWorld_GetSnapshotSize(world);
    void* snapshot = malloc(size);
    assert_non_null(snapshot);
    assert_int_equal(vlWorld_Save(world, snapshot, size), VL_OK);
    static vlContactEvent first[1000];
    int firstCount = 0;
    for (int run = 0; run < 2; ++run) {
        int count = 0;
        for (int i = 0; i < 100; ++i) {
            vlStage_Step(world);
            for (int k = 0; k < vlWorld_GetEventCount(world); ++k) {
                vlContactEvent e = eventOf(world, k);
                assert_true(count < 1000);
                if (run == 0) {
                    first[count] = e;
                } else {
                    assert_int_equal(e.kind, first[count].kind);
                    assert_true(e.bodyA.index1 == first[count].bodyA.index1 &&
                                e.bodyB.index1 == first[count].bodyB.index1 &&
                                e.normalForce == first[count].normalForce &&
                                e.point.x == first[count].point.x);
                }
                ++count;
            }
        }
        if (run == 0) {
            firstCount = count;
            assert_true(count > 10);
            assert_int_equal(vlWorld_Restore(world, snapshot, size), VL_OK);
            assert_int_equal(vlWorld_GetEventCount(world), 0);
        }
        assert_int_equal(count, firstCount);
    }
    free(snapshot);
    vlWorld_Destroy(world);
}

static void an_event_that_there_is_not_is_refused(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlContactEvent event = {.normalForce = 7.0};
    assert_int_equal(vlWorld_GetEvent(world, 0, &event), VL_ERROR_ARGUMENT);
    assert_string_equal(vlWorld_GetMessage(world), "event 0; the last step had 0");
    assert_true(event.normalForce == 7.0);
    vlWorld_Destroy(world);
    def.capacity.events = -1;
    char message[128];
    assert_int_equal(vlWorld_Create(&def, &world, message, sizeof message), VL_ERROR_ARGUMENT);
    assert_string_equal(message, "capacity.events is -1; expected 0 to 1000000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_falling_box_begins_once_and_then_stays),
        cmocka_unit_test(a_pushed_box_slips_at_its_limit_and_sticks_when_it_stops),
        cmocka_unit_test(a_lifted_box_ends_and_a_destroyed_one_too),
        cmocka_unit_test(a_compound_that_lands_flat_is_one_event),
        cmocka_unit_test(a_list_kept_from_events_is_that_of_the_contacts),
        cmocka_unit_test(events_that_do_not_fit_are_counted),
        cmocka_unit_test(a_restored_world_has_the_events_that_it_had),
        cmocka_unit_test(an_event_that_there_is_not_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
