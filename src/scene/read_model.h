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

// Reads the text of a file; stops once it has more than VL_MAX_SCENE_TEXT bytes. The buffer grows
// by doubling, because the length of a pipe is not known beforehand. VL_ERROR_IO with an errno in
// `problem`, or VL_ERROR_MEMORY; otherwise free the text.
vlResult vlRead_WholeFile(const char* path, char** text, size_t* size, int* problem);

// `model` of a device in a scene: a mapping, or the name of a device file, whose mapping then takes
// the place of the name in the tree. NULL with faults. `*statesDelay`: see
// vlDeviceFile_StatesDelay.
const vlSimulatedDeviceDef* vlRead_SceneModel(vlReader* r, vlNode* node, bool* statesDelay);

#endif
