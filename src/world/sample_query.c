// SPDX-License-Identifier: MIT
// Reading contacts by samples after a step.

#include "volar/surface.h"
#include "world/world_parts.h"

vlContactReport vlSamplePair_Report(const vlModel* model, const vlSamplePair* pair)
{
    const vlSampleSums* s = &pair->sums;
    vlContactReport report = {.bodyA = vlModel_MakeId(model, pair->head.bodyA),
                              .bodyB = vlModel_MakeId(model, pair->head.bodyB),
                              .origin = pair->origin,
                              .normal = vlUnit(s->normalForce),
                              .area = s->area,
                              .groupArea = s->area,
                              .depth = s->leastGap < 0.0 ? -s->leastGap : 0.0,
                              .centreOfPressure = s->pressing > 0.0 ? s->centre : pair->origin,
                              .normalForce = vlLength(s->normalForce),
                              .frictionForce = s->frictionForce,
                              .wrench = pair->wrench,
                              .mode = vlSamplePair_Mode(pair),
                              .stiffnessN = s->stiffness,
                              .stiffnessS = s->stiffness};
    return report;
}

int vlWorld_GetSurfaceContactCount(const vlWorld* world)
{
    return world->work.samples.pairCount;
}

// NULL, with a message, for a number out of range or an output that is NULL.
static const vlSamplePair* findPair(const vlWorld* world, int i, const void* output)
{
    int count = world->work.samples.pairCount;
    if (i < 0 || i >= count) {
        (void)vlWorld_Fail(world, VL_ERROR_ARGUMENT, "surface contact %d; the last step had %d", i,
                           count);
        return NULL;
    }
    if (output == NULL) {
        (void)vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the output is NULL");
        return NULL;
    }
    return &world->work.samples.pair[i];
}

vlResult vlWorld_GetSurfaceContact(const vlWorld* world, int i, vlSurfaceContact* contact)
{
    const vlSamplePair* pair = findPair(world, i, contact);
    if (pair == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    const vlSampleSums* s = &pair->sums;
    *contact = (vlSurfaceContact){.bodyA = vlModel_MakeId(&world->model, pair->head.bodyA),
                                  .bodyB = vlModel_MakeId(&world->model, pair->head.bodyB),
                                  .distance = pair->distance,
                                  .leastGap = s->leastGap,
                                  .sampleCount = pair->count,
                                  .pressingCount = s->pressingCount,
                                  .slippingCount = s->slippingCount,
                                  .pressing = s->pressing,
                                  .energy = s->energy};
    return VL_OK;
}

vlResult vlWorld_GetContactSample(const vlWorld* world, int i, int k, vlContactSample* sample)
{
    const vlSamplePair* pair = findPair(world, i, sample);
    if (pair == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    if (k < 0 || k >= pair->count) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "sample %d; the contact has %d", k,
                            pair->count);
    }
    const vlSamplePoint* p = &world->work.samples.point[pair->first + k];
    *sample = (vlContactSample){.sample = p->sample,
                                .isOnB = p->isOnB,
                                .point = p->point,
                                .normal = p->normal,
                                .gap = p->gap,
                                .normalForce = p->force,
                                .bristle = p->bristle,
                                .isSlipping = p->isSlipping};
    return VL_OK;
}
