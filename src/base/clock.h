// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_CLOCK_H
#define VOLAR_BASE_CLOCK_H

// The only reader of the clock. Used for profiles, never for physics: time is an argument
// elsewhere.

// Monotonic time in nanoseconds, from an arbitrary start.
double vlClock_Now(void);

#endif
