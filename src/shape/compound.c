// SPDX-License-Identifier: MIT
// Rigid unions of convex pieces. Their data is copied into the union's own block and frame.

#include "shape/compound.h"

#include <float.h>
#include <string.h>

#include "base/arena.h"
#include "shape/bend.h"
#include "shape/mass.h"
#include "shape/overlap.h"
#include "shape/recut.h"
#include "shape/shape_build.h"

// Pieces may share this fraction of the smaller volume, because poses have limited precision.
#define OVERLAP_LIMIT 1e-6

// Rounding of a piece's coordinates may reach this fraction of its radius.
#define FORM_TOLERANCE 1e-9

static const char* nameOf(vlShapeKind kind)
{
    const char* other = kind == VL_SHAPE_SURFACE ? "surface of a mesh" : "compound";
    return kind == VL_SHAPE_HALFSPACE ? "half-space" : other;
}

static vlResult checkPieces(const vlShape* const* pieces, const vlPose* poses, int count,
                            const vlSentence* error)
{
    if (pieces == NULL || poses == NULL) {
        return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                               "`pieces` or `poses` is NULL; expected both arrays");
    }
    if (count < 1) {
        return vlSentence_Fail(error, VL_ERROR_ARGUMENT, "%d pieces; expected at least 1", count);
    }
    if (count > VL_MAX_PIECES) {
        return vlSentence_Fail(error, VL_ERROR_FULL, "%d pieces; expected at most %d", count,
                               VL_MAX_PIECES);
    }
    for (int i = 0; i < count; ++i) {
        if (pieces[i] == NULL) {
            return vlSentence_Fail(error, VL_ERROR_ARGUMENT, "piece %d is NULL; expected a shape",
                                   i);
        }
        if (pieces[i]->kind != VL_SHAPE_CONVEX) {
            return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                                   "piece %d is a %s; expected a convex polyhedron", i,
                                   nameOf(pieces[i]->kind));
        }
        if (!vlIsWithin(poses[i].p, VL_MAX_LENGTH) || !vlIsUnitQ(poses[i].q, VL_UNIT_TOLERANCE)) {
            return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                                   "pose %d is at (%g, %g, %g) with a quaternion of length %.9g; "
                                   "expected finite numbers and 1 to %g",
                                   i, poses[i].p.x, poses[i].p.y, poses[i].p.z,
                                   vlLengthQ(poses[i].q), VL_UNIT_TOLERANCE);
        }
        double distance = vlLength(poses[i].p);
        if (!(distance * DBL_EPSILON <= FORM_TOLERANCE * pieces[i]->radius)) {
            return vlSentence_Fail(
                error, VL_ERROR_GEOMETRY,
                "piece %d of radius %g m lies %g m out, where rounding distorts it; "
                "expected at most %g m",
                i, pieces[i]->radius, distance, FORM_TOLERANCE * pieces[i]->radius / DBL_EPSILON);
        }
    }
    return VL_OK;
}

static void copyLists(vlPieceArrays* a, const vlConvex* from)
{
    size_t faces = (size_t)from->faceCount;
    size_t vertices = (size_t)from->vertexCount;
    size_t loop = from->faceStart[from->faceCount];
    memcpy(a->faceStart, from->faceStart, (faces + 1) * sizeof(uint16_t));
    memcpy(a->faceVertex, from->faceVertex, loop * sizeof(uint16_t));
    memcpy(a->neighbourStart, from->neighbourStart, (vertices + 1) * sizeof(uint16_t));
    memcpy(a->neighbour, from->neighbour, loop * sizeof(uint16_t));
    memcpy(a->vertexFaceStart, from->vertexFaceStart, (vertices + 1) * sizeof(uint16_t));
    memcpy(a->vertexFace, from->vertexFace, loop * sizeof(uint16_t));
}

// Normals are rotated rather than summed again: a rounded vertex of a narrow face would tilt them.
static void placePiece(vlPieceArrays* a, const vlConvex* from, vlPose pose)
{
    for (int v = 0; v < from->vertexCount; ++v) {
        vlVec3 p = vlTransform(pose, vlConvex_Vertex(from, v));
        a->vx[v] = p.x;
        a->vy[v] = p.y;
        a->vz[v] = p.z;
    }
    for (int f = 0; f < from->faceCount; ++f) {
        vlVec3 normal = vlUnit(vlRotate(pose.q, vlConvex_Normal(from, f)));
        int begin = from->faceStart[f];
        int size = from->faceStart[f + 1] - begin;
        double mean = 0.0;
        for (int i = begin; i < begin + size; ++i) {
            int v = from->faceVertex[i];
            mean += vlDot(normal, vlVec(a->vx[v], a->vy[v], a->vz[v]));
        }
        a->nx[f] = normal.x;
        a->ny[f] = normal.y;
        a->nz[f] = normal.z;
        a->nd[f] = mean / size;
    }
}

