// SPDX-License-Identifier: MIT
#include "app/cmd.h"

#include <string.h>

#define MAX_WORD 32

static int least(int a, int b)
{
    return a < b ? a : b;
}

// Edit distance with swaps of neighbouring letters counted as one (optimal string alignment).
static int countEdits(const char* a, const char* b)
{
    int rows[MAX_WORD + 1][MAX_WORD + 1];
    int lengthA = (int)strnlen(a, MAX_WORD), lengthB = (int)strnlen(b, MAX_WORD);
    for (int i = 0; i <= lengthA; i++) {
        rows[i][0] = i;
    }
    for (int j = 0; j <= lengthB; j++) {
        rows[0][j] = j;
    }
    for (int i = 1; i <= lengthA; i++) {
        for (int j = 1; j <= lengthB; j++) {
            int change = rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            rows[i][j] = least(change, 1 + least(rows[i - 1][j], rows[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                rows[i][j] = least(rows[i][j], rows[i - 2][j - 2] + 1);
            }
        }
    }
    return rows[lengthA][lengthB];
}

const char* vlCmd_Nearest(const char* word, const char* const* names, int count)
{
    const char* nearest = NULL;
    // Half of the letters wrong is no typing error any more.
    int fewest = (int)(strlen(word) + 1) / 2 + 1;
    for (int i = 0; i < count; i++) {
        // A beginning ("cube" for "cube-drop") counts as one edit.
        int edits = strlen(word) >= 2 && strncmp(word, names[i], strlen(word)) == 0
                        ? 1
                        : countEdits(word, names[i]);
        if (edits < fewest) {
            fewest = edits;
            nearest = names[i];
        }
    }
    return nearest;
}
