// SPDX-License-Identifier: MIT
// The haptic tick: a simulated device in a simulated hand, a world, and what the hand feels.

#include <string.h>

#include "stage.h"
#include "test.h"
#include "volar/renderer.h"
#include "volar/simulated_device.h"

#define TICK 1e-3

// A floor, a tool above it, and a hand that goes down from z = 0 to `deepest` within half a second.
typedef struct Bench {
    vlWorld* world;
    vlBodyId tool;
    vlDevice* device;
    vlRenderer* renderer;
    double now;
} Bench;

static vlDevice* makeDevice(const char* preset, double deepest)
{
    vlSimulatedDeviceDef def;
    vlDevice* device;
    assert_int_equal(vlSimulatedDevice_GetPreset(preset, &def), VL_OK);
    const vlMotionKey path[] = {{0.1, vlModel_At(0.0, 0.0, 0.0)},
                                {0.6, vlModel_At(0.0, 0.0, deepest)}};
    def.hand.keys = path;
    def.hand.keyCount = 2;
    assert_int_equal(vlSimulatedDevice_Create(&def, &device), VL_OK);
    return device;
}

static Bench makeBench(const char* preset, double deepest, vlBodyType type, double mass)
{
    Bench b = {.now = 0.0};
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.capacity.bodies = 4;
    // A pointer renders the contact itself, whose stiffness must be within the device's limit.
    def.surface.stiffnessN = type == VL_BODY_DYNAMIC ? 1e5 : 2000.0;
    b.world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(b.world);
    vlPose at = vlModel_At(0.0, 0.0, 0.03);
    vlVec3 size = vlVec(0.04, 0.04, 0.02);
    b.tool = type == VL_BODY_DYNAMIC ? vlStage_AddBox(b.world, size, mass, at, vlModel_AtRest())
                                     : vlStage_AddFixed(b.world, type, vlStage_CreateBox(size), at);
    b.device = makeDevice(preset, deepest);
    vlRendererDef renderer = vlDefaultRendererDef(b.world, vlDevice_GetInfo(b.device));
    renderer.limits.softStart = 0.0;
    assert_int_equal(vlRenderer_Create(&renderer, &b.renderer, NULL, 0), VL_OK);
    return b;
}

static void tick(Bench* b, int count)
{
    for (int i = 0; i < count; ++i) {
        b->now += TICK;
        assert_int_equal(vlRenderer_ReadDevice(b->renderer, b->device, b->now), VL_OK);
        vlStage_Step(b->world);
        assert_int_equal(vlRenderer_WriteDevice(b->renderer, b->device, b->now), VL_OK);
    }
}

static void closeBench(Bench* b)
{
    vlRenderer_Destroy(b->renderer);
    vlDevice_Close(b->device);
    vlWorld_Destroy(b->world);
}

static vlCouplingDef couplingOf(const Bench* b)
{
    vlCouplingDef def = vlDefaultCouplingDef();
    def.body = b->tool;
    return def;
}

static void a_held_tool_pushes_back_as_hard_as_it_is_pressed(void** state)
{
    (void)state;
    static const double masses[] = {1e-3, 0.1};
    for (int i = 0; i < 2; ++i) {
        Bench b = makeBench("omega6", -0.03, VL_BODY_DYNAMIC, masses[i]);
        vlCouplingDef def = couplingOf(&b);
        assert_int_equal(vlRenderer_Grasp(b.renderer, &def, false), VL_OK);
        tick(&b, 3000);
        vlRendererReport r = vlRenderer_GetReport(b.renderer);
        vlContactReport contact = vlStage_ContactOf(b.world, 0);
        // At rest the hand carries the floor's push minus the tool's weight.
        VL_CHECK_NEAR(r.sent.force.z, contact.normalForce - masses[i] * VL_GRAVITY, 1e-3);
        assert_true(r.sent.force.z > 0.5);
        vlSimulatedReport device;
        assert_int_equal(vlSimulatedDevice_GetReport(b.device, &device), VL_OK);
        VL_CHECK_BELOW(vlLength(device.handleTwist.linear), 1e-3); // one encoder step per second
        closeBench(&b);
    }
}

