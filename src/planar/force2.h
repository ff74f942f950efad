// SPDX-License-Identifier: MIT
#ifndef VOLAR_PLANAR_FORCE2_H
#define VOLAR_PLANAR_FORCE2_H

// Forces of the contacts from their laws, and the work that they did once the bodies have moved.

#include "volar/planar.h"

// Finds the state of every contact: colliding or continuous. True if any collides.
bool vlWorld2_Decide(vlWorld2* world);
// Forces of all contacts on the bodies.
void vlWorld2_Press(vlWorld2* world);
// Books the work of all forces over the step's motion.
void vlWorld2_Book(vlWorld2* world);

#endif
