// SPDX-License-Identifier: MIT
// Changes of a world that gets its contacts in packets: bodies come and go, states are restored,
// bodies sleep, are driven, joined or touched by a pointer; and what is refused.

#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "two_rate_fixture.h"

static void bodies_that_come_or_go_make_it_outdated(void** state)
{
    (void)state;
    vlWorldDef def = implicitDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    (void)vlStage_AddSlab(world, vlVec(0.4, 0.4, 0.1));
    vlBodyId first = addCube(world, vlVec(0.0, 0.0, 0.02), vlZero());
    vlBodyId second = addCube(world, vlVec(0.1, 0.0, 0.02), vlZero());
    vlTwoRate* two = vlRig_Divide(world, NULL);
    runServed(world, two, 100, 5);
    assert_int_equal(vlTwoRate_GetReport(two).ownFinds, 0);
    assert_int_equal(vlTwoRate_GetReport(two).contacts, 2);
    assert_int_equal(vlWorld_DestroyBody(world, first), VL_OK);
    vlStage_Step(world);
    assert_false(vlTwoRate_FindContacts(two));
    vlBodyId third = addCube(world, vlVec(0.0, 0.1, 0.06), vlZero());
    runServed(world, two, 500, 5);
    vlTwoRateReport report = vlTwoRate_GetReport(two);
    assert_true(report.isOutdated);
    assert_int_equal(report.ownFinds, 501);
    // The result is that of a single rate: both lie on the table, at their depth.
    double depth = 0.1 * VL_GRAVITY / 1e4;
    VL_CHECK_NEAR(vlStage_CentreOf(world, second).z, 0.02 - depth, 1e-9);
    VL_CHECK_NEAR(vlStage_CentreOf(world, third).z, 0.02 - depth, 1e-6); // still settling
    // A new two-rate object knows them.
    vlTwoRate_Destroy(two);
    two = vlRig_Divide(world, NULL);
    runServed(world, two, 100, 5);
    report = vlTwoRate_GetReport(two);
    assert_false(report.isOutdated);
    assert_int_equal(report.ownFinds, 0);
    assert_int_equal(report.contacts, 2);
    vlTwoRate_Destroy(two);
    runServed(world, NULL, 10, 100); // without packets
    assert_int_equal(vlWorld_GetContactCount(world), 2);
    vlWorld_Destroy(world);
}

static void a_restored_world_goes_on_from_there(void** state)
{
    (void)state;
    Rig rig = vlRig_Make((RigDef){.stiffness = 1e4, .coupling = 500.0, .tilt = 0.6});
    size_t size = vlWorld_GetSnapshotSize(rig.world);
    void* saved = malloc(size);
    assert_non_null(saved);
    double first = 0.0;
    for (int round = 0; round < 2; ++round) {
        while (rig.tick < 800) {
            vlRig_Press(&rig, 0.02);
            vlRig_Serve(&rig, 5);
            if (rig.tick == 200 && round == 0) { // in the air; restored when it lies on the table
                assert_int_equal(vlWorld_Save(rig.world, saved, size), VL_OK);
            }
        }
        uint64_t own = vlRig_Report(&rig).ownFinds;
        if (round == 0) {
            first = vlRig_Force(&rig);
            assert_int_equal(own, 0);
            assert_int_equal(vlWorld_Restore(rig.world, saved, size), VL_OK);
            rig.tick = 200;
        } else {
            // Until a packet for the restored state came.
            assert_in_range(own, 1, 5);
            // Not the same bits, because the contact side searched other states.
            VL_CHECK_NEAR(vlRig_Force(&rig), first, 1e-3 * first);
        }
    }
    free(saved);
    vlRig_Drop(&rig);
}

