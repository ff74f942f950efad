// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_PROCESSOR_H
#define VOLAR_APP_PROCESSOR_H

// Results name the processor that computed them: the C library chooses its functions by it, so the
// last bit of a number may differ on another.

#include <stddef.h>

// Its name as the system has it, "unknown" if it does not say.
void vlProcessor_Name(char* text, size_t size);
// Processor time of the whole program so far, s.
double vlProcessor_Time(void);

#endif
