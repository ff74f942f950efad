// SPDX-License-Identifier: MIT
#include "collide/pair.h"

#include <float.h>

#include "base/check.h"
#include "collide/dual.h"
#include "collide/pair_finder.h"

// Factor on the width of a plane for a second try.
#define WIDER 64.0
// A remembered axis is rotated there and back in every step. When its squared length is further
// from 1 than this, it is made unit again.
#define DRIFT 1e-13
#define SEAM_COSINE 0.9961946980917455 // 5 degrees

// Which finder is for which two kinds of pieces. Two half-spaces have no contact volume.
static const vlPairFinder* const finders[VL_PIECE_KIND_COUNT][VL_PIECE_KIND_COUNT] = {
    [VL_PIECE_CONVEX] =
        {[VL_PIECE_CONVEX] = &vlConvexFinder, [VL_PIECE_HALFSPACE] = &vlOnHalfspaceFinder},
    [VL_PIECE_HALFSPACE] = {[VL_PIECE_CONVEX] = &vlUnderHalfspaceFinder},
};

bool vlPair_IsPossible(const vlConvex* a, const vlConvex* b)
{
    return finders[a->kind][b->kind] != NULL;
}

double vlPair_FindGap(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache, vlVec3* normal)
{
    const vlPairFinder* finder = finders[a->convex->kind][b->convex->kind];
    vlVec3 local;
    double gap = finder->findGap(a, b, cache, &local);
    *normal = vlMulMV(a->rotation, local);
    return gap;
}

static void rememberApart(const vlPairFinder* finder, const vlPlaced* a, const vlPlaced* b,
                          vlPairCache* cache)
{
    cache->touching = false;
    cache->depth = 0.0;
    if (finder->rememberApart != NULL) {
        finder->rememberApart(a, b, cache);
    }
}

// One spring at the deepest point [HS04] 5.1: written as a contact volume of unit area.
static bool pointContact(const vlPairFinder* finder, const vlPlaced* a, const vlPlaced* b,
                         vlPairCache* cache, vlContactVolume* volume)
{
    vlSearchResult r = finder->searchNormal(a, b, cache);
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

static vlClipStatus findPolyhedron(const vlPairFinder* finder, const vlPlaced* a, const vlPlaced* b,
                                   const vlPairSetting* s, vlPolyhedronRoute route,
                                   vlPairCache* cache, vlClipper* clipper)
{
    if (route == VL_POLYHEDRON_DUAL) { // [HS04] 4.1, 4.3
        vlVec3 inside;
        if (!finder->findCommonPoint(a, b, s, cache, &inside)) {
            return VL_CLIP_EMPTY;
        }
        if (vlDual_Intersect(&clipper->polytope, s->input.base, s->baseRotation, s->baseOrigin,
                             &s->input.planes, inside) == VL_CLIP_SOLID) {
            return VL_CLIP_SOLID;
        }
    }
    // Cutting also serves where the reference fails because P is too thin for the dual transform.
    vlClipStatus status = vlClip_Intersect(clipper, &s->input);
    if (status == VL_CLIP_OVERFLOW) {
        // If rounding broke a loop, a wider notion of "on the plane" repairs it.
        vlClipInput wider = s->input;
        wider.epsilon *= WIDER;
        wider.record = NULL;
        status = vlClip_Intersect(clipper, &wider);
    }
    return status;
}

// Is the direction within 5 degrees of a face of which a part is glued to another piece of the same
// union?
static bool facesSeam(const vlConvex* c, vlVec3 direction)
{
    for (int f = 0; f < c->faceCount && c->glue != NULL; ++f) {
        if (c->glue[f] != VL_FACE_FREE && vlDot(vlConvex_Normal(c, f), direction) > SEAM_COSINE) {
            return true;
        }
    }
    return false;
}

// Chooses the normal that the integrals use, in the working frame.
static void chooseNormal(const vlPairFinder* finder, const vlPlaced* a, const vlPlaced* b,
                         const vlPairSetting* s, const vlContactOptions* options,
                         vlPairCache* cache, vlVolumeRequest* request)
{
    // A body wholly inside a half-space may turn over there, and an axis in A's frame would turn
    // with it.
    vlVec3 normal = finder->hasOneAxis ? finder->firstAxis(a, b) : cache->axis;
    if (fabs(vlDot(normal, normal) - 1.0) > DRIFT) {
        normal = vlUnit(normal);
    }
    request->useNormal = cache->isAxisGiven;
    request->isOnlyNormal = finder->hasOneAxis;
    // A new pair without a separating direction starts from the gradient, not from a search.
    if (options->reference.normal == VL_NORMAL_SEARCH && cache->hasAxis && !cache->isAxisGiven) {
        vlSearchResult r = finder->searchNormal(a, b, cache);
        vlVec3 world = vlMulMV(a->rotation, r.normal);
        // A seam inside a union is not a surface: there the gradient, which leaves seams out,
        // decides.
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
                            vlPairCache* cache, vlCutRecord* record, vlCollideScratch* scratch,
                            vlVolumePool* pool, vlContactVolume* volume)
{
    const vlPairFinder* finder = finders[a->convex->kind][b->convex->kind];
    VL_ASSERT(finder != NULL);
    if (finder->isClearlyApart != NULL && finder->isClearlyApart(a, b, cache)) {
        return VL_PAIR_APART;
    }
    if (!cache->hasAxis) {
        cache->axis = finder->firstAxis(a, b);
    }
    vlPairSetting s;
    finder->setUp(&s, a, b, cache, &scratch->clipper);
    s.input.record = record;
    vlClipStatus status =
        findPolyhedron(finder, a, b, &s, options->reference.route, cache, &scratch->clipper);
    if (status == VL_CLIP_EMPTY) {
        rememberApart(finder, a, b, cache);
        return VL_PAIR_APART;
    }
    if (status == VL_CLIP_OVERFLOW || options->reference.model == VL_CONTACT_POINT) {
        bool touches = pointContact(finder, a, b, cache, volume);
        cache->touching = touches;
        return !touches ? VL_PAIR_APART
                        : (status == VL_CLIP_OVERFLOW ? VL_PAIR_FALLBACK : VL_PAIR_TOUCHING);
    }
    vlVolumeRequest request = {.wantLifted = options->reference.friction == VL_FRICTION_PAPER,
                               .wantPressure = options->reference.pressure == VL_PRESSURE_FACES,
                               .baseIsA = s.baseIsA};
    chooseNormal(finder, a, b, &s, options, cache, &request);
    if (!vlVolume_Integrate(vlClip_Result(&scratch->clipper), &s.normals, &request,
                            &scratch->volume, pool, volume)) {
        rememberApart(finder, a, b, cache);
        return VL_PAIR_APART;
    }
    vlVolume_Transform(volume, s.rotation, s.translation);
    cache->axis = vlMulTV(a->rotation, volume->normal);
    cache->hasAxis = true;
    cache->touching = true;
    return VL_PAIR_TOUCHING;
}
