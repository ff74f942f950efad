// SPDX-License-Identifier: MIT
// A world as its user sees it: ids, reading and moving bodies, contacts. test_limits.c has its
// limits.

#include <float.h>

#include "fixtures.h"
#include "stage.h"
#include "test.h"

static vlBodyId addBox(vlWorld* world, double x, double y, double z)
{
    return vlStage_AddBox(world, vlVec(1, 1, 1), 2.0, vlModel_At(x, y, z), vlModel_AtRest());
}

static bool isSame(vlBodyId a, vlBodyId b)
{
    return a.index1 == b.index1 && a.generation == b.generation;
}

static void step(vlWorld* world, int count)
{
    for (int i = 0; i < count; ++i) {
        assert_int_equal(vlWorld_Step(world), VL_OK);
    }
}

static void slots_are_reused_under_a_new_generation(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId a = addBox(world, 0, 0, 10), b = addBox(world, 5, 0, 10), c = addBox(world, 10, 0, 10);
    assert_int_equal(vlWorld_GetBodyCount(world), 3);
    assert_true(vlWorld_IsValid(world, a) && vlWorld_IsValid(world, b));
    assert_int_equal(vlWorld_DestroyBody(world, b), VL_OK);
    assert_int_equal(vlWorld_DestroyBody(world, a), VL_OK);
    assert_int_equal(vlWorld_GetBodyCount(world), 1);
    assert_false(vlWorld_IsValid(world, a));
    vlBodyId d = addBox(world, 0, 5, 10); // the lowest free slot
    assert_int_equal(d.index1, a.index1);
    assert_int_equal(d.generation, a.generation + 1);
    assert_true(vlWorld_IsValid(world, d) && vlWorld_IsValid(world, c));
    assert_false(vlWorld_IsValid(world, a) || vlWorld_IsValid(world, b));
    vlWorld_Destroy(world);
}

static void living_bodies_are_listed_in_order_of_their_slots(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    def.capacity.bodies = 20;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlRandom random = vlRandom_Seed(1);
    vlBodyId slot[20] = {{0, 0}};
    for (int round = 0; round < 500; ++round) {
        int i = vlRandom_Index(&random, 20);
        if (vlWorld_IsValid(world, slot[i])) {
            assert_int_equal(vlWorld_DestroyBody(world, slot[i]), VL_OK);
        } else if (vlWorld_GetBodyCount(world) < 20) {
            vlBodyId id = addBox(world, 3.0 * i, 0, 0);
            slot[id.index1 - 1] = id;
        }
        int count = 0;
        for (int k = 0; k < 20; ++k) {
            if (vlWorld_IsValid(world, slot[k])) {
                assert_true(isSame(vlWorld_GetBody(world, count), slot[k]));
                ++count;
            }
        }
        assert_int_equal(vlWorld_GetBodyCount(world), count);
        vlBodyId none = {0, 0};
        assert_true(isSame(vlWorld_GetBody(world, count), none));
        assert_true(isSame(vlWorld_GetBody(world, -1), none));
    }
    vlWorld_Destroy(world);
}

