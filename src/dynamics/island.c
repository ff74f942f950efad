// SPDX-License-Identifier: MIT
// Union-find. The root of a set is its lowest body, so that the result does not depend on the order
// of the links; path halving alone keeps the paths short (O(log n) each, amortised).

#include "dynamics/island.h"

#include "base/check.h"
#include "base/sets.h"

void vlIslands_LayOut(vlIslands* islands, vlArena* arena, int bodies)
{
    size_t n = (size_t)bodies;
    islands->bodyCapacity = bodies;
    islands->rowCount = 0;
    islands->islandCount = 0;
    islands->row = vlArena_Take(arena, n, sizeof *islands->row);
    islands->body = vlArena_Take(arena, n, sizeof *islands->body);
    islands->start = vlArena_Take(arena, n + 1, sizeof *islands->start);
    islands->island = vlArena_Take(arena, n, sizeof *islands->island);
    islands->parent = vlArena_Take(arena, n, sizeof *islands->parent);
}

// Numbers the islands and counts their rows, in start[island + 1].
static void countRows(vlIslands* islands, int bodyCount, const bool* isSolved)
{
    int count = 0;
    islands->start[0] = 0;
    for (int i = 0; i < bodyCount; ++i) {
        if (!isSolved[i]) {
            islands->island[i] = -1;
            continue;
        }
        int root = vlSets_Find(islands->parent, i);
        if (root == i) { // the lowest body comes first: its island has no number yet
            islands->island[i] = count++;
            islands->start[count] = 0;
        }
        islands->island[i] = islands->island[root];
        ++islands->start[islands->island[i] + 1];
    }
    islands->islandCount = count;
}

void vlIslands_Find(vlIslands* islands, int bodyCount, const bool* isSolved, const vlLink* links,
                    int linkCount)
{
    VL_ASSERT(bodyCount <= islands->bodyCapacity);
    int* parent = islands->parent;
    for (int i = 0; i < bodyCount; ++i) {
        parent[i] = i;
    }
    for (int i = 0; i < linkCount; ++i) {
        int a = links[i].a;
        int b = links[i].b;
        if (a >= 0 && b >= 0 && isSolved[a] && isSolved[b]) {
            vlSets_Join(parent, a, b);
        }
    }
    countRows(islands, bodyCount, isSolved);
    for (int i = 0; i < islands->islandCount; ++i) {
        islands->start[i + 1] += islands->start[i];
    }
    islands->rowCount = islands->start[islands->islandCount];

    // The parents are no longer needed: the entry of an island now counts the rows assigned so far.
    int* given = parent;
    for (int i = 0; i < islands->islandCount; ++i) {
        given[i] = islands->start[i];
    }
    for (int i = 0; i < bodyCount; ++i) {
        if (!isSolved[i]) {
            islands->row[i] = -1;
            continue;
        }
        int row = given[islands->island[i]]++;
        islands->row[i] = row;
        islands->body[row] = i;
    }
}
