// SPDX-License-Identifier: MIT
// The block of a shape: how it is laid out and filled from a face list.

#include "shape/shape_build.h"

#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "shape/bend.h"
#include "shape/mass.h"

vlResult vlShape_ChooseAllocator(const vlAllocator* allocator, vlShape* const* shape,
                                 vlAllocator* chosen, const vlSentence* error)
{
    if (shape == NULL) {
        return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                               "`shape` is NULL; expected a place for the result");
    }
    *chosen = allocator != NULL ? *allocator : vlDefaultAllocator();
    if (chosen->allocate == NULL || chosen->release == NULL) {
        return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                               "the allocator lacks a function; expected allocate and release");
    }
    return VL_OK;
}

static size_t padded(int count)
{
    return ((size_t)count + VL_LANES - 1u) / VL_LANES * VL_LANES;
}

static void layOutPiece(vlArena* arena, const vlPieceSize* size, vlPieceArrays* a)
{
    size_t vertices = padded(size->vertexCount);
    size_t faces = padded(size->faceCount);
    size_t loop = (size_t)size->loopLength;
    a->vx = vlArena_Take(arena, vertices, sizeof(double));
    a->vy = vlArena_Take(arena, vertices, sizeof(double));
    a->vz = vlArena_Take(arena, vertices, sizeof(double));
    a->nx = vlArena_Take(arena, faces, sizeof(double));
    a->ny = vlArena_Take(arena, faces, sizeof(double));
    a->nz = vlArena_Take(arena, faces, sizeof(double));
    a->nd = vlArena_Take(arena, faces, sizeof(double));
    a->faceStart = vlArena_Take(arena, (size_t)size->faceCount + 1, sizeof(uint16_t));
    a->faceVertex = vlArena_Take(arena, loop, sizeof(uint16_t));
    a->neighbourStart = vlArena_Take(arena, (size_t)size->vertexCount + 1, sizeof(uint16_t));
    a->neighbour = vlArena_Take(arena, loop, sizeof(uint16_t));
    a->vertexFaceStart = vlArena_Take(arena, (size_t)size->vertexCount + 1, sizeof(uint16_t));
    a->vertexFace = vlArena_Take(arena, loop, sizeof(uint16_t));
    a->glue = vlArena_Take(arena, faces, sizeof(uint8_t));
    a->bend = vlArena_Take(arena, (size_t)size->faceCount, sizeof(vlBend));
}

static void showArrays(vlConvex* piece, const vlPieceSize* size, const vlPieceArrays* a)
{
    *piece = (vlConvex){.vertexCount = size->vertexCount,
                        .faceCount = size->faceCount,
                        .vx = a->vx,
                        .vy = a->vy,
                        .vz = a->vz,
                        .nx = a->nx,
                        .ny = a->ny,
                        .nz = a->nz,
                        .nd = a->nd,
                        .faceStart = a->faceStart,
                        .faceVertex = a->faceVertex,
                        .neighbourStart = a->neighbourStart,
                        .neighbour = a->neighbour,
                        .vertexFaceStart = a->vertexFaceStart,
                        .vertexFace = a->vertexFace,
                        .glue = a->glue};
}

bool vlShapeDraft_Open(vlShapeDraft* draft, const vlAllocator* allocator, vlShapeKind kind,
                       const vlPieceSize* sizes, int pieceCount)
{
    vlArena arena = {0};
    for (int pass = 0; pass < 2; ++pass) {
        vlPieceArrays measured;
        draft->shape = vlArena_Take(&arena, 1, sizeof(vlShape));
        draft->pieces = vlArena_Take(&arena, (size_t)pieceCount, sizeof(vlConvex));
        draft->arrays = vlArena_Take(&arena, (size_t)pieceCount, sizeof(vlPieceArrays));
        for (int i = 0; i < pieceCount; ++i) {
            layOutPiece(&arena, &sizes[i], pass == 0 ? &measured : &draft->arrays[i]);
        }
        if (pass == 0) {
            void* block = allocator->allocate(arena.used, allocator->user);
            if (block == NULL) {
                return false;
            }
            memset(block, 0, arena.used);
            arena = (vlArena){.base = block};
        }
    }
    for (int i = 0; i < pieceCount; ++i) {
        showArrays(&draft->pieces[i], &sizes[i], &draft->arrays[i]);
    }
    draft->shape->kind = kind;
    draft->shape->pieceCount = pieceCount;
    draft->shape->pieces = draft->pieces;
    draft->shape->allocator = *allocator;
    return true;
}

static void pad(double* values, int count)
{
    for (size_t i = (size_t)count; i < padded(count); ++i) {
        values[i] = values[0];
    }
}

// Least extent along the normal of a face. Between two edges a piece may be thinner by a little.
static double thicknessOf(const vlConvex* piece)
{
    double least = HUGE_VAL;
    for (int f = 0; f < piece->faceCount; ++f) {
        vlVec3 n = vlConvex_Normal(piece, f);
        double lowest = HUGE_VAL;
        for (int v = 0; v < piece->vertexCount; ++v) {
            lowest = fmin(lowest, vlDot(n, vlConvex_Vertex(piece, v)));
        }
        least = fmin(least, piece->nd[f] - lowest);
    }
    return least;
}

static uint64_t hashLists(const vlConvex* piece)
{
    uint64_t hash = vlHash_Word(VL_HASH_SEED, (uint64_t)piece->vertexCount);
    hash = vlHash_Word(hash, (uint64_t)piece->faceCount);
    for (int f = 0; f < piece->faceCount; ++f) {
        hash = vlHash_Word(hash, piece->faceStart[f + 1]);
    }
    // The lists around vertices follow from those of faces: ascending faces, next in their loops.
    for (int i = 0; i < piece->faceStart[piece->faceCount]; ++i) {
        hash = vlHash_Word(hash, piece->faceVertex[i]);
    }
    return hash;
}

