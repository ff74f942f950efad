// SPDX-License-Identifier: MIT
// Cutting a part by a plane.

#include <stdlib.h>
#include <string.h>

#include "base/angle.h"
#include "base/hash.h"
#include "base/keyed.h"
#include "base/sets.h"
#include "decompose/part.h"

typedef struct CutEdge {
    int low, high; // points of the edge in the part; low < high
    int point;     // in the cut part
} CutEdge;

typedef struct Cut {
    const vlPart* part;
    vlPart* out;
    vlVec3 normal;
    double offset, tolerance;
    double* height; // of each point over the plane
    bool* isKept;   // of each point: it stays (choosePoints)
    int* number;    // of each point in the cut part; -1: not there (yet)
    CutEdge* slots; // hash table of cut edges; low < 0: free
    uint32_t mask;
    // Of the face at hand: points in which its border crosses the plane, and where they are along
    // the line of the cut.
    vlKeyed *leave, *enter;
    int leaveCount, enterCount;
    vlPartEdge* rim; // edges of the new face
    int rimCount;
    int* next; // scratch of the loops: first unused rim edge of each point, then the one after
    int* after;
} Cut;

static int keepPoint(Cut* cut, int v)
{
    if (cut->number[v] < 0) {
        cut->number[v] = vlPart_AddPoint(cut->out, cut->part->points[v]);
    }
    return cut->number[v];
}

// The point in which the edge from `in`, below, to `over` meets the plane: the same one for both
// faces of the edge.
static int crossAt(Cut* cut, int in, int over)
{
    if (cut->height[over] <= cut->tolerance) {
        // It counts as in the plane, and is moved there. Otherwise the two sides would overlap by
        // the tolerance.
        if (cut->number[over] < 0) {
            vlVec3 p = vlMulAdd(cut->part->points[over], -cut->height[over], cut->normal);
            cut->number[over] = vlPart_AddPoint(cut->out, p);
        }
        return cut->number[over];
    }
    int low = in < over ? in : over, high = in < over ? over : in;
    uint64_t hash = vlHash_Word(vlHash_Word(VL_HASH_SEED, (uint64_t)low), (uint64_t)high);
    uint32_t at = (uint32_t)(hash ^ (hash >> 32)) & cut->mask;
    while (cut->slots[at].low >= 0) {
        if (cut->slots[at].low == low && cut->slots[at].high == high) {
            return cut->slots[at].point;
        }
        at = (at + 1) & cut->mask;
    }
    double part = cut->height[in] / (cut->height[in] - cut->height[over]);
    vlVec3 from = cut->part->points[in];
    vlVec3 p = vlMulAdd(from, part, vlSub(cut->part->points[over], from));
    p = vlMulAdd(p, cut->offset - vlDot(cut->normal, p), cut->normal);
    cut->slots[at] = (CutEdge){low, high, vlPart_AddPoint(cut->out, p)};
    return cut->slots[at].point;
}

// Joins the crossings of a face. What is left of the face ends at the line of the cut. Its border
// runs along this line, seen from outside with the plane's normal upwards, from where it leaves to
// where it enters again.
static bool joinCrossings(Cut* cut, vlVec3 along)
{
    bool ok = true;
    for (int i = 0; i < cut->leaveCount; ++i) {
        cut->leave[i].key = vlDot(along, cut->out->points[cut->leave[i].number]);
        cut->enter[i].key = vlDot(along, cut->out->points[cut->enter[i].number]);
    }
    qsort(cut->leave, (size_t)cut->leaveCount, sizeof *cut->leave, vlKeyed_Compare);
    qsort(cut->enter, (size_t)cut->enterCount, sizeof *cut->enter, vlKeyed_Compare);
    for (int i = 0; ok && i < cut->leaveCount; ++i) {
        int from = cut->leave[i].number, to = cut->enter[i].number;
        if (from != to) {
            ok = vlPart_AddEdge(cut->out, from, to);
            cut->rim[cut->rimCount++] = (vlPartEdge){to, from};
        }
    }
    return ok;
}

