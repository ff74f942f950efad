// SPDX-License-Identifier: MIT
// The surface of the common solid consists of the parts of a's faces inside b and the parts of b's
// faces inside a. Each face is cut by the planes of the other piece; the divergence theorem then
// gives the volume from the parts alone, without joining them to a polyhedron:
//     V = 1/3 sum (n . (p - o)) A
// with o on the common surface. Everything is measured from o, so a part kept or lost by rounding
// changes V at most by its area times the thickness of the common solid there.

#include "shape/overlap.h"

#include <float.h>

#include "solid/facet.h"

// A face whose vertices are all this near (fraction of the smaller extent) to a plane of the other
// piece lies in it.
#define SHARED_TOLERANCE 1e-11
// Sine of the angle up to which two faces count as parallel.
#define PARALLEL_TOLERANCE 1e-6

typedef struct cutter {
    vlVec3* current; // the polygon
    vlVec3* other;   // room for the next one
    int count;
    int capacity;
} cutter;

typedef struct surfaceSum {
    bool hasOrigin;
    vlVec3 origin;
    double volume; // m^3, three times the volume
} surfaceSum;

// A cut by a plane adds at most one vertex to a convex polygon; twice that leaves room for polygons
// that rounding has made slightly concave.
int vlOverlap_ScratchSize(const vlConvex* pieces, int count)
{
    int loop = 0;
    int cuts = 0;
    for (int i = 0; i < count; ++i) {
        for (int f = 0; f < pieces[i].faceCount; ++f) {
            int size = pieces[i].faceStart[f + 1] - pieces[i].faceStart[f];
            loop = size > loop ? size : loop;
        }
        cuts = pieces[i].faceCount > cuts ? pieces[i].faceCount : cuts;
    }
    cuts = loop > cuts ? loop : cuts;
    return 2 * (loop + 2 * cuts);
}

bool vlOverlap_AreClose(const vlConvex* a, const vlConvex* b, double gap)
{
    return !vlBox_AreApart(vlConvex_Box(a), vlConvex_Box(b), gap);
}

static cutter openCutter(const vlConvex* c, int face, vlVec3* scratch, int scratchSize)
{
    cutter cut = {scratch, scratch + scratchSize / 2, 0, scratchSize / 2};
    for (int i = c->faceStart[face]; i < c->faceStart[face + 1]; ++i) {
        cut.current[cut.count++] = vlConvex_Vertex(c, c->faceVertex[i]);
    }
    return cut;
}

// Keeps the part with n . x <= d.
static void cutByPlane(cutter* cut, vlVec3 normal, double offset)
{
    cut->count = vlFacet_Cut(cut->current, cut->count, vlNeg(normal), -offset, 0.0, cut->other,
                             cut->capacity);
    vlVec3* swap = cut->current;
    cut->current = cut->other;
    cut->other = swap;
}

static double polygonArea(const cutter* cut, vlVec3 normal)
{
    return cut->count < 3 ? 0.0 : fmax(vlFacet_Area(cut->current, NULL, cut->count, normal), 0.0);
}

static bool isOutsideBounds(const vlConvex* c, int face, const vlConvex* other)
{
    vlBox box = vlBox_Empty();
    for (int i = c->faceStart[face]; i < c->faceStart[face + 1]; ++i) {
        vlBox_Include(&box, vlConvex_Vertex(c, c->faceVertex[i]));
    }
    return vlBox_AreApart(box, vlConvex_Box(other), 0.0);
}

static bool liesInPlane(const cutter* cut, vlVec3 normal, double offset, double tolerance)
{
    for (int i = 0; i < cut->count; ++i) {
        if (fabs(vlDot(normal, cut->current[i]) - offset) > tolerance) {
            return false;
        }
    }
    return cut->count > 0;
}

