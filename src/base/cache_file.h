// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_CACHE_FILE_H
#define VOLAR_BASE_CACHE_FILE_H

// Files that keep what can be made again, named by the hash of all that it depends on. A damaged
// file is not an error; it counts as missing. A new file takes its name only when it is complete,
// so that several programs may use the folder at the same time. Others may be able to write into
// the folder: a file of another user is not read, and a symbolic link neither read nor written
// through.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct vlCacheKey {
    uint64_t hash[2];
} vlCacheKey;

// What the files of one kind have in common.
typedef struct vlCacheKind {
    char magic[9];         // eight letters that each begins with
    const char* extension; // of their names
    uint32_t version;      // of what is in them: another one is not read
    size_t largest;        // bytes; more are not read
} vlCacheKind;

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

// Reads the file of that kind and key if its magic, version, key and check sum are right; otherwise
// NULL. The cursor is at the bytes that were given to vlCacheFile_Write; free what is returned.
unsigned char* vlCacheFile_Read(const vlCacheKind* kind, const char* folder, vlCacheKey key,
                                vlCacheCursor* cursor);
// Writes the bytes behind magic, version and key, and with a check sum, if it can; makes the
// folder, for this user alone, if it is missing. Frees the bytes.
void vlCacheFile_Write(const vlCacheKind* kind, const char* folder, vlCacheKey key,
                       vlCacheBytes* bytes);

#endif
