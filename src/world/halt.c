// SPDX-License-Identifier: MIT
// A contact holds a body where it was expected to touch. But a body that turns far in the step
// touches elsewhere as well, and a joint may lead it to where it was not expected. So the motion
// that the step has really made is looked at once more. If a piece went through another, its body
// halts where they touch, and the next step finds the contact there, with the right levers.
// Only the rest of the way is left out. Velocities, and with them all momentum, stay as they were
// solved for, but for what a fall along that rest of the way gave (T10.14).
//
// The number of looks in a step is limited. What one pair does not need is shared by those after
// it. If the looks do not suffice, bodies halt where it is certain that nothing has passed.
// (T10.13)

#include "world/halt.h"

#include "base/sets.h"
#include "world/halt_pair.h"

#define MAX_ROUNDS 8

// ---- which bodies halt ----

// Bodies on joints halt together: a joint would otherwise be torn apart.
static void groupByJoints(const vlHalting* h)
{
    int* group = h->work->halt.group;
    vlSets_Begin(group, h->model->bodies.used);
    for (int i = 0; i < h->state->head->elements[VL_KIND_JOINT].used; ++i) {
        const vlElementHead* joint = &h->state->joint[i].head;
        if (joint->id.isTaken && joint->bodyA >= 0 && vlHalting_IsMoved(h, joint->bodyA) &&
            vlHalting_IsMoved(h, joint->bodyB)) {
            vlSets_Join(group, joint->bodyA, joint->bodyB);
        }
    }
    for (int i = 0; i < h->model->bodies.used; ++i) {
        group[i] = vlSets_Find(group, i);
    }
}

// Makes a body halt, with all bodies of its group. True if it would have moved beyond this time.
static bool halt(const vlHalting* h, int body, double time, int round)
{
    vlHaltWork* k = &h->work->halt;
    if (!vlHalting_IsMoved(h, body) || !(vlHalting_Until(h, body) > time)) {
        return false;
    }
    k->until[k->group[body]] = time;
    k->round[k->group[body]] = round;
    return true;
}

// How long a body moves in this step.
static double movesUntil(const vlHalting* h, int body)
{
    if (vlHalting_IsMoved(h, body)) {
        return vlHalting_Until(h, body);
    }
    return h->model->inertia[body].isDriven ? h->step : 0.0;
}

// Is the pair to be looked at in this round? In the first round, every pair that moves far compared
// with its thickness is. Later, only the pairs of bodies that were made to halt in the round before
// are, because a body that moves on longer may now run into them.
static bool isDue(const vlHalting* h, const vlHaltPair* p, int round)
{
    const vlHaltWork* k = &h->work->halt;
    bool isA = vlHalting_IsMoved(h, p->a);
    bool isB = vlHalting_IsMoved(h, p->b);
    if (!isA && !isB) {
        return false;
    }
    if (round > 0) {
        double a = movesUntil(h, p->a);
        double b = movesUntil(h, p->b);
        double seen = isA && isB ? (a < b ? a : b) : (isA ? a : b);
        bool isChanged =
            k->round[k->group[p->a]] == round - 1 || k->round[k->group[p->b]] == round - 1;
        if (!isChanged || !(a > seen || b > seen)) {
            return false;
        }
    }
    return vlHaltPair_IsSwift(h, p);
}

static int countDue(const vlHalting* h, int round)
{
    int count = 0;
    for (int i = 0; i < h->state->head->pairCount; ++i) {
        vlHaltPair p = vlHaltPair_Of(h, &h->state->pair[i]);
        count += isDue(h, &p, round);
    }
    return count;
}

// Looks at all pairs that are due, in their order. Each gets at least an equal part of the looks
// that are left. Returns whether any body was made to halt; `*left` is below zero if the looks did
// not suffice for all pairs.
static bool haltInRound(const vlHalting* h, int round, int due, int* left)
{
    bool isAny = false;
    for (int i = 0; i < h->state->head->pairCount; ++i) {
        vlHaltPair p = vlHaltPair_Of(h, &h->state->pair[i]);
        if (!isDue(h, &p, round)) {
            continue;
        }
        int share = *left / (due > 1 ? due : 1);
        if (share < VL_HALT_LEAST_LOOKS) {
            *left = -1;
            return isAny;
        }
        p.looks = share;
        p.cache.gjk = h->state->pair[i].cache.gjk;
        double time = vlHaltPair_TouchOfPassing(h, &p);
        h->work->halt.looks += share - p.looks;
        h->work->halt.spent += p.isSpent;
        *left -= share - p.looks;
        --due;
        if (time < h->step) {
            bool isA = halt(h, p.a, time, round);
            bool isB = halt(h, p.b, time, round);
            isAny = isAny || isA || isB;
        }
    }
    return isAny;
}

