// SPDX-License-Identifier: MIT
#include "dynamics/minimise.h"

#include <math.h>
#include <string.h>

// What may be left of the gradient, as a part of the impulses of the step at the same body; and as
// a part of what the step began with.
#define AT_REST 1e-11
#define SETTLED 1e-8
// Rounding of a place, as a part of its distances: a few units in the last place.
#define ROUNDED 2e-16
// By how much friction's bound may differ from the forces, as a part of them.
#define BOUND_SETTLED 3e-4
// The most steps of a search.
#define STEPS 40
// With bounds that stand still, a search goes on until this part of the gradient is left, or this
// much of the impulses.
#define PART_LEFT 0.1
#define ENOUGH_LEFT 1e-2
// With less than this left, the bounds follow the forces in every step, for at most so many steps.
#define NEAR 0.1
#define FOLLOWED 12
// Factors are kept while a step leaves less than this part of the gradient.
#define KEEP_FACTORS 0.2
#define SEARCHES 12
#define FLAT 0.6 // part of the first slope at which a search along a way ends

typedef struct Search {
    const vlDynamics* d;
    const vlImplicitSource* source;
    vlImplicitWork* work;
    int island, firstRow, endRow;
    double residual, lag;
    double enough; // the residual that ends the search
} Search;

void vlMinimise_Begin(const vlDynamics* d, vlImplicitWork* work)
{
    double h = d->step;
    for (int row = 0; row < work->islands.rowCount; ++row) {
        int body = work->islands.body[row];
        const vlInertia* inertia = &d->inertia[body];
        const vlMotion* m = &d->motion[body];
        vlMat3 R = vlMatFromQuat(m->rotation);
        vlVec3 push = vlMulAdd(d->applied[body].force, inertia->mass, d->gravity);
        vlVec3 p = vlMulAdd(vlScale(m->velocity, inertia->mass), h, push);
        vlVec3 L = vlMulAdd(m->spin, h, d->applied[body].torque);
        vlRow* r = &work->search.row[row];
        *r = (vlRow){.momentum = {p.x, p.y, p.z, L.x, L.y, L.z},
                     .mass = inertia->mass,
                     .inverseMass = inertia->inverseMass,
                     .inertia = vlMulMM(R, vlMulMM(inertia->inertiaB, vlTranspose(R))),
                     .inverseInertia = vlInertia_InverseWorld(inertia, R),
                     .least = h * vlLength(push) * sqrt(inertia->inverseMass)};
    }
}

static void addElement(Search* s, int i)
{
    vlImplicitWork* work = s->work;
    const vlImplicitElement* e = &s->source->elements[i];
    vlTwist t = vlTwist_OfLink(s->source->links[i], work->trial, s->d->motion, e->origin);
    vlWrench w = vlImplicitElement_At(e, t);
    double h = s->d->step;
    double size = h * vlLength(w.force);
    double turn = h * vlLength(w.torque);
    const vlMat3* d = &e->resistance.uu;
    double rounding = ROUNDED * (d->cx.x + d->cy.y + d->cz.z); // h stiffness or more
    const int body[2] = {e->bodyA, e->bodyB};
    for (int k = 0; k < 2; ++k) {
        int row = body[k] < 0 ? -1 : work->islands.row[body[k]];
        if (row >= 0) {
            vlRow* r = &work->search.row[row];
            vlVec3 lever = vlSub(e->origin, s->d->motion[body[k]].centre);
            vlImplicit_AddWrench(&work->search.gradient[6 * row], k == 0 ? h : -h, w, lever);
            vlMat3 I = r->inverseInertia;
            r->impulses +=
                size * sqrt(r->inverseMass) + turn * sqrt((I.cx.x + I.cy.y + I.cz.z) / 3.0);
            r->rounding +=
                rounding * (vlLength(e->origin) + vlLength(lever)) * sqrt(r->inverseMass);
        }
    }
}

