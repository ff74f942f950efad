// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_PLATE_H
#define VOLAR_EXPERIMENT_PLATE_H

// A plate that lies flat on a table, to be pressed and rocked.

#include <volar/volar.h>

#define VL_PLATE_GRAVITY 9.8
#define VL_PLATE_STEP 1e-3     // s
#define VL_PLATE_STIFFNESS 1e4 // N/m, of the table
#define VL_PLATE_MASS 0.01     // kg
#define VL_PLATE_SIDE 0.1      // m
#define VL_PLATE_HEIGHT 0.01   // m

// Destroy the world in any case; NULL without one.
VL_WARN_UNUSED vlResult vlPlate_Open(vlContactModel model, vlWorld** world, vlBodyId* plate);

#endif
