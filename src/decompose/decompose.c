// SPDX-License-Identifier: MIT
// Convex pieces of a mesh. No rule chooses the best cut for every solid: the search runs with
// several rules, and the fewest pieces within the error win.

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/sentence.h"
#include "decompose/cut_search.h"
#include "decompose/cuts.h"
#include "decompose/piece_cache.h"

// Points this near to a plane lie in it, as a fraction of the radius.
#define PLANE_TOLERANCE 1e-6

// A solid with more concave edges than this counts as smooth.
#define MOST_SHARP_EDGES 400

// How often a solid is cut by a rule that cuts off single components.
#define TIMES_CUT 3

// A search may make this many pieces more than twice the best number so far.
#define FEW_PIECES 16

static const vlCutRule rules[] = {
    {.isSharp = true, .isPerPiece = true, .isLocal = true},
    {.isEven = true, .isPerPiece = true, .isLocal = true},
    {.isHalving = true, .isPerPiece = true},
    {.isPerPiece = true},
    {.isByError = true},
    {.isByError = false},
};
#define RULES ((int)(sizeof rules / sizeof rules[0]))

vlDecomposeDef vlDefaultDecomposeDef(void)
{
    return (vlDecomposeDef){.error = 0.01, .mostPieces = 1024, .seconds = 60.0};
}

static vlResult failDecompose(const vlSentence* error, vlResult result, const char* text)
{
    if (error->text != NULL && error->size > 0) {
        (void)snprintf(error->text, error->size, "%s", text);
    }
    return result;
}

static double largestError(const vlPartList* list)
{
    double error = 0.0;
    for (int i = 0; i < list->count; ++i) {
        error = fmax(error, list->part[i].error);
    }
    return error;
}

static bool isBetter(const vlPartList* one, const vlPartList* other, double target)
{
    double mine = largestError(one), theirs = largestError(other);
    if ((mine <= target) != (theirs <= target)) {
        return mine <= target;
    }
    if (mine > target && mine != theirs) {
        return mine < theirs;
    }
    return one->count != other->count ? one->count < other->count : mine < theirs;
}

// One search with the rule of the job; `list` stays empty if the rule is not meant for the solid.
static vlResult runOnce(vlCutJob* job, const vlMesh* mesh, vlPartList* list)
{
    vlPart whole;
    int edges = 0;
    if (!vlPart_FromMesh(mesh, &whole)) {
        return VL_ERROR_MEMORY;
    }
    if (job->rule.isSharp &&
        (vlCuts_Concavity(&whole, &edges) < 0.0 || edges == 0 || edges > MOST_SHARP_EDGES)) {
        vlPart_Free(&whole);
        return VL_OK;
    }
    if (!vlPart_Split(&whole, job->tolerance, list)) {
        return VL_ERROR_MEMORY;
    }
    vlResult result = VL_OK;
    bool isLocal = job->rule.isLocal;
    // Pieces that were cut off alone may reach into the hulls of others, and are then joined with
    // them again. Such pieces are cut by whole planes the next time.
    for (int i = 0; result == VL_OK && i < TIMES_CUT && (i == 0 || isLocal); ++i) {
        job->rule.isLocal = isLocal && i == 0;
        result = vlCutJob_Run(job, list);
        result = result == VL_OK ? vlCutJob_Separate(job, list) : result;
    }
    return result == VL_OK ? vlCutJob_Merge(job, list) : result;
}

// Searches by all rules. A solid with few concave edges that was cut exactly needs no further rule.
static vlResult runAll(vlCutJob* job, const vlMesh* mesh, vlPartList* best)
{
    vlResult result = VL_OK;
    int mostPieces = job->mostPieces;
    for (int i = 0; i < RULES && result == VL_OK; ++i) {
        vlPartList list = {0};
        if (best->count > 0 && vlCutJob_IsOver(job)) {
            break;
        }
        job->rule = rules[i];
        // A result with far more pieces than the best so far will not become better by joining
        // some.
        int hopeless = 2 * best->count + FEW_PIECES;
        bool isWithin = best->count > 0 && largestError(best) <= job->target;
        job->mostPieces = isWithin && hopeless < mostPieces ? hopeless : mostPieces;
        result = runOnce(job, mesh, &list);
        if (result == VL_OK && list.count > 0 &&
            (best->count == 0 || isBetter(&list, best, job->target))) {
            vlPartList_Free(best);
            *best = list;
        } else {
            vlPartList_Free(&list);
        }
        if (best->count > 0 && rules[i].isSharp && largestError(best) <= 1e-3 * job->target) {
            break;
        }
    }
    return result;
}