static void bendPiece(vlShapeDraft* draft, int i, const vlConvex* from, vlQuat rotation)
{
    for (int f = 0; f < from->faceCount && from->bend != NULL; ++f) {
        draft->arrays[i].bend[f] = vlBend_Rotate(&from->bend[f], rotation);
    }
    draft->pieces[i].bend = from->bend != NULL ? draft->arrays[i].bend : NULL;
}

// The middle of the bounds that both have in common.
static vlVec3 betweenOf(const vlConvex* a, const vlConvex* b)
{
    return vlScale(vlAdd(vlVec_Upper(a->lower, b->lower), vlVec_Lower(a->upper, b->upper)), 0.5);
}

// Refuses pieces with common volume.
static vlResult checkOverlap(const vlShapeDraft* draft, const vlShape* const* pieces, int count,
                             vlVec3* scratch, int scratchSize, const vlSentence* error)
{
    for (int i = 0; i < count; ++i) {
        for (int k = i + 1; k < count; ++k) {
            const vlConvex* a = &draft->pieces[i];
            const vlConvex* b = &draft->pieces[k];
            double smaller = fmin(pieces[i]->mass.volume, pieces[k]->mass.volume);
            double common = vlOverlap_Volume(a, b, scratch, scratchSize);
            if (common > OVERLAP_LIMIT * smaller) {
                vlVec3 at = betweenOf(a, b);
                return vlSentence_Fail(error, VL_ERROR_GEOMETRY,
                                       "pieces %d and %d overlap by %.9g m3, %.3g of the smaller; "
                                       "expected at most %g of it; look at (%g, %g, %g)",
                                       i, k, common, common / smaller, OVERLAP_LIMIT, at.x, at.y,
                                       at.z);
            }
        }
    }
    return VL_OK;
}

static vlBoxTree* layOutTree(vlArena* arena, int count)
{
    vlBoxTree* tree = vlArena_Take(arena, 1, sizeof(vlBoxTree));
    vlBoxNode* node = vlArena_Take(arena, vlBoxTree_Room(count), sizeof(vlBoxNode));
    int* order = vlArena_Take(arena, (size_t)count, sizeof(int));
    if (tree != NULL) {
        *tree = (vlBoxTree){.node = node, .order = order};
    }
    return tree;
}

static vlResult makeTree(vlShapeDraft* draft, const vlAllocator* allocator, const vlSentence* error)
{
    int count = draft->shape->pieceCount;
    vlArena arena = {0};
    (void)layOutTree(&arena, count);
    void* block = allocator->allocate(arena.used, allocator->user);
    if (block == NULL) {
        return vlSentence_FailMemory(error);
    }
    arena = (vlArena){.base = block};
    vlBoxTree* tree = layOutTree(&arena, count);
    draft->shape->tree = tree;
    size_t room = (size_t)count * (sizeof(vlBox) + sizeof(vlVec3));
    vlBox* box = allocator->allocate(room, allocator->user);
    if (box == NULL) {
        return vlSentence_FailMemory(error);
    }
    vlVec3* middle = (vlVec3*)(box + count);
    for (int i = 0; i < count; ++i) {
        box[i] = vlConvex_Box(&draft->pieces[i]);
        middle[i] = vlAdd(box[i].low, box[i].high);
        tree->order[i] = i;
    }
    vlBoxTree_Plant(box, middle, count, 1, tree);
    allocator->release(box, allocator->user);
    return VL_OK;
}

// Finds the outer solid, and shows every piece its own cells of it.
static vlResult makeSolid(vlShapeDraft* draft, const vlAllocator* allocator,
                          const vlSentence* error)
{
    int count = draft->shape->pieceCount;
    uint8_t* glue[VL_MAX_PIECES];
    for (int i = 0; i < count; ++i) {
        glue[i] = draft->arrays[i].glue;
    }
    vlSolid* solid = NULL;
    vlResult result = vlSolid_Create(allocator, draft->pieces, count, glue, &solid, error);
    if (result != VL_OK) {
        return result;
    }
    draft->shape->solid = solid;
    for (int i = 0; i < count; ++i) {
        draft->pieces[i].firstCell = &solid->firstCell[solid->pieceStart[i]];
        draft->pieces[i].cell = solid->cell;
        draft->pieces[i].cellPoint = solid->point;
    }
    return VL_OK;
}

static vlResult joinPieces(vlShapeDraft* draft, const vlShape* const* pieces, int count,
                           const vlAllocator* allocator, const vlSentence* error)
{
    int scratchSize = vlOverlap_ScratchSize(draft->pieces, count);
    vlVec3* scratch = allocator->allocate((size_t)scratchSize * sizeof(vlVec3), allocator->user);
    if (scratch == NULL) {
        return vlSentence_FailMemory(error);
    }
    vlResult result = checkOverlap(draft, pieces, count, scratch, scratchSize, error);
    allocator->release(scratch, allocator->user);
    result = result == VL_OK ? makeTree(draft, allocator, error) : result;
    return result == VL_OK ? makeSolid(draft, allocator, error) : result;
}

