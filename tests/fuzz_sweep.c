// SPDX-License-Identifier: MIT
// Any text as a sweep file, and any bytes as one of its parts: nothing crashes or leaks, a refusal
// says why, the values of an accepted plan lie in their ranges, and chunks that are taken from a
// part belong to the plan. The text ends at the first NUL; the bytes behind it are a part as they
// are, and then choices from which a part with right checksums is made.

#include <sys/stat.h>

#define VL_FUZZ_MUTATES
#include "app/sweep/sweep_part.h"
#include "app/sweep/sweep_targets.h"
#include "base/hash.h"
#include "fuzz_file.h"
#include "fuzz_text.h"

#define HEAD 5
#define MOST_WORDS 4096

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

// A value between the ends of its axis; rounding may exceed them by one part in 1e15 of a range.
static void checkValue(const vlSweepAxis* axis, double value)
{
    if (axis->spacing == VL_SWEEP_VALUES) {
        bool isListed = false;
        for (int i = 0; i < axis->count; ++i) {
            isListed = isListed || axis->values[i] == value;
        }
        VL_FUZZ_REQUIRE(isListed);
        return;
    }
    double low = fmin(axis->from, axis->to);
    double high = fmax(axis->from, axis->to);
    double slack = 1e-13 * (fabs(low) + fabs(high));
    VL_FUZZ_REQUIRE(value >= low - slack && value <= high + slack);
}

static void checkPlan(const vlSweepPlan* plan)
{
    const uint64_t places[] = {0, plan->points / 2, plan->points - 1};
    VL_FUZZ_REQUIRE(plan->points >= 1 && plan->points <= VL_MAX_SWEEP_POINTS);
    VL_FUZZ_REQUIRE(plan->axisCount >= 1 && plan->axisCount <= VL_MAX_SWEEP_AXES);
    VL_FUZZ_REQUIRE(plan->columnCount >= 1 && plan->columnCount <= VL_MAX_SWEEP_COLUMNS);
    VL_FUZZ_REQUIRE(plan->chunk >= 1 && plan->seconds > 0.0);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i) {
        double values[VL_MAX_SWEEP_AXES];
        vlSweepPlan_GetValues(plan, places[i], values);
        for (int k = 0; k < plan->axisCount; ++k) {
            checkValue(&plan->axes[k], values[k]);
        }
    }
}

// Only loops, which are made at once; a scene may take seconds to read.
static void openSubject(const vlSweepPlan* plan)
{
    char message[500] = "";
    int line = 0;
    if (plan->target != &vlSweepTarget_Loop) {
        return;
    }
    vlFuzz_Hush();
    void* subject = plan->target->open(plan, "/nowhere", message, sizeof message, &line);
    vlFuzz_Speak();
    VL_FUZZ_REQUIRE(line >= 0 && (subject != NULL || message[0] != '\0'));
    if (subject != NULL) {
        plan->target->close(subject);
    }
}

typedef struct Taken {
    const vlSweepPlan* plan;
    uint64_t chunks;
} Taken;

static bool take(void* user, const vlSweepChunk* chunk)
{
    Taken* taken = user;
    const vlSweepPlan* plan = taken->plan;
    int width = plan->axisCount + plan->columnCount;
    static volatile double last; // all numbers are read, so that a sanitizer sees one too far
    VL_FUZZ_REQUIRE(chunk->count >= 1 && chunk->first < plan->points);
    VL_FUZZ_REQUIRE(chunk->count <= plan->points - chunk->first);
    for (uint64_t i = 0; i < chunk->count * (uint64_t)width; ++i) {
        int column = (int)(i % (uint64_t)width) - plan->axisCount;
        last = chunk->numbers[i];
        if (plan->target->word != NULL && column >= 0 && !isnan(chunk->numbers[i])) {
            const char* word = plan->target->word(plan, column, chunk->numbers[i]);
            VL_FUZZ_REQUIRE(word == NULL || word[0] != '\0');
        }
    }
    ++taken->chunks;
    (void)last;
    return true;
}

