// SPDX-License-Identifier: MIT
#include "collide/pair.h"

#include <float.h>

#include "base/check.h"
#include "collide/cull.h"
#include "collide/dual.h"
#include "collide/search.h"

// A vertex nearer to a plane than this many rounding errors of its coordinates counts as on it.
#define ON_PLANE (64.0 * DBL_EPSILON)
// Factor on it for a second try.
#define WIDER 64.0
// An axis that is remembered is turned there and back in every step: how far from 1 its squared
// length may get before it is made unit again.
#define DRIFT 1e-13
#define SEAM_COSINE 0.9961946980917455 // 5 degrees

// The pair in one working frame (see vlClipInput): which piece is cut by which.
typedef struct Setting {
    vlClipInput input;
    vlNormalSource normals;
    vlMat3 rotation; // working frame -> world
    vlVec3 translation;
    vlMat3 baseRotation; // base frame -> working frame
    vlVec3 baseOrigin;
    bool baseIsA;
    double plane[4][VL_LANES]; // the half-space's one plane, when there is one
} Setting;

static void setHalfspace(Setting* s, const vlPlaced* base, const vlPlaced* half, bool baseIsA)
{
    vlVec3 n = vlMulMV(half->rotation, vlConvex_Normal(half->convex, 0));
    double d = half->convex->nd[0] - vlDot(n, vlSub(base->origin, half->origin));
    n = vlMulTV(base->rotation, n);
    for (int i = 0; i < VL_LANES; ++i) {
        s->plane[0][i] = n.x, s->plane[1][i] = n.y, s->plane[2][i] = n.z, s->plane[3][i] = d;
    }
    const vlConvex* c = base->convex;
    s->input.base = c;
    s->input.x = c->vx, s->input.y = c->vy, s->input.z = c->vz;
    vlPlaneSet planes = {s->plane[0], s->plane[1], s->plane[2], s->plane[3], 1};
    s->input.planes = planes;
    s->input.first = 0;
    s->input.epsilon = ON_PLANE * (c->radius + vlLength(c->centre) + fabs(d));
    s->rotation = base->rotation;
    s->translation = base->origin;
    s->baseRotation = vlDiag(1.0, 1.0, 1.0);
    s->baseOrigin = vlZero();
    s->baseIsA = baseIsA;
}

static vlPlaneSet planesOf(const vlConvex* c)
{
    vlPlaneSet planes = {c->nx, c->ny, c->nz, c->nd, c->faceCount};
    return planes;
}

static void setConvex(Setting* s, const vlPlaced* base, const vlPlaced* cutter, bool baseIsA,
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
    s->input.epsilon = ON_PLANE * (k->radius + vlLength(k->centre) + c->radius);
    s->rotation = cutter->rotation;
    s->translation = cutter->origin;
    s->baseRotation = R;
    s->baseOrigin = t;
    s->baseIsA = baseIsA;
}

static void setNormals(Setting* s, const uint8_t* cutterInternal)
{
    s->normals.cutterInternal = cutterInternal;
    s->normals.base = s->input.base;
    s->normals.rotation = s->baseRotation;
    s->normals.nx = s->input.planes.nx;
    s->normals.ny = s->input.planes.ny;
    s->normals.nz = s->input.planes.nz;
}

static vlVec3 centreOf(const vlPlaced* p)
{
    return vlAdd(vlMulMV(p->rotation, p->convex->centre), p->origin);
}

// Do the supports along the remembered axis still leave a gap?
static bool axisSeparates(const vlPlaced* a, const vlPlaced* b, vlVec3 axisA)
{
    vlVec3 axisW = vlMulMV(a->rotation, axisA);
    vlVec3 axisB = vlMulTV(b->rotation, axisW);
    const vlConvex* ca = a->convex;
    const vlConvex* cb = b->convex;
    double highest = -DBL_MAX;
    for (int i = 0; i < ca->vertexCount; ++i) {
        double s = axisA.x * ca->vx[i] + axisA.y * ca->vy[i] + axisA.z * ca->vz[i];
        highest = s > highest ? s : highest;
    }
    double lowest = DBL_MAX;
    for (int i = 0; i < cb->vertexCount; ++i) {
        double s = axisB.x * cb->vx[i] + axisB.y * cb->vy[i] + axisB.z * cb->vz[i];
        lowest = s < lowest ? s : lowest;
    }
    return lowest - highest + vlDot(axisW, vlSub(b->origin, a->origin)) > 0.0;
}

static bool bothConvex(const vlPlaced* a, const vlPlaced* b)
{
    return !a->convex->isHalfspace && !b->convex->isHalfspace;
}

// Cheap proof of distance: bounding spheres, then the remembered axis.
static bool isClearlyApart(const vlPlaced* a, const vlPlaced* b, const vlPairCache* cache)
{
    if (cache->touching || !bothConvex(a, b)) {
        return false; // last step's contact is most likely one again; a half-space is cut directly
    }
    vlVec3 between = vlSub(centreOf(b), centreOf(a));
    double reach = a->convex->radius + b->convex->radius;
    if (vlDot(between, between) > reach * reach) {
        return true;
    }
    return cache->hasAxis && axisSeparates(a, b, cache->axis);
}

