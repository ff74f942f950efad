// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_MACHINE_H
#define VOLAR_APP_LIVE_MACHINE_H

// What a machine grants to a thread that must not be late: looked up, and asked for.

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
    int mostPriority;      // of SCHED_FIFO that is permitted; 0: none
    bool mayLock;          // any amount of memory
    double lockLimit;      // bytes that may be locked, unless mayLock
    int cores;             // that may be used; 0: not known
    char governor[32];     // that is not `performance`, of the first core that has one; "": none
    double idleLatency;    // s, to wake up from the deepest idle state; 0: not known
    bool mayStayAwake;     // out of idle states, by a device file
    bool isRealtimeKernel; // PREEMPT_RT
    bool isVirtual;        // a virtual machine
    bool isContainer;
    // Asked for.
    int priority; // of SCHED_FIFO
    vlDemand fifo, lock, awake;
    int awakeFile; // held open while the processor is to stay awake; -1: not
} vlMachine;

// Looks at the system below `root`: "" for this one, a folder with a copy of its files in tests.
// What cannot be read stays zero.
void vlMachine_Look(const char* root, vlMachine* machine);
// Asks for locked memory and for a processor that stays awake until vlMachine_Release. What is
// refused is noted. Memory taken later is locked only if that cannot make taking it fail.
void vlMachine_Demand(const char* root, vlMachine* machine);
// Gives back what was granted but for the locked memory, which ends with the program.
void vlMachine_Release(vlMachine* machine);

#endif
