// SPDX-License-Identifier: MIT
// `motion` of a kinematic body, and its parts, which the hand of a simulated device uses too.

#include "scene/reader.h"

const vlMotionKey* vlRead_MotionKeys(vlReader* r, const vlSection* path, const vlNode* node,
                                     vlPose start, int* count)
{
    vlMotionKey key = {.pose = start};
    return vlSection_ReadItems(&r->text, vlSection_Find(path, "keys"), vlNode_Find(node, "keys"),
                               sizeof key, &key, true, count);
}

static bool readPath(vlReader* r, const vlNode* node, vlPose start, vlMotionScript* motion)
{
    bool ok = vlSection_Read(&r->text, &vlSection_Path, node, NULL, motion);
    motion->keys = vlRead_MotionKeys(r, &vlSection_Path, node, start, &motion->keyCount);
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
