// SPDX-License-Identifier: MIT
// Couplings of a world: what they do, what is reported and what is saved.

#include <stdlib.h>

#include "counted_calls.h"
#include "coupling_fixture.h"
#include "test.h"

static const vlIntegrator integrator[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_RK4,
                                          VL_INTEGRATOR_IMPLICIT};

static vlWorld* create(vlIntegrator chosen, double gravity)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.gravity = vlVec(0.0, 0.0, -gravity);
    def.integrator = chosen;
    return vlStage_CreateWorld(&def);
}

static vlBodyId addCube(vlWorld* world, double mass, vlVec3 at)
{
    vlPose pose = {at, vlIdentityQuat()};
    return vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), mass, pose, vlModel_AtRest());
}

static vlCouplingId holdBody(vlWorld* world, vlBodyId body)
{
    vlCouplingDef def = vlDefaultCouplingDef();
    def.body = body;
    return hold(world, &def);
}

static double gapOf(vlVec3 a, vlVec3 b)
{
    return vlLength(vlSub(a, b));
}

// The report against the law at the places and velocities after the step.
static void checkReport(const vlWorld* world, const vlCouplingDef* def, vlCouplingReport r,
                        vlTwist device, double spin)
{
    vlPose held = vlMulPose(vlStage_PoseOf(world, def->body), def->grasp);
    vlTwist after = vlStage_TwistOf(world, def->body);
    vlVec3 lever = vlSub(held.p, vlStage_CentreOf(world, def->body));
    vlVec3 velocity = vlAdd(after.linear, vlCross(after.angular, lever));
    vlVec3 stretch = vlSub(r.device.p, held.p);
    vlVec3 force = vlMulAdd(vlScale(stretch, 200.0), 2.0, vlSub(device.linear, velocity));
    vlVec3 torque = vlMulAdd(vlScale(r.turn, 0.6), 0.01, vlSub(device.angular, after.angular));
    // Rounding of numbers of order 10. An implicit step also neglects that within it the lever and,
    // unless the body is a ball, the angular velocity rotate, each by h w of w, and u by half of
    // that.
    double turning = 1e-3 * spin * spin;
    double slip = 1e-3 * spin * 0.5 * 0.6 * vlLength(r.turn);
    VL_CHECK_BELOW(gapOf(r.held.p, held.p) + gapOf(r.stretch, stretch), 1e-14);
    VL_CHECK_BELOW(gapOf(r.onBody.force, force), 1e-12 + 2.0 * 2.0 * turning * vlLength(lever));
    VL_CHECK_BELOW(gapOf(r.onBody.torque, torque), 1e-12 + 0.01 * turning + slip);
    vlVec3 any = vlVec(0.3, -0.2, 0.5);
    vlQuat turned = vlMulQ(vlQuatFromRotationVector(r.turn), held.q);
    VL_CHECK_BELOW(gapOf(vlRotate(turned, any), vlRotate(r.device.q, any)), 1e-14);
    double energy = 100.0 * vlDot(stretch, stretch) + 0.3 * vlDot(r.turn, r.turn);
    VL_CHECK_NEAR(r.energy, energy, 1e-14);
}

