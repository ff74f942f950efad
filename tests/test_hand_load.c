// SPDX-License-Identifier: MIT
// A simulated person carries the weight of the held body: a path is followed as written, while
// contact forces still displace the hand.

#include "device/person.h"
#include "scene/device_parts.h"
#include "scene_rig.h"
#include "simulated_fixture.h"
#include "volar/scene_haptics.h"

#define MASS 1.0
#define WEIGHT (9.8 * MASS)

// A tool of 1 kg whose grasp is 20 mm beside its centre of mass, so that its weight also rotates
// it. The sigma7 renders up to 12 N and 0.2 N m: the weight's 9.8 N and 0.196 N m.
#define TOOL                                                                                       \
    "volar: 1\n"                                                                                   \
    "name: carry\n"                                                                                \
    "bodies:\n"                                                                                    \
    "- {name: tool, shape: {box: {size: [0.05, 0.05, 0.05]}}, mass: 1, position: [0, 0, 0.5]}\n"   \
    "devices:\n"                                                                                   \
    "- name: d\n"                                                                                  \
    "  holds: tool\n"                                                                              \
    "  grasp: {position: [-0.02, 0, 0]}\n"                                                         \
    "  position: [-0.02, 0, 0.5]\n"                                                                \
    "  stiffness: 1000\n"                                                                          \
    "  damping: 20\n"                                                                              \
    "  angular-stiffness: 4\n"                                                                     \
    "  angular-damping: 0.05\n"

// The dry friction of the sigma7's handle can hold it this far from where the springs would put it:
// 0.25 N over 300 and 2000 N/m in series is 0.96 mm. The other half millimetre is for quantisation
// and the wrist's friction (5e-4 N m over 1.5 N m/rad).
#define NEAR 1.5e-3
#define NEAR_ANGLE 0.01 // rad: 5e-4 N m over the wrist's 1.5 N m/rad is 3e-4

static vlPose heldPose(const Rig* rig)
{
    return vlRenderer_GetReport(vlSimulation_GetRenderer(rig->simulation, 0)).held;
}

static void run(Rig* rig, double seconds)
{
    int steps = (int)(seconds / vlWorld_GetStep(rig->world) + 0.5);
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(vlSimulation_Step(rig->simulation), VL_OK);
    }
}

static void a_heavy_tool_held_at_rest_stays_where_it_was_taken(void** state)
{
    (void)state;
    Rig rig = makeRig(TOOL "  hand: {grip: tight}\n");
    run(&rig, 4.0);
    for (int i = 0; i < 1000; ++i) {
        run(&rig, 0.001);
        vlPose held = heldPose(&rig);
        assert_true(vlLength(vlSub(held.p, vlVec(-0.02, 0.0, 0.5))) < NEAR);
        assert_true(vlLength(vlRotationVectorFromQuat(held.q)) < NEAR_ANGLE);
    }
    // The hand still feels the whole weight.
    vlWrench sent = vlRenderer_GetSent(vlSimulation_GetRenderer(rig.simulation, 0));
    VL_CHECK_NEAR(sent.force.z, -WEIGHT, 0.01 * WEIGHT);
    endRig(&rig);
}

// Rests at each key of its path, turned in the world and scaled, are followed as written.
static void a_heavy_tool_rests_at_every_key_of_its_path(void** state)
{
    (void)state;
    Rig rig = makeRig(TOOL "  rotation: {axis: [1, 0, 0], degrees: 90}\n"
                           "  scale: 2\n"
                           "  hand:\n"
                           "    grip: tight\n"
                           "    path:\n"
                           "      keys: [{time: 0}, {time: 2},\n"
                           "        {time: 3, position: [0.05, 0.02, 0.52]},\n"
                           "        {time: 5, position: [0.05, 0.02, 0.52]},\n"
                           "        {time: 6, position: [-0.02, 0, 0.48]},\n"
                           "        {time: 8, position: [-0.02, 0, 0.48]}]\n");
    const vlVec3 rests[] = {{-0.02, 0.0, 0.5}, {0.05, 0.02, 0.52}, {-0.02, 0.0, 0.48}};
    const double until[] = {2.0, 5.0, 8.0};
    double time = 0.0;
    for (int i = 0; i < 3; ++i) {
        run(&rig, until[i] - 0.1 - time);
        time = until[i] - 0.1;
        // Twice as far in the world as at the device.
        double off = vlLength(vlSub(heldPose(&rig).p, rests[i]));
        assert_true(off < 2.0 * NEAR);
    }
    endRig(&rig);
}

