// SPDX-License-Identifier: MIT
// Snapshots and the hash of a planar world.

#include <string.h>

#include "base/hash.h"
#include "planar/world2_parts.h"

// A snapshot is this, the world's state, its bodies and all room for near pairs.
typedef struct Header {
    uint64_t magic;
    uint64_t model; // hash of what must be the same when it is restored
} Header;

#define MAGIC 0x32646c726f772d76u

static uint64_t modelHash(const vlWorld2* world)
{
    uint64_t hash = vlHash_Word(VL_HASH_SEED, (uint64_t)world->capacity.bodies);
    hash = vlHash_Word(hash, (uint64_t)world->capacity.pairs);
    hash = vlHash_Double(hash, world->step);
    for (int i = 0; i < world->bodyCount.used; ++i) {
        const vlBody2Model* model = &world->model[i];
        hash = vlHash_Word(hash, model->slot.generation);
        hash = vlHash_Word(hash, model->slot.isTaken ? 1u : 0u);
        hash = vlHash_Double(vlHash_Double(hash, model->mass), model->inertia);
        hash = vlHash_Word(hash, (uint64_t)model->count);
    }
    return hash;
}

static size_t bodiesSize(const vlWorld2* world)
{
    return (size_t)world->capacity.bodies * sizeof world->body[0];
}

static size_t pairsSize(const vlWorld2* world)
{
    return (size_t)world->capacity.pairs * sizeof world->pair[0];
}

size_t vlWorld2_GetSnapshotSize(const vlWorld2* world)
{
    return sizeof(Header) + sizeof *world->state + bodiesSize(world) + pairsSize(world);
}

vlResult vlWorld2_Save(const vlWorld2* world, void* buffer, size_t size)
{
    if (size != vlWorld2_GetSnapshotSize(world)) {
        return VL_ERROR_ARGUMENT;
    }
    unsigned char* out = buffer;
    Header header = {MAGIC, modelHash(world)};
    memcpy(out, &header, sizeof header);
    out += sizeof header;
    memcpy(out, world->state, sizeof *world->state);
    out += sizeof *world->state;
    memcpy(out, world->body, bodiesSize(world));
    memcpy(out + bodiesSize(world), world->pair, pairsSize(world));
    return VL_OK;
}

vlResult vlWorld2_Restore(vlWorld2* world, const void* buffer, size_t size)
{
    const unsigned char* in = buffer;
    Header header;
    if (size != vlWorld2_GetSnapshotSize(world)) {
        return vlWorld2_Fail(world, VL_ERROR_ARGUMENT, "the snapshot has %zu bytes; expected %zu",
                             size, vlWorld2_GetSnapshotSize(world));
    }
    memcpy(&header, in, sizeof header);
    if (header.magic != MAGIC || header.model != modelHash(world)) {
        return vlWorld2_Fail(world, VL_ERROR_MISMATCH,
                             "the snapshot is of another planar world, or bodies were created or "
                             "destroyed since");
    }
    in += sizeof header;
    memcpy(world->state, in, sizeof *world->state);
    in += sizeof *world->state;
    memcpy(world->body, in, bodiesSize(world));
    memcpy(world->pair, in + bodiesSize(world), pairsSize(world));
    double kinetic = 0.0;
    for (int i = 0; i < world->bodyCount.used; ++i) {
        vlBody2Model* model = &world->model[i];
        if (!model->slot.isTaken) {
            continue;
        }
        bool moves = model->mass > 0.0 && !world->body[i].isFrozen;
        model->perMass = moves ? 1.0 / model->mass : 0.0;
        model->perInertia = moves ? 1.0 / model->inertia : 0.0;
        vlWorld2_Place(world, i);
        kinetic += vlBody2_Kinetic(model, &world->body[i]);
    }
    world->state->ledger = (vlLedger2){.start = kinetic};
    world->reportCount = 0;
    world->info = (vlStepInfo2){.stepCount = world->state->stepCount,
                                .time = world->state->time,
                                .pairCount = world->state->pairCount,
                                .droppedPairs = world->state->droppedPairs,
                                .frozenBodies = world->state->frozenBodies,
                                .fastSteps = world->state->fastSteps};
    return VL_OK;
}

static uint64_t hashRecord(uint64_t hash, const vlRecord2* record)
{
    if (!record->isUsed) {
        return vlHash_Word(hash, 0);
    }
    hash = vlHash_Word(hash, (uint64_t)record->state + 1u);
    hash = vlHash_Word(hash, ((uint64_t)(uint32_t)record->feature.vertex << 32) |
                                 (uint32_t)record->feature.edge);
    hash = vlHash_Double(vlHash_Double(hash, record->depth), record->offset);
    hash = vlHash_Double(vlHash_Double(hash, record->along), record->slide);
    for (int i = 0; i < VL_MAX_LAW_MEMORY; ++i) {
        hash = vlHash_Double(hash, record->wall.memory[i]);
        hash = vlHash_Double(hash, record->rub.memory[i]);
    }
    return hash;
}

uint64_t vlWorld2_GetHash(const vlWorld2* world)
{
    uint64_t hash = vlHash_Word(VL_HASH_SEED, world->state->stepCount);
    for (int i = 0; i < world->bodyCount.used; ++i) {
        if (world->model[i].slot.isTaken) {
            const vlBody2State* body = &world->body[i];
            hash = vlHash_Double(vlHash_Double(hash, body->x.x), body->x.y);
            hash = vlHash_Double(vlHash_Double(hash, body->v.x), body->v.y);
            hash = vlHash_Double(vlHash_Double(hash, body->angle), body->w);
        }
    }
    for (int i = 0; i < world->state->pairCount; ++i) {
        const vlPair2* pair = &world->pair[i];
        hash = vlHash_Word(hash, ((uint64_t)(uint32_t)pair->a << 32) | (uint32_t)pair->b);
        hash = hashRecord(hashRecord(hash, &pair->record[0]), &pair->record[1]);
    }
    return hash;
}