static void the_device_is_told_the_law_at_the_end_of_the_step(void** state)
{
    (void)state;
    for (int i = 0; i < 6; ++i) {
        bool turns = i >= 3;
        vlWorld* world = create(integrator[i % 3], VL_GRAVITY);
        vlRandom random = vlRandom_Seed((uint64_t)i);
        vlCouplingDef def = vlDefaultCouplingDef();
        vlPose pose = vlStage_AnyPose(&random, vlVec(0.0, 0.0, 1.0));
        vlTwist twist = vlStage_AnyTwist(&random, 1.0, turns ? 5.0 : 0.0);
        def.body = vlStage_AddBox(world, vlVec(0.1, 0.2, 0.3), 1.0, pose, twist);
        if (turns) {
            def.grasp = vlStage_AnyPose(&random, vlVec(0.05, 0.0, 0.1));
        }
        vlCouplingId id = hold(world, &def);
        vlPose device = vlMulPose(pose, def.grasp);
        vlVec3 turn = turns ? vlVec(0.3, -0.2, 0.5) : vlZero();
        device.p = vlAdd(device.p, vlVec(0.01, 0.02, -0.03));
        device.q = vlMulQ(vlQuatFromRotationVector(turn), device.q);
        vlTwist moving = vlStage_AnyTwist(&random, 1.0, turns ? 5.0 : 0.0);
        vlCouplingReport r = tick(world, id, device, moving);
        double spin = vlLength(vlStage_TwistOf(world, def.body).angular);
        checkReport(world, &def, r, moving, i % 3 < 2 ? 0.0 : spin);
        vlWrench contact;
        assert_int_equal(vlBody_GetContactWrench(world, def.body, &contact), VL_OK);
        assert_true(vlLength(contact.force) == 0.0); // only contacts count
        vlWorld_Destroy(world);
    }
}

static void a_held_body_hangs_from_the_device(void** state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        vlWorld* world = create(integrator[i], VL_GRAVITY);
        vlBodyId body = addCube(world, 0.1, vlVec(0.0, 0.0, 1.0));
        vlCouplingDef def = vlDefaultCouplingDef();
        def.body = body;
        def.grasp.p.z = 0.05;
        vlCouplingId id = hold(world, &def);
        vlStage_Run(world, 4.0); // the damper takes e^-10 a second
        VL_CHECK_NEAR(vlStage_CentreOf(world, body).z, 1.0 - 0.1 * VL_GRAVITY / 200.0, 1e-9);
        VL_CHECK_NEAR(reportOf(world, id).onBody.force.z, 0.1 * VL_GRAVITY, 1e-9);
        vlWorld_Destroy(world);
    }
}

static void several_devices_share_a_load(void** state)
{
    (void)state;
    vlWorld* world = create(VL_INTEGRATOR_IMPLICIT, VL_GRAVITY);
    vlPose pose = vlModel_At(0.0, 0.0, 1.0);
    vlBodyId beam = vlStage_AddBox(world, vlVec(1.0, 0.1, 0.1), 1.0, pose, vlModel_AtRest());
    vlCouplingDef def = vlDefaultCouplingDef();
    vlCouplingId id[3];
    const double x[3] = {-0.4, 0.0, 0.4};
    def.body = beam;
    def.angularStiffness = def.angularDamping = 0.0; // force only
    for (int i = 0; i < 3; ++i) {
        def.grasp.p.x = x[i];
        id[i] = hold(world, &def);
    }
    assert_int_equal(vlWorld_GetCouplingCount(world), 3);
    vlStage_Run(world, 10.0);
    for (int i = 0; i < 3; ++i) { // a third of the weight each; decayed to rounding
        vlWrench w = reportOf(world, id[i]).onBody;
        VL_CHECK_NEAR(w.force.z, VL_GRAVITY / 3.0, 1e-9);
        VL_CHECK_BELOW(vlLength(w.torque), 1e-12);
    }
    assert_int_equal(vlWorld_DestroyCoupling(world, id[1]), VL_OK);
    vlStage_Run(world, 10.0);
    VL_CHECK_NEAR(reportOf(world, id[0]).onBody.force.z, VL_GRAVITY / 2.0, 1e-9);
    vlWorld_Destroy(world);
}

