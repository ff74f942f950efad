// SPDX-License-Identifier: MIT
// The two trees of a surface: boxes over triangles and balls over samples. Both halve what they
// hold along the longest side of its box.

#include <float.h>
#include <stdlib.h>

#include "base/angle.h"
#include "base/box_tree.h"
#include "base/single.h"
#include "shape/skin_draft.h"

void vlSkin_Halve(const vlVec3* at, int* order, int count)
{
    vlBox box = vlBox_Empty();
    for (int i = 0; i < count; ++i) {
        vlBox_Include(&box, at[order[i]]);
    }
    vlOrder_Halve(at, vlBox_LongestAxis(box), order, count);
}

// ---- boxes over triangles ----

static void roundOutwards(const vlBox* box, vlSkinNode* node, int lane)
{
    for (int k = 0; k < 3; ++k) {
        double low = vlVec_Along(box->low, k), high = vlVec_Along(box->high, k);
        double middle = vlRoundToSingle(0.5 * (low + high));
        double half = fmax(high - middle, middle - low);
        double rounded = vlRoundToSingle(half);
        node->middle[k][lane] = (float)middle;
        node->half[k][lane] =
            rounded >= half ? (float)rounded : nextafterf((float)rounded, FLT_MAX);
    }
}

typedef struct Range {
    int first, count; // of the order of triangles
} Range;

// Parts a range into up to four: the largest is halved, until there are four or all are leaves.
static int divide(const vlVec3* middle, int* order, Range whole, Range part[VL_SKIN_WIDTH])
{
    int count = 1;
    part[0] = whole;
    while (count < VL_SKIN_WIDTH) {
        int largest = 0;
        for (int i = 1; i < count; ++i) {
            largest = part[i].count > part[largest].count ? i : largest;
        }
        Range* p = &part[largest];
        if (p->count <= VL_SKIN_LEAF) {
            break;
        }
        vlSkin_Halve(middle, &order[p->first], p->count);
        int half = p->count / 2;
        part[count++] = (Range){p->first + half, p->count - half};
        p->count = half;
    }
    return count;
}

// Writes box `lane` of a node around a part of the triangles.
static void enclose(const vlSkinDraft* d, const int* order, Range part, vlSkinNode* node, int lane)
{
    vlBox box = vlBox_Empty();
    for (int i = part.first; i < part.first + part.count; ++i) {
        for (int k = 0; k < 3; ++k) {
            vlBox_Include(&box, d->point[d->triangle[order[i]][k]]);
        }
    }
    roundOutwards(&box, node, lane);
}

// Splits the triangles of a range down to leaves; returns the root.
static int plant(vlSkinDraft* d, const vlVec3* middle, int* order, Range whole)
{
    struct {
        int node;
        Range range;
    } waiting[VL_SKIN_DEPTH];
    int depth = 0, root = d->nodeCount++;
    waiting[depth].node = root;
    waiting[depth++].range = whole;
    while (depth > 0) {
        --depth;
        vlSkinNode* node = &d->node[waiting[depth].node];
        Range part[VL_SKIN_WIDTH];
        int count = divide(middle, order, waiting[depth].range, part);
        for (int lane = VL_SKIN_WIDTH - 1; lane >= 0; --lane) {
            bool isLeaf = lane < count && part[lane].count <= VL_SKIN_LEAF;
            if (lane < count) {
                enclose(d, order, part[lane], node, lane);
            } else {
                enclose(d, order, part[0], node, lane); // any box: it is not looked at
            }
            node->first[lane] = lane < count ? part[lane].first : 0;
            node->count[lane] = isLeaf ? part[lane].count : (lane < count ? 0 : -1);
            if (lane < count && !isLeaf) {
                node->first[lane] = d->nodeCount;
                waiting[depth].node = d->nodeCount++;
                waiting[depth++].range = part[lane];
            }
        }
    }
    return root;
}

// Puts triangles, neighbours and solids into the order of the tree.
static bool reorder(vlSkinDraft* d, const int* order)
{
    int count = d->def->triangleCount;
    int(*triangle)[3] = calloc((size_t)count, sizeof *triangle);
    int(*beside)[3] = malloc((size_t)count * sizeof *beside);
    int* place = calloc((size_t)count, sizeof *place);
    int* solidOf = malloc((size_t)count * sizeof *solidOf);
    bool ok = triangle != NULL && beside != NULL && place != NULL && solidOf != NULL;
    for (int i = 0; ok && i < count; ++i) {
        place[order[i]] = i;
    }
    for (int i = 0; ok && i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            triangle[i][k] = d->triangle[order[i]][k];
            beside[i][k] = place[d->beside[order[i]][k]];
        }
        solidOf[i] = d->solidOf[order[i]];
    }
    free(place);
    free(ok ? (void*)d->triangle : (void*)triangle);
    free(ok ? (void*)d->beside : (void*)beside);
    free(ok ? d->solidOf : solidOf);
    if (ok) {
        d->triangle = triangle;
        d->beside = beside;
        d->solidOf = solidOf;
    }
    return ok;
}

// Puts the points into the order in which the triangles use them, so that neighbours are near in
// memory. Points of no triangle come last.
static bool renumber(vlSkinDraft* d)
{
    size_t count = (size_t)d->def->pointCount;
    int* place = calloc(count, sizeof *place);
    vlVec3* sorted = malloc(count * sizeof *sorted);
    bool ok = place != NULL && sorted != NULL;
    int used = 0;
    for (size_t i = 0; ok && i < count; ++i) {
        place[i] = -1;
    }
    for (int i = 0; ok && i < 3 * d->def->triangleCount; ++i) {
        int* v = &d->triangle[i / 3][i % 3];
        if (place[*v] < 0) {
            sorted[used] = d->point[*v];
            place[*v] = used++;
        }
        *v = place[*v];
    }
    for (size_t i = 0; ok && i < count; ++i) {
        if (place[i] < 0) {
            sorted[used++] = d->point[i];
        }
    }
    free(place);
    free(ok ? d->point : sorted);
    d->point = ok ? sorted : d->point;
    return ok;
}

