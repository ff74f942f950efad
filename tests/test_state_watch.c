// SPDX-License-Identifier: MIT
// Contact states of a run: the thread beside the loop names the same states as an annotation of the
// same steps; and what viewers get of them.

#include <time.h>

#include "app/annotate/free_motions.h"
#include "app/annotate/state_board.h"
#include "live_fixture.h"
#include "show.h"
#include "test.h"

#define MOST_LINES 64

typedef struct Lines {
    int count;
    char text[MOST_LINES][VL_MAX_STATE_LINE];
} Lines;

static void takeLines(vlStateWatch* watch, Lines* lines)
{
    while (lines->count < MOST_LINES && vlStateWatch_TakeLine(watch, lines->text[lines->count])) {
        ++lines->count;
    }
}

static void openSlot(vlScene** scene, vlSimulation** simulation)
{
    vlShow show = vlShow_Open("slot", NULL);
    *scene = show.scene;
    *simulation = show.simulation;
    free(show.start);
}

// Runs the scene `slot` through the loop, with a restart at `restartAt` if that is above 0.
static void runWatched(bool isPrinted, double seconds, double restartAt, Lines* lines)
{
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    vlLiveDef def = {.seconds = seconds, .isFast = true};
    bool isRestarted = restartAt <= 0.0;
    lines->count = 0;
    openSlot(&def.scene, &def.simulation);
    assert_int_equal(vlStateWatch_Start(NULL, isPrinted, &def.watch), VL_OK);
    assert_int_equal(vlLiveLoop_Init(&loop, &def, clockOf(&clock)), VL_OK);
    while (!loop.status.isEnded) {
        assert_true(vlLiveLoop_Turn(&loop));
        if (!isRestarted && loop.status.simulated >= restartAt) {
            sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_RESTART});
            isRestarted = true;
        }
    }
    bool isFinished = false;
    while (!isFinished) {
        isFinished = vlStateWatch_IsFinished(def.watch);
        takeLines(def.watch, lines);
        (void)nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    vlStateWatch_Stop(def.watch);
    vlLiveLoop_Destroy(&loop);
}

static void the_thread_names_what_an_annotation_names(void** state)
{
    (void)state;
    static Lines lines;
    runWatched(true, 3.0, 0.0, &lines);
    vlShow show = vlShow_Open("slot", NULL);
    vlSceneAnnotation* annotation = NULL;
    assert_int_equal(vlSceneAnnotation_Create(show.scene, NULL, &annotation, NULL, 0), VL_OK);
    vlAnnotatedPair pair = vlSceneAnnotation_GetPair(annotation, 0);
    int next = 0;
    double time = 0.0; // summed as in the loop
    for (int step = 0; step <= 3000; ++step) {
        vlPose poses[2];
        vlSceneAnnotation_ReadPoses(show.simulation, poses);
        if (vlSceneAnnotation_Update(annotation, time, poses) > 0) {
            char text[VL_MAX_STATE_TEXT];
            char line[VL_MAX_STATE_LINE];
            const vlContactState* now =
                vlAnnotator_GetState(vlSceneAnnotation_GetAnnotator(annotation, 0));
            vlFormation_GetText(pair.a, pair.b, &now->formation, text, sizeof text);
            (void)snprintf(line, sizeof line, "%9.3f s  block and slot  %d free  %-8s %s",
                           now->from, now->freedoms, vlTransition_Text(now->motion), text);
            assert_true(next < lines.count);
            assert_string_equal(lines.text[next++], line);
        }
        vlShow_Step(&show);
        time += 0.001;
    }
    assert_int_equal(next, lines.count);
    assert_true(next >= 4);
    vlSceneAnnotation_Destroy(annotation);
    vlShow_Close(&show);
}

static void nothing_is_named_that_nobody_wants(void** state)
{
    (void)state;
    static Lines lines;
    runWatched(false, 1.0, 0.0, &lines);
    assert_int_equal(lines.count, 0);
}

