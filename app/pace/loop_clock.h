// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LOOP_CLOCK_H
#define VOLAR_APP_LOOP_CLOCK_H

// Clock and sleep of a loop, so that tests run it under a clock of their own. Times are seconds of
// a monotonic clock.

typedef struct vlLoopClock {
    double (*now)(void* user);
    void (*sleepUntil)(double time, void* user); // may return earlier
    void* user;
} vlLoopClock;

// The system's clock. It sleeps for at most 0.1 s.
vlLoopClock vlLoopClock_System(void);

#endif
