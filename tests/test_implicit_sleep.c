// SPDX-License-Identifier: MIT
// Sleep: bodies at rest are not computed, and wake with all that touch them when anything happens
// to one of them.

#include <stdlib.h>
#include <string.h>

#include "models/wall_model.h"
#include "stage.h"
#include "test.h"

static vlWorld* makeFloor(int bodies, bool sleep)
{
    vlWorldDef def = vlStage_ImplicitDef(1e-3, 1e6, bodies);
    def.sleep = sleep;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    return world;
}

static int countAsleep(const vlWorld* world, const vlBodyId* id, int count)
{
    int asleep = 0;
    for (int i = 0; i < count; ++i) {
        asleep += vlBody_IsAsleep(world, id[i]);
    }
    return asleep;
}

// Three piles that have fallen asleep: of 3, 2 and 1.
typedef struct Sleepers {
    vlWorld* world;
    vlBodyId id[6];
} Sleepers;

static Sleepers makeSleepers(void)
{
    Sleepers s = {.world = makeFloor(12, true)};
    vlStage_AddPile(s.world, 0.0, 3, s.id);
    vlStage_AddPile(s.world, 1.0, 2, &s.id[3]);
    vlStage_AddPile(s.world, 2.0, 1, &s.id[5]);
    vlStage_Run(s.world, 2.0);
    assert_int_equal(countAsleep(s.world, s.id, 6), 6);
    return s;
}

static void what_rests_falls_asleep_and_stays_where_it_is(void** state)
{
    (void)state;
    Sleepers s = makeSleepers();
    vlStepInfo info = vlWorld_GetStepInfo(s.world);
    assert_int_equal(info.asleepBodies, 6);
    assert_int_equal(info.islandCount, 0);
    assert_int_equal(vlWorld_GetContactCount(s.world), 6); // kept, to be read
    vlPose before[6];
    for (int i = 0; i < 6; ++i) {
        before[i] = vlStage_PoseOf(s.world, s.id[i]);
        vlTwist t = vlStage_TwistOf(s.world, s.id[i]);
        assert_true(vlLength(t.linear) == 0.0 && vlLength(t.angular) == 0.0);
    }
    vlStage_Run(s.world, 5.0);
    for (int i = 0; i < 6; ++i) {
        vlPose now = vlStage_PoseOf(s.world, s.id[i]);
        assert_memory_equal(&now, &before[i], sizeof now);
    }
    double carried = 0.0;
    for (int i = 0; i < 6; ++i) {
        carried += vlStage_ContactOf(s.world, i).normalForce;
    }
    // Contacts carry 3, 2, 1; 2, 1; 1 boxes. The boxes fell asleep below 1 mm/s, within 1e-9 of the
    // force at rest.
    VL_CHECK_NEAR(carried, 10.0 * VL_GRAVITY, 1e-6);
    vlLedger l = vlWorld_GetLedger(s.world);
    VL_CHECK_BELOW(fabs(l.loss), 1e-4 * l.turnover);
    vlWorld_Destroy(s.world);
}

typedef enum Disturbance {
    PUSH,
    TURN,
    THROW,
    MOVE,
    GRAVITY,
    SURFACE,
    PULL_OUT,
    TIE,
    DISTURBANCES
} Disturbance;

static void disturb(const Sleepers* s, Disturbance disturbance)
{
    vlWorld* w = s->world;
    vlVec3 at = vlStage_CentreOf(w, s->id[2]);
    vlTwist fast = vlModel_Moving(vlVec(0.5, 0.0, 0.0), vlZero());
    vlPose higher = vlStage_PoseOf(w, s->id[2]);
    higher.p.z += 0.1;
    vlSurface surface = vlDefaultSurface();
    vlSpringDef spring = vlDefaultSpringDef();
    spring.bodyA = s->id[2];
    spring.bodyB = s->id[1];
    spring.stiffness = 100.0;
    spring.pointA = vlVec(0.1, 0.0, 0.0);
    vlSpringId id;
    vlMaterialId standard = {0};
    vlResult result = VL_OK;
    switch (disturbance) {
    case PUSH: result = vlBody_ApplyForce(w, s->id[2], vlVec(1.0, 0.0, 0.0), at); break;
    case TURN: result = vlBody_ApplyTorque(w, s->id[2], vlVec(0.0, 0.0, 0.1)); break;
    case THROW: result = vlBody_SetTwist(w, s->id[2], fast); break;
    case MOVE: result = vlBody_SetPose(w, s->id[2], higher); break;
    case GRAVITY: vlStage_Lean(w, 0.1); break;
    case SURFACE: result = vlWorld_SetSurface(w, standard, standard, &surface); break;
    case PULL_OUT: result = vlWorld_DestroyBody(w, s->id[0]); break;
    case TIE: result = vlWorld_CreateSpring(w, &spring, &id); break;
    case DISTURBANCES: break;
    }
    assert_int_equal(result, VL_OK);
}

