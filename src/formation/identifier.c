// SPDX-License-Identifier: MIT
// Identification: the passes of one call, and memory between calls.

#include "formation/identifier.h"

#include <string.h>

#include "formation/contact_same.h"

static void runPass(vlIdentifier* id, const vlPass* pass, vlRawList* out)
{
    out->count = out->faceCount = out->doubtfulCount = 0;
    out->isCut = false;
    if (id->a.faceCount == 0 || id->b.faceCount == 0) {
        return;
    }
    vlIdentify_Faces(id, pass, out);
    out->faceCount = out->count;
    vlIdentify_OnFaces(id, pass, false, out);
    vlIdentify_OnFaces(id, pass, true, out);
    vlIdentify_EdgesAcross(id, pass, out);
    vlRawList_SettleDoubts(out, pass->gap);
    vlIdentify_Degenerate(id, pass, out);
}

static bool hasContact(const vlRawList* list, vlElement a, vlElement b)
{
    for (int i = 0; i < list->count; ++i) {
        if (vlElement_IsSame(list->contact[i].a, a) && vlElement_IsSame(list->contact[i].b, b)) {
            return true;
        }
    }
    return false;
}

bool vlIdentifier_HadContact(const vlIdentifier* id, vlElement a, vlElement b)
{
    for (int i = 0; i < id->lastCount; ++i) {
        if (vlElement_IsSame(a, id->last[i].a) && vlElement_IsSame(b, id->last[i].b)) {
            return true;
        }
    }
    return false;
}

static bool isListed(const vlNear* near, vlElement e)
{
    const int* list = e.kind == VL_ELEMENT_FACE ? near->face : near->vertex;
    int count = e.kind == VL_ELEMENT_FACE ? near->faceCount : near->vertexCount;
    if (e.kind == VL_ELEMENT_EDGE) {
        list = near->edge;
        count = near->edgeCount;
    }
    for (int i = 0; i < count; ++i) {
        if (list[i] == e.index) {
            return true;
        }
    }
    return false;
}

// Tests one pair of elements alone.
static void runOne(vlIdentifier* id, const vlPass* pass, vlContactKey key, vlRawList* out)
{
    out->count = out->faceCount = out->doubtfulCount = 0;
    if (!isListed(&id->a, key.a) || !isListed(&id->b, key.b)) {
        return;
    }
    bool isFaceA = key.a.kind == VL_ELEMENT_FACE;
    bool isFaceB = key.b.kind == VL_ELEMENT_FACE;
    if (isFaceA && isFaceB) {
        vlIdentify_FacePair(id, pass, key.a.index, key.b.index, out);
    } else if (isFaceA || isFaceB) {
        vlIdentify_OnFace(id, pass, key.a, key.b, out);
    } else {
        vlIdentify_EdgePair(id, pass, key.a.index, key.b.index, out);
    }
    if (out->count == 0 && out->doubtfulCount > 0 &&
        !vlRawList_HasNear(&id->found, &out->doubtful[0], pass->gap)) {
        out->contact[out->count++] = out->doubtful[0];
    }
}

// Adds those contacts of the loose list that were among the last ones.
static void takeLast(vlIdentifier* id)
{
    for (int i = 0; i < id->loose.count; ++i) {
        const vlPrincipalContact* c = &id->loose.contact[i];
        if (vlIdentifier_HadContact(id, c->a, c->b) && !hasContact(&id->found, c->a, c->b)) {
            vlPrincipalContact* added = vlRawList_Add(&id->found);
            if (added != NULL) {
                *added = *c;
            }
        }
    }
}

// Adds contacts of the last call that pass the wider tests.
static void addKept(vlIdentifier* id)
{
    bool isReplacedMissing = false;
    for (int i = 0; i < id->lastCount; ++i) {
        vlContactKey key = id->last[i];
        if (hasContact(&id->found, key.a, key.b)) {
            continue;
        }
        isReplacedMissing |= key.isReplaced;
        if (!key.isReplaced) {
            runOne(id, &id->kept, key, &id->loose);
            takeLast(id);
        }
    }
    // A contact without a plane depends on everything that touches, so all pairs are tested again.
    if (isReplacedMissing) {
        runPass(id, &id->kept, &id->loose);
        takeLast(id);
    }
}

static int rankOrder(const vlPrincipalContact* x, const vlPrincipalContact* y)
{
    if (x->type != y->type) {
        return x->type > y->type ? -1 : 1;
    }
    if (x->a.index != y->a.index) {
        return x->a.index < y->a.index ? -1 : 1;
    }
    return x->b.index < y->b.index ? -1 : 1;
}

