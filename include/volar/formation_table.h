// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_TABLE_H
#define VOLAR_FORMATION_TABLE_H

// Formations that two polyhedra can have, found beforehand: from the most constrained ones,
// contacts are released step by step, and what touches then is another formation [LX]. With
// the table, forces (formation_force.h) know a consistent formation at once. It is a help only: a
// formation that is not in it is made consistent when it is met.

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

// Searches, for seconds: not for a real-time loop. The polyhedra are needed only meanwhile.
// `allocator` NULL means vlDefaultAllocator(). VL_ERROR_ARGUMENT, VL_ERROR_MEMORY. Allocates.
VL_API VL_WARN_UNUSED vlResult vlFormationTable_Build(const vlAllocator* allocator,
                                                      const vlFormationTableDef* def,
                                                      vlFormationTable** table, char* message,
                                                      size_t messageSize);
// The same, but the table is read from a file in `folder` if one is there for exactly these
// polyhedra and numbers, and else written there. The name of the file is made from their content.
// A file that is damaged is replaced; one that cannot be written is no error: `message` says so
// then, and is empty otherwise. `wasRead` may be NULL.
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
// Neighbours: from the first, releasing a contact led to the second.
VL_API int vlFormationTable_GetArcCount(const vlFormationTable* table) VL_REALTIME;
VL_API bool vlFormationTable_GetArc(const vlFormationTable* table, int index, int* from,
                                    int* to) VL_REALTIME;
// Did the search end because there was no room for more?
VL_API bool vlFormationTable_IsCut(const vlFormationTable* table) VL_REALTIME;

// A number made from all that the formations of two polyhedra depend on.
VL_API uint64_t vlFormationTable_ContentOf(const vlPolyhedron* a,
                                           const vlPolyhedron* b) VL_REALTIME;
VL_API uint64_t vlFormationTable_GetContent(const vlFormationTable* table) VL_REALTIME;

// A number for the set of contacts (types and elements, in any order); 0 for none.
VL_API uint64_t vlFormation_GetKey(const vlFormation* formation) VL_REALTIME;

VL_END_C

#endif