static vlResult finishCompound(vlShapeDraft* draft, const vlShape* const* pieces,
                               const vlPose* poses, int count, const vlAllocator* allocator,
                               const vlSentence* error)
{
    for (int i = 0; i < count; ++i) {
        copyLists(&draft->arrays[i], &pieces[i]->pieces[0]);
        placePiece(&draft->arrays[i], &pieces[i]->pieces[0], poses[i]);
        (void)vlShapeDraft_FinishPiece(draft, i);
        bendPiece(draft, i, &pieces[i]->pieces[0], poses[i].q);
    }
    vlResult result = count > 1 ? joinPieces(draft, pieces, count, allocator, error) : VL_OK;
    if (result != VL_OK) {
        return result;
    }
    return vlShapeDraft_Finish(draft, vlMass_OfUnion(pieces, poses, count), error);
}

// Makes a compound of exactly these pieces.
static vlResult build(const vlAllocator* allocator, const vlShape* const* pieces,
                      const vlPose* poses, int count, vlShape** shape, const vlSentence* error)
{
    vlPieceSize sizes[VL_MAX_PIECES] = {{0}};
    for (int i = 0; i < count; ++i) {
        const vlConvex* from = &pieces[i]->pieces[0];
        sizes[i] =
            (vlPieceSize){from->vertexCount, from->faceCount, from->faceStart[from->faceCount]};
    }
    vlShapeDraft draft;
    if (!vlShapeDraft_Open(&draft, allocator, VL_SHAPE_COMPOUND, sizes, count)) {
        return vlSentence_FailMemory(error);
    }
    vlResult result = finishCompound(&draft, pieces, poses, count, allocator, error);
    if (result != VL_OK) {
        draft.shape->holds = 1;
        vlShape_Release(draft.shape);
        return result;
    }
    *shape = draft.shape;
    return VL_OK;
}

// Replaces the compound by one of the same solid in pieces that do not depend on how it was given.
static vlResult cutAnew(vlShape** shape, const vlShape* const* pieces, const vlPose* poses,
                        const vlAllocator* allocator, const vlSentence* error)
{
    const vlShape* list[VL_MAX_PIECES];
    vlRecut recut;
    vlResult result = vlRecut_Make(&recut, allocator, (*shape)->pieces, (*shape)->solid, error);
    if (result != VL_OK || recut.madeCount < 1) {
        return result;
    }
    size_t room = (size_t)(recut.keptCount + recut.madeCount) * sizeof(vlPose);
    vlPose* places = allocator->allocate(room, allocator->user);
    if (places == NULL) {
        vlRecut_Release(&recut);
        return vlSentence_FailMemory(error);
    }
    int count = 0;
    for (int i = 0; i < recut.keptCount; ++i, ++count) {
        list[count] = pieces[recut.kept[i]];
        places[count] = poses[recut.kept[i]];
    }
    for (int i = 0; i < recut.madeCount; ++i, ++count) {
        list[count] = recut.made[i];
        places[count] = vlIdentityPose();
    }
    vlShape* cutAgain = NULL;
    // The new pieces may not join as well as the given ones, which then stay.
    result = build(allocator, list, places, count, &cutAgain, NULL);
    vlRecut_Release(&recut);
    allocator->release(places, allocator->user);
    if (cutAgain != NULL) {
        cutAgain->mass = (*shape)->mass;
        vlShape_Release(*shape);
        *shape = cutAgain;
    }
    return result == VL_ERROR_MEMORY ? vlSentence_FailMemory(error) : VL_OK;
}

vlResult vlCompound_Create(const vlAllocator* allocator, const vlShape* const* pieces,
                           const vlPose* poses, int count, vlCutting cutting, vlShape** shape,
                           const vlSentence* error)
{
    vlAllocator chosen;
    vlResult result = vlShape_ChooseAllocator(allocator, shape, &chosen, error);
    result = result == VL_OK ? checkPieces(pieces, poses, count, error) : result;
    if (result != VL_OK) {
        return result;
    }
    vlPose* unitPoses = chosen.allocate((size_t)count * sizeof *unitPoses, chosen.user);
    if (unitPoses == NULL) {
        return vlSentence_FailMemory(error);
    }
    for (int i = 0; i < count; ++i) {
        unitPoses[i] = (vlPose){poses[i].p, vlUnitQ(poses[i].q)};
    }
    vlShape* made = NULL;
    result = build(&chosen, pieces, unitPoses, count, &made, error);
    if (made != NULL && count > 1 && cutting == VL_CUT_ANEW) {
        result = cutAnew(&made, pieces, unitPoses, &chosen, error);
        if (result != VL_OK) {
            vlShape_Release(made);
        }
    }
    chosen.release(unitPoses, chosen.user);
    if (result == VL_OK) {
        *shape = made;
    }
    return result;
}

vlResult vlShape_CreateCompound(const vlAllocator* allocator, const vlShape* const* pieces,
                                const vlPose* poses, int count, vlShape** shape, char* message,
                                size_t messageSize)
{
    const vlSentence error = {message, messageSize};
    return vlCompound_Create(allocator, pieces, poses, count, VL_CUT_ANEW, shape, &error);
}
