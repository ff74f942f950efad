// SPDX-License-Identifier: MIT
// Reading a planar world and its bodies.

#include <math.h>

#include "planar/world2_parts.h"

bool vlWorld2_IsValid(const vlWorld2* world, vlBody2Id body)
{
    return vlWorld2_Find(world, body) >= 0;
}

int vlWorld2_GetBodyCount(const vlWorld2* world)
{
    return world->bodyCount.living;
}

vlBody2Id vlWorld2_GetBody(const vlWorld2* world, int i)
{
    for (int k = 0; k < world->bodyCount.used; ++k) {
        if (world->model[k].slot.isTaken && i-- == 0) {
            return (vlBody2Id){(uint32_t)k + 1u, world->model[k].slot.generation};
        }
    }
    return (vlBody2Id){0, 0};
}

vlResult vlBody2_GetPose(const vlWorld2* world, vlBody2Id body, vlPose2* pose)
{
    int i = vlWorld2_Find(world, body);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    const vlPlace2* place = &world->place[i];
    vlVec2 r = world->model[i].centroid;
    pose->p = vlVec2_Of(world->body[i].x.x - (place->cosine * r.x - place->sine * r.y),
                        world->body[i].x.y - (place->sine * r.x + place->cosine * r.y));
    pose->angle = world->body[i].angle;
    return VL_OK;
}

vlResult vlBody2_GetTwist(const vlWorld2* world, vlBody2Id body, vlTwist2* twist)
{
    int i = vlWorld2_Find(world, body);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    *twist = (vlTwist2){world->body[i].v, world->body[i].w};
    return VL_OK;
}

vlResult vlBody2_GetCentre(const vlWorld2* world, vlBody2Id body, vlVec2* centre)
{
    int i = vlWorld2_Find(world, body);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    *centre = world->body[i].x;
    return VL_OK;
}

vlResult vlBody2_GetMass(const vlWorld2* world, vlBody2Id body, double* mass, double* inertia)
{
    int i = vlWorld2_Find(world, body);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    *mass = world->model[i].mass;
    *inertia = world->model[i].inertia;
    return VL_OK;
}

vlResult vlBody2_GetPolygon(const vlWorld2* world, vlBody2Id body, vlPolygon* polygon)
{
    int i = vlWorld2_Find(world, body);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    const vlBody2Model* model = &world->model[i];
    polygon->count = model->count;
    for (int k = 0; k < model->count; ++k) {
        polygon->vertex[k] = vlVec2_Add(model->vertex[k], model->centroid);
    }
    return VL_OK;
}

vlResult vlBody2_GetContactWrench(const vlWorld2* world, vlBody2Id body, vlWrench2* wrench)
{
    int i = vlWorld2_Find(world, body);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    *wrench = world->place[i].contact;
    return VL_OK;
}

vlResult vlBody2_GetAcceleration(const vlWorld2* world, vlBody2Id body, vlTwist2* acceleration)
{
    int i = vlWorld2_Find(world, body);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    *acceleration = world->place[i].acceleration;
    return VL_OK;
}

vlResult vlBody2_GetKineticEnergy(const vlWorld2* world, vlBody2Id body, double* energy)
{
    int i = vlWorld2_Find(world, body);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    *energy = vlBody2_Kinetic(&world->model[i], &world->body[i]);
    return VL_OK;
}

bool vlBody2_IsFrozen(const vlWorld2* world, vlBody2Id body)
{
    int i = vlWorld2_Find(world, body);
    return i >= 0 && world->body[i].isFrozen;
}

vlStepInfo2 vlWorld2_GetStepInfo(const vlWorld2* world)
{
    return world->info;
}

vlLedger2 vlWorld2_GetLedger(const vlWorld2* world)
{
    return world->state->ledger;
}

double vlLedger2_GetSum(const vlLedger2* ledger)
{
    return ledger->start + ledger->set + ledger->gravity + ledger->applied + ledger->driven +
           ledger->walls + ledger->friction + ledger->impacts;
}

vlEnergy2 vlWorld2_GetEnergy(const vlWorld2* world)
{
    vlEnergy2 energy = {0.0, 0.0, 0.0};
    for (int i = 0; i < world->bodyCount.used; ++i) {
        if (world->model[i].slot.isTaken) {
            energy.kinetic += vlBody2_Kinetic(&world->model[i], &world->body[i]);
            energy.gravity -=
                world->model[i].mass * vlDot2(world->state->gravity, world->body[i].x);
        }
    }
    for (int i = 0; i < world->state->pairCount; ++i) {
        const vlPair2* pair = &world->pair[i];
        double stiffness = vlLaw_GetStiffness(&vlWorld2_SurfaceOf(world, pair->a, pair->b)->wall);
        for (int k = 0; k < 2; ++k) {
            const vlRecord2* record = &pair->record[k];
            if (record->isUsed && record->state != VL_CONTACT2_NONE) {
                double depth = fmax(record->depth - record->offset, 0.0);
                energy.walls += 0.5 * stiffness * depth * depth;
            }
        }
    }
    return energy;
}

double vlWorld2_GetStep(const vlWorld2* world)
{
    return world->step;
}

void vlWorld2_SetGravity(vlWorld2* world, vlVec2 gravity)
{
    if (vlVec2_IsFinite(gravity)) {
        world->state->gravity = gravity;
    }
}

int vlWorld2_GetContactCount(const vlWorld2* world)
{
    return world->reportCount;
}

vlResult vlWorld2_GetContact(const vlWorld2* world, int i, vlContact2Report* report)
{
    if (i < 0 || i >= world->reportCount) {
        return VL_ERROR_ARGUMENT;
    }
    *report = world->report[i];
    return VL_OK;
}
