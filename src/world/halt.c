// SPDX-License-Identifier: MIT
// A contact holds a body where it was expected to touch. A body that turns far in the step touches
// elsewhere as well, and a joint leads it where nobody expected it. So the way that the step really
// made is looked at once more. Where a piece went through another, its body halts at the touch, and
// the next step finds the contact there, with the right levers. Velocities, and with them all
// momentum, stay as they were solved for; only the rest of the way is not made.

#include "world/halt.h"

#include "base/sets.h"

// Parts of the thickness of the thinner piece: beyond which way a pair is looked at, which depth
// counts as passing, at which depth a body halts, and how near to it the search for it ends.
#define SWIFT 0.25
#define PASSED 0.25
#define HALTED 0.05
#define NEAR 0.025
#define MAX_ADVANCES 64
#define MAX_ROUNDS 8
// How often a displacement is doubled that is to part two pieces.
#define MAX_DOUBLINGS 3

typedef struct Halt {
    const vlModel* model;
    vlState* state;
    vlWork* work;
    double step;
} Halt;

// Two pieces whose way is looked at.
typedef struct Way {
    int a, b;
    uint32_t pieceA, pieceB;
    double thickness; // m, of the thinner
    vlVec3 aside;     // unit, along which B is moved aside
    double depth;     // m, at the start of the step, along it
    vlPairCache cache;
} Way;

static bool isMoved(const Halt* h, int body)
{
    return h->model->inertia[body].inverseMass > 0.0 && !h->work->implicit.isStill[body] &&
           !h->state->isFrozen[body];
}

// The motion of a body `time` seconds into the step; it ends where the body halts.
static vlMotion motionAfter(const Halt* h, int body, double time)
{
    const vlInertia* inertia = &h->model->inertia[body];
    vlMotion m = h->work->start[body];
    if (isMoved(h, body)) {
        double until = h->work->halt.until[body];
        double t = time < until ? time : until;
        m.velocity = h->state->motion[body].velocity;
        m.spin = h->state->motion[body].spin;
        m.centre = vlMulAdd(m.centre, t, m.velocity);
        m.omega = vlInertia_Omega(inertia, vlMatFromQuat(m.rotation), m.spin);
        if (t > 0.0 && h->work->implicit.solver.isSolved[body]) {
            vlMotion_RotateHeld(inertia, &m, t);
        } else if (t > 0.0) {
            vlMotion_Rotate(inertia, &m, t, VL_TURNING_PLAIN);
        }
    } else if (inertia->isDriven && !h->state->isFrozen[body]) {
        vlMotion_Drive(&m, time);
    }
    return m;
}

// How the body goes on from there.
static vlSweep sweepFrom(const Halt* h, int body, const vlMotion* m, double time)
{
    vlSweep s = {.centre = m->centre};
    bool isDriven = h->model->inertia[body].isDriven && !h->state->isFrozen[body];
    if (isDriven || (isMoved(h, body) && time < h->work->halt.until[body])) {
        s.velocity = m->velocity;
        s.omega = m->omega;
        s.turn = vlLength(m->omega) * h->model->slot[body].radius;
    }
    return s;
}

static vlPlaced placedAt(const Halt* h, int body, uint32_t piece, const vlMotion* m)
{
    const vlBodySlot* slot = &h->model->slot[body];
    vlMat3 R = vlMatFromQuat(m->rotation);
    vlPlaced placed = {&slot->shape->pieces[piece], R,
                       vlSub(m->centre, vlMulMV(R, slot->centroidB))};
    return placed;
}

// The next time at which one of the two halts, or the end of the step.
static double nextChange(const Halt* h, const Way* w, double time)
{
    const double* until = h->work->halt.until;
    double next = h->step;
    next = until[w->a] > time && until[w->a] < next ? until[w->a] : next;
    next = until[w->b] > time && until[w->b] < next ? until[w->b] : next;
    return next;
}

// How long the pieces stay apart if B is moved aside by `distance`: all of the step, or the time at
// which they come nearer than `near`. Negative if they are not apart at its start. (T10.4) with
// (T10.11)
static double openUntil(const Halt* h, Way* w, double distance, double near)
{
    double t = 0.0;
    vlVec3 shift = vlScale(w->aside, distance);
    for (int i = 0; i < MAX_ADVANCES && t < h->step; ++i) {
        vlMotion ma = motionAfter(h, w->a, t);
        vlMotion mb = motionAfter(h, w->b, t);
        vlPlaced a = placedAt(h, w->a, w->pieceA, &ma);
        vlPlaced b = placedAt(h, w->b, w->pieceB, &mb);
        vlPlaced moved = b;
        moved.origin = vlAdd(b.origin, shift);
        vlVec3 n;
        double gap = vlPair_FindGap(&a, &moved, &w->cache, &n);
        if (!(gap > near) || !(vlDot(n, n) > 0.5)) {
            return i > 0 ? t : -1.0;
        }
        vlSweep sa = sweepFrom(h, w->a, &ma, t);
        vlSweep sb = sweepFrom(h, w->b, &mb, t);
        double next = nextChange(h, w, t);
        double open = vlSweep_OpenTime(&a, &b, &sa, &sb, n, gap - 0.5 * near, next - t);
        t = open < next - t ? t + open : next;
    }
    return t;
}

