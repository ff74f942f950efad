// SPDX-License-Identifier: MIT
// Ids: an index with a generation. The model to compare with is the plain rule: the lowest free
// slot is taken, and no id is ever given twice.

#include "base/id_pool.h"

#include <string.h>

#include "models/random.h"
#include "test.h"

#define CAPACITY 8

typedef struct Thing {
    vlIdSlot id;
    int value;
} Thing;

typedef struct Rig {
    vlIdCount count;
    Thing things[CAPACITY];
} Rig;

static vlIdPool poolOf(Rig* rig)
{
    vlIdPool pool = {&rig->count, rig->things, sizeof rig->things[0], CAPACITY};
    return pool;
}

static int find(const Rig* rig, uint32_t index1, uint32_t generation)
{
    return vlIdSlots_Find(rig->things, sizeof rig->things[0], rig->count.used, index1, generation);
}

static void the_lowest_free_slot_is_taken_until_all_are(void** state)
{
    (void)state;
    Rig rig = {.count = {0, 0}};
    vlIdPool pool = poolOf(&rig);
    for (int i = 0; i < CAPACITY; ++i) {
        assert_int_equal(vlIdPool_Take(&pool), i);
    }
    assert_int_equal(vlIdPool_Take(&pool), -1);
    vlIdPool_Free(&pool, 5);
    vlIdPool_Free(&pool, 2);
    assert_int_equal(rig.count.living, CAPACITY - 2);
    assert_int_equal(vlIdPool_Take(&pool), 2);
    assert_int_equal(vlIdPool_Take(&pool), 5);
    assert_int_equal(vlIdPool_Take(&pool), -1);
    assert_int_equal(rig.count.used, CAPACITY);
}

static void what_the_slot_holds_is_left_alone(void** state)
{
    (void)state;
    Rig rig = {.count = {0, 0}};
    vlIdPool pool = poolOf(&rig);
    int i = vlIdPool_Take(&pool);
    rig.things[i].value = 42;
    vlIdPool_Free(&pool, i);
    assert_int_equal(rig.things[i].value, 42);
    assert_int_equal(vlIdPool_Take(&pool), i);
    assert_int_equal(rig.things[i].value, 42);
    assert_ptr_equal(vlIdPool_At(&pool, 3), &rig.things[3]);
}

static void an_old_id_never_names_its_successor(void** state)
{
    (void)state;
    Rig rig = {.count = {0, 0}};
    vlIdPool pool = poolOf(&rig);
    vlRandom random = vlRandom_Seed(7);
    uint32_t last[CAPACITY] = {0}; // generation of the newest id of each slot
    bool isTaken[CAPACITY] = {false};
    for (int k = 0; k < 10000; ++k) {
        int slot = vlRandom_Index(&random, CAPACITY);
        if (isTaken[slot]) {
            vlIdPool_Free(&pool, slot);
            isTaken[slot] = false;
        } else {
            int lowest = 0;
            while (isTaken[lowest]) {
                ++lowest;
            }
            assert_int_equal(vlIdPool_Take(&pool), lowest);
            assert_true(rig.things[lowest].id.generation > last[lowest]);
            last[lowest] = rig.things[lowest].id.generation;
            isTaken[lowest] = true;
        }
        for (int i = 0; i < CAPACITY; ++i) {
            assert_int_equal(find(&rig, (uint32_t)i + 1u, last[i]), isTaken[i] ? i : -1);
            assert_int_equal(find(&rig, (uint32_t)i + 1u, last[i] - 1u), -1);
            assert_int_equal(find(&rig, (uint32_t)i + 1u, last[i] + 1u), -1);
        }
        assert_int_equal(find(&rig, 0, 0), -1); // the null id
        assert_int_equal(find(&rig, CAPACITY + 1, 1), -1);
        assert_int_equal(find(&rig, UINT32_MAX, 1), -1);
    }
}

static void slots_and_counts_are_restored_as_bytes(void** state)
{
    (void)state;
    Rig rig = {.count = {0, 0}};
    vlIdPool pool = poolOf(&rig);
    (void)vlIdPool_Take(&pool);
    Rig saved;
    memcpy(&saved, &rig, sizeof rig);
    int second = vlIdPool_Take(&pool);
    uint32_t generation = rig.things[second].id.generation;
    memcpy(&rig, &saved, sizeof rig);
    assert_int_equal(find(&rig, (uint32_t)second + 1u, generation), -1);
    assert_int_equal(vlIdPool_Take(&pool), second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lowest_free_slot_is_taken_until_all_are),
        cmocka_unit_test(what_the_slot_holds_is_left_alone),
        cmocka_unit_test(an_old_id_never_names_its_successor),
        cmocka_unit_test(slots_and_counts_are_restored_as_bytes),
    };
    return cmocka_run_group_tests_name("id_pool", tests, NULL, NULL);
}
