// SPDX-License-Identifier: MIT
// Saving, going on, restoring and going on again must give the same bits in every step.

#include <stdlib.h>
#include <string.h>

#include "fixtures.h"
#include "models/body_model.h"
#include "test.h"

#define HALF 250

typedef struct Snapshot {
    void* bytes;
    size_t size;
} Snapshot;

static Snapshot save(const vlWorld* world)
{
    Snapshot s = {NULL, vlWorld_GetSnapshotSize(world)};
    s.bytes = malloc(s.size);
    assert_non_null(s.bytes);
    assert_int_equal(vlWorld_Save(world, s.bytes, s.size), VL_OK);
    return s;
}

static void step(vlWorld* world, int count)
{
    for (int i = 0; i < count; ++i) {
        assert_int_equal(vlWorld_Step(world), VL_OK);
    }
}

// `count` steps, the hash after each. Returns the contacts of all steps together.
static int record(vlWorld* world, int count, uint64_t* hash)
{
    int contacts = 0;
    for (int i = 0; i < count; ++i) {
        assert_int_equal(vlWorld_Step(world), VL_OK);
        hash[i] = vlWorld_GetHash(world);
        contacts += vlWorld_GetContactCount(world);
    }
    return contacts;
}

static void follow(vlWorld* world, int count, const uint64_t* hash)
{
    for (int i = 0; i < count; ++i) {
        assert_int_equal(vlWorld_Step(world), VL_OK);
        assert_true(vlWorld_GetHash(world) == hash[i]);
    }
}

static vlWorld* create(vlFixture fixture, const vlWorldDef* def)
{
    vlWorld* world = vlFixture_Create(fixture, def);
    assert_non_null(world);
    return world;
}

// Makes 2 HALF steps while bodies fall and collide, with a snapshot in the middle; then repeats the
// second half in the same world and in a second one that has made no step.
static void checkRepeats(vlFixture fixture, const vlWorldDef* def)
{
    vlWorld* world = create(fixture, def);
    uint64_t hash[HALF];
    step(world, HALF);
    Snapshot middle = save(world);
    uint64_t saved = vlWorld_GetHash(world);
    assert_true(record(world, HALF, hash) > 0);
    assert_int_equal(vlWorld_Restore(world, middle.bytes, middle.size), VL_OK);
    assert_true(vlWorld_GetHash(world) == saved);
    follow(world, HALF, hash);

    vlWorld* twin = create(fixture, def);
    assert_int_equal(vlWorld_GetSnapshotSize(twin), middle.size);
    assert_int_equal(vlWorld_Restore(twin, middle.bytes, middle.size), VL_OK);
    assert_true(vlWorld_GetHash(twin) == saved);
    follow(twin, HALF, hash);
    vlWorld_Destroy(twin);
    vlWorld_Destroy(world);
    free(middle.bytes);
}

static void a_restored_run_repeats_every_step_with_euler(void** state)
{
    (void)state;
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_MIXED);
    checkRepeats(VL_FIXTURE_MIXED, &def);
    checkRepeats(VL_FIXTURE_WALL, &def);
    checkRepeats(VL_FIXTURE_SLOPE, &def);
}

static void a_restored_run_repeats_every_step_with_rk4(void** state)
{
    (void)state;
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_MIXED);
    def.integrator = VL_INTEGRATOR_RK4;
    checkRepeats(VL_FIXTURE_MIXED, &def);
}

static void a_restored_run_repeats_every_step_with_the_searched_normal(void** state)
{
    (void)state;
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_MIXED);
    def.contact.reference.normal = VL_NORMAL_SEARCH;
    checkRepeats(VL_FIXTURE_MIXED, &def);
    def.integrator = VL_INTEGRATOR_RK4;
    checkRepeats(VL_FIXTURE_MIXED, &def);
}

static void a_restored_run_repeats_every_step_with_point_contacts(void** state)
{
    (void)state;
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_MIXED);
    def.contact.reference.model = VL_CONTACT_POINT;
    checkRepeats(VL_FIXTURE_MIXED, &def);
    def.integrator = VL_INTEGRATOR_RK4;
    checkRepeats(VL_FIXTURE_MIXED, &def);
}

static void a_restored_run_repeats_every_step_with_every_other_law(void** state)
{
    (void)state;
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_MIXED);
    def.contact.law = VL_LAW_FOUNDATION;
    checkRepeats(VL_FIXTURE_MIXED, &def);
    def.contact.reference.pressure = VL_PRESSURE_FACES;
    checkRepeats(VL_FIXTURE_MIXED, &def);
    def.contact = vlDefaultContactOptions();
    def.contact.reference.friction = VL_FRICTION_PAPER;
    checkRepeats(VL_FIXTURE_MIXED, &def);
}

