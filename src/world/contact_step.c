// SPDX-License-Identifier: MIT
// Contacts in an implicit step. What a contact is and what it exerts is in contact/; this file
// gives it its bodies, its surface and its memory, takes its wrench, and books its work.

#include "world/contact_step.h"

#include "contact/alone.h"
#include "contact/patch.h"
#include "world/contact_find.h"
#include "world/contact_kind.h"
#include "world/contact_union.h"
#include "world/ledger.h"
#include "world/point_memory.h"

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

static bool isHeld(const vlState* state, const vlContact* c)
{
    for (int i = 0; i < state->head->elements[VL_KIND_COUPLING].used; ++i) {
        const vlElementHead* coupling = &state->coupling[i].head;
        if (coupling->id.isTaken &&
            (coupling->bodyB == c->head.bodyA || coupling->bodyB == c->head.bodyB)) {
            return true;
        }
    }
    return false;
}

void vlContactStep_Begin(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at)
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
        c->isPlaced = false;
        c->stiffnessBefore = 0.0;
        if (!vlContacts_EvaluatePoint(model, state, work, at->slot, &a, &b, true)) {
            vlContact_Evaluate(c, &work->context, &a, &b, surface, 1.0, before);
        }
        work->implicit.elements.line[at->index].origin = c->volume.origin;
        bed->isExplicit = true;
    } else {
        vlBed_Begin(bed, c, &work->context, &a, &b, surface, before, &state->pair[c->pair].touch);
        bed->isAlone = vlContacts_LoadOf(work, c, &a, &b) <= 1.0;
        bed->isHeld = !bed->isAlone && isHeld(state, c);
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

void vlContactStep_Linearise(const vlModel* model, vlState* state, vlWork* work,
                             const vlElementAt* at, const vlTwist* trial, bool isFirst,
                             vlImplicitElement* line)
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

double vlContactStep_Respond(const vlModel* model, vlState* state, vlWork* work,
                             const vlElementAt* at, const vlTwist* trial, vlBoundUse bound,
                             vlImplicitElement* line)
{
    (void)model, (void)state;
    vlBed* bed = &work->implicit.bed[at->slot];
    const vlContact* c = &work->current->contact[at->slot];
    if (isSettled(bed)) { // two_rate may have written its line
        return 0.0;
    }
    line->about = vlTwist_OfLink(at->link, trial, work->start, c->volume.origin);
    vlRelative r = vlRelative_Of(&c->volume, line->about.linear, line->about.angular);
    return vlPatch_Respond(bed, c, &work->context, &work->implicit.pool, &r, bound, line);
}

vlAgain vlContactStep_Check(const vlModel* model, vlState* state, vlWork* work,
                            const vlElementAt* at, const vlTwist* trial, int solvesLeft)
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
int vlContactStep_Exceeds(const vlModel* model, const vlState* state, const vlWork* work,
                          const vlElementAt* at, const vlTwist* trial, int round,
                          vlWrench ways[VL_WAYS])
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

void vlContactStep_TakeBack(const vlModel* model, vlState* state, vlWork* work,
                            const vlElementAt* at, const vlTwist* trial, int round, int part,
                            const vlTwist response[VL_WAYS], double aim, double amounts[VL_WAYS])
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

void vlContactStep_Change(vlWork* work, int slot, int part, const double amounts[VL_WAYS])
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

double vlContactStep_Finish(const vlModel* model, vlState* state, vlWork* work,
                            const vlElementAt* at, const vlTwist* after, const vlTwist* means)
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