static void whatever_happens_to_a_sleeper_wakes_its_island(void** state)
{
    (void)state;
    for (int i = 0; i < DISTURBANCES; ++i) {
        Sleepers s = makeSleepers();
        disturb(&s, (Disturbance)i);
        vlStage_Run(s.world, 0.002);
        // A change of the world itself, or of its bodies, wakes all.
        bool all = i == GRAVITY || i == SURFACE || i == PULL_OUT;
        int first = i == PULL_OUT ? 1 : 0;
        if (i == MOVE) { // lifted off, it no longer touches the others
            assert_false(vlBody_IsAsleep(s.world, s.id[2]));
        } else {
            assert_int_equal(countAsleep(s.world, &s.id[first], 3 - first), 0);
        }
        assert_int_equal(countAsleep(s.world, &s.id[3], 3), all ? 0 : 3); // the others sleep on
        vlStage_Run(s.world, 5.0);
        if (i != GRAVITY && i != TIE) { // and this pile falls asleep again
            assert_int_equal(countAsleep(s.world, &s.id[first], 3 - first), 3 - first);
        }
        if (i == PULL_OUT) { // fallen by a box, give or take some weights over the stiffness
            VL_CHECK_NEAR(vlStage_CentreOf(s.world, s.id[2]).z, 0.15, 1e-4);
        }
        vlWorld_Destroy(s.world);
    }
}

// The test takes away the support of a sleeping body.
static void a_sleeper_whose_support_is_moved_away_falls(void** state)
{
    (void)state;
    for (int kinematic = 0; kinematic < 2; ++kinematic) {
        vlWorld* world = makeFloor(4, true);
        vlBodyId table;
        if (kinematic) {
            table = vlStage_AddFixed(world, VL_BODY_KINEMATIC, vlStage_CreateBox(vlStage_Brick()),
                                     vlModel_At(0.0, 0.0, 0.05));
        } else {
            vlStage_AddPile(world, 0.0, 1, &table);
        }
        vlBodyId box = vlStage_AddBox(world, vlStage_Brick(), 1.0, vlModel_At(0.0, 0.0, 0.15),
                                      vlModel_AtRest());
        vlStage_Run(world, 2.0);
        assert_true(vlBody_IsAsleep(world, box));
        assert_int_equal(vlBody_SetPose(world, table, vlModel_At(3.0, 0.0, 0.05)), VL_OK);
        vlStage_Run(world, 0.1);
        assert_false(vlBody_IsAsleep(world, box));
        VL_CHECK_BELOW(vlStage_CentreOf(world, box).z, 0.12); // fallen by 49 mm in 0.1 s
        vlWorld_Destroy(world);
    }
}

static void what_falls_on_a_sleeper_wakes_it(void** state)
{
    (void)state;
    vlWorld* world = makeFloor(12, true);
    vlBodyId id[4];
    vlStage_AddPile(world, 0.0, 3, id);
    vlStage_AddPile(world, 1.0, 1, &id[3]);
    vlSpringDef hook = vlDefaultSpringDef(); // held by a hook until the others sleep
    hook.bodyB =
        vlStage_AddBox(world, vlStage_Brick(), 1.0, vlModel_At(0.05, 0.0, 0.5), vlModel_AtRest());
    hook.pointA = vlVec(0.05, 0.0, 0.5);
    hook.stiffness = 1e5;
    hook.damping = 1e3;
    vlSpringId spring;
    assert_int_equal(vlWorld_CreateSpring(world, &hook, &spring), VL_OK);
    vlStage_Run(world, 2.0);
    assert_int_equal(countAsleep(world, id, 4), 4);
    assert_int_equal(vlWorld_DestroySpring(world, spring), VL_OK);
    bool woke = false;
    for (int i = 0; i < 500; ++i) {
        vlStage_Step(world);
        woke = woke || vlWorld_GetContactCount(world) > 4;
        assert_int_equal(countAsleep(world, id, 3), woke ? 0 : 3); // at the touch, all at once
    }
    assert_true(woke);
    assert_true(vlBody_IsAsleep(world, id[3]));
    vlStage_Run(world, 5.0);
    assert_int_equal(countAsleep(world, id, 4), 4);
    assert_true(vlBody_IsAsleep(world, hook.bodyB));
    vlWorld_Destroy(world);
}

