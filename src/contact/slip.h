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

#define VL_MAX_SLIP 146 // the most Gauss points of a footprint, and one more

// The points of an area with the pressure that bounds their friction. Column by column, because
// they are taken two at a time.
typedef struct vlSlipPoints {
    int count;             // even: the last one may be there twice, the second time without force
    double x[VL_MAX_SLIP]; // m
    double y[VL_MAX_SLIP]; // m
    double area[VL_MAX_SLIP];  // m2
    double force[VL_MAX_SLIP]; // N, pressing
} vlSlipPoints;

// What presses on the area: points, and a slab in addition if it is one.
typedef struct vlSlipField {
    const vlSlab* slab; // NULL: none
    const vlSlipPoints* points;
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

// Adds a point; End makes their number even.
void vlSlipPoints_Add(vlSlipPoints* points, vlVec2 p, double area, double force);
void vlSlipPoints_End(vlSlipPoints* points);

vlSureHold vlSlip_SureHold(const vlSlipField* field);

// True if friction surely holds this force and moment about the origin.
bool vlSureHold_Holds(const vlSureHold* hold, double mu, vlVec2 force, double moment);

// Finds the slip for springs and dampers of `c` N s/m. `slip` may begin with the slip of a motion
// nearby.
void vlSlip_Find(const vlSlipField* field, double mu, double c, const double e[3], vlSlip* slip);

#endif
