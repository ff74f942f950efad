// SPDX-License-Identifier: MIT
// Rigid unions of convex pieces. Their data is copied into the union's own block and frame.

#include <float.h>
#include <string.h>

#include "shape/bend.h"
#include "shape/mass.h"
#include "shape/overlap.h"
#include "shape/shape_build.h"

// Pieces may share this fraction of the smaller volume, because poses have limited precision.
#define OVERLAP_LIMIT 1e-6
// Faces glued to each other may have a gap or an overlap of this fraction of the smaller radius,
// for the same reason.
#define GLUE_GAP 1e-6
// Two faces that touch in less than this fraction of the smaller one only share a border.
#define GLUE_AREA 1e-5

// Rounding of a piece's coordinates may come to this fraction of its radius.
#define FORM_TOLERANCE 1e-9

static vlResult checkPieces(const vlShape* const* pieces, const vlPose* poses, int count,
                            const vlSentence* error)
{
    if (pieces == NULL || poses == NULL) {
        return vlShape_Fail(error, VL_ERROR_ARGUMENT,
                            "`pieces` or `poses` is NULL; expected both arrays");
    }
    if (count < 1) {
        return vlShape_Fail(error, VL_ERROR_ARGUMENT, "%d pieces; expected at least 1", count);
    }
    if (count > VL_MAX_PIECES) {
        return vlShape_Fail(error, VL_ERROR_FULL, "%d pieces; expected at most %d", count,
                            VL_MAX_PIECES);
    }
    for (int i = 0; i < count; ++i) {
        if (pieces[i] == NULL) {
            return vlShape_Fail(error, VL_ERROR_ARGUMENT, "piece %d is NULL; expected a shape", i);
        }
        if (pieces[i]->kind != VL_SHAPE_CONVEX) {
            return vlShape_Fail(error, VL_ERROR_ARGUMENT,
                                "piece %d is a %s; expected a convex polyhedron", i,
                                pieces[i]->kind == VL_SHAPE_HALFSPACE ? "half-space" : "compound");
        }
        if (!vlIsWithin(poses[i].p, VL_MAX_LENGTH) || !vlIsUnitQ(poses[i].q, VL_UNIT_TOLERANCE)) {
            return vlShape_Fail(error, VL_ERROR_ARGUMENT,
                                "pose %d is at (%g, %g, %g) with a quaternion of length %.9g; "
                                "expected finite numbers and 1 to %g",
                                i, poses[i].p.x, poses[i].p.y, poses[i].p.z, vlLengthQ(poses[i].q),
                                VL_UNIT_TOLERANCE);
        }
        double distance = vlLength(poses[i].p);
        if (!(distance * DBL_EPSILON <= FORM_TOLERANCE * pieces[i]->radius)) {
            return vlShape_Fail(
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

static void markGlued(const vlShapeDraft* draft, int i, int k, double gap, vlVec3* scratch,
                      int scratchSize)
{
    const vlConvex* a = &draft->pieces[i];
    const vlConvex* b = &draft->pieces[k];
    for (int f = 0; f < a->faceCount; ++f) {
        for (int g = 0; g < b->faceCount; ++g) {
            if (vlOverlap_Contact(a, f, b, g, gap, scratch, scratchSize) > GLUE_AREA) {
                draft->arrays[i].isInternalFace[f] = 1;
                draft->arrays[k].isInternalFace[g] = 1;
            }
        }
    }
}

// For every pair of pieces: refuses common volume, marks common faces.
static vlResult relatePieces(const vlShapeDraft* draft, const vlShape* const* pieces,
                             vlVec3* scratch, int scratchSize, const vlSentence* error)
{
    for (int i = 0; i < draft->shape->pieceCount; ++i) {
        for (int k = i + 1; k < draft->shape->pieceCount; ++k) {
            const vlConvex* a = &draft->pieces[i];
            const vlConvex* b = &draft->pieces[k];
            double gap = GLUE_GAP * fmin(a->radius, b->radius);
            if (!vlOverlap_AreClose(a, b, gap)) {
                continue;
            }
            double smaller = fmin(pieces[i]->mass.volume, pieces[k]->mass.volume);
            double common = vlOverlap_Volume(a, b, scratch, scratchSize);
            if (common > OVERLAP_LIMIT * smaller) {
                return vlShape_Fail(error, VL_ERROR_GEOMETRY,
                                    "pieces %d and %d overlap by %.9g m3, %.3g of the smaller; "
                                    "expected at most %g of it",
                                    i, k, common, common / smaller, OVERLAP_LIMIT);
            }
            markGlued(draft, i, k, gap, scratch, scratchSize);
        }
    }
    return VL_OK;
}

static vlResult finishCompound(vlShapeDraft* draft, const vlShape* const* pieces,
                               const vlPose* poses, const vlAllocator* allocator,
                               const vlSentence* error)
{
    int count = draft->shape->pieceCount;
    for (int i = 0; i < count; ++i) {
        copyLists(&draft->arrays[i], &pieces[i]->pieces[0]);
        placePiece(&draft->arrays[i], &pieces[i]->pieces[0], poses[i]);
        (void)vlShapeDraft_FinishPiece(draft, i);
        bendPiece(draft, i, &pieces[i]->pieces[0], poses[i].q);
    }
    if (count > 1) {
        int scratchSize = vlOverlap_ScratchSize(draft->pieces, count);
        vlVec3* scratch =
            allocator->allocate((size_t)scratchSize * sizeof(vlVec3), allocator->user);
        if (scratch == NULL) {
            return vlShape_FailMemory(error);
        }
        vlResult result = relatePieces(draft, pieces, scratch, scratchSize, error);
        allocator->release(scratch, allocator->user);
        if (result != VL_OK) {
            return result;
        }
    }
    return vlShapeDraft_Finish(draft, vlMass_OfUnion(pieces, poses, count), error);
}

vlResult vlShape_CreateCompound(const vlAllocator* allocator, const vlShape* const* pieces,
                                const vlPose* poses, int count, vlShape** shape, char* message,
                                size_t messageSize)
{
    const vlSentence error = {message, messageSize};
    vlAllocator chosen;
    vlResult result = vlShape_ChooseAllocator(allocator, shape, &chosen, &error);
    result = result == VL_OK ? checkPieces(pieces, poses, count, &error) : result;
    if (result != VL_OK) {
        return result;
    }
    vlPieceSize sizes[VL_MAX_PIECES];
    vlPose unitPoses[VL_MAX_PIECES];
    for (int i = 0; i < count; ++i) {
        const vlConvex* from = &pieces[i]->pieces[0];
        sizes[i] =
            (vlPieceSize){from->vertexCount, from->faceCount, from->faceStart[from->faceCount]};
        unitPoses[i] = (vlPose){poses[i].p, vlUnitQ(poses[i].q)};
    }
    vlShapeDraft draft;
    if (!vlShapeDraft_Open(&draft, &chosen, VL_SHAPE_COMPOUND, sizes, count)) {
        return vlShape_FailMemory(&error);
    }
    result = finishCompound(&draft, pieces, unitPoses, &chosen, &error);
    if (result != VL_OK) {
        chosen.release(draft.shape, chosen.user);
        return result;
    }
    *shape = draft.shape;
    return VL_OK;
}
