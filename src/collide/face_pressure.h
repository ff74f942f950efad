// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_FACE_PRESSURE_H
#define VOLAR_COLLIDE_FACE_PRESSURE_H

// The PRESSURE law's integral over A's faces.

#include "collide/volume.h"

// int of d(x) n dA over A's faces inside B, with d the height above B's back planes along the
// normal and n the face's own normal; wrench about the contact origin, per unit of kappa. `shift`
// takes the scratch's lifted vertices to that origin.
vlWrench vlFacePressure_Integrate(const vlPolytope* polytope, const vlVolumeScratch* scratch,
                                  vlLifted shift, const vlContactVolume* volume, vlOwner ownerA);

#endif
