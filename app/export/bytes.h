// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_EXPORT_BYTES_H
#define VOLAR_APP_EXPORT_BYTES_H

// A growing buffer with the little-endian values that MCAP consists of. After a failed allocation
// it does not change any more, and isShort is set.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct vlBytes {
    unsigned char* data;
    size_t size, capacity;
    bool isShort; // an allocation failed
} vlBytes;

void vlBytes_Free(vlBytes* bytes);
void vlBytes_Put(vlBytes* bytes, const void* data, size_t size);
// The lowest `width` bytes of `value`.
void vlBytes_PutInteger(vlBytes* bytes, uint64_t value, int width);
// Length in 4 bytes, then the characters.
void vlBytes_PutText(vlBytes* bytes, const char* text);
// Kind and length of a record whose length is not known yet; returns the mark for EndRecord.
size_t vlBytes_BeginRecord(vlBytes* bytes, uint8_t kind);
void vlBytes_EndRecord(vlBytes* bytes, size_t mark);

// CRC-32 as in zip: continues `before` (0 at the start) with `size` more bytes.
uint32_t vlBytes_Crc(uint32_t before, const void* data, size_t size);

#endif
