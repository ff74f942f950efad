// SPDX-License-Identifier: MIT
#include "models/linkage_model.h"

#include <math.h>

#include "base/angle.h"
#include "models/body_model.h"
#include "models/swing.h"

static vlVec3 along(double angle, double length)
{
    return vlVec(length * vlSine(angle), 0.0, -length * vlCosine(angle));
}

// Adds a rod that hangs from `top` at `angle` from straight down.
static vlResult addRod(vlWorld* world, const vlLinkageDef* def, vlVec3 top, double angle,
                       vlLinkage* linkage)
{
    vlPose pose = {vlAdd(top, along(angle, 0.5 * def->length)),
                   vlQuatFromAxisAngle(vlVec(0.0, -1.0, 0.0), angle)};
    vlVec3 size = vlVec(def->thickness, def->thickness, def->length);
    return vlModel_AddBox(world, size, def->mass, pose, vlModel_AtRest(),
                          &linkage->rod[linkage->rods++]);
}

static vlResult addHinge(vlWorld* world, vlBodyId a, vlBodyId b, vlVec3 point, vlLinkage* linkage)
{
    vlJointDef joint = vlDefaultJointDef(VL_JOINT_HINGE);
    joint.bodyA = a;
    joint.bodyB = b;
    vlResult result =
        vlJointDef_Place(&joint, world, point, vlVec(0.0, 1.0, 0.0), vlVec(1.0, 0.0, 0.0));
    return result == VL_OK ? vlWorld_CreateJoint(world, &joint, &linkage->joint[linkage->joints++])
                           : result;
}

vlResult vlModel_AddLinkage(vlWorld* world, const vlLinkageDef* def, vlLinkage* linkage)
{
    *linkage = (vlLinkage){0};
    const vlBodyId none = {0, 0};
    vlVec3 down = along(def->angle, def->length);
    vlVec3 second = vlVec(def->length, 0.0, 0.0); // where the other rod of the four bars hangs
    vlBodyId* rod = linkage->rod;
    vlResult result = addRod(world, def, vlZero(), def->angle, linkage);
    result = result == VL_OK ? addHinge(world, none, rod[0], vlZero(), linkage) : result;
    if (result == VL_OK && def->kind == VL_LINKAGE_DOUBLE) {
        result = addRod(world, def, down, def->angle, linkage);
        result = result == VL_OK ? addHinge(world, rod[0], rod[1], down, linkage) : result;
    }
    if (result == VL_OK && def->kind == VL_LINKAGE_FOUR_BAR) {
        vlVec3 end = vlAdd(second, down);
        result = addRod(world, def, second, def->angle, linkage);
        result = result == VL_OK ? addHinge(world, none, rod[1], second, linkage) : result;
        result = result == VL_OK ? addRod(world, def, down, 0.5 * VL_PI, linkage) : result;
        result = result == VL_OK ? addHinge(world, rod[0], rod[2], down, linkage) : result;
        result = result == VL_OK ? addHinge(world, rod[1], rod[2], end, linkage) : result;
    }
    return result;
}

vlResult vlLinkage_GetAngle(const vlWorld* world, const vlLinkage* linkage, double* angle)
{
    vlPose pose;
    vlResult result = vlBody_GetPose(world, linkage->rod[0], &pose);
    if (result == VL_OK) {
        vlVec3 down = vlRotate(pose.q, vlVec(0.0, 0.0, -1.0));
        *angle = vlAngle_Of(down.x, -down.z);
    }
    return result;
}

double vlLinkage_Period(const vlLinkageDef* def, double gravity)
{
    double l = def->length;
    double inertia = (l * l + def->thickness * def->thickness) / 12.0 + 0.25 * l * l;
    double weight = 0.5 * l;
    // Two rods rotate, the third moves along without rotating.
    if (def->kind == VL_LINKAGE_FOUR_BAR) {
        inertia = 2.0 * inertia + l * l;
        weight = 2.0 * l;
    }
    return 2.0 * VL_PI * sqrt(inertia / (weight * gravity)) /
           vlSwing_Mean(1.0, vlCosine(0.5 * def->angle));
}

double vlHeavyTop_Precession(const vlHeavyTopDef* def, double gravity)
{
    // I1 cos(tilt) p^2 - I3 spin p + m g arm = 0, with I1 about the joint.
    double square = def->width * def->width;
    double own = def->mass * square / 6.0;
    double across =
        def->mass * ((square + def->thickness * def->thickness) / 12.0 + def->arm * def->arm);
    double a = across * vlCosine(def->tilt);
    double b = own * def->spin;
    double root = b * b - 4.0 * a * def->mass * gravity * def->arm;
    return root < 0.0 ? 0.0 : (b - sqrt(root)) / (2.0 * a);
}

vlResult vlModel_AddHeavyTop(vlWorld* world, const vlHeavyTopDef* def, double gravity,
                             vlBodyId* top)
{
    vlPose pose = {vlZero(), vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), def->tilt)};
    vlVec3 axis = vlRotate(pose.q, vlVec(0.0, 0.0, 1.0));
    pose.p = vlScale(axis, def->arm);
    double precession = vlHeavyTop_Precession(def, gravity);
    vlVec3 omega = vlAdd(vlVec(0.0, 0.0, precession),
                         vlScale(axis, def->spin - precession * vlCosine(def->tilt)));
    vlTwist twist = {vlCross(omega, pose.p), omega};
    vlVec3 size = vlVec(def->width, def->width, def->thickness);
    vlResult result = vlModel_AddBox(world, size, def->mass, pose, twist, top);
    vlJointDef joint = vlDefaultJointDef(VL_JOINT_BALL);
    joint.bodyB = *top;
    vlJointId id;
    if (result == VL_OK) {
        result = vlJointDef_Place(&joint, world, vlZero(), vlVec(0.0, 0.0, 1.0), vlZero());
    }
    return result == VL_OK ? vlWorld_CreateJoint(world, &joint, &id) : result;
}
