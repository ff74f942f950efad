// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_SPELLING_H
#define VOLAR_BASE_SPELLING_H

// Guesses which known name a mistyped word was meant to be.

// The name with the fewest errors, or NULL if no name is near. A letter that is wrong, missing,
// superfluous or swapped with its neighbour counts as one error, and so does a word that is the
// beginning of a name. The first of equally near names wins.
const char* vlSpelling_FindNearest(const char* word, const char* const* names, int count);

#endif