// The gradient at the trial, and what is left of it.
static void evaluate(Search* s, vlBoundUse bound)
{
    vlImplicitWork* work = s->work;
    s->lag = 0.0;
    for (int row = s->firstRow; row < s->endRow; ++row) {
        vlRow* r = &work->search.row[row];
        vlTwist t = work->trial[work->islands.body[row]];
        vlVec3 L = vlMulMV(r->inertia, t.angular);
        const double has[6] = {
            r->mass * t.linear.x, r->mass * t.linear.y, r->mass * t.linear.z, L.x, L.y, L.z};
        for (int i = 0; i < 6; ++i) {
            work->search.gradient[6 * row + i] = has[i] - r->momentum[i];
        }
        r->impulses = r->least;
        r->rounding = 0.0;
    }
    for (int k = work->search.first[s->island]; k < work->search.first[s->island + 1]; ++k) {
        double lag = s->source->respond(s->source->user, work->search.order[k], work->trial, bound);
        s->lag = lag > s->lag ? lag : s->lag;
        addElement(s, work->search.order[k]);
    }
    s->residual = 0.0;
    for (int row = s->firstRow; row < s->endRow; ++row) {
        const vlRow* r = &work->search.row[row];
        const double* g = &work->search.gradient[6 * row];
        vlVec3 p = vlVec(g[0], g[1], g[2]);
        vlVec3 L = vlVec(g[3], g[4], g[5]);
        double size = sqrt(r->inverseMass * vlDot(p, p) + vlDot(L, vlMulMV(r->inverseInertia, L)));
        double part = size > r->rounding ? (size - r->rounding) / r->impulses : 0.0;
        s->residual = part > s->residual ? part : s->residual;
    }
}

static void factor(Search* s)
{
    vlImplicitWork* work = s->work;
    vlBlockSystem_Clear(&work->system, s->island);
    for (int row = s->firstRow; row < s->endRow; ++row) {
        const vlRow* r = &work->search.row[row];
        const vlMat3 I = r->inertia;
        double* a = vlBlockSystem_Diagonal(&work->system, row)->m;
        a[0] = a[7] = a[14] = r->mass;
        a[21] = I.cx.x, a[22] = I.cy.x, a[23] = I.cz.x;
        a[27] = I.cx.y, a[28] = I.cy.y, a[29] = I.cz.y;
        a[33] = I.cx.z, a[34] = I.cy.z, a[35] = I.cz.z;
    }
    for (int k = work->search.first[s->island]; k < work->search.first[s->island + 1]; ++k) {
        int i = work->search.order[k];
        vlImplicit_AddSlope(work, s->d, &s->source->elements[i], i);
    }
    (void)vlBlockSystem_Factor(&work->system, s->island);
}

// way = -H^-1 gradient. Returns the slope along it.
static double findWay(Search* s)
{
    vlImplicitWork* work = s->work;
    for (int i = 6 * s->firstRow; i < 6 * s->endRow; ++i) {
        work->search.way[i] = -work->search.gradient[i];
    }
    vlBlockSystem_Solve(&work->system, s->island, work->search.way);
    double slope = 0.0;
    for (int i = 6 * s->firstRow; i < 6 * s->endRow; ++i) {
        slope += work->search.gradient[i] * work->search.way[i];
    }
    return slope;
}

static void goAlong(Search* s, double part)
{
    vlImplicitWork* work = s->work;
    for (int row = s->firstRow; row < s->endRow; ++row) {
        const double* w = &work->search.way[6 * row];
        const vlTwist* from = &work->search.row[row].from;
        vlTwist t = {vlMulAdd(from->linear, part, vlVec(w[0], w[1], w[2])),
                     vlMulAdd(from->angular, part, vlVec(w[3], w[4], w[5]))};
        work->trial[work->islands.body[row]] = t;
    }
}

static double slopeAlong(const Search* s)
{
    double slope = 0.0;
    for (int i = 6 * s->firstRow; i < 6 * s->endRow; ++i) {
        slope += s->work->search.gradient[i] * s->work->search.way[i];
    }
    return slope;
}

