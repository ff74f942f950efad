// SPDX-License-Identifier: MIT
// The springs of contacts, and their energy. Springs are pressed by the motion of A alone, so that
// the hand gives what they store. A change of formation never adds to it: a new contact begins with
// the way by which A came nearer in this call, and rises to what its distance asks for as far as
// other springs and friction free energy for it (docs/theory/formation_forces.md, G6 to G10).

#include "formation/contact_rank.h"
#include "formation/contact_same.h"
#include "formation/force_parts.h"

// m: a spring that gives way ends here.
#define GONE 1e-8

double vlSprings_Decay(double x)
{
    // A quotient of polynomials for a sixteenth of x, to the sixteenth power.
    double y = x / 16.0;
    double square = y * y / 12.0;
    double z = y > 4.0 ? 0.0 : (1.0 - 0.5 * y + square) / (1.0 + 0.5 * y + square);
    z *= z;
    z *= z;
    z *= z;
    return z * z;
}

// ---- energy ----

static double storedIn(const vlFormationForceDef* def, double press)
{
    return 0.5 * def->stiffness * press * press;
}

static double stretchedIn(const vlFormationForceDef* def, const vlForceWork* w)
{
    return 0.5 * def->frictionStiffness * vlDot(w->anchor.stretch, w->anchor.stretch);
}

// Lets go of energy of a normal spring.
static void release(vlFormationForce* f, double energy)
{
    f->freed += energy;
    f->report.energy.lost += energy;
}

// Takes energy out of what was freed.
static void spend(vlFormationForce* f, double energy)
{
    double own = fmin(energy, f->freed);
    double lent = fmin(energy - own, f->rubbed);
    f->freed -= own;
    f->rubbed -= lent;
    f->report.energy.lent += lent;
    f->report.energy.lost -= own + lent;
}

static void moveOne(vlFormationForce* f, vlForceWork* w, vlPose poseBA)
{
    const vlFormationForceDef* def = &f->def;
    vlVec3 onA = vlUntransform(f->lastA, w->at);
    w->way = vlSub(vlTransform(poseBA, onA), w->at);
    w->hasMoved = true;
    double away = vlDot(w->way, w->c.normal);
    double given = (w->normalForce + w->ahead) * away;
    f->report.energy.contact += given;
    f->report.energy.friction +=
        vlDot(w->friction, w->way) + w->spin * vlDot(f->lastTurn, w->c.normal);
    if (!def->isLiteral) {
        double moved = fmax(w->press - away, 0.0);
        // A force that was held for the whole tick is not quite that of the spring.
        spend(f, fmax(storedIn(def, moved) - storedIn(def, w->press) + given, 0.0));
        // What gives way is not pressed in again.
        w->press = fmin(moved, w->isLeaving ? w->press : def->maxNormal / def->stiffness);
        release(f, storedIn(def, moved) - storedIn(def, w->press));
    }
}

void vlSprings_Move(vlFormationForce* f, vlPose poseBA)
{
    vlFormationEnergy* energy = &f->report.energy;
    *energy = (vlFormationEnergy){.contact = 0.0};
    if (!f->hasLast) {
        return;
    }
    for (int i = 0; i < f->last.count; ++i) {
        moveOne(f, &f->last.contact[i], poseBA);
    }
    for (int i = 0; i < f->leavingCount; ++i) {
        moveOne(f, &f->leaving[i], poseBA);
    }
    vlVec3 force = vlUnrotate(f->poseB.q, vlMulAdd(f->shaded.force, -f->def.mass, f->def.gravity));
    vlVec3 torque = vlUnrotate(f->poseB.q, f->shaded.torque);
    vlVec3 way = vlSub(vlTransform(poseBA, f->def.centre), vlTransform(f->lastA, f->def.centre));
    energy->limits =
        vlDot(force, way) + vlDot(torque, f->lastTurn) - energy->contact - energy->friction;
}

// ---- change of formation ----

static void end(vlFormationForce* f, int i)
{
    f->leaving[i] = f->leaving[--f->leavingCount];
}

