// SPDX-License-Identifier: MIT
#ifndef VOLAR_TEXT_TEXT_FILE_H
#define VOLAR_TEXT_TEXT_FILE_H

// Files of text.

#include "text/faults.h"
#include "volar/base.h"

// Reads the text of a file, but stops once it has more than `most` bytes. VL_ERROR_IO or
// VL_ERROR_MEMORY, with the reason in `errors` (may be NULL); otherwise free the text.
vlResult vlTextFile_Read(const char* path, size_t most, char** text, size_t* size,
                         vlFileErrors* errors);
// The outcome of reading a text into pools: VL_ERROR_MEMORY, VL_ERROR_PARSE with faults, or VL_OK.
// `errors` (may be NULL) has the reasons.
vlResult vlFaults_Report(const vlFaults* faults, bool isExhausted, vlFileErrors* errors);

#endif
