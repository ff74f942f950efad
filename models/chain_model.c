// SPDX-License-Identifier: MIT
#include "models/chain_model.h"

#include "models/body_model.h"

vlChainDef vlChain_Default(void)
{
    return (vlChainDef){
        .links = 30, .length = 0.1, .thickness = 0.01, .mass = 0.1, .weightSize = 0.5};
}

// Adds a body whose upper end is at `point`, and joins it to the one before.
static vlResult addBody(vlWorld* world, vlChain* chain, vlVec3 size, double mass, vlPose upperEnd)
{
    int i = chain->bodies;
    vlPose pose = vlMulPose(upperEnd, vlModel_At(0.0, 0.0, -0.5 * size.z));
    vlResult result = vlModel_AddBox(world, size, mass, pose, vlModel_AtRest(), &chain->body[i]);
    if (result != VL_OK) {
        return result;
    }
    vlJointDef joint = vlDefaultJointDef(VL_JOINT_BALL);
    joint.bodyA = i > 0 ? chain->body[i - 1] : (vlBodyId){0};
    joint.bodyB = chain->body[i];
    result = vlJointDef_Place(&joint, world, upperEnd.p, vlVec(0.0, 0.0, 1.0), vlZero());
    if (result == VL_OK) {
        result = vlWorld_CreateJoint(world, &joint, &chain->joint[i]);
    }
    chain->bodies += result == VL_OK;
    return result;
}

vlResult vlModel_AddChain(vlWorld* world, const vlChainDef* def, vlChain* chain)
{
    *chain = (vlChain){0};
    if (def->links < 1 || def->links > VL_MAX_CHAIN_LINKS) {
        return VL_ERROR_ARGUMENT;
    }
    // A rotation about -y moves the hanging chain towards x.
    vlPose end = {def->top, vlQuatFromAxisAngle(vlVec(0.0, -1.0, 0.0), def->lean)};
    vlVec3 size = vlVec(def->thickness, def->thickness, def->length);
    vlResult result = VL_OK;
    for (int i = 0; i < def->links && result == VL_OK; ++i) {
        result = addBody(world, chain, size, def->mass, end);
        end = vlMulPose(end, vlModel_At(0.0, 0.0, -def->length));
    }
    if (result == VL_OK && def->weight > 0.0) {
        vlVec3 cube = vlVec(def->weightSize, def->weightSize, def->weightSize);
        result = addBody(world, chain, cube, def->weight, end);
    }
    return result;
}
