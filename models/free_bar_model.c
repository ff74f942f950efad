// SPDX-License-Identifier: MIT
#include "models/free_bar_model.h"

#include <math.h>

#include "models/swing.h"

vlFreeBarDef vlFreeBar_Default(vlVec3 size, vlVec3 omega)
{
    return (vlFreeBarDef){.size = size,
                          .mass = 1.0,
                          .axes = vlIdentityQuat(),
                          .start = vlIdentityQuat(),
                          .omega = omega};
}

vlVec3 vlFreeBar_Moments(const vlFreeBarDef* def)
{
    vlVec3 s =
        vlVec(def->size.x * def->size.x, def->size.y * def->size.y, def->size.z * def->size.z);
    return vlScale(vlVec(s.y + s.z, s.z + s.x, s.x + s.y), def->mass / 12.0);
}

vlResult vlModel_AddFreeBar(vlWorld* world, const vlFreeBarDef* def, vlBodyId* bar)
{
    vlBodyDef body = vlDefaultBodyDef();
    vlResult result = vlShape_CreateBox(NULL, vlScale(def->size, 0.5), &body.shape, NULL, 0);
    if (result != VL_OK) {
        return result;
    }
    // The shape keeps its own axes: nothing touches it.
    vlVec3 m = vlFreeBar_Moments(def);
    vlMat3 R = vlMatFromQuat(def->axes);
    body.mass = def->mass;
    body.hasInertia = true;
    body.inertia = vlMulMM(R, vlMulMM(vlDiag(m.x, m.y, m.z), vlTranspose(R)));
    body.pose.q = vlUnitQ(vlMulQ(def->start, vlConj(def->axes)));
    body.velocity.angular = vlRotate(def->start, def->omega);
    result = vlWorld_CreateBody(world, &body, bar);
    vlShape_Release(body.shape);
    return result;
}

vlQuat vlFreeBar_Axes(const vlFreeBarDef* def, vlPose pose)
{
    return vlMulQ(pose.q, def->axes);
}

vlQuat vlFreeBar_Precession(const vlFreeBarDef* def, double time)
{
    vlVec3 m = vlFreeBar_Moments(def);
    vlVec3 spin = vlVec(m.x * def->omega.x, m.y * def->omega.y, m.z * def->omega.z);
    vlVec3 spinW = vlRotate(def->start, spin);
    double own = (1.0 / m.z - 1.0 / m.x) * spin.z;
    vlQuat turned = vlQuatFromAxisAngle(vlVec(0.0, 0.0, 1.0), own * time);
    vlQuat around = vlQuatFromRotationVector(vlScale(spinW, time / m.x));
    return vlMulQ(around, vlMulQ(def->start, turned));
}

double vlFreeBar_Period(const vlFreeBarDef* def)
{
    vlVec3 m = vlFreeBar_Moments(def);
    double I[3] = {m.x, m.y, m.z};
    double w[3] = {def->omega.x, def->omega.y, def->omega.z};
    double twiceE = 0.0;
    double L2 = 0.0;
    int least = 0;
    int most = 0;
    for (int k = 0; k < 3; ++k) {
        twiceE += I[k] * w[k] * w[k];
        L2 += I[k] * I[k] * w[k] * w[k];
        least = I[k] < I[least] ? k : least;
        most = I[k] > I[most] ? k : most;
    }
    double a = I[least];
    double b = I[3 - least - most];
    double c = I[most];
    if (L2 < twiceE * b) { // it turns about the axis of the least moment
        a = I[most];
        c = I[least];
    }
    double rate = sqrt((c - b) * (L2 - twiceE * a) / (a * b * c));
    double modulus2 = (b - a) * (twiceE * c - L2) / ((c - b) * (L2 - twiceE * a));
    return 2.0 * VL_PI / (rate * vlSwing_Mean(1.0, sqrt(1.0 - modulus2)));
}
