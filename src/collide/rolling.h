// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_ROLLING_H
#define VOLAR_COLLIDE_ROLLING_H

// A body that rolls tilts against its partner all the time, but its contact area moves on and does
// not deepen on one side. This finds which part of a tilting the area can follow in this way.
// docs/theory/contact_volume.md.

#include "collide/volume.h"

// Sets the volume's tilting moments M_t; `shift` is what takes scratch->lifted to the contact's
// origin.
void vlRolling_Measure(const vlPolytope* polytope, const vlNormalSource* normals,
                       const vlVolumeScratch* scratch, vlLifted shift, vlContactVolume* volume);

#endif
