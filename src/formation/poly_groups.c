// SPDX-License-Identifier: MIT
// Round surfaces and rims: facets that meet at small angles are one surface, and edges between the
// same two surfaces that turn by small angles are one rim.

#include "base/angle.h"
#include "base/sets.h"
#include "formation/poly_pack.h"

static void groupFaces(vlPolyBlock* b, int* group, double smooth)
{
    for (int f = 0; f < b->shown.faceCount; ++f) {
        group[f] = f;
    }
    for (int i = 0; i < b->shown.edgeCount; ++i) {
        vlPolyhedronEdge* e = &b->edge[i];
        e->isSmooth = vlDot(b->face[e->face[0]].normal, b->face[e->face[1]].normal) > smooth;
        if (e->isSmooth) {
            vlSets_Join(group, e->face[0], e->face[1]);
        }
    }
    for (int f = 0; f < b->shown.faceCount; ++f) {
        int root = vlSets_Find(group, f);
        b->face[f].group = root;
        if (root != f) {
            b->face[f].isCurved = b->face[root].isCurved = true;
        }
    }
}

static bool areOfOneRim(const vlPolyBlock* b, const vlPolyhedronEdge* e, const vlPolyhedronEdge* f,
                        int vertex, double smooth)
{
    int e0 = b->face[e->face[0]].group;
    int e1 = b->face[e->face[1]].group;
    int f0 = b->face[f->face[0]].group;
    int f1 = b->face[f->face[1]].group;
    if (e->isSmooth || f->isSmooth || !((e0 == f0 && e1 == f1) || (e0 == f1 && e1 == f0))) {
        return false;
    }
    double sign = (e->vertex[0] == vertex) == (f->vertex[0] == vertex) ? -1.0 : 1.0;
    return sign * vlDot(e->direction, f->direction) > smooth;
}

static void groupEdges(vlPolyBlock* b, int* group, double smooth)
{
    for (int i = 0; i < b->shown.edgeCount; ++i) {
        group[i] = i;
    }
    for (int v = 0; v < b->shown.vertexCount; ++v) {
        const int* at = &b->vertexEdge[b->vertex[v].firstEdge];
        for (int i = 0; i < b->vertex[v].edgeCount; ++i) {
            for (int k = 0; k < i; ++k) {
                if (areOfOneRim(b, &b->edge[at[i]], &b->edge[at[k]], v, smooth)) {
                    vlSets_Join(group, at[i], at[k]);
                }
            }
        }
    }
    for (int i = 0; i < b->shown.edgeCount; ++i) {
        vlPolyhedronEdge* e = &b->edge[i];
        int root = vlSets_Find(group, i);
        e->group = e->isSmooth ? b->face[e->face[0]].group : root;
        if (!e->isSmooth && root != i) {
            e->isCurved = b->edge[root].isCurved = true;
        }
    }
}

static void groupVertices(vlPolyBlock* b)
{
    for (int v = 0; v < b->shown.vertexCount; ++v) {
        vlPolyhedronVertex* vertex = &b->vertex[v];
        const int* at = &b->vertexEdge[vertex->firstEdge];
        int smooth = 0;
        int rim = -1;
        bool isOneRim = true;
        for (int i = 0; i < vertex->edgeCount; ++i) {
            const vlPolyhedronEdge* e = &b->edge[at[i]];
            if (e->isSmooth) {
                ++smooth;
            } else if (rim < 0) {
                rim = e->group;
            } else {
                isOneRim &= rim == e->group;
            }
        }
        if (smooth == vertex->edgeCount) {
            vertex->named = (vlElement){VL_ELEMENT_FACE, b->face[b->edge[at[0]].face[0]].group};
        } else if (smooth > 0 && isOneRim) {
            vertex->named = (vlElement){VL_ELEMENT_EDGE, rim};
        }
    }
}

vlResult vlPolyBlock_FindGroups(vlPolyBlock* b, vlPolyDraft* d)
{
    int most = b->shown.faceCount > b->shown.edgeCount ? b->shown.faceCount : b->shown.edgeCount;
    int* group = vlPolyDraft_Take(d, most, sizeof(int));
    if (group != NULL) {
        double smooth = vlCosine(VL_SMOOTH_ANGLE);
        groupFaces(b, group, smooth);
        groupEdges(b, group, smooth);
        groupVertices(b);
    }
    vlPolyDraft_Drop(d, group);
    return vlPolyDraft_Memory(d);
}