// Adds the parts of a's faces inside b. A face that lies in a face of b belongs to the common
// surface once if both have the same normal (`takesShared` for one of the two pieces), otherwise
// not at all.
static void addParts(surfaceSum* sum, const vlConvex* a, const vlConvex* b, double tolerance,
                     bool takesShared, vlVec3* scratch, int scratchSize)
{
    for (int f = 0; f < a->faceCount; ++f) {
        if (isOutsideBounds(a, f, b)) {
            continue;
        }
        vlVec3 normal = vlConvex_Normal(a, f);
        cutter cut = openCutter(a, f, scratch, scratchSize);
        for (int g = 0; g < b->faceCount && cut.count > 0; ++g) {
            vlVec3 plane = vlConvex_Normal(b, g);
            if (!liesInPlane(&cut, plane, b->nd[g], tolerance)) {
                cutByPlane(&cut, plane, b->nd[g]);
            } else if (!takesShared || vlDot(plane, normal) < 0.0) {
                cut.count = 0;
            }
        }
        if (cut.count >= 3) {
            if (!sum->hasOrigin) {
                sum->hasOrigin = true;
                sum->origin = cut.current[0];
            }
            double height = vlDot(normal, vlSub(cut.current[0], sum->origin));
            sum->volume += height * polygonArea(&cut, normal);
        }
    }
}

static double smallerExtent(const vlConvex* a, const vlConvex* b)
{
    vlVec3 sizeA = vlSub(a->upper, a->lower);
    vlVec3 sizeB = vlSub(b->upper, b->lower);
    return fmin(fmax(sizeA.x, fmax(sizeA.y, sizeA.z)), fmax(sizeB.x, fmax(sizeB.y, sizeB.z)));
}

static double largestCoordinate(const vlConvex* c)
{
    return fmax(fmax(fmax(-c->lower.x, c->upper.x), fmax(-c->lower.y, c->upper.y)),
                fmax(-c->lower.z, c->upper.z));
}

double vlOverlap_Volume(const vlConvex* a, const vlConvex* b, vlVec3* scratch, int scratchSize)
{
    if (!vlOverlap_AreClose(a, b, 0.0)) {
        return 0.0;
    }
    double tolerance = SHARED_TOLERANCE * smallerExtent(a, b) +
                       8.0 * DBL_EPSILON * fmax(largestCoordinate(a), largestCoordinate(b));
    surfaceSum sum = {0};
    addParts(&sum, a, b, tolerance, true, scratch, scratchSize);
    addParts(&sum, b, a, tolerance, false, scratch, scratchSize);
    return fmax(sum.volume / 3.0, 0.0);
}

double vlOverlap_Contact(const vlConvex* a, int faceA, const vlConvex* b, int faceB, double gap,
                         vlVec3* scratch, int scratchSize)
{
    vlVec3 normal = vlConvex_Normal(a, faceA);
    vlVec3 plane = vlConvex_Normal(b, faceB);
    if (vlDot(normal, plane) >= 0.0 || vlLength(vlCross(normal, plane)) > PARALLEL_TOLERANCE) {
        return 0.0;
    }
    cutter cut = openCutter(b, faceB, scratch, scratchSize);
    double areaB = polygonArea(&cut, plane);
    cut = openCutter(a, faceA, scratch, scratchSize);
    double areaA = polygonArea(&cut, normal);
    if (!liesInPlane(&cut, plane, b->nd[faceB], gap)) {
        return 0.0;
    }
    int begin = b->faceStart[faceB];
    int end = b->faceStart[faceB + 1];
    for (int i = begin; i < end; ++i) {
        vlVec3 from = vlConvex_Vertex(b, b->faceVertex[i]);
        vlVec3 to = vlConvex_Vertex(b, b->faceVertex[i + 1 < end ? i + 1 : begin]);
        vlVec3 side = vlUnit(vlCross(vlSub(to, from), plane)); // outward in the face's plane
        cutByPlane(&cut, side, vlDot(side, from));
    }
    return polygonArea(&cut, normal) / fmin(areaA, areaB);
}
