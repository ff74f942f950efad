// SPDX-License-Identifier: MIT
// Queries in a world: those of shapes for every body that may be near enough, by its bounding
// sphere.

#include "volar/query.h"
#include "world/body.h"

static bool isSeen(const vlWorld* world, int i, const vlQueryFilter* filter)
{
    const vlBodySlot* slot = &world->model.slot[i];
    if (slot->shape == NULL || filter == NULL) {
        return slot->shape != NULL;
    }
    bool isSkipped = (filter->skipStatic && slot->type == VL_BODY_STATIC) ||
                     (filter->skipKinematic && slot->type == VL_BODY_KINEMATIC) ||
                     (filter->skipDynamic && slot->type == VL_BODY_DYNAMIC);
    vlBodyId skip = filter->skipBody;
    bool isIt = skip.index1 == (uint32_t)i + 1u && skip.generation == slot->id.generation;
    return !isSkipped && !isIt;
}

// Whether the bounding sphere of a body may be within `reach` of a point; a half-space has none.
// The slack covers the rounding of large coordinates: nothing that is within reach is missed.
#define SLACK 1e-9

static bool mayReach(const vlWorld* world, int i, vlVec3 point, double reach)
{
    const vlBodySlot* slot = &world->model.slot[i];
    double away = vlLength(vlSub(point, world->state.motion[i].centre));
    return slot->shape->kind == VL_SHAPE_HALFSPACE ||
           away * (1.0 - SLACK) - slot->radius * (1.0 + SLACK) <= reach;
}

vlResult vlWorld_FindClosest(const vlWorld* world, vlVec3 point, double reach,
                             const vlQueryFilter* filter, vlClosestPoint* closest)
{
    if (closest == NULL || !vlIsFinite(point) || !(reach >= 0.0)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "point (%g, %g, %g), reach %g, closest %s; expected finite numbers, a "
                            "reach of 0 or above and a place for the result",
                            point.x, point.y, point.z, reach, closest == NULL ? "NULL" : "given");
    }
    vlClosestPoint best = {.distance = reach};
    for (int i = 0; i < world->model.bodies.used; ++i) {
        vlClosestPoint found;
        // Inside several, the deepest counts: spheres are compared with the distance outside.
        if (!isSeen(world, i, filter) || !mayReach(world, i, point, fmax(best.distance, 0.0)) ||
            vlShape_FindClosest(world->model.slot[i].shape, vlWorld_PoseOf(world, i), point,
                                &found) != VL_OK) {
            continue;
        }
        if (found.distance < best.distance ||
            (best.body.index1 == 0 && found.distance <= best.distance)) {
            best = found;
            best.body = vlModel_MakeId(&world->model, i);
        }
    }
    *closest = best;
    return VL_OK;
}

// Whether a ray of `length` may meet the bounding sphere of a body.
static bool mayMeet(const vlWorld* world, int i, const vlRay* ray, double length)
{
    const vlBodySlot* slot = &world->model.slot[i];
    if (slot->shape->kind == VL_SHAPE_HALFSPACE) {
        return true;
    }
    vlVec3 away = vlSub(world->state.motion[i].centre, ray->origin);
    vlVec3 ahead = vlScale(ray->direction, 1.0 / vlLength(ray->direction));
    double along = fmin(fmax(vlDot(away, ahead), 0.0), length);
    double beside = vlLength(vlMulAdd(away, -along, ahead));
    return beside <= slot->radius * (1.0 + SLACK) + SLACK * vlLength(away);
}

vlResult vlWorld_CastRay(const vlWorld* world, const vlRay* ray, const vlQueryFilter* filter,
                         vlRayHit* hit)
{
    if (ray == NULL || hit == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "ray or hit is NULL");
    }
    double size = vlLength(ray->direction);
    if (!vlIsFinite(ray->origin) || !isfinite(size) || !(size > 0.0) || !(ray->length >= 0.0)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "a ray from (%g, %g, %g) along (%g, %g, %g) of length %g; expected "
                            "finite numbers, a direction other than 0 and a length of 0 or above",
                            ray->origin.x, ray->origin.y, ray->origin.z, ray->direction.x,
                            ray->direction.y, ray->direction.z, ray->length);
    }
    vlRayHit best = {.isHit = false};
    vlRay rest = *ray;
    for (int i = 0; i < world->model.bodies.used; ++i) {
        vlRayHit found;
        bool isNearer = isSeen(world, i, filter) && mayMeet(world, i, ray, rest.length) &&
                        vlShape_CastRay(world->model.slot[i].shape, vlWorld_PoseOf(world, i), &rest,
                                        &found) == VL_OK &&
                        found.isHit && (!best.isHit || found.distance < best.distance);
        if (isNearer) {
            best = found;
            best.body = vlModel_MakeId(&world->model, i);
            rest.length = found.distance;
        }
    }
    *hit = best;
    return VL_OK;
}

vlResult vlBody_FindGap(const vlWorld* world, vlBodyId a, vlBodyId b, vlGap* gap)
{
    int i = vlWorld_FindBody(world, a);
    int j = vlWorld_FindBody(world, b);
    if (i < 0 || j < 0) {
        return VL_ERROR_STALE_ID;
    }
    vlResult result = vlShape_FindGap(world->model.slot[i].shape, vlWorld_PoseOf(world, i),
                                      world->model.slot[j].shape, vlWorld_PoseOf(world, j), gap);
    return result == VL_OK ? VL_OK
                           : vlWorld_Fail(world, result,
                                          "gap is NULL, both bodies are half-spaces, or one is the "
                                          "surface of a mesh; expected a place for the result, no "
                                          "surface and at most one half-space");
}

vlBodyId vlWorld_FindNearest(const vlWorld* world, vlVec3 point, double reach, double* distance)
{
    vlBodyId nearest = {0, 0};
    double least = reach;
    for (int i = 0; i < world->model.bodies.used; ++i) {
        const vlBodySlot* slot = &world->model.slot[i];
        vlClosestPoint found;
        if (slot->shape == NULL || slot->type != VL_BODY_DYNAMIC ||
            !mayReach(world, i, point, least) ||
            vlShape_FindClosest(slot->shape, vlWorld_PoseOf(world, i), point, &found) != VL_OK) {
            continue;
        }
        double outside = fmax(found.distance, 0.0); // of bodies that contain the point, the first
        if (outside < least || (outside <= least && nearest.index1 == 0)) {
            least = outside;
            nearest = vlModel_MakeId(&world->model, i);
        }
    }
    if (nearest.index1 > 0 && distance != NULL) {
        *distance = least;
    }
    return nearest;
}
