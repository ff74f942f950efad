// SPDX-License-Identifier: MIT
// The end of an implicit step: what every element gave, what it did (booked at the mean of the
// velocities before and after), and what is remembered.

#include "world/implicit.h"

static double powerOf(vlWrench w, vlTwist t)
{
    return vlDot(w.force, t.linear) + vlDot(w.torque, t.angular);
}

// Work that reaches the bodies moved by forces through one that is not.
static double drivenWork(const vlWorld* world, int element, const vlTwist* mean, vlWrench w)
{
    static const vlTwist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    const vlLink link = world->work.implicit.link[element];
    const int ends[2] = {link.a, link.b};
    vlVec3 origin = world->work.implicit.element[element].origin;
    double work = 0.0;
    for (int i = 0; i < 2; ++i) {
        int body = ends[i];
        if (body >= 0 && world->model.inertia[body].isDriven) {
            vlVec3 centre = world->work.start[body].centre;
            vlTwist t = vlTwist_Between(&still, origin, &mean[body], centre, origin);
            work += (i == 0 ? 1.0 : -1.0) * world->def.step * powerOf(w, t);
        }
    }
    return work;
}

typedef struct Ends {
    const vlTwist* after;
    const vlTwist* mean;
} Ends;

// A contact on the explicit path: its damper is not told from its spring.
static double finishExplicit(vlWorld* world, int i, const vlTwist* means)
{
    vlLedger* ledger = &world->work.ledger;
    vlContact* c = &world->work.current->contact[i];
    vlRelative mean = vlImplicit_RelativeAt(world, means, i);
    vlTwist t = vlImplicit_TwistAt(world, means, world->work.implicit.link[i], c->volume.origin);
    double h = world->def.step;
    double friction = h * (vlDot(c->frictionForce, t.linear) + c->frictionTorque * mean.spin);
    double springs = h * powerOf(c->wrench, t) - friction;
    double driven = drivenWork(world, i, means, c->wrench);
    vlTouchMemory touch = {.normalForce = c->normalForce, .isTouching = true};
    world->state.pair[c->pair].touch = touch;
    world->state.pair[c->pair].friction = c->memory;
    return vlLedger_Book(ledger, &ledger->contactSprings, springs) +
           vlLedger_Book(ledger, &ledger->friction, friction) +
           vlLedger_Book(ledger, &ledger->driven, driven);
}

static double finishContacts(vlWorld* world, Ends ends)
{
    vlImplicitStep* k = &world->work.implicit;
    vlLedger* ledger = &world->work.ledger;
    vlContactContext context = vlImplicit_ContextOf(world);
    double booked = 0.0;
    for (int i = 0; i < k->springStart; ++i) {
        vlContact* c = &world->work.current->contact[i];
        if (k->bed[i].isIdle) {
            continue;
        }
        if (k->bed[i].isExplicit) {
            booked += finishExplicit(world, i, ends.mean);
            continue;
        }
        vlRelative end = vlImplicit_RelativeAt(world, ends.after, i);
        vlRelative mean = vlImplicit_RelativeAt(world, ends.mean, i);
        vlNearPair* pair = &world->state.pair[c->pair];
        vlContactWork w = vlBed_Finish(&k->bed[i], c, &context, &end, &mean, &pair->touch);
        pair->friction = c->memory;
        double driven = drivenWork(world, i, ends.mean, c->wrench);
        booked += vlLedger_Book(ledger, &ledger->contactSprings, w.springs);
        booked += vlLedger_Book(ledger, &ledger->contactDampers, w.dampers);
        booked += vlLedger_Book(ledger, &ledger->friction, w.friction);
        booked += vlLedger_Book(ledger, &ledger->driven, driven);
    }
    return booked;
}

