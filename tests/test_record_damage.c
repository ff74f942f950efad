// SPDX-License-Identifier: MIT
// Recordings that were cut off, damaged or made up: if one opens, it is a beginning of what was
// recorded; all others are refused with a reason, and nothing crashes.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/random.h"
#include "record/format.h"
#include "recordings.h"
#include "test.h"

#define STEPS 40

typedef struct Original {
    char* name; // of the file that damaged copies are written to
    unsigned char* bytes;
    size_t size;
    vlRecording* recording; // of an undamaged copy
    char* copy;
    size_t sceneEnd; // bytes up to the end of the scene
} Original;

static Original makeOriginal(void)
{
    Original original = {0};
    vlTestRun run = vlTestRun_Open(2);
    original.copy = vlTestRun_Record(&run, STEPS);
    vlTestRun_Close(&run);
    original.bytes = vlTestFile_Read(original.copy, &original.size);
    original.recording = vlTestRun_OpenRecording(original.copy);
    original.name = vlTestFile_InMemory();
    uint32_t size;
    memcpy(&size, original.bytes + sizeof(vlFileHeader) + 4, sizeof size);
    original.sceneEnd = sizeof(vlFileHeader) + sizeof(vlChunkHeader) + vlRecord_Pad(size);
    return original;
}

static void freeOriginal(Original* original)
{
    vlRecording_Close(original->recording);
    free(original->bytes);
    vlTestFile_Remove(original->copy);
    vlTestFile_Remove(original->name);
}

// Every step and view that `recording` has is the original's.
static bool isBeginning(const Original* original, const vlRecording* recording)
{
    vlRecordingInfo info = vlRecording_GetInfo(recording);
    vlRecordingInfo whole = vlRecording_GetInfo(original->recording);
    bool ok = info.steps <= whole.steps && info.views <= whole.views &&
              info.bodyCount == whole.bodyCount && info.unreadableBytes <= info.bytes;
    for (uint64_t i = 0; ok && i < info.steps; ++i) {
        vlRecordedStep a, b;
        ok = vlRecording_GetStep(recording, i, &a) == VL_OK &&
             vlRecording_GetStep(original->recording, i, &b) == VL_OK && a.index == b.index &&
             a.stepCount == b.stepCount && a.time == b.time && a.inputCount == b.inputCount &&
             memcmp(a.bodies, b.bodies, (size_t)info.bodyCount * sizeof *a.bodies) == 0;
        for (int k = 0; ok && k < a.inputCount; ++k) {
            vlInput inputA, inputB;
            ok = vlRecording_GetInput(recording, i, k, &inputA) == VL_OK &&
                 vlRecording_GetInput(original->recording, i, k, &inputB) == VL_OK &&
                 memcmp(&inputA, &inputB, sizeof inputA) == 0;
        }
    }
    for (uint64_t i = 0; ok && i < info.views; ++i) {
        const void *a, *b;
        size_t sizeA, sizeB;
        ok = vlRecording_GetView(recording, i, &a, &sizeA) == VL_OK &&
             vlRecording_GetView(original->recording, i, &b, &sizeB) == VL_OK && sizeA == sizeB &&
             memcmp(a, b, sizeA) == 0;
    }
    return ok;
}

static void cut_anywhere_it_is_readable_up_to_there(void** state)
{
    (void)state;
    Original original = makeOriginal();
    uint64_t stepsBefore = 0;
    for (size_t size = 0; size <= original.size; ++size) {
        vlRecording* recording = NULL;
        char message[256] = "";
        vlTestFile_Write(original.name, original.bytes, size);
        vlResult r = vlRecording_Open(original.name, &recording, message, sizeof message);
        if (size < original.sceneEnd) {
            assert_int_equal(r, VL_ERROR_PARSE);
            assert_non_null(strstr(message, size < sizeof(vlFileHeader) ? "too short" : "scene"));
            assert_null(recording);
            continue;
        }
        assert_int_equal(r, VL_OK);
        vlRecordingInfo info = vlRecording_GetInfo(recording);
        assert_true(isBeginning(&original, recording));
        assert_true(info.steps >= stepsBefore && info.steps <= stepsBefore + 1);
        assert_int_equal(info.bytes, size);
        assert_int_equal(info.isComplete, size == original.size);
        stepsBefore = info.steps;
        vlRecording_Close(recording);
    }
    assert_int_equal(stepsBefore, STEPS);
    freeOriginal(&original);
}

static void a_byte_changed_anywhere_ends_reading_there(void** state)
{
    (void)state;
    Original original = makeOriginal();
    vlRandom random = vlRandom_Seed(5);
    for (size_t i = 0; i < original.size; ++i) {
        unsigned char kept = original.bytes[i];
        vlRecording* recording = NULL;
        char message[256] = "";
        original.bytes[i] ^= (unsigned char)(1u + vlRandom_Next(&random) % 255u);
        vlTestFile_Write(original.name, original.bytes, original.size);
        original.bytes[i] = kept;
        vlResult r = vlRecording_Open(original.name, &recording, message, sizeof message);
        if (i < original.sceneEnd) {
            assert_int_equal(r, VL_ERROR_PARSE);
            assert_true(message[0] != '\0');
            continue;
        }
        assert_int_equal(r, VL_OK);
        vlRecordingInfo info = vlRecording_GetInfo(recording);
        assert_true(isBeginning(&original, recording));
        // Nothing before the change is lost, and nothing from the changed part on is used.
        assert_false(info.isComplete);
        assert_true(info.bytes - info.unreadableBytes <= i);
        vlRecording_Close(recording);
    }
    freeOriginal(&original);
}

