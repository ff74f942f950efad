// SPDX-License-Identifier: MIT
// Bodies that are surfaces of meshes: spoon and cup as in docs/theory/mesh_contact.md, with the
// bounds of its table; a ring on a plane and on a box; two rings that meet.

#include <stdlib.h>
#include <string.h>

#include "surface_stage.h"
#include "world/kinds.h"
#include "world/world_parts.h"

#define TICKS 450

typedef struct Felt {
    vlVec3 force[TICKS];
    double least, mean;
} Felt;

static Felt press(Spoon* spoon)
{
    Felt felt = {.least = 1.0};
    vlSpoon_Start(spoon);
    for (int i = 0; i < TICKS; ++i) {
        vlSpoon_Tick(spoon, i);
        felt.force[i] = spoon->t.felt.force;
        felt.least = fmin(felt.least, spoon->t.gap);
        felt.mean += i >= 300 ? vlLength(felt.force[i]) / (TICKS - 300) : 0.0;
    }
    return felt;
}

static double largestJump(const Felt* felt)
{
    double most = 0.0;
    for (int i = 301; i < TICKS; ++i) {
        most = fmax(most, vlLength(vlSub(felt->force[i], felt->force[i - 1])));
    }
    return most / felt->mean;
}

static void a_pressed_spoon_stays_off_the_wall_and_takes_no_energy_from_nowhere(void** state)
{
    (void)state;
    vlTouchDef def = vlTouch_SpoonCup();
    Spoon spoon;
    vlSpoon_Open(&def, &spoon);
    Felt felt = press(&spoon);
    const vlTouch* t = &spoon.t;
    // 6 mm of 200 N/m, less by the tilt, more along the curve.
    assert_true(vlIsNear(felt.mean, 1.2, 0.2));
    assert_true(felt.least > 0.5e-3);       // [.78]
    assert_true(largestJump(&felt) < 0.05); // [2.6%]
    assert_true(t->deficit < 1e-5);         // [6e-7 J]
    // The ledger of the step closes: kinetic energy is the sum of all work.
    vlLedger l = vlWorld_GetLedger(t->world);
    double kinetic;
    assert_int_equal(vlBody_GetKineticEnergy(t->world, t->tool, &kinetic), VL_OK);
    double sum = l.gravity + l.applied + l.driven + l.contactSprings + l.contactDampers +
                 l.friction + l.springs + l.joints + l.motors + l.loss;
    assert_true(vlIsNear(kinetic, sum, 1e-12 * l.turnover));
    assert_true(l.contactDampers == 0.0 && l.friction == 0.0);
    vlTouch_Close(&spoon.t);
}

static void a_snapshot_continues_to_the_last_bit(void** state)
{
    (void)state;
    vlTouchDef def = vlTouch_SpoonCup();
    def.friction = 0.3;
    def.merge = VL_AUTO;
    Spoon spoon;
    vlSpoon_Open(&def, &spoon);
    vlSpoon_Start(&spoon);
    vlTouch* t = &spoon.t;
    size_t size = vlWorld_GetSnapshotSize(t->world);
    void* saved = malloc(size);
    uint64_t ends[2];
    for (int i = 0; i < 200; ++i) {
        vlSpoon_Tick(&spoon, i);
    }
    assert_true(t->samples > 0);
    assert_int_equal(vlWorld_Save(t->world, saved, size), VL_OK);
    vlPose device = t->device;
    for (int k = 0; k < 2; ++k) {
        t->device = device;
        for (int i = 200; i < 400; ++i) {
            vlSpoon_Tick(&spoon, i);
        }
        ends[k] = vlWorld_GetHash(t->world);
        assert_int_equal(vlWorld_Restore(t->world, saved, size), VL_OK);
    }
    assert_int_equal(ends[0], ends[1]);
    free(saved);
    vlTouch_Close(t);
}

// ---- along a closed path, without motion ----

typedef struct Loop {
    double net, turnover; // J
    double mean, most, jump;
} Loop;

// The pose at a phase: to and fro along the wall, up and down, tilting, closer and farther.
static void loopAt(vlVec3 touch, double phase, vlVec3* centre, vlQuat* q)
{
    double along = 0.3 * sin(phase), d = 1e-3;
    double reach = touch.x + 0.25 * d + 0.15 * d * cos(2.0 * phase);
    vlQuat down = {0.0, 1.0, 0.0, 0.0};
    *centre = vlVec(reach * cos(along), reach * sin(along), touch.z + 0.002 * sin(phase + 1.0));
    *q = vlMulQ(
        vlQuatFromRotationVector(vlVec(0.002 * sin(phase), 0.002 * cos(phase), 0.3 * sin(phase))),
        down);
}