static vlGjkResult distanceOf(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache)
{
    vlMat3 rotationAB = vlMulTM(a->rotation, b->rotation);
    vlVec3 originAB = vlMulTV(a->rotation, vlSub(b->origin, a->origin));
    return vlGjk_Distance(a->convex, b->convex, rotationAB, originAB, &cache->gjk);
}

// After an empty cut: remember the separating direction for the next step's cheap proof.
static void rememberApart(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache)
{
    cache->touching = false;
    cache->depth = 0.0;
    if (!bothConvex(a, b)) {
        return;
    }
    vlGjkResult r = distanceOf(a, b, cache);
    if (!r.touching) {
        cache->axis = r.normal;
        cache->hasAxis = true;
    }
}

// A point the two pieces share, working frame: GJK's own for two convex pieces; on a half-space, a
// point between the deepest vertex and the middle of the piece, below the plane. False: none.
static bool commonPoint(const vlPlaced* a, const vlPlaced* b, const Setting* s, vlPairCache* cache,
                        vlVec3* point)
{
    if (bothConvex(a, b)) {
        vlGjkResult r = distanceOf(a, b, cache);
        vlVec3 world = vlAdd(vlMulMV(a->rotation, r.pointA), a->origin);
        *point = vlMulTV(s->rotation, vlSub(world, s->translation));
        return r.touching;
    }
    const vlConvex* c = s->input.base;
    vlVec3 n = vlVec(s->input.planes.nx[0], s->input.planes.ny[0], s->input.planes.nz[0]);
    double d = s->input.planes.nd[0];
    vlVec3 deepest = vlConvex_Vertex(c, vlConvex_Support(c, vlNeg(n), 0));
    double depth = d - vlDot(n, deepest);
    double height = vlDot(n, c->centre) - d;
    double share = height > 0.0 ? 0.5 * depth / (depth + height) : 0.5;
    *point = vlMulAdd(deepest, share, vlSub(c->centre, deepest));
    return depth > 0.0;
}

static vlSearchResult searchNormal(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache)
{
    vlMat3 rotationAB = vlMulTM(a->rotation, b->rotation);
    vlVec3 originAB = vlMulTV(a->rotation, vlSub(b->origin, a->origin));
    return vlSearch_Normal(a->convex, b->convex, rotationAB, originAB, cache->axis, cache->depth,
                           &cache->search);
}

// One spring at the deepest point [HS04] 5.1: written as a contact volume of unit area.
static bool pointContact(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache,
                         vlContactVolume* volume)
{
    vlSearchResult r = searchNormal(a, b, cache);
    if (!r.found || !(r.depth > 0.0)) {
        return false;
    }
    vlContactVolume v = {0};
    v.normal = vlMulMV(a->rotation, r.normal);
    v.origin = vlAdd(vlMulMV(a->rotation, r.pointB), a->origin);
    vlVolume_CompleteFrame(v.normal, &v.e1, &v.e2);
    v.volume = r.depth;
    v.area = 1.0;
    v.highest = r.depth;
    v.areaVectorA = v.normal;
    cache->axis = r.normal;
    cache->hasAxis = true;
    cache->depth = r.depth;
    cache->touching = true;
    *volume = v;
    return true;
}

static vlClipStatus findPolyhedron(const vlPlaced* a, const vlPlaced* b, const Setting* s,
                                   vlPolyhedronRoute route, vlPairCache* cache, vlClipper* clipper)
{
    if (route == VL_POLYHEDRON_DUAL) { // [HS04] 4.1, 4.3
        vlVec3 inside;
        if (!commonPoint(a, b, s, cache, &inside)) {
            return VL_CLIP_EMPTY;
        }
        if (vlDual_Intersect(&clipper->polytope, s->input.base, s->baseRotation, s->baseOrigin,
                             &s->input.planes, inside) == VL_CLIP_SOLID) {
            return VL_CLIP_SOLID;
        }
    }
    // Also where the reference route is out of its depth: too thin for the dual transform.
    vlClipStatus status = vlClip_Intersect(clipper, &s->input);
    if (status == VL_CLIP_OVERFLOW) {
        // If rounding broke a loop, a wider notion of "on the plane" mends it.
        vlClipInput wider = s->input;
        wider.epsilon *= WIDER;
        status = vlClip_Intersect(clipper, &wider);
    }
    return status;
}

// A direction from A to B to start from when none is remembered: out of a half-space, which a body
// may be wholly inside of; centre to centre, or up.
static vlVec3 firstAxis(const vlPlaced* a, const vlPlaced* b)
{
    if (a->convex->isHalfspace) {
        return vlConvex_Normal(a->convex, 0);
    }
    if (b->convex->isHalfspace) {
        vlVec3 out = vlMulMV(b->rotation, vlConvex_Normal(b->convex, 0));
        return vlNeg(vlMulTV(a->rotation, out));
    }
    vlVec3 between = vlSub(centreOf(b), centreOf(a));
    vlVec3 axis = vlUnit(vlMulTV(a->rotation, between));
    return vlDot(axis, axis) > 0.0 ? axis : vlVec(0.0, 0.0, 1.0);
}

