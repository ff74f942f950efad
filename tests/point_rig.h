// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_POINT_RIG_H
#define VOLAR_TESTS_POINT_RIG_H

// A pointer over a floor whose surface has laws of one point, moved by a script.

#include "stage.h"
#include "test.h"

#define VL_RIG_STEP 0.001     // s
#define VL_RIG_HEIGHT 0.02    // m, of the pointer
#define VL_RIG_MASS 0.2       // kg
#define VL_RIG_STIFFNESS 5000 // N/m, default of the walls

static inline vlPointLaw vlRig_Laws(const char* wall, const char* friction)
{
    vlPointLaw law = {vlLaw_Choose(vlLaw_Find(wall)),
                      vlLaw_Choose(friction != NULL ? vlLaw_Find(friction) : NULL)};
    assert_non_null(law.wall.law);
    assert_true(friction == NULL || law.friction.law != NULL);
    return law;
}

static inline vlWorld* vlRig_CreateWorld(vlIntegrator integrator, const vlPointLaw* law)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = integrator;
    def.step = VL_RIG_STEP;
    def.capacity.bodies = 40;
    def.surface.point = *law;
    return vlStage_CreateWorld(&def);
}

static inline vlBodyId vlRig_AddPointer(vlWorld* world, double mass, vlVec3 place)
{
    vlBodyDef def = vlDefaultBodyDef();
    vlBodyId id;
    def.type = VL_BODY_KINEMATIC;
    def.shape = vlStage_CreateBox(vlVec(0.04, 0.04, VL_RIG_HEIGHT));
    def.isPointer = true;
    def.mass = mass;
    def.pose.p = place;
    assert_int_equal(vlWorld_CreateBody(world, &def, &id), VL_OK);
    vlShape_Release(def.shape);
    return id;
}

// One tick with the pointer at `depth` and at `place` along the floor, moving with the velocity
// given (z: upwards). Returns the force on it.
static inline vlVec3 vlRig_Tick(vlWorld* world, vlBodyId pointer, double depth, vlVec2 place,
                                vlVec3 velocity)
{
    vlPose pose = vlIdentityPose();
    vlTwist twist = {velocity, vlZero()};
    vlWrench felt;
    pose.p = vlVec(place.x, place.y, 0.5 * VL_RIG_HEIGHT - depth);
    assert_int_equal(vlBody_SetPose(world, pointer, pose), VL_OK);
    assert_int_equal(vlBody_SetTwist(world, pointer, twist), VL_OK);
    vlStage_Step(world);
    assert_int_equal(vlBody_GetContactWrench(world, pointer, &felt), VL_OK);
    return felt.force;
}

#endif