static void take(vlPartList* best, const vlCutJob* job, vlDecomposition* out)
{
    out->pieceCount = best->count;
    out->error = largestError(best);
    out->isWithin = out->error <= job->target;
    out->isLate = job->isLate;
    double hulls = 0.0;
    for (int i = 0; i < best->count; ++i) {
        hulls += best->part[i].hullVolume;
        out->pieces[i] = best->part[i].hull;
        best->part[i].hull = NULL;
    }
    out->volumeRatio = hulls / job->volume;
}

vlResult vlMesh_Decompose(const vlMesh* mesh, const vlDecomposeDef* def, vlDecomposition* out,
                          char* message, size_t messageSize)
{
    const vlSentence error = {message, messageSize};
    vlMeshReport report;
    *out = (vlDecomposition){0};
    bool isDef = def->error > 0.0 && def->error < 1.0 && def->mostPieces >= 1 &&
                 def->mostPieces <= VL_MAX_PIECES && def->seconds >= 0.0 && def->effort >= 0.0;
    if (!isDef) {
        return failDecompose(
            &error, VL_ERROR_ARGUMENT,
            "expected an error between 0 and 1, 1 to 4096 pieces, and limits of time "
            "and effort of at least 0");
    }
    vlResult result = vlMesh_Inspect(mesh, 0.0, &report);
    if (result != VL_OK) {
        return failDecompose(&error, result, "the mesh is not made of triangles, or too large");
    }
    if (!report.isSolid || report.overlappingComponents > 0) {
        return failDecompose(
            &error, VL_ERROR_GEOMETRY,
            "the mesh is not the surface of a solid: `volar mesh check` says where "
            "it is open or flat, or which components overlap");
    }
    if (report.components > def->mostPieces) {
        char text[96];
        (void)snprintf(text, sizeof text,
                       "the mesh has %d components; expected at most %d, the pieces allowed",
                       report.components, def->mostPieces);
        return failDecompose(&error, VL_ERROR_FULL, text);
    }
    vlCacheKey key = {{0, 0}};
    if (def->cacheFolder != NULL) {
        key = vlPieceCache_Key(mesh, def);
        if (vlPieceCache_Load(def->cacheFolder, key, mesh, out)) {
            return VL_OK;
        }
    }
    double start = vlClock_Now();
    vlCutJob job = {.tolerance = PLANE_TOLERANCE * report.radius,
                    .target = def->error * report.radius,
                    .mostPieces = def->mostPieces,
                    .mostEffort = def->effort,
                    .deadline = def->seconds > 0.0 ? start + 1e9 * def->seconds : 0.0,
                    .volume = report.mass.volume,
                    .progress = def->progress,
                    .user = def->user};
    vlPartList best = {0};
    result = runAll(&job, mesh, &best);
    if (result == VL_OK) {
        take(&best, &job, out);
        out->radius = report.radius;
        out->wall = report.wall;
        bool isCutShort = job.deadline > 0.0 && vlClock_Now() > job.deadline;
        if (def->cacheFolder != NULL && !isCutShort) {
            vlPieceCache_Store(def->cacheFolder, key, out);
        }
    }
    vlPartList_Free(&best);
    return result == VL_OK ? VL_OK
                           : failDecompose(&error, result,
                                           result == VL_ERROR_MEMORY
                                               ? "no memory for the pieces"
                                               : "a piece has more corners than a shape can have");
}

bool vlDecomposition_IsShell(const vlDecomposition* decomposition)
{
    const vlDecomposition* d = decomposition;
    return d->wall < 4.0 * d->error && d->wall < 0.1 * d->radius;
}

void vlDecomposition_Free(vlDecomposition* decomposition)
{
    if (decomposition == NULL) {
        return;
    }
    for (int i = 0; i < decomposition->pieceCount; ++i) {
        vlShape_Release(decomposition->pieces[i]);
    }
    *decomposition = (vlDecomposition){0};
}
