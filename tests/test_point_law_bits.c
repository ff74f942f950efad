// SPDX-License-Identifier: MIT
// Laws of one point give the same bits with every compiler and build.

#include <inttypes.h>
#include <string.h>

#include "point_rig.h"

// The pointer moves in and out of the floor by polynomials, which give the same bits with every C
// library.
static uint64_t hashOf(const char* wall, const char* friction)
{
    vlPointLaw law = vlRig_Laws(wall, friction);
    vlWorld* world = vlRig_CreateWorld(VL_INTEGRATOR_IMPLICIT, &law);
    vlStage_AddFloor(world);
    vlBodyId pointer = vlRig_AddPointer(world, VL_RIG_MASS, vlVec(0.0, 0.0, 0.1));
    uint64_t hash = 0;
    for (int n = 0; n < 400; ++n) {
        double t = (n % 200) * 0.01 - 1.0; // -1 .. 1, twice
        double depth = 0.002 * (1.0 - t * t) - 0.0004;
        vlVec2 place = {0.004 * t * t * t, 0.003 * (t * t - 0.7 * t)};
        vlVec3 velocity = vlVec(0.004 * 30.0 * t * t, 0.003 * (20.0 * t - 7.0), 0.002 * 20.0 * t);
        vlVec3 force = vlRig_Tick(world, pointer, depth, place, velocity);
        uint64_t bits[3];
        memcpy(bits, &force, sizeof bits);
        for (int i = 0; i < 3; ++i) {
            hash = (hash ^ bits[i]) * 0x100000001b3u;
        }
    }
    hash ^= vlWorld_GetHash(world);
    vlWorld_Destroy(world);
    return hash;
}

static void every_law_ends_in_its_golden_hash(void** state)
{
    (void)state;
    static const struct {
        const char* wall;
        const char* friction;
        uint64_t hash;
    } golden[] = {
        {"zoh", "classical", 0x3048ac56df331e93u}, {"predictor", "karnopp", 0x10d999150acd2967u},
        {"seh", "dahl", 0xfe7d54b7f207ec33u},      {"corrected", "pad", 0x7327cea67c3a07cbu},
        {"pi", "reset", 0xb4e8172b78795693u},      {"hysteretic", "reset", 0xe3571031fa066953u},
        {"pulse", "karnopp", 0xc73ec45c616bc01fu},
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; ++i) {
        uint64_t hash = hashOf(golden[i].wall, golden[i].friction);
        if (hash != golden[i].hash) {
            print_error("%s %s: 0x%016" PRIx64 "; expected 0x%016" PRIx64 "\n", golden[i].wall,
                        golden[i].friction, hash, golden[i].hash);
            ++wrong;
        }
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_law_ends_in_its_golden_hash),
    };
    return cmocka_run_group_tests_name("point_law_bits", tests, NULL, NULL);
}