static void a_paddle_wakes_what_it_comes_to(void** state)
{
    (void)state;
    vlWorld* world = makeFloor(12, true);
    vlBodyId id[4];
    vlStage_AddPile(world, 0.0, 3, id);
    vlStage_AddPile(world, 2.0, 1, &id[3]);
    vlBodyId paddle =
        vlStage_AddFixed(world, VL_BODY_KINEMATIC, vlStage_CreateBox(vlVec(0.1, 0.5, 0.1)),
                         vlModel_At(2.5, 0.0, 0.055));
    vlStage_Run(world, 2.0);
    assert_int_equal(countAsleep(world, id, 4), 4); // while it stands still it wakes nobody
    vlTwist slow = vlModel_Moving(vlVec(-0.5, 0.0, 0.0), vlZero());
    assert_int_equal(vlBody_SetTwist(world, paddle, slow), VL_OK);
    vlStage_Run(world, 0.65); // 0.35 m to go, 0.325 m covered
    assert_int_equal(countAsleep(world, id, 4), 4);
    vlStage_Run(world, 0.2);
    assert_int_equal(countAsleep(world, id, 3), 3);
    VL_CHECK_NEAR(vlStage_TwistOf(world, id[3]).linear.x, -0.5, 0.05); // pushed along
    vlStage_Run(world, 1.0);
    assert_false(vlBody_IsAsleep(world, id[3])); // never, while it is pushed
    vlWorld_Destroy(world);
}

static void a_motor_set_anew_wakes_its_joint(void** state)
{
    (void)state;
    for (int whole = 0; whole < 2; ++whole) {
        vlWorld* world = makeFloor(4, true);
        vlBodyId arm = vlStage_AddBox(world, vlVec(0.4, 0.1, 0.1), 1.0, vlModel_At(0.2, 0.0, 1.0),
                                      vlModel_AtRest());
        vlJointDef def = vlDefaultJointDef(VL_JOINT_HINGE);
        def.bodyB = arm;
        assert_int_equal(vlJointDef_Place(&def, world, vlVec(0.0, 0.0, 1.0), vlVec(0.0, 0.0, 1.0),
                                          vlVec(1.0, 0.0, 0.0)),
                         VL_OK);
        vlMotor motor = def.axis[0].motor;
        motor.mode = VL_MOTOR_POSITION;
        motor.stiffness = 100.0;
        motor.damping = 4.0;
        motor.target = 0.0;
        def.axis[0].motor = motor;
        vlJointId joint;
        assert_int_equal(vlWorld_CreateJoint(world, &def, &joint), VL_OK);
        vlStage_Run(world, 3.0);
        motor.target = 0.5;
        assert_int_equal(whole ? vlJoint_SetMotor(world, joint, 0, &motor)
                               : vlJoint_SetTarget(world, joint, 0, 0.5),
                         VL_OK);
        vlStage_Run(world, 2.0);
        vlJointReport report;
        assert_int_equal(vlJoint_GetReport(world, joint, &report), VL_OK);
        VL_CHECK_NEAR(report.position[0], 0.5, 1e-3); // long after the damper's last creep
        vlWorld_Destroy(world);
    }
}

