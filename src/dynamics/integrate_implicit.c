// SPDX-License-Identifier: MIT
// Backward Euler in velocities. With the elements' wrenches at the end of the step,
//
//   (M + h sum S^T D S) v1 = M v0 + h (external + sum S^T w0),   x1 = x0 + h v1,
//
// solved island by island. Where an element's state (which points press, what sticks, which motor
// is at its limit) does not hold at v1, the element is linearised again and its island solved
// again. The gyroscopic torque is not in the matrix: the free rotation that follows carries angular
// momentum exactly. (T1.3)

#include <string.h>

#include "dynamics/implicit_parts.h"

// Blocks beside the diagonal that elimination may fill, per row: walls of blocks need about 8.
#define FILL_PER_ROW 24

void vlImplicitWork_LayOut(vlImplicitWork* work, vlArena* arena, int bodies, int elements)
{
    size_t n = (size_t)bodies;
    vlIslands_LayOut(&work->islands, arena, bodies);
    vlBlockSystem_LayOut(&work->system, arena, bodies, elements, elements + FILL_PER_ROW * bodies);
    work->isSolved = vlArena_Take(arena, n, sizeof *work->isSolved);
    work->coupling = vlArena_Take(arena, (size_t)elements, sizeof *work->coupling);
    work->before = vlArena_Take(arena, n, sizeof *work->before);
    work->trial = vlArena_Take(arena, n, sizeof *work->trial);
    work->vector = vlArena_Take(arena, VL_BLOCK * n, sizeof *work->vector);
    work->solved = vlArena_Take(arena, n, sizeof *work->solved);
    work->again = vlArena_Take(arena, n, sizeof *work->again);
    work->waitsFrom = vlArena_Take(arena, n, sizeof *work->waitsFrom);
    vlBounds_LayOut(&work->bounds, arena, bodies, elements);
    vlMinimiseWork* search = &work->search;
    search->order = vlArena_Take(arena, (size_t)elements, sizeof *search->order);
    search->first = vlArena_Take(arena, n + 1, sizeof *search->first);
    search->row = vlArena_Take(arena, n, sizeof *search->row);
    search->gradient = vlArena_Take(arena, VL_BLOCK * n, sizeof *search->gradient);
    search->way = vlArena_Take(arena, VL_BLOCK * n, sizeof *search->way);
    search->mixed = vlArena_Take(arena, 2 * VL_MIXED * VL_BLOCK * n, sizeof *search->mixed);
}

void vlImplicit_ReadVelocities(const vlDynamics* d, vlImplicitWork* work)
{
    for (int i = 0; i < d->bodyCount; ++i) {
        vlTwist t = {d->motion[i].velocity, d->motion[i].omega};
        work->before[i] = work->trial[i] = t;
    }
}

// The step solves for bodies that forces move and that an element acts on. The others fly free.
void vlImplicit_FindIslands(const vlDynamics* d, const vlImplicitSource* source,
                            vlImplicitWork* work, const bool* isAsleep, int count)
{
    memset(work->isSolved, 0, (size_t)d->bodyCount * sizeof *work->isSolved);
    for (int i = 0; i < count; ++i) {
        const int pair[2] = {source->links[i].a, source->links[i].b};
        for (int k = 0; k < 2; ++k) {
            if (pair[k] >= 0) {
                work->isSolved[pair[k]] =
                    d->inertia[pair[k]].inverseMass > 0.0 && !isAsleep[pair[k]];
            }
        }
    }
    vlIslands* islands = &work->islands;
    vlIslands_Find(islands, d->bodyCount, work->isSolved, source->links, count);
    for (int i = 0; i < count; ++i) {
        vlLink link = source->links[i];
        work->coupling[i].a = link.a < 0 ? -1 : islands->row[link.a];
        work->coupling[i].b = link.b < 0 ? -1 : islands->row[link.b];
    }
    vlBlockSystem_Plan(&work->system, islands->rowCount, islands->start, islands->islandCount,
                       work->coupling, count);
}

