// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_NEAREST_H
#define VOLAR_BASE_NEAREST_H

// Guesses which known name a mistyped word was meant to be.

// The name with the fewest typing errors (letters wrong, missing, too many, or two swapped), or
// NULL if none is near. A beginning of a name counts as one error. The first of equals wins.
const char* vlNearest_Find(const char* word, const char* const* names, int count);

#endif
