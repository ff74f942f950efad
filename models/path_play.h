// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_PATH_PLAY_H
#define VOLAR_MODEL_PATH_PLAY_H

// Leads a held part along a closed path and feels it by its contact formation: alone, and behind a
// renderer. The path is followed exactly, by a hand that nothing moves.

#include <volar/formation_force.h>
#include <volar/port_ledger.h>

#include "models/closed_path.h"

// How path number `index` is felt: with friction for every second one.
typedef struct vlPathFeel {
    double shell;     // in clearances
    double stiffness; // N/m
    double friction;  // dynamic; the static one is a quarter more
} vlPathFeel;

// Work is positive if the hand received it.
typedef struct vlPathPlay {
    double given;   // J, over the path
    double jump;    // N, largest change of the force in one tick, before shading
    double beyond;  // N, largest part of such a change beyond what it may be
    double pressed; // mean normal force over what the distances of the contacts ask for
    // J, what the hand received and what was lost beyond what was there: made by sampling.
    double made;
    bool isFree;   // nothing touched at either end
    vlAudit audit; // behind a renderer
    // J, how much of the work of what the renderer felt the accounts of the formation do not show.
    double unexplained;
} vlPathPlay;

vlPathFeel vlPathFeel_Of(int shell, uint64_t index);

// A force for this path; NULL if there is no memory.
vlFormationForce* vlPathFeel_Make(const vlPathFeel* feel, const vlPathPair* pair);

// The raw force, in ticks of `step` s.
void vlPathPlay_Alone(vlFormationForce* force, const vlPathFeel* feel, const vlPathPair* pair,
                      const vlClosedPath* path, double step, vlPathPlay* play);
// Behind a renderer, as a device of the model `preset` is sent it.
vlResult vlPathPlay_Rendered(vlFormationForce* force, const vlClosedPath* path, const char* preset,
                             bool isPassivityOn, double step, vlPathPlay* play);

#endif
