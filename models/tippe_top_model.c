// SPDX-License-Identifier: MIT
#include "models/tippe_top_model.h"

vlTippeTopDef vlTippeTop_Default(void)
{
    return (vlTippeTopDef){.sectors = 16,
                           .bands = 12,
                           .mass = 0.02,
                           .radius = 0.02,
                           .offset = 0.002,
                           .inertia = 0.4 * 0.02 * 0.02 * 0.02,
                           .tilt = 0.1,
                           .spin = 150.0};
}

// Depth of the lowest vertex below the middle of the ball, for a given orientation.
static double lowestVertex(const vlShape* shape, vlQuat orientation)
{
    double lowest = 0.0;
    for (int i = 0; i < vlShape_GetVertexCount(shape, 0); ++i) {
        lowest = fmin(lowest, vlRotate(orientation, vlShape_GetVertex(shape, 0, i)).z);
    }
    return lowest;
}

vlResult vlModel_AddTippeTop(vlWorld* world, const vlTippeTopDef* def, vlBodyId* body)
{
    vlBodyDef bodyDef = vlDefaultBodyDef();
    vlResult result =
        vlShape_CreateSphere(NULL, def->radius, def->sectors, def->bands, &bodyDef.shape, NULL, 0);
    if (result != VL_OK) {
        return result;
    }
    vlQuat q = vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), def->tilt);
    bodyDef.pose = (vlPose){vlVec(0.0, 0.0, -lowestVertex(bodyDef.shape, q)), q};
    bodyDef.velocity.angular = vlScale(vlRotate(q, vlVec(0.0, 0.0, 1.0)), def->spin);
    bodyDef.mass = def->mass;
    bodyDef.hasInertia = true;
    bodyDef.centroid = vlVec(0.0, 0.0, -def->offset);
    bodyDef.inertia = vlDiag(def->inertia, def->inertia, def->inertia);
    result = vlWorld_CreateBody(world, &bodyDef, body);
    vlShape_Release(bodyDef.shape);
    return result;
}

double vlTippeTop_Jellett(const vlTippeTopDef* def, vlQuat orientation, vlVec3 angularMomentum)
{
    vlVec3 axis = vlRotate(orientation, vlVec(0.0, 0.0, 1.0));
    vlVec3 contact = vlMulAdd(vlVec(0.0, 0.0, -def->radius), def->offset, axis);
    return -vlDot(angularMomentum, contact);
}

double vlTippeTop_Threshold(const vlTippeTopDef* def, double gravity)
{
    double r = def->radius, alpha = def->offset / r;
    double jellett = sqrt(def->mass * gravity * r * r * r * def->inertia * alpha) * (1.0 + alpha) *
                     (1.0 + alpha) / sqrt(alpha);
    // Upright at the start: L = I spin along the vertical, contact at R - offset below the centre
    // of mass.
    return jellett / (def->inertia * (r - def->offset));
}
