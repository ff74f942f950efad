// SPDX-License-Identifier: MIT
// Cuts one piece after the other: always the one whose hull is farthest off, by the plane that
// leaves the least volume between the pieces and their hulls.

#include "decompose/cut_search.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/power.h"
#include "decompose/cuts.h"

// A surface is closed if the sum of area times normal is at most this fraction of its area.
#define CLOSED 1e-5
// Pieces below this fraction of the solid's volume are dust that rounding made.
#define DUST 1e-12
// The effort of a cut with its hulls, per face and point of the part; to look at a face once is 1.
#define CUT_EFFORT 12.0
// The same for the search of a slice's place, which cuts often but makes no hulls.
#define SLICE_EFFORT 60.0
// The penalty for the area of a cut: one as large as the part itself counts like this fraction of
// the part's empty volume. All cuts that halve a ring leave the same volume empty; those through
// its narrow places are better.
#define CUT_WORTH 0.1

bool vlCutJob_IsOver(vlCutJob* job)
{
    job->isLate = job->isLate || (job->deadline > 0.0 && vlClock_Now() > job->deadline) ||
                  (job->mostEffort > 0.0 && job->effort > job->mostEffort);
    return job->isLate;
}

// Removes dust, and makes the hulls of the others.
static vlResult finishPieces(const vlCutJob* job, vlPartList* list, int first)
{
    int kept = first;
    for (int i = first; i < list->count; ++i) {
        vlPart* part = &list->part[i];
        vlResult result =
            part->volume > DUST * job->volume ? vlPart_MakeHull(part) : VL_ERROR_GEOMETRY;
        if (result == VL_ERROR_MEMORY || result == VL_ERROR_FULL) {
            return result;
        }
        if (result != VL_OK) {
            vlPart_Free(part);
        } else if (kept < i) {
            list->part[kept++] = *part;
            *part = (vlPart){0};
        } else {
            ++kept;
        }
    }
    list->count = kept;
    return VL_OK;
}

// Makes the pieces on both sides of the plane, with hulls.
static vlResult tryCut(vlCutJob* job, const vlPart* part, const vlProposedCut* plane,
                       vlPartList* pieces)
{
    vlPart side;
    job->effort += CUT_EFFORT * (part->faceCount + part->pointCount);
    bool ok = vlPart_Below(part, plane->normal, plane->offset, job->tolerance, &side) &&
              vlPart_Split(&side, job->tolerance, pieces);
    ok = ok && vlPart_Below(part, vlNeg(plane->normal), -plane->offset, job->tolerance, &side) &&
         vlPart_Split(&side, job->tolerance, pieces);
    return ok ? finishPieces(job, pieces, 0) : VL_ERROR_MEMORY;
}

// The same for one component of what lies below the plane, cut off alone.
static vlResult tryCutOff(vlCutJob* job, const vlPart* part, const vlCutOff* off,
                          vlPartList* pieces)
{
    vlPart piece, rest;
    job->effort += CUT_EFFORT * (part->faceCount + part->pointCount);
    bool ok = vlPart_CutOff(part, off, job->tolerance, &piece, &rest);
    ok = ok && vlPart_Split(&piece, job->tolerance, pieces);
    ok = ok && vlPart_Split(&rest, job->tolerance, pieces);
    if (!ok) {
        vlPart_Free(&piece);
        vlPart_Free(&rest);
    }
    return ok ? finishPieces(job, pieces, 0) : VL_ERROR_MEMORY;
}

static double scoreOf(const vlCutJob* job, const vlPart* part, const vlPartList* pieces)
{
    vlVec3 open = vlZero();
    double empty = 0.0, bent = 0.0, across = -vlPart_Area(part, &open);
    double before = (part->hullVolume - part->volume) / job->volume;
    double bentBefore = job->rule.isSharp ? vlCuts_Concavity(part, NULL) : 0.0;
    for (int i = 0; i < pieces->count; ++i) {
        across += vlPart_Area(&pieces->part[i], &open);
        empty += (pieces->part[i].hullVolume - pieces->part[i].volume) / job->volume;
        bent += job->rule.isSharp ? vlCuts_Concavity(&pieces->part[i], NULL) : 0.0;
    }
    // For sharp solids this only decides between cuts that leave the same edges: a tooth is cut off
    // at its root, not together with a part of the hub.
    double worth = job->rule.isSharp ? CUT_WORTH : CUT_WORTH * before;
    empty += worth * across / vlCubeRoot(part->volume * part->volume);
    // Between cuts that leave the same edges, the volume decides.
    double gain = empty - before;
    gain = job->rule.isSharp ? (bent - bentBefore) / vlCubeRoot(job->volume) + 1e-3 * gain : gain;
    return job->rule.isPerPiece ? gain / (pieces->count - 1) : gain;
}

bool vlCutJob_Measure(vlCutJob* job, vlPart* part)
{
    long visits = 0;
    if (part->error >= 0.0) {
        return true;
    }
    bool ok = vlPart_MeasureError(part, job->tolerance, job->target, &visits);
    job->effort += (double)(visits + part->faceCount);
    return ok;
}

