// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_SWEEP_PART_H
#define VOLAR_APP_SWEEP_PART_H

// Part files: what one process has computed of a sweep, chunk by chunk, each with a checksum. A
// chunk is written whole or not at all; what was damaged is skipped up to the next whole chunk.
//
//   chunk: "VLSWEEP1", hash of the plan, first index, runs, numbers of a run (u64 each),
//          the numbers (axes, then columns), checksum of all before; words in this machine's order

#include "app/sweep/sweep_plan.h"

#define VL_SWEEP_PART_SUFFIX ".part"
// The results, in the same folder.
#define VL_SWEEP_TABLE "sweep.csv"
#define VL_SWEEP_SUMMARY "summary.json"

typedef struct vlSweepPart {
    int file; // -1: none
    char path[1100];
    uint64_t* buffer; // of one chunk
    size_t capacity;  // words
} vlSweepPart;

// Opens DIR/NAME.part to append to it. False, with a sentence, also if another process has it open.
bool vlSweepPart_Open(vlSweepPart* part, const vlSweepPlan* plan, const char* folder,
                      const char* name, char* message, size_t size);
// Room for the numbers of a chunk, run by run.
double* vlSweepPart_GetNumbers(vlSweepPart* part);
// Appends the chunk. False, with a sentence, if it could not be written whole; the file is then as
// before.
bool vlSweepPart_Append(vlSweepPart* part, const vlSweepPlan* plan, uint64_t first, uint64_t count,
                        char* message, size_t size);
// False, with a sentence, if what was written did not reach the disk. Does nothing if no file is
// open.
bool vlSweepPart_Close(vlSweepPart* part, char* message, size_t size);

// A whole chunk that was found in a part.
typedef struct vlSweepChunk {
    uint64_t first, count;
    const double* numbers; // valid during the call
    const char* path;      // of the part; likewise
} vlSweepChunk;

typedef struct vlSweepFound {
    int parts;        // files
    uint64_t chunks;  // whole ones of this plan
    uint64_t damaged; // bytes outside of whole chunks with possible numbers
    uint64_t foreign; // chunks of other plans
    char worst[300];  // the first file with damage
} vlSweepFound;

// Goes through all parts of a folder, in the order of their names. False, with a sentence, if one
// cannot be read or `take` returns false.
bool vlSweepPart_ReadAll(const vlSweepPlan* plan, const char* folder,
                         bool (*take)(void* user, const vlSweepChunk* chunk), void* user,
                         vlSweepFound* found, char* message, size_t size);

#endif
