// SPDX-License-Identifier: MIT
// The haptic loop at random; `make soak` goes on for a million ticks.

#include "haptic_chaos.h"
#include "test.h"

static void nothing_wild_hands_do_breaks_the_loop(void** state)
{
    (void)state;
    vlChaosFigures figures = {.ticks = 0};
    for (int i = 1; i <= vlStage_Count(25, 4); ++i) {
        vlHapticChaos_Run((uint64_t)i, &figures);
    }
    // Check that the run was not idle.
    uint64_t ticks = figures.ticks;
    assert_true(figures.contacts > ticks && figures.largestForce > 3.0);
    assert_true(1000 * figures.takes > ticks && 2000 * figures.clutches > ticks);
    assert_true(4000 * figures.releases > ticks && 4000 * figures.faults > ticks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_wild_hands_do_breaks_the_loop)};
    return cmocka_run_group_tests_name("haptic_random", tests, NULL, NULL);
}
