// SPDX-License-Identifier: MIT
// Opening a recording and reading what it contains.

#include "record/recording.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/inputs.h"

static vlResult refuse(vlResult result, char* message, size_t size, const char* path,
                       const char* why)
{
    if (message != NULL && size > 0) {
        snprintf(message, size, "cannot read recording '%s': %s", path, why);
    }
    return result;
}

// Maps the file. Returns an errno.
static int mapFile(const char* path, vlRecording* recording)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return errno;
    }
    struct stat status;
    int error = fstat(file, &status) != 0 ? errno : 0;
    if (error == 0 && !S_ISREG(status.st_mode)) {
        error = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
    }
    // An empty file cannot be mapped; it is not a recording anyway.
    if (error == 0 && status.st_size > 0) {
        void* bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        error = bytes == MAP_FAILED ? errno : 0;
        if (error == 0) {
            recording->bytes = bytes;
            recording->size = (size_t)status.st_size;
        }
    }
    (void)close(file);
    return error;
}

vlResult vlRecording_Open(const char* path, vlRecording** recording, char* message,
                          size_t messageSize)
{
    if (path == NULL || recording == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    vlRecording* made = calloc(1, sizeof *made);
    if (made == NULL) {
        return refuse(VL_ERROR_MEMORY, message, messageSize, path, vlResult_Text(VL_ERROR_MEMORY));
    }
    vlCrc32_Init(&made->crc);
    int error = mapFile(path, made);
    if (error != 0) {
        char why[128];
        vlRecording_Close(made);
        return refuse(VL_ERROR_IO, message, messageSize, path, strerror_r(error, why, sizeof why));
    }
    char why[160];
    bool noMemory;
    if (!vlRecording_Index(made, &noMemory, why, sizeof why)) {
        vlRecording_Close(made);
        return refuse(noMemory ? VL_ERROR_MEMORY : VL_ERROR_PARSE, message, messageSize, path, why);
    }
    *recording = made;
    return VL_OK;
}

void vlRecording_Close(vlRecording* recording)
{
    if (recording == NULL) {
        return;
    }
    if (recording->size > 0) {
        // munmap takes the pointer that mmap gave, although we only read.
        void* bytes;
        memcpy(&bytes, &recording->bytes, sizeof bytes);
        (void)munmap(bytes, recording->size);
    }
    free(recording->steps.at);
    free(recording->views.at);
    free(recording);
}

vlRecordingInfo vlRecording_GetInfo(const vlRecording* recording)
{
    const vlSceneChunk* scene = recording->scene;
    vlRecordingInfo info = {.version = VL_RECORD_VERSION,
                            .sceneHash = scene->sceneHash,
                            .steps = recording->steps.count,
                            .views = recording->views.count,
                            .inputs = recording->inputs,
                            .lostSteps = recording->lostSteps,
                            .step = scene->step,
                            .bodyCount = (int)scene->bodyCount,
                            .bytes = recording->size,
                            .unreadableBytes = recording->size - recording->readable,
                            .isComplete = recording->end != NULL,
                            .isTwoRate = (scene->flags & VL_RECORD_TWO_RATE) != 0};
    memcpy(info.program, scene->program, sizeof info.program);
    if (info.steps > 0) {
        info.firstTime = vlRecording_StepAt(recording, 0)->recorded;
        info.lastTime = vlRecording_StepAt(recording, info.steps - 1)->recorded;
    }
    if (info.views > 0) {
        double view = vlRecording_ViewAt(recording, 0)->recorded;
        info.firstTime = info.steps == 0 || view < info.firstTime ? view : info.firstTime;
        view = vlRecording_ViewAt(recording, info.views - 1)->recorded;
        info.lastTime = view > info.lastTime ? view : info.lastTime;
    }
    return info;
}

const char* vlRecording_GetSceneText(const vlRecording* recording, size_t* size)
{
    if (size != NULL) {
        *size = recording->scene->textSize;
    }
    return recording->text;
}

int vlRecording_GetBodyPlace(const vlRecording* recording, int i)
{
    return i >= 0 && i < (int)recording->scene->bodyCount ? recording->places[i] : -1;
}

vlResult vlRecording_GetStep(const vlRecording* recording, uint64_t index, vlRecordedStep* step)
{
    if (index >= recording->steps.count) {
        return VL_ERROR_ARGUMENT;
    }
    const vlStepChunk* chunk = vlRecording_StepAt(recording, index);
    const vlInputRecord* inputs = (const void*)(chunk + 1);
    step->index = chunk->index;
    step->stepCount = chunk->stepCount;
    step->time = chunk->time;
    step->recorded = chunk->recorded;
    step->inputCount = (int)chunk->inputCount;
    size_t size = vlInputs_SizeOf(inputs, step->inputCount);
    step->bodies = (const void*)((const unsigned char*)inputs + size);
    return VL_OK;
}

vlResult vlRecording_GetInput(const vlRecording* recording, uint64_t index, int i, vlInput* input)
{
    if (index >= recording->steps.count || input == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    const vlStepChunk* chunk = vlRecording_StepAt(recording, index);
    if (i < 0 || i >= (int)chunk->inputCount) {
        return VL_ERROR_ARGUMENT;
    }
    *input = vlInputs_Read((const void*)(chunk + 1), (int)chunk->inputCount, i);
    return VL_OK;
}

vlResult vlRecording_GetView(const vlRecording* recording, uint64_t index, const void** view,
                             size_t* size)
{
    if (index >= recording->views.count) {
        return VL_ERROR_ARGUMENT;
    }
    const vlViewHeader* header = (const void*)(vlRecording_ViewAt(recording, index) + 1);
    *view = header;
    *size = header->size;
    return VL_OK;
}

double vlRecording_GetViewTime(const vlRecording* recording, uint64_t index)
{
    if (index >= recording->views.count) {
        return 0.0;
    }
    return vlRecording_ViewAt(recording, index)->recorded;
}

uint64_t vlRecording_GetViewStep(const vlRecording* recording, uint64_t index)
{
    return index < recording->views.count ? vlRecording_ViewAt(recording, index)->index : 0;
}

uint64_t vlRecording_FindView(const vlRecording* recording, double time)
{
    // A time that is the sum of many steps may fall short of the recorded one by rounding.
    double until = time + 1e-9 * (1.0 + fabs(time));
    uint64_t first = 0, count = recording->views.count;
    while (count > 1) {
        uint64_t half = count / 2;
        if (vlRecording_ViewAt(recording, first + half)->recorded <= until) {
            first += half;
            count -= half;
        } else {
            count = half;
        }
    }
    return first;
}
