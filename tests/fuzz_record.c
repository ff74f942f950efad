// SPDX-License-Identifier: MIT
// Any bytes opened as a recording: refused, or read in full without a fault. Each input is tried as
// it is; with its checksums made right, so that the checks behind them are reached; and, if it does
// not begin like a recording, as a list of parts after a good scene.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz_input.h"
#include "volar/record.h"

#define FILE_HEADER 16
#define CHUNK_HEADER 16
#define MOST_BYTES (1u << 20)

static uint32_t addCrc(uint32_t crc, const uint8_t* bytes, size_t size)
{
    static uint32_t table[256];
    for (uint32_t b = 0; table[255] == 0 && b < 256; ++b) {
        uint32_t remainder = b;
        for (int bit = 0; bit < 8; ++bit) {
            remainder = (remainder >> 1) ^ ((remainder & 1u) != 0 ? 0xedb88320u : 0u);
        }
        table[b] = remainder;
    }
    crc = ~crc;
    for (size_t i = 0; i < size; ++i) {
        crc = (crc >> 8) ^ table[(crc ^ bytes[i]) & 0xffu];
    }
    return ~crc;
}

static void putWord(uint8_t* at, uint32_t word)
{
    memcpy(at, &word, sizeof word);
}

// Corrects magic, version, sequence and checksums, as far as the sizes lead.
static void mend(uint8_t* bytes, size_t size)
{
    if (size < FILE_HEADER) {
        return;
    }
    memcpy(bytes, "VOLARREC", 8);
    putWord(bytes + 8, 1);
    putWord(bytes + 12, addCrc(0, bytes, 12));
    uint32_t sequence = 0;
    for (size_t at = FILE_HEADER; size - at >= CHUNK_HEADER;) {
        uint32_t payload;
        memcpy(&payload, bytes + at + 4, sizeof payload);
        size_t padded = ((size_t)payload + 7) & ~(size_t)7;
        if (padded > size - at - CHUNK_HEADER) {
            return;
        }
        putWord(bytes + at + 12, sequence++);
        uint32_t crc = addCrc(addCrc(0, bytes + at, 8), bytes + at + 12, 4);
        putWord(bytes + at + 8, addCrc(crc, bytes + at + CHUNK_HEADER, payload));
        memset(bytes + at + CHUNK_HEADER + payload, 0, padded - payload);
        at += CHUNK_HEADER + padded;
    }
}

static size_t addChunk(uint8_t* bytes, size_t at, uint32_t type, const void* payload, size_t size)
{
    size_t whole = CHUNK_HEADER + ((size + 7) & ~(size_t)7);
    if (whole > MOST_BYTES - at) {
        return at;
    }
    memset(bytes + at, 0, whole);
    putWord(bytes + at, type);
    putWord(bytes + at + 4, (uint32_t)size);
    memcpy(bytes + at + CHUNK_HEADER, payload, size);
    return at + whole;
}

// A scene of one body, then chunks with the right sizes and counts more often than not.
static size_t makeRecording(vlFuzzInput* in, uint8_t* bytes)
{
    struct {
        uint64_t hash;
        double step;
        uint64_t stepCount;
        uint32_t textSize, bodyCount, placeCount, zero;
        char program[32];
        int32_t places[2];
        char text[8];
    } scene = {.step = 0.001, .textSize = 7, .bodyCount = 1, .placeCount = 1, .text = "volar: "};
    size_t at = addChunk(bytes, FILE_HEADER, 1, &scene, sizeof scene);
    uint64_t index = 0;
    while (in->left > 0) {
        uint64_t payload[172]; // a view of one body and three joints has as many
        for (size_t i = 0; i < sizeof payload / sizeof payload[0]; ++i) {
            payload[i] = i < 8 ? vlFuzz_Byte(in) : i;
        }
        uint32_t type = (uint32_t)vlFuzz_Choice(in, 7);
        size_t size = (size_t)vlFuzz_Byte(in) * 4;
        uint32_t inputs = (uint32_t)vlFuzz_Choice(in, 4);
        if (vlFuzz_Choice(in, 4) != 0) {
            uint64_t counts = inputs | (uint64_t)1 << 32;
            size_t haptic = 456 + 80 + sizeof(vlViewTail) + inputs * sizeof(vlViewJoint);
            const vlViewHeader view = {.magic = VL_VIEW_MAGIC,
                                       .size = (uint32_t)(haptic + sizeof(vlViewHaptic)),
                                       .bodyCount = 1};
            payload[0] = index;
            switch (type) {
            case 2:
                payload[3] = counts;
                size = 32 + inputs * 64 + sizeof(vlRecordedBody);
                ++index;
                break;
            case 3:
                memcpy(payload + 1, &view, sizeof view);
                payload[1 + (456 + 80) / 8] = inputs; // joints
                payload[1 + haptic / 8] = 0;          // devices
                size = 8 + view.size;
                break;
            case 4:
                payload[0] = 1 + inputs;
                index += payload[0];
                size = 8;
                break;
            default: break;
            }
        }
        at = addChunk(bytes, at, type, payload, size < sizeof payload ? size : sizeof payload);
    }
    return at;
}

