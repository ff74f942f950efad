// SPDX-License-Identifier: MIT
// One element's part of the system. With S = [1, -r*; 0, 1] taking a body's velocity to that at the
// element's origin (r from the centre of mass), the element adds h S^T D S to the blocks of its two
// bodies and h S^T w0 to the right side. The known motion of bodies that are not solved for goes to
// the right side.

#include "dynamics/implicit.h"

// M r*: the columns are M (r x e).
static vlMat3 timesSkew(vlMat3 m, vlVec3 r)
{
    return vlMat(vlSub(vlScale(m.cy, r.z), vlScale(m.cz, r.y)),
                 vlSub(vlScale(m.cz, r.x), vlScale(m.cx, r.z)),
                 vlSub(vlScale(m.cx, r.y), vlScale(m.cy, r.x)));
}

// M + r* N.
static vlMat3 addSkewTimes(vlMat3 m, vlVec3 r, vlMat3 n)
{
    return vlMat(vlAdd(m.cx, vlCross(r, n.cx)), vlAdd(m.cy, vlCross(r, n.cy)),
                 vlAdd(m.cz, vlCross(r, n.cz)));
}

static vlMat3 minus(vlMat3 a, vlMat3 b)
{
    return vlMat(vlSub(a.cx, b.cx), vlSub(a.cy, b.cy), vlSub(a.cz, b.cz));
}

static void addPart(double* m, double s, vlMat3 p)
{
    m[0] += s * p.cx.x, m[1] += s * p.cy.x, m[2] += s * p.cz.x;
    m[6] += s * p.cx.y, m[7] += s * p.cy.y, m[8] += s * p.cz.y;
    m[12] += s * p.cx.z, m[13] += s * p.cy.z, m[14] += s * p.cz.z;
}

// block += s Sr^T D Sc, with the levers of the body of its rows and of the body of its columns.
static void addBlock(vlBlock6* block, double s, const vlResistance* d, vlVec3 leverR, vlVec3 leverC)
{
    vlMat3 topRight = minus(d->uw, timesSkew(d->uu, leverC));
    vlMat3 bottomLeft = vlTranspose(d->uw);
    vlMat3 bottomRight = minus(d->ww, timesSkew(bottomLeft, leverC));
    addPart(&block->m[0], s, d->uu);
    addPart(&block->m[3], s, topRight);
    addPart(&block->m[18], s, addSkewTimes(bottomLeft, leverR, d->uu));
    addPart(&block->m[21], s, addSkewTimes(bottomRight, leverR, topRight));
}

void vlImplicit_AddWrench(double* x, double s, vlWrench w, vlVec3 lever)
{
    vlVec3 torque = vlAdd(w.torque, vlCross(lever, w.force));
    x[0] += s * w.force.x, x[1] += s * w.force.y, x[2] += s * w.force.z;
    x[3] += s * torque.x, x[4] += s * torque.y, x[5] += s * torque.z;
}

void vlImplicit_AddChange(vlImplicitWork* work, const vlDynamics* dynamics,
                          const vlImplicitElement* e, vlWrench change)
{
    int rowA = e->bodyA < 0 ? -1 : work->islands.row[e->bodyA];
    int rowB = work->islands.row[e->bodyB];
    double h = dynamics->step;
    if (rowB >= 0) {
        vlVec3 lever = vlSub(e->origin, dynamics->motion[e->bodyB].centre);
        vlImplicit_AddWrench(&work->vector[VL_BLOCK * rowB], h, change, lever);
    }
    if (rowA >= 0) {
        vlVec3 lever = vlSub(e->origin, dynamics->motion[e->bodyA].centre);
        vlImplicit_AddWrench(&work->vector[VL_BLOCK * rowA], -h, change, lever);
    }
}

void vlImplicit_AddSlope(vlImplicitWork* work, const vlDynamics* dynamics,
                         const vlImplicitElement* e, int index)
{
    int rowA = e->bodyA < 0 ? -1 : work->islands.row[e->bodyA];
    int rowB = work->islands.row[e->bodyB];
    vlVec3 centreA = e->bodyA < 0 ? e->origin : dynamics->motion[e->bodyA].centre;
    vlVec3 leverA = vlSub(e->origin, centreA);
    vlVec3 leverB = vlSub(e->origin, dynamics->motion[e->bodyB].centre);
    double h = dynamics->step;
    if (rowB >= 0) {
        addBlock(vlBlockSystem_Diagonal(&work->system, rowB), h, &e->resistance, leverB, leverB);
    }
    if (rowA >= 0) {
        addBlock(vlBlockSystem_Diagonal(&work->system, rowA), h, &e->resistance, leverA, leverA);
    }
    bool isTransposed;
    vlBlock6* block = vlBlockSystem_Coupling(&work->system, index, &isTransposed);
    if (block != NULL) {
        addBlock(block, -h, &e->resistance, isTransposed ? leverB : leverA,
                 isTransposed ? leverA : leverB);
    }
}

void vlImplicit_Assemble(vlImplicitWork* work, const vlDynamics* dynamics,
                         const vlImplicitElement* e, int index)
{
    static const vlTwist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    int rowA = e->bodyA < 0 ? -1 : work->islands.row[e->bodyA];
    int rowB = work->islands.row[e->bodyB];
    vlVec3 centreA = e->bodyA < 0 ? e->origin : dynamics->motion[e->bodyA].centre;
    vlVec3 centreB = dynamics->motion[e->bodyB].centre;
    const vlTwist* knownA = rowA < 0 && e->bodyA >= 0 ? &work->before[e->bodyA] : &still;
    const vlTwist* knownB = rowB < 0 ? &work->before[e->bodyB] : &still;
    vlWrench w =
        vlImplicitElement_At(e, vlTwist_Between(knownA, centreA, knownB, centreB, e->origin));
    vlImplicit_AddChange(work, dynamics, e, w);
    vlImplicit_AddSlope(work, dynamics, e, index);
}
