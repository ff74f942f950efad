// SPDX-License-Identifier: MIT
// The simulation's side of a recorder: it copies each step into a ring and does nothing else.

#include "record/recorder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file_in.h"
#include "record/inputs.h"
#include "run/simulation_parts.h"

#define DEFAULT_BUFFER ((size_t)64 << 20)
#define WAIT_NS 200000L // between two checks for room, if the simulation may wait

static size_t sizeOfStep(size_t inputsSize, int bodies)
{
    return sizeof(vlRecordMessage) + sizeof(vlStepChunk) + inputsSize +
           (size_t)bodies * sizeof(vlRecordedBody);
}

// Lists all bodies that are not static, by place and by id.
static vlResult listBodies(vlRecorder* recorder, int32_t** places)
{
    const vlScene* scene = vlSimulation_GetScene(recorder->simulation);
    int count = vlScene_GetBodyCount(scene);
    recorder->bodies = calloc((size_t)count + 1, sizeof *recorder->bodies);
    *places = calloc((size_t)count + 2, sizeof **places);
    if (recorder->bodies == NULL || *places == NULL) {
        return VL_ERROR_MEMORY;
    }
    for (int i = 0; i < count; ++i) {
        if (vlScene_GetBody(scene, i)->def.type != VL_BODY_STATIC) {
            recorder->bodies[recorder->bodyCount] = vlSimulation_GetBody(recorder->simulation, i);
            (*places)[recorder->bodyCount++] = i;
        }
    }
    return VL_OK;
}

static vlResult addScene(vlRecorder* recorder, const int32_t* places, bool isTwoRate)
{
    const vlScene* scene = vlSimulation_GetScene(recorder->simulation);
    const vlWorld* world = vlSimulation_GetWorld(recorder->simulation);
    char* text = NULL;
    size_t textSize = 0;
    vlResult r = vlScene_Write(scene, &text, &textSize);
    if (r != VL_OK) {
        return r;
    }
    vlSceneChunk chunk = {.sceneHash = vlScene_GetHash(scene),
                          .step = vlWorld_GetStep(world),
                          .stepCount = vlWorld_GetStepInfo(world).stepCount,
                          .textSize = (uint32_t)textSize,
                          .bodyCount = (uint32_t)recorder->bodyCount,
                          .placeCount = (uint32_t)vlScene_GetBodyCount(scene),
                          .flags = isTwoRate ? VL_RECORD_TWO_RATE : 0u};
    snprintf(chunk.program, sizeof chunk.program, "%s", vlVersion());
    size_t placesSize = vlRecord_Pad((size_t)recorder->bodyCount * sizeof *places);
    size_t size = sizeof chunk + placesSize + textSize + 1;
    unsigned char* payload = size <= VL_RECORD_MAX_PAYLOAD ? malloc(size) : NULL;
    if (payload != NULL) {
        memcpy(payload, &chunk, sizeof chunk);
        memcpy(payload + sizeof chunk, places, placesSize);
        memcpy(payload + sizeof chunk + placesSize, text, textSize + 1);
        vlChunkWriter_Add(&recorder->sink.writer, VL_CHUNK_SCENE, payload, size);
    }
    vlScene_FreeText(text);
    free(payload);
    return payload != NULL ? VL_OK : VL_ERROR_MEMORY;
}

static void freeRecorder(vlRecorder* recorder)
{
    vlRing_Destroy(recorder->ring);
    free(recorder->bodies);
    free(recorder->sink.writer.batch);
    free(recorder);
}

// Makes everything but the file and the thread.
static vlResult makeRecorder(const vlSimulation* simulation, const vlRecorderDef* def,
                             vlRecorder** made)
{
    vlRecorder* recorder = aligned_alloc(VL_CACHE_LINE, sizeof *recorder);
    if (recorder == NULL) {
        return VL_ERROR_MEMORY;
    }
    memset(recorder, 0, sizeof *recorder);
    *made = recorder;
    recorder->simulation = simulation;
    recorder->mayWait = def->mayWait;
    recorder->feed.step = vlWorld_GetStep(vlSimulation_GetWorld(simulation));
    int32_t* places = NULL;
    vlResult r = listBodies(recorder, &places);
    r = r == VL_OK && !vlChunkWriter_Open(&recorder->sink.writer, -1) ? VL_ERROR_MEMORY : r;
    r = r == VL_OK ? addScene(recorder, places, def->isTwoRate) : r;
    free(places);
    // Room for at least two of the largest steps: one being written, one being filled.
    size_t inputs = VL_MAX_INPUTS * (sizeof(vlInputRecord) + sizeof(vlSampleRecord));
    size_t least = 2 * (sizeOfStep(inputs, recorder->bodyCount) + 8);
    size_t size = def->bufferSize > 0 ? def->bufferSize : DEFAULT_BUFFER;
    recorder->bufferSize = size > least ? size : least;
    return r == VL_OK ? vlRing_Create(recorder->bufferSize, &recorder->ring) : r;
}

