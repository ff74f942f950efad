// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_FUZZ_INPUT_H
#define VOLAR_TESTS_FUZZ_INPUT_H

// Bytes of a fuzzer read as choices and numbers. Beyond the end everything is zero, so every input
// is valid. With VOLAR_FUZZ_REPLAY defined the program has its own main, which runs files or seeded
// random inputs without libFuzzer:
//     fuzz_x PATH...            replays files, and all files of folders
//     fuzz_x --random COUNT [FIRST [PATH...]]     the same, then COUNT inputs from number FIRST on;
//                                                 both are the same in every run
// A program with a mutator of its own defines VL_FUZZ_MUTATES first; each file is then also tried
// with a few changes.

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "volar/math.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
#ifdef VL_FUZZ_MUTATES
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t room, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t* a, size_t aSize, const uint8_t* b, size_t bSize,
                                 uint8_t* out, size_t room, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t room); // libFuzzer's own
#endif

typedef struct vlFuzzInput {
    const uint8_t* data;
    size_t left;
} vlFuzzInput;

static inline uint8_t vlFuzz_Byte(vlFuzzInput* in)
{
    if (in->left == 0) {
        return 0;
    }
    --in->left;
    return *in->data++;
}

// In 0 .. count - 1, count up to 256.
static inline int vlFuzz_Choice(vlFuzzInput* in, int count)
{
    return vlFuzz_Byte(in) % count;
}

// Two numbers in three have the size of everyday things, the others are any double.
static inline double vlFuzz_Double(vlFuzzInput* in)
{
    static const double special[] = {
        0.0,          -0.0,        (double)NAN, HUGE_VAL, -HUGE_VAL, DBL_MAX, -DBL_MAX, DBL_MIN,
        DBL_TRUE_MIN, DBL_EPSILON, 1e-9,        1e9,      1e-160,    1e160,   -1e300,   1e-300};
    uint8_t kind = vlFuzz_Byte(in);
    if (kind < 170) {
        return (double)(int8_t)vlFuzz_Byte(in) / 32.0;
    }
    if (kind < 200) {
        double fine = (double)vlFuzz_Byte(in) / 256.0;
        return (double)(int8_t)vlFuzz_Byte(in) * 8.0 + fine;
    }
    if (kind < 235) {
        return special[vlFuzz_Choice(in, (int)(sizeof special / sizeof special[0]))];
    }
    uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) {
        bits = bits << 8 | vlFuzz_Byte(in);
    }
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline vlVec3 vlFuzz_Vec(vlFuzzInput* in)
{
    double x = vlFuzz_Double(in);
    double y = vlFuzz_Double(in);
    double z = vlFuzz_Double(in);
    return vlVec(x, y, z);
}

// A rotation; sometimes a quaternion that is not a rotation.
static inline vlQuat vlFuzz_Quat(vlFuzzInput* in)
{
    if (vlFuzz_Choice(in, 8) == 7) {
        vlVec3 v = vlFuzz_Vec(in);
        vlQuat q = {vlFuzz_Double(in), v.x, v.y, v.z};
        return q;
    }
    double x = (double)(int8_t)vlFuzz_Byte(in) / 32.0;
    double y = (double)(int8_t)vlFuzz_Byte(in) / 32.0;
    double z = (double)(int8_t)vlFuzz_Byte(in) / 32.0;
    return vlUnitQ(vlQuatFromRotationVector(vlVec(x, y, z)));
}

static inline vlPose vlFuzz_Pose(vlFuzzInput* in)
{
    vlPose pose;
    pose.p = vlFuzz_Vec(in);
    pose.q = vlFuzz_Quat(in);
    return pose;
}

// Writes chosen pieces, sometimes an arbitrary byte, until `until` bytes are exceeded: `text` must
// have room for one more piece. Returns how many bytes there are.
static inline size_t vlFuzz_Join(vlFuzzInput* in, const char* const* pieces, int count,
                                 uint8_t* text, size_t until)
{
    size_t used = 0;
    while (in->left > 0 && used < until) {
        int choice = vlFuzz_Choice(in, count + 1);
        if (choice == 0) {
            text[used++] = vlFuzz_Byte(in);
        } else {
            size_t length = strlen(pieces[choice - 1]);
            memcpy(text + used, pieces[choice - 1], length);
            used += length;
        }
    }
    return used;
}

