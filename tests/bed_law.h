// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_BED_LAW_H
#define VOLAR_TESTS_BED_LAW_H

// Contacts of any kind and mode on their own, and the law that the implicit step linearises,
// written once more: pressure and friction summed point by point in the world. The footprint stands
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

// A contact on its own, and the trial velocity it is linearised about.
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
    double pressure[VL_MAX_GAUSS];     // Pa, that friction goes by
    int count;
    double grown; // part of the depth that presses
    double reach; // m, radius of gyration of the area: makes one of forces and torques
    vlTwist trial;
    bool isPartial, isFirst;
} vlBedCase;

// Before the first contact and after the last one. False when a shape could not be made.
bool vlBedCase_CreateRig(void);
void vlBedCase_ReleaseRig(void);

// Any contact of a kind and mode that presses everywhere or, `isPartial`, not: in the first pass of
// a step, or, `again`, in a later one.
void vlBedCase_Draw(vlBedCase* c, vlTouchKind kind, vlFrictionMode mode, bool isPartial, bool again,
                    vlRandom* random);

// Point p of the contact plane from the origin, and the velocity there.
vlVec3 vlBedCase_Arm(const vlBedCase* c, vlVec2 p);
vlVec3 vlBedCase_Velocity(vlTwist t, vlVec3 arm);

// Where friction is integrated.
typedef struct vlFrictionNode {
    vlVec2 p;
    double weight;   // m2
    double pressure; // Pa
} vlFrictionNode;

// The Gauss points; for a slab that turns about a point nearby many more about that point, where
// friction changes its direction. Returns their number; they are valid until the next call.
int vlBedCase_FrictionNodes(const vlBedCase* c, vlTwist t, const vlFrictionNode** nodes);

// (kN (d - h g) - bN g)/A at Gauss point i before it is cut at zero.
double vlBedLaw_Pressure(const vlBedCase* c, vlTwist t, int i);
// kS (r + theta perp p) + (h kS + bS) u, per area: what sticking answers the negative of.
vlVec3 vlBedLaw_Traction(const vlBedCase* c, vlTwist t, vlVec2 p);
// The wrench on B about the origin at velocity `t` of the end of the step. `isWhole`: all presses,
// and the integrals of the depth are taken as known.
vlWrench vlBedLaw_At(const vlBedCase* c, vlTwist t, bool isWhole);

#endif