static void toWorld(const vlRawList* list, vlPose poseWB, vlFormation* out)
{
    out->count = list->count < VL_MAX_FORMATION ? list->count : VL_MAX_FORMATION;
    out->isCut = list->isCut || list->count > VL_MAX_FORMATION;
    int order[VL_MAX_RAW];
    for (int i = 0; i < list->count; ++i) {
        int at = i;
        while (at > 0 && rankOrder(&list->contact[i], &list->contact[order[at - 1]]) < 0) {
            order[at] = order[at - 1];
            --at;
        }
        order[at] = i;
    }
    for (int i = 0; i < out->count; ++i) {
        vlPrincipalContact* c = &out->contact[i];
        *c = list->contact[order[i]];
        c->normal = vlRotate(poseWB.q, c->normal);
        c->axis = vlRotate(poseWB.q, c->axis);
        c->point = vlTransform(poseWB, c->point);
        for (int k = 0; k < c->regionCount; ++k) {
            c->region[k] = vlTransform(poseWB, c->region[k]);
        }
    }
}

static bool arePosesGood(vlPose a, vlPose b)
{
    return vlIsWithin(a.p, VL_MAX_LENGTH) && vlIsWithin(b.p, VL_MAX_LENGTH) &&
           vlIsUnitQ(a.q, VL_ROUGH_UNIT_TOLERANCE) && vlIsUnitQ(b.q, VL_ROUGH_UNIT_TOLERANCE);
}

static void remember(vlIdentifier* id)
{
    id->lastCount = id->found.count;
    for (int i = 0; i < id->found.count; ++i) {
        const vlPrincipalContact* c = &id->found.contact[i];
        id->last[i] = (vlContactKey){c->a, c->b, c->isReplaced};
    }
    // A face-on-face contact that was merged from others lasts as long as they do.
    for (int i = 0; i < id->mergedCount && id->lastCount < VL_MAX_RAW; ++i) {
        id->last[id->lastCount++] = id->merged[i];
    }
}

static void identify(vlIdentifier* id, vlPose poseWA, vlPose poseWB, bool remembers)
{
    vlPose poseBA = {vlUntransform(poseWB, poseWA.p), vlUnitQ(vlMulQ(vlConj(poseWB.q), poseWA.q))};
    id->poseBA = poseBA;
    id->poseWB = poseWB;
    vlIdentifier_Place(id, poseBA);
    runPass(id, &id->strict, &id->found);
    if (remembers) {
        addKept(id);
    }
    id->mergedCount = 0;
    if (id->settings.mergesFaces) {
        vlRawList_MergeFaces(id, &id->strict, &id->found);
    }
    vlRawList_KeepPrincipal(id, &id->found);
    if (remembers) {
        remember(id);
        if (id->found.count > 0) {
            id->lastNormal = id->found.contact[0].normal;
        }
    }
    id->parts = &id->found;
    if (vlRawList_GiveNames(id, &id->found) && id->settings.joinsRound) {
        id->loose.count = id->found.count;
        memcpy(id->loose.contact, id->found.contact,
               (size_t)id->found.count * sizeof(vlPrincipalContact));
        id->parts = &id->loose;
        vlRawList_JoinRound(id, &id->found);
    }
}

void vlIdentifier_Find(vlIdentifier* id, vlPose poseWA, vlPose poseWB, vlFormation* formation)
{
    formation->count = 0;
    formation->isCut = false;
    if (!arePosesGood(poseWA, poseWB)) {
        return;
    }
    vlVec3 kept = id->lastNormal;
    id->lastNormal = vlZero();
    identify(id, poseWA, poseWB, false);
    id->lastNormal = kept;
    toWorld(&id->found, poseWB, formation);
}

static bool isSamePose(vlPose x, vlPose y)
{
    return x.p.x == y.p.x && x.p.y == y.p.y && x.p.z == y.p.z && x.q.w == y.q.w && x.q.x == y.q.x &&
           x.q.y == y.q.y && x.q.z == y.q.z;
}

void vlFormation_Copy(vlFormation* to, const vlFormation* from)
{
    to->count = from->count;
    to->isCut = from->isCut;
    memcpy(to->contact, from->contact, (size_t)from->count * sizeof(vlPrincipalContact));
}

void vlIdentifier_Update(vlIdentifier* id, vlPose poseWA, vlPose poseWB, vlFormation* formation)
{
    formation->count = 0;
    formation->isCut = false;
    if (!arePosesGood(poseWA, poseWB)) {
        return;
    }
    // If neither body has moved, the formation is the last one.
    if (!id->hasLast || !isSamePose(poseWA, id->lastA) || !isSamePose(poseWB, id->lastB)) {
        identify(id, poseWA, poseWB, true);
        toWorld(&id->found, poseWB, &id->lastFormation);
        id->hasLast = true;
        id->lastA = poseWA;
        id->lastB = poseWB;
    }
    vlFormation_Copy(formation, &id->lastFormation);
}
