// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_SCENE_RIG_H
#define VOLAR_TESTS_SCENE_RIG_H

// A scene given as a text, in motion. Every function fails the running test on an error.

#include "scene_text.h"
#include "stage.h"
#include "test.h"
#include "volar/simulation.h"

typedef struct Rig {
    vlScene* scene;
    vlSimulation* simulation;
    vlWorld* world;
    double clock; // s, of an external device, if there is one
    uint64_t sequence;
} Rig;

static inline Rig makeRig(const char* text)
{
    Rig rig = {.scene = vlSceneText_Read(text), .clock = 5000.0};
    char message[256] = "";
    if (vlSimulation_Create(rig.scene, &rig.simulation, message, sizeof message) != VL_OK) {
        fail_msg("%s", message);
    }
    rig.world = vlSimulation_GetWorld(rig.simulation);
    return rig;
}

static inline void endRig(Rig* rig)
{
    vlSimulation_Destroy(rig->simulation);
    vlScene_Destroy(rig->scene);
}

#endif
