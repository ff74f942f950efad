// SPDX-License-Identifier: MIT
#include "app/cli/terminal.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define LONGEST_LINE 1024
#define END_STYLE "\033[0m"

vlTerminal vlTerminal_Open(FILE* file)
{
    const char* kind = getenv("TERM");
    const char* noColour = getenv("NO_COLOR");
    vlTerminal t = {.file = file};
    t.isLive =
        isatty(fileno(file)) == 1 && kind != NULL && kind[0] != '\0' && strcmp(kind, "dumb") != 0;
    t.hasColour = t.isLive && (noColour == NULL || noColour[0] == '\0');
    t.isUnicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    return t;
}

int vlTerminal_GetWidth(const vlTerminal* terminal)
{
    struct winsize size;
    int width = 80;
    if (ioctl(fileno(terminal->file), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        width = size.ws_col;
    }
    return width < 20 ? 20 : width;
}

const char* vlTerminal_Style(const vlTerminal* terminal, vlStyle style)
{
    if (!terminal->hasColour) {
        return "";
    }
    switch (style) {
    case VL_STYLE_PLAIN: return END_STYLE;
    case VL_STYLE_BOLD: return "\033[1m";
    case VL_STYLE_DIM: return "\033[2m";
    case VL_STYLE_WARN: return "\033[33m";
    case VL_STYLE_BAD: return "\033[1;31m";
    }
    return "";
}

// Bytes of the escape sequence at the start of `text`, 0 if there is none: ESC [ ... letter.
static size_t escapeLength(const char* text)
{
    if (text[0] != '\033' || text[1] != '[') {
        return 0;
    }
    size_t length = 2 + strspn(text + 2, "0123456789;");
    return text[length] != '\0' ? length + 1 : 0;
}

// Bytes of the character at the start of `text`: a first byte and those that continue it.
static size_t characterLength(const char* text)
{
    size_t length = 1;
    while (((unsigned char)text[length] & 0xc0u) == 0x80u) {
        ++length;
    }
    return length;
}

void vlTerminal_Fit(const char* text, int columns, char* fitted, size_t size)
{
    size_t used = 0, room = size - sizeof END_STYLE; // with the terminating NUL
    bool isStyled = false;
    while (*text != '\0') {
        size_t escape = escapeLength(text);
        size_t length = escape > 0 ? escape : characterLength(text);
        if ((escape == 0 && columns-- == 0) || used + length > room) {
            break;
        }
        isStyled = escape > 0 ? strncmp(text, END_STYLE, escape) != 0 : isStyled;
        memcpy(fitted + used, text, length);
        used += length;
        text += length;
    }
    strcpy(fitted + used, isStyled ? END_STYLE : "");
}

void vlTerminal_ShowLine(const vlTerminal* terminal, const char* text)
{
    char line[LONGEST_LINE];
    // The last column stays free: a character there makes some terminals wrap.
    vlTerminal_Fit(text, vlTerminal_GetWidth(terminal) - 1, line, sizeof line);
    fprintf(terminal->file, "\r%s\033[K", line);
    fflush(terminal->file);
}

void vlTerminal_ClearLine(const vlTerminal* terminal)
{
    if (terminal->isLive) {
        fputs("\r\033[K", terminal->file);
        fflush(terminal->file);
    }
}