// During contact: the springs of friction, the depth at first touch, the force of the last step and
// which bodies sleep are all part of the state.
static void a_restored_run_repeats_every_step_with_the_implicit_integrator(void** state)
{
    (void)state;
    const double stiffness[] = {VL_AUTO, 1e6, 1e8};
    for (int i = 0; i < 3; ++i) {
        vlWorldDef def = vlFixture_Def(VL_FIXTURE_MIXED);
        def.integrator = VL_INTEGRATOR_IMPLICIT;
        def.surface.stiffnessN = stiffness[i];
        checkRepeats(VL_FIXTURE_MIXED, &def);
        checkRepeats(VL_FIXTURE_WALL, &def);
        checkRepeats(VL_FIXTURE_SLOPE, &def);
        checkRepeats(VL_FIXTURE_PILE, &def);
        def.contact.law = VL_LAW_FOUNDATION;
        checkRepeats(VL_FIXTURE_MIXED, &def);
        def.contact.law = VL_LAW_LUMPED;
        def.contact.reference.normal = VL_NORMAL_SEARCH;
        def.sleep = true;
        checkRepeats(VL_FIXTURE_MIXED, &def);
        checkRepeats(VL_FIXTURE_WALL, &def);
    }
}

static void a_snapshot_keeps_forces_applied_for_the_next_step(void** state)
{
    (void)state;
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_TILTED_BOX);
    vlWorld* world = create(VL_FIXTURE_TILTED_BOX, &def);
    vlBodyId box = vlWorld_GetBody(world, 1);
    assert_int_equal(vlBody_ApplyForce(world, box, vlVec(3.0, 2.0, 1.0), vlZero()), VL_OK);
    assert_int_equal(vlBody_ApplyTorque(world, box, vlVec(0.1, 0.2, 0.3)), VL_OK);
    Snapshot s = save(world);
    uint64_t hash[20];
    (void)record(world, 20, hash);
    assert_int_equal(vlWorld_Restore(world, s.bytes, s.size), VL_OK);
    follow(world, 20, hash);
    vlWorld_Destroy(world);
    free(s.bytes);
}

static void a_snapshot_taken_before_the_first_step_or_after_a_move_by_hand_repeats(void** state)
{
    (void)state;
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_MIXED);
    vlWorld* world = create(VL_FIXTURE_MIXED, &def);
    Snapshot first = save(world);
    uint64_t hash[HALF];
    (void)record(world, HALF, hash);
    assert_int_equal(vlWorld_Restore(world, first.bytes, first.size), VL_OK);
    follow(world, HALF, hash);

    // Put between the others, so that the list of near pairs is no longer valid.
    vlBodyId body = vlWorld_GetBody(world, vlWorld_GetBodyCount(world) - 1);
    vlPose pose = {vlVec(0.1, 0.1, 0.2), vlIdentityQuat()};
    assert_int_equal(vlBody_SetPose(world, body, pose), VL_OK);
    Snapshot moved = save(world);
    (void)record(world, HALF, hash);
    assert_int_equal(vlWorld_Restore(world, moved.bytes, moved.size), VL_OK);
    follow(world, HALF, hash);
    vlWorld_Destroy(world);
    free(first.bytes);
    free(moved.bytes);
}

static void the_report_after_restoring_is_that_of_the_restored_time(void** state)
{
    (void)state;
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_WALL);
    vlWorld* world = create(VL_FIXTURE_WALL, &def);
    step(world, 10);
    Snapshot s = save(world);
    step(world, 10);
    assert_int_equal(vlWorld_Restore(world, s.bytes, s.size), VL_OK);
    vlStepInfo info = vlWorld_GetStepInfo(world);
    assert_int_equal(info.stepCount, 10);
    assert_true(info.time == 10 * def.step);
    // Contacts belong to the work of a step, not to the state: there are none to read before the
    // next step.
    assert_int_equal(vlWorld_GetContactCount(world), 0);
    for (int i = 0; i < vlWorld_GetBodyCount(world); ++i) {
        vlWrench wrench;
        assert_int_equal(vlBody_GetContactWrench(world, vlWorld_GetBody(world, i), &wrench), VL_OK);
        assert_true(vlLength(wrench.force) == 0.0 && vlLength(wrench.torque) == 0.0);
    }
    vlWorld_Destroy(world);
    free(s.bytes);
}

// Restoring `s` must be refused with `expected` and change nothing.
static void checkRefused(vlWorld* world, const void* bytes, size_t size, vlResult expected)
{
    Snapshot before = save(world);
    assert_int_equal(vlWorld_Restore(world, bytes, size), expected);
    assert_true(strlen(vlWorld_GetMessage(world)) > 0);
    Snapshot after = save(world);
    assert_memory_equal(before.bytes, after.bytes, before.size);
    free(before.bytes);
    free(after.bytes);
}

