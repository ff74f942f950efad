// SPDX-License-Identifier: MIT
// Makes the tree over the patches. It splits them by the surface-area heuristic over their boxes,
// and gives every inner node a hull of vertices of the patches below, rounded so that it contains
// them all (T14.2), and its error (T14.3).

#include <stdlib.h>

#include "base/box.h"
#include "base/keyed.h"
#include "hierarchy/levels.h"

// Beyond this depth ranges are halved by number, which ends 22 levels later for any mesh.
#define BALANCED 24
#define MOST_WAITING 128
// Errors of inner nodes are measured to within FINE of the radius, and those above ENOUGH of it no
// further: no query accepts such a node.
#define FINE 1e-3
#define ENOUGH 0.06

typedef struct Leaves {
    const vlPatchList* patches;
    vlBox* box;    // of each patch
    double* below; // areas of boxes from the first patch on
    vlKeyed* key;  // twice the middles of boxes along an axis
    vlVec3* point; // corners of the patches below a node
    vlFarPoint* scratch;
} Leaves;

static double areaOf(vlBox b)
{
    vlVec3 s = vlSub(b.high, b.low);
    return s.x * s.y + s.y * s.z + s.z * s.x;
}

static void sortAlong(Leaves* l, int axis, int* order, int count)
{
    for (int i = 0; i < count; ++i) {
        const vlBox* b = &l->box[order[i]];
        l->key[i] = (vlKeyed){vlVec_Along(vlAdd(b->low, b->high), axis), order[i]};
    }
    qsort(l->key, (size_t)count, sizeof *l->key, vlKeyed_Compare);
    for (int i = 0; i < count; ++i) {
        order[i] = l->key[i].number;
    }
}

// The cheapest place to part the leaves along an axis: areas times numbers on both sides.
static int bestPlace(Leaves* l, const int* order, int count, double* cost)
{
    vlBox box = l->box[order[0]];
    int best = count / 2;
    for (int i = 0; i < count; ++i) {
        box = vlBox_Join(box, l->box[order[i]]);
        l->below[i] = areaOf(box);
    }
    *cost = HUGE_VAL;
    box = l->box[order[count - 1]];
    for (int i = count - 1; i > 0; --i) {
        box = vlBox_Join(box, l->box[order[i]]);
        double sum = l->below[i - 1] * i + areaOf(box) * (count - i);
        best = sum < *cost ? i : best;
        *cost = fmin(*cost, sum);
    }
    return best;
}

static int part(Leaves* l, int* order, int count, int depth)
{
    int bestAxis = 0, place = count / 2;
    double least = HUGE_VAL;
    for (int axis = 0; axis < 3; ++axis) {
        double cost;
        sortAlong(l, axis, order, count);
        int at = bestPlace(l, order, count, &cost);
        if (cost < least) {
            least = cost;
            bestAxis = axis;
            place = at;
        }
    }
    if (bestAxis != 2) {
        sortAlong(l, bestAxis, order, count);
    }
    return depth < BALANCED ? place : count / 2;
}

// Ranges of leaves that wait for their node.
typedef struct Waiting {
    int first, count, depth, parent, side;
} Waiting;

static void plant(Leaves* l, vlLevelDraft* d)
{
    Waiting waiting[MOST_WAITING];
    int depth = 0;
    waiting[depth++] = (Waiting){0, l->patches->count, 0, -1, 0};
    while (depth > 0) {
        Waiting w = waiting[--depth];
        int number = d->nodeCount++;
        vlLevelNode* n = &d->node[number];
        // Until the node is finished, `first` and `count` are its leaves.
        *n = (vlLevelNode){.child = {-1, -1}, .first = w.first, .count = w.count, .depth = w.depth};
        d->deepest = w.depth > d->deepest ? w.depth : d->deepest;
        if (w.parent >= 0) {
            d->node[w.parent].child[w.side] = number;
        }
        if (w.count > 1) {
            int place = part(l, &d->order[w.first], w.count, w.depth);
            waiting[depth++] = (Waiting){w.first + place, w.count - place, w.depth + 1, number, 1};
            waiting[depth++] = (Waiting){w.first, place, w.depth + 1, number, 0};
        }
    }
}