static void resting_bodies_sleep_and_wake(void** state)
{
    (void)state;
    vlWorldDef def = implicitDef();
    def.sleep = true;
    vlWorld* world = vlStage_CreateWorld(&def);
    (void)vlStage_AddSlab(world, vlVec(0.4, 0.4, 0.1));
    vlBodyId lower = addCube(world, vlVec(0.0, 0.0, 0.02), vlZero());
    vlBodyId upper = addCube(world, vlVec(0.0, 0.0, 0.06), vlZero());
    vlTwoRate* two = vlRig_Divide(world, NULL);
    runServed(world, two, 2000, 10);
    assert_true(vlBody_IsAsleep(world, lower) && vlBody_IsAsleep(world, upper));
    assert_int_equal(vlWorld_GetContactCount(world), 2);
    vlVec3 place = vlStage_CentreOf(world, upper);
    runServed(world, two, 500, 10);
    runServed(world, two, 200, 1000); // packets become stale while the bodies sleep
    VL_CHECK_BELOW(vlLength(vlSub(vlStage_CentreOf(world, upper), place)), 0.0);
    // A body that falls on them wakes them, and all come to rest again.
    vlStage_Place(world, lower, vlModel_At(0.0, 0.0, 0.021), vlModel_AtRest());
    runServed(world, two, 2, 1);
    assert_false(vlBody_IsAsleep(world, lower));
    runServed(world, two, 3000, 10);
    assert_true(vlBody_IsAsleep(world, upper));
    // One weight sinks by m g/k, two by twice that. They fall asleep before the whole offset of the
    // first touch has been given back.
    VL_CHECK_NEAR(vlStage_CentreOf(world, upper).z, 0.06 - 3.0 * 0.1 * VL_GRAVITY / 1e4, 1e-5);
    vlTwoRate_Destroy(two);
    vlWorld_Destroy(world);
}

// A belt carries a cube, a driven wall pushes another.
static void driven_bodies_drive_under_packets(void** state)
{
    (void)state;
    vlWorldDef def = implicitDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId belt =
        vlStage_AddFixed(world, VL_BODY_KINEMATIC, vlStage_CreateBox(vlVec(1.0, 0.2, 0.02)),
                         vlModel_At(0.0, 0.0, -0.01));
    vlTwist along = {vlVec(0.1, 0.0, 0.0), vlZero()};
    assert_int_equal(vlBody_SetTwist(world, belt, along), VL_OK);
    vlBodyId cube = addCube(world, vlVec(0.0, 0.0, 0.02), vlVec(0.1, 0.0, 0.0));
    vlTwoRate* two = vlRig_Divide(world, NULL);
    runServed(world, two, 1000, 10);
    // The cube sticks to the belt all the time.
    double slip = vlStage_CentreOf(world, cube).x - vlStage_CentreOf(world, belt).x;
    VL_CHECK_NEAR(slip, 0.0, 1e-9);
    VL_CHECK_NEAR(vlStage_TwistOf(world, cube).linear.x, 0.1, 1e-9);
    vlTwoRate_Destroy(two);
    vlWorld_Destroy(world);
}

static void a_pointer_feels_under_packets(void** state)
{
    (void)state;
    double felt[2];
    for (int divided = 0; divided < 2; ++divided) {
        vlWorldDef def = implicitDef();
        vlWorld* world = vlStage_CreateWorld(&def);
        (void)vlStage_AddSlab(world, vlVec(0.4, 0.4, 0.1));
        vlBodyDef body = vlDefaultBodyDef();
        vlBodyId pointer;
        body.type = VL_BODY_KINEMATIC;
        body.isPointer = true;
        body.mass = 0.1;
        body.shape = vlStage_CreateBox(vlVec(0.02, 0.02, 0.02));
        body.pose = vlModel_At(0.0, 0.0, 0.0105);
        assert_int_equal(vlWorld_CreateBody(world, &body, &pointer), VL_OK);
        vlShape_Release(body.shape);
        vlTwoRate* two = divided ? vlRig_Divide(world, NULL) : NULL;
        for (int i = 1; i <= 200; ++i) {
            double z = 0.0105 - 1e-5 * (i < 100 ? i : 100);
            vlStage_Place(world, pointer, vlModel_At(0.0, 0.0, z), vlModel_AtRest());
            vlStage_Step(world);
            if (two != NULL && i % 7 == 0) {
                assert_true(vlTwoRate_FindContacts(two));
            }
        }
        vlWrench wrench;
        assert_int_equal(vlBody_GetContactWrench(world, pointer, &wrench), VL_OK);
        felt[divided] = wrench.force.z;
        vlTwoRate_Destroy(two);
        vlWorld_Destroy(world);
    }
    assert_true(felt[0] > 1.0);
    VL_CHECK_NEAR(felt[1], felt[0], 1e-9 * felt[0]); // it stands still, so the packet fits its pose
}