// Goes along the way until the slope is nearly zero. The slope rises along it, since the sum is
// convex. Returns the part of the way.
static double search(Search* s, double slope0)
{
    double low = 0.0, lowSlope = slope0, high = 1.0, part = 1.0;
    for (int row = s->firstRow; row < s->endRow; ++row) {
        s->work->search.row[row].from = s->work->trial[s->work->islands.body[row]];
    }
    goAlong(s, 1.0);
    evaluate(s, VL_BOUND_KEEP);
    double slope = slopeAlong(s);
    double highSlope = slope;
    int side = 0;
    for (int i = 0;
         i < SEARCHES && (slope > -FLAT * slope0 || (part < 1.0 && slope < FLAT * slope0)); ++i) {
        if (slope > 0.0) {
            high = part, highSlope = slope;
            lowSlope *= side == 1 ? 0.5 : 1.0;
            side = 1;
        } else {
            low = part, lowSlope = slope;
            highSlope *= side == -1 ? 0.5 : 1.0;
            side = -1;
        }
        part = low + (high - low) * lowSlope / (lowSlope - highSlope);
        goAlong(s, part);
        evaluate(s, VL_BOUND_KEEP);
        slope = slopeAlong(s);
    }
    return part;
}

// A velocity below the tolerance counts as rest: a body that kept it would creep until the forces
// notice. Returns whether there was any.
static bool stopResting(Search* s)
{
    bool isAny = false;
    for (int row = s->firstRow; row < s->endRow; ++row) {
        const vlRow* r = &s->work->search.row[row];
        vlTwist* t = &s->work->trial[s->work->islands.body[row]];
        vlVec3 L = vlMulMV(r->inertia, t->angular);
        double size = sqrt(r->mass * vlDot(t->linear, t->linear) + vlDot(t->angular, L));
        if (size > 0.0 && size <= AT_REST * r->impulses + r->rounding) {
            t->linear = t->angular = vlZero();
            isAny = true;
        }
    }
    return isAny;
}

// ---- bounds that follow the forces ----

static bool isSettled(const Search* s)
{
    return s->residual <= s->enough && s->lag <= BOUND_SETTLED;
}

// Column k of the memory, of this island: how a step changed the velocities, or the next step.
static double* columnOf(const Search* s, int k, bool isOfStep)
{
    size_t size = 6 * (size_t)s->work->islands.bodyCapacity;
    return s->work->search.mixed + (size_t)(2 * k + isOfStep) * size;
}

// The product of two changes of velocity, by mass.
static double product(const Search* s, const double* a, const double* b)
{
    double sum = 0.0;
    for (int row = s->firstRow; row < s->endRow; ++row) {
        const vlRow* r = &s->work->search.row[row];
        const double* x = &a[6 * row];
        const double* y = &b[6 * row];
        vlVec3 wy = vlVec(y[3], y[4], y[5]);
        sum += r->mass * (x[0] * y[0] + x[1] * y[1] + x[2] * y[2]) +
               vlDot(vlVec(x[3], x[4], x[5]), vlMulMV(r->inertia, wy));
    }
    return sum;
}

// The combination of `count` remembered changes of the step that comes nearest to the step.
static void combine(const Search* s, int count, double* share)
{
    double m[VL_MIXED][VL_MIXED];
    for (int i = 0; i < count; ++i) {
        share[i] = product(s, columnOf(s, i, true), s->work->search.way);
        for (int k = 0; k <= i; ++k) {
            m[i][k] = m[k][i] = product(s, columnOf(s, i, true), columnOf(s, k, true));
        }
    }
    double most = 0.0;
    for (int i = 0; i < count; ++i) {
        most = fmax(most, m[i][i]);
    }
    for (int i = 0; i < count; ++i) {
        m[i][i] += 1e-12 * most;
    }
    for (int k = 0; k < count; ++k) {
        for (int i = k + 1; i < count; ++i) {
            double part = m[i][k] / m[k][k];
            for (int j = k; j < count; ++j) {
                m[i][j] -= part * m[k][j];
            }
            share[i] -= part * share[k];
        }
    }
    for (int k = count - 1; k >= 0; --k) {
        for (int j = k + 1; j < count; ++j) {
            share[k] -= m[k][j] * share[j];
        }
        share[k] = m[k][k] > 0.0 ? share[k] / m[k][k] : 0.0;
    }
}

static void keepBest(Search* s)
{
    for (int row = s->firstRow; row < s->endRow; ++row) {
        s->work->search.row[row].best = s->work->trial[s->work->islands.body[row]];
    }
}