static Loop walk(int divisions, int steps)
{
    vlTouchDef def = vlTouch_SpoonCup();
    def.mass = 0.0;
    def.divisions = divisions;
    Spoon spoon;
    vlSpoon_Open(&def, &spoon);
    vlTouch* t = &spoon.t;
    vlQuat q, last = spoon.q;
    vlVec3 before = spoon.touch;
    vlWrench was = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    Loop loop = {0};
    for (int i = 0; i <= steps; ++i) {
        vlVec3 centre;
        loopAt(spoon.touch, 2.0 * VL_PI * i / steps, &centre, &q);
        assert_int_equal(vlTouch_Place(t, centre, q), VL_OK);
        assert_int_equal(vlTouch_Tick(t, vlTouch_DeviceAt(t, centre, q)), VL_OK);
        vlWrench is = t->onTool;
        if (i > 0) { // trapezoidal rule
            vlVec3 force = vlScale(vlAdd(is.force, was.force), 0.5);
            vlVec3 torque = vlScale(vlAdd(is.torque, was.torque), 0.5);
            double w =
                vlDot(force, vlSub(centre, before)) + vlDot(torque, vlRotationBetween(last, q));
            loop.net += w;
            loop.turnover += fabs(w);
            loop.jump = fmax(loop.jump, vlLength(vlSub(is.force, was.force)));
            loop.mean += vlLength(is.force) / steps;
        }
        loop.most = fmax(loop.most, vlLength(is.force));
        was = is;
        before = centre;
        last = q;
    }
    vlTouch_Close(t);
    return loop;
}

static void the_force_is_that_of_an_energy_and_of_the_surface_whatever_its_triangles(void** state)
{
    (void)state;
    int steps = vlStage_Count(1600, 400);
    Loop coarse = walk(0, steps), fine = walk(1, 200);
    // [2e-4 at 1600 steps, 4e-3 at 400]: the error of the trapezoidal rule, which falls with the
    // step.
    assert_true(fabs(coarse.net) < (steps == 1600 ? 1e-3 : 1e-2) * coarse.turnover);
    assert_true(vlIsNear(fine.mean, coarse.mean, 0.01 * coarse.mean)); // [0.3%]
    // The concave facets of the cup, 9 degrees apart, turn the direction of single samples.
    assert_true(coarse.jump < (steps == 1600 ? 0.05 : 0.1) * coarse.most); // [3.8%, 5.8%]
}

// ---- friction ----

static void below_the_limit_nothing_creeps(void** state)
{
    (void)state;
    vlTouchDef def = vlTouch_SpoonCup();
    def.friction = 0.3;
    def.merge = VL_AUTO;
    Spoon spoon;
    vlSpoon_Open(&def, &spoon);
    vlTouch* t = &spoon.t;
    vlVec3 pressed = vlAdd(spoon.touch, vlVec(0.006, 0.0, 0.0));
    vlSpoon_Start(&spoon);
    for (int i = 0; i < 300; ++i) {
        vlSpoon_Tick(&spoon, i);
    }
    // 0.5 mm up: 0.1 N against 0.4 N.
    vlVec3 at[2];
    for (int i = 0; i < 800; ++i) {
        vlVec3 up = vlAdd(pressed, vlVec(0.0, 0.0, 5e-4 * vlSpoon_Smooth(i / 100.0)));
        assert_int_equal(vlTouch_Tick(t, vlTouch_DeviceAt(t, up, spoon.q)), VL_OK);
        if (i == 300 || i == 799) {
            assert_int_equal(vlBody_GetCentre(t->world, t->tool, &at[i == 799]), VL_OK);
        }
    }
    assert_true(vlLength(vlSub(at[1], at[0])) < 1e-7); // 1e-4 mm
    vlTouch_Close(t);
}

// ---- other shapes, and free bodies ----