static void a_body_is_read_as_it_was_defined(void** state)
{
    (void)state;
    vlWorldDef worldDef = vlDefaultWorldDef();
    vlWorld* world = vlStage_CreateWorld(&worldDef);
    vlBodyDef def = vlDefaultBodyDef();
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(0.5, 1.0, 1.5), &def.shape, NULL, 0), VL_OK);
    def.pose = (vlPose){vlVec(1, 2, 3), vlQuatFromRotationVector(vlVec(0.1, 0.2, 0.3))};
    def.velocity = (vlTwist){vlVec(4, 5, 6), vlVec(0.7, 0.8, 0.9)};
    def.density = 500.0;
    vlBodyId id;
    assert_int_equal(vlWorld_CreateBody(world, &def, &id), VL_OK);
    vlShape_Release(def.shape);
    vlPose pose = vlStage_PoseOf(world, id);
    vlTwist twist = vlStage_TwistOf(world, id);
    const double rounding = 1e-14; // numbers of a few metres
    assert_true(vlLength(vlSub(pose.p, def.pose.p)) < rounding);
    assert_true(vlLength(vlSub(twist.linear, def.velocity.linear)) == 0.0);
    assert_true(vlLength(vlSub(twist.angular, def.velocity.angular)) == 0.0);
    double mass = 0.0;
    vlMat3 inertia;
    assert_int_equal(vlBody_GetMass(world, id, &mass, &inertia), VL_OK);
    assert_true(fabs(mass - 3000.0) < 1e-12 * mass); // 1 x 2 x 3 m at 500 kg/m3
    // m/12 (b^2 + c^2) about each axis.
    vlMat3 expected = vlDiag(250.0 * 13.0, 250.0 * 10.0, 250.0 * 5.0);
    assert_true(vlLength(vlSub(inertia.cx, expected.cx)) < 1e-12 * mass);
    assert_true(vlLength(vlSub(inertia.cy, expected.cy)) < 1e-12 * mass);
    assert_true(vlLength(vlSub(inertia.cz, expected.cz)) < 1e-12 * mass);
    // L = R I R' omega, and both kinds of kinetic energy.
    vlVec3 momentum;
    double energy = 0.0;
    vlVec3 local = vlUnrotate(pose.q, twist.angular);
    vlVec3 L = vlRotate(pose.q, vlMulMV(expected, local));
    assert_int_equal(vlBody_GetAngularMomentum(world, id, &momentum), VL_OK);
    assert_true(vlLength(vlSub(momentum, L)) < 1e-12 * vlLength(L));
    double exact = 0.5 * mass * 77.0 + 0.5 * vlDot(L, twist.angular);
    assert_int_equal(vlBody_GetKineticEnergy(world, id, &energy), VL_OK);
    assert_true(fabs(energy - exact) < 1e-12 * exact);
    const vlShape* shape = NULL;
    assert_int_equal(vlBody_GetShape(world, id, &shape), VL_OK);
    assert_ptr_equal(shape, def.shape);
    vlWorld_Destroy(world);
}

static void a_given_centroid_is_the_centre_of_mass(void** state)
{
    (void)state;
    vlWorldDef worldDef = vlDefaultWorldDef();
    vlWorld* world = vlStage_CreateWorld(&worldDef);
    vlBodyDef def = vlDefaultBodyDef();
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(1, 1, 1), &def.shape, NULL, 0), VL_OK);
    def.pose = (vlPose){vlVec(1, 2, 3), vlQuatFromAxisAngle(vlVec(0, 0, 1), 1.0)};
    def.hasInertia = true;
    def.mass = 1.0;
    def.centroid = vlVec(0.25, 0, 0);
    def.inertia = vlDiag(1, 1, 1);
    vlBodyId id;
    assert_int_equal(vlWorld_CreateBody(world, &def, &id), VL_OK);
    vlShape_Release(def.shape);
    vlVec3 centre;
    assert_int_equal(vlBody_GetCentre(world, id, &centre), VL_OK);
    const double rounding = 1e-14; // numbers of a few metres
    assert_true(vlLength(vlSub(centre, vlTransform(def.pose, def.centroid))) < rounding);
    assert_true(vlLength(vlSub(vlStage_PoseOf(world, id).p, def.pose.p)) < rounding);
    vlWorld_Destroy(world);
}

static void a_falling_body_follows_the_sums_of_symplectic_euler(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId id = addBox(world, 0, 0, 100);
    const int n = 1000;
    step(world, n);
    double h = def.step, g = 9.8;
    // v = -n h g, z = z0 - h^2 g n (n + 1) / 2, up to n roundings of each.
    assert_true(fabs(vlStage_TwistOf(world, id).linear.z + n * h * g) < 1e-12);
    assert_true(fabs(vlStage_PoseOf(world, id).p.z - (100.0 - h * h * g * n * (n + 1) / 2)) <
                1e-10);
    vlStepInfo info = vlWorld_GetStepInfo(world);
    assert_int_equal(info.stepCount, n);
    assert_true(info.time == n * h && vlWorld_GetStep(world) == h);
    vlWorld_SetGravity(world, vlVec(0, 0, 0));
    vlTwist before = vlStage_TwistOf(world, id);
    step(world, 10);
    assert_true(vlLength(vlSub(vlStage_TwistOf(world, id).linear, before.linear)) == 0.0);
    vlWorld_Destroy(world);
}

