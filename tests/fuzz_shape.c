// SPDX-License-Identifier: MIT
// Any points, faces and sizes given to the creators of shapes, under an allocator that may fail:
// nothing crashes, nothing leaks, and an accepted shape is a closed convex polyhedron.

#include "failing_allocator.h"
#include "fuzz_input.h"
#include "maybe.h"
#include "volar/shape.h"

#define MOST_POINTS 64
#define MOST_FACES 40
#define MOST_PIECES 6

// Vertices - edges + faces of one piece, every vertex behind every face, every face a polygon.
static void checkPiece(const vlShape* shape, int piece, double extent)
{
    int vertices = vlShape_GetVertexCount(shape, piece);
    int faces = vlShape_GetFaceCount(shape, piece);
    int corners = 0;
    VL_FUZZ_REQUIRE(vertices >= 4 && faces >= 4);
    for (int f = 0; f < faces; ++f) {
        vlVec3 normal;
        double offset;
        int loop[VL_MAX_HULL_VERTICES];
        vlShape_GetFacePlane(shape, piece, f, &normal, &offset);
        int count = vlShape_GetFaceVertices(shape, piece, f, loop, VL_MAX_HULL_VERTICES);
        VL_FUZZ_REQUIRE(count >= 3 && count <= vertices);
        VL_FUZZ_REQUIRE(fabs(vlLength(normal) - 1.0) < 1e-12 && isfinite(offset));
        corners += count;
        for (int i = 0; i < count; ++i) {
            VL_FUZZ_REQUIRE(loop[i] >= 0 && loop[i] < vertices);
        }
        for (int v = 0; v < vertices; ++v) {
            // 1e-9: faces given as lists may be off by that much of their extent; the rest is
            // rounding.
            double height = vlDot(normal, vlShape_GetVertex(shape, piece, v)) - offset;
            VL_FUZZ_REQUIRE(height <= 4e-9 * extent);
        }
    }
    VL_FUZZ_REQUIRE(corners % 2 == 0 && vertices - corners / 2 + faces == 2);
}

static void checkShape(const vlShape* shape)
{
    double radius = vlShape_GetRadius(shape);
    vlMassProperties mass = vlShape_GetMassProperties(shape);
    if (vlShape_GetKind(shape) == VL_SHAPE_HALFSPACE) {
        VL_FUZZ_REQUIRE(vlShape_GetPieceCount(shape) == 0);
        VL_FUZZ_REQUIRE(mass.volume == 0.0);
        return;
    }
    VL_FUZZ_REQUIRE(isfinite(mass.volume) && mass.volume > 0.0);
    VL_FUZZ_REQUIRE(vlIsFinite(mass.centroid));
    VL_FUZZ_REQUIRE(vlIsFinite(mass.inertia.cx) && mass.inertia.cx.x > 0.0);
    VL_FUZZ_REQUIRE(vlIsFinite(mass.inertia.cy) && mass.inertia.cy.y > 0.0);
    VL_FUZZ_REQUIRE(vlIsFinite(mass.inertia.cz) && mass.inertia.cz.z > 0.0);
    VL_FUZZ_REQUIRE(isfinite(radius) && radius > 0.0);
    for (int i = 0; i < vlShape_GetPieceCount(shape); ++i) {
        checkPiece(shape, i, radius);
    }
}

static int takePoints(vlFuzzInput* in, vlVec3* points)
{
    int count = vlFuzz_Choice(in, MOST_POINTS + 1);
    uint8_t bits = vlFuzz_Byte(in);
    for (int i = 0; i < count; ++i) {
        if ((bits & 1) != 0) { // anything at all
            points[i] = vlFuzz_Vec(in);
        } else { // a coarse lattice: many points in one plane, on one line, in one place
            double x = (double)(vlFuzz_Byte(in) % 8) / 4.0;
            double y = (double)(vlFuzz_Byte(in) % 8) / 4.0;
            double z = (double)(vlFuzz_Byte(in) % 8) / 4.0;
            points[i] = vlVec(x, y, z);
        }
        if ((bits & 2) != 0) { // nearly the last one again
            points[i].x += (double)vlFuzz_Byte(in) * 1e-15;
        }
    }
    return count;
}

static vlResult createFaces(vlFuzzInput* in, const vlAllocator* allocator, vlShape** shape)
{
    // A valid box with damage in a few places, or anything.
    static const int box[24] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
    vlVec3 points[MOST_POINTS] = {{0}};
    int sizes[MOST_FACES] = {0};
    int indices[MOST_FACES * 8] = {0};
    int pointCount = 8, faceCount = 6;
    if (vlFuzz_Choice(in, 2) == 0) {
        for (int i = 0; i < 8; ++i) {
            points[i] = vlVec(i & 1, i >> 1 & 1, i >> 2);
        }
        for (int i = 0; i < 24; ++i) {
            sizes[i / 4] = 4;
            indices[i] = box[i];
        }
        for (int i = vlFuzz_Choice(in, 4); i > 0; --i) {
            switch (vlFuzz_Choice(in, 3)) {
            case 0: points[vlFuzz_Choice(in, 8)] = vlFuzz_Vec(in); break;
            case 1: indices[vlFuzz_Choice(in, 24)] = (int8_t)vlFuzz_Byte(in); break;
            default: sizes[vlFuzz_Choice(in, 6)] = vlFuzz_Choice(in, 6); break;
            }
        }
    } else {
        pointCount = takePoints(in, points);
        faceCount = vlFuzz_Choice(in, MOST_FACES + 1);
        for (int i = 0; i < faceCount; ++i) {
            sizes[i] = vlFuzz_Choice(in, 9);
        }
        for (int i = 0; i < faceCount * 8; ++i) {
            indices[i] = vlFuzz_Choice(in, pointCount + 1) - (vlFuzz_Byte(in) == 0);
        }
    }
    vlMaybe error;
    return vlShape_CreateFromFaces(allocator, points, pointCount, sizes, faceCount, indices, shape,
                                   error.message, sizeof error.message);
}

