// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_ROLLING_H
#define VOLAR_MODEL_ROLLING_H

// Rolling, measured against closed forms: a cylinder on a level floor, a cylinder down a slope, a
// ball that is thrown and begins to roll. Every function builds its own world with default
// settings, runs it and returns one number.

#include <volar/volar.h>

typedef struct vlRollingCase {
    vlIntegrator integrator;
    double step;      // s
    int sides;        // of the cylinder
    double radius;    // m
    double speed;     // m/s, at the start
    double stiffness; // N/m, < 0: automatic
    // Makes the cylinder a hull of its corners: that it is round must be detected from its edges.
    bool isHull;
} vlRollingCase;

// A cylinder of 512 sides and 0.1 m radius at 1 m/s with automatic stiffness.
vlRollingCase vlRollingCase_Default(vlIntegrator integrator, double step);

// Rolls a cylinder without slipping over a level floor. `resistance` is its coefficient of rolling
// resistance, the energy lost per distance and weight: 0 for a round rigid body.
VL_WARN_UNUSED vlResult vlModel_RollLevel(const vlRollingCase* c, double* resistance);

// Releases a cylinder on a slope of `angle` rad. `share` is its acceleration between 0.2 s and 1.8
// s over g sin(angle)/(1 + I/(m R^2)); `least` is the same in the worst fifth of that time.
VL_WARN_UNUSED vlResult vlModel_RollDown(const vlRollingCase* c, double angle, double* share,
                                         double* least);

// Throws a ball of 60 x 34 facets at 2 m/s without spin; friction makes it roll. `speed` is its
// speed after 3 s: 5/7 of the start, 1.43 m/s, for a sphere.
VL_WARN_UNUSED vlResult vlModel_ThrowBall(const vlRollingCase* c, double* speed);

#endif
