// SPDX-License-Identifier: MIT
// A live run seen and commanded by a viewer over a real WebSocket: views arrive, commands are
// executed, and a viewer that does not read keeps nobody waiting.

#include <math.h>

#include "app/live/announce.h"
#include "live_fixture.h"
#include "recordings.h"
#include "test.h"
#include "web_client.h"

// A scene or a view of two bodies; more than either needs.
#define LARGEST_MESSAGE 65536
// The most messages read in search of one; at 60 a second this takes longer than any reaction.
#define MOST_MESSAGES 600

typedef struct Stage {
    vlServer* server;
    vlLive* live;
    vlRecorder* recorder; // NULL: none
    int port;
} Stage;

static Stage enterWith(vlRecording* recording, const char* recordTo, bool isTwoRate)
{
    static const char* const names[] = {"box", "other"};
    Stage stage = {NULL, NULL, NULL, 0};
    vlServerDef server = {.viewCapacity = VL_LIVE_VIEW_CAPACITY};
    vlLiveDef def = {.recording = recording,
                     .isTwoRate = isTwoRate,
                     .contactRate = 200.0,
                     .scenes = {names, 2, NULL, NULL}};
    makeScene(&def.scene, &def.simulation);
    assert_int_equal(vlServer_Start(&server, &stage.server, NULL, 0), VL_OK);
    assert_int_equal(sscanf(vlServer_GetUrl(stage.server), "http://127.0.0.1:%d/", &stage.port), 1);
    assert_int_equal(vlAnnounce_Scene(stage.server, def.simulation, &def.scenes, recording), VL_OK);
    if (recording != NULL) {
        vlSimulation_Destroy(def.simulation);
        def.simulation = NULL;
    }
    if (recordTo != NULL) {
        vlRecorderDef recorder = {.bufferSize = VL_TEST_BUFFER, .isTwoRate = isTwoRate};
        assert_int_equal(
            vlRecorder_Create(recordTo, def.simulation, &recorder, &def.recorder, NULL, 0), VL_OK);
        stage.recorder = def.recorder;
    }
    def.server = stage.server;
    assert_int_equal(vlLive_Start(&def, &stage.live), VL_OK);
    return stage;
}

static Stage enter(vlRecording* recording)
{
    return enterWith(recording, NULL, false);
}

static vlLiveStatus leave(Stage* stage)
{
    vlLiveStatus status;
    vlLive_Stop(stage->live, &status);
    vlServer_Stop(stage->server);
    vlLive_Destroy(stage->live);
    return status;
}

static bool isAny(const vlViewHeader* view, double value)
{
    (void)view, (void)value;
    return true;
}

// Reads until a view comes that `isWanted` accepts.
static vlViewHeader awaitView(int fd, bool (*isWanted)(const vlViewHeader* view, double value),
                              double value)
{
    static _Alignas(8) unsigned char bytes[LARGEST_MESSAGE];
    const vlViewHeader* view = (const vlViewHeader*)(const void*)bytes;
    for (int i = 0; i < MOST_MESSAGES; i++) {
        int opcode = 0;
        long size = vlWeb_Read(fd, &opcode, bytes, sizeof bytes);
        assert_true(size > 0);
        if (opcode == VL_WEB_BINARY) {
            assert_true((size_t)size >= sizeof *view);
            assert_int_equal(view->magic, VL_VIEW_MAGIC);
            assert_int_equal(view->size, size);
            assert_int_equal(view->bodyCount, 2);
            if (isWanted(view, value)) {
                return *view;
            }
        }
    }
    fail_msg("the view waited for did not come");
    return *view;
}

// Reads until a text message comes that begins so.
static void awaitText(int fd, const char* start, char* text, size_t room)
{
    for (int i = 0; i < MOST_MESSAGES; i++) {
        int opcode = 0;
        long size = vlWeb_Read(fd, &opcode, text, room - 1);
        assert_true(size > 0);
        text[size] = '\0';
        if (opcode == VL_WEB_TEXT && strncmp(text, start, strlen(start)) == 0) {
            return;
        }
    }
    fail_msg("no message came that begins with %s", start);
}

static bool isLater(const vlViewHeader* view, double time)
{
    return view->time > time;
}

static bool isPaused(const vlViewHeader* view, double flags)
{
    return (view->status.flags & VL_VIEW_PAUSED) == (uint32_t)flags;
}

static bool isStep(const vlViewHeader* view, double step)
{
    return view->stepCount == (uint64_t)step;
}

static bool isHeld(const vlViewHeader* view, double hands)
{
    return view->grabCount == (uint32_t)hands;
}

static bool isRestarted(const vlViewHeader* view, double time)
{
    return view->time < time;
}

