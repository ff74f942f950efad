// SPDX-License-Identifier: MIT
// Face on face: the overlap of the two faces on the plane of B's, and how far apart they are over
// it (docs/theory/formations.md).

#include "formation/face_part.h"

// Overlaps of single cells below this are slivers of rounding, m2.
#define SLIVER 1e-10

typedef struct Overlap {
    double area, width; // m2; longest distance within one part, m
    vlVec3 moment;      // area times centroid
    double nearest, farthest;
    int count;
    vlVec3 point[VL_MAX_COLLECTED];
} Overlap;

static void addPart(Overlap* o, const vlFacePart* part, vlVec3 normalA, double offsetA, vlVec3 n)
{
    double area = 0.0;
    vlVec3 moment = vlZero();
    for (int i = 1; i + 1 < part->count; ++i) {
        vlVec3 p = vlSub(part->point[i], part->point[0]);
        vlVec3 q = vlSub(part->point[i + 1], part->point[0]);
        double a = 0.5 * vlDot(n, vlCross(p, q));
        area += a;
        moment = vlMulAdd(moment, a / 3.0,
                          vlAdd(vlAdd(part->point[0], part->point[i]), part->point[i + 1]));
    }
    if (area < SLIVER) {
        return;
    }
    o->area += area;
    o->moment = vlAdd(o->moment, moment);
    double c = vlDot(n, normalA);
    for (int i = 0; i < part->count; ++i) {
        vlVec3 x = part->point[i];
        double d = (offsetA - vlDot(normalA, x)) / c;
        o->nearest = d < o->nearest ? d : o->nearest;
        o->farthest = d > o->farthest ? d : o->farthest;
        o->count = vlRegion_Add(o->point, o->count, x);
        for (int k = 0; k < i; ++k) {
            double width = vlLength(vlSub(part->point[k], x));
            o->width = width > o->width ? width : o->width;
        }
    }
}

// Clips each cell of A's face, laid on B's plane, by each cell of B's.
static void overlapFaces(const vlIdentifier* id, int fa, int fb, Overlap* o)
{
    const vlPolyhedron* a = id->a.poly;
    const vlPolyhedronFace* faceA = &a->faces[fa];
    const vlPolyhedronFace* faceB = &id->b.poly->faces[fb];
    vlVec3 n = id->b.normalAt[fb];
    *o = (Overlap){.nearest = HUGE_VAL, .farthest = -HUGE_VAL};
    for (int c = faceA->firstCell; c < faceA->firstCell + faceA->cellCount; ++c) {
        const vlPolyhedronCell* cell = &a->cells[c];
        vlFacePart subject;
        subject.count = cell->cornerCount;
        for (int k = 0; k < cell->cornerCount; ++k) { // seen from B's side it runs the other way
            vlVec3 x = id->a.pointAt[a->corners[cell->firstCorner + cell->cornerCount - 1 - k]];
            subject.point[k] = vlMulAdd(x, id->b.offsetAt[fb] - vlDot(n, x), n);
        }
        for (int e = faceB->firstCell; e < faceB->firstCell + faceB->cellCount; ++e) {
            vlFacePart work[2];
            const vlFacePart* from = vlFacePart_ClipToCell(&subject, &id->b, e, work);
            if (from->count >= 3) {
                addPart(o, from, id->a.normalAt[fa], id->a.offsetAt[fa], n);
            }
        }
    }
}

// Can any point of A's face be as near to B's plane as a contact? If all corners are too far, or
// all too deep, none can.
static bool isNearPlane(const vlIdentifier* id, const vlPass* pass, int fa, int fb)
{
    const vlPolyhedron* a = id->a.poly;
    const vlPolyhedronFace* face = &a->faces[fa];
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (int c = face->firstCell; c < face->firstCell + face->cellCount; ++c) {
        const vlPolyhedronCell* cell = &a->cells[c];
        for (int k = cell->firstCorner; k < cell->firstCorner + cell->cornerCount; ++k) {
            double d = vlDot(id->b.normalAt[fb], id->a.pointAt[a->corners[k]]) - id->b.offsetAt[fb];
            low = d < low ? d : low;
            high = d > high ? d : high;
        }
    }
    return low <= pass->gap && high >= -pass->inside;
}

// The region test, (F5): highest rank whose region the contact really covers.
static bool passes(const vlPass* pass, const Overlap* o)
{
    double most = fmax(pass->spread * pass->gap, -pass->relative * o->nearest);
    if (o->count < 3 || o->area < pass->minArea || o->nearest > pass->gap ||
        o->nearest < -pass->inside || o->farthest > most) {
        return false;
    }
    return !pass->needsWidth || o->nearest >= 0.0 || o->area >= -o->nearest * o->width;
}

void vlIdentify_FacePair(vlIdentifier* id, const vlPass* pass, int fa, int fb, vlRawList* out)
{
    if (vlDot(id->a.normalAt[fa], id->b.normalAt[fb]) > -pass->cosine ||
        !isNearPlane(id, pass, fa, fb)) {
        return;
    }
    Overlap o;
    overlapFaces(id, fa, fb, &o);
    if (!passes(pass, &o)) {
        return;
    }
    vlPrincipalContact* c = vlRawList_Add(out);
    if (c == NULL) {
        return;
    }
    c->type = VL_CONTACT_FACE_FACE;
    c->a = (vlElement){VL_ELEMENT_FACE, fa};
    c->b = (vlElement){VL_ELEMENT_FACE, fb};
    c->normal = id->b.normalAt[fb];
    c->nearest = o.nearest;
    c->farthest = o.farthest;
    c->size = o.area;
    vlVec3 x = vlScale(o.moment, 1.0 / o.area);
    vlVec3 na = id->a.normalAt[fa];
    c->point = vlMulAdd(x, (id->a.offsetAt[fa] - vlDot(na, x)) / vlDot(c->normal, na), c->normal);
    vlContact_SetRegion(c, o.point, o.count);
}

void vlIdentify_Faces(vlIdentifier* id, const vlPass* pass, vlRawList* out)
{
    double reach = fmax(pass->inside, pass->gap);
    for (int i = 0; i < id->a.faceCount; ++i) {
        vlVec3 n = id->a.normalAt[id->a.face[i]];
        for (int k = 0; k < id->b.faceCount; ++k) {
            int fa = id->a.face[i];
            int fb = id->b.face[k];
            if (vlDot(n, id->b.normalAt[fb]) <= -pass->cosine &&
                !vlBox_AreApart(id->a.faceBox[fa], id->b.faceBox[fb], reach)) {
                vlIdentify_FacePair(id, pass, fa, fb, out);
            }
        }
    }
}
