// SPDX-License-Identifier: MIT
// Force from the formation: one update goes from poses to a wrench. Creation is in
// formation_force_make.c.

#include <string.h>

#include "formation/force_parts.h"
#include "formation/force_report.h"
#include "formation/identifier.h"

// s, time constant of the filter for the motion by which rules are chosen.
#define MOTION_TIME 5e-3

static vlPose relativePose(vlPose poseWA, vlPose poseWB)
{
    vlPose pose = {vlUntransform(poseWB, poseWA.p), vlUnitQ(vlMulQ(vlConj(poseWB.q), poseWA.q))};
    return pose;
}

static bool arePosesGood(vlPose a, vlPose b)
{
    return vlIsWithin(a.p, VL_MAX_LENGTH) && vlIsWithin(b.p, VL_MAX_LENGTH) &&
           vlIsUnitQ(a.q, VL_ROUGH_UNIT_TOLERANCE) && vlIsUnitQ(b.q, VL_ROUGH_UNIT_TOLERANCE);
}

// Finds the consistent formation: from the table or from memory if it is known there, else by
// closing contacts.
static void resolve(vlFormationForce* f, vlPose poseBA)
{
    vlFormationForceReport* report = &f->report;
    report->trials = 0;
    report->moved = 0.0;
    report->isForced = report->wasKnown = false;
    f->hasClosed = false;
    if (!f->def.resolves || f->found.count == 0) {
        vlFormation_Copy(&f->formation, &f->found);
        return;
    }
    uint64_t key = vlFormation_GetKey(&f->found);
    vlMemo* memo = &f->memo[key % VL_MEMO_SIZE];
    report->wasKnown = f->def.table != NULL && vlFormationTable_Has(f->def.table, key);
    if (report->wasKnown || (memo->key == key && memo->isConsistent)) {
        vlFormation_Copy(&f->formation, &f->found);
        return;
    }
    vlResolved how;
    vlResolver_Run(&f->resolver, &f->found, poseBA, memo->key == key ? memo->chosen : 0u,
                   &f->formation, &how);
    report->trials = how.trials;
    report->moved = how.moved;
    report->isForced = how.isForced;
    f->hasClosed = how.isGood;
    f->closedAt = how.poseBA;
    if (how.isGood && !how.isForced) {
        *memo = (vlMemo){key, how.chosen, vlFormation_IsSame(&f->found, &f->formation, false)};
    }
}

// How A moved since the last call, relative to B.
static void findMotion(vlFormationForce* f, vlPose poseBA)
{
    if (!f->hasLast) {
        f->motion = (vlTwist){vlZero(), vlZero()};
        f->lastTurn = vlZero();
        return;
    }
    vlVec3 way = vlSub(vlTransform(poseBA, f->def.centre), vlTransform(f->lastA, f->def.centre));
    f->lastTurn = vlRotationBetween(f->lastA.q, poseBA.q);
    if (f->def.isLiteral) {
        f->motion = (vlTwist){way, f->lastTurn};
        return;
    }
    double share = f->step / (f->step + MOTION_TIME);
    vlVec3 linear = vlSub(vlScale(way, 1.0 / f->step), f->motion.linear);
    vlVec3 angular = vlSub(vlScale(f->lastTurn, 1.0 / f->step), f->motion.angular);
    f->motion.linear = vlMulAdd(f->motion.linear, share, linear);
    f->motion.angular = vlMulAdd(f->motion.angular, share, angular);
}

static vlVec3 weightOf(const vlFormationForceDef* def)
{
    return vlScale(def->gravity, def->mass);
}

// The springs of all contacts, and those that give way.
typedef struct Totals {
    vlVec3 centre;
    vlVec3 force, torque;
} Totals;

static void addForce(Totals* t, vlVec3 at, vlVec3 force)
{
    t->force = vlAdd(t->force, force);
    t->torque = vlAdd(t->torque, vlCross(vlSub(at, t->centre), force));
}