static bool cutFace(Cut* cut, const vlPartFace* face)
{
    const vlPartEdge* edge = &cut->part->edges[face->first];
    bool ok = true, isAny = false;
    for (int i = 0; i < face->count; ++i) {
        isAny = isAny || cut->isKept[edge[i].from];
    }
    if (!isAny) {
        return true;
    }
    cut->leaveCount = cut->enterCount = 0;
    ok = vlPart_AddFace(cut->out, face->normal, face->isConvex) >= 0;
    for (int i = 0; ok && i < face->count; ++i) {
        bool isFrom = cut->isKept[edge[i].from], isTo = cut->isKept[edge[i].to];
        int from = isFrom ? keepPoint(cut, edge[i].from) : 0;
        int to = isTo ? keepPoint(cut, edge[i].to) : 0;
        if (isFrom && !isTo) {
            to = crossAt(cut, edge[i].from, edge[i].to);
            cut->leave[cut->leaveCount++].number = to;
        } else if (isTo && !isFrom) {
            from = crossAt(cut, edge[i].to, edge[i].from);
            cut->enter[cut->enterCount++].number = from;
        }
        ok = from >= 0 && to >= 0 && ((!isFrom && !isTo) || vlPart_AddEdge(cut->out, from, to));
    }
    ok = ok && cut->leaveCount == cut->enterCount;
    return ok && joinCrossings(cut, vlCross(face->normal, cut->normal));
}

typedef struct Loop {
    int first, count; // in `order`
    double area;
    int owner; // of a hole: the loop around it
} Loop;

static double loopArea(const Cut* cut, const int* order, const Loop* loop)
{
    vlVec3 sum = vlZero();
    vlVec3 start = cut->out->points[cut->rim[order[loop->first]].from];
    for (int i = loop->first; i < loop->first + loop->count; ++i) {
        const vlPartEdge* e = &cut->rim[order[i]];
        sum = vlAdd(sum, vlCross(vlSub(cut->out->points[e->from], start),
                                 vlSub(cut->out->points[e->to], start)));
    }
    return 0.5 * vlDot(sum, cut->normal);
}

// Is the point inside the loop? By the parity of a ray in the plane.
static bool isInLoop(const Cut* cut, const int* order, const Loop* loop, vlVec3 p)
{
    vlVec3 axis = fabs(cut->normal.x) < 0.6 ? vlVec(1.0, 0.0, 0.0) : vlVec(0.0, 1.0, 0.0);
    vlVec3 u = vlUnit(vlCross(axis, cut->normal)), v = vlCross(cut->normal, u);
    bool isIn = false;
    for (int i = loop->first; i < loop->first + loop->count; ++i) {
        vlVec3 a = vlSub(cut->out->points[cut->rim[order[i]].from], p);
        vlVec3 b = vlSub(cut->out->points[cut->rim[order[i]].to], p);
        double ya = vlDot(a, v), yb = vlDot(b, v);
        if ((ya > 0.0) != (yb > 0.0)) {
            double xa = vlDot(a, u), xb = vlDot(b, u);
            isIn = isIn != (xa + (xb - xa) * ya / (ya - yb) > 0.0);
        }
    }
    return isIn;
}

// Follows the rim into loops.
static int traceLoops(Cut* cut, int* order, Loop* loops)
{
    int loopCount = 0, used = 0;
    for (int i = 0; i < cut->out->pointCount; ++i) {
        cut->next[i] = -1;
    }
    for (int i = cut->rimCount - 1; i >= 0; --i) {
        cut->after[i] = cut->next[cut->rim[i].from];
        cut->next[cut->rim[i].from] = i;
    }
    for (int i = 0; i < cut->rimCount; ++i) {
        int start = cut->rim[i].from;
        Loop loop = {used, 0, 0.0, -1};
        for (int v = start; cut->next[v] >= 0;) {
            int e = cut->next[v];
            cut->next[v] = cut->after[e];
            order[used++] = e;
            ++loop.count;
            v = cut->rim[e].to;
            if (v == start) {
                break;
            }
        }
        if (loop.count > 0) {
            loop.area = loopArea(cut, order, &loop);
            loops[loopCount++] = loop;
        }
    }
    return loopCount;
}