static void a_ring_rests_on_a_plane_and_on_a_box(void** state)
{
    (void)state;
    vlShape* ring = makeRing();
    vlShape* grounds[2] = {NULL, NULL};
    assert_int_equal(vlShape_CreateHalfspace(NULL, vlVec(0.0, 0.0, 1.0), 0.0, &grounds[0], NULL, 0),
                     VL_OK);
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(0.1, 0.1, 0.05), &grounds[1], NULL, 0), VL_OK);
    for (int k = 0; k < 2; ++k) {
        vlWorld* world = makeSampledWorld(4000, false);
        vlBodyId ground = addShape(world, grounds[k], VL_BODY_STATIC, vlVec(0.0, 0.0, -0.05 * k));
        vlBodyId body = addShape(world, ring, VL_BODY_DYNAMIC, vlVec(0.0, 0.0, 0.013));
        double mass;
        vlMat3 inertia;
        assert_int_equal(vlBody_GetMass(world, body, &mass, &inertia), VL_OK);
        for (int i = 0; i < 600; ++i) {
            assert_int_equal(vlWorld_Step(world), VL_OK);
        }
        vlWrench onRing, onGround;
        vlTwist twist;
        assert_int_equal(vlBody_GetContactWrench(world, body, &onRing), VL_OK);
        assert_int_equal(vlBody_GetContactWrench(world, ground, &onGround), VL_OK);
        assert_int_equal(vlBody_GetTwist(world, body, &twist), VL_OK);
        assert_true(vlLength(twist.linear) < 1e-9);
        assert_true(vlIsNear(onRing.force.z, 9.8 * mass, 1e-6 * mass));
        assert_true(vlLength(vlAdd(onRing.force, onGround.force)) < 1e-12);
        assert_int_equal(vlWorld_GetContactCount(world), 1);
        vlContactReport report;
        vlSurfaceContact contact;
        vlContactSample sample;
        assert_int_equal(vlWorld_GetContact(world, 0, &report), VL_OK);
        assert_int_equal(vlWorld_GetSurfaceContact(world, 0, &contact), VL_OK);
        assert_true(vlIsNear(report.normalForce, 9.8 * mass, 1e-6 * mass));
        assert_true(vlIsNear(report.normal.z, 1.0, 1e-6));
        double sum = 0.0, least = 1.0;
        for (int i = 0; i < contact.sampleCount; ++i) {
            assert_int_equal(vlWorld_GetContactSample(world, 0, i, &sample), VL_OK);
            sum += sample.normalForce;
            least = fmin(least, sample.gap);
        }
        assert_true(vlIsNear(sum, contact.pressing, 1e-12));
        assert_true(least == contact.leastGap && least > 0.0);
        assert_int_equal(vlWorld_GetContactSample(world, 0, contact.sampleCount, &sample),
                         VL_ERROR_ARGUMENT);
        vlWorld_Destroy(world);
        vlShape_Release(grounds[k]);
    }
    vlShape_Release(ring);
}

static void two_free_rings_exchange_momentum_and_lose_none(void** state)
{
    (void)state;
    vlShape* ring = makeRing();
    vlWorld* world = makeSampledWorld(4000, false);
    vlWorld_SetGravity(world, vlZero());
    vlBodyId a = addShape(world, ring, VL_BODY_DYNAMIC, vlVec(0.0, 0.0, 0.0));
    vlBodyId b = addShape(world, ring, VL_BODY_DYNAMIC, vlVec(0.015, 0.01, 0.025));
    vlTwist fall = {{0.0, 0.0, -0.2}, {1.0, -2.0, 0.5}};
    assert_int_equal(vlBody_SetTwist(world, b, fall), VL_OK);
    double mass;
    vlMat3 inertia;
    assert_int_equal(vlBody_GetMass(world, a, &mass, &inertia), VL_OK);
    const vlBodyId both[2] = {a, b};
    vlVec3 linear[2], angular[2];
    for (int i = 0; i <= 200; ++i) {
        vlVec3 p = vlZero(), l = vlZero();
        for (int k = 0; k < 2; ++k) {
            vlTwist twist;
            vlVec3 centre, spin;
            assert_int_equal(vlBody_GetTwist(world, both[k], &twist), VL_OK);
            assert_int_equal(vlBody_GetCentre(world, both[k], &centre), VL_OK);
            assert_int_equal(vlBody_GetAngularMomentum(world, both[k], &spin), VL_OK);
            p = vlMulAdd(p, mass, twist.linear);
            l = vlAdd(l, vlMulAdd(spin, mass, vlCross(centre, twist.linear)));
        }
        linear[i > 0] = p;
        angular[i > 0] = l;
        // Levers are those at the start of the step, so the forces of a pair cancel to rounding.
        assert_true(vlLength(vlSub(linear[i > 0], linear[0])) < 1e-15);
        assert_true(vlLength(vlSub(angular[i > 0], angular[0])) < 1e-15);
        assert_int_equal(vlWorld_Step(world), VL_OK);
    }
    vlTwist twist;
    assert_int_equal(vlBody_GetTwist(world, a, &twist), VL_OK);
    assert_true(twist.linear.z < -0.01); // the rings did meet
    vlWorld_Destroy(world);
    vlShape_Release(ring);
}

