// SPDX-License-Identifier: MIT
#include "text/names.h"

#include <stdlib.h>
#include <string.h>

static int compareNames(const void* a, const void* b)
{
    const vlNameEntry* first = a;
    const vlNameEntry* second = b;
    int order = strcmp(first->name, second->name);
    return order != 0 ? order : (first->index > second->index) - (first->index < second->index);
}

void vlNames_Sort(vlNameEntry* names, int count)
{
    qsort(names, (size_t)count, sizeof *names, compareNames);
}

int vlNames_Find(const vlNameEntry* names, int count, const char* name)
{
    int low = 0;
    int high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        int order = strcmp(names[middle].name, name);
        if (order == 0) {
            return names[middle].index;
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return -1;
}
