// SPDX-License-Identifier: MIT
#ifndef VOLAR_RECORD_CHUNK_WRITER_H
#define VOLAR_RECORD_CHUNK_WRITER_H

// Chunks to a file, gathered into large writes. The first write that fails ends writing for good:
// the file is cut back to its last whole chunk and later chunks go nowhere, without an error each.
// One thread at a time.

#include "record/format.h"

// Bytes gathered before they are written.
#define VL_CHUNK_BATCH ((size_t)1 << 20)

typedef struct vlChunkWriter {
    int file;
    unsigned char* batch; // [VL_CHUNK_BATCH]; begins with a whole chunk
    size_t used;
    uint64_t bytes; // on disk, all of whole chunks
    uint32_t sequence;
    int systemError; // errno of the first failure; 0: none
    vlCrc32 crc;
} vlChunkWriter;

// Begins a file with its header, in the batch; `file` stays the caller's. False without memory.
bool vlChunkWriter_Open(vlChunkWriter* writer, int file);
void vlChunkWriter_Add(vlChunkWriter* writer, vlChunkType type, const void* payload, size_t size);
// Writes what is gathered.
void vlChunkWriter_Flush(vlChunkWriter* writer);
// Flushes, makes the disk hold it, and gives the batch back.
void vlChunkWriter_Close(vlChunkWriter* writer);

#endif