typedef struct Choice {
    double score;
    vlPartList pieces;
} Choice;

// Most slices into which an arc is cut at once.
#define MOST_SLICES 7

// Of the components that a plane cuts off, at most this many are tried one by one.
#define MOST_CUT_OFF 8

// The errors of this many cuts are compared, the best ones by volume.
#define CHOICES 6

// Inserts a choice in the order of scores. Takes the pieces if the choice is kept.
static void keepChoice(Choice* choices, int most, double score, vlPartList* pieces)
{
    int at = most;
    while (at > 0 && (choices[at - 1].pieces.count == 0 || choices[at - 1].score > score)) {
        --at;
    }
    if (at < most) {
        vlPartList_Free(&choices[most - 1].pieces);
        for (int i = most - 1; i > at; --i) {
            choices[i] = choices[i - 1];
        }
        choices[at] = (Choice){score, *pieces};
        *pieces = (vlPartList){0};
    }
}

// Returns the index of the choice whose worst piece is best. `*isMeasured` becomes false without
// memory.
static int chooseByError(vlCutJob* job, Choice* choices, bool* isMeasured)
{
    int best = 0;
    double least = 0.0;
    for (int i = 0; i < CHOICES && choices[i].pieces.count > 0; ++i) {
        double worst = 0.0;
        for (int k = 0; k < choices[i].pieces.count; ++k) {
            vlPart* part = &choices[i].pieces.part[k];
            *isMeasured = vlCutJob_Measure(job, part) && *isMeasured;
            worst = fmax(worst, part->error);
        }
        best = i == 0 || worst < least ? i : best;
        least = i == 0 || worst < least ? worst : least;
    }
    return best;
}

// Keeps the pieces among the choices if they are good, and frees them if not.
static void judge(const vlCutJob* job, const vlPart* part, vlPartList* pieces, Choice* choices)
{
    double volume = 0.0;
    bool areClosed = true;
    for (int k = 0; k < pieces->count; ++k) {
        vlVec3 open = vlZero();
        double area = vlPart_Area(&pieces->part[k], &open);
        areClosed = areClosed && vlLength(open) <= CLOSED * area;
        volume += pieces->part[k].volume;
    }
    // Rounding may spoil a cut; then the pieces do not make up the whole, or are not closed.
    bool isWhole = fabs(volume - part->volume) <= 1e-6 * part->volume;
    if (pieces->count >= 2 && isWhole && areClosed) {
        int most = job->rule.isByError ? CHOICES : 1;
        keepChoice(choices, most, vlCutJob_Round(scoreOf(job, part, pieces)), pieces);
    }
    vlPartList_Free(pieces);
}

// If several components lie on one side of the plane, tries to cut off each of them by itself.
// `component` has room for one number per point.
static vlResult tryEach(vlCutJob* job, const vlPart* part, vlVec3 normal, double offset,
                        int* component, Choice* choices)
{
    int count = vlPart_LabelBelow(part, normal, offset, job->tolerance, component);
    vlResult result = count >= 0 ? VL_OK : VL_ERROR_MEMORY;
    for (int i = 0; result == VL_OK && count > 1 && i < count && i < MOST_CUT_OFF; ++i) {
        vlPartList pieces = {0};
        result = vlCutJob_IsOver(job)
                     ? VL_OK
                     : tryCutOff(job, part, &(vlCutOff){normal, offset, component, i}, &pieces);
        if (result == VL_OK) {
            judge(job, part, &pieces, choices);
        }
        vlPartList_Free(&pieces);
    }
    return result;
}

static vlResult tryPlane(vlCutJob* job, const vlPart* part, const vlProposedCut* plane,
                         int* component, Choice* choices)
{
    vlPartList pieces = {0};
    vlResult result = tryCut(job, part, plane, &pieces);
    if (result == VL_OK) {
        judge(job, part, &pieces, choices);
    }
    vlPartList_Free(&pieces);
    for (int side = 0; side < 2 && job->rule.isLocal && result == VL_OK; ++side) {
        result = tryEach(job, part, side == 0 ? plane->normal : vlNeg(plane->normal),
                         side == 0 ? plane->offset : -plane->offset, component, choices);
    }
    return result;
}

// Takes a slice off the part, which becomes the rest. `*isDone` is false if either is not one
// piece.
static vlResult takeSlice(vlCutJob* job, vlPart* part, double fraction, vlProposedCut* plane,
                          vlPartList* slices, bool* isDone)
{
    vlPartList pieces = {0};
    *isDone = false;
    job->effort += SLICE_EFFORT * (part->faceCount + part->pointCount);
    if (!vlCuts_Slice(part, fraction, job->tolerance, plane)) {
        return VL_ERROR_MEMORY;
    }
    vlResult result = tryCut(job, part, plane, &pieces);
    if (result == VL_OK && pieces.count == 2) {
        *isDone = vlPartList_Add(slices, &pieces.part[0]);
        result = *isDone ? VL_OK : VL_ERROR_MEMORY;
        vlPart_Free(part);
        *part = pieces.part[1];
        pieces.part[1] = (vlPart){0};
    }
    vlPartList_Free(&pieces);
    return result;
}

