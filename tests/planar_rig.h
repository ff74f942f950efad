// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_PLANAR_RIG_H
#define VOLAR_TESTS_PLANAR_RIG_H

// Planar worlds for tests; an error fails the running test.

#include "law_rig.h"
#include "models/planar_model.h"

static inline vlWorld2* makeWorld(const char* wall, const char* friction, double step)
{
    vlWorld2Def def = vlDefaultWorld2Def();
    char message[400] = "";
    vlWorld2* world = NULL;
    def.step = step;
    def.surface.wall = choose(wall);
    def.surface.friction = friction != NULL ? choose(friction) : (vlLawChoice){.law = NULL};
    if (vlWorld2_Create(&def, &world, message, sizeof message) != VL_OK) {
        fail_msg("%s", message);
    }
    return world;
}

static inline vlBody2Id addBox(vlWorld2* world, vlBodyType type, vlVec2 size, vlPose2 pose,
                               double mass)
{
    vlBody2Id body = {0, 0};
    if (vlModel2_AddBox(world, type, size.x, size.y, pose, mass, &body) != VL_OK) {
        fail_msg("%s", vlWorld2_GetMessage(world));
    }
    return body;
}

static inline vlBody2Id addFloor(vlWorld2* world)
{
    return addBox(world, VL_BODY_STATIC, (vlVec2){2.0, 0.1}, (vlPose2){{0.0, -0.05}, 0.0}, 0.0);
}

static inline vlPose2 poseOf(const vlWorld2* world, vlBody2Id body)
{
    vlPose2 pose = {{(double)NAN, (double)NAN}, (double)NAN};
    assert_int_equal(vlBody2_GetPose(world, body, &pose), VL_OK);
    return pose;
}

static inline vlTwist2 twistOf(const vlWorld2* world, vlBody2Id body)
{
    vlTwist2 twist = {{(double)NAN, (double)NAN}, (double)NAN};
    assert_int_equal(vlBody2_GetTwist(world, body, &twist), VL_OK);
    return twist;
}

static inline void setTwist(vlWorld2* world, vlBody2Id body, double x, double y, double angular)
{
    assert_int_equal(vlBody2_SetTwist(world, body, (vlTwist2){{x, y}, angular}), VL_OK);
}

static inline void pushBody(vlWorld2* world, vlBody2Id body, double x, double y)
{
    vlVec2 centre;
    assert_int_equal(vlBody2_GetCentre(world, body, &centre), VL_OK);
    assert_int_equal(vlBody2_ApplyForce(world, body, (vlVec2){x, y}, centre), VL_OK);
}

// The difference between ledger and kinetic energy, over the ledger's turnover.
static inline double ledgerGap(const vlWorld2* world)
{
    vlLedger2 ledger = vlWorld2_GetLedger(world);
    double gap = fabs(vlWorld2_GetEnergy(world).kinetic - vlLedger2_GetSum(&ledger));
    return gap > 0.0 ? gap / ledger.turnover : 0.0;
}

#endif
