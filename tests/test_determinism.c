// SPDX-License-Identifier: MIT
// Golden hashes: the exact bits of whole scenes after many steps, the same for every compiler and
// level of optimisation. After a change that is meant to alter the motion, run this program with
// VOLAR_PRINT_GOLDEN=1 in the environment and paste the lines it prints over the table below; they
// must be the same from gcc and clang, Debug and Release.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fixtures.h"
#include "test.h"

typedef enum Variant {
    PLAIN,
    RK4,
    FOUNDATION,
    PRESSURE, // along the faces
    POINT,
    SEARCH,
    PAPER, // friction as printed
    IMPLICIT,
    STIFF,  // implicit, 1e6 N/m
    BEDDED, // implicit, law FOUNDATION
    SLEEPY  // implicit, with sleeping
} Variant;

typedef struct Golden {
    const char* scene;
    vlFixture number;
    const char* variant;
    Variant option;
    int steps;
    uint64_t hash;
} Golden;

#define GOLDEN(scene, variant, steps, hash)                                                        \
    {                                                                                              \
#scene, VL_FIXTURE_##scene, #variant, variant, steps, hash                                 \
    }

static const Golden golden[] = {
    GOLDEN(FREE_TOP, PLAIN, 5000, 0x457383caf7227d5eu),
    GOLDEN(FREE_TOP, RK4, 5000, 0xca5a070f46f80db0u),
    GOLDEN(TILTED_BOX, PLAIN, 1500, 0x3d19640775d7db67u),
    GOLDEN(TILTED_BOX, RK4, 1500, 0x5516c188265a4f76u),
    GOLDEN(TILTED_BOX, FOUNDATION, 1500, 0x7634390f7d64a747u),
    GOLDEN(TILTED_BOX, PRESSURE, 1500, 0xda23ccd933dc99f2u),
    GOLDEN(TILTED_BOX, POINT, 1500, 0x119dacc9dd951feeu),
    GOLDEN(TILTED_BOX, SEARCH, 1500, 0x81f0ccc9b0839a31u),
    GOLDEN(TILTED_BOX, PAPER, 1500, 0x353e24d664dcc40du),
    GOLDEN(WALL, PLAIN, 2000, 0xbbb24d424bc75e42u),
    GOLDEN(PILE, PLAIN, 1000, 0xa3a55f5c53c11a1eu),
    GOLDEN(PILE, SEARCH, 500, 0xfa10874bb71b7073u),
    GOLDEN(SLOPE, PLAIN, 1000, 0x2cc79db26c5db5c8u),
    GOLDEN(MIXED, PLAIN, 1000, 0x876f952a9d13bd2bu),
    GOLDEN(MIXED, RK4, 500, 0x4edf7fce9c05cd01u),
    GOLDEN(MIXED, FOUNDATION, 500, 0xb4bfe4de7d440583u),
    GOLDEN(MIXED, PRESSURE, 500, 0x4de19802b0c68733u),
    GOLDEN(MIXED, POINT, 500, 0x77f0fee4e5ecf191u),
    GOLDEN(MIXED, SEARCH, 500, 0x4347467e3d26e4bau),
    GOLDEN(MIXED, PAPER, 500, 0xbca49ff1a92950e5u),
    GOLDEN(FREE_TOP, IMPLICIT, 5000, 0x457383caf7227d5eu),
    GOLDEN(TILTED_BOX, IMPLICIT, 1500, 0x205f16d478092c6au),
    GOLDEN(TILTED_BOX, STIFF, 1500, 0x1faae141468aaa60u),
    GOLDEN(TILTED_BOX, BEDDED, 1500, 0x90ac8cce4327ca2du),
    GOLDEN(WALL, IMPLICIT, 2000, 0xfeba14321cdc8581u),
    GOLDEN(WALL, STIFF, 2000, 0x03fb123f48cfc415u),
    GOLDEN(WALL, SLEEPY, 2000, 0xdab107ebfdaddc6bu),
    GOLDEN(PILE, IMPLICIT, 1000, 0x4c274a78ae8bfe5cu),
    GOLDEN(PILE, STIFF, 500, 0xd75a105bdf2541a2u),
    GOLDEN(SLOPE, IMPLICIT, 1000, 0x1612d2ecc359dc35u),
    GOLDEN(MIXED, IMPLICIT, 1000, 0x7ec5f1094d71825fu),
    GOLDEN(MIXED, STIFF, 500, 0xc8fc5717d8bcf6c7u),
    GOLDEN(MIXED, BEDDED, 500, 0x71f804ab4f183bdcu),
    GOLDEN(MIXED, SLEEPY, 1000, 0x7ec5f1094d71825fu),
};
#define GOLDEN_COUNT (sizeof golden / sizeof golden[0])

