// SPDX-License-Identifier: MIT
// From the contacts that were found to the most constrained formation that can exist near.

#include "formation/resolve.h"

#include <string.h>

// Contacts are closed, m: a hundredth of what exact poses are looked at with.
#define CLOSED 1e-8
// What counts as touching, and as parallel (rad), at an exact pose.
#define TIGHT 1e-6
#define TIGHT_ANGLE 1e-5
// The smallest motion that closes an edge on a face may tilt A a little into B, m: a single contact
// has room to tilt back.
#define TILTED 1e-4
// A contact in a point this near to the border of its elements, m, has no certain name: well above
// what closing leaves, and far below what a hand could hold.
#define AT_BORDER 1e-5
// Most sets that are tried in one call: all of six contacts. Most of them fail in about 1 us.
#define MAX_TRIALS 63
// Contacts of which parts are tried, the first of the order: 26 sets.
#define MAX_LOWERED 3

vlFormationSettings vlResolver_TightSettings(void)
{
    vlFormationSettings s = vlFormationSettings_ForForces();
    s.gap = TIGHT;
    s.inside = TIGHT;
    s.angle = TIGHT_ANGLE;
    s.keep = 1.0;
    return s;
}

static int rankOf(vlContactType type)
{
    if (type == VL_CONTACT_FACE_FACE) {
        return 3;
    }
    return type == VL_CONTACT_EDGE_FACE || type == VL_CONTACT_FACE_EDGE ? 2 : 1;
}

// Those that hold most come first, then the nearest; an order that does not depend on how the
// elements are numbered unless two are equal in both.
static int order(const vlFormation* found, int* chosen)
{
    int count = 0;
    for (int i = 0; i < found->count; ++i) {
        const vlPrincipalContact* c = &found->contact[i];
        int at = count < VL_MAX_RESOLVED ? count : VL_MAX_RESOLVED;
        while (at > 0) {
            const vlPrincipalContact* other = &found->contact[chosen[at - 1]];
            int difference = rankOf(c->type) - rankOf(other->type);
            if (difference < 0 || (difference == 0 && c->nearest >= other->nearest)) {
                break;
            }
            if (at < VL_MAX_RESOLVED) {
                chosen[at] = chosen[at - 1];
            }
            --at;
        }
        if (at < VL_MAX_RESOLVED) {
            chosen[at] = i;
            count += count < VL_MAX_RESOLVED;
        }
    }
    return count;
}

static bool isSameContact(const vlPrincipalContact* x, const vlPrincipalContact* y)
{
    return x->a.kind == y->a.kind && x->a.index == y->a.index && x->b.kind == y->b.kind &&
           x->b.index == y->b.index;
}

// How much is asked of a set: the names at the closed pose are exactly those of its contacts or of
// what they border on; or names may be degenerate there; or A may even stay inside of B.
typedef enum Demand { DEMAND_NAMES, DEMAND_FREE, DEMAND_CLOSED } Demand;

typedef struct Search {
    vlResolver* r;
    const vlFormation* found;
    vlPose poseBA;
    int count; // of pairs
    vlContactPair pair[VL_MAX_RESOLVED];
    int chosen[VL_MAX_RESOLVED]; // which contact of those found each pair is, or is a part of
    int trials;
    vlFormation* trial; // room for what touches at a closed pose
} Search;

static bool covers(const Search* s, const vlPrincipalContact* whole, vlElement a, vlElement b)
{
    return vlPolyhedron_IsPart(s->r->a, a, whole->a) && vlPolyhedron_IsPart(s->r->b, b, whole->b);
}

// Is the contact one of those that were found or looked for, or what such a one borders on?
static bool isExplained(const Search* s, const vlPrincipalContact* c)
{
    for (int i = 0; i < s->found->count; ++i) {
        if (covers(s, c, s->found->contact[i].a, s->found->contact[i].b)) {
            return true;
        }
    }
    for (int i = 0; i < s->count; ++i) {
        if (covers(s, c, s->pair[i].a, s->pair[i].b)) {
            return true;
        }
    }
    return false;
}

static double toEdge(const vlPolyhedron* p, const vlPolyhedronEdge* e, vlVec3 point)
{
    vlVec3 start = p->vertices[e->vertex[0]].position;
    double s = vlDot(vlSub(point, start), e->direction);
    s = fmax(0.0, fmin(e->length, s));
    return vlLength(vlSub(point, vlMulAdd(start, s, e->direction)));
}