// Lets the springs of a lost contact give way. If there is no room, the weakest one ends at once.
static void leave(vlFormationForce* f, const vlForceWork* w)
{
    if (f->leavingCount == VL_MAX_LEAVING) {
        int weakest = 0;
        for (int i = 1; i < f->leavingCount; ++i) {
            weakest = f->leaving[i].press < f->leaving[weakest].press ? i : weakest;
        }
        release(f, storedIn(&f->def, f->leaving[weakest].press));
        end(f, weakest);
    }
    vlForceWork* left = &f->leaving[f->leavingCount++];
    *left = *w;
    left->at = vlAdd(w->at, w->way);
    left->spin = 0.0;
    left->isLeaving = true;
}

// A spring of the same contact that is still giving way: removes it and returns true.
static bool comeBack(vlFormationForce* f, vlForceWork* w)
{
    for (int i = 0; i < f->leavingCount; ++i) {
        const vlForceWork* old = &f->leaving[i];
        if (vlPrincipalContact_IsSame(&old->c, &w->c) && vlDot(old->c.normal, w->c.normal) > 0.5) {
            w->press = w->held = old->press;
            w->anchor = old->anchor;
            w->way = old->way;
            w->hasMoved = true;
            end(f, i);
            return true;
        }
    }
    return false;
}

// The share of a change that is still to come after this call, if it fades.
static double keptOf(const vlFormationForce* f)
{
    return f->def.fadeTime > 0.0 ? vlSprings_Decay(f->step / f->def.fadeTime) : 0.0;
}

// The force of a contact that became another one, say of a face that now stands on its edge, moves
// from the old place to the new one. That costs nothing: the spring keeps its energy.
static void ease(const vlFormationForce* f, vlForceWork* w, const vlForceWork* old)
{
    w->ease = old->ease;
    if (!w->isSame) {
        w->ease = vlSub(vlAdd(old->at, old->way), w->at);
    }
    w->ease = vlScale(w->ease, keptOf(f));
    w->at = vlAdd(w->at, w->ease);
}

// The contact whose springs this one goes on with, if it presses the same way; NULL if there is
// none.
static const vlForceWork* ancestorOf(const vlFormationForce* f, const vlForceWork* w)
{
    const vlForceWork* old = w->before >= 0 ? &f->last.contact[w->before] : NULL;
    return old != NULL && vlDot(old->c.normal, w->c.normal) > VL_SAME_PLANE ? old : NULL;
}

static void inherit(vlFormationForce* f, vlForceWork* w, vlPose poseBA)
{
    const vlFormationForceDef* def = &f->def;
    const vlForceWork* old = ancestorOf(f, w);
    vlSprings_Measure(f, w, poseBA);
    if (def->isLiteral || (old == NULL && !comeBack(f, w))) {
        w->press = w->held = w->aim;
        if (f->hasLast) {
            vlVec3 onA = vlUntransform(poseBA, w->at);
            w->way = vlSub(w->at, vlTransform(f->lastA, onA));
            double nearer = def->isLiteral ? w->aim : -vlDot(w->way, w->c.normal);
            w->press = w->held = fmin(w->aim, fmax(nearer, 0.0));
        } else {
            f->report.energy.begun += storedIn(def, w->press);
        }
    } else if (old != NULL) {
        w->press = old->press;
        w->held = old->held;
        w->anchor = old->anchor;
        w->way = old->way;
        w->hasMoved = true;
        ease(f, w, old);
    }
}

// Where a spring is after this call if nothing limits it.
static double goalOf(const vlForceWork* w, double share)
{
    return w->press + share * (w->aim - w->press);
}

// Springs that are pressed in more than their distance asks for give way, and free energy; (G9).
static void giveWay(vlFormationForce* f, vlForceWork* w, double share)
{
    double goal = goalOf(w, share);
    if (goal < w->press) {
        release(f, storedIn(&f->def, w->press) - storedIn(&f->def, goal));
        w->press = goal;
    }
}

// The others rise by it, all by the same share of what they lack.
static void rise(vlFormationForce* f, vlContactSet* now, double share)
{
    const vlFormationForceDef* def = &f->def;
    double need = 0.0;
    for (int i = 0; i < now->count; ++i) {
        const vlForceWork* w = &now->contact[i];
        double goal = goalOf(w, share);
        need += goal > w->press ? storedIn(def, goal) - storedIn(def, w->press) : 0.0;
    }
    double part = need > 0.0 ? fmin((f->freed + f->rubbed) / need, 1.0) : 0.0;
    for (int i = 0; i < now->count && part > 0.0; ++i) {
        vlForceWork* w = &now->contact[i];
        double goal = goalOf(w, share);
        if (goal > w->press) {
            w->press = sqrt(w->press * w->press + part * (goal * goal - w->press * w->press));
        }
    }
    spend(f, part * need);
}

