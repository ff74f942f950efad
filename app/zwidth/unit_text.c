// SPDX-License-Identifier: MIT
#include "app/zwidth/unit_text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NAMES 4

typedef struct Kind {
    const char* choices; // the first is the unit without a factor
    struct {
        const char* name; // without blanks
        double factor;
    } units[MOST_NAMES];
} Kind;

static const Kind kinds[] = {
    {"kg, g", {{"kg", 1.0}, {"g", 1e-3}}},
    {"s, ms, us", {{"s", 1.0}, {"ms", 1e-3}, {"us", 1e-6}}},
    {"m, mm, um", {{"m", 1.0}, {"mm", 1e-3}, {"um", 1e-6}}},
    {"N, mN", {{"N", 1.0}, {"mN", 1e-3}}},
    {"Hz, kHz", {{"Hz", 1.0}, {"kHz", 1e3}}},
    {"N/m, N/mm, kN/m", {{"N/m", 1.0}, {"N/mm", 1e3}, {"kN/m", 1e3}}},
    {"N s/m, N s/mm", {{"Ns/m", 1.0}, {"Ns/mm", 1e3}}},
    {"1, %", {{"1", 1.0}, {"%", 1e-2}}},
};

static const Kind* kindOf(const char* unit)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        size_t length = strcspn(kinds[i].choices, ",");
        if (strncmp(kinds[i].choices, unit, length) == 0 && unit[length] == '\0') {
            return &kinds[i];
        }
    }
    return NULL;
}

const char* vlUnitText_Choices(const char* unit)
{
    const Kind* kind = kindOf(unit);
    return kind != NULL ? kind->choices : unit;
}

vlUnitFault vlUnitText_Read(const char* text, const char* unit, char stop, double* value,
                            const char** rest)
{
    const Kind* kind = kindOf(unit);
    char name[16];
    size_t length = 0;
    char* end;
    double number = strtod(text, &end);
    *rest = end;
    if (end == text || !isfinite(number)) {
        return VL_UNIT_NO_NUMBER;
    }
    for (; **rest != '\0' && **rest != stop; ++*rest) {
        if (!isspace((unsigned char)**rest) && length + 1 < sizeof name) {
            name[length++] = **rest;
        }
    }
    name[length] = '\0';
    bool isFound = length == 0;
    double factor = 1.0;
    for (int i = 0; !isFound && kind != NULL && i < MOST_NAMES && kind->units[i].name != NULL;
         ++i) {
        isFound = strcmp(name, kind->units[i].name) == 0;
        factor = kind->units[i].factor;
    }
    *value = number * factor;
    return isFound ? VL_UNIT_GOOD : VL_UNIT_UNKNOWN;
}
