// SPDX-License-Identifier: MIT
// Between all planes of its concave edges a solid has no concave edge left: each connected rest is
// convex. These cells depend on the solid alone. Cells are known by the sides of the planes on
// which they lie, so pieces of one cell, however they were cut, come together again (T6.8).

#include "shape/recut.h"

#include <string.h>

#include "shape/shape_build.h"

// A part of a compound with more concave planes, more vertices in a piece or more cells than this
// stays as it was given: the number of cells grows with the square of the planes.
#define MAX_PLANES 16
#define MAX_VERTICES 64
#define MAX_CELLS VL_MAX_PIECES
#define MAX_POINTS 16384
// Two pieces are joined if their hull has no more volume than they have, to this fraction.
#define SAME_VOLUME 1e-9
// Planes are the same if their normals differ by less than this.
#define SAME_NORMAL 1e-5

typedef struct Plane {
    vlVec3 normal;
    double offset;
} Plane;

// One part of a compound while it is cut.
typedef struct Cutting {
    const vlAllocator* allocator;
    Plane plane[MAX_PLANES];
    int planeCount;
    vlShape* cell[MAX_CELLS];
    uint32_t sides[MAX_CELLS]; // bit i: above plane i
    int cellCount;
    vlVec3* points; // MAX_POINTS
    double snap;    // m
    bool isGivenUp;
    bool isOutOfMemory;
} Cutting;

static vlVec3 centreOf(const vlShape* shape)
{
    return shape->pieces[0].centre;
}

static double volumeOf(const vlShape* shape)
{
    return shape->mass.volume;
}

// A new cell from the points; NULL if that is not possible.
static vlShape* makeCell(Cutting* c, int count)
{
    vlShape* shape = NULL;
    if (count < 4) {
        c->isGivenUp = true;
        return NULL;
    }
    vlResult result = vlShape_CreateHull(c->allocator, c->points, count, &shape, NULL, 0);
    c->isOutOfMemory |= result == VL_ERROR_MEMORY;
    c->isGivenUp |= result != VL_OK;
    return result == VL_OK ? shape : NULL;
}

static int addPoints(Cutting* c, int count, const vlConvex* from)
{
    if (count + from->vertexCount > MAX_POINTS) {
        c->isGivenUp = true;
        return count;
    }
    for (int v = 0; v < from->vertexCount; ++v) {
        c->points[count++] = vlConvex_Vertex(from, v);
    }
    return count;
}

static void addCell(Cutting* c, vlShape* shape)
{
    if (shape != NULL && c->cellCount < MAX_CELLS) {
        c->cell[c->cellCount++] = shape;
    } else {
        c->isGivenUp = true;
        vlShape_Release(shape);
    }
}

// ---- planes ----

static void addPlane(Cutting* c, const vlSolidFace* face)
{
    for (int i = 0; i < c->planeCount; ++i) {
        double cosine = vlDot(c->plane[i].normal, face->normal);
        double offset = cosine > 0.0 ? face->offset : -face->offset;
        if (vlLength(vlCross(c->plane[i].normal, face->normal)) < SAME_NORMAL &&
            fabs(c->plane[i].offset - offset) <= 2.0 * c->snap) {
            return;
        }
    }
    if (c->planeCount == MAX_PLANES) {
        c->isGivenUp = true;
        return;
    }
    c->plane[c->planeCount++] = (Plane){face->normal, face->offset};
}

static bool straddles(const Cutting* c, const vlConvex* piece, const Plane* plane)
{
    double lowest = 0.0;
    double highest = 0.0;
    for (int v = 0; v < piece->vertexCount; ++v) {
        double side = vlDot(plane->normal, vlConvex_Vertex(piece, v)) - plane->offset;
        lowest = fmin(lowest, side);
        highest = fmax(highest, side);
    }
    return lowest < -c->snap && highest > c->snap;
}

