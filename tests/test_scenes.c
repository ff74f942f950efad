// SPDX-License-Identifier: MIT
// The scenes that come with the program: each loads and does what its header says. Here those of
// many bodies; test_scenes_motion.c has those with an exact solution.

#include <dirent.h>

#include "scene/scene_parts.h"
#include "show.h"
#include "test.h"

// The speed that an eye can just distinguish from rest, m/s.
#define AT_REST 1e-3

static const char* const names[] = {
    "arch",        "blocks",   "card-house", "chain",        "dominoes",   "gears",
    "incline",     "insect",   "ledge",      "corner",       "slot",       "tenon",
    "peg-in-hole", "pendulum", "pile",       "planar-block", "planar-peg", "push",
    "spin",        "stack",    "stairs",     "stick-slip",   "stiff-wall", "tippe-top",
    "top",         "wall",     "jaws",       "own-mesh",     "spoon-cup"};
#define NAMES (int)(sizeof names / sizeof names[0])

static void openingOf(const char* name, char* text, int size)
{
    char path[512];
    const char* root = getenv("VOLAR_SOURCE_DIR");
    (void)snprintf(path, sizeof path, "%s/scenes/%s.yaml", root != NULL ? root : ".", name);
    FILE* file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(text, 1, (size_t)size - 1, file);
    text[length] = '\0';
    (void)fclose(file);
}

static void every_scene_loads_and_introduces_itself(void** state)
{
    (void)state;
    for (int i = 0; i < NAMES; ++i) {
        char text[1024];
        vlShow show = vlShow_Open(names[i], NULL);
        assert_string_equal(vlScene_GetName(show.scene), names[i]);
        assert_true(strlen(vlScene_GetDescription(show.scene)) > 60);
        assert_true(vlScene_GetCamera(show.scene).isSet);
        openingOf(names[i], text, sizeof text);
        assert_int_equal(text[0], '#');
        assert_non_null(strstr(text, "# Look for: "));
        vlShow_Step(&show);
        vlShow_Close(&show);
    }
}

static void no_scene_is_left_out_here(void** state)
{
    (void)state;
    char path[512];
    const char* root = getenv("VOLAR_SOURCE_DIR");
    int count = 0;
    (void)snprintf(path, sizeof path, "%s/scenes", root != NULL ? root : ".");
    DIR* folder = opendir(path);
    assert_non_null(folder);
    for (const struct dirent* entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        count += strstr(entry->d_name, ".yaml") != NULL;
    }
    (void)closedir(folder);
    assert_int_equal(count, NAMES);
}

static void the_blocks_lie_still_until_they_are_taken(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("blocks", "devices=[]");
    vlShow_RunTo(&show, 2.0);
    VL_CHECK_BELOW(vlStage_TopSpeed(show.world), AT_REST);
    // They sink into each other by their weight: 0.15 mm for the uppermost of the tower.
    VL_CHECK_BELOW(vlShow_MostMoved(&show, ""), 0.3e-3);
    vlShow_Close(&show);
}

// The simulated hand goes round twice: it lifts, presses and scrapes, feels all of that, and moves
// nothing else.
static void a_hand_at_a_device_moves_the_right_shovel(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("blocks", NULL);
    const vlRenderer* renderer = vlSimulation_GetRenderer(show.simulation, 0);
    double weight = 0.06 * 9.8;
    for (int round = 0; round < 2; ++round) {
        double begin = 8.0 * round;
        vlShow_RunTo(&show, begin + 2.5); // lifted and still for a moment
        VL_CHECK_NEAR(vlRenderer_GetReport(renderer).felt.force.z, -weight, 0.05 * weight);
        assert_true(vlShow_MostMoved(&show, "shovel-right") > 0.06);
        vlShow_RunTo(&show, begin + 6.5); // pressed on the table, which holds it up
        assert_true(vlRenderer_GetReport(renderer).felt.force.z > 0.1);
    }
    VL_CHECK_BELOW(vlShow_MostMoved(&show, "slab"), 1e-3);
    VL_CHECK_BELOW(vlShow_MostMoved(&show, "barrel"), 1e-3);
    VL_CHECK_BELOW(vlShow_MostMoved(&show, "shovel-left"), 1e-3);
    vlAudit audit = vlRenderer_GetAudit(renderer, 0.01);
    assert_false(audit.isActive);
    const vlGovernor* governor = vlRenderer_GetGovernor(renderer);
    for (int i = 0; i < VL_TRIP_COUNT; ++i) {
        assert_int_equal(governor->counts[i].spells, 0);
    }
    vlShow_Close(&show);
}

