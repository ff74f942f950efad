// SPDX-License-Identifier: MIT

#include "planar/impact2.h"

#include <math.h>

#include "planar/record2.h"

// Sweeps over a group that is too large for the exact solver. No single impulse raises the kinetic
// energy, so the result is safe after any number of sweeps.
#define SWEEPS 200

// A group of impacts between bodies that are connected by them.
typedef struct Group {
    vlImpact2* row[VL_EXACT_IMPACTS];
    double matrix[VL_EXACT_IMPACTS * VL_EXACT_IMPACTS];
    double speed[VL_EXACT_IMPACTS];
    int count;
} Group;

static double approach(const vlWorld2* world, const vlImpact2* impact)
{
    const vlBody2State* a = &world->body[impact->a];
    const vlBody2State* b = &world->body[impact->b];
    return vlDot2(impact->normal, vlVec2_Sub(a->v, b->v)) + impact->turnA * a->w -
           impact->turnB * b->w;
}

static void give(vlWorld2* world, const vlImpact2* impact, double p)
{
    vlBody2State* a = &world->body[impact->a];
    vlBody2State* b = &world->body[impact->b];
    const vlBody2Model* modelA = &world->model[impact->a];
    const vlBody2Model* modelB = &world->model[impact->b];
    a->v = vlVec2_MulAdd(a->v, p * modelA->perMass, impact->normal);
    a->w += p * modelA->perInertia * impact->turnA;
    b->v = vlVec2_MulAdd(b->v, -p * modelB->perMass, impact->normal);
    b->w -= p * modelB->perInertia * impact->turnB;
}

// How much an impulse at j changes the speed at i by way of one body.
static double through(const vlBody2Model* model, vlVec2 ni, double turnI, vlVec2 nj, double turnJ)
{
    return model->perMass * vlDot2(ni, nj) + model->perInertia * turnI * turnJ;
}

static double couple(const vlWorld2* world, const vlImpact2* i, const vlImpact2* j)
{
    double sum = 0.0;
    if (i->a == j->a) {
        sum += through(&world->model[i->a], i->normal, i->turnA, j->normal, j->turnA);
    }
    if (i->b == j->b) {
        sum += through(&world->model[i->b], i->normal, i->turnB, j->normal, j->turnB);
    }
    if (i->a == j->b) {
        sum -= through(&world->model[i->a], i->normal, i->turnA, j->normal, j->turnB);
    }
    if (i->b == j->a) {
        sum -= through(&world->model[i->b], i->normal, i->turnB, j->normal, j->turnA);
    }
    return sum;
}

// Impulses p (1 + e) + q for each contact's own coefficient e, or for `common` if that is not
// negative.
static void solveGroup(const Group* group, double common, double* total)
{
    double compression[VL_EXACT_IMPACTS];
    double speed[VL_EXACT_IMPACTS];
    double rest[VL_EXACT_IMPACTS];
    int n = group->count;
    vlImpact2_Solve(group->matrix, group->speed, n, compression);
    for (int i = 0; i < n; ++i) {
        double e = common >= 0.0 ? common : group->row[i]->restitution;
        total[i] = (1.0 + e) * compression[i];
    }
    for (int i = 0; i < n; ++i) {
        speed[i] = group->speed[i];
        for (int j = 0; j < n; ++j) {
            speed[i] += group->matrix[i * n + j] * total[j];
        }
    }
    vlImpact2_Solve(group->matrix, speed, n, rest);
    for (int i = 0; i < n; ++i) {
        total[i] += rest[i];
    }
}

// The change of the kinetic energy by the impulses: p'Wp/2 + u'p.
static double energyOf(const Group* group, const double* p)
{
    double sum = 0.0;
    int n = group->count;
    for (int i = 0; i < n; ++i) {
        double u = group->speed[i];
        for (int j = 0; j < n; ++j) {
            u += 0.5 * group->matrix[i * n + j] * p[j];
        }
        sum += u * p[i];
    }
    return sum;
}

static void collideExactly(vlWorld2* world, Group* group)
{
    double impulse[VL_EXACT_IMPACTS];
    int n = group->count;
    double least = 1.0;
    for (int i = 0; i < n; ++i) {
        least = fmin(least, group->row[i]->restitution);
        for (int j = 0; j < n; ++j) {
            group->matrix[i * n + j] = couple(world, group->row[i], group->row[j]);
        }
    }
    solveGroup(group, -1.0, impulse);
    if (energyOf(group, impulse) > 0.0) { // unequal restitutions: not proved to lose
        solveGroup(group, least, impulse);
    }
    for (int i = 0; i < n; ++i) {
        group->row[i]->record->impulse = impulse[i];
        give(world, group->row[i], impulse[i]);
    }
}

static void collideBySweeps(vlWorld2* world, int first)
{
    for (int sweep = 0; sweep < SWEEPS; ++sweep) {
        for (int i = first; i >= 0; i = world->impact[i].next) {
            vlImpact2* impact = &world->impact[i];
            double mobility = couple(world, impact, impact);
            double p = fmax(impact->record->impulse - approach(world, impact) / mobility, 0.0);
            give(world, impact, p - impact->record->impulse);
            impact->record->impulse = p;
        }
    }
}