// On a floor, held, let go and held again: at rest the hand does not feel that it takes hold, and
// later the force changes in a step by no more than spring and damper give for its motion.
static void taking_hold_again_is_no_jump(void** state)
{
    (void)state;
    const double mass[] = {1e-3, 1.0};
    for (int i = 0; i < 2; ++i) {
        vlWorld* world = create(VL_INTEGRATOR_IMPLICIT, VL_GRAVITY);
        vlStage_AddFloor(world);
        vlBodyId body = addCube(world, mass[i], vlVec(0.0, 0.0, 0.05));
        vlStage_Run(world, 1.0);
        for (int round = 0; round < 3; ++round) {
            vlCouplingId id = holdBody(world, body);
            vlCouplingReport last = reportOf(world, id);
            VL_CHECK_BELOW(vlLength(last.onBody.force), 1e-12); // it rests: rounding
            VL_CHECK_BELOW(last.energy, 1e-25);
            vlPose start = last.device;
            for (int k = 0; k < 1000; ++k) {
                double t = 1e-3 * k;
                double speed = 0.02 * sin(2.0 * VL_PI * t);
                vlPose pose = start;
                pose.p.z += 0.02 / (2.0 * VL_PI) * (1.0 - cos(2.0 * VL_PI * t)); // up and back
                vlTwist twist = vlModel_Moving(vlVec(0.0, 0.0, speed), vlZero());
                vlCouplingReport now = tick(world, id, pose, twist);
                // The bound: 200 N/m and 2 N s/m at 20 mm/s and 0.13 m/s2, and at most twice that
                // for the body.
                double jump = gapOf(now.onBody.force, last.onBody.force);
                VL_CHECK_BELOW(jump, 2.0 * (200.0 * 0.02e-3 + 2.0 * 0.13e-3));
                last = now;
            }
            assert_int_equal(vlWorld_DestroyCoupling(world, id), VL_OK);
            vlStage_Run(world, 0.5);
        }
        vlWorld_Destroy(world);
    }
}

// A cube that is stirred on a floor by a device that goes round.
static vlPose stirAt(int step)
{
    double t = 1e-3 * step;
    vlPose pose = {vlVec(0.02 * sin(9.0 * t), 0.02 * sin(7.0 * t), 0.048 - 0.005 * sin(3.0 * t)),
                   vlQuatFromRotationVector(vlVec(0.1 * sin(5.0 * t), 0.0, 0.5 * sin(4.0 * t)))};
    return pose;
}

static void stir(vlWorld* world, vlCouplingId id, int from, int to)
{
    for (int i = from; i < to; ++i) {
        tick(world, id, stirAt(i), vlModel_AtRest());
    }
}

static vlWorld* createStirred(vlIntegrator chosen, double mass, vlCouplingId* id)
{
    vlWorld* world = create(chosen, VL_GRAVITY);
    vlStage_AddFloor(world);
    *id = holdBody(world, addCube(world, mass, vlVec(0.0, 0.0, 0.05)));
    return world;
}

static void a_restored_world_goes_on_with_the_same_bits(void** state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        vlCouplingId id;
        vlCouplingId twinId;
        vlWorld* world = createStirred(integrator[i], 0.1, &id);
        vlWorld* twin = createStirred(integrator[i], 0.1, &twinId);
        stir(world, id, 0, 300);
        stir(twin, twinId, 0, 300);
        assert_true(vlWorld_GetHash(world) == vlWorld_GetHash(twin));
        size_t size = vlWorld_GetSnapshotSize(world);
        void* bytes = malloc(size);
        assert_non_null(bytes);
        assert_int_equal(vlWorld_Save(world, bytes, size), VL_OK);
        vlCouplingReport then = reportOf(world, id);
        stir(world, id, 300, 600);
        uint64_t hash = vlWorld_GetHash(world);
        vlCouplingId second = holdBody(world, vlWorld_GetBody(world, 1));
        assert_int_equal(vlWorld_DestroyCoupling(world, id), VL_OK);
        vlStage_Run(world, 0.1);

        assert_int_equal(vlWorld_Restore(world, bytes, size), VL_OK);
        assert_int_equal(vlWorld_GetCouplingCount(world), 1);
        vlCouplingReport now = reportOf(world, id); // held again as it was
        assert_memory_equal(&now, &then, sizeof now);
        assert_int_equal(vlWorld_DestroyCoupling(world, second), VL_ERROR_STALE_ID);
        stir(world, id, 300, 600);
        assert_true(vlWorld_GetHash(world) == hash);
        vlPose other = stirAt(600);
        other.p.x += 1e-15;
        assert_int_equal(vlCoupling_SetDevice(world, id, other, vlModel_AtRest()), VL_OK);
        assert_true(vlWorld_GetHash(world) != hash); // the sample is part of the state
        free(bytes);
        vlWorld_Destroy(world);
        vlWorld_Destroy(twin);
    }
}

