// SPDX-License-Identifier: MIT
// Sequences of contact states: scripted motions whose states are known, with noise and in other
// cuttings; transitions, sliding, texts and the distance of sequences.

#include "failing_allocator.h"
#include "formation_fixture.h"
#include "volar/annotation.h"

#define MAX_STATES 32

typedef struct Track {
    const vlPolyhedron* a;
    const vlPolyhedron* b;
    vlAnnotator* annotator;
    int count;
    vlStateRow rows[MAX_STATES];
    char texts[MAX_STATES][VL_MAX_STATE_TEXT];
    vlTransition motion[MAX_STATES];
    int freedoms[MAX_STATES];
} Track;

static void openTrack(Track* t, const vlPolyhedron* a, const vlPolyhedron* b)
{
    t->a = a;
    t->b = b;
    t->count = 0;
    vlAnnotatorDef def = vlDefaultAnnotatorDef();
    def.a = a;
    def.b = b;
    assert_int_equal(vlAnnotator_Create(NULL, &def, &t->annotator, NULL, 0), VL_OK);
}

static void note(Track* t, const vlContactState* state)
{
    assert_true(t->count < MAX_STATES);
    vlFormation_GetText(t->a, t->b, &state->formation, t->texts[t->count], VL_MAX_STATE_TEXT);
    t->rows[t->count] = (vlStateRow){state->from, state->until, t->texts[t->count]};
    t->motion[t->count] = state->motion;
    t->freedoms[t->count++] = state->freedoms;
}

static void closeTrack(Track* t)
{
    note(t, vlAnnotator_GetState(t->annotator));
    vlAnnotator_Destroy(t->annotator);
}

typedef struct Key {
    double time;
    double x, y, degrees; // of the cube against the L, turned about z
} Key;

static double noiseOf(vlRandom* random)
{
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) {
        sum += vlRandom_Uniform(random);
    }
    return sum;
}

// Moves the cube from key to key in straight lines, at 1 kHz, with noise of `sigma` (m).
static void play(Track* t, const Key* keys, int count, double sigma)
{
    vlRandom random = vlRandom_Seed(5);
    for (int i = 0; i + 1 < count; ++i) {
        int steps = (int)((keys[i + 1].time - keys[i].time) * 1000.0 + 0.5);
        for (int s = 0; s < steps; ++s) {
            double u = (double)s / steps;
            double x = keys[i].x + u * (keys[i + 1].x - keys[i].x);
            double y = keys[i].y + u * (keys[i + 1].y - keys[i].y);
            double a = keys[i].degrees + u * (keys[i + 1].degrees - keys[i].degrees);
            double nx = sigma * noiseOf(&random);
            double ny = sigma * noiseOf(&random);
            double turn = sigma / 0.0866 * noiseOf(&random);
            vlPose pose = {{x + nx, y + ny, 0.0},
                           vlQuatFromAxisAngle(vlVec(0, 0, 1), a * VL_PI / 180.0 + turn)};
            vlContactState ended;
            if (vlAnnotator_Update(t->annotator, keys[i].time + 0.001 * s, pose, vlIdentityPose(),
                                   &ended)) {
                note(t, &ended);
            }
        }
    }
}

// Down on the floor, along it to the wall, up along the wall, away.
static const Key corner[] = {{0.0, 0.15, 0.06, 0}, {0.2, 0.15, 0.05, 0}, {0.4, 0.15, 0.05, 0},
                             {0.8, 0.05, 0.05, 0}, {1.1, 0.05, 0.05, 0}, {1.4, 0.05, 0.08, 0},
                             {1.6, 0.05, 0.08, 0}, {1.8, 0.09, 0.08, 0}, {2.0, 0.09, 0.08, 0}};
#define CORNER_KEYS ((int)(sizeof corner / sizeof corner[0]))

