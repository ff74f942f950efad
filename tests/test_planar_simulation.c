// SPDX-License-Identifier: MIT
// Planar scenes in motion: the bits of the planar world, restart, laws that change while it runs,
// the mouse through the mechanism, and recordings.

#include <stdlib.h>

#include "planar_scene.h"
#include "recordings.h"
#include "run/simulation_parts.h"
#include "scene/parameter_parts.h"
#include "scene_rig.h"
#include "show.h"

#define WALLS                                                                                      \
    "- {name: right, type: static, shape: {box: {size: [0.04, 0.3]}}, position: [0.15, 0]}\n"      \
    "- {name: left, type: static, shape: {box: {size: [0.04, 0.3]}}, position: [-0.15, 0]}\n"
#define BLOCK "- {name: block, mass: 1, shape: {box: {size: [0.06, 0.1]}}}\n"
#define WORLD(law) VL_HEAD "world: {planar: true, surface: {point-law: {wall: " law "}}}\nbodies:\n"

static void step(Rig* rig, int count)
{
    for (int i = 0; i < count; ++i) {
        assert_int_equal(vlSimulation_Step(rig->simulation), VL_OK);
    }
}

static int place(const vlSimulation* s, vlParameterKind kind)
{
    const vlScene* scene = vlSimulation_GetScene(s);
    for (int i = 0; i < vlScene_GetParameterCount(scene); ++i) {
        if (vlScene_GetParameter(scene, i)->kind == kind) {
            return i;
        }
    }
    fail_msg("no parameter of kind %d", (int)kind);
    return -1;
}

static void choose(vlSimulation* s, vlParameterKind kind, const char* law)
{
    int i = place(s, kind);
    const vlParameter* p = vlScene_GetParameter(vlSimulation_GetScene(s), i);
    int choice = 0;
    while (strcmp(vlParameter_GetChoice(p, choice), law) != 0) {
        ++choice;
    }
    vlInput input = {.kind = VL_INPUT_SET, .parameter = i, .value = choice};
    assert_int_equal(vlSimulation_Input(s, &input), VL_OK);
}

// The simulation adds nothing: a planar world that is pushed in the same way has the same bits.
static void a_scene_has_the_bits_of_its_planar_world(void** state)
{
    (void)state;
    Rig rig = makeRig(WORLD("seh, friction: reset") BLOCK WALLS
                      "forces: [{body: block, force: [5, 1], point: [0, 0.01], until: 1}]\n");
    vlWorld2Def def = vlDefaultWorld2Def();
    def.surface.wall = vlLaw_Choose(vlLaw_Find("seh"));
    def.capacity = (vlCapacity2){3, 0, 1};
    vlWorld2* world;
    assert_int_equal(vlWorld2_Create(&def, &world, NULL, 0), VL_OK);
    static const double at[3] = {0.0, 0.15, -0.15};
    vlBody2Id body[3];
    for (int i = 0; i < 3; ++i) {
        vlBody2Def b = vlDefaultBody2Def();
        b.type = i == 0 ? VL_BODY_DYNAMIC : VL_BODY_STATIC;
        b.polygon = i == 0 ? vlPolygon_Box(0.06, 0.1) : vlPolygon_Box(0.04, 0.3);
        b.pose.p.x = at[i];
        assert_int_equal(vlWorld2_CreateBody(world, &b, &body[i]), VL_OK);
    }
    for (int k = 0; k < 1000; ++k) {
        vlPose2 pose;
        double s, c;
        assert_int_equal(vlBody2_GetPose(world, body[0], &pose), VL_OK);
        vlSinCos(0.5 * pose.angle, &s, &c);
        vlVec3 point = vlTransform((vlPose){{pose.p.x, pose.p.y, 0.0}, {c, 0.0, 0.0, s}},
                                   vlVec(0.0, 0.01, 0.0));
        if (vlWorld2_GetStepInfo(world).time < 1.0) {
            assert_int_equal(
                vlBody2_ApplyForce(world, body[0], (vlVec2){5.0, 1.0}, (vlVec2){point.x, point.y}),
                VL_OK);
        }
        assert_int_equal(vlWorld2_Step(world), VL_OK);
    }
    step(&rig, 1000);
    assert_true(vlWorld2_GetHash(world) == vlSimulation_GetHash(rig.simulation));
    // The world of space shows it: the same place, and the same velocity.
    vlPose2 pose = planePoseOf(rig.simulation, 0);
    vlPose shown;
    vlTwist moving;
    vlTwist2 twist;
    vlBodyId id = vlSimulation_GetBody(rig.simulation, 0);
    assert_int_equal(vlBody_GetPose(rig.world, id, &shown), VL_OK);
    assert_int_equal(vlBody_GetTwist(rig.world, id, &moving), VL_OK);
    assert_int_equal(vlBody2_GetTwist(world, body[0], &twist), VL_OK);
    assert_true(shown.p.x == pose.p.x && shown.p.y == pose.p.y && shown.p.z == 0.0);
    assert_true(moving.linear.x == twist.linear.x && moving.angular.z == twist.angular);
    assert_true(vlWorld_GetStepInfo(rig.world).stepCount == 1000);
    vlWorld2_Destroy(world);
    endRig(&rig);
}