// The part of a cell on one side: its vertices there, and where the lines between vertices on
// opposite sides cross. Those between vertices without a common edge cross inside the section.
static vlShape* halfOf(Cutting* c, const vlConvex* piece, const Plane* plane, double sign)
{
    int count = 0;
    for (int v = 0; v < piece->vertexCount; ++v) {
        vlVec3 p = vlConvex_Vertex(piece, v);
        double side = sign * (vlDot(plane->normal, p) - plane->offset);
        if (side >= -c->snap) {
            c->points[count++] = p;
        }
        for (int w = 0; w < piece->vertexCount && side > c->snap; ++w) {
            vlVec3 q = vlConvex_Vertex(piece, w);
            double other = sign * (vlDot(plane->normal, q) - plane->offset);
            if (other < -c->snap) {
                c->points[count++] = vlMulAdd(p, side / (side - other), vlSub(q, p));
            }
        }
    }
    return makeCell(c, count);
}

static void cutAll(Cutting* c, const Plane* plane)
{
    int before = c->cellCount;
    for (int i = 0; i < before && !c->isGivenUp; ++i) {
        const vlConvex* piece = &c->cell[i]->pieces[0];
        if (piece->vertexCount > MAX_VERTICES) {
            c->isGivenUp = true;
        } else if (straddles(c, piece, plane)) {
            vlShape* above = halfOf(c, piece, plane, 1.0);
            vlShape* below = halfOf(c, piece, plane, -1.0);
            if (above == NULL || below == NULL) {
                vlShape_Release(above);
                vlShape_Release(below);
                return;
            }
            vlShape_Release(c->cell[i]);
            c->cell[i] = above;
            addCell(c, below);
        }
    }
}

// ---- joining ----

static uint32_t sidesOf(const Cutting* c, const vlShape* cell)
{
    uint32_t sides = 0;
    for (int i = 0; i < c->planeCount; ++i) {
        double side = vlDot(c->plane[i].normal, centreOf(cell)) - c->plane[i].offset;
        sides |= side > 0.0 ? 1u << i : 0u;
    }
    return sides;
}

static void removeCell(Cutting* c, int i)
{
    vlShape_Release(c->cell[i]);
    --c->cellCount;
    c->cell[i] = c->cell[c->cellCount];
    c->sides[i] = c->sides[c->cellCount];
}

// Brings the pieces of each cell together. All at once, because bricks laid in a circle cannot be
// joined two by two.
static void joinBySides(Cutting* c)
{
    for (int i = 0; i < c->cellCount; ++i) {
        c->sides[i] = sidesOf(c, c->cell[i]);
    }
    for (int i = 0; i < c->cellCount && !c->isGivenUp; ++i) {
        int count = addPoints(c, 0, &c->cell[i]->pieces[0]);
        double volume = volumeOf(c->cell[i]);
        int members = 1;
        for (int k = i + 1; k < c->cellCount; ++k) {
            if (c->sides[k] == c->sides[i]) {
                count = addPoints(c, count, &c->cell[k]->pieces[0]);
                volume += volumeOf(c->cell[k]);
                ++members;
            }
        }
        if (members == 1 || c->isGivenUp) {
            continue;
        }
        vlShape* whole = makeCell(c, count);
        // Pieces may leave gaps and overlaps of the size `snap`.
        double room = whole != NULL ? 4.0 * c->snap * whole->radius * whole->radius : 0.0;
        if (whole == NULL || fabs(volumeOf(whole) - volume) > SAME_VOLUME * volume + room) {
            c->isGivenUp = true;
            vlShape_Release(whole);
            return;
        }
        for (int k = c->cellCount - 1; k > i; --k) {
            if (c->sides[k] == c->sides[i]) {
                removeCell(c, k);
            }
        }
        vlShape_Release(c->cell[i]);
        c->cell[i] = whole;
    }
}

// By x, then y, then z; coordinates that differ by rounding count as the same.
static bool comesBefore(const Cutting* c, vlVec3 a, vlVec3 b)
{
    vlVec3 d = vlSub(a, b);
    double tolerance = 4.0 * c->snap;
    if (fabs(d.x) > tolerance) {
        return d.x < 0.0;
    }
    return fabs(d.y) > tolerance ? d.y < 0.0 : d.z < -tolerance;
}

