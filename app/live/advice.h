// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_ADVICE_H
#define VOLAR_APP_LIVE_ADVICE_H

// What stands in the way of real time, in a sentence each with what to do about it.

#include <stddef.h>

#include "app/live/live.h"
#include "app/live/machine.h"

// In the order in which they help.
typedef enum vlAdvice {
    VL_ADVICE_DEVICE,    // steps wait for a device
    VL_ADVICE_SCENE,     // steps take longer than there is time for
    VL_ADVICE_CORES,     // all threads on one core
    VL_ADVICE_FIFO,      // others may run first
    VL_ADVICE_LOCK,      // pages may have to be fetched
    VL_ADVICE_GOVERNOR,  // the clock of the processor goes down in between
    VL_ADVICE_IDLE,      // the processor sleeps deeply in between
    VL_ADVICE_SLACK,     // wake-ups are put off
    VL_ADVICE_KERNEL,    // the kernel itself cannot be interrupted everywhere
    VL_ADVICE_VIRTUAL,   // whoever runs the virtual machine stops it at will
    VL_ADVICE_CONTAINER, // shares the processor with others unseen
    VL_ADVICE_COUNT
} vlAdvice;

typedef struct vlAdviceFacts {
    vlMachine machine;
    // Of the run.
    double period;     // us between deadlines; 0: nothing ran yet
    double compute;    // us that 99.9% of the steps do not exceed
    double lateness;   // us, likewise, of how late they began
    double timerSlack; // s
    double device;     // us, of the longest step, spent with devices
    double longest;    // us, the longest step
} vlAdviceFacts;

// A set of advice: bit 1u << vlAdvice.
typedef unsigned vlAdviceSet;
#define VL_ADVICE_BIT(advice) (1u << (advice))

vlAdviceFacts vlAdvice_Facts(const vlMachine* machine, const vlLiveStatus* status);
// All that stands in the way.
vlAdviceSet vlAdvice_Find(const vlAdviceFacts* facts);
// Only that of it which was asked of the system and refused.
vlAdviceSet vlAdvice_FindRefused(const vlAdviceFacts* facts);
// Room for any sentence.
#define VL_ADVICE_LENGTH 320
// The sentence; cut off if it does not fit.
void vlAdvice_Write(vlAdvice advice, const vlAdviceFacts* facts, char* text, size_t size);

#endif