// The ledger of the plane is the one that the simulation reports, and it closes.
static void works_and_contacts_are_those_of_the_plane(void** state)
{
    (void)state;
    Rig rig = makeRig(WORLD("{law: pulse, damping: 20}") BLOCK WALLS
                      "forces: [{body: block, force: [5, 0]}]\n");
    step(&rig, 1000); // it rests at the wall
    const vlSimulation* s = rig.simulation;
    assert_int_equal(vlSimulation_GetContactCount(s), 2);
    double sum = 0.0;
    for (int i = 0; i < 2; ++i) {
        vlContactReport c;
        assert_int_equal(vlSimulation_GetContact(s, i, &c), VL_OK);
        assert_int_equal(vlSimulation_FindBody(s, c.bodyA), 1); // the wall's edge
        assert_int_equal(vlSimulation_FindBody(s, c.bodyB), 0); // the block's vertex
        assert_true(c.normal.x == -1.0 && c.origin.x == 0.13);
        sum += c.normalForce;
        assert_true(fabs(c.centreOfPressure.x - c.depth - 0.13) < 1e-15);
    }
    // Two springs of 5000 N/m hold 5 N; after 2 s the oscillation, damped by 20 1/s, is negligible.
    assert_true(fabs(sum - 5.0) < 5e-3);
    vlWrench wrench;
    assert_int_equal(vlSimulation_GetContactWrench(s, 0, &wrench), VL_OK);
    assert_true(fabs(wrench.force.x + sum) < 1e-12 && wrench.force.z == 0.0);
    vlLedger2 own = vlWorld2_GetLedger(vlSimulation_GetWorld2(s));
    vlLedger ledger = vlSimulation_GetLedger(s);
    assert_true(ledger.contactSprings == own.walls && ledger.contactDampers == own.impacts &&
                ledger.applied == own.applied && own.impacts < 0.0);
    vlEnergy energy = vlSimulation_GetEnergy(s);
    assert_true(fabs(energy.kinetic - vlLedger2_GetSum(&own)) <= 1e-9 * own.turnover);
    endRig(&rig);
}

// An undamped block between two walls: it loses little with SEH and gains with the held spring,
// from the step on in which the law is changed. The energy grows with each bounce on the ZOH wall
// by exp(pi w T/2) (T11.5); w T = 0.2, so 1.37.
static void a_wall_law_changes_while_it_runs(void** state)
{
    (void)state;
    Rig rig = makeRig(WORLD("seh") "- {name: block, mass: 1, velocity: [0.3, 0],\n"
                                   "   shape: {box: {size: [0.06, 0.1]}}}\n" WALLS);
    step(&rig, 2000);
    double before = vlSimulation_GetEnergy(rig.simulation).kinetic;
    assert_true(before > 0.02 && before <= 0.045); // of 0.045 J
    choose(rig.simulation, VL_PARAMETER_WALL_LAW, "zoh");
    step(&rig, 2000);
    assert_int_equal(vlSimulation_GetRefusals(rig.simulation), 0);
    double after = vlSimulation_GetEnergy(rig.simulation).kinetic;
    double gave = vlWorld2_GetLedger(vlSimulation_GetWorld2(rig.simulation)).walls;
    assert_true(after > 2.0 * before && gave > 0.0);
    // A law outside its window is refused with the window, and the old one stays.
    vlInput stiff = {.kind = VL_INPUT_SET,
                     .parameter = place(rig.simulation, VL_PARAMETER_WALL_STIFFNESS),
                     .value = 1e5};
    assert_int_equal(vlSimulation_Input(rig.simulation, &stiff), VL_OK);
    step(&rig, 1);
    assert_int_equal(vlSimulation_GetRefusals(rig.simulation), 1);
    assert_non_null(strstr(vlSimulation_GetMessage(rig.simulation), "the window is w T <= 0.5"));
    assert_true(vlSimulation_GetParameter(rig.simulation, stiff.parameter) == 5000.0);
    // A pulse wall takes the remaining energy in the first impact.
    choose(rig.simulation, VL_PARAMETER_WALL_LAW, "pulse");
    step(&rig, 1500);
    assert_true(vlSimulation_GetEnergy(rig.simulation).kinetic < 0.05 * after);
    endRig(&rig);
}

