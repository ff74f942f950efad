// SPDX-License-Identifier: MIT
// Two convex polyhedra.

#include <float.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "collide/cull.h"
#include "collide/pair_finder.h"

static vlPlaneSet planesOf(const vlConvex* c)
{
    vlPlaneSet planes = {c->nx, c->ny, c->nz, c->nd, c->faceCount};
    return planes;
}

static void setConvex(vlPairSetting* s, const vlPlaced* base, const vlPlaced* cutter, bool baseIsA,
                      int first, vlClipper* clipper)
{
    const vlConvex* c = base->convex;
    vlMat3 R = vlMulTM(cutter->rotation, base->rotation);
    vlVec3 t = vlMulTV(cutter->rotation, vlSub(base->origin, cutter->origin));
    int padded = (c->vertexCount + VL_LANES - 1) / VL_LANES * VL_LANES;
    for (int i = 0; i < padded; ++i) {
        double x = c->vx[i], y = c->vy[i], z = c->vz[i];
        clipper->baseX[i] = R.cx.x * x + R.cy.x * y + R.cz.x * z + t.x;
        clipper->baseY[i] = R.cx.y * x + R.cy.y * y + R.cz.y * z + t.y;
        clipper->baseZ[i] = R.cx.z * x + R.cy.z * y + R.cz.z * z + t.z;
    }
    const vlConvex* k = cutter->convex;
    s->input.base = c;
    s->input.x = clipper->baseX, s->input.y = clipper->baseY, s->input.z = clipper->baseZ;
    s->input.planes = planesOf(k);
    s->input.first = first;
    s->input.epsilon = VL_ON_PLANE * (k->radius + vlLength(k->centre) + c->radius);
    s->rotation = cutter->rotation;
    s->translation = cutter->origin;
    s->baseRotation = R;
    s->baseOrigin = t;
    s->baseIsA = baseIsA;
}

static vlVec3 centreOf(const vlPlaced* p)
{
    return vlAdd(vlMulMV(p->rotation, p->convex->centre), p->origin);
}

// The largest axis . v of all vertices v. The largest of several numbers does not depend on their
// order, so two at a time give the same bits.
static double reachAlong(const vlConvex* c, vlVec3 axis)
{
#ifdef __SSE2__
    const __m128d ax = _mm_set1_pd(axis.x), ay = _mm_set1_pd(axis.y), az = _mm_set1_pd(axis.z);
    __m128d highest = _mm_set1_pd(-DBL_MAX);
    for (int i = 0; i < c->vertexCount; i += 2) { // an odd count reads a copy of vertex 0
        __m128d s = _mm_add_pd(_mm_mul_pd(ax, _mm_loadu_pd(c->vx + i)),
                               _mm_mul_pd(ay, _mm_loadu_pd(c->vy + i)));
        s = _mm_add_pd(s, _mm_mul_pd(az, _mm_loadu_pd(c->vz + i)));
        highest = _mm_max_pd(s, highest);
    }
    return _mm_cvtsd_f64(_mm_max_sd(_mm_unpackhi_pd(highest, highest), highest));
#else
    double highest = -DBL_MAX;
    for (int i = 0; i < c->vertexCount; ++i) {
        double s = axis.x * c->vx[i] + axis.y * c->vy[i] + axis.z * c->vz[i];
        highest = s > highest ? s : highest;
    }
    return highest;
#endif
}

// The gap between the supports along the remembered axis; negative if they overlap.
static double gapAlong(const vlPlaced* a, const vlPlaced* b, vlVec3 axisA)
{
    vlVec3 axisW = vlMulMV(a->rotation, axisA);
    vlVec3 axisB = vlMulTV(b->rotation, axisW);
    double highest = reachAlong(a->convex, axisA);
    double lowest = -reachAlong(b->convex, vlNeg(axisB));
    return lowest - highest + vlDot(axisW, vlSub(b->origin, a->origin));
}

// Tests the bounding spheres, then the remembered axis.
static bool isClearlyApart(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache)
{
    if (cache->touching) {
        return false; // a contact of the last step most likely remains one
    }
    vlVec3 between = vlSub(centreOf(b), centreOf(a));
    double reach = a->convex->radius + b->convex->radius;
    double square = vlDot(between, between);
    cache->isGapOfSpheres = square > reach * reach;
    if (cache->isGapOfSpheres) {
        cache->gap = sqrt(square) - reach;
        return true;
    }
    cache->gap = cache->hasAxis ? gapAlong(a, b, cache->axis) : 0.0;
    return cache->gap > 0.0;
}

