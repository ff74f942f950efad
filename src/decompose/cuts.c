// SPDX-License-Identifier: MIT
#include "decompose/cuts.h"

#include <stdlib.h>

#define AT_EDGES 26
#define ACROSS 5 // per axis
// Edges bent by less are those of a curved surface; sine.
#define FLAT_EDGE 0.02

typedef struct Side {
    int low, high, face;
    bool isForward;
} Side;

typedef struct Proposal {
    double weight;
    vlProposedCut plane;
    vlVec3 middle, along; // of the edge
} Proposal;

static int compareSides(const void* one, const void* other)
{
    const Side* p = one;
    const Side* q = other;
    if (p->low != q->low) {
        return p->low < q->low ? -1 : 1;
    }
    if (p->high != q->high) {
        return p->high < q->high ? -1 : 1;
    }
    return p->face < q->face ? -1 : p->face > q->face;
}

static int compareProposals(const void* one, const void* other)
{
    const Proposal* p = one;
    const Proposal* q = other;
    if (p->weight != q->weight) {
        return p->weight > q->weight ? -1 : 1;
    }
    return p->plane.offset < q->plane.offset ? -1 : p->plane.offset > q->plane.offset;
}

static bool isSamePlane(const vlProposedCut* a, const vlProposedCut* b, double size)
{
    double along = vlDot(a->normal, b->normal);
    double sign = along < 0.0 ? -1.0 : 1.0;
    return fabs(along) > 0.9998 && fabs(a->offset - sign * b->offset) < 1e-3 * size;
}

static void add(vlProposedCut* planes, int* count, vlVec3 normal, vlVec3 through, double size)
{
    vlProposedCut plane = {normal, vlDot(normal, through)};
    for (int i = 0; i < *count; ++i) {
        if (isSamePlane(&planes[i], &plane, size)) {
            return;
        }
    }
    if (*count < VL_MOST_CUTS && vlLength(normal) > 0.5) {
        planes[(*count)++] = plane;
    }
}

// Adds the proposals at a concave edge: each face's plane, and the one between them.
static int proposeAt(const vlPart* part, const Side* a, const Side* b, Proposal* out)
{
    vlVec3 p = part->points[a->low], along = vlSub(part->points[a->high], p);
    const vlPartFace* f = &part->faces[a->isForward ? a->face : b->face];
    const vlPartFace* g = &part->faces[a->isForward ? b->face : a->face];
    // Seen along the edge with face f at its left: the edge is concave if g's normal turns to f.
    double sine = vlDot(vlCross(f->normal, g->normal), vlUnit(along));
    if (a->isForward == b->isForward || !(sine < -FLAT_EDGE)) {
        return 0;
    }
    double weight = vlLength(along) * -sine;
    vlVec3 between = vlUnit(vlSub(f->normal, g->normal));
    vlVec3 middle = vlMulAdd(p, 0.5, along);
    out[0] = (Proposal){weight, {f->normal, vlDot(f->normal, p)}, middle, along};
    out[1] = (Proposal){weight, {g->normal, vlDot(g->normal, p)}, middle, along};
    out[2] = (Proposal){0.5 * weight, {between, vlDot(between, p)}, middle, along};
    return 3;
}

// Proposals of the same plane add up: a groove is worth more than each of its edges.
static int gather(Proposal* all, int count, double size)
{
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        int k = 0;
        while (k < kept && !isSamePlane(&all[k].plane, &all[i].plane, size)) {
            ++k;
        }
        if (k < kept) {
            all[k].weight += all[i].weight;
        } else {
            all[kept++] = all[i];
        }
    }
    return kept;
}

static Side* sortSides(const vlPart* part, int* count)
{
    Side* sides = malloc(sizeof *sides * (size_t)(part->edgeCount + 1));
    *count = 0;
    for (int f = 0; sides != NULL && f < part->faceCount; ++f) {
        for (int i = 0; i < part->faces[f].count; ++i) {
            vlPartEdge e = part->edges[part->faces[f].first + i];
            sides[(*count)++] = (Side){e.from < e.to ? e.from : e.to, e.from < e.to ? e.to : e.from,
                                       f, e.from < e.to};
        }
    }
    if (sides != NULL) {
        qsort(sides, (size_t)*count, sizeof *sides, compareSides);
    }
    return sides;
}

static bool isPair(const Side* side)
{
    return side[0].low == side[1].low && side[0].high == side[1].high;
}

double vlCuts_Concavity(const vlPart* part, int* edges)
{
    int count = 0, concave = 0;
    double sum = 0.0;
    Side* sides = sortSides(part, &count);
    if (sides == NULL) {
        return -1.0;
    }
    for (int i = 0; i + 1 < count; ++i) {
        Proposal at[3];
        if (isPair(&sides[i])) {
            bool isConcave = proposeAt(part, &sides[i], &sides[i + 1], at) > 0;
            sum += isConcave ? at[0].weight : 0.0;
            concave += isConcave;
            ++i;
        }
    }
    free(sides);
    if (edges != NULL) {
        *edges = concave;
    }
    return sum;
}

