// SPDX-License-Identifier: MIT
#include "app/cli/say.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "app/cli/terminal.h"
#include "base/printable.h"

#define MAX_CONVERSION 32 // bytes of a conversion such as %-20.3f
#define MAX_NUMBER 400    // bytes of a number: %f of the largest double has 309 digits

// Where the bytes go: a stream, or a buffer.
typedef struct Sink {
    FILE* file;
    char* buffer;
    size_t room, used;
} Sink;

static void put(Sink* sink, const char* bytes, size_t count)
{
    if (sink->file != NULL) {
        (void)fwrite(bytes, 1, count, sink->file); // vlOutput_Guard reports errors of the stream
    } else if (count <= sink->room - sink->used) { // never half a character
        memcpy(sink->buffer + sink->used, bytes, count);
        sink->used += count;
    } else {
        sink->room = sink->used; // nothing after what did not fit
    }
}

static void pad(Sink* sink, int count)
{
    for (int i = 0; i < count; ++i) {
        put(sink, " ", 1);
    }
}

// One conversion of a format.
typedef struct Conversion {
    char flags[8];
    int width, precision; // -1: none
    int longs;            // of l and ll; 3: z
    char kind;
} Conversion;

static const char* readNumber(const char* at, va_list* arguments, int* number)
{
    if (*at == '*') {
        *number = va_arg(*arguments, int);
        return at + 1;
    }
    for (*number = 0; *at >= '0' && *at <= '9'; ++at) {
        *number = 10 * *number + (*at - '0');
    }
    return at;
}

// Reads the conversion after a '%'; returns what follows it.
static const char* readConversion(const char* at, va_list* arguments, Conversion* c)
{
    *c = (Conversion){.width = -1, .precision = -1};
    size_t flags = strspn(at, "-+ #0");
    memcpy(c->flags, at, flags < sizeof c->flags ? flags : sizeof c->flags - 1);
    at += flags;
    if (*at == '*' || (*at >= '0' && *at <= '9')) {
        at = readNumber(at, arguments, &c->width);
    }
    if (*at == '.') {
        at = readNumber(at + 1, arguments, &c->precision);
    }
    for (; *at == 'l' || *at == 'z'; ++at) {
        c->longs = *at == 'z' ? 3 : c->longs + 1;
    }
    c->kind = *at;
    return *at != '\0' ? at + 1 : at;
}

static intmax_t takeSigned(const Conversion* c, va_list* arguments)
{
    switch (c->longs) {
    case 0: return va_arg(*arguments, int);
    case 1: return va_arg(*arguments, long);
    case 2: return va_arg(*arguments, long long);
    default: return va_arg(*arguments, ptrdiff_t);
    }
}

static uintmax_t takeUnsigned(const Conversion* c, va_list* arguments)
{
    switch (c->longs) {
    case 0: return va_arg(*arguments, unsigned);
    case 1: return va_arg(*arguments, unsigned long);
    case 2: return va_arg(*arguments, unsigned long long);
    default: return va_arg(*arguments, size_t);
    }
}

// The format is put together again, one number at a time, so that the C library writes it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void sayNumber(Sink* sink, const Conversion* c, va_list* arguments)
{
    char format[MAX_CONVERSION], number[MAX_NUMBER];
    bool isReal = strchr("gGfFeE", c->kind) != NULL;
    int width = c->width < 0 ? 0 : c->width;
    (void)snprintf(format, sizeof format, "%%%s*%s%s%c", c->flags, c->precision >= 0 ? ".*" : "",
                   isReal ? "" : "j", c->kind);
    int length;
    if (isReal) {
        double value = va_arg(*arguments, double);
        length = c->precision >= 0
                     ? snprintf(number, sizeof number, format, width, c->precision, value)
                     : snprintf(number, sizeof number, format, width, value);
    } else if (c->kind == 'd' || c->kind == 'i') {
        intmax_t value = takeSigned(c, arguments);
        length = c->precision >= 0
                     ? snprintf(number, sizeof number, format, width, c->precision, value)
                     : snprintf(number, sizeof number, format, width, value);
    } else {
        uintmax_t value = takeUnsigned(c, arguments);
        length = c->precision >= 0
                     ? snprintf(number, sizeof number, format, width, c->precision, value)
                     : snprintf(number, sizeof number, format, width, value);
    }
    if (length > 0) {
        put(sink, number, (size_t)length < sizeof number ? (size_t)length : sizeof number - 1);
    }
}
#pragma GCC diagnostic pop