// The volume of the pieces at a time when they overlap, for the direction in which they part by the
// shortest way; false if there is none.
static bool overlapAt(const Halt* h, const Way* w, double time, vlContactVolume* volume)
{
    vlMotion ma = motionAfter(h, w->a, time);
    vlMotion mb = motionAfter(h, w->b, time);
    vlPlaced a = placedAt(h, w->a, w->pieceA, &ma);
    vlPlaced b = placedAt(h, w->b, w->pieceB, &mb);
    vlPairCache cache = {.touching = true};
    return vlPair_Collide(&a, &b, &h->model->def.contact, &cache, h->work->scratch, NULL, volume) !=
           VL_PAIR_APART;
}

// A gap along a direction that surely is not used up: nothing else needs to be looked at. A body
// that halts does not make the whole way, so the other's way must be followed then.
static bool staysOpen(const Halt* h, const Way* w, const vlPlaced* a, const vlPlaced* b, double gap)
{
    const double* until = h->work->halt.until;
    if (until[w->a] < h->step || until[w->b] < h->step) {
        return false;
    }
    vlMotion ma = motionAfter(h, w->a, 0.0);
    vlMotion mb = motionAfter(h, w->b, 0.0);
    vlSweep sa = sweepFrom(h, w->a, &ma, 0.0);
    vlSweep sb = sweepFrom(h, w->b, &mb, 0.0);
    return vlSweep_OpenTime(a, b, &sa, &sb, w->aside, gap, h->step) >= h->step;
}

static double gapOfSpheres(const vlPlaced* a, const vlPlaced* b)
{
    vlVec3 ca = vlAdd(vlMulMV(a->rotation, a->convex->centre), a->origin);
    vlVec3 cb = vlAdd(vlMulMV(b->rotation, b->convex->centre), b->origin);
    return vlLength(vlSub(cb, ca)) - a->convex->radius - b->convex->radius;
}

// Chooses a direction and a depth along it that part the pieces at the start of the step. False if
// there is none, or if the pieces need not be looked at further.
static bool setAside(const Halt* h, Way* w)
{
    const double* way = h->work->halt.way;
    vlPlaced a = vlWork_Placed(h->model, h->work, (uint32_t)w->a, w->pieceA);
    vlPlaced b = vlWork_Placed(h->model, h->work, (uint32_t)w->b, w->pieceB);
    vlContactVolume volume;
    if (gapOfSpheres(&a, &b) > way[w->a] + way[w->b]) {
        return false;
    }
    double gap = vlPair_FindGap(&a, &b, &w->cache, &w->aside);
    w->depth = 0.0;
    if (gap > 0.0 && vlDot(w->aside, w->aside) > 0.5) {
        return !staysOpen(h, w, &a, &b, gap + (PASSED - NEAR) * w->thickness);
    }
    if (!overlapAt(h, w, 0.0, &volume)) {
        return false;
    }
    w->aside = volume.normal;
    w->depth = volume.highest - volume.lowest;
    for (int i = 0; i < MAX_DOUBLINGS; ++i) {
        vlVec3 n;
        vlPlaced moved = b;
        moved.origin = vlMulAdd(b.origin, w->depth + HALTED * w->thickness, w->aside);
        if (vlPair_FindGap(&a, &moved, &w->cache, &n) > NEAR * w->thickness) {
            return true;
        }
        w->depth *= 2.0;
    }
    return false;
}

// When the pieces touch, if they pass in this step; otherwise the length of the step. They pass if
// they come deeper than PASSED both along the direction in which they were apart and along that in
// which they would part: what slides over the edge of a tile meets its side, but is not deep below
// its top.
static double touchOfPassing(const Halt* h, Way* w)
{
    vlContactVolume volume;
    if (!setAside(h, w)) {
        return h->step;
    }
    double near = NEAR * w->thickness;
    double deep = w->depth + PASSED * w->thickness;
    double passed = openUntil(h, w, deep, near);
    if (passed < 0.0 || !(passed < h->step)) {
        return h->step;
    }
    vlVec3 first = w->aside;
    if (overlapAt(h, w, passed, &volume)) {
        w->aside = volume.normal;
        double again = openUntil(h, w, deep, near);
        if (again < 0.0 || !(again < h->step)) {
            return h->step;
        }
        w->aside = first;
    }
    double touch = openUntil(h, w, w->depth + HALTED * w->thickness, near);
    return touch < 0.0 ? h->step : touch;
}