// [LX] eqs. (7) to (9), in the frame of B. `sent` has the forces of the middle of the coming tick.
static void addContact(vlFormationForce* f, vlForceWork* w, Totals* raw, Totals* sent)
{
    const vlFormationForceDef* def = &f->def;
    vlSprings_LookAhead(f, w);
    addForce(raw, w->at, vlMulAdd(w->friction, w->normalForce, w->c.normal));
    addForce(sent, w->at, vlMulAdd(w->friction, w->normalForce + w->ahead, w->c.normal));
    raw->torque = vlMulAdd(raw->torque, w->spin, w->c.normal);
    sent->torque = vlMulAdd(sent->torque, w->spin, w->c.normal);
    f->report.stored += 0.5 * w->normalForce * w->normalForce / def->stiffness;
    f->report.stored += 0.5 * vlDot(w->friction, w->friction) / def->frictionStiffness;
}

static vlWrench inWorld(const vlFormationForce* f, const Totals* t, vlPose poseWB)
{
    vlWrench wrench = {vlAdd(vlRotate(poseWB.q, t->force), weightOf(&f->def)),
                       vlRotate(poseWB.q, t->torque)};
    return wrench;
}

static void reportContact(const vlForceWork* w, vlPose poseWB, vlForceContact* out)
{
    *out = (vlForceContact){.contact = w->c,
                            .normalForce = w->normalForce,
                            .friction = vlRotate(poseWB.q, w->friction),
                            .spin = w->spin,
                            .slide = w->slide,
                            .reach = w->reach,
                            .rule = w->rule,
                            .isSlipping = w->anchor.isSlipping};
    out->contact.normal = vlRotate(poseWB.q, w->c.normal);
    out->contact.axis = vlRotate(poseWB.q, w->c.axis);
    out->contact.point = vlTransform(poseWB, w->c.point);
    out->at = vlTransform(poseWB, w->at);
    for (int k = 0; k < w->c.regionCount; ++k) {
        out->contact.region[k] = vlTransform(poseWB, w->c.region[k]);
    }
}

// Totals about A's centre of mass. Returns the wrench to be shaded.
static vlWrench addUp(vlFormationForce* f, vlContactSet* now, vlPose poseWA, vlPose poseWB)
{
    vlFormationForceReport* report = &f->report;
    Totals raw = {.centre = vlUntransform(poseWB, vlTransform(poseWA, f->def.centre))};
    Totals sent = raw;
    report->stored = 0.0;
    report->count = now->count;
    for (int i = 0; i < now->count; ++i) {
        addContact(f, &now->contact[i], &raw, &sent);
        reportContact(&now->contact[i], poseWB, &report->contact[i]);
    }
    for (int i = 0; i < f->leavingCount; ++i) {
        addContact(f, &f->leaving[i], &raw, &sent);
    }
    report->raw = inWorld(f, &raw, poseWB);
    return inWorld(f, &sent, poseWB);
}

// What is felt where nothing touches.
static void forgetReport(vlFormationForce* f)
{
    vlVec3 weight = weightOf(&f->def);
    f->report = (vlFormationForceReport){.raw = {weight, vlZero()}, .weight = weight};
}

// Nothing can be said about these poses: only the weight is felt, and nothing is remembered.
static void skip(vlFormationForce* f)
{
    f->hasLast = false;
    f->last.count = f->leavingCount = 0;
    f->freed = f->rubbed = f->stretched = 0.0;
    f->formation.count = 0;
    forgetReport(f);
    vlIdentifier_Forget(f->finder);
    vlShade_Update(f, f->report.raw);
}

const vlFormationForceReport* vlFormationForce_Update(vlFormationForce* f, vlPose poseWA,
                                                      vlPose poseWB, double step)
{
    f->step = step > 0.0 && step <= 1e3 ? step : 1e-3;
    if (!arePosesGood(poseWA, poseWB)) {
        skip(f);
        return &f->report;
    }
    poseWA.q = vlUnitQ(poseWA.q);
    poseWB.q = vlUnitQ(poseWB.q);
    vlPose poseBA = relativePose(poseWA, poseWB);
    findMotion(f, poseBA);
    vlSprings_Move(f, poseBA);
    if (f->def.isLiteral) {
        vlIdentifier_Find(f->finder, poseBA, vlIdentityPose(), &f->found);
    } else {
        vlIdentifier_Update(f->finder, poseBA, vlIdentityPose(), &f->found);
    }
    resolve(f, poseBA);
    vlContactSet now;
    bool isLost = false;
    vlPlanes_Reduce(&f->formation, f->def.shell.gap, &now);
    vlPriorMotion motion = vlPrior_Classify(f->resolver.a, f->resolver.b, &f->last, &now, &isLost);
    vlSprings_Settle(f, &now, poseBA);
    f->report.priorCase = vlRules_Apply(f, &now, motion, poseBA);
    f->report.motion = motion;
    f->report.isChanged = motion == VL_PRIOR_NONE ? f->last.count > 0 : motion != VL_PRIOR_KEEP;
    vlSprings_Rub(f, &now);
    vlShade_Update(f, addUp(f, &now, poseWA, poseWB));
    f->last = now;
    f->lastA = poseBA;
    f->hasLast = true;
    f->poseA = poseWA;
    f->poseB = poseWB;
    return &f->report;
}

