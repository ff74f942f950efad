// SPDX-License-Identifier: MIT
// Tables of formations: keys, their hash slots, and access.

#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/sentence.h"
#include "formation/table_parts.h"

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t vlFormation_GetKey(const vlFormation* formation)
{
    // A sum does not depend on the order of the contacts.
    uint64_t key = 0;
    for (int i = 0; i < formation->count; ++i) {
        const vlPrincipalContact* c = &formation->contact[i];
        uint64_t h = vlHash_Word(VL_HASH_SEED, (uint64_t)c->type);
        h = vlHash_Word(h, (uint64_t)c->a.kind << 32 | (uint32_t)c->a.index);
        h = vlHash_Word(h, (uint64_t)c->b.kind << 32 | (uint32_t)c->b.index);
        key += mix(h);
    }
    return formation->count > 0 && key == 0 ? 1 : key;
}

static uint64_t contentOf(const vlPolyhedron* p, uint64_t h)
{
    h = vlHash_Word(h, (uint64_t)p->vertexCount << 32 | (uint32_t)p->faceCount);
    for (int i = 0; i < p->vertexCount; ++i) {
        h = vlHash_Vec(h, p->vertices[i].position);
    }
    for (int i = 0; i < p->faceCount; ++i) {
        h = vlHash_Double(vlHash_Vec(h, p->faces[i].normal), p->faces[i].offset);
    }
    for (int i = 0; i < p->edgeCount; ++i) {
        h = vlHash_Word(h, (uint64_t)p->edges[i].vertex[0] << 32 | (uint32_t)p->edges[i].vertex[1]);
        h = vlHash_Word(h, (uint64_t)p->edges[i].face[0] << 32 | (uint32_t)p->edges[i].face[1]);
    }
    return h;
}

uint64_t vlFormationTable_ContentOf(const vlPolyhedron* a, const vlPolyhedron* b)
{
    return contentOf(b, contentOf(a, VL_HASH_SEED));
}

uint64_t vlTable_NumbersOf(const vlFormationTableDef* def)
{
    uint64_t h = vlHash_Word(VL_HASH_SEED, def->seed);
    return vlHash_Word(h, (uint64_t)def->maxNodes << 32 | (uint32_t)def->tries);
}

vlFormationTableDef vlDefaultFormationTableDef(const vlPolyhedron* a, const vlPolyhedron* b)
{
    return (vlFormationTableDef){.a = a, .b = b, .maxNodes = 20000, .tries = 6, .seed = 1};
}

vlResult vlTable_Check(const vlFormationTableDef* def, const vlSentence* error)
{
    if (def->a == NULL || def->b == NULL || def->a->isHalfspace) {
        return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                               "a polyhedron is missing, or a is a half-space; expected two");
    }
    if (def->maxNodes < 1 || def->maxNodes > 1000000 || def->tries < 1 || def->tries > 1000) {
        return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                               "maxNodes is %d and tries %d; expected 1 to 1000000 and 1 to 1000",
                               def->maxNodes, def->tries);
    }
    return VL_OK;
}

static vlFormationTable* layOut(vlArena* arena, int maxNodes, uint32_t slots, uint32_t arcSlots)
{
    vlFormationTable* table = vlArena_Take(arena, 1, sizeof(vlFormationTable));
    size_t arcs = (size_t)maxNodes * VL_ARCS_PER_NODE;
    void* nodes = vlArena_Take(arena, (size_t)maxNodes, sizeof(vlFormationNode));
    void* arcList = vlArena_Take(arena, arcs, sizeof(vlFormationArc));
    void* nodeSlots = vlArena_Take(arena, slots, sizeof(int32_t));
    void* arcPlaces = vlArena_Take(arena, arcSlots, sizeof(int32_t));
    if (table != NULL) {
        table->nodes = nodes;
        table->arcs = arcList;
        table->nodeSlots = nodeSlots;
        table->arcSlots = arcPlaces;
    }
    return table;
}

static uint32_t powerAbove(uint32_t least)
{
    uint32_t size = 16;
    while (size < least) {
        size *= 2;
    }
    return size;
}