static void relax(vlFormationForce* f, vlContactSet* now)
{
    double kept = keptOf(f);
    for (int i = 0; i < now->count; ++i) {
        giveWay(f, &now->contact[i], 1.0 - kept);
    }
    for (int i = f->leavingCount - 1; i >= 0; --i) {
        f->leaving[i].aim = 0.0;
        giveWay(f, &f->leaving[i], 1.0 - kept);
        if (f->leaving[i].press < GONE) {
            end(f, i);
        }
    }
    rise(f, now, 1.0 - kept);
    f->freed = now->count + f->leavingCount > 0 ? f->freed : 0.0;
    f->rubbed *= kept;
}

void vlSprings_Settle(vlFormationForce* f, vlContactSet* now, vlPose poseBA)
{
    const vlFormationForceDef* def = &f->def;
    bool isContinued[VL_MAX_PLANES] = {false};
    for (int i = 0; i < f->leavingCount; ++i) {
        f->leaving[i].at = vlAdd(f->leaving[i].at, f->leaving[i].way);
    }
    for (int i = 0; i < now->count; ++i) {
        inherit(f, &now->contact[i], poseBA);
        if (ancestorOf(f, &now->contact[i]) != NULL) {
            isContinued[now->contact[i].before] = true;
        }
    }
    for (int i = 0; i < f->last.count && !def->isLiteral; ++i) {
        if (!isContinued[i] && f->last.contact[i].press > GONE) {
            leave(f, &f->last.contact[i]);
        }
    }
    if (!def->isLiteral) {
        relax(f, now);
    }
    for (int i = 0; i < now->count; ++i) {
        vlForceWork* w = &now->contact[i];
        bool isHeld = fabs(w->press - w->held) <= def->hold && w->press > 0.0;
        w->held = isHeld ? w->held : w->press;
        w->normalForce = def->stiffness * w->held;
    }
}

void vlSprings_LookAhead(const vlFormationForce* f, vlForceWork* w)
{
    const vlFormationForceDef* def = &f->def;
    w->ahead = 0.0;
    if (f->hasLast && w->press > 0.0 && !def->isLiteral) {
        double more = -0.5 * def->stiffness * vlDot(w->way, w->c.normal);
        double most = w->isLeaving ? 0.0 : def->maxNormal - w->normalForce;
        w->ahead = fmin(fmax(more, -w->normalForce), most);
    }
}

// ---- friction ----

static double stretchedInAll(const vlFormationForce* f, const vlContactSet* set)
{
    double sum = 0.0;
    for (int i = 0; i < set->count; ++i) {
        sum += stretchedIn(&f->def, &set->contact[i]);
    }
    return sum;
}

void vlSprings_Rub(vlFormationForce* f, const vlContactSet* now)
{
    const vlFormationForceDef* def = &f->def;
    double stored = stretchedInAll(f, now);
    for (int i = 0; i < f->leavingCount; ++i) {
        vlForceWork* w = &f->leaving[i];
        w->normalForce = def->stiffness * w->press;
        vlVec3 slip = vlMulAdd(w->way, -vlDot(w->way, w->c.normal), w->c.normal);
        w->anchor.stretch = vlAdd(w->anchor.stretch, slip);
        double most = def->frictionDynamic * w->normalForce / def->frictionStiffness;
        double length = vlLength(w->anchor.stretch);
        if (length > most) {
            w->anchor.stretch = vlScale(w->anchor.stretch, most / length);
        }
        w->friction = vlScale(w->anchor.stretch, -def->frictionStiffness);
        stored += stretchedIn(def, w);
    }
    if (def->isLiteral) {
        return; // friction as it is printed stores nothing
    }
    double lost = f->stretched - f->report.energy.friction - stored;
    f->stretched = stored;
    f->rubbed += fmax(lost, 0.0);
    f->report.energy.lost += fmax(lost, 0.0);
    spend(f, fmax(-lost, 0.0));
}
