// SPDX-License-Identifier: MIT
#include "app/export/mcap_writer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/export/bytes.h"
#include "base/file_out.h"

// Bytes of a chunk: a reader loads one to find a message.
#define CHUNK_SIZE ((size_t)1 << 20)

enum {
    OP_HEADER = 0x01,
    OP_FOOTER = 0x02,
    OP_SCHEMA = 0x03,
    OP_CHANNEL = 0x04,
    OP_MESSAGE = 0x05,
    OP_CHUNK = 0x06,
    OP_MESSAGE_INDEX = 0x07,
    OP_CHUNK_INDEX = 0x08,
    OP_STATISTICS = 0x0b,
    OP_SUMMARY_OFFSET = 0x0e,
    OP_DATA_END = 0x0f
};

static const char magic[8] = {(char)0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};

typedef struct TimeRange {
    uint64_t first, last;
} TimeRange;

struct vlMcap {
    vlFileOut out;
    int error;
    uint64_t position; // bytes written
    uint32_t crc;      // of them
    int channelCount;
    vlBytes schemas, channels;           // their records, for the summary
    vlBytes chunk;                       // records of the chunk being gathered
    vlBytes index[VL_MCAP_MAX_CHANNELS]; // (time, offset) of its messages
    TimeRange chunkTimes;
    bool hasMessages; // in the chunk
    vlBytes chunkIndexes;
    uint32_t chunkCount;
    uint64_t messageCounts[VL_MCAP_MAX_CHANNELS];
    uint64_t messageCount;
    TimeRange times;
    vlBytes scratch;
};

static void writeOut(vlMcap* mcap, const vlBytes* bytes)
{
    if (mcap->error == 0 && bytes->isShort) {
        mcap->error = ENOMEM;
    }
    if (mcap->error == 0 && fwrite(bytes->data, 1, bytes->size, mcap->out.stream) != bytes->size) {
        mcap->error = errno != 0 ? errno : EIO;
    }
    mcap->crc = vlBytes_Crc(mcap->crc, bytes->data, bytes->size);
    mcap->position += bytes->size;
}

vlMcap* vlMcap_Open(const char* path, const char* library, int* error)
{
    vlMcap* mcap = calloc(1, sizeof *mcap);
    if (mcap == NULL) {
        *error = ENOMEM;
        return NULL;
    }
    *error = vlFileOut_Open(&mcap->out, path);
    if (*error != 0) {
        free(mcap);
        return NULL;
    }
    vlBytes* head = &mcap->scratch;
    vlBytes_Put(head, magic, sizeof magic);
    size_t mark = vlBytes_BeginRecord(head, OP_HEADER);
    vlBytes_PutText(head, ""); // no profile
    vlBytes_PutText(head, library);
    vlBytes_EndRecord(head, mark);
    writeOut(mcap, head);
    return mcap;
}

int vlMcap_AddTopic(vlMcap* mcap, const char* topic, const char* schemaName, const char* schema)
{
    if (mcap->channelCount == VL_MCAP_MAX_CHANNELS) {
        mcap->error = mcap->error == 0 ? EINVAL : mcap->error;
        return 0;
    }
    int channel = mcap->channelCount++;
    // Schema numbers begin at 1: 0 means none.
    size_t schemaStart = mcap->schemas.size, channelStart = mcap->channels.size;
    size_t mark = vlBytes_BeginRecord(&mcap->schemas, OP_SCHEMA);
    vlBytes_PutInteger(&mcap->schemas, (uint64_t)channel + 1, 2);
    vlBytes_PutText(&mcap->schemas, schemaName);
    vlBytes_PutText(&mcap->schemas, "jsonschema");
    vlBytes_PutText(&mcap->schemas, schema);
    vlBytes_EndRecord(&mcap->schemas, mark);
    mark = vlBytes_BeginRecord(&mcap->channels, OP_CHANNEL);
    vlBytes_PutInteger(&mcap->channels, (uint64_t)channel, 2);
    vlBytes_PutInteger(&mcap->channels, (uint64_t)channel + 1, 2);
    vlBytes_PutText(&mcap->channels, topic);
    vlBytes_PutText(&mcap->channels, "json");
    vlBytes_PutInteger(&mcap->channels, 0, 4); // no metadata
    vlBytes_EndRecord(&mcap->channels, mark);
    if (!mcap->schemas.isShort && !mcap->channels.isShort) {
        vlBytes_Put(&mcap->chunk, mcap->schemas.data + schemaStart,
                    mcap->schemas.size - schemaStart);
        vlBytes_Put(&mcap->chunk, mcap->channels.data + channelStart,
                    mcap->channels.size - channelStart);
    }
    return channel;
}

