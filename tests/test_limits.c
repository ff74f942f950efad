// SPDX-License-Identifier: MIT
// A world at its limits: more pairs or contacts than there is room for, and bodies whose state
// becomes infinite. A step always completes.

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures.h"
#include "models/body_model.h"
#include "stage.h"
#include "test.h"

#define BOXES 10

// The two main kinds first: with sanitizers there is only time for these.
static const vlIntegrator integrators[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_IMPLICIT,
                                           VL_INTEGRATOR_RK4};
#define INTEGRATORS vlStage_Count(3, 2)

static vlBodyId addBox(vlWorld* world, double x, double y, double z)
{
    return vlStage_AddBox(world, vlVec(1, 1, 1), 1.0, vlModel_At(x, y, z), vlModel_AtRest());
}

// A floor and boxes side by side, with depths of (i + 1) mm in a shuffled order.
static vlWorld* createRow(const vlWorldDef* def)
{
    vlWorld* world = vlStage_CreateWorld(def);
    vlBodyId id;
    assert_int_equal(vlModel_AddFloor(world, &id), VL_OK);
    for (int i = 0; i < BOXES; ++i) {
        (void)addBox(world, 2.0 * i, 0.0, 0.5 - 1e-3 * ((7 * i) % BOXES + 1));
    }
    return world;
}

static vlStepInfo stepOnce(vlWorld* world)
{
    assert_int_equal(vlWorld_Step(world), VL_OK);
    assert_true(vlFixture_IsFinite(world));
    return vlWorld_GetStepInfo(world);
}

static void pairs_beyond_the_room_are_counted_and_the_step_goes_on(void** state)
{
    (void)state;
    for (int i = 0; i < INTEGRATORS; ++i) {
        vlWorldDef def = vlDefaultWorldDef();
        def.integrator = integrators[i];
        def.capacity.pairs = 4;
        vlWorld* world = createRow(&def);
        vlStepInfo info = stepOnce(world);
        assert_int_equal(info.pairCount, 4);
        assert_int_equal(info.droppedPairs, BOXES - 4);
        assert_true(info.contactCount <= 4);
        for (int k = 0; k < 500; ++k) {
            info = stepOnce(world);
            assert_true(info.pairCount <= 4 && info.contactCount <= 4);
        }
        vlWorld_Destroy(world);
    }
}

static void of_too_many_contacts_the_deepest_are_kept(void** state)
{
    (void)state;
    for (int room = 1; room <= BOXES + 1; ++room) {
        vlWorldDef def = vlDefaultWorldDef();
        def.capacity.contacts = room;
        vlWorld* world = createRow(&def);
        vlStepInfo info = stepOnce(world);
        int kept = room < BOXES ? room : BOXES;
        assert_int_equal(info.contactCount, kept);
        assert_int_equal(info.droppedContacts, BOXES - kept);
        assert_int_equal(vlWorld_GetContactCount(world), kept);
        for (int k = 0; k < kept; ++k) {
            vlContactReport report;
            assert_int_equal(vlWorld_GetContact(world, k, &report), VL_OK);
            // Depths are whole millimetres up to BOXES; half of one is far above rounding.
            assert_true(report.depth > 1e-3 * (BOXES - kept + 0.5));
        }
        vlWorld_Destroy(world);
    }
}

static void contacts_beyond_the_room_do_not_stop_a_long_run(void** state)
{
    (void)state;
    const vlContactModel models[2] = {VL_CONTACT_VOLUME, VL_CONTACT_POINT};
    for (int i = 0; i < 2 * INTEGRATORS; ++i) {
        vlWorldDef def = vlFixture_Def(VL_FIXTURE_PILE);
        def.capacity.contacts = 5;
        def.contact.reference.model = models[i % 2];
        def.integrator = integrators[i / 2];
        vlWorld* world = vlFixture_Create(VL_FIXTURE_PILE, &def);
        assert_non_null(world);
        int dropped = 0;
        for (int k = 0; k < 1000; ++k) {
            vlStepInfo info = stepOnce(world);
            assert_true(info.contactCount <= 5);
            dropped += info.droppedContacts;
        }
        assert_true(dropped > 0);
        vlWorld_Destroy(world);
    }
}

