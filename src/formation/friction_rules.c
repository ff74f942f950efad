// SPDX-License-Identifier: MIT
// Chooses the equation of [LX] that gives the friction at each contact, from the motion that led to
// the formation. Literal mode uses the displacements of this call. Anchored mode uses those since
// the contact appeared, from an anchor that is dragged along when the contact slides
// (docs/theory/formation_forces.md).

#include "formation/force_parts.h"

// A turn below this counts as zero: rad in one call (literal mode), else rad/s.
#define LEAST_TURN 1e-4
#define LEAST_TURN_RATE 0.05
// Below this spin, rad/s, torsion is proportional to the spin.
#define SPIN_RATE 0.05

typedef struct Rules {
    const vlFormationForceDef* def;
    vlContactSet* set;
    double fade; // the share of a change that is done in one call, as it fades
} Rules;

static bool isInRange(const vlForceWork* w) // [LX] eq. (3)
{
    return w->slide <= w->reach && !w->anchor.isSlipping;
}

// Shortens the stretch of an anchored contact: the anchor is dragged along.
static void drag(const Rules* r, vlForceWork* w, double longest)
{
    if (!r->def->isLiteral && w->slide > longest) {
        w->anchor.stretch = vlScale(w->anchor.stretch, longest / w->slide);
    }
}

// [LX] eq. (2). In anchored mode the contact begins as a spring that is not stretched yet: the
// printed force is that of one call, and nothing has stored it.
static void collide(const Rules* r, vlForceWork* w)
{
    w->rule = VL_RULE_COLLISION;
    w->anchor.isSlipping = false;
    if (r->def->isLiteral) {
        w->friction = vlScale(w->slip, -w->normalForce / -w->approach);
        return;
    }
    drag(r, w, w->reach);
    w->friction = vlScale(w->anchor.stretch, -r->def->frictionStiffness);
}

static void stick(const Rules* r, vlForceWork* w) // [LX] eq. (4)
{
    w->rule = VL_RULE_STATIC;
    w->friction = vlScale(w->anchor.stretch, -r->def->frictionStiffness);
    w->anchor.isSlipping = false;
}

static void limit(const Rules* r, vlForceWork* w) // [LX] eq. (6), or (4) in the static range
{
    if (isInRange(w)) {
        stick(r, w);
        return;
    }
    w->rule = VL_RULE_LIMIT;
    w->anchor.isSlipping = false;
    if (r->def->isLiteral) {
        w->friction = vlScale(vlUnit(w->anchor.stretch), -r->def->frictionStatic * w->normalForce);
        return;
    }
    drag(r, w, w->reach);
    w->friction = vlScale(w->anchor.stretch, -r->def->frictionStiffness);
}

// [LX] eq. (5). In anchored mode, a contact that has not yet moved that far from its anchor stays a
// spring, so that its force does not jump when only its neighbour begins to slide.
static void slide(const Rules* r, vlForceWork* w)
{
    double most = r->def->frictionDynamic * w->normalForce;
    double behind = most / r->def->frictionStiffness;
    w->rule = VL_RULE_DYNAMIC;
    if (r->def->isLiteral) {
        w->friction = vlScale(vlUnit(w->slip), -most);
        return;
    }
    // What the contact stuck with, at most mu N, falls to muD N as other changes fade, from the
    // moment within the tick at which it began to slide.
    double slip = vlLength(w->slip);
    double part = slip > 0.0 ? fmin(fmax((w->slide - w->reach) / slip, 0.0), 1.0) : 1.0;
    double from = fmin(w->anchor.isSlipping ? w->stuck : w->slide, w->reach);
    part = w->anchor.isSlipping ? 1.0 : part;
    w->anchor.isSlipping = w->slide >= behind;
    drag(r, w, fmax(behind, from - part * r->fade * w->reach));
    w->friction = vlScale(w->anchor.stretch, -r->def->frictionStiffness);
}

static void slideAll(const Rules* r)
{
    for (int i = 0; i < r->set->count; ++i) {
        slide(r, &r->set->contact[i]);
    }
}

// The motion may be a rotation about the contact that moved least: if it is within its static range
// it sticks, and the others slide.
static void turn(const Rules* r)
{
    int still = 0;
    for (int i = 1; i < r->set->count; ++i) {
        still = r->set->contact[i].slide < r->set->contact[still].slide ? i : still;
    }
    bool sticks = isInRange(&r->set->contact[still]);
    for (int i = 0; i < r->set->count; ++i) {
        if (i == still && sticks) {
            stick(r, &r->set->contact[i]);
        } else {
            slide(r, &r->set->contact[i]);
        }
    }
}

static vlPriorCase keep(const Rules* r, const vlFormationForce* f, vlPose poseBA)
{
    vlContactSet* set = r->set;
    bool allStick = true;
    for (int i = 0; i < set->count; ++i) {
        allStick &= isInRange(&set->contact[i]);
    }
    if (allStick) {
        for (int i = 0; i < set->count; ++i) {
            stick(r, &set->contact[i]);
        }
        return VL_CASE_ALL_STICK;
    }
    vlVec3 centre = vlTransform(poseBA, f->def.centre);
    if (!vlMotion_IsPossible(&f->resolver, set, poseBA, centre, f->size, f->motion,
                             f->def.isLiteral ? LEAST_TURN : LEAST_TURN_RATE)) {
        for (int i = 0; i < set->count; ++i) {
            limit(r, &set->contact[i]);
        }
        return VL_CASE_IMPOSSIBLE;
    }
    if (!vlMotion_CanTurn(&f->resolver, set, poseBA, f->size)) {
        slideAll(r);
        return VL_CASE_SLIDE;
    }
    turn(r);
    return VL_CASE_TURN;
}

