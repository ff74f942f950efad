// SPDX-License-Identifier: MIT
#include "base/spelling.h"

#include <stdlib.h>
#include <string.h>

// Of longer words, only this many letters are compared.
#define MAX_WORD 64

static int least(int a, int b)
{
    return a < b ? a : b;
}

// Edit distance in which a swap of neighbouring letters counts as one (optimal string alignment).
static int countEdits(const char* a, const char* b)
{
    int rows[MAX_WORD + 1][MAX_WORD + 1];
    int lengthA = (int)strnlen(a, MAX_WORD);
    int lengthB = (int)strnlen(b, MAX_WORD);
    for (int i = 0; i <= lengthA; ++i) {
        rows[i][0] = i;
    }
    for (int k = 0; k <= lengthB; ++k) {
        rows[0][k] = k;
    }
    for (int i = 1; i <= lengthA; ++i) {
        for (int k = 1; k <= lengthB; ++k) {
            int change = rows[i - 1][k - 1] + (a[i - 1] != b[k - 1]);
            rows[i][k] = least(change, 1 + least(rows[i - 1][k], rows[i][k - 1]));
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1]) {
                rows[i][k] = least(rows[i][k], rows[i - 2][k - 2] + 1);
            }
        }
    }
    return rows[lengthA][lengthB];
}

const char* vlSpelling_FindNearest(const char* word, const char* const* names, int count)
{
    const char* nearest = NULL;
    size_t length = strlen(word);
    int shown = (int)strnlen(word, MAX_WORD);
    // A word with half of its letters wrong is no longer a typing error.
    int fewest = shown / 2 + 1;
    for (int i = 0; i < count; ++i) {
        int edits = fewest;
        if (length >= 2 && strncmp(word, names[i], length) == 0) {
            edits = 1;
        } else if (abs((int)strnlen(names[i], MAX_WORD) - shown) < fewest) {
            edits = countEdits(word, names[i]);
        }
        if (edits < fewest) {
            fewest = edits;
            nearest = names[i];
        }
    }
    return nearest;
}