static void checkFootprints(vlIntegrator integrator)
{
    // Room for one contact, and many lids of 1000 corners on the floor: their corners alone exceed
    // the reserved memory.
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = integrator;
    def.capacity = (vlCapacity){.bodies = 12, .materials = 1, .contacts = 10};
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId id;
    vlShape* lid = NULL;
    assert_int_equal(vlModel_AddFloor(world, &id), VL_OK);
    assert_int_equal(vlShape_CreatePrism(NULL, 1000, 1.0, 0.2, &lid, NULL, 0), VL_OK);
    for (int i = 0; i < 10; ++i) {
        vlShape_Retain(lid);
        assert_int_equal(vlModel_AddBody(world, lid, 1.0, vlModel_At(3.0 * i, 0.0, 0.0999),
                                         vlModel_AtRest(), &id),
                         VL_OK);
    }
    vlShape_Release(lid);
    for (int i = 0; i < 300; ++i) {
        vlStepInfo info = stepOnce(world);
        assert_true(info.contactCount <= 10);
    }
    // All are still carried: a contact may lose its outline, but not its force.
    for (int i = 1; i <= 10; ++i) {
        vlPose pose;
        assert_int_equal(vlBody_GetPose(world, vlWorld_GetBody(world, i), &pose), VL_OK);
        assert_true(pose.p.z > 0.09);
    }
    vlWorld_Destroy(world);
}

static void footprints_beyond_the_room_do_not_stop_a_run(void** state)
{
    (void)state;
    for (int i = 0; i < INTEGRATORS; ++i) {
        checkFootprints(integrators[i]);
    }
}

// Inputs that make a body leave the range of numbers (math.h) within a step. Accepted velocities
// and positions do not: nothing_that_is_taken_diverges_by_itself.
typedef enum Absurdity { FORCE, TORQUE, ABSURDITIES } Absurdity;

// A floor, a box that falls on it, a box that spins far away, and the victim, far from all others.
typedef struct Scene {
    vlWorld* world;
    vlBodyId falling, spinning, victim;
} Scene;

static Scene createScene(vlIntegrator integrator)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = integrator;
    Scene s = {.world = vlStage_CreateWorld(&def)};
    vlBodyId floor;
    assert_int_equal(vlModel_AddFloor(s.world, &floor), VL_OK);
    s.falling = addBox(s.world, 0, 0, 0.52);
    s.spinning = addBox(s.world, 20, 0, 50);
    vlTwist spin = {vlZero(), vlVec(1, 2, 3)};
    assert_int_equal(vlBody_SetTwist(s.world, s.spinning, spin), VL_OK);
    vlBodyDef victim = vlDefaultBodyDef();
    victim.pose = vlModel_At(-20, 0, 50);
    victim.mass = 0.5;
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(1, 1, 1), &victim.shape, NULL, 0), VL_OK);
    assert_int_equal(vlWorld_CreateBody(s.world, &victim, &s.victim), VL_OK);
    vlShape_Release(victim.shape);
    return s;
}

static void provoke(const Scene* s, Absurdity absurdity)
{
    vlVec3 huge = vlVec(VL_MAX_FORCE, 0, -VL_MAX_FORCE);
    vlResult result = VL_OK;
    switch (absurdity) {
    case FORCE: result = vlBody_ApplyForce(s->world, s->victim, huge, vlVec(-20, 0, 50)); break;
    case TORQUE: result = vlBody_ApplyTorque(s->world, s->victim, huge); break;
    case ABSURDITIES: break;
    }
    assert_int_equal(result, VL_OK);
}

static void checkSameMotion(const vlWorld* a, vlBodyId idA, const vlWorld* b, vlBodyId idB)
{
    vlPose poseA, poseB;
    vlTwist twistA, twistB;
    assert_int_equal(vlBody_GetPose(a, idA, &poseA), VL_OK);
    assert_int_equal(vlBody_GetPose(b, idB, &poseB), VL_OK);
    assert_int_equal(vlBody_GetTwist(a, idA, &twistA), VL_OK);
    assert_int_equal(vlBody_GetTwist(b, idB, &twistB), VL_OK);
    assert_memory_equal(&poseA, &poseB, sizeof poseA);
    assert_memory_equal(&twistA, &twistB, sizeof twistA);
}

static void checkFreeze(vlIntegrator integrator, Absurdity absurdity)
{
    Scene s = createScene(integrator);
    Scene twin = createScene(integrator); // without the accident
    for (int i = 0; i < 10; ++i) {
        assert_int_equal(vlWorld_Step(s.world), VL_OK);
        assert_int_equal(vlWorld_Step(twin.world), VL_OK);
    }
    provoke(&s, absurdity);
    vlPose good, now;
    vlTwist twist;
    assert_int_equal(vlBody_GetPose(s.world, s.victim, &good), VL_OK);
    for (int i = 0; i < 300; ++i) {
        assert_int_equal(vlWorld_Step(s.world), i == 0 ? VL_ERROR_DIVERGED : VL_OK);
        assert_int_equal(vlWorld_Step(twin.world), VL_OK);
        assert_int_equal(vlWorld_GetStepInfo(s.world).frozenBodies, 1);
        assert_true(vlBody_IsFrozen(s.world, s.victim));
        assert_true(vlFixture_IsFinite(s.world));
        assert_int_equal(vlBody_GetPose(s.world, s.victim, &now), VL_OK);
        assert_int_equal(vlBody_GetTwist(s.world, s.victim, &twist), VL_OK);
        assert_memory_equal(&now, &good, sizeof now);
        assert_true(vlLength(twist.linear) == 0.0 && vlLength(twist.angular) == 0.0);
        checkSameMotion(s.world, s.falling, twin.world, twin.falling);
        checkSameMotion(s.world, s.spinning, twin.world, twin.spinning);
    }
    vlWorld_Destroy(s.world);
    vlWorld_Destroy(twin.world);
}