// Two cubes that overlap may pass through each other while a joint ties them, and not afterwards.
static void joints_excuse_under_packets(void** state)
{
    (void)state;
    vlWorldDef def = implicitDef();
    def.gravity = vlZero();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlJointDef tie = vlDefaultJointDef(VL_JOINT_FIXED);
    tie.bodyA = addCube(world, vlZero(), vlZero());
    tie.bodyB = addCube(world, vlVec(0.0, 0.0, 0.035), vlZero());
    tie.frameA = vlModel_At(0.0, 0.0, 0.035);
    vlTwoRate* two = vlRig_Divide(world, NULL);
    vlJointId joint;
    assert_int_equal(vlWorld_CreateJoint(world, &tie, &joint), VL_OK);
    runServed(world, two, 50, 5);
    assert_int_equal(vlTwoRate_GetReport(two).contacts, 0);
    VL_CHECK_NEAR(vlStage_CentreOf(world, tie.bodyB).z, 0.035, 1e-9);
    assert_int_equal(vlWorld_DestroyJoint(world, joint), VL_OK);
    runServed(world, two, 500, 5);
    assert_true(vlStage_CentreOf(world, tie.bodyB).z - vlStage_CentreOf(world, tie.bodyA).z >
                0.0399);
    vlTwoRate_Destroy(two);
    vlWorld_Destroy(world);
}

static void a_frozen_body_stays_frozen(void** state)
{
    (void)state;
    vlWorldDef def = implicitDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    (void)vlStage_AddSlab(world, vlVec(0.4, 0.4, 0.1));
    vlBodyId cube = addCube(world, vlVec(0.0, 0.0, 0.02), vlZero());
    vlBodyId other = addCube(world, vlVec(0.1, 0.0, 0.02), vlZero());
    vlTwoRate* two = vlRig_Divide(world, NULL);
    runServed(world, two, 100, 5);
    assert_int_equal(vlBody_ApplyForce(world, cube, vlVec(VL_MAX_FORCE, VL_MAX_FORCE, 0.0),
                                       vlVec(1e3, 0.0, 0.0)),
                     VL_OK);
    assert_int_equal(vlWorld_Step(world), VL_ERROR_DIVERGED);
    runServed(world, two, 100, 5);
    assert_true(vlBody_IsFrozen(world, cube));
    VL_CHECK_NEAR(vlStage_CentreOf(world, other).z, 0.02 - 0.1 * VL_GRAVITY / 1e4,
                  1e-5); // still settling, with 100 ms
    vlTwoRate_Destroy(two);
    vlWorld_Destroy(world);
}

static void expectRefusal(const vlTwoRateDef* def, const char* part)
{
    vlTwoRate* two = NULL;
    char message[256] = "";
    assert_int_equal(vlTwoRate_Create(def, &two, message, sizeof message), VL_ERROR_ARGUMENT);
    assert_null(two);
    if (strstr(message, part) == NULL) {
        print_error("\"%s\" does not say \"%s\"\n", message, part);
        fail();
    }
}

