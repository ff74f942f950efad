// SPDX-License-Identifier: MIT
// `motion` of a kinematic body, and its parts, which the hand of a simulated device uses too.

#include "scene/reader.h"

bool vlRead_IsKeyList(vlReader* r, const vlNode* list)
{
    if (!vlText_IsList(&r->text, list, "keys", VL_MAX_SCENE_KEYS)) {
        return false;
    }
    if (list->count < 2) {
        vlFaults_Add(&r->text.faults, list->place, "keys has %d item%s; expected at least 2",
                     list->count, list->count == 1 ? "" : "s");
        return false;
    }
    return true;
}

bool vlRead_IsLater(vlReader* r, const vlNode* node, double time, double before)
{
    if (!(time > before)) {
        vlFaults_Add(&r->text.faults, node->place,
                     "time is %g after %g; expected times in ascending order", time, before);
    }
    return time > before;
}

const vlMotionKey* vlRead_MotionKeys(vlReader* r, const vlNode* list, vlPose start)
{
    vlMotionKey* made = vlPool_Take(&r->scene->pool, (size_t)list->count, sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    bool ok = true;
    int i = 0;
    for (const vlNode* child = list->first; child != NULL; child = child->next, ++i) {
        made[i].pose = start;
        bool isRead = vlSection_Read(&r->text, &vlSection_Key, child, NULL, &made[i]);
        if (isRead && ok && i > 0) {
            isRead = vlRead_IsLater(r, child, made[i].time, made[i - 1].time);
        }
        ok = isRead && ok;
    }
    return ok ? made : NULL;
}

static bool readPath(vlReader* r, const vlNode* node, vlPose start, vlMotionScript* motion)
{
    bool ok = vlSection_Read(&r->text, &vlSection_Path, node, NULL, motion);
    const vlNode* list = vlNode_Find(node, "keys");
    if (!vlRead_IsKeyList(r, list)) {
        return false;
    }
    motion->keys = vlRead_MotionKeys(r, list, start);
    motion->keyCount = motion->keys != NULL ? list->count : 0;
    motion->kind = motion->keys != NULL ? VL_MOTION_PATH : VL_MOTION_NONE;
    return ok && motion->keys != NULL;
}

void vlCheck_Oscillate(vlText* t, const vlNode* node, void* object, bool isClean)
{
    vlMotionScript* motion = object;
    const vlNode* turn = vlNode_Find(node, "turn");
    vlWrittenTurn read = {.degrees = 0.0};
    (void)isClean;
    if (turn == NULL && vlNode_Find(node, "shift") == NULL) {
        vlFaults_Add(&t->faults, node->place, "oscillate has no amplitude; expected shift or turn");
    }
    (void)vlSection_Read(t, &vlSection_Turn, turn, NULL, &read);
    motion->kind = VL_MOTION_OSCILLATE;
    motion->turn = vlScale(vlUnit(read.axis), read.degrees * VL_RADIANS_PER_DEGREE);
    motion->phase *= VL_RADIANS_PER_DEGREE;
}

const vlNode* vlRead_OneOf(vlReader* r, const vlNode* node, const char* first, const char* second)
{
    const vlNode* a = vlNode_Find(node, first);
    const vlNode* b = vlNode_Find(node, second);
    if (node->kind == VL_NODE_MAPPING && (a != NULL) == (b != NULL)) {
        vlFaults_Add(&r->text.faults, node->place, "%s has %s; expected one of %s and %s",
                     node->key->text, a != NULL ? "both" : "neither", first, second);
        return NULL;
    }
    return a != NULL ? a : b;
}

bool vlRead_Motion(vlReader* r, const vlNode* node, vlPose start, vlMotionScript* motion)
{
    if (node == NULL) {
        return true;
    }
    bool ok = vlSection_Read(&r->text, &vlSection_Motion, node, NULL, motion);
    const vlNode* one = vlRead_OneOf(r, node, "path", "oscillate");
    if (one == NULL) {
        return false;
    }
    bool isPath = one == vlNode_Find(node, "path");
    return (isPath ? readPath(r, one, start, motion)
                   : vlSection_Read(&r->text, &vlSection_Oscillate, one, NULL, motion)) &&
           ok;
}
