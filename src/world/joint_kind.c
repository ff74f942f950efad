// SPDX-License-Identifier: MIT
// Joints as force elements. The laws are in joint/joint_*.c; creating and reading joints is in
// joint.c.

#include "base/hash.h"
#include "joint/joint_rows.h"
#include "world/ledger.h"

static vlElementList list(const vlState* state, const vlWork* work)
{
    (void)work;
    vlElementList joints = {state->joint, sizeof *state->joint,
                            state->head->elements[VL_KIND_JOINT].used};
    return joints;
}

static vlForceElement evaluate(const vlModel* model, vlState* state, vlWork* work, int slot,
                               const vlMotion* motions, double elapsed, bool remember)
{
    (void)model, (void)elapsed;
    vlJointReport report;
    vlForceElement e = vlJoint_Evaluate(&state->joint[slot], motions, remember, &report);
    if (remember) {
        work->jointReport[slot] = report;
    }
    return e;
}

static void begin(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at)
{
    const vlJoint* joint = &state->joint[at->slot];
    vlJointRows* rows = &work->implicit.jointRows[at->slot];
    vlJoint_Place(joint, work->start, rows);
    vlJoint_Bend(joint, work->start, model->def.step, rows);
}

static void linearise(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                      const vlTwist* trial, bool isFirst, vlImplicitElement* line)
{
    (void)trial, (void)isFirst; // the memory says which limits, motors and friction act
    *line = vlJoint_Linearise(&state->joint[at->slot], &work->implicit.jointRows[at->slot],
                              model->def.step);
}

static vlAgain check(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                     const vlTwist* trial, int solvesLeft)
{
    const vlJointRows* rows = &work->implicit.jointRows[at->slot];
    bool isChanged =
        solvesLeft > 0 && vlJoint_Check(&state->joint[at->slot], rows,
                                        vlTwist_OfLink(at->link, trial, work->start, rows->origin),
                                        model->def.step, solvesLeft > 1);
    return isChanged ? VL_AGAIN_NOW : VL_AGAIN_NO;
}

static double respond(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                      const vlTwist* trial, vlBoundUse bound, vlImplicitElement* line)
{
    const vlJointRows* rows = &work->implicit.jointRows[at->slot];
    *line = vlJoint_Respond(&state->joint[at->slot], rows,
                            vlTwist_OfLink(at->link, trial, work->start, rows->origin),
                            model->def.step);
    (void)bound;
    return 0.0;
}

static double finish(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                     const vlTwist* after, const vlTwist* mean)
{
    if (!at->isSolved) { // its bodies sleep or are frozen: the report stays as it is
        return 0.0;
    }
    const vlJointRows* rows = &work->implicit.jointRows[at->slot];
    if (model->def.integrator == VL_INTEGRATOR_CONVEX) {
        vlJoint_Settled(&state->joint[at->slot], rows,
                        vlTwist_OfLink(at->link, after, work->start, rows->origin),
                        model->def.step);
    }
    vlJointReport* report = &work->jointReport[at->slot];
    double joints;
    double motors;
    vlJoint_Finish(&state->joint[at->slot], rows, &work->implicit.elements.line[at->index],
                   vlTwist_OfLink(at->link, after, work->start, rows->origin),
                   vlTwist_OfLink(at->link, mean, work->start, rows->origin), model->def.step,
                   report, &joints, &motors);
    double driven = vlLedger_DrivenWork(model, work, at, mean, report->reaction);
    vlLedger* ledger = &work->ledger;
    double booked = vlLedger_Book(ledger, &ledger->joints, joints);
    booked += vlLedger_Book(ledger, &ledger->motors, motors);
    booked += vlLedger_Book(ledger, &ledger->driven, driven);
    return booked;
}

static int levers(const vlState* state, const vlWork* work, const vlElementAt* at,
                  vlLever levers[2])
{
    const vlJoint* j = &state->joint[at->slot];
    vlVec3 origin = work->implicit.jointRows[at->slot].origin;
    vlLever a = {j->head.bodyA, vlNeg(j->lastForce), origin};
    vlLever b = {j->head.bodyB, j->lastForce, origin};
    levers[0] = a;
    levers[1] = b;
    return 2;
}

static double energy(const vlState* state, const vlWork* work, int slot)
{
    (void)state;
    return work->jointReport[slot].energy;
}

// A motor that is meant to keep turning does so, however slowly.
static bool isBusy(const vlState* state, int slot)
{
    bool isAny = false;
    for (int axis = 0; axis < VL_MAX_JOINT_AXES; ++axis) {
        const vlMotor* motor = &state->joint[slot].axis[axis].motor;
        isAny = isAny || (motor->mode == VL_MOTOR_VELOCITY && motor->target != 0.0);
    }
    return isAny;
}

static uint64_t hash(const vlState* state, int slot, uint64_t h)
{
    const vlJoint* j = &state->joint[slot];
    for (int k = 0; k < VL_MAX_JOINT_AXES; ++k) {
        h = vlHash_Word(vlHash_Word(h, (uint64_t)slot), (uint64_t)j->head.bodyB);
        h = vlHash_Double(vlHash_Double(h, j->memory[k].angle), j->memory[k].slip);
        h = vlHash_Double(h, j->axis[k].motor.target);
    }
    return h;
}

// Reports where the joint is, without forces.
static void report(const vlModel* model, const vlState* state, vlWork* work, int slot)
{
    (void)model;
    const vlJoint* j = &state->joint[slot];
    vlJointRows rows;
    vlJointReport now = {.axisCount = 0};
    vlJoint_Place(j, state->motion, &rows);
    vlJoint_Observe(j, &rows, vlJoint_Twist(j, state->motion, &rows), &now);
    work->jointReport[slot] = now;
}

static void silence(const vlModel* model, vlState* state, vlWork* work, int slot)
{
    vlJoint* j = &state->joint[slot];
    j->lastForce = vlZero();
    for (int k = 0; k < VL_MAX_JOINT_AXES; ++k) {
        j->memory[k].slip = isfinite(j->memory[k].slip) ? j->memory[k].slip : 0.0;
    }
    report(model, state, work, slot);
}

// The two bodies may no longer touch, or may touch again.
static void changed(const vlModel* model, vlState* state, vlWork* work)
{
    (void)model, (void)work;
    state->head->pairsAreStale = true;
}

const vlElementKind vlJointKind = {.name = "joint",
                                   .list = list,
                                   .evaluate = evaluate,
                                   .begin = begin,
                                   .linearise = linearise,
                                   .check = check,
                                   .respond = respond,
                                   .finish = finish,
                                   .levers = levers,
                                   .silence = silence,
                                   .energy = energy,
                                   .isBusy = isBusy,
                                   .hash = hash,
                                   .report = report,
                                   .changed = changed};