static void readPart(const vlSweepPlan* plan, const void* bytes, size_t size)
{
    static char folder[64] = "";
    char path[96], message[500] = "";
    if (folder[0] == '\0') {
        (void)snprintf(folder, sizeof folder, "/dev/shm/volar-fuzz-%d", (int)getpid());
        VL_FUZZ_REQUIRE(mkdir(folder, 0700) == 0);
    }
    (void)snprintf(path, sizeof path, "%s/a" VL_SWEEP_PART_SUFFIX, folder);
    FILE* file = fopen(path, "wb");
    VL_FUZZ_REQUIRE(file != NULL);
    VL_FUZZ_REQUIRE(fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    Taken taken = {plan, 0};
    vlSweepFound found;
    VL_FUZZ_REQUIRE(
        vlSweepPart_ReadAll(plan, folder, take, &taken, &found, message, sizeof message));
    VL_FUZZ_REQUIRE(found.parts == 1 && found.chunks == taken.chunks && found.damaged <= size);
    VL_FUZZ_REQUIRE((found.damaged > 0) == (found.worst[0] != '\0'));
    VL_FUZZ_REQUIRE(unlink(path) == 0 && rmdir(folder) == 0);
    folder[0] = '\0';
}

// The numbers of a run: its place on the axes, and in the columns any number or a small whole one.
static void putRun(const vlSweepPlan* plan, vlFuzzInput* in, uint64_t run, uint64_t* to)
{
    double numbers[VL_MAX_SWEEP_AXES + VL_MAX_SWEEP_COLUMNS];
    vlSweepPlan_GetValues(plan, run, numbers);
    for (int i = 0; i < plan->columnCount; ++i) {
        int small = vlFuzz_Choice(in, 8);
        numbers[plan->axisCount + i] = small < 6 ? (double)small : vlFuzz_Double(in);
    }
    size_t width = (size_t)(plan->axisCount + plan->columnCount);
    memcpy(to, numbers, width * sizeof numbers[0]);
}

// Chunks with heads that are right more often than not, and with right checksums.
static void makePart(const vlSweepPlan* plan, vlFuzzInput* in)
{
    static uint64_t part[MOST_WORDS];
    size_t used = 0;
    uint64_t width = (uint64_t)(plan->axisCount + plan->columnCount);
    while (in->left > 0) {
        uint64_t count = 1 + (uint64_t)vlFuzz_Choice(in, 8);
        uint64_t* head = part + used;
        if (used + HEAD + width * count + 1 > MOST_WORDS) {
            break;
        }
        memcpy(head, "VLSWEEP1", 8);
        head[1] = plan->hash + (vlFuzz_Choice(in, 8) == 0 ? 1u : 0u);
        head[2] = (uint64_t)vlFuzz_Byte(in) % (plan->points + 1);
        head[3] = count;
        head[4] = width;
        for (uint64_t i = 0; i < count; ++i) {
            putRun(plan, in, head[2] + i, head + HEAD + width * i);
        }
        if (vlFuzz_Choice(in, 8) == 0) {
            double wrong = vlFuzz_Double(in);
            memcpy(&head[1 + vlFuzz_Choice(in, 4)], &wrong, sizeof wrong);
        }
        uint64_t hash = VL_HASH_SEED;
        size_t words64 = HEAD + (size_t)(width * count);
        for (size_t i = 0; i < words64; ++i) {
            hash = vlHash_Word(hash, head[i]);
        }
        head[words64] = hash;
        used += words64 + 1;
    }
    readPart(plan, part, used * sizeof part[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static vlSweepPlan plan;
    const vlSweepTarget* const targets[] = {&vlSweepTarget_Loop, &vlSweepTarget_Scene};
    char message[500] = "";
    const uint8_t* end = size > 0 ? memchr(data, '\0', size) : NULL;
    size_t text = end != NULL ? (size_t)(end - data) : size;
    const char* path = vlFuzz_WriteFile(data, text);
    if (!vlSweepPlan_Read(path, targets, 2, &plan, message, sizeof message)) {
        VL_FUZZ_REQUIRE(strncmp(message, path, strlen(path)) == 0 && strlen(message) > 20);
        return 0;
    }
    checkPlan(&plan);
    openSubject(&plan);
    if (end != NULL) {
        vlFuzzInput in = {end + 1, size - text - 1};
        readPart(&plan, in.data, in.left);
        makePart(&plan, &in);
    }
    return 0;
}
