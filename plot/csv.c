// SPDX-License-Identifier: MIT
#include "plot/csv.h"

#include <assert.h>
#include <string.h>

bool vlCsv_Open(vlCsv* csv, const char* path, const char* header)
{
    csv->file = fopen(path, "w");
    csv->columns = 1;
    for (const char* c = header; *c != '\0'; ++c) {
        csv->columns += *c == ',';
    }
    return csv->file != NULL && fprintf(csv->file, "%s\n", header) > 0;
}

// Quotes only where the format needs them.
static void writeField(FILE* file, const char* text)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    for (; *text != '\0'; ++text) {
        if (*text == '"') {
            fputc('"', file);
        }
        fputc(*text, file);
    }
    fputc('"', file);
}

void vlCsv_Row(vlCsv* csv, const char* label, const double* values, int count)
{
    if (csv == NULL || csv->file == NULL) {
        return;
    }
    assert(count + (label != NULL) == csv->columns);
    if (label != NULL) {
        writeField(csv->file, label);
    }
    for (int i = 0; i < count; ++i) {
        fprintf(csv->file, "%s%.10g", i > 0 || label != NULL ? "," : "", values[i]);
    }
    fputc('\n', csv->file);
}

bool vlCsv_Close(vlCsv* csv)
{
    if (csv->file == NULL) {
        return true;
    }
    bool isGood = ferror(csv->file) == 0;
    isGood = fclose(csv->file) == 0 && isGood;
    csv->file = NULL;
    return isGood;
}
