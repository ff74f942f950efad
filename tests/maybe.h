// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_MAYBE_H
#define VOLAR_TESTS_MAYBE_H

// Room for the message of a function that may fail, passed by pointer. With NULL, no message is
// requested.

#include <stddef.h>

typedef struct vlMaybe {
    char message[192];
} vlMaybe;

static inline char* vlMaybe_Text(vlMaybe* maybe)
{
    return maybe != NULL ? maybe->message : NULL;
}

static inline size_t vlMaybe_Size(const vlMaybe* maybe)
{
    return maybe != NULL ? sizeof maybe->message : 0;
}

#endif
