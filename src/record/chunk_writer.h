// SPDX-License-Identifier: MIT
#ifndef VOLAR_RECORD_CHUNK_WRITER_H
#define VOLAR_RECORD_CHUNK_WRITER_H

// Writes chunks to a file, gathered into large writes. The first write that fails ends the writing:
// the file is cut back to its last whole chunk, and later chunks are dropped without an error. For
// one thread at a time.

#include "record/format.h"

// Bytes gathered before they are written.
#define VL_CHUNK_BATCH ((size_t)1 << 20)

typedef struct vlChunkWriter {
    int file;
    unsigned char* batch; // [VL_CHUNK_BATCH]; begins with a whole chunk
    size_t used;
    uint64_t bytes; // on disk, whole chunks only
    uint32_t sequence;
    int systemError; // errno of the first failure; 0: none
    vlCrc32 crc;
} vlChunkWriter;

// Begins a file with its header, which goes into the batch; the caller keeps `file`. False without
// memory.
bool vlChunkWriter_Open(vlChunkWriter* writer, int file);
void vlChunkWriter_Add(vlChunkWriter* writer, vlChunkType type, const void* payload, size_t size);
// Writes what has been gathered.
void vlChunkWriter_Flush(vlChunkWriter* writer);
// Flushes, waits until the data is on the disk, and frees the batch.
void vlChunkWriter_Close(vlChunkWriter* writer);

#endif
