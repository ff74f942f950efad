// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_SETS_H
#define VOLAR_BASE_SETS_H

// Numbers 0 to count - 1 in sets that are joined two at a time. The lowest number of a set is its
// name, whatever the order of joining.

// Each number is a set of its own.
static inline void vlSets_Begin(int* parent, int count)
{
    for (int i = 0; i < count; ++i) {
        parent[i] = i;
    }
}

// The name of the set that a number is in.
static inline int vlSets_Find(int* parent, int i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]]; // halves the way for the next search
        i = parent[i];
    }
    return i;
}

static inline void vlSets_Join(int* parent, int i, int j)
{
    i = vlSets_Find(parent, i);
    j = vlSets_Find(parent, j);
    parent[i > j ? i : j] = i > j ? j : i;
}

#endif
