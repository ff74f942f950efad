// SPDX-License-Identifier: MIT
#ifndef VOLAR_RECORD_INPUTS_H
#define VOLAR_RECORD_INPUTS_H

// The inputs of a step as bytes: records of one size, then the samples of those that have one.

#include "record/format.h"

static inline bool vlInputRecord_HasSample(uint32_t kind)
{
    return kind == VL_INPUT_DEVICE || kind == VL_INPUT_SILENT;
}

// Bytes of records and samples. `records` may come from any file: only their kinds are read.
size_t vlInputs_SizeOf(const vlInputRecord* records, int count);
size_t vlInputs_SizeFor(const vlInput* inputs, int count);
// Writes them all and returns the end.
void* vlInputs_Write(const vlInput* inputs, int count, void* bytes);
// Reads the i-th of `count`.
vlInput vlInputs_Read(const vlInputRecord* records, int count, int i);

#endif
