// SPDX-License-Identifier: MIT
#include "models/shovel.h"

#include "models/body.h"

#define PIECES 5
#define EDGE 5e-4 // m, thickness of the lip in front

vlShovelDef vlShovel_Default(void)
{
    return (vlShovelDef){.length = 0.12,
                         .width = 0.1,
                         .lip = 0.03,
                         .wall = 0.03,
                         .thickness = 0.004,
                         .pose = vlIdentityPose()};
}

// Upper face level with the plate behind, lower face level with the plate's.
static vlResult createLip(const vlShovelDef* def, vlShape** shape)
{
    double back = 0.5 * def->length, front = back + def->lip, half = 0.5 * def->width;
    double below = -def->thickness;
    const vlVec3 points[8] = {{back, -half, 0.0},           {back, half, 0.0},
                              {back, -half, below},         {back, half, below},
                              {front, -half, below + EDGE}, {front, half, below + EDGE},
                              {front, -half, below},        {front, half, below}};
    return vlShape_CreateHull(NULL, points, 8, shape, NULL);
}

static vlResult createShape(const vlShovelDef* def, vlShape** shape)
{
    double l = 0.5 * def->length, w = 0.5 * def->width, t = 0.5 * def->thickness;
    double h = 0.5 * def->wall;
    const vlVec3 halfs[PIECES - 1] = {vlVec(l, w, t), vlVec(l, t, h), vlVec(l, t, h),
                                      vlVec(t, w, h)};
    const vlPose poses[PIECES] = {vlModel_At(0.0, 0.0, -t), vlModel_At(0.0, w + t, h),
                                  vlModel_At(0.0, -w - t, h), vlModel_At(-l - t, 0.0, h),
                                  vlIdentityPose()};
    vlShape* made[PIECES] = {NULL};
    vlResult result = createLip(def, &made[PIECES - 1]);
    for (int i = 0; i < PIECES - 1 && result == VL_OK; i++) {
        result = vlShape_CreateBox(NULL, halfs[i], &made[i], NULL);
    }
    if (result == VL_OK) {
        const vlShape* const pieces[PIECES] = {made[0], made[1], made[2], made[3], made[4]};
        result = vlShape_CreateCompound(NULL, pieces, poses, PIECES, shape, NULL);
    }
    for (int i = 0; i < PIECES; i++) {
        vlShape_Release(made[i]);
    }
    return result;
}

vlResult vlModel_AddShovel(vlWorld* world, const vlShovelDef* def, vlBodyId* body)
{
    vlBodyDef shovel = vlDefaultBodyDef();
    shovel.type = VL_BODY_KINEMATIC;
    shovel.material = def->material;
    shovel.pose = def->pose;
    vlResult result = createShape(def, &shovel.shape);
    if (result != VL_OK) {
        return result;
    }
    result = vlWorld_CreateBody(world, &shovel, body);
    vlShape_Release(shovel.shape);
    return result;
}