static void a_pointer_feels_its_contacts_directly(void** state)
{
    (void)state;
    Bench b = makeBench("omega6", -0.03, VL_BODY_KINEMATIC, 0.0);
    // Driven and static bodies do not feel each other: a block lies between tool and floor.
    vlStage_AddBox(b.world, vlVec(0.1, 0.1, 0.018), 1.0, vlModel_At(0.0, 0.0, 0.009 - 0.0049),
                   vlModel_AtRest());
    assert_int_equal(vlRenderer_Connect(b.renderer, b.tool), VL_OK);
    tick(&b, 2000);
    vlRendererReport r = vlRenderer_GetReport(b.renderer);
    assert_int_equal(r.hold, VL_HOLD_DIRECT);
    vlWrench felt;
    assert_int_equal(vlBody_GetContactWrench(b.world, b.tool, &felt), VL_OK);
    VL_CHECK_NEAR(r.sent.force.z, felt.force.z, 1e-12); // the same number
    assert_true(r.sent.force.z > 0.5);
    closeBench(&b);
}

static void grasping_and_clutching_never_jump(void** state)
{
    (void)state;
    Bench b = makeBench("omega6", -0.015, VL_BODY_DYNAMIC, 0.05);
    tick(&b, 1000); // the device is at z = -15 mm when it takes hold
    vlCouplingDef def = couplingOf(&b);
    assert_int_equal(vlRenderer_Grasp(b.renderer, &def, false), VL_OK);
    vlPose at = vlStage_PoseOf(b.world, b.tool);
    tick(&b, 1);
    VL_CHECK_BELOW(vlLength(vlSub(vlStage_PoseOf(b.world, b.tool).p, at.p)), 1e-4);
    VL_CHECK_BELOW(vlLength(vlRenderer_GetReport(b.renderer).felt.force), 0.05);
    tick(&b, 500);
    vlRenderer_SetClutch(b.renderer, true);
    vlPose held = vlRenderer_GetReport(b.renderer).pose;
    tick(&b, 200);
    assert_true(vlLength(vlRenderer_GetReport(b.renderer).sent.force) == 0.0);
    VL_CHECK_BELOW(vlLength(vlSub(vlRenderer_GetReport(b.renderer).pose.p, held.p)), 1e-15);
    vlRenderer_SetClutch(b.renderer, false);
    tick(&b, 1);
    // One tick of a hand at rest: encoder steps of 10 um.
    VL_CHECK_BELOW(vlLength(vlSub(vlRenderer_GetReport(b.renderer).pose.p, held.p)), 1e-4);
    closeBench(&b);
}

static void a_device_without_torque_drops_it(void** state)
{
    (void)state;
    Bench b = makeBench("touch", -0.03, VL_BODY_DYNAMIC, 0.02);
    vlCouplingDef def = couplingOf(&b);
    def.grasp.p = vlVec(0.02, 0.0, 0.0); // at the edge, so that the floor turns it
    assert_int_equal(vlRenderer_Grasp(b.renderer, &def, false), VL_OK);
    tick(&b, 1500);
    vlRendererReport r = vlRenderer_GetReport(b.renderer);
    assert_true(r.sent.torque.x == 0.0 && r.sent.torque.y == 0.0 && r.sent.torque.z == 0.0);
    assert_true(vlLength(r.droppedTorque) > 1e-4);
    VL_CHECK_BELOW(vlLength(r.sent.force), 3.3 * (1.0 + 1e-12)); // the Touch's largest
    closeBench(&b);
}

static void scales_act_on_way_and_force(void** state)
{
    (void)state;
    Bench b = makeBench("omega6", 0.01, VL_BODY_DYNAMIC, 0.1);
    vlRenderer_Destroy(b.renderer);
    vlRendererDef renderer = vlDefaultRendererDef(b.world, vlDevice_GetInfo(b.device));
    renderer.limits.softStart = 0.0;
    renderer.scale = 2.0;
    renderer.forceScale = 0.5;
    assert_int_equal(vlRenderer_Create(&renderer, &b.renderer, NULL, 0), VL_OK);
    vlCouplingDef def = couplingOf(&b);
    assert_int_equal(vlRenderer_Grasp(b.renderer, &def, false), VL_OK);
    tick(&b, 3000);
    vlRendererReport r = vlRenderer_GetReport(b.renderer);
    // The hand lifts it by 10 mm minus the displacement by the weight; twice that in the world.
    VL_CHECK_NEAR(r.pose.p.z - 0.03, 2.0 * r.sample.pose.p.z, 1e-4);
    VL_CHECK_NEAR(r.sent.force.z, -0.5 * 0.1 * VL_GRAVITY, 1e-3); // at rest: half the weight
    closeBench(&b);
}

