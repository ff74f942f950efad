// SPDX-License-Identifier: MIT
// `motion` of a kinematic body, and its parts, which the hand of a simulated device uses too.

#include "scene/reader.h"

static bool readKey(vlReader* r, const vlNode* node, vlPose start, vlMotionKey* key)
{
    static const vlKeyName keys[] = {VL_KEYS_KEY(VL_KEY_ROW)};
    enum { VL_KEYS_KEY(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    key->pose = start;
    if (!vlRead_Keys(r, node, "a key", keys, KEY_COUNT, found)) {
        return false;
    }
    const vlNode* time = found[VL_KEY_TIME];
    bool ok = time != NULL && vlRead_Number(r, time, "time", VL_RANGE_NOT_NEGATIVE, &key->time);
    ok = vlRead_VecIn(r, found[VL_KEY_POSITION], "position", VL_RANGE_PLACE, &key->pose.p) && ok;
    return vlRead_Rotation(r, found[VL_KEY_ROTATION], "rotation", &key->pose.q) && ok;
}

bool vlRead_IsKeyList(vlReader* r, const vlNode* list)
{
    if (!vlRead_IsList(r, list, "keys", VL_MAX_SCENE_KEYS)) {
        return false;
    }
    if (list->count < 2) {
        vlFaults_Add(&r->faults, list->place, "keys has %d item%s; expected at least 2",
                     list->count, list->count == 1 ? "" : "s");
        return false;
    }
    return true;
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
        bool isRead = readKey(r, child, start, &made[i]);
        if (isRead && ok && i > 0 && !(made[i].time > made[i - 1].time)) {
            vlFaults_Add(&r->faults, child->place,
                         "time is %g after %g; expected times in ascending order", made[i].time,
                         made[i - 1].time);
            isRead = false;
        }
        ok = isRead && ok;
    }
    return ok ? made : NULL;
}

static bool readPath(vlReader* r, const vlNode* node, vlPose start, vlMotionScript* motion)
{
    static const vlKeyName keys[] = {VL_KEYS_PATH(VL_KEY_ROW)};
    enum { VL_KEYS_PATH(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (!vlRead_Keys(r, node, "path", keys, KEY_COUNT, found)) {
        return false;
    }
    bool ok = vlRead_Bool(r, found[VL_PATH_REPEAT], "repeat", &motion->repeat);
    ok = vlRead_Bool(r, found[VL_PATH_SMOOTH], "smooth", &motion->smooth) && ok;
    const vlNode* list = found[VL_PATH_KEYS];
    if (!vlRead_IsKeyList(r, list)) {
        return false;
    }
    motion->keys = vlRead_MotionKeys(r, list, start);
    motion->keyCount = motion->keys != NULL ? list->count : 0;
    motion->kind = motion->keys != NULL ? VL_MOTION_PATH : VL_MOTION_NONE;
    return ok && motion->keys != NULL;
}

bool vlRead_Oscillate(vlReader* r, const vlNode* node, vlMotionScript* motion, double* turnDegrees)
{
    static const vlKeyName keys[] = {VL_KEYS_OSCILLATE(VL_KEY_ROW)};
    enum { VL_KEYS_OSCILLATE(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (!vlRead_Keys(r, node, "oscillate", keys, KEY_COUNT, found)) {
        return false;
    }
    if (found[VL_OSCILLATE_SHIFT] == NULL && found[VL_OSCILLATE_TURN] == NULL) {
        vlFaults_Add(&r->faults, node->place, "oscillate has no amplitude; expected shift or turn");
    }
    vlRange degrees = {-360.0, false, 360.0};
    vlVec3 turnAxis = vlZero();
    double phaseDegrees = 0.0;
    bool ok =
        vlRead_VecIn(r, found[VL_OSCILLATE_SHIFT], "shift", VL_RANGE_PLACE, &motion->amplitude);
    ok = vlRead_Turn(r, found[VL_OSCILLATE_TURN], "turn", &turnAxis, turnDegrees) && ok;
    ok = vlRead_Number(r, found[VL_OSCILLATE_FREQUENCY], "frequency", VL_RANGE_POSITIVE,
                       &motion->frequency) &&
         ok;
    ok = vlRead_Number(r, found[VL_OSCILLATE_PHASE], "phase", degrees, &phaseDegrees) && ok;
    motion->kind = VL_MOTION_OSCILLATE;
    motion->turn = vlScale(vlUnit(turnAxis), *turnDegrees * VL_RADIANS_PER_DEGREE);
    motion->phase = phaseDegrees * VL_RADIANS_PER_DEGREE;
    return ok;
}

bool vlRead_Motion(vlReader* r, const vlNode* node, vlPose start, vlMotionScript* motion)
{
    static const vlKeyName keys[] = {VL_KEYS_MOTION(VL_KEY_ROW)};
    enum { VL_KEYS_MOTION(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (node == NULL) {
        return true;
    }
    if (!vlRead_Keys(r, node, "motion", keys, KEY_COUNT, found)) {
        return false;
    }
    const vlNode* path = found[VL_MOTION_KEY_PATH];
    const vlNode* oscillate = found[VL_MOTION_KEY_OSCILLATE];
    double turnDegrees = 0.0;
    if ((path != NULL) == (oscillate != NULL)) {
        vlFaults_Add(&r->faults, node->place, "motion has %s; expected one of path and oscillate",
                     path != NULL ? "both" : "neither");
        return false;
    }
    return path != NULL ? readPath(r, path, start, motion)
                        : vlRead_Oscillate(r, oscillate, motion, &turnDegrees);
}
