// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_RIG_H
#define VOLAR_TESTS_RIG_H

// Bodies on joints, for tests. As in stage.h, every function fails the running test on an error.

#include "stage.h"
#include "test.h"

static inline vlWorld* vlRig_CreateWorld(double step, vlIntegrator integrator, double gravity)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.gravity = vlVec(0.0, 0.0, -gravity);
    def.step = step;
    def.integrator = integrator;
    return vlStage_CreateWorld(&def);
}

// A cube of 0.1 m.
static inline vlBodyId vlRig_AddCube(vlWorld* world, double mass, vlVec3 at)
{
    vlPose pose = {at, vlIdentityQuat()};
    return vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), mass, pose, vlModel_AtRest());
}

static inline vlJointId vlRig_Join(vlWorld* world, const vlJointDef* def)
{
    vlJointId id = {0, 0};
    vlResult result = vlWorld_CreateJoint(world, def, &id);
    if (result != VL_OK) {
        print_error("%s\n", vlWorld_GetMessage(world));
    }
    assert_int_equal(result, VL_OK);
    return id;
}

static inline vlJointReport vlRig_ReportOf(const vlWorld* world, vlJointId id)
{
    vlJointReport report;
    assert_int_equal(vlJoint_GetReport(world, id, &report), VL_OK);
    return report;
}

// Stiffness of the locked sliding or, if `turning`, rotating directions.
static inline double vlRig_StiffnessOf(const vlWorld* world, vlJointId id, bool turning)
{
    double k, b, kt, bt;
    assert_int_equal(vlJoint_GetGains(world, id, &k, &b, &kt, &bt), VL_OK);
    return turning ? kt : k;
}

static inline vlVec3 vlRig_AlongY(void)
{
    return vlVec(0.0, 1.0, 0.0);
}

// A joint of any type between `a` (the null id: the world) and `b` at a world point, z along
// `axis`.
static inline vlJointDef vlRig_At(const vlWorld* world, vlJointType type, vlBodyId a, vlBodyId b,
                                  vlVec3 point, vlVec3 axis)
{
    vlJointDef def = vlDefaultJointDef(type);
    def.bodyA = a;
    def.bodyB = b;
    assert_int_equal(vlJointDef_Place(&def, world, point, axis, vlVec(1.0, 0.0, 0.0)), VL_OK);
    return def;
}

// A hinge to the world, about y.
static inline vlJointDef vlRig_HingeAt(const vlWorld* world, vlBodyId body, vlVec3 point)
{
    vlBodyId none = {0, 0};
    return vlRig_At(world, VL_JOINT_HINGE, none, body, point, vlRig_AlongY());
}

static inline vlAxisDef vlRig_FreeAxis(void)
{
    return vlDefaultJointDef(VL_JOINT_HINGE).axis[0];
}

// A wheel of 0.1 kg m2 and 1 kg that turns about y through its centre.
static inline vlJointId vlRig_AddWheel(vlWorld* world, const vlAxisDef* axis, vlBodyId* wheel)
{
    vlVec3 size = vlVec(1.0, 0.2, 0.4472135954999579);
    *wheel = vlStage_AddBox(world, size, 1.0, vlModel_At(0.0, 0.0, 0.0), vlModel_AtRest());
    vlJointDef def = vlRig_HingeAt(world, *wheel, vlZero());
    def.axis[0] = *axis;
    return vlRig_Join(world, &def);
}

// A rod of 1 m and 1 kg that hangs from the origin, rotated by `angle` about y.
static inline vlJointId vlRig_HangRod(vlWorld* world, double angle, vlBodyId* rod)
{
    vlQuat turn = vlQuatFromAxisAngle(vlRig_AlongY(), angle);
    vlPose pose = {vlRotate(turn, vlVec(0.0, 0.0, -0.5)), turn};
    *rod = vlStage_AddBox(world, vlVec(0.1, 0.1, 1.0), 1.0, pose, vlModel_AtRest());
    vlJointDef def = vlRig_HingeAt(world, *rod, vlZero());
    return vlRig_Join(world, &def);
}

// Moment of inertia of that rod about its end, kg m2.
#define VL_ROD_INERTIA (1.0 / 3.0 + 0.01 / 12.0)

#endif
