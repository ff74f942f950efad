// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_PRINTABLE_H
#define VOLAR_BASE_PRINTABLE_H

// Texts from files, devices and other people, made harmless for a terminal: what could move its
// cursor, change its colours or turn its lines around is written as an escape that can be read.

#include <stddef.h>

#define VL_PRINTABLE_BYTES 9 // the longest piece, e.g. \u{202e}, with its NUL

// Writes the next character of `text` to `piece` as it may be printed, and returns how many bytes
// of `text` it was; 0 at the end. Control characters (C0, DEL, C1), the controls of bidirectional
// text, separators of lines, and bytes that are not UTF-8 become \n, \t, \xNN or \u{NNNN}.
// Backslashes stay as they are.
size_t vlPrintable_Next(const char* text, char piece[VL_PRINTABLE_BYTES]);

#endif
