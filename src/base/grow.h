// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_GROW_H
#define VOLAR_BASE_GROW_H

// Arrays that grow while something is made. Not for a step.

#include <stdbool.h>

#include "volar/base.h"

// Makes room for `need` elements of `size` bytes each in an array that has room for `*room`;
// `array` is where the pointer to it is kept. The memory is the allocator's, or malloc's if that is
// NULL. False without memory: then nothing has changed.
bool vlGrow(const vlAllocator* allocator, void* array, int* room, int need, size_t size);

#endif
