// SPDX-License-Identifier: MIT
#include "text/pool.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE ((size_t)64 * 1024)
#define ALIGNMENT ((size_t)16)

typedef struct vlPoolBlock {
    struct vlPoolBlock* next;
    _Alignas(16) unsigned char data[];
} vlPoolBlock;

static bool addBlock(vlPool* pool, size_t size)
{
    vlPoolBlock* block = malloc(sizeof *block + size);
    if (block == NULL) {
        return false;
    }
    block->next = pool->blocks;
    pool->blocks = block;
    pool->used = 0;
    pool->size = size;
    return true;
}

void* vlPool_Take(vlPool* pool, size_t count, size_t size)
{
    if (pool->isExhausted || (size > 0 && count > (SIZE_MAX / 4) / size)) {
        pool->isExhausted = true;
        return NULL;
    }
    size_t bytes = (count * size + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
    if (pool->blocks == NULL || bytes > pool->size - pool->used) {
        if (!addBlock(pool, bytes > BLOCK_SIZE ? bytes : BLOCK_SIZE)) {
            pool->isExhausted = true;
            return NULL;
        }
    }
    unsigned char* taken = pool->blocks->data + pool->used;
    pool->used += bytes;
    memset(taken, 0, bytes);
    return taken;
}

char* vlPool_CopyText(vlPool* pool, const char* text, size_t length)
{
    char* copy = vlPool_Take(pool, length + 1, 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
    }
    return copy;
}

void vlPool_Free(vlPool* pool)
{
    vlPoolBlock* block = pool->blocks;
    while (block != NULL) {
        vlPoolBlock* next = block->next;
        free(block);
        block = next;
    }
    memset(pool, 0, sizeof *pool);
}