// Cuts an arc into equal slices. `slices` stays empty if they are not all within the target.
static vlResult sliceInto(vlCutJob* job, const vlPart* part, int needed, vlPartList* slices)
{
    vlPart rest;
    if (!vlPart_Copy(part, &rest)) {
        return VL_ERROR_MEMORY;
    }
    bool isGood = true;
    vlProposedCut plane = {{0.0, 0.0, 0.0}, 0.0};
    vlResult result = VL_OK;
    for (int left = needed; result == VL_OK && isGood && left >= 1; --left) {
        if (left > 1) {
            result = takeSlice(job, &rest, 1.0 / left, &plane, slices, &isGood);
        } else if (!vlPartList_Add(slices, &rest)) {
            result = VL_ERROR_MEMORY;
        }
        if (result == VL_OK && isGood) {
            vlPart* last = &slices->part[slices->count - 1];
            result = vlCutJob_Measure(job, last) ? VL_OK : VL_ERROR_MEMORY;
            isGood = last->error <= job->target;
        }
    }
    vlPart_Free(&rest);
    if (result != VL_OK || !isGood) {
        vlPartList_Free(slices);
    }
    return result;
}

// Cuts an arc into as many equal slices as it needs, where halving would cut it into 4 or 8.
static vlResult sliceEvenly(vlCutJob* job, const vlPart* part, vlPartList* slices)
{
    int needed = vlCuts_PiecesNeeded(part, job->target);
    vlResult result = VL_OK;
    for (int n = needed; n <= needed + 1 && result == VL_OK && slices->count == 0; ++n) {
        if (n > 2 && n != 4 && n <= MOST_SLICES) {
            result = sliceInto(job, part, n, slices);
        }
    }
    return result;
}

// Cuts the part by the best plane; `best` is empty if none cuts it.
static vlResult cutPart(vlCutJob* job, const vlPart* part, vlPartList* best)
{
    vlProposedCut planes[VL_MOST_CUTS];
    Choice choices[CHOICES] = {{0.0, {0}}};
    vlCutFamily family = job->rule.isSharp     ? VL_CUTS_AT_EDGES
                         : job->rule.isEven    ? VL_CUTS_EVEN
                         : job->rule.isHalving ? VL_CUTS_HALVING
                                               : VL_CUTS_ALL;
    int* component = malloc(sizeof *component * (size_t)(part->pointCount + 1));
    int count = vlCuts_Propose(part, job->tolerance, family, planes);
    vlResult result = count >= 0 && component != NULL ? VL_OK : VL_ERROR_MEMORY;
    for (int i = 0; i < count && result == VL_OK && !vlCutJob_IsOver(job); ++i) {
        result = tryPlane(job, part, &planes[i], component, choices);
    }
    free(component);
    bool isMeasured = true;
    int chosen =
        job->rule.isByError && result == VL_OK ? chooseByError(job, choices, &isMeasured) : 0;
    result = isMeasured ? result : VL_ERROR_MEMORY;
    if (result == VL_OK) {
        *best = choices[chosen].pieces;
        choices[chosen].pieces = (vlPartList){0};
    }
    for (int i = 0; i < CHOICES; ++i) {
        vlPartList_Free(&choices[i].pieces);
    }
    return result;
}

vlResult vlCutJob_Run(vlCutJob* job, vlPartList* list)
{
    vlResult result = finishPieces(job, list, 0);
    while (result == VL_OK) {
        int worst = -1;
        for (int i = 0; i < list->count; ++i) {
            vlPart* part = &list->part[i];
            if (!vlCutJob_Measure(job, part)) {
                return VL_ERROR_MEMORY;
            }
            bool isWorse = worst < 0 || part->error > list->part[worst].error;
            worst = part->error > job->target && part->faceCount > 0 && isWorse ? i : worst;
        }
        if (worst < 0 || list->count >= job->mostPieces || vlCutJob_IsOver(job)) {
            break;
        }
        if (job->progress != NULL) {
            job->progress(job->user, list->count, list->part[worst].error);
        }
        vlPartList pieces = {0};
        result = job->rule.isEven ? sliceEvenly(job, &list->part[worst], &pieces) : VL_OK;
        if (result == VL_OK && pieces.count == 0) {
            result = cutPart(job, &list->part[worst], &pieces);
        }
        // If the worst piece cannot be cut, cutting others does not help.
        if (result == VL_OK &&
            (pieces.count == 0 || list->count - 1 + pieces.count > job->mostPieces)) {
            vlPartList_Free(&pieces);
            break;
        }
        if (result == VL_OK) {
            vlPart_Free(&list->part[worst]);
            list->part[worst] = pieces.part[0];
            pieces.part[0] = (vlPart){0};
            for (int i = 1; i < pieces.count && result == VL_OK; ++i) {
                result = vlPartList_Add(list, &pieces.part[i]) ? VL_OK : VL_ERROR_MEMORY;
            }
        }
        vlPartList_Free(&pieces);
    }
    return result;
}