static vlGjkResult distanceOf(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache)
{
    vlMat3 rotationAB = vlMulTM(a->rotation, b->rotation);
    vlVec3 originAB = vlMulTV(a->rotation, vlSub(b->origin, a->origin));
    return vlGjk_Distance(a->convex, b->convex, rotationAB, originAB, &cache->gjk);
}

// Remembers the separating direction.
static void rememberApart(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache)
{
    vlGjkResult r = distanceOf(a, b, cache);
    cache->isGapOfSpheres = false;
    cache->gap = r.distance;
    if (!r.touching) {
        cache->axis = r.normal;
        cache->hasAxis = true;
    }
}

static double findGap(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache, vlVec3* normal)
{
    vlGjkResult r = distanceOf(a, b, cache);
    *normal = r.normal;
    return r.distance;
}

// Takes the common point that GJK finds.
static bool findCommonPoint(const vlPlaced* a, const vlPlaced* b, const vlPairSetting* s,
                            vlPairCache* cache, vlVec3* point)
{
    vlGjkResult r = distanceOf(a, b, cache);
    vlVec3 world = vlAdd(vlMulMV(a->rotation, r.pointA), a->origin);
    *point = vlMulTV(s->rotation, vlSub(world, s->translation));
    return r.touching;
}

static vlSearchResult searchNormal(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache)
{
    vlMat3 rotationAB = vlMulTM(a->rotation, b->rotation);
    vlVec3 originAB = vlMulTV(a->rotation, vlSub(b->origin, a->origin));
    return vlSearch_Normal(a->convex, b->convex, rotationAB, originAB, cache->axis, cache->depth,
                           &cache->search);
}

// From centre to centre; upwards if the centres coincide.
static vlVec3 firstAxis(const vlPlaced* a, const vlPlaced* b)
{
    vlVec3 between = vlSub(centreOf(b), centreOf(a));
    vlVec3 axis = vlUnit(vlMulTV(a->rotation, between));
    return vlDot(axis, axis) > 0.0 ? axis : vlVec(0.0, 0.0, 1.0);
}

// For how many queries the choice of cutter and first plane is kept. Neither changes the result,
// only the amount of work.
#define FACING_LIFE 16

// Chooses which piece cuts, and with which plane first. The face that fits the contact's direction
// best needs the fewest further cuts; against a piece of many more faces the smaller one cuts,
// because each plane costs time.
static void chooseCutter(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache,
                         vlClipper* clipper)
{
    if (cache->facingAge > 0 && cache->facingAge < FACING_LIFE) {
        ++cache->facingAge;
        return;
    }
    double cosineA;
    double cosineB;
    vlPlaneSet planesA = planesOf(a->convex);
    vlPlaneSet planesB = planesOf(b->convex);
    vlVec3 axisW = vlMulMV(a->rotation, cache->axis);
    int faceA = vlCull_PlaneFacing(clipper, &planesA, cache->axis, &cosineA);
    int faceB = vlCull_PlaneFacing(clipper, &planesB, vlNeg(vlMulTV(b->rotation, axisW)), &cosineB);
    int countA = a->convex->faceCount;
    int countB = b->convex->faceCount;
    cache->cutterIsA = cosineA > cosineB;
    if (countA > 2 * countB) {
        cache->cutterIsA = false;
    } else if (countB > 2 * countA) {
        cache->cutterIsA = true;
    }
    cache->facing[0] = (uint16_t)faceA;
    cache->facing[1] = (uint16_t)faceB;
    // A first guess of the axis is not worth keeping for long.
    cache->facingAge = cache->touching ? 1 : 0;
}

static void setUp(vlPairSetting* s, const vlPlaced* a, const vlPlaced* b, vlPairCache* cache,
                  vlClipper* clipper)
{
    chooseCutter(a, b, cache, clipper);
    if (cache->cutterIsA) {
        setConvex(s, b, a, false, cache->facing[0], clipper);
    } else {
        setConvex(s, a, b, true, cache->facing[1], clipper);
    }
    vlPairSetting_SetNormals(s, (cache->cutterIsA ? a : b)->convex);
}

const vlPairFinder vlConvexFinder = {.isClearlyApart = isClearlyApart,
                                     .firstAxis = firstAxis,
                                     .setUp = setUp,
                                     .findCommonPoint = findCommonPoint,
                                     .searchNormal = searchNormal,
                                     .findGap = findGap,
                                     .rememberApart = rememberApart};