const vlFormationForceReport* vlFormationForce_GetReport(const vlFormationForce* force)
{
    return &force->report;
}

const vlFormation* vlFormationForce_GetFormation(const vlFormationForce* force)
{
    return &force->formation;
}

vlVec3 vlFormationForce_GetCentre(const vlFormationForce* force)
{
    return force->def.centre;
}

void vlFormationForce_Restart(vlFormationForce* f)
{
    vlIdentifier_Forget(f->finder);
    memset(f->memo, 0, sizeof f->memo);
    f->hasLast = f->hasShaded = false;
    f->last.count = f->leavingCount = 0;
    f->freed = f->rubbed = f->stretched = 0.0;
    f->found.count = f->formation.count = 0;
    f->motion = (vlTwist){vlZero(), vlZero()};
    forgetReport(f);
    f->report.shaded = f->report.raw;
}

bool vlFormationForce_GetProxy(const vlFormationForce* f, vlPose* poseWA, double* residual)
{
    vlContactPair pairs[VL_MAX_RESOLVED];
    int count = f->formation.count < VL_MAX_RESOLVED ? f->formation.count : VL_MAX_RESOLVED;
    for (int i = 0; i < count; ++i) {
        const vlPrincipalContact* c = &f->formation.contact[i];
        pairs[i] = (vlContactPair){c->type, c->a, c->b};
    }
    vlPose pose = f->hasClosed ? f->closedAt : f->lastA;
    double left = f->hasLast ? vlResolver_Close(&f->resolver, pairs, count, &pose) : HUGE_VAL;
    // Contacts that are kept may be wider apart than new ones, by the factor `keep`. A single
    // contact can always be closed.
    double most = f->def.shell.keep * vlResolver_Reach(&f->resolver, &f->found);
    bool isNear =
        left < 1e-8 && (count == 1 || vlResolver_Way(&f->resolver, f->lastA, pose) <= most);
    *poseWA = isNear ? vlMulPose(f->poseB, pose) : f->poseA;
    if (residual != NULL) {
        *residual = left;
    }
    return isNear;
}

vlTwist vlFormationForce_Guide(const vlFormationForce* f, vlTwist twist, int* freedoms)
{
    vlFreedoms free;
    vlVec3 centre = vlTransform(f->lastA, f->def.centre);
    // The formation is in the frame of B, and the twist goes there and back.
    vlTwist inB = {vlUnrotate(f->poseB.q, twist.linear), vlUnrotate(f->poseB.q, twist.angular)};
    vlFormation_GetFreedoms(&f->formation, centre, f->size, 1e-6, &free);
    inB = vlFreedoms_Project(&free, inB, f->size);
    if (freedoms != NULL) {
        *freedoms = free.count;
    }
    return (vlTwist){vlRotate(f->poseB.q, inB.linear), vlRotate(f->poseB.q, inB.angular)};
}

const char* vlPriorMotion_Text(vlPriorMotion motion)
{
    static const char* const texts[VL_PRIOR_COUNT] = {"", "MT1", "MT2", "MT3", "MT4", "MT5"};
    return (unsigned)motion < VL_PRIOR_COUNT ? texts[motion] : "?";
}

const char* vlPriorCase_Text(vlPriorCase priorCase)
{
    static const char* const texts[VL_CASE_COUNT] = {"", "a1", "a2", "b", "c"};
    return (unsigned)priorCase < VL_CASE_COUNT ? texts[priorCase] : "?";
}
