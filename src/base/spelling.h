// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_SPELLING_H
#define VOLAR_BASE_SPELLING_H

// Guesses which known name a mistyped word was meant to be.

// The nearest of `names`, or NULL if none is near: letters wrong, missing, too many or swapped
// count as errors; a beginning of a name counts as one. The first of equals wins.
const char* vlSpelling_FindNearest(const char* word, const char* const* names, int count);

#endif
