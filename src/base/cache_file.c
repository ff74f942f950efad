// SPDX-License-Identifier: MIT
#include "base/cache_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file_in.h"
#include "base/file_out.h"
#include "base/hash.h"

#define LONGEST_PATH 4096

// How every file begins. What is read is compared as a whole, so no byte may be left to chance.
typedef struct Head {
    char magic[8];
    uint32_t version, unused;
    vlCacheKey key;
} Head;

_Static_assert(sizeof(Head) == 32, "a head has no padding");

void vlCacheBytes_Put(vlCacheBytes* bytes, const void* data, size_t size)
{
    if (!bytes->isFull && bytes->used + size > bytes->room) {
        size_t room = 2 * (bytes->used + size);
        unsigned char* larger = realloc(bytes->at, room);
        bytes->isFull = larger == NULL;
        bytes->at = larger != NULL ? larger : bytes->at;
        bytes->room = larger != NULL ? room : bytes->room;
    }
    if (!bytes->isFull) {
        memcpy(bytes->at + bytes->used, data, size);
        bytes->used += size;
    }
}

bool vlCacheCursor_Take(vlCacheCursor* cursor, void* out, size_t count, size_t size)
{
    if (count > cursor->left / size) {
        return false;
    }
    memcpy(out, cursor->at, count * size);
    cursor->at += count * size;
    cursor->left -= count * size;
    return true;
}

static bool pathOf(const vlCacheKind* kind, const char* folder, vlCacheKey key,
                   char path[LONGEST_PATH])
{
    int length =
        snprintf(path, LONGEST_PATH, "%s/%016llx%016llx.%s", folder,
                 (unsigned long long)key.hash[0], (unsigned long long)key.hash[1], kind->extension);
    return length > 0 && length < LONGEST_PATH;
}

static Head headOf(const vlCacheKind* kind, vlCacheKey key)
{
    Head head = {.version = kind->version, .key = key};
    memcpy(head.magic, kind->magic, sizeof head.magic);
    return head;
}

// The check sum of what `h` is that of, and the bytes behind it.
static uint64_t sumOf(uint64_t h, const unsigned char* bytes, size_t size)
{
    for (size_t i = 0; i < size; ++i) {
        h = vlHash_Word(h, bytes[i]);
    }
    return h;
}

unsigned char* vlCacheFile_Read(const vlCacheKind* kind, const char* folder, vlCacheKey key,
                                vlCacheCursor* cursor)
{
    char path[LONGEST_PATH];
    struct stat info;
    size_t size = 0; // without the check sum
    uint64_t sum;
    const Head head = headOf(kind, key);
    FILE* file = pathOf(kind, folder, key, path) ? vlFileIn_OpenOwn(path) : NULL;
    if (file == NULL) {
        return NULL;
    }
    unsigned char* bytes = NULL;
    bool ok = fstat(fileno(file), &info) == 0 && info.st_size >= 0 &&
              (size_t)info.st_size <= kind->largest + sizeof sum &&
              (size_t)info.st_size >= sizeof head + sizeof sum;
    if (ok) {
        size = (size_t)info.st_size - sizeof sum;
        bytes = malloc(size + sizeof sum);
        ok = bytes != NULL && fread(bytes, 1, size + sizeof sum, file) == size + sizeof sum;
    }
    if (ok) {
        memcpy(&sum, bytes + size, sizeof sum);
        ok = memcmp(bytes, &head, sizeof head) == 0 && sum == sumOf(VL_HASH_SEED, bytes, size);
    }
    (void)fclose(file);
    if (!ok) {
        free(bytes);
        return NULL;
    }
    *cursor = (vlCacheCursor){bytes + sizeof head, size - sizeof head};
    return bytes;
}

// Makes the folder and those it lies in, for this user alone.
static void makeFolder(const char* folder)
{
    char path[LONGEST_PATH];
    size_t length = strlen(folder);
    if (length >= sizeof path) {
        return;
    }
    memcpy(path, folder, length + 1);
    for (size_t i = 1; i <= length; ++i) {
        if (path[i] == '/' || path[i] == '\0') {
            path[i] = '\0';
            (void)mkdir(path, 0700); // one that exists, or cannot be made, shows on opening
            path[i] = i < length ? '/' : '\0';
        }
    }
}

void vlCacheFile_Write(const vlCacheKind* kind, const char* folder, vlCacheKey key,
                       vlCacheBytes* bytes)
{
    char path[LONGEST_PATH];
    vlFileOut out = {0};
    const Head head = headOf(kind, key);
    uint64_t sum = sumOf(VL_HASH_SEED, (const unsigned char*)&head, sizeof head);
    sum = bytes->isFull ? 0 : sumOf(sum, bytes->at, bytes->used);
    vlCacheBytes_Put(bytes, &sum, sizeof sum);
    if (!bytes->isFull && pathOf(kind, folder, key, path)) {
        makeFolder(folder);
        if (vlFileOut_OpenEntry(&out, path) == 0) {
            bool ok = fwrite(&head, 1, sizeof head, out.stream) == sizeof head &&
                      fwrite(bytes->at, 1, bytes->used, out.stream) == bytes->used;
            if (!ok || vlFileOut_Commit(&out) != 0) {
                vlFileOut_Discard(&out);
            }
        }
    }
    free(bytes->at);
    *bytes = (vlCacheBytes){0};
}