static void holding_allocates_and_locks_nothing(void** state)
{
    (void)state;
    vlCouplingId id;
    vlWorld* world = createStirred(VL_INTEGRATOR_IMPLICIT, 1e-3, &id);
    vlCouplingDef def = vlDefaultCouplingDef();
    def.body = vlWorld_GetBody(world, 1);
    vlCouplingId second = {0, 0};
    vlCouplingReport report;
    bool ok = true;
    long before = allocations + locks;
    for (int i = 0; i < 2000; ++i) {
        vlPose bad = {vlVec((double)NAN, 0.0, 0.0), vlIdentityQuat()};
        ok = vlCoupling_SetDevice(world, id, stirAt(i), vlModel_AtRest()) == VL_OK && ok;
        ok = vlCoupling_SetDevice(world, id, bad, vlModel_AtRest()) == VL_ERROR_ARGUMENT && ok;
        ok = vlWorld_CreateCoupling(world, &def, &second) == VL_OK && ok;
        ok = vlWorld_Step(world) == VL_OK && ok;
        ok = vlCoupling_GetReport(world, id, &report) == VL_OK && ok;
        ok = vlWorld_DestroyCoupling(world, second) == VL_OK && ok;
    }
    assert_true(allocations + locks == before);
    assert_true(ok);
    vlWorld_Destroy(world);
}

static void a_held_body_never_sleeps(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.sleep = true;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    vlBodyId body = addCube(world, 0.1, vlVec(0.0, 0.0, 0.05));
    vlStage_Run(world, 2.0);
    assert_true(vlBody_IsAsleep(world, body));
    vlCouplingId id = holdBody(world, body); // taking hold wakes it
    assert_false(vlBody_IsAsleep(world, body));
    vlStage_Run(world, 2.0);
    assert_false(vlBody_IsAsleep(world, body));
    assert_int_equal(vlWorld_DestroyCoupling(world, id), VL_OK);
    vlStage_Run(world, 2.0);
    assert_true(vlBody_IsAsleep(world, body));
    vlWorld_Destroy(world);
}

// All energy that bodies gain is in the ledger, and the device's work is that of its own motion.
static void the_ledger_closes_over_a_stirred_tool(void** state)
{
    (void)state;
    const double mass[] = {1e-3, 0.1, 1.0};
    for (int i = 0; i < 3; ++i) {
        vlCouplingId id;
        vlWorld* world = createStirred(VL_INTEGRATOR_IMPLICIT, mass[i], &id);
        double drawn = 0.0;
        vlCouplingReport last = reportOf(world, id);
        for (int k = 0; k < 3000; ++k) {
            vlCouplingReport now = tick(world, id, stirAt(k), vlModel_AtRest());
            vlQuat q = vlMulQ(now.device.q, vlConj(last.device.q));
            drawn += vlDot(now.onBody.force, vlSub(now.device.p, last.device.p));
            // Sines for angles: exact to 1e-6.
            drawn += 2.0 * vlDot(now.onBody.torque, vlVec(q.x, q.y, q.z));
            last = now;
        }
        vlLedger l = vlWorld_GetLedger(world);
        double sum = l.gravity + l.applied + l.driven + l.contactSprings + l.contactDampers +
                     l.friction + l.springs + l.joints + l.motors + l.loss;
        VL_CHECK_NEAR(sum, vlStage_KineticEnergy(world), 1e-12 * l.turnover); // rounding
        VL_CHECK_NEAR(l.driven, drawn, 1e-5 * l.turnover); // the report is what was applied
        assert_true(l.driven > 0.0 && l.springs < 0.0);
        vlWorld_Destroy(world);
    }
}