static void a_hand_lifts_a_shovel_of_the_blocks(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("blocks", "devices=[]");
    vlShow_RunTo(&show, 0.5);
    int shovel = vlShow_Place(&show, "shovel-left");
    vlPose pose = vlStage_PoseOf(show.world, vlSimulation_GetBody(show.simulation, shovel));
    // By the middle of its handle, where a pointer meets its upper side.
    vlVec3 point = vlVec(-0.155, 0.0, 0.02);
    vlVec3 target = vlAdd(pose.p, vlRotate(pose.q, point));
    vlInput grab = {.kind = VL_INPUT_GRAB, .body = shovel, .point = point, .target = target};
    assert_int_equal(vlSimulation_Input(show.simulation, &grab), VL_OK);
    for (int i = 1; i <= 1000; ++i) { // 0.2 m in a second
        vlInput move = {.kind = VL_INPUT_MOVE, .target = target};
        move.target.z += 0.2 * i / 1000.0;
        assert_int_equal(vlSimulation_Input(show.simulation, &move), VL_OK);
        vlShow_Step(&show);
    }
    vlShow_RunTo(&show, 3.0);
    pose = vlStage_PoseOf(show.world, vlSimulation_GetBody(show.simulation, shovel));
    double height = vlAdd(pose.p, vlRotate(pose.q, point)).z;
    // A hand is soft: the held body hangs below its target by g/25^2 = 16 mm.
    VL_CHECK_NEAR(height, target.z + 0.2, 0.02);
    // Nothing else was touched.
    VL_CHECK_BELOW(vlShow_MostMoved(&show, "slab") + vlShow_MostMoved(&show, "shovel-right"), 1e-3);
    vlShow_Close(&show);
}

static void the_stack_stands_for_good(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("stack", NULL);
    vlShow_RunTo(&show, 10.0);
    // Four rows under 1 kg each at 3000 N/m: 3 mm per block above, 20 mm for the uppermost.
    VL_CHECK_BELOW(vlShow_MostMoved(&show, ""), 0.03);
    vlShow_Mark(&show);
    vlShow_RunTo(&show, vlStage_Count(60, 15));
    // [HS04] reports that it stands; at rest it moves far less than an eye can see.
    VL_CHECK_BELOW(vlShow_MostMoved(&show, ""), 1e-5);
    VL_CHECK_BELOW(vlStage_TopSpeed(show.world), 1e-6);
    vlShow_Close(&show);
}

static void the_stack_falls_with_point_contacts(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("stack", "world.contact.reference.model=point");
    vlShow_RunTo(&show, 10.0);
    assert_true(vlShow_MostMoved(&show, "top") > 1.0); // a block's height
    vlShow_Close(&show);
}

// The ball breaks the part that it hits and leaves the foot of both ends.
static void the_ball_breaks_the_middle_of_the_wall(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("wall", NULL);
    vlShow_RunTo(&show, 0.5);
    VL_CHECK_BELOW(vlShow_MostMoved(&show, "row"), 1e-3); // settling; the ball has not arrived
    vlShow_RunTo(&show, 3.0);
    int fallen = 0;
    for (int i = 0; i < vlScene_GetBodyCount(show.scene); ++i) {
        const char* name = vlScene_GetBody(show.scene, i)->name;
        bool isBrick = strncmp(name, "row", 3) == 0;
        fallen += isBrick && vlShow_Moved(&show, name) > 0.2;         // a brick's length
        assert_true(!isBrick || vlShow_Centre(&show, name).z > 0.03); // none through the floor
    }
    // The ball is as wide as a brick is long: at least one brick of each row above the lowest.
    assert_true(fallen >= 4);
    assert_true(vlShow_Moved(&show, "row-b-4") > 0.2);
    VL_CHECK_BELOW(vlShow_Moved(&show, "row-a-1") + vlShow_Moved(&show, "row-a-8"), 2e-3);
    // The rope, 1.2 m, stretches by 10 mm under the ball's weight and by twice that in full swing.
    double rope = vlLength(vlSub(vlShow_Centre(&show, "ball"), vlVec(-0.05, 0.0, 1.42)));
    VL_CHECK_NEAR(rope, 1.21, 0.015);
    vlShow_Close(&show);
}

