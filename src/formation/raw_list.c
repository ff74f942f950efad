// SPDX-License-Identifier: MIT
// Reduces all pairs of elements that touch to the principal ones, by element and by name.

#include <string.h>

#include "formation/contact_same.h"
#include "formation/identifier.h"
#include "formation/poly_parts.h"

// Lower contacts span the plane of two faces if their regions contain a triangle of this height, m.
#define SPAN_HEIGHT 5e-4
// A contact that is narrower than it is deep is taken for another one seen from the side, if there
// is one within this many depths.
#define DOUBT_DEPTHS 3.0
// A face-on-face contact of the last call stays while that height is at least this fraction of what
// a new one needs.
#define KEEP_SPAN 0.5
// A region of a round contact is an area if it is wider than this fraction of its length.
#define AREA_ASPECT 0.2
// A region shorter than this is a point, m.
#define LINE_LENGTH 1e-3

static vlPrincipalContact* begin(vlPrincipalContact* c)
{
    c->axis = vlZero();
    c->size = 0.0;
    c->isReplaced = c->isRound = false;
    c->regionCount = 0;
    return c;
}

vlPrincipalContact* vlRawList_Add(vlRawList* list)
{
    if (list->count == VL_MAX_RAW) {
        list->isCut = true;
        return NULL;
    }
    return begin(&list->contact[list->count++]);
}

vlPrincipalContact* vlRawList_AddDoubtful(vlRawList* list)
{
    if (list->doubtfulCount == VL_MAX_DOUBTFUL) {
        return NULL;
    }
    return begin(&list->doubtful[list->doubtfulCount++]);
}

bool vlRawList_HasNear(const vlRawList* list, const vlPrincipalContact* doubtful, double gap)
{
    vlVec3 point = doubtful->region[0];
    double reach = gap - DOUBT_DEPTHS * doubtful->nearest;
    for (int i = 0; i < list->count; ++i) {
        const vlPrincipalContact* c = &list->contact[i];
        vlBox box = vlBox_OfPoints(c->region, c->regionCount);
        if (!vlBox_AreApart(box, (vlBox){point, point}, reach)) {
            return true;
        }
    }
    return false;
}

void vlRawList_SettleDoubts(vlRawList* list, double gap)
{
    for (int round = 0; round < list->doubtfulCount; ++round) {
        int best = -1;
        for (int i = 0; i < list->doubtfulCount; ++i) {
            const vlPrincipalContact* c = &list->doubtful[i];
            bool isFree = !vlRawList_HasNear(list, c, gap);
            if (isFree && (best < 0 || c->nearest > list->doubtful[best].nearest)) {
                best = i;
            }
        }
        vlPrincipalContact* added = best >= 0 ? vlRawList_Add(list) : NULL;
        if (added == NULL) {
            return;
        }
        *added = list->doubtful[best];
    }
}

bool vlRawList_Covers(const vlIdentifier* id, const vlRawList* list, vlElement a, vlElement b)
{
    for (int i = 0; i < list->count; ++i) {
        if (vlPolyhedron_IsPart(id->a.poly, a, list->contact[i].a) &&
            vlPolyhedron_IsPart(id->b.poly, b, list->contact[i].b)) {
            return true;
        }
    }
    return false;
}

static void removeDead(vlRawList* list, const bool* isDead)
{
    int kept = 0;
    for (int i = 0; i < list->count; ++i) {
        if (!isDead[i]) {
            if (kept != i) {
                list->contact[kept] = list->contact[i];
            }
            ++kept;
        }
    }
    list->count = kept;
}

void vlRawList_KeepPrincipal(const vlIdentifier* id, vlRawList* list)
{
    bool isDead[VL_MAX_RAW] = {false};
    for (int i = 0; i < list->count; ++i) {
        const vlPrincipalContact* x = &list->contact[i];
        for (int k = 0; k < list->count && !isDead[i]; ++k) {
            const vlPrincipalContact* y = &list->contact[k];
            if (i == k) {
                continue;
            }
            if (vlPrincipalContact_IsSame(x, y)) {
                isDead[i] = k < i;
            } else {
                isDead[i] = vlPolyhedron_IsPart(id->a.poly, x->a, y->a) &&
                            vlPolyhedron_IsPart(id->b.poly, x->b, y->b);
            }
        }
    }
    removeDead(list, isDead);
}

