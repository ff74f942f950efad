// SPDX-License-Identifier: MIT
#ifndef VOLAR_TEXT_NAMES_H
#define VOLAR_TEXT_NAMES_H

// Sorted lists of names.

// A name and the index of what it names, in a list sorted by name.
typedef struct vlNameEntry {
    const char* name;
    int index;
} vlNameEntry;

void vlNames_Sort(vlNameEntry* names, int count);
// The index that belongs to `name` among sorted names, or -1.
int vlNames_Find(const vlNameEntry* names, int count, const char* name);

#endif
