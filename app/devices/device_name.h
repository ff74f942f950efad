// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_DEVICE_NAME_H
#define VOLAR_APP_DEVICE_NAME_H

// Simulated devices by name: a preset, a device file, or one that came with the program.

#include <stdbool.h>
#include <volar/device_file.h>

// Is it the name of a file, with a folder or the ending of YAML or JSON?
bool vlDeviceName_IsFile(const char* name);
// The path of a device file that came with the program and is meant by a bare name. False if `name`
// is a file or a preset, or if there is none.
bool vlDeviceName_FindInstalled(const char* name, char* path, size_t size);
// What a word that is no backend may mean: the simulated device of that name, or one of a similar
// name unless `isExact`. Writes it; false if there is none.
bool vlDeviceName_Suggest(const char* word, bool isExact, char* name, size_t size);
// Finds the device; numbers without a source of their own are only in files. False with a sentence
// on stderr: no such preset, or what is wrong with the file. `*status` is then the exit status.
bool vlDeviceName_Find(const char* program, const char* name, vlDeviceFile* device, int* status);
// What is known about a real device by the model that it calls itself: the preset of that model, or
// the device file that came with the program under its first word, in small letters. False if there
// is none.
bool vlDeviceName_FindModel(const char* model, vlDeviceFile* device);
// Prints which numbers of a device are assumed and which are unknown, on one line each, and the
// preset that gives all others. Prints nothing for a preset.
void vlDeviceName_SaySources(const vlDeviceFile* device);

#endif
