// SPDX-License-Identifier: MIT
// Any bytes as the file of a table of formations: nothing crashes or leaks, and a table that is
// taken is whole. Each input is tried as it is, and with the right head and check sum.
// tests/corpus/ table holds files to start from.

#include "base/hash.h"
#include "fuzz_file.h"
#include "volar/formation_table.h"
#include "volar/shape.h"

#define MOST_BYTES 65536
#define MOST_NODES 64
#define HEAD 40 // bytes
#define NODE sizeof(vlFormationNode)
#define ARC 8

static vlFormationTableDef theDef(void)
{
    static vlFormationTableDef def;
    static const vlPolyhedron* solids[2];
    if (solids[0] == NULL) {
        for (int i = 0; i < 2; ++i) {
            vlShape* box = NULL;
            vlVec3 half = i == 0 ? vlVec(0.03, 0.02, 0.01) : vlVec(0.1, 0.1, 0.02);
            VL_FUZZ_REQUIRE(vlShape_CreateBox(NULL, half, &box, NULL, 0) == VL_OK);
            VL_FUZZ_REQUIRE(vlPolyhedron_CreateFromShape(NULL, box, NULL, 0, &solids[i], NULL, 0) ==
                            VL_OK);
            vlShape_Release(box);
        }
        def = vlDefaultFormationTableDef(solids[0], solids[1]);
        def.maxNodes = MOST_NODES;
        def.tries = 1;
    }
    return def;
}

static uint64_t wordAt(const uint8_t* bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

static int32_t countAt(const uint8_t* bytes)
{
    int32_t count;
    memcpy(&count, bytes, sizeof count);
    return count;
}

static uint64_t pairAt(uint64_t hash, const uint8_t* bytes)
{
    return vlHash_Word(hash, (uint64_t)countAt(bytes) << 32 | (uint32_t)countAt(bytes + 4));
}

// Gives the bytes the head of a table of these polyhedra, counts that fit and the right check sum.
static size_t mend(const vlFormationTableDef* def, const uint8_t* good, uint8_t* bytes, size_t size)
{
    if (size < HEAD + 8) {
        return size;
    }
    memcpy(bytes, good, 24); // magic, content, numbers
    int32_t nodes = (int32_t)((uint32_t)countAt(bytes + 24) % (MOST_NODES + 1));
    size_t room = size - HEAD - 8;
    nodes = (size_t)nodes * NODE > room ? (int32_t)(room / NODE) : nodes;
    int32_t arcs = (int32_t)((room - (size_t)nodes * NODE) / ARC);
    memcpy(bytes + 24, &nodes, 4);
    memcpy(bytes + 28, &arcs, 4);
    memcpy(bytes + 36, &def->maxNodes, 4);
    uint64_t hash = vlHash_Word(vlHash_Word(VL_HASH_SEED, wordAt(bytes + 8)), wordAt(bytes + 16));
    hash = pairAt(pairAt(hash, bytes + 24), bytes + 32);
    const uint8_t* at = bytes + HEAD;
    for (int32_t i = 0; i < nodes; ++i, at += NODE) {
        vlFormationNode node;
        memcpy(&node, at, sizeof node);
        hash = vlHash_Word(hash, node.key);
        hash = vlHash_Vec(hash, node.poseBA.p);
        hash = vlHash_Vec(hash, vlVec(node.poseBA.q.x, node.poseBA.q.y, node.poseBA.q.z));
        hash = vlHash_Double(hash, node.poseBA.q.w);
        hash = vlHash_Word(hash, (uint64_t)node.contactCount << 32 | (uint32_t)node.rank);
    }
    for (int32_t i = 0; i < arcs; ++i, at += ARC) {
        hash = pairAt(hash, at);
    }
    memcpy(bytes + HEAD + (size_t)nodes * NODE + (size_t)arcs * ARC, &hash, 8);
    return HEAD + (size_t)nodes * NODE + (size_t)arcs * ARC + 8;
}

static void checkTable(const vlFormationTable* table)
{
    int count = vlFormationTable_GetCount(table);
    VL_FUZZ_REQUIRE(count >= 0 && count <= MOST_NODES);
    for (int i = 0; i < count; ++i) {
        const vlFormationNode* node = vlFormationTable_GetNode(table, i);
        VL_FUZZ_REQUIRE(node != NULL && vlFormationTable_Has(table, node->key));
    }
    VL_FUZZ_REQUIRE(vlFormationTable_GetNode(table, count) == NULL);
    for (int i = 0; i < vlFormationTable_GetArcCount(table); ++i) {
        int from = -1, to = -1;
        VL_FUZZ_REQUIRE(vlFormationTable_GetArc(table, i, &from, &to));
        VL_FUZZ_REQUIRE(from >= 0 && from < count && to >= 0 && to < count && from != to);
    }
    (void)vlFormationTable_IsCut(table);
}

static void tryBytes(const vlFormationTableDef* def, const uint8_t* bytes, size_t size)
{
    vlFormationTable* table = NULL;
    char message[256] = "";
    const char* path = vlFuzz_WriteFile(bytes, size);
    // A file that a process has open already is a pipe to the reader of tables: it takes plain
    // ones.
    vlResult result = vlFormationTable_Read(NULL, def, path, &table, message, sizeof message);
    VL_FUZZ_REQUIRE(result == VL_OK || result == VL_ERROR_PARSE || result == VL_ERROR_MISMATCH);
    VL_FUZZ_REQUIRE((result == VL_OK) == (table != NULL));
    VL_FUZZ_REQUIRE(result == VL_OK || strlen(message) > 10);
    if (table != NULL) {
        checkTable(table);
    }
    vlFormationTable_Destroy(table);
}

// The head of a table that was built here, from its file.
static const uint8_t* goodHead(const vlFormationTableDef* def)
{
    static uint8_t head[HEAD];
    static bool isMade = false;
    if (!isMade) {
        vlFormationTable* table = NULL;
        char path[64], message[256] = "";
        (void)snprintf(path, sizeof path, "/dev/shm/volar-fuzz-%d.bin", (int)getpid());
        VL_FUZZ_REQUIRE(vlFormationTable_Build(NULL, def, &table, NULL, 0) == VL_OK);
        VL_FUZZ_REQUIRE(vlFormationTable_Write(table, path, message, sizeof message) == VL_OK);
        vlFormationTable_Destroy(table);
        FILE* file = fopen(path, "rb");
        VL_FUZZ_REQUIRE(file != NULL && fread(head, sizeof head, 1, file) == 1);
        (void)fclose(file);
        VL_FUZZ_REQUIRE(unlink(path) == 0);
        isMade = true;
    }
    return head;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static uint8_t bytes[MOST_BYTES];
    vlFormationTableDef def = theDef();
    const uint8_t* head = goodHead(&def);
    size = size < MOST_BYTES ? size : MOST_BYTES;
    tryBytes(&def, data, size);
    memcpy(bytes, data, size);
    tryBytes(&def, bytes, mend(&def, head, bytes, size));
    return 0;
}
