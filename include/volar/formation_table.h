// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_TABLE_H
#define VOLAR_FORMATION_TABLE_H

// A table of the formations that two polyhedra can have, found in advance: from the most
// constrained formations, contacts are released step by step, and what still touches is another
// formation [LX]. With the table, forces (formation_force.h) recognise a consistent formation at
// once. The table only saves time: a formation that is missing from it is made consistent when it
// occurs.

#include "volar/formation.h"

typedef struct vlFormationTable vlFormationTable;

// One formation: an example of a pose of A in the frame of B, with all its contacts closed.
typedef struct vlFormationNode {
    uint64_t key; // of vlFormation_GetKey
    vlPose poseBA;
    int32_t contactCount;
    int32_t rank; // sum of what its contacts hold: 3, 2 or 1 each
} vlFormationNode;

typedef struct vlFormationTableDef {
    const vlPolyhedron* a;
    const vlPolyhedron* b;
    int maxNodes;  // 1 .. 1000000: the search ends there
    int tries;     // 1 .. 1000: random motions for each release
    uint64_t seed; // of the random motions: the same seed gives the same table
} vlFormationTableDef;

VL_BEGIN_C

// 20000 nodes, 6 tries.
VL_API vlFormationTableDef vlDefaultFormationTableDef(const vlPolyhedron* a,
                                                      const vlPolyhedron* b) VL_REALTIME;

// Searches for seconds, so it is not for a real-time loop. The polyhedra are needed only during the
// call. `allocator` NULL means vlDefaultAllocator(). VL_ERROR_ARGUMENT, VL_ERROR_MEMORY. Allocates.
VL_API VL_WARN_UNUSED vlResult vlFormationTable_Build(const vlAllocator* allocator,
                                                      const vlFormationTableDef* def,
                                                      vlFormationTable** table, char* message,
                                                      size_t messageSize);
// The same, but if `folder` has a file for exactly these polyhedra and numbers, the table is read
// from it; otherwise the table is built and written there. The name of the file is made from their
// content. A damaged file is replaced. A file that cannot be written is not an error: `message`
// then says so, and is empty otherwise. `wasRead` may be NULL.
VL_API VL_WARN_UNUSED vlResult vlFormationTable_BuildCached(const vlAllocator* allocator,
                                                            const vlFormationTableDef* def,
                                                            const char* folder,
                                                            vlFormationTable** table, bool* wasRead,
                                                            char* message, size_t messageSize);
// NULL is allowed.
VL_API void vlFormationTable_Destroy(vlFormationTable* table);

// VL_ERROR_IO if the file cannot be written.
VL_API VL_WARN_UNUSED vlResult vlFormationTable_Write(const vlFormationTable* table,
                                                      const char* path, char* message,
                                                      size_t messageSize);
// VL_ERROR_IO, VL_ERROR_PARSE (not such a file, or damaged), VL_ERROR_MISMATCH (of other polyhedra
// or numbers), VL_ERROR_MEMORY. Allocates.
VL_API VL_WARN_UNUSED vlResult vlFormationTable_Read(const vlAllocator* allocator,
                                                     const vlFormationTableDef* def,
                                                     const char* path, vlFormationTable** table,
                                                     char* message, size_t messageSize);

VL_API bool vlFormationTable_Has(const vlFormationTable* table, uint64_t key) VL_REALTIME;
VL_API int vlFormationTable_GetCount(const vlFormationTable* table) VL_REALTIME;
// NULL outside of 0 .. count - 1.
VL_API const vlFormationNode* vlFormationTable_GetNode(const vlFormationTable* table,
                                                       int index) VL_REALTIME;
// Arcs: releasing a contact of the formation `from` led to the formation `to`. False out of range.
VL_API int vlFormationTable_GetArcCount(const vlFormationTable* table) VL_REALTIME;
VL_API bool vlFormationTable_GetArc(const vlFormationTable* table, int index, int* from,
                                    int* to) VL_REALTIME;
// Did the search find more than there was room for?
VL_API bool vlFormationTable_IsCut(const vlFormationTable* table) VL_REALTIME;

// A hash of everything that the formations of two polyhedra depend on.
VL_API uint64_t vlFormationTable_ContentOf(const vlPolyhedron* a,
                                           const vlPolyhedron* b) VL_REALTIME;
VL_API uint64_t vlFormationTable_GetContent(const vlFormationTable* table) VL_REALTIME;

// A hash of the set of contacts (types and elements, in any order); 0 if there are none.
VL_API uint64_t vlFormation_GetKey(const vlFormation* formation) VL_REALTIME;

VL_END_C

#endif