vlFormationTable* vlTable_Make(const vlAllocator* allocator, int maxNodes)
{
    // The slots are at most half full, so that a search ends soon.
    uint32_t slots = powerAbove(2u * (uint32_t)maxNodes);
    uint32_t arcSlots = powerAbove(2u * VL_ARCS_PER_NODE * (uint32_t)maxNodes);
    vlArena arena = {0};
    (void)layOut(&arena, maxNodes, slots, arcSlots);
    void* block = allocator->allocate(arena.used, allocator->user);
    if (block == NULL) {
        return NULL;
    }
    memset(block, 0, arena.used);
    arena = (vlArena){.base = block};
    vlFormationTable* table = layOut(&arena, maxNodes, slots, arcSlots);
    table->allocator = *allocator;
    table->maxNodes = maxNodes;
    table->maxArcs = maxNodes * VL_ARCS_PER_NODE;
    table->slotMask = slots - 1;
    table->arcMask = arcSlots - 1;
    return table;
}

void vlFormationTable_Destroy(vlFormationTable* table)
{
    if (table != NULL) {
        vlAllocator allocator = table->allocator;
        allocator.release(table, allocator.user);
    }
}

// The slot of a key: the one that holds it, or the empty one where it would go.
static uint32_t placeOf(const vlFormationTable* table, uint64_t key)
{
    uint32_t at = (uint32_t)mix(key) & table->slotMask;
    while (table->nodeSlots[at] != 0 && table->nodes[table->nodeSlots[at] - 1].key != key) {
        at = (at + 1) & table->slotMask;
    }
    return at;
}

int vlTable_AddNode(vlFormationTable* table, const vlFormationNode* node, bool* isNew)
{
    uint32_t at = placeOf(table, node->key);
    *isNew = false;
    if (table->nodeSlots[at] != 0) {
        return table->nodeSlots[at] - 1;
    }
    if (table->nodeCount == table->maxNodes) {
        table->isCut = true;
        return -1;
    }
    *isNew = true;
    table->nodes[table->nodeCount] = *node;
    table->nodeSlots[at] = ++table->nodeCount;
    return table->nodeCount - 1;
}

void vlTable_AddArc(vlFormationTable* table, int from, int to)
{
    if (from == to) {
        return;
    }
    uint64_t key = (uint64_t)(uint32_t)from << 32 | (uint32_t)to;
    uint32_t at = (uint32_t)mix(key + 1) & table->arcMask;
    while (table->arcSlots[at] != 0) {
        const vlFormationArc* arc = &table->arcs[table->arcSlots[at] - 1];
        if (arc->from == from && arc->to == to) {
            return;
        }
        at = (at + 1) & table->arcMask;
    }
    if (table->arcCount == table->maxArcs) {
        table->isCut = true;
        return;
    }
    table->arcs[table->arcCount] = (vlFormationArc){from, to};
    table->arcSlots[at] = ++table->arcCount;
}

bool vlFormationTable_Has(const vlFormationTable* table, uint64_t key)
{
    return table->nodeSlots[placeOf(table, key)] != 0;
}

int vlFormationTable_GetCount(const vlFormationTable* table)
{
    return table->nodeCount;
}

const vlFormationNode* vlFormationTable_GetNode(const vlFormationTable* table, int index)
{
    return index >= 0 && index < table->nodeCount ? &table->nodes[index] : NULL;
}

int vlFormationTable_GetArcCount(const vlFormationTable* table)
{
    return table->arcCount;
}

bool vlFormationTable_GetArc(const vlFormationTable* table, int index, int* from, int* to)
{
    if (index < 0 || index >= table->arcCount) {
        return false;
    }
    *from = table->arcs[index].from;
    *to = table->arcs[index].to;
    return true;
}

bool vlFormationTable_IsCut(const vlFormationTable* table)
{
    return table->isCut;
}

uint64_t vlFormationTable_GetContent(const vlFormationTable* table)
{
    return table->content;
}