// Friction holds the block against a push along the wall until it is switched off.
static void a_friction_law_changes_while_it_runs(void** state)
{
    (void)state;
    Rig rig = makeRig(WORLD("pulse, friction: reset") BLOCK WALLS
                      "forces: [{body: block, force: [10, 0]},\n"
                      "         {body: block, force: [0, 1], from: 1}]\n");
    step(&rig, 1500); // 1 N against up to 3.25 N
    assert_true(fabs(planePoseOf(rig.simulation, 0).p.y) < 1e-3);
    choose(rig.simulation, VL_PARAMETER_FRICTION_LAW, "none");
    double from = planePoseOf(rig.simulation, 0).p.y;
    step(&rig, 200);
    // 1 N on 1 kg for 0.4 s: 80 mm, minus the delay at the start.
    assert_true(planePoseOf(rig.simulation, 0).p.y - from > 0.07);
    endRig(&rig);
}

static void a_restart_gives_the_same_bits_again(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("planar-peg", NULL);
    uint64_t hash[2];
    for (int run = 0; run < 2; ++run) {
        for (int i = 0; i < 2500; ++i) {
            assert_int_equal(vlSimulation_Step(show.simulation), VL_OK);
        }
        hash[run] = vlSimulation_GetHash(show.simulation);
        vlInput restart = {.kind = VL_INPUT_RESTART};
        assert_int_equal(vlSimulation_Input(show.simulation, &restart), VL_OK);
    }
    assert_true(hash[0] == hash[1]);
    vlShow_Close(&show);
}

// The mouse leads the person's hand: the block follows through the mechanism, whose motors work,
// and stops at the wall, which the mouse passes.
static void a_grab_leads_the_person_at_the_device(void** state)
{
    (void)state;
    Rig rig = makeRig(WORLD("pulse") BLOCK WALLS
                      "devices: [{name: d, holds: block, hand: {grip: tight}}]\n");
    step(&rig, 100);
    vlInput grab = {.kind = VL_INPUT_GRAB, .body = 0, .target = {0.05, 0.03, 0.4}};
    assert_int_equal(vlSimulation_Input(rig.simulation, &grab), VL_OK);
    step(&rig, 1000);
    vlPose2 pose = planePoseOf(rig.simulation, 0);
    // The friction of the device, 0.2 N, leaves it 1 mm off, because grip and arm have only 300
    // N/m.
    assert_true(fabs(pose.p.x - 0.05) < 2e-3 && fabs(pose.p.y - 0.03) < 2e-3);
    vlGrab report = vlSimulation_GetGrab(rig.simulation, 0);
    assert_true(report.isActive && report.body == 0);
    vlInput move = {.kind = VL_INPUT_MOVE, .target = {0.13, 0.0, 0.0}};
    assert_int_equal(vlSimulation_Input(rig.simulation, &move), VL_OK);
    step(&rig, 1000);
    pose = planePoseOf(rig.simulation, 0);
    // The wall begins at 0.13 m and the block is 30 mm to its edge; a hand that wants to be 30 mm
    // further in presses with the arm's 300 N/m in series with the grip's 2000: 7.8 N, which 10
    // kN/m yield to by 0.8 mm.
    assert_true(pose.p.x > 0.1 && pose.p.x < 0.102);
    vlMechanismReport mechanism;
    vlSimulatedReport person;
    assert_int_equal(vlSimulation_GetMechanism(rig.simulation, 0, &mechanism, &person), VL_OK);
    assert_true(fabs(mechanism.hand.x - 7.8) < 1.0);
    double torque = 0.0;
    for (int i = 0; i < VL_PANTOGRAPH_MOTORS; ++i) {
        torque = fmax(torque, fabs(mechanism.torques[i]));
    }
    assert_true(torque > 0.3); // 10 N take up to 1.86 N m
    vlInput letGo = {.kind = VL_INPUT_RELEASE};
    assert_int_equal(vlSimulation_Input(rig.simulation, &letGo), VL_OK);
    step(&rig, 500); // the person stays where the grab led it
    assert_true(planePoseOf(rig.simulation, 0).p.x > 0.1);
    assert_false(vlSimulation_GetGrab(rig.simulation, 0).isActive);
    endRig(&rig);
}