static void sortCells(Cutting* c)
{
    for (int i = 1; i < c->cellCount; ++i) {
        vlShape* cell = c->cell[i];
        int k = i;
        for (; k > 0 && comesBefore(c, centreOf(cell), centreOf(c->cell[k - 1])); --k) {
            c->cell[k] = c->cell[k - 1];
        }
        c->cell[k] = cell;
    }
}

// Without a face in a common plane two cells have no convex union.
static bool shareFace(const Cutting* c, const vlConvex* a, const vlConvex* b)
{
    for (int f = 0; f < a->faceCount; ++f) {
        for (int g = 0; g < b->faceCount; ++g) {
            vlVec3 sum = vlAdd(vlConvex_Normal(a, f), vlConvex_Normal(b, g));
            if (vlLength(sum) < SAME_NORMAL && fabs(a->nd[f] + b->nd[g]) <= 2.0 * c->snap) {
                return true;
            }
        }
    }
    return false;
}

static bool joinPair(Cutting* c, int i, int k)
{
    const vlConvex* a = &c->cell[i]->pieces[0];
    const vlConvex* b = &c->cell[k]->pieces[0];
    if (!shareFace(c, a, b)) {
        return false;
    }
    vlShape* both = makeCell(c, addPoints(c, addPoints(c, 0, a), b));
    double volume = volumeOf(c->cell[i]) + volumeOf(c->cell[k]);
    if (both == NULL || fabs(volumeOf(both) - volume) > SAME_VOLUME * volume) {
        vlShape_Release(both);
        return false;
    }
    vlShape_Release(c->cell[i]);
    vlShape_Release(c->cell[k]);
    c->cell[i] = both;
    --c->cellCount;
    for (; k < c->cellCount; ++k) {
        c->cell[k] = c->cell[k + 1];
    }
    return true;
}

// Joins neighbours while any two have a convex union, always the first that can be in the order of
// the cells.
static void joinNeighbours(Cutting* c)
{
    bool isJoined = true;
    while (isJoined && !c->isGivenUp) {
        isJoined = false;
        for (int i = 0; i < c->cellCount && !isJoined; ++i) {
            for (int k = i + 1; k < c->cellCount && !isJoined && !c->isGivenUp; ++k) {
                isJoined = joinPair(c, i, k);
            }
        }
        sortCells(c);
    }
}

// ---- one part ----

static void gather(Cutting* c, const vlConvex* given, const vlSolid* solid, int part)
{
    for (int f = 0; f < solid->faceCount; ++f) {
        if (solid->face[f].part == part && solid->face[f].isConcave) {
            addPlane(c, &solid->face[f]);
        }
    }
    for (int i = 0; i < solid->pieceCount && !c->isGivenUp; ++i) {
        if (solid->part[i] == part) {
            addCell(c, makeCell(c, addPoints(c, 0, &given[i])));
        }
    }
}

// Coordinates are rounded to this fraction of the largest one, or less: some hundred times the
// rounding error of a corner that was computed in another way.
#define GRID 0x1p-44

static double gridOf(const Cutting* c)
{
    double largest = 0.0;
    for (int i = 0; i < c->cellCount; ++i) {
        const vlConvex* p = &c->cell[i]->pieces[0];
        largest =
            fmax(largest, fmax(fmax(-p->lower.x, p->upper.x),
                               fmax(fmax(-p->lower.y, p->upper.y), fmax(-p->lower.z, p->upper.z))));
    }
    int exponent;
    (void)frexp(largest, &exponent);
    return ldexp(GRID, exponent);
}

static vlVec3 roundTo(vlVec3 p, double grid)
{
    return vlVec(grid * nearbyint(p.x / grid), grid * nearbyint(p.y / grid),
                 grid * nearbyint(p.z / grid));
}

