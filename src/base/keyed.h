// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_KEYED_H
#define VOLAR_BASE_KEYED_H

// Numbered things to be sorted by a key, and by their numbers where keys are equal: so there is
// only one order. The largest come first if the keys are negative.

typedef struct vlKeyed {
    double key;
    int number;
} vlKeyed;

// For qsort.
static inline int vlKeyed_Compare(const void* one, const void* other)
{
    const vlKeyed* p = one;
    const vlKeyed* q = other;
    if (p->key != q->key) {
        return p->key < q->key ? -1 : 1;
    }
    return p->number < q->number ? -1 : p->number > q->number;
}

#endif
