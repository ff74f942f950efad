// SPDX-License-Identifier: MIT
#include "app/export/bytes.h"

#include <stdlib.h>
#include <string.h>

void vlBytes_Free(vlBytes* bytes)
{
    free(bytes->data);
    *bytes = (vlBytes){0};
}

void vlBytes_Put(vlBytes* bytes, const void* data, size_t size)
{
    if (size > bytes->capacity - bytes->size) {
        size_t capacity = 2 * (bytes->size + size) + 256;
        unsigned char* grown = realloc(bytes->data, capacity);
        if (grown == NULL) {
            bytes->isShort = true;
            return;
        }
        bytes->data = grown;
        bytes->capacity = capacity;
    }
    if (size > 0) {
        memcpy(bytes->data + bytes->size, data, size);
        bytes->size += size;
    }
}

void vlBytes_PutInteger(vlBytes* bytes, uint64_t value, int width)
{
    unsigned char digits[8];
    for (int i = 0; i < width; ++i) {
        digits[i] = (unsigned char)(value >> (8 * i));
    }
    vlBytes_Put(bytes, digits, (size_t)width);
}

void vlBytes_PutText(vlBytes* bytes, const char* text)
{
    size_t length = strlen(text);
    vlBytes_PutInteger(bytes, length, 4);
    vlBytes_Put(bytes, text, length);
}

size_t vlBytes_BeginRecord(vlBytes* bytes, uint8_t kind)
{
    vlBytes_PutInteger(bytes, kind, 1);
    vlBytes_PutInteger(bytes, 0, 8);
    return bytes->size;
}

void vlBytes_EndRecord(vlBytes* bytes, size_t mark)
{
    if (bytes->isShort) {
        return;
    }
    uint64_t length = bytes->size - mark;
    for (size_t i = 0; i < 8; ++i) {
        bytes->data[mark - 8 + i] = (unsigned char)(length >> (8 * i));
    }
}

uint32_t vlBytes_Crc(uint32_t before, const void* data, size_t size)
{
    // Half a byte at a time: printing numbers takes most of an export's time, and a table of 16
    // words needs no set-up.
    static const uint32_t table[16] = {0x00000000u, 0x1db71064u, 0x3b6e20c8u, 0x26d930acu,
                                       0x76dc4190u, 0x6b6b51f4u, 0x4db26158u, 0x5005713cu,
                                       0xedb88320u, 0xf00f9344u, 0xd6d6a3e8u, 0xcb61b38cu,
                                       0x9b64c2b0u, 0x86d3d2d4u, 0xa00ae278u, 0xbdbdf21cu};
    const unsigned char* at = data;
    uint32_t crc = ~before;
    for (size_t i = 0; i < size; ++i) {
        crc ^= at[i];
        crc = (crc >> 4) ^ table[crc & 15u];
        crc = (crc >> 4) ^ table[crc & 15u];
    }
    return ~crc;
}