// The records of a chunk's messages by channel; notes where each begins.
static void writeMessageIndexes(vlMcap* mcap, vlBytes* offsets)
{
    for (int i = 0; i < mcap->channelCount; ++i) {
        vlBytes* index = &mcap->index[i];
        if (index->size == 0 && !index->isShort) {
            continue;
        }
        vlBytes_PutInteger(offsets, (uint64_t)i, 2);
        vlBytes_PutInteger(offsets, mcap->position, 8);
        vlBytes* out = &mcap->scratch;
        out->size = 0;
        size_t mark = vlBytes_BeginRecord(out, OP_MESSAGE_INDEX);
        vlBytes_PutInteger(out, (uint64_t)i, 2);
        vlBytes_PutInteger(out, index->size, 4);
        vlBytes_Put(out, index->data, index->size);
        vlBytes_EndRecord(out, mark);
        out->isShort = out->isShort || index->isShort;
        writeOut(mcap, out);
        index->size = 0;
    }
}

static void writeChunk(vlMcap* mcap)
{
    if (mcap->chunk.size == 0 && !mcap->chunk.isShort) {
        return;
    }
    uint64_t start = mcap->position;
    vlBytes* out = &mcap->scratch;
    out->size = 0;
    size_t mark = vlBytes_BeginRecord(out, OP_CHUNK);
    vlBytes_PutInteger(out, mcap->chunkTimes.first, 8);
    vlBytes_PutInteger(out, mcap->chunkTimes.last, 8);
    vlBytes_PutInteger(out, mcap->chunk.size, 8);
    vlBytes_PutInteger(out, vlBytes_Crc(0, mcap->chunk.data, mcap->chunk.size), 4);
    vlBytes_PutText(out, ""); // not compressed
    vlBytes_PutInteger(out, mcap->chunk.size, 8);
    vlBytes_Put(out, mcap->chunk.data, mcap->chunk.size);
    vlBytes_EndRecord(out, mark);
    out->isShort = out->isShort || mcap->chunk.isShort;
    writeOut(mcap, out);
    uint64_t end = mcap->position;
    vlBytes offsets = {0};
    writeMessageIndexes(mcap, &offsets);

    vlBytes* index = &mcap->chunkIndexes;
    mark = vlBytes_BeginRecord(index, OP_CHUNK_INDEX);
    vlBytes_PutInteger(index, mcap->chunkTimes.first, 8);
    vlBytes_PutInteger(index, mcap->chunkTimes.last, 8);
    vlBytes_PutInteger(index, start, 8);
    vlBytes_PutInteger(index, end - start, 8);
    vlBytes_PutInteger(index, offsets.size, 4);
    vlBytes_Put(index, offsets.data, offsets.size);
    vlBytes_PutInteger(index, mcap->position - end, 8);
    vlBytes_PutText(index, "");
    vlBytes_PutInteger(index, mcap->chunk.size, 8);
    vlBytes_PutInteger(index, mcap->chunk.size, 8);
    vlBytes_EndRecord(index, mark);
    index->isShort = index->isShort || offsets.isShort;
    vlBytes_Free(&offsets);
    mcap->chunk.size = 0;
    mcap->chunkTimes = (TimeRange){0, 0};
    mcap->hasMessages = false;
    ++mcap->chunkCount;
}

static void include(TimeRange* range, uint64_t time, bool isFirst)
{
    range->first = isFirst || time < range->first ? time : range->first;
    range->last = isFirst || time > range->last ? time : range->last;
}

void vlMcap_AddMessage(vlMcap* mcap, int topic, uint64_t nanoseconds, const void* data, size_t size)
{
    if (topic < 0 || topic >= mcap->channelCount) {
        return;
    }
    vlBytes_PutInteger(&mcap->index[topic], nanoseconds, 8);
    vlBytes_PutInteger(&mcap->index[topic], mcap->chunk.size, 8);
    size_t mark = vlBytes_BeginRecord(&mcap->chunk, OP_MESSAGE);
    vlBytes_PutInteger(&mcap->chunk, (uint64_t)topic, 2);
    vlBytes_PutInteger(&mcap->chunk, mcap->messageCounts[topic], 4);
    vlBytes_PutInteger(&mcap->chunk, nanoseconds, 8); // logged
    vlBytes_PutInteger(&mcap->chunk, nanoseconds, 8); // published
    vlBytes_Put(&mcap->chunk, data, size);
    vlBytes_EndRecord(&mcap->chunk, mark);
    include(&mcap->chunkTimes, nanoseconds, !mcap->hasMessages);
    include(&mcap->times, nanoseconds, mcap->messageCount == 0);
    mcap->hasMessages = true;
    ++mcap->messageCounts[topic];
    ++mcap->messageCount;
    if (mcap->chunk.size >= CHUNK_SIZE) {
        writeChunk(mcap);
    }
}