// Does the loop turn to the left everywhere? Edges in a line may turn back by rounding.
static bool isConvexLoop(const Cut* cut, const int* order, const Loop* loop)
{
    double turned = 0.0;
    for (int i = 0; i < loop->count; ++i) {
        const vlPartEdge* e = &cut->rim[order[loop->first + i]];
        const vlPartEdge* next = &cut->rim[order[loop->first + (i + 1) % loop->count]];
        vlVec3 a = vlSub(cut->out->points[e->to], cut->out->points[e->from]);
        vlVec3 b = vlSub(cut->out->points[next->to], cut->out->points[next->from]);
        double sine = vlDot(cut->normal, vlCross(a, b)), cosine = vlDot(a, b);
        if (sine < -cut->tolerance * (vlLength(a) + vlLength(b)) || (sine <= 0.0 && cosine < 0.0)) {
            return false;
        }
        turned += vlLength(a) > 0.0 && vlLength(b) > 0.0 ? vlAngle_Of(sine, cosine) : 0.0;
    }
    return turned < 3.0 * VL_PI; // once round
}

// Adds the new faces: each loop with the holes in it.
static bool closeRim(Cut* cut, int* order, Loop* loops)
{
    int count = traceLoops(cut, order, loops);
    bool ok = true;
    for (int i = 0; i < count; ++i) {
        double smallest = 0.0;
        vlVec3 p = cut->out->points[cut->rim[order[loops[i].first]].from];
        for (int k = 0; k < count && loops[i].area < 0.0; ++k) {
            if (loops[k].area > 0.0 && (loops[i].owner < 0 || loops[k].area < smallest) &&
                isInLoop(cut, order, &loops[k], p)) {
                loops[i].owner = k;
                smallest = loops[k].area;
            }
        }
    }
    for (int i = 0; ok && i < count; ++i) {
        if (loops[i].owner >= 0) {
            continue;
        }
        bool isConvex = isConvexLoop(cut, order, &loops[i]);
        for (int k = 0; k < count; ++k) {
            isConvex = isConvex && loops[k].owner != i;
        }
        ok = vlPart_AddFace(cut->out, cut->normal, isConvex) >= 0;
        for (int k = 0; ok && k < count; ++k) {
            for (int e = 0; ok && (k == i || loops[k].owner == i) && e < loops[k].count; ++e) {
                const vlPartEdge* edge = &cut->rim[order[loops[k].first + e]];
                ok = vlPart_AddEdge(cut->out, edge->from, edge->to);
            }
        }
    }
    return ok;
}

static bool cutAll(Cut* cut)
{
    const vlPart* part = cut->part;
    bool ok = true;
    for (int i = 0; i < part->pointCount; ++i) {
        cut->number[i] = -1;
    }
    for (uint32_t i = 0; i <= cut->mask; ++i) {
        cut->slots[i].low = -1;
    }
    for (int f = 0; ok && f < part->faceCount; ++f) {
        ok = cutFace(cut, &part->faces[f]);
    }
    size_t points = (size_t)cut->out->pointCount + 1, rim = (size_t)cut->rimCount + 1;
    int* order = malloc(sizeof(int) * rim);
    Loop* loops = malloc(sizeof *loops * rim);
    cut->next = malloc(sizeof(int) * points);
    cut->after = malloc(sizeof(int) * rim);
    ok = ok && order != NULL && loops != NULL && cut->next != NULL && cut->after != NULL &&
         closeRim(cut, order, loops);
    free(order);
    free(loops);
    free(cut->next);
    free(cut->after);
    return ok;
}

