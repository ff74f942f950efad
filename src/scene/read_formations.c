// SPDX-License-Identifier: MIT
// `formations` of a device: the body that it holds is felt by its contact formations.

#include "scene/device_parts.h"
#include "scene/reader.h"
#include "volar/scene_haptics.h"

// Can the held body and the other one be felt this way?
static bool checkBodies(vlReader* r, const vlNode* node, const vlNode* against,
                        const vlSceneDevice* device)
{
    const vlSceneBody* held = vlScene_GetBody(r->scene, device->body);
    const vlSceneBody* other = vlScene_GetBody(r->scene, device->formations.against);
    if (held == NULL || held->def.type != VL_BODY_KINEMATIC) {
        vlFaults_Add(&r->text.faults, node->place,
                     "formations of a device that holds %s%s%s; expected it to hold a kinematic "
                     "body",
                     held == NULL ? "nothing" : "the dynamic body '",
                     held == NULL ? "" : held->name, held == NULL ? "" : "'");
        return false;
    }
    if (other == NULL) {
        return false;
    }
    if (other == held) {
        vlFaults_Add(&r->text.faults, against->place,
                     "against is the body '%s' itself; expected another", held->name);
        return false;
    }
    if (other->def.type == VL_BODY_DYNAMIC) {
        vlFaults_Add(&r->text.faults, against->place,
                     "body '%s' is dynamic; expected a static or kinematic one: forces from "
                     "formations act on the hand only",
                     other->name);
        return false;
    }
    return held->def.shape != NULL && other->def.shape != NULL;
}

// Makes what the simulation will make, to find what it would refuse.
static void tryForce(vlReader* r, const vlNode* node, const vlSceneDevice* device)
{
    const vlSceneBody* body[2] = {vlScene_GetBody(r->scene, device->body),
                                  vlScene_GetBody(r->scene, device->formations.against)};
    const vlPolyhedron* shape[2] = {NULL, NULL};
    vlFormationForce* force = NULL;
    char why[256] = "";
    const char* name = "";
    vlResult result = VL_OK;
    for (int i = 0; i < 2 && result == VL_OK; ++i) {
        name = body[i]->name;
        result = vlSceneBody_MakePolyhedron(body[i], &shape[i], why, sizeof why);
    }
    if (result == VL_OK) {
        name = body[0]->name;
        vlFormationForceDef def =
            vlSceneDevice_MakeFormations(r->scene, device, shape[0], shape[1]);
        result = vlFormationForce_Create(NULL, &def, &force, why, sizeof why);
    }
    if (result == VL_ERROR_MEMORY) {
        r->text.scratch.isExhausted = true;
    } else if (result != VL_OK) {
        vlFaults_Add(&r->text.faults, node->place, "formations of body '%s': %s", name, why);
    }
    vlFormationForce_Destroy(force);
    vlPolyhedron_Release(shape[0]);
    vlPolyhedron_Release(shape[1]);
}

void vlRead_Formations(vlReader* r, const vlNode* node, const vlNode* graspButton,
                       vlSceneDevice* device)
{
    vlFormationForceDef usual = vlDefaultFormationForceDef(NULL, NULL);
    vlSceneFormations* f = &device->formations;
    if (node == NULL) {
        return;
    }
    f->stiffness = usual.stiffness;
    f->shell = usual.shell.gap;
    f->frictionStiffness = usual.frictionStiffness;
    bool ok = vlSection_Read(&r->text, &vlSection_Formations, node, NULL, f);
    if (graspButton != NULL) {
        vlFaults_Add(&r->text.faults, graspButton->place,
                     "grasp-button beside formations; expected none: the device keeps what it "
                     "holds");
        ok = false;
    }
    if (!checkBodies(r, node, vlNode_Find(node, "against"), device) || !ok || r->scene->isPlanar) {
        return;
    }
    // Not a pointer: among static and kinematic bodies it touches only the one against which it is
    // felt.
    r->scene->bodies[device->body].def.isPointer = false;
    tryForce(r, node, device);
}
