// SPDX-License-Identifier: MIT
#include "models/turning_model.h"

#include <math.h>

#include "base/angle.h"
#include "base/power.h"
#include "models/body_model.h"

#define GRAVITY 9.8  // m/s2
#define MASS 1.0     // kg
#define MU 0.1       // small, so that friction below the centre of mass hardly tilts the pressure
#define HEIGHT 0.002 // m, small for the same reason
#define RADIUS 0.05  // m, of the disc
#define START 1.0    // m/s
#define SPIN 10.0    // rad/s
#define SPIN_MU 0.3
#define SPIN_HEIGHT 0.05 // m
#define SETTLE 0.3       // s, before a load or a spin begins
#define HELD_PART 0.9    // of the limit: the push grows to this within SETTLE seconds
#define GROWTH 0.1       // of the limit per second, beyond that
#define LONGEST 4.0      // s

static vlResult open(const vlTurningCase* c, double mu, vlWorld** world)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = c->integrator;
    def.step = c->step;
    def.gravity = vlVec(0.0, 0.0, -GRAVITY);
    def.surface.frictionStatic = def.surface.frictionDynamic = mu;
    vlResult result = vlWorld_Create(&def, world, NULL, 0);
    vlBodyId floor;
    return result == VL_OK ? vlModel_AddFloor(*world, &floor) : result;
}

static vlResult setTwist(vlWorld* world, vlBodyId body, vlVec3 linear, vlVec3 angular)
{
    vlTwist twist = vlModel_Moving(linear, angular);
    return vlBody_SetTwist(world, body, twist);
}

vlResult vlModel_SlideDisc(const vlTurningCase* c, int sides, double rim, double* ratio)
{
    vlWorld* world = NULL;
    vlShape* shape = NULL;
    vlBodyId disc;
    vlResult result = open(c, MU, &world);
    result = result == VL_OK ? vlShape_CreatePrism(NULL, sides, RADIUS, HEIGHT, &shape, NULL, 0)
                             : result;
    result = result == VL_OK
                 ? vlModel_AddBody(world, shape, MASS, vlModel_At(0.0, 0.0, 0.5 * HEIGHT),
                                   vlModel_AtRest(), &disc)
                 : result;
    result = result == VL_OK ? vlModel_StepFor(world, SETTLE) : result;
    result = result == VL_OK
                 ? setTwist(world, disc, vlVec(START, 0.0, 0.0), vlVec(0.0, 0.0, START / RADIUS))
                 : result;
    // Speed and rim speed change little in a step; the ratio at `rim` lies between two of them.
    double before = 1.0;
    double rimBefore = START;
    double found = nan("");
    int count = (int)lround(LONGEST / c->step);
    for (int i = 0; i < count && result == VL_OK && isnan(found); ++i) {
        vlTwist twist = vlModel_AtRest();
        result = vlWorld_Step(world);
        result = result == VL_OK ? vlBody_GetTwist(world, disc, &twist) : result;
        double rimNow = RADIUS * fabs(twist.angular.z);
        double now = rimNow > 0.0 ? vlHypot(twist.linear.x, twist.linear.y) / rimNow : before;
        if (rimNow <= rim) {
            double part = (rimBefore - rim) / (rimBefore - rimNow);
            found = before + part * (now - before);
        }
        before = now;
        rimBefore = rimNow;
    }
    if (result == VL_OK) {
        *ratio = found;
    }
    vlWorld_Destroy(world);
    return result;
}

// A box of a by b that has come to rest on the floor.
static vlResult settleBox(const vlTurningCase* c, double a, double b, vlWorld** world,
                          vlBodyId* box)
{
    vlResult result = open(c, SPIN_MU, world);
    result = result == VL_OK
                 ? vlModel_AddBox(*world, vlVec(a, b, SPIN_HEIGHT), MASS,
                                  vlModel_At(0.0, 0.0, 0.5 * SPIN_HEIGHT), vlModel_AtRest(), box)
                 : result;
    return result == VL_OK ? vlModel_StepFor(*world, SETTLE) : result;
}

