// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_ADVICE_H
#define VOLAR_APP_LIVE_ADVICE_H

// Advice: what keeps a run from real time, and what to do about it, in a sentence each.

#include <stddef.h>

#include "app/live/live.h"
#include "app/live/machine.h"

// The most helpful first.
typedef enum vlAdvice {
    VL_ADVICE_DEVICE,    // steps wait for a device
    VL_ADVICE_SCENE,     // steps take longer than there is time for
    VL_ADVICE_CORES,     // all threads on one core
    VL_ADVICE_FIFO,      // other programs may run first
    VL_ADVICE_LOCK,      // memory may be paged out
    VL_ADVICE_GOVERNOR,  // the processor lowers its clock between steps
    VL_ADVICE_IDLE,      // the processor sleeps deeply between steps
    VL_ADVICE_SLACK,     // wake-ups are delayed
    VL_ADVICE_KERNEL,    // the kernel itself cannot be interrupted everywhere
    VL_ADVICE_VIRTUAL,   // the host may pause the virtual machine
    VL_ADVICE_CONTAINER, // shares the processor with unknown others
    VL_ADVICE_COUNT
} vlAdvice;

typedef struct vlAdviceFacts {
    vlMachine machine;
    // Of the run.
    double period;     // us between deadlines; 0: nothing ran yet
    double compute;    // us that 99.9% of the steps do not exceed
    double lateness;   // us that 99.9% of the start delays do not exceed
    double timerSlack; // s
    double device;     // us that the longest step spent on devices
    double longest;    // us, the longest step
} vlAdviceFacts;

// A set of advice: bit 1u << vlAdvice.
typedef unsigned vlAdviceSet;
#define VL_ADVICE_BIT(advice) (1u << (advice))

vlAdviceFacts vlAdvice_Facts(const vlMachine* machine, const vlLiveStatus* status);
// All advice that applies.
vlAdviceSet vlAdvice_Find(const vlAdviceFacts* facts);
// Only the advice about what the system was asked for and refused.
vlAdviceSet vlAdvice_FindRefused(const vlAdviceFacts* facts);
// Room for any sentence.
#define VL_ADVICE_LENGTH 320
// The sentence; cut off if it does not fit.
void vlAdvice_Write(vlAdvice advice, const vlAdviceFacts* facts, char* text, size_t size);

#endif