static void checkCorner(const Track* t)
{
    static const char* const expected[] = {"free", "-y on +y 1", "-x on +x 1, -y on +y 1",
                                           "-x on +x 1", "free"};
    static const vlTransition motions[] = {VL_TRANSITION_NONE, VL_TRANSITION_TOUCH,
                                           VL_TRANSITION_GAIN, VL_TRANSITION_BREAK,
                                           VL_TRANSITION_RELEASE};
    static const int freedoms[] = {6, 3, 1, 3, 6};
    assert_int_equal(t->count, 5);
    for (int i = 0; i < 5; ++i) {
        assert_string_equal(t->texts[i], expected[i]);
        assert_int_equal(t->motion[i], motions[i]);
        assert_int_equal(t->freedoms[i], freedoms[i]);
    }
}

static void a_cube_led_through_a_corner_has_the_states_of_the_script(void** state)
{
    (void)state;
    const vlPolyhedron* cube = makeCubePolyhedron(0.05);
    const vlPolyhedron* ell = makeL();
    static Track t;
    openTrack(&t, cube, ell);
    play(&t, corner, CORNER_KEYS, 0.0);
    closeTrack(&t);
    checkCorner(&t);
    // The floor is met at 0.2 s minus the time for the last 20 um at 50 mm/s, the wall at 0.8 s
    // minus that time at 250 mm/s; 0.0011 is one step.
    assertNear(t.rows[1].from, 0.2 - 20e-6 / 0.05, 0.0011);
    assertNear(t.rows[2].from, 0.8 - 20e-6 / 0.25, 0.0011);
    // A state ends when the next begins, also if it was reported later.
    for (int i = 0; i + 1 < t.count; ++i) {
        assert_true(t.rows[i].until == t.rows[i + 1].from);
    }
    vlPolyhedron_Release(cube);
    vlPolyhedron_Release(ell);
}

// With noise of 5 um in position and as much by rotation at the corners, the sequence stays the
// same (C6). The gap is 4 sigma.
static void noise_does_not_change_the_sequence(void** state)
{
    (void)state;
    const vlPolyhedron* cube = makeCubePolyhedron(0.05);
    const vlPolyhedron* ell = makeL();
    static Track quiet;
    static Track noisy;
    openTrack(&quiet, cube, ell);
    play(&quiet, corner, CORNER_KEYS, 0.0);
    closeTrack(&quiet);
    openTrack(&noisy, cube, ell);
    play(&noisy, corner, CORNER_KEYS, 5e-6);
    closeTrack(&noisy);
    double distance = HUGE_VAL;
    assert_int_equal(
        vlStateRow_Compare(quiet.rows, quiet.count, noisy.rows, noisy.count, &distance), VL_OK);
    assert_true(distance < VL_SAME_PROCESS);
    vlPolyhedron_Release(cube);
    vlPolyhedron_Release(ell);
}

// One solid cut in three ways has one sequence (C5).
static void other_cuttings_have_the_same_sequence(void** state)
{
    (void)state;
    const vlPolyhedron* cube = makeCubePolyhedron(0.05);
    const struct {
        int count;
        vlVec3 half[3];
        vlVec3 place[3];
    } cuttings[3] = {
        {2, {{0.2, 0.05, 0.15}, {0.05, 0.15, 0.15}}, {{0.1, -0.05, 0}, {-0.05, 0.15, 0}}},
        {2, {{0.15, 0.05, 0.15}, {0.05, 0.2, 0.15}}, {{0.15, -0.05, 0}, {-0.05, 0.1, 0}}},
        {3,
         {{0.15, 0.05, 0.15}, {0.05, 0.05, 0.15}, {0.05, 0.15, 0.15}},
         {{0.15, -0.05, 0}, {-0.05, -0.05, 0}, {-0.05, 0.15, 0}}}};
    for (int i = 0; i < 3; ++i) {
        vlShape* pieces[3];
        vlPose poses[3];
        for (int k = 0; k < cuttings[i].count; ++k) {
            vlVec3 h = cuttings[i].half[k];
            pieces[k] = makeBox(h.x, h.y, h.z);
            poses[k] = at(cuttings[i].place[k].x, cuttings[i].place[k].y, cuttings[i].place[k].z);
        }
        // As given, and cut again: neither may matter.
        for (int anew = 0; anew < 2; ++anew) {
            vlShape* shape = makeCompoundCut(pieces, poses, cuttings[i].count,
                                             anew ? VL_CUT_ANEW : VL_CUT_AS_GIVEN);
            const vlPolyhedron* ell = polyhedronOf(shape);
            assert_int_equal(ell->faceCount, 8);
            assert_int_equal(ell->edgeCount, 18);
            static Track t;
            openTrack(&t, cube, ell);
            play(&t, corner, CORNER_KEYS, 0.0);
            closeTrack(&t);
            checkCorner(&t);
            vlPolyhedron_Release(ell);
            vlShape_Release(shape);
        }
        for (int k = 0; k < cuttings[i].count; ++k) {
            vlShape_Release(pieces[k]);
        }
    }
    vlPolyhedron_Release(cube);
}

