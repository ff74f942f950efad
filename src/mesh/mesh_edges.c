// SPDX-License-Identifier: MIT
// Edges and components of a mesh of triangles.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/sets.h"
#include "mesh/mesh_parts.h"

vlResult vlMesh_Fail(const vlSentence* error, vlResult result, const char* format, ...)
{
    if (error->text != NULL && error->size > 0) {
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(error->text, error->size, format, arguments);
        va_end(arguments);
    }
    return result;
}

vlResult vlMesh_FailMemory(const vlSentence* error)
{
    return vlMesh_Fail(error, VL_ERROR_MEMORY, "no memory for the mesh");
}

static int compareEdges(const void* one, const void* other)
{
    const vlMeshEdge* p = one;
    const vlMeshEdge* q = other;
    if (p->a != q->a) {
        return p->a < q->a ? -1 : 1;
    }
    if (p->b != q->b) {
        return p->b < q->b ? -1 : 1;
    }
    return p->side < q->side ? -1 : p->side > q->side;
}

bool vlMeshEdges_Make(const int* triangles, int triangleCount, vlMeshEdges* edges)
{
    edges->count = 3 * triangleCount;
    edges->edge = malloc(sizeof *edges->edge * (size_t)(edges->count > 0 ? edges->count : 1));
    if (edges->edge == NULL) {
        return false;
    }
    for (int side = 0; side < edges->count; ++side) {
        int from = triangles[side];
        int to = triangles[vlMesh_NextSide(side)];
        edges->edge[side] = (vlMeshEdge){from < to ? from : to, from < to ? to : from, side};
    }
    qsort(edges->edge, (size_t)edges->count, sizeof *edges->edge, compareEdges);
    return true;
}

int vlMesh_NumberComponents(const vlMeshEdges* edges, int triangleCount, int* component)
{
    int count = 0;
    vlSets_Begin(component, triangleCount);
    for (int i = 0; i < edges->count;) {
        int end = vlMeshEdges_End(edges, i);
        for (int k = i + 1; k < end; ++k) {
            vlSets_Join(component, edges->edge[i].side / 3, edges->edge[k].side / 3);
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

void vlMesh_Bounds(const vlMesh* mesh, vlVec3* low, vlVec3* high)
{
    *low = *high = mesh->points[0];
    for (int i = 1; i < mesh->pointCount; ++i) {
        vlVec3 p = mesh->points[i];
        *low = vlVec(fmin(low->x, p.x), fmin(low->y, p.y), fmin(low->z, p.z));
        *high = vlVec(fmax(high->x, p.x), fmax(high->y, p.y), fmax(high->z, p.z));
    }
}
