// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_CLOCK_H
#define VOLAR_BASE_CLOCK_H

// In the library only this file reads the clock. Its users are profiles, measurements and the
// program's loops, never the physics, which gets time as an argument.

// Monotonic time in nanoseconds, from an arbitrary start.
double vlClock_Now(void);
// Processor time of this thread in nanoseconds; the time that other threads and programs take does
// not count.
double vlClock_ThreadNow(void);

#endif