// Its line dates from the step in which it fell asleep, and contacts elsewhere may since have taken
// its place in memory.
static void a_sleeping_joint_reports_what_it_holds_whatever_happens_elsewhere(void** state)
{
    (void)state;
    vlWorld* world = makeFloor(8, true);
    vlBodyId hanging = vlStage_AddBox(world, vlVec(0.2, 0.2, 0.2), 1.0, vlModel_At(0.0, 0.0, 1.0),
                                      vlModel_AtRest());
    vlJointDef def = vlDefaultJointDef(VL_JOINT_FIXED);
    def.bodyB = hanging;
    assert_int_equal(vlJointDef_Place(&def, world, vlVec(0.0, 0.0, 1.1), vlVec(0.0, 0.0, 1.0),
                                      vlVec(1.0, 0.0, 0.0)),
                     VL_OK);
    vlJointId joint;
    assert_int_equal(vlWorld_CreateJoint(world, &def, &joint), VL_OK);
    const double height[3] = {5.0, 7.2, 9.7}; // they land after 1, 1.2 and 1.4 s
    for (int i = 0; i < 3; ++i) {
        (void)vlStage_AddBox(world, vlVec(0.2, 0.2, 0.2), 5.0, vlModel_At(1.0 + i, 0.0, height[i]),
                             vlModel_AtRest());
    }
    vlStage_Run(world, 0.9);
    int most = 0;
    for (int i = 0; i < 4; ++i) {
        vlJointReport report;
        assert_true(vlBody_IsAsleep(world, hanging));
        assert_int_equal(vlJoint_GetReport(world, joint, &report), VL_OK);
        // Its dampers decay within a few steps, and it rested for half a second before it slept.
        VL_CHECK_NEAR(report.reaction.force.z, VL_GRAVITY, 1e-9);
        VL_CHECK_BELOW(vlLength(report.reaction.torque), 1e-9);
        vlStage_Run(world, 0.2);
        most = vlWorld_GetContactCount(world) > most ? vlWorld_GetContactCount(world) : most;
    }
    assert_true(most > 0); // boxes landed in the meantime
    vlWorld_Destroy(world);
}

static void a_box_on_a_moving_belt_or_on_an_anchor_does_not_sleep(void** state)
{
    (void)state;
    vlWorld* world = makeFloor(4, true);
    vlBodyId hung =
        vlStage_AddBox(world, vlStage_Brick(), 1.0, vlModel_At(0.0, 0.0, 1.0), vlModel_AtRest());
    vlSpringDef spring = vlDefaultSpringDef();
    spring.bodyB = hung;
    spring.pointA = vlVec(0.0, 0.0, 1.0);
    spring.stiffness = 1e4;
    spring.damping = 100.0;
    vlSpringId id;
    assert_int_equal(vlWorld_CreateSpring(world, &spring, &id), VL_OK);
    vlBodyId belt =
        vlStage_AddFixed(world, VL_BODY_KINEMATIC, vlStage_CreateBox(vlVec(8.0, 1.0, 0.2)),
                         vlModel_At(0.0, 5.0, 0.4));
    vlBodyId rider =
        vlStage_AddBox(world, vlStage_Brick(), 1.0, vlModel_At(0.0, 5.0, 0.55), vlModel_AtRest());
    vlTwist slow = vlModel_Moving(vlVec(5e-4, 0.0, 0.0), vlZero()); // slower than the limit of calm
    assert_int_equal(vlBody_SetTwist(world, belt, slow), VL_OK);
    vlStage_Run(world, 4.0);
    assert_false(vlBody_IsAsleep(world, hung));
    assert_false(vlBody_IsAsleep(world, rider));
    VL_CHECK_NEAR(vlStage_CentreOf(world, rider).x, 2e-3, 1e-5); // carried
    vlWorld_Destroy(world);
}

static void sleep_is_saved_and_restored(void** state)
{
    (void)state;
    Sleepers s = makeSleepers();
    size_t size = vlWorld_GetSnapshotSize(s.world);
    void* bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(vlWorld_Save(s.world, bytes, size), VL_OK);
    uint64_t hash[400];
    for (int run = 0; run < 2; ++run) {
        assert_int_equal(vlWorld_Restore(s.world, bytes, size), VL_OK);
        assert_int_equal(countAsleep(s.world, s.id, 6), 6);
        for (int i = 0; i < 400; ++i) {
            if (i == 100) {
                vlTwist push = vlModel_Moving(vlVec(0.3, 0.0, 0.0), vlZero());
                assert_int_equal(vlBody_SetTwist(s.world, s.id[1], push), VL_OK);
            }
            vlStage_Step(s.world);
            assert_true(run == 0 || hash[i] == vlWorld_GetHash(s.world));
            hash[i] = vlWorld_GetHash(s.world);
        }
        assert_int_equal(countAsleep(s.world, s.id, 3), 0);
        assert_int_equal(countAsleep(s.world, &s.id[3], 3), 3);
    }
    free(bytes);
    vlWorld_Destroy(s.world);
}

