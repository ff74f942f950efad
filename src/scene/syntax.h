// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_SYNTAX_H
#define VOLAR_SCENE_SYNTAX_H

// What is wrong with a text that is not YAML, in our words: libyaml describes the state of its
// parser.

#include <stdbool.h>

typedef struct vlSyntaxRow {
    const char* part; // of libyaml's words
    const char* ours;
    bool isTab;     // a tab in the indentation is reported so
    bool isAtStart; // libyaml notices later; the fault is where it began to read
    bool hasStart;  // where it began to read is worth saying too
} vlSyntaxRow;

// The row for a problem of libyaml; NULL if there is none for it.
const vlSyntaxRow* vlSyntax_Find(const char* problem);

#endif
