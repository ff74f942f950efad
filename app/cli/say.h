// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_SAY_H
#define VOLAR_APP_SAY_H

// The one place through which the program speaks to a person. Texts that come from elsewhere (file
// names, scenes, devices, pages) reach it as arguments of %s, and are written so that a terminal
// shows them and obeys nothing in them (base/printable.h). Formats are our own words and may
// contain lines. tools/check_printing.py finds who prints in another way.

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#define VL_SAY_FORMAT(place, first) __attribute__((format(printf, place, first)))

// As fprintf, for the conversions d i u x c s g f e %, with flags, width, precision and lengths.
// %s takes a style (vlTerminal_Style) as it is, and anything else made printable.
void vlSay(FILE* file, const char* format, ...) VL_SAY_FORMAT(2, 3);
// The same into a buffer, cut to fit between two characters; returns the bytes written.
size_t vlSay_Into(char* buffer, size_t size, const char* format, va_list arguments)
    VL_SAY_FORMAT(3, 0);
// A text that was made by vlSay_Into, with its lines.
void vlSay_Ready(FILE* file, const char* text);
// A document, e.g. a scene's text, to standard output: unchanged into a file or pipe, printable but
// for its lines and tabs on a terminal.
void vlSay_Document(const char* text, size_t size);

#endif
