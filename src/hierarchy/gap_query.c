// SPDX-License-Identifier: MIT
// Finds which nodes of two hierarchies are near each other. A pair of nodes is clear if the nodes
// are farther apart than the distance; a contact if the errors of both add up to no more than the
// tolerance, or both are leaves; otherwise the node of the larger error is opened (T14.5). Each
// call begins with the pairs where the last one ended: a pair that was clear stays so while B has
// moved by less than it was clear by (T14.7), and two clear siblings are replaced by their parent
// if that is clear as well.

#include <string.h>

#include "base/arena.h"
#include "base/sentence.h"
#include "hierarchy/gap_parts.h"

// The work of looking at a pair, without its distance search, in rounds of that search.
#define LOOKING 0.125
// When a call has done its work, the tolerance is doubled, and again after each further
// DOUBLE_AFTER of it; after STOP_AFTER of it, nothing is refined any more.
#define DOUBLE_AFTER 0.03
#define STOP_AFTER 1.1

vlGapQueryDef vlDefaultGapQueryDef(void)
{
    vlGapQueryDef def = {.pairs = 20000, .contacts = 4000};
    return def;
}

// ---- life ----

static void layOut(vlArena* arena, vlGapQuery** query, vlGapQuery* q)
{
    *query = vlArena_Take(arena, 1, sizeof *q);
    q->pair = vlArena_Take(arena, 2 * (size_t)q->blocks, sizeof *q->pair);
    q->nextFree = vlArena_Take(arena, (size_t)q->blocks, sizeof *q->nextFree);
    q->stack = vlArena_Take(arena, (size_t)q->stackSize, sizeof *q->stack);
    q->contact = vlArena_Take(arena, (size_t)q->def.contacts, sizeof *q->contact);
}

vlResult vlGapQuery_Create(const vlAllocator* allocator, const vlHierarchy* a, const vlHierarchy* b,
                           const vlGapQueryDef* def, vlGapQuery** query, char* message,
                           size_t messageSize)
{
    const vlSentence error = {message, messageSize};
    vlGapQuery made = {.h = {a, b}, .def = def != NULL ? *def : vlDefaultGapQueryDef()};
    if (a == NULL || b == NULL || query == NULL) {
        return vlSentence_Fail(&error, VL_ERROR_ARGUMENT,
                               "a hierarchy or `query` is NULL; expected two hierarchies");
    }
    if (made.def.pairs < 2 || made.def.pairs > 10000000 || made.def.contacts < 1 ||
        made.def.contacts > 10000000 || !(made.def.work >= 0.0)) {
        return vlSentence_Fail(
            &error, VL_ERROR_ARGUMENT,
            "room for %d pairs and %d contacts, work %g; expected 2 to 1e7, 1 to "
            "1e7, and 0 or more",
            made.def.pairs, made.def.contacts, made.def.work);
    }
    made.allocator = allocator != NULL ? *allocator : vlDefaultAllocator();
    made.blocks = made.def.pairs / 2 + 1;
    // A pair on the way down leaves itself and one child behind.
    made.stackSize = 2 * (a->deepest + b->deepest) + 4;
    vlArena arena = {0};
    layOut(&arena, query, &made);
    arena = (vlArena){.base = made.allocator.allocate(arena.used, made.allocator.user)};
    if (arena.base == NULL) {
        return vlSentence_FailMemory(&error);
    }
    layOut(&arena, query, &made);
    **query = made;
    vlGapQuery_Forget(*query);
    return VL_OK;
}

void vlGapQuery_Destroy(vlGapQuery* query)
{
    if (query != NULL) {
        vlAllocator allocator = query->allocator;
        allocator.release(query, allocator.user);
    }
}

void vlGapQuery_Forget(vlGapQuery* q)
{
    q->isPosed = false;
    q->turned = 0.0;
    q->pair[0] = (vlNodePair){.child = -1};
    q->pair[1] = (vlNodePair){.child = -1};
    for (int i = 1; i < q->blocks; ++i) {
        q->nextFree[i] = i + 1 < q->blocks ? i + 1 : -1;
        q->pair[2 * i].child = q->pair[2 * i + 1].child = -1;
    }
    q->freeHead = q->blocks > 1 ? 1 : -1;
    q->closest[0] = q->closest[1] = -1;
    q->info = (vlGapInfo){.contactCount = 0};
}

// ---- the tree of pairs ----

static void giveBack(vlGapQuery* q, vlNodePair* p)
{
    if (p->child >= 0) {
        int block = p->child / 2;
        q->nextFree[block] = q->freeHead;
        q->freeHead = block;
        p->child = -1;
    }
}