// ---- lower contacts of one pair of faces ----

static double largestHeight(const vlVec3* p, int count)
{
    double best = 0.0;
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < i; ++k) {
            for (int m = 0; m < k; ++m) {
                vlVec3 u = vlSub(p[k], p[i]);
                vlVec3 w = vlSub(p[m], p[i]);
                double side = fmax(vlLength(u), fmax(vlLength(w), vlLength(vlSub(u, w))));
                if (side > 0.0) {
                    best = fmax(best, vlLength(vlCross(u, w)) / side);
                }
            }
        }
    }
    return best;
}

static void noteMerged(vlIdentifier* id, const vlRawList* list, const bool* isPart)
{
    for (int i = 0; i < list->count; ++i) {
        if (isPart[i] && id->mergedCount < VL_MAX_RAW) {
            id->merged[id->mergedCount++] =
                (vlContactKey){list->contact[i].a, list->contact[i].b, list->contact[i].isReplaced};
        }
    }
}

// Contacts on the borders of faces fa and fb become one, if they span the plane.
static void mergePair(vlIdentifier* id, vlRawList* list, int fa, int fb)
{
    vlElement faceA = {VL_ELEMENT_FACE, fa};
    vlElement faceB = {VL_ELEMENT_FACE, fb};
    bool isPart[VL_MAX_RAW] = {false};
    int count = 0;
    vlVec3 point[VL_MAX_COLLECTED];
    int points = 0;
    double nearest = HUGE_VAL;
    double farthest = -HUGE_VAL;
    vlVec3 middle = vlZero();
    for (int i = 0; i < list->count; ++i) {
        const vlPrincipalContact* c = &list->contact[i];
        if (!vlPolyhedron_IsPart(id->a.poly, c->a, faceA) ||
            !vlPolyhedron_IsPart(id->b.poly, c->b, faceB)) {
            continue;
        }
        if (c->type == VL_CONTACT_FACE_FACE) {
            return;
        }
        isPart[i] = true;
        ++count;
        // The first VL_MAX_REGION points are enough to see whether they span the plane.
        for (int k = 0; k < c->regionCount && points < VL_MAX_REGION; ++k) {
            points = vlRegion_Add(point, points, c->region[k]);
        }
        middle = vlAdd(middle, c->point);
        nearest = fmin(nearest, c->nearest);
        farthest = fmax(farthest, c->farthest);
    }
    bool wasThere = vlIdentifier_HadContact(id, faceA, faceB);
    if (count < 2 ||
        largestHeight(point, points) < (wasThere ? KEEP_SPAN * SPAN_HEIGHT : SPAN_HEIGHT)) {
        return;
    }
    noteMerged(id, list, isPart);
    removeDead(list, isPart);
    vlPrincipalContact* c = vlRawList_Add(list);
    c->type = VL_CONTACT_FACE_FACE;
    c->a = faceA;
    c->b = faceB;
    c->normal = id->b.normalAt[fb];
    c->point = vlScale(middle, 1.0 / count);
    c->nearest = nearest;
    c->farthest = farthest;
    vlContact_SetRegion(c, point, points);
}

void vlRawList_MergeFaces(vlIdentifier* id, const vlPass* pass, vlRawList* list)
{
    if (list->count < 2) {
        return;
    }
    for (int i = 0; i < id->a.faceCount; ++i) {
        for (int k = 0; k < id->b.faceCount; ++k) {
            int fa = id->a.face[i];
            int fb = id->b.face[k];
            if (vlDot(id->a.normalAt[fa], id->b.normalAt[fb]) <= -pass->cosine) {
                mergePair(id, list, fa, fb);
            }
        }
    }
}

// ---- round surfaces ----

static bool isRoundElement(const vlPolyhedron* p, vlElement named)
{
    if (named.kind == VL_ELEMENT_FACE) {
        return p->faces[named.index].isCurved;
    }
    return named.kind == VL_ELEMENT_EDGE && p->edges[named.index].isCurved;
}