// Makes each cell again from its corners, rounded and in an order of their own, so that its
// vertices and faces have the same numbers however the solid was given. Without the rounding, bits
// that differ would grow in impacts, until a contact sticks with one cutting and slides with
// another.
static void renumber(Cutting* c)
{
    double grid = gridOf(c);
    for (int i = 0; i < c->cellCount && !c->isGivenUp; ++i) {
        int count = addPoints(c, 0, &c->cell[i]->pieces[0]);
        for (int k = 0; k < count; ++k) {
            c->points[k] = roundTo(c->points[k], grid);
        }
        for (int k = 1; k < count; ++k) {
            vlVec3 point = c->points[k];
            int at = k;
            for (; at > 0 && comesBefore(c, point, c->points[at - 1]); --at) {
                c->points[at] = c->points[at - 1];
            }
            c->points[at] = point;
        }
        vlShape* cell = makeCell(c, count);
        if (cell != NULL) {
            vlShape_Release(c->cell[i]);
            c->cell[i] = cell;
        }
    }
}

static void cutPart(Cutting* c, const vlConvex* given, const vlSolid* solid, int part)
{
    gather(c, given, solid, part);
    for (int i = 0; i < c->planeCount && !c->isGivenUp; ++i) {
        cutAll(c, &c->plane[i]);
    }
    if (!c->isGivenUp) {
        joinBySides(c);
    }
    if (!c->isGivenUp) {
        sortCells(c);
        joinNeighbours(c);
        renumber(c);
    }
}

static int membersOf(const vlSolid* solid, const vlConvex* given, int part, bool* isRound)
{
    int members = 0;
    *isRound = false;
    for (int i = 0; i < solid->pieceCount; ++i) {
        members += solid->part[i] == part;
        *isRound |= solid->part[i] == part &&
                    (given[i].bend != NULL || given[i].vertexCount > MAX_VERTICES);
    }
    return members;
}

// How many pieces this part may have, with all other parts in the compound.
static int roomFor(const vlRecut* recut, const vlSolid* solid, int part)
{
    int room = VL_MAX_PIECES - recut->madeCount - recut->keptCount;
    for (int i = 0; i < solid->pieceCount; ++i) {
        room -= solid->part[i] > part;
    }
    return room;
}

static double smallestRadius(const vlSolid* solid, const vlConvex* given, int part)
{
    double smallest = HUGE_VAL;
    for (int i = 0; i < solid->pieceCount; ++i) {
        smallest = solid->part[i] == part ? fmin(smallest, given[i].radius) : smallest;
    }
    return smallest;
}

vlResult vlRecut_Make(vlRecut* recut, const vlAllocator* allocator, const vlConvex* given,
                      const vlSolid* solid, const vlSentence* error)
{
    recut->madeCount = recut->keptCount = 0;
    Cutting* c = allocator->allocate(sizeof(Cutting), allocator->user);
    vlVec3* points = allocator->allocate(MAX_POINTS * sizeof(vlVec3), allocator->user);
    bool isOutOfMemory = c == NULL || points == NULL;
    for (int part = 0; part < solid->partCount && !isOutOfMemory; ++part) {
        bool isRound;
        int members = membersOf(solid, given, part, &isRound);
        *c = (Cutting){.allocator = allocator,
                       .points = points,
                       .snap = VL_GLUE_GAP * smallestRadius(solid, given, part)};
        bool isCut = members > 1 && !isRound;
        if (isCut) {
            cutPart(c, given, solid, part);
            isCut = !c->isGivenUp && c->cellCount <= roomFor(recut, solid, part);
        }
        isOutOfMemory = c->isOutOfMemory;
        for (int k = 0; k < c->cellCount; ++k) {
            if (isCut) {
                recut->made[recut->madeCount++] = c->cell[k];
            } else {
                vlShape_Release(c->cell[k]);
            }
        }
        for (int i = 0; i < solid->pieceCount && !isCut; ++i) {
            if (solid->part[i] == part) {
                recut->kept[recut->keptCount++] = i;
            }
        }
    }
    void* blocks[] = {c, points};
    for (int i = 0; i < 2; ++i) {
        if (blocks[i] != NULL) {
            allocator->release(blocks[i], allocator->user);
        }
    }
    if (isOutOfMemory) {
        vlRecut_Release(recut);
        return vlShape_FailMemory(error);
    }
    return VL_OK;
}

void vlRecut_Release(vlRecut* recut)
{
    for (int i = 0; i < recut->madeCount; ++i) {
        vlShape_Release(recut->made[i]);
    }
    recut->madeCount = 0;
}
