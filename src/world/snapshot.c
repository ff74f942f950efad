// SPDX-License-Identifier: MIT
// Saving and restoring the state, and its hash. The state is one run of bytes without pointers, so
// a snapshot is a header and a copy.

#include <string.h>

#include "base/hash.h"
#include "world/world_parts.h"

#define SNAPSHOT_MAGIC 0x37764c6f566c7356u // changes with the layout of the state

typedef struct SnapshotHeader {
    uint64_t magic;
    uint64_t modelHash;
    uint64_t stateSize;
    vlCapacity capacity; // the layout of the state's arrays depends on it
} SnapshotHeader;

// The meaning of a world's state depends on this, besides the capacity.
static uint64_t hashModel(const vlModel* model)
{
    return vlHash_Double(vlHash_Word(model->hash, model->surfaceHash), model->def.step);
}

size_t vlWorld_GetSnapshotSize(const vlWorld* world)
{
    return sizeof(SnapshotHeader) + world->state.size;
}

static vlResult checkBuffer(const vlWorld* world, const void* buffer, size_t size)
{
    if (buffer == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the snapshot buffer is NULL");
    }
    if (size != vlWorld_GetSnapshotSize(world)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "a snapshot buffer of %zu bytes; expected %zu", size,
                            vlWorld_GetSnapshotSize(world));
    }
    return VL_OK;
}

vlResult vlWorld_Save(const vlWorld* world, void* buffer, size_t size)
{
    vlResult result = checkBuffer(world, buffer, size);
    if (result != VL_OK) {
        return result;
    }
    SnapshotHeader header;
    memset(&header, 0, sizeof header); // padding too: equal states give equal bytes
    header.magic = SNAPSHOT_MAGIC;
    header.modelHash = hashModel(&world->model);
    header.stateSize = world->state.size;
    header.capacity = world->model.def.capacity;
    memcpy(buffer, &header, sizeof header);
    memcpy((unsigned char*)buffer + sizeof header, world->state.begin, world->state.size);
    return VL_OK;
}

vlResult vlWorld_Restore(vlWorld* world, const void* buffer, size_t size)
{
    vlResult result = checkBuffer(world, buffer, size);
    if (result != VL_OK) {
        return result;
    }
    SnapshotHeader header;
    memcpy(&header, buffer, sizeof header);
    if (header.magic != SNAPSHOT_MAGIC || header.stateSize != world->state.size ||
        header.modelHash != hashModel(&world->model) ||
        memcmp(&header.capacity, &world->model.def.capacity, sizeof header.capacity) != 0) {
        return vlWorld_Fail(
            world, VL_ERROR_MISMATCH,
            "the snapshot is of other bodies, surfaces, step or capacity, or of another version");
    }
    memcpy(world->state.begin, (const unsigned char*)buffer + sizeof header, world->state.size);
    world->work.evaluation[0].contactCount = 0;
    world->work.samples.pairCount = world->work.samples.pointCount = 0;
    vlElements all = vlKinds_Of(&world->model, &world->state, &world->work);
    vlElements_Report(&all); // at once, for couplings too: a hand must not feel a gap
    memset(&world->work.ledger, 0, sizeof world->work.ledger);
    memset(world->work.reaction, 0,
           (size_t)world->model.bodies.used * sizeof *world->work.reaction);
    memset(&world->work.info, 0, sizeof world->work.info);
    world->work.info.stepCount = world->state.head->stepCount;
    world->work.info.time = vlState_TimeOf(&world->model, &world->state);
    return VL_OK;
}

uint64_t vlWorld_GetHash(const vlWorld* world)
{
    uint64_t h = vlHash_Word(VL_HASH_SEED, world->state.head->stepCount);
    for (int i = 0; i < world->model.bodies.used; ++i) {
        if (world->model.slot[i].shape == NULL) {
            continue;
        }
        const vlMotion* m = &world->state.motion[i];
        h = vlHash_Word(h, (uint64_t)i);
        h = vlHash_Vec(h, m->centre);
        h = vlHash_Double(vlHash_Vec(h, vlVec(m->rotation.x, m->rotation.y, m->rotation.z)),
                          m->rotation.w);
        h = vlHash_Vec(vlHash_Vec(vlHash_Vec(h, m->velocity), m->spin), m->omega);
    }
    for (int kind = VL_FIRST_KIND_OF_USER; kind < VL_KIND_COUNT; ++kind) {
        h = vlElementKind_Hash(vlKinds[kind], &world->state, &world->work, h);
    }
    // Only touching pairs: which other pairs are near depends on margins, not on the motion.
    for (int i = 0; i < world->state.head->pairCount; ++i) {
        const vlNearPair* p = &world->state.pair[i];
        if (p->friction.mode != VL_MODE_NONE) {
            h = vlHash_Word(h, p->key);
            h = vlHash_Double(vlHash_Vec(h, p->friction.slip), p->friction.twist);
            h = vlHash_Vec(vlHash_Vec(h, p->friction.origin), p->friction.normal);
            h = vlHash_Word(h, (uint64_t)p->friction.mode);
        }
    }
    for (int i = 0; i < world->state.head->pointCount; ++i) {
        h = vlPointMemory_Hash(&world->state.point[i], h);
    }
    for (int i = 0; i < world->state.head->sampleCount; ++i) {
        const vlSampleMemory* m = &world->state.sample[i];
        h = vlHash_Word(vlHash_Word(h, m->key), ((uint64_t)m->isOnB << 32) | (uint32_t)m->sample);
        h = vlHash_Double(vlHash_Vec(h, m->bristle), m->force);
    }
    return h;
}
