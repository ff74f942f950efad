// SPDX-License-Identifier: MIT
// Forces from formations as a hand feels them: anchored friction, hold, shading, three planes,
// guided motion, and behind a renderer with a simulated hand.

#include "failing_allocator.h"
#include "formation/force_report.h"
#include "formation_fixture.h"
#include "stage.h"
#include "volar/formation_port.h"
#include "volar/renderer.h"
#include "volar/simulated_device.h"

typedef struct Stage {
    const vlPolyhedron* cube;
    const vlPolyhedron* body;
    vlFormationForceDef def;
    vlFormationForce* force;
} Stage;

static Stage makeStage(const vlVec2* section, int n)
{
    Stage s = {.cube = makeCubePolyhedron(0.05), .body = mustExtrude(section, n, -0.15, 0.15)};
    s.def = vlDefaultFormationForceDef(s.cube, s.body);
    assert_int_equal(vlFormationForce_Create(NULL, &s.def, &s.force, NULL, 0), VL_OK);
    return s;
}

static void releaseStage(Stage* s)
{
    vlFormationForce_Destroy(s->force);
    vlPolyhedron_Release(s->cube);
    vlPolyhedron_Release(s->body);
}

static const vlFormationForceReport* updateAt(Stage* s, double x, double y, double z, double step)
{
    vlPose pose = {{x, y, z}, vlIdentityQuat()};
    return vlFormationForce_Update(s->force, pose, vlIdentityPose(), step);
}

// A slow push stretches the spring, breaks at mu N, slides at muD N, and sticks when it stops. At
// a gap of 0.5 mm the normal force is 3 N.
static void friction_sticks_slides_and_sticks_again(void** state)
{
    (void)state;
    Stage s = makeStage(sectionL, 6);
    const vlFormationForceReport* r = updateAt(&s, 0.15, 0.0505, 0, 1e-3);
    assertNear(r->raw.force.y, 3.0, 1e-9);
    double x = 0.15;
    double most = 0.0;
    for (int i = 0; i < 200; ++i) { // 0.05 m/s
        x += 5e-5;
        r = updateAt(&s, x, 0.0505, 0, 1e-3);
        most = fmax(most, -r->raw.force.x);
        if (x - 0.15 < 1.4e-3) {
            // The spring: 1000 N/m from the anchor.
            assertNear(r->raw.force.x, -1000.0 * (x - 0.15), 1e-9);
            assert_false(r->contact[0].isSlipping);
        }
    }
    // One tick of 0.05 mm is 0.05 N.
    assertNear(most, 1.5, 0.05);
    assertNear(r->raw.force.x, -1.2, 1e-9);
    assert_true(r->contact[0].isSlipping);
    assertNear(r->stored, 0.5 * 9.0 / 2000.0 + 0.5 * 1.44 / 1000.0, 1e-9);
    for (int i = 0; i < 10; ++i) {
        r = updateAt(&s, x, 0.0505, 0, 1e-3);
    }
    assert_false(r->contact[0].isSlipping);
    assertNear(r->raw.force.x, -1.2, 1e-9);
    r = updateAt(&s, x - 1e-4, 0.0505, 0, 1e-3); // back by 0.1 mm: 0.1 N less
    assertNear(r->raw.force.x, -1.1, 1e-9);
    // Up in the air, where nothing touches, the force is zero and nothing is remembered.
    r = updateAt(&s, x, 0.06, 0, 1e-3);
    assert_int_equal(r->count, 0);
    assertNear(vlLength(r->raw.force), 0.0, 0.0);
    releaseStage(&s);
}

// The force grows along the line of [LX] eq. (1) however hard the hand presses: down to a quarter
// of the cube's radius, 21 mm, on the floor and in the corner, and both planes keep their names.
static void a_hand_that_presses_deep_is_held(void** state)
{
    (void)state;
    Stage s = makeStage(sectionL, 6);
    for (int isDeepAtOnce = 0; isDeepAtOnce < 2; ++isDeepAtOnce) {
        for (int i = 0; i <= 20; ++i) {
            double gap = 1e-3 - 1e-3 * i;
            double force = 2000.0 * (2e-3 - gap);
            if (isDeepAtOnce == 1) {
                vlFormationForce_Restart(s.force);
            }
            const vlFormationForceReport* r = updateAt(&s, 0.15, 0.05 + gap, 0, 1e-3);
            assert_int_equal(r->count, 1);
            assertNear(r->contact[0].normalForce, force, 1e-9);
            if (isDeepAtOnce == 1) {
                vlFormationForce_Restart(s.force);
            }
            r = updateAt(&s, 0.05 + gap, 0.05 + gap, 0, 1e-3);
            assert_int_equal(r->count, 2);
            assert_false(r->isForced);
            assertNear(r->contact[0].normalForce, force, 1e-9);
            assertNear(r->contact[1].normalForce, force, 1e-9);
        }
    }
    assert_int_equal(updateAt(&s, 0.15, 0.05 - 0.022, 0, 1e-3)->count, 0);
    releaseStage(&s);
}