static void gain(const Rules* r)
{
    bool allInCone = true;
    for (int i = 0; i < r->set->count; ++i) {
        const vlForceWork* w = &r->set->contact[i];
        allInCone &= w->before >= 0 || w->isInCone;
    }
    if (!allInCone) {
        slideAll(r);
        return;
    }
    for (int i = 0; i < r->set->count; ++i) {
        vlForceWork* w = &r->set->contact[i];
        if (w->before < 0) {
            collide(r, w);
        } else {
            limit(r, w);
        }
    }
}

static void meet(const Rules* r)
{
    for (int i = 0; i < r->set->count; ++i) {
        vlForceWork* w = &r->set->contact[i];
        if (w->isInCone) {
            collide(r, w);
        } else {
            slide(r, w);
        }
    }
}

// Computes what a contact needs before a rule is chosen: its displacement, whether it still slips,
// and its static range.
static void prepare(const vlFormationForce* f, vlForceWork* w)
{
    const vlFormationForceDef* def = &f->def;
    w->approach = vlDot(w->way, w->c.normal);
    w->slip = vlMulAdd(w->way, -w->approach, w->c.normal);
    double slip = vlLength(w->slip);
    w->isInCone = w->approach < 0.0 && slip <= -def->frictionStatic * w->approach;
    w->reach = def->frictionStatic * w->normalForce / def->frictionStiffness;
    vlVec3 old = def->isLiteral ? vlZero() : w->anchor.stretch;
    if (w->anchor.isSlipping && (slip < def->stickSpeed * f->step || vlDot(w->slip, old) < 0.0)) {
        w->anchor.isSlipping = false;
    }
    old = vlMulAdd(old, -vlDot(old, w->c.normal), w->c.normal);
    w->stuck = vlLength(old);
    // A contact that is new in anchored mode begins at its anchor: no force acted on this slip.
    w->anchor.stretch = def->isLiteral || w->hasMoved ? vlAdd(old, w->slip) : vlZero();
    w->slide = vlLength(w->anchor.stretch);
}

double vlContact_MeanArm(const vlPrincipalContact* c)
{
    if (c->regionCount == 2) {
        return 0.25 * vlLength(vlSub(c->region[1], c->region[0]));
    }
    if (c->regionCount < 3) {
        return 0.0;
    }
    // The region is a fan of triangles about its middle. The mean distance from a triangle's tip is
    // two thirds of its mean along the opposite side, which is computed with Gauss's three points.
    static const double node[3] = {0.11270166537925831, 0.5, 0.88729833462074169};
    static const double weight[3] = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};
    vlVec3 middle = vlMulAdd(c->point, -vlDot(c->normal, vlSub(c->point, c->region[0])), c->normal);
    double area = 0.0;
    double sum = 0.0;
    for (int i = 0; i < c->regionCount; ++i) {
        vlVec3 p = vlSub(c->region[i], middle);
        vlVec3 q = vlSub(c->region[(i + 1) % c->regionCount], middle);
        double part = 0.5 * fabs(vlDot(c->normal, vlCross(p, q)));
        for (int k = 0; k < 3; ++k) {
            sum += part * weight[k] * vlLength(vlMulAdd(p, node[k], vlSub(q, p)));
        }
        area += part;
    }
    return area > 0.0 ? 2.0 / 3.0 * sum / area : 0.0;
}

static void addTorsion(const vlFormationForce* f, vlForceWork* w)
{
    double rate = vlDot(f->lastTurn, w->c.normal) / f->step;
    double share = rate / fmax(fabs(rate), SPIN_RATE);
    w->spin = -f->def.frictionDynamic * w->normalForce * vlContact_MeanArm(&w->c) * share;
}

vlPriorCase vlRules_Apply(vlFormationForce* f, vlContactSet* now, vlPriorMotion motion,
                          vlPose poseBA)
{
    bool fades = f->def.fadeTime > 0.0;
    Rules r = {&f->def, now, fades ? fmin(f->step / f->def.fadeTime, 1.0) : 1.0};
    vlPriorCase found = VL_CASE_NONE;
    for (int i = 0; i < now->count; ++i) {
        prepare(f, &now->contact[i]);
    }
    if (motion == VL_PRIOR_GUARDED) {
        meet(&r);
    } else if (motion == VL_PRIOR_KEEP) {
        found = keep(&r, f, poseBA);
    } else if (motion == VL_PRIOR_CHANGE) {
        bool canTurn = vlMotion_CanTurnBetween(&f->resolver, &f->last, now, poseBA, f->size);
        found = canTurn ? VL_CASE_TURN : VL_CASE_SLIDE;
        if (canTurn) {
            turn(&r);
        } else {
            slideAll(&r);
        }
    } else if (motion == VL_PRIOR_GAIN) {
        gain(&r);
    } else if (motion == VL_PRIOR_BREAK) {
        found = VL_CASE_TURN;
        turn(&r);
    }
    for (int i = 0; f->def.hasTorsion && i < now->count; ++i) {
        addTorsion(f, &now->contact[i]);
    }
    return found;
}
