// SPDX-License-Identifier: MIT
// Which body is nearest to a point: distances by GJK, with the point as a body of one vertex.

#include "collide/gjk.h"
#include "world/world_parts.h"

// Distance from a point (shape's frame) to a shape; 0 inside.
static double distanceTo(const vlShape* shape, vlVec3 point)
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
    vlMat3 none = vlDiag(1.0, 1.0, 1.0);
    double least = (double)INFINITY;
    for (int i = 0; i < shape->pieceCount; ++i) {
        vlGjkCache cache = {.count = 0};
        vlGjkResult found = vlGjk_Distance(&shape->pieces[i], &tip, none, vlZero(), &cache);
        least = fmin(least, found.distance);
    }
    return least;
}

vlBodyId vlWorld_FindNearest(const vlWorld* world, vlVec3 point, double reach, double* distance)
{
    vlBodyId nearest = {0, 0};
    double least = reach;
    for (int i = 0; i < world->model.bodies.used; ++i) {
        const vlBodySlot* slot = &world->model.slot[i];
        const vlMotion* m = &world->state.motion[i];
        bool isAtHand = slot->shape != NULL && slot->type == VL_BODY_DYNAMIC &&
                        vlLength(vlSub(point, m->centre)) - slot->radius <= least;
        if (!isAtHand) {
            continue;
        }
        vlPose pose = {vlSub(m->centre, vlRotate(m->rotation, slot->centroidB)), m->rotation};
        double found = distanceTo(slot->shape, vlUntransform(pose, point));
        if (found < least || (found <= least && nearest.index1 == 0)) {
            least = found;
            nearest = vlModel_MakeId(&world->model, i);
        }
    }
    if (nearest.index1 > 0 && distance != NULL) {
        *distance = least;
    }
    return nearest;
}
