// SPDX-License-Identifier: MIT
// Shapes of the kind VL_SHAPE_SURFACE: from a draft to the block of a shape, and reading it.

#include "volar/surface.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "shape/mass.h"
#include "shape/skin_draft.h"

// The automatic spacing as a fraction of the radius, and the automatic merging distance as a
// fraction of the spacing. docs/decisions.md
#define SPACING_OF_RADIUS 0.01
#define MERGE_OF_SPACING 0.4

vlSurfaceShapeDef vlDefaultSurfaceShapeDef(void)
{
    vlSurfaceShapeDef def = {.spacing = VL_AUTO, .merge = VL_AUTO};
    return def;
}

vlSkin vlSkinDraft_View(const vlSkinDraft* d)
{
    vlSkin skin = {.pointCount = d->def->pointCount,
                   .triangleCount = d->def->triangleCount,
                   .nodeCount = d->nodeCount,
                   .solidCount = d->solidCount,
                   .sampleCount = d->sampleCount,
                   .clusterCount = d->clusterCount,
                   .spacing = d->spacing,
                   .size = d->size,
                   .point = d->point,
                   .pointNormal = d->pointNormal,
                   .triangle = (const int32_t(*)[3])d->triangle,
                   .beside = (const int32_t(*)[3])d->beside,
                   .node = d->node,
                   .solid = d->solid,
                   .sample = d->sample,
                   .cluster = d->cluster};
    return skin;
}

void vlSkinDraft_Free(vlSkinDraft* d)
{
    free(d->point);
    free(d->triangle);
    free(d->beside);
    free(d->solidOf);
    free(d->pointNormal);
    free(d->node);
    free(d->sample);
    free(d->cluster);
}

// Room for `count` elements, filled from `from` unless only measured.
static void* copyInto(vlArena* arena, const void* from, int count, size_t size)
{
    void* to = vlArena_Take(arena, (size_t)count, size);
    if (to != NULL) {
        memcpy(to, from, (size_t)count * size);
    }
    return to;
}

static vlSkin layOutSkin(vlArena* arena, const vlSkin* from)
{
    vlSkin skin = *from;
    skin.point = copyInto(arena, from->point, from->pointCount, sizeof *from->point);
    skin.pointNormal =
        copyInto(arena, from->pointNormal, from->pointCount, sizeof *from->pointNormal);
    skin.triangle = copyInto(arena, from->triangle, from->triangleCount, sizeof *from->triangle);
    skin.beside = copyInto(arena, from->beside, from->triangleCount, sizeof *from->beside);
    skin.node = copyInto(arena, from->node, from->nodeCount, sizeof *from->node);
    skin.solid = copyInto(arena, from->solid, from->solidCount, sizeof *from->solid);
    skin.sample = copyInto(arena, from->sample, from->sampleCount, sizeof *from->sample);
    skin.cluster = copyInto(arena, from->cluster, from->clusterCount, sizeof *from->cluster);
    return skin;
}

static uint64_t hashOf(const vlSkin* skin)
{
    uint64_t h = vlHash_Word(VL_HASH_SEED, (uint64_t)skin->triangleCount);
    for (int t = 0; t < skin->triangleCount; ++t) {
        for (int k = 0; k < 3; ++k) {
            h = vlHash_Vec(h, skin->point[skin->triangle[t][k]]);
        }
    }
    for (int i = 0; i < skin->sampleCount; ++i) {
        h = vlHash_Double(vlHash_Vec(h, skin->sample[i].point), skin->sample[i].area);
    }
    return h;
}

// The one piece of the shape, for code that needs only bounds: it has no vertices, planes or faces.
static vlConvex pieceOf(const vlSkin* skin, vlVec3 centroid)
{
    vlConvex piece = {.kind = VL_PIECE_SURFACE, .centre = centroid, .thickness = HUGE_VAL};
    vlBox box = vlBox_Empty();
    for (int t = 0; t < 3 * skin->triangleCount; ++t) {
        vlVec3 p = skin->point[skin->triangle[t / 3][t % 3]];
        vlBox_Include(&box, p);
        piece.radius = fmax(piece.radius, vlLength(vlSub(p, centroid)));
    }
    piece.lower = box.low;
    piece.upper = box.high;
    return piece;
}

static void sumUp(vlSkin* skin)
{
    skin->hash = hashOf(skin);
    skin->area = 0.0;
    for (int i = 0; i < skin->sampleCount; ++i) {
        skin->area += skin->sample[i].area;
    }
}

static vlResult finish(const vlSkinDraft* d, const vlAllocator* allocator, vlMassProperties mass,
                       vlShape** shape, const vlSentence* error)
{
    vlSkin from = vlSkinDraft_View(d);
    vlArena arena = {0};
    vlShape* made = NULL;
    vlConvex* piece = NULL;
    vlSkin* skin = NULL;
    for (int pass = 0; pass < 2; ++pass) {
        made = vlArena_Take(&arena, 1, sizeof *made);
        piece = vlArena_Take(&arena, 1, sizeof *piece);
        skin = vlArena_Take(&arena, 1, sizeof *skin);
        vlSkin laidOut = layOutSkin(&arena, &from);
        if (pass == 0) {
            void* block = allocator->allocate(arena.used, allocator->user);
            if (block == NULL) {
                return vlSentence_FailMemory(error);
            }
            memset(block, 0, arena.used);
            arena = (vlArena){.base = block};
        } else {
            *skin = laidOut;
        }
    }
    *piece = pieceOf(skin, mass.centroid);
    sumUp(skin);
    skin->memory = arena.used;
    *made = (vlShape){.kind = VL_SHAPE_SURFACE,
                      .holds = 1,
                      .pieceCount = 1,
                      .pieces = piece,
                      .radius = skin->size,
                      .mass = mass,
                      .allocator = *allocator,
                      .skin = skin};
    *shape = made;
    return VL_OK;
}