// With springs in series the tool hangs by the weight over each of them.
static void a_person_who_does_not_carry_lets_the_tool_hang_on_the_springs(void** state)
{
    (void)state;
    Rig rig = makeRig(TOOL "  hand: {carries-weight: false, arm: {stiffness: 500}}\n");
    run(&rig, 6.0);
    double expected = WEIGHT * (1.0 / 1000.0 + 1.0 / 200.0 + 1.0 / 500.0);
    // The handle's friction, 0.25 N, acts on grip and arm.
    double tolerance = 0.25 * (1.0 / 200.0 + 1.0 / 500.0) + 0.5e-3;
    VL_CHECK_NEAR(0.5 - heldPose(&rig).p.z, expected, tolerance);
    endRig(&rig);
}

// Two hands on one body carry half of it each, and neither lifts it off its path.
static void two_hands_share_the_weight(void** state)
{
    (void)state;
    Rig rig = makeRig(TOOL "  hand: {grip: tight}\n"
                           "- {name: e, holds: tool, grasp: {position: [0.02, 0, 0]},\n"
                           "   stiffness: 1000, damping: 20, position: [0.02, 0, 0.5],\n"
                           "   hand: {grip: tight}}\n");
    run(&rig, 5.0);
    assert_true(fabs(heldPose(&rig).p.z - 0.5) < NEAR);
    for (int i = 0; i < 2; ++i) {
        vlWrench sent = vlRenderer_GetSent(vlSimulation_GetRenderer(rig.simulation, i));
        // Friction of both handles may shift 0.25 N from one hand to the other.
        VL_CHECK_NEAR(sent.force.z, -0.5 * WEIGHT, 0.3);
    }
    endRig(&rig);
}

static void a_body_let_go_is_no_longer_carried(void** state)
{
    (void)state;
    Rig rig = makeRig(TOOL "  grasp-button: 0\n"
                           "  hand: {grip: tight, presses: [{button: 0, from: 2, until: 2.1}]}\n");
    run(&rig, 1.9);
    vlPose carried = vlRenderer_GetReport(vlSimulation_GetRenderer(rig.simulation, 0)).sample.pose;
    run(&rig, 2.0);
    vlPose empty = vlRenderer_GetReport(vlSimulation_GetRenderer(rig.simulation, 0)).sample.pose;
    // With the tool the handle is above the path by the coupling's stretch, without it on the path.
    VL_CHECK_NEAR(carried.p.z, WEIGHT / 1000.0, NEAR);
    VL_CHECK_NEAR(empty.p.z, 0.0, NEAR);
    endRig(&rig);
}

// The device alone: a load that is reported is carried, with the time constant of the hand; a force
// that is not reported displaces the handle by the springs in series.
static void a_load_is_carried_with_the_time_constant_of_the_hand(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def;
    assert_int_equal(vlSimulatedDevice_GetPreset("omega6", &def), VL_OK);
    def.friction = 0.0;
    def.resolution = 0.0;
    double compliance = 1.0 / def.hand.grip.stiffness + 1.0 / def.hand.arm.stiffness;
    vlVec3 force = vlVec(1.0, -2.0, -5.0);
    vlSimulatedLoad load = {{force, vlZero()}, vlVec(0.0, 0.01, 0.0), vlZero()};
    vlDevice* device = create(&def);
    pushAt(device, 0.0, force, vlZero());
    for (int i = 1; i <= 2000; ++i) {
        (void)readAt(device, 0.001 * i);
    }
    vlVec3 sunk = reportOf(device).handle.p;
    // The oscillation has decayed with 8 N s/m / (2 * 0.4 kg), over 2 s by e^-20 of some mm.
    assert_true(vlLength(vlSub(sunk, vlScale(force, compliance))) < 1e-6);
    assert_int_equal(vlSimulatedDevice_SetLoad(device, &load), VL_OK);
    for (int i = 2001; i <= 2300; ++i) {
        (void)readAt(device, 0.001 * i);
    }
    // After one time constant the intention has moved by 1 - 1/e of the displacement that carries
    // the load; backward Euler of 0.1 ms is off by less than 0.1 ms / 0.3 s.
    vlVec3 whole = vlMulAdd(load.offset, -compliance, force);
    vlVec3 lift = reportOf(device).intention.p;
    assert_true(vlLength(vlSub(lift, vlScale(whole, 1.0 - exp(-1.0)))) < 1e-3 * vlLength(whole));
    for (int i = 2301; i <= 8000; ++i) {
        (void)readAt(device, 0.001 * i);
    }
    assert_true(vlLength(vlSub(reportOf(device).handle.p, load.offset)) < 1e-6);
    // The energy balance of hand and device closes, including the carrying: rounding of sums of
    // 80000 steps.
    vlSimulatedReport r = reportOf(device);
    double in = r.personWork + r.renderedWork;
    double out = r.kinetic + r.handKinetic + r.stored + r.viscousLoss + r.coulombLoss + r.handLoss;
    VL_CHECK_NEAR(in, out, 1e-10);
    vlDevice_Close(device);
}

