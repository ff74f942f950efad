// SPDX-License-Identifier: MIT
// Queries of shapes, in the frame of the shape: the closest point by the planes inside and by GJK
// outside, with the given point as a body of one vertex; rays by cutting them at every plane; gaps
// by GJK, or by the vertex that is farthest into a half-space. For the surface of a mesh,
// shape/skin.h finds closest points and rays; it has no gaps.

#include "volar/query.h"

#include "collide/closest.h"
#include "collide/gjk.h"
#include "shape/skin.h"

static bool isPose(vlPose pose)
{
    return vlIsFinite(pose.p) && vlIsUnitQ(pose.q, VL_UNIT_TOLERANCE);
}

static vlPose unitPose(vlPose pose)
{
    pose.q = vlUnitQ(pose.q);
    return pose;
}

// ---- closest point ----

// The face with the least room to `point`: signed distance to its plane.
static double nearestPlane(const vlConvex* c, vlVec3 point, int* face)
{
    double most = -(double)INFINITY;
    for (int f = 0; f < c->faceCount; ++f) {
        double height = vlDot(vlConvex_Normal(c, f), point) - c->nd[f];
        if (height > most) {
            most = height;
            *face = f;
        }
    }
    return most;
}

static vlGjkResult distanceToPoint(const vlConvex* c, vlVec3 point)
{
    double x[VL_LANES], y[VL_LANES], z[VL_LANES];
    for (int i = 0; i < VL_LANES; ++i) { // padding repeats a vertex
        x[i] = point.x;
        y[i] = point.y;
        z[i] = point.z;
    }
    vlConvex tip = {.vertexCount = 1,
                    .centre = point,
                    .lower = point,
                    .upper = point,
                    .vx = x,
                    .vy = y,
                    .vz = z};
    vlGjkCache cache = {.count = 0};
    return vlGjk_Distance(c, &tip, vlDiag(1.0, 1.0, 1.0), vlZero(), &cache);
}

static vlClosestPoint closestOf(const vlConvex* c, vlVec3 point)
{
    int face = 0;
    double height = nearestPlane(c, point, &face);
    vlVec3 normal = vlConvex_Normal(c, face);
    // Inside, and in front of a half-space, the nearest plane decides; also where GJK cannot tell
    // a point just outside from one that touches.
    vlClosestPoint closest = {
        .distance = height, .point = vlMulAdd(point, -height, normal), .normal = normal};
    if (c->kind != VL_PIECE_HALFSPACE && height > 0.0) {
        vlGjkResult found = distanceToPoint(c, point);
        if (!found.touching) {
            closest.distance = found.distance;
            closest.point = found.pointA;
            closest.normal = found.normal;
        }
    }
    return closest;
}

vlClosestPoint vlShape_ClosestLocal(const vlShape* shape, vlVec3 point, double reach, int* hint)
{
    vlClosestPoint best = {.distance = (double)INFINITY};
    if (shape->skin != NULL) {
        vlSignedDistance found = vlSkin_Distance(shape->skin, point, reach, *hint);
        *hint = found.triangle >= 0 ? found.triangle : *hint;
        best.distance = found.distance;
        best.point = found.point;
        best.normal = found.normal;
        return best;
    }
    for (int i = 0; i < shape->pieceCount; ++i) {
        vlClosestPoint found = closestOf(&shape->pieces[i], point);
        if (found.distance < best.distance) {
            best = found;
            best.piece = i;
        }
    }
    return best;
}

vlResult vlShape_FindClosest(const vlShape* shape, vlPose pose, vlVec3 point,
                             vlClosestPoint* closest)
{
    if (shape == NULL || closest == NULL || !isPose(pose) || !vlIsFinite(point)) {
        return VL_ERROR_ARGUMENT;
    }
    vlPose placed = unitPose(pose);
    int hint = -1;
    vlClosestPoint best =
        vlShape_ClosestLocal(shape, vlUntransform(placed, point), (double)INFINITY, &hint);
    best.point = vlTransform(placed, best.point);
    best.normal = vlRotate(placed.q, best.normal);
    *closest = best;
    return VL_OK;
}

// ---- rays ----

// The part of a line inside a piece, from `enter` to `leave`; it enters through `face`.
typedef struct Span {
    double enter, leave;
    int face; // -1: through none
} Span;

// Returns false if the line misses the piece.
static bool cutLine(const vlConvex* c, vlVec3 origin, vlVec3 direction, Span* span)
{
    for (int f = 0; f < c->faceCount; ++f) {
        vlVec3 n = vlConvex_Normal(c, f);
        double room = c->nd[f] - vlDot(n, origin); // > 0: inside of this plane
        double rate = vlDot(n, direction);
        if (rate == 0.0) {
            if (room < 0.0) {
                return false;
            }
            continue;
        }
        double at = room / rate;
        if (rate < 0.0 && at > span->enter) {
            span->enter = at;
            span->face = f;
        } else if (rate > 0.0 && at < span->leave) {
            span->leave = at;
        }
    }
    return span->enter <= span->leave;
}

static bool isRay(const vlRay* ray)
{
    double length = vlLength(ray->direction);
    return vlIsFinite(ray->origin) && isfinite(length) && length > 0.0 && ray->length >= 0.0;
}

