// SPDX-License-Identifier: MIT
#ifndef VOLAR_TEXT_SYNTAX_H
#define VOLAR_TEXT_SYNTAX_H

// What is wrong with a text that is not YAML, in terms of the text: libyaml's messages describe the
// state of its parser.

#include <stdbool.h>

typedef struct vlSyntaxRow {
    const char* part; // of libyaml's words
    const char* ours;
    bool isTab;     // if a tab indents the line, that is reported instead
    bool isAtStart; // libyaml notices the fault late; its place is where the construct begins
    bool hasStart;  // the line on which the construct begins is reported too
} vlSyntaxRow;

// The row for a problem of libyaml; NULL if there is none for it.
const vlSyntaxRow* vlSyntax_Find(const char* problem);

#endif