static void a_body_that_no_device_holds_is_pulled_by_a_spring(void** state)
{
    (void)state;
    Rig rig = makeRig(WORLD("pulse") BLOCK WALLS);
    vlInput grab = {
        .kind = VL_INPUT_GRAB, .body = 0, .point = {0.03, 0, 0}, .target = {0.05, 0.08, 0}};
    assert_int_equal(vlSimulation_Input(rig.simulation, &grab), VL_OK);
    step(&rig, 1000);
    vlGrab report = vlSimulation_GetGrab(rig.simulation, 0);
    // Without friction and gravity it comes to rest at the target: two seconds are fifty times the
    // 40 ms of the spring.
    assert_true(fabs(report.point.x - 0.05) < 1e-4 && fabs(report.point.y - 0.08) < 1e-4);
    endRig(&rig);
}

// A kinematic polygon follows its script, and pushes.
static void a_script_moves_a_polygon(void** state)
{
    (void)state;
    Rig rig =
        makeRig(WORLD("pulse") BLOCK
                "- {name: k, type: kinematic, shape: {polygon: {points: [[0, 0], [0.04, 0],\n"
                "   [0.04, 0.2], [0, 0.2]]}}, position: [-0.12, -0.1], motion: {path: {keys:\n"
                "   [{time: 0}, {time: 1, position: [-0.02, -0.1]}]}}}\n");
    step(&rig, 600);
    vlPose2 pusher = planePoseOf(rig.simulation, 1);
    assert_true(fabs(pusher.p.x + 0.02) < 1e-12 && fabs(pusher.p.y + 0.1) < 1e-12);
    assert_true(planePoseOf(rig.simulation, 0).p.x > 0.05 - 1e-3);
    assert_true(vlWorld2_GetLedger(vlSimulation_GetWorld2(rig.simulation)).driven > 0.0);
    endRig(&rig);
}

static void a_recording_with_a_law_and_a_mouse_is_simulated_again_to_the_bit(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("planar-block", NULL);
    char* name = vlTestFile_InMemory();
    char message[256] = "";
    vlRecorder* recorder;
    size_t capacity = vlView_GetCapacity(show.simulation);
    void* view = malloc(capacity);
    assert_non_null(view);
    assert_int_equal(vlRecorder_Create(name, show.simulation, &vlTestRecorder, &recorder, message,
                                       sizeof message),
                     VL_OK);
    int block = vlScene_FindBody(show.scene, "block");
    for (int i = 0; i < 1500; ++i) {
        vlInput grab = {.kind = VL_INPUT_GRAB, .body = block, .target = {0.08, 0.05, 0.0}};
        if (i == 300) {
            assert_int_equal(vlSimulation_Input(show.simulation, &grab), VL_OK);
        } else if (i == 600) {
            choose(show.simulation, VL_PARAMETER_WALL_LAW, "zoh");
            choose(show.simulation, VL_PARAMETER_FRICTION_LAW, "dahl");
        }
        assert_int_equal(vlSimulation_Step(show.simulation), VL_OK);
        assert_int_equal(vlRecorder_AddStep(recorder, show.simulation), VL_OK);
        if (i % 16 == 0) {
            size_t size = vlView_Write(show.simulation, NULL, NULL, view, capacity);
            const vlViewPlane* plane = vlView_GetPlane(view);
            assert_non_null(plane);
            assert_true(plane->speedLimit > 0.5 && plane->ledger.turnover >= 0.0);
            const vlViewMechanism* m = (const vlViewMechanism*)(plane + 1);
            assert_int_equal(m->isThere, 1);
            assert_int_equal(vlRecorder_AddView(recorder, view, size), VL_OK);
        }
    }
    assert_int_equal(vlRecorder_Close(recorder, NULL), VL_OK);
    vlRecording* recording = vlTestRun_OpenRecording(name);
    vlRecordingInfo info = vlRecording_GetInfo(recording);
    assert_true(info.isComplete && info.steps == 1500 && info.inputs == 3 && info.views > 90);
    vlReplayReport report;
    assert_int_equal(vlRecording_Verify(recording, &report, message, sizeof message), VL_OK);
    assert_true(report.isEqual && report.stepsCompared == 1500);
    vlRecording_Close(recording);
    vlTestFile_Remove(name);
    free(view);
    vlShow_Close(&show);
}

