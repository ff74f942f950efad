// SPDX-License-Identifier: MIT
// Places A in the frame of B, and lists the elements of both that can touch: those of B near A's
// bounds, and those of A near what was found of B. The lists hold while A moves by less than a
// slack.

#include "formation/identifier.h"

static vlBox turnBox(vlMat3 r, vlVec3 p, vlVec3 lower, vlVec3 upper)
{
    vlVec3 c = vlScale(vlAdd(lower, upper), 0.5);
    vlVec3 h = vlScale(vlSub(upper, lower), 0.5);
    vlVec3 middle = vlAdd(vlMulMV(r, c), p);
    vlVec3 half = vlVec(fabs(r.cx.x) * h.x + fabs(r.cy.x) * h.y + fabs(r.cz.x) * h.z,
                        fabs(r.cx.y) * h.x + fabs(r.cy.y) * h.y + fabs(r.cz.y) * h.z,
                        fabs(r.cx.z) * h.x + fabs(r.cy.z) * h.y + fabs(r.cz.z) * h.z);
    return (vlBox){vlSub(middle, half), vlAdd(middle, half)};
}

void vlNear_MakeGroups(vlNear* near)
{
    const vlPolyhedron* p = near->poly;
    for (int i = 0; i < p->vertexCount; ++i) {
        vlBox* box = &near->vertexGroups[i / VL_NEAR_GROUP];
        *box = i % VL_NEAR_GROUP == 0 ? vlBox_Empty() : *box;
        vlBox_Include(box, near->pointAt[i]);
    }
    for (int i = 0; i < p->edgeCount; ++i) {
        vlBox* box = &near->edgeGroups[i / VL_NEAR_GROUP];
        *box = i % VL_NEAR_GROUP == 0 ? vlBox_Empty() : *box;
        *box = vlBox_Join(*box, near->edgeBox[i]);
    }
    for (int i = 0; i < p->faceCount; ++i) {
        vlBox* box = &near->faceGroups[i / VL_NEAR_GROUP];
        *box = i % VL_NEAR_GROUP == 0 ? vlBox_Empty() : *box;
        *box = vlBox_Join(*box, near->faceBox[i]);
    }
}

// Lists those of `count` elements whose boxes are near, or whose points if they have no boxes;
// returns how many.
static int listNear(const vlBox* groups, const vlBox* boxes, const vlVec3* points, int count,
                    const vlBox* a, double reach, int* list)
{
    int used = 0;
    for (int first = 0; first < count; first += VL_NEAR_GROUP) {
        const vlBox* group = &groups[first / VL_NEAR_GROUP];
        if (vlBox_AreApart(*group, *a, reach)) {
            continue;
        }
        int end = first + VL_NEAR_GROUP < count ? first + VL_NEAR_GROUP : count;
        for (int i = first; i < end; ++i) {
            vlBox box = boxes != NULL ? boxes[i] : (vlBox){points[i], points[i]};
            if (!vlBox_AreApart(box, *a, reach)) {
                list[used++] = i;
            }
        }
    }
    return used;
}

// Lists B's elements near A, and returns the box of those of its faces that are near.
static vlBox gatherB(vlNear* b, const vlBox* a, double reach)
{
    const vlPolyhedron* p = b->poly;
    b->faceCount = listNear(b->faceGroups, b->faceBox, NULL, p->faceCount, a, reach, b->face);
    vlBox all = vlBox_Empty();
    for (int i = 0; i < b->faceCount; ++i) {
        all = vlBox_Join(all, b->faceBox[b->face[i]]);
    }
    int edges = listNear(b->edgeGroups, b->edgeBox, NULL, p->edgeCount, a, reach, b->edge);
    b->edgeCount = b->hollowCount = 0;
    for (int i = 0; i < edges; ++i) {
        int e = b->edge[i];
        if (p->edges[e].isConvex) {
            b->edge[b->edgeCount++] = e;
        } else {
            b->hollow[b->hollowCount++] = e;
        }
    }
    b->vertexCount =
        listNear(b->vertexGroups, NULL, b->pointAt, p->vertexCount, a, reach, b->vertex);
    return all;
}

static void gatherA(vlNear* a, vlMat3 r, vlVec3 at, const vlBox* b, double reach)
{
    const vlPolyhedron* p = a->poly;
    a->vertexCount = a->edgeCount = a->hollowCount = a->faceCount = 0;
    for (int f = 0; f < p->faceCount; ++f) {
        vlBox box = turnBox(r, at, p->faces[f].lower, p->faces[f].upper);
        if (!vlBox_AreApart(box, *b, reach)) {
            a->face[a->faceCount++] = f;
        }
    }
    for (int v = 0; v < p->vertexCount; ++v) {
        vlVec3 x = a->pointAt[v];
        if (!vlBox_AreApart((vlBox){x, x}, *b, reach)) {
            a->vertex[a->vertexCount++] = v;
        }
    }
    for (int e = 0; e < p->edgeCount; ++e) {
        vlVec3 s = a->pointAt[p->edges[e].vertex[0]];
        vlVec3 t = a->pointAt[p->edges[e].vertex[1]];
        if (vlBox_AreApart((vlBox){vlVec_Lower(s, t), vlVec_Upper(s, t)}, *b, reach)) {
            continue;
        }
        if (p->edges[e].isConvex) {
            a->edge[a->edgeCount++] = e;
        } else {
            a->hollow[a->hollowCount++] = e;
        }
    }
}

