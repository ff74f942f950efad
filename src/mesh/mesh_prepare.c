// SPDX-License-Identifier: MIT
// From a mesh as a file has it to triangles in metres with z up, welded.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/power.h"
#include "base/single.h"
#include "mesh/mesh_parts.h"
#include "solid/facet.h"

vlMeshPrepareDef vlDefaultMeshPrepareDef(void)
{
    return (vlMeshPrepareDef){.unit = VL_MESH_UNIT_GUESSED};
}

static double unitLength(vlMeshUnit unit)
{
    switch (unit) {
    case VL_MESH_UNIT_CM: return 0.01;
    case VL_MESH_UNIT_MM: return 0.001;
    case VL_MESH_UNIT_INCH: return 0.0254;
    case VL_MESH_UNIT_M:
    case VL_MESH_UNIT_GUESSED:
    default: return 1.0;
    }
}

// A vertex of no face may stand anywhere, so only vertices of faces count.
static double largestSide(const vlMesh* mesh, int corners)
{
    vlBox box = vlBox_Empty();
    for (int i = 0; i < corners; ++i) {
        vlBox_Include(&box, mesh->points[mesh->indices[i]]);
    }
    return vlVec_Along(vlSub(box.high, box.low), vlBox_LongestAxis(box));
}

// Files of more vertices than this are judged by the first ones.
#define JUDGED_POINTS 4096

// Is the number one of single precision, or of at most seven digits?
static bool isCoarse(double x)
{
    if (x == vlRoundToSingle(x)) {
        return true;
    }
    double digits = x * vlTenTo(6 - vlTensOf(fabs(x)));
    return fabs(digits - floor(digits + 0.5)) < 1e-4;
}

// How far apart vertices may be that the file means to be one: six digits of the largest
// coordinate, or if coordinates have more digits, six digits of the mesh's size, because a part may
// lie far from its origin.
static double precisionOf(const vlMesh* mesh, double largest, double side)
{
    int count = mesh->pointCount < JUDGED_POINTS ? mesh->pointCount : JUDGED_POINTS;
    bool areCoarse = true;
    for (int i = 0; i < count && areCoarse; ++i) {
        vlVec3 p = mesh->points[i];
        areCoarse = isCoarse(p.x) && isCoarse(p.y) && isCoarse(p.z);
    }
    return VL_MESH_PRECISION * (areCoarse ? largest : fmin(largest, side));
}

static double largestCoordinate(const vlMesh* mesh, int corners)
{
    double largest = 0.0;
    for (int i = 0; i < corners; ++i) {
        vlVec3 p = mesh->points[mesh->indices[i]];
        largest = fmax(largest, fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))));
    }
    return largest;
}

static vlResult place(vlMesh* mesh, const vlMeshPrepareDef* def, vlMeshRepairs* repairs,
                      const vlSentence* error)
{
    bool isGuessed = def->scale == 0.0 && def->unit == VL_MESH_UNIT_GUESSED && !mesh->isInMetres;
    vlMeshUnit unit = def->unit;
    int corners = 0;
    for (int f = 0; f < mesh->faceCount; ++f) {
        corners += mesh->faceSizes[f];
    }
    double side = largestSide(mesh, corners);
    double precision = precisionOf(mesh, largestCoordinate(mesh, corners), side);
    if (isGuessed) {
        unit = side > VL_MESH_LARGEST_METRES ? VL_MESH_UNIT_MM : VL_MESH_UNIT_M;
    }
    repairs->isUnitGuessed = isGuessed;
    repairs->isTurned = def->up == VL_MESH_UP_Y;
    repairs->scale = def->scale > 0.0 ? def->scale : unitLength(unit);
    for (int i = 0; i < mesh->pointCount; ++i) {
        vlVec3 p = vlScale(mesh->points[i], repairs->scale);
        mesh->points[i] = repairs->isTurned ? vlVec(p.x, -p.z, p.y) : p;
    }
    for (int i = 0; i < corners; ++i) {
        vlVec3 p = mesh->points[mesh->indices[i]];
        if (!vlIsWithin(p, VL_MAX_LENGTH)) {
            return vlSentence_Fail(error, VL_ERROR_GEOMETRY,
                                   "vertex %d is at (%g, %g, %g) m; expected at most %g",
                                   mesh->indices[i], p.x, p.y, p.z, VL_MAX_LENGTH);
        }
    }
    repairs->tolerance = def->tolerance > 0.0 ? def->tolerance : repairs->scale * precision;
    return VL_OK;
}