// Chooses which points stay: all below; or those of one component; or all except those of one
// component and those in the plane next to it, which are made again.
static void choosePoints(Cut* cut, const vlCutOff* off, bool isRest)
{
    const vlPart* part = cut->part;
    for (int i = 0; i < part->pointCount; ++i) {
        cut->height[i] = vlDot(cut->normal, part->points[i]) - cut->offset;
        bool isBelow = cut->height[i] < -cut->tolerance;
        bool isChosen = off != NULL && off->component[i] == off->chosen;
        cut->isKept[i] = off == NULL ? isBelow : isChosen != isRest;
    }
    for (int e = 0; isRest && e < part->edgeCount; ++e) {
        int from = part->edges[e].from, to = part->edges[e].to;
        bool isNext =
            off->component[from] == off->chosen && fabs(cut->height[to]) <= cut->tolerance;
        cut->isKept[to] = cut->isKept[to] && !isNext;
    }
}

static bool cutPart(const vlPart* part, const vlCutOff* plane, bool isLocal, bool isRest,
                    double tolerance, vlPart* cut)
{
    size_t points = (size_t)part->pointCount + 1, edges = (size_t)part->edgeCount + 1;
    uint32_t slots = 16;
    while (slots < 2 * edges) {
        slots *= 2;
    }
    *cut = (vlPart){.error = -1.0};
    Cut work = {.part = part,
                .out = cut,
                .normal = isRest ? vlNeg(plane->normal) : plane->normal,
                .offset = isRest ? -plane->offset : plane->offset,
                .tolerance = tolerance,
                .mask = slots - 1};
    work.height = malloc(sizeof(double) * points);
    work.isKept = malloc(points);
    work.number = malloc(sizeof(int) * points);
    work.slots = malloc(sizeof *work.slots * slots);
    work.leave = malloc(sizeof *work.leave * edges);
    work.enter = malloc(sizeof *work.enter * edges);
    work.rim = malloc(sizeof *work.rim * edges);
    bool ok = work.height != NULL && work.isKept != NULL && work.number != NULL &&
              work.slots != NULL && work.leave != NULL && work.enter != NULL && work.rim != NULL;
    if (ok) {
        choosePoints(&work, isLocal ? plane : NULL, isRest);
        ok = cutAll(&work);
    }
    free(work.height);
    free(work.isKept);
    free(work.number);
    free(work.slots);
    free(work.leave);
    free(work.enter);
    free(work.rim);
    if (!ok) {
        vlPart_Free(cut);
    }
    return ok;
}

bool vlPart_Below(const vlPart* part, vlVec3 normal, double offset, double tolerance, vlPart* cut)
{
    return cutPart(part, &(vlCutOff){normal, offset, NULL, 0}, false, false, tolerance, cut);
}

bool vlPart_CutOff(const vlPart* part, const vlCutOff* off, double tolerance, vlPart* piece,
                   vlPart* rest)
{
    *rest = (vlPart){.error = -1.0};
    return cutPart(part, off, true, false, tolerance, piece) &&
           cutPart(part, off, true, true, tolerance, rest);
}

int vlPart_LabelBelow(const vlPart* part, vlVec3 normal, double offset, double tolerance,
                      int* component)
{
    int count = 0;
    int* parent = malloc(sizeof(int) * ((size_t)part->pointCount + 1));
    if (parent == NULL) {
        return -1;
    }
    for (int i = 0; i < part->pointCount; ++i) {
        parent[i] = i;
        component[i] = vlDot(normal, part->points[i]) - offset < -tolerance ? 0 : -1;
    }
    for (int f = 0; f < part->faceCount; ++f) {
        const vlPartEdge* edge = &part->edges[part->faces[f].first];
        int first = -1;
        for (int i = 0; i < part->faces[f].count; ++i) {
            int v = edge[i].from;
            if (component[v] == 0) {
                first = first < 0 ? v : first;
                vlSets_Join(parent, first, v);
            }
        }
    }
    // A root is the first point of its set.
    for (int i = 0; i < part->pointCount; ++i) {
        int root = vlSets_Find(parent, i);
        if (component[i] == 0) {
            component[i] = root == i ? count++ : component[root];
        }
    }
    free(parent);
    return count;
}
