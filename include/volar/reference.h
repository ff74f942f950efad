// SPDX-License-Identifier: MIT
#ifndef VOLAR_REFERENCE_H
#define VOLAR_REFERENCE_H

// Other models of a contact: the classical baseline, published methods, and one that is still an
// experiment. Tests and experiments compare the engine with them; nothing else needs them. The
// first value of each enum is the recommended one, so that all zeros selects none of the others.

#include "volar/base.h"

// Which contact forces a world computes.
typedef enum vlContactModel {
    VL_CONTACT_VOLUME, // springs, dampers and friction spread over the contact area [HS04]
    VL_CONTACT_POINT   // the classical baseline: one spring at the deepest point, no spin friction
} vlContactModel;

// Where the contact normal comes from.
typedef enum vlNormalRule {
    VL_NORMAL_GRADIENT, // the direction in which the contact volume shrinks fastest
    VL_NORMAL_SEARCH    // trial separation and closest points, tracked over the steps [HS04] 4.2
} vlNormalRule;

// How dynamic friction is integrated over the contact area.
typedef enum vlFrictionRule {
    VL_FRICTION_GAUSS, // Gauss points, full magnitude at any speed
    VL_FRICTION_PAPER  // linear between the triangles' vertices, as printed: [HS04] eqs. (14)-(16)
} vlFrictionRule;

// In which direction the pressure kappa d of the law FOUNDATION pushes.
typedef enum vlPressureRule {
    VL_PRESSURE_NORMAL, // along the contact normal
    VL_PRESSURE_FACES   // along A's own face normals: closest to a potential; an experiment
} vlPressureRule;

// How the contact polyhedron is computed.
typedef enum vlPolyhedronRoute {
    VL_POLYHEDRON_CLIP, // cuts one piece by the other's planes: fast, bounded, no allocation
    VL_POLYHEDRON_DUAL  // dual transform and QuickHull [HS04] 4.3: allocates, NOT real-time
} vlPolyhedronRoute;

// Combinations that make no sense give VL_ERROR_ARGUMENT when a world is created: PAPER or FACES
// with the implicit integrator, FACES with the law LUMPED, and POINT with any other choice here or
// with the law FOUNDATION.
typedef struct vlReferenceOptions {
    vlContactModel model;
    vlNormalRule normal;
    vlFrictionRule friction;
    vlPressureRule pressure;
    vlPolyhedronRoute route;
} vlReferenceOptions;

#endif