// A tooth stands on its root between two concave edges, in whose plane there is no face: planes
// through each edge and the middles of its nearest neighbours. Looks at the edges of the first
// `count` proposals and adds to them; there must be room for PAIRS_PER_EDGE * PAIRED_EDGES more.
// On a smooth surface there are many pairs, and few of them mean anything.
#define PAIR_WORTH 0.25
#define PAIRED_EDGES 64
#define PAIRS_PER_EDGE 3

static int addPairs(Proposal* all, int count, double worth)
{
    const Proposal* edge[PAIRED_EDGES];
    int edges = 0, added = count;
    for (int i = 0; i < count && edges < PAIRED_EDGES; ++i) {
        bool isNew = true;
        for (int k = 0; k < edges && isNew; ++k) {
            isNew = vlLength(vlSub(edge[k]->middle, all[i].middle)) > 0.0;
        }
        if (isNew) {
            edge[edges++] = &all[i];
        }
    }
    for (int i = 0; i < edges; ++i) {
        double nearest = 0.0;
        for (int n = 0; n < PAIRS_PER_EDGE; ++n) {
            int found = -1;
            double least = 0.0;
            for (int k = 0; k < edges; ++k) {
                double distance = vlLength(vlSub(edge[k]->middle, edge[i]->middle));
                if (distance > nearest && (found < 0 || distance < least)) {
                    found = k;
                    least = distance;
                }
            }
            if (found < 0) {
                break;
            }
            nearest = least;
            vlVec3 between = vlSub(edge[found]->middle, edge[i]->middle);
            vlVec3 normal = vlUnit(vlCross(edge[i]->along, between));
            all[added++] = (Proposal){worth * (edge[i]->weight + edge[found]->weight),
                                      {normal, vlDot(normal, edge[i]->middle)},
                                      edge[i]->middle,
                                      edge[i]->along};
        }
    }
    return added;
}

// Of at most this many edges proposals are gathered, the sharpest and longest first.
#define MOST_EDGES 256

static int findConcave(const vlPart* part, double size, double worth, Proposal** proposals)
{
    int count = 0;
    int sideCount = 0;
    Side* sides = sortSides(part, &sideCount);
    Proposal* all =
        malloc(sizeof *all * (size_t)(3 * part->edgeCount + PAIRED_EDGES * PAIRS_PER_EDGE));
    *proposals = all;
    if (sides == NULL || all == NULL) {
        free(sides);
        return -1;
    }
    for (int i = 0; i + 1 < sideCount; ++i) {
        if (isPair(&sides[i])) {
            count += proposeAt(part, &sides[i], &sides[i + 1], &all[count]);
            ++i;
        }
    }
    free(sides);
    qsort(all, (size_t)count, sizeof *all, compareProposals);
    count = addPairs(all, count < 3 * MOST_EDGES ? count : 3 * MOST_EDGES, worth);
    count = gather(all, count, size);
    qsort(all, (size_t)count, sizeof *all, compareProposals);
    return count;
}

int vlCuts_Propose(const vlPart* part, double tolerance, bool isEdgesOnly,
                   vlProposedCut planes[VL_MOST_CUTS])
{
    static const vlVec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    vlVec3 low = part->points[0], high = low;
    int count = 0;
    Proposal* proposals = NULL;
    for (int i = 0; i < part->pointCount; ++i) {
        vlVec3 p = part->points[i];
        low = vlVec(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = vlVec(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    double size = vlLength(vlSub(high, low)) + tolerance;
    int concave = findConcave(part, size, isEdgesOnly ? 1.0 : PAIR_WORTH, &proposals);
    for (int i = 0; i < concave && count < (isEdgesOnly ? VL_MOST_CUTS : AT_EDGES); ++i) {
        vlVec3 n = proposals[i].plane.normal;
        add(planes, &count, n, vlScale(n, proposals[i].plane.offset), size);
    }
    free(proposals);
    if (concave < 0 || (isEdgesOnly && concave > 0)) {
        return concave < 0 ? -1 : count;
    }
    for (int axis = 0; axis < 3; ++axis) {
        for (int i = 1; i <= ACROSS; ++i) {
            vlVec3 through = vlMulAdd(low, (double)i / (ACROSS + 1), vlSub(high, low));
            add(planes, &count, axes[axis], through, size);
        }
    }
    if (part->error > 0.0) {
        vlVec3 down = vlUnit(vlSub(part->worst, part->nearest));
        for (int axis = 0; axis < 3; ++axis) {
            add(planes, &count, axes[axis], part->nearest, size);
            add(planes, &count, vlUnit(vlCross(down, axes[axis])), part->nearest, size);
        }
        add(planes, &count, down, part->nearest, size);
    }
    return count;
}