// Bytes moved, repeated, left out or overwritten at random.
static void damageAtRandom(vlRandom* random, unsigned char* bytes, size_t* size)
{
    for (int k = 1 + vlRandom_Index(random, 4); k > 0; --k) {
        size_t from = (size_t)vlRandom_Next(random) % *size;
        size_t to = (size_t)vlRandom_Next(random) % *size;
        size_t length = (size_t)vlRandom_Next(random) % 600;
        size_t most = *size - (from > to ? from : to);
        length = length < most ? length : most;
        switch (vlRandom_Index(random, 3)) {
        case 0: memmove(bytes + to, bytes + from, length); break;
        case 1: memset(bytes + to, vlRandom_Index(random, 256), length); break;
        default: *size -= length < *size ? length : 0; break;
        }
    }
}

static void damage_of_any_kind_is_survived(void** state)
{
    (void)state;
    Original original = makeOriginal();
    unsigned char* bytes = malloc(original.size);
    assert_non_null(bytes);
    for (uint64_t i = 0; i < 3000; ++i) {
        vlRandom random = vlRandom_Seed(i);
        size_t size = original.size;
        vlRecording* recording = NULL;
        memcpy(bytes, original.bytes, size);
        damageAtRandom(&random, bytes, &size);
        vlTestFile_Write(original.name, bytes, size);
        vlResult r = vlRecording_Open(original.name, &recording, NULL, 0);
        assert_true(r == VL_OK || r == VL_ERROR_PARSE);
        if (r == VL_OK) {
            assert_true(isBeginning(&original, recording));
            vlRecording_Close(recording);
        }
    }
    free(bytes);
    freeOriginal(&original);
}

// Corrects the checksums of a changed file, as far as its chunks are whole. Those of chunks that
// are the same in `sound`, a file of the same size, are right already.
static void mend(unsigned char* bytes, const unsigned char* sound, size_t size)
{
    static vlCrc32 crc;
    static bool isReady;
    if (!isReady) {
        vlCrc32_Init(&crc);
        isReady = true;
    }
    uint32_t sum = vlCrc32_Add(&crc, 0, bytes, offsetof(vlFileHeader, crc));
    memcpy(bytes + offsetof(vlFileHeader, crc), &sum, sizeof sum);
    uint32_t sequence = 0;
    for (size_t at = sizeof(vlFileHeader); at + sizeof(vlChunkHeader) <= size;) {
        vlChunkHeader header;
        memcpy(&header, bytes + at, sizeof header);
        if (vlRecord_Pad(header.size) > size - at - sizeof header) {
            return;
        }
        size_t length = sizeof header + vlRecord_Pad(header.size);
        if (header.sequence != sequence || memcmp(bytes + at, sound + at, length) != 0) {
            header.sequence = sequence;
            header.crc = vlRecord_Crc(&crc, &header, bytes + at + sizeof header);
            memcpy(bytes + at, &header, sizeof header);
        }
        ++sequence;
        at += length;
    }
}

// Checksums detect accidents only: numbers in made-up files must be checked, too.
static void numbers_that_contradict_each_other_are_not_believed(void** state)
{
    (void)state;
    Original original = makeOriginal();
    unsigned char* bytes = malloc(original.size);
    assert_non_null(bytes);
    uint64_t unchanged = 0;
    for (uint64_t i = 0; i < 20000; ++i) {
        vlRandom random = vlRandom_Seed(i);
        vlRecording* recording = NULL;
        memcpy(bytes, original.bytes, original.size);
        for (int k = vlRandom_Index(&random, 3); k >= 0; --k) {
            // Eight bytes somewhere become large, small, or random.
            size_t at = (size_t)vlRandom_Next(&random) % (original.size / 8 - 1) * 8 +
                        4 * (size_t)vlRandom_Index(&random, 2);
            const uint64_t values[] = {
                0, 1, UINT64_MAX, (uint64_t)1 << 63, (uint64_t)1 << 32, vlRandom_Next(&random)};
            memcpy(bytes + at, &values[vlRandom_Index(&random, 6)], 4 + 4 * (i % 2));
        }
        mend(bytes, original.bytes, original.size);
        vlTestFile_Write(original.name, bytes, original.size);
        if (vlRecording_Open(original.name, &recording, NULL, 0) == VL_OK) {
            vlRecordingInfo info = vlRecording_GetInfo(recording);
            double sum = 0.0; // uses every byte that can be read
            for (uint64_t s = 0; s < info.steps; ++s) {
                vlRecordedStep step;
                assert_int_equal(vlRecording_GetStep(recording, s, &step), VL_OK);
                for (int k = 0; k < info.bodyCount; ++k) {
                    sum += step.bodies[k].pose.p.x + step.bodies[k].twist.angular.z;
                }
                for (int k = 0; k < step.inputCount; ++k) {
                    vlInput input;
                    assert_int_equal(vlRecording_GetInput(recording, s, k, &input), VL_OK);
                    assert_in_range(input.kind, 0, VL_INPUT_RETURN);
                    sum += input.target.z + input.sample.pose.p.x;
                }
            }
            for (uint64_t v = 0; v < info.views; ++v) {
                const unsigned char* view;
                size_t size;
                assert_int_equal(vlRecording_GetView(recording, v, (const void**)&view, &size),
                                 VL_OK);
                sum += view[0] + view[size - 1];
            }
            (void)vlRecording_FindView(recording, sum);
            unchanged += info.isComplete;
            vlRecording_Close(recording);
        } else {
            assert_null(recording);
        }
    }
    // Changed poses and contents of views contradict nothing.
    assert_true(unchanged > 1000);
    free(bytes);
    freeOriginal(&original);
}

