// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_SERVE_PAGE_H
#define VOLAR_APP_SERVE_PAGE_H

// The viewer page's files, built into the program from web/dist (cmake/embed.cmake).

#include <stddef.h>

typedef struct vlPage {
    const char* path;     // "/", "/viewer.js", ...
    const char* type;     // for Content-Type
    const char* encoding; // for Content-Encoding
    const unsigned char* bytes;
    size_t size;
} vlPage;

// Generated.
extern const vlPage vlPage_table[];
extern const int vlPage_tableCount;

// NULL: no page has that path.
const vlPage* vlPage_Find(const char* path);

#endif
