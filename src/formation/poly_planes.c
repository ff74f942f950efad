// SPDX-License-Identifier: MIT
// Joins faces of a shape that lie in one plane and meet along a side. Where a mesh has one face,
// the pieces that it was cut into may have several triangles.

#include "base/sets.h"
#include "formation/poly_draft.h"

// The normals of faces in one plane have at least this cosine between them.
#define SAME_WAY 0.9

// Are all corners of a face's cells within the snap of a plane?
static bool isFaceInPlane(const vlPolyDraft* d, int face, vlVec3 normal, double offset)
{
    for (int c = 0; c < d->cellCount; ++c) {
        const vlDraftCell* cell = &d->cell[c];
        for (int k = 0; k < cell->count && cell->face == face; ++k) {
            vlVec3 p = d->point[d->corner[cell->first + k]];
            if (fabs(vlDot(normal, p) - offset) > d->snap) {
                return false;
            }
        }
    }
    return true;
}

// Do two sides run along each other, in opposite directions, for more than the snap?
static bool doSidesMeet(const vlPolyDraft* d, vlVec3 a, vlVec3 b, vlVec3 p, vlVec3 q)
{
    double length = vlLength(vlSub(b, a));
    if (!(length > d->snap)) {
        return false;
    }
    vlVec3 along = vlScale(vlSub(b, a), 1.0 / length);
    double from = vlDot(vlSub(q, a), along);
    double to = vlDot(vlSub(p, a), along);
    return vlLength(vlSub(q, vlMulAdd(a, from, along))) <= d->snap &&
           vlLength(vlSub(p, vlMulAdd(a, to, along))) <= d->snap &&
           fmin(to, length) - fmax(from, 0.0) > d->snap;
}

static bool doCellsMeet(const vlPolyDraft* d, const vlDraftCell* x, const vlDraftCell* y)
{
    for (int i = 0; i < x->count; ++i) {
        vlVec3 a = d->point[d->corner[x->first + i]];
        vlVec3 b = d->point[d->corner[x->first + (i + 1) % x->count]];
        for (int k = 0; k < y->count; ++k) {
            vlVec3 p = d->point[d->corner[y->first + k]];
            vlVec3 q = d->point[d->corner[y->first + (k + 1) % y->count]];
            if (doSidesMeet(d, a, b, p, q)) {
                return true;
            }
        }
    }
    return false;
}

static bool doFacesMeet(const vlPolyDraft* d, int f, int g)
{
    for (int c = 0; c < d->cellCount; ++c) {
        for (int e = 0; e < d->cellCount && d->cell[c].face == f; ++e) {
            if (d->cell[e].face == g && doCellsMeet(d, &d->cell[c], &d->cell[e])) {
                return true;
            }
        }
    }
    return false;
}

static bool areOnePlane(const vlPolyDraft* d, int f, int g)
{
    const vlDraftFace* x = &d->face[f];
    const vlDraftFace* y = &d->face[g];
    return isFaceInPlane(d, g, x->normal, x->offset) && isFaceInPlane(d, f, y->normal, y->offset);
}

static double areaOf(const vlPolyDraft* d, int face)
{
    double area = 0.0;
    for (int c = 0; c < d->cellCount; ++c) {
        if (d->cell[c].face == face) {
            area += vlPolyDraft_CellArea(d, &d->cell[c], d->face[face].normal);
        }
    }
    return area;
}

// Gives the cells of each set one face, with the plane of the largest of the set.
static void renumber(vlPolyDraft* d, int* set, int* number, double* area)
{
    for (int f = 0; f < d->faceCount; ++f) {
        area[f] = areaOf(d, f);
    }
    int count = 0;
    for (int f = 0; f < d->faceCount; ++f) {
        int name = vlSets_Find(set, f); // at most f
        if (name == f) {
            number[f] = count++;
            d->face[number[f]] = d->face[f]; // number[f] is at most f, too
            area[number[f]] = area[f];
        } else {
            number[f] = number[name];
            if (area[f] > area[number[f]]) {
                d->face[number[f]] = d->face[f];
                area[number[f]] = area[f];
            }
        }
    }
    for (int c = 0; c < d->cellCount; ++c) {
        d->cell[c].face = number[d->cell[c].face];
    }
    d->faceCount = count;
}

vlResult vlPolyDraft_JoinPlanes(vlPolyDraft* d)
{
    int* set = vlPolyDraft_Take(d, d->faceCount, sizeof(int));
    int* number = vlPolyDraft_Take(d, d->faceCount, sizeof(int));
    double* area = vlPolyDraft_Take(d, d->faceCount, sizeof(double));
    if (set != NULL && number != NULL && area != NULL) {
        bool isJoined = false;
        vlSets_Begin(set, d->faceCount);
        for (int g = 0; g < d->faceCount; ++g) {
            for (int f = 0; f < g; ++f) {
                if (vlDot(d->face[f].normal, d->face[g].normal) > SAME_WAY &&
                    vlSets_Find(set, f) != vlSets_Find(set, g) && areOnePlane(d, f, g) &&
                    doFacesMeet(d, f, g)) {
                    vlSets_Join(set, f, g);
                    isJoined = true;
                }
            }
        }
        if (isJoined) {
            renumber(d, set, number, area);
        }
    }
    vlPolyDraft_Drop(d, set);
    vlPolyDraft_Drop(d, number);
    vlPolyDraft_Drop(d, area);
    return vlPolyDraft_Memory(d);
}
