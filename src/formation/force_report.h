// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_FORCE_REPORT_H
#define VOLAR_FORMATION_FORCE_REPORT_H

// What renderers and simulations read of a force between calls.

#include "volar/formation_force.h"

const vlFormationForceReport* vlFormationForce_GetReport(const vlFormationForce* force) VL_REALTIME;
// The centre of mass of A, in its frame: moments are about it.
vlVec3 vlFormationForce_GetCentre(const vlFormationForce* force) VL_REALTIME;

#endif