static void readAll(const vlRecording* recording)
{
    vlRecordingInfo info = vlRecording_GetInfo(recording);
    size_t size;
    const char* text = vlRecording_GetSceneText(recording, &size);
    VL_FUZZ_REQUIRE(text[size] == '\0');
    VL_FUZZ_REQUIRE(info.unreadableBytes <= info.bytes && info.step > 0.0);
    uint64_t last = 0, inputs = 0;
    unsigned sum = 0;
    for (uint64_t i = 0; i < info.steps; ++i) {
        vlRecordedStep step;
        VL_FUZZ_REQUIRE(vlRecording_GetStep(recording, i, &step) == VL_OK);
        VL_FUZZ_REQUIRE(i == 0 || step.index > last);
        last = step.index;
        inputs += (uint64_t)step.inputCount;
        for (int k = 0; k < step.inputCount; ++k) {
            vlInput input;
            VL_FUZZ_REQUIRE(vlRecording_GetInput(recording, i, k, &input) == VL_OK);
            sum += (unsigned)input.kind + input.sample.buttons;
        }
        const uint8_t* bytes = (const uint8_t*)step.bodies;
        for (size_t k = 0; k < (size_t)info.bodyCount * sizeof(vlRecordedBody); ++k) {
            sum += bytes[k];
        }
    }
    VL_FUZZ_REQUIRE(inputs == info.inputs);
    for (uint64_t i = 0; i < info.views; ++i) {
        const void* view = NULL;
        VL_FUZZ_REQUIRE(vlRecording_GetView(recording, i, &view, &size) == VL_OK);
        const uint8_t* bytes = view;
        for (size_t k = 0; k < size; ++k) {
            sum += bytes[k];
        }
        const vlViewTail* tail = vlView_GetTail(view);
        const vlViewHaptic* haptic = vlView_GetHaptic(view);
        VL_FUZZ_REQUIRE((const uint8_t*)tail + sizeof *tail +
                            tail->jointCount * sizeof(vlViewJoint) ==
                        (const uint8_t*)haptic);
        const uint8_t* end = (const uint8_t*)haptic + sizeof *haptic +
                             haptic->deviceCount * sizeof(vlViewDevice) +
                             haptic->parameterCount * sizeof(double);
        const vlViewPlane* plane = vlView_GetPlane(view);
        if (plane != NULL) {
            VL_FUZZ_REQUIRE((const uint8_t*)plane == end);
            end += sizeof *plane + haptic->deviceCount * sizeof(vlViewMechanism);
        }
        const vlViewSampling* sampling = vlView_GetSampling(view);
        if (sampling != NULL) {
            VL_FUZZ_REQUIRE((const uint8_t*)sampling == end);
            end += sizeof *sampling + sampling->sampleCount * sizeof(vlViewSample);
        }
        VL_FUZZ_REQUIRE(end == bytes + size);
        uint64_t found = vlRecording_FindView(recording, vlRecording_GetViewTime(recording, i));
        VL_FUZZ_REQUIRE(found >= i && found < info.views);
    }
    VL_FUZZ_REQUIRE(vlRecording_GetBodyPlace(recording, (int)(sum % 7)) >= -1);
}

static void tryFile(int file, const char* path, const uint8_t* bytes, size_t size)
{
    vlRecording* recording = NULL;
    char message[256] = "";
    VL_FUZZ_REQUIRE(ftruncate(file, 0) == 0);
    VL_FUZZ_REQUIRE(pwrite(file, bytes, size, 0) == (ssize_t)size);
    vlResult r = vlRecording_Open(path, &recording, message, sizeof message);
    VL_FUZZ_REQUIRE(r == VL_OK || (r == VL_ERROR_PARSE && message[0] != '\0'));
    if (r == VL_OK) {
        readAll(recording);
    }
    vlRecording_Close(recording);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static uint8_t bytes[MOST_BYTES];
    static int file = -1;
    char path[64];
    if (file < 0) {
        file = memfd_create("fuzz_record", MFD_CLOEXEC);
        VL_FUZZ_REQUIRE(file >= 0);
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    size = size < MOST_BYTES ? size : MOST_BYTES;
    tryFile(file, path, data, size);
    if (size >= 8 && memcmp(data, "VOLARREC", 8) == 0) {
        memcpy(bytes, data, size);
    } else {
        vlFuzzInput in = {data, size};
        memset(bytes, 0, FILE_HEADER);
        size = makeRecording(&in, bytes);
    }
    mend(bytes, size);
    tryFile(file, path, bytes, size);
    return 0;
}
