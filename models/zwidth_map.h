// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODELS_ZWIDTH_MAP_H
#define VOLAR_MODELS_ZWIDTH_MAP_H

// A stability map: two parameters of a loop point over a grid. Each point is struck at several
// speeds and judged by its worst strike; beside it are the boundaries by theory.

#include "models/loop_point.h"

#define VL_MAX_ZWIDTH_GRID 512
#define VL_MAX_ZWIDTH_STRIKES 8

typedef struct vlZwidthAxis {
    int parameter;
    double from, to; // > 0: values are in geometric progression
    int count;       // 2 .. VL_MAX_ZWIDTH_GRID
} vlZwidthAxis;

typedef struct vlZwidthDef {
    vlLoopPoint point; // all other parameters, and the hand
    vlPointOracle oracle;
    vlZwidthAxis x, y;
    // s, of the strikes; the linear model does not use them
    double approaches[VL_MAX_ZWIDTH_STRIKES];
    int approachCount;
} vlZwidthDef;

// What a scan upwards along y finds at one x.
typedef struct vlZwidthColumn {
    double stable;        // largest value below the first unstable one; 0: the lowest is unstable
    double passive;       // largest value below the first active or unstable one
    double quiet;         // largest value below the first that ripples or worse
    double firstUnstable; // HUGE_VAL: none
    int islands;          // runs of stable values above the first unstable one
} vlZwidthColumn;

// Boundaries in the coupling's stiffness, N/m, by theory; 0: no stiffness is stable, NAN: the
// theory does not apply.
typedef struct vlZwidthTheory {
    double exact;   // of the linear model, with this point's hand
    double letGo;   // with no hand
    double gil;     // (b + B)/(T/2 + td), in series with the wall
    double colgate; // passive for any hand
} vlZwidthTheory;

// Value i of an axis.
double vlZwidthAxis_At(const vlZwidthAxis* axis, int i);
// One point of the map. The delay and duration are those of `def->point`. The outcome is that of
// the worst strike.
vlResult vlZwidth_RunPoint(const vlZwidthDef* def, double x, double y, vlPointOutcome* outcome,
                           char* message, size_t messageSize);
// Classes of one column, from the lowest y to the highest.
vlZwidthColumn vlZwidth_Scan(const vlZwidthAxis* y, const vlStrikeClass* kinds);
// The boundaries at this x, searched upwards from `least` to `most` (N/m); meaningful if y is the
// coupling's stiffness.
vlResult vlZwidth_GetTheory(const vlZwidthDef* def, double x, double least, double most,
                            vlZwidthTheory* theory);

#endif
