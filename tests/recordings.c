// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "recordings.h"
#include "test.h"

#define GRAB 3
#define FIRST_BOX 1 // place in the scene, after the floor

const vlRecorderDef vlTestRecorder = {.bufferSize = VL_TEST_BUFFER};

vlTestRun vlTestRun_Open(int boxes)
{
    char text[1024], message[256] = "";
    vlTestRun run = {0};
    vlFileErrors errors = {0};
    int rest = boxes - boxes / 2;
    int length = snprintf(text, sizeof text,
                          "volar: 1\n"
                          "name: rows\n"
                          "bodies:\n"
                          "  - name: floor\n"
                          "    type: static\n"
                          "    shape: {halfspace: {normal: [0, 0, 1], offset: 0}}\n"
                          "  - name: near\n"
                          "    shape: {box: {size: [0.1, 0.1, 0.1]}}\n"
                          "    position: [0, 0, 0.051]\n"
                          "    copies: {count: %d, shift: [0.12, 0, 0]}\n"
                          "  - name: far\n"
                          "    shape: {box: {size: [0.1, 0.2, 0.1]}}\n"
                          "    position: [0, 1, 0.06]\n"
                          "    copies: {count: %d, shift: [0.12, 0, 0.001]}\n",
                          boxes / 2, rest);
    assert_true(boxes >= 2 && length < (int)sizeof text);
    vlResult r = vlScene_ReadText(text, (size_t)length, "rows", NULL, &run.scene, &errors);
    if (r != VL_OK) {
        print_error("line %d: %s\n", errors.item[0].line, errors.item[0].message);
    }
    assert_int_equal(r, VL_OK);
    r = vlSimulation_Create(run.scene, &run.simulation, message, sizeof message);
    if (r != VL_OK) {
        print_error("%s\n", message);
    }
    assert_int_equal(r, VL_OK);
    run.viewCapacity = vlView_GetCapacity(run.simulation);
    run.view = malloc(run.viewCapacity);
    assert_non_null(run.view);
    return run;
}

void vlTestRun_Close(vlTestRun* run)
{
    vlSimulation_Destroy(run->simulation);
    vlScene_Destroy(run->scene);
    free(run->view);
}

char* vlTestFile_Name(void)
{
    char* name = strdup("test_recording_XXXXXX");
    assert_non_null(name);
    int file = mkstemp(name);
    assert_true(file >= 0);
    (void)close(file);
    (void)remove(name);
    return name;
}

char* vlTestFile_InMemory(void)
{
    char* name = malloc(64);
    int file = memfd_create("test_recording", MFD_CLOEXEC);
    assert_non_null(name);
    assert_true(file >= 0);
    snprintf(name, 64, "/proc/self/fd/%d", file);
    return name;
}

void vlTestFile_Remove(char* name)
{
    int file;
    if (sscanf(name, "/proc/self/fd/%d", &file) == 1) {
        (void)close(file);
    } else {
        (void)remove(name);
    }
    free(name);
}

unsigned char* vlTestFile_Read(const char* name, size_t* size)
{
    FILE* file = fopen(name, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char* bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    (void)fclose(file);
    return bytes;
}

void vlTestFile_Write(const char* name, const void* bytes, size_t size)
{
    // The file is not emptied first, because it would then lose its memory and get it again: some
    // tests write it many times.
    int file = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, size), size);
    assert_int_equal(ftruncate(file, (off_t)size), 0);
    assert_int_equal(close(file), 0);
}

static void giveInputs(vlSimulation* simulation, int step)
{
    vlInput input = {.grab = GRAB, .body = FIRST_BOX, .point = vlVec(0.05, 0.05, 0.05)};
    input.target = vlVec(0.1, 0.3, 0.2 + 0.001 * step);
    switch (step % 100) {
    case 10: input.kind = VL_INPUT_GRAB; break;
    case 11:
    case 15:
    case 30: input.kind = VL_INPUT_MOVE; break;
    case 50: input.kind = VL_INPUT_RELEASE; break;
    case 60: input.kind = VL_INPUT_RESTART; break;
    default: return;
    }
    assert_int_equal(vlSimulation_Input(simulation, &input), VL_OK);
    if (step % 100 == 30) { // two at once
        input.target.x = -0.1;
        assert_int_equal(vlSimulation_Input(simulation, &input), VL_OK);
    }
}

void vlTestRun_Step(vlTestRun* run, vlRecorder* recorder, int step)
{
    giveInputs(run->simulation, step);
    assert_int_equal(vlSimulation_Step(run->simulation), VL_OK);
    assert_int_equal(vlRecorder_AddStep(recorder, run->simulation), VL_OK);
    if (step % 16 == 0) {
        size_t size = vlView_Write(run->simulation, NULL, NULL, run->view, run->viewCapacity);
        assert_true(size > 0);
        assert_int_equal(vlRecorder_AddView(recorder, run->view, size), VL_OK);
    }
}

char* vlTestRun_Record(vlTestRun* run, int steps)
{
    char message[256] = "";
    char* name = vlTestFile_Name();
    vlRecorder* recorder = NULL;
    vlResult r = vlRecorder_Create(name, run->simulation, &vlTestRecorder, &recorder, message,
                                   sizeof message);
    if (r != VL_OK) {
        print_error("%s\n", message);
    }
    assert_int_equal(r, VL_OK);
    for (int i = 0; i < steps; ++i) {
        vlTestRun_Step(run, recorder, i);
    }
    assert_int_equal(vlRecorder_Close(recorder, NULL), VL_OK);
    return name;
}

vlRecording* vlTestRun_OpenRecording(const char* name)
{
    char message[256] = "";
    vlRecording* recording = NULL;
    vlResult r = vlRecording_Open(name, &recording, message, sizeof message);
    if (r != VL_OK) {
        print_error("%s\n", message);
    }
    assert_int_equal(r, VL_OK);
    return recording;
}
