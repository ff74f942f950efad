// SPDX-License-Identifier: MIT
#ifndef VOLAR_RECORD_FORMAT_H
#define VOLAR_RECORD_FORMAT_H

// Layout of a recording (docs/recordings.md has it as tables): a file header, then chunks, each a
// chunk header and its payload, padded with zeros to a multiple of 8 bytes. Everything is
// little-endian, as are the machines that Volar runs on: so the structs below are the bytes.

#include <string.h>
#include <volar/record.h>

#include "record/crc32.h"

#define VL_RECORD_MAGIC "VOLARREC"
#define VL_RECORD_VERSION 1u
// Largest payload that is written or accepted; a step of 65000 bodies has 7 MB.
#define VL_RECORD_MAX_PAYLOAD ((size_t)64 << 20)

typedef enum vlChunkType {
    VL_CHUNK_SCENE = 1, // first and once
    VL_CHUNK_STEP = 2,
    VL_CHUNK_VIEW = 3,
    VL_CHUNK_LOST = 4, // steps were not recorded here
    VL_CHUNK_END = 5   // last
} vlChunkType;

typedef struct vlFileHeader {
    char magic[8];
    uint32_t version;
    uint32_t crc; // of the 12 bytes before
} vlFileHeader;

typedef struct vlChunkHeader {
    uint32_t type;
    uint32_t size; // of the payload without padding
    uint32_t crc;  // of type, size and sequence, then the payload
    uint32_t sequence;
} vlChunkHeader;

#define VL_RECORD_TWO_RATE 1u

// Followed by int32_t places[bodyCount], zeros to a multiple of 8, the text and a NUL.
typedef struct vlSceneChunk {
    uint64_t sceneHash;
    double step;         // s, at the beginning
    uint64_t stepCount;  // of the world when the recording began
    uint32_t textSize;   // without the NUL
    uint32_t bodyCount;  // recorded
    uint32_t placeCount; // bodies of the scene
    uint32_t flags;      // VL_RECORD_TWO_RATE
    char program[32];
} vlSceneChunk;

// Followed by vlInputRecord[inputCount], a vlSampleRecord for each input of kind DEVICE or SILENT,
// and vlRecordedBody[bodyCount].
typedef struct vlStepChunk {
    uint64_t index; // steps since the recording began, including lost ones: 0, 1, 2 ...
    uint64_t stepCount;
    double time;     // s, of the world
    double recorded; // s since the recording began, lost steps included, after this step
    uint32_t inputCount;
    uint32_t bodyCount;
} vlStepChunk;

typedef struct vlInputRecord {
    uint32_t kind; // vlInputKind
    int32_t grab, body, device;
    vlVec3 point, target; // of SET: point.x is the value, and `grab` the parameter
} vlInputRecord;

typedef struct vlSampleRecord {
    double time; // s
    uint64_t sequence;
    vlPose pose;
    vlTwist twist;
    uint32_t hasTwist; // 0 or 1
    uint32_t buttons;
} vlSampleRecord;

// Followed by the view.
typedef struct vlViewChunk {
    uint64_t index;  // steps before it, including lost ones
    double recorded; // s since the recording began
} vlViewChunk;

typedef struct vlLostChunk {
    uint64_t count;
} vlLostChunk;

typedef struct vlEndChunk {
    uint64_t steps, lostSteps, views;
    uint64_t hash; // vlSimulation_GetHash after the last step; 0: unknown
} vlEndChunk;

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "recordings are little-endian");
_Static_assert(sizeof(vlFileHeader) == 16 && sizeof(vlChunkHeader) == 16, "the layout is fixed");
_Static_assert(sizeof(vlSceneChunk) == 72 && sizeof(vlStepChunk) == 40, "the layout is fixed");
_Static_assert(sizeof(vlViewChunk) == 16 && sizeof(vlLostChunk) == 8, "the layout is fixed");
_Static_assert(sizeof(vlEndChunk) == 32, "the layout is fixed");
_Static_assert(sizeof(vlInputRecord) == 64 && sizeof(vlSampleRecord) == 128, "the layout is fixed");
_Static_assert(sizeof(vlPose) == 56 && offsetof(vlPose, q) == 24, "the layout is fixed");
_Static_assert(sizeof(vlRecordedBody) == 104 && offsetof(vlRecordedBody, twist) == 56,
               "the layout is fixed");

static inline size_t vlRecord_Pad(size_t size)
{
    return (size + 7u) & ~(size_t)7u;
}

// Checksum of a chunk.
static inline uint32_t vlRecord_Crc(const vlCrc32* crc, const vlChunkHeader* header,
                                    const void* payload)
{
    const uint32_t words[3] = {header->type, header->size, header->sequence};
    unsigned char bytes[sizeof words];
    memcpy(bytes, words, sizeof words);
    return vlCrc32_Add(crc, vlCrc32_Add(crc, 0, bytes, sizeof bytes), payload, header->size);
}

#endif