// Replaces the faces by triangles. A polygon's triangles keep its place and part.
static bool cutFaces(vlMesh* mesh)
{
    size_t count = 0;
    bool isCut = true;
    for (int f = 0; f < mesh->faceCount; ++f) {
        count += (size_t)mesh->faceSizes[f] - 2;
        isCut = isCut && mesh->faceSizes[f] == 3;
    }
    if (isCut) {
        return true;
    }
    int* indices = malloc(sizeof(int) * 3 * count);
    int* sizes = malloc(sizeof(int) * count);
    int* parts = malloc(sizeof(int) * count);
    bool ok = indices != NULL && sizes != NULL && parts != NULL;
    int next = 0;
    const int* loop = mesh->indices;
    for (int f = 0; ok && f < mesh->faceCount; ++f) {
        ok = vlFacet_Triangulate(mesh->points, loop, mesh->faceSizes[f], &indices[3 * next]);
        for (int i = 2; ok && i < mesh->faceSizes[f]; ++i) {
            sizes[next] = 3;
            parts[next++] = mesh->facePart[f];
        }
        loop += mesh->faceSizes[f];
    }
    if (!ok) {
        free(indices);
        free(sizes);
        free(parts);
        return false;
    }
    free(mesh->indices);
    free(mesh->faceSizes);
    free(mesh->facePart);
    mesh->indices = indices;
    mesh->faceSizes = sizes;
    mesh->facePart = parts;
    mesh->faceCount = next;
    return true;
}

// A grid of cells as wide as the tolerance, as a hash table of lists: vertices within the tolerance
// stand in the same cell or in neighbouring ones.
typedef struct Grid {
    double cell;
    int* head; // of the list of a slot, index + 1; 0: empty
    int* next;
    uint32_t mask;
} Grid;

static uint32_t slotOf(const Grid* grid, const double* cell)
{
    uint64_t hash = vlHash_Vec(VL_HASH_SEED, vlVec(cell[0], cell[1], cell[2]));
    return (uint32_t)(hash ^ (hash >> 32)) & grid->mask;
}

static void cellOf(const Grid* grid, vlVec3 p, double* cell)
{
    cell[0] = floor(p.x / grid->cell);
    cell[1] = floor(p.y / grid->cell);
    cell[2] = floor(p.z / grid->cell);
}