// Sleep saves time and does not change the physics: a wall comes to rest at the same places.
static void a_sleeping_wall_stands_where_a_waking_one_does(void** state)
{
    (void)state;
    enum { COUNT = 13 };
    vlVec3 place[2][COUNT];
    for (int sleeps = 0; sleeps < 2; ++sleeps) {
        vlWorld* world = makeFloor(COUNT + 1, sleeps == 1);
        vlWallDef wall = vlWall_Default(COUNT);
        vlBodyId id[COUNT];
        assert_int_equal(vlModel_AddWall(world, &wall, id), VL_OK);
        vlStage_Run(world, 4.0);
        assert_int_equal(countAsleep(world, id, COUNT), sleeps * COUNT);
        for (int i = 0; i < COUNT; ++i) {
            place[sleeps][i] = vlStage_CentreOf(world, id[i]);
        }
        vlWorld_Destroy(world);
    }
    for (int i = 0; i < COUNT; ++i) { // calm is below 1 mm/s, for half a second
        VL_CHECK_BELOW(vlLength(vlSub(place[0][i], place[1][i])), 1e-6);
    }
}

static void a_driven_body_put_into_a_sleeper_pushes_it_out(void** state)
{
    (void)state;
    Sleepers s = makeSleepers();
    vlBodyId block = vlStage_AddFixed(
        s.world, VL_BODY_KINEMATIC, vlStage_CreateBox(vlStage_Brick()), vlModel_At(5.0, 0.0, 0.05));
    vlStage_Run(s.world, 2.0); // a new body wakes all; they fall asleep again
    assert_true(vlBody_IsAsleep(s.world, s.id[5]));
    vlStage_Place(s.world, block, vlModel_At(2.15, 0.0, 0.05), vlModel_AtRest());
    vlStage_Run(s.world, 2.0);
    VL_CHECK_BELOW(vlStage_CentreOf(s.world, s.id[5]).x, 1.951); // 50 mm were inside
    vlWorld_Destroy(s.world);
}

static void a_slow_motor_does_not_fall_asleep(void** state)
{
    (void)state;
    vlWorld* world = makeFloor(2, true);
    vlBodyId arm =
        vlStage_AddBox(world, vlStage_Brick(), 1.0, vlModel_At(0.0, 0.0, 1.0), vlModel_AtRest());
    vlJointDef def = vlDefaultJointDef(VL_JOINT_HINGE);
    vlJointId joint;
    vlJointReport report;
    def.bodyB = arm;
    def.axis[0].motor.mode = VL_MOTOR_VELOCITY;
    def.axis[0].motor.target = 0.008; // rad/s: below what counts as calm
    def.axis[0].motor.damping = 100.0;
    assert_int_equal(
        vlJointDef_Place(&def, world, vlVec(0.0, 0.0, 1.0), vlVec(0.0, 0.0, 1.0), vlZero()), VL_OK);
    assert_int_equal(vlWorld_CreateJoint(world, &def, &joint), VL_OK);
    vlStage_Run(world, 5.0);
    assert_int_equal(vlJoint_GetReport(world, joint, &report), VL_OK);
    VL_CHECK_NEAR(report.position[0], 0.04, 1e-4); // it starts within milliseconds
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_rests_falls_asleep_and_stays_where_it_is),
        cmocka_unit_test(whatever_happens_to_a_sleeper_wakes_its_island),
        cmocka_unit_test(a_sleeper_whose_support_is_moved_away_falls),
        cmocka_unit_test(what_falls_on_a_sleeper_wakes_it),
        cmocka_unit_test(a_paddle_wakes_what_it_comes_to),
        cmocka_unit_test(a_motor_set_anew_wakes_its_joint),
        cmocka_unit_test(a_sleeping_joint_reports_what_it_holds_whatever_happens_elsewhere),
        cmocka_unit_test(a_driven_body_put_into_a_sleeper_pushes_it_out),
        cmocka_unit_test(a_slow_motor_does_not_fall_asleep),
        cmocka_unit_test(a_box_on_a_moving_belt_or_on_an_anchor_does_not_sleep),
        cmocka_unit_test(sleep_is_saved_and_restored),
        cmocka_unit_test(a_sleeping_wall_stands_where_a_waking_one_does),
    };
    return cmocka_run_group_tests_name("implicit_sleep", tests, NULL, NULL);
}