// For when it is not known which bodies run into those that halted in round `since` or later. All
// bodies that might do so halt with them, at the earliest of their times: until then, everything
// moved as it did when every pair was looked at.
static void haltTogether(const vlHalting* h, int since)
{
    vlHaltWork* k = &h->work->halt;
    int bodies = h->model->bodies.used;
    // Each body for itself from now on; the first of a group has the lowest number.
    for (int i = bodies - 1; i >= 0; --i) {
        k->until[i] = k->until[k->group[i]];
        k->round[i] = k->round[k->group[i]];
    }
    for (int i = 0; i < h->state->head->pairCount; ++i) {
        vlHaltPair p = vlHaltPair_Of(h, &h->state->pair[i]);
        if (vlHalting_IsMoved(h, p.a) && vlHalting_IsMoved(h, p.b) && vlHaltPair_IsSwift(h, &p)) {
            vlSets_Join(k->group, p.a, p.b);
        }
    }
    double* earliest = k->way; // of each set; ways are not needed any more
    for (int i = 0; i < bodies; ++i) {
        int first = vlSets_Find(k->group, i);
        bool isEarlier = first == i || k->until[i] < earliest[first];
        earliest[first] = isEarlier ? k->until[i] : earliest[first];
        k->round[first] = k->round[i] > k->round[first] ? k->round[i] : k->round[first];
    }
    for (int i = 0; i < bodies; ++i) {
        int first = vlSets_Find(k->group, i);
        k->until[i] = k->round[first] >= since ? earliest[first] : k->until[i];
    }
    vlSets_Begin(k->group, bodies);
}

// Could any body move far compared with the thinnest piece? Squares suffice here, and a world at
// rest pays for no more than this.
static bool isAnySwift(const vlHalting* h)
{
    double fastest = 0.0;
    double thinnest = HUGE_VAL;
    for (int i = 0; i < h->model->bodies.used; ++i) {
        const vlBodySlot* slot = &h->model->slot[i];
        const vlMotion* m = &h->state->motion[i];
        if (slot->shape != NULL) {
            double turn = slot->radius * slot->radius * vlDot(m->omega, m->omega);
            double square = vlDot(m->velocity, m->velocity) + turn;
            thinnest = slot->thinnest < thinnest ? slot->thinnest : thinnest;
            fastest = square > fastest ? square : fastest;
        }
    }
    // (v + w r)^2 is at most twice the sum of squares, and the ways of two bodies add up.
    double least = VL_HALT_SWIFT * thinnest;
    return 8.0 * h->step * h->step * fastest > least * least;
}

// The longest way that a point of each body made.
static void measureWays(const vlHalting* h)
{
    vlHaltWork* k = &h->work->halt;
    for (int i = 0; i < h->model->bodies.used; ++i) {
        const vlBodySlot* slot = &h->model->slot[i];
        const vlMotion* m = &h->state->motion[i];
        bool isMoving = vlHalting_IsMoved(h, i) || h->model->inertia[i].isDriven;
        k->way[i] = 0.0;
        k->until[i] = h->step;
        k->round[i] = -1;
        if (slot->shape != NULL && isMoving) {
            // However far a point turns, it ends within a diameter of where it was.
            double turn = h->step * vlLength(m->omega);
            turn = turn < 2.0 ? turn : 2.0;
            k->way[i] = h->step * vlLength(m->velocity) + slot->radius * turn;
        }
    }
}

// A body that halts is late. It has not fallen the rest of its way, so it has not got the energy of
// that fall either; as much is taken off what it falls with, and no more than that. (T10.14)
static void leaveOutFall(const vlHalting* h, vlMotion* m, double rest)
{
    vlVec3 gravity = h->state->head->gravity;
    double g = vlLength(gravity);
    double speed = g > 0.0 ? vlDot(m->velocity, gravity) / g : 0.0;
    if (speed > 0.0) {
        double square = speed * speed - 2.0 * g * rest * speed;
        double slower = square > 0.0 ? sqrt(square) : 0.0;
        m->velocity = vlMulAdd(m->velocity, (slower - speed) / g, gravity);
    }
}

void vlHalt_Bodies(const vlModel* model, vlState* state, vlWork* work)
{
    vlHalting h = {model, state, work, model->def.step};
    work->halt.looks = 0;
    work->halt.spent = 0;
    work->halt.isTogether = false;
    if (!isAnySwift(&h)) {
        return;
    }
    measureWays(&h);
    groupByJoints(&h);
    int due = countDue(&h, 0);
    int left = VL_HALT_SHARED_LOOKS + VL_HALT_LEAST_LOOKS * due;
    int round = 0;
    bool isAny = false;
    while (due > 0 && left >= 0 && round < MAX_ROUNDS) {
        bool isChanged = haltInRound(&h, round, due, &left);
        isAny = isAny || isChanged;
        ++round;
        due = isChanged ? countDue(&h, round) : 0;
    }
    work->halt.isTogether = due > 0 || left < 0;
    if (work->halt.isTogether) {
        haltTogether(&h, round - 2);
    }
    for (int i = 0; i < model->bodies.used && isAny; ++i) {
        if (vlHalting_IsMoved(&h, i) && vlHalting_Until(&h, i) < h.step) {
            vlFollowed f = vlFollowed_Begin(&h, i);
            vlFollowed_Advance(&h, &f, h.step);
            state->motion[i] = f.motion;
            leaveOutFall(&h, &state->motion[i], h.step - vlHalting_Until(&h, i));
        }
    }
}
