// SPDX-License-Identifier: MIT
// `target` of a motor: a number, or a function of time.

#include "scene/reader.h"

// Above this frequency, Hz, rounding makes the phase meaningless after some minutes.
#define MOST_FREQUENCY 1e6

static bool readKeys(vlReader* r, const vlNode* list, vlTargetScript* target)
{
    if (!vlRead_IsKeyList(r, list)) {
        return false;
    }
    vlTargetKey* made = vlPool_Take(&r->scene->pool, (size_t)list->count, sizeof *made);
    if (made == NULL) {
        return false;
    }
    bool ok = true;
    int i = 0;
    for (const vlNode* child = list->first; child != NULL; child = child->next, ++i) {
        double pair[2] = {0.0, 0.0};
        bool isRead = vlRead_Numbers(r, child, "key", VL_RANGE_PLACE, 2, pair);
        made[i] = (vlTargetKey){pair[0], pair[1]};
        if (isRead && made[i].time < 0.0) {
            vlFaults_Add(&r->faults, child->place, "time is %g; expected 0 or above", made[i].time);
        } else if (isRead && ok && i > 0 && !(made[i].time > made[i - 1].time)) {
            vlFaults_Add(&r->faults, child->place,
                         "time is %g after %g; expected times in ascending order", made[i].time,
                         made[i - 1].time);
        }
        ok = isRead && ok;
    }
    target->keys = made;
    target->keyCount = list->count;
    return ok;
}

static void readPath(vlReader* r, const vlNode* node, vlTargetScript* target)
{
    static const vlKeyName keys[] = {VL_KEYS_TARGET_PATH(VL_KEY_ROW)};
    enum { VL_KEYS_TARGET_PATH(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (!vlRead_Keys(r, node, "path", keys, KEY_COUNT, found)) {
        return;
    }
    (void)vlRead_Bool(r, found[VL_TARGET_PATH_REPEAT], "repeat", &target->repeat);
    (void)vlRead_Bool(r, found[VL_TARGET_PATH_SMOOTH], "smooth", &target->smooth);
    if (readKeys(r, found[VL_TARGET_PATH_KEYS], target)) {
        target->kind = VL_MOTION_PATH;
    }
}

static void readOscillate(vlReader* r, const vlNode* node, vlTargetScript* target)
{
    static const vlKeyName keys[] = {VL_KEYS_TARGET_OSCILLATE(VL_KEY_ROW)};
    enum { VL_KEYS_TARGET_OSCILLATE(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (!vlRead_Keys(r, node, "oscillate", keys, KEY_COUNT, found)) {
        return;
    }
    vlRange frequency = {0.0, true, MOST_FREQUENCY};
    vlRange degrees = {-360.0, false, 360.0};
    double phase = 0.0;
    (void)vlRead_Number(r, found[VL_TARGET_OSCILLATE_MEAN], "mean", VL_RANGE_PLACE, &target->mean);
    (void)vlRead_Number(r, found[VL_TARGET_OSCILLATE_AMPLITUDE], "amplitude", VL_RANGE_PLACE,
                        &target->amplitude);
    (void)vlRead_Number(r, found[VL_TARGET_OSCILLATE_FREQUENCY], "frequency", frequency,
                        &target->frequency);
    (void)vlRead_Number(r, found[VL_TARGET_OSCILLATE_PHASE], "phase", degrees, &phase);
    target->phase = phase * VL_RADIANS_PER_DEGREE;
    target->kind = VL_MOTION_OSCILLATE;
}

void vlRead_Target(vlReader* r, const vlNode* node, double* constant, vlTargetScript* target)
{
    static const vlKeyName keys[] = {VL_KEYS_TARGET(VL_KEY_ROW)};
    enum { VL_KEYS_TARGET(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (node == NULL || node->kind == VL_NODE_SCALAR) {
        (void)vlRead_Number(r, node, "target", VL_RANGE_PLACE, constant);
        return;
    }
    if (!vlRead_Keys(r, node, "target", keys, KEY_COUNT, found)) {
        return;
    }
    const vlNode* path = found[VL_TARGET_PATH];
    const vlNode* oscillate = found[VL_TARGET_OSCILLATE];
    if ((path != NULL) == (oscillate != NULL)) {
        vlFaults_Add(&r->faults, node->place, "target has %s; expected one of path and oscillate",
                     path != NULL ? "both" : "neither");
    } else if (path != NULL) {
        readPath(r, path, target);
    } else {
        readOscillate(r, oscillate, target);
    }
}

void vlTarget_Scale(vlReader* r, vlTargetScript* target, double scale)
{
    target->mean *= scale;
    target->amplitude *= scale;
    if (target->keyCount == 0) {
        return;
    }
    vlTargetKey* scaled = vlPool_Take(&r->scene->pool, (size_t)target->keyCount, sizeof *scaled);
    for (int i = 0; scaled != NULL && i < target->keyCount; ++i) {
        scaled[i] = (vlTargetKey){target->keys[i].time, target->keys[i].value * scale};
    }
    target->keys = scaled;
    target->kind = scaled != NULL ? target->kind : VL_MOTION_NONE;
}
