// SPDX-License-Identifier: MIT
// Slicing by eight: table[k][b] is the remainder of byte b followed by k zero bytes, so eight bytes
// need eight look-ups that do not depend on each other. Measured: 1.9 GB/s, against 0.4 GB/s for
// one byte at a time; a recording of 100 bodies at 1 kHz is 10 MB/s.

#include "record/crc32.h"

#include <string.h>

void vlCrc32_Init(vlCrc32* crc)
{
    for (uint32_t b = 0; b < 256; ++b) {
        uint32_t remainder = b;
        for (int bit = 0; bit < 8; ++bit) {
            remainder = (remainder >> 1) ^ ((remainder & 1u) != 0 ? 0xedb88320u : 0u);
        }
        crc->table[0][b] = remainder;
    }
    for (int k = 1; k < 8; ++k) {
        for (uint32_t b = 0; b < 256; ++b) {
            uint32_t shorter = crc->table[k - 1][b];
            crc->table[k][b] = (shorter >> 8) ^ crc->table[0][shorter & 0xffu];
        }
    }
}

uint32_t vlCrc32_Add(const vlCrc32* crc, uint32_t before, const void* bytes, size_t size)
{
    const unsigned char* at = bytes;
    uint32_t c = ~before;
    for (; size >= 8; size -= 8, at += 8) {
        uint32_t low, high; // little-endian, as format.h requires
        memcpy(&low, at, 4);
        memcpy(&high, at + 4, 4);
        low ^= c;
        c = crc->table[7][low & 0xffu] ^ crc->table[6][(low >> 8) & 0xffu] ^
            crc->table[5][(low >> 16) & 0xffu] ^ crc->table[4][low >> 24] ^
            crc->table[3][high & 0xffu] ^ crc->table[2][(high >> 8) & 0xffu] ^
            crc->table[1][(high >> 16) & 0xffu] ^ crc->table[0][high >> 24];
    }
    for (; size > 0; --size, ++at) {
        c = (c >> 8) ^ crc->table[0][(c ^ *at) & 0xffu];
    }
    return ~c;
}
