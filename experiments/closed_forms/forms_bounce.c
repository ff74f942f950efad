// SPDX-License-Identifier: MIT
// Restitution: a box that lands on its face, and one that lands on an edge, leave with a given part
// of the speed with which they came. There is no gravity, so only the impact changes the speed.
// Without friction an edge leaves with e v, and the body also begins to turn.

#include <math.h>

#include "base/angle.h"
#include "experiments/closed_forms/groups.h"
#include "models/body_model.h"

#define SPEED 1.0 // m/s
#define EDGE_ANGLE 0.5

// A world with a floor, and a box above it that moves down at SPEED. NULL if it cannot be made.
static vlWorld* open(const vlFormMethod* method, double restitution, vlPose pose, vlBodyId* box)
{
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = NULL;
    vlBodyId floor;
    vlTwist falling = vlModel_Moving(vlVec(0.0, 0.0, -SPEED), vlZero());
    def.integrator = method->integrator;
    def.step = method->step;
    def.gravity = vlZero();
    def.surface.frictionStatic = def.surface.frictionDynamic = 0.0;
    def.surface.restitution = restitution;
    bool ok = vlWorld_Create(&def, &world, NULL, 0) == VL_OK &&
              vlModel_AddFloor(world, &floor) == VL_OK &&
              vlModel_AddBox(world, vlVec(0.4, 0.2, 0.1), 1.0, pose, falling, box) == VL_OK;
    if (!ok) {
        vlWorld_Destroy(world);
    }
    return ok ? world : NULL;
}

// The speed away from the floor of the point at `lever` in x from the centre, after the step of the
// impact.
static double reboundOf(vlWorld* world, vlBodyId box, double lever)
{
    vlTwist t = {vlVec(0.0, 0.0, -SPEED), vlZero()};
    bool ok = world != NULL;
    for (int i = 0; i < 200 && ok && t.linear.z < -0.999 * SPEED; ++i) {
        ok = vlWorld_Step(world) == VL_OK && vlBody_GetTwist(world, box, &t) == VL_OK;
    }
    vlWorld_Destroy(world);
    return ok ? (t.linear.z - t.angular.y * lever) / SPEED : (double)NAN;
}

static double bounceFace(const vlFormMethod* method, double restitution)
{
    vlBodyId box = {0};
    vlWorld* world = open(method, restitution, vlModel_At(0.0, 0.0, 0.0712), &box);
    return reboundOf(world, box, 0.0);
}

static double bounceEdge(const vlFormMethod* method, double restitution)
{
    double lever = 0.5 * (0.4 * vlCosine(EDGE_ANGLE) - 0.1 * vlSine(EDGE_ANGLE));
    double low = 0.5 * (0.4 * vlSine(EDGE_ANGLE) + 0.1 * vlCosine(EDGE_ANGLE));
    vlPose pose = vlModel_At(0.0, 0.0, low + 0.0212);
    vlBodyId box = {0};
    pose.q = vlQuatFromRotationVector(vlVec(0.0, EDGE_ANGLE, 0.0));
    vlWorld* world = open(method, restitution, pose, &box);
    return reboundOf(world, box, lever);
}

#define REASON "Set by the surface; a step moves the edge by up to 1/40 of its lever."

static const vlForm forms[] = {
    {.name = "box lands on its face, restitution 0.5: leaves with, of its speed",
     .exact = 0.5,
     .measure = bounceFace,
     .parameter = 0.5,
     .bound = VL_FORM_WITHIN,
     .limit = {0.03, 0.03, 0.03},
     .reason = REASON},
    {.name = "box lands on its face, restitution 1: leaves with, of its speed",
     .exact = 1.0,
     .measure = bounceFace,
     .parameter = 1.0,
     .bound = VL_FORM_WITHIN,
     .limit = {0.03, 0.03, 0.03},
     .reason = REASON},
    {.name = "box lands on an edge, restitution 0.8: the edge leaves with, of its speed",
     .exact = 0.8,
     .measure = bounceEdge,
     .parameter = 0.8,
     .bound = VL_FORM_WITHIN,
     .limit = {0.03, 0.03, 0.03},
     .reason = REASON},
};

const vlFormGroup vlForms_Bounce = {"bounce", false, forms, sizeof forms / sizeof forms[0]};