static int rootOf(vlWorld2* world, int body)
{
    while (world->group[body] != body) {
        world->group[body] = world->group[world->group[body]];
        body = world->group[body];
    }
    return body;
}

// A row for each contact that can take part. Contacts whose wall has no restitution do not.
static int gather(vlWorld2* world)
{
    int count = 0;
    for (int i = 0; i < world->state->pairCount; ++i) {
        vlPair2* pair = &world->pair[i];
        const vlLawChoice* wall = &vlWorld2_SurfaceOf(world, pair->a, pair->b)->wall;
        for (int k = 0; k < 2 && wall->law->restitution >= 0; ++k) {
            vlRecord2* record = &pair->record[k];
            if (!record->isUsed || record->state == VL_CONTACT2_NONE) {
                continue;
            }
            vlSpot2 spot = vlRecord2_Spot(world, pair, record);
            vlImpact2* impact = &world->impact[count++];
            *impact =
                (vlImpact2){.record = record, .a = spot.a, .b = spot.b, .normal = spot.normal};
            impact->turnA = vlVec2_Cross(vlVec2_Sub(spot.tip, world->body[spot.a].x), spot.normal);
            impact->turnB = vlVec2_Cross(vlVec2_Sub(spot.tip, world->body[spot.b].x), spot.normal);
            impact->speed = -record->speed;
            impact->restitution =
                record->speed >= VL_BOUNCE_SPEED ? wall->parameter[wall->law->restitution] : 0.0;
        }
    }
    return count;
}

static bool isDynamic(const vlWorld2* world, int body)
{
    return world->model[body].perMass > 0.0 && !world->body[body].isFrozen;
}

// Bodies that collide take all their touching contacts into the impact: a tilted block that lands
// on its second corner comes to rest at once. Groups are connected through dynamic bodies only.
static int makeGroups(vlWorld2* world, int count)
{
    int used = 0;
    for (int i = 0; i < world->bodyCount.used; ++i) {
        world->group[i] = i;
        world->head[i] = -2; // takes no part
    }
    for (int i = 0; i < count; ++i) {
        const vlImpact2* impact = &world->impact[i];
        if (impact->record->state == VL_CONTACT2_COLLIDING) {
            world->head[impact->a] = isDynamic(world, impact->a) ? -1 : -2;
            world->head[impact->b] = isDynamic(world, impact->b) ? -1 : -2;
        }
    }
    for (int i = 0; i < count; ++i) {
        vlImpact2 impact = world->impact[i];
        if (world->head[impact.a] == -2 && world->head[impact.b] == -2) {
            continue;
        }
        if (isDynamic(world, impact.a) && isDynamic(world, impact.b)) {
            int a = rootOf(world, impact.a);
            int b = rootOf(world, impact.b);
            world->group[a > b ? a : b] = a > b ? b : a;
        }
        world->impact[used++] = impact;
    }
    return used;
}

static void collideGroup(vlWorld2* world, int first, int* taken)
{
    Group group = {.count = 0};
    int count = 0;
    for (int i = first; i >= 0; i = world->impact[i].next) {
        if (count < VL_EXACT_IMPACTS) {
            group.row[count] = &world->impact[i];
            group.speed[count] = world->impact[i].speed;
        }
        ++count;
    }
    *taken += count;
    group.count = count;
    if (count <= VL_EXACT_IMPACTS) {
        collideExactly(world, &group);
    } else {
        collideBySweeps(world, first);
    }
}

// Work of the impacts: each impulse times the mean of the speeds before and after.
static void book(vlWorld2* world, int count)
{
    vlLedger2* ledger = &world->state->ledger;
    for (int i = 0; i < count; ++i) {
        const vlImpact2* impact = &world->impact[i];
        double p = impact->record->impulse;
        double work = 0.5 * p * (impact->speed + approach(world, impact));
        // A kinematic body drives: its part is not lost by the impact.
        double driven = 0.0;
        int bodies[2] = {impact->a, impact->b};
        for (int k = 0; k < 2; ++k) {
            const vlBody2State* body = &world->body[bodies[k]];
            if (!isDynamic(world, bodies[k])) {
                double turn = k == 0 ? impact->turnA : impact->turnB;
                double speed = vlDot2(impact->normal, body->v) + turn * body->w;
                driven += (k == 0 ? -p : p) * speed;
            }
        }
        ledger->impacts += work;
        ledger->driven += driven;
        ledger->turnover += fabs(work) + fabs(driven);
    }
}

void vlWorld2_Collide(vlWorld2* world)
{
    int used = makeGroups(world, gather(world));
    int taken = 0;
    for (int i = 0; i < world->bodyCount.used; ++i) {
        world->head[i] = -1;
    }
    for (int i = used - 1; i >= 0; --i) { // backwards, so that each list is in order
        vlImpact2* impact = &world->impact[i];
        int root = rootOf(world, isDynamic(world, impact->a) ? impact->a : impact->b);
        impact->next = world->head[root];
        world->head[root] = i;
    }
    for (int i = 0; i < world->bodyCount.used; ++i) {
        if (world->head[i] >= 0) {
            collideGroup(world, world->head[i], &taken);
        }
    }
    world->info.impactCount = taken;
    book(world, used);
}
