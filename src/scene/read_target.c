// SPDX-License-Identifier: MIT
// `target` of a motor: a number, or a function of time.

#include "scene/reader.h"

static bool readKeys(vlReader* r, const vlNode* list, vlTargetScript* target)
{
    if (!vlText_IsList(&r->text, list, "keys", VL_MAX_SCENE_KEYS)) {
        return false;
    }
    if (list->count < 2) {
        vlFaults_Add(&r->text.faults, list->place, "keys has %d item%s; expected at least 2",
                     list->count, list->count == 1 ? "" : "s");
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
        bool isRead = vlText_Numbers(&r->text, child, "key", VL_RANGE_PLACE, 2, pair);
        made[i] = (vlTargetKey){pair[0], pair[1]};
        if (isRead && made[i].time < 0.0) {
            vlFaults_Add(&r->text.faults, child->place, "time is %g; expected 0 or above",
                         made[i].time);
        } else if (isRead && ok && i > 0) {
            (void)vlText_IsLater(&r->text, child, made[i].time, made[i - 1].time);
        }
        ok = isRead && ok;
    }
    target->keys = made;
    target->keyCount = list->count;
    return ok;
}

void vlRead_Target(vlReader* r, const vlNode* node, double* constant, vlTargetScript* target)
{
    if (node == NULL || node->kind == VL_NODE_SCALAR) {
        (void)vlText_Number(&r->text, node, "target", VL_RANGE_PLACE, constant);
        return;
    }
    (void)vlSection_Read(&r->text, &vlSection_Target, node, NULL, target);
    const vlNode* one = vlRead_OneOf(r, node, "path", "oscillate");
    if (one == NULL) {
        return;
    }
    if (one != vlNode_Find(node, "path")) {
        (void)vlSection_Read(&r->text, &vlSection_TargetOscillate, one, NULL, target);
        target->phase *= VL_RADIANS_PER_DEGREE;
        target->kind = VL_MOTION_OSCILLATE;
        return;
    }
    (void)vlSection_Read(&r->text, &vlSection_TargetPath, one, NULL, target);
    if (readKeys(r, vlNode_Find(one, "keys"), target)) {
        target->kind = VL_MOTION_PATH;
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
