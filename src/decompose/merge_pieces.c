// SPDX-License-Identifier: MIT
// A cut goes through the whole of a piece, even where no cut was needed. Pairs of pieces whose
// common hull is within the target are joined again, those that add the least volume first. Their
// hull must overlap no other piece.

#include <stdlib.h>

#include "decompose/cut_search.h"
#include "shape/overlap.h"

// The effort of the hull of two pieces, in faces looked at.
#define JOIN_EFFORT 2000.0
// Pieces that overlap by less than this fraction of the smaller one only touch.
#define TOUCHING 1e-7
// A compound refuses pieces that overlap by 1e-6 of the smaller one.
#define OVERLAPPING 5e-7

// The volume that two hulls share; below 0 without memory.
static double sharedVolume(const vlShape* a, const vlShape* b)
{
    const vlConvex both[2] = {a->pieces[0], b->pieces[0]};
    if (!vlOverlap_AreClose(&both[0], &both[1], 0.0)) {
        return 0.0;
    }
    int size = vlOverlap_ScratchSize(both, 2);
    vlVec3* scratch = malloc(sizeof *scratch * (size_t)size);
    double volume = scratch != NULL ? vlOverlap_Volume(&both[0], &both[1], scratch, size) : -1.0;
    free(scratch);
    return volume;
}

// Both pieces as one. The faces between them stay: they lie inside, and no point of the hull is
// nearer to them than to the surface.
static vlResult join(const vlPart* a, const vlPart* b, vlPart* both)
{
    *both = (vlPart){.error = -1.0};
    if (!vlPart_Append(a, both) || !vlPart_Append(b, both)) {
        vlPart_Free(both);
        return VL_ERROR_MEMORY;
    }
    both->volume = a->volume + b->volume;
    return VL_OK;
}

// Writes the volume that the common hull adds, relative to the pieces; -1: they are apart, or have
// no common hull.
static vlResult findCost(const vlPart* a, const vlPart* b, double tolerance, double* cost)
{
    vlShape* hull = NULL;
    int countA = vlShape_GetVertexCount(a->hull, 0), countB = vlShape_GetVertexCount(b->hull, 0);
    vlVec3* points = malloc(sizeof *points * (size_t)(countA + countB));
    *cost = -1.0;
    if (points == NULL) {
        return VL_ERROR_MEMORY;
    }
    for (int i = 0; i < countA + countB; ++i) {
        points[i] = i >= countA ? vlShape_GetVertex(b->hull, 0, i - countA)
                                : vlShape_GetVertex(a->hull, 0, i);
    }
    bool isNear = vlOverlap_AreClose(&a->hull->pieces[0], &b->hull->pieces[0], tolerance);
    vlResult result =
        isNear ? vlShape_CreateHull(NULL, points, countA + countB, &hull, NULL, 0) : VL_OK;
    if (hull != NULL) {
        double volume = a->volume + b->volume;
        *cost = fmax(0.0, vlShape_GetMassProperties(hull).volume - volume) / volume;
        *cost = vlCutJob_Round(*cost);
    }
    vlShape_Release(hull);
    free(points);
    return result == VL_ERROR_MEMORY ? result : VL_OK;
}

// Joins i and k if that is allowed. `*isDone`: they were joined.
static vlResult tryJoin(vlCutJob* job, vlPartList* list, int i, int k, bool* isDone)
{
    vlPart both;
    vlResult result = join(&list->part[i], &list->part[k], &both);
    *isDone = false;
    if (result != VL_OK) {
        return result;
    }
    result = vlPart_MakeHull(&both);
    if (result == VL_OK && !vlCutJob_Measure(job, &both)) {
        result = VL_ERROR_MEMORY;
    }
    bool isGood = result == VL_OK && both.error <= job->target;
    for (int m = 0; isGood && m < list->count; ++m) {
        const vlPart* other = &list->part[m];
        if (m != i && m != k) {
            double shared = sharedVolume(both.hull, other->hull);
            result = shared < 0.0 ? VL_ERROR_MEMORY : result;
            isGood = shared >= 0.0 && shared <= TOUCHING * fmin(both.volume, other->volume);
        }
    }
    if (isGood) {
        vlPart_Free(&list->part[i]);
        list->part[i] = both;
        both = (vlPart){0};
        vlPart_Free(&list->part[k]);
        list->part[k] = list->part[--list->count];
        *isDone = true;
    }
    vlPart_Free(&both);
    return result == VL_ERROR_GEOMETRY || result == VL_ERROR_FULL ? VL_OK : result;
}