static void a_light_ball_does_not_get_through_the_wall(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("wall", "bodies.ball.mass=2");
    vlShow_RunTo(&show, 3.0);
    VL_CHECK_BELOW(vlShow_MostMoved(&show, "row"), 0.05); // half a brick's width: none falls
    vlShow_Close(&show);
}

static void all_dominoes_fall_one_after_the_other(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("dominoes", NULL);
    double fell[40];
    int fallen = 0;
    vlBodyId bodies[40];
    for (int i = 0; i < 40; ++i) {
        char name[32];
        (void)snprintf(name, sizeof name, "%s-%d", i < 20 ? "left" : "right", i % 20 + 1);
        bodies[i] = vlShow_Body(&show, name);
        fell[i] = HUGE_VAL;
    }
    // The wave runs at about sqrt(g h) = 0.7 m/s or faster: 0.84 m take 1.2 s at most, and the
    // first domino needs a moment to start.
    while (vlShow_Time(&show) < 1.5) {
        vlShow_Step(&show);
        for (int i = 0; i < 40; ++i) {
            bool isDown = vlModel_Tilt(vlStage_PoseOf(show.world, bodies[i]).q) > 45.0 * VL_DEGREE;
            if (isDown && isinf(fell[i])) {
                fell[i] = vlShow_Time(&show);
                ++fallen;
            }
        }
    }
    assert_int_equal(fallen, 40);
    for (int i = 1; i < 40; ++i) {
        assert_true(fell[i] > fell[i - 1]);
    }
    vlShow_RunTo(&show, 3.0);
    VL_CHECK_BELOW(vlStage_TopSpeed(show.world), AT_REST);
    vlShow_Close(&show);
}

static void a_push_too_weak_tips_no_domino(void** state)
{
    (void)state;
    // 5 mN at 45 mm turn it by 0.23 mN m; its weight holds with m g t/2 = 0.38 mN m.
    vlShow show = vlShow_Open("dominoes", "forces.0.force=[0,0.005,0]");
    vlShow_RunTo(&show, 1.0);
    // It rocks a little; it would fall from 8.9 degrees on.
    VL_CHECK_BELOW(vlShow_Tilt(&show, "left-1"), 1.0 * VL_DEGREE);
    vlShow_Close(&show);
}

// Whether a contact is between two bodies whose names begin like these.
static bool isBetween(const vlShow* show, const vlContactReport* r, const char* a, const char* b)
{
    int i = vlSimulation_FindBody(show->simulation, r->bodyA);
    int j = vlSimulation_FindBody(show->simulation, r->bodyB);
    const char* first = vlScene_GetBody(show->scene, i)->name;
    const char* second = vlScene_GetBody(show->scene, j)->name;
    return strncmp(first, a, strlen(a)) == 0 && strncmp(second, b, strlen(b)) == 0;
}