vlMassProperties vlShapeDraft_FinishPiece(vlShapeDraft* draft, int index)
{
    vlConvex* piece = &draft->pieces[index];
    vlPieceArrays* a = &draft->arrays[index];
    double* perVertex[] = {a->vx, a->vy, a->vz};
    double* perFace[] = {a->nx, a->ny, a->nz, a->nd};
    for (int i = 0; i < 3; ++i) {
        pad(perVertex[i], piece->vertexCount);
    }
    for (int i = 0; i < 4; ++i) {
        pad(perFace[i], piece->faceCount);
    }
    vlMassProperties mass = vlMass_OfConvex(piece);
    piece->centre = mass.centroid;
    vlBox box = vlBox_Empty();
    double radius2 = 0.0;
    for (int v = 0; v < piece->vertexCount; ++v) {
        vlVec3 p = vlConvex_Vertex(piece, v);
        vlBox_Include(&box, p);
        vlVec3 arm = vlSub(p, piece->centre);
        radius2 = fmax(radius2, vlDot(arm, arm));
    }
    piece->lower = box.low;
    piece->upper = box.high;
    piece->radius = sqrt(radius2);
    piece->thickness = thicknessOf(piece);
    piece->topology = hashLists(piece);
    return mass;
}

vlResult vlShapeDraft_Finish(vlShapeDraft* draft, vlMassProperties mass, const vlSentence* error)
{
    bool isFinite = isfinite(mass.volume) && vlIsFinite(mass.centroid) &&
                    vlIsFinite(mass.inertia.cx) && vlIsFinite(mass.inertia.cy) &&
                    vlIsFinite(mass.inertia.cz);
    double smallest = fmin(mass.inertia.cx.x, fmin(mass.inertia.cy.y, mass.inertia.cz.z));
    if (!isFinite || !(mass.volume > 0.0) || !(smallest > 0.0)) {
        return vlSentence_Fail(error, VL_ERROR_GEOMETRY,
                               "volume %.9g m3 with least moment of inertia %.9g; expected both "
                               "positive and finite",
                               mass.volume, smallest);
    }
    double radius2 = 0.0;
    for (int i = 0; i < draft->shape->pieceCount; ++i) {
        const vlConvex* piece = &draft->pieces[i];
        for (int v = 0; v < piece->vertexCount; ++v) {
            vlVec3 p = vlConvex_Vertex(piece, v);
            radius2 = fmax(radius2, vlDot(p, p));
        }
    }
    draft->shape->radius = sqrt(radius2);
    draft->shape->mass = mass;
    draft->shape->holds = 1;
    return VL_OK;
}

// Copies face loops and planes. Writes for every vertex its faces, and beside each face the next
// vertex of that face's loop: over all faces of a vertex, every neighbour appears exactly once.
static void writeLists(const vlFaceList* list, vlPieceArrays* a)
{
    for (int f = 0; f < list->faceCount; ++f) {
        vlVec3 normal;
        (void)vlFaceList_Plane(list, f, &normal, &a->nd[f]);
        a->nx[f] = normal.x;
        a->ny[f] = normal.y;
        a->nz[f] = normal.z;
        a->faceStart[f + 1] = (uint16_t)list->start[f + 1];
    }
    // Counting sort by vertex: slot v + 1 first counts v's faces, then marks where v's list ends.
    for (int c = 0; c < list->cornerCount; ++c) {
        a->faceVertex[c] = (uint16_t)list->corner[c];
        ++a->vertexFaceStart[list->corner[c] + 1];
    }
    for (int v = 0; v < list->pointCount; ++v) {
        a->vertexFaceStart[v + 1] = (uint16_t)(a->vertexFaceStart[v + 1] + a->vertexFaceStart[v]);
        a->neighbourStart[v + 1] = a->vertexFaceStart[v];
    }
    for (int f = 0; f < list->faceCount; ++f) {
        for (int c = list->start[f]; c < list->start[f + 1]; ++c) {
            int next = c + 1 < list->start[f + 1] ? c + 1 : list->start[f];
            int slot = a->neighbourStart[list->corner[c] + 1]++;
            a->vertexFace[slot] = (uint16_t)f;
            a->neighbour[slot] = (uint16_t)list->corner[next];
        }
    }
}

vlResult vlShape_Build(const vlAllocator* allocator, const vlFaceList* list, vlShape** shape,
                       const vlSentence* error)
{
    vlPieceSize size = {list->pointCount, list->faceCount, list->cornerCount};
    vlShapeDraft draft;
    if (!vlShapeDraft_Open(&draft, allocator, VL_SHAPE_CONVEX, &size, 1)) {
        return vlSentence_FailMemory(error);
    }
    vlPieceArrays* a = &draft.arrays[0];
    for (int v = 0; v < list->pointCount; ++v) {
        a->vx[v] = list->points[v].x;
        a->vy[v] = list->points[v].y;
        a->vz[v] = list->points[v].z;
    }
    writeLists(list, a);
    vlMassProperties mass = vlShapeDraft_FinishPiece(&draft, 0);
    draft.pieces[0].bend = vlBend_FromEdges(&draft.pieces[0], a->bend) ? a->bend : NULL;
    vlResult result = vlShapeDraft_Finish(&draft, mass, error);
    if (result != VL_OK) {
        allocator->release(draft.shape, allocator->user);
        return result;
    }
    *shape = draft.shape;
    return VL_OK;
}