// A floor of six bars beside a wall: the bars are one plane, and the wall keeps its force, even if
// the cube ends flush with a bar.
static void a_floor_of_many_faces_leaves_the_wall_its_force(void** state)
{
    (void)state;
    enum { BARS = 6 };
    vlVec2 section[4 * BARS + 2];
    int n = 0;
    section[n++] = (vlVec2){-0.1, -0.1};
    section[n++] = (vlVec2){0.02 * (double)BARS - 0.01, -0.1};
    for (int i = BARS - 1; i >= 0; --i) {
        section[n++] = (vlVec2){0.02 * i + 0.01, 0.0};
        if (i > 0) {
            section[n++] = (vlVec2){0.02 * i, 0.0};
            section[n++] = (vlVec2){0.02 * i, -0.02};
            section[n++] = (vlVec2){0.02 * i - 0.01, -0.02};
        }
    }
    section[n++] = (vlVec2){0.0, 0.0};
    section[n++] = (vlVec2){0.0, 0.15};
    section[n++] = (vlVec2){-0.1, 0.15};
    for (int half = 0; half < 2; ++half) { // flush, and not
        double size = half == 0 ? 0.05 : 0.048;
        Stage s = {.cube = makeCubePolyhedron(size), .body = mustExtrude(section, n, -0.15, 0.15)};
        s.def = vlDefaultFormationForceDef(s.cube, s.body);
        assert_int_equal(vlFormationForce_Create(NULL, &s.def, &s.force, NULL, 0), VL_OK);
        const vlFormationForceReport* r = updateAt(&s, size + 5e-4, size + 5e-4, 0, 1e-3);
        assert_int_equal(r->count, 2);
        assert_false(r->isForced);
        assertNear(r->raw.force.x, 3.0, 1e-9);
        assertNear(r->raw.force.y, 3.0, 1e-9);
        releaseStage(&s);
    }
}

static void normal_forces_are_held_against_small_changes(void** state)
{
    (void)state;
    Stage s = makeStage(sectionL, 6);
    (void)updateAt(&s, 0.15, 0.0505, 0, 1e-3);
    assertNear(updateAt(&s, 0.15, 0.05051, 0, 1e-3)->raw.force.y, 3.0, 1e-9);
    assertNear(updateAt(&s, 0.15, 0.05049, 0, 1e-3)->raw.force.y, 3.0, 1e-9);
    assertNear(updateAt(&s, 0.15, 0.05047, 0, 1e-3)->raw.force.y, 3.06, 1e-9);
    releaseStage(&s);
}

// The shaded wrench never changes faster than its limits, and ends at the computed one.
static void shading_is_bounded_and_arrives(void** state)
{
    (void)state;
    Stage s = makeStage(sectionL, 6);
    vlRandom random = vlRandom_Seed(4);
    vlWrench before = updateAt(&s, 0.06, 0.06, 0, 1e-3)->shaded;
    for (int i = 0; i < 2000; ++i) {
        double y = 0.05 + vlRandom_Range(&random, -0.001, 0.004);
        double x = 0.05 + vlRandom_Range(&random, -0.001, 0.004);
        double step = vlRandom_Range(&random, 1e-4, 2e-3);
        const vlFormationForceReport* r = updateAt(&s, x, y, 0, step);
        // Roundings of sums of a few newtons.
        VL_CHECK_BELOW(vlLength(vlSub(r->shaded.force, before.force)),
                       s.def.maxForceRate * step + 1e-12);
        VL_CHECK_BELOW(vlLength(vlSub(r->shaded.torque, before.torque)),
                       s.def.maxTorqueRate * step + 1e-12);
        before = r->shaded;
    }
    const vlFormationForceReport* r = NULL;
    for (int i = 0; i < 200; ++i) {
        r = updateAt(&s, 0.0505, 0.0505, 0, 1e-3);
    }
    // exp(-200 ms / 3 ms) of a few newtons is negligible.
    assertNear(vlLength(vlSub(r->shaded.force, r->raw.force)), 0.0, 1e-9);
    assert_int_equal(r->count, 2);
    // 3 N at 0.5 mm, within the hold of 0.02 mm.
    assertNear(r->contact[0].normalForce, 3.0, 0.04 + 1e-9);
    assertNear(r->contact[1].normalForce, 3.0, 0.04 + 1e-9);
    releaseStage(&s);
}

