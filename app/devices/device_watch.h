// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_DEVICE_WATCH_H
#define VOLAR_APP_DEVICE_WATCH_H

// A trial of a device with its output: the ticks run in a separate thread, so that a blocked
// terminal does not hold the force; a line shows what the device does; a table comes at the end.

#include "app/devices/device_trial.h"

// Runs until its time is over or a signal comes (app/cli/ending.h has begun), and returns the exit
// status of the program. Leaves `device` open.
int vlDeviceWatch_Run(const char* program, vlDevice* device, const vlTrialDef* def);

#endif