static void putStatistics(const vlMcap* mcap, vlBytes* out)
{
    size_t mark = vlBytes_BeginRecord(out, OP_STATISTICS);
    vlBytes_PutInteger(out, mcap->messageCount, 8);
    vlBytes_PutInteger(out, (uint64_t)mcap->channelCount, 2); // schemas: one each
    vlBytes_PutInteger(out, (uint64_t)mcap->channelCount, 4);
    vlBytes_PutInteger(out, 0, 4); // attachments
    vlBytes_PutInteger(out, 0, 4); // metadata
    vlBytes_PutInteger(out, mcap->chunkCount, 4);
    vlBytes_PutInteger(out, mcap->times.first, 8);
    vlBytes_PutInteger(out, mcap->times.last, 8);
    vlBytes_PutInteger(out, (uint64_t)mcap->channelCount * 10, 4);
    for (int i = 0; i < mcap->channelCount; ++i) {
        vlBytes_PutInteger(out, (uint64_t)i, 2);
        vlBytes_PutInteger(out, mcap->messageCounts[i], 8);
    }
    vlBytes_EndRecord(out, mark);
}

// One group of the summary, and the record that says where it is.
static void putGroup(vlBytes* summary, vlBytes* offsets, uint64_t start, uint8_t kind,
                     const vlBytes* group)
{
    if (group->size > 0) {
        size_t mark = vlBytes_BeginRecord(offsets, OP_SUMMARY_OFFSET);
        vlBytes_PutInteger(offsets, kind, 1);
        vlBytes_PutInteger(offsets, start + summary->size, 8);
        vlBytes_PutInteger(offsets, group->size, 8);
        vlBytes_EndRecord(offsets, mark);
        vlBytes_Put(summary, group->data, group->size);
    }
    summary->isShort = summary->isShort || group->isShort || offsets->isShort;
}

static void writeEnd(vlMcap* mcap)
{
    vlBytes* out = &mcap->scratch;
    out->size = 0;
    size_t mark = vlBytes_BeginRecord(out, OP_DATA_END);
    vlBytes_PutInteger(out, mcap->crc, 4);
    vlBytes_EndRecord(out, mark);
    writeOut(mcap, out);

    uint64_t start = mcap->position;
    vlBytes summary = {0}, offsets = {0}, statistics = {0};
    putStatistics(mcap, &statistics);
    putGroup(&summary, &offsets, start, OP_SCHEMA, &mcap->schemas);
    putGroup(&summary, &offsets, start, OP_CHANNEL, &mcap->channels);
    putGroup(&summary, &offsets, start, OP_STATISTICS, &statistics);
    putGroup(&summary, &offsets, start, OP_CHUNK_INDEX, &mcap->chunkIndexes);
    uint64_t offsetStart = start + summary.size;
    vlBytes_Put(&summary, offsets.data, offsets.size);
    mark = vlBytes_BeginRecord(&summary, OP_FOOTER);
    vlBytes_PutInteger(&summary, start, 8);
    vlBytes_PutInteger(&summary, offsetStart, 8);
    vlBytes_PutInteger(&summary, 0, 4); // the checksum, once the length is known
    vlBytes_EndRecord(&summary, mark);
    summary.size -= summary.isShort ? 0 : 4;
    vlBytes_PutInteger(&summary, vlBytes_Crc(0, summary.data, summary.size), 4);
    vlBytes_Put(&summary, magic, sizeof magic);
    writeOut(mcap, &summary);
    vlBytes_Free(&summary);
    vlBytes_Free(&offsets);
    vlBytes_Free(&statistics);
}

int vlMcap_GetError(const vlMcap* mcap)
{
    return mcap->error;
}

int vlMcap_Close(vlMcap* mcap, bool isComplete)
{
    writeChunk(mcap);
    writeEnd(mcap);
    int error = mcap->error;
    if (isComplete && error == 0) {
        error = vlFileOut_Commit(&mcap->out);
    } else {
        vlFileOut_Discard(&mcap->out);
    }
    vlBytes* const all[] = {&mcap->schemas, &mcap->channels, &mcap->chunk, &mcap->chunkIndexes,
                            &mcap->scratch};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
        vlBytes_Free(all[i]);
    }
    for (int i = 0; i < VL_MCAP_MAX_CHANNELS; ++i) {
        vlBytes_Free(&mcap->index[i]);
    }
    free(mcap);
    return error;
}