static void snapshots_of_other_bodies_or_materials_are_refused(void** state)
{
    (void)state;
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_WALL);
    vlWorld* world = create(VL_FIXTURE_WALL, &def);
    vlWorld* other = create(VL_FIXTURE_PILE, &def);
    Snapshot s = save(world);
    checkRefused(other, s.bytes, s.size, VL_ERROR_MISMATCH);

    // One body is added and destroyed again: still refused, because ids may have been given out.
    vlBodyId id;
    assert_int_equal(vlModel_AddFloor(world, &id), VL_OK);
    checkRefused(world, s.bytes, s.size, VL_ERROR_MISMATCH);
    assert_int_equal(vlWorld_DestroyBody(world, id), VL_OK);
    checkRefused(world, s.bytes, s.size, VL_ERROR_MISMATCH);

    vlWorld* third = create(VL_FIXTURE_WALL, &def);
    vlMaterialId standard = {0};
    vlSurface surface = vlDefaultSurface();
    surface.frictionStatic = 0.75;
    assert_int_equal(vlWorld_SetSurface(third, standard, standard, &surface), VL_OK);
    checkRefused(third, s.bytes, s.size, VL_ERROR_MISMATCH);
    vlWorld_Destroy(third);
    vlWorld_Destroy(other);
    vlWorld_Destroy(world);
    free(s.bytes);
}

static void snapshots_of_other_size_or_version_are_refused(void** state)
{
    (void)state;
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_WALL);
    vlWorld* world = create(VL_FIXTURE_WALL, &def);
    Snapshot s = save(world);
    checkRefused(world, s.bytes, s.size - 1, VL_ERROR_ARGUMENT);
    checkRefused(world, s.bytes, 0, VL_ERROR_ARGUMENT);
    checkRefused(world, NULL, s.size, VL_ERROR_ARGUMENT);
    assert_int_equal(vlWorld_Save(world, s.bytes, s.size + 1), VL_ERROR_ARGUMENT);
    assert_int_equal(vlWorld_Save(world, NULL, s.size), VL_ERROR_ARGUMENT);
    ((unsigned char*)s.bytes)[0] ^= 1u; // this byte marks the version
    checkRefused(world, s.bytes, s.size, VL_ERROR_MISMATCH);
    vlWorld_Destroy(world);
    free(s.bytes);
}

static size_t sizeWith(const vlWorldDef* def, int pairs, int springs)
{
    vlWorldDef trial = *def;
    trial.capacity.pairs = pairs;
    trial.capacity.springs = springs;
    vlWorld* world = create(VL_FIXTURE_WALL, &trial);
    size_t size = vlWorld_GetSnapshotSize(world);
    vlWorld_Destroy(world);
    return size;
}

static void snapshots_of_a_world_with_other_room_are_refused(void** state)
{
    (void)state;
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_WALL);
    def.capacity.pairs = 800;
    def.capacity.springs = 80;
    vlWorld* world = create(VL_FIXTURE_WALL, &def);
    Snapshot s = save(world);
    // A world whose state has the same size but another layout: fewer pairs and more springs; in
    // groups of eight, because arrays begin at multiples of 64 bytes.
    size_t pairs = s.size - sizeWith(&def, 792, 80);
    size_t springs = sizeWith(&def, 800, 88) - s.size;
    int fewer = 1;
    while (fewer < 100 && (size_t)fewer * pairs % springs != 0) {
        ++fewer;
    }
    assert_true(fewer < 100);
    vlWorldDef trial = def;
    trial.capacity.pairs = 800 - 8 * fewer;
    trial.capacity.springs = 80 + 8 * (int)((size_t)fewer * pairs / springs);
    vlWorld* other = create(VL_FIXTURE_WALL, &trial);
    assert_int_equal(vlWorld_GetSnapshotSize(other), s.size);
    checkRefused(other, s.bytes, s.size, VL_ERROR_MISMATCH);
    vlWorld_Destroy(other);
    vlWorld_Destroy(world);
    free(s.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_restored_run_repeats_every_step_with_euler),
        cmocka_unit_test(a_restored_run_repeats_every_step_with_rk4),
        cmocka_unit_test(a_restored_run_repeats_every_step_with_the_searched_normal),
        cmocka_unit_test(a_restored_run_repeats_every_step_with_point_contacts),
        cmocka_unit_test(a_restored_run_repeats_every_step_with_every_other_law),
        cmocka_unit_test(a_restored_run_repeats_every_step_with_the_implicit_integrator),
        cmocka_unit_test(a_snapshot_keeps_forces_applied_for_the_next_step),
        cmocka_unit_test(a_snapshot_taken_before_the_first_step_or_after_a_move_by_hand_repeats),
        cmocka_unit_test(the_report_after_restoring_is_that_of_the_restored_time),
        cmocka_unit_test(snapshots_of_other_bodies_or_materials_are_refused),
        cmocka_unit_test(snapshots_of_other_size_or_version_are_refused),
        cmocka_unit_test(snapshots_of_a_world_with_other_room_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
