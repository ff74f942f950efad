// SPDX-License-Identifier: MIT
#include "models/rolling_model.h"

#include <math.h>

#include "base/power.h"
#include "models/body_model.h"

#define GRAVITY 9.8   // m/s2
#define LENGTH 0.1    // m, of a cylinder
#define SETTLED 0.2   // s, after which the start no longer matters
#define LEVEL_END 1.0 // s
#define SLOPE_END 1.8 // s
#define SLOPE_PARTS 5
#define BALL_SECTORS 60
#define BALL_BANDS 34
#define BALL_SPEED 2.0 // m/s
#define BALL_END 3.0   // s

vlRollingCase vlRollingCase_Default(vlIntegrator integrator, double step)
{
    return (vlRollingCase){.integrator = integrator,
                           .step = step,
                           .sides = 512,
                           .radius = 0.1,
                           .speed = 1.0,
                           .stiffness = -1.0};
}

static vlResult open(const vlRollingCase* c, vlVec3 gravity, vlWorld** world)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = c->integrator;
    def.step = c->step;
    def.gravity = gravity;
    def.surface.stiffnessN = c->stiffness;
    vlResult result = vlWorld_Create(&def, world, NULL, 0);
    vlBodyId floor;
    return result == VL_OK ? vlModel_AddFloor(*world, &floor) : result;
}

// Makes the cylinder a hull of its corners, so that only its edges show that it is round.
static vlResult createHull(const vlRollingCase* c, vlShape** shape)
{
    vlVec3 points[VL_MAX_HULL_VERTICES];
    if (c->sides < 3 || 2 * c->sides > VL_MAX_HULL_VERTICES) {
        return VL_ERROR_ARGUMENT;
    }
    for (int i = 0; i < c->sides; ++i) {
        double sine;
        double cosine;
        vlSinCos(2.0 * VL_PI * i / c->sides, &sine, &cosine);
        points[2 * i] = vlVec(c->radius * cosine, c->radius * sine, -0.5 * LENGTH);
        points[2 * i + 1] = vlVec(c->radius * cosine, c->radius * sine, 0.5 * LENGTH);
    }
    return vlShape_CreateHull(NULL, points, 2 * c->sides, shape, NULL, 0);
}

// A cylinder that lies along y, one facet on the floor, rolling along x.
static vlResult addCylinder(const vlRollingCase* c, vlWorld* world, double speed, vlBodyId* body)
{
    vlShape* shape = NULL;
    vlResult result =
        c->isHull ? createHull(c, &shape)
                  : vlShape_CreateCylinder(NULL, c->sides, c->radius, LENGTH, &shape, NULL, 0);
    if (result != VL_OK) {
        return result;
    }
    double sine;
    double cosine;
    vlSinCos(VL_PI / c->sides, &sine, &cosine);
    vlPose pose = vlModel_At(0.0, 0.0, c->radius * cosine);
    // A right angle about x, after half a facet about its own axis.
    vlQuat lie = vlQuatFromRotationVector(vlVec(0.5 * VL_PI, 0.0, 0.0));
    vlQuat face = vlQuatFromRotationVector(vlVec(0.0, 0.0, 0.5 * VL_PI - VL_PI / c->sides));
    pose.q = vlMulQ(lie, face);
    double mass = 1000.0 * vlShape_GetMassProperties(shape).volume;
    vlTwist rolling = vlModel_Moving(vlVec(speed, 0.0, 0.0), vlVec(0.0, speed / c->radius, 0.0));
    return vlModel_AddBody(world, shape, mass, pose, rolling, body);
}

// Reads the kinetic energy per mass and the position along x.
static vlResult observe(const vlWorld* world, vlBodyId body, double inertiaPerMass, double* energy,
                        double* x)
{
    vlPose pose;
    vlTwist twist;
    vlResult result = vlBody_GetPose(world, body, &pose);
    result = result == VL_OK ? vlBody_GetTwist(world, body, &twist) : result;
    if (result == VL_OK) {
        *energy = 0.5 * vlDot(twist.linear, twist.linear) +
                  0.5 * inertiaPerMass * twist.angular.y * twist.angular.y;
        *x = pose.p.x;
    }
    return result;
}