// An external device takes over from the pantograph, leads the block by a plain coupling into the
// wall, and gives it back.
static void an_external_device_takes_over_from_the_pantograph(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("planar-block", "devices.hand.hand.oscillate.frequency=1e-6");
    int block = vlScene_FindBody(show.scene, "block");
    const vlRenderer* renderer = vlSimulation_GetRenderer(show.simulation, 0);
    double stiffness = vlScene_GetDevice(show.scene, 0)->coupling.stiffness;
    for (int i = 0; i < 3000; ++i) {
        vlInput input = {.kind = VL_INPUT_DEVICE};
        input.sample.time = 70.0 + 0.002 * i;
        input.sample.sequence = (uint64_t)i;
        input.sample.pose = vlIdentityPose();
        input.sample.pose.p.x = fmin(5e-5 * i, 0.105); // the wall stops the block after 0.1 m
        assert_int_equal(vlSimulation_Input(show.simulation, &input), VL_OK);
        assert_int_equal(vlSimulation_Step(show.simulation), VL_OK);
        assert_true(vlSimulation_IsOutside(show.simulation, 0));
    }
    // At rest the hand feels only the stretch of the spring and not the pantograph's mass, and the
    // wall carries the same force: 5 mm minus the wall's depth. Remaining oscillations are below 1
    // %.
    vlRendererReport report = vlRenderer_GetReport(renderer);
    double lead = report.pose.p.x - planePoseOf(show.simulation, block).p.x;
    VL_CHECK_NEAR(report.felt.force.x, -stiffness * lead, 0.01 * stiffness * lead);
    VL_CHECK_NEAR(planePoseOf(show.simulation, block).p.x, 0.1, 1e-3);
    assert_true(lead > 0.003 && lead < 0.006);
    vlInput back = {.kind = VL_INPUT_RETURN};
    assert_int_equal(vlSimulation_Input(show.simulation, &back), VL_OK);
    for (int i = 0; i < 3000; ++i) {
        assert_int_equal(vlSimulation_Step(show.simulation), VL_OK);
        assert_true(vlIsFinite(vlRenderer_GetSent(renderer).force));
    }
    assert_false(vlSimulation_IsOutside(show.simulation, 0));
    assert_int_equal(vlRenderer_GetReport(renderer).hold, VL_HOLD_COUPLED);
    // The person of the pantograph rests at the start, and brings the block back there: friction
    // of the mechanism, 0.2 N, at the softest spring, the arm of 300 N/m, is less than a
    // millimetre.
    VL_CHECK_NEAR(planePoseOf(show.simulation, block).p.x, 0.0, 2e-3);
    vlShow_Close(&show);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scene_has_the_bits_of_its_planar_world),
        cmocka_unit_test(works_and_contacts_are_those_of_the_plane),
        cmocka_unit_test(a_wall_law_changes_while_it_runs),
        cmocka_unit_test(a_friction_law_changes_while_it_runs),
        cmocka_unit_test(a_restart_gives_the_same_bits_again),
        cmocka_unit_test(a_grab_leads_the_person_at_the_device),
        cmocka_unit_test(a_body_that_no_device_holds_is_pulled_by_a_spring),
        cmocka_unit_test(a_script_moves_a_polygon),
        cmocka_unit_test(a_recording_with_a_law_and_a_mouse_is_simulated_again_to_the_bit),
        cmocka_unit_test(an_external_device_takes_over_from_the_pantograph),
    };
    return cmocka_run_group_tests_name("planar_simulation", tests, NULL, NULL);
}
