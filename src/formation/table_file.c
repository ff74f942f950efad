// SPDX-License-Identifier: MIT
// Tables of formations as files: a header, the nodes, the arcs, and a hash of all of it. Numbers
// are stored as this machine stores them, which the magic number shows.

#include <stdio.h>
#include <string.h>

#include "base/file_in.h"
#include "base/file_out.h"
#include "base/hash.h"
#include "base/sentence.h"
#include "formation/table_parts.h"

#define MAGIC 0x31304c4254464c56u // "VLFTBL01" read as a little-endian number

typedef struct Header {
    uint64_t magic, content, numbers;
    int32_t nodeCount, arcCount, isCut, maxNodes;
} Header;

static uint64_t hashOf(const vlFormationTable* table, const Header* header)
{
    uint64_t h = vlHash_Word(VL_HASH_SEED, header->content);
    h = vlHash_Word(h, header->numbers);
    h = vlHash_Word(h, (uint64_t)header->nodeCount << 32 | (uint32_t)header->arcCount);
    h = vlHash_Word(h, (uint64_t)header->isCut << 32 | (uint32_t)header->maxNodes);
    for (int i = 0; i < table->nodeCount; ++i) {
        const vlFormationNode* n = &table->nodes[i];
        h = vlHash_Vec(vlHash_Word(h, n->key), n->poseBA.p);
        h = vlHash_Vec(h, vlVec(n->poseBA.q.x, n->poseBA.q.y, n->poseBA.q.z));
        h = vlHash_Double(h, n->poseBA.q.w);
        h = vlHash_Word(h, (uint64_t)n->contactCount << 32 | (uint32_t)n->rank);
    }
    for (int i = 0; i < table->arcCount; ++i) {
        h = vlHash_Word(h, (uint64_t)table->arcs[i].from << 32 | (uint32_t)table->arcs[i].to);
    }
    return h;
}

vlResult vlFormationTable_Write(const vlFormationTable* table, const char* path, char* message,
                                size_t messageSize)
{
    vlSentence error = {message, messageSize};
    vlFileOut out;
    char reason[128];
    int failed = vlFileOut_Open(&out, path);
    if (failed == 0) {
        Header header = {.magic = MAGIC,
                         .content = table->content,
                         .numbers = table->numbers,
                         .nodeCount = table->nodeCount,
                         .arcCount = table->arcCount,
                         .isCut = table->isCut,
                         .maxNodes = table->maxNodes};
        uint64_t hash = hashOf(table, &header);
        (void)fwrite(&header, sizeof header, 1, out.stream);
        (void)fwrite(table->nodes, sizeof(vlFormationNode), (size_t)table->nodeCount, out.stream);
        (void)fwrite(table->arcs, sizeof(vlFormationArc), (size_t)table->arcCount, out.stream);
        (void)fwrite(&hash, sizeof hash, 1, out.stream);
        failed = vlFileOut_Commit(&out);
    }
    if (failed != 0) {
        return vlSentence_Fail(&error, VL_ERROR_IO, "%s: %s", path,
                               vlFileIn_Explain(failed, reason, sizeof reason));
    }
    return VL_OK;
}

static bool readAll(FILE* file, vlFormationTable* table, const Header* header)
{
    uint64_t hash = 0;
    size_t nodes = (size_t)header->nodeCount;
    size_t arcs = (size_t)header->arcCount;
    vlFormationNode node;
    bool isNew;
    for (size_t i = 0; i < nodes; ++i) {
        if (fread(&node, sizeof node, 1, file) != 1 ||
            vlTable_AddNode(table, &node, &isNew) != (int)i) {
            return false;
        }
    }
    for (size_t i = 0; i < arcs; ++i) {
        vlFormationArc arc;
        if (fread(&arc, sizeof arc, 1, file) != 1 || arc.from < 0 || arc.to < 0 ||
            arc.from >= header->nodeCount || arc.to >= header->nodeCount) {
            return false;
        }
        vlTable_AddArc(table, arc.from, arc.to);
    }
    return fread(&hash, sizeof hash, 1, file) == 1 && fgetc(file) == EOF &&
           table->arcCount == header->arcCount && hash == hashOf(table, header);
}

