// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_TUNE_SCENE_H
#define VOLAR_APP_TUNE_SCENE_H

// 'volar tune --write': the device of a scene file that is tuned, and its new gains in the file,
// which stays as it was otherwise, comments included.

#include <volar/scene.h>
#include <volar/tuner.h>

// The device of the scene that `device` (a preset, or a device file by its name or the name that it
// gives itself) was asked for: the one called `name`, or if that is NULL the only one of this kind.
// Its place, or -1 after a sentence on stderr that says which devices the scene has.
int vlTuneScene_FindDevice(const char* program, const char* path, const vlScene* scene,
                           const char* device, const char* model, const char* name);
// Writes the gains into the file at `path`. The new text is read as a scene before it takes the
// place of the old one. `turn` may be NULL: its keys stay as they are, as does the cut without
// `hasCut`. An exit status, after a sentence on stderr if it is not VL_EXIT_OK.
int vlTuneScene_Write(const char* program, const char* path, int place,
                      const vlTunedCoupling* found, const vlTunedCoupling* turn, bool hasCut);

#endif