// M on the diagonal, M v0 + h external on the right side.
static void beginRow(const vlDynamics* d, vlImplicitWork* work, int row)
{
    int body = work->islands.body[row];
    const vlInertia* inertia = &d->inertia[body];
    const vlMotion* m = &d->motion[body];
    vlMat3 R = vlMatFromQuat(m->rotation);
    vlMat3 I = vlMulMM(R, vlMulMM(inertia->inertiaB, vlTranspose(R)));
    double* a = vlBlockSystem_Diagonal(&work->system, row)->m;
    a[0] = a[7] = a[14] = inertia->mass;
    a[21] = I.cx.x, a[22] = I.cy.x, a[23] = I.cz.x;
    a[27] = I.cx.y, a[28] = I.cy.y, a[29] = I.cz.y;
    a[33] = I.cx.z, a[34] = I.cy.z, a[35] = I.cz.z;
    double h = d->step;
    vlVec3 push = vlMulAdd(d->applied[body].force, inertia->mass, d->gravity);
    vlVec3 p = vlMulAdd(vlScale(m->velocity, inertia->mass), h, push);
    vlVec3 L = vlMulAdd(m->spin, h, d->applied[body].torque);
    double* x = &work->vector[VL_BLOCK * row];
    x[0] = p.x, x[1] = p.y, x[2] = p.z;
    x[3] = L.x, x[4] = L.y, x[5] = L.z;
}

static int solveIslands(const vlDynamics* d, const vlImplicitSource* source, vlImplicitWork* work,
                        int count)
{
    const vlIslands* islands = &work->islands;
    int held = 0;
    for (int i = 0; i < islands->islandCount; ++i) {
        if (work->solved[i]) {
            vlBlockSystem_Clear(&work->system, i);
            for (int row = islands->start[i]; row < islands->start[i + 1]; ++row) {
                beginRow(d, work, row);
            }
        }
    }
    for (int i = 0; i < count; ++i) {
        int island = vlIslands_OfLink(islands, source->links[i]);
        if (island >= 0 && work->solved[island]) {
            vlImplicit_Assemble(work, d, &source->elements[i], i);
        }
    }
    for (int i = 0; i < islands->islandCount; ++i) {
        if (!work->solved[i]) {
            continue;
        }
        held += vlBlockSystem_Factor(&work->system, i);
        vlBlockSystem_Solve(&work->system, i, work->vector);
        for (int row = islands->start[i]; row < islands->start[i + 1]; ++row) {
            const double* x = &work->vector[VL_BLOCK * row];
            vlTwist t = {vlVec(x[0], x[1], x[2]), vlVec(x[3], x[4], x[5])};
            work->trial[islands->body[row]] = t;
        }
    }
    return held;
}

// Bodies that no element acts on: only gravity and applied wrenches do.
void vlImplicit_FlyFree(const vlDynamics* d, vlImplicitWork* work, const bool* isAsleep)
{
    for (int i = 0; i < d->bodyCount; ++i) {
        const vlInertia* inertia = &d->inertia[i];
        vlMotion* m = &d->motion[i];
        if (inertia->inverseMass > 0.0 && !isAsleep[i] && !work->isSolved[i]) {
            vlVec3 acceleration = vlMulAdd(d->gravity, inertia->inverseMass, d->applied[i].force);
            vlVec3 spin = vlMulAdd(m->spin, d->step, d->applied[i].torque);
            work->trial[i].linear = vlMulAdd(m->velocity, d->step, acceleration);
            work->trial[i].angular = vlInertia_Omega(inertia, vlMatFromQuat(m->rotation), spin);
        }
    }
}

// A change of the angular momentum below this part of it is rounding.
#define NO_TORQUE 1e-12

// Elements may be found and exert nothing, such as a contact that is foreseen and not reached. Then
// the body turns as one that nothing holds, which keeps its energy.
static void turnSolved(const vlInertia* inertia, vlMotion* m, vlVec3 applied, double step)
{
    vlVec3 free = vlMulAdd(m->spin, step, applied);
    m->spin = vlInertia_Spin(inertia, vlMatFromQuat(m->rotation), m->omega);
    if (vlLength(vlSub(m->spin, free)) <= NO_TORQUE * vlLength(free)) {
        vlMotion_Rotate(inertia, m, step, VL_TURNING_PLAIN);
    } else {
        vlMotion_RotateHeld(inertia, m, step);
    }
}

