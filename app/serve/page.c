// SPDX-License-Identifier: MIT
#include "app/serve/page.h"

#include <string.h>

const vlPage* vlPage_Find(const char* path)
{
    for (int i = 0; i < vlPage_tableCount; ++i) {
        if (strcmp(path, vlPage_table[i].path) == 0) {
            return &vlPage_table[i];
        }
    }
    return NULL;
}