static void after_a_restart_the_times_go_on(void** state)
{
    (void)state;
    static Lines lines;
    runWatched(true, 2.2, 1.0, &lines);
    // It touches at 0.498 s, is lifted to the start by the restart at 1 s, and touches again.
    assert_int_equal(lines.count, 3);
    assert_non_null(strstr(lines.text[0], "0.498 s"));
    assert_non_null(strstr(lines.text[1], "released"));
    assert_non_null(strstr(lines.text[2], "1.49"));
    assert_non_null(strstr(lines.text[2], "foot on back-rim"));
}

static void a_scene_can_go_while_its_steps_wait(void** state)
{
    (void)state;
    vlStateWatch* watch = NULL;
    vlScene* scene = NULL;
    vlSimulation* simulation = NULL;
    assert_int_equal(vlStateWatch_Start(NULL, true, &watch), VL_OK);
    for (int i = 0; i < 20; ++i) {
        openSlot(&scene, &simulation);
        vlStateWatch_SetScene(watch, scene);
        for (int k = 0; k < 50; ++k) {
            assert_int_equal(vlSimulation_Step(simulation), VL_OK);
            assert_true(vlStateWatch_AddStep(watch, simulation, 0.001 * k));
        }
        vlStateWatch_SetScene(watch, NULL);
        vlSimulation_Destroy(simulation);
        vlScene_Destroy(scene);
    }
    vlStateWatch_Stop(watch);
}

// --- what viewers get ---

typedef struct Placed {
    vlShow show;
    vlSceneAnnotation* annotation;
    vlPose poses[2];
} Placed;

// The cube of the scene `corner`, rotated and placed at the distance `x` from the wall.
static Placed placeCube(vlQuat turn, double x)
{
    Placed p = {.show = vlShow_Open("corner", NULL)};
    assert_int_equal(vlSceneAnnotation_Create(p.show.scene, NULL, &p.annotation, NULL, 0), VL_OK);
    double low = 0.0;
    for (int i = 0; i < 8; ++i) {
        vlVec3 corner = vlVec(i & 1 ? 0.05 : -0.05, i & 2 ? 0.05 : -0.05, i & 4 ? 0.05 : -0.05);
        low = fmin(low, vlRotate(turn, corner).z);
    }
    p.poses[0] = vlIdentityPose();
    p.poses[1] = (vlPose){{x, 0.0, 0.0005 - low}, turn}; // within the shell of 2 mm
    for (int i = 0; i < 20; ++i) {
        (void)vlSceneAnnotation_Update(p.annotation, 0.001 * i, p.poses);
    }
    return p;
}

static void drop(Placed* p)
{
    vlSceneAnnotation_Destroy(p->annotation);
    vlShow_Close(&p->show);
}

