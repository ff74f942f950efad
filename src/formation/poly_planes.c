// SPDX-License-Identifier: MIT
// Joins faces of a shape that lie in one plane and meet along a side. Where a mesh has one face,
// the pieces that it was cut into may have several triangles.

#include "formation/poly_draft.h"
#include "solid/facet.h"
#include "solid/plane_groups.h"

// The normals of faces in one plane have at least this cosine between them.
#define SAME_WAY 0.9

static bool doCellsMeet(const vlPolyDraft* d, const vlDraftCell* x, const vlDraftCell* y)
{
    vlFacet a = {d->point, &d->corner[x->first], x->count};
    vlFacet b = {d->point, &d->corner[y->first], y->count};
    return vlFacet_DoMeet(a, b, d->snap, d->snap);
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

static void planeOf(const void* user, int f, vlVec3* normal, double* offset)
{
    const vlPolyDraft* d = user;
    *normal = d->face[f].normal;
    *offset = d->face[f].offset;
}

// Any face may be across from any other.
static int faceAcross(const void* user, int f, int k)
{
    (void)f;
    return k < ((const vlPolyDraft*)user)->faceCount ? k : VL_NO_SIDE;
}

static bool isFaceInPlane(const void* user, int beside, int f, vlVec3 normal, double offset)
{
    const vlPolyDraft* d = user;
    bool isIn = vlDot(d->face[f].normal, normal) > SAME_WAY;
    for (int c = 0; c < d->cellCount && isIn; ++c) {
        isIn = d->cell[c].face != f || vlPolyDraft_IsInPlane(d, &d->cell[c], normal, offset);
    }
    return isIn && doFacesMeet(d, beside, f);
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

// The groups take the numbers of their first faces, and the planes of their largest ones.
static void renumber(vlPolyDraft* d, const vlDraftFace* planes, const int* group, int* number)
{
    int count = 0;
    for (int f = 0; f < d->faceCount; ++f) {
        number[f] = -1;
    }
    for (int f = 0; f < d->faceCount; ++f) {
        if (number[group[f]] < 0) {
            number[group[f]] = count++;
            d->face[number[group[f]]] = planes[group[f]];
        }
    }
    for (int c = 0; c < d->cellCount; ++c) {
        d->cell[c].face = number[group[d->cell[c].face]];
    }
    d->faceCount = count;
}

vlResult vlPolyDraft_JoinPlanes(vlPolyDraft* d)
{
    int* group = vlPolyDraft_Take(d, 2 * d->faceCount, sizeof(int));
    vlKeyed* seed = vlPolyDraft_Take(d, d->faceCount, sizeof(vlKeyed));
    vlDraftFace* planes = vlPolyDraft_Take(d, d->faceCount, sizeof(vlDraftFace));
    if (group != NULL && seed != NULL && planes != NULL) {
        vlPlaneSurface surface = {d, planeOf, faceAcross, isFaceInPlane, NULL};
        int* number = &group[d->faceCount];
        for (int f = 0; f < d->faceCount; ++f) {
            seed[f] = (vlKeyed){areaOf(d, f), f};
        }
        int count = vlPlaneGroups_Find(&surface, d->faceCount, seed, d->faceCount, group, number);
        for (int i = d->faceCount - 1; i >= 0; --i) { // the largest face of a group stands first
            planes[group[seed[i].number]] = d->face[seed[i].number];
        }
        if (count < d->faceCount) {
            renumber(d, planes, group, number);
        }
    }
    vlPolyDraft_Drop(d, group);
    vlPolyDraft_Drop(d, seed);
    vlPolyDraft_Drop(d, planes);
    return vlPolyDraft_Memory(d);
}
