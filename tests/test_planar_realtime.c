// SPDX-License-Identifier: MIT
// Steps of a planar world, with contacts made and broken, impacts, changes of surface, snapshots
// and readers, neither allocate, lock nor make a system call.

#include "planar_rig.h"
#include "quiet_run.h"

#define STEPS 10000

typedef struct Rig {
    vlWorld2* world;
    vlSurface2 other;
    unsigned char* snapshot;
    size_t size;
    int contacts;
} Rig;

static void makeRig(void* argument)
{
    Rig* rig = argument;
    *rig = (Rig){.world = makeWorld("pulse", "reset", 0.002)};
    vlRandom random = vlRandom_Seed(9);
    assert_int_equal(vlModel2_BuildPebbles(rig->world, &random, 20, 1.0), VL_OK);
    rig->other.wall = choose("seh");
    rig->other.friction = choose("dahl");
    rig->size = vlWorld2_GetSnapshotSize(rig->world);
    rig->snapshot = malloc(rig->size);
    assert_non_null(rig->snapshot);
}

static void endRig(void* argument)
{
    Rig* rig = argument;
    vlWorld2_Destroy(rig->world);
    free(rig->snapshot);
}

static bool run(void* argument)
{
    Rig* rig = argument;
    bool ok = true;
    vlMaterialId zero = {0};
    for (int i = 0; i < STEPS; ++i) {
        vlBody2Id body = vlWorld2_GetBody(rig->world, 4 + i % 20);
        vlVec2 centre;
        ok = vlBody2_GetCentre(rig->world, body, &centre) == VL_OK && ok;
        vlVec2 force = {3.0 * (i % 7 - 3), 3.0 * (i % 5 - 2)};
        ok = vlBody2_ApplyForce(rig->world, body, force, centre) == VL_OK && ok;
        ok = vlWorld2_Step(rig->world) == VL_OK && ok;
        for (int k = 0; k < vlWorld2_GetContactCount(rig->world); ++k) {
            vlContact2Report report;
            ok = vlWorld2_GetContact(rig->world, k, &report) == VL_OK && ok;
            ok = isfinite(report.normalForce) && ok;
            ++rig->contacts;
        }
        if (i == STEPS / 3) {
            ok = vlWorld2_Save(rig->world, rig->snapshot, rig->size) == VL_OK && ok;
        } else if (i == STEPS / 2) {
            ok = vlWorld2_SetSurface(rig->world, zero, zero, &rig->other) == VL_OK && ok;
        } else if (i == 2 * STEPS / 3) {
            ok = vlWorld2_Restore(rig->world, rig->snapshot, rig->size) == VL_OK && ok;
        }
        ok = vlWorld2_GetHash(rig->world) != 0 && ok;
    }
    return ok && rig->contacts > 100;
}

static Rig stage;
static const QuietRun quiet = {makeRig, run, endRig, &stage};

static void a_planar_step_neither_allocates_nor_locks(void** state)
{
    (void)state;
    checkCounts(&quiet);
}

static void a_planar_step_makes_no_system_call(void** state)
{
    (void)state;
    checkNoCalls(&quiet);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_planar_step_neither_allocates_nor_locks),
        cmocka_unit_test(a_planar_step_makes_no_system_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