// A cube in a slot that it fits: three planes, 4 N from each side, one freedom.
static void a_slot_holds_by_three_planes(void** state)
{
    (void)state;
    Stage s = makeStage(sectionU, 8);
    const vlFormationForceReport* r = updateAt(&s, 0.05, 0.0505, 0, 1e-3);
    assert_int_equal(r->count, 3);
    assertNear(r->raw.force.x, 0.0, 1e-9);
    assertNear(r->raw.force.y, 3.0, 1e-9);
    int freedoms = 0;
    vlTwist wish = {{0.1, 0.2, 0.3}, {1.0, 2.0, 3.0}};
    vlTwist guided = vlFormationForce_Guide(s.force, wish, &freedoms);
    assert_int_equal(freedoms, 1);
    assertNear(guided.linear.z, 0.3, 1e-12);
    assertNear(fabs(guided.linear.x) + fabs(guided.linear.y) + vlLength(guided.angular), 0.0, 1e-9);
    vlPose proxy;
    double residual;
    assert_true(vlFormationForce_GetProxy(s.force, &proxy, &residual));
    assertNear(proxy.p.y, 0.05, 1e-8);
    releaseStage(&s);
}

// Freedoms of section 7 of the corner, also with B turned away.
static void guided_motion_keeps_the_formation(void** state)
{
    (void)state;
    Stage s = makeStage(sectionL, 6);
    vlQuat lean = vlQuatFromAxisAngle(vlVec(0, 0, 1), 30.0 * VL_PI / 180.0);
    vlQuat both = vlMulQ(vlQuatFromAxisAngle(vlVec(0, 1, 0), 20.0 * VL_PI / 180.0), lean);
    double h = sqrt(0.5);
    double w = 0.5 * sqrt(1.0 + h + 0.5 + h);
    vlQuat edge = {w, -h / (2 * w), 0.5 / (4 * w), -(0.5 + h) / (4 * w)};
    const struct {
        vlPose pose;
        int freedoms;
    } cases[] = {{{{0.15, 0.0505, 0}, vlIdentityQuat()}, 3},
                 {{{0.0505, 0.0505, 0}, vlIdentityQuat()}, 1},
                 {{{0.06880127, 0.06880127, 0}, lean}, 2},
                 {{{0.08178321, 0.06880127, 0}, both}, 3},
                 {{{0.35035355, 0.05035355, 0}, vlUnitQ(edge)}, 5},
                 {{{0.15, 0.2, 0}, lean}, 6}};
    vlPose away = {{0.3, -0.2, 0.5}, vlQuatFromAxisAngle(vlVec(1, 2, 3), 1.0)};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        int freedoms = -1;
        vlFormationForce_Restart(s.force);
        (void)vlFormationForce_Update(s.force, vlMulPose(away, cases[i].pose), away, 1e-3);
        vlTwist wish = {{0.1, -0.2, 0.3}, {1, 2, -3}};
        vlTwist once = vlFormationForce_Guide(s.force, wish, &freedoms);
        assert_int_equal(freedoms, cases[i].freedoms);
        vlVec3 centre = vlTransform(away, cases[i].pose.p);
        const vlFormationForceReport* r = vlFormationForce_GetReport(s.force);
        for (int k = 0; k < r->count; ++k) {
            const vlPrincipalContact* c = &r->contact[k].contact;
            vlVec3 v = vlAdd(once.linear, vlCross(once.angular, vlSub(c->point, centre)));
            assertNear(vlDot(v, c->normal), 0.0, 1e-9);
        }
    }
    releaseStage(&s);
}

