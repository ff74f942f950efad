// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_CLOCK_H
#define VOLAR_BASE_CLOCK_H

// The only reader of the clock. Used for profiles, measurements and the program's loops, never for
// physics: time is an argument elsewhere.

// Monotonic time in nanoseconds, from an arbitrary start.
double vlClock_Now(void);
// Time that this thread has had the processor, in nanoseconds: what other programs take meanwhile
// does not count.
double vlClock_ThreadNow(void);

#endif