static void a_force_acts_for_one_step_and_turns_what_it_misses_the_centre_of(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    def.gravity = vlZero();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId id = addBox(world, 1, 2, 3); // 2 kg, moment 2/6 kg m2
    vlVec3 force = vlVec(3, -4, 5), arm = vlVec(0.1, 0.2, -0.3), torque = vlVec(0.5, 0.25, 0.125);
    assert_int_equal(vlBody_ApplyForce(world, id, force, vlAdd(vlVec(1, 2, 3), arm)), VL_OK);
    assert_int_equal(vlBody_ApplyTorque(world, id, torque), VL_OK);
    step(world, 1);
    vlVec3 momentum;
    assert_int_equal(vlBody_GetAngularMomentum(world, id, &momentum), VL_OK);
    vlVec3 push = vlScale(force, def.step / 2.0);
    vlVec3 turn = vlScale(vlAdd(vlCross(arm, force), torque), def.step);
    // A few roundings of numbers below 0.01.
    assert_true(vlLength(vlSub(vlStage_TwistOf(world, id).linear, push)) < 1e-17);
    assert_true(vlLength(vlSub(momentum, turn)) < 1e-17);
    vlTwist after = vlStage_TwistOf(world, id);
    step(world, 5);
    assert_true(vlLength(vlSub(vlStage_TwistOf(world, id).linear, after.linear)) == 0.0);
    assert_int_equal(vlBody_GetAngularMomentum(world, id, &turn), VL_OK);
    assert_true(vlLength(vlSub(turn, momentum)) == 0.0);
    vlWorld_Destroy(world);
}

static void kinematic_bodies_move_as_told_and_static_ones_never(void** state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        vlWorldDef worldDef = vlDefaultWorldDef();
        worldDef.integrator = i == 0 ? VL_INTEGRATOR_EULER : VL_INTEGRATOR_RK4;
        vlWorld* world = vlStage_CreateWorld(&worldDef);
        vlBodyDef def = vlDefaultBodyDef();
        assert_int_equal(vlShape_CreateBox(NULL, vlVec(1, 1, 1), &def.shape, NULL, 0), VL_OK);
        def.velocity = (vlTwist){vlVec(1, 2, 3), vlVec(0, 0, 2)};
        def.type = VL_BODY_KINEMATIC;
        vlBodyId moving, fixed;
        assert_int_equal(vlWorld_CreateBody(world, &def, &moving), VL_OK);
        def.type = VL_BODY_STATIC;
        assert_int_equal(vlWorld_CreateBody(world, &def, &fixed), VL_OK);
        vlShape_Release(def.shape);
        assert_int_equal(vlBody_ApplyForce(world, moving, vlVec(9, 9, 9), vlZero()), VL_OK);
        assert_int_equal(vlBody_ApplyForce(world, fixed, vlVec(9, 9, 9), vlZero()), VL_OK);
        step(world, 500);
        const double rounding = 1e-12; // 500 roundings of numbers about 1
        assert_true(vlLength(vlSub(vlStage_PoseOf(world, moving).p, vlVec(0.5, 1.0, 1.5))) <
                    rounding);
        vlVec3 x = vlRotate(vlStage_PoseOf(world, moving).q, vlVec(1, 0, 0));
        // One radian about z; the fourth order of RK4 leaves 500 (2 h)^5 / 120, far below rounding.
        assert_true(fabs(x.x - cos(1.0)) < rounding && fabs(x.y - sin(1.0)) < rounding);
        assert_true(vlLength(vlSub(vlStage_TwistOf(world, moving).linear, def.velocity.linear)) ==
                    0.0);
        assert_true(vlLength(vlStage_PoseOf(world, fixed).p) == 0.0);
        assert_true(vlLength(vlStage_TwistOf(world, fixed).linear) ==
                    0.0);                                    // it has no velocity to set
        assert_int_equal(vlWorld_GetContactCount(world), 0); // neither can move the other
        double mass = 1.0;
        vlMat3 inertia;
        assert_int_equal(vlBody_GetMass(world, moving, &mass, &inertia), VL_OK);
        assert_true(mass == 0.0);
        vlWorld_Destroy(world);
    }
}

