// SPDX-License-Identifier: MIT
#include "plot/csv.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

bool vlCsv_Open(vlCsv* csv, const char* path, const char* header)
{
    errno = vlFileOut_Open(&csv->out, path);
    csv->columns = 1;
    for (const char* c = header; *c != '\0'; ++c) {
        csv->columns += *c == ',';
    }
    return csv->out.stream != NULL && fprintf(csv->out.stream, "%s\n", header) > 0;
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
    if (csv == NULL || csv->out.stream == NULL) {
        return;
    }
    assert(count + (label != NULL) == csv->columns);
    if (label != NULL) {
        writeField(csv->out.stream, label);
    }
    for (int i = 0; i < count; ++i) {
        fprintf(csv->out.stream, "%s%.10g", i > 0 || label != NULL ? "," : "", values[i]);
    }
    fputc('\n', csv->out.stream);
}

void vlCsv_Texts(vlCsv* csv, const char* const* texts, int count)
{
    if (csv == NULL || csv->out.stream == NULL) {
        return;
    }
    assert(count == csv->columns);
    for (int i = 0; i < count; ++i) {
        fputs(i > 0 ? "," : "", csv->out.stream);
        writeField(csv->out.stream, texts[i]);
    }
    fputc('\n', csv->out.stream);
}

bool vlCsv_Close(vlCsv* csv)
{
    int error = vlFileOut_Commit(&csv->out);
    errno = error;
    return error == 0;
}