static void checkThrust(const vlShow* show)
{
    double carried = 0.0, onPiers = 0.0;
    int joints = 0;
    for (int i = 0; i < vlWorld_GetContactCount(show->world); ++i) {
        vlContactReport r = vlStage_ContactOf(show->world, i);
        if (isBetween(show, &r, "pier", "stone")) {
            onPiers += r.wrench.force.z;
        }
        if (isBetween(show, &r, "ground", "pier")) {
            carried += r.wrench.force.z;
        }
        if (isBetween(show, &r, "stone", "stone")) {
            // The line of thrust is within the stones, 0.4 to 0.6 m from the axis, and 20 mm off
            // their edges: if it reached an edge, the joint would become a hinge. (Which line
            // within the stones it is depends on how the arch settled.)
            double radius = hypot(r.centreOfPressure.x, r.centreOfPressure.z - 0.3);
            VL_CHECK_NEAR(radius, 0.5, 0.08);
            assert_true(r.normalForce > 150.0); // more than a stone's own weight, even at the crown
            assert_int_equal(r.mode, VL_MODE_STATIC);
            ++joints;
        }
    }
    double stone = vlStage_MassOf(show->world, vlShow_Body(show, "stone-1"));
    double pier = vlStage_MassOf(show->world, vlShow_Body(show, "pier-1"));
    double above = (13.0 * stone + 40.0) * VL_GRAVITY;
    assert_int_equal(joints, 12);
    // The piers carry all weight; 1e-4 for the remaining settling.
    VL_CHECK_NEAR(onPiers, above, 1e-4 * above);
    VL_CHECK_NEAR(carried, above + 2.0 * pier * VL_GRAVITY, 1e-4 * above);
}

static void the_arch_stands_and_carries_its_weight(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("arch", NULL);
    vlShow_RunTo(&show, 10.0);
    // Each joint yields by tenths of a millimetre; the crown sinks by their sum.
    VL_CHECK_BELOW(vlShow_MostMoved(&show, ""), 5e-3);
    VL_CHECK_BELOW(vlStage_TopSpeed(show.world), 1e-5);
    checkThrust(&show);
    vlShow_Mark(&show);
    vlShow_RunTo(&show, vlStage_Count(60, 12));
    VL_CHECK_BELOW(vlShow_MostMoved(&show, ""), 1e-5); // no creep: friction holds for good
    checkThrust(&show);
    vlShow_Close(&show);
}

static void a_weight_dropped_on_one_side_brings_the_arch_down(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("arch", "bodies.weight.position=[0.25,0,6]");
    vlShow_RunTo(&show, 4.0);
    assert_true(vlShow_Centre(&show, "stone-7").z < 0.4); // the crown was at 0.8 m
    vlShow_Close(&show);
}

static void the_pile_stays_in_its_pen_and_comes_to_rest(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("pile", NULL);
    int pieces = 0;
    for (int k = 1; k <= 60; ++k) {
        vlShow_RunTo(&show, 0.1 * k);
        pieces = 0;
        for (int i = 0; i < vlScene_GetBodyCount(show.scene); ++i) {
            const vlSceneBody* body = vlScene_GetBody(show.scene, i);
            vlVec3 c = vlShow_Centre(&show, body->name);
            bool isPiece = body->def.type == VL_BODY_DYNAMIC;
            pieces += isPiece;
            // Boards at 0.425 m; the smallest piece is 25 mm deep at its thinnest.
            bool isInside = fabs(c.x) < 0.4 && fabs(c.y) < 0.4 && c.z > 0.02;
            assert_true(!isPiece || isInside);
            assert_true(!isPiece || k < 10 || c.z < 0.45); // below the boards' upper edge
        }
    }
    assert_int_equal(pieces, 40);
    VL_CHECK_BELOW(vlStage_TopSpeed(show.world), AT_REST);
    vlShow_Close(&show);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_loads_and_introduces_itself),
        cmocka_unit_test(no_scene_is_left_out_here),
        cmocka_unit_test(the_blocks_lie_still_until_they_are_taken),
        cmocka_unit_test(a_hand_at_a_device_moves_the_right_shovel),
        cmocka_unit_test(a_hand_lifts_a_shovel_of_the_blocks),
        cmocka_unit_test(the_stack_stands_for_good),
        cmocka_unit_test(the_stack_falls_with_point_contacts),
        cmocka_unit_test(the_ball_breaks_the_middle_of_the_wall),
        cmocka_unit_test(a_light_ball_does_not_get_through_the_wall),
        cmocka_unit_test(all_dominoes_fall_one_after_the_other),
        cmocka_unit_test(a_push_too_weak_tips_no_domino),
        cmocka_unit_test(the_arch_stands_and_carries_its_weight),
        cmocka_unit_test(a_weight_dropped_on_one_side_brings_the_arch_down),
        cmocka_unit_test(the_pile_stays_in_its_pen_and_comes_to_rest),
    };
    return cmocka_run_group_tests_name("scenes", tests, NULL, NULL);
}
