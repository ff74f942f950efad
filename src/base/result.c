// SPDX-License-Identifier: MIT
// Result texts, version, default allocator.

#include <stdlib.h>

#include "volar/base.h"

const char* vlResult_Text(vlResult result)
{
    static const char* const texts[] = {
#define VL_RESULT_TEXT(code, text) text,
        VL_RESULT_MAP(VL_RESULT_TEXT)
#undef VL_RESULT_TEXT
    };
    int i = (int)result;
    return i >= 0 && i < (int)VL_RESULT_COUNT ? texts[i] : "unknown result code";
}

const char* vlResult_Name(vlResult result)
{
    static const char* const names[] = {
#define VL_RESULT_NAME(code, text) #code,
        VL_RESULT_MAP(VL_RESULT_NAME)
#undef VL_RESULT_NAME
    };
    int i = (int)result;
    return i >= 0 && i < (int)VL_RESULT_COUNT ? names[i] : "VL_UNKNOWN";
}

const char* vlVersion(void)
{
    return VL_VERSION_STRING;
}

static void* allocateAligned(size_t size, void* user)
{
    (void)user;
    size_t rounded = (size + 63u) & ~(size_t)63u;
    return rounded >= size ? aligned_alloc(64, rounded) : NULL;
}

static void releaseAligned(void* block, void* user)
{
    (void)user;
    free(block);
}

vlAllocator vlDefaultAllocator(void)
{
    vlAllocator allocator = {allocateAligned, releaseAligned, NULL};
    return allocator;
}
