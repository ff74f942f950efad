// SPDX-License-Identifier: MIT
// Simulations, renderers, devices, two rates, views, recorders and recordings when memory fails, at
// every call in turn: nothing crashes, nothing leaks, and the failure is reported. It replaces the
// C library's allocation, so it runs only without sanitizers.

#include <unistd.h>

#include "failing_malloc.h"
#include "scene_text.h"
#include "test.h"
#include "volar/volar.h"

// The objects that all attempts use.
typedef struct Ground {
    vlScene* scene;
    vlSimulation* simulation;
    vlRecording* recording;
    char file[64]; // a recording
} Ground;

// One attempt: makes something and destroys it again. `message` starts empty.
typedef vlResult (*Attempt)(const Ground* ground, char* message, size_t size);

static vlResult simulate(const Ground* ground, char* message, size_t size)
{
    vlSimulation* made = NULL;
    vlResult r = vlSimulation_Create(ground->scene, &made, message, size);
    assert_true((r == VL_OK) == (made != NULL));
    vlSimulation_Destroy(made);
    return r;
}

static vlResult record(const Ground* ground, char* message, size_t size)
{
    vlRecorder* made = NULL;
    vlRecorderDef def = {.bufferSize = 1 << 16};
    char name[80];
    snprintf(name, sizeof name, "%s.new", ground->file);
    vlResult r = vlRecorder_Create(name, ground->simulation, &def, &made, message, size);
    assert_true((r == VL_OK) == (made != NULL));
    vlResult closed = vlRecorder_Close(made, NULL);
    assert_int_equal(closed, VL_OK);
    assert_int_equal(access(name, F_OK) == 0, r == VL_OK);
    (void)unlink(name);
    snprintf(name, sizeof name, "%s.new.part", ground->file);
    assert_int_equal(access(name, F_OK), -1);
    return r;
}

static vlResult openRecording(const Ground* ground, char* message, size_t size)
{
    vlRecording* made = NULL;
    vlResult r = vlRecording_Open(ground->file, &made, message, size);
    assert_true((r == VL_OK) == (made != NULL));
    vlRecording_Close(made);
    return r;
}

static vlResult verify(const Ground* ground, char* message, size_t size)
{
    vlReplayReport report;
    return vlRecording_Verify(ground->recording, &report, message, size);
}

static vlResult render(const Ground* ground, char* message, size_t size)
{
    vlWorld* world = vlSimulation_GetWorld(ground->simulation);
    vlDeviceInfo info = {.hasForce = true, .maxForce = 10.0};
    vlRendererDef def = vlDefaultRendererDef(world, &info);
    vlRenderer* made = NULL;
    vlResult r = vlRenderer_Create(&def, &made, message, size);
    assert_true((r == VL_OK) == (made != NULL));
    vlRenderer_Destroy(made);
    return r;
}

static vlResult findTwice(const Ground* ground, char* message, size_t size)
{
    vlTwoRateDef def = vlDefaultTwoRateDef(vlSimulation_GetWorld(ground->simulation));
    vlTwoRate* made = NULL;
    vlResult r = vlTwoRate_Create(&def, &made, message, size);
    assert_true((r == VL_OK) == (made != NULL));
    vlTwoRate_Destroy(made);
    return r;
}

static vlResult openDevice(const Ground* ground, char* message, size_t size)
{
    (void)ground;
    vlDevice* made = NULL;
    vlResult r = vlDevice_Open("simulated", "omega6", &made, message, size);
    assert_true((r == VL_OK) == (made != NULL));
    vlDevice_Close(made);
    return r;
}

static vlResult describeScene(const Ground* ground, char* message, size_t size)
{
    char* json = NULL;
    size_t length = 0;
    vlResult r = vlView_WriteScene(ground->simulation, &json, &length);
    assert_true((r == VL_OK) == (json != NULL));
    vlScene_FreeText(json);
    // This function has no message, only its result.
    snprintf(message, size, "%s", vlResult_Text(r));
    return r;
}

static void openGround(Ground* ground)
{
    char* text = vlSceneText_Load("tests/corpus/scene/good_devices.yaml");
    ground->scene = vlSceneText_Read(text);
    free(text);
    vlRecorder* recorder = NULL;
    snprintf(ground->file, sizeof ground->file, "test_run_malloc_%d.vlr", (int)getpid());
    assert_int_equal(vlSimulation_Create(ground->scene, &ground->simulation, NULL, 0), VL_OK);
    assert_int_equal(vlRecorder_Create(ground->file, ground->simulation, NULL, &recorder, NULL, 0),
                     VL_OK);
    for (int i = 0; i < 20; ++i) {
        assert_int_equal(vlSimulation_Step(ground->simulation), VL_OK);
        assert_int_equal(vlRecorder_AddStep(recorder, ground->simulation), VL_OK);
    }
    assert_int_equal(vlRecorder_Close(recorder, NULL), VL_OK);
    assert_int_equal(vlRecording_Open(ground->file, &ground->recording, NULL, 0), VL_OK);
}

static vlResult attemptAt(Attempt attempt, const Ground* ground, int failAt, char* message,
                          size_t size)
{
    message[0] = '\0';
    failing_Begin(failAt);
    vlResult r = attempt(ground, message, size);
    failing_End();
    return r;
}

// `mayLeak`: whether another library may lose memory when an allocation fails.
static void checkAttempt(const char* name, Attempt attempt, const Ground* ground, int least)
{
    char message[256];
    // Twice, because the C library may keep memory from its first use.
    assert_int_equal(attemptAt(attempt, ground, -1, message, sizeof message), VL_OK);
    assert_int_equal(attemptAt(attempt, ground, -1, message, sizeof message), VL_OK);
    int total = failing.calls, refused = 0;
    assert_int_equal(failing.live, 0);
    assert_true(total >= least);
    for (int k = 0; k < total; ++k) {
        vlResult r = attemptAt(attempt, ground, k, message, sizeof message);
        // Without memory for a stream or a thread the file cannot be used, which counts as IO.
        bool isTold = r == VL_OK || r == VL_ERROR_MEMORY || r == VL_ERROR_IO;
        bool hasSentence = r == VL_OK || message[0] != '\0';
        if (!isTold || !hasSentence || failing.live != 0) {
            print_error("%s, call %d of %d: %s, '%s', %d blocks left\n", name, k, total,
                        vlResult_Name(r), message, (int)failing.live);
        }
        assert_true(isTold && hasSentence);
        assert_int_equal(failing.live, 0);
        refused += r != VL_OK;
    }
    assert_true(refused >= least);
}

static void everything_survives_any_failure_of_malloc(void** state)
{
    (void)state;
    Ground ground = {0};
    openGround(&ground);
    checkAttempt("simulation", simulate, &ground, 10);
    checkAttempt("recorder", record, &ground, 5);
    checkAttempt("recording", openRecording, &ground, 2);
    checkAttempt("verification", verify, &ground, 100);
    checkAttempt("renderer", render, &ground, 1);
    checkAttempt("two rates", findTwice, &ground, 1);
    checkAttempt("device", openDevice, &ground, 1);
    checkAttempt("scene for viewers", describeScene, &ground, 1);
    vlRecording_Close(ground.recording);
    vlSimulation_Destroy(ground.simulation);
    vlScene_Destroy(ground.scene);
    (void)unlink(ground.file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_survives_any_failure_of_malloc),
    };
    return cmocka_run_group_tests_name("run_malloc", tests, NULL, NULL);
}
