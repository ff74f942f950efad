// SPDX-License-Identifier: MIT
#ifndef VOLAR_RECORD_CRC32_H
#define VOLAR_RECORD_CRC32_H

// The common CRC-32 (reflected polynomial 0xedb88320, as in zip, png and Ethernet), eight bytes at
// a time.

#include <stddef.h>
#include <stdint.h>

typedef struct vlCrc32 {
    uint32_t table[8][256];
} vlCrc32;

void vlCrc32_Init(vlCrc32* crc);

// Checksum of the bytes before (0: none) and `size` more bytes.
uint32_t vlCrc32_Add(const vlCrc32* crc, uint32_t before, const void* bytes, size_t size);

#endif