static vlResult refuse(char* message, size_t size, const char* path, const char* why)
{
    if (message != NULL && size > 0) {
        snprintf(message, size, "cannot record to '%s': %s", path, why);
    }
    return VL_ERROR_IO;
}

vlResult vlRecorder_Create(const char* path, const vlSimulation* simulation,
                           const vlRecorderDef* def, vlRecorder** recorder, char* message,
                           size_t messageSize)
{
    static const vlRecorderDef defaults = {0};
    if (path == NULL || simulation == NULL || recorder == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    vlRecorder* made = NULL;
    vlResult r = makeRecorder(simulation, def != NULL ? def : &defaults, &made);
    if (r != VL_OK) {
        (void)refuse(message, messageSize, path, vlResult_Text(r));
        if (made != NULL) {
            freeRecorder(made);
        }
        return r;
    }
    bool mustBeNew = def != NULL && def->mustBeNew;
    int error = mustBeNew ? vlFileOut_OpenNew(&made->out, path) : vlFileOut_Open(&made->out, path);
    if (error == 0) {
        made->sink.writer.file = fileno(made->out.stream);
        error = vlRecorder_StartThread(made);
    }
    if (error != 0) {
        char why[128];
        vlFileOut_Discard(&made->out);
        freeRecorder(made);
        return refuse(message, messageSize, path, vlFileIn_Explain(error, why, sizeof why));
    }
    *recorder = made;
    return VL_OK;
}

static void addOne(_Atomic uint64_t* counter)
{
    // Only one thread writes it, so an atomic addition is not needed.
    uint64_t value = atomic_load_explicit(counter, memory_order_relaxed);
    atomic_store_explicit(counter, value + 1, memory_order_relaxed);
}

static bool hasFailed(const vlRecorder* recorder)
{
    return atomic_load_explicit(&recorder->sink.systemError, memory_order_relaxed) != 0;
}

// Room for a message and its head, or NULL.
static void* beginMessage(vlRecorder* recorder, vlChunkType type, size_t size)
{
    vlRecordMessage* message = vlRing_Reserve(recorder->ring, size);
    bool mayFit = size + 8 <= recorder->bufferSize;
    while (message == NULL && recorder->mayWait && mayFit) {
        struct timespec pause = {0, WAIT_NS};
        (void)clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
        message = vlRing_Reserve(recorder->ring, size);
    }
    if (message != NULL) {
        *message = (vlRecordMessage){(uint32_t)type, 0, recorder->feed.unmarked};
        recorder->feed.unmarked = 0;
    }
    return message;
}

static void commitMessage(vlRecorder* recorder, size_t size)
{
    vlRing_Commit(recorder->ring, size);
    size_t used = vlRing_GetUsed(recorder->ring);
    if (used > atomic_load_explicit(&recorder->feed.bufferPeak, memory_order_relaxed)) {
        atomic_store_explicit(&recorder->feed.bufferPeak, used, memory_order_relaxed);
    }
}

// A body that its owner destroyed is recorded at the origin, at rest.
static void copyBodies(const vlRecorder* recorder, const vlWorld* world, vlRecordedBody* out)
{
    for (int i = 0; i < recorder->bodyCount; ++i) {
        if (vlBody_GetPose(world, recorder->bodies[i], &out[i].pose) != VL_OK ||
            vlBody_GetTwist(world, recorder->bodies[i], &out[i].twist) != VL_OK) {
            out[i] = (vlRecordedBody){.pose = vlIdentityPose()};
        }
    }
}

// Time since recording began, s, after all steps so far: a product as long as the step stays.
static double timeOf(const vlRecordFeed* feed)
{
    return feed->originTime + (double)(feed->index - feed->originIndex) * feed->step;
}

static void countStep(vlRecordFeed* feed, double step)
{
    if (step != feed->step) {
        feed->originTime = timeOf(feed);
        feed->originIndex = feed->index;
        feed->step = step;
    }
    ++feed->index;
}

vlResult vlRecorder_AddStep(vlRecorder* recorder, const vlSimulation* simulation)
{
    if (simulation != recorder->simulation) {
        return VL_ERROR_ARGUMENT;
    }
    if (hasFailed(recorder)) {
        return VL_ERROR_IO;
    }
    const vlWorld* world = vlSimulation_GetWorld(simulation);
    vlStepInfo info = vlWorld_GetStepInfo(world);
    const vlInput* inputs = NULL;
    int inputCount = vlSimulation_GetInputs(simulation, &inputs);
    size_t size = sizeOfStep(vlInputs_SizeFor(inputs, inputCount), recorder->bodyCount);
    vlRecordMessage* message = beginMessage(recorder, VL_CHUNK_STEP, size);
    uint64_t index = recorder->feed.index;
    countStep(&recorder->feed, vlWorld_GetStep(world));
    recorder->feed.stepCount = info.stepCount;
    if (message == NULL) {
        ++recorder->feed.unmarked;
        addOne(&recorder->feed.lostSteps);
        return VL_ERROR_FULL;
    }
    vlStepChunk* chunk = (vlStepChunk*)(message + 1);
    *chunk = (vlStepChunk){index,
                           info.stepCount,
                           info.time,
                           timeOf(&recorder->feed),
                           (uint32_t)inputCount,
                           (uint32_t)recorder->bodyCount};
    copyBodies(recorder, world, vlInputs_Write(inputs, inputCount, chunk + 1));
    commitMessage(recorder, size);
    addOne(&recorder->feed.steps);
    return VL_OK;
}

vlResult vlRecorder_AddView(vlRecorder* recorder, const void* view, size_t size)
{
    const vlViewHeader* header = view;
    if (view == NULL || size < sizeof *header || size > VL_RECORD_MAX_PAYLOAD - 8 ||
        header->magic != VL_VIEW_MAGIC || header->size != size) {
        return VL_ERROR_ARGUMENT;
    }
    if (hasFailed(recorder)) {
        return VL_ERROR_IO;
    }
    size_t whole = sizeof(vlRecordMessage) + sizeof(vlViewChunk) + size;
    vlRecordMessage* message = beginMessage(recorder, VL_CHUNK_VIEW, whole);
    if (message == NULL) {
        return VL_ERROR_FULL;
    }
    vlViewChunk* chunk = (vlViewChunk*)(message + 1);
    *chunk = (vlViewChunk){recorder->feed.index, timeOf(&recorder->feed)};
    memcpy(chunk + 1, view, size);
    commitMessage(recorder, whole);
    addOne(&recorder->feed.views);
    return VL_OK;
}

vlRecorderStatus vlRecorder_GetStatus(const vlRecorder* recorder)
{
    vlRecorderStatus status = {
        .steps = atomic_load_explicit(&recorder->feed.steps, memory_order_relaxed),
        .lostSteps = atomic_load_explicit(&recorder->feed.lostSteps, memory_order_relaxed),
        .views = atomic_load_explicit(&recorder->feed.views, memory_order_relaxed),
        .bytes = atomic_load_explicit(&recorder->sink.bytes, memory_order_relaxed),
        .systemError = atomic_load_explicit(&recorder->sink.systemError, memory_order_relaxed),
        .bufferPeak = atomic_load_explicit(&recorder->feed.bufferPeak, memory_order_relaxed)};
    return status;
}

// Hash of the world if it has not changed since the last recorded step.
static uint64_t lastHash(const vlRecorder* recorder)
{
    const vlWorld* world = vlSimulation_GetWorld(recorder->simulation);
    bool isSame = recorder->feed.index > 0 && recorder->feed.unmarked == 0 &&
                  vlWorld_GetStepInfo(world).stepCount == recorder->feed.stepCount;
    return isSame ? vlSimulation_GetHash(recorder->simulation) : 0;
}

vlResult vlRecorder_Close(vlRecorder* recorder, vlRecorderStatus* status)
{
    if (recorder == NULL) {
        return VL_OK;
    }
    vlRecorderStatus last = vlRecorder_GetStatus(recorder);
    recorder->feed.end = (vlEndChunk){last.steps, last.lostSteps, last.views, lastHash(recorder)};
    atomic_store_explicit(&recorder->feed.isStopping, true, memory_order_release);
    (void)pthread_join(recorder->thread, NULL);
    last = vlRecorder_GetStatus(recorder);
    // A recording that a full disk cut short is readable, so it takes its name too; one without a
    // single byte must not replace an older one.
    int error = last.bytes > 0 ? vlFileOut_Keep(&recorder->out) : 0;
    vlFileOut_Discard(&recorder->out);
    if (VL_FILE_IS_KEPT(error)) {
        last.nameError = VL_FILE_KEPT_ERRNO(error);
        last.part = VL_FILE_KEPT_PART(error);
    } else if (last.systemError == 0) {
        last.systemError = error;
    }
    if (status != NULL) {
        *status = last;
    }
    freeRecorder(recorder);
    return last.systemError == 0 && last.nameError == 0 ? VL_OK : VL_ERROR_IO;
}
