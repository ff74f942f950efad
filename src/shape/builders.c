// SPDX-License-Identifier: MIT
// Box, prism, cylinder, cone, frustum, sphere and capsule, written down face by face.

#include "shape/shape_build.h"

// Faces of a builder may be off by its own roundings, this fraction of the extent.
#define BUILDER_TOLERANCE 1e-14

// Checks the list that a builder has written, builds the shape and releases the list.
static vlResult finish(vlFaceList* list, vlShape** shape, const vlSentence* error)
{
    vlExtent extent = vlFaceList_Extent(list->points, list->pointCount);
    vlResult result = vlFaceList_Check(list, BUILDER_TOLERANCE * extent.side, error);
    if (result == VL_OK) {
        result = vlShape_Build(&list->allocator, list, shape, error);
    }
    vlFaceList_Release(list);
    return result;
}

static vlResult checkLength(const char* name, double length, const vlSentence* error)
{
    if (!(length > 0.0 && length <= VL_MAX_LENGTH)) {
        return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                               "%s is %.9g m; expected a positive length, at most %g m", name,
                               length, VL_MAX_LENGTH);
    }
    return VL_OK;
}

static vlResult checkAtLeast(const char* name, int value, int least, const vlSentence* error)
{
    if (value < least) {
        return vlSentence_Fail(error, VL_ERROR_ARGUMENT, "%s is %d; expected at least %d", name,
                               value, least);
    }
    return VL_OK;
}

vlResult vlShape_CreateBox(const vlAllocator* allocator, vlVec3 halfSize, vlShape** shape,
                           char* message, size_t messageSize)
{
    const vlSentence error = {message, messageSize};
    // Bit 0, 1, 2 of a vertex number: on the upper side in x, y, z.
    static const int faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    vlAllocator chosen;
    vlResult result = vlShape_ChooseAllocator(allocator, shape, &chosen, &error);
    result = result == VL_OK ? checkLength("halfSize.x", halfSize.x, &error) : result;
    result = result == VL_OK ? checkLength("halfSize.y", halfSize.y, &error) : result;
    result = result == VL_OK ? checkLength("halfSize.z", halfSize.z, &error) : result;
    if (result != VL_OK) {
        return result;
    }
    vlFaceList list;
    if (!vlFaceList_Create(&chosen, 8, 6, 24, &list)) {
        return vlSentence_FailMemory(&error);
    }
    for (int v = 0; v < 8; ++v) {
        list.points[v] =
            vlVec((v & 1) != 0 ? halfSize.x : -halfSize.x, (v & 2) != 0 ? halfSize.y : -halfSize.y,
                  (v & 4) != 0 ? halfSize.z : -halfSize.z);
    }
    list.pointCount = 8;
    for (int f = 0; f < 6; ++f) {
        vlFaceList_AddFace(&list, 4, faces[f]);
    }
    return finish(&list, shape, &error);
}

// Appends a circle of `sides` points at height z; a circle of radius 0 is one point.
static void addRing(vlFaceList* list, int sides, double radius, double z)
{
    for (int i = 0; i < (radius > 0.0 ? sides : 1); ++i) {
        double sine;
        double cosine;
        vlSinCos(2.0 * VL_PI * i / sides, &sine, &cosine);
        list->points[list->pointCount++] = vlVec(radius * cosine, radius * sine, z);
    }
}

// Appends the faces between two rings that begin at the given vertices; a ring may be one point.
static void addBand(vlFaceList* list, int sides, int lower, bool isLowerPoint, int upper,
                    bool isUpperPoint)
{
    for (int i = 0; i < sides; ++i) {
        int next = (i + 1) % sides;
        if (isUpperPoint) {
            vlFaceList_AddFace(list, 3, (int[]){lower + i, lower + next, upper});
        } else if (isLowerPoint) {
            vlFaceList_AddFace(list, 3, (int[]){lower, upper + next, upper + i});
        } else {
            vlFaceList_AddFace(list, 4, (int[]){lower + i, lower + next, upper + next, upper + i});
        }
    }
}