// Tilting about an edge that stays on the floor: face, edge, face again, all changes (MT3), and
// states that are too short are left out.
static void tilting_changes_the_contact_and_short_states_are_left_out(void** state)
{
    (void)state;
    const vlPolyhedron* cube = makeCubePolyhedron(0.05);
    const vlPolyhedron* ell = makeL();
    static Track t;
    openTrack(&t, cube, ell);
    for (int i = 0; i < 600; ++i) {
        // Up to 5 degrees and back within 0.4 s; and a hop of 1 mm for 5 ms, which is too short for
        // a state.
        double a = i < 100 || i > 500 ? 0.0 : 5.0 - fabs(i - 300.0) / 40.0;
        vlQuat q = vlQuatFromAxisAngle(vlVec(0, 0, 1), a * VL_PI / 180.0);
        vlVec3 edge = vlRotate(q, vlVec(-0.05, -0.05, 0));
        bool isHop = i > 550 && i <= 555;
        vlPose pose = {{0.15 - edge.x, -edge.y + (isHop ? 1e-3 : 0.0), 0.0}, q};
        vlContactState ended;
        if (vlAnnotator_Update(t.annotator, 0.001 * i, pose, vlIdentityPose(), &ended)) {
            note(&t, &ended);
        }
    }
    assert_int_equal(vlAnnotator_GetChanges(t.annotator), 4);
    closeTrack(&t);
    assert_int_equal(t.count, 3);
    assert_string_equal(t.texts[0], "-y on +y 1");
    assert_string_equal(t.texts[1], "edge -x/-y on +y 1");
    assert_string_equal(t.texts[2], "-y on +y 1");
    assert_int_equal(t.motion[1], VL_TRANSITION_CHANGE);
    assert_int_equal(t.freedoms[1], 4);
    vlPolyhedron_Release(cube);
    vlPolyhedron_Release(ell);
}

static void sliding_is_seen_and_rolling_is_not(void** state)
{
    (void)state;
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateCylinder(NULL, 128, 0.02, 0.06, &shape, NULL, 0), VL_OK);
    const vlPolyhedron* roller = polyhedronOf(shape);
    vlShape_Release(shape);
    assert_int_equal(vlShape_CreateHalfspace(NULL, vlVec(0, 0, 1), 0, &shape, NULL, 0), VL_OK);
    const vlPolyhedron* floor = polyhedronOf(shape);
    vlShape_Release(shape);
    for (int rolls = 0; rolls < 2; ++rolls) {
        static Track t;
        openTrack(&t, roller, floor);
        int slips = 0;
        vlQuat lying = vlQuatFromAxisAngle(vlVec(1, 0, 0), VL_PI / 2.0);
        for (int i = 0; i < 300; ++i) { // 0.1 m/s
            double x = 1e-4 * i;
            // Vertices are on the round surface: the height is within 6 um of the radius, so the
            // bodies overlap by that.
            vlQuat turn = vlQuatFromAxisAngle(vlVec(0, 1, 0), rolls ? x / 0.02 : 0.0);
            vlPose pose = {{x, 0, 0.02 - 8e-6}, vlMulQ(turn, lying)};
            (void)vlAnnotator_Update(t.annotator, 0.001 * i, pose, vlIdentityPose(), NULL);
            slips += vlAnnotator_IsSlipping(t.annotator);
        }
        closeTrack(&t);
        assert_string_equal(t.texts[0], "mantle on +z");
        assert_true(rolls ? slips == 0 : slips > 290);
    }
    vlPolyhedron_Release(roller);
    vlPolyhedron_Release(floor);
}

