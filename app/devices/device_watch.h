// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_DEVICE_WATCH_H
#define VOLAR_APP_DEVICE_WATCH_H

// A trial of a device as a person sees it: the ticks in a thread of their own, so that a terminal
// that stands still does not hold the force; a line with what the device does; a table at the end.

#include "app/devices/device_trial.h"

// Runs until its time is over or a signal came, and returns the exit status of the program. Leaves
// `device` open.
int vlDeviceWatch_Run(const char* program, vlDevice* device, const vlTrialDef* def);

#endif
