// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_H
#define VOLAR_CONTACT_H

// How two surfaces push and rub: the surface constants of a pair of materials, the choice of
// contact model of a world, and the report of a contact after a step. Theory: docs/theory/.

#include "volar/id.h"
#include "volar/math.h"
#include "volar/reference.h"

// Constants of a pair of materials. `vlDefaultSurface()` fills in all of them.
//
// They belong to the materials, whatever the law of the world they are in: those that its law does
// not use wait for one that does.
//
// The stiffness is that of the whole contact, spread over its area: a face pressed flat by depth D
// answers with kN D, an edge with kN D / 2, a vertex with kN D / 3 (D the deepest penetration).
typedef struct vlSurface {
    double stiffnessN;      // kN, N/m, > 0, or VL_AUTO
    double dampingN;        // bN, N s/m, >= 0, or VL_AUTO: from dampingRatioN
    double dampingRatioN;   // 0 .. 2, of critical for the pair's effective mass; used with VL_AUTO
    double stiffnessS;      // kS, N/m, tangential, > 0, or VL_AUTO: equal to kN; LUMPED law only
    double dampingS;        // bS, N s/m, >= 0, or VL_AUTO: from dampingRatioS
    double dampingRatioS;   // 0 .. 2
    double frictionStatic;  // mu0 >= mu
    double frictionDynamic; // mu >= 0
    double foundation;      // kappa, N/m3, > 0, or VL_AUTO: kN over the square of the smaller
                            // piece's bounding radius; FOUNDATION law only
} vlSurface;

// How depth becomes normal force.
typedef enum vlNormalLaw {
    VL_LAW_LUMPED,    // pressure kN d / A: one stiffness per contact, whatever its area [HS04]
    VL_LAW_FOUNDATION // pressure kappa d: a bed of springs, stiffness grows with the area
} vlNormalLaw;

typedef enum vlFrictionMode {
    VL_MODE_NONE,   // no friction: separating, or a frictionless pair
    VL_MODE_STATIC, // sticking: a distributed spring and damper
    VL_MODE_DYNAMIC // sliding or spinning
} vlFrictionMode;

// How a world computes contacts. All zeros is the recommended set, as is
// vlDefaultContactOptions().
typedef struct vlContactOptions {
    vlNormalLaw law;
    vlReferenceOptions reference; // other ways, to compare with; all zeros: none
} vlContactOptions;

// One contact (a touching pair of convex pieces) of the last step, found at that step's start; its
// forces are those of the start too, or with an implicit integrator those that the step applied.
// World frame. The wrench acts on body B about `origin`; body A receives its negative.
typedef struct vlContactReport {
    vlBodyId bodyA, bodyB;
    int pieceA, pieceB;
    vlVec3 origin;           // on the contact plane, at the centroid of the contact area
    vlVec3 normal;           // unit, from A towards B
    double volume;           // m3, of the intersection
    double area;             // m2, of its projection on the contact plane
    double depth;            // m, largest extent of the intersection along the normal
    double groupArea;        // m2, shared with the other pieces of the same union
    vlVec3 centreOfPressure; // equals origin while no normal force acts
    double normalForce;      // N, >= 0
    vlVec3 frictionForce;    // N, on B, in the contact plane
    double frictionTorque;   // N m, on B about the normal
    vlWrench wrench;         // whole wrench on B about `origin`
    vlFrictionMode mode;
    vlVec3 slip;  // m, extension of the friction spring at `origin`
    double twist; // rad, its rotation about the normal
    double stiffnessN, dampingN, stiffnessS, dampingS; // in force after the stability limits
} vlContactReport;

VL_BEGIN_C

// kN, kS, b automatic, damping ratios 0.7, mu0 = mu = 0.5.
VL_API vlSurface vlDefaultSurface(void) VL_REALTIME;

// LUMPED, no reference mode; docs/decisions.md gives the evidence.
VL_API vlContactOptions vlDefaultContactOptions(void) VL_REALTIME;

VL_END_C

#endif
