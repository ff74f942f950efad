// SPDX-License-Identifier: MIT
// A device that plays samples from a text file, one line each:
//
//   time,x,y,z,qw,qx,qy,qz,buttons
//
// with increasing times (s), metres, a unit quaternion and the buttons as one whole number. Empty
// lines, lines that begin with '#' and a first line of names are skipped. The first sample is at
// the first call; the last one stays. Forces are accepted and ignored.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/file_in.h"
#include "device/backend.h"
#include "device/backends.h"

#define FIELDS 9
#define LONGEST_LINE 512
#define MOST_SAMPLES 20000000 // two and a half hours at 2 kHz; 1.9 GB
#define FIRST_ROOM 1024
#define LARGEST_NUMBER 1e10 // more than any button needs
// A sample is due this much early, s: a clock that adds up doubles falls short by rounding.
#define SLACK 1e-7

typedef struct Replay {
    vlDeviceSample* samples;
    int count, room;
    bool isStarted;
    double start;   // of the caller's clock, at the file's time 0
    double elapsed; // s of the file's time, the latest so far: a clock set back stops it
} Replay;

// The file being read, for messages.
typedef struct Source {
    FILE* file;
    const char* path;
    int line;
    char* message;
    size_t size;
} Source;

static vlResult fault(Source* source, const char* what)
{
    vlDevice_Say(source->message, source->size, "%.200s:%d: %s", source->path, source->line, what);
    return VL_ERROR_PARSE;
}

// Exactly nine numbers with commas between them.
static bool parseFields(const char* text, double fields[FIELDS])
{
    const char* lineEnd = text + strlen(text);
    for (int i = 0; i < FIELDS; ++i) {
        text += strspn(text, " \t");
        const char* end = vlDecimal_Read(text, lineEnd, &fields[i]);
        if (end == text || !(fabs(fields[i]) <= LARGEST_NUMBER)) {
            return false;
        }
        text = end + strspn(end, " \t\r\n");
        if (*text != (i + 1 < FIELDS ? ',' : '\0')) {
            return false;
        }
        ++text;
    }
    return true;
}

static bool grow(Replay* replay)
{
    if (replay->count < replay->room) {
        return true;
    }
    int room = replay->room > 0 ? 2 * replay->room : FIRST_ROOM;
    vlDeviceSample* more = realloc(replay->samples, (size_t)room * sizeof *more);
    if (more == NULL) {
        return false;
    }
    replay->samples = more;
    replay->room = room;
    return true;
}

static vlResult addSample(Replay* replay, Source* source, const double f[FIELDS])
{
    vlDeviceSample sample;
    memset(&sample, 0, sizeof sample);
    sample.time = f[0];
    sample.sequence = (uint64_t)replay->count + 1;
    sample.pose.p = vlVec(f[1], f[2], f[3]);
    sample.pose.q = (vlQuat){f[4], f[5], f[6], f[7]};
    if (replay->count > 0 && !(f[0] > replay->samples[replay->count - 1].time)) {
        return fault(source, "the time is not later than that of the sample before");
    }
    if (!vlDevice_MakeUnit(&sample.pose.q)) {
        return fault(source, "the quaternion qw,qx,qy,qz is not of unit length");
    }
    if (!(f[8] >= 0.0 && f[8] <= (double)UINT32_MAX && floor(f[8]) == f[8])) {
        return fault(source, "the buttons are not a whole number from 0 to 4294967295");
    }
    sample.buttons = (uint32_t)f[8];
    if (replay->count == MOST_SAMPLES) {
        return fault(source, "too many samples");
    }
    if (!grow(replay)) {
        vlDevice_Say(source->message, source->size, "no memory for the samples of '%.200s'",
                     source->path);
        return VL_ERROR_MEMORY;
    }
    replay->samples[replay->count++] = sample;
    return VL_OK;
}

static vlResult parseLine(Replay* replay, Source* source, const char* line, bool* isFirst)
{
    const char* text = line + strspn(line, " \t\r\n");
    if (*text == '\0' || *text == '#') {
        return VL_OK;
    }
    double fields[FIELDS];
    bool mayBeNames = *isFirst;
    *isFirst = false;
    if (parseFields(text, fields)) {
        return addSample(replay, source, fields);
    }
    if (mayBeNames && strncmp(text, "time", 4) == 0) {
        return VL_OK;
    }
    return fault(source, "expected nine numbers: time,x,y,z,qw,qx,qy,qz,buttons");
}