// The first vertex kept that is within the tolerance of `p`, or -1.
static int findNear(const Grid* grid, const vlVec3* points, vlVec3 p, double tolerance)
{
    double middle[3], cell[3];
    int best = -1;
    cellOf(grid, p, middle);
    for (int k = 0; k < 27; ++k) {
        int step[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
        for (int i = 0; i < 3; ++i) {
            cell[i] = middle[i] + step[i];
        }
        for (int i = grid->head[slotOf(grid, cell)]; i != 0; i = grid->next[i - 1]) {
            bool isNear = vlLength(vlSub(points[i - 1], p)) <= tolerance;
            best = isNear && (best < 0 || i - 1 < best) ? i - 1 : best;
        }
    }
    return best;
}

// Gives every vertex the first one within the tolerance. Vertices that were replaced attract no
// others, so that a row of near vertices does not shrink to one.
static bool weld(const vlMesh* mesh, double tolerance, int* target, int* welded)
{
    uint32_t slots = 16;
    while (slots < (uint32_t)mesh->pointCount) {
        slots *= 2;
    }
    Grid grid = {.cell = tolerance > 0.0 ? tolerance : 1.0, .mask = slots - 1};
    grid.head = calloc(slots, sizeof(int));
    grid.next = calloc((size_t)mesh->pointCount, sizeof(int));
    bool ok = grid.head != NULL && grid.next != NULL;
    for (int i = 0; ok && i < mesh->pointCount; ++i) {
        double cell[3];
        int near = findNear(&grid, mesh->points, mesh->points[i], tolerance);
        target[i] = near >= 0 ? near : i;
        *welded += near >= 0;
        if (near < 0) {
            cellOf(&grid, mesh->points[i], cell);
            uint32_t slot = slotOf(&grid, cell);
            grid.next[i] = grid.head[slot];
            grid.head[slot] = i + 1;
        }
    }
    free(grid.head);
    free(grid.next);
    return ok;
}

// Leaves out triangles that lost a corner, and numbers the remaining parts again.
static void dropCollapsed(vlMesh* mesh, const int* target, vlMeshRepairs* repairs)
{
    int kept = 0, lastPart = -1;
    mesh->partCount = 0;
    for (int f = 0; f < mesh->faceCount; ++f) {
        int* in = &mesh->indices[3 * f];
        int a = target[in[0]], b = target[in[1]], c = target[in[2]];
        if (a == b || b == c || c == a) {
            ++repairs->collapsedFaces;
            continue;
        }
        mesh->partCount += mesh->facePart[f] != lastPart;
        lastPart = mesh->facePart[f];
        int* out = &mesh->indices[3 * kept];
        out[0] = a;
        out[1] = b;
        out[2] = c;
        mesh->facePart[kept++] = mesh->partCount - 1;
    }
    mesh->faceCount = kept;
}

static int smallestFirst(const int* corner, int* turned)
{
    int k =
        corner[0] < corner[1] ? (corner[0] < corner[2] ? 0 : 2) : (corner[1] < corner[2] ? 1 : 2);
    for (int i = 0; i < 3; ++i) {
        turned[i] = corner[(k + i) % 3];
    }
    return k;
}

typedef struct Copy {
    int corner[3];
    int face;
} Copy;

static int compareCopies(const void* one, const void* other)
{
    const Copy* p = one;
    const Copy* q = other;
    for (int i = 0; i < 3; ++i) {
        if (p->corner[i] != q->corner[i]) {
            return p->corner[i] < q->corner[i] ? -1 : 1;
        }
    }
    return p->face < q->face ? -1 : p->face > q->face;
}

// Leaves out triangles that are there already in the same part, with the same side outwards.
static bool dropDuplicates(vlMesh* mesh, vlMeshRepairs* repairs)
{
    Copy* copies = malloc(sizeof *copies * (size_t)(mesh->faceCount > 0 ? mesh->faceCount : 1));
    if (copies == NULL) {
        return false;
    }
    for (int f = 0; f < mesh->faceCount; ++f) {
        (void)smallestFirst(&mesh->indices[3 * f], copies[f].corner);
        copies[f].face = f;
    }
    qsort(copies, (size_t)mesh->faceCount, sizeof *copies, compareCopies);
    for (int i = 1; i < mesh->faceCount; ++i) {
        bool isSame = memcmp(copies[i].corner, copies[i - 1].corner, sizeof copies[i].corner) == 0;
        if (isSame && mesh->facePart[copies[i].face] == mesh->facePart[copies[i - 1].face]) {
            mesh->indices[3 * copies[i].face] = -1;
            ++repairs->duplicateFaces;
        }
    }
    free(copies);
    int kept = 0;
    for (int f = 0; f < mesh->faceCount; ++f) {
        if (mesh->indices[3 * f] >= 0) {
            memmove(&mesh->indices[3 * kept], &mesh->indices[3 * f], 3 * sizeof(int));
            mesh->facePart[kept++] = mesh->facePart[f];
        }
    }
    mesh->faceCount = kept;
    return true;
}

// Leaves out vertices of no face; the others keep their order.
static void dropUnused(vlMesh* mesh, int* number, vlMeshRepairs* repairs)
{
    int kept = 0;
    memset(number, 0, sizeof(int) * (size_t)mesh->pointCount);
    for (int i = 0; i < 3 * mesh->faceCount; ++i) {
        number[mesh->indices[i]] = 1;
    }
    for (int i = 0; i < mesh->pointCount; ++i) {
        if (number[i] != 0) {
            mesh->points[kept] = mesh->points[i];
            number[i] = kept++;
        }
    }
    for (int i = 0; i < 3 * mesh->faceCount; ++i) {
        mesh->indices[i] = number[mesh->indices[i]];
    }
    repairs->unusedPoints = mesh->pointCount - kept - repairs->weldedPoints;
    mesh->pointCount = kept;
}

static vlResult prepare(vlMesh* mesh, const vlMeshPrepareDef* def, vlMeshRepairs* repairs,
                        const vlSentence* error)
{
    bool isScale = def->scale >= 0.0 && def->scale <= VL_MAX_LENGTH;
    if (!isScale || !(def->tolerance >= 0.0 && def->tolerance <= VL_MAX_LENGTH)) {
        return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                               "scale %g and tolerance %g; expected finite numbers, at least 0",
                               def->scale, def->tolerance);
    }
    vlResult result = place(mesh, def, repairs, error);
    if (result != VL_OK) {
        return result;
    }
    int* target = malloc(sizeof(int) * (size_t)mesh->pointCount);
    bool ok = target != NULL && cutFaces(mesh) &&
              weld(mesh, repairs->tolerance, target, &repairs->weldedPoints);
    if (ok) {
        dropCollapsed(mesh, target, repairs);
        ok = dropDuplicates(mesh, repairs);
    }
    if (ok) {
        dropUnused(mesh, target, repairs);
    }
    free(target);
    if (!ok) {
        return vlSentence_FailMemory(error);
    }
    if (mesh->faceCount == 0) {
        return vlSentence_Fail(
            error, VL_ERROR_GEOMETRY,
            "no triangle is larger than the tolerance of %g m, a millionth of the "
            "largest coordinate unless it was given; expected a mesh near the origin",
            repairs->tolerance);
    }
    if (!def->keepsFaults) {
        // A hole is found by the direction of its border; whether a component is closed, and which
        // side is its outside, is known when its holes are filled.
        result = vlMesh_PartSeams(mesh, repairs);
        result = result == VL_OK ? vlMesh_Orient(mesh, repairs) : result;
        result = result == VL_OK ? vlMesh_FillHoles(mesh, repairs) : result;
        if (result == VL_OK && repairs->filledHoles > 0) {
            result = vlMesh_Orient(mesh, repairs);
        }
    }
    return result == VL_ERROR_MEMORY ? vlSentence_FailMemory(error) : result;
}

vlResult vlMesh_Prepare(vlMesh* mesh, const vlMeshPrepareDef* def, vlMeshRepairs* repairs,
                        char* message, size_t messageSize)
{
    const vlSentence error = {message, messageSize};
    vlMeshRepairs unasked;
    repairs = repairs != NULL ? repairs : &unasked;
    *repairs = (vlMeshRepairs){0};
    vlResult result =
        mesh->faceCount > 0 && mesh->pointCount > 0
            ? prepare(mesh, def, repairs, &error)
            : vlSentence_Fail(&error, VL_ERROR_ARGUMENT, "the mesh has no faces; expected some");
    if (result != VL_OK) {
        vlMesh_Free(mesh);
    }
    return result;
}
