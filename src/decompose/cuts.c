// SPDX-License-Identifier: MIT
#include "decompose/cuts.h"

#include <stdlib.h>

#include "base/box.h"
#include "base/side.h"

#define AT_EDGES 26
#define AT_EDGES_HALVING 8
#define AT_EDGES_EVEN 12
#define ACROSS 5 // per axis
// Edges bent by less are those of a curved surface; sine.
#define FLAT_EDGE 0.02

typedef struct Proposal {
    double weight;
    vlProposedCut plane;
    vlVec3 middle, along; // of the edge
    int place;            // where it stood before it was sorted
} Proposal;

static int compareProposals(const void* one, const void* other)
{
    const Proposal* p = one;
    const Proposal* q = other;
    if (p->weight != q->weight) {
        return p->weight > q->weight ? -1 : 1;
    }
    if (p->plane.offset != q->plane.offset) {
        return p->plane.offset < q->plane.offset ? -1 : 1;
    }
    return p->place - q->place;
}

// Equal ones keep their order, as not every C library's qsort lets them.
static void sortProposals(Proposal* all, int count)
{
    for (int i = 0; i < count; ++i) {
        all[i].place = i;
    }
    qsort(all, (size_t)count, sizeof *all, compareProposals);
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
static int proposeAt(const vlPart* part, const vlSide* a, const vlSide* b, Proposal* out)
{
    vlVec3 p = part->points[a->low], along = vlSub(part->points[a->high], p);
    const vlPartFace* f = &part->faces[a->isForward ? a->number : b->number];
    const vlPartFace* g = &part->faces[a->isForward ? b->number : a->number];
    // Seen along the edge with face f at its left: the edge is concave if g's normal turns to f.
    double sine = vlDot(vlCross(f->normal, g->normal), vlUnit(along));
    if (a->isForward == b->isForward || !(sine < -FLAT_EDGE)) {
        return 0;
    }
    double weight = vlLength(along) * -sine;
    vlVec3 between = vlUnit(vlSub(f->normal, g->normal));
    vlVec3 middle = vlMulAdd(p, 0.5, along);
    out[0] = (Proposal){weight, {f->normal, vlDot(f->normal, p)}, middle, along, 0};
    out[1] = (Proposal){weight, {g->normal, vlDot(g->normal, p)}, middle, along, 0};
    out[2] = (Proposal){0.5 * weight, {between, vlDot(between, p)}, middle, along, 0};
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

// The number of a side is that of its face.
static vlSide* sortSides(const vlPart* part, int* count)
{
    vlSide* sides = malloc(sizeof *sides * (size_t)(part->edgeCount + 1));
    *count = 0;
    for (int f = 0; sides != NULL && f < part->faceCount; ++f) {
        for (int i = 0; i < part->faces[f].count; ++i) {
            vlPartEdge e = part->edges[part->faces[f].first + i];
            sides[(*count)++] = vlSide_Of(e.from, e.to, f);
        }
    }
    if (sides != NULL) {
        qsort(sides, (size_t)*count, sizeof *sides, vlSide_Compare);
    }
    return sides;
}

double vlCuts_Concavity(const vlPart* part, int* edges)
{
    int count = 0, concave = 0;
    double sum = 0.0;
    vlSide* sides = sortSides(part, &count);
    if (sides == NULL) {
        return -1.0;
    }
    for (int i = 0; i + 1 < count; ++i) {
        Proposal at[3];
        if (vlSide_IsBeside(&sides[i], &sides[i + 1])) {
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
                                      edge[i]->along,
                                      0};
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
    vlSide* sides = sortSides(part, &sideCount);
    Proposal* all =
        malloc(sizeof *all * (size_t)(3 * part->edgeCount + PAIRED_EDGES * PAIRS_PER_EDGE));
    *proposals = all;
    if (sides == NULL || all == NULL) {
        free(sides);
        return -1;
    }
    for (int i = 0; i + 1 < sideCount; ++i) {
        if (vlSide_IsBeside(&sides[i], &sides[i + 1])) {
            count += proposeAt(part, &sides[i], &sides[i + 1], &all[count]);
            ++i;
        }
    }
    free(sides);
    sortProposals(all, count);
    count = addPairs(all, count < 3 * MOST_EDGES ? count : 3 * MOST_EDGES, worth);
    count = gather(all, count, size);
    sortProposals(all, count);
    return count;
}

// The middle of the surface, and twice the second moments of its area about the middle.
static vlMat3 spreadOf(const vlPart* part, vlVec3* middle)
{
    double area = 0.0;
    vlMat3 spread = {vlZero(), vlZero(), vlZero()};
    *middle = vlZero();
    for (int pass = 0; pass < 2; ++pass) {
        for (int f = 0; f < part->faceCount; ++f) {
            const vlPartFace* face = &part->faces[f];
            const vlPartEdge* edge = &part->edges[face->first];
            for (int i = 0; i < face->count; ++i) {
                // Signed triangles from the first point: they add up to the face, with its holes.
                vlVec3 a = part->points[edge[0].from], b = part->points[edge[i].from];
                vlVec3 c = part->points[edge[i].to];
                double twice = vlDot(face->normal, vlCross(vlSub(b, a), vlSub(c, a)));
                vlVec3 at = vlScale(vlAdd(vlAdd(a, b), c), 1.0 / 3.0);
                vlVec3 d = vlSub(at, *middle);
                if (pass == 0) {
                    area += twice;
                    *middle = vlMulAdd(*middle, twice, at);
                } else {
                    spread.cx = vlMulAdd(spread.cx, twice * d.x, d);
                    spread.cy = vlMulAdd(spread.cy, twice * d.y, d);
                    spread.cz = vlMulAdd(spread.cz, twice * d.z, d);
                }
            }
        }
        if (pass == 0) {
            *middle = vlScale(*middle, area > 0.0 ? 1.0 / area : 0.0);
        }
    }
    return spread;
}

// The direction of the largest spread at right angles to `not` (zero: of all): the power method,
// from each axis of coordinates, as often as is enough to tell clear differences.
static vlVec3 longestAxis(vlMat3 spread, vlVec3 not )
{
    static const vlVec3 starts[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    vlVec3 best = vlZero();
    double most = -1.0;
    for (int k = 0; k < 3; ++k) {
        vlVec3 v = vlUnit(vlMulAdd(starts[k], -vlDot(starts[k], not ), not ));
        for (int i = 0; i < 40; ++i) {
            vlVec3 next = vlMulMV(spread, v);
            v = vlUnit(vlMulAdd(next, -vlDot(next, not ), not ));
        }
        double value = vlDot(v, vlMulMV(spread, v));
        if (value > most * (1.0 + 1e-9)) {
            most = value;
            best = v;
        }
    }
    return best;
}

// Where a slice ends is known to this power of a half of the part's length.
#define SLICE_HALVINGS 8
#define SLICE_LOOKS 3

int vlCuts_PiecesNeeded(const vlPart* part, double target)
{
    double n = ceil(sqrt(part->error / target) - 0.15);
    return n < 1.0 ? 1 : n > 64.0 ? 64 : (int)n;
}

// The place along the axis below which about the fraction of the part lies; `*middle` becomes the
// middle of the surface there. False without memory.
static bool findPlace(const vlPart* part, vlVec3 axis, double fraction, double tolerance,
                      double* place, vlVec3* middle)
{
    double low = vlDot(axis, part->points[0]), high = low;
    for (int i = 0; i < part->pointCount; ++i) {
        low = fmin(low, vlDot(axis, part->points[i]));
        high = fmax(high, vlDot(axis, part->points[i]));
    }
    for (int i = 0; i < SLICE_HALVINGS; ++i) {
        vlPart below;
        *place = 0.5 * (low + high);
        if (!vlPart_Below(part, axis, *place, tolerance, &below)) {
            return false;
        }
        bool isEnough = vlPart_Volume(&below) > fraction * part->volume;
        (void)spreadOf(&below, middle);
        vlPart_Free(&below);
        *(isEnough ? &high : &low) = *place;
    }
    return true;
}

bool vlCuts_Slice(const vlPart* part, double fraction, double tolerance, vlProposedCut* plane)
{
    vlVec3 one, both;
    vlMat3 spread = spreadOf(part, &one);
    vlVec3 axis = vlLength(plane->normal) > 0.0 ? plane->normal : longestAxis(spread, vlZero());
    bool ok = true;
    // From the middle of the slice to that of the slice and its neighbour: along the arc where it
    // is cut, not along its chord. Each look is nearer to it than the one before.
    for (int look = 0; ok && look < SLICE_LOOKS; ++look) {
        ok = findPlace(part, axis, fraction, tolerance, &plane->offset, &one) &&
             findPlace(part, axis, 2.0 * fraction, tolerance, &plane->offset, &both);
        axis = vlUnit(vlSub(both, one));
    }
    plane->normal = axis;
    return ok && findPlace(part, axis, fraction, tolerance, &plane->offset, &one);
}

// Across the part's own axes, through its middle and at a third and two thirds of the longest: a
// part of a ring is halved by none of the axes of coordinates.
static void addAcross(const vlPart* part, bool isMiddleOnly, vlProposedCut* planes, int* count,
                      double size)
{
    vlVec3 middle;
    vlMat3 spread = spreadOf(part, &middle);
    vlVec3 longest = longestAxis(spread, vlZero());
    vlVec3 second = longestAxis(spread, longest);
    double low = 0.0, high = 0.0;
    for (int i = 0; i < part->pointCount; ++i) {
        double at = vlDot(longest, vlSub(part->points[i], middle));
        low = fmin(low, at);
        high = fmax(high, at);
    }
    add(planes, count, longest, middle, size);
    if (!isMiddleOnly) {
        add(planes, count, longest, vlMulAdd(middle, low + (high - low) / 3.0, longest), size);
        add(planes, count, longest, vlMulAdd(middle, high - (high - low) / 3.0, longest), size);
    }
    add(planes, count, second, middle, size);
    add(planes, count, vlCross(longest, second), middle, size);
}

int vlCuts_Propose(const vlPart* part, double tolerance, vlCutFamily family,
                   vlProposedCut planes[VL_MOST_CUTS])
{
    static const vlVec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    vlBox box = vlBox_OfPoints(part->points, part->pointCount);
    vlVec3 across = vlSub(box.high, box.low);
    int count = 0;
    Proposal* proposals = NULL;
    double size = vlLength(across) + tolerance;
    static const int atEdges[] = {AT_EDGES, VL_MOST_CUTS, AT_EDGES_HALVING, AT_EDGES_EVEN};
    bool isEdgesOnly = family == VL_CUTS_AT_EDGES, isHalving = family >= VL_CUTS_HALVING;
    int concave = findConcave(part, size, isEdgesOnly ? 1.0 : PAIR_WORTH, &proposals);
    for (int i = 0; i < concave && count < atEdges[family]; ++i) {
        vlVec3 n = proposals[i].plane.normal;
        add(planes, &count, n, vlScale(n, proposals[i].plane.offset), size);
    }
    free(proposals);
    if (concave < 0 || (isEdgesOnly && concave > 0)) {
        return concave < 0 ? -1 : count;
    }
    for (int axis = 0; axis < 3; ++axis) {
        int cuts = isHalving ? 1 : ACROSS;
        for (int i = 1; i <= cuts; ++i) {
            vlVec3 through = vlMulAdd(box.low, (double)i / (cuts + 1), across);
            add(planes, &count, axes[axis], through, size);
        }
    }
    addAcross(part, isHalving, planes, &count, size);
    if (part->error > 0.0 && !isHalving) {
        vlVec3 down = vlUnit(vlSub(part->worst, part->nearest));
        for (int axis = 0; axis < 3; ++axis) {
            add(planes, &count, axes[axis], part->nearest, size);
            add(planes, &count, vlUnit(vlCross(down, axes[axis])), part->nearest, size);
        }
        add(planes, &count, down, part->nearest, size);
    }
    return count;
}