// Angle at corner k of a triangle.
static double angleAt(const vlVec3* p, const int* t, int k)
{
    vlVec3 a = p[t[k]];
    vlVec3 u = vlSub(p[t[(k + 1) % 3]], a), v = vlSub(p[t[(k + 2) % 3]], a);
    return vlAngle_Of(vlLength(vlCross(u, v)), vlDot(u, v));
}

static bool sumNormals(vlSkinDraft* d)
{
    const vlVec3* p = d->point;
    d->pointNormal = calloc((size_t)d->def->pointCount, sizeof *d->pointNormal);
    if (d->pointNormal == NULL) {
        return false;
    }
    vlSkin view = vlSkinDraft_View(d);
    for (int t = 0; t < d->def->triangleCount; ++t) {
        vlVec3 n = vlSkin_Normal(&view, t);
        for (int k = 0; k < 3; ++k) {
            vlVec3* sum = &d->pointNormal[d->triangle[t][k]];
            *sum = vlMulAdd(*sum, angleAt(p, d->triangle[t], k), n);
        }
    }
    return true;
}

vlResult vlSkinDraft_Plant(vlSkinDraft* d, const vlSentence* error)
{
    int count = d->def->triangleCount;
    const vlVec3* p = d->point;
    vlVec3* middle = malloc((size_t)count * sizeof *middle);
    int* order = calloc((size_t)count, sizeof *order);
    d->node = malloc(((size_t)count + VL_MAX_SURFACE_SOLIDS) * sizeof *d->node);
    bool ok = middle != NULL && order != NULL && d->node != NULL;
    for (int t = 0; ok && t < count; ++t) {
        const int* v = d->triangle[t];
        middle[t] = vlScale(vlAdd(vlAdd(p[v[0]], p[v[1]]), p[v[2]]), 1.0 / 3.0);
    }
    int used = 0;
    for (int i = 0; ok && i < d->solidCount; ++i) {
        int first = used;
        for (int t = 0; t < count; ++t) {
            if (d->solidOf[t] == i) {
                order[used++] = t;
            }
        }
        d->solid[i] =
            (vlSkinSolid){plant(d, middle, order, (Range){first, used - first}), first, used};
    }
    ok = ok && reorder(d, order) && renumber(d);
    ok = ok && sumNormals(d);
    free(middle);
    free(order);
    return ok ? VL_OK : vlSentence_FailMemory(error);
}

// ---- balls over samples ----

static void surround(const vlVec3* at, const int* order, vlSkinCluster* c)
{
    vlBox box = vlBox_Empty();
    for (int i = 0; i < c->count; ++i) {
        vlBox_Include(&box, at[order[c->first + i]]);
    }
    c->centre = vlBox_Middle(box);
    for (int i = 0; i < c->count; ++i) {
        c->radius = fmax(c->radius, vlLength(vlSub(at[order[c->first + i]], c->centre)));
    }
}

static void gather(vlSkinDraft* d, const vlVec3* at, int* order)
{
    // Ranges of samples, the next one last: a node comes before its children.
    struct {
        int first, count;
    } waiting[2 * VL_SKIN_DEPTH];
    int depth = 0;
    waiting[depth].first = 0;
    waiting[depth++].count = d->sampleCount;
    while (depth > 0) {
        --depth;
        int first = waiting[depth].first, count = waiting[depth].count;
        vlSkinCluster* c = &d->cluster[d->clusterCount++];
        *c = (vlSkinCluster){.first = first, .count = count};
        surround(at, order, c);
        if (count > VL_SKIN_CLUSTER) {
            vlSkin_Halve(at, &order[first], count);
            waiting[depth].first = first + count / 2;
            waiting[depth++].count = count - count / 2;
            waiting[depth].first = first;
            waiting[depth++].count = count / 2;
        }
    }
    // A node's descendants are those after it whose samples are among its own.
    for (int i = d->clusterCount - 1; i >= 0; --i) {
        vlSkinCluster* c = &d->cluster[i];
        int next = i + 1;
        while (next < d->clusterCount && d->cluster[next].first < c->first + c->count) {
            next = d->cluster[next].after;
        }
        c->after = next;
    }
}

bool vlSkinDraft_Cluster(vlSkinDraft* d)
{
    size_t count = (size_t)d->sampleCount;
    vlVec3* at = calloc(count, sizeof *at);
    int* order = malloc(count * sizeof *order);
    vlSurfaceSample* sorted = malloc(count * sizeof *sorted);
    d->cluster = malloc(2 * count * sizeof *d->cluster);
    bool ok = at != NULL && order != NULL && sorted != NULL && d->cluster != NULL;
    for (int i = 0; ok && i < d->sampleCount; ++i) {
        at[i] = d->sample[i].point;
        order[i] = i;
    }
    if (ok) {
        gather(d, at, order);
    }
    for (int i = 0; ok && i < d->sampleCount; ++i) {
        sorted[i] = d->sample[order[i]];
    }
    free(at);
    free(order);
    free(ok ? d->sample : sorted);
    d->sample = ok ? sorted : d->sample;
    return ok;
}
