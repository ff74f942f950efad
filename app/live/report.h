// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_REPORT_H
#define VOLAR_APP_LIVE_REPORT_H

// The report of a run: one line while it runs, a table at its end.

#include "app/cli/terminal.h"
#include "app/cli/tuned_gains.h"
#include "app/live/advice.h"
#include "app/live/live.h"

typedef struct vlRunReport {
    vlLiveStatus status;
    bool isPlaying;         // a recording is played back
    double seconds;         // asked for; 0: no end
    int viewers;            // connected; -1: there is no server
    const char* recordPath; // NULL: no recording
    vlRecorderStatus recording;
    const char* logPath; // NULL: no log
    vlRunLogStatus log;
    const vlMachine* machine;  // NULL: no advice is given
    vlAdviceSet given;         // advice already given
    const vlTunedGains* gains; // couplings that the scene does not state; NULL: not known
} vlRunReport;

void vlReport_WriteLine(const vlRunReport* report, const vlTerminal* terminal, char* text,
                        size_t size);
void vlReport_PrintTable(const vlRunReport* report, FILE* file);

#endif