static vlResult readTable(FILE* file, const vlAllocator* allocator, const vlFormationTableDef* def,
                          const char* path, vlFormationTable** table, const vlSentence* error)
{
    Header header;
    if (fread(&header, sizeof header, 1, file) != 1 || header.magic != MAGIC) {
        return vlSentence_Fail(error, VL_ERROR_PARSE, "%s is not a table of formations", path);
    }
    if (header.content != vlFormationTable_ContentOf(def->a, def->b) ||
        header.numbers != vlTable_NumbersOf(def)) {
        return vlSentence_Fail(error, VL_ERROR_MISMATCH,
                               "%s is a table of other polyhedra or search settings", path);
    }
    vlFormationTable* made = NULL;
    bool isGood = header.maxNodes == def->maxNodes && header.nodeCount >= 0 &&
                  header.nodeCount <= def->maxNodes && header.arcCount >= 0 &&
                  header.arcCount <= def->maxNodes * VL_ARCS_PER_NODE;
    if (isGood) {
        made = vlTable_Make(allocator, def->maxNodes);
        if (made == NULL) {
            return vlSentence_FailMemory(error);
        }
        isGood = readAll(file, made, &header);
    }
    if (!isGood) {
        vlFormationTable_Destroy(made);
        return vlSentence_Fail(error, VL_ERROR_PARSE, "%s is damaged", path);
    }
    made->content = header.content;
    made->numbers = header.numbers;
    made->isCut = header.isCut != 0;
    *table = made;
    return VL_OK;
}

vlResult vlFormationTable_Read(const vlAllocator* allocator, const vlFormationTableDef* def,
                               const char* path, vlFormationTable** table, char* message,
                               size_t messageSize)
{
    vlSentence error = {message, messageSize};
    vlAllocator chosen = allocator != NULL ? *allocator : vlDefaultAllocator();
    vlResult result = vlTable_Check(def, &error);
    if (result != VL_OK) {
        return result;
    }
    char reason[128];
    int failed = 0;
    FILE* file = vlFileIn_Open(path, false, &failed);
    if (file == NULL) {
        return vlSentence_Fail(&error, VL_ERROR_IO, "%s: %s", path,
                               vlFileIn_Explain(failed, reason, sizeof reason));
    }
    result = readTable(file, &chosen, def, path, table, &error);
    (void)fclose(file);
    return result;
}

vlResult vlFormationTable_BuildCached(const vlAllocator* allocator, const vlFormationTableDef* def,
                                      const char* folder, vlFormationTable** table, bool* wasRead,
                                      char* message, size_t messageSize)
{
    vlSentence error = {message, messageSize};
    char path[1024];
    vlResult result = vlTable_Check(def, &error);
    if (result != VL_OK) {
        return result;
    }
    uint64_t name = vlHash_Word(vlFormationTable_ContentOf(def->a, def->b), vlTable_NumbersOf(def));
    int length =
        snprintf(path, sizeof path, "%s/formations-%016llx.bin", folder, (unsigned long long)name);
    if (length < 0 || (size_t)length >= sizeof path) {
        return vlSentence_Fail(&error, VL_ERROR_ARGUMENT,
                               "the name of the folder has %zu characters; expected up to %zu",
                               strlen(folder), sizeof path - 40);
    }
    result = vlFormationTable_Read(allocator, def, path, table, message, messageSize);
    if (wasRead != NULL) {
        *wasRead = result == VL_OK;
    }
    if (result != VL_OK) {
        result = vlFormationTable_Build(allocator, def, table, message, messageSize);
        if (result == VL_OK &&
            vlFormationTable_Write(*table, path, message, messageSize) != VL_OK) {
            return VL_OK; // the message says why it was not written
        }
    }
    if (result == VL_OK && message != NULL && messageSize > 0) {
        message[0] = '\0';
    }
    return result;
}
