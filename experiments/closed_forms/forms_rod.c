// SPDX-License-Identifier: MIT
// The rod of Painleve, below the friction of the paradox (mu 1.67 at this angle): a rod slides on
// one end with the other end behind, so friction presses the sliding end into the floor. The motion
// of a rigid rod is integrated for comparison.
//
// In the plane: centre (x, z), angle a, contact point r = R(a) c with c the corner that touches. N
// follows from z + r_z = 0: with p = dr_z/da, z'' = N/m - g, a'' = (lever of N and of friction)/I,
// and r_z'' = p a'' - r_z a'^2.

#include <math.h>

#include "base/angle.h"
#include "experiments/closed_forms/groups.h"
#include "experiments/closed_forms/trial.h"
#include "models/body_model.h"

#define LENGTH 1.0
#define THICKNESS 0.01
#define MASS 1.0
#define ANGLE (0.25 * VL_PI) // above the floor
#define SPEED (-2.0)         // m/s, of all of the rod: friction presses its end into the floor
#define SECONDS 0.1

typedef struct Rod {
    double x, vx, a, w; // the centre's height follows from the angle
} Rod;

// The corner relative to the centre, rotated by the angle.
static void cornerAt(double a, double* rx, double* rz)
{
    double cx = -0.5 * LENGTH, cz = -0.5 * THICKNESS;
    *rx = cx * vlCosine(a) - cz * vlSine(a);
    *rz = cx * vlSine(a) + cz * vlCosine(a);
}

static Rod rateOf(const Rod* rod, double mu)
{
    double inertia = MASS * (LENGTH * LENGTH + THICKNESS * THICKNESS) / 12.0;
    double rx, rz;
    cornerAt(rod->a, &rx, &rz);
    double tip = rod->vx - rz * rod->w; // speed of the corner; the angle turns x towards z
    double friction = tip > 0.0 ? -mu : mu;
    // a'' = N (rx - friction rz)/I, and z'' + rx a'' - rz a'^2 = 0.
    double lever = (rx - friction * rz) / inertia;
    double n = (VL_FORM_GRAVITY + rz * rod->w * rod->w) / (1.0 / MASS + rx * lever);
    return (Rod){rod->vx, friction * n / MASS, rod->w, n * lever};
}

static Rod moved(const Rod* rod, const Rod* rate, double h)
{
    return (Rod){rod->x + h * rate->x, rod->vx + h * rate->vx, rod->a + h * rate->a,
                 rod->w + h * rate->w};
}

// The angular velocity of the rod after SECONDS, rad/s.
static double exactRod(double mu)
{
    Rod rod = {0.0, SPEED, ANGLE, 0.0};
    int steps = 10000;
    for (int i = 0; i < steps; ++i) { // the midpoint rule
        Rod rate = rateOf(&rod, mu);
        Rod middle = moved(&rod, &rate, 0.5 * SECONDS / steps);
        rate = rateOf(&middle, mu);
        rod = moved(&rod, &rate, SECONDS / steps);
    }
    return rod.w;
}

static double slideRod(const vlFormMethod* method, double mu)
{
    double rx, rz;
    cornerAt(ANGLE, &rx, &rz);
    vlPose pose = {vlVec(0.0, 0.0, -rz), vlQuatFromAxisAngle(vlVec(0.0, -1.0, 0.0), ANGLE)};
    vlFormScene* scene = vlFormScene_BeginOnFloor(mu);
    int rod = vlFormScene_AddBox(scene, vlVec(LENGTH, 0.1, THICKNESS), MASS, pose);
    vlFormScene_Last(scene)->velocity.linear.x = SPEED;
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    vlFormTrial_Run(&trial, SECONDS);
    double rate = -vlFormTrial_Twist(&trial, rod).angular.y;
    vlFormTrial_End(&trial);
    return rate;
}

static const vlForm forms[] = {
    {.name = "rod sliding on its end, mu 0.5: turns after 0.1 s at, rad/s",
     .exactOf = exactRod,
     .measure = slideRod,
     .parameter = 0.5,
     .bound = VL_FORM_PERCENT,
     .limit = {1.0, 1.0, 2.5},
     .reason = "The end sinks in for a step before it carries: half a step of 100 ms at 5 ms."},
    {.name = "rod sliding on its end, mu 1.3: turns after 0.1 s at, rad/s",
     .exactOf = exactRod,
     .measure = slideRod,
     .parameter = 1.3,
     .bound = VL_FORM_PERCENT,
     .limit = {1.0, 1.0, 2.5},
     .reason = "The end sinks in for a step before it carries: half a step of 100 ms at 5 ms."},
};

const vlFormGroup vlForms_Rod = {"rod", true, forms, sizeof forms / sizeof forms[0]};
