// SPDX-License-Identifier: MIT
// One step: the whole algorithm, in the order of volar/planar.h.

#include <math.h>
#include <string.h>

#include "planar/force2.h"
#include "planar/impact2.h"
#include "planar/near2.h"
#include "planar/record2.h"

static bool isFiniteState(const vlBody2State* body)
{
    return vlVec2_IsFinite(body->x) && vlVec2_IsFinite(body->v) && isfinite(body->angle) &&
           isfinite(body->w);
}

// A body whose next state is not finite stays where it was, for good.
static void freeze(vlWorld2* world, int i, const vlBody2State* last)
{
    vlLedger2* ledger = &world->state->ledger;
    double kinetic = isFiniteState(last) ? vlBody2_Kinetic(&world->model[i], last) : 0.0;
    ledger->set -= kinetic;
    ledger->turnover += kinetic;
    world->body[i] = *last;
    world->body[i].v = vlVec2_Of(0.0, 0.0);
    world->body[i].w = 0.0;
    world->body[i].isFrozen = true;
    world->model[i].perMass = world->model[i].perInertia = 0.0;
    world->place[i].moved = vlVec2_Of(0.0, 0.0);
    world->place[i].turned = 0.0;
    ++world->state->frozenBodies;
}

// v' = v + T f/m, x' = x + T (v + v')/2 (T11.1); false if the body had to be frozen.
static bool move(vlWorld2* world, int i)
{
    const vlBody2Model* model = &world->model[i];
    vlPlace2* place = &world->place[i];
    vlBody2State* body = &world->body[i];
    vlBody2State last = *body;
    double step = world->step;
    if (model->perMass > 0.0) {
        vlVec2 force = vlVec2_Add(place->contact.force, body->force);
        place->acceleration.linear = vlVec2_MulAdd(world->state->gravity, model->perMass, force);
        place->acceleration.angular = model->perInertia * (place->contact.torque + body->torque);
        body->v = vlVec2_MulAdd(body->v, step, place->acceleration.linear);
        body->w += step * place->acceleration.angular;
    }
    place->moved =
        vlVec2_Of(0.5 * step * (last.v.x + body->v.x), 0.5 * step * (last.v.y + body->v.y));
    place->turned = 0.5 * step * (last.w + body->w);
    body->x = vlVec2_Add(body->x, place->moved);
    body->angle += place->turned;
    if (!isFiniteState(body)) {
        freeze(world, i, &last);
        return false;
    }
    return true;
}

static double fastestOf(const vlBody2Model* model, const vlBody2State* body)
{
    return vlLength2(body->v) + fabs(body->w) * model->radius;
}

static vlResult moveAll(vlWorld2* world)
{
    vlResult result = VL_OK;
    world->info.fastest = 0.0;
    for (int i = 0; i < world->bodyCount.used; ++i) {
        if (!world->model[i].slot.isTaken || world->model[i].type == VL_BODY_STATIC ||
            world->body[i].isFrozen) {
            continue;
        }
        double before = fastestOf(&world->model[i], &world->body[i]);
        if (!move(world, i)) {
            result = VL_ERROR_DIVERGED;
        }
        double after = fastestOf(&world->model[i], &world->body[i]);
        world->info.fastest = fmax(world->info.fastest, fmax(before, after));
    }
    return result;
}

static void finish(vlWorld2* world)
{
    vlState2* state = world->state;
    for (int i = 0; i < world->bodyCount.used; ++i) {
        world->body[i].force = vlVec2_Of(0.0, 0.0);
        world->body[i].torque = 0.0;
        if (world->model[i].slot.isTaken && world->model[i].type != VL_BODY_STATIC) {
            vlWorld2_Place(world, i);
        }
    }
    ++state->stepCount;
    state->time = (double)state->stepCount * world->step;
    ++state->sinceLook;
    state->travel += world->info.fastest * world->step;
    state->fastSteps += world->info.fastest > world->limit.speed ? 1 : 0;
    world->info.stepCount = state->stepCount;
    world->info.time = state->time;
    world->info.pairCount = state->pairCount;
    world->info.droppedPairs = state->droppedPairs;
    world->info.frozenBodies = state->frozenBodies;
    world->info.fastSteps = state->fastSteps;
}

vlResult vlWorld2_Step(vlWorld2* world)
{
    vlWorld2_Look(world); // 1. which pairs are near
    for (int i = 0; i < world->state->pairCount; ++i) {
        vlPair2_Update(world, &world->pair[i]); // 2. where they touch
    }
    world->info.impactCount = 0;
    if (vlWorld2_Decide(world)) { // 3. what state each contact is in
        vlWorld2_Collide(world);  // 4. impacts
    }
    vlWorld2_Press(world);            // 5. forces
    vlResult result = moveAll(world); // 6. motion
    vlWorld2_Book(world);             // what the forces did
    finish(world);
    if (result != VL_OK) {
        return vlWorld2_Fail(
            world, result, "step %llu: a body left the range of numbers and was frozen; %d are",
            (unsigned long long)world->state->stepCount, world->state->frozenBodies);
    }
    return VL_OK;
}