// ---- who halts ----

// Bodies on joints halt together: a joint would otherwise be torn apart.
static void groupByJoints(const Halt* h)
{
    int* group = h->work->halt.group;
    vlSets_Begin(group, h->model->bodies.used);
    for (int i = 0; i < h->state->head->elements[VL_KIND_JOINT].used; ++i) {
        const vlElementHead* joint = &h->state->joint[i].head;
        if (joint->id.isTaken && joint->bodyA >= 0 && isMoved(h, joint->bodyA) &&
            isMoved(h, joint->bodyB)) {
            vlSets_Join(group, joint->bodyA, joint->bodyB);
        }
    }
    for (int i = 0; i < h->model->bodies.used; ++i) {
        group[i] = vlSets_Find(group, i);
    }
}

// True if the body moved beyond this time.
static bool halt(const Halt* h, int body, double time, int round)
{
    vlHaltWork* k = &h->work->halt;
    if (!isMoved(h, body) || !(k->until[body] > time)) {
        return false;
    }
    for (int i = 0; i < h->model->bodies.used; ++i) {
        if (k->group[i] == k->group[body] && isMoved(h, i)) {
            k->until[i] = time;
            k->round[i] = round;
        }
    }
    return true;
}

// Looks at all pairs that are fast for their thickness; in a later round only at those of bodies
// that were made to halt in the round before, since what follows them may now run into them.
static bool haltInRound(const Halt* h, int round)
{
    vlHaltWork* k = &h->work->halt;
    bool isAny = false;
    for (int i = 0; i < h->state->head->pairCount; ++i) {
        const vlNearPair* pair = &h->state->pair[i];
        Way w = {.a = (int)vlPairKey_BodyA(pair->key),
                 .b = (int)vlPairKey_BodyB(pair->key),
                 .pieceA = vlPairKey_PieceA(pair->key),
                 .pieceB = vlPairKey_PieceB(pair->key)};
        if (vlSamples_IsPair(h->model, pair->key)) {
            continue;
        }
        const vlConvex* a = &h->model->slot[w.a].shape->pieces[w.pieceA];
        const vlConvex* b = &h->model->slot[w.b].shape->pieces[w.pieceB];
        w.thickness = a->thickness < b->thickness ? a->thickness : b->thickness;
        bool isSwift = k->way[w.a] + k->way[w.b] > SWIFT * w.thickness;
        bool isDue = round == 0 || k->round[w.a] == round - 1 || k->round[w.b] == round - 1;
        if (!isSwift || !isDue || !(isMoved(h, w.a) || isMoved(h, w.b))) {
            continue;
        }
        w.cache.gjk = pair->cache.gjk;
        double time = touchOfPassing(h, &w);
        if (time < h->step) {
            bool isA = halt(h, w.a, time, round);
            bool isB = halt(h, w.b, time, round);
            isAny = isAny || isA || isB;
        }
    }
    return isAny;
}

// The longest way that a point of each body made, and whether any is long for the thinnest piece.
static bool measureWays(const Halt* h)
{
    vlHaltWork* k = &h->work->halt;
    double longest = 0.0;
    double thinnest = HUGE_VAL;
    for (int i = 0; i < h->model->bodies.used; ++i) {
        const vlBodySlot* slot = &h->model->slot[i];
        const vlMotion* m = &h->state->motion[i];
        bool isMoving = isMoved(h, i) || h->model->inertia[i].isDriven;
        k->way[i] = 0.0;
        k->until[i] = h->step;
        k->round[i] = -1;
        if (slot->shape != NULL) {
            thinnest = slot->thinnest < thinnest ? slot->thinnest : thinnest;
            if (isMoving) {
                k->way[i] = h->step * (vlLength(m->velocity) + slot->radius * vlLength(m->omega));
                longest = k->way[i] > longest ? k->way[i] : longest;
            }
        }
    }
    return 2.0 * longest > SWIFT * thinnest;
}

void vlHalt_Bodies(const vlModel* model, vlState* state, vlWork* work)
{
    Halt h = {model, state, work, model->def.step};
    if (!measureWays(&h)) {
        return;
    }
    groupByJoints(&h);
    bool isAny = false;
    bool isChanged = true;
    for (int round = 0; round < MAX_ROUNDS && isChanged; ++round) {
        isChanged = haltInRound(&h, round);
        isAny = isAny || isChanged;
    }
    for (int i = 0; i < model->bodies.used && isAny; ++i) {
        if (work->halt.until[i] < h.step) {
            state->motion[i] = motionAfter(&h, i, h.step);
        }
    }
}