static vlResult checkDef(const vlSurfaceShapeDef* def, const vlSentence* error)
{
    if (def == NULL || def->points == NULL || def->triangles == NULL) {
        return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                               "`def`, its points or its triangles are NULL; expected a mesh");
    }
    if (def->triangleCount > VL_MAX_SURFACE_TRIANGLES) {
        return vlSentence_Fail(error, VL_ERROR_FULL, "%d triangles; expected at most %d",
                               def->triangleCount, VL_MAX_SURFACE_TRIANGLES);
    }
    if (def->triangleCount < 4 || def->pointCount < 4) {
        return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                               "%d triangles and %d points; expected at least 4 of both",
                               def->triangleCount, def->pointCount);
    }
    for (int i = 0; i < def->pointCount; ++i) {
        if (!vlIsWithin(def->points[i], VL_MAX_LENGTH)) {
            return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                                   "point %d is (%g, %g, %g); expected finite numbers, at most %g",
                                   i, def->points[i].x, def->points[i].y, def->points[i].z,
                                   VL_MAX_LENGTH);
        }
    }
    bool isSpacing = def->spacing == VL_AUTO || (def->spacing > 0.0 && isfinite(def->spacing));
    bool isMerge = def->merge == VL_AUTO || (def->merge >= 0.0 && isfinite(def->merge));
    if (!isSpacing || !isMerge) {
        return vlSentence_Fail(
            error, VL_ERROR_ARGUMENT,
            "spacing is %g m and merge %g m; expected above 0, and 0 or above, or "
            "VL_AUTO",
            def->spacing, def->merge);
    }
    return VL_OK;
}

static vlResult weigh(vlSkinDraft* d, vlMassProperties* mass, const vlSentence* error)
{
    const vlSurfaceShapeDef* def = d->def;
    *mass = vlMass_OfTriangles(d->point, def->pointCount, d->triangle, def->triangleCount);
    if (!(mass->volume > 0.0) || !isfinite(mass->volume) || !vlIsFinite(mass->inertia.cx)) {
        return vlSentence_Fail(error, VL_ERROR_GEOMETRY,
                               "the solid has a volume of %g m3; expected above 0, with triangles "
                               "anticlockwise seen from outside",
                               mass->volume);
    }
    double radius = 0.0;
    for (int i = 0; i < def->pointCount; ++i) {
        radius = fmax(radius, vlLength(vlSub(def->points[i], mass->centroid)));
        d->size = fmax(d->size, vlLength(def->points[i]));
    }
    d->spacing = def->spacing == VL_AUTO ? SPACING_OF_RADIUS * radius : def->spacing;
    d->merge = def->merge == VL_AUTO ? MERGE_OF_SPACING * d->spacing : def->merge;
    return VL_OK;
}

vlResult vlShape_CreateSurface(const vlAllocator* allocator, const vlSurfaceShapeDef* def,
                               vlShape** shape, char* message, size_t messageSize)
{
    const vlSentence error = {message, messageSize};
    vlAllocator chosen;
    vlResult result = vlShape_ChooseAllocator(allocator, shape, &chosen, &error);
    result = result == VL_OK ? checkDef(def, &error) : result;
    if (result != VL_OK) {
        return result;
    }
    vlSkinDraft draft = {.def = def};
    vlMassProperties mass;
    result = vlSkinDraft_Connect(&draft, &error);
    result = result == VL_OK ? weigh(&draft, &mass, &error) : result;
    result = result == VL_OK ? vlSkinDraft_Plant(&draft, &error) : result;
    result = result == VL_OK ? vlSkinDraft_Sample(&draft, &error) : result;
    result = result == VL_OK ? finish(&draft, &chosen, mass, shape, &error) : result;
    vlSkinDraft_Free(&draft);
    return result;
}

// ---- reading ----

vlResult vlShape_GetSurfaceInfo(const vlShape* shape, vlSurfaceInfo* info)
{
    if (shape == NULL || shape->skin == NULL || info == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    const vlSkin* s = shape->skin;
    *info = (vlSurfaceInfo){.triangleCount = s->triangleCount,
                            .pointCount = s->pointCount,
                            .solidCount = s->solidCount,
                            .sampleCount = s->sampleCount,
                            .clusterCount = vlSkin_PlaceCount(s),
                            .spacing = s->spacing,
                            .area = s->area,
                            .memory = s->memory};
    return VL_OK;
}

vlResult vlShape_GetSample(const vlShape* shape, int i, vlSurfaceSample* sample)
{
    if (shape == NULL || shape->skin == NULL || sample == NULL || i < 0 ||
        i >= shape->skin->sampleCount) {
        return VL_ERROR_ARGUMENT;
    }
    *sample = shape->skin->sample[i];
    return VL_OK;
}

vlResult vlShape_FindSignedDistance(const vlShape* shape, vlVec3 point, double reach, int hint,
                                    vlSignedDistance* found)
{
    if (shape == NULL || shape->skin == NULL || found == NULL || !vlIsFinite(point) ||
        !(reach >= 0.0)) {
        return VL_ERROR_ARGUMENT;
    }
    *found = vlSkin_Distance(shape->skin, point, reach, hint);
    return VL_OK;
}
