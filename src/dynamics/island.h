// SPDX-License-Identifier: MIT
#ifndef VOLAR_DYNAMICS_ISLAND_H
#define VOLAR_DYNAMICS_ISLAND_H

// Which bodies can affect each other within a step: those connected by force elements through
// bodies that are solved for. Each such island is a linear system of its own; a body that is not
// solved for (driven, fixed) passes nothing on.

#include <stdbool.h>

#include "base/arena.h"

// Two bodies that a force element connects. There is no link if a body is negative or not solved
// for.
typedef struct vlLink {
    int a, b;
} vlLink;

typedef struct vlIslands {
    int bodyCapacity;
    int rowCount;    // bodies solved for
    int islandCount; // at most rowCount
    int* row;        // [bodies] body -> row of the system; -1: not solved for
    int* body;       // [rows] row -> body; an island's rows are adjacent, its bodies ascending
    int* start;      // [islands + 1] first row of each island; the last entry is rowCount
    int* island;     // [bodies] body -> island; -1: not solved for
    int* parent;     // [bodies] scratch: towards the lowest body of the island
} vlIslands;

// Room for up to `bodies` bodies.
void vlIslands_LayOut(vlIslands* islands, vlArena* arena, int bodies);

// The island that a link belongs to, or -1 if neither of its bodies is solved for. `link.b` must be
// a body.
static inline int vlIslands_OfLink(const vlIslands* islands, vlLink link)
{
    int b = islands->island[link.b];
    return b >= 0 || link.a < 0 ? b : islands->island[link.a];
}

// Finds the islands of bodies 0 .. bodyCount - 1, in the order of their lowest body. The result
// depends only on which bodies are linked, not on the order of the links.
void vlIslands_Find(vlIslands* islands, int bodyCount, const bool* isSolved, const vlLink* links,
                    int linkCount);

#endif