// How long the choice of cutter and first plane is kept. Neither changes the result, only the work.
#define FACING_LIFE 16

// Which piece cuts, and with which plane first. The face that fits the contact's direction best
// makes the fewest further cuts; against a piece of many more faces the smaller one cuts, since
// each plane costs a look.
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

static void setUp(Setting* s, const vlPlaced* a, const vlPlaced* b, vlPairCache* cache,
                  vlClipper* clipper)
{
    if (b->convex->isHalfspace) {
        setHalfspace(s, a, b, true);
        setNormals(s, NULL);
    } else if (a->convex->isHalfspace) {
        setHalfspace(s, b, a, false);
        setNormals(s, NULL);
    } else {
        chooseCutter(a, b, cache, clipper);
        if (cache->cutterIsA) {
            setConvex(s, b, a, false, cache->facing[0], clipper);
        } else {
            setConvex(s, a, b, true, cache->facing[1], clipper);
        }
        setNormals(s, (cache->cutterIsA ? a : b)->convex->isInternalFace);
    }
}

// Is the direction within 5 degrees of a face glued to another piece of the same union?
static bool facesSeam(const vlConvex* c, vlVec3 direction)
{
    for (int f = 0; f < c->faceCount && !c->isHalfspace; ++f) {
        if (c->isInternalFace[f] && vlDot(vlConvex_Normal(c, f), direction) > SEAM_COSINE) {
            return true;
        }
    }
    return false;
}

// The normal the integrals shall use, working frame.
static void chooseNormal(const vlPlaced* a, const vlPlaced* b, const Setting* s,
                         const vlContactOptions* options, vlPairCache* cache,
                         vlVolumeRequest* request)
{
    // A body wholly inside a half-space may turn over there: the axis, in A's frame, with it.
    bool isHalf = a->convex->isHalfspace || b->convex->isHalfspace;
    vlVec3 normal = isHalf ? firstAxis(a, b) : cache->axis;
    if (fabs(vlDot(normal, normal) - 1.0) > DRIFT) {
        normal = vlUnit(normal);
    }
    // A new pair without a separating direction starts from the gradient, not from a search.
    if (options->reference.normal == VL_NORMAL_SEARCH && cache->hasAxis) {
        vlSearchResult r = searchNormal(a, b, cache);
        vlVec3 world = vlMulMV(a->rotation, r.normal);
        // A seam inside a union is no surface: there the gradient, which leaves it out, decides.
        request->useNormal = r.found && !facesSeam(a->convex, r.normal) &&
                             !facesSeam(b->convex, vlMulTV(b->rotation, vlNeg(world)));
        if (request->useNormal) {
            normal = r.normal;
            cache->depth = r.depth;
        }
    }
    request->normal = vlMulTV(s->rotation, vlMulMV(a->rotation, normal));
}

vlPairStatus vlPair_Collide(const vlPlaced* a, const vlPlaced* b, const vlContactOptions* options,
                            vlPairCache* cache, vlCollideScratch* scratch, vlVolumePool* pool,
                            vlContactVolume* volume)
{
    VL_ASSERT(!(a->convex->isHalfspace && b->convex->isHalfspace));
    if (isClearlyApart(a, b, cache)) {
        return VL_PAIR_APART;
    }
    if (!cache->hasAxis) {
        cache->axis = firstAxis(a, b);
    }
    Setting s;
    setUp(&s, a, b, cache, &scratch->clipper);
    vlClipStatus status =
        findPolyhedron(a, b, &s, options->reference.route, cache, &scratch->clipper);
    if (status == VL_CLIP_EMPTY) {
        rememberApart(a, b, cache);
        return VL_PAIR_APART;
    }
    if (status == VL_CLIP_OVERFLOW || options->reference.model == VL_CONTACT_POINT) {
        bool touches = pointContact(a, b, cache, volume);
        cache->touching = touches;
        return !touches ? VL_PAIR_APART
                        : (status == VL_CLIP_OVERFLOW ? VL_PAIR_FALLBACK : VL_PAIR_TOUCHING);
    }
    vlVolumeRequest request = {.wantLifted = options->reference.friction == VL_FRICTION_PAPER,
                               .wantPressure = options->reference.pressure == VL_PRESSURE_FACES,
                               .baseIsA = s.baseIsA};
    chooseNormal(a, b, &s, options, cache, &request);
    if (!vlVolume_Integrate(vlClip_Result(&scratch->clipper), &s.normals, &request,
                            &scratch->volume, pool, volume)) {
        rememberApart(a, b, cache);
        return VL_PAIR_APART;
    }
    vlVolume_Transform(volume, s.rotation, s.translation);
    cache->axis = vlMulTV(a->rotation, volume->normal);
    cache->hasAxis = true;
    cache->touching = true;
    return VL_PAIR_TOUCHING;
}