// The number of the random input that is running, -1: none; and the file, if it is one.
static int vlFuzzNumber = -1;
static const char* vlFuzzPath = "none";

// Checks an invariant: if it is broken, says which one and traps, which a fuzzer and a debugger
// notice.
#define VL_FUZZ_REQUIRE(condition)                                                                 \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            (void)fprintf(stderr, "%s:%d: broken: %s (random input %d, file %s)\n", __FILE__,      \
                          __LINE__, #condition, vlFuzzNumber, vlFuzzPath);                         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

#ifdef VOLAR_FUZZ_REPLAY

#include <dirent.h>

#include "models/random.h"

#define VL_FUZZ_LARGEST 4096
#define VL_FUZZ_LARGEST_FILE ((size_t)1 << 20)
#define VL_FUZZ_CHANGES 8 // of each file, by the program's own mutator

#ifdef VL_FUZZ_MUTATES
static vlRandom vlFuzzChanges = {0};

size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t room)
{
    (void)room;
    if (size > 0) {
        data[vlRandom_Index(&vlFuzzChanges, (int)size)] = (uint8_t)vlRandom_Next(&vlFuzzChanges);
    }
    return size;
}

static void vlFuzz_TryChanged(const uint8_t* data, size_t size)
{
    static uint8_t changed[VL_FUZZ_LARGEST_FILE];
    static uint8_t crossed[VL_FUZZ_LARGEST_FILE];
    vlFuzzChanges = vlRandom_Seed(size);
    for (unsigned i = 0; i < VL_FUZZ_CHANGES; ++i) {
        memcpy(changed, data, size);
        size_t left = LLVMFuzzerCustomMutator(changed, size, size + VL_FUZZ_LARGEST, i);
        (void)LLVMFuzzerTestOneInput(changed, left);
        left = LLVMFuzzerCustomCrossOver(data, size, changed, left, crossed, sizeof crossed, i);
        (void)LLVMFuzzerTestOneInput(crossed, left);
    }
}
#else
static void vlFuzz_TryChanged(const uint8_t* data, size_t size)
{
    (void)data, (void)size;
}
#endif

static bool vlFuzz_ReplayFile(const char* path)
{
    static uint8_t data[VL_FUZZ_LARGEST_FILE - VL_FUZZ_LARGEST];
    FILE* file = fopen(path, "rb");
    if (file == NULL) {
        (void)fprintf(stderr, "cannot read %s\n", path);
        return false;
    }
    size_t size = fread(data, 1, sizeof data, file);
    (void)fclose(file);
    vlFuzzPath = path;
    bool isGood = LLVMFuzzerTestOneInput(data, size) == 0;
    vlFuzz_TryChanged(data, size);
    vlFuzzPath = "none";
    return isGood;
}

// A file, or a folder with files, in the order of their names.
static bool vlFuzz_ReplayPath(const char* path)
{
    struct dirent** entries = NULL;
    int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0) {
        return vlFuzz_ReplayFile(path);
    }
    bool isGood = true;
    for (int i = 0; i < count; ++i) {
        char name[1024];
        (void)snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
        isGood = (entries[i]->d_name[0] == '.' || vlFuzz_ReplayFile(name)) && isGood;
        free(entries[i]);
    }
    free(entries);
    return isGood && count > 2;
}

static void vlFuzz_ReplayRandom(int count, int first)
{
    static uint8_t data[VL_FUZZ_LARGEST];
    for (int i = first; i < first + count; ++i) {
        vlFuzzNumber = i;
        vlRandom random = vlRandom_Seed((uint64_t)i);
        size_t size = (size_t)vlRandom_Index(&random, VL_FUZZ_LARGEST);
        for (size_t k = 0; k < size; ++k) {
            data[k] = (uint8_t)vlRandom_Next(&random);
        }
        (void)LLVMFuzzerTestOneInput(data, size);
    }
    printf("%d random inputs, nothing broke\n", count);
}

int main(int argc, char** argv)
{
    bool isRandom = argc >= 3 && strcmp(argv[1], "--random") == 0;
    bool ok = argc > 1;
    for (int i = isRandom ? 4 : 1; i < argc; ++i) {
        ok = vlFuzz_ReplayPath(argv[i]) && ok;
    }
    if (isRandom) {
        vlFuzz_ReplayRandom(atoi(argv[2]), argc > 3 ? atoi(argv[3]) : 0);
    }
    return ok ? 0 : 2;
}

#endif

#endif
