// SPDX-License-Identifier: MIT
#ifndef VOLAR_QUERY_H
#define VOLAR_QUERY_H

// Questions about shapes and worlds: which point of a surface is closest, what a ray hits, how far
// two shapes are apart. Queries change nothing and allocate nothing, so they may be used in a
// real-time loop, between steps. The answers are for the solids as they are: facets, not the round
// shapes that they stand for. The time of a query grows with the number of bodies, pieces and faces
// that it looks at; in a world it skips bodies whose bounding spheres are too far away.
//
// For all of them: points are in m, in the world frame. Poses place shapes in the world; a
// quaternion must be unit to 1e-6. VL_ERROR_ARGUMENT for a NULL, for numbers that are not finite,
// and where stated; the output is then untouched. Among equals the first is found: the body of the
// lowest id, then the piece of the lowest number.

#include "volar/id.h"
#include "volar/math.h"
#include "volar/shape.h"

typedef struct vlWorld vlWorld;

// The point of a surface that is closest to a given point.
typedef struct vlClosestPoint {
    vlBodyId body;   // of vlWorld_FindClosest; the null id: none within reach
    int piece;       // on which it lies
    double distance; // m; negative inside: minus the depth
    vlVec3 point;    // on the surface
    vlVec3 normal;   // unit, out of the solid: from `point` to a given point that is outside
} vlClosestPoint;

// A ray, straight ahead from its origin.
typedef struct vlRay {
    vlVec3 origin;
    vlVec3 direction; // of any length above 0
    double length;    // m, >= 0; INFINITY is allowed
} vlRay;

// Where a ray first meets a solid.
typedef struct vlRayHit {
    bool isHit;
    vlBodyId body;   // of vlWorld_CastRay
    int piece;       // that is hit
    double distance; // m along the ray; 0 if it begins inside
    vlVec3 point;
    vlVec3 normal; // unit, of the face that is hit; if it begins inside, against the ray
} vlRayHit;

// The closest points of two solids.
typedef struct vlGap {
    bool isTouching; // they overlap, or touch to within rounding
    double distance; // m; 0 if they touch
    int pieceA, pieceB;
    vlVec3 pointA, pointB; // if they touch, both are one common point
    vlVec3 normal;         // unit, from A towards B; zero if they touch (vlProbe_Intersect)
} vlGap;

// Which bodies a query in a world does not see. All zeros: it sees all bodies.
typedef struct vlQueryFilter {
    bool skipStatic, skipKinematic, skipDynamic;
    vlBodyId skipBody; // for example the tool itself
} vlQueryFilter;

VL_BEGIN_C

// The closest point of a shape. Inside a compound the depth is that in the piece in which the point
// lies deepest: the surface of the whole is at least as far.
VL_API VL_WARN_UNUSED vlResult vlShape_FindClosest(const vlShape* shape, vlPose pose, vlVec3 point,
                                                   vlClosestPoint* closest) VL_REALTIME;
// VL_ERROR_ARGUMENT also for a direction of length 0 and a negative length.
VL_API VL_WARN_UNUSED vlResult vlShape_CastRay(const vlShape* shape, vlPose pose, const vlRay* ray,
                                               vlRayHit* hit) VL_REALTIME;
// VL_ERROR_ARGUMENT also if both are half-spaces, or if one of them is the surface of a mesh
// (surface.h).
VL_API VL_WARN_UNUSED vlResult vlShape_FindGap(const vlShape* a, vlPose poseA, const vlShape* b,
                                               vlPose poseB, vlGap* gap) VL_REALTIME;

// The closest point of all bodies of a world, if one is within `reach` (m, >= 0; INFINITY is
// allowed). Of several bodies that contain the point, the one in which it lies deepest. `filter`
// may be NULL.
VL_API VL_WARN_UNUSED vlResult vlWorld_FindClosest(const vlWorld* world, vlVec3 point, double reach,
                                                   const vlQueryFilter* filter,
                                                   vlClosestPoint* closest) VL_REALTIME;
// The first body that a ray meets. `filter` may be NULL.
VL_API VL_WARN_UNUSED vlResult vlWorld_CastRay(const vlWorld* world, const vlRay* ray,
                                               const vlQueryFilter* filter,
                                               vlRayHit* hit) VL_REALTIME;
// The gap between two bodies, as vlShape_FindGap. VL_ERROR_STALE_ID for a stale id.
VL_API VL_WARN_UNUSED vlResult vlBody_FindGap(const vlWorld* world, vlBodyId a, vlBodyId b,
                                              vlGap* gap) VL_REALTIME;

VL_END_C

#endif
