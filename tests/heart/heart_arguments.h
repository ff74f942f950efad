// SPDX-License-Identifier: MIT
#ifndef VOLAR_HEART_ARGUMENTS_H
#define VOLAR_HEART_ARGUMENTS_H

// Reading the arguments of the programs that judge the solver.

#include <stdlib.h>
#include <string.h>
#include <volar/volar.h>

// False if `text` (may be NULL) is not a number.
static inline bool vlHeart_ReadNumber(const char* text, double* number)
{
    char* end = NULL;
    *number = text == NULL ? 0.0 : strtod(text, &end);
    return text != NULL && end != text && *end == '\0';
}

// A name of an integrator, or its number.
static inline bool vlHeart_ReadIntegrator(const char* text, vlIntegrator* integrator)
{
    static const char* const names[] = {"euler", "rk4", "implicit", "convex"};
    for (int i = 0; i < 4 && text != NULL; ++i) {
        if (strcmp(text, names[i]) == 0) {
            *integrator = (vlIntegrator)i;
            return true;
        }
    }
    double number = 0.0;
    bool ok = vlHeart_ReadNumber(text, &number) && number >= 0.0 && number < 16.0;
    *integrator = ok ? (vlIntegrator)(int)number : *integrator;
    return ok;
}

#endif
