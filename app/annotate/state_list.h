// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_STATE_LIST_H
#define VOLAR_APP_STATE_LIST_H

// The contact states of a recording, or of a table made from one, as the program prints and
// compares them.

#include <stdio.h>
#include <volar/scene_annotation.h>

typedef struct vlAnnotateOptions {
    double gap;   // m
    double dwell; // s
    bool withoutForces;
} vlAnnotateOptions;

typedef struct vlListedState {
    int pair;
    double from, until; // s
    char* text;
    char* json; // NULL if it was read from a table
    char motion[24];
    int gained, lost, freedoms;
    double slides;  // share of the time
    double deepest; // m
    vlStateForce force;
} vlListedState;

typedef struct vlListedPair {
    char a[64], b[64];
    vlFitTally fit; // of all steps; {0} if it was read from a table
    bool isFitGood, isExplained;
} vlListedPair;

typedef struct vlStateList {
    int pairCount, pairCapacity;
    vlListedPair* pairs;
    int count, capacity;
    vlListedState* states; // by pair, then by time
    bool hasForces;
    uint64_t sceneHash;
    uint64_t steps;
    double step;
    char (*faults)[320]; // bodies that are left out, and why
    int faultCount;
    vlFormationSettings settings; // by which contacts were named
    char* solids;                 // JSON: bodies with their faces; NULL if read from a table
} vlStateList;

// Reads a recording or a table. Prints an error if it cannot, and returns the exit status.
int vlStateList_Load(const char* program, const char* path, const vlAnnotateOptions* options,
                     vlStateList* list);
void vlStateList_Free(vlStateList* list);

// Add one, in any order. False without memory.
int vlStateList_AddPair(vlStateList* list, const char* a, const char* b);
bool vlStateList_Add(vlStateList* list, const vlListedState* state, const char* text,
                     const char* json);
// By pair, in the order in which pairs were added, then by time.
void vlStateList_Sort(vlStateList* list);

void vlStateList_PrintText(const vlStateList* list);
void vlStateList_PrintCsv(const vlStateList* list);
void vlStateList_PrintJson(const vlStateList* list, const vlAnnotateOptions* options);
// Reads a recording; prints what is wrong with it to standard error.
int vlStateList_ReadRecording(const char* program, const char* path,
                              const vlAnnotateOptions* options, vlStateList* list);
// Says which bodies have no names, and why.
void vlStateList_PrintFaults(const vlStateList* list, FILE* to);
// Reads the table that vlStateList_PrintCsv writes.
int vlStateList_ReadCsv(const char* program, const char* path, const char* text, vlStateList* list);
// Do names account for the forces of all pairs? False also if nothing could be judged.
bool vlStateList_IsFitGood(const vlStateList* list);
// Says how well they do, and where they do not.
void vlStateList_PrintFit(const vlStateList* list, FILE* to);
// Prints how far the sequences of each pair are apart. VL_EXIT_FAILED if they differ.
int vlStateList_Diff(const char* program, const vlStateList* x, const vlStateList* y);

#endif