// Only springs, joints and couplings are counted in the state, which a snapshot holds.
static void a_body_destroyed_in_contact_leaves_no_trace_in_the_state(void** state)
{
    (void)state;
    vlShape* ring = makeRing();
    vlWorld* world = makeSampledWorld(4000, false);
    vlBodyId body = addRingOnPlane(world, ring, 0.005);
    assert_int_equal(vlWorld_Step(world), VL_OK);
    assert_true(vlWorld_GetSurfaceContactCount(world) == 1);
    assert_int_equal(vlWorld_DestroyBody(world, body), VL_OK);
    assert_int_equal(vlWorld_GetSurfaceContactCount(world), 0);
    for (int kind = 0; kind < VL_KIND_COUNT; ++kind) {
        assert_int_equal(world->state.head->elements[kind].living, 0);
    }
    assert_int_equal(vlWorld_Step(world), VL_OK);
    vlWorld_Destroy(world);
    vlShape_Release(ring);
}

static void rings_at_rest_sleep_and_wake(void** state)
{
    (void)state;
    vlShape* ring = makeRing();
    vlWorld* world = makeSampledWorld(4000, true);
    vlBodyId body = addRingOnPlane(world, ring, 0.0105);
    for (int i = 0; i < 1500; ++i) {
        assert_int_equal(vlWorld_Step(world), VL_OK);
    }
    assert_true(vlBody_IsAsleep(world, body));
    vlWrench onRing;
    assert_int_equal(vlBody_GetContactWrench(world, body, &onRing), VL_OK);
    assert_true(onRing.force.z > 0.0); // it is still supported
    vlVec3 place = vlStage_CentreOf(world, body);
    for (int i = 0; i < 10; ++i) {
        assert_int_equal(vlWorld_Step(world), VL_OK);
    }
    assert_true(vlLength(vlSub(vlStage_CentreOf(world, body), place)) == 0.0);
    assert_int_equal(vlBody_ApplyForce(world, body, vlVec(0.0, 0.0, 10.0), vlZero()), VL_OK);
    assert_int_equal(vlWorld_Step(world), VL_OK);
    assert_false(vlBody_IsAsleep(world, body));
    vlWorld_Destroy(world);
    vlShape_Release(ring);
}

static void too_many_samples_are_counted_and_the_nearest_kept(void** state)
{
    (void)state;
    vlShape* ring = makeRing();
    vlWorld* world = makeSampledWorld(20, false);
    (void)addRingOnPlane(world, ring, 0.0099);
    assert_int_equal(vlWorld_Step(world), VL_OK);
    vlStepInfo info = vlWorld_GetStepInfo(world);
    assert_int_equal(info.sampleCount, 20);
    assert_true(info.droppedSamples > 0);
    vlSurfaceContact contact;
    assert_int_equal(vlWorld_GetSurfaceContact(world, 0, &contact), VL_OK);
    assert_true(contact.leastGap < -0.9e-4); // the lowest point is 0.1 mm deep
    vlWorld_Destroy(world);
    vlShape_Release(ring);
}

static void worlds_that_cannot_hold_a_surface_say_so(void** state)
{
    (void)state;
    vlShape* ring = makeRing();
    vlBodyDef body = vlDefaultBodyDef();
    body.shape = ring;
    vlBodyId id;
    for (int k = 0; k < 2; ++k) {
        vlWorldDef def = vlDefaultWorldDef();
        def.integrator = k == 0 ? VL_INTEGRATOR_IMPLICIT : VL_INTEGRATOR_RK4;
        def.capacity.samples = k == 0 ? 0 : 100;
        vlWorld* world = NULL;
        assert_int_equal(vlWorld_Create(&def, &world, NULL, 0), VL_OK);
        assert_int_equal(vlWorld_CreateBody(world, &body, &id),
                         k == 0 ? VL_ERROR_FULL : VL_ERROR_ARGUMENT);
        assert_non_null(strstr(vlWorld_GetMessage(world),
                               k == 0 ? "capacity.samples is 0" : "VL_INTEGRATOR_IMPLICIT"));
        vlWorld_Destroy(world);
    }
    vlShape_Release(ring);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pressed_spoon_stays_off_the_wall_and_takes_no_energy_from_nowhere),
        cmocka_unit_test(a_snapshot_continues_to_the_last_bit),
        cmocka_unit_test(the_force_is_that_of_an_energy_and_of_the_surface_whatever_its_triangles),
        cmocka_unit_test(below_the_limit_nothing_creeps),
        cmocka_unit_test(a_ring_rests_on_a_plane_and_on_a_box),
        cmocka_unit_test(two_free_rings_exchange_momentum_and_lose_none),
        cmocka_unit_test(a_body_destroyed_in_contact_leaves_no_trace_in_the_state),
        cmocka_unit_test(rings_at_rest_sleep_and_wake),
        cmocka_unit_test(too_many_samples_are_counted_and_the_nearest_kept),
        cmocka_unit_test(worlds_that_cannot_hold_a_surface_say_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
