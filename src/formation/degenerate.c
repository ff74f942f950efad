// SPDX-License-Identifier: MIT
// Contacts at a closed pose that have no certain name.

#include "formation/resolve.h"

double vlPolyhedron_ToEdge(const vlPolyhedron* p, const vlPolyhedronEdge* e, vlVec3 point)
{
    vlVec3 start = p->vertices[e->vertex[0]].position;
    double s = vlDot(vlSub(point, start), e->direction);
    s = fmax(0.0, fmin(e->length, s));
    return vlLength(vlSub(point, vlMulAdd(start, s, e->direction)));
}

// Is the point (in the polyhedron's frame) at the border of the element: at a convex edge of a
// face, or at an end of an edge?
static bool isAtBorder(const vlPolyhedron* p, vlElement e, vlVec3 point)
{
    if (e.kind == VL_ELEMENT_EDGE) {
        const vlPolyhedronEdge* edge = &p->edges[e.index];
        double s = vlDot(vlSub(point, p->vertices[edge->vertex[0]].position), edge->direction);
        return s < VL_AT_BORDER || s > edge->length - VL_AT_BORDER;
    }
    for (int i = 0; i < p->edgeCount && e.kind == VL_ELEMENT_FACE; ++i) {
        const vlPolyhedronEdge* edge = &p->edges[i];
        if (edge->isConvex && (edge->face[0] == e.index || edge->face[1] == e.index) &&
            vlPolyhedron_ToEdge(p, edge, point) < VL_AT_BORDER) {
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
            vlPolyhedron_ToEdge(p, edge, from) < VL_AT_BORDER &&
            vlPolyhedron_ToEdge(p, edge, to) < VL_AT_BORDER) {
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