// Makes two pairs for the children; false if there is no room.
static bool open(vlGapQuery* q, vlNodePair* p)
{
    int block = q->freeHead;
    if (block < 0) {
        return false;
    }
    q->freeHead = q->nextFree[block];
    vlNodePair* made = &q->pair[2 * block];
    giveBack(q, &made[0]); // what was below it when it was freed
    giveBack(q, &made[1]);
    const vlLevelNode *a = &q->h[0]->node[p->a], *b = &q->h[1]->node[p->b];
    bool opensA = b->child[0] < 0 || (a->child[0] >= 0 && a->error >= b->error);
    for (int k = 0; k < 2; ++k) {
        made[k] = (vlNodePair){
            .a = opensA ? a->child[k] : p->a, .b = opensA ? p->b : b->child[k], .child = -1};
    }
    p->child = 2 * block;
    p->isMeasured = false;
    return true;
}

// ---- one pair ----

typedef struct Sight {
    const vlLevelNode *a, *b;
    vlVec3 centre; // of B's node, in A's frame
    double round;  // m, of both
} Sight;

static Sight look(const vlGapQuery* q, const vlNodePair* p)
{
    Sight s = {.a = &q->h[0]->node[p->a], .b = &q->h[1]->node[p->b]};
    s.centre = vlGapQuery_ToA(q, s.b->centre);
    s.round = s.a->round + s.b->round;
    return s;
}

// How far any point of B's node can have moved since the bound was found. (T14.7)
static double movedSince(const vlGapQuery* q, const vlNodePair* p, const Sight* s)
{
    return vlLength(vlSub(s->centre, p->centre)) + (q->turned - p->turned) * s->b->radius;
}

static void note(const vlGapQuery* q, vlNodePair* p, const Sight* s, double bound)
{
    p->isMeasured = true;
    p->bound = bound;
    p->centre = s->centre;
    p->turned = q->turned;
}

static vlGjkResult search(vlGapQuery* q, vlNodePair* p, const Sight* s, double near, double far)
{
    vlConvex a = vlLevel_Hull(q->h[0], s->a), b = vlLevel_Hull(q->h[1], s->b);
    vlGjkResult r = vlGjk_DistanceWithin(&a, &b, q->rotation, q->pose.p, near, far, &p->cache);
    ++q->info.distancesFound;
    q->info.work += r.iterations;
    return r;
}

// Are the nodes clear of each other because the balls around them are?
static bool isClearByBalls(const vlGapQuery* q, vlNodePair* p, const Sight* s)
{
    double apart = vlLength(vlSub(s->centre, s->a->centre)) - s->a->radius - s->b->radius;
    bool isClear = apart - s->round > q->distance;
    if (isClear) {
        note(q, p, s, apart - s->round);
    }
    return isClear;
}

static bool isAccepted(const vlGapQuery* q, const Sight* s)
{
    bool areLeaves = s->a->child[0] < 0 && s->b->child[0] < 0;
    return areLeaves || q->isStopped || s->a->error + s->b->error <= q->tolerance;
}

// Keeps the smallest gaps if there is no room.
static void keepContact(vlGapQuery* q, const vlGapContact* made)
{
    vlGapInfo* info = &q->info;
    info->leastGap = made->gap < info->leastGap ? made->gap : info->leastGap;
    info->largestError = made->error > info->largestError ? made->error : info->largestError;
    if (info->contactCount < q->def.contacts) {
        q->contact[info->contactCount++] = *made;
        return;
    }
    ++info->droppedContacts;
    int widest = 0;
    for (int i = 1; i < info->contactCount; ++i) {
        widest = q->contact[i].gap > q->contact[widest].gap ? i : widest;
    }
    if (q->contact[widest].gap > made->gap) {
        q->contact[widest] = *made;
    }
}

static void report(vlGapQuery* q, const vlNodePair* p, const Sight* s, const vlGjkResult* r)
{
    double gap = r->distance - s->round;
    vlGapContact made = {.nodeA = p->a,
                         .nodeB = p->b,
                         .gap = gap > 0.0 ? gap : 0.0,
                         .error = s->a->error + s->b->error,
                         .pointA = vlMulAdd(r->pointA, s->a->round, r->normal),
                         .pointB = vlMulAdd(r->pointB, -s->b->round, r->normal),
                         .normal = gap > 0.0 ? r->normal : vlZero()};
    keepContact(q, &made);
}

// Looks at a pair of the front. Returns true if it was opened.
static bool visit(vlGapQuery* q, vlNodePair* p)
{
    Sight s = look(q, p);
    if (p->isMeasured && p->isClear && p->bound - movedSince(q, p, &s) > q->distance) {
        return false;
    }
    p->isClear = isClearByBalls(q, p, &s);
    if (p->isClear) {
        return false;
    }
    bool isAsked = isAccepted(q, &s);
    double far = q->distance + s.round;
    vlGjkResult r = search(q, p, &s, isAsked ? -1.0 : far, far);
    p->isClear = r.lower > far;
    if (p->isClear) {
        note(q, p, &s, r.lower - s.round);
        return false;
    }
    if (!isAsked && open(q, p)) {
        return true;
    }
    if (!isAsked) { // no room for its children
        q->info.isCoarse = true;
        r = search(q, p, &s, -1.0, HUGE_VAL);
    }
    p->isMeasured = false;
    report(q, p, &s, &r);
    return false;
}

