// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_SLIP_H
#define VOLAR_CONTACT_SLIP_H

// Friction of a contact area as plasticity. Springs and dampers pull with c (e - delta), where e is
// what they would be stretched by without slipping, as a velocity, and delta is the velocity with
// which the area slips. Under a given pressure the slip takes the power
//
//   diss(delta) = mu int pi |delta(p)|
//
// and the area slips so that it minimises 1/2 c (e - delta)^2 + diss(delta). The least value is a
// potential of the velocity: friction is its slope. Either nothing slips at all, or friction is on
// the surface that Coulomb's law allows. docs/theory/implicit.md.

#include "contact/slab_friction.h"

// A point with the pressure that bounds its friction.
typedef struct vlSlipPoint {
    vlVec2 p;
    double area;  // m2
    double force; // N, pressing
} vlSlipPoint;

// What presses on the area: a slab, or points.
typedef struct vlSlipField {
    const vlSlab* slab; // NULL: none
    const vlSlipPoint* points;
    int count;
    double force;  // N, of all together
    double radius; // m, of gyration of the area: turning is counted at this distance
} vlSlipField;

typedef struct vlSlip {
    bool slips;
    double delta[3]; // m/s: along the area and at the radius of gyration
    double slope[6]; // N s/m: by which the pull grows with e; xx, xy, xz, yy, yz, zz
} vlSlip;

// Friction that surely holds: any mixture of a force at the centre of pressure and of the friction
// of turning about it.
typedef struct vlSureHold {
    vlVec2 centre;  // m
    double most;    // N, per unit of the coefficient
    double turn[3]; // N, N m about the centre: what turning takes, likewise
} vlSureHold;

vlSureHold vlSlip_SureHold(const vlSlipField* field);

// True if friction surely holds this force and moment about the origin.
bool vlSureHold_Holds(const vlSureHold* hold, double mu, vlVec2 force, double moment);

// Finds the slip for springs and dampers of `c` N s/m. `slip` may begin with the slip of a motion
// nearby.
void vlSlip_Find(const vlSlipField* field, double mu, double c, const double e[3], vlSlip* slip);

#endif
