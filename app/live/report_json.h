// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_REPORT_JSON_H
#define VOLAR_APP_LIVE_REPORT_JSON_H

// The table at the end of a run, as JSON on standard output.

#include "app/live/report.h"

void vlReport_PrintJson(const vlRunReport* report);

#endif
