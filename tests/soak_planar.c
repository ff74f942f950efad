// SPDX-License-Identifier: MIT
// Endurance of planar worlds: STEPS steps for each passive wall, with 20 polygons and a friction
// law of its own. Checked in every step: it succeeds, and there is no more energy than at the
// start; nothing leaves the room (planar_passive.h).

#include <stdio.h>
#include <stdlib.h>

#include "planar_passive.h"

static long stepCount = 1000000;

static void passive_worlds_stay_passive(void** state)
{
    (void)state;
    for (int wall = 0; wall < PASSIVE_WALLS; ++wall) {
        vlWorld2* world = makePassive(wall, wall, wall % 2 == 0 ? 0.002 : 0.001);
        vlRandom random = vlRandom_Seed((uint64_t)(77 + wall));
        assert_int_equal(vlModel2_BuildPebbles(world, &random, 20, 1.0), VL_OK);
        double most = checkPassive(world, stepCount);
        print_message("wall %d: at most %.6f of the energy at the start\n", wall, most);
        vlWorld2_Destroy(world);
    }
}

int main(int argc, char** argv)
{
    if (argc > 1) {
        stepCount = strtol(argv[1], NULL, 10);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(passive_worlds_stay_passive)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