// Planes that are not at right angles hold a wedge together. How far it goes into them, here at 0.5
// m/s as when it falls into a soft groove, is not sliding; how far it goes along the groove is.
static void a_wedge_pressed_into_a_groove_does_not_slip(void** state)
{
    (void)state;
    static const vlVec2 wedge[3] = {
        {0.0, 0.0}, {0.05, 0.0288675134594813}, {-0.05, 0.0288675134594813}};
    static const vlVec2 groove[5] = {{0.0, 0.0},
                                     {-0.1, 0.0577350269189626},
                                     {-0.1, -0.05},
                                     {0.1, -0.05},
                                     {0.1, 0.0577350269189626}};
    const vlPolyhedron* a = mustExtrude(wedge, 3, -0.02, 0.02);
    const vlPolyhedron* b = mustExtrude(groove, 5, -0.1, 0.1);
    for (int moves = 0; moves < 2; ++moves) {
        static Track t;
        int slips = 0, touches = 0;
        openTrack(&t, a, b);
        for (int i = 0; i < 6; ++i) {
            vlPose pose = at(0.0, -5e-4 * i, moves ? 3e-5 * i : 0.0);
            (void)vlAnnotator_Update(t.annotator, 0.001 * i, pose, vlIdentityPose(), NULL);
            slips += vlAnnotator_IsSlipping(t.annotator);
            touches += vlAnnotator_GetNow(t.annotator)->count == 2;
        }
        vlAnnotator_Destroy(t.annotator);
        assert_int_equal(touches, 6);
        assert_int_equal(slips, moves ? 5 : 0);
    }
    vlPolyhedron_Release(a);
    vlPolyhedron_Release(b);
}

// The number of an edge among several between the same two faces says which one it is, not what it
// borders on.
static void numbered_edges_border_on_their_faces(void** state)
{
    (void)state;
    const vlStateRow edge[] = {{0.0, 1.0, "foot on edge side/top 2"}};
    const vlStateRow faces[] = {{0.0, 1.0, "foot on top"},
                                {0.0, 1.0, "foot on side"},
                                {0.0, 1.0, "foot on corner back/side/top"}};
    const vlStateRow strange[] = {{0.0, 1.0, "foot on edge side/top 1"},
                                  {0.0, 1.0, "foot on edge side/top"},
                                  {0.0, 1.0, "foot on back"}};
    double distance;
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(vlStateRow_Compare(edge, 1, &faces[i], 1, &distance), VL_OK);
        assertNear(distance, 0.2, 1e-12);
        assert_int_equal(vlStateRow_Compare(edge, 1, &strange[i], 1, &distance), VL_OK);
        assertNear(distance, 2.0, 1e-12);
    }
    // A face whose name ends in a number.
    const vlStateRow second[] = {{0.0, 1.0, "foot on top 2"}};
    assert_int_equal(vlStateRow_Compare(edge, 1, second, 1, &distance), VL_OK);
    assertNear(distance, 0.2, 1e-12);
}

static void sequences_are_compared_by_what_borders_on_what(void** state)
{
    (void)state;
    const vlStateRow golden[] = {{0.0, 1.0, "free"},
                                 {1.0, 2.0, "foot on top"},
                                 {2.0, 3.0, "foot on edge top/wall, side on wall"},
                                 {3.0, 4.0, "foot on bottom"}};
    const vlStateRow slower[] = {{0.0, 2.0, "free"},
                                 {2.0, 4.0, "foot on top"},
                                 {4.0, 4.02, "edge foot/side on top"},
                                 {4.02, 6.0, "edge foot/side on edge top/wall, side on wall"},
                                 {6.0, 8.0, "foot on bottom"}};
    const vlStateRow other[] = {{0.0, 1.0, "free"}, {1.0, 4.0, "foot on top"}};
    double distance;
    assert_int_equal(vlStateRow_Compare(golden, 4, golden, 4, &distance), VL_OK);
    assert_true(distance == 0.0);
    // 0.2 for the short state that is related to its neighbour, times 0.2 for its 20 ms; 0.2 for a
    // related one.
    assert_int_equal(vlStateRow_Compare(golden, 4, slower, 5, &distance), VL_OK);
    assertNear(distance, 0.04 + 0.2, 1e-12);
    // Two states of a second are missing: 1 for each.
    assert_int_equal(vlStateRow_Compare(golden, 4, other, 2, &distance), VL_OK);
    assertNear(distance, 2.0, 1e-12);
    assert_int_equal(vlStateRow_Compare(other, 2, golden, 4, &distance), VL_OK);
    assertNear(distance, 2.0, 1e-12);
    assert_int_equal(vlStateRow_Compare(golden, 4, NULL, 0, &distance), VL_OK);
    assertNear(distance, 4.0, 1e-12);
}

