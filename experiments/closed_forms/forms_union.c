// SPDX-License-Identifier: MIT
// Unions of convex pieces are one solid, however it is cut: a cube that slides off a ledge, one
// solid in three cuttings, and a sharp corner on a hard floor. These cases read contact wrenches,
// which only Volar reports.

#include <math.h>

#include "base/angle.h"
#include "experiments/closed_forms/groups.h"
#include "models/body_model.h"

#define MAX_PARTS 4

static vlWorld* open(const vlFormMethod* method, double mu, double stiffness)
{
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = NULL;
    def.integrator = method->integrator;
    def.step = method->step;
    def.gravity = vlVec(0.0, 0.0, -VL_FORM_GRAVITY);
    def.surface.frictionStatic = def.surface.frictionDynamic = mu;
    def.surface.stiffnessN = stiffness;
    return vlWorld_Create(&def, &world, NULL, 0) == VL_OK ? world : NULL;
}

// A box given by its lower and upper corner.
typedef struct Part {
    vlVec3 lower, upper;
} Part;

static bool addUnion(vlWorld* world, const Part* parts, int count, vlBodyType type, double mass,
                     vlPose pose, vlBodyId* body)
{
    vlShape* pieces[MAX_PARTS] = {NULL};
    vlPose poses[MAX_PARTS];
    vlBodyDef def = vlDefaultBodyDef();
    bool ok = true;
    for (int i = 0; i < count && ok; ++i) {
        vlVec3 half = vlScale(vlSub(parts[i].upper, parts[i].lower), 0.5);
        vlVec3 middle = vlAdd(parts[i].lower, half);
        poses[i] = vlModel_At(middle.x, middle.y, middle.z);
        ok = vlShape_CreateBox(NULL, half, &pieces[i], NULL, 0) == VL_OK;
    }
    ok = ok && vlShape_CreateCompound(NULL, (const vlShape* const*)pieces, poses, count, &def.shape,
                                      NULL, 0) == VL_OK;
    def.type = type;
    def.mass = type == VL_BODY_DYNAMIC ? mass : 0.0;
    def.pose = pose;
    ok = ok && vlWorld_CreateBody(world, &def, body) == VL_OK;
    for (int i = 0; i < count; ++i) {
        vlShape_Release(pieces[i]);
    }
    vlShape_Release(def.shape);
    return ok;
}

// A cube of 64 g starts at 0.4 m/s and slides over a broad box and off its edge; a narrow box
// stands on the other end. Returns the largest force of a step over the cube's weight.
static double slideOffLedge(const vlFormMethod* method, double unused)
{
    static const Part ledge[2] = {{{-0.1, -0.1, -0.02}, {0.1, 0.1, 0.02}},
                                  {{0.05, -0.1, 0.02}, {0.1, 0.1, 0.06}}};
    (void)unused;
    vlWorld* world = open(method, 0.2, VL_AUTO);
    vlBodyId ground, cube;
    double most = 0.0;
    const double mass = 0.064;
    bool ok = world != NULL &&
              addUnion(world, ledge, 2, VL_BODY_STATIC, 0.0, vlIdentityPose(), &ground) &&
              vlModel_AddBox(world, vlVec(0.04, 0.04, 0.04), mass, vlModel_At(-0.07, 0.0, 0.04),
                             vlModel_AtRest(), &cube) == VL_OK;
    for (int i = 0; i < (int)lround(0.3 / method->step) && ok; ++i) { // it comes to rest first
        ok = vlWorld_Step(world) == VL_OK;
    }
    ok = ok &&
         vlBody_SetTwist(world, cube, vlModel_Moving(vlVec(-0.4, 0.0, 0.0), vlZero())) == VL_OK;
    for (int i = 0; i < (int)lround(0.7 / method->step) && ok; ++i) {
        vlWrench wrench;
        ok = vlWorld_Step(world) == VL_OK && vlBody_GetContactWrench(world, cube, &wrench) == VL_OK;
        most = ok ? fmax(most, vlLength(wrench.force)) : most;
    }
    vlWorld_Destroy(world);
    return ok ? most / (mass * VL_FORM_GRAVITY) : nan("");
}

// The same L-shaped solid cut in three ways.
static const Part cuttings[3][3] = {
    {{{0.0, -0.05, 0.0}, {0.3, 0.05, 0.1}}, {{0.0, -0.05, 0.1}, {0.1, 0.05, 0.3}}},
    {{{0.0, -0.05, 0.0}, {0.1, 0.05, 0.3}}, {{0.1, -0.05, 0.0}, {0.3, 0.05, 0.1}}},
    {{{0.0, -0.05, 0.0}, {0.1, 0.05, 0.1}},
     {{0.1, -0.05, 0.0}, {0.3, 0.05, 0.1}},
     {{0.0, -0.05, 0.1}, {0.1, 0.05, 0.3}}}};
static const int partCounts[3] = {2, 2, 3};

