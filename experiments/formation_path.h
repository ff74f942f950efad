// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_FORMATION_PATH_H
#define VOLAR_EXPERIMENT_FORMATION_PATH_H

// A cube of side 0.1 m led through contacts with an L, a stepped block and a slot: the fixed
// bodies, and poses of the cube that keep its contacts at a gap of 0.5 mm.

#include <volar/formation_force.h>

#define VL_PATH_HALF 0.05 // m, half of the cube's side

typedef enum vlPathBody { VL_PATH_L, VL_PATH_STEP, VL_PATH_SLOT, VL_PATH_BODIES } vlPathBody;

vlResult vlPath_MakeCube(const vlPolyhedron** cube);
vlResult vlPath_MakeBody(vlPathBody body, const vlPolyhedron** polyhedron);

// The cube turned about z by `lean`, then about y by `turn` (degrees), its lowest corners over the
// floor and the wall of the L; shifted along z by `along` m.
vlPose vlPath_InCorner(double lean, double turn, double along);
// Leaning by `lean` degrees against the edge of the step, its lower edge on the tread.
vlPose vlPath_AtStep(double lean, double along);
// In the middle of the slot, lifted from its floor by `lift` m.
vlPose vlPath_InSlot(double lift, double along);

// From 0 to 1, at rest at both ends.
double vlPath_Smooth(double share);

// The types of a formation as text, e.g. "{e-f, v-f}".
void vlPath_Label(const vlFormation* formation, char* text, size_t size);

#endif
