// SPDX-License-Identifier: MIT
// Simulating a recording again: an unchanged one gives the same bits, and a change of a single bit
// is found at its place.

#include <stdlib.h>
#include <string.h>

#include "models/random.h"
#include "record/chunk_writer.h"
#include "recordings.h"
#include "test.h"

static void a_run_with_hands_and_restarts_is_repeated_to_the_bit(void** state)
{
    (void)state;
    vlTestRun run = vlTestRun_Open(7);
    char* name = vlTestRun_Record(&run, 330);
    vlRecording* recording = vlTestRun_OpenRecording(name);
    vlReplayReport report;
    char message[256] = "";
    vlResult r = vlRecording_Verify(recording, &report, message, sizeof message);
    assert_string_equal(message, "");
    assert_int_equal(r, VL_OK);
    assert_true(report.isEqual);
    assert_false(report.hasGaps);
    assert_int_equal(report.stepsCompared, 330);
    vlRecording_Close(recording);
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
}

static void a_recording_begun_later_cannot_be_repeated(void** state)
{
    (void)state;
    vlTestRun run = vlTestRun_Open(3);
    assert_int_equal(vlSimulation_Step(run.simulation), VL_OK);
    char* name = vlTestRun_Record(&run, 20);
    vlRecording* recording = vlTestRun_OpenRecording(name);
    vlReplayReport report;
    assert_int_equal(vlRecording_Verify(recording, &report, NULL, 0), VL_OK);
    assert_true(report.hasGaps);
    assert_int_equal(report.stepsCompared, 0);
    vlRecording_Close(recording);
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
}

static void a_body_moved_by_hand_is_found(void** state)
{
    (void)state;
    vlTestRun run = vlTestRun_Open(5);
    char* name = vlTestFile_Name();
    vlRecorder* recorder = NULL;
    assert_int_equal(vlRecorder_Create(name, run.simulation, &vlTestRecorder, &recorder, NULL, 0),
                     VL_OK);
    vlWorld* world = vlSimulation_GetWorld(run.simulation);
    vlBodyId third = vlSimulation_GetBody(run.simulation, 3);
    for (int i = 0; i < 40; ++i) {
        if (i == 25) {
            vlPose pose;
            assert_int_equal(vlBody_GetPose(world, third, &pose), VL_OK);
            pose.p.x += 0.001;
            assert_int_equal(vlBody_SetPose(world, third, pose), VL_OK);
        }
        vlTestRun_Step(&run, recorder, i);
    }
    assert_int_equal(vlRecorder_Close(recorder, NULL), VL_OK);
    vlRecording* recording = vlTestRun_OpenRecording(name);
    vlReplayReport report;
    assert_int_equal(vlRecording_Verify(recording, &report, NULL, 0), VL_OK);
    assert_false(report.isEqual);
    assert_int_equal(report.stepsCompared, 25);
    assert_int_equal(report.firstDifference, 25);
    assert_int_equal(report.body, 3);
    // The distance is the shift, changed by one step at about 0.02 m/s.
    assert_true(vlIsNear(report.distance, 0.001, 1e-5));
    vlRecording_Close(recording);
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
}

// Writes the file again with one chunk changed by `change` and correct checksums.
static void rewrite(const char* from, const char* to, uint32_t type, uint32_t nth,
                    void (*change)(unsigned char* payload))
{
    size_t size;
    unsigned char* bytes = vlTestFile_Read(from, &size);
    vlCrc32 crc;
    vlCrc32_Init(&crc);
    for (size_t at = sizeof(vlFileHeader); at < size;) {
        vlChunkHeader header;
        memcpy(&header, bytes + at, sizeof header);
        if (header.type == type && nth-- == 0) {
            change(bytes + at + sizeof header);
            header.crc = vlRecord_Crc(&crc, &header, bytes + at + sizeof header);
            memcpy(bytes + at, &header, sizeof header);
        }
        at += sizeof header + vlRecord_Pad(header.size);
    }
    vlTestFile_Write(to, bytes, size);
    free(bytes);
}

static void flipLastBit(unsigned char* payload)
{
    // The lowest bit of the second body's last number: its spin about z.
    payload[sizeof(vlStepChunk) + 2 * sizeof(vlRecordedBody) - 8] ^= 1;
}

static void flipHash(unsigned char* payload)
{
    payload[offsetof(vlEndChunk, hash)] ^= 1;
}

static void grabTheFloor(unsigned char* payload)
{
    int32_t place = 0;
    memcpy(payload + sizeof(vlStepChunk) + offsetof(vlInput, body), &place, sizeof place);
}

static void dropTheText(unsigned char* payload)
{
    payload[sizeof(vlSceneChunk) + 8] = '{'; // the text, after two places
}

static void flipSceneHash(unsigned char* payload)
{
    payload[offsetof(vlSceneChunk, sceneHash)] ^= 1;
}

static vlReplayReport verify(const char* name, vlResult expected, char* message, size_t size)
{
    vlReplayReport report = {0};
    vlRecording* recording = vlTestRun_OpenRecording(name);
    assert_int_equal(vlRecording_Verify(recording, &report, message, size), expected);
    vlRecording_Close(recording);
    return report;
}

static void one_changed_bit_is_found(void** state)
{
    (void)state;
    vlTestRun run = vlTestRun_Open(2);
    char* name = vlTestRun_Record(&run, 30);
    char* changed = vlTestFile_Name();
    char message[256] = "";
    rewrite(name, changed, VL_CHUNK_STEP, 17, flipLastBit);
    vlReplayReport report = verify(changed, VL_OK, NULL, 0);
    assert_false(report.isEqual);
    assert_int_equal(report.firstDifference, 17);
    assert_int_equal(report.body, 2);
    assert_true(report.distance == 0.0);
    rewrite(name, changed, VL_CHUNK_END, 0, flipHash);
    report = verify(changed, VL_OK, NULL, 0);
    assert_false(report.isEqual);
    assert_int_equal(report.stepsCompared, 30);
    assert_int_equal(report.body, -1);
    // An input that the simulation refuses.
    rewrite(name, changed, VL_CHUNK_STEP, 10, grabTheFloor);
    report = verify(changed, VL_OK, NULL, 0);
    assert_false(report.isEqual);
    assert_int_equal(report.firstDifference, 10);
    rewrite(name, changed, VL_CHUNK_SCENE, 0, dropTheText);
    (void)verify(changed, VL_ERROR_PARSE, message, sizeof message);
    assert_non_null(strstr(message, "scene"));
    rewrite(name, changed, VL_CHUNK_SCENE, 0, flipSceneHash);
    (void)verify(changed, VL_ERROR_MISMATCH, message, sizeof message);
    assert_non_null(strstr(message, "another scene"));
    vlTestFile_Remove(changed);
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_with_hands_and_restarts_is_repeated_to_the_bit),
        cmocka_unit_test(a_recording_begun_later_cannot_be_repeated),
        cmocka_unit_test(a_body_moved_by_hand_is_found),
        cmocka_unit_test(one_changed_bit_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
