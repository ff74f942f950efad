// SPDX-License-Identifier: MIT
// `world` and `camera`.

#include <string.h>

#include "scene/reader.h"

void vlRead_World(vlReader* r, const vlNode* node)
{
    vlScene* scene = r->scene;
    if (node == NULL) {
        return;
    }
    r->world = node;
    r->worldPlace = r->defaultPlace = node->place;
    // What the other keys are by default depends on this one.
    const vlNode* planar = vlNode_Find(node, "planar");
    if (planar != NULL && planar->kind == VL_NODE_SCALAR && strcmp(planar->text, "true") == 0) {
        vlPlanar_SetDefaults(scene);
        r->text.isFlat = true;
    }
    (void)vlSection_Read(&r->text, &vlSection_World, node, NULL, scene);
    const vlNode* load = vlNode_Find(node, "load");
    if (load != NULL && !scene->isPlanar) {
        vlFaults_Add(&r->text.faults, load->key->place,
                     "load in a scene that is not planar; expected none");
    }
    const vlNode* surface = vlNode_Find(node, "surface");
    r->defaultPlace = surface != NULL ? surface->place : r->defaultPlace;
}

void vlCheck_Camera(vlText* t, const vlNode* node, void* object, bool isClean)
{
    vlSceneCamera* camera = object;
    static const char* const needed[] = {"position", "target"};
    bool isGiven[2];
    for (int i = 0; i < VL_COUNT_OF(needed); ++i) {
        isGiven[i] = vlNode_Find(node, needed[i]) != NULL;
    }
    // The viewer may choose where it is, if the scene says what it follows.
    bool isChosen = vlNode_Find(node, "follow") != NULL && !isGiven[0] && !isGiven[1];
    for (int i = 0; i < VL_COUNT_OF(needed) && !isChosen; ++i) {
        if (!isGiven[i]) {
            vlFaults_Add(&t->faults, node->place, "camera has no '%s'; expected one", needed[i]);
        }
    }
    camera->isSet = isGiven[0] && isGiven[1];
    if (camera->isSet && isClean && !(vlLength(vlSub(camera->position, camera->target)) > 0.0)) {
        vlFaults_Add(&t->faults, node->place,
                     "camera: position and target are the same point; expected two");
    }
}
