// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_H
#define VOLAR_CONTACT_H

// How two surfaces push and rub: the surface constants of a pair of materials, the choice of
// contact model of a world, and the report of a contact after a step. Theory: docs/theory/.

#include "volar/id.h"
#include "volar/law.h"
#include "volar/math.h"
#include "volar/reference.h"

// Largest number of contacts by a point law in one step; a world drops any more and counts them in
// vlStepInfo.droppedContacts.
#define VL_MAX_POINT_CONTACTS 32

// Laws (law.h) for the contacts that a pointer (vlBodyDef.isPointer) has with bodies that forces do
// not move. Such a contact is then one point: the wall law gets the deepest penetration and pushes
// at the centroid of the contact area; the friction law holds that point along the surface, equally
// in every direction. A union of pieces counts as one contact. Stiffness, damping and friction of
// the surface have no effect on it. All zeros: no laws.
typedef struct vlPointLaw {
    vlLawChoice wall;     // law NULL: none, the contact is like every other
    vlLawChoice friction; // law NULL: no friction; only together with a wall
} vlPointLaw;

// Constants of a pair of materials. `vlDefaultSurface()` fills in all of them.
//
// A surface has constants for both normal laws; a world ignores those that its law does not use.
//
// With the law LUMPED, kN is the stiffness of the whole contact, spread over its area: a face
// pressed flat to a depth D pushes back with kN D, an edge with kN D / 2, a vertex with kN D / 3 (D
// is the deepest penetration).
typedef struct vlSurface {
    double stiffnessN;      // kN, N/m, > 0, or VL_AUTO
    double dampingN;        // bN, N s/m, >= 0, or VL_AUTO: from dampingRatioN
    double dampingRatioN;   // 0 .. 2, of critical damping; used if dampingN is VL_AUTO
    double stiffnessS;      // kS, N/m, tangential, > 0, or VL_AUTO: equal to kN; LUMPED law only
    double dampingS;        // bS, N s/m, >= 0, or VL_AUTO: from dampingRatioS
    double dampingRatioS;   // 0 .. 2, of critical damping; used if dampingS is VL_AUTO
    double frictionStatic;  // mu0 >= mu
    double frictionDynamic; // mu >= 0
    double foundation;      // kappa, N/m3, > 0, or VL_AUTO: kN over the square of the smaller
                            // piece's bounding radius; FOUNDATION law, and surfaces of meshes
    // e, 0 .. 1: bodies that meet at the normal speed v part at e v, measured where they touch, if
    // v is above 4 |gravity| step + 1 mm/s. VL_AUTO: what stiffness and damping give, which is all
    // that RK4 accepts.
    double restitution;
    // m, above 0 and at most 1: how far apart bodies are when contact begins, if one of them is the
    // surface of a mesh (surface.h). VL_AUTO: the spacing of its samples, the larger one of two.
    // The stiffness per area of such a contact is `foundation`, which for it is 2e9 N/m3 if
    // VL_AUTO; it has no damping and no restitution.
    double contactDistance;
    vlPointLaw point; // of the contacts that a pointer feels
} vlSurface;

// How depth becomes normal force.
typedef enum vlNormalLaw {
    VL_LAW_LUMPED,    // pressure kN d / A: one stiffness per contact, whatever its area [HS04]
    VL_LAW_FOUNDATION // pressure kappa d: a bed of springs, whose stiffness grows with the area
} vlNormalLaw;

typedef enum vlFrictionMode {
    VL_MODE_NONE,   // no friction: separating, or a frictionless pair
    VL_MODE_STATIC, // sticking: a distributed spring and damper
    VL_MODE_DYNAMIC // sliding or spinning
} vlFrictionMode;

// How a world computes contacts. All zeros is the recommended choice and what
// vlDefaultContactOptions() returns.
typedef struct vlContactOptions {
    vlNormalLaw law;
    vlReferenceOptions reference; // other models to compare with; all zeros: none of them
} vlContactOptions;

// One contact of the last step, in the world frame: a touching pair of convex pieces, or two bodies
// that touch by samples (surface.h), for which the samples are summed and volume, friction torque,
// slip and twist are 0. Its geometry is that of the start of the step. With an explicit integrator
// its forces belong to the start too; with the implicit one they are those that the step applied,
// and a contact that it foresaw before the bodies overlap has volume and depth 0. The wrench acts
// on body B about `origin`; body A receives its negative.
typedef struct vlContactReport {
    vlBodyId bodyA, bodyB;
    int pieceA, pieceB;
    vlVec3 origin;           // on the contact plane, at the centroid of the contact area
    vlVec3 normal;           // unit, from A towards B
    double volume;           // m3, of the intersection
    double area;             // m2, of its projection on the contact plane
    double depth;            // m, largest extent of the intersection along the normal
    double groupArea;        // m2, of all contacts of the same union with similar normals
    vlVec3 centreOfPressure; // m; equals `origin` while no normal force acts
    double normalForce;      // N, >= 0
    vlVec3 frictionForce;    // N, on B, in the contact plane
    double frictionTorque;   // N m, on B about the normal
    vlWrench wrench;         // whole wrench on B about `origin`
    vlFrictionMode mode;
    vlVec3 slip;  // m, extension of the friction spring at `origin`
    double twist; // rad, its rotation about the normal
    double stiffnessN, dampingN, stiffnessS, dampingS; // as used, after the stability limits
} vlContactReport;

VL_BEGIN_C

// All stiffnesses, dampings and restitution automatic, damping ratios 0.7, mu0 = mu = 0.5.
VL_API vlSurface vlDefaultSurface(void) VL_REALTIME;

// The law LUMPED and no reference model; docs/decisions.md gives the evidence.
VL_API vlContactOptions vlDefaultContactOptions(void) VL_REALTIME;

VL_END_C

#endif