// A device whose answers the test sets.
typedef struct Broken {
    vlDeviceSample sample;
    vlResult result;
    vlWrench last;
} Broken;

static vlResult readBroken(void* self, double now, vlDeviceSample* sample)
{
    Broken* broken = self;
    broken->sample.time = now;
    ++broken->sample.sequence;
    *sample = broken->sample;
    return broken->result;
}

static vlResult writeBroken(void* self, double now, const vlWrench* wrench)
{
    (void)now;
    ((Broken*)self)->last = *wrench;
    return VL_OK;
}

static void closeBroken(void* self)
{
    (void)self;
}

static void a_device_that_fails_is_faded_out_and_comes_back_softly(void** state)
{
    (void)state;
    static const vlDeviceOps ops = {.name = "broken",
                                    .describes = "answers as told",
                                    .read = readBroken,
                                    .write = writeBroken,
                                    .close = closeBroken};
    Bench b = makeBench("omega6", 0.0, VL_BODY_DYNAMIC, 0.05);
    vlRenderer_Destroy(b.renderer);
    vlDevice_Close(b.device);
    Broken broken = {.sample = {.pose = vlIdentityPose()}, .result = VL_OK};
    vlDeviceInfo info = {.hasOrientation = true, .hasForce = true, .maxForce = 10.0, .rate = 1e3};
    assert_int_equal(vlDevice_Wrap(&ops, &broken, &info, &b.device), VL_OK);
    vlRendererDef renderer = vlDefaultRendererDef(b.world, vlDevice_GetInfo(b.device));
    assert_int_equal(vlRenderer_Create(&renderer, &b.renderer, NULL, 0), VL_OK);
    vlCouplingDef def = couplingOf(&b);
    assert_int_equal(vlRenderer_Grasp(b.renderer, &def, false), VL_OK);
    tick(&b, 1500);
    VL_CHECK_NEAR(broken.last.force.z, -0.05 * VL_GRAVITY, 1e-3); // the hand carries the tool
    double largest = 0.0;
    for (int phase = 0; phase < 3; ++phase) {
        broken.result = phase == 0 ? VL_ERROR_IO : VL_OK;
        broken.sample.pose.p.x = phase == 1 ? (double)NAN : 0.0;
        broken.sample.pose.q.w = phase == 2 ? 5.0 : 1.0;
        for (int i = 0; i < 300; ++i) {
            b.now += TICK;
            assert_int_not_equal(vlRenderer_ReadDevice(b.renderer, b.device, b.now), VL_OK);
            vlStage_Step(b.world);
            assert_int_equal(vlRenderer_WriteDevice(b.renderer, b.device, b.now), VL_OK);
            largest = fmax(largest, vlLength(broken.last.force));
        }
        // 50 ms stale, 20 ms fading: both are long over.
        assert_true(vlLength(broken.last.force) == 0.0);
    }
    VL_CHECK_BELOW(largest, 0.55); // never more than the weight that it carried
    broken.sample.pose = vlIdentityPose();
    broken.result = VL_OK;
    tick(&b, 1500);
    VL_CHECK_NEAR(broken.last.force.z, -0.05 * VL_GRAVITY, 1e-3); // the hand carries it again
    assert_int_equal(vlRenderer_GetReport(b.renderer).readFailures, 900);
    closeBench(&b);
}

