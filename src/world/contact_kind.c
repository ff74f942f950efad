// SPDX-License-Identifier: MIT
// Contacts as force elements. What a contact is and what it exerts is in contact/; this file gives
// it its bodies, its surface and its memory, and takes its wrench.

#include "world/contact_kind.h"

#include "contact/restitution.h"
#include "world/contact_find.h"
#include "world/contact_step.h"
#include "world/contact_union.h"
#include "world/point_memory.h"

static vlElementList list(const vlState* state, const vlWork* work)
{
    (void)state;
    vlElementList contacts = {work->current->contact, sizeof *work->current->contact,
                              work->current->contactCount};
    return contacts;
}

// Counts the contacts on each body, where a union counts as one.
static void countLoads(const vlModel* model, vlWork* work)
{
    for (int i = 0; i < model->bodies.used; ++i) {
        work->load[i] = 0.0;
    }
    for (int i = 0; i < work->current->contactCount; ++i) {
        const vlContact* c = &work->current->contact[i];
        double share = c->volume.area / c->groupArea;
        work->load[c->head.bodyA] += share;
        work->load[c->head.bodyB] += share;
    }
}

// Counts the elements on each body in an implicit step.
static void countElements(const vlModel* model, vlWork* work)
{
    const vlStepElements* all = &work->implicit.elements;
    for (int i = 0; i < model->bodies.used; ++i) {
        work->load[i] = 0.0;
    }
    for (int i = 0; i < all->count; ++i) {
        const int pair[2] = {all->link[i].a, all->link[i].b};
        for (int k = 0; k < 2; ++k) {
            if (pair[k] >= 0) {
                work->load[pair[k]] += 1.0;
            }
        }
    }
}

// The heaviest body that forces move, kg.
static double heaviestOf(const vlModel* model)
{
    double least = HUGE_VAL; // of the inverse masses
    for (int i = 0; i < model->bodies.used; ++i) {
        double w = model->slot[i].shape != NULL ? model->inertia[i].inverseMass : 0.0;
        least = w > 0.0 && w < least ? w : least;
    }
    return 1.0 / least;
}

static void prepare(const vlModel* model, const vlState* state, vlWork* work, double elapsed)
{
    bool isImplicit = vlModel_IsImplicit(model);
    vlContactContext context = {.options = &model->def.contact,
                                .pool = &work->current->pool,
                                .step = model->def.step,
                                .impact =
                                    vlRestitution_Threshold(state->head->gravity, model->def.step),
                                .gravity = vlLength(state->head->gravity),
                                .elapsed = elapsed,
                                .heaviest = isImplicit ? heaviestOf(model) : 0.0};
    work->context = context;
    vlContacts_ShareAreas(model, work);
    if (isImplicit) {
        work->implicit.pool.count = 0;
        countElements(model, work);
    } else {
        work->info.limitedContacts = work->info.overloadedContacts = 0;
        countLoads(model, work);
    }
}

// A contact without force or memory. The struct still has what another contact, or this one in an
// earlier step, left there.
static void clear(vlContact* c)
{
    c->normalForce = c->frictionTorque = 0.0;
    c->centreOfPressure.x = c->centreOfPressure.y = 0.0;
    c->frictionForce = c->wrench.force = c->wrench.torque = vlZero();
    c->memory = (vlFrictionMemory){0};
    c->gains = (vlGains){0};
}

bool vlContacts_EvaluatePoint(const vlModel* model, const vlState* state, vlWork* work, int slot,
                              const vlContactBody* a, const vlContactBody* b, bool isSample)
{
    vlContact* c = &work->current->contact[slot];
    c->isPoint = vlPoints_HasLaw(model, c);
    if (!c->isPoint) {
        return false;
    }
    bool isDone = isSample && vlPoints_Evaluate(model, state, work, slot, a, b);
    if (!isDone) {
        clear(c);
    }
    work->info.droppedContacts += isSample && !isDone;
    return true;
}

// ---- explicit ----

// Mean depth, of the smaller piece's radius, beyond which a contact does not carry its load.
#define OVERLOADED 0.05

// A body passes this depth while it lands, too; what rests there is too heavy for the step.
static bool isOverloaded(const vlModel* model, const vlContact* c)
{
    bool isAutomatic = vlContacts_SurfaceOf(model, c)->stiffnessN < 0.0;
    return isAutomatic && !c->isPoint && c->volume.volume > OVERLOADED * c->size * c->volume.area;
}

static const vlTwist* givenTo(const vlState* state, int body)
{
    return state->rest[body].isGiven ? &state->given[body] : NULL;
}