static void contact_reports_add_up_to_the_wrenches_on_the_bodies(void** state)
{
    (void)state;
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_MIXED);
    vlWorld* world = vlFixture_Create(VL_FIXTURE_MIXED, &def);
    assert_non_null(world);
    int seen = 0;
    for (int i = 0; i < 1000; ++i) {
        vlVec3 centre[64], force[64] = {{0}}, torque[64] = {{0}};
        // Reports belong to the start of the step.
        for (int b = 0; b < vlWorld_GetBodyCount(world); ++b) {
            assert_int_equal(vlBody_GetCentre(world, vlWorld_GetBody(world, b), &centre[b]), VL_OK);
        }
        step(world, 1);
        double scale = 1.0;
        for (int k = 0; k < vlWorld_GetContactCount(world); ++k) {
            vlContactReport c;
            assert_int_equal(vlWorld_GetContact(world, k, &c), VL_OK);
            uint32_t a = c.bodyA.index1 - 1, b = c.bodyB.index1 - 1;
            assert_true(a < b && c.normalForce >= 0.0);
            assert_true(fabs(vlLength(c.normal) - 1.0) < 1e-14); // some tens of roundings
            assert_true(c.volume > 0.0 && c.area > 0.0 && c.depth > 0.0);
            vlVec3 f = c.wrench.force;
            force[a] = vlSub(force[a], f);
            force[b] = vlAdd(force[b], f);
            vlVec3 onA = vlAdd(vlCross(vlSub(c.origin, centre[a]), f), c.wrench.torque);
            vlVec3 onB = vlAdd(vlCross(vlSub(c.origin, centre[b]), f), c.wrench.torque);
            torque[a] = vlSub(torque[a], onA);
            torque[b] = vlAdd(torque[b], onB);
            scale += vlLength(f);
            ++seen;
        }
        for (int b = 0; b < vlWorld_GetBodyCount(world); ++b) {
            vlWrench w;
            vlBodyId id = vlWorld_GetBody(world, b);
            assert_int_equal(vlBody_GetContactWrench(world, id, &w), VL_OK);
            // The same sums, perhaps in another order.
            assert_true(vlLength(vlSub(w.force, force[b])) <= 1e-13 * scale);
            assert_true(vlLength(vlSub(w.torque, torque[b])) <= 1e-13 * scale);
        }
    }
    assert_true(seen > 1000);
    vlWorld_Destroy(world);
}

static void bodies_that_come_or_go_take_the_contacts_of_the_last_step_away(void** state)
{
    (void)state;
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_WALL);
    vlWorld* world = vlFixture_Create(VL_FIXTURE_WALL, &def);
    assert_non_null(world);
    step(world, 200);
    int contacts = vlWorld_GetContactCount(world);
    assert_true(contacts >= 9); // three on the floor, two under each of the other three
    vlBodyId top = vlWorld_GetBody(world, 6);
    assert_int_equal(vlWorld_DestroyBody(world, top), VL_OK);
    assert_int_equal(vlWorld_GetContactCount(world), 0);
    step(world, 1);
    assert_int_equal(vlWorld_GetContactCount(world), contacts - 2);
    (void)addBox(world, 50, 0, 50);
    assert_int_equal(vlWorld_GetContactCount(world), 0);
    step(world, 1);
    assert_int_equal(vlWorld_GetContactCount(world), contacts - 2);
    vlWorld_Destroy(world);
}

static void a_profiled_step_tells_where_its_time_went(void** state)
{
    (void)state;
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_WALL);
    def.profile = true;
    vlWorld* world = vlFixture_Create(VL_FIXTURE_WALL, &def);
    assert_non_null(world);
    step(world, 10);
    vlStepProfile p = vlWorld_GetStepInfo(world).profile;
    assert_true(p.total > 0.0 && p.broadphase >= 0.0 && p.collide > 0.0 && p.contact > 0.0);
    double sum = p.broadphase + p.collide + p.contact + p.integrate;
    assert_true(fabs(sum - p.total) <= 1e-9 * p.total); // one of them is the total minus the others
    vlWorld_Destroy(world);
    def.profile = false;
    world = vlFixture_Create(VL_FIXTURE_WALL, &def);
    assert_non_null(world);
    step(world, 10);
    assert_true(vlWorld_GetStepInfo(world).profile.total == 0.0);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slots_are_reused_under_a_new_generation),
        cmocka_unit_test(living_bodies_are_listed_in_order_of_their_slots),
        cmocka_unit_test(a_body_is_read_as_it_was_defined),
        cmocka_unit_test(a_given_centroid_is_the_centre_of_mass),
        cmocka_unit_test(a_falling_body_follows_the_sums_of_symplectic_euler),
        cmocka_unit_test(a_force_acts_for_one_step_and_turns_what_it_misses_the_centre_of),
        cmocka_unit_test(kinematic_bodies_move_as_told_and_static_ones_never),
        cmocka_unit_test(contact_reports_add_up_to_the_wrenches_on_the_bodies),
        cmocka_unit_test(bodies_that_come_or_go_take_the_contacts_of_the_last_step_away),
        cmocka_unit_test(a_profiled_step_tells_where_its_time_went),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
