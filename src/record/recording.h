// SPDX-License-Identifier: MIT
#ifndef VOLAR_RECORD_RECORDING_H
#define VOLAR_RECORD_RECORDING_H

// A recording in memory: the mapped file, and where its parts are. Everything that can be read from
// it was checked when it was opened.

#include "record/format.h"

// Ascending offsets into the file.
typedef struct vlOffsets {
    uint64_t* at;
    uint64_t count, capacity;
} vlOffsets;

struct vlRecording {
    const unsigned char* bytes;
    size_t size;
    vlCrc32 crc;
    const vlSceneChunk* scene;
    const int32_t* places;
    const char* text;
    vlOffsets steps, views; // of payloads
    uint64_t inputs;
    uint64_t lostSteps;
    const vlEndChunk* end; // NULL: the recording was not ended
    size_t readable;       // bytes of whole parts
};

// Checks all chunks and lists them. False, with the reason, if not even the scene is readable;
// `*noMemory` says whether the only reason was a lack of memory.
bool vlRecording_Index(vlRecording* recording, bool* noMemory, char* message, size_t messageSize);

static inline const vlStepChunk* vlRecording_StepAt(const vlRecording* recording, uint64_t i)
{
    return (const void*)(recording->bytes + recording->steps.at[i]);
}

static inline const vlViewChunk* vlRecording_ViewAt(const vlRecording* recording, uint64_t i)
{
    return (const void*)(recording->bytes + recording->views.at[i]);
}

#endif