static vlWorldDef defOf(const Golden* g)
{
    vlWorldDef def = vlFixture_Def(g->number);
    switch (g->option) {
    case PLAIN: break;
    case RK4: def.integrator = VL_INTEGRATOR_RK4; break;
    case FOUNDATION: def.contact.law = VL_LAW_FOUNDATION; break;
    case PRESSURE:
        def.contact.law = VL_LAW_FOUNDATION;
        def.contact.reference.pressure = VL_PRESSURE_FACES;
        break;
    case POINT: def.contact.reference.model = VL_CONTACT_POINT; break;
    case SEARCH: def.contact.reference.normal = VL_NORMAL_SEARCH; break;
    case PAPER: def.contact.reference.friction = VL_FRICTION_PAPER; break;
    case IMPLICIT: def.integrator = VL_INTEGRATOR_IMPLICIT; break;
    case STIFF:
        def.integrator = VL_INTEGRATOR_IMPLICIT;
        def.surface.stiffnessN = 1e6;
        break;
    case BEDDED:
        def.integrator = VL_INTEGRATOR_IMPLICIT;
        def.contact.law = VL_LAW_FOUNDATION;
        break;
    case SLEEPY:
        def.integrator = VL_INTEGRATOR_IMPLICIT;
        def.sleep = true;
        break;
    }
    return def;
}

static uint64_t hashOf(const Golden* g)
{
    vlWorldDef def = defOf(g);
    vlWorld* world = vlFixture_Create(g->number, &def);
    assert_non_null(world);
    for (int i = 0; i < g->steps; ++i) {
        assert_int_equal(vlWorld_Step(world), VL_OK);
    }
    assert_true(vlFixture_IsFinite(world));
    uint64_t hash = vlWorld_GetHash(world);
    vlWorld_Destroy(world);
    return hash;
}

static void every_scene_ends_in_its_golden_hash(void** state)
{
    (void)state;
    bool prints = getenv("VOLAR_PRINT_GOLDEN") != NULL;
    size_t wrong = 0;
    for (size_t i = 0; i < GOLDEN_COUNT; ++i) {
        const Golden* g = &golden[i];
        uint64_t hash = hashOf(g);
        if (prints) {
            printf("    GOLDEN(%s, %s, %d, 0x%016" PRIx64 "u),\n", g->scene, g->variant, g->steps,
                   hash);
        } else if (hash != g->hash) {
            print_error("%s %s: 0x%016" PRIx64 " after %d steps; expected 0x%016" PRIx64 "\n",
                        g->scene, g->variant, hash, g->steps, g->hash);
            ++wrong;
        }
    }
    assert_int_equal(wrong, 0);
}

static void two_worlds_of_one_scene_stay_alike_in_every_step(void** state)
{
    (void)state;
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_MIXED);
    vlWorld* first = vlFixture_Create(VL_FIXTURE_MIXED, &def);
    vlWorld* second = vlFixture_Create(VL_FIXTURE_MIXED, &def);
    assert_non_null(first);
    assert_non_null(second);
    for (int i = 0; i < 500; ++i) {
        assert_int_equal(vlWorld_Step(first), VL_OK);
        assert_int_equal(vlWorld_Step(second), VL_OK);
        assert_true(vlWorld_GetHash(first) == vlWorld_GetHash(second));
    }
    vlWorld_Destroy(first);
    vlWorld_Destroy(second);
}

static void profiling_and_reading_do_not_change_the_motion(void** state)
{
    (void)state;
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_MIXED);
    vlWorld* plain = vlFixture_Create(VL_FIXTURE_MIXED, &def);
    def.profile = true;
    vlWorld* watched = vlFixture_Create(VL_FIXTURE_MIXED, &def);
    assert_non_null(plain);
    assert_non_null(watched);
    for (int i = 0; i < 500; ++i) {
        assert_int_equal(vlWorld_Step(plain), VL_OK);
        assert_int_equal(vlWorld_Step(watched), VL_OK);
        for (int k = 0; k < vlWorld_GetContactCount(watched); ++k) {
            vlContactReport report;
            vlVec3 points[8];
            int count = 0;
            assert_int_equal(vlWorld_GetContact(watched, k, &report), VL_OK);
            assert_int_equal(vlWorld_GetContactPolygon(watched, k, points, 8, &count), VL_OK);
        }
        assert_true(vlFixture_IsFinite(watched));
    }
    assert_true(vlWorld_GetHash(plain) == vlWorld_GetHash(watched));
    vlWorld_Destroy(plain);
    vlWorld_Destroy(watched);
}

static void the_hash_tells_states_apart(void** state)
{
    (void)state;
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_TILTED_BOX);
    vlWorld* world = vlFixture_Create(VL_FIXTURE_TILTED_BOX, &def);
    assert_non_null(world);
    vlBodyId box = vlWorld_GetBody(world, 1);
    uint64_t before = vlWorld_GetHash(world);
    vlTwist twist;
    assert_int_equal(vlBody_GetTwist(world, box, &twist), VL_OK);
    twist.linear.x = nextafter(twist.linear.x, 1.0);
    assert_int_equal(vlBody_SetTwist(world, box, twist), VL_OK);
    assert_true(vlWorld_GetHash(world) != before);
    twist.linear.x = nextafter(twist.linear.x, 0.0);
    assert_int_equal(vlBody_SetTwist(world, box, twist), VL_OK);
    assert_true(vlWorld_GetHash(world) == before);
    assert_int_equal(vlWorld_Step(world), VL_OK);
    assert_true(vlWorld_GetHash(world) != before);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_ends_in_its_golden_hash),
        cmocka_unit_test(two_worlds_of_one_scene_stay_alike_in_every_step),
        cmocka_unit_test(profiling_and_reading_do_not_change_the_motion),
        cmocka_unit_test(the_hash_tells_states_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
