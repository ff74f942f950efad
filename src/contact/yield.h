// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_YIELD_H
#define VOLAR_CONTACT_YIELD_H

// The inverse masses of the two bodies of a contact at its origin.

#include "contact/contact_force.h"

typedef struct vlYield {
    double normal;        // along the normal, 1/kg
    double x, y, xy;      // tangential 2 x 2, 1/kg
    double bxx, bxy, byy; // in-plane inverse inertia, 1/(kg m2)
} vlYield;

vlYield vlYield_Of(const vlContactVolume* volume, const vlContactBody* a, const vlContactBody* b);
// Larger eigenvalue of the tangential inverse mass.
double vlYield_Tangential(const vlYield* yield);
// Largest eigenvalue of the tilting problem: in-plane inverse inertia of the pair times the second
// moments of the area.
double vlYield_Tilting(const vlYield* yield, const vlContactVolume* volume);
// The same for other moments (m4) spread over an area (m2).
double vlYield_TiltingOf(const vlYield* yield, vlSymmetric2 moments, double area);

#endif
