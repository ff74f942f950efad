// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_RUN_FILES_H
#define VOLAR_APP_LIVE_RUN_FILES_H

// What became of the recording and the log of a run.

#include "app/live/report.h"

// Says what they lack, and where they are if they could not take their names. True if both are
// whole and have their names.
bool vlRunFiles_Judge(const char* program, const vlRunReport* report);

#endif