// A device whose measurements stay at a place that it cannot reach, ten times its workspace away,
// gets no force as long as they do, also after the soft start.
static void a_device_far_outside_its_workspace_gets_no_force(void** state)
{
    (void)state;
    Bench b = makeBench("omega6", 0.0, VL_BODY_DYNAMIC, 0.05);
    double radius = vlDevice_GetInfo(b.device)->radius;
    double reach = fmax(1.0, 10.0 * radius);
    vlCouplingDef def = couplingOf(&b);
    assert_int_equal(vlRenderer_Grasp(b.renderer, &def, false), VL_OK);
    const double places[] = {1.01 * reach, 1e8, 0.99 * reach};
    for (int k = 0; k < 3; ++k) {
        double largest = 0.0;
        for (int i = 0; i < 1500; ++i) {
            b.now += TICK;
            vlDeviceSample sample = {.time = b.now,
                                     .sequence = (uint64_t)(1500 * k + i + 1),
                                     .pose = vlModel_At(places[k], 0.0, 0.0)};
            assert_int_equal(vlRenderer_Give(b.renderer, b.now, VL_OK, &sample), VL_OK);
            vlStage_Step(b.world);
            vlWrench wrench = vlRenderer_Take(b.renderer, b.now);
            largest = fmax(largest, vlLength(wrench.force));
        }
        uint64_t ticks = vlRenderer_GetGovernor(b.renderer)->counts[VL_TRIP_PLACE].ticks;
        if (k < 2) {
            assert_true(largest == 0.0);
            assert_true(ticks == 1500u * (unsigned)(k + 1));
        } else {
            assert_true(largest > 0.1); // at least a part of the tool's weight, 0.5 N
            assert_true(ticks == 3000u);
        }
    }
    closeBench(&b);
}

static void samples_that_are_not_good_count_as_none(void** state)
{
    (void)state;
    Bench b = makeBench("omega6", 0.0, VL_BODY_DYNAMIC, 0.05);
    vlDeviceSample good = {.time = 1e-3, .sequence = 1, .pose = vlIdentityPose()};
    assert_true(vlDeviceSample_IsGood(&good));
    assert_int_equal(vlRenderer_Give(b.renderer, 1e-3, VL_OK, &good), VL_OK);
    const double lengths[] = {1.0 + 0.9e-3, 1.0 - 0.9e-3, 1.0 + 1.1e-3, 1.0 - 1.1e-3, 0.0};
    for (int i = 0; i < 5; ++i) { // a unit quaternion to 1e-3
        vlDeviceSample rough = good;
        rough.pose.q.w = lengths[i];
        assert_int_equal(vlDeviceSample_IsGood(&rough), i < 2);
    }
    vlDeviceSample bad[5] = {good, good, good, good, good};
    bad[0].time = (double)INFINITY;
    bad[1].pose.p.z = (double)NAN;
    bad[2].pose.q.w = 1.0 + 2e-3;
    bad[3].hasTwist = true;
    bad[3].twist.angular.y = (double)NAN;
    bad[4].pose.q = (vlQuat){0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < 5; ++i) {
        assert_false(vlDeviceSample_IsGood(&bad[i]));
        assert_int_equal(vlRenderer_Give(b.renderer, 2e-3, VL_OK, &bad[i]), VL_ERROR_ARGUMENT);
    }
    assert_int_equal(vlRenderer_Give(b.renderer, 2e-3, VL_OK, NULL), VL_ERROR_ARGUMENT);
    assert_int_equal(vlRenderer_Give(b.renderer, (double)NAN, VL_OK, &good), VL_ERROR_ARGUMENT);
    // If the read failed, the sample is not used.
    assert_int_equal(vlRenderer_Give(b.renderer, 2e-3, VL_ERROR_IO, NULL), VL_ERROR_IO);
    vlRendererReport report = vlRenderer_GetReport(b.renderer);
    assert_int_equal(report.readFailures, 8);
    assert_int_equal(report.readResult, VL_ERROR_IO);
    assert_int_equal(report.sample.sequence, 1);
    assert_true(vlIsFinite(report.pose.p));
    closeBench(&b);
}

// A different kind of world: one point that springs hold to the origin.
typedef struct Springs {
    vlVec3 at;
    double stiffness; // N/m
    int held;
} Springs;

static double stepOfSprings(void* world)
{
    (void)world;
    return TICK;
}

static vlResult graspSprings(void* world, const vlCouplingDef* def, const vlPose* at, vlHold* hold,
                             vlPose* grasp)
{
    (void)at;
    ++((Springs*)world)->held;
    *hold = (vlHold){.kind = VL_HOLD_COUPLED, .body = def->body};
    *grasp = vlIdentityPose();
    return VL_OK;
}

static vlResult connectSprings(void* world, vlBodyId body, vlHold* hold, vlPose* pose)
{
    (void)world, (void)body, (void)hold, (void)pose;
    return VL_ERROR_ARGUMENT; // it has no kinematic body
}

