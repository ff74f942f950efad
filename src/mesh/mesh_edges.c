// SPDX-License-Identifier: MIT
// Edges and components of a mesh of triangles.

#include <stdlib.h>

#include "base/sets.h"
#include "mesh/mesh_parts.h"

vlResult vlMesh_FailMemory(const vlSentence* error)
{
    return vlSentence_Fail(error, VL_ERROR_MEMORY, "no memory for the mesh");
}

int vlMesh_NumberComponents(const vlSideList* sides, int triangleCount, int* component)
{
    int count = 0;
    vlSets_Begin(component, triangleCount);
    for (int i = 0; i < sides->count;) {
        int end = vlSideList_End(sides, i);
        for (int k = i + 1; k < end; ++k) {
            vlSets_Join(component, sides->side[i].number / 3, sides->side[k].number / 3);
        }
        i = end;
    }
    // The smallest triangle of a set comes first: its number is known when the others ask for it.
    for (int t = 0; t < triangleCount; ++t) {
        component[t] = component[t] == t ? -1 - count++ : component[component[t]];
    }
    for (int t = 0; t < triangleCount; ++t) {
        component[t] = -1 - component[t];
    }
    return count;
}
