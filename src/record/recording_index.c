// SPDX-License-Identifier: MIT
// Checks a recording from its first byte on. Nothing in the file is trusted before it was checked:
// sizes, checksums, sequence, counts, and that every part is consistent with the parts before it.
// At the first fault reading stops; everything before it stays readable.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/inputs.h"
#include "record/recording.h"

// Beyond this sums could overflow and times lose steps; it is 1 kHz for 280 000 years.
#define MOST_STEPS ((uint64_t)1 << 53)

static bool addOffset(vlOffsets* offsets, uint64_t offset)
{
    if (offsets->count == offsets->capacity) {
        uint64_t capacity = offsets->capacity > 0 ? 2 * offsets->capacity : 256;
        uint64_t* grown = realloc(offsets->at, (size_t)capacity * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        offsets->at = grown;
        offsets->capacity = capacity;
    }
    offsets->at[offsets->count++] = offset;
    return true;
}

// The chunk at `offset` if it is whole and undamaged.
static bool findChunk(const vlRecording* recording, size_t offset, uint32_t sequence,
                      vlChunkHeader* header)
{
    size_t left = recording->size - offset;
    if (left < sizeof *header) {
        return false;
    }
    memcpy(header, recording->bytes + offset, sizeof *header);
    left -= sizeof *header;
    if (header->size > VL_RECORD_MAX_PAYLOAD || vlRecord_Pad(header->size) > left ||
        header->sequence != sequence) {
        return false;
    }
    const unsigned char* payload = recording->bytes + offset + sizeof *header;
    for (size_t i = header->size; i < vlRecord_Pad(header->size); ++i) {
        if (payload[i] != 0) {
            return false;
        }
    }
    return vlRecord_Crc(&recording->crc, header, payload) == header->crc;
}

static bool checkScene(vlRecording* recording, const unsigned char* payload, size_t size)
{
    const vlSceneChunk* scene = (const void*)payload;
    if (size < sizeof *scene || !isfinite(scene->step) || !(scene->step > 0.0) ||
        scene->bodyCount > scene->placeCount || scene->placeCount > 65000 ||
        memchr(scene->program, '\0', sizeof scene->program) == NULL) {
        return false;
    }
    size_t placesSize = vlRecord_Pad(scene->bodyCount * sizeof *recording->places);
    if (size - sizeof *scene != placesSize + scene->textSize + 1) {
        return false;
    }
    recording->scene = scene;
    recording->places = (const void*)(payload + sizeof *scene);
    recording->text = (const char*)payload + sizeof *scene + placesSize;
    int64_t last = -1;
    for (uint32_t i = 0; i < scene->bodyCount; ++i) {
        if (recording->places[i] <= last || recording->places[i] >= (int64_t)scene->placeCount) {
            return false;
        }
        last = recording->places[i];
    }
    return recording->text[scene->textSize] == '\0';
}

// Time in a recording is finite and never goes back.
static bool goesOn(const vlRecording* recording, double time)
{
    uint64_t steps = recording->steps.count;
    uint64_t views = recording->views.count;
    double last = steps > 0 ? vlRecording_StepAt(recording, steps - 1)->recorded : 0.0;
    last = views > 0 ? fmax(last, vlRecording_ViewAt(recording, views - 1)->recorded) : last;
    return isfinite(time) && time >= last;
}

static bool checkStep(const vlRecording* recording, const unsigned char* payload, size_t size)
{
    const vlStepChunk* step = (const void*)payload;
    if (size < sizeof *step || step->inputCount > VL_MAX_INPUTS ||
        step->bodyCount != recording->scene->bodyCount ||
        step->index != recording->steps.count + recording->lostSteps ||
        !goesOn(recording, step->recorded) ||
        size - sizeof *step < step->inputCount * sizeof(vlInputRecord)) {
        return false;
    }
    const vlInputRecord* input = (const void*)(step + 1);
    for (uint32_t i = 0; i < step->inputCount; ++i) {
        if (input[i].kind > VL_INPUT_RESET) {
            return false;
        }
    }
    return size == sizeof *step + vlInputs_SizeOf(input, (int)step->inputCount) +
                       step->bodyCount * sizeof(vlRecordedBody);
}

// Do the parts after the first `parts` bytes fill the view? Each is read only if it is there.
static bool endsAt(const vlViewHeader* view, uint64_t parts, size_t size)
{
    parts += sizeof(vlViewTail);
    if (parts > size) {
        return false;
    }
    parts += (uint64_t)vlView_GetTail(view)->jointCount * sizeof(vlViewJoint);
    parts += sizeof(vlViewHaptic);
    if (parts > size) {
        return false;
    }
    const vlViewHaptic* haptic = vlView_GetHaptic(view);
    parts += (uint64_t)haptic->deviceCount * sizeof(vlViewDevice);
    parts += (uint64_t)haptic->parameterCount * sizeof(double);
    if ((view->status.flags & VL_VIEW_SAMPLED) != 0) {
        if (parts + sizeof(vlViewSampling) > size) {
            return false;
        }
        const vlViewSampling* sampling = vlView_GetSampling(view);
        parts += sizeof *sampling + (uint64_t)sampling->sampleCount * sizeof(vlViewSample);
        return parts == size;
    }
    uint64_t plane = sizeof(vlViewPlane) + (uint64_t)haptic->deviceCount * sizeof(vlViewMechanism);
    return parts == size || parts + plane == size; // the latter of a planar scene
}

// The parts of a view add up to its size, and its contacts' polygons to its vertices.
static bool checkView(const vlRecording* recording, const unsigned char* payload, size_t size)
{
    const vlViewChunk* chunk = (const void*)payload;
    const vlViewHeader* view = (const void*)(chunk + 1);
    if (size < sizeof *chunk + sizeof *view) {
        return false;
    }
    size -= sizeof *chunk;
    uint64_t parts = sizeof *view + (uint64_t)view->bodyCount * sizeof(vlViewBody) +
                     (uint64_t)view->contactCount * sizeof(vlViewContact) +
                     (uint64_t)view->vertexCount * sizeof(vlViewVertex) +
                     (uint64_t)view->grabCount * sizeof(vlViewGrab);
    if (view->magic != VL_VIEW_MAGIC || view->size != size ||
        view->bodyCount != recording->scene->placeCount || view->grabCount > VL_MAX_GRABS ||
        chunk->index != recording->steps.count + recording->lostSteps ||
        !goesOn(recording, chunk->recorded) || !endsAt(view, parts, size)) {
        return false;
    }
    const vlViewBody* bodies = (const void*)(view + 1);
    const vlViewContact* contacts = (const void*)(bodies + view->bodyCount);
    uint64_t corners = 0;
    for (uint32_t i = 0; i < view->contactCount; ++i) {
        corners += contacts[i].vertexCount;
    }
    return corners == view->vertexCount;
}

static bool checkEnd(const vlRecording* recording, const vlEndChunk* end, size_t size)
{
    return size == sizeof *end && end->steps == recording->steps.count &&
           end->lostSteps == recording->lostSteps && end->views == recording->views.count;
}

static bool takeLost(vlRecording* recording, const vlLostChunk* lost, size_t size)
{
    if (size != sizeof *lost || lost->count == 0 ||
        lost->count > MOST_STEPS - recording->lostSteps - recording->steps.count) {
        return false;
    }
    recording->lostSteps += lost->count;
    return true;
}

// Adds one good chunk; false if it makes no sense here.
static bool takeChunk(vlRecording* recording, const vlChunkHeader* header, size_t offset,
                      bool* noMemory)
{
    const unsigned char* payload = recording->bytes + offset;
    size_t size = header->size;
    switch (header->type) {
    case VL_CHUNK_STEP:
        if (!checkStep(recording, payload, size)) {
            return false;
        }
        *noMemory = !addOffset(&recording->steps, offset);
        recording->inputs += ((const vlStepChunk*)(const void*)payload)->inputCount;
        return !*noMemory;
    case VL_CHUNK_VIEW:
        if (!checkView(recording, payload, size)) {
            return false;
        }
        *noMemory = !addOffset(&recording->views, offset);
        return !*noMemory;
    case VL_CHUNK_LOST: return takeLost(recording, (const void*)payload, size);
    case VL_CHUNK_END:
        recording->end =
            checkEnd(recording, (const void*)payload, size) ? (const void*)payload : NULL;
        return recording->end != NULL;
    default: return false;
    }
}

static bool explain(char* message, size_t messageSize, const char* why)
{
    if (message != NULL && messageSize > 0) {
        snprintf(message, messageSize, "%s", why);
    }
    return false;
}

static bool checkFile(vlRecording* recording, char* message, size_t messageSize)
{
    vlFileHeader header;
    if (recording->size < sizeof header) {
        return explain(message, messageSize, "it is too short to be a recording");
    }
    memcpy(&header, recording->bytes, sizeof header);
    if (memcmp(header.magic, VL_RECORD_MAGIC, sizeof header.magic) != 0) {
        return explain(message, messageSize, "it is not a recording");
    }
    if (vlCrc32_Add(&recording->crc, 0, &header, offsetof(vlFileHeader, crc)) != header.crc) {
        return explain(message, messageSize, "its header is damaged");
    }
    if (header.version != VL_RECORD_VERSION) {
        char text[160];
        snprintf(text, sizeof text,
                 "it has version %u of the format; this program reads only version %u",
                 header.version, VL_RECORD_VERSION);
        return explain(message, messageSize, text);
    }
    return true;
}

bool vlRecording_Index(vlRecording* recording, bool* noMemory, char* message, size_t messageSize)
{
    *noMemory = false;
    if (!checkFile(recording, message, messageSize)) {
        return false;
    }
    vlChunkHeader header;
    size_t offset = sizeof(vlFileHeader);
    if (!findChunk(recording, offset, 0, &header) || header.type != VL_CHUNK_SCENE ||
        !checkScene(recording, recording->bytes + offset + sizeof header, header.size)) {
        return explain(message, messageSize, "its scene is damaged or cut off");
    }
    offset += sizeof header + vlRecord_Pad(header.size);
    for (uint32_t sequence = 1; recording->end == NULL; ++sequence) {
        if (!findChunk(recording, offset, sequence, &header) ||
            !takeChunk(recording, &header, offset + sizeof header, noMemory)) {
            break;
        }
        offset += sizeof header + vlRecord_Pad(header.size);
    }
    recording->readable = offset;
    return !*noMemory || explain(message, messageSize, vlResult_Text(VL_ERROR_MEMORY));
}