static vlResult setGainsOfSprings(void* world, const vlHold* hold, const vlCouplingGains* gains)
{
    assert_int_equal(hold->kind, VL_HOLD_COUPLED);
    ((Springs*)world)->stiffness = gains->stiffness;
    return VL_OK;
}

static void letGoOfSprings(void* world, const vlHold* hold)
{
    ((Springs*)world)->held -= hold->kind == VL_HOLD_COUPLED ? 1 : 0;
}

static vlResult followSprings(void* world, vlHold* hold, vlPose pose, vlTwist twist)
{
    (void)hold, (void)twist;
    ((Springs*)world)->at = pose.p;
    return pose.p.x > 0.05 ? VL_ERROR_STALE_ID : VL_OK; // the point has been torn off
}

static vlWrench feelSprings(void* world, const vlHold* hold, vlPose pose, vlPose* held)
{
    const Springs* springs = world;
    double stiffness = hold->kind == VL_HOLD_COUPLED ? springs->stiffness : 0.0;
    vlWrench felt = {vlScale(springs->at, -stiffness), vlZero()};
    *held = pose;
    return felt;
}

static vlLedger ledgerOfSprings(void* world)
{
    (void)world;
    return (vlLedger){.gravity = 0.0};
}

static double storedInSprings(void* world)
{
    const Springs* springs = world;
    return 0.5 * springs->stiffness * vlDot(springs->at, springs->at);
}

static void a_renderer_serves_any_world_that_fills_in_the_table(void** state)
{
    (void)state;
    static const vlRenderedWorldOps ops = {.getStep = stepOfSprings,
                                           .grasp = graspSprings,
                                           .connect = connectSprings,
                                           .setGains = setGainsOfSprings,
                                           .letGo = letGoOfSprings,
                                           .follow = followSprings,
                                           .feel = feelSprings,
                                           .getLedger = ledgerOfSprings,
                                           .getStored = storedInSprings};
    Springs springs = {.stiffness = 100.0};
    vlDeviceInfo info = {.hasForce = true, .maxForce = 10.0};
    vlRendererDef def = vlDefaultRendererDef(NULL, &info);
    def.world = (vlRenderedWorld){&ops, &springs};
    def.limits.maxForceRate = 100.0; // N/s: a jump of 2 N takes 20 ticks
    vlRenderer* renderer = NULL;
    assert_int_equal(vlRenderer_Create(&def, &renderer, NULL, 0), VL_OK);
    vlCouplingDef coupling = vlDefaultCouplingDef();
    vlBodyId none = {0, 0};
    assert_int_equal(vlRenderer_Connect(renderer, none), VL_ERROR_ARGUMENT);
    assert_int_equal(vlRenderer_Grasp(renderer, &coupling, false), VL_OK);
    vlDeviceSample sample = {.pose = vlIdentityPose()};
    vlWrench sent = {vlZero(), vlZero()};
    for (int i = 1; i <= 1000; ++i) { // to x = 40 mm within 0.8 s
        sample.time = i * TICK;
        sample.sequence = (uint64_t)i;
        sample.pose.p.x = fmin(5e-5 * i, 0.04);
        assert_int_equal(vlRenderer_Give(renderer, sample.time, VL_OK, &sample), VL_OK);
        sent = vlRenderer_Take(renderer, sample.time);
        vlRenderer_Written(renderer, VL_OK);
    }
    VL_CHECK_NEAR(sent.force.x, -100.0 * (0.04 - 5e-5), 1e-12); // since the first sample
    VL_CHECK_NEAR(vlRenderer_GetSent(renderer).force.x, sent.force.x, 0.0);
    // Half the stiffness, half the force; without a coupling there is nothing to set.
    vlCouplingGains gains = {.stiffness = 50.0};
    assert_int_equal(vlRenderer_SetGains(renderer, &gains), VL_OK);
    assert_int_equal(vlRenderer_SetGains(renderer, NULL), VL_ERROR_ARGUMENT);
    // The governor limits the rate of the force, which never falls below its new value.
    double step = def.limits.maxForceRate * TICK;
    for (int i = 0; i < 200; ++i) {
        double before = sent.force.x;
        sample.time += TICK;
        ++sample.sequence;
        assert_int_equal(vlRenderer_Give(renderer, sample.time, VL_OK, &sample), VL_OK);
        sent = vlRenderer_Take(renderer, sample.time);
        vlRenderer_Written(renderer, VL_OK);
        VL_CHECK_BELOW(fabs(sent.force.x - before), step * (1.0 + 1e-9));
        VL_CHECK_BELOW(sent.force.x, -50.0 * (0.04 - 5e-5) + 1e-9);
    }
    VL_CHECK_NEAR(sent.force.x, -50.0 * (0.04 - 5e-5), 1e-12);
    // A force that was written but did not arrive does not count as rendered: a soft start from
    // zero.
    vlRenderer_Written(renderer, VL_ERROR_IO);
    sample.time += TICK;
    ++sample.sequence;
    assert_int_equal(vlRenderer_Give(renderer, sample.time, VL_OK, &sample), VL_OK);
    VL_CHECK_BELOW(vlLength(vlRenderer_Take(renderer, sample.time).force), 0.01);
    assert_int_equal(vlRenderer_GetReport(renderer).writeFailures, 1);
    assert_int_equal(vlRenderer_GetReport(renderer).writeResult, VL_ERROR_IO);
    // A body that is gone is let go.
    for (int i = 0; i < 100; ++i) {
        sample.time += TICK;
        ++sample.sequence;
        sample.pose.p.x += 2e-4;
        assert_int_equal(vlRenderer_Give(renderer, sample.time, VL_OK, &sample), VL_OK);
    }
    assert_int_equal(vlRenderer_GetReport(renderer).hold, VL_HOLD_NOTHING);
    assert_int_equal(springs.held, 0);
    assert_int_equal(vlRenderer_SetGains(renderer, &gains), VL_ERROR_ARGUMENT);
    vlRenderer_Destroy(renderer);
}

