// SPDX-License-Identifier: MIT
// Any text as a device file: nothing crashes or leaks, what is refused says why and where, and what
// is accepted can be simulated. tests/corpus/device holds files to start from.

#define VL_FUZZ_MUTATES
#include "fuzz_text.h"
#include "volar/device_file.h"

#define TICKS 20

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t room, unsigned seed)
{
    if (seed % 4 == 0) {
        return LLVMFuzzerMutate(data, size, room);
    }
    return vlFuzzText_Change(data, size, room, seed);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t* a, size_t aSize, const uint8_t* b, size_t bSize,
                                 uint8_t* out, size_t room, unsigned seed)
{
    return vlFuzzText_Cross(a, aSize, b, bSize, out, room, seed);
}

static void checkErrors(vlResult result, const vlFileErrors* errors)
{
    VL_FUZZ_REQUIRE(result == VL_ERROR_PARSE);
    VL_FUZZ_REQUIRE(errors->total >= 1 && errors->total >= errors->count);
    VL_FUZZ_REQUIRE(errors->count >= 1 && errors->count <= VL_MAX_FILE_ERRORS);
    for (int i = 0; i < errors->count; ++i) {
        const vlFileError* e = &errors->item[i];
        VL_FUZZ_REQUIRE(strcmp(e->file, "fuzz.yaml") == 0 && strlen(e->message) > 5);
        VL_FUZZ_REQUIRE(e->line >= 0 && (e->line > 0) == (e->column > 0));
    }
}

static void checkNumbers(const vlDeviceFile* file)
{
    VL_FUZZ_REQUIRE(file->numberCount >= 0 && file->numberCount <= VL_MAX_DEVICE_NUMBERS);
    for (int i = 0; i < file->numberCount; ++i) {
        const vlDeviceNumber* n = &file->numbers[i];
        VL_FUZZ_REQUIRE(memchr(n->key, '\0', sizeof n->key) != NULL && n->key[0] != '\0');
        VL_FUZZ_REQUIRE(memchr(n->source, '\0', sizeof n->source) != NULL && isfinite(n->value));
    }
    VL_FUZZ_REQUIRE(memchr(file->like, '\0', sizeof file->like) != NULL);
}

// The device moves under a force that nobody would render, and measures finite numbers.
static void simulate(const vlDeviceFile* file)
{
    char message[256] = "";
    vlDevice* device = NULL;
    vlResult result = vlSimulatedDevice_Check(&file->def, message, sizeof message);
    if (result != VL_OK) {
        (void)fprintf(stderr, "%s\n", message);
    }
    VL_FUZZ_REQUIRE(result == VL_OK);
    VL_FUZZ_REQUIRE(vlSimulatedDevice_Create(&file->def, &device) == VL_OK);
    VL_FUZZ_REQUIRE(isfinite(vlSimulatedDevice_GetDelay(&file->def)));
    const vlWrench wrench = {{1e3, -1e5, 0.1}, {10.0, 0.0, -1e3}};
    for (int i = 0; i < TICKS; ++i) {
        vlDeviceSample sample;
        result = vlDevice_Read(device, 1e-3 * i, &sample);
        VL_FUZZ_REQUIRE(result == VL_OK);
        VL_FUZZ_REQUIRE(vlIsFinite(sample.pose.p) && isfinite(sample.pose.q.w));
        VL_FUZZ_REQUIRE(vlDevice_Write(device, 1e-3 * i, &wrench) == VL_OK);
    }
    vlDevice_Close(device);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static vlFileErrors errors;
    static vlDeviceFile file;
    // A separate block, so that the address sanitizer notices a read one byte too far.
    char* text = malloc(size > 0 ? size : 1);
    VL_FUZZ_REQUIRE(text != NULL);
    memcpy(text, data, size);
    vlResult result = vlDeviceFile_ReadText(text, size, "fuzz.yaml", &file, &errors);
    free(text);
    if (result == VL_OK) {
        checkNumbers(&file);
        simulate(&file);
    } else {
        checkErrors(result, &errors);
    }
    return 0;
}