static void placeEdge(vlNear* a, vlMat3 r, int e)
{
    const vlPolyhedronEdge* edge = &a->poly->edges[e];
    a->directionAt[e] = vlMulMV(r, edge->direction);
    a->inwardAt[2 * e] = vlMulMV(r, edge->inward[0]);
    a->inwardAt[2 * e + 1] = vlMulMV(r, edge->inward[1]);
    vlVec3 s = a->pointAt[edge->vertex[0]];
    vlVec3 t = a->pointAt[edge->vertex[1]];
    a->edgeBox[e] = (vlBox){vlVec_Lower(s, t), vlVec_Upper(s, t)};
}

// Normals and sides of the faces in the list, directions of its edges.
static void placeListed(vlNear* a, vlMat3 r, vlVec3 at)
{
    const vlPolyhedron* p = a->poly;
    for (int i = 0; i < a->faceCount; ++i) {
        const vlPolyhedronFace* face = &p->faces[a->face[i]];
        vlVec3 n = vlMulMV(r, face->normal);
        a->normalAt[a->face[i]] = n;
        a->offsetAt[a->face[i]] = face->offset + vlDot(n, at);
        vlBox box = vlBox_Empty();
        for (int c = face->firstCell; c < face->firstCell + face->cellCount; ++c) {
            const vlPolyhedronCell* cell = &p->cells[c];
            for (int k = cell->firstCorner; k < cell->firstCorner + cell->cornerCount; ++k) {
                a->sideAt[k] = vlMulMV(r, p->sideNormals[k]);
                a->sideOffsetAt[k] = p->sideOffsets[k] + vlDot(a->sideAt[k], at);
                vlBox_Include(&box, a->pointAt[p->corners[k]]);
            }
        }
        a->faceBox[a->face[i]] = box;
    }
    for (int i = 0; i < a->edgeCount; ++i) {
        placeEdge(a, r, a->edge[i]);
    }
    for (int i = 0; i < a->hollowCount; ++i) {
        placeEdge(a, r, a->hollow[i]);
    }
}

// An upper bound of how far any point of A has moved: the distance that its centre moved, and what
// the turn adds at most.
static double wayFrom(const vlPolyhedron* p, vlPose was, vlPose is)
{
    vlVec3 way = vlSub(vlTransform(is, p->centre), vlTransform(was, p->centre));
    vlQuat turn = vlMulQ(is.q, vlConj(was.q));
    double half = vlLength(vlVec(turn.x, turn.y, turn.z)); // sine of half the angle
    return vlLength(way) + 2.0 * half * p->radius;
}

void vlIdentifier_Place(vlIdentifier* id, vlPose poseBA)
{
    const vlPolyhedron* p = id->a.poly;
    vlMat3 r = vlMatFromQuat(poseBA.q);
    bool isFresh = id->hasGathered && wayFrom(p, id->gatheredAt, poseBA) <= id->slack;
    if (isFresh && (id->a.faceCount == 0 || id->b.faceCount == 0)) {
        return;
    }
    if (!isFresh) {
        id->gatheredAt = poseBA;
        id->hasGathered = true;
        id->a.faceCount = 0;
    }
    double reach = fmax(id->settings.inside, id->settings.keep * id->settings.gap) + id->slack;
    if (!isFresh) {
        // Whole bounds first: most pairs of a scene are far apart.
        vlBox box = turnBox(r, poseBA.p, p->lower, p->upper);
        id->b.faceCount = 0;
        if (vlBox_AreApart(box, (vlBox){id->b.poly->lower, id->b.poly->upper}, reach)) {
            return;
        }
        vlBox near = gatherB(&id->b, &box, reach);
        if (id->b.faceCount == 0) {
            return;
        }
        for (int i = 0; i < p->pointCount; ++i) {
            id->a.pointAt[i] = vlAdd(vlMulMV(r, p->points[i]), poseBA.p);
        }
        gatherA(&id->a, r, poseBA.p, &near, reach);
    } else {
        for (int i = 0; i < p->pointCount; ++i) {
            id->a.pointAt[i] = vlAdd(vlMulMV(r, p->points[i]), poseBA.p);
        }
    }
    placeListed(&id->a, r, poseBA.p);
}
