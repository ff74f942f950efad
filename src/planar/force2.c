// SPDX-License-Identifier: MIT

#include "planar/force2.h"

#include <math.h>
#include <string.h>

#include "planar/record2.h"

bool vlWorld2_Decide(vlWorld2* world)
{
    bool isAny = false;
    for (int i = 0; i < world->state->pairCount; ++i) {
        vlPair2* pair = &world->pair[i];
        bool hasImpacts = vlWorld2_SurfaceOf(world, pair->a, pair->b)->wall.law->restitution >= 0;
        for (int k = 0; k < 2; ++k) {
            vlRecord2* record = &pair->record[k];
            if (!record->isUsed) {
                continue;
            }
            vlSpot2 spot = vlRecord2_Spot(world, pair, record);
            record->speed = -vlDot2(spot.normal, spot.velocity);
            record->impulse = 0.0;
            if (record->state != VL_CONTACT2_NONE && record->isNew && hasImpacts &&
                record->speed > VL_IMPACT_SPEED) {
                record->state = VL_CONTACT2_COLLIDING;
                isAny = true;
            }
        }
    }
    return isAny;
}

static void push(vlWorld2* world, int body, vlVec2 force, vlVec2 point)
{
    vlWrench2* sum = &world->place[body].contact;
    sum->force = vlVec2_Add(sum->force, force);
    sum->torque += vlVec2_Cross(vlVec2_Sub(point, world->body[body].x), force);
}

// Stiffness times mobility, for vlStepInfo2.swing.
static void addSwing(vlWorld2* world, const vlSpot2* spot, double stiffness)
{
    int bodies[2] = {spot->a, spot->b};
    double mobility = 0.0;
    for (int k = 0; k < 2; ++k) {
        const vlBody2Model* model = &world->model[bodies[k]];
        double turn = vlVec2_Cross(vlVec2_Sub(spot->tip, world->body[bodies[k]].x), spot->normal);
        mobility += model->perMass + turn * turn * model->perInertia;
    }
    world->place[spot->a].swing2 += stiffness * mobility;
    world->place[spot->b].swing2 += stiffness * mobility;
}

static void pressRecord(vlWorld2* world, const vlPair2* pair, vlRecord2* record)
{
    const vlSurface2* surface = vlWorld2_SurfaceOf(world, pair->a, pair->b);
    bool isOutside = record->state == VL_CONTACT2_NONE;
    record->normalForce = record->friction = record->sliding = 0.0;
    if (isOutside && !surface->wall.law->isEarly) {
        return;
    }
    vlSpot2 spot = vlRecord2_Spot(world, pair, record); // after the impacts
    vlLawInput input = {.position =
                            isOutside ? fmin(record->depth, 0.0) : record->depth - record->offset,
                        .velocity = -vlDot2(spot.normal, spot.velocity),
                        .step = world->step};
    record->normalForce = vlLaw_Evaluate(&surface->wall, &record->wall, &input).force;
    record->sliding = vlDot2(spot.tangent, spot.velocity);
    input.position = record->slide;
    input.velocity = record->sliding;
    input.load = isOutside ? 0.0 : record->normalForce;
    vlLawOutput rub = vlLaw_Evaluate(&surface->friction, &record->rub, &input);
    record->friction = rub.force;
    if (!isOutside && record->state != VL_CONTACT2_COLLIDING) {
        record->state = rub.slips ? VL_CONTACT2_SLIPPING : VL_CONTACT2_STICKING;
    }
    vlVec2 force =
        vlVec2_Of(record->normalForce * spot.normal.x + record->friction * spot.tangent.x,
                  record->normalForce * spot.normal.y + record->friction * spot.tangent.y);
    push(world, spot.a, force, spot.tip);
    push(world, spot.b, vlVec2_Of(-force.x, -force.y), spot.tip);
    if (!isOutside) {
        addSwing(
            world, &spot,
            vlLaw_GetParameter(&surface->wall, "stiffness", vlLaw_GetStiffness(&surface->wall)));
    }
}

static vlBody2Id idOf(const vlWorld2* world, int body)
{
    return (vlBody2Id){(uint32_t)body + 1u, world->model[body].slot.generation};
}

