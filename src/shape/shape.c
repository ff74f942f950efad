// SPDX-License-Identifier: MIT
// Life cycle and readers of shapes; the half-space.

#include "volar/shape.h"

#include "shape/shape_build.h"
#include "shape/skin.h"

vlResult vlShape_CreateHalfspace(const vlAllocator* allocator, vlVec3 normal, double offset,
                                 vlShape** shape, char* message, size_t messageSize)
{
    const vlSentence error = {message, messageSize};
    vlAllocator chosen;
    vlResult result = vlShape_ChooseAllocator(allocator, shape, &chosen, &error);
    if (result != VL_OK) {
        return result;
    }
    if (!(fabs(vlLength(normal) - 1.0) <= VL_UNIT_TOLERANCE)) {
        return vlSentence_Fail(&error, VL_ERROR_ARGUMENT,
                               "the normal (%g, %g, %g) has length %.9g; expected 1 to %g",
                               normal.x, normal.y, normal.z, vlLength(normal), VL_UNIT_TOLERANCE);
    }
    if (!(fabs(offset) <= VL_MAX_LENGTH)) {
        return vlSentence_Fail(&error, VL_ERROR_ARGUMENT,
                               "the offset is %g m; expected a finite number, at most %g in size",
                               offset, VL_MAX_LENGTH);
    }
    vlPieceSize size = {0, 1, 0};
    vlShapeDraft draft;
    if (!vlShapeDraft_Open(&draft, &chosen, VL_SHAPE_HALFSPACE, &size, 1)) {
        return vlSentence_FailMemory(&error);
    }
    vlVec3 n = vlUnit(normal);
    for (int i = 0; i < VL_LANES; ++i) {
        draft.arrays[0].nx[i] = n.x;
        draft.arrays[0].ny[i] = n.y;
        draft.arrays[0].nz[i] = n.z;
        draft.arrays[0].nd[i] = offset;
    }
    vlConvex* piece = &draft.pieces[0];
    piece->kind = VL_PIECE_HALFSPACE;
    piece->centre = vlScale(n, offset);
    piece->radius = piece->thickness = HUGE_VAL;
    piece->lower = vlVec(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL);
    piece->upper = vlVec(HUGE_VAL, HUGE_VAL, HUGE_VAL);
    draft.shape->radius = HUGE_VAL;
    draft.shape->holds = 1;
    *shape = draft.shape;
    return VL_OK;
}

void vlShape_Retain(vlShape* shape)
{
    if (shape != NULL) {
        ++shape->holds;
    }
}

void vlShape_Release(vlShape* shape)
{
    if (shape != NULL && --shape->holds == 0) {
        vlAllocator allocator = shape->allocator; // it lives in the block that is released
        if (shape->tree != NULL) {
            allocator.release(shape->tree, allocator.user);
        }
        if (shape->solid != NULL) {
            allocator.release(shape->solid, allocator.user);
        }
        allocator.release(shape, allocator.user);
    }
}

vlShapeKind vlShape_GetKind(const vlShape* shape)
{
    return shape->kind;
}

int vlShape_GetPieceCount(const vlShape* shape)
{
    return shape->kind == VL_SHAPE_HALFSPACE ? 0 : shape->pieceCount;
}

double vlShape_GetRadius(const vlShape* shape)
{
    return shape->radius;
}

vlMassProperties vlShape_GetMassProperties(const vlShape* shape)
{
    return shape->mass;
}

// NULL for an index out of range: the functions below then return zero.
static const vlConvex* findPiece(const vlShape* shape, int piece)
{
    return piece >= 0 && piece < shape->pieceCount ? &shape->pieces[piece] : NULL;
}

int vlShape_GetVertexCount(const vlShape* shape, int piece)
{
    if (shape->skin != NULL) {
        return piece == 0 ? shape->skin->pointCount : 0;
    }
    const vlConvex* convex = findPiece(shape, piece);
    return convex != NULL ? convex->vertexCount : 0;
}

int vlShape_GetFaceCount(const vlShape* shape, int piece)
{
    if (shape->skin != NULL) {
        return piece == 0 ? shape->skin->triangleCount : 0;
    }
    const vlConvex* convex = findPiece(shape, piece);
    return convex != NULL ? convex->faceCount : 0;
}

vlVec3 vlShape_GetVertex(const vlShape* shape, int piece, int vertex)
{
    const vlConvex* convex = findPiece(shape, piece);
    if (shape->skin != NULL && convex != NULL && vertex >= 0 && vertex < shape->skin->pointCount) {
        return shape->skin->point[vertex];
    }
    if (convex == NULL || vertex < 0 || vertex >= convex->vertexCount) {
        return vlZero();
    }
    return vlConvex_Vertex(convex, vertex);
}

static bool hasTriangle(const vlShape* shape, int piece, int face)
{
    return shape->skin != NULL && piece == 0 && face >= 0 && face < shape->skin->triangleCount;
}

void vlShape_GetFacePlane(const vlShape* shape, int piece, int face, vlVec3* normal, double* offset)
{
    const vlConvex* convex = findPiece(shape, piece);
    if (hasTriangle(shape, piece, face)) {
        *normal = vlSkin_Normal(shape->skin, face);
        *offset = vlDot(*normal, shape->skin->point[shape->skin->triangle[face][0]]);
        return;
    }
    bool isValid = convex != NULL && face >= 0 && face < convex->faceCount;
    *normal = isValid ? vlConvex_Normal(convex, face) : vlZero();
    *offset = isValid ? convex->nd[face] : 0.0;
}

int vlShape_GetFaceVertices(const vlShape* shape, int piece, int face, int* indices, int capacity)
{
    const vlConvex* convex = findPiece(shape, piece);
    if (hasTriangle(shape, piece, face)) {
        for (int i = 0; i < 3 && i < capacity; ++i) {
            indices[i] = shape->skin->triangle[face][i];
        }
        return 3;
    }
    if (convex == NULL || face < 0 || face >= convex->faceCount) {
        return 0;
    }
    int begin = convex->faceStart[face];
    int count = convex->faceStart[face + 1] - begin;
    for (int i = 0; i < count && i < capacity; ++i) {
        indices[i] = convex->faceVertex[begin + i];
    }
    return count;
}
