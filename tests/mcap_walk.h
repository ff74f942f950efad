// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_MCAP_WALK_H
#define VOLAR_TESTS_MCAP_WALK_H

// Walks an MCAP file record by record; an error in it fails the running test.

#include "app/export/bytes.h"
#include "app/export/export.h"
#include "recordings.h"
#include "test.h"

// A reader of the container: enough to find every message and every checksum.
typedef struct vlMcapWalk {
    const unsigned char* bytes;
    size_t size;
    int records[16]; // by kind, in the data section
    int messages;    // in chunks
    uint64_t lastTime;
} vlMcapWalk;

static inline uint64_t vlMcapWalk_Integer(const unsigned char* at, int width)
{
    uint64_t value = 0;
    for (int i = 0; i < width; ++i) {
        value |= (uint64_t)at[i] << (8 * i);
    }
    return value;
}

// Records in [at, end) of a chunk.
static inline void vlMcapWalk_Chunk(vlMcapWalk* mcap, const unsigned char* at,
                                    const unsigned char* end)
{
    while (at < end) {
        uint64_t size = vlMcapWalk_Integer(at + 1, 8);
        assert_true(size <= (uint64_t)(end - at - 9));
        assert_true(*at == 3 || *at == 4 || *at == 5);
        if (*at == 5) {
            uint64_t time = vlMcapWalk_Integer(at + 9 + 6, 8);
            assert_true(time >= mcap->lastTime);
            mcap->lastTime = time;
            assert_true(at[9 + 22] == '{' && at[9 + size - 1] == '}');
            mcap->messages++;
        }
        at += 9 + size;
    }
    assert_ptr_equal(at, end);
}

static inline void vlMcapWalk_File(vlMcapWalk* mcap)
{
    static const unsigned char magic[8] = {0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};
    const unsigned char* at = mcap->bytes + 8;
    const unsigned char* end = mcap->bytes + mcap->size - 8;
    assert_memory_equal(mcap->bytes, magic, 8);
    assert_memory_equal(end, magic, 8);
    int kind = 0;
    while (kind != 0x0f) {
        kind = *at;
        uint64_t size = vlMcapWalk_Integer(at + 1, 8);
        assert_true(size <= (uint64_t)(end - at - 9) && kind > 0 && kind < 16);
        mcap->records[kind]++;
        const unsigned char* content = at + 9;
        if (kind == 6) {
            uint64_t inner = vlMcapWalk_Integer(content + 16, 8);
            assert_int_equal(size, 40 + inner);
            assert_int_equal(vlBytes_Crc(0, content + 40, inner),
                             vlMcapWalk_Integer(content + 24, 4));
            vlMcapWalk_Chunk(mcap, content + 40, content + 40 + inner);
        } else if (kind == 0x0f) {
            uint32_t crc = vlBytes_Crc(0, mcap->bytes, (size_t)(at - mcap->bytes));
            assert_int_equal(crc, vlMcapWalk_Integer(content, 4));
        }
        at += 9 + size;
    }
    // The footer, 20 bytes long, says where the summary is; the footer begins here.
    const unsigned char* footer = end - 29;
    assert_int_equal(footer[0], 2);
    assert_int_equal(vlMcapWalk_Integer(footer + 9, 8), at - mcap->bytes);
    assert_int_equal(vlBytes_Crc(0, at, (size_t)(end - 4 - at)), vlMcapWalk_Integer(end - 4, 4));
    const unsigned char* offsets = mcap->bytes + vlMcapWalk_Integer(footer + 17, 8);
    while (offsets < footer) { // each gives the first record of its kind
        assert_int_equal(offsets[0], 0x0e);
        assert_int_equal(mcap->bytes[vlMcapWalk_Integer(offsets + 10, 8)], offsets[9]);
        offsets += 9 + vlMcapWalk_Integer(offsets + 1, 8);
    }
    assert_ptr_equal(offsets, footer);
}

// Exports a recording with all its steps and walks the file, whose bytes are the caller's to free.
static inline unsigned char* vlMcapWalk_Export(vlMcapWalk* mcap, const char* name,
                                               vlExportCounts* counts)
{
    char message[256] = "";
    char* target = vlTestFile_InMemory();
    vlExportSource* source = NULL;
    vlRecording* recording = vlTestRun_OpenRecording(name);
    assert_true(vlExportSource_Open(recording, 1, &source, message, sizeof message));
    assert_true(vlExport_WriteMcap(source, target, counts, message, sizeof message));
    vlExportSource_Close(source);
    vlRecording_Close(recording);
    *mcap = (vlMcapWalk){0};
    unsigned char* bytes = vlTestFile_Read(target, &mcap->size);
    mcap->bytes = bytes;
    vlMcapWalk_File(mcap);
    vlTestFile_Remove(target);
    return bytes;
}

#endif