static void a_diverged_body_is_frozen_once_and_the_others_go_on(void** state)
{
    (void)state;
    for (int i = 0; i < ABSURDITIES; ++i) {
        for (int k = 0; k < INTEGRATORS; ++k) {
            checkFreeze(integrators[k], (Absurdity)i);
        }
    }
}

// At the end of the range, flying and spinning as fast as allowed: a thousand times the range is
// room for half an hour.
static void checkFlight(vlIntegrator integrator, vlBodyType type, bool spins)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = integrator;
    def.gravity = vlZero();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyDef body = vlDefaultBodyDef();
    vlBodyId id;
    body.type = type;
    body.shape = vlStage_CreateBox(vlVec(1, 2, 3));
    body.pose = vlModel_At(VL_MAX_LENGTH, -VL_MAX_LENGTH, 0.0);
    assert_int_equal(vlWorld_CreateBody(world, &body, &id), VL_OK);
    vlShape_Release(body.shape);
    vlTwist flight = {vlVec(VL_MAX_SPEED, 0, 0), vlZero()};
    flight.angular = spins ? vlVec(VL_MAX_SPEED, VL_MAX_SPEED, -VL_MAX_SPEED) : vlZero();
    assert_int_equal(vlBody_SetTwist(world, id, flight), VL_OK);
    for (int i = 0; i < 300; ++i) {
        vlStepInfo info = stepOnce(world);
        assert_int_equal(info.frozenBodies, 0);
    }
    vlPose pose;
    assert_int_equal(vlBody_GetPose(world, id, &pose), VL_OK);
    double expected = VL_MAX_LENGTH + VL_MAX_SPEED * 300 * def.step;
    VL_CHECK_NEAR(pose.p.x / expected, 1.0, 1e-13); // 300 roundings of 1e-16
    vlWorld_Destroy(world);
}

static void nothing_that_is_taken_diverges_by_itself(void** state)
{
    (void)state;
    for (int i = 0; i < INTEGRATORS; ++i) {
        for (int spins = 0; spins < 2; ++spins) {
            checkFlight(integrators[i], VL_BODY_DYNAMIC, spins == 1);
            checkFlight(integrators[i], VL_BODY_KINEMATIC, spins == 1);
        }
    }
}

static void absurd_speeds_next_to_others_leave_everything_finite(void** state)
{
    (void)state;
    const double speeds[] = {1e3, 1e6, 1e8, VL_MAX_SPEED};
    for (int i = 0; i < INTEGRATORS * (int)(sizeof speeds / sizeof speeds[0]); ++i) {
        vlWorldDef def = vlFixture_Def(VL_FIXTURE_WALL);
        def.integrator = integrators[i % INTEGRATORS];
        vlWorld* world = vlFixture_Create(VL_FIXTURE_WALL, &def);
        assert_non_null(world);
        for (int k = 0; k < 20; ++k) {
            assert_int_equal(vlWorld_Step(world), VL_OK);
        }
        double speed = speeds[i / INTEGRATORS];
        vlTwist down = {vlVec(0, 0, -speed), vlVec(speed, 0, 0)};
        assert_int_equal(vlBody_SetTwist(world, vlWorld_GetBody(world, 6), down), VL_OK);
        int diverged = 0;
        for (int k = 0; k < 200; ++k) {
            vlResult result = vlWorld_Step(world);
            assert_true(result == VL_OK || result == VL_ERROR_DIVERGED);
            diverged += result == VL_ERROR_DIVERGED;
            assert_true(vlFixture_IsFinite(world));
        }
        assert_true(vlWorld_GetStepInfo(world).frozenBodies >= diverged);
        vlWorld_Destroy(world);
    }
}

static void checkFrozenCarries(vlIntegrator integrator)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = integrator;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId low = addBox(world, 0, 0, 10);
    vlBodyId high = addBox(world, 0, 0, 11.05);
    assert_int_equal(
        vlBody_ApplyTorque(world, low, vlVec(VL_MAX_FORCE, VL_MAX_FORCE, VL_MAX_FORCE)), VL_OK);
    assert_int_equal(vlWorld_Step(world), VL_ERROR_DIVERGED);
    for (int i = 0; i < 1000; ++i) {
        assert_int_equal(vlWorld_Step(world), VL_OK);
    }
    vlPose pose;
    assert_int_equal(vlBody_GetPose(world, high, &pose), VL_OK);
    // Resting on it, sunk in by weight over stiffness: g h^2 times a few, some hundredths of a mm.
    assert_true(fabs(pose.p.z - 11.0) < 1e-3);
    assert_int_equal(vlBody_GetPose(world, low, &pose), VL_OK);
    assert_true(pose.p.z == 10.0);
    vlWorld_Destroy(world);
}