vlResult vlModel_SpinBox(const vlTurningCase* c, double a, double b, double* share)
{
    vlWorld* world = NULL;
    vlBodyId box;
    vlTwist first;
    vlTwist last;
    double torque = SPIN_MU * GRAVITY * vlModel_MeanDistance(a, b); // per mass
    double inertia = (a * a + b * b) / 12.0;
    double stop = SPIN * inertia / torque;
    vlResult result = settleBox(c, a, b, &world, &box);
    result = result == VL_OK ? setTwist(world, box, vlZero(), vlVec(0.0, 0.0, SPIN)) : result;
    // From a tenth to six tenths of the time that it takes to stop, in whole steps.
    int begin = (int)lround(0.1 * stop / c->step);
    int steps = (int)lround(0.5 * stop / c->step);
    result = result == VL_OK ? vlModel_StepFor(world, begin * c->step) : result;
    result = result == VL_OK ? vlBody_GetTwist(world, box, &first) : result;
    result = result == VL_OK ? vlModel_StepFor(world, steps * c->step) : result;
    result = result == VL_OK ? vlBody_GetTwist(world, box, &last) : result;
    if (result == VL_OK) {
        double slowing = (first.angular.z - last.angular.z) / (steps * c->step);
        *share = slowing * inertia / torque;
    }
    vlWorld_Destroy(world);
    return result;
}

vlResult vlModel_PushBox(const vlTurningCase* c, double a, double b, double offset, double* share)
{
    vlWorld* world = NULL;
    vlBodyId box;
    double limit = SPIN_MU * MASS * GRAVITY * vlModel_PushLimit(a, b, offset);
    vlResult result = settleBox(c, a, b, &world, &box);
    double found = nan("");
    int count = (int)lround(LONGEST / c->step);
    for (int i = 0; i < count && result == VL_OK && isnan(found); ++i) {
        double t = i * c->step;
        double part = t < SETTLE ? HELD_PART * t / SETTLE : HELD_PART + GROWTH * (t - SETTLE);
        vlContactReport report;
        vlPose pose;
        result = vlBody_GetPose(world, box, &pose);
        result = result == VL_OK ? vlBody_ApplyForce(world, box, vlVec(0.0, part * limit, 0.0),
                                                     vlVec(pose.p.x + offset, pose.p.y, 0.0))
                                 : result;
        result = result == VL_OK ? vlWorld_Step(world) : result;
        if (result == VL_OK && vlWorld_GetContact(world, 0, &report) == VL_OK &&
            report.mode == VL_MODE_DYNAMIC) {
            found = part;
        }
    }
    if (result == VL_OK) {
        *share = found;
    }
    vlWorld_Destroy(world);
    return result;
}

// Integral of the distance from a corner over an x x y rectangle; odd in both.
static double distanceSum(double x, double y)
{
    double u = fabs(x);
    double v = fabs(y);
    if (u == 0.0 || v == 0.0) {
        return 0.0;
    }
    double d = vlHypot(u, v);
    double sum = u * v * d / 3.0 + u * u * u / 6.0 * vlLog((d + v) / u) +
                 v * v * v / 6.0 * vlLog((d + u) / v);
    return (x < 0.0) != (y < 0.0) ? -sum : sum;
}

double vlModel_MeanDistance(double a, double b)
{
    return 4.0 * distanceSum(0.5 * a, 0.5 * b) / (a * b);
}

// Force that friction holds against turning about the point x of the long axis, per mu m g.
static double holdAbout(double a, double b, double offset, double x)
{
    double sum = 2.0 * (distanceSum(0.5 * a - x, 0.5 * b) + distanceSum(0.5 * a + x, 0.5 * b));
    return sum / (a * b * fabs(offset - x));
}

double vlModel_PushLimit(double a, double b, double offset)
{
    if (offset == 0.0) {
        return 1.0;
    }
    // The centre lies on the other side of the middle than the force; 1/x runs from 0 (far away) to
    // the middle's infinity, so the search is over the angle. A golden section of a function with
    // one minimum.
    double side = offset > 0.0 ? -1.0 : 1.0;
    const double golden = 0.6180339887498949;
    double low = 0.0;
    double high = 0.5 * VL_PI - 1e-9;
    double size = 0.5 * a;
    double p = high - golden * (high - low);
    double q = low + golden * (high - low);
    double fp = holdAbout(a, b, offset, side * size * vlTangent(p));
    double fq = holdAbout(a, b, offset, side * size * vlTangent(q));
    for (int i = 0; i < 80; ++i) {
        if (fp < fq) {
            high = q, q = p, fq = fp;
            p = high - golden * (high - low);
            fp = holdAbout(a, b, offset, side * size * vlTangent(p));
        } else {
            low = p, p = q, fp = fq;
            q = low + golden * (high - low);
            fq = holdAbout(a, b, offset, side * size * vlTangent(q));
        }
    }
    return fmin(fp, fq);
}
