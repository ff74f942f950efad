// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_FRONT_H
#define VOLAR_APP_LIVE_FRONT_H

// What the main thread does during a run: it shows the status, reports problems, and waits for the
// end or for a signal.

#include "app/live/report.h"

typedef struct vlFrontDef {
    const char* program; // for messages
    vlLive* live;
    const vlServer* server;     // NULL: none
    const vlRecorder* recorder; // NULL: none
    const char* recordPath;
    const vlRunLog* log; // NULL: none
    const char* logPath;
    vlStateWatch* watch; // NULL: contact states are not printed
    double seconds;      // asked for; 0: no end
    bool isPlaying;
} vlFrontDef;

// Looks at the machine and, unless `priority` is 0, asks it for real time: SCHED_FIFO for the run's
// thread at that priority, locked memory, a processor that stays awake. What the system refuses is
// reported with advice, and the run goes on; returns the advice given.
vlAdviceSet vlFront_Demand(const char* program, vlLive* live, int priority, vlMachine* machine);
// Prints the contact states that have become known since the last call, on standard output.
void vlFront_PrintStates(vlStateWatch* watch, vlTerminal* terminal);
// Returns when the run is over or a signal asks for the end (app/cli/ending.h).
void vlFront_Watch(const vlFrontDef* def);

#endif