// Appends the flat end that a ring bounds, facing down (negative z) or up.
static void addLid(vlFaceList* list, int sides, int ring, bool isDown)
{
    for (int i = 0; i < sides; ++i) {
        list->corner[list->cornerCount++] = ring + (isDown ? sides - 1 - i : i);
    }
    list->start[++list->faceCount] = list->cornerCount;
}

// Prism, cylinder, cone and frustum are one solid with two rings; the upper one may be a point.
static vlResult createFrustum(const vlAllocator* allocator, int sides, double radiusBottom,
                              double radiusTop, double height, vlShape** shape,
                              const vlSentence* error)
{
    if (sides > VL_MAX_HULL_VERTICES / 2) {
        return vlSentence_Fail(error, VL_ERROR_FULL, "sides is %d; expected at most %d", sides,
                               VL_MAX_HULL_VERTICES / 2);
    }
    vlFaceList list;
    if (!vlFaceList_Create(allocator, 2 * sides, sides + 2, 6 * sides, &list)) {
        return vlSentence_FailMemory(error);
    }
    bool isPoint = radiusTop <= 0.0;
    addRing(&list, sides, radiusBottom, -0.5 * height);
    addRing(&list, sides, radiusTop, 0.5 * height);
    addLid(&list, sides, 0, true);
    addBand(&list, sides, 0, false, sides, isPoint);
    if (!isPoint) {
        addLid(&list, sides, sides, false);
    }
    return finish(&list, shape, error);
}

vlResult vlShape_CreatePrism(const vlAllocator* allocator, int sides, double radius, double height,
                             vlShape** shape, char* message, size_t messageSize)
{
    const vlSentence error = {message, messageSize};
    vlAllocator chosen;
    vlResult result = vlShape_ChooseAllocator(allocator, shape, &chosen, &error);
    result = result == VL_OK ? checkAtLeast("sides", sides, 3, &error) : result;
    result = result == VL_OK ? checkLength("radius", radius, &error) : result;
    result = result == VL_OK ? checkLength("height", height, &error) : result;
    if (result != VL_OK) {
        return result;
    }
    return createFrustum(&chosen, sides, radius, radius, height, shape, &error);
}

vlResult vlShape_CreateCylinder(const vlAllocator* allocator, int sides, double radius,
                                double height, vlShape** shape, char* message, size_t messageSize)
{
    return vlShape_CreatePrism(allocator, sides, radius, height, shape, message, messageSize);
}

vlResult vlShape_CreateCone(const vlAllocator* allocator, int sides, double radiusBottom,
                            double radiusTop, double height, vlShape** shape, char* message,
                            size_t messageSize)
{
    const vlSentence error = {message, messageSize};
    vlAllocator chosen;
    vlResult result = vlShape_ChooseAllocator(allocator, shape, &chosen, &error);
    result = result == VL_OK ? checkAtLeast("sides", sides, 3, &error) : result;
    result = result == VL_OK ? checkLength("radiusBottom", radiusBottom, &error) : result;
    result = result == VL_OK ? checkLength("height", height, &error) : result;
    if (result != VL_OK) {
        return result;
    }
    // An end too small to have reliable normals was probably meant as a point.
    double least = VL_MIN_THICKNESS * fmax(fmax(radiusBottom, height), radiusTop);
    if (!(radiusBottom >= least)) {
        return vlSentence_Fail(&error, VL_ERROR_ARGUMENT,
                               "radiusBottom is %.9g m; expected at least %.3g m", radiusBottom,
                               least);
    }
    if (!(radiusTop >= 0.0 && radiusTop <= VL_MAX_LENGTH) ||
        (radiusTop > 0.0 && radiusTop < least)) {
        return vlSentence_Fail(
            &error, VL_ERROR_ARGUMENT,
            "radiusTop is %.9g m; expected 0 or a finite length of at least %.3g m", radiusTop,
            least);
    }
    return createFrustum(&chosen, sides, radiusBottom, radiusTop, height, shape, &error);
}

