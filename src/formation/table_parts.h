// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_TABLE_PARTS_H
#define VOLAR_FORMATION_TABLE_PARTS_H

// What a table of formations holds, and how its search adds to it.

#include "base/sentence.h"
#include "formation/resolve.h"
#include "volar/formation_table.h"

// Arcs that are kept for each node, on average.
#define VL_ARCS_PER_NODE 16

typedef struct vlFormationArc {
    int32_t from, to;
} vlFormationArc;

struct vlFormationTable {
    vlAllocator allocator;
    uint64_t content; // of the polyhedra
    uint64_t numbers; // of the search
    int maxNodes, maxArcs;
    int nodeCount, arcCount;
    bool isCut;
    uint32_t slotMask;
    vlFormationNode* nodes;
    vlFormationArc* arcs;
    int32_t* nodeSlots; // index of the node + 1, by key; 0: empty
    int32_t* arcSlots;
    uint32_t arcMask;
};

// Room for a table, empty; NULL without memory.
vlFormationTable* vlTable_Make(const vlAllocator* allocator, int maxNodes);
// Adds a node unless it is there. Returns its index, or -1 if there is no room. `*isNew`: it was
// added.
int vlTable_AddNode(vlFormationTable* table, const vlFormationNode* node, bool* isNew);
void vlTable_AddArc(vlFormationTable* table, int from, int to);
vlResult vlTable_Check(const vlFormationTableDef* def, const vlSentence* error);
uint64_t vlTable_NumbersOf(const vlFormationTableDef* def);

#endif
