// SPDX-License-Identifier: MIT
#ifndef VOLAR_HEART_H
#define VOLAR_HEART_H

// Judges of the solver that turns touch into force: cases whose truth is known, each number with
// its bound. They use the public interface only, so that they judge any integrator and step. The
// helpers of stage.h build their worlds; an error there ends the program.

#include "tests/stage.h"
#include "tests/test.h"

typedef struct vlHeart {
    vlIntegrator integrator;
    bool isLong;                  // more and longer cases, for `make soak`
    const char *family, *name;    // of the case that runs
    const char* open;             // lines that name numbers known to be out of their bounds
    bool isOpenOnly;              // only these count; else only the others
    int checks, failures, opened; // `opened`: open numbers that are out of their bounds
} vlHeart;

#define VL_HEART_PARAMETERS 4

typedef struct vlHeartCase {
    const char* name;
    void (*run)(vlHeart* heart, const double* parameter);
    double parameter[VL_HEART_PARAMETERS];
    bool isLong; // only with --long
} vlHeartCase;

typedef struct vlHeartFamily {
    const char* name;
    const vlHeartCase* cases;
    int count;
} vlHeartFamily;

#define VL_HEART_FAMILY(title, list)                                                               \
    {                                                                                              \
        title, list, sizeof(list) / sizeof(list)[0]                                                \
    }

// Compare a number with its bound, print both, and count. A value that is not a number fails.
void vlHeart_AtMost(vlHeart* heart, const char* what, double value, double bound);
void vlHeart_Within(vlHeart* heart, const char* what, double value, double lower, double upper);
// Prints a number that is not judged.
void vlHeart_Show(const vlHeart* heart, const char* what, double value);

// The default world with the integrator that is judged.
vlWorldDef vlHeart_Def(const vlHeart* heart, double step);

// Kinetic energy, and potential energy above z = 0, of all bodies, J.
double vlHeart_Energy(const vlWorld* world);

#endif