static double finishSprings(vlWorld* world, Ends ends)
{
    vlImplicitStep* k = &world->work.implicit;
    vlLedger* ledger = &world->work.ledger;
    double booked = 0.0;
    int at = k->springStart;
    for (int i = 0; i < world->state.head->springSlots; ++i) {
        vlSpring* s = &world->state.spring[i];
        if (s->bodyB < 0) {
            continue;
        }
        const vlImplicitElement* e = &k->element[at];
        vlWrench w =
            vlImplicitElement_At(e, vlImplicit_TwistAt(world, ends.after, k->link[at], e->origin));
        if (!vlIsFinite(w.force) || !vlIsFinite(w.torque)) { // a body that will be frozen
            w.force = w.torque = vlZero();
        }
        world->work.springReport[i] = vlSpring_ReportAt(s, world->work.start, w);
        s->lastForce = w.force;
        double work = world->def.step *
                      powerOf(w, vlImplicit_TwistAt(world, ends.mean, k->link[at], e->origin));
        double driven = drivenWork(world, at, ends.mean, w);
        if (s->bodyA < 0) {
            driven = world->def.step * vlDot(w.force, s->velocityA);
            work -= driven;
        }
        booked += vlLedger_Book(ledger, &ledger->springs, work);
        booked += vlLedger_Book(ledger, &ledger->driven, driven);
        ++at;
    }
    return booked;
}

static double finishJoints(vlWorld* world, Ends ends)
{
    vlImplicitStep* k = &world->work.implicit;
    vlLedger* ledger = &world->work.ledger;
    double booked = 0.0;
    int at = k->jointStart;
    for (int i = 0; i < world->state.head->jointSlots; ++i) {
        vlJoint* j = &world->state.joint[i];
        if (j->bodyB < 0) {
            continue;
        }
        vlVec3 origin = world->work.jointRows[i].origin;
        double joints;
        double motors;
        vlJoint_Finish(j, &world->work.jointRows[i], &k->element[at],
                       vlImplicit_TwistAt(world, ends.after, k->link[at], origin),
                       vlImplicit_TwistAt(world, ends.mean, k->link[at], origin), world->def.step,
                       &world->work.jointReport[i], &joints, &motors);
        double driven = drivenWork(world, at, ends.mean, world->work.jointReport[i].reaction);
        booked += vlLedger_Book(ledger, &ledger->joints, joints);
        booked += vlLedger_Book(ledger, &ledger->motors, motors);
        booked += vlLedger_Book(ledger, &ledger->driven, driven);
        ++at;
    }
    return booked;
}

static double finishCouplings(vlWorld* world, Ends ends)
{
    vlImplicitStep* k = &world->work.implicit;
    vlLedger* ledger = &world->work.ledger;
    double booked = 0.0;
    int at = k->couplingStart;
    for (int i = 0; i < world->state.head->couplingSlots; ++i) {
        vlVirtualCoupling* c = &world->state.coupling[i];
        if (c->body < 0) {
            continue;
        }
        const vlImplicitElement* e = &k->element[at];
        vlTwist after = vlImplicit_TwistAt(world, ends.after, k->link[at], e->origin);
        vlTwist mean = vlImplicit_TwistAt(world, ends.mean, k->link[at], e->origin);
        vlWrench w = vlImplicitElement_At(e, after);
        double driven = vlCoupling_WorkOfDevice(c, w);
        c->last = w;
        double springs = world->def.step * powerOf(w, mean) - driven;
        booked += vlLedger_Book(ledger, &ledger->springs, springs);
        booked += vlLedger_Book(ledger, &ledger->driven, driven);
        ++at;
    }
    return booked;
}

// What forces on levers added.
static double finishGeometric(vlWorld* world, Ends ends)
{
    const vlImplicitStep* k = &world->work.implicit;
    vlLedger* ledger = &world->work.ledger;
    double booked = 0.0;
    for (int at = k->geometricStart; at < k->count; ++at) {
        const vlImplicitElement* e = &k->element[at];
        vlWrench w =
            vlImplicitElement_At(e, vlImplicit_TwistAt(world, ends.after, k->link[at], e->origin));
        double work = world->def.step *
                      powerOf(w, vlImplicit_TwistAt(world, ends.mean, k->link[at], e->origin));
        booked += vlLedger_Book(ledger, &ledger->joints, work);
    }
    return booked;
}

void vlImplicit_Finish(void* user, const vlTwist* before, const vlTwist* after)
{
    vlWorld* world = user;
    vlTwist* mean = world->work.implicit.mean;
    for (int i = 0; i < world->model.slotCount; ++i) {
        mean[i].linear = vlScale(vlAdd(before[i].linear, after[i].linear), 0.5);
        mean[i].angular = vlScale(vlAdd(before[i].angular, after[i].angular), 0.5);
    }
    Ends ends = {after, mean};
    world->work.implicit.booked = finishContacts(world, ends) + finishSprings(world, ends) +
                                  finishJoints(world, ends) + finishCouplings(world, ends) +
                                  finishGeometric(world, ends);
}
