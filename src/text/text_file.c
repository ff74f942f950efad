// SPDX-License-Identifier: MIT
#include "text/text_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file_in.h"

// The buffer grows by doubling, because the length of a pipe is not known beforehand. NULL without
// memory.
static char* readAll(FILE* file, size_t most, size_t* size)
{
    size_t room = 1 << 16;
    char* buffer = malloc(room);
    *size = 0;
    while (buffer != NULL) {
        *size += fread(buffer + *size, 1, room - *size, file);
        if (*size < room || *size > most) {
            break;
        }
        char* larger = realloc(buffer, 2 * room);
        if (larger == NULL) {
            free(buffer);
        }
        buffer = larger;
        room *= 2;
    }
    return buffer;
}

vlResult vlTextFile_Read(const char* path, size_t most, char** text, size_t* size,
                         vlFileErrors* errors)
{
    int problem = 0;
    char* buffer = NULL;
    FILE* file = vlFileIn_Open(path, true, &problem);
    if (file != NULL) {
        buffer = readAll(file, most, size);
        problem = ferror(file) != 0 ? errno : 0;
        (void)fclose(file);
        if (buffer == NULL) {
            vlFileErrors_Report(errors, path, vlResult_Text(VL_ERROR_MEMORY));
            return VL_ERROR_MEMORY;
        }
    }
    if (problem != 0) {
        char reason[128];
        char message[160];
        free(buffer);
        (void)snprintf(message, sizeof message, "cannot be read: %s",
                       vlFileIn_Explain(problem, reason, sizeof reason));
        vlFileErrors_Report(errors, path, message);
        return VL_ERROR_IO;
    }
    *text = buffer;
    return VL_OK;
}

vlResult vlFaults_Report(const vlFaults* faults, bool isExhausted, vlFileErrors* errors)
{
    if (isExhausted) {
        vlFileErrors_Report(errors, faults->file, vlResult_Text(VL_ERROR_MEMORY));
        return VL_ERROR_MEMORY;
    }
    if (errors != NULL) {
        *errors = faults->found;
    }
    return faults->found.total > 0 ? VL_ERROR_PARSE : VL_OK;
}