static void states_are_written_as_json_that_fits(void** state)
{
    (void)state;
    const vlPolyhedron* cube = makeCubePolyhedron(0.05);
    const vlPolyhedron* ell = makeL();
    static Track t;
    openTrack(&t, cube, ell);
    (void)vlAnnotator_Update(t.annotator, 0.0, at(0.05, 0.05, 0), vlIdentityPose(), NULL);
    char text[4096];
    const vlContactState* now = vlAnnotator_GetState(t.annotator);
    size_t length = vlContactState_GetJson(cube, ell, now, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_non_null(strstr(text, "\"text\":\"-x on +x 1, -y on +y 1\""));
    assert_non_null(strstr(text, "\"freedoms\":1"));
    assert_non_null(strstr(text, "{\"type\":\"f-f\",\"a\":{\"kind\":\"face\",\"name\":\"-x\"}"));
    char cut[40];
    memset(cut, 'x', sizeof cut);
    assert_int_equal(vlContactState_GetJson(cube, ell, now, cut, sizeof cut), length);
    assert_int_equal(strlen(cut), sizeof cut - 1);
    closeTrack(&t);
    vlPolyhedron_Release(cube);
    vlPolyhedron_Release(ell);
}

// An update allocates nothing; creating an annotator fails cleanly if memory runs out.
static void updates_allocate_nothing(void** state)
{
    (void)state;
    const vlPolyhedron* cube = makeCubePolyhedron(0.05);
    const vlPolyhedron* ell = makeL();
    vlFailingAllocator failing;
    vlAnnotatorDef def = vlDefaultAnnotatorDef();
    def.a = cube;
    def.b = ell;
    vlAnnotator* annotator = NULL;
    for (int allowed = 0; annotator == NULL; ++allowed) {
        vlAllocator hooks = vlFailingAllocator_Make(&failing, allowed);
        vlResult r = vlAnnotator_Create(&hooks, &def, &annotator, NULL, 0);
        assert_int_equal(r, annotator != NULL ? VL_OK : VL_ERROR_MEMORY);
        assert_int_equal(failing.live, annotator != NULL ? 2 : 0);
    }
    int calls = failing.calls;
    for (int i = 0; i < 200; ++i) {
        vlPose pose = at(0.05 + 1e-5 * (i % 7), 0.05, 1e-3 * i);
        (void)vlAnnotator_Update(annotator, 0.001 * i, pose, vlIdentityPose(), NULL);
    }
    assert_int_equal(failing.calls, calls);
    vlAnnotator_Destroy(annotator);
    assert_int_equal(failing.live, 0);
    def.dwell = (double)NAN;
    annotator = NULL;
    assert_int_equal(vlAnnotator_Create(NULL, &def, &annotator, NULL, 0), VL_ERROR_ARGUMENT);
    assert_null(annotator);
    vlPolyhedron_Release(cube);
    vlPolyhedron_Release(ell);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_led_through_a_corner_has_the_states_of_the_script),
        cmocka_unit_test(noise_does_not_change_the_sequence),
        cmocka_unit_test(other_cuttings_have_the_same_sequence),
        cmocka_unit_test(tilting_changes_the_contact_and_short_states_are_left_out),
        cmocka_unit_test(sliding_is_seen_and_rolling_is_not),
        cmocka_unit_test(a_wedge_pressed_into_a_groove_does_not_slip),
        cmocka_unit_test(sequences_are_compared_by_what_borders_on_what),
        cmocka_unit_test(numbered_edges_border_on_their_faces),
        cmocka_unit_test(states_are_written_as_json_that_fits),
        cmocka_unit_test(updates_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
