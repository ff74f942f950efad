// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_DEVICE_REACH_H
#define VOLAR_APP_DEVICE_REACH_H

// Devices that reach beyond this machine (vlDeviceReach): a scene may not ask for one, and a user
// who does is warned.

#include <volar/scene.h>

// True if no device of the scene reaches beyond this machine; otherwise prints which one does, and
// how to ask for it instead. The library has checked its own backends when it read the scene; this
// is for those that the program adds.
bool vlReach_CheckScene(const char* program, const vlScene* scene);
// Warns if opening the address lets other machines in.
void vlReach_Warn(const vlDeviceOps* ops, const char* address);

#endif