// Both children of a pair were looked at: if they are clear, the pair itself may be.
static void closeUp(vlGapQuery* q, vlNodePair* p)
{
    const vlNodePair* child = &q->pair[p->child];
    bool areClear =
        child[0].child < 0 && child[1].child < 0 && child[0].isClear && child[1].isClear;
    if (!areClear) {
        return;
    }
    Sight s = look(q, p);
    if (p->isMeasured && p->bound + movedSince(q, p, &s) <= q->distance) {
        return; // it cannot be clear yet
    }
    p->isClear = isClearByBalls(q, p, &s);
    if (!p->isClear) {
        double far = q->distance + s.round;
        vlGjkResult r = search(q, p, &s, -1.0, far);
        p->isClear = r.lower > far;
        note(q, p, &s, (p->isClear ? r.lower : r.distance) - s.round);
    }
    if (p->isClear) {
        giveBack(q, p);
    }
}

// ---- a call ----

void vlGapQuery_Move(vlGapQuery* q, vlPose poseAB)
{
    vlQuat by = vlMulQ(poseAB.q, vlConj(q->pose.q));
    // The chord of a rotation by w is 2 sin(w/2): no point at radius 1 moves farther.
    if (q->isPosed) {
        q->turned += 2.0 * sqrt(by.x * by.x + by.y * by.y + by.z * by.z);
    }
    q->pose = poseAB;
    q->rotation = vlMatFromQuat(poseAB.q);
    q->isPosed = true;
}

// Counted work decides, never the clock.
static void watchWork(vlGapQuery* q)
{
    q->info.work += LOOKING;
    if (!(q->def.work > 0.0) || q->info.work < q->nextDouble) {
        return;
    }
    double coarsest = q->h[0]->node[0].error + q->h[1]->node[0].error;
    double step = 1e-3 * (q->h[0]->radius + q->h[1]->radius);
    q->tolerance = 2.0 * q->tolerance > step ? 2.0 * q->tolerance : step;
    q->tolerance = q->tolerance < coarsest ? q->tolerance : coarsest;
    q->nextDouble = q->info.work + DOUBLE_AFTER * q->def.work;
    q->isStopped = q->info.work > STOP_AFTER * q->def.work;
    q->info.isCoarse = true;
}

void vlGapQuery_Walk(vlGapQuery* q, double tolerance, double distance)
{
    int depth = 0;
    q->tolerance = tolerance;
    q->distance = distance;
    q->nextDouble = q->def.work;
    q->isStopped = false;
    q->info = (vlGapInfo){.leastGap = distance};
    q->stack[depth++] = 0;
    while (depth > 0) {
        int32_t number = q->stack[--depth];
        vlNodePair* p = &q->pair[number < 0 ? ~number : number];
        if (number < 0) {
            closeUp(q, p);
            continue;
        }
        ++q->info.pairsHeld;
        watchWork(q);
        if (p->child >= 0) {
            Sight s = look(q, p);
            if (isAccepted(q, &s)) {
                giveBack(q, p);
                p->isMeasured = false;
            }
        }
        if (p->child >= 0 || visit(q, p)) {
            q->stack[depth++] = ~number;
            q->stack[depth++] = p->child + 1;
            q->stack[depth++] = p->child;
        }
    }
    q->info.tolerance = q->tolerance;
}

vlResult vlGapQuery_Find(vlGapQuery* q, vlPose poseAB, double tolerance, double distance)
{
    bool isGood = vlIsWithin(poseAB.p, VL_MAX_LENGTH) && vlIsUnitQ(poseAB.q, 1e-6) &&
                  tolerance >= 0.0 && tolerance <= VL_MAX_LENGTH && distance >= 0.0 &&
                  distance <= VL_MAX_LENGTH;
    if (!isGood) {
        q->info = (vlGapInfo){.contactCount = 0};
        return VL_ERROR_ARGUMENT;
    }
    vlGapQuery_Move(q, poseAB);
    vlGapQuery_Walk(q, tolerance, distance);
    return VL_OK;
}

vlGapInfo vlGapQuery_GetInfo(const vlGapQuery* q)
{
    return q->info;
}

vlResult vlGapQuery_GetContact(const vlGapQuery* q, int i, vlGapContact* contact)
{
    if (i < 0 || i >= q->info.contactCount || contact == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    *contact = q->contact[i];
    return VL_OK;
}