static vlResult createSimple(vlFuzzInput* in, const vlAllocator* allocator, vlShape** shape)
{
    vlMaybe error;
    double a = vlFuzz_Double(in), b = vlFuzz_Double(in), c = vlFuzz_Double(in);
    int m = (int8_t)vlFuzz_Byte(in), n = (int8_t)vlFuzz_Byte(in);
    switch (vlFuzz_Choice(in, 7)) {
    case 0:
        return vlShape_CreateBox(allocator, vlVec(a, b, c), shape, error.message,
                                 sizeof error.message);
    case 1:
        return vlShape_CreatePrism(allocator, m, a, b, shape, error.message, sizeof error.message);
    case 2: return vlShape_CreateCylinder(allocator, m * 40, a, b, shape, NULL, 0);
    case 3:
        return vlShape_CreateCone(allocator, m, a, b, c, shape, error.message,
                                  sizeof error.message);
    case 4:
        return vlShape_CreateSphere(allocator, a, m, n, shape, error.message, sizeof error.message);
    case 5:
        return vlShape_CreateCapsule(allocator, a, b, m, n, shape, error.message,
                                     sizeof error.message);
    default: {
        vlVec3 normal = vlFuzz_Choice(in, 2) == 0 ? vlUnit(vlVec(a, b, c)) : vlVec(a, b, c);
        return vlShape_CreateHalfspace(allocator, normal, vlFuzz_Double(in), shape, error.message,
                                       sizeof error.message);
    }
    }
}

static vlResult createCompound(vlFuzzInput* in, const vlAllocator* allocator, vlShape** shape)
{
    const vlShape* pieces[MOST_PIECES] = {NULL};
    vlShape* made[MOST_PIECES] = {NULL};
    vlPose poses[MOST_PIECES];
    memset(poses, 0, sizeof poses);
    int count = vlFuzz_Choice(in, MOST_PIECES + 1);
    for (int i = 0; i < count; ++i) {
        bool isAny = vlFuzz_Choice(in, 4) == 0;
        vlResult result = isAny
                              ? createSimple(in, NULL, &made[i])
                              : vlShape_CreateBox(NULL, vlVec(0.5, 0.25, 0.25), &made[i], NULL, 0);
        VL_FUZZ_REQUIRE((result == VL_OK) == (made[i] != NULL));
        pieces[i] = made[i];
        poses[i] = vlFuzz_Pose(in);
        if (vlFuzz_Choice(in, 2) == 0) { // side by side
            poses[i] = (vlPose){vlVec(i, 0, 0), vlIdentityQuat()};
        }
    }
    vlMaybe error;
    vlResult result = vlShape_CreateCompound(allocator, pieces, poses, count, shape, error.message,
                                             sizeof error.message);
    for (int i = 0; i < count; ++i) {
        vlShape_Release(made[i]);
    }
    return result;
}

static vlResult createAny(vlFuzzInput* in, const vlAllocator* allocator, vlShape** shape)
{
    vlVec3 points[MOST_POINTS] = {{0}};
    vlMaybe error;
    int count;
    switch (vlFuzz_Choice(in, 4)) {
    case 0:
        count = takePoints(in, points);
        return vlShape_CreateHull(allocator, points, count, shape, error.message,
                                  sizeof error.message);
    case 1: return createFaces(in, allocator, shape);
    case 2: return createSimple(in, allocator, shape);
    default: return createCompound(in, allocator, shape);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    vlFuzzInput in = {data, size};
    while (in.left > 0) {
        vlFailingAllocator memory;
        int allowed = vlFuzz_Choice(&in, 32) - 8;
        vlAllocator allocator = vlFailingAllocator_Make(&memory, allowed < 8 ? allowed : -1);
        vlShape* shape = NULL;
        vlResult result = createAny(&in, &allocator, &shape);
        VL_FUZZ_REQUIRE((result == VL_OK) == (shape != NULL));
        // A compound of several pieces also has a block for its solid and one for the tree of its
        // pieces.
        VL_FUZZ_REQUIRE((memory.live > 0) == (shape != NULL) && memory.live <= 3);
        VL_FUZZ_REQUIRE(result == VL_OK || result == VL_ERROR_ARGUMENT ||
                        result == VL_ERROR_GEOMETRY || result == VL_ERROR_FULL ||
                        (result == VL_ERROR_MEMORY && memory.allowed >= 0));
        if (shape != NULL) {
            checkShape(shape);
            vlShape_Release(shape);
        }
        VL_FUZZ_REQUIRE(memory.live == 0);
    }
    return 0;
}