// Is the point (in the polyhedron's frame) at a convex edge of the face, or at an end of the edge?
static bool isAtBorder(const vlPolyhedron* p, vlElement e, vlVec3 point)
{
    if (e.kind == VL_ELEMENT_EDGE) {
        const vlPolyhedronEdge* edge = &p->edges[e.index];
        double s = vlDot(vlSub(point, p->vertices[edge->vertex[0]].position), edge->direction);
        return s < AT_BORDER || s > edge->length - AT_BORDER;
    }
    for (int i = 0; i < p->edgeCount && e.kind == VL_ELEMENT_FACE; ++i) {
        const vlPolyhedronEdge* edge = &p->edges[i];
        if (edge->isConvex && (edge->face[0] == e.index || edge->face[1] == e.index) &&
            toEdge(p, edge, point) < AT_BORDER) {
            return true;
        }
    }
    return false;
}

// Do both ends of a line on a face lie at one convex edge of it?
static bool isLineAtBorder(const vlPolyhedron* p, int face, vlVec3 from, vlVec3 to)
{
    for (int i = 0; i < p->edgeCount; ++i) {
        const vlPolyhedronEdge* edge = &p->edges[i];
        if (edge->isConvex && (edge->face[0] == face || edge->face[1] == face) &&
            toEdge(p, edge, from) < AT_BORDER && toEdge(p, edge, to) < AT_BORDER) {
            return true;
        }
    }
    return false;
}

bool vlResolver_IsDegenerate(const vlResolver* r, const vlPrincipalContact* c, vlPose poseBA)
{
    if (c->isReplaced) {
        return true;
    }
    if (c->type == VL_CONTACT_FACE_FACE) {
        return false;
    }
    if (c->type == VL_CONTACT_EDGE_FACE && c->regionCount == 2) {
        return isLineAtBorder(r->b, c->b.index, c->region[0], c->region[1]);
    }
    if (c->type == VL_CONTACT_FACE_EDGE && c->regionCount == 2) {
        return isLineAtBorder(r->a, c->a.index, vlUntransform(poseBA, c->region[0]),
                              vlUntransform(poseBA, c->region[1]));
    }
    return isAtBorder(r->b, c->b, c->point) ||
           isAtBorder(r->a, c->a, vlUntransform(poseBA, c->point));
}

// Do the names at the closed pose stand for the set, and for nothing else? Where closing brings a
// vertex onto an edge they do not: any neighbour of the two could be named there.
static bool areNamesRight(const Search* s, unsigned set, vlPose poseBA)
{
    for (int i = 0; i < s->count; ++i) {
        bool isCovered = (set >> i & 1u) == 0;
        for (int k = 0; k < s->trial->count && !isCovered; ++k) {
            isCovered = covers(s, &s->trial->contact[k], s->pair[i].a, s->pair[i].b);
        }
        if (!isCovered) {
            return false;
        }
    }
    for (int k = 0; k < s->trial->count; ++k) {
        const vlPrincipalContact* c = &s->trial->contact[k];
        if (!isExplained(s, c) || vlResolver_IsDegenerate(s->r, c, poseBA)) {
            return false;
        }
    }
    return true;
}

// Closes a set and looks what touches there.
static void attempt(Search* s, unsigned set, Demand demand, vlResolved* how)
{
    vlContactPair pairs[VL_MAX_RESOLVED];
    int count = 0;
    for (int i = 0; i < s->count; ++i) {
        if (set >> i & 1u) {
            pairs[count++] = s->pair[i];
        }
    }
    if (count == 0) {
        return;
    }
    ++s->trials;
    vlPose pose = s->poseBA;
    double residual = vlResolver_Close(s->r, pairs, count, &pose);
    if (!(residual < CLOSED)) {
        return;
    }
    double moved = vlResolver_Way(s->r, s->poseBA, pose);
    // A single contact always is a formation, however far its elements stick out.
    if ((count > 1 && moved > s->r->reach) || (how->isGood && moved >= how->moved) ||
        (demand != DEMAND_CLOSED &&
         vlResolver_IsInside(s->r, pose, demand == DEMAND_NAMES ? TIGHT : TILTED))) {
        return;
    }
    if (demand == DEMAND_NAMES) {
        vlIdentifier_Find(s->r->tight, pose, vlIdentityPose(), s->trial);
        if (!areNamesRight(s, set, pose)) {
            return;
        }
    }
    how->isGood = true;
    how->isForced = demand == DEMAND_CLOSED;
    how->poseBA = pose;
    how->moved = moved;
    how->residual = residual;
    how->chosen = set;
}

static int bits(unsigned set)
{
    int count = 0;
    for (; set != 0; set &= set - 1u) {
        ++count;
    }
    return count;
}

