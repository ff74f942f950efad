// SPDX-License-Identifier: MIT
// The two rates in two real threads.

#include <pthread.h>
#include <stdatomic.h>

#include "surface_stage.h"
#include "test.h"
#include "two_rate_scene.h"

// Steps until at least `packets` packets came from the other thread, and at least `ticks` ticks. It
// only matters that this ends: with the thread sanitizer on a busy machine it has taken longer than
// 20 s.
#define PATIENCE 120.0 // s
#define SPOON_TICKS 450
static void runBoth(Crowd* crowd, uint64_t packets, int ticks)
{
    double start = vlCrowd_Now();
    while (crowd->rig.tick < ticks || vlRig_Report(&crowd->rig).packets < packets) {
        vlCrowd_Tick(crowd);
        vlCrowd_Rest();
        VL_CHECK_BELOW(vlCrowd_Now() - start, PATIENCE);
    }
}

static void its_own_thread_finds_contacts(void** state)
{
    (void)state;
    Crowd crowd = vlCrowd_Make(1);
    assert_int_equal(vlTwoRate_Start(crowd.rig.two, 0.0), VL_OK);
    assert_int_equal(vlTwoRate_Start(crowd.rig.two, 0.0), VL_ERROR_ARGUMENT); // it runs already
    runBoth(&crowd, 200, vlStage_Count(4000, 1000));
    vlTwoRateReport report = vlRig_Report(&crowd.rig);
    assert_int_equal(report.ownFinds, 0);
    assert_true(report.findTime > 0.0 && report.contactRate > 0.0);
    assert_true(report.carried > 0 && report.contacts > 0);
    vlTwoRate_Stop(crowd.rig.two);
    // While stopped no packet comes; once started again, packets come.
    uint64_t before = 0;
    for (int i = 0; i < 10; ++i) {
        vlCrowd_Tick(&crowd);
        before = i == 1 ? vlRig_Report(&crowd.rig).packets : before;
    }
    assert_int_equal(vlRig_Report(&crowd.rig).packets, before);
    assert_int_equal(vlTwoRate_Start(crowd.rig.two, 0.0), VL_OK);
    runBoth(&crowd, before + 10, 0);
    vlRig_Drop(&crowd.rig); // while it runs
}

static void a_rate_is_kept(void** state)
{
    (void)state;
    Crowd crowd = vlCrowd_Make(2);
    assert_int_equal(vlTwoRate_Start(crowd.rig.two, 200.0), VL_OK);
    double start = vlCrowd_Now();
    while (vlCrowd_Now() - start < 0.5) {
        vlCrowd_Tick(&crowd);
        vlCrowd_Rest();
    }
    // 200 Hz for half a second, plus the packet at creation; a busy machine may give fewer.
    assert_in_range(vlRig_Report(&crowd.rig).packets, 2, 103);
    vlRig_Drop(&crowd.rig);
}

typedef struct Finder {
    vlTwoRate* two;
    _Atomic bool isDone;
} Finder;

static void* findOn(void* user)
{
    Finder* finder = user;
    while (!atomic_load(&finder->isDone)) {
        if (!vlTwoRate_FindContacts(finder->two)) { // no step since the last packet
            vlCrowd_Rest();
        }
    }
    return NULL;
}

static void the_callers_thread_may_find_them(void** state)
{
    (void)state;
    Crowd crowd = vlCrowd_Make(3);
    Finder finder = {.two = crowd.rig.two};
    pthread_t thread;
    atomic_init(&finder.isDone, false);
    assert_int_equal(pthread_create(&thread, NULL, findOn, &finder), 0);
    runBoth(&crowd, 200, vlStage_Count(4000, 1000));
    atomic_store(&finder.isDone, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    vlRig_Drop(&crowd.rig);
}

// Bodies come and go and states jump while the other thread works.
static void a_world_may_change_meanwhile(void** state)
{
    (void)state;
    Crowd crowd = vlCrowd_Make(4);
    size_t size = vlWorld_GetSnapshotSize(crowd.rig.world);
    void* saved = test_malloc(size);
    assert_int_equal(vlTwoRate_Start(crowd.rig.two, 0.0), VL_OK);
    assert_int_equal(vlWorld_Save(crowd.rig.world, saved, size), VL_OK);
    for (int round = 0; round < 5; ++round) {
        for (int i = 0; i < 200; ++i) {
            vlCrowd_Tick(&crowd);
        }
        assert_int_equal(vlWorld_Restore(crowd.rig.world, saved, size), VL_OK);
    }
    uint64_t own = vlRig_Report(&crowd.rig).ownFinds;
    vlBodyId extra = vlStage_AddBox(crowd.rig.world, vlVec(0.02, 0.02, 0.02), 0.05,
                                    vlModel_At(-0.1, -0.1, 0.05), vlModel_AtRest());
    for (int i = 0; i < 200; ++i) {
        vlCrowd_Tick(&crowd);
    }
    assert_int_equal(vlWorld_DestroyBody(crowd.rig.world, extra), VL_OK);
    for (int i = 0; i < 200; ++i) {
        vlCrowd_Tick(&crowd);
    }
    vlTwoRateReport report = vlRig_Report(&crowd.rig);
    assert_true(report.isOutdated);
    assert_int_equal(report.ownFinds, own + 400);
    test_free(saved);
    vlRig_Drop(&crowd.rig);
}

// The spoon is pressed against the wall of the cup and slides along it while another thread finds
// the samples. The age of packets depends on the machine; the spoon does not go through the wall.
static void samples_come_from_another_thread(void** state)
{
    (void)state;
    vlTouchDef def = vlTouch_SpoonCup();
    Spoon spoon;
    vlTwoRate* two = NULL;
    def.friction = 0.3;
    def.merge = VL_AUTO;
    vlSpoon_Open(&def, &spoon);
    vlSpoon_Start(&spoon);
    vlTwoRateDef rates = vlDefaultTwoRateDef(spoon.t.world);
    assert_int_equal(vlTwoRate_Create(&rates, &two, NULL, 0), VL_OK);
    assert_int_equal(vlTwoRate_Start(two, 0.0), VL_OK);
    double start = vlCrowd_Now(), least = 1.0;
    for (int i = 0; i < SPOON_TICKS; ++i) {
        // As in a loop in real time, a packet comes every few ticks.
        uint64_t before = vlTwoRate_GetReport(two).packets;
        vlSpoon_Tick(&spoon, i);
        while (i % 3 == 0 && vlTwoRate_GetReport(two).packets == before) {
            vlCrowd_Rest();
            vlSpoon_Tick(&spoon, i);
            VL_CHECK_BELOW(vlCrowd_Now() - start, PATIENCE);
        }
        least = fmin(least, spoon.t.gap);
    }
    vlTwoRateReport report = vlTwoRate_GetReport(two);
    assert_true(report.packets >= SPOON_TICKS / 3);
    assert_true(report.carriedSamples > 1000 && report.samples > 0);
    assert_int_equal(report.ownFinds, 0);
    assert_true(least > 0.0);
    vlTwoRate_Destroy(two); // while it runs
    vlTouch_Close(&spoon.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_own_thread_finds_contacts),
        cmocka_unit_test(a_rate_is_kept),
        cmocka_unit_test(the_callers_thread_may_find_them),
        cmocka_unit_test(a_world_may_change_meanwhile),
        cmocka_unit_test(samples_come_from_another_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