static void a_viewer_sees_the_scene_and_its_motion(void** state)
{
    (void)state;
    char text[LARGEST_MESSAGE];
    int opcode;
    Stage stage = enter(NULL);
    int fd = vlWeb_Open(stage.port);
    long size = vlWeb_Read(fd, &opcode, text, sizeof text - 1);
    assert_int_equal(opcode, VL_WEB_TEXT);
    assert_true(size > 0);
    text[size] = '\0';
    static const char start[] = "{\"scenes\":[\"box\",\"other\"],\"type\":\"scene\"";
    assert_memory_equal(text, start, sizeof start - 1);
    vlViewHeader first = awaitView(fd, isLater, 0.0);
    awaitView(fd, isLater, first.time + 0.1);
    close(fd);
    vlLiveStatus status = leave(&stage);
    assert_int_equal(status.noticeCount, 0);
}

static void a_viewer_commands_the_run(void** state)
{
    (void)state;
    Stage stage = enter(NULL);
    int fd = vlWeb_Open(stage.port);
    awaitView(fd, isLater, 0.02);
    assert_true(vlWeb_Say(fd, "{\"type\":\"pause\",\"on\":true}"));
    vlViewHeader paused = awaitView(fd, isPaused, VL_VIEW_PAUSED);
    assert_true(vlWeb_Say(fd, "{\"type\":\"step\",\"count\":3}"));
    awaitView(fd, isStep, (double)paused.stepCount + 3.0);
    assert_true(vlWeb_Say(fd, "{\"type\":\"restart\"}"));
    awaitView(fd, isStep, 1.0);
    assert_true(vlWeb_Say(fd, "{\"type\":\"speed\",\"value\":0.5}"));
    assert_true(vlWeb_Say(fd, "{\"type\":\"pause\",\"on\":false}"));
    assert_true(awaitView(fd, isLater, 0.05).status.speed == 0.5);
    assert_true(
        vlWeb_Say(fd, "{\"type\":\"grab\",\"body\":1,\"point\":[0,0,0],\"target\":[0,0,1]}"));
    awaitView(fd, isHeld, 1.0);
    // A viewer that goes away lets go.
    close(fd);
    fd = vlWeb_Open(stage.port);
    awaitView(fd, isHeld, 0.0);
    close(fd);
    leave(&stage);
}

// Simulated seconds per second, as a viewer sees them over `seconds`.
static double speedOver(int fd, double seconds)
{
    vlViewHeader first = awaitView(fd, isLater, 0.0);
    vlViewHeader last = awaitView(fd, isLater, first.time + seconds);
    return (last.time - first.time) / (last.status.wallTime - first.status.wallTime);
}

static void a_viewer_that_does_not_read_keeps_nobody_waiting(void** state)
{
    (void)state;
    Stage stage = enter(NULL);
    int busy = vlWeb_Open(stage.port);
    double alone = speedOver(busy, 0.5);
    int lazy = vlWeb_Open(stage.port);
    // Compared with the same run without the other viewer, because a busy machine slows both down.
    // A run that waited for one of two viewers would have at most half the speed.
    assert_true(speedOver(busy, 1.0) > 0.5 * alone);
    close(lazy);
    close(busy);
    leave(&stage);
}

static void a_recording_is_played_to_a_viewer(void** state)
{
    (void)state;
    char path[64];
    vlScene* scene;
    vlSimulation* simulation;
    vlRecorder* recorder;
    vlRecording* recording;
    static _Alignas(8) unsigned char view[LARGEST_MESSAGE];
    snprintf(path, sizeof path, "live-viewer-%ld.vlr", (long)getpid());
    makeScene(&scene, &simulation);
    vlRecorderDef def = {.bufferSize = VL_TEST_BUFFER};
    assert_int_equal(vlRecorder_Create(path, simulation, &def, &recorder, NULL, 0), VL_OK);
    for (int i = 1; i <= 1000; i++) {
        assert_int_equal(vlSimulation_Step(simulation), VL_OK);
        assert_int_equal(vlRecorder_AddStep(recorder, simulation), VL_OK);
        size_t size = i % 20 == 0 ? vlView_Write(simulation, NULL, NULL, view, sizeof view) : 0;
        assert_true(size == 0 || vlRecorder_AddView(recorder, view, size) == VL_OK);
    }
    assert_int_equal(vlRecorder_Close(recorder, NULL), VL_OK);
    vlSimulation_Destroy(simulation);
    vlScene_Destroy(scene);
    assert_int_equal(vlRecording_Open(path, &recording, NULL, 0), VL_OK);
    Stage stage = enter(recording);
    int fd = vlWeb_Open(stage.port);
    // First the whole course, for the plots: at most one view per 16 ms.
    static char text[LARGEST_MESSAGE];
    awaitText(fd, "{\"history\":{\"time\":[", text, sizeof text);
    assert_non_null(strstr(text, "],\"normalForce\":["));
    assert_non_null(strstr(text, "],\"potential\":["));
    vlViewHeader shown = awaitView(fd, isLater, 0.1);
    assert_true(shown.status.flags & VL_VIEW_PLAYBACK);
    assert_true(shown.status.lastTime == 1.0);
    assert_true(vlWeb_Say(fd, "{\"type\":\"seek\",\"time\":0.95}"));
    awaitView(fd, isLater, 0.94);
    awaitView(fd, isPaused, VL_VIEW_PAUSED); // at the end
    assert_true(vlWeb_Say(fd, "{\"type\":\"seek\",\"time\":0.5}"));
    shown = awaitView(fd, isRestarted, 0.9);
    assert_int_equal(shown.stepCount, 500);
    assert_true(shown.time == 0.5);
    close(fd);
    leave(&stage);
    assert_int_equal(remove(path), 0);
}