static void a_frozen_body_still_carries_what_falls_on_it(void** state)
{
    (void)state;
    for (int i = 0; i < INTEGRATORS; ++i) {
        checkFrozenCarries(integrators[i]);
    }
}

// Nothing that can move touches there. Old contents of the same memory, such as the weight of the
// step before or the friction of another contact, must not be reported.
static void checkFrozenIsSilent(vlIntegrator integrator)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = integrator;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId floor;
    assert_int_equal(vlModel_AddFloor(world, &floor), VL_OK);
    vlBodyId box = addBox(world, 0, 0, 0.4999);
    for (int i = 0; i < 200; ++i) {
        assert_int_equal(vlWorld_Step(world), VL_OK);
    }
    vlVec3 huge = vlVec(0, VL_MAX_FORCE, 0);
    assert_int_equal(vlBody_ApplyForce(world, box, huge, vlVec(0, 0, 0.5)), VL_OK);
    assert_int_equal(vlWorld_Step(world), VL_ERROR_DIVERGED);
    for (int i = 0; i < 5; ++i) {
        vlContactReport contact;
        vlWrench wrench;
        assert_int_equal(vlWorld_GetContactCount(world), 1);
        assert_int_equal(vlWorld_GetContact(world, 0, &contact), VL_OK);
        assert_true(contact.normalForce == 0.0);
        assert_int_equal(vlBody_GetContactWrench(world, box, &wrench), VL_OK);
        assert_true(vlLength(wrench.force) == 0.0 && vlLength(wrench.torque) == 0.0);
        assert_int_equal(vlWorld_Step(world), VL_OK);
    }
    vlWorld_Destroy(world);
}

static void a_contact_of_bodies_that_cannot_move_has_no_force(void** state)
{
    (void)state;
    for (int i = 0; i < INTEGRATORS; ++i) {
        checkFrozenIsSilent(integrators[i]);
    }
}

static void checkFrozenIsSaved(vlIntegrator integrator)
{
    Scene s = createScene(integrator);
    provoke(&s, FORCE);
    assert_int_equal(vlWorld_Step(s.world), VL_ERROR_DIVERGED);
    size_t size = vlWorld_GetSnapshotSize(s.world);
    void* bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(vlWorld_Save(s.world, bytes, size), VL_OK);
    vlPose frozen, now;
    assert_int_equal(vlBody_GetPose(s.world, s.victim, &frozen), VL_OK);
    assert_int_equal(vlWorld_Restore(s.world, bytes, size), VL_OK);
    assert_int_equal(vlWorld_Step(s.world), VL_OK);
    assert_int_equal(vlBody_GetPose(s.world, s.victim, &now), VL_OK);
    assert_memory_equal(&frozen, &now, sizeof now);
    assert_int_equal(vlWorld_GetStepInfo(s.world).frozenBodies, 1);
    free(bytes);

    assert_int_equal(vlWorld_DestroyBody(s.world, s.victim), VL_OK);
    vlBodyId next = addBox(s.world, -20, 0, 50);
    assert_int_equal(next.index1, s.victim.index1);
    assert_int_equal(vlWorld_Step(s.world), VL_OK);
    assert_int_equal(vlBody_GetPose(s.world, next, &now), VL_OK);
    assert_true(now.p.z < 50.0); // it falls: the slot has forgotten the old body
    vlWorld_Destroy(s.world);
}

static void being_frozen_is_saved_and_destroying_ends_it(void** state)
{
    (void)state;
    for (int i = 0; i < INTEGRATORS; ++i) {
        checkFrozenIsSaved(integrators[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_beyond_the_room_are_counted_and_the_step_goes_on),
        cmocka_unit_test(of_too_many_contacts_the_deepest_are_kept),
        cmocka_unit_test(contacts_beyond_the_room_do_not_stop_a_long_run),
        cmocka_unit_test(footprints_beyond_the_room_do_not_stop_a_run),
        cmocka_unit_test(a_diverged_body_is_frozen_once_and_the_others_go_on),
        cmocka_unit_test(nothing_that_is_taken_diverges_by_itself),
        cmocka_unit_test(absurd_speeds_next_to_others_leave_everything_finite),
        cmocka_unit_test(a_frozen_body_still_carries_what_falls_on_it),
        cmocka_unit_test(a_contact_of_bodies_that_cannot_move_has_no_force),
        cmocka_unit_test(being_frozen_is_saved_and_destroying_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