static void a_load_that_cannot_be_carried_is_limited_or_refused(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def;
    assert_int_equal(vlSimulatedDevice_GetPreset("sigma7", &def), VL_OK);
    def.hand.adaptation = 0.0;
    vlDevice* device = create(&def);
    vlSimulatedLoad load = {{vlVec(0.0, 0.0, -1e9), vlVec(1e9, 0.0, 0.0)}, vlZero(), vlZero()};
    assert_int_equal(vlSimulatedDevice_SetLoad(device, &load), VL_OK);
    (void)readAt(device, 0.0);
    (void)readAt(device, 0.001);
    vlPose aim = reportOf(device).intention;
    VL_CHECK_NEAR(vlLength(aim.p), 0.5, 1e-12);
    VL_CHECK_NEAR(vlLength(vlRotationVectorFromQuat(aim.q)), 1.0, 1e-12);
    load.offset.x = (double)NAN;
    assert_int_equal(vlSimulatedDevice_SetLoad(device, &load), VL_ERROR_ARGUMENT);
    assert_int_equal(vlSimulatedDevice_SetLoad(device, NULL), VL_ERROR_ARGUMENT);
    assert_int_equal(vlSimulatedDevice_SetLoad(NULL, &load), VL_ERROR_ARGUMENT);
    assert_int_equal(vlSimulatedDevice_Restart(device), VL_OK);
    (void)readAt(device, 0.0);
    (void)readAt(device, 0.001);
    assert_true(vlLength(reportOf(device).intention.p) == 0.0); // restarted without a load
    vlDevice_Close(device);
    def.hand.arm = (vlSimulatedGrip){0.0, 0.0, 0.0, 0.0}; // an arm that cannot carry
    device = create(&def);
    load.offset.x = 0.0;
    assert_int_equal(vlSimulatedDevice_SetLoad(device, &load), VL_OK);
    (void)readAt(device, 0.0);
    (void)readAt(device, 0.001);
    assert_true(vlLength(reportOf(device).intention.p) == 0.0);
    vlDevice_Close(device);
}

static void the_arm_is_read_from_a_scene(void** state)
{
    (void)state;
    Rig rig = makeRig(TOOL "  hand: {arm: {stiffness: 900, angular-damping: 0.5}}\n");
    const vlSceneHand* hand = &vlScene_GetDevice(rig.scene, 0)->hand;
    vlSimulatedGrip usual = vlSimulatedDevice_RestingArm();
    assert_true(hand->arm.stiffness == 900.0 && hand->arm.damping == usual.damping);
    assert_true(hand->arm.angularStiffness == usual.angularStiffness);
    assert_true(hand->arm.angularDamping == 0.5 && hand->carriesWeight);
    vlMotionKey keys[1];
    vlSimulatedDeviceDef def;
    assert_int_equal(
        vlSceneDevice_MakeSimulated(vlScene_GetDevice(rig.scene, 0), vlIdentityPose(), &def, keys),
        VL_OK);
    assert_true(def.hand.arm.stiffness == 900.0);
    endRig(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_heavy_tool_held_at_rest_stays_where_it_was_taken),
        cmocka_unit_test(a_heavy_tool_rests_at_every_key_of_its_path),
        cmocka_unit_test(a_person_who_does_not_carry_lets_the_tool_hang_on_the_springs),
        cmocka_unit_test(two_hands_share_the_weight),
        cmocka_unit_test(a_body_let_go_is_no_longer_carried),
        cmocka_unit_test(a_load_is_carried_with_the_time_constant_of_the_hand),
        cmocka_unit_test(a_load_that_cannot_be_carried_is_limited_or_refused),
        cmocka_unit_test(the_arm_is_read_from_a_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
