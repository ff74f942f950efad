// SPDX-License-Identifier: MIT
// Finds triangles of a mesh that go through each other. Touching does not count: a side crosses a
// triangle only if its ends are on different sides of it and it passes within its border, each by
// more than the tolerance.

#include <stdlib.h>

#include "mesh/mesh_distance.h"
#include "mesh/mesh_report.h"

// A mesh in which more pairs of boxes overlap is a heap of triangles: the search ends.
#define MOST_PAIRS 30000000
#define DEEPEST 4096

typedef struct Search {
    const vlMesh* mesh;
    const int* component;
    double tolerance;
    vlMeshReport* report;
    vlMeshMeetings* meetings;
} Search;

static bool sideCrosses(vlVec3 p, vlVec3 q, const vlVec3* t, double tolerance, vlVec3* point)
{
    vlVec3 normal = vlUnit(vlCross(vlSub(t[1], t[0]), vlSub(t[2], t[0])));
    double from = vlDot(normal, vlSub(p, t[0])), to = vlDot(normal, vlSub(q, t[0]));
    bool isThrough = (from > tolerance && to < -tolerance) || (from < -tolerance && to > tolerance);
    if (!isThrough) {
        return false;
    }
    *point = vlMulAdd(p, from / (from - to), vlSub(q, p));
    for (int k = 0; k < 3; ++k) {
        vlVec3 side = vlSub(t[(k + 1) % 3], t[k]);
        if (vlDot(vlCross(normal, side), vlSub(*point, t[k])) <= tolerance * vlLength(side)) {
            return false;
        }
    }
    return true;
}

static void cornersOf(const vlMesh* mesh, int triangle, vlVec3* corner)
{
    for (int k = 0; k < 3; ++k) {
        corner[k] = mesh->points[mesh->indices[3 * triangle + k]];
    }
}

static void compare(Search* s, int a, int b)
{
    vlVec3 p[3], q[3], point = vlZero();
    bool isCrossing = false;
    cornersOf(s->mesh, a, p);
    cornersOf(s->mesh, b, q);
    for (int k = 0; k < 3 && !isCrossing; ++k) {
        isCrossing = sideCrosses(p[k], p[(k + 1) % 3], q, s->tolerance, &point) ||
                     sideCrosses(q[k], q[(k + 1) % 3], p, s->tolerance, &point);
    }
    if (!isCrossing) {
        return;
    }
    if (s->report->crossings < VL_MESH_PLACES) {
        s->report->crossing[s->report->crossings] =
            (vlMeshCrossing){a < b ? a : b, a < b ? b : a, point};
    }
    ++s->report->crossings;
    int i = s->component[a], k = s->component[b];
    if (i < VL_MESH_COMPONENTS && k < VL_MESH_COMPONENTS) {
        s->meetings->meet[i][k] = s->meetings->meet[k][i] = true;
    }
}

static void compareLeaves(Search* s, const vlBoxTree* tree, const vlBoxNode* x, const vlBoxNode* y)
{
    for (int i = x->first; i < x->first + x->count; ++i) {
        for (int k = x == y ? i + 1 : y->first; k < y->first + y->count; ++k) {
            compare(s, tree->order[i], tree->order[k]);
        }
    }
}

// Goes through all pairs of nodes that overlap, each pair once.
static void search(Search* s, const vlBoxTree* tree)
{
    int waiting[DEEPEST][2] = {{0, 0}};
    int depth = 1;
    long long pairs = 0;
    while (depth > 0) {
        --depth;
        int a = waiting[depth][0], b = waiting[depth][1];
        const vlBoxNode *x = &tree->node[a], *y = &tree->node[b];
        if (vlBox_AreApart(x->box, y->box, 0.0)) {
            continue;
        }
        if (++pairs > MOST_PAIRS || depth > DEEPEST - 4) {
            s->report->isCrossingCountComplete = false;
            return;
        }
        if (x->count > 0 && y->count > 0) {
            compareLeaves(s, tree, x, y);
        } else if (a == b) {
            int both[3][2] = {
                {x->left, x->left}, {x->left, x->left + 1}, {x->left + 1, x->left + 1}};
            for (int i = 0; i < 3; ++i) {
                waiting[depth][0] = both[i][0];
                waiting[depth++][1] = both[i][1];
            }
        } else {
            // The node that is split: the inner one, of two inner ones the one that came first.
            bool splitsX = y->count > 0 || (x->count == 0 && a < b);
            int left = splitsX ? x->left : y->left;
            for (int i = 0; i < 2; ++i) {
                waiting[depth][0] = splitsX ? left + i : a;
                waiting[depth++][1] = splitsX ? b : left + i;
            }
        }
    }
}

bool vlMeshReport_FindCrossings(const vlMesh* mesh, const int* component, double tolerance,
                                vlMeshReport* report, vlMeshMeetings* meetings)
{
    vlBoxTree tree;
    Search s = {mesh, component, tolerance, report, meetings};
    if (!vlMeshTree_Make(mesh, &tree)) {
        return false;
    }
    report->isCrossingCountComplete = true;
    search(&s, &tree);
    vlBoxTree_Free(&tree);
    return true;
}
