// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_TURNING_H
#define VOLAR_MODEL_TURNING_H

// Friction of an area that slides and spins at once, measured against closed forms: a disc that
// loses both motions together, a box that spins, and a box that is pushed off its middle. Every
// function builds its own world with default settings, runs it and returns one number.

#include <volar/volar.h>

typedef struct vlTurningCase {
    vlIntegrator integrator;
    double step; // s
} vlTurningCase;

// A plate of `sides` sides starts with a speed of 1 m/s that equals its rim speed. `ratio` is its
// speed over its rim speed when the rim speed has fallen to `rim`, m/s.
VL_WARN_UNUSED vlResult vlModel_SlideDisc(const vlTurningCase* c, int sides, double rim,
                                          double* ratio);

// A box with the sides a, b (m) on the floor spins at 10 rad/s. `share` is the torque of friction,
// found from the loss of spin, over mu m g times the mean distance of the points of its base from
// the middle.
VL_WARN_UNUSED vlResult vlModel_SpinBox(const vlTurningCase* c, double a, double b, double* share);

// A force across side a, `offset` (m) from the middle of a box and at the height of the floor,
// grows until the box breaks loose. `share` is the force over vlModel_PushLimit.
VL_WARN_UNUSED vlResult vlModel_PushBox(const vlTurningCase* c, double a, double b, double offset,
                                        double* share);

// Mean distance of the points of an a x b rectangle from its middle, m.
double vlModel_MeanDistance(double a, double b);

// The largest force, as a part of mu m g, that holds across side a at `offset` from the middle of
// an evenly pressed rectangle: the least over all centres of turning.
double vlModel_PushLimit(double a, double b, double offset);

#endif
