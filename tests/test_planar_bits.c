// SPDX-License-Identifier: MIT
// Golden hashes of planar worlds: the same bits from gcc and clang, Debug and Release. After a
// change that is meant to alter the motion, run with VOLAR_PRINT_GOLDEN=1 in the environment and
// paste what it prints.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "planar_rig.h"

typedef struct Golden {
    const char* wall;
    const char* friction;
    double step;
    uint64_t hash;
} Golden;

static const Golden golden[] = {
    {"zoh", "classical", 0.002, 0xb9cc5411cb1da6b3u},
    {"predictor", NULL, 0.001, 0x2424946211749c54u},
    {"seh", "karnopp", 0.002, 0xa1d7daae1c668f08u},
    {"corrected", "dahl", 0.001, 0x4955b2f3f492cf4au},
    {"pi", "pad", 0.002, 0x22af25ddd17ff50fu},
    {"hysteretic", "reset", 0.001, 0x1d5772ec17e36704u},
    {"pulse", "reset", 0.002, 0x894a394d205f2931u},
    {"pulse", NULL, 0.001, 0xd5c3a7cf6c274486u},
};

static void worlds_have_the_same_bits_everywhere(void** state)
{
    (void)state;
    bool isPrinting = getenv("VOLAR_PRINT_GOLDEN") != NULL;
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; ++i) {
        vlWorld2* world = makeWorld(golden[i].wall, golden[i].friction, golden[i].step);
        vlRandom random = vlRandom_Seed(i + 1);
        assert_int_equal(vlModel2_BuildPebbles(world, &random, 20, 0.9), VL_OK);
        vlWorld2_SetGravity(world, (vlVec2){0.1, -0.5});
        for (int k = 0; k < 2000; ++k) {
            assert_int_equal(vlWorld2_Step(world), VL_OK);
        }
        uint64_t hash = vlWorld2_GetHash(world);
        if (isPrinting) {
            printf("0x%016" PRIx64 "u %s %s\n", hash, golden[i].wall,
                   golden[i].friction != NULL ? golden[i].friction : "NULL");
        } else {
            assert_true(hash == golden[i].hash);
        }
        vlWorld2_Destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(worlds_have_the_same_bits_everywhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
