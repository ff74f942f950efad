// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_TUNE_SCENE_H
#define VOLAR_APP_TUNE_SCENE_H

// For 'volar tune --write': finds the device of a scene file that is to be tuned, and writes its
// new gains into the file, which otherwise stays as it was, comments included.

#include <volar/scene.h>
#include <volar/tuner.h>

// Finds the device of the scene that is to be tuned as `device` (a preset or a device file; `model`
// is the name that it gives itself): the one called `name`, or if that is NULL the only one of this
// kind. Returns its place, or -1 after a sentence on stderr that lists the scene's devices.
int vlTuneScene_FindDevice(const char* program, const char* path, const vlScene* scene,
                           const char* device, const char* model, const char* name);
// Writes the gains into the file at `path`. The new text is read as a scene before it takes the
// place of the old one. `turn` may be NULL: its keys stay as they are, as does the cut without
// `hasCut`. An exit status, after a sentence on stderr if it is not VL_EXIT_OK.
int vlTuneScene_Write(const char* program, const char* path, int place,
                      const vlTunedCoupling* found, const vlTunedCoupling* turn, bool hasCut);

#endif
