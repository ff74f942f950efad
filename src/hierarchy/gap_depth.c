// SPDX-License-Identifier: MIT
// Finds how deep two solids overlap. Hulls cannot show it: a crack between patches that is narrower
// than their errors would look deep (T14.8). So signed distances of vertices are used, which are
// exact. There is one start of either solid near each overlapping contact, and from the deepest
// starts the search climbs along the surface to deeper neighbours, until none is deeper.

#include "hierarchy/gap_parts.h"

#define MOST_PLACES 24   // contacts that are used, spread evenly over all
#define MOST_MOVES 32    // of a climb
#define MOST_AROUND 64   // neighbours of a vertex
#define APART_OF_SIZE 10 // climbs begin no nearer to each other than the radius over this

typedef struct Vertex {
    int triangle, corner;
    double depth; // m, in the other solid
    vlVec3 at;    // frame of its own solid
    vlVec3 normal;
    int hint;
} Vertex;

typedef struct Climb {
    const vlGapQuery* q;
    int side; // 0: vertices of A in B
} Climb;

static void measure(const Climb* c, Vertex* v)
{
    const vlGapQuery* q = c->q;
    const vlSkin* own = q->h[c->side]->skin;
    v->at = own->point[own->triangle[v->triangle][v->corner]];
    vlVec3 p = c->side == 0 ? vlGapQuery_ToB(q, v->at) : vlGapQuery_ToA(q, v->at);
    vlSignedDistance d = vlSkin_Distance(q->h[1 - c->side]->skin, p, HUGE_VAL, v->hint);
    v->depth = -d.distance;
    v->normal = d.normal;
    v->hint = d.triangle;
}

// The deepest corner of the triangle nearest to a point, which is given in the frame of the side
// that climbs.
static Vertex startAt(const Climb* c, vlVec3 p)
{
    Vertex best = {.hint = -1};
    best.triangle = vlSkin_Distance(c->q->h[c->side]->skin, p, HUGE_VAL, -1).triangle;
    measure(c, &best);
    for (int k = 1; k < 3; ++k) {
        Vertex other = best;
        other.corner = k;
        measure(c, &other);
        best = other.depth > best.depth ? other : best;
    }
    return best;
}

// Moves to the deepest neighbour; false if none is deeper.
static bool climb(const Climb* c, Vertex* v)
{
    const vlSkin* skin = c->q->h[c->side]->skin;
    Vertex best = *v;
    int centre = skin->triangle[v->triangle][v->corner], t = v->triangle, k = v->corner;
    for (int i = 0; i < MOST_AROUND; ++i) {
        Vertex other = {.triangle = t, .corner = (k + 1) % 3, .hint = v->hint};
        measure(c, &other);
        best = other.depth > best.depth ? other : best;
        t = skin->beside[t][k]; // the next triangle around the vertex
        k = skin->triangle[t][0] == centre ? 0 : (skin->triangle[t][1] == centre ? 1 : 2);
        if (t == v->triangle) {
            break;
        }
    }
    bool isDeeper = best.depth > v->depth;
    *v = best;
    return isDeeper;
}

static void keepDepth(vlGapQuery* q, int side, const Vertex* v)
{
    vlGapDepth made = {.isOfB = side == 1, .depth = v->depth};
    made.point = side == 0 ? v->at : vlGapQuery_ToA(q, v->at);
    made.normal = side == 0 ? vlMulMV(q->rotation, v->normal) : v->normal;
    int* count = &q->info.depthCount;
    for (int i = 0; i < *count; ++i) {
        if (q->depth[i].isOfB == made.isOfB &&
            vlLength(vlSub(q->depth[i].point, made.point)) <= 0.0) {
            return; // two climbs met
        }
    }
    int place = *count < VL_GAP_DEPTHS ? (*count)++ : VL_GAP_DEPTHS;
    for (; place > 0 && q->depth[place - 1].depth < made.depth; --place) {
        if (place < VL_GAP_DEPTHS) {
            q->depth[place] = q->depth[place - 1];
        }
    }
    if (place < VL_GAP_DEPTHS) {
        q->depth[place] = made;
    }
}

// Finds the starts of one side. The deepest one of each neighbourhood climbs, even if it is not
// inside yet.
static void climbSide(vlGapQuery* q, int side, const vlVec3* place, int places)
{
    Climb c = {q, side};
    Vertex start[MOST_PLACES];
    double apart = q->h[side]->radius / APART_OF_SIZE;
    for (int i = 0; i < places; ++i) {
        start[i] = startAt(&c, side == 0 ? place[i] : vlGapQuery_ToB(q, place[i]));
    }
    for (int i = 0; i < places; ++i) {
        bool isDeepest = true;
        for (int k = 0; k < places && isDeepest; ++k) {
            bool isNear = vlLength(vlSub(start[k].at, start[i].at)) < apart;
            bool isDeeper =
                start[k].depth > start[i].depth || (start[k].depth >= start[i].depth && k < i);
            isDeepest = k == i || !isNear || !isDeeper;
        }
        if (isDeepest) {
            Vertex v = start[i];
            for (int move = 0; move < MOST_MOVES && climb(&c, &v); ++move) {
            }
            if (v.depth > 0.0) {
                keepDepth(q, side, &v);
            }
        }
    }
}

int vlGapQuery_FindDepths(vlGapQuery* q)
{
    vlVec3 place[MOST_PLACES];
    int overlapping = 0, places = 0;
    q->info.depthCount = 0;
    for (int i = 0; i < q->info.contactCount; ++i) {
        overlapping += q->contact[i].gap <= 0.0;
    }
    int every = (overlapping + MOST_PLACES - 1) / MOST_PLACES, seen = 0;
    for (int i = 0; i < q->info.contactCount && places < MOST_PLACES; ++i) {
        if (q->contact[i].gap <= 0.0 && seen++ % every == 0) {
            place[places++] = vlScale(vlAdd(q->contact[i].pointA, q->contact[i].pointB), 0.5);
        }
    }
    for (int side = 0; side < 2; ++side) {
        climbSide(q, side, place, places);
    }
    return q->info.depthCount;
}

vlResult vlGapQuery_GetDepth(const vlGapQuery* q, int i, vlGapDepth* depth)
{
    if (i < 0 || i >= q->info.depthCount || depth == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    *depth = q->depth[i];
    return VL_OK;
}
