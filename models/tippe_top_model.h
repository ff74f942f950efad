// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_TIPPE_TOP_H
#define VOLAR_MODEL_TIPPE_TOP_H

// A tippe top, [HS04] Figure 19, reduced to what makes it turn over: a ball whose centre of mass
// lies below its middle, without the stem (a stem longer than 1.1 radii would touch the floor
// before the top stands on its head). The origin of the shape's frame is the middle of the ball, z
// is the axis.

#include <volar/volar.h>

typedef struct vlTippeTopDef {
    int sectors, bands; // facets around the axis and from pole to pole: sectors * bands faces
    double mass;        // kg
    double radius;      // m
    double offset;      // m, of the centre of mass below the middle
    double inertia;     // kg m2, about every axis through the centre of mass
    double tilt;        // rad, of the axis from the vertical, about y
    double spin;        // rad/s, about the axis
} vlTippeTopDef;

// 20 g, radius 20 mm, offset a tenth of it, inertia 0.4 m R^2, tilt 0.1 rad, 150 rad/s, 192 faces.
vlTippeTopDef vlTippeTop_Default(void);

// Adds the top so that its lowest vertex touches z = 0 above the origin.
VL_WARN_UNUSED vlResult vlModel_AddTippeTop(vlWorld* world, const vlTippeTopDef* def,
                                            vlBodyId* body);

// Jellett's quantity -L . (point of contact - centre of mass), kg m2/s * m, of a perfect ball;
// constant as long as friction acts at one point only.
double vlTippeTop_Jellett(const vlTippeTopDef* def, vlQuat orientation, vlVec3 angularMomentum);

// Spin above which a perfect ball of equal moments of inertia turns over completely, rad/s:
// Jellett > sqrt(m g R^3 I alpha) (1 + alpha)^2 / sqrt(1 + alpha - gamma), gamma = 1,
// alpha = offset / radius.
double vlTippeTop_Threshold(const vlTippeTopDef* def, double gravity);

#endif