// Reports are of the poses at the start of the step, where the forces belong.
static void addReport(vlWorld2* world, const vlPair2* pair, const vlRecord2* record)
{
    vlSpot2 spot = vlRecord2_Spot(world, pair, record);
    world->report[world->reportCount++] = (vlContact2Report){
        .a = idOf(world, spot.a),
        .b = idOf(world, spot.b),
        .vertex = record->feature.vertex,
        .edge = record->feature.edge,
        .state = record->state,
        .point = spot.god,
        .tip = spot.tip,
        .normal = spot.normal,
        .depth = record->depth,
        .speed = record->speed,
        .sliding = record->sliding,
        .normalForce = record->normalForce,
        .friction = record->friction,
        .impulse = record->impulse,
    };
}

void vlWorld2_Press(vlWorld2* world)
{
    for (int i = 0; i < world->bodyCount.used; ++i) {
        memset(&world->place[i].contact, 0, sizeof world->place[i].contact);
        world->place[i].swing2 = 0.0;
    }
    world->reportCount = 0;
    for (int i = 0; i < world->state->pairCount; ++i) {
        vlPair2* pair = &world->pair[i];
        for (int k = 0; k < 2; ++k) {
            if (pair->record[k].isUsed) {
                pressRecord(world, pair, &pair->record[k]);
                if (pair->record[k].state != VL_CONTACT2_NONE) {
                    addReport(world, pair, &pair->record[k]);
                }
            }
        }
    }
    world->info.contactCount = world->reportCount;
    double swing2 = 0.0;
    for (int i = 0; i < world->bodyCount.used; ++i) {
        if (world->model[i].perMass > 0.0) {
            swing2 = fmax(swing2, world->place[i].swing2);
        }
    }
    world->info.swing = sqrt(swing2) * world->step;
}

// Way of the point of a body at which a force acted, along that force: (T11.3) with the lever at
// the start of the step, as the force had it.
static double wayOf(const vlWorld2* world, int body, vlVec2 direction, double lever)
{
    const vlPlace2* place = &world->place[body];
    return vlDot2(direction, place->moved) + lever * place->turned;
}

// Work of one force of a contact, on both bodies. The part that a kinematic body gave is also
// booked as driven.
static double workOf(vlWorld2* world, const vlSpot2* spot, vlVec2 tip, vlVec2 direction,
                     double force)
{
    int bodies[2] = {spot->a, spot->b};
    double work = 0.0;
    for (int k = 0; k < 2; ++k) {
        const vlPlace2* place = &world->place[bodies[k]];
        // The pose has gone on: the lever of the force is from where the centroid was.
        vlVec2 centre = vlVec2_Sub(world->body[bodies[k]].x, place->moved);
        double lever = vlVec2_Cross(vlVec2_Sub(tip, centre), direction);
        double part = (k == 0 ? force : -force) * wayOf(world, bodies[k], direction, lever);
        work += part;
        if (world->model[bodies[k]].perMass == 0.0 || world->body[bodies[k]].isFrozen) {
            world->state->ledger.driven -= part;
            world->state->ledger.turnover += fabs(part);
        }
    }
    return work;
}

static void bookRecord(vlWorld2* world, const vlPair2* pair, const vlRecord2* record)
{
    vlLedger2* ledger = &world->state->ledger;
    vlSpot2 spot = vlRecord2_Spot(world, pair, record); // places are still those of the start
    double wall = workOf(world, &spot, spot.tip, spot.normal, record->normalForce);
    double friction = workOf(world, &spot, spot.tip, spot.tangent, record->friction);
    ledger->walls += wall;
    ledger->friction += friction;
    ledger->turnover += fabs(wall) + fabs(friction);
}

void vlWorld2_Book(vlWorld2* world)
{
    vlLedger2* ledger = &world->state->ledger;
    for (int i = 0; i < world->state->pairCount; ++i) {
        const vlPair2* pair = &world->pair[i];
        for (int k = 0; k < 2; ++k) {
            const vlRecord2* record = &pair->record[k];
            if (record->isUsed && (record->normalForce != 0.0 || record->friction != 0.0)) {
                bookRecord(world, pair, record);
            }
        }
    }
    for (int i = 0; i < world->bodyCount.used; ++i) {
        const vlBody2Model* model = &world->model[i];
        const vlPlace2* place = &world->place[i];
        if (!model->slot.isTaken || model->perMass == 0.0 || world->body[i].isFrozen) {
            continue;
        }
        double weight = model->mass * vlDot2(world->state->gravity, place->moved);
        double applied =
            vlDot2(world->body[i].force, place->moved) + world->body[i].torque * place->turned;
        ledger->gravity += weight;
        ledger->applied += applied;
        ledger->turnover += fabs(weight) + fabs(applied);
    }
}
