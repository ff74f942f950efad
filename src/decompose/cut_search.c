// SPDX-License-Identifier: MIT
// Always the piece whose hull is farthest off is cut, by the plane that leaves the least volume
// between the pieces and their hulls.

#include "decompose/cut_search.h"

#include <stdlib.h>

#include "base/clock.h"
#include "decompose/cuts.h"

// Pieces of less than this fraction of the solid are dust of rounding.
#define DUST 1e-12
// Distances below this fraction of the target are not told apart.
#define FLOOR 0.3

// A cut with its hulls takes this many times as long for a face as looking at a face once.
#define CUT_EFFORT 12.0
// What a cut of the size of the part itself is worth in empty volume, of which the part has 1. All
// cuts that halve a ring leave the same volume empty; those through its narrow places are good.
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

// The pieces on both sides of the plane, with hulls.
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

static double surfaceOf(const vlPart* part)
{
    double twice = 0.0;
    for (int f = 0; f < part->faceCount; ++f) {
        const vlPartFace* face = &part->faces[f];
        const vlPartEdge* edge = &part->edges[face->first];
        for (int i = 1; i < face->count; ++i) {
            vlVec3 start = part->points[edge[0].from];
            twice += vlDot(face->normal, vlCross(vlSub(part->points[edge[i].from], start),
                                                 vlSub(part->points[edge[i].to], start)));
        }
    }
    return 0.5 * twice;
}

static double scoreOf(const vlCutJob* job, const vlPart* part, const vlPartList* pieces)
{
    double empty = 0.0, bent = 0.0, across = -surfaceOf(part);
    double before = (part->hullVolume - part->volume) / job->volume;
    for (int i = 0; i < pieces->count; ++i) {
        across += surfaceOf(&pieces->part[i]);
        empty += (pieces->part[i].hullVolume - pieces->part[i].volume) / job->volume;
        bent += job->rule.isSharp ? vlCuts_Concavity(&pieces->part[i], NULL) : 0.0;
    }
    if (!job->rule.isSharp) {
        empty += CUT_WORTH * before * across / cbrt(part->volume * part->volume);
    }
    if (job->rule.isPerPiece) {
        return (empty - before) / (pieces->count - 1);
    }
    // Cuts that leave the same edges are told apart by the volume.
    return job->rule.isSharp ? bent / cbrt(job->volume) + 1e-3 * empty : empty;
}

bool vlCutJob_Measure(vlCutJob* job, vlPart* part)
{
    long visits = 0;
    if (part->error >= 0.0) {
        return true;
    }
    bool ok = vlPart_MeasureError(part, job->tolerance, FLOOR * job->target, &visits);
    job->effort += (double)(visits + part->faceCount);
    return ok;
}

typedef struct Choice {
    double score;
    vlPartList pieces;
} Choice;

// Of this many cuts, the best by volume, the errors are compared.
#define CHOICES 6

// Keeps the choices in the order of their scores; takes the pieces.
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

// The one whose worst piece is the best; its place.
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

// Cuts the part by the best plane; `best` is empty if none cuts it.
static vlResult cutPart(vlCutJob* job, const vlPart* part, vlPartList* best)
{
    vlProposedCut planes[VL_MOST_CUTS];
    Choice choices[CHOICES] = {{0.0, {0}}};
    int most = job->rule.isByError ? CHOICES : 1;
    vlCutFamily family = job->rule.isSharp     ? VL_CUTS_AT_EDGES
                         : job->rule.isHalving ? VL_CUTS_HALVING
                                               : VL_CUTS_ALL;
    int count = vlCuts_Propose(part, job->tolerance, family, planes);
    vlResult result = count >= 0 ? VL_OK : VL_ERROR_MEMORY;
    for (int i = 0; i < count && result == VL_OK && !vlCutJob_IsOver(job); ++i) {
        vlPartList pieces = {0};
        double volume = 0.0;
        result = tryCut(job, part, &planes[i], &pieces);
        for (int k = 0; k < pieces.count; ++k) {
            volume += pieces.part[k].volume;
        }
        // Rounding may spoil a cut; then the pieces are not the whole.
        bool isWhole = fabs(volume - part->volume) <= 1e-6 * part->volume;
        if (result == VL_OK && pieces.count >= 2 && isWhole) {
            keepChoice(choices, most, vlCutJob_Round(scoreOf(job, part, &pieces)), &pieces);
        }
        vlPartList_Free(&pieces);
    }
    bool isMeasured = true;
    int chosen = job->rule.isByError ? chooseByError(job, choices, &isMeasured) : 0;
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
        result = cutPart(job, &list->part[worst], &pieces);
        // If nothing cuts the worst one, the others cannot make it better.
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
