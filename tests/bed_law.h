// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_BED_LAW_H
#define VOLAR_TESTS_BED_LAW_H

// Single contacts of any kind and mode, and a second implementation of the law that the implicit
// step linearises: pressure and friction summed point by point in the world. The footprint stands
// still in both.

#include "contact/bed.h"
#include "pairs.h"
#include "turning_nodes.h"

typedef enum vlTouchKind {
    VL_TOUCH_FACE_FACE,
    VL_TOUCH_FACE_EDGE,
    VL_TOUCH_FACE_VERTEX,
    VL_TOUCH_EDGE_EDGE,
    VL_TOUCH_KINDS
} vlTouchKind;

// A single contact, and the trial velocity about which it is linearised.
typedef struct vlBedCase {
    vlContact contact;
    vlContactContext context;
    vlContactOptions options;
    vlSurface surface;
    vlVolumePool volumes;
    vlBedPoint bedPoints[VL_MAX_GAUSS];
    vlBedPool pool;
    vlBed bed;
    vlDepthPoint points[VL_MAX_GAUSS]; // depths scaled and grown
    double pressure[VL_MAX_GAUSS];     // Pa, the pressure that friction uses
    int count;
    double grown; // part of the depth that presses
    double reach; // m, radius of gyration of the area: scales torques to compare them with forces
    vlTwist trial;
    bool isPartial, isFirst;
} vlBedCase;

// Call these before the first contact and after the last one. False if a shape could not be made.
bool vlBedCase_CreateRig(void);
void vlBedCase_ReleaseRig(void);

// Draws a contact of a kind and mode that presses everywhere or, if `isPartial`, not everywhere; in
// the first pass of a step or, if `again`, in a later one.
void vlBedCase_Draw(vlBedCase* c, vlTouchKind kind, vlFrictionMode mode, bool isPartial, bool again,
                    vlRandom* random);

// Point p of the contact plane from the origin, and the velocity there.
vlVec3 vlBedCase_Arm(const vlBedCase* c, vlVec2 p);
vlVec3 vlBedCase_Velocity(vlTwist t, vlVec3 arm);

// A point at which friction is integrated.
typedef struct vlFrictionNode {
    vlVec2 p;
    double weight;   // m2
    double pressure; // Pa
} vlFrictionNode;

// The Gauss points. For a slab that rotates about a nearby point there are many more around that
// point, where friction changes its direction. Returns their number; they are valid until the next
// call.
int vlBedCase_FrictionNodes(const vlBedCase* c, vlTwist t, const vlFrictionNode** nodes);

// (kN (d - h g) - bN g)/A at Gauss point i, before negative values are set to zero.
double vlBedLaw_Pressure(const vlBedCase* c, vlTwist t, int i);
// kS (r + theta perp p) + (h kS + bS) u, per area; the traction of sticking is its negative.
vlVec3 vlBedLaw_Traction(const vlBedCase* c, vlTwist t, vlVec2 p);
// The wrench on B about the origin with the velocity `t` at the end of the step. `isWhole`: the
// whole footprint presses, and the integrals of the depth are taken as known.
vlWrench vlBedLaw_At(const vlBedCase* c, vlTwist t, bool isWhole);

#endif
