// SPDX-License-Identifier: MIT
#include "models/jaw_pair_model.h"

#include <math.h>
#include <volar/mesh_model.h>

#include "base/angle.h"

#define SIDEWAYS 3e-3
#define HINGE 60e-3
#define FAR (-40e-3) // m, below the upper jaw: the jaws are apart
#define TOUCH 1e-7   // m, what counts as touching
#define MOST_STEPS 200

vlHierarchyDef vlJawPair_KeptDef(void)
{
    static char folder[4096];
    vlHierarchyDef def = vlDefaultHierarchyDef();
    int length = vlMesh_FindCacheFolder(folder, sizeof folder);
    def.cacheFolder = length > 0 && length < (int)sizeof folder ? folder : NULL;
    return def;
}

vlResult vlJawPair_Open(double fineness, const vlHierarchyDef* def, vlJawPair* pair)
{
    vlResult result = VL_OK;
    *pair = (vlJawPair){.radius = HUGE_VAL, .height = FAR};
    for (int k = 0; k < 2 && result == VL_OK; ++k) {
        result = vlMeshModel_MakeJaw(&pair->mesh[k], k == 0, fineness);
        if (result != VL_OK) {
            break;
        }
        const vlMesh* m = &pair->mesh[k];
        vlSurfaceShapeDef surface = {m->points,    m->pointCount, m->indices,
                                     m->faceCount, 6e-4,          6e-4};
        result = vlShape_CreateSurface(NULL, &surface, &pair->shape[k], NULL, 0);
        if (result == VL_OK) {
            result = vlHierarchy_Create(NULL, pair->shape[k], def, &pair->levels[k], NULL, 0);
        }
        if (result == VL_OK) {
            pair->radius = fmin(pair->radius, vlHierarchy_GetInfo(pair->levels[k]).radius);
        }
    }
    return result != VL_OK ? result
                           : vlGapQuery_Create(NULL, pair->levels[0], pair->levels[1], NULL,
                                               &pair->probe, NULL, 0);
}

void vlJawPair_Close(vlJawPair* pair)
{
    vlGapQuery_Destroy(pair->probe);
    for (int k = 0; k < 2; ++k) {
        vlHierarchy_Destroy(pair->levels[k]);
        vlShape_Release(pair->shape[k]);
        vlMesh_Free(&pair->mesh[k]);
    }
    *pair = (vlJawPair){.radius = 0.0};
}

static vlPose poseAt(double height, double time, double angle)
{
    vlQuat q = vlQuatFromRotationVector(vlVec(-angle, 0.0, 0.0));
    vlVec3 hinge = vlVec(0.0, -HINGE, 0.0);
    vlVec3 p = vlSub(hinge, vlRotate(q, hinge));
    vlPose pose = {vlAdd(p, vlVec(SIDEWAYS * vlSine(4.0 * VL_PI * time), 0.0, height)), q};
    return pose;
}

vlPose vlJawPair_Chew(vlJawPair* pair, double time, double clearance, double angle)
{
    double wanted = fmax(clearance, TOUCH);
    // The jaw approaches from below. The distance changes by no more than the jaw moves, so moving
    // up by the remaining distance never overshoots. The height of the last pose is a good start
    // for this one.
    double height = pair->height;
    double apart = vlGapQuery_FindDistance(pair->probe, poseAt(height, time, angle), HUGE_VAL);
    while (apart <= wanted && height > FAR) {
        height = fmax(height - 1e-3, FAR);
        apart = vlGapQuery_FindDistance(pair->probe, poseAt(height, time, angle), HUGE_VAL);
    }
    for (int i = 0; i < MOST_STEPS && apart - wanted > 1e-9; ++i) {
        height += apart - wanted;
        apart = vlGapQuery_FindDistance(pair->probe, poseAt(height, time, angle), HUGE_VAL);
    }
    pair->height = height;
    return poseAt(height + fmax(0.0, -clearance), time, angle);
}

vlPose vlJawPair_Grind(vlJawPair* pair, double time, double clearance)
{
    return vlJawPair_Chew(pair, time, clearance, 0.0);
}
