// SPDX-License-Identifier: MIT
#include "app/cli/processor.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "base/file_in.h"

void vlProcessor_Name(char* text, size_t size)
{
    static const char key[] = "model name";
    char line[256];
    int error;
    FILE* file = vlFileIn_Open("/proc/cpuinfo", false, &error);
    (void)snprintf(text, size, "unknown");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char* colon = strchr(line, ':');
        if (strncmp(line, key, sizeof key - 1) == 0 && colon != NULL) {
            (void)snprintf(text, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

double vlProcessor_Time(void)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0) {
        return 0.0;
    }
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}