vlResult vlModel_RollLevel(const vlRollingCase* c, double* resistance)
{
    vlWorld* world = NULL;
    vlBodyId body;
    double energy[2];
    double x[2];
    double inertia = 0.5 * c->radius * c->radius;
    vlResult result = open(c, vlVec(0.0, 0.0, -GRAVITY), &world);
    result = result == VL_OK ? addCylinder(c, world, c->speed, &body) : result;
    result = result == VL_OK ? vlModel_StepFor(world, SETTLED) : result;
    result = result == VL_OK ? observe(world, body, inertia, &energy[0], &x[0]) : result;
    result = result == VL_OK ? vlModel_StepFor(world, LEVEL_END - SETTLED) : result;
    result = result == VL_OK ? observe(world, body, inertia, &energy[1], &x[1]) : result;
    if (result == VL_OK) {
        *resistance = (energy[0] - energy[1]) / (GRAVITY * (x[1] - x[0]));
    }
    vlWorld_Destroy(world);
    return result;
}

vlResult vlModel_RollDown(const vlRollingCase* c, double angle, double* share, double* least)
{
    vlWorld* world = NULL;
    vlBodyId body;
    double sine;
    double cosine;
    vlSinCos(angle, &sine, &cosine);
    double exact = GRAVITY * sine / 1.5;
    double part = (SLOPE_END - SETTLED) / SLOPE_PARTS;
    vlTwist before;
    vlResult result = open(c, vlVec(GRAVITY * sine, 0.0, -GRAVITY * cosine), &world);
    result = result == VL_OK ? addCylinder(c, world, 0.0, &body) : result;
    result = result == VL_OK ? vlModel_StepFor(world, SETTLED) : result;
    result = result == VL_OK ? vlBody_GetTwist(world, body, &before) : result;
    double start = result == VL_OK ? before.linear.x : 0.0;
    double worst = HUGE_VAL;
    for (int i = 0; i < SLOPE_PARTS && result == VL_OK; ++i) {
        vlTwist after = before;
        result = vlModel_StepFor(world, part);
        result = result == VL_OK ? vlBody_GetTwist(world, body, &after) : result;
        worst = fmin(worst, (after.linear.x - before.linear.x) / (part * exact));
        before = after;
    }
    if (result == VL_OK) {
        *share = (before.linear.x - start) / (SLOPE_PARTS * part * exact);
        *least = worst;
    }
    vlWorld_Destroy(world);
    return result;
}

vlResult vlModel_ThrowBall(const vlRollingCase* c, double* speed)
{
    vlWorld* world = NULL;
    vlBodyId body;
    vlShape* shape = NULL;
    vlTwist twist;
    vlResult result = open(c, vlVec(0.0, 0.0, -GRAVITY), &world);
    result = result == VL_OK
                 ? vlShape_CreateSphere(NULL, c->radius, BALL_SECTORS, BALL_BANDS, &shape, NULL, 0)
                 : result;
    if (result == VL_OK) {
        double mass = 1000.0 * vlShape_GetMassProperties(shape).volume;
        // It lies on its side, so that it meets both kinds of edges.
        vlPose pose = vlModel_At(0.0, 0.0, c->radius);
        pose.q = vlQuatFromRotationVector(vlVec(0.5, 0.3, 0.0));
        result = vlModel_AddBody(world, shape, mass, pose,
                                 vlModel_Moving(vlVec(BALL_SPEED, 0.0, 0.0), vlZero()), &body);
    }
    result = result == VL_OK ? vlModel_StepFor(world, BALL_END) : result;
    result = result == VL_OK ? vlBody_GetTwist(world, body, &twist) : result;
    if (result == VL_OK) {
        *speed = vlHypot(twist.linear.x, twist.linear.y);
    }
    vlWorld_Destroy(world);
    return result;
}
