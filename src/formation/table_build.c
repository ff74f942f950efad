// SPDX-License-Identifier: MIT
// Searches for formations. Seeds are faces on faces, one, two or three at once, with A turned so
// that they are parallel. From each formation, contacts are released altogether or down to a part
// of their border; then A is moved a little at random, and the contacts that are kept are closed
// again.

#include "base/sentence.h"
#include "formation/poly_parts.h"
#include "formation/table_parts.h"

// How far A is moved for a release, m and rad.
#define SHIFT 2e-3
#define TILT (2.0 * VL_PI / 180.0)
// Contacts with heights below CLOSED are closed, and nothing may be inside by more than TIGHT, m.
#define CLOSED 1e-8
#define TIGHT 1e-6
// Two pairs of faces can be parallel at once if the cosines of the angles in A and in B differ by
// at most this.
#define SAME_ANGLE 1e-6

typedef struct Search {
    const vlFormationTableDef* def;
    vlFormationTable* table;
    vlResolver r;
    uint64_t random;
    vlFormation now, next;
} Search;

static double uniform(Search* s)
{
    uint64_t z = s->random += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static vlVec3 inCube(Search* s, double size)
{
    double x = uniform(s);
    double y = uniform(s);
    double z = uniform(s);
    return vlScale(vlVec(2.0 * x - 1.0, 2.0 * y - 1.0, 2.0 * z - 1.0), size);
}

static int rankOf(const vlFormation* f)
{
    int rank = 0;
    for (int i = 0; i < f->count; ++i) {
        vlContactType t = f->contact[i].type;
        bool isLine = t == VL_CONTACT_EDGE_FACE || t == VL_CONTACT_FACE_EDGE;
        rank += t == VL_CONTACT_FACE_FACE ? 3 : (isLine ? 2 : 1);
    }
    return rank;
}

// Closes the pairs from a pose nearby, and adds what touches there if nothing is inside. Returns
// its index, or -1.
static int addAt(Search* s, const vlContactPair* pairs, int count, vlPose pose, bool* isNew)
{
    *isNew = false;
    if (!(vlResolver_Close(&s->r, pairs, count, &pose) < CLOSED)) {
        return -1;
    }
    if (vlResolver_IsInside(&s->r, pose, TIGHT)) {
        return -1;
    }
    vlIdentifier_Find(s->r.tight, pose, vlIdentityPose(), &s->next);
    if (s->next.count == 0 || s->next.count > VL_MAX_RESOLVED) {
        return -1;
    }
    for (int i = 0; i < s->next.count; ++i) {
        if (vlResolver_IsDegenerate(&s->r, &s->next.contact[i], pose)) {
            return -1;
        }
    }
    vlFormationNode node = {.key = vlFormation_GetKey(&s->next),
                            .poseBA = pose,
                            .contactCount = s->next.count,
                            .rank = rankOf(&s->next)};
    return vlTable_AddNode(s->table, &node, isNew);
}

// ---- seeds ----

static vlVec3 inFace(Search* s, const vlPolyhedron* p, int face)
{
    if (p->isHalfspace) {
        return vlScale(p->faces[face].normal, p->faces[face].offset);
    }
    int loop = p->faces[face].firstLoop;
    vlVec3 sum = vlZero();
    double all = 0.0;
    for (int i = p->loopStarts[loop]; i < p->loopStarts[loop + 1]; ++i) {
        double weight = uniform(s);
        weight *= weight; // for points near corners, too
        sum = vlMulAdd(sum, weight, p->vertices[p->loopVertices[i]].position);
        all += weight;
    }
    return vlScale(sum, 1.0 / all);
}

// The rotation that takes unit vectors u and v at right angles to u2 and v2.
static vlQuat turnBetween(vlVec3 u, vlVec3 v, vlVec3 u2, vlVec3 v2)
{
    vlVec3 axis = vlCross(u, u2);
    vlQuat first;
    if (vlDot(u, u2) < -1.0 + 1e-12) {
        first = (vlQuat){0.0, v.x, v.y, v.z};
    } else {
        first = vlUnitQ((vlQuat){1.0 + vlDot(u, u2), axis.x, axis.y, axis.z});
    }
    vlVec3 w = vlRotate(first, v);
    double cosine = vlDot(w, v2);
    vlQuat second;
    if (cosine < -1.0 + 1e-12) {
        second = (vlQuat){0.0, u2.x, u2.y, u2.z};
    } else {
        vlVec3 about = vlCross(w, v2);
        second = vlUnitQ((vlQuat){1.0 + cosine, about.x, about.y, about.z});
    }
    return vlUnitQ(vlMulQ(second, first));
}

static vlVec3 across(vlVec3 n)
{
    vlVec3 helper = fabs(n.x) < 0.6 ? vlVec(1.0, 0.0, 0.0) : vlVec(0.0, 1.0, 0.0);
    return vlUnit(vlCross(n, helper));
}

static vlContactPair faces(int fa, int fb)
{
    return (vlContactPair){VL_CONTACT_FACE_FACE, {VL_ELEMENT_FACE, fa}, {VL_ELEMENT_FACE, fb}};
}

static void seedAt(Search* s, const vlContactPair* pairs, int count, vlQuat q)
{
    bool isNew;
    for (int i = 0; i < s->def->tries; ++i) {
        vlVec3 onA = inFace(s, s->r.a, pairs[0].a.index);
        vlVec3 onB = inFace(s, s->r.b, pairs[0].b.index);
        vlPose pose = {vlSub(onB, vlRotate(q, onA)), q};
        (void)addAt(s, pairs, count, pose, &isNew);
    }
}

static void seedOne(Search* s, int fa, int fb)
{
    vlContactPair pair = faces(fa, fb);
    vlVec3 na = s->r.a->faces[fa].normal;
    vlVec3 nb = vlNeg(s->r.b->faces[fb].normal);
    vlQuat q = turnBetween(na, across(na), nb, across(nb));
    for (int i = 0; i < s->def->tries; ++i) {
        vlVec3 spin = vlScale(nb, 2.0 * VL_PI * uniform(s));
        seedAt(s, &pair, 1, vlTurn(q, spin));
    }
}

static void seedThird(Search* s, vlContactPair* pairs, vlQuat q)
{
    for (int fa = pairs[1].a.index + 1; fa < s->r.a->faceCount; ++fa) {
        vlVec3 n = vlRotate(q, s->r.a->faces[fa].normal);
        for (int fb = 0; fb < s->r.b->faceCount; ++fb) {
            if (vlDot(n, s->r.b->faces[fb].normal) < -1.0 + SAME_ANGLE) {
                pairs[2] = faces(fa, fb);
                seedAt(s, pairs, 3, q);
            }
        }
    }
}

static void seedTwo(Search* s, int fa, int fb)
{
    const vlPolyhedron* a = s->r.a;
    const vlPolyhedron* b = s->r.b;
    vlVec3 na = a->faces[fa].normal;
    vlVec3 nb = vlNeg(b->faces[fb].normal);
    for (int ga = fa + 1; ga < a->faceCount; ++ga) {
        double cosine = vlDot(na, a->faces[ga].normal);
        for (int gb = 0; gb < b->faceCount; ++gb) {
            vlVec3 mb = vlNeg(b->faces[gb].normal);
            if (fabs(vlDot(nb, mb) - cosine) > SAME_ANGLE || fabs(cosine) > 0.999) {
                continue;
            }
            vlVec3 u = vlUnit(vlMulAdd(a->faces[ga].normal, -cosine, na));
            vlVec3 u2 = vlUnit(vlMulAdd(mb, -cosine, nb));
            vlQuat q = turnBetween(na, u, nb, u2);
            vlContactPair pairs[3] = {faces(fa, fb), faces(ga, gb)};
            seedAt(s, pairs, 2, q);
            seedThird(s, pairs, q);
        }
    }
}

// ---- release ----

// The element, its edges and its vertices.
static int partsOf(const vlPolyhedron* p, vlElement e, vlElement* parts, int most)
{
    int count = 0;
    parts[count++] = e;
    for (int i = 0; i < p->edgeCount && e.kind == VL_ELEMENT_FACE && count < most; ++i) {
        vlElement edge = {VL_ELEMENT_EDGE, i};
        if (p->edges[i].isConvex && vlPolyhedron_IsPart(p, edge, e)) {
            parts[count++] = edge;
        }
    }
    for (int i = 0; i < p->vertexCount && e.kind != VL_ELEMENT_VERTEX && count < most; ++i) {
        vlElement vertex = {VL_ELEMENT_VERTEX, i};
        if (p->vertices[i].isUsable && vlPolyhedron_IsPart(p, vertex, e)) {
            parts[count++] = vertex;
        }
    }
    return count;
}

static bool typeOf(vlElement a, vlElement b, vlContactType* type)
{
    static const int types[3][3] = {
        {-1, -1, VL_CONTACT_VERTEX_FACE},
        {-1, VL_CONTACT_EDGE_EDGE, VL_CONTACT_EDGE_FACE},
        {VL_CONTACT_FACE_VERTEX, VL_CONTACT_FACE_EDGE, VL_CONTACT_FACE_FACE}};
    int found = types[a.kind][b.kind];
    *type = found >= 0 ? (vlContactType)found : VL_CONTACT_FACE_FACE;
    return found >= 0;
}

// Moves A a little at random, closes what is kept, and adds what touches then.
static void releaseTo(Search* s, int from, const vlContactPair* kept, int count)
{
    for (int i = 0; i < s->def->tries; ++i) {
        bool isNew;
        vlPose pose = s->table->nodes[from].poseBA;
        vlVec3 centre = vlTransform(pose, s->r.a->centre);
        pose.q = vlTurn(pose.q, inCube(s, TILT));
        pose.p = vlSub(vlAdd(centre, inCube(s, SHIFT)), vlRotate(pose.q, s->r.a->centre));
        int to = addAt(s, kept, count, pose, &isNew);
        if (to >= 0) {
            vlTable_AddArc(s->table, from, to);
        }
    }
}

// Releases two face-on-face contacts down to edges at once, as a ladder in a corner needs.
static void releaseTwo(Search* s, int from, int k, int m)
{
    vlElement partsA[2][64];
    vlElement partsB[2][64];
    const vlPrincipalContact* c[2] = {&s->now.contact[k], &s->now.contact[m]};
    vlContactPair kept[VL_MAX_RESOLVED];
    int others = 0;
    int count[2];
    for (int i = 0; i < s->now.count && others < VL_MAX_RESOLVED - 2; ++i) {
        const vlPrincipalContact* o = &s->now.contact[i];
        if (i != k && i != m) {
            kept[others++] = (vlContactPair){o->type, o->a, o->b};
        }
    }
    for (int i = 0; i < 2; ++i) {
        // Edges of A on the face of B, then the face of A on edges of B.
        int a = partsOf(s->r.a, c[i]->a, partsA[i], 32);
        int used = 0;
        for (int j = 1; j < a; ++j) {
            if (partsA[i][j].kind == VL_ELEMENT_EDGE) {
                partsA[i][used] = partsA[i][j];
                partsB[i][used++] = c[i]->b;
            }
        }
        vlElement ofB[32];
        int b = partsOf(s->r.b, c[i]->b, ofB, 32);
        for (int j = 1; j < b; ++j) {
            if (ofB[j].kind == VL_ELEMENT_EDGE) {
                partsA[i][used] = c[i]->a;
                partsB[i][used++] = ofB[j];
            }
        }
        count[i] = used;
    }
    for (int i = 0; i < count[0] * count[1]; ++i) {
        int p = i / count[1];
        int q = i % count[1];
        vlContactPair one = {.a = partsA[0][p], .b = partsB[0][p]};
        vlContactPair two = {.a = partsA[1][q], .b = partsB[1][q]};
        if (typeOf(one.a, one.b, &one.type) && typeOf(two.a, two.b, &two.type)) {
            kept[others] = one;
            kept[others + 1] = two;
            releaseTo(s, from, kept, others + 2);
        }
    }
}

static void releasePairs(Search* s, int from)
{
    for (int k = 0; k < s->now.count; ++k) {
        for (int m = 0; m < k; ++m) {
            if (s->now.contact[k].type == VL_CONTACT_FACE_FACE &&
                s->now.contact[m].type == VL_CONTACT_FACE_FACE) {
                releaseTwo(s, from, k, m);
            }
        }
    }
}

static void release(Search* s, int from)
{
    vlElement partsA[64];
    vlElement partsB[64];
    vlIdentifier_Find(s->r.tight, s->table->nodes[from].poseBA, vlIdentityPose(), &s->now);
    for (int k = 0; k < s->now.count; ++k) {
        vlContactPair kept[VL_MAX_RESOLVED];
        int count = 0;
        for (int i = 0; i < s->now.count && count < VL_MAX_RESOLVED; ++i) {
            if (i != k) {
                const vlPrincipalContact* c = &s->now.contact[i];
                kept[count++] = (vlContactPair){c->type, c->a, c->b};
            }
        }
        if (count > 0) {
            releaseTo(s, from, kept, count);
        }
        vlPrincipalContact freed = s->now.contact[k];
        int partCountA = partsOf(s->r.a, freed.a, partsA, 64);
        int partCountB = partsOf(s->r.b, freed.b, partsB, 64);
        for (int i = 0; i < partCountA * partCountB && count < VL_MAX_RESOLVED; ++i) {
            vlContactPair part = {.a = partsA[i / partCountB], .b = partsB[i % partCountB]};
            if (typeOf(part.a, part.b, &part.type) && i > 0) {
                kept[count] = part;
                releaseTo(s, from, kept, count + 1);
            }
        }
    }
}

static void search(Search* s)
{
    for (int fa = 0; fa < s->r.a->faceCount; ++fa) {
        for (int fb = 0; fb < s->r.b->faceCount; ++fb) {
            seedOne(s, fa, fb);
            seedTwo(s, fa, fb);
        }
    }
    for (int i = 0; i < s->table->nodeCount; ++i) {
        release(s, i);
        releasePairs(s, i);
    }
}

vlResult vlFormationTable_Build(const vlAllocator* allocator, const vlFormationTableDef* def,
                                vlFormationTable** table, char* message, size_t messageSize)
{
    vlSentence error = {message, messageSize};
    vlAllocator chosen = allocator != NULL ? *allocator : vlDefaultAllocator();
    vlResult result = vlTable_Check(def, &error);
    if (result != VL_OK) {
        return result;
    }
    vlFormationTable* made = vlTable_Make(&chosen, def->maxNodes);
    Search* s = chosen.allocate(sizeof(Search), chosen.user);
    vlFormationSettings tight = vlResolver_TightSettings();
    vlIdentifier* id = NULL;
    if (made == NULL || s == NULL) {
        result = vlSentence_FailMemory(&error);
    } else {
        result = vlIdentifier_Create(&chosen, def->a, def->b, &tight, &id, message, messageSize);
    }
    if (made != NULL && s != NULL && result == VL_OK) {
        vlVec3 extent = vlSub(def->a->upper, def->a->lower);
        made->content = vlFormationTable_ContentOf(def->a, def->b);
        made->numbers = vlTable_NumbersOf(def);
        *s = (Search){.def = def, .table = made, .random = def->seed};
        s->r = (vlResolver){.a = def->a,
                            .b = def->b,
                            .tight = id,
                            .size = 0.5 * fmax(extent.x, fmax(extent.y, extent.z))};
        search(s);
        *table = made;
    } else {
        vlFormationTable_Destroy(made);
    }
    vlIdentifier_Destroy(id);
    if (s != NULL) {
        chosen.release(s, chosen.user);
    }
    return result;
}
