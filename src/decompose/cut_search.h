// SPDX-License-Identifier: MIT
#ifndef VOLAR_DECOMPOSE_CUT_SEARCH_H
#define VOLAR_DECOMPOSE_CUT_SEARCH_H

// Cuts a solid until every piece is near enough to its hull, and joins pieces that did not have to
// be cut.

#include "decompose/part.h"

// How the best cut is chosen.
typedef struct vlCutRule {
    bool isSharp;    // by the concave edges that are left, with planes at such edges only
    bool isByError;  // of the best few by volume, the one with the least error
    bool isHalving;  // planes through the middle: round solids are cut evenly
    bool isEven;     // also into 3 to 7 equal slices, where halves would be halved again
    bool isPerPiece; // by what a cut gains for each further piece, not by what it gains in all
    bool isLocal;    // a plane may also cut off one of the components that lie on its side
} vlCutRule;

typedef struct vlCutJob {
    double tolerance; // m: points this near to a plane lie in it
    double target;    // m
    int mostPieces;
    double deadline; // ns, of vlClock_Now; 0: none
    // Faces that were looked at so far, and the most of them (0: no limit). Unlike time, this is
    // the same on every machine.
    double effort, mostEffort;
    vlCutRule rule;
    double volume;
    void (*progress)(void* user, int pieces, double error);
    void* user;
    bool isLate; // the time or the effort was up
} vlCutJob;

// A score without its last digits, so that choices which differ by rounding alone are equal and the
// first one is taken.
static inline double vlCutJob_Round(double score)
{
    return floor(score * 1e8 + 0.5) * 1e-8;
}
bool vlCutJob_IsOver(vlCutJob* job);
// Measures the part's error unless it is known. False without memory.
bool vlCutJob_Measure(vlCutJob* job, vlPart* part);
// Cuts the parts of the list until all are within the target, further pieces would be too many, or
// the time or effort is up. VL_ERROR_MEMORY; VL_ERROR_FULL if a hull has too many corners.
vlResult vlCutJob_Run(vlCutJob* job, vlPartList* list);
// Joins pairs of pieces whose common hull is within the target and overlaps no other piece.
vlResult vlCutJob_Merge(vlCutJob* job, vlPartList* list);
// Joins pieces whose hulls overlap, whatever the error: unconnected parts on one side of a cut may
// reach into each other's hulls.
vlResult vlCutJob_Separate(vlCutJob* job, vlPartList* list);

#endif
