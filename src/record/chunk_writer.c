// SPDX-License-Identifier: MIT
#include "record/chunk_writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Bytes of whole chunks at the beginning of the batch that lie within its first `size` bytes. Only
// the file header and a chunk larger than the batch have no chunk header in it.
static size_t wholeChunks(const vlChunkWriter* writer, size_t size)
{
    size_t end = writer->bytes == 0 ? sizeof(vlFileHeader) : 0;
    if (end > size) {
        return 0;
    }
    for (;;) {
        vlChunkHeader header;
        if (size - end < sizeof header) {
            return end;
        }
        memcpy(&header, writer->batch + end, sizeof header);
        size_t chunk = sizeof header + vlRecord_Pad(header.size);
        if (size - end < chunk) {
            return end;
        }
        end += chunk;
    }
}

// Returns the bytes written, less than `size` only after an error.
static size_t writeAll(vlChunkWriter* writer, const unsigned char* bytes, size_t size)
{
    size_t done = 0;
    while (done < size) {
        ssize_t wrote = write(writer->file, bytes + done, size - done);
        if (wrote > 0) {
            done += (size_t)wrote;
        } else if (wrote == 0 || errno != EINTR) {
            // A write of zero bytes would repeat forever; no file does that, but some drivers do.
            writer->systemError = wrote == 0 ? EIO : errno;
            return done;
        }
    }
    return done;
}

// If the file cannot be cut nothing more can be done: a reader stops at the incomplete chunk.
static void cutBack(vlChunkWriter* writer)
{
    writer->used = 0;
    if (ftruncate(writer->file, (off_t)writer->bytes) != 0) {
        return;
    }
}

bool vlChunkWriter_Open(vlChunkWriter* writer, int file)
{
    *writer = (vlChunkWriter){.file = file, .batch = malloc(VL_CHUNK_BATCH)};
    if (writer->batch == NULL) {
        return false;
    }
    vlCrc32_Init(&writer->crc);
    vlFileHeader header = {.version = VL_RECORD_VERSION};
    memcpy(header.magic, VL_RECORD_MAGIC, sizeof header.magic);
    header.crc = vlCrc32_Add(&writer->crc, 0, &header, offsetof(vlFileHeader, crc));
    memcpy(writer->batch, &header, sizeof header);
    writer->used = sizeof header;
    return true;
}

void vlChunkWriter_Flush(vlChunkWriter* writer)
{
    if (writer->systemError != 0 || writer->used == 0) {
        writer->used = 0;
        return;
    }
    size_t done = writeAll(writer, writer->batch, writer->used);
    if (done == writer->used) {
        writer->bytes += done;
        writer->used = 0;
    } else {
        writer->bytes += wholeChunks(writer, done);
        cutBack(writer);
    }
}

static void append(vlChunkWriter* writer, const void* bytes, size_t size)
{
    memcpy(writer->batch + writer->used, bytes, size);
    writer->used += size;
}

void vlChunkWriter_Add(vlChunkWriter* writer, vlChunkType type, const void* payload, size_t size)
{
    static const unsigned char zeros[8] = {0};
    vlChunkHeader header = {(uint32_t)type, (uint32_t)size, 0, writer->sequence};
    size_t padding = vlRecord_Pad(size) - size;
    size_t whole = sizeof header + size + padding;
    if (whole > VL_CHUNK_BATCH - writer->used) {
        vlChunkWriter_Flush(writer);
    }
    if (writer->systemError != 0) {
        return;
    }
    header.crc = vlRecord_Crc(&writer->crc, &header, payload);
    ++writer->sequence;
    if (whole <= VL_CHUNK_BATCH) {
        append(writer, &header, sizeof header);
        append(writer, payload, size);
        append(writer, zeros, padding);
        return;
    }
    // Too large for a batch: it goes straight to the file.
    if (writeAll(writer, (const unsigned char*)&header, sizeof header) == sizeof header &&
        writeAll(writer, payload, size) == size && writeAll(writer, zeros, padding) == padding) {
        writer->bytes += whole;
    } else {
        cutBack(writer);
    }
}

void vlChunkWriter_Close(vlChunkWriter* writer)
{
    vlChunkWriter_Flush(writer);
    // A file that cannot be synchronised, such as a pipe, gives EINVAL or ENOTSUP.
    if (writer->systemError == 0 && fsync(writer->file) != 0 && errno != EINVAL &&
        errno != ENOTSUP && errno != EROFS) {
        writer->systemError = errno;
    }
    free(writer->batch);
    writer->batch = NULL;
}