// The contact as it is at the true pose. What was found there is taken as it is; what only touches
// after closing is carried along with A.
static void carryBack(const Search* s, const vlResolved* how, vlPrincipalContact* c)
{
    for (int i = 0; i < s->found->count; ++i) {
        if (isSameContact(c, &s->found->contact[i])) {
            *c = s->found->contact[i];
            return;
        }
    }
    vlPlaneRows rows = {.count = 0};
    (void)vlRows_Add(s->r, (vlContactPair){c->type, c->a, c->b}, s->poseBA, &rows);
    c->point = vlTransform(s->poseBA, vlUntransform(how->poseBA, c->point));
    c->normal = rows.normal[0];
    c->nearest = HUGE_VAL;
    c->farthest = -HUGE_VAL;
    for (int i = 0; i < rows.count; ++i) {
        c->nearest = fmin(c->nearest, rows.height[i]);
        c->farthest = fmax(c->farthest, rows.height[i]);
    }
    c->axis = vlRotate(s->poseBA.q, vlUnrotate(how->poseBA.q, c->axis));
}

// ---- lower contacts ----

// The convex edge of a face that is nearest to a point of it; -1 if there is none.
static int borderAt(const vlPolyhedron* p, int face, vlVec3 point)
{
    int best = -1;
    double least = HUGE_VAL;
    for (int e = 0; e < p->edgeCount; ++e) {
        const vlPolyhedronEdge* edge = &p->edges[e];
        if (edge->isConvex && (edge->face[0] == face || edge->face[1] == face) &&
            toEdge(p, edge, point) < least) {
            least = toEdge(p, edge, point);
            best = e;
        }
    }
    return best;
}

// An edge on a face touches at last with one end of what both have in common: its own end, or where
// it crosses the border of the face. That of the lesser height, or the other one.
static bool lowerEdge(const Search* s, const vlPrincipalContact* c, bool isOther,
                      vlContactPair* part)
{
    bool isOfA = c->type == VL_CONTACT_EDGE_FACE;
    const vlPolyhedron* by = isOfA ? s->r->a : s->r->b;
    const vlPolyhedron* on = isOfA ? s->r->b : s->r->a;
    const vlPolyhedronEdge* edge = &by->edges[isOfA ? c->a.index : c->b.index];
    vlPlaneRows rows = {.count = 0};
    (void)vlRows_Add(s->r, (vlContactPair){c->type, c->a, c->b}, s->poseBA, &rows);
    if (c->regionCount != 2 || rows.count != 2) {
        return false;
    }
    double along[2];
    double height[2];
    for (int k = 0; k < 2; ++k) {
        vlVec3 x = isOfA ? vlUntransform(s->poseBA, c->region[k]) : c->region[k];
        along[k] = vlDot(vlSub(x, by->vertices[edge->vertex[0]].position), edge->direction);
        height[k] = rows.height[0] + (rows.height[1] - rows.height[0]) * along[k] / edge->length;
    }
    int end = (height[0] <= height[1]) == isOther ? 1 : 0;
    vlElement own = {VL_ELEMENT_EDGE, isOfA ? c->a.index : c->b.index};
    vlElement other = {VL_ELEMENT_FACE, isOfA ? c->b.index : c->a.index};
    part->type = isOfA ? VL_CONTACT_VERTEX_FACE : VL_CONTACT_FACE_VERTEX;
    bool isGood;
    if (along[end] < AT_BORDER || along[end] > edge->length - AT_BORDER) {
        own = (vlElement){VL_ELEMENT_VERTEX, edge->vertex[along[end] < AT_BORDER ? 0 : 1]};
        isGood = by->vertices[own.index].isUsable;
    } else {
        vlVec3 x = isOfA ? c->region[end] : vlUntransform(s->poseBA, c->region[end]);
        other = (vlElement){VL_ELEMENT_EDGE, borderAt(on, other.index, x)};
        part->type = VL_CONTACT_EDGE_EDGE;
        isGood = other.index >= 0;
    }
    part->a = isOfA ? own : other;
    part->b = isOfA ? other : own;
    return isGood;
}

