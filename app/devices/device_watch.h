// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_DEVICE_WATCH_H
#define VOLAR_APP_DEVICE_WATCH_H

// Runs the trial of a device and shows it: a line shows what the device does, and a table comes at
// the end. The ticks run in a separate thread, so that a blocked terminal does not hold the force.

#include "app/devices/device_trial.h"

// Runs until its time is over or a signal comes (app/cli/ending.h has begun), and returns the exit
// status of the program. Leaves `device` open.
int vlDeviceWatch_Run(const char* program, vlDevice* device, const vlTrialDef* def);

#endif
