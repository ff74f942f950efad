// SPDX-License-Identifier: MIT
#ifndef VOLAR_TEXT_FAULTS_H
#define VOLAR_TEXT_FAULTS_H

// Collects what is wrong with a text: all faults are counted, the first VL_MAX_FILE_ERRORS in the
// order of the text are kept.

#include <stdbool.h>

#include "volar/base.h"

// Where something stands: line and column of the file (source 0), or the k-th override (source k).
typedef struct vlTextPlace {
    int source;
    int line, column; // from 1; 0: the text as a whole
} vlTextPlace;

typedef struct vlFaults {
    const char* file;        // its name
    const char* const* sets; // the overrides
    vlFileErrors found;      // in order
    vlTextPlace place[VL_MAX_FILE_ERRORS];
} vlFaults;

#if defined(__GNUC__)
#define VL_FAULT_FORMAT __attribute__((format(printf, 3, 4)))
#else
#define VL_FAULT_FORMAT
#endif

void vlFaults_Add(vlFaults* faults, vlTextPlace place, const char* format, ...) VL_FAULT_FORMAT;
// A fault of another file that the text at `place` names.
void vlFaults_AddForeign(vlFaults* faults, vlTextPlace place, const vlFileError* error);
// Would a fault here be kept? If not, its message need not be made.
bool vlFaults_HasRoom(const vlFaults* faults, vlTextPlace place);

// Tells of one error of a file as a whole; nothing if `errors` is NULL.
void vlFileErrors_Report(vlFileErrors* errors, const char* file, const char* message);

#endif