static void wrong_numbers_and_poses_are_refused(void** state)
{
    (void)state;
    Stage s = makeStage(sectionL, 6);
    char message[256];
    vlFormationForce* made = NULL;
    vlFormationForceDef def = s.def;
    def.frictionDynamic = 0.6;
    assert_int_equal(vlFormationForce_Create(NULL, &def, &made, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "frictionDynamic is 0.6; expected 0 to 0.5"));
    def = s.def;
    def.b = NULL;
    assert_int_equal(vlFormationForce_Create(NULL, &def, &made, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    for (int i = 0; i < 3; ++i) {
        vlFailingAllocator failing;
        vlAllocator allocator = vlFailingAllocator_Make(&failing, i);
        assert_int_equal(
            vlFormationForce_Create(&allocator, &s.def, &made, message, sizeof message),
            VL_ERROR_MEMORY);
        assert_int_equal(failing.live, 0);
    }
    (void)updateAt(&s, 0.15, 0.0505, 0, 1e-3);
    const vlFormationForceReport* r = updateAt(&s, (double)NAN, 0.0505, 0, 1e-3);
    assert_int_equal(r->count, 0);
    assert_true(vlIsFinite(r->raw.force) && vlIsFinite(r->shaded.force));
    r = updateAt(&s, 0.15, 0.0505, 0, (double)NAN);
    assert_true(vlIsFinite(r->shaded.force));
    releaseStage(&s);
}

// ---- behind a renderer ----

// A hand that presses the cube on the floor and pulls it along feels 3 N and friction, and gets no
// energy that it did not give.
static void a_hand_feels_the_floor_behind_the_governor(void** state)
{
    (void)state;
    Stage s = makeStage(sectionL, 6);
    vlFormationPort port;
    char message[200] = "";
    vlPose start = {{0.12, 0.056, 0}, vlIdentityQuat()};
    assert_int_equal(
        vlFormationPort_Init(&port, NULL, start, vlIdentityPose(), 1e-3, message, sizeof message),
        VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "force is NULL"));
    assert_int_equal(vlFormationPort_Init(&port, s.force, start, vlIdentityPose(), 1e-3, message,
                                          sizeof message),
                     VL_OK);
    // Intention: down by 6 mm, then 40 mm along x.
    const vlMotionKey keys[] = {{0.2, vlIdentityPose()},
                                {0.8, {{0, -0.006, 0}, vlIdentityQuat()}},
                                {1.2, {{0, -0.006, 0}, vlIdentityQuat()}},
                                {2.2, {{0.04, -0.006, 0}, vlIdentityQuat()}}};
    vlSimulatedDeviceDef hand;
    assert_int_equal(vlSimulatedDevice_GetPreset("sigma7", &hand), VL_OK);
    hand.hand.grip = vlSimulatedDevice_TightGrip();
    hand.hand.arm = (vlSimulatedGrip){2000.0, 60.0, 20.0, 0.3};
    hand.hand.keys = keys;
    hand.hand.keyCount = 4;
    vlDevice* device = NULL;
    vlRenderer* renderer = NULL;
    assert_int_equal(vlSimulatedDevice_Create(&hand, &device), VL_OK);
    vlRendererDef def = vlDefaultRendererDef(NULL, vlDevice_GetInfo(device));
    def.world = vlFormationPort_GetWorld(&port);
    def.base = start;
    assert_int_equal(vlRenderer_Create(&def, &renderer, NULL, 0), VL_OK);
    vlCouplingDef coupling = vlDefaultCouplingDef();
    assert_int_equal(vlRenderer_Grasp(renderer, &coupling, false), VL_ERROR_ARGUMENT);
    assert_int_equal(vlRenderer_Connect(renderer, (vlBodyId){7, 1}), VL_ERROR_STALE_ID);
    assert_int_equal(vlRenderer_Connect(renderer, vlFormationPort_GetBody()), VL_OK);
    vlVec3 atRest = vlZero();
    vlVec3 sliding = vlZero();
    for (int i = 1; i <= 2200; ++i) {
        double now = 1e-3 * i;
        assert_int_equal(vlRenderer_ReadDevice(renderer, device, now), VL_OK);
        vlFormationPort_Step(&port);
        assert_int_equal(vlRenderer_WriteDevice(renderer, device, now), VL_OK);
        vlVec3 sent = vlRenderer_GetSent(renderer).force;
        assert_true(vlIsFinite(sent));
        atRest = i == 1150 ? sent : atRest;
        sliding = i == 1700 ? sent : sliding;
    }
    // Two springs share 6 mm minus the 4 mm above the shell: a force of a few newtons, upward. Then
    // friction against the motion, between 0.4 and 0.5 of it: the hand also tips the cube a little,
    // which the face on the floor prevents, and then eq. (6) uses the static coefficient.
    assert_true(atRest.y > 0.8);
    assert_true(sliding.y > 0.8);
    VL_CHECK_NEAR(sliding.x, -0.45 * sliding.y, 0.0501 * sliding.y);
    vlAudit audit = vlRenderer_GetAudit(renderer, 1e-3);
    assert_false(audit.isActive);
    vlRenderer_Release(renderer);
    vlRenderer_Destroy(renderer);
    vlDevice_Close(device);
    releaseStage(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(friction_sticks_slides_and_sticks_again),
        cmocka_unit_test(a_hand_that_presses_deep_is_held),
        cmocka_unit_test(a_floor_of_many_faces_leaves_the_wall_its_force),
        cmocka_unit_test(normal_forces_are_held_against_small_changes),
        cmocka_unit_test(shading_is_bounded_and_arrives),
        cmocka_unit_test(a_slot_holds_by_three_planes),
        cmocka_unit_test(guided_motion_keeps_the_formation),
        cmocka_unit_test(wrong_numbers_and_poses_are_refused),
        cmocka_unit_test(a_hand_feels_the_floor_behind_the_governor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
