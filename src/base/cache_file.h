// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_CACHE_FILE_H
#define VOLAR_BASE_CACHE_FILE_H

// Files that keep what can be made again, named by the hash of all that it depends on. A damaged
// file is not an error; it counts as missing. A new file takes its name only when it is complete,
// so that several programs may use the folder at the same time.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct vlCacheKey {
    uint64_t hash[2];
} vlCacheKey;

// A growing block of bytes; `isFull` without memory. All zero is empty; free `at`.
typedef struct vlCacheBytes {
    unsigned char* at;
    size_t used, room;
    bool isFull;
} vlCacheBytes;

void vlCacheBytes_Put(vlCacheBytes* bytes, const void* data, size_t size);

// The bytes that are left to read.
typedef struct vlCacheCursor {
    const unsigned char* at;
    size_t left;
} vlCacheCursor;

// Copies `count` elements of `size` bytes; false, and nothing happens, if fewer are left.
bool vlCacheCursor_Take(vlCacheCursor* cursor, void* out, size_t count, size_t size);

// The bytes of the file with that key and extension, without its check sum, if the sum is right and
// there are at least `least` and at most `most` of them; otherwise NULL. The caller frees them.
unsigned char* vlCacheFile_Read(const char* folder, vlCacheKey key, const char* extension,
                                size_t least, size_t most, size_t* size);
// Writes the bytes with a check sum if it can; makes the folder, for this user alone, if it is
// missing. Frees the bytes.
void vlCacheFile_Write(const char* folder, vlCacheKey key, const char* extension,
                       vlCacheBytes* bytes);

#endif
