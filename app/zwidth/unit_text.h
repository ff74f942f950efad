// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_ZWIDTH_UNIT_TEXT_H
#define VOLAR_APP_ZWIDTH_UNIT_TEXT_H

// A number with or without a unit, as a user types it: "1.5ms", "1.5 ms", "0.0015".

#include <stdbool.h>

typedef enum vlUnitFault {
    VL_UNIT_GOOD,
    VL_UNIT_NO_NUMBER, // it does not begin with a finite number
    VL_UNIT_UNKNOWN    // what follows is no unit of this quantity
} vlUnitFault;

// Reads one up to the character `stop` ('\0': all of `text`), in the unit `unit` ("s", "N/m", "1",
// ...) unless it states another of the same kind. `rest` is where it stopped.
vlUnitFault vlUnitText_Read(const char* text, const char* unit, char stop, double* value,
                            const char** rest);
// The units that may be stated instead, for a message: "s, ms, us".
const char* vlUnitText_Choices(const char* unit);

#endif