// No motion moves a point of any region along its normal, and there are as many motions as
// freedoms.
static void free_motions_keep_the_contacts(void** state)
{
    (void)state;
    const struct {
        vlQuat turn;
        double x;
        int freedoms, rotations;
    } cases[] = {
        {vlIdentityQuat(), 0.2, 3, 1},
        {vlIdentityQuat(), 0.0505, 1, 0},
        {vlQuatFromAxisAngle(vlVec(0, 1, 0), 0.5), 0.2, 4, 2},
        {vlMulQ(vlQuatFromAxisAngle(vlVec(1, 0, 0), 0.4), vlQuatFromAxisAngle(vlVec(0, 1, 0), 0.3)),
         0.2, 5, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        Placed p = placeCube(cases[i].turn, cases[i].x);
        const vlAnnotator* annotator = vlSceneAnnotation_GetAnnotator(p.annotation, 0);
        const vlContactState* now = vlAnnotator_GetState(annotator);
        vlPolyhedron a = *vlSceneAnnotation_GetPair(p.annotation, 0).a;
        vlFreeMotion motions[6];
        int count = vlFreeMotions_Find(now, vlTransform(p.poses[1], a.centre), a.radius, motions);
        assert_int_equal(now->freedoms, cases[i].freedoms);
        assert_int_equal(count, now->freedoms);
        int rotations = 0;
        for (int k = 0; k < count; ++k) {
            vlVec3 d = motions[k].direction;
            rotations += motions[k].isRotation ? 1 : 0;
            VL_CHECK_NEAR(vlLength(d), 1.0, 1e-12);
            for (int c = 0; c < now->formation.count; ++c) {
                const vlPrincipalContact* contact = &now->formation.contact[c];
                for (int r = 0; r < contact->regionCount; ++r) {
                    vlVec3 lever = vlSub(contact->region[r], motions[k].at);
                    vlVec3 speed = motions[k].isRotation ? vlCross(d, lever) : d;
                    // Poses are exact here, so only rounding remains.
                    VL_CHECK_NEAR(vlDot(contact->normal, speed), 0.0, 1e-6);
                }
            }
        }
        assert_int_equal(rotations, cases[i].rotations);
        drop(&p);
    }
}

static void viewers_get_states_with_the_outlines_of_what_touches(void** state)
{
    (void)state;
    Placed p = placeCube(vlIdentityQuat(), 0.2);
    vlStateBoard* board = vlStateBoard_Create(p.show.scene, p.annotation, 3);
    size_t size = 0;
    assert_non_null(board);
    assert_true(vlStateBoard_IsEmpty(board));
    assert_true(vlStateBoard_Restart(board, p.poses));
    assert_false(vlStateBoard_IsEmpty(board));
    char* text = vlStateBoard_Write(board, 0.0, (double)NAN, &size);
    assert_non_null(text);
    assert_int_equal(strlen(text), size);
    assert_non_null(strstr(text, "{\"from\":0,\"to\":null,\"a\":1,\"b\":0"));
    assert_non_null(strstr(text, "\"text\":\"foot on floor\""));
    // The foot is a square, whose corners are all given; those of the head are not.
    assert_non_null(strstr(text, "0.05,0.05,-0.05"));
    assert_null(strstr(text, ",0.05]"));
    free(text);
    text = vlStateBoard_Write(board, -1.0, 2.0, &size);
    assert_non_null(strstr(text, "{\"from\":1,\"to\":3,"));
    free(text);
    // Only a limited number is kept, but states that last are among them.
    for (int i = 0; i < 20; ++i) {
        p.poses[1].p.z += i % 2 == 0 ? 0.01 : -0.01;
        for (int k = 0; k < 20; ++k) {
            double time = 0.02 * (i + 1) + 0.001 * k;
            if (vlSceneAnnotation_Update(p.annotation, time, p.poses) > 0) {
                assert_true(vlStateBoard_Begin(board, 0, p.poses));
            }
        }
    }
    text = vlStateBoard_Write(board, 0.0, (double)NAN, &size);
    int count = 0;
    for (const char* at = text; (at = strstr(at, "\"from\"")) != NULL; ++at) {
        ++count;
    }
    assert_int_equal(count, 3);
    assert_non_null(strstr(text, "\"to\":null"));
    free(text);
    text = vlStateBoard_WriteFault("too many \"pairs\"", &size);
    assert_non_null(strstr(text, "\"fault\":\"too many \\\"pairs\\\"\""));
    free(text);
    vlStateBoard_Destroy(board);
    drop(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_thread_names_what_an_annotation_names),
        cmocka_unit_test(nothing_is_named_that_nobody_wants),
        cmocka_unit_test(after_a_restart_the_times_go_on),
        cmocka_unit_test(a_scene_can_go_while_its_steps_wait),
        cmocka_unit_test(free_motions_keep_the_contacts),
        cmocka_unit_test(viewers_get_states_with_the_outlines_of_what_touches),
    };
    return cmocka_run_group_tests_name("state_watch", tests, NULL, NULL);
}