vlResult vlShape_CastRay(const vlShape* shape, vlPose pose, const vlRay* ray, vlRayHit* hit)
{
    if (shape == NULL || ray == NULL || hit == NULL || !isPose(pose) || !isRay(ray)) {
        return VL_ERROR_ARGUMENT;
    }
    vlPose placed = unitPose(pose);
    vlVec3 ahead = vlScale(ray->direction, 1.0 / vlLength(ray->direction));
    vlVec3 origin = vlUntransform(placed, ray->origin);
    vlVec3 direction = vlRotate(vlConj(placed.q), ahead);
    vlRayHit best = {.isHit = false};
    double most = ray->length;
    if (shape->skin != NULL) {
        vlSkinHit met = vlSkin_CastRay(shape->skin, origin, direction, most);
        best = (vlRayHit){.isHit = met.isHit,
                          .distance = met.distance,
                          .point = vlMulAdd(ray->origin, met.distance, ahead),
                          .normal = vlRotate(placed.q, met.normal)};
        *hit = best;
        return VL_OK;
    }
    for (int i = 0; i < shape->pieceCount; ++i) {
        Span span = {-(double)INFINITY, (double)INFINITY, -1};
        if (!cutLine(&shape->pieces[i], origin, direction, &span) || span.leave < 0.0) {
            continue;
        }
        bool isInside = !(span.enter > 0.0);
        double distance = isInside ? 0.0 : span.enter;
        if (best.isHit ? distance < most : distance <= most) {
            vlVec3 normal = isInside ? vlNeg(direction) // whether or not it entered somewhere
                                     : vlConvex_Normal(&shape->pieces[i], span.face);
            best = (vlRayHit){.isHit = true,
                              .piece = i,
                              .distance = distance,
                              .point = vlMulAdd(ray->origin, distance, ahead),
                              .normal = vlRotate(placed.q, normal)};
            most = distance;
        }
    }
    *hit = best;
    return VL_OK;
}

// ---- gaps ----

// From a half-space A to a convex piece B, in the frame of A.
static vlGap gapToHalfspace(const vlConvex* a, const vlConvex* b, vlMat3 rotation, vlVec3 origin)
{
    vlVec3 n = vlConvex_Normal(a, 0);
    int v = vlConvex_Support(b, vlNeg(vlMulTV(rotation, n)), 0);
    vlVec3 deepest = vlAdd(vlMulMV(rotation, vlConvex_Vertex(b, v)), origin);
    double height = vlDot(n, deepest) - a->nd[0];
    bool isTouching = !(height > 0.0);
    vlGap gap = {.isTouching = isTouching,
                 .distance = isTouching ? 0.0 : height,
                 .pointA = isTouching ? deepest : vlMulAdd(deepest, -height, n),
                 .pointB = deepest,
                 .normal = isTouching ? vlZero() : n};
    return gap;
}

static vlGap turnedRound(vlGap gap)
{
    vlGap turned = gap;
    turned.pointA = gap.pointB;
    turned.pointB = gap.pointA;
    turned.normal = vlNeg(gap.normal);
    return turned;
}

static vlGap gapBetween(const vlConvex* a, const vlConvex* b, vlMat3 rotation, vlVec3 origin)
{
    vlGjkCache cache = {.count = 0};
    vlGjkResult found = vlGjk_Distance(a, b, rotation, origin, &cache);
    vlGap gap = {.isTouching = found.touching,
                 .distance = found.distance,
                 .pointA = found.pointA,
                 .pointB = found.pointB,
                 .normal = found.normal};
    return gap;
}

// The least gap of any two pieces, in the frame of A; A may be a half-space.
static vlGap leastGap(const vlShape* a, const vlShape* b, vlPose poseAB)
{
    vlMat3 rotation = vlMatFromQuat(poseAB.q);
    vlGap best = {.distance = (double)INFINITY};
    for (int i = 0; i < a->pieceCount; ++i) {
        for (int j = 0; j < b->pieceCount && !best.isTouching; ++j) {
            const vlConvex* pieceA = &a->pieces[i];
            vlGap gap = pieceA->kind == VL_PIECE_HALFSPACE
                            ? gapToHalfspace(pieceA, &b->pieces[j], rotation, poseAB.p)
                            : gapBetween(pieceA, &b->pieces[j], rotation, poseAB.p);
            if (gap.distance < best.distance) {
                best = gap;
                best.pieceA = i;
                best.pieceB = j;
            }
        }
    }
    return best;
}

vlResult vlShape_FindGap(const vlShape* a, vlPose poseA, const vlShape* b, vlPose poseB, vlGap* gap)
{
    if (a == NULL || b == NULL || gap == NULL || !isPose(poseA) || !isPose(poseB) ||
        (a->kind == VL_SHAPE_HALFSPACE && b->kind == VL_SHAPE_HALFSPACE)) {
        return VL_ERROR_ARGUMENT;
    }
    if (a->kind == VL_SHAPE_SURFACE || b->kind == VL_SHAPE_SURFACE) {
        return VL_ERROR_ARGUMENT;
    }
    bool isSwapped = b->kind == VL_SHAPE_HALFSPACE;
    vlPose first = unitPose(isSwapped ? poseB : poseA);
    vlPose second = unitPose(isSwapped ? poseA : poseB);
    vlPose relative = {vlUntransform(first, second.p), vlUnitQ(vlMulQ(vlConj(first.q), second.q))};
    vlGap found = isSwapped ? leastGap(b, a, relative) : leastGap(a, b, relative);
    found.pointA = vlTransform(first, found.pointA);
    found.pointB = vlTransform(first, found.pointB);
    found.normal = vlRotate(first.q, found.normal);
    if (isSwapped) {
        int piece = found.pieceA;
        found = turnedRound(found);
        found.pieceA = found.pieceB;
        found.pieceB = piece;
    }
    *gap = found;
    return VL_OK;
}