// Limits of what is made of two poles and rings between them.
static vlResult checkRings(int sectors, int64_t rings, int bands, const vlSentence* error)
{
    int64_t vertices = 2 + sectors * rings;
    int64_t faces = sectors * (rings + 1);
    if (vertices > VL_MAX_HULL_VERTICES || faces > VL_MAX_HULL_FACES) {
        return vlSentence_Fail(
            error, VL_ERROR_FULL,
            "%d sectors by %d bands have %lld vertices and %lld faces; expected at "
            "most %d and %d",
            sectors, bands, (long long)vertices, (long long)faces, VL_MAX_HULL_VERTICES,
            VL_MAX_HULL_FACES);
    }
    return VL_OK;
}

static vlResult checkSphere(double radius, int sectors, int bands, const vlSentence* error)
{
    vlResult result = checkLength("radius", radius, error);
    result = result == VL_OK ? checkAtLeast("sectors", sectors, 3, error) : result;
    result = result == VL_OK ? checkAtLeast("bands", bands, 2, error) : result;
    return result == VL_OK ? checkRings(sectors, (int64_t)bands - 1, bands, error) : result;
}

// A ball whose two halves are `length` apart; with 0 it is whole. `bands` are those of the ball.
static vlResult createRound(const vlAllocator* allocator, double radius, double length, int sectors,
                            int bands, vlShape** shape, const vlSentence* error)
{
    int rings = length > 0.0 ? bands : bands - 1; // a capsule has the middle one twice
    int faces = sectors * (rings + 1);
    vlFaceList list;
    if (!vlFaceList_Create(allocator, 2 + sectors * rings, faces, 4 * faces, &list)) {
        return vlSentence_FailMemory(error);
    }
    addRing(&list, sectors, 0.0, -0.5 * length - radius);
    for (int k = 1; k <= rings; ++k) {
        double sine;
        double cosine;
        bool isUpper = length > 0.0 && k > bands / 2;
        int below = k > 1 ? 1 + (k - 2) * sectors : 0;
        vlSinCos(VL_PI * (isUpper ? k - 1 : k) / bands, &sine, &cosine);
        double middle = isUpper ? 0.5 * length : -0.5 * length;
        addRing(&list, sectors, radius * sine, middle - radius * cosine);
        addBand(&list, sectors, below, k == 1, 1 + (k - 1) * sectors, false);
    }
    addRing(&list, sectors, 0.0, 0.5 * length + radius);
    addBand(&list, sectors, 1 + (rings - 1) * sectors, false, list.pointCount - 1, true);
    return finish(&list, shape, error);
}

vlResult vlShape_CreateSphere(const vlAllocator* allocator, double radius, int sectors, int bands,
                              vlShape** shape, char* message, size_t messageSize)
{
    const vlSentence error = {message, messageSize};
    vlAllocator chosen;
    vlResult result = vlShape_ChooseAllocator(allocator, shape, &chosen, &error);
    result = result == VL_OK ? checkSphere(radius, sectors, bands, &error) : result;
    return result == VL_OK ? createRound(&chosen, radius, 0.0, sectors, bands, shape, &error)
                           : result;
}

vlResult vlShape_CreateCapsule(const vlAllocator* allocator, double radius, double length,
                               int sectors, int bands, vlShape** shape, char* message,
                               size_t messageSize)
{
    const vlSentence error = {message, messageSize};
    vlAllocator chosen;
    vlResult result = vlShape_ChooseAllocator(allocator, shape, &chosen, &error);
    result = result == VL_OK ? checkLength("radius", radius, &error) : result;
    result = result == VL_OK ? checkLength("length", length, &error) : result;
    result = result == VL_OK ? checkAtLeast("sectors", sectors, 3, &error) : result;
    result = result == VL_OK ? checkAtLeast("bands", bands, 1, &error) : result;
    if (result == VL_OK && !(length >= 2.0 * VL_MIN_THICKNESS * radius)) {
        // A middle too short to have reliable normals: a sphere was probably meant.
        return vlSentence_Fail(&error, VL_ERROR_ARGUMENT,
                               "length is %.9g m; expected at least %.3g m", length,
                               2.0 * VL_MIN_THICKNESS * radius);
    }
    result = result == VL_OK ? checkRings(sectors, 2 * (int64_t)bands, bands, &error) : result;
    return result == VL_OK ? createRound(&chosen, radius, length, sectors, 2 * bands, shape, &error)
                           : result;
}
