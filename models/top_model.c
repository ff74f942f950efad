// SPDX-License-Identifier: MIT
#include "models/top_model.h"

#include "models/body_model.h"

#define PIECES 3

vlTopDef vlTop_Default(void)
{
    const double degree = VL_PI / 180.0;
    return (vlTopDef){.sides = 24,
                      .mass = 0.05,
                      .radius = 0.025,
                      .coneHeight = 0.020,
                      .discHeight = 0.005,
                      .stemRadius = 0.003,
                      .stemHeight = 0.015,
                      .tilt = 3.0 * degree,
                      .spin = 120.0};
}

static vlResult createShape(const vlTopDef* def, vlShape** shape)
{
    vlShape* pieces[PIECES] = {NULL, NULL, NULL};
    // Each piece is built about its own middle.
    double cone = def->coneHeight, disc = def->discHeight, stem = def->stemHeight;
    vlPose poses[PIECES] = {vlModel_At(0.0, 0.0, 0.5 * cone),
                            vlModel_At(0.0, 0.0, cone + 0.5 * disc),
                            vlModel_At(0.0, 0.0, cone + disc + 0.5 * stem)};
    // A cone stands on its base; half a turn about x puts it on its tip.
    poses[0].q = vlQuatFromAxisAngle(vlVec(1.0, 0.0, 0.0), VL_PI);
    vlResult result =
        vlShape_CreateCone(NULL, def->sides, def->radius, 0.0, cone, &pieces[0], NULL, 0);
    if (result == VL_OK) {
        result = vlShape_CreatePrism(NULL, def->sides, def->radius, disc, &pieces[1], NULL, 0);
    }
    if (result == VL_OK) {
        result = vlShape_CreatePrism(NULL, def->sides, def->stemRadius, stem, &pieces[2], NULL, 0);
    }
    if (result == VL_OK) {
        const vlShape* const parts[PIECES] = {pieces[0], pieces[1], pieces[2]};
        result = vlShape_CreateCompound(NULL, parts, poses, PIECES, shape, NULL, 0);
    }
    for (int i = 0; i < PIECES; ++i) {
        vlShape_Release(pieces[i]);
    }
    return result;
}

vlResult vlModel_AddTop(vlWorld* world, const vlTopDef* def, vlBodyId* body)
{
    vlShape* shape = NULL;
    vlResult result = createShape(def, &shape);
    if (result != VL_OK) {
        return result;
    }
    vlPose pose = {vlZero(), vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), def->tilt)};
    vlVec3 axis = vlRotate(pose.q, vlVec(0.0, 0.0, 1.0));
    vlVec3 spin = vlScale(axis, def->spin);
    // The tip is at rest, so the centre of mass moves only by the spin about the tip: not at all if
    // it is on the axis.
    vlVec3 arm = vlRotate(pose.q, vlShape_GetMassProperties(shape).centroid);
    return vlModel_AddBody(world, shape, def->mass, pose, vlModel_Moving(vlCross(spin, arm), spin),
                           body);
}
