// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_HALT_WAY_H
#define VOLAR_WORLD_HALT_WAY_H

// The way of a body within a step, and which bodies may halt on it. docs/theory/foreseen.md.

#include "world/work.h"

// The step that has just been made.
typedef struct vlHalting {
    const vlModel* model;
    vlState* state;
    vlWork* work;
    double step; // s
} vlHalting;

// A body that forces moved in this step: the only kind that can be made to halt.
static inline bool vlHalting_IsMoved(const vlHalting* h, int body)
{
    return h->model->inertia[body].inverseMass > 0.0 && !h->work->implicit.isStill[body] &&
           !h->state->isFrozen[body];
}

// How long a body moves, s: all of the step unless it halts. Bodies on joints halt together.
static inline double vlHalting_Until(const vlHalting* h, int body)
{
    return h->work->halt.until[h->work->halt.group[body]];
}

// A body that is followed along its way, from the start of the step on.
typedef struct vlFollowed {
    int body;
    double time; // s, how far it has been followed
    vlMotion motion;
} vlFollowed;

vlFollowed vlFollowed_Begin(const vlHalting* h, int body);

// Follows the body on to a later time; one that halts stays where it halts. Only the rotation since
// the last time is computed, which is a fraction of the work of a rotation from the start.
void vlFollowed_Advance(const vlHalting* h, vlFollowed* f, double time);

// How the body moves on from there.
vlSweep vlFollowed_Sweep(const vlHalting* h, const vlFollowed* f);

// One of its pieces.
vlPlaced vlFollowed_Piece(const vlHalting* h, const vlFollowed* f, uint32_t piece);

// How long its way can be followed, s: all of the step unless it turns too fast.
double vlHalting_FollowedTime(const vlHalting* h, int body);

#endif