static void a_body_that_goes_is_let_go(void** state)
{
    (void)state;
    vlWorld* world = create(VL_INTEGRATOR_IMPLICIT, VL_GRAVITY);
    vlBodyId body = addCube(world, 0.1, vlVec(0.0, 0.0, 1.0));
    vlBodyId other = addCube(world, 0.1, vlVec(1.0, 0.0, 1.0));
    vlCouplingId id = holdBody(world, body);
    vlCouplingId second = holdBody(world, body);
    vlCouplingId kept = holdBody(world, other);
    vlCouplingReport report;
    assert_int_equal(vlWorld_DestroyBody(world, body), VL_OK);
    assert_int_equal(vlWorld_GetCouplingCount(world), 1);
    assert_int_equal(vlCoupling_GetReport(world, id, &report), VL_ERROR_STALE_ID);
    assert_int_equal(vlWorld_DestroyCoupling(world, second), VL_ERROR_STALE_ID);
    body = addCube(world, 0.1, vlVec(0.0, 0.0, 1.0)); // in the same slot
    vlStage_Run(world, 0.5);
    assert_true(vlStage_CentreOf(world, body).z < 0.0);
    assert_true(vlStage_CentreOf(world, other).z > 0.9);
    assert_true(reportOf(world, kept).onBody.force.z > 0.0);
    vlCouplingId again = holdBody(world, body);
    assert_true(again.index1 == id.index1 && again.generation != id.generation);
    vlWorld_Destroy(world);
}

static void a_frozen_body_is_not_felt(void** state)
{
    (void)state;
    vlWorld* world = create(VL_INTEGRATOR_IMPLICIT, VL_GRAVITY);
    vlBodyId body = addCube(world, 0.1, vlVec(0.0, 0.0, 1.0));
    vlCouplingId id = holdBody(world, body);
    vlPose pose = vlModel_At(0.0, 0.0, 1.1);
    assert_true(tick(world, id, pose, vlModel_AtRest()).onBody.force.z > 1.0);
    assert_int_equal(vlBody_ApplyForce(world, body, vlVec(VL_MAX_FORCE, 0.0, 0.0), vlZero()),
                     VL_OK);
    assert_int_equal(vlBody_ApplyForce(world, body, vlVec(VL_MAX_FORCE, 0.0, 0.0), vlZero()),
                     VL_OK);
    assert_int_equal(vlWorld_Step(world), VL_ERROR_DIVERGED);
    for (int i = 0; i < 3; ++i) {
        vlCouplingReport report = reportOf(world, id);
        assert_true(vlLength(report.onBody.force) == 0.0 && vlLength(report.onBody.torque) == 0.0);
        assert_true(isfinite(report.energy) && vlIsFinite(report.stretch));
        tick(world, id, pose, vlModel_AtRest());
    }
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_device_is_told_the_law_at_the_end_of_the_step),
        cmocka_unit_test(a_held_body_hangs_from_the_device),
        cmocka_unit_test(several_devices_share_a_load),
        cmocka_unit_test(taking_hold_again_is_no_jump),
        cmocka_unit_test(a_restored_world_goes_on_with_the_same_bits),
        cmocka_unit_test(holding_allocates_and_locks_nothing),
        cmocka_unit_test(a_held_body_never_sleeps),
        cmocka_unit_test(the_ledger_closes_over_a_stirred_tool),
        cmocka_unit_test(a_body_that_goes_is_let_go),
        cmocka_unit_test(a_frozen_body_is_not_felt),
    };
    return cmocka_run_group_tests_name("coupling", tests, NULL, NULL);
}
