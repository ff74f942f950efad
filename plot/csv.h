// SPDX-License-Identifier: MIT
#ifndef VOLAR_PLOT_CSV_H
#define VOLAR_PLOT_CSV_H

// Tables of numbers as text (RFC 4180, but lines end in
// ). Numbers have ten digits: more than any measurement here needs, and few enough to read.

#include <stdbool.h>

#include "base/file_out.h"

typedef struct vlCsv {
    vlFileOut out; // without a stream: closed, or never opened; writing then does nothing
    int columns;
} vlCsv;

// `header` holds the column names with their units, separated by commas. False if the file cannot
// be written; errno says why (vlFileIn_Explain).
bool vlCsv_Open(vlCsv* csv, const char* path, const char* header);

// One line. `label`, if not NULL, is the first column. The number of columns must be that of the
// header.
void vlCsv_Row(vlCsv* csv, const char* label, const double* values, int count);

// One line of texts, quoted where the format needs it.
void vlCsv_Texts(vlCsv* csv, const char* const* texts, int count);

// Closes the file and gives it its final name. False if anything since opening failed; errno says
// why.
bool vlCsv_Close(vlCsv* csv);

// VL_CSV_ROW(csv, t, x, y): a line of numbers without counting them by hand.
#define VL_CSV_ROW(csv, ...)                                                                       \
    vlCsv_Row((csv), NULL, (const double[]){__VA_ARGS__},                                          \
              (int)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)))
#define VL_CSV_LABELLED(csv, label, ...)                                                           \
    vlCsv_Row((csv), (label), (const double[]){__VA_ARGS__},                                       \
              (int)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)))

#endif