// Joins the piece with the first other one that its hull overlaps. `*isDone`: there was one.
static vlResult joinOverlapping(vlCutJob* job, vlPartList* list, int i, bool* isDone)
{
    *isDone = false;
    for (int k = 0; k < list->count; ++k) {
        const vlPart *a = &list->part[i], *b = &list->part[k];
        double shared = k != i ? sharedVolume(a->hull, b->hull) : 0.0;
        if (shared < 0.0) {
            return VL_ERROR_MEMORY;
        }
        if (shared <= OVERLAPPING * fmin(a->hullVolume, b->hullVolume)) {
            continue;
        }
        vlPart both;
        vlResult result = join(a, b, &both);
        result = result == VL_OK ? vlPart_MakeHull(&both) : result;
        if (result == VL_OK && !vlCutJob_Measure(job, &both)) {
            result = VL_ERROR_MEMORY;
        }
        if (result != VL_OK) {
            vlPart_Free(&both);
            return result;
        }
        vlPart_Free(&list->part[i]);
        vlPart_Free(&list->part[k]);
        list->part[i] = both;
        list->part[k] = list->part[--list->count];
        *isDone = true;
        return VL_OK;
    }
    return VL_OK;
}

vlResult vlCutJob_Separate(vlCutJob* job, vlPartList* list)
{
    vlResult result = VL_OK;
    // Each joining leaves one piece fewer. The new hull may overlap others, so all are tested
    // again.
    for (int i = 0; result == VL_OK && i < list->count;) {
        bool isDone = false;
        result = joinOverlapping(job, list, i, &isDone);
        i = isDone ? 0 : i + 1;
    }
    return result;
}

// Fills in the costs of all pairs i < k, or only of those with the piece `changed` if that is not
// negative, in one square matrix; -1: not to be joined.
static vlResult fillCosts(vlCutJob* job, const vlPartList* list, double* cost, int stride,
                          int changed)
{
    vlResult result = VL_OK;
    for (int i = 0; i < list->count; ++i) {
        for (int k = i + 1; k < list->count && result == VL_OK; ++k) {
            if (changed < 0 || i == changed || k == changed) {
                double* c = &cost[i * stride + k];
                *c = -1.0;
                if (!vlCutJob_IsOver(job)) {
                    result = findCost(&list->part[i], &list->part[k], job->tolerance, c);
                }
                job->effort += JOIN_EFFORT * (*c >= 0.0);
            }
        }
    }
    return result;
}

vlResult vlCutJob_Merge(vlCutJob* job, vlPartList* list)
{
    int stride = list->count;
    double* cost = malloc(sizeof(double) * (size_t)(stride * stride + 1));
    if (cost == NULL) {
        return VL_ERROR_MEMORY;
    }
    vlResult result = fillCosts(job, list, cost, stride, -1);
    while (result == VL_OK && !vlCutJob_IsOver(job)) {
        int bestI = -1, bestK = -1;
        for (int i = 0; i < list->count; ++i) {
            for (int k = i + 1; k < list->count; ++k) {
                double c = cost[i * stride + k];
                if (c >= 0.0 && (bestI < 0 || c < cost[bestI * stride + bestK])) {
                    bestI = i;
                    bestK = k;
                }
            }
        }
        if (bestI < 0) {
            break;
        }
        bool isDone = false;
        result = tryJoin(job, list, bestI, bestK, &isDone);
        cost[bestI * stride + bestK] = -1.0;
        if (isDone) {
            // The last piece has taken the place of the joined one.
            int last = list->count;
            for (int m = 0; m < last; ++m) {
                if (m != bestK && last != bestK) {
                    int from = m < last ? m * stride + last : last * stride + m;
                    int to = m < bestK ? m * stride + bestK : bestK * stride + m;
                    cost[to] = cost[from];
                }
            }
            result = fillCosts(job, list, cost, stride, bestI);
        }
    }
    free(cost);
    return result;
}
