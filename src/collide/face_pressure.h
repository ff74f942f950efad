// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_FACE_PRESSURE_H
#define VOLAR_COLLIDE_FACE_PRESSURE_H

// The PRESSURE law's integral over A's faces.

#include "collide/volume.h"

// Integral of d(x) n dA over A's faces inside B, where d is the height above B's back planes along
// the contact normal and n the face's own normal. The wrench is about the contact origin, per unit
// of kappa. `shift` moves the scratch's lifted vertices to that origin.
vlWrench vlFacePressure_Integrate(const vlPolytope* polytope, const vlVolumeScratch* scratch,
                                  vlLifted shift, const vlContactVolume* volume, vlOwner ownerA);

#endif
