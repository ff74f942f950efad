// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_SWEEP_TARGETS_H
#define VOLAR_APP_SWEEP_TARGETS_H

// What can be swept.

#include "app/sweep/sweep_plan.h"

// A haptic loop (models/loop_point.h): its numbers by name.
extern const vlSweepTarget vlSweepTarget_Loop;
// A scene, run for some seconds: what --set can change.
extern const vlSweepTarget vlSweepTarget_Scene;

// Says that a name does not exist, and which is nearest. Returns false.
bool vlSweepTarget_Refuse(const char* what, const char* name, const char* const* names, int count,
                          char* message, size_t size);
// Goes on with a hash by the bytes of a file; by nothing if it cannot be read, which opening the
// subject explains.
uint64_t vlSweepTarget_HashFile(const char* path, uint64_t hash);

#endif
