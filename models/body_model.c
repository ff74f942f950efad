// SPDX-License-Identifier: MIT
#include "models/body_model.h"

// Takes over the caller's reference to `shape`.
static vlResult addStatic(vlWorld* world, vlShape* shape, vlPose pose, vlBodyId* body)
{
    vlBodyDef def = vlDefaultBodyDef();
    def.type = VL_BODY_STATIC;
    def.shape = shape;
    def.pose = pose;
    vlResult result = vlWorld_CreateBody(world, &def, body);
    vlShape_Release(shape);
    return result;
}

vlResult vlModel_AddFloor(vlWorld* world, vlBodyId* floor)
{
    vlShape* shape = NULL;
    vlResult result = vlShape_CreateHalfspace(NULL, vlVec(0.0, 0.0, 1.0), 0.0, &shape, NULL, 0);
    return result == VL_OK ? addStatic(world, shape, vlIdentityPose(), floor) : result;
}

vlResult vlModel_AddStaticBox(vlWorld* world, vlVec3 size, vlPose pose, vlBodyId* body)
{
    vlShape* shape = NULL;
    vlResult result = vlShape_CreateBox(NULL, vlScale(size, 0.5), &shape, NULL, 0);
    return result == VL_OK ? addStatic(world, shape, pose, body) : result;
}

vlResult vlModel_AddBody(vlWorld* world, vlShape* shape, double mass, vlPose pose, vlTwist velocity,
                         vlBodyId* body)
{
    vlBodyDef def = vlDefaultBodyDef();
    def.shape = shape;
    def.mass = mass;
    def.pose = pose;
    def.velocity = velocity;
    vlResult result = vlWorld_CreateBody(world, &def, body);
    vlShape_Release(shape);
    return result;
}

vlResult vlModel_AddBox(vlWorld* world, vlVec3 size, double mass, vlPose pose, vlTwist velocity,
                        vlBodyId* body)
{
    vlShape* shape = NULL;
    vlResult result = vlShape_CreateBox(NULL, vlScale(size, 0.5), &shape, NULL, 0);
    return result == VL_OK ? vlModel_AddBody(world, shape, mass, pose, velocity, body) : result;
}

vlResult vlModel_StepFor(vlWorld* world, double seconds)
{
    vlResult result = VL_OK;
    int count = (int)lround(seconds / vlWorld_GetStep(world));
    for (int i = 0; i < count && result == VL_OK; ++i) {
        result = vlWorld_Step(world);
    }
    return result;
}
