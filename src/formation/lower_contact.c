// SPDX-License-Identifier: MIT
// Parts of contacts, one rank lower.

#include "formation/resolve.h"

// The convex edge of a face that is nearest to a point of it; -1 if there is none.
static int borderAt(const vlPolyhedron* p, int face, vlVec3 point)
{
    int best = -1;
    double least = HUGE_VAL;
    for (int e = 0; e < p->edgeCount; ++e) {
        const vlPolyhedronEdge* edge = &p->edges[e];
        if (edge->isConvex && (edge->face[0] == face || edge->face[1] == face) &&
            vlPolyhedron_ToEdge(p, edge, point) < least) {
            least = vlPolyhedron_ToEdge(p, edge, point);
            best = e;
        }
    }
    return best;
}

// An edge that leaves a face touches it last with one end of the line that both have in common: its
// own end, or the point where it crosses the border of the face. This is the end of lesser height,
// or (`isOther`) the other one.
static bool lowerEdge(const vlResolver* r, vlPose poseBA, const vlPrincipalContact* c, bool isOther,
                      vlContactPair* part)
{
    bool isOfA = c->type == VL_CONTACT_EDGE_FACE;
    const vlPolyhedron* by = isOfA ? r->a : r->b;
    const vlPolyhedron* on = isOfA ? r->b : r->a;
    const vlPolyhedronEdge* edge = &by->edges[isOfA ? c->a.index : c->b.index];
    vlPlaneRows rows = {.count = 0};
    (void)vlRows_Add(r, (vlContactPair){c->type, c->a, c->b}, poseBA, &rows);
    if (c->regionCount != 2 || rows.count != 2) {
        return false;
    }
    double along[2];
    double height[2];
    for (int k = 0; k < 2; ++k) {
        vlVec3 x = isOfA ? vlUntransform(poseBA, c->region[k]) : c->region[k];
        along[k] = vlDot(vlSub(x, by->vertices[edge->vertex[0]].position), edge->direction);
        height[k] = rows.height[0] + (rows.height[1] - rows.height[0]) * along[k] / edge->length;
    }
    int end = (height[0] <= height[1]) == isOther ? 1 : 0;
    vlElement own = {VL_ELEMENT_EDGE, isOfA ? c->a.index : c->b.index};
    vlElement other = {VL_ELEMENT_FACE, isOfA ? c->b.index : c->a.index};
    part->type = isOfA ? VL_CONTACT_VERTEX_FACE : VL_CONTACT_FACE_VERTEX;
    bool isGood;
    if (along[end] < VL_AT_BORDER || along[end] > edge->length - VL_AT_BORDER) {
        own = (vlElement){VL_ELEMENT_VERTEX, edge->vertex[along[end] < VL_AT_BORDER ? 0 : 1]};
        isGood = by->vertices[own.index].isUsable;
    } else {
        vlVec3 x = isOfA ? c->region[end] : vlUntransform(poseBA, c->region[end]);
        other = (vlElement){VL_ELEMENT_EDGE, borderAt(on, other.index, x)};
        part->type = VL_CONTACT_EDGE_EDGE;
        isGood = other.index >= 0;
    }
    part->a = isOfA ? own : other;
    part->b = isOfA ? other : own;
    return isGood;
}

bool vlResolver_Lower(const vlResolver* r, vlPose poseBA, const vlPrincipalContact* c, bool isOther,
                      vlContactPair* part)
{
    if (c->type == VL_CONTACT_EDGE_FACE || c->type == VL_CONTACT_FACE_EDGE) {
        return lowerEdge(r, poseBA, c, isOther, part);
    }
    if (c->type != VL_CONTACT_FACE_FACE || isOther) {
        return false;
    }
    double nearest = HUGE_VAL;
    for (int e = 0; e < r->a->edgeCount; ++e) {
        const vlPolyhedronEdge* edge = &r->a->edges[e];
        if (!edge->isConvex || (edge->face[0] != c->a.index && edge->face[1] != c->a.index)) {
            continue;
        }
        vlPlaneRows rows = {.count = 0};
        vlContactPair trial = {VL_CONTACT_EDGE_FACE, {VL_ELEMENT_EDGE, e}, c->b};
        (void)vlRows_Add(r, trial, poseBA, &rows);
        if (rows.height[0] + rows.height[1] < nearest) {
            nearest = rows.height[0] + rows.height[1];
            *part = trial;
        }
    }
    return nearest < HUGE_VAL;
}