static void other_files_are_refused_with_a_reason(void** state)
{
    (void)state;
    Original original = makeOriginal();
    vlRecording* recording = NULL;
    char message[256] = "";
    assert_int_equal(vlRecording_Open("no_such_file", &recording, message, sizeof message),
                     VL_ERROR_IO);
    assert_non_null(strstr(message, "no_such_file"));
    assert_non_null(strstr(message, "No such file"));
    assert_int_equal(vlRecording_Open(".", &recording, message, sizeof message), VL_ERROR_IO);
    assert_non_null(strstr(message, "directory"));
    assert_int_equal(vlRecording_Open("/dev/null", &recording, message, sizeof message),
                     VL_ERROR_IO);
    vlTestFile_Write(original.name, "volar: 1\nname: a scene, not a recording\n", 40);
    assert_int_equal(vlRecording_Open(original.name, &recording, message, sizeof message),
                     VL_ERROR_PARSE);
    assert_non_null(strstr(message, "not a recording"));
    // A version of the future, its header undamaged.
    uint32_t version = 7;
    memcpy(original.bytes + offsetof(vlFileHeader, version), &version, sizeof version);
    mend(original.bytes, original.bytes, original.size);
    vlTestFile_Write(original.name, original.bytes, original.size);
    assert_int_equal(vlRecording_Open(original.name, &recording, message, sizeof message),
                     VL_ERROR_PARSE);
    assert_non_null(strstr(message, "version 7"));
    assert_non_null(strstr(message, "reads only version 1"));
    assert_int_equal(vlRecording_Open(NULL, &recording, NULL, 0), VL_ERROR_ARGUMENT);
    assert_int_equal(vlRecording_Open(original.name, NULL, NULL, 0), VL_ERROR_ARGUMENT);
    assert_null(recording);
    vlRecording_Close(NULL);
    freeOriginal(&original);
}

static void bytes_after_the_end_are_left_alone(void** state)
{
    (void)state;
    Original original = makeOriginal();
    unsigned char* longer = calloc(1, original.size + 100);
    assert_non_null(longer);
    memcpy(longer, original.bytes, original.size);
    vlTestFile_Write(original.name, longer, original.size + 100);
    vlRecording* recording = vlTestRun_OpenRecording(original.name);
    vlRecordingInfo info = vlRecording_GetInfo(recording);
    assert_true(info.isComplete);
    assert_int_equal(info.unreadableBytes, 100);
    assert_int_equal(info.steps, STEPS);
    vlRecording_Close(recording);
    free(longer);
    freeOriginal(&original);
}

static void the_checksum_is_the_common_one(void** state)
{
    (void)state;
    static vlCrc32 crc;
    vlCrc32_Init(&crc);
    assert_int_equal(vlCrc32_Add(&crc, 0, "", 0), 0);
    assert_int_equal(vlCrc32_Add(&crc, 0, "123456789", 9), 0xcbf43926u); // its published check
    // Computed in pieces of any size it is the same.
    const char text[] = "The quick brown fox jumps over the lazy dog";
    for (size_t cut = 0; cut < sizeof text; ++cut) {
        uint32_t sum = vlCrc32_Add(&crc, 0, text, cut);
        assert_int_equal(vlCrc32_Add(&crc, sum, text + cut, sizeof text - 1 - cut), 0x414fa339u);
        cut += cut == sizeof text - 2;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_checksum_is_the_common_one),
        cmocka_unit_test(cut_anywhere_it_is_readable_up_to_there),
        cmocka_unit_test(a_byte_changed_anywhere_ends_reading_there),
        cmocka_unit_test(damage_of_any_kind_is_survived),
        cmocka_unit_test(numbers_that_contradict_each_other_are_not_believed),
        cmocka_unit_test(other_files_are_refused_with_a_reason),
        cmocka_unit_test(bytes_after_the_end_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