// Free bodies keep their angular momentum to the last bit; that of the others follows from the
// solution.
void vlImplicit_Advance(const vlDynamics* d, const vlImplicitWork* work, const bool* isAsleep)
{
    for (int i = 0; i < d->bodyCount; ++i) {
        const vlInertia* inertia = &d->inertia[i];
        vlMotion* m = &d->motion[i];
        if (inertia->isDriven) {
            vlMotion_Drive(m, d->step);
        } else if (inertia->inverseMass > 0.0 && !isAsleep[i]) {
            m->velocity = work->trial[i].linear;
            m->omega = work->trial[i].angular;
            m->centre = vlMulAdd(m->centre, d->step, m->velocity);
            if (work->isSolved[i]) {
                turnSolved(inertia, m, d->applied[i].torque, d->step);
            } else {
                m->spin = vlMulAdd(m->spin, d->step, d->applied[i].torque);
                vlMotion_Rotate(inertia, m, d->step, VL_TURNING_PLAIN);
            }
        }
    }
}

// Marks the islands that are solved in this pass, and returns whether there are any. An island that
// is not solved again in one pass is not solved later either. If a change could not wait, the next
// pass is linearised about velocities that will not come, such as those of a block that a tool
// seemed to hold back although it is leaving. One more pass is due then, if the island is one body
// (T7.16).
static bool beginPass(vlImplicitWork* work, int pass)
{
    bool isAny = false;
    for (int i = 0; i < work->islands.islandCount; ++i) {
        int bodies = work->islands.start[i + 1] - work->islands.start[i];
        if (pass > 0 && bodies <= VL_FEW_BODIES && work->again[i] == VL_AGAIN_NOW) {
            work->waitsFrom[i] = pass + 2;
        }
        vlAgain least = pass < work->waitsFrom[i] ? VL_AGAIN_SOON : VL_AGAIN_NOW;
        work->solved[i] = (pass == 0 || work->solved[i]) && work->again[i] >= least;
        if (work->solved[i]) {
            work->again[i] = VL_AGAIN_NO;
            isAny = true;
        }
    }
    return isAny;
}

// Taking one force back changes the others, so there are several rounds.
static void keepBounds(const vlImplicitSource* source)
{
    bool isAny = source->bound != NULL;
    for (int round = 0; round < VL_BOUND_ROUNDS && isAny; ++round) {
        isAny = source->bound(source->user, round);
    }
}

vlImplicitInfo vlIntegrate_Implicit(vlDynamics* d, const vlImplicitSource* source,
                                    vlImplicitWork* work, const bool* isAsleep)
{
    vlImplicitInfo info = {0};
    vlImplicit_ReadVelocities(d, work);
    int count = source->begin(source->user, d->motion);
    vlImplicit_FindIslands(d, source, work, isAsleep, count);
    const vlIslands* islands = &work->islands;
    info.islandCount = islands->islandCount;
    for (int i = 0; i < islands->islandCount; ++i) {
        int size = islands->start[i + 1] - islands->start[i];
        info.largestIsland = size > info.largestIsland ? size : info.largestIsland;
        info.iterativeIslands += vlBlockSystem_IsIterative(&work->system, i);
        work->again[i] = VL_AGAIN_NOW;
        work->waitsFrom[i] = VL_WAITING_SOLVES;
    }
    for (int pass = 0; pass < VL_MAX_SOLVES && beginPass(work, pass); ++pass) {
        source->linearise(source->user, work->trial, work->solved, pass == 0);
        info.heldPivots += solveIslands(d, source, work, count);
        info.solves = pass + 1;
        source->check(source->user, work->trial, work->solved, work->again,
                      VL_MAX_SOLVES - 1 - pass);
    }
    for (int i = 0; i < islands->islandCount; ++i) {
        info.unsettledIslands += work->again[i] != VL_AGAIN_NO;
    }
    keepBounds(source);
    source->finish(source->user, work->before, work->trial);
    vlImplicit_FlyFree(d, work, isAsleep);
    vlImplicit_Advance(d, work, isAsleep);
    return info;
}