// A box slides along the solid's lower arm, into its inner corner or off its end. `forces` receives
// the force on it in each step.
static bool slideAlong(const vlFormMethod* method, int cutting, double speed, double* forces,
                       int count)
{
    vlWorld* world = open(method, 0.2, VL_AUTO);
    vlBodyId solid, box;
    vlQuat turned = vlQuatFromAxisAngle(vlVec(0.0, 0.0, 1.0), 0.02);
    vlPose pose = {vlVec(0.2, 0.0, 0.13), turned};
    bool ok = world != NULL &&
              addUnion(world, cuttings[cutting], partCounts[cutting], VL_BODY_STATIC, 0.0,
                       vlIdentityPose(), &solid) &&
              vlModel_AddBox(world, vlVec(0.06, 0.06, 0.06), 0.2, pose,
                             vlModel_Moving(vlVec(speed, 0.0, 0.0), vlZero()), &box) == VL_OK;
    for (int i = 0; i < count && ok; ++i) {
        vlWrench wrench;
        ok = vlWorld_Step(world) == VL_OK && vlBody_GetContactWrench(world, box, &wrench) == VL_OK;
        forces[i] = ok ? vlLength(wrench.force) : nan("");
    }
    vlWorld_Destroy(world);
    return ok;
}

#define CORNER_STEPS 600

// The largest difference of a force between two cuttings, over the largest force.
static double compareCuttings(const vlFormMethod* method, double unused)
{
    static const double speeds[2] = {-1.0, 1.0};
    static double forces[3][CORNER_STEPS];
    double most = 0.0, apart = 0.0;
    int count = (int)lround(0.6 / method->step);
    bool ok = true;
    (void)unused;
    for (int i = 0; i < 6 && ok; ++i) {
        int cutting = i % 3;
        ok = slideAlong(method, cutting, speeds[i / 3], forces[cutting], count);
        for (int k = 0; k < count && ok; ++k) {
            most = fmax(most, forces[cutting][k]);
            apart = fmax(apart, fabs(forces[cutting][k] - forces[0][k]));
        }
    }
    return ok && most > 0.0 ? apart / most : nan("");
}

// A cube slides fast on one of its corners over a floor of 1e7 N/m. Returns the largest friction
// over normal force while it touches.
static double slideOnCorner(const vlFormMethod* method, double mu)
{
    bool isExplicit = method->integrator != VL_INTEGRATOR_IMPLICIT;
    // The explicit step refuses stiffnesses that it cannot hold; it holds 1e5 N/m for 1 kg.
    vlWorld* world = open(method, mu, isExplicit ? 1e5 : 1e7);
    vlBodyId floor, cube;
    double most = 0.0;
    // On its space diagonal, the lowest corner a little above the floor.
    vlVec3 diagonal = vlUnit(vlVec(1.0, 1.0, 1.0));
    vlVec3 axis = vlUnit(vlCross(diagonal, vlVec(0.0, 0.0, 1.0)));
    vlPose pose = {vlVec(0.0, 0.0, 0.05 * sqrt(3.0) + 1e-4),
                   vlQuatFromAxisAngle(axis, vlArcCosine(diagonal.z))};
    bool ok = world != NULL && vlModel_AddFloor(world, &floor) == VL_OK &&
              vlModel_AddBox(world, vlVec(0.1, 0.1, 0.1), 1.0, pose,
                             vlModel_Moving(vlVec(1.0, 0.0, 0.0), vlZero()), &cube) == VL_OK;
    for (int i = 0; i < (int)lround(0.5 / method->step) && ok; ++i) {
        vlContactReport report;
        ok = vlWorld_Step(world) == VL_OK;
        for (int k = 0; k < vlWorld_GetContactCount(world) && ok; ++k) {
            ok = vlWorld_GetContact(world, k, &report) == VL_OK;
            if (ok && report.normalForce > 1e-6) {
                most = fmax(most, vlLength(report.frictionForce) / report.normalForce);
            }
        }
    }
    vlWorld_Destroy(world);
    return ok ? most : nan("");
}

static const vlForm forms[] = {
    {.name = "cube slides off a union of two boxes: largest force, of its weight",
     .exact = 1.0,
     .measure = slideOffLedge,
     .bound = VL_FORM_AT_MOST,
     .limit = {5.0, 5.0, 5.0},
     .reason = "A force that a hand would feel as a blow begins at several times the steady one."},
    {.name = "one solid in three cuttings: forces differ by, of the largest",
     .measure = compareCuttings,
     .bound = VL_FORM_AT_MOST,
     .limit = {1e-9, 1e-9, 1e-9},
     .reason = "The solid is the same: rounding over 600 steps."},
    {.name = "corner sliding at 1e7 N/m, mu 0.4: largest friction over normal force",
     .exact = 0.4,
     .measure = slideOnCorner,
     .parameter = 0.4,
     .bound = VL_FORM_AT_MOST,
     .limit = {0.4 * (1 + 1e-6), 0.4 * (1 + 1e-6), 0.4 * (1 + 1e-6)},
     .reason = "Coulomb's law, to rounding."},
};

const vlFormGroup vlForms_Union = {"union", false, forms, sizeof forms / sizeof forms[0]};
