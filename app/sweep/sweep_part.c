// SPDX-License-Identifier: MIT
#include "app/sweep/sweep_part.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/file_in.h"
#include "base/hash.h"

#define HEAD 5 // words before the numbers
#define MOST_RUNS 1000000u
#define AXIS_ROUNDING 1e-12 // of a value

static const char magic[8] = {'V', 'L', 'S', 'W', 'E', 'E', 'P', '1'};

static size_t widthOf(const vlSweepPlan* plan)
{
    return (size_t)plan->axisCount + (size_t)plan->columnCount;
}

static uint64_t magicWord(void)
{
    uint64_t word;
    memcpy(&word, magic, sizeof word);
    return word;
}

static uint64_t checksum(const uint64_t* words, size_t count)
{
    uint64_t hash = VL_HASH_SEED;
    for (size_t i = 0; i < count; ++i) {
        hash = vlHash_Word(hash, words[i]);
    }
    return hash;
}

static bool explain(const char* doing, const char* path, int error, char* message, size_t size)
{
    char why[128];
    (void)snprintf(message, size, "cannot %s %.300s: %s", doing, path,
                   vlFileIn_Explain(error, why, sizeof why));
    return false;
}

bool vlSweepPart_Open(vlSweepPart* part, const vlSweepPlan* plan, const char* folder,
                      const char* name, char* message, size_t size)
{
    *part = (vlSweepPart){.file = -1};
    (void)snprintf(part->path, sizeof part->path, "%.900s/%.100s%s", folder, name,
                   VL_SWEEP_PART_SUFFIX);
    part->capacity = HEAD + widthOf(plan) * plan->chunk + 1;
    part->buffer = malloc(part->capacity * sizeof *part->buffer);
    if (part->buffer == NULL) {
        (void)snprintf(message, size, "no memory for chunks of %llu runs",
                       (unsigned long long)plan->chunk);
        return false;
    }
    part->file = open(part->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
    if (part->file < 0) {
        return explain("write", part->path, errno, message, size);
    }
    if (flock(part->file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        (void)snprintf(message, size,
                       "another sweep is writing %.300s; give each its own --part or folder",
                       part->path);
        return false;
    }
    return true;
}

double* vlSweepPart_GetNumbers(vlSweepPart* part)
{
    return (double*)(void*)(part->buffer + HEAD); // the same size: the format has no other layout
}

bool vlSweepPart_Append(vlSweepPart* part, const vlSweepPlan* plan, uint64_t first, uint64_t count,
                        char* message, size_t size)
{
    size_t words = HEAD + widthOf(plan) * (size_t)count;
    uint64_t* head = part->buffer;
    head[0] = magicWord();
    head[1] = plan->hash;
    head[2] = first;
    head[3] = count;
    head[4] = widthOf(plan);
    head[words] = checksum(head, words);
    off_t before = lseek(part->file, 0, SEEK_END);
    const char* bytes = (const char*)head;
    size_t left = (words + 1) * sizeof *head;
    while (left > 0) {
        ssize_t written = write(part->file, bytes, left);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            int error = written < 0 ? errno : ENOSPC;
            if (before >= 0 && ftruncate(part->file, before) != 0) {
                before = -1; // half a chunk stays, which readers skip
            }
            return explain("write", part->path, error, message, size);
        }
        bytes += written;
        left -= (size_t)written;
    }
    return true;
}

bool vlSweepPart_Close(vlSweepPart* part, char* message, size_t size)
{
    bool isGood = true;
    free(part->buffer);
    part->buffer = NULL;
    if (part->file >= 0) {
        // Devices cannot be synced, which is no fault.
        if (fsync(part->file) != 0 && errno != EINVAL && errno != EROFS) {
            isGood = explain("write", part->path, errno, message, size);
        }
        close(part->file);
        part->file = -1;
    }
    return isGood;
}

typedef struct Walk {
    const vlSweepPlan* plan;
    bool (*take)(void* user, const vlSweepChunk* chunk);
    void* user;
    vlSweepFound* found;
} Walk;

static bool isOurs(const vlSweepPlan* plan, const uint64_t* head)
{
    return head[1] == plan->hash && head[4] == widthOf(plan);
}

// Could these runs have these numbers? The sum of a chunk can be forged, and an axis computed on
// another machine may differ by a rounding.
static bool arePossible(const vlSweepPlan* plan, uint64_t first, uint64_t count,
                        const double* numbers)
{
    double values[VL_MAX_SWEEP_AXES] = {0.0};
    for (uint64_t run = first; run < first + count; ++run, numbers += widthOf(plan)) {
        vlSweepPlan_GetValues(plan, run, values);
        for (int i = 0; i < plan->axisCount; ++i) {
            if (!(fabs(numbers[i] - values[i]) <= AXIS_ROUNDING * fabs(values[i]))) {
                return false;
            }
        }
        for (int i = 0; i < plan->columnCount && plan->target->word != NULL; ++i) {
            double value = numbers[plan->axisCount + i];
            const char* word = isnan(value) ? NULL : plan->target->word(plan, i, value);
            if (word != NULL && word[0] == '\0') {
                return false;
            }
        }
    }
    return true;
}

// Words of the chunk at the start of these bytes; 0 if there is none, or not whole and undamaged.
static size_t chunkAt(const vlSweepPlan* plan, const unsigned char* bytes, size_t left,
                      uint64_t* words)
{
    uint64_t head[HEAD];
    if (left < sizeof head || memcmp(bytes, magic, sizeof magic) != 0) {
        return 0;
    }
    memcpy(head, bytes, sizeof head);
    size_t width = VL_MAX_SWEEP_AXES + VL_MAX_SWEEP_COLUMNS;
    if (head[3] == 0 || head[3] > MOST_RUNS || head[4] == 0 || head[4] > width ||
        head[2] > VL_MAX_SWEEP_POINTS) {
        return 0;
    }
    size_t count = HEAD + (size_t)(head[3] * head[4]) + 1;
    if (left / sizeof *words < count) {
        return 0;
    }
    memcpy(words, bytes, count * sizeof *words);
    if (checksum(words, count - 1) != words[count - 1]) {
        return 0;
    }
    bool isGood = !isOurs(plan, head) ||
                  (head[2] + head[3] <= plan->points &&
                   arePossible(plan, head[2], head[3], (const double*)(const void*)(words + HEAD)));
    return isGood ? count : 0;
}

// All whole chunks among the bytes of one file. `words` has room for them.
static bool walkBytes(const Walk* walk, const char* path, const unsigned char* bytes, size_t size,
                      uint64_t* words)
{
    uint64_t damaged = 0;
    for (size_t at = 0; at < size;) {
        size_t count = chunkAt(walk->plan, bytes + at, size - at, words);
        if (count == 0) {
            ++damaged;
            ++at;
            continue;
        }
        at += count * sizeof *words;
        if (!isOurs(walk->plan, words)) {
            ++walk->found->foreign;
            continue;
        }
        vlSweepChunk chunk = {words[2], words[3], (const double*)(const void*)(words + HEAD), path};
        ++walk->found->chunks;
        if (!walk->take(walk->user, &chunk)) {
            return false;
        }
    }
    if (damaged > 0 && walk->found->damaged == 0) {
        (void)snprintf(walk->found->worst, sizeof walk->found->worst, "%.290s", path);
    }
    walk->found->damaged += damaged;
    return true;
}

static bool walkFile(const Walk* walk, const char* path, char* message, size_t size)
{
    int error = 0;
    FILE* file = vlFileIn_Open(path, false, &error);
    if (file == NULL) {
        return error == VL_FILE_NOT_PLAIN ? true // a device has nothing to be read back
                                          : explain("read", path, error, message, size);
    }
    long length = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    rewind(file);
    unsigned char* bytes = length > 0 ? malloc((size_t)length) : NULL;
    uint64_t* words = length > 0 ? malloc((size_t)length + sizeof *words) : NULL;
    bool isGood = length == 0;
    if (bytes != NULL && words != NULL) {
        // Another process may be appending: what came after the size was taken is not looked at.
        size_t got = fread(bytes, 1, (size_t)length, file);
        isGood = walkBytes(walk, path, bytes, got, words);
        if (!isGood) {
            (void)snprintf(message, size, "no memory for the parts of the sweep");
        }
    } else if (!isGood) {
        explain("read", path, length < 0 ? errno : ENOMEM, message, size);
    }
    free(words);
    free(bytes);
    fclose(file);
    return isGood;
}

// Results have the same ending while they are written (base/file_out.h).
static int isPart(const struct dirent* entry)
{
    size_t length = strlen(entry->d_name), suffix = strlen(VL_SWEEP_PART_SUFFIX);
    return length > suffix && strcmp(entry->d_name + length - suffix, VL_SWEEP_PART_SUFFIX) == 0 &&
           strcmp(entry->d_name, VL_SWEEP_TABLE VL_SWEEP_PART_SUFFIX) != 0 &&
           strcmp(entry->d_name, VL_SWEEP_SUMMARY VL_SWEEP_PART_SUFFIX) != 0;
}

bool vlSweepPart_ReadAll(const vlSweepPlan* plan, const char* folder,
                         bool (*take)(void* user, const vlSweepChunk* chunk), void* user,
                         vlSweepFound* found, char* message, size_t size)
{
    struct dirent** entries = NULL;
    Walk walk = {plan, take, user, found};
    *found = (vlSweepFound){.parts = 0};
    int count = scandir(folder, &entries, isPart, alphasort);
    if (count < 0) {
        return explain("read", folder, errno, message, size);
    }
    bool isGood = true;
    for (int i = 0; i < count; ++i) {
        char path[1400];
        (void)snprintf(path, sizeof path, "%.1000s/%.300s", folder, entries[i]->d_name);
        isGood = isGood && walkFile(&walk, path, message, size);
        ++found->parts;
        free(entries[i]);
    }
    free(entries);
    return isGood;
}
