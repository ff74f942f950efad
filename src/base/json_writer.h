// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_JSON_WRITER_H
#define VOLAR_BASE_JSON_WRITER_H

// Writes a JSON document piece by piece. Header only: the library itself writes none.

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/json_text.h"

// Elements down to this depth have a line of their own; objects inside a list are on one line.
#define VL_MAX_JSON_LINE_DEPTH 2

// Open document; `isFirst` says whether the next element is the first, without a comma before it.
typedef struct vlJsonWriter {
    FILE* file;
    int depth;
    bool isFirst;
} vlJsonWriter;

// Writes comma, line break and key before an element; `key` is NULL inside a list.
static inline void vlJsonWriter_Lead(vlJsonWriter* json, const char* key)
{
    if (!json->isFirst) {
        fputc(',', json->file);
    }
    if (json->depth > 0 && json->depth <= VL_MAX_JSON_LINE_DEPTH) {
        fprintf(json->file, "\n%*s", 2 * json->depth, "");
    } else if (!json->isFirst) {
        fputc(' ', json->file);
    }
    if (key != NULL) {
        vlJsonText_Write(json->file, key);
        fputs(": ", json->file);
    }
    json->isFirst = false;
}

// Starts an object ('{') or a list ('[').
static inline void vlJsonWriter_Open(vlJsonWriter* json, const char* key, char bracket)
{
    vlJsonWriter_Lead(json, key);
    fputc(bracket, json->file);
    ++json->depth;
    json->isFirst = true;
}

// Ends what vlJsonWriter_Open started; `bracket` is '}' or ']'.
static inline void vlJsonWriter_Close(vlJsonWriter* json, char bracket)
{
    --json->depth;
    if (json->depth < VL_MAX_JSON_LINE_DEPTH && !json->isFirst) {
        fprintf(json->file, "\n%*s", 2 * json->depth, "");
    }
    fputc(bracket, json->file);
    if (json->depth == 0) {
        fputc('\n', json->file);
    }
    json->isFirst = false;
}

// JSON has no infinities and no NAN: they are written as null.
static inline void vlJsonWriter_Number(vlJsonWriter* json, const char* key, double value)
{
    vlJsonWriter_Lead(json, key);
    if (isfinite(value)) {
        fprintf(json->file, "%.9g", value);
    } else {
        fputs("null", json->file);
    }
}

static inline void vlJsonWriter_Integer(vlJsonWriter* json, const char* key, long value)
{
    vlJsonWriter_Lead(json, key);
    fprintf(json->file, "%ld", value);
}

static inline void vlJsonWriter_Bool(vlJsonWriter* json, const char* key, bool value)
{
    vlJsonWriter_Lead(json, key);
    fputs(value ? "true" : "false", json->file);
}

static inline void vlJsonWriter_Text(vlJsonWriter* json, const char* key, const char* value)
{
    vlJsonWriter_Lead(json, key);
    vlJsonText_Write(json->file, value);
}

#endif
