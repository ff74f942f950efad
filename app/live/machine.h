// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_MACHINE_H
#define VOLAR_APP_LIVE_MACHINE_H

// What the system can do for a thread that must not be late: looked up, then asked for.

#include <stdbool.h>

// Above the kernel's interrupt threads (50), below its watchdogs and migration (99).
#define VL_MACHINE_PRIORITY 80
#define VL_MACHINE_MAX_PRIORITY 98

// Something asked of the system.
typedef struct vlDemand {
    bool isAsked;
    int error; // errno of its refusal, 0: granted
} vlDemand;

typedef struct vlMachine {
    // Looked up.
    int mostPriority;      // highest permitted priority of SCHED_FIFO; 0: none
    bool mayLock;          // may lock any amount of memory
    double lockLimit;      // bytes that may be locked, unless mayLock
    int cores;             // that the program may use; 0: unknown
    char governor[32];     // first one found that is not `performance`; "": none
    double idleLatency;    // s, to wake up from the deepest idle state; 0: unknown
    bool mayStayAwake;     // idle states can be forbidden through a device file
    bool isRealtimeKernel; // PREEMPT_RT
    bool isVirtual;        // a virtual machine
    bool isContainer;
    // Asked for.
    int priority; // of SCHED_FIFO
    vlDemand fifo, lock, awake;
    int awakeFile; // open while the processor is kept awake; -1: closed
} vlMachine;

// Looks at the system below `root`: "" for this one, a folder with a copy of its files in tests.
// What cannot be read stays zero.
void vlMachine_Look(const char* root, vlMachine* machine);
// Asks for locked memory and for a processor that stays awake until vlMachine_Release. What is
// refused is noted. Later allocations are locked only if that cannot make them fail.
void vlMachine_Demand(const char* root, vlMachine* machine);
// Gives back what was granted, except the locked memory, which ends with the program.
void vlMachine_Release(vlMachine* machine);

#endif