// Steps with the kept factors while the bounds follow the forces; each step is mixed with the last
// ones so that what is left becomes least (Anderson's method). Returns whether it settled;
// otherwise the trial is the best one.
static bool follow(Search* s, vlMinimised* result)
{
    vlImplicitWork* work = s->work;
    double best = s->residual;
    int since = 0;
    keepBest(s);
    for (int it = 0; it < FOLLOWED && result->substituted < STEPS; ++it) {
        (void)findWay(s);
        ++result->substituted;
        if (it > 0) {
            double* change = columnOf(s, (it - 1) % VL_MIXED, true);
            for (int i = 6 * s->firstRow; i < 6 * s->endRow; ++i) {
                change[i] += work->search.way[i];
            }
        }
        double share[VL_MIXED];
        int count = it < VL_MIXED ? it : VL_MIXED;
        combine(s, count, share);
        double* moved = columnOf(s, it % VL_MIXED, false);
        double* changes = columnOf(s, it % VL_MIXED, true);
        for (int i = 6 * s->firstRow; i < 6 * s->endRow; ++i) {
            double step = work->search.way[i];
            for (int k = 0; k < count; ++k) {
                step -= share[k] * (columnOf(s, k, false)[i] + columnOf(s, k, true)[i]);
            }
            changes[i] = -work->search.way[i];
            moved[i] = step;
        }
        for (int row = s->firstRow; row < s->endRow; ++row) {
            const double* w = &moved[6 * row];
            vlTwist* t = &work->trial[work->islands.body[row]];
            t->linear = vlAdd(t->linear, vlVec(w[0], w[1], w[2]));
            t->angular = vlAdd(t->angular, vlVec(w[3], w[4], w[5]));
        }
        evaluate(s, VL_BOUND_REFRESH);
        if (s->residual < 0.7 * best) {
            since = 0;
        } else {
            ++since;
        }
        if (s->residual < best) {
            best = s->residual;
            keepBest(s);
        }
        if (isSettled(s)) {
            return true;
        }
        if (since > 2 || s->residual > 10.0 * best) {
            break;
        }
    }
    if (s->residual > best) {
        for (int row = s->firstRow; row < s->endRow; ++row) {
            work->trial[work->islands.body[row]] = work->search.row[row].best;
        }
        evaluate(s, VL_BOUND_REFRESH);
    }
    return false;
}

// Searches with bounds that stand still. `*isKept`: the factors are still good.
static void descend(Search* s, vlMinimised* result, bool* isKept)
{
    double enough = fmax(0.3 * s->enough, fmin(PART_LEFT * s->residual, ENOUGH_LEFT));
    do {
        if (!*isKept) {
            factor(s);
            ++result->factored;
        }
        double before = s->residual;
        double slope = findWay(s);
        double part = search(s, slope);
        ++result->substituted;
        *isKept = part == 1.0 && s->residual < KEEP_FACTORS * before;
    } while (s->residual > enough && result->substituted < STEPS);
}

vlMinimised vlMinimise_Island(const vlDynamics* d, const vlImplicitSource* source,
                              vlImplicitWork* work, int island)
{
    Search s = {.d = d,
                .source = source,
                .work = work,
                .island = island,
                .firstRow = work->islands.start[island],
                .endRow = work->islands.start[island + 1]};
    vlMinimised result = {.factored = 0};
    evaluate(&s, VL_BOUND_FIRST);
    if (s.residual <= AT_REST && stopResting(&s)) {
        evaluate(&s, VL_BOUND_FIRST);
    }
    result.isSettled = s.residual <= AT_REST;
    s.enough = fmax(AT_REST, SETTLED * s.residual);
    bool isKept = false;
    bool isLost = false; // following did not lead to the end from here
    while (!result.isSettled && result.substituted < STEPS) {
        if (s.residual >= NEAR || isLost) {
            descend(&s, &result, &isKept);
            evaluate(&s, VL_BOUND_REFRESH);
            result.isSettled = isSettled(&s);
            isLost = false;
            continue;
        }
        if (!isKept) {
            factor(&s);
            ++result.factored;
        }
        result.isSettled = follow(&s, &result);
        isKept = false;
        isLost = true;
    }
    result.residual = s.residual;
    result.lag = s.lag;
    return result;
}