// Columns of a text as it is printed, one per character; at most `most` bytes of it.
static int widthOf(const char* text, size_t most)
{
    char piece[VL_PRINTABLE_BYTES];
    int width = 0;
    size_t step;
    for (size_t i = 0; i < most && (step = vlPrintable_Next(text + i, piece)) > 0; i += step) {
        width += (unsigned char)piece[0] < 0x80 ? (int)strlen(piece) : 1;
    }
    return width;
}

static void sayText(Sink* sink, const Conversion* c, const char* text)
{
    text = text != NULL ? text : "(null)";
    if (vlTerminal_IsStyle(text)) {
        put(sink, text, strlen(text));
        return;
    }
    size_t most = c->precision >= 0 ? (size_t)c->precision : SIZE_MAX;
    bool isLeft = strchr(c->flags, '-') != NULL;
    int space = c->width > 0 ? c->width - widthOf(text, most) : 0;
    pad(sink, isLeft ? 0 : space);
    char piece[VL_PRINTABLE_BYTES];
    size_t step;
    for (size_t i = 0; i < most && (step = vlPrintable_Next(text + i, piece)) > 0; i += step) {
        put(sink, piece, strlen(piece));
    }
    pad(sink, isLeft ? space : 0);
}

static void sayOne(Sink* sink, const Conversion* c, va_list* arguments)
{
    char letter[2] = "";
    switch (c->kind) {
    case '%': put(sink, "%", 1); break;
    case 's': sayText(sink, c, va_arg(*arguments, const char*)); break;
    case 'c':
        letter[0] = (char)va_arg(*arguments, int);
        sayText(sink, c, letter);
        break;
    default: sayNumber(sink, c, arguments); break;
    }
}

static void sayAll(Sink* sink, const char* format, va_list arguments)
{
    va_list rest;
    va_copy(rest, arguments);
    while (*format != '\0') {
        size_t plain = strcspn(format, "%");
        put(sink, format, plain);
        format += plain;
        if (*format == '%') {
            Conversion c;
            format = readConversion(format + 1, &rest, &c);
            sayOne(sink, &c, &rest);
        }
    }
    va_end(rest);
}

void vlSay(FILE* file, const char* format, ...)
{
    Sink sink = {.file = file};
    va_list arguments;
    va_start(arguments, format);
    sayAll(&sink, format, arguments);
    va_end(arguments);
}

size_t vlSay_Into(char* buffer, size_t size, const char* format, va_list arguments)
{
    Sink sink = {.buffer = buffer, .room = size - 1};
    sayAll(&sink, format, arguments);
    buffer[sink.used] = '\0';
    return sink.used;
}

void vlSay_Ready(FILE* file, const char* text)
{
    (void)fputs(text, file);
}

void vlSay_Document(const char* text, size_t size)
{
    if (isatty(fileno(stdout)) != 1) {
        (void)fwrite(text, 1, size, stdout);
        return;
    }
    char piece[VL_PRINTABLE_BYTES];
    for (size_t i = 0; i < size;) {
        size_t step = text[i] == '\n' || text[i] == '\t' ? 0 : vlPrintable_Next(text + i, piece);
        if (step > 0) {
            (void)fputs(piece, stdout);
        } else {
            (void)fputc(text[i] != '\0' ? text[i] : ' ', stdout);
        }
        i += step > 0 ? step : 1;
    }
}
