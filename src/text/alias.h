// SPDX-License-Identifier: MIT
#ifndef VOLAR_TEXT_ALIAS_H
#define VOLAR_TEXT_ALIAS_H

// Guesses what an unknown word of a scene means: it is misspelled, or another engine or format uses
// it for something that has another name here.

typedef struct vlMeant {
    const char* name; // one of the known names; NULL: no guess
    const char*
        how; // text to print after it, e.g. ", of a cylinder and two spheres"; "" if nothing
} vlMeant;

// The known name that the word is, or that it has elsewhere.
vlMeant vlAlias_Translate(const char* word, const char* const* names, int count);
// `names` are the words that are known where the word stands. Also for misspelled words.
vlMeant vlAlias_Guess(const char* word, const char* const* names, int count);

#endif