static void what_cannot_go_by_packets_is_refused(void** state)
{
    (void)state;
    vlWorldDef def = implicitDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    static const vlIntegrator others[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_RK4};
    for (int i = 0; i < 2; ++i) {
        def.integrator = others[i];
        vlWorld* explicit = vlStage_CreateWorld(&def);
        vlTwoRateDef bad = vlDefaultTwoRateDef(explicit);
        expectRefusal(&bad, "integrator");
        vlWorld_Destroy(explicit);
    }
    def = implicitDef();
    def.contact.reference.model = VL_CONTACT_POINT;
    vlWorld* points = vlStage_CreateWorld(&def);
    vlTwoRateDef pointed = vlDefaultTwoRateDef(points);
    expectRefusal(&pointed, "POINT");
    vlWorld_Destroy(points);
    vlTwoRateDef none = vlDefaultTwoRateDef(NULL);
    expectRefusal(&none, "world");
    const vlTwoRateDef good = vlDefaultTwoRateDef(world);
    vlTwoRateDef bad = good;
    bad.trustShare = 0.0, expectRefusal(&bad, "trustShare"), bad = good;
    bad.holdAfter = (double)NAN, expectRefusal(&bad, "holdAfter"), bad = good;
    bad.staleAfter = 0.01, expectRefusal(&bad, "staleAfter"), bad = good;
    bad.fadeTime = 0.0, expectRefusal(&bad, "fadeTime"), bad = good;
    bad.blendTicks = -1, expectRefusal(&bad, "blendTicks"), bad = good;
    bad.blendForce = -1.0, expectRefusal(&bad, "blendForce"), bad = good;
    bad.blendShare = (double)NAN, expectRefusal(&bad, "blendShare"), bad = good;
    bad.searchWork = -1, expectRefusal(&bad, "searchWork"), bad = good;
    vlTwoRate* two = vlRig_Divide(world, NULL);
    expectRefusal(&good, "already");
    assert_int_equal(vlTwoRate_Start(two, -1.0), VL_ERROR_ARGUMENT);
    assert_int_equal(vlTwoRate_Start(two, (double)NAN), VL_ERROR_ARGUMENT);
    vlTwoRate_Stop(two); // nothing is running
    vlTwoRate_Destroy(two);
    vlTwoRate_Destroy(NULL);
    two = vlRig_Divide(world, NULL); // free again
    vlTwoRate_Destroy(two);
    vlWorld_Destroy(world);
}

// An allocator that grants a number of blocks and then refuses.
typedef struct Purse {
    int left, given;
} Purse;

static void* take(size_t size, void* user)
{
    Purse* purse = user;
    if (purse->left == 0) {
        return NULL;
    }
    --purse->left;
    ++purse->given;
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static void giveBack(void* block, void* user)
{
    Purse* purse = user;
    --purse->given;
    free(block);
}

static void no_memory_is_told_and_nothing_lost(void** state)
{
    (void)state;
    Purse purse = {1, 0};
    vlWorldDef def = implicitDef();
    def.allocator = (vlAllocator){take, giveBack, &purse};
    vlWorld* world = vlStage_CreateWorld(&def);
    vlTwoRateDef two = vlDefaultTwoRateDef(world);
    vlTwoRate* made = NULL;
    int needed = 0;
    for (;; ++needed) {
        purse.left = needed;
        vlResult result = vlTwoRate_Create(&two, &made, NULL, 0);
        if (result == VL_OK) {
            break;
        }
        assert_int_equal(result, VL_ERROR_MEMORY);
        assert_null(made);
        assert_int_equal(purse.given, 1);
        vlStage_Step(world); // the world goes on without packets
    }
    assert_true(needed >= 2);
    vlTwoRate_Destroy(made);
    assert_int_equal(purse.given, 1);
    vlWorld_Destroy(world);
    assert_int_equal(purse.given, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_that_come_or_go_make_it_outdated),
        cmocka_unit_test(a_restored_world_goes_on_from_there),
        cmocka_unit_test(resting_bodies_sleep_and_wake),
        cmocka_unit_test(driven_bodies_drive_under_packets),
        cmocka_unit_test(a_pointer_feels_under_packets),
        cmocka_unit_test(joints_excuse_under_packets),
        cmocka_unit_test(a_frozen_body_stays_frozen),
        cmocka_unit_test(what_cannot_go_by_packets_is_refused),
        cmocka_unit_test(no_memory_is_told_and_nothing_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