// The part of a contact that is nearest, one rank lower: the end of a line, or the edge of a face of
// A; `isOther` asks for the other end. False if there is none.
static bool lower(const Search* s, int i, bool isOther, vlContactPair* part)
{
    const vlPrincipalContact* c = &s->found->contact[s->chosen[i]];
    if (c->type == VL_CONTACT_EDGE_FACE || c->type == VL_CONTACT_FACE_EDGE) {
        return lowerEdge(s, c, isOther, part);
    }
    if (c->type != VL_CONTACT_FACE_FACE || isOther) {
        return false;
    }
    double nearest = HUGE_VAL;
    for (int e = 0; e < s->r->a->edgeCount; ++e) {
        const vlPolyhedronEdge* edge = &s->r->a->edges[e];
        if (!edge->isConvex || (edge->face[0] != c->a.index && edge->face[1] != c->a.index)) {
            continue;
        }
        vlPlaneRows rows = {.count = 0};
        vlContactPair trial = {VL_CONTACT_EDGE_FACE, {VL_ELEMENT_EDGE, e}, c->b};
        (void)vlRows_Add(s->r, trial, s->poseBA, &rows);
        if (rows.height[0] + rows.height[1] < nearest) {
            nearest = rows.height[0] + rows.height[1];
            *part = trial;
        }
    }
    return nearest < HUGE_VAL;
}

// Contacts that each are within the tolerance of their tilt may exclude each other, as two edges in
// a corner that both lean: then parts of some of them are tried in their place. Most constrained
// first: few parts before many.
static void tryLower(Search* s, vlResolved* how)
{
    vlContactPair whole[VL_MAX_RESOLVED];
    int count = s->count < MAX_LOWERED ? s->count : MAX_LOWERED;
    int codes = 1;
    memcpy(whole, s->pair, sizeof whole);
    for (int i = 0; i < count; ++i) {
        codes *= 3;
    }
    for (int wanted = 1; wanted <= count && !how->isGood; ++wanted) {
        for (int code = 1; code < codes; ++code) {
            int lowered = 0;
            bool isGood = true;
            memcpy(s->pair, whole, sizeof whole);
            for (int i = 0, rest = code; i < count; ++i, rest /= 3) {
                if (rest % 3 > 0) {
                    ++lowered;
                    isGood = isGood && lower(s, i, rest % 3 == 2, &s->pair[i]);
                }
            }
            if (isGood && lowered == wanted) {
                attempt(s, (1u << s->count) - 1u, DEMAND_NAMES, how);
            }
        }
    }
    memcpy(s->pair, whole, sizeof whole);
}

static void trySizes(Search* s, Demand demand, vlResolved* how)
{
    // Without certain names only single contacts are sure not to be the same one twice.
    for (int size = demand == DEMAND_FREE ? 1 : s->count; size > 0 && !how->isGood; --size) {
        for (unsigned set = 1; set < 1u << s->count; ++set) {
            // The single ones are always tried: they are the last that can succeed.
            if (bits(set) == size && (s->trials < MAX_TRIALS || size == 1)) {
                attempt(s, set, demand, how);
            }
        }
    }
}

// The contacts that were closed, as they are; where names can be told apart, what touches there.
static void nameResult(Search* s, const vlResolved* how, Demand demand)
{
    vlFormation* out = s->trial;
    if (demand == DEMAND_NAMES) {
        vlIdentifier_Find(s->r->tight, how->poseBA, vlIdentityPose(), out);
        for (int i = 0; i < out->count; ++i) {
            carryBack(s, how, &out->contact[i]);
        }
        return;
    }
    out->count = 0;
    for (int i = 0; i < s->count; ++i) {
        if (how->chosen >> i & 1u) {
            out->contact[out->count++] = s->found->contact[s->chosen[i]];
        }
    }
}

void vlResolver_Run(vlResolver* r, const vlFormation* found, vlPose poseBA, unsigned first,
                    vlFormation* formation, vlResolved* how)
{
    *how = (vlResolved){.poseBA = poseBA};
    formation->count = 0;
    formation->isCut = found->isCut;
    if (found->count == 0) {
        how->isGood = true;
        return;
    }
    Search s = {.r = r, .found = found, .poseBA = poseBA, .trial = formation};
    s.count = order(found, s.chosen);
    for (int i = 0; i < s.count; ++i) {
        const vlPrincipalContact* c = &found->contact[s.chosen[i]];
        s.pair[i] = (vlContactPair){c->type, c->a, c->b};
    }
    if (first != 0 && first < 1u << s.count) {
        attempt(&s, first, DEMAND_NAMES, how);
    }
    int demand = DEMAND_NAMES;
    while (!how->isGood && demand <= DEMAND_CLOSED) {
        trySizes(&s, (Demand)demand, how);
        if (demand == DEMAND_NAMES && !how->isGood) {
            tryLower(&s, how);
            how->chosen = 0; // parts are found again by the same search
        }
        demand += how->isGood ? 0 : 1;
    }
    how->trials = s.trials;
    if (how->isGood) {
        nameResult(&s, how, (Demand)demand);
    } else { // what was found stays
        how->isForced = true;
        *formation = *found;
    }
}
