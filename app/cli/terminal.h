// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_TERMINAL_H
#define VOLAR_APP_TERMINAL_H

// What a stream can show: lines rewritten in place, colours, characters beyond ASCII, and its
// width. A stream that is not a terminal gets plain lines without any control character.

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct vlTerminal {
    FILE* file;
    bool isLive;    // a line can be rewritten in place
    bool hasColour; // a live terminal, and NO_COLOR is not set
    bool isUnicode; // the locale that main chose is UTF-8
} vlTerminal;

typedef enum vlStyle {
    VL_STYLE_PLAIN,
    VL_STYLE_BOLD,
    VL_STYLE_DIM,
    VL_STYLE_WARN,
    VL_STYLE_BAD
} vlStyle;

vlTerminal vlTerminal_Open(FILE* file);
// Columns, at least 20; 80 if the width is unknown.
int vlTerminal_GetWidth(const vlTerminal* terminal);
// What to print before text of that style; VL_STYLE_PLAIN ends any other. "" without colours.
const char* vlTerminal_Style(const vlTerminal* terminal, vlStyle style);
// Is this text a style that vlTerminal_Style returned?
bool vlTerminal_IsStyle(const char* text);
// Shows `text`, cut to the width, in place of the line shown before. Only on a live terminal.
void vlTerminal_ShowLine(const vlTerminal* terminal, const char* text);
// Removes that line, so that lines that stay can be printed; does nothing on other streams.
void vlTerminal_ClearLine(const vlTerminal* terminal);
// Copies what fits into `columns` columns and `size` bytes. Escape sequences take no column, a
// character of several bytes takes one and is never split; a style still on at the cut is ended.
void vlTerminal_Fit(const char* text, int columns, char* fitted, size_t size);

#endif