static vlResult parseFile(Replay* replay, Source* source)
{
    char line[LONGEST_LINE];
    bool isFirst = true;
    vlResult r = VL_OK;
    while (r == VL_OK && fgets(line, sizeof line, source->file) != NULL) {
        ++source->line;
        if (source->line == 1 && strncmp(line, "VOLARREC", 8) == 0) {
            return fault(source, "found a recording; expected samples as text, which 'volar export "
                                 "--csv' makes from it");
        }
        bool isWhole = strchr(line, '\n') != NULL || feof(source->file);
        r = isWhole ? parseLine(replay, source, line, &isFirst)
                    : fault(source, "the line is too long");
    }
    if (r == VL_OK && ferror(source->file)) {
        char why[128];
        vlDevice_Say(source->message, source->size, "cannot read '%.200s': %s", source->path,
                     vlFileIn_Explain(errno, why, sizeof why));
        r = VL_ERROR_IO;
    }
    return r == VL_OK && replay->count == 0 ? fault(source, "no sample in the file") : r;
}

static void closeReplay(void* self)
{
    Replay* replay = self;
    free(replay->samples);
    free(replay);
}

static vlResult load(Source* source, Replay** made)
{
    vlResult r = VL_ERROR_MEMORY;
    Replay* replay = calloc(1, sizeof *replay);
    if (replay != NULL) {
        r = parseFile(replay, source);
    }
    if (r == VL_OK) {
        *made = replay;
    } else if (replay != NULL) {
        closeReplay(replay);
    }
    return r;
}

static vlResult openReplay(const char* address, vlDeviceBrake* brake, void** self,
                           vlDeviceInfo* info, char* message, size_t size)
{
    (void)brake; // it renders no force
    Source source = {.path = address, .message = message, .size = size};
    if (address[0] == '\0') {
        vlDevice_Say(message, size, "the address of a replay is the path of its file");
        return VL_ERROR_ARGUMENT;
    }
    int problem = 0;
    source.file = vlFileIn_Open(address, false, &problem);
    if (source.file == NULL) {
        char why[128];
        vlDevice_Say(message, size, "cannot open '%.200s': %s", address,
                     vlFileIn_Explain(problem, why, sizeof why));
        return VL_ERROR_IO;
    }
    Replay* replay = NULL;
    vlDevice_Say(message, size, "no memory to read '%.200s'", address);
    vlResult r = load(&source, &replay);
    (void)fclose(source.file); // was only read
    if (r != VL_OK) {
        return r;
    }
    vlDevice_Say(message, size, "%s", "");
    const char* slash = strrchr(address, '/');
    vlDevice_SetText(info->model, slash != NULL ? slash + 1 : address);
    info->hasOrientation = true;
    info->buttonCount = 32;
    double length = replay->samples[replay->count - 1].time - replay->samples[0].time;
    info->rate = length > 0.0 ? (double)(replay->count - 1) / length : 0.0;
    *self = replay;
    return VL_OK;
}

static bool probeReplay(char* text, size_t size)
{
    vlDevice_Say(text, size, "built in; the address is the path of a file with samples");
    return true;
}

static vlResult readReplay(void* self, double now, vlDeviceSample* sample)
{
    Replay* replay = self;
    if (!replay->isStarted) {
        replay->isStarted = true;
        replay->start = now - replay->samples[0].time;
        replay->elapsed = replay->samples[0].time;
    }
    replay->elapsed = fmax(replay->elapsed, now - replay->start);
    int low = 0;
    int high = replay->count; // samples from here on are still to come
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (replay->samples[middle].time <= replay->elapsed + SLACK) {
            low = middle;
        } else {
            high = middle;
        }
    }
    *sample = replay->samples[low];
    sample->time += replay->start;
    return VL_OK;
}

static vlResult writeReplay(void* self, double now, const vlWrench* wrench)
{
    (void)self;
    (void)now;
    (void)wrench;
    return VL_OK;
}

const vlDeviceOps vlReplay_Ops = {.name = "replay",
                                  .describes = "Plays samples from a text file.",
                                  .probe = probeReplay,
                                  .open = openReplay,
                                  .read = readReplay,
                                  .write = writeReplay,
                                  .close = closeReplay};
