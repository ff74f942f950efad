// SPDX-License-Identifier: MIT
// Which bodies are solved together.

#include <stdlib.h>

#include "dynamics/island.h"
#include "models/random.h"
#include "test.h"

#define BODIES 60
#define LINKS 120

static vlIslands create(int bodies)
{
    vlIslands islands;
    vlArena arena = {NULL, 0};
    vlIslands_LayOut(&islands, &arena, bodies);
    arena.base = test_malloc(arena.used + VL_CACHE_LINE);
    arena.used = 0;
    vlIslands_LayOut(&islands, &arena, bodies);
    return islands;
}

static void destroy(vlIslands* islands)
{
    test_free(islands->row); // the first array: start of the block
}

// Spreads along the links until nothing changes.
static void findReachable(bool reach[BODIES][BODIES], int count, const bool* isSolved,
                          const vlLink* links, int linkCount)
{
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < count; ++j) {
            reach[i][j] = i == j && isSolved[i];
        }
    }
    for (bool isChanged = true; isChanged;) {
        isChanged = false;
        for (int k = 0; k < linkCount; ++k) {
            int a = links[k].a;
            int b = links[k].b;
            if (a < 0 || b < 0 || !isSolved[a] || !isSolved[b]) {
                continue;
            }
            for (int i = 0; i < count; ++i) {
                if (reach[i][a] != reach[i][b]) {
                    reach[i][a] = reach[i][b] = true;
                    isChanged = true;
                }
            }
        }
    }
}

// Rows and bodies refer to each other, islands are ordered by their lowest body, and bodies ascend
// within an island.
static void checkOrder(const vlIslands* islands, int count, const bool* isSolved)
{
    int solved = 0;
    for (int i = 0; i < count; ++i) {
        solved += isSolved[i];
        if (!isSolved[i]) {
            assert_int_equal(islands->row[i], -1);
            assert_int_equal(islands->island[i], -1);
        } else {
            assert_int_equal(islands->body[islands->row[i]], i);
        }
    }
    assert_int_equal(islands->rowCount, solved);
    assert_int_equal(islands->start[0], 0);
    assert_int_equal(islands->start[islands->islandCount], solved);
    for (int i = 0; i < islands->islandCount; ++i) {
        assert_true(islands->start[i] < islands->start[i + 1]);
        for (int row = islands->start[i]; row < islands->start[i + 1]; ++row) {
            assert_int_equal(islands->island[islands->body[row]], i);
            assert_true(row == islands->start[i] || islands->body[row - 1] < islands->body[row]);
        }
        assert_true(i == 0 ||
                    islands->body[islands->start[i - 1]] < islands->body[islands->start[i]]);
    }
}

static void islands_are_what_links_reach(void** state)
{
    (void)state;
    static bool reach[BODIES][BODIES];
    vlRandom random = vlRandom_Seed(41);
    vlIslands islands = create(BODIES);
    for (int trial = 0; trial < 400; ++trial) {
        int count = 1 + vlRandom_Index(&random, BODIES);
        int linkCount = vlRandom_Index(&random, LINKS);
        bool isSolved[BODIES];
        vlLink links[LINKS];
        for (int i = 0; i < count; ++i) {
            isSolved[i] = vlRandom_Index(&random, 5) > 0;
        }
        for (int i = 0; i < linkCount; ++i) {
            links[i].a = vlRandom_Index(&random, count + 1) - 1; // -1: no body
            links[i].b = vlRandom_Index(&random, count + 1) - 1;
        }
        vlIslands_Find(&islands, count, isSolved, links, linkCount);
        checkOrder(&islands, count, isSolved);
        findReachable(reach, count, isSolved, links, linkCount);
        for (int i = 0; i < count; ++i) {
            for (int j = 0; j < count; ++j) {
                bool isTogether = isSolved[i] && islands.island[i] == islands.island[j];
                assert_int_equal(isTogether, reach[i][j]);
            }
        }
    }
    destroy(&islands);
}