static int gatherPoints(const Leaves* l, const vlLevelDraft* d, const vlLevelNode* n, double* round)
{
    int count = 0;
    *round = 0.0;
    for (int i = n->first; i < n->first + n->count; ++i) {
        const vlLevelHull* hull = &l->patches->patch[d->order[i]].hull;
        for (int v = 0; v < hull->count; ++v) {
            l->point[count++] = hull->vertex[v];
        }
        *round = fmax(*round, hull->round);
    }
    return count;
}

static void finishNode(Leaves* l, vlLevelDraft* d, int number, double radius, vlStandOff* measure)
{
    vlLevelNode* n = &d->node[number];
    vlLevelHull* hull = &d->hull[number];
    if (n->child[0] < 0) {
        const vlPatch* patch = &l->patches->patch[d->order[n->first]];
        *hull = patch->hull;
        n->error = patch->error;
        return;
    }
    double round;
    int count = gatherPoints(l, d, n, &round);
    *hull = vlLevelHull_Choose(l->point, count, l->scratch);
    hull->round += round; // what the patches themselves were rounded by
    double bare = vlStandOff_Measure(measure, hull, FINE * radius, ENOUGH * radius);
    n->error = bare + hull->round;
    for (int k = 0; k < 2; ++k) { // a parent is never better than its children
        n->error = fmax(n->error, d->node[n->child[k]].error);
    }
}

static bool allocate(Leaves* l, vlLevelDraft* d)
{
    size_t leaves = (size_t)l->patches->count, points = 1; // never none
    for (int i = 0; i < l->patches->count; ++i) {
        points += (size_t)l->patches->patch[i].hull.count;
    }
    d->node = malloc(2 * leaves * sizeof *d->node);
    d->hull = malloc(2 * leaves * sizeof *d->hull);
    d->order = malloc(leaves * sizeof *d->order);
    l->box = malloc(leaves * sizeof *l->box);
    l->below = malloc(leaves * sizeof *l->below);
    l->key = malloc(leaves * sizeof *l->key);
    l->point = malloc(points * sizeof *l->point);
    l->scratch = malloc(points * sizeof *l->scratch);
    return d->node != NULL && d->hull != NULL && d->order != NULL && l->box != NULL &&
           l->below != NULL && l->key != NULL && l->point != NULL && l->scratch != NULL;
}

bool vlLevelDraft_Make(const vlPatchList* patches, double radius, vlStandOff* measure,
                       vlPatchProgress* progress, void* user, vlLevelDraft* d)
{
    Leaves l = {.patches = patches};
    *d = (vlLevelDraft){.nodeCount = 0};
    bool ok = patches->count > 0 && allocate(&l, d);
    for (int i = 0; ok && i < patches->count; ++i) {
        l.box[i] = vlBox_OfPoints(patches->patch[i].hull.vertex, patches->patch[i].hull.count);
        d->order[i] = i;
    }
    if (ok) {
        plant(&l, d);
    }
    for (int i = ok ? d->nodeCount - 1 : -1; i >= 0; --i) { // children first
        finishNode(&l, d, i, radius, measure);
        if (progress != NULL && i % 256 == 0) {
            progress(user, 1.0 - (double)i / d->nodeCount);
        }
    }
    free(l.box);
    free(l.below);
    free(l.key);
    free(l.point);
    free(l.scratch);
    return ok;
}

void vlLevelDraft_Free(vlLevelDraft* d)
{
    free(d->node);
    free(d->hull);
    free(d->order);
    *d = (vlLevelDraft){.nodeCount = 0};
}
