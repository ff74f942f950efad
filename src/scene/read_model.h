// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_READ_MODEL_H
#define VOLAR_SCENE_READ_MODEL_H

// A simulated device as a mapping of numbers: `model` of a device in a scene, or a device file.

#include "scene/reader.h"
#include "volar/device_file.h"

// A number with its source.
typedef struct vlSourcedNumber {
    const char* source;
} vlSourcedNumber;

// A model that is being read.
typedef struct vlModelReading {
    vlReader* r;
    vlDeviceFile* file;
    const vlNode* node;
    const char* source; // of the numbers that give none; NULL: none
    bool isLike;        // a preset gives what is not given
    char prefix[24];    // of the keys of the mapping that is being read, with a dot
} vlModelReading;

// Reads the mapping `node` (not NULL). Faults are added; `*file` counts only without any.
void vlRead_Model(vlReader* r, const vlNode* node, vlDeviceFile* file);

// `model` of a device in a scene: a mapping, or the name of a device file, whose mapping then takes
// the place of the name in the tree. NULL with faults. `*statesDelay`: see
// vlDeviceFile_StatesDelay.
const vlSimulatedDeviceDef* vlRead_SceneModel(vlReader* r, vlNode* node, bool* statesDelay);

#endif
