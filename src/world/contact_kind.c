// SPDX-License-Identifier: MIT
// Contacts as force elements. What a contact is and what it exerts is in contact/; this file gives
// it its bodies, its surface and its memory, and takes its wrench.

#include "contact/alone.h"
#include "contact/restitution.h"
#include "world/contact_find.h"
#include "world/contact_union.h"
#include "world/ledger.h"
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

// The count on the busier of the two bodies; 0 if neither can move.
static double loadOf(const vlWork* work, const vlContact* c, const vlContactBody* a,
                     const vlContactBody* b)
{
    double loadA = a->inverseMass > 0.0 ? work->load[c->head.bodyA] : 0.0;
    double loadB = b->inverseMass > 0.0 ? work->load[c->head.bodyB] : 0.0;
    double load = loadA > loadB ? loadA : loadB;
    return load > 0.0 && load < 1.0 ? 1.0 : load;
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

// False if the surface has no law of one point for this contact. It takes one sample per step:
// between two of them, in the stages of RK4, nobody feels the force and it moves nothing.
static bool evaluatePoint(const vlModel* model, const vlState* state, vlWork* work, int slot,
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
    double load = loadOf(work, c, &a, &b);
    const vlTouchMemory* touch = &state->pair[c->pair].touch;
    bool isAnyDynamic = model->inertia[c->head.bodyA].inverseMass > 0.0 ||
                        model->inertia[c->head.bodyB].inverseMass > 0.0;
    c->canBounce = isAnyDynamic && !touch->isTouching;
    c->hasBounced = false;
    c->withheld = touch->offset;
    if (evaluatePoint(model, state, work, slot, &a, &b, remember)) {
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
    state->pair[c->pair].touch.isTouching = !c->hasBounced;
}

// ---- implicit ----

static bool moves(const vlModel* model, const vlWork* work, int body)
{
    return model->inertia[body].inverseMass > 0.0 && !work->implicit.isStill[body];
}

// For bodies that do not move now: the contact keeps the force with which it was last computed;
// none if a body is frozen.
static void describeIdle(const vlState* state, vlContact* c)
{
    const vlNearPair* pair = &state->pair[c->pair];
    bool isFrozen = state->isFrozen[c->head.bodyA] || state->isFrozen[c->head.bodyB];
    bool isKept =
        c->memory.mode == pair->friction.mode && c->normalForce == pair->touch.normalForce;
    if (!isKept || isFrozen) {
        c->memory = pair->friction;
        c->normalForce = isFrozen ? 0.0 : pair->touch.normalForce;
        c->centreOfPressure.x = c->centreOfPressure.y = c->frictionTorque = 0.0;
        c->frictionForce = vlZero();
        c->wrench.force = vlScale(c->volume.normal, c->normalForce);
        c->wrench.torque = vlZero();
    }
}

static void begin(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at)
{
    vlContact* c = &work->current->contact[at->slot];
    vlBed* bed = &work->implicit.bed[at->slot];
    bool isStill = !moves(model, work, c->head.bodyA) && !moves(model, work, c->head.bodyB);
    // A pointer feels contacts with bodies that forces never move; contacts of a sleeping body stay
    // as they are.
    bool isFelt = isStill && vlPoints_IsFelt(model, c);
    vlContactBody a;
    vlContactBody b;
    bed->isIdle = isStill && !isFelt;
    if (bed->isIdle) {
        describeIdle(state, c);
        return;
    }
    vlContacts_BodiesOf(model, state, work, work->start, c, &a, &b);
    const vlSurface* surface = vlContacts_SurfaceOf(model, c);
    const vlFrictionMemory* before = vlContacts_MemoryBefore(state, work, at->slot);
    if (isFelt) {
        // Between a pointer and a body that forces do not move either there is nothing to solve
        // for: the force is that at the start of the step. A hand feels no impulses.
        c->canBounce = false;
        c->withheld = 0.0;
        if (!evaluatePoint(model, state, work, at->slot, &a, &b, true)) {
            vlContact_Evaluate(c, &work->context, &a, &b, surface, 1.0, before);
        }
        work->implicit.elements.line[at->index].origin = c->volume.origin;
        bed->isExplicit = true;
    } else {
        vlBed_Begin(bed, c, &work->context, &a, &b, surface, before, &state->pair[c->pair].touch);
        bed->isAlone = loadOf(work, c, &a, &b) <= 1.0;
    }
    if (work->source.adjust != NULL) {
        work->source.adjust(work->source.user, model, state, work, at->slot);
    }
}

static bool isSettled(const vlBed* bed)
{
    return bed->isIdle || bed->isExplicit;
}

// The relative velocity of the two bodies in the frame of the contact.
static inline vlRelative relativeOf(const vlWork* work, const vlElementAt* at,
                                    const vlTwist* velocities)
{
    const vlContactVolume* v = &work->current->contact[at->slot].volume;
    vlTwist t = vlTwist_OfLink(at->link, velocities, work->start, v->origin);
    return vlRelative_Of(v, t.linear, t.angular);
}

// The velocity of a body at the end of the step if no element acts on it.
static vlTwist freeTwist(const vlModel* model, const vlState* state, const vlWork* work, int body)
{
    const vlMotion* m = &work->start[body];
    vlTwist t = {m->velocity, m->omega};
    if (moves(model, work, body)) {
        double h = model->def.step;
        const vlWrench* applied = &state->applied[body];
        double w = model->inertia[body].inverseMass;
        t.linear = vlMulAdd(t.linear, h, vlMulAdd(state->head->gravity, w, applied->force));
        t.angular =
            vlMulAdd(t.angular, h, vlMulMV(work->place[body].inverseInertiaW, applied->torque));
    }
    return t;
}

static void settleAlone(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                        const vlRelative* start, vlImplicitElement* line)
{
    const vlContact* c = &work->current->contact[at->slot];
    vlContactBody a;
    vlContactBody b;
    vlContacts_BodiesOf(model, state, work, work->start, c, &a, &b);
    a.inverseMass = moves(model, work, c->head.bodyA) ? a.inverseMass : 0.0;
    b.inverseMass = moves(model, work, c->head.bodyB) ? b.inverseMass : 0.0;
    vlTwist ta = freeTwist(model, state, work, c->head.bodyA);
    vlTwist tb = freeTwist(model, state, work, c->head.bodyB);
    vlTwist t = vlTwist_Between(&ta, a.motion->centre, &tb, b.motion->centre, c->volume.origin);
    vlRelative free = vlRelative_Of(&c->volume, t.linear, t.angular);
    vlBed_SettleAlone(&work->implicit.bed[at->slot], c, &work->context, &work->implicit.pool, &a,
                      &b, start, &free, line);
}

static void linearise(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                      const vlTwist* trial, bool isFirst, vlImplicitElement* line)
{
    vlBed* bed = &work->implicit.bed[at->slot];
    const vlContact* c = &work->current->contact[at->slot];
    if (!isSettled(bed)) {
        vlRelative r = relativeOf(work, at, trial);
        if (bed->isAlone) {
            settleAlone(model, state, work, at, &r, line);
            return;
        }
        vlBed_Linearise(bed, c, &work->context, &work->implicit.pool, &r, isFirst, !isFirst);
        vlBed_WriteLine(c, &bed->normal, &bed->friction, line);
    }
}

static vlAgain check(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                     const vlTwist* trial, int solvesLeft)
{
    (void)model, (void)state, (void)solvesLeft; // what it finds helps the next step too
    vlBed* bed = &work->implicit.bed[at->slot];
    if (isSettled(bed) || bed->isAlone) {
        return VL_AGAIN_NO;
    }
    vlRelative r = relativeOf(work, at, trial);
    return vlBed_Check(bed, &work->current->contact[at->slot], &work->context, &work->implicit.pool,
                       &r);
}

// Rounds in which all is bounded that a contact exerts; after them it is only the force of
// friction. Three steps of a thousand of a falling heap would not end otherwise.
#define FULL_ROUNDS 4

// What contacts that are not alone exert is bounded after the solve (bed_bound.c).
static int exceeds(const vlModel* model, const vlState* state, const vlWork* work,
                   const vlElementAt* at, const vlTwist* trial, int round, vlWrench ways[VL_WAYS])
{
    (void)model, (void)state;
    const vlBed* bed = &work->implicit.bed[at->slot];
    if (isSettled(bed) || bed->isAlone || (round == 0 && bed->isSure)) {
        return VL_BED_NEITHER;
    }
    vlRelative r = relativeOf(work, at, trial);
    const vlContact* c = &work->current->contact[at->slot];
    const vlContactVolume* v = &c->volume;
    vlBedPart part = vlBed_Exceeds(bed, c, &work->implicit.pool, &r, round >= FULL_ROUNDS);
    if (part == VL_BED_NORMAL) {
        ways[0] = (vlWrench){v->normal, vlZero()};
        ways[1] = (vlWrench){vlZero(), vlNeg(v->e2)};
        ways[2] = (vlWrench){vlZero(), v->e1};
    } else {
        ways[0] = (vlWrench){v->e1, vlZero()};
        ways[1] = (vlWrench){v->e2, vlZero()};
        ways[2] = (vlWrench){vlZero(), v->normal};
    }
    return part;
}

static void takeBack(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                     const vlTwist* trial, int round, int part, const vlTwist response[VL_WAYS],
                     double aim, double amounts[VL_WAYS])
{
    (void)model, (void)state;
    vlBed* bed = &work->implicit.bed[at->slot];
    const vlContact* c = &work->current->contact[at->slot];
    vlRelative r = relativeOf(work, at, trial);
    vlRelative moved[VL_WAYS];
    for (int i = 0; i < VL_WAYS; ++i) {
        moved[i] = vlRelative_Of(&c->volume, response[i].linear, response[i].angular);
    }
    if (part == VL_BED_NORMAL) {
        vlBed_PressAgain(bed, c, &r, moved, amounts);
    } else {
        vlBed_TakeBack(bed, &work->implicit.pool, &r, moved, round >= FULL_ROUNDS, aim, amounts);
    }
}

static void change(vlWork* work, int slot, int part, const double amounts[VL_WAYS])
{
    vlBed_Change(&work->implicit.bed[slot], (vlBedPart)part, amounts);
}

// For a contact that a pointer feels, the work of the damper is not separated from that of the
// spring.
static double finishFelt(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                         const vlTwist* means)
{
    vlLedger* ledger = &work->ledger;
    const vlContact* c = &work->current->contact[at->slot];
    vlRelative mean = relativeOf(work, at, means);
    vlTwist t = vlTwist_OfLink(at->link, means, work->start, c->volume.origin);
    double h = model->def.step;
    double friction = h * (vlDot(c->frictionForce, t.linear) + c->frictionTorque * mean.spin);
    double springs = h * vlPower_Of(c->wrench, t) - friction;
    double driven = vlLedger_DrivenWork(model, work, at, means, c->wrench);
    vlTouchMemory touch = {.normalForce = c->normalForce, .isTouching = true};
    state->pair[c->pair].touch = touch;
    state->pair[c->pair].friction = c->memory;
    return vlLedger_Book(ledger, &ledger->contactSprings, springs) +
           vlLedger_Book(ledger, &ledger->friction, friction) +
           vlLedger_Book(ledger, &ledger->driven, driven);
}

static double finish(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                     const vlTwist* after, const vlTwist* means)
{
    vlBed* bed = &work->implicit.bed[at->slot];
    vlContact* c = &work->current->contact[at->slot];
    if (bed->isIdle) {
        return 0.0;
    }
    if (bed->isExplicit) {
        return finishFelt(model, state, work, at, means);
    }
    vlRelative end = relativeOf(work, at, after);
    vlRelative mean = relativeOf(work, at, means);
    vlNearPair* pair = &state->pair[c->pair];
    vlContactWork w = vlBed_Finish(bed, c, &work->context, &end, &mean, &pair->touch);
    pair->friction = c->memory;
    if (c->volume.isForeseen && !(c->normalForce > 0.0)) {
        vlContacts_Forget(pair); // foreseen, and not come to pass
    }
    double driven = vlLedger_DrivenWork(model, work, at, means, c->wrench);
    vlLedger* ledger = &work->ledger;
    double booked = vlLedger_Book(ledger, &ledger->contactSprings, w.springs);
    booked += vlLedger_Book(ledger, &ledger->contactDampers, w.dampers);
    booked += vlLedger_Book(ledger, &ledger->friction, w.friction);
    booked += vlLedger_Book(ledger, &ledger->driven, driven);
    return booked;
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
                                     .begin = begin,
                                     .linearise = linearise,
                                     .check = check,
                                     .exceeds = exceeds,
                                     .takeBack = takeBack,
                                     .change = change,
                                     .finish = finish,
                                     .silence = silence,
                                     .energy = energy};
