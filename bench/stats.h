// SPDX-License-Identifier: MIT
#ifndef VOLAR_BENCH_STATS_H
#define VOLAR_BENCH_STATS_H

// What every benchmark needs: a clock, percentiles of step times, and a small JSON writer. Header
// only, so that programs of different folders can share it without a library.

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// Deepest nesting the JSON writer is used with; objects inside a list are written on one line.
#define VL_MAX_JSON_LINE_DEPTH 2

// Percentiles of a set of times, in the unit of the samples. All NAN when there are none.
typedef struct vlStats {
    int count;
    double median, p99, p999, worst;
} vlStats;

// Open document; `isFirst` tells whether the next element needs a comma before it.
typedef struct vlJson {
    FILE* file;
    int depth;
    bool isFirst;
} vlJson;

// Monotonic time, microseconds.
static inline double vlStats_Now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

static inline int vlStats_Compare(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// Nearest rank: the smallest sample that at least `fraction` of all samples do not exceed. It never
// invents a value between two samples, which matters for the far tail.
static inline double vlStats_Percentile(const double* sorted, int count, double fraction)
{
    int rank = (int)ceil(fraction * (double)count);
    return sorted[rank < 1 ? 0 : rank - 1];
}

// Sorts `samples` in place.
static inline vlStats vlStats_Summarise(double* samples, int count)
{
    vlStats stats = {0, (double)NAN, (double)NAN, (double)NAN, (double)NAN};
    if (count > 0) {
        qsort(samples, (size_t)count, sizeof *samples, vlStats_Compare);
        stats.count = count;
        stats.median = vlStats_Percentile(samples, count, 0.5);
        stats.p99 = vlStats_Percentile(samples, count, 0.99);
        stats.p999 = vlStats_Percentile(samples, count, 0.999);
        stats.worst = samples[count - 1];
    }
    return stats;
}

static inline void vlJson_Quote(vlJson* json, const char* text)
{
    fputc('"', json->file);
    for (const char* c = text; *c != '\0'; ++c) {
        if (*c == '"' || *c == '\\') {
            fprintf(json->file, "\\%c", *c);
        } else if ((unsigned char)*c < 0x20) {
            fprintf(json->file, "\\u%04x", (unsigned)*c);
        } else {
            fputc(*c, json->file);
        }
    }
    fputc('"', json->file);
}

// Comma, line break and key before an element; `key` is NULL inside a list.
static inline void vlJson_Lead(vlJson* json, const char* key)
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
        vlJson_Quote(json, key);
        fputs(": ", json->file);
    }
    json->isFirst = false;
}

// Starts an object ('{') or a list ('[').
static inline void vlJson_Open(vlJson* json, const char* key, char bracket)
{
    vlJson_Lead(json, key);
    fputc(bracket, json->file);
    ++json->depth;
    json->isFirst = true;
}

// Ends what vlJson_Open started; `bracket` is '}' or ']'.
static inline void vlJson_Close(vlJson* json, char bracket)
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

// JSON has no infinities and no NAN: they become null.
static inline void vlJson_Number(vlJson* json, const char* key, double value)
{
    vlJson_Lead(json, key);
    if (isfinite(value)) {
        fprintf(json->file, "%.9g", value);
    } else {
        fputs("null", json->file);
    }
}

static inline void vlJson_Integer(vlJson* json, const char* key, long value)
{
    vlJson_Lead(json, key);
    fprintf(json->file, "%ld", value);
}

static inline void vlJson_Bool(vlJson* json, const char* key, bool value)
{
    vlJson_Lead(json, key);
    fputs(value ? "true" : "false", json->file);
}

static inline void vlJson_Text(vlJson* json, const char* key, const char* value)
{
    vlJson_Lead(json, key);
    vlJson_Quote(json, value);
}

#endif