static bool isJumping(const vlModel* model, const vlState* state, int body)
{
    return state->rest[body].isPlaced && model->inertia[body].inverseMass > 0.0;
}

// A handle that a device places in every step makes a way all the same.
static void notePlaced(const vlModel* model, const vlState* state, vlContact* c)
{
    int a = c->head.bodyA, b = c->head.bodyB;
    bool isAnyDynamic = model->inertia[a].inverseMass > 0.0 || model->inertia[b].inverseMass > 0.0;
    c->isPlaced = isAnyDynamic && (state->rest[a].isPlaced || state->rest[b].isPlaced);
    c->hasJumped = isJumping(model, state, a) || isJumping(model, state, b);
}

static vlForceElement evaluate(const vlModel* model, vlState* state, vlWork* work, int slot,
                               const vlMotion* motions, double elapsed, bool remember)
{
    (void)elapsed; // prepare() has the time, keep() the memory
    vlContact* c = &work->current->contact[slot];
    vlContactBody a;
    vlContactBody b;
    vlContacts_BodiesOf(model, state, work, motions, c, &a, &b);
    if (remember) {
        a.given = givenTo(state, c->head.bodyA);
        b.given = givenTo(state, c->head.bodyB);
    }
    double load = vlContacts_LoadOf(work, c, &a, &b);
    const vlTouchMemory* touch = &state->pair[c->pair].touch;
    bool isAnyDynamic = model->inertia[c->head.bodyA].inverseMass > 0.0 ||
                        model->inertia[c->head.bodyB].inverseMass > 0.0;
    c->canBounce = isAnyDynamic && !touch->isTouching;
    c->hasBounced = false;
    c->withheld = touch->offset;
    c->springForce = c->stiffness = 0.0;
    c->springForceBefore = vlContacts_SpringForceBefore(state, work, slot);
    c->stiffnessBefore = touch->stiffness;
    notePlaced(model, state, c);
    if (vlContacts_EvaluatePoint(model, state, work, slot, &a, &b, remember)) {
        c->withheld = 0.0;
    } else if (load > 0.0) {
        vlContact_Evaluate(c, &work->context, &a, &b, vlContacts_SurfaceOf(model, c), load,
                           vlContacts_MemoryBefore(state, work, slot));
    } else { // frozen, and nothing else can move either
        clear(c);
    }
    work->info.limitedContacts += c->gains.isLimited;
    work->info.overloadedContacts += isOverloaded(model, c);
    vlForceElement e = {c->head.bodyA, c->head.bodyB, c->volume.origin, c->wrench};
    return e;
}

// Not before all are evaluated: a contact may use the memory of its neighbour in a union.
static void keep(vlState* state, const vlWork* work, int slot)
{
    const vlContact* c = &work->current->contact[slot];
    state->pair[c->pair].friction = c->memory;
    state->pair[c->pair].touch.offset = c->withheld;
    state->pair[c->pair].touch.springForce = c->springForce;
    state->pair[c->pair].touch.stiffness = c->stiffness;
    state->pair[c->pair].touch.isTouching = !c->hasBounced;
}

static void silence(const vlModel* model, vlState* state, vlWork* work, int slot)
{
    (void)model;
    vlContact* c = &work->current->contact[slot];
    clear(c);
    vlContacts_Forget(&state->pair[c->pair]);
}

// ---- reading ----

static double energy(const vlState* state, const vlWork* work, int slot)
{
    (void)state;
    const vlContact* c = &work->current->contact[slot];
    bool isDeep = c->volume.area > 0.0 && c->volume.volume > 0.0; // a foreseen one may not be
    double mean = isDeep ? c->volume.volume / c->volume.area : 0.0;
    double depth = c->isPoint ? vlPoint_Depth(&c->volume) : mean;
    return 0.5 * c->gains.kN * depth * depth;
}

const vlElementKind vlContactKind = {.name = "contact",
                                     .list = list,
                                     .prepare = prepare,
                                     .evaluate = evaluate,
                                     .keep = keep,
                                     .begin = vlContactStep_Begin,
                                     .linearise = vlContactStep_Linearise,
                                     .respond = vlContactStep_Respond,
                                     .check = vlContactStep_Check,
                                     .exceeds = vlContactStep_Exceeds,
                                     .takeBack = vlContactStep_TakeBack,
                                     .change = vlContactStep_Change,
                                     .finish = vlContactStep_Finish,
                                     .silence = silence,
                                     .energy = energy};