// The region of a round contact decides its type: a point, a line or an area, (F9).
static void classifyRound(vlPrincipalContact* c)
{
    double longest = 0.0;
    vlVec3 along = vlZero();
    for (int i = 0; i < c->regionCount; ++i) {
        for (int k = 0; k < i; ++k) {
            vlVec3 d = vlSub(c->region[i], c->region[k]);
            if (vlLength(d) > longest) {
                longest = vlLength(d);
                along = vlScale(d, 1.0 / longest);
            }
        }
    }
    double width = 0.0;
    for (int i = 0; i < c->regionCount; ++i) {
        vlVec3 d = vlSub(c->region[i], c->region[0]);
        width = fmax(width, vlLength(vlMulAdd(d, -vlDot(d, along), along)));
    }
    bool isFaceOfB = c->namedB.kind == VL_ELEMENT_FACE;
    c->isRound = true;
    c->axis = vlZero();
    if (longest < LINE_LENGTH) {
        c->type = isFaceOfB ? VL_CONTACT_VERTEX_FACE : VL_CONTACT_FACE_VERTEX;
    } else if (width > AREA_ASPECT * longest) {
        c->type = VL_CONTACT_FACE_FACE;
    } else {
        c->type = isFaceOfB ? VL_CONTACT_EDGE_FACE : VL_CONTACT_FACE_EDGE;
        c->axis = along;
    }
}

// Puts contact `from` into `to`, which has the same name.
static void absorb(vlPrincipalContact* to, const vlPrincipalContact* from)
{
    vlVec3 point[VL_MAX_COLLECTED];
    int count = 0;
    for (int i = 0; i < to->regionCount; ++i) {
        count = vlRegion_Add(point, count, to->region[i]);
    }
    for (int i = 0; i < from->regionCount; ++i) {
        count = vlRegion_Add(point, count, from->region[i]);
    }
    double farthest = fmax(to->farthest, from->farthest);
    double size = to->size + from->size;
    vlVec3 middle = vlScale(vlAdd(to->point, from->point), 0.5);
    if (from->nearest < to->nearest) {
        *to = *from;
    }
    to->farthest = farthest;
    to->size = size;
    to->point = middle;
    vlContact_SetRegion(to, point, count);
}

bool vlRawList_GiveNames(const vlIdentifier* id, vlRawList* list)
{
    bool hasRound = false;
    for (int i = 0; i < list->count; ++i) {
        vlPrincipalContact* c = &list->contact[i];
        c->namedA = vlPolyhedron_GetNamed(id->a.poly, c->a);
        c->namedB = vlPolyhedron_GetNamed(id->b.poly, c->b);
        c->isRound = isRoundElement(id->a.poly, c->namedA) || isRoundElement(id->b.poly, c->namedB);
        hasRound |= c->isRound;
    }
    return hasRound;
}

void vlRawList_JoinRound(const vlIdentifier* id, vlRawList* list)
{
    bool isDead[VL_MAX_RAW] = {false};
    for (int i = 0; i < list->count; ++i) {
        const vlPrincipalContact* c = &list->contact[i];
        for (int k = 0; k < i && c->isRound; ++k) {
            vlPrincipalContact* other = &list->contact[k];
            if (!isDead[k] && vlPrincipalContact_IsSameName(c, other)) {
                absorb(other, c);
                isDead[i] = true;
                break;
            }
        }
    }
    removeDead(list, isDead);
    memset(isDead, 0, sizeof isDead);
    for (int i = 0; i < list->count; ++i) {
        const vlPrincipalContact* x = &list->contact[i];
        for (int k = 0; k < list->count && !isDead[i]; ++k) {
            const vlPrincipalContact* y = &list->contact[k];
            isDead[i] = i != k && !isDead[k] &&
                        vlPolyhedron_IsNamedPart(id->a.poly, x->namedA, y->namedA) &&
                        vlPolyhedron_IsNamedPart(id->b.poly, x->namedB, y->namedB);
        }
    }
    removeDead(list, isDead);
    for (int i = 0; i < list->count; ++i) {
        if (list->contact[i].isRound) {
            classifyRound(&list->contact[i]);
        }
    }
}