static void a_body_not_solved_for_does_not_join_its_neighbours(void** state)
{
    (void)state;
    vlIslands islands = create(5);
    // Two stacks of two on one floor, body 2.
    const bool isSolved[5] = {true, true, false, true, true};
    const vlLink links[] = {{2, 0}, {0, 4}, {2, 1}, {1, 3}, {-1, 3}};
    vlIslands_Find(&islands, 5, isSolved, links, 5);
    assert_int_equal(islands.islandCount, 2);
    const int body[4] = {0, 4, 1, 3};
    assert_memory_equal(islands.body, body, sizeof body);
    const int start[3] = {0, 2, 4};
    assert_memory_equal(islands.start, start, sizeof start);
    assert_int_equal(islands.row[2], -1);
    destroy(&islands);
}

static void the_order_of_links_does_not_matter(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(42);
    vlIslands first = create(BODIES);
    vlIslands second = create(BODIES);
    bool isSolved[BODIES];
    vlLink links[40];
    for (int i = 0; i < BODIES; ++i) {
        isSolved[i] = true;
    }
    for (int trial = 0; trial < 50; ++trial) {
        for (int i = 0; i < 40; ++i) {
            links[i].a = vlRandom_Index(&random, BODIES);
            links[i].b = vlRandom_Index(&random, BODIES);
        }
        vlIslands_Find(&first, BODIES, isSolved, links, 40);
        for (int i = 39; i > 0; --i) { // shuffled, and some reversed
            int other = vlRandom_Index(&random, i + 1);
            vlLink link = links[i];
            links[i] = links[other];
            links[other].a = link.b;
            links[other].b = link.a;
        }
        vlIslands_Find(&second, BODIES, isSolved, links, 40);
        assert_int_equal(first.islandCount, second.islandCount);
        assert_memory_equal(first.body, second.body, sizeof(int) * BODIES);
        assert_memory_equal(first.row, second.row, sizeof(int) * BODIES);
        assert_memory_equal(first.island, second.island, sizeof(int) * BODIES);
    }
    destroy(&first);
    destroy(&second);
}

static void many_bodies_on_one_are_one_island(void** state)
{
    (void)state;
    enum { LENGTH = 20000 };
    vlIslands islands = create(LENGTH);
    bool* isSolved = test_malloc(LENGTH * sizeof *isSolved);
    vlLink* links = test_malloc((LENGTH - 1) * sizeof *links);
    for (int i = 0; i < LENGTH; ++i) {
        isSolved[i] = true;
    }
    // Each link brings a lower root: without shortening, paths would grow by one each time.
    for (int i = 0; i < LENGTH - 1; ++i) {
        links[i].a = LENGTH - 2 - i;
        links[i].b = LENGTH - 1;
    }
    vlIslands_Find(&islands, LENGTH, isSolved, links, LENGTH - 1);
    assert_int_equal(islands.islandCount, 1);
    assert_int_equal(islands.rowCount, LENGTH);
    checkOrder(&islands, LENGTH, isSolved);
    test_free(links);
    test_free(isSolved);
    destroy(&islands);
}

static void nothing_to_solve_for_is_no_island(void** state)
{
    (void)state;
    vlIslands islands = create(3);
    const bool isSolved[3] = {false, false, false};
    const vlLink links[] = {{0, 1}, {1, 2}};
    vlIslands_Find(&islands, 0, isSolved, NULL, 0);
    assert_int_equal(islands.islandCount, 0);
    assert_int_equal(islands.rowCount, 0);
    vlIslands_Find(&islands, 3, isSolved, links, 2);
    assert_int_equal(islands.islandCount, 0);
    assert_int_equal(islands.rowCount, 0);
    destroy(&islands);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(islands_are_what_links_reach),
        cmocka_unit_test(a_body_not_solved_for_does_not_join_its_neighbours),
        cmocka_unit_test(the_order_of_links_does_not_matter),
        cmocka_unit_test(many_bodies_on_one_are_one_island),
        cmocka_unit_test(nothing_to_solve_for_is_no_island),
    };
    return cmocka_run_group_tests_name("island", tests, NULL, NULL);
}