static double gravityOf(const vlViewHeader* view)
{
    const double* value = (const double*)(vlView_GetHaptic(view) + 1); // the scene has no devices
    return value[3];
}

static bool hasGravity(const vlViewHeader* view, double gravity)
{
    return gravityOf(view) == gravity;
}

static void a_viewer_changes_parameters_and_saves_the_scene(void** state)
{
    (void)state;
    static char text[LARGEST_MESSAGE];
    Stage stage = enter(NULL);
    int fd = vlWeb_Open(stage.port);
    assert_true(vlWeb_Say(fd, "{\"type\":\"set\",\"parameter\":3,\"value\":-1.625}"));
    awaitView(fd, hasGravity, -1.625);
    assert_true(vlWeb_Say(fd, "{\"type\":\"save\"}"));
    awaitText(fd, "{\"type\":\"file\"", text, sizeof text);
    assert_non_null(strstr(text, "\"name\":\"box.yaml\""));
    assert_non_null(strstr(text, "gravity: [0, 0, -1.625]"));
    // A value out of range is refused with a sentence, which goes to the client that asked.
    int other = vlWeb_Open(stage.port);
    assert_true(vlWeb_Say(other, "{\"type\":\"set\",\"parameter\":3,\"value\":5000}"));
    awaitText(other, "{\"type\":\"notice\"", text, sizeof text);
    assert_non_null(strstr(text, "gravity-z is 5000 m/s2; expected -100 to 100"));
    assert_true(vlWeb_Say(fd, "{\"type\":\"reset\"}"));
    awaitView(fd, hasGravity, -9.8);
    close(other);
    close(fd);
    vlLiveStatus status = leave(&stage);
    assert_int_equal(status.noticeCount, 1);
}

// All threads of a run at once: steps, contact search, server, recorder, and two viewers that come,
// pull, and go. The recording has every step, and with a single rate it simulates again to the same
// bits.
static void a_run_is_seen_commanded_and_recorded_at_once(void** state)
{
    (void)state;
    for (int isTwoRate = 0; isTwoRate < 2; ++isTwoRate) {
        char path[] = "test_recording_XXXXXX";
        int file = mkstemp(path);
        assert_true(file >= 0);
        close(file);
        Stage stage = enterWith(NULL, path, isTwoRate != 0);
        for (int i = 0; i < 5; ++i) {
            int fd = vlWeb_Open(stage.port), other = vlWeb_Open(stage.port);
            assert_true(vlWeb_Say(fd, "{\"type\":\"grab\",\"body\":1,\"point\":[0,0,0],"
                                      "\"target\":[0,0,1]}"));
            (void)awaitView(fd, isAny, 0.0);
            assert_true(vlWeb_Say(fd, "{\"type\":\"move\",\"target\":[0.1,0,1]}"));
            (void)awaitView(other, isAny, 0.0);
            assert_true(vlWeb_Say(other, "{\"type\":\"restart\"}"));
            (void)awaitView(other, isAny, 0.0);
            close(fd);
            close(other);
        }
        vlLiveStatus status;
        vlRecorderStatus recorded;
        vlLive_Stop(stage.live, &status);
        assert_int_equal(vlRecorder_Close(stage.recorder, &recorded), VL_OK);
        vlServer_Stop(stage.server);
        vlLive_Destroy(stage.live);
        assert_true(status.steps > 0 && recorded.steps == status.steps && recorded.lostSteps == 0);
        vlRecording* recording = NULL;
        vlReplayReport report;
        assert_int_equal(vlRecording_Open(path, &recording, NULL, 0), VL_OK);
        if (isTwoRate == 0) {
            assert_int_equal(vlRecording_Verify(recording, &report, NULL, 0), VL_OK);
            assert_true(report.isEqual && report.stepsCompared == status.steps);
        }
        vlRecording_Close(recording);
        assert_int_equal(remove(path), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_viewer_changes_parameters_and_saves_the_scene),
        cmocka_unit_test(a_viewer_sees_the_scene_and_its_motion),
        cmocka_unit_test(a_viewer_commands_the_run),
        cmocka_unit_test(a_viewer_that_does_not_read_keeps_nobody_waiting),
        cmocka_unit_test(a_recording_is_played_to_a_viewer),
        cmocka_unit_test(a_run_is_seen_commanded_and_recorded_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