static void bad_defs_are_refused_with_a_sentence(void** state)
{
    (void)state;
    Bench b = makeBench("touch", 0.0, VL_BODY_DYNAMIC, 0.05);
    vlRenderer* made = NULL;
    char message[128] = "";
    vlRendererDef def = vlDefaultRendererDef(b.world, vlDevice_GetInfo(b.device));
    def.scale = 0.0;
    assert_int_equal(vlRenderer_Create(&def, &made, message, sizeof message), VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "scale"));
    def = vlDefaultRendererDef(NULL, vlDevice_GetInfo(b.device));
    assert_int_equal(vlRenderer_Create(&def, &made, message, sizeof message), VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "world"));
    def = vlDefaultRendererDef(b.world, vlDevice_GetInfo(b.device));
    def.base.q.w = 2.0;
    assert_int_equal(vlRenderer_Create(&def, &made, message, sizeof message), VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "base"));
    def = vlDefaultRendererDef(b.world, vlDevice_GetInfo(b.device));
    def.base.p.z = 1.001 * VL_MAX_LENGTH;
    assert_int_equal(vlRenderer_Create(&def, &made, message, sizeof message), VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "VL_MAX_LENGTH"));
    assert_null(made);
    assert_int_equal(vlRenderer_Connect(b.renderer, b.tool), VL_ERROR_ARGUMENT); // it is dynamic
    vlBodyId stale = {99, 1};
    assert_int_equal(vlRenderer_Connect(b.renderer, stale), VL_ERROR_STALE_ID);
    closeBench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_held_tool_pushes_back_as_hard_as_it_is_pressed),
        cmocka_unit_test(a_pointer_feels_its_contacts_directly),
        cmocka_unit_test(grasping_and_clutching_never_jump),
        cmocka_unit_test(a_device_without_torque_drops_it),
        cmocka_unit_test(scales_act_on_way_and_force),
        cmocka_unit_test(a_device_that_fails_is_faded_out_and_comes_back_softly),
        cmocka_unit_test(a_device_far_outside_its_workspace_gets_no_force),
        cmocka_unit_test(samples_that_are_not_good_count_as_none),
        cmocka_unit_test(a_renderer_serves_any_world_that_fills_in_the_table),
        cmocka_unit_test(bad_defs_are_refused_with_a_sentence),
    };
    return cmocka_run_group_tests_name("renderer", tests, NULL, NULL);
}
