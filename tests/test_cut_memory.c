// SPDX-License-Identifier: MIT
// The memory for records of cuts in a world: which pair gets a place, how often records are used,
// and that a world gives the same bits whatever the records contain.

#include "world/cut_memory.h"

#include <stdlib.h>
#include <string.h>

#include "models/pile_model.h"
#include "models/wall_model.h"
#include "stage.h"
#include "test.h"
#include "world/world_parts.h"

#define PLACES 8

static void a_pair_finds_its_record_again(void** state)
{
    (void)state;
    static vlKeptCut kept[PLACES + VL_CUT_PLACES - 1];
    vlCutMemory memory = {PLACES, kept};
    memset(kept, 0, sizeof kept);
    vlCutRecord* of[PLACES];
    int count = 0;
    for (uint32_t i = 0; i < PLACES; ++i) {
        of[i] = vlCutMemory_Of(&memory, vlPairKey_Make(i, 0, i + 1, 0), 7);
        count += of[i] != NULL;
        for (uint32_t k = 0; k < i && of[i] != NULL; ++k) {
            assert_ptr_not_equal(of[i], of[k]);
        }
    }
    assert_true(count >= VL_CUT_PLACES); // the first VL_CUT_PLACES pairs cannot share a place
    for (uint32_t i = 0; i < PLACES; ++i) {
        if (of[i] != NULL) {
            assert_ptr_equal(vlCutMemory_Of(&memory, vlPairKey_Make(i, 0, i + 1, 0), 8), of[i]);
        }
    }
}

static void who_was_asked_for_lately_keeps_its_place(void** state)
{
    (void)state;
    static vlKeptCut kept[VL_CUT_PLACES];
    vlCutMemory memory = {1, kept}; // all pairs share the same places
    memset(kept, 0, sizeof kept);
    for (uint32_t i = 0; i < VL_CUT_PLACES; ++i) {
        assert_non_null(vlCutMemory_Of(&memory, i, 10));
    }
    assert_null(vlCutMemory_Of(&memory, 100, 10));
    assert_null(vlCutMemory_Of(&memory, 100, 11));
    vlCutRecord* second = vlCutMemory_Of(&memory, 1, 11);
    second->isComplete = true;
    vlCutRecord* late = vlCutMemory_Of(&memory, 100, 12);
    assert_non_null(late);
    assert_ptr_not_equal(late, second);
    assert_ptr_equal(vlCutMemory_Of(&memory, 1, 12), second);
    assert_true(second->isComplete);
    // A step count that goes back, as with a snapshot, makes all records outdated.
    vlCutRecord* before = vlCutMemory_Of(&memory, 200, 3);
    assert_non_null(before);
    assert_false(before->isComplete);
}

static vlWorld* createPile(vlIntegrator integrator, int hulls)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = integrator;
    def.capacity.bodies = hulls + 8;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlPileDef pile = vlPile_Default(hulls);
    vlBodyId* ids = calloc((size_t)hulls, sizeof *ids);
    assert_non_null(ids);
    assert_int_equal(vlModel_AddPile(world, &pile, ids), VL_OK);
    free(ids);
    return world;
}

// Gives every place the record of some other place.
static void shuffle(vlCutMemory* memory, vlRandom* random)
{
    int count = memory->capacity + VL_CUT_PLACES - 1;
    for (int i = 0; i < count; ++i) {
        int k = vlRandom_Index(random, count);
        vlCutRecord record = memory->kept[i].record;
        memory->kept[i].record = memory->kept[k].record;
        memory->kept[k].record = record;
    }
}

static void records_of_other_pairs_change_no_bit_of_a_world(void** state)
{
    (void)state;
    const vlIntegrator integrators[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_IMPLICIT};
    vlRandom random = vlRandom_Seed(6);
    for (int k = 0; k < 2; ++k) {
        vlWorld* plain = createPile(integrators[k], 12);
        vlWorld* mixed = createPile(integrators[k], 12);
        int contacts = 0;
        for (int i = 0; i < vlStage_Count(900, 500); ++i) {
            shuffle(&mixed->work.cuts, &random);
            vlStage_Step(plain);
            vlStage_Step(mixed);
            assert_true(vlWorld_GetHash(plain) == vlWorld_GetHash(mixed));
            contacts = vlWorld_GetContactCount(plain);
        }
        assert_true(contacts >= 12); // they lie on the floor and on each other
        vlWorld_Destroy(plain);
        vlWorld_Destroy(mixed);
    }
}

// Counts records that a step has used: these are unchanged, because a new cut is only made, and
// written, if something is different.
static int countServed(const vlCutMemory* memory, const vlKeptCut* before, uint64_t step)
{
    int served = 0;
    for (int i = 0; i < memory->capacity + VL_CUT_PLACES - 1; ++i) {
        const vlKeptCut* now = &memory->kept[i];
        served += now->isTaken && now->lastStep == (uint32_t)step && now->record.isComplete &&
                  now->key == before[i].key &&
                  memcmp(&now->record, &before[i].record, sizeof now->record) == 0;
    }
    return served;
}

static void records_serve_nearly_always_in_a_wall_at_rest(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    def.capacity.bodies = 16;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlWallDef wall = vlWall_Default(13);
    vlBodyId ids[13];
    vlStage_AddFloor(world);
    assert_int_equal(vlModel_AddWall(world, &wall, ids), VL_OK);
    vlStage_Run(world, 0.3);
    const vlCutMemory* memory = &world->work.cuts;
    size_t size = ((size_t)memory->capacity + VL_CUT_PLACES - 1) * sizeof *memory->kept;
    vlKeptCut* before = malloc(size);
    assert_non_null(before);
    int served = 0, contacts = 0;
    for (int i = 0; i < 100; ++i) {
        uint64_t step = world->state.head->stepCount;
        memcpy(before, memory->kept, size);
        vlStage_Step(world);
        served += countServed(memory, before, step);
        contacts += vlWorld_GetContactCount(world);
    }
    print_message("%d of %d contacts were repeated cuts\n", served, contacts);
    assert_true(contacts >= 100 * 13);
    assert_true(served > 0.95 * contacts); // bricks that settle still pass over an edge at times
    free(before);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pair_finds_its_record_again),
        cmocka_unit_test(who_was_asked_for_lately_keeps_its_place),
        cmocka_unit_test(records_of_other_pairs_change_no_bit_of_a_world),
        cmocka_unit_test(records_serve_nearly_always_in_a_wall_at_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
