// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_ZWIDTH_STUDY_H
#define VOLAR_EXPERIMENT_ZWIDTH_STUDY_H

// Stability maps of one device for several hands, with the boundaries of theory: computed point by
// point, drawn, and written as tables. Used by `volar zwidth` and by the experiment of that name.

#include <stdint.h>

#include "models/zwidth_map.h"
#include "plot/figure.h"

typedef struct vlZwidthStudy {
    // Set by the caller before vlZwidthStudy_Create.
    vlZwidthDef def;
    const char* device; // its name
    vlPointHand hands[VL_POINT_HANDS];
    int handCount;
    double chosenX, chosenY; // a point to mark; 0: none
    bool isDelayAssumed;
    // Found.
    vlPointOutcome* outcomes; // by hand, column, row
    vlZwidthColumn* columns;  // by hand, column
    vlZwidthTheory* theory;   // likewise; NAN where y is not the coupling's stiffness
    int done;                 // points
} vlZwidthStudy;

// False if memory runs out.
bool vlZwidthStudy_Create(vlZwidthStudy* study);
void vlZwidthStudy_Destroy(vlZwidthStudy* study);
int vlZwidthStudy_CountPoints(const vlZwidthStudy* study);
// The next point. On failure `message` says why.
vlResult vlZwidthStudy_RunNext(vlZwidthStudy* study, char* message, size_t messageSize);
// Scans the columns and finds the boundaries of theory, once all points are there.
vlResult vlZwidthStudy_Finish(vlZwidthStudy* study);

// What the class of a point of this map means, in words.
const char* vlZwidthStudy_ClassText(const vlZwidthStudy* study, vlStrikeClass kind);
// One panel for each hand.
void vlZwidthStudy_Draw(const vlZwidthStudy* study, vlFigure* figure);
// One row for each point. False if it could not be written; errno says why.
bool vlZwidthStudy_WriteCsv(const vlZwidthStudy* study, const char* path);

// On what it was computed, and how long it took.
typedef struct vlZwidthOrigin {
    const char* processor;
    double cpuTime; // s
} vlZwidthOrigin;
bool vlZwidthStudy_WriteSummary(const vlZwidthStudy* study, const vlZwidthOrigin* origin,
                                const char* path);
// The column in which a number is largest; `offset` is its place in vlZwidthColumn.
int vlZwidthStudy_FindPeak(const vlZwidthStudy* study, int hand, size_t offset);

#endif
