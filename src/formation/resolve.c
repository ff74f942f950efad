// SPDX-License-Identifier: MIT
// From the contacts that were found to the most constrained formation that can exist near.

#include "formation/resolve.h"

// Contacts are closed, m: a hundredth of what exact poses are looked at with.
#define CLOSED 1e-8
// What counts as touching, and as parallel (rad), at an exact pose.
#define TIGHT 1e-6
#define TIGHT_ANGLE 1e-5
// Most sets that are tried in one call; each takes a few microseconds.
#define MAX_TRIALS 24

vlFormationSettings vlResolver_TightSettings(void)
{
    vlFormationSettings s = vlFormationSettings_ForForces();
    s.gap = TIGHT;
    s.inside = TIGHT;
    s.angle = TIGHT_ANGLE;
    s.keep = 1.0;
    return s;
}

static int rankOf(vlContactType type)
{
    if (type == VL_CONTACT_FACE_FACE) {
        return 3;
    }
    return type == VL_CONTACT_EDGE_FACE || type == VL_CONTACT_FACE_EDGE ? 2 : 1;
}

// Those that hold most come first, then the nearest; an order that does not depend on how the
// elements are numbered unless two are equal in both.
static int order(const vlFormation* found, int* chosen)
{
    int count = 0;
    for (int i = 0; i < found->count; ++i) {
        const vlPrincipalContact* c = &found->contact[i];
        int at = count < VL_MAX_RESOLVED ? count : VL_MAX_RESOLVED;
        while (at > 0) {
            const vlPrincipalContact* other = &found->contact[chosen[at - 1]];
            int difference = rankOf(c->type) - rankOf(other->type);
            if (difference < 0 || (difference == 0 && c->nearest >= other->nearest)) {
                break;
            }
            if (at < VL_MAX_RESOLVED) {
                chosen[at] = chosen[at - 1];
            }
            --at;
        }
        if (at < VL_MAX_RESOLVED) {
            chosen[at] = i;
            count += count < VL_MAX_RESOLVED;
        }
    }
    return count;
}

static bool isSameContact(const vlPrincipalContact* x, const vlPrincipalContact* y)
{
    return x->a.kind == y->a.kind && x->a.index == y->a.index && x->b.kind == y->b.kind &&
           x->b.index == y->b.index;
}

typedef struct Search {
    vlResolver* r;
    const vlFormation* found;
    vlPose poseBA;
    int chosen[VL_MAX_RESOLVED];
    int count;
    int trials;
    vlFormation* trial; // room for what touches at a closed pose
} Search;

// Closes a set and looks what touches there. `mayPenetrate` is the last resort.
static bool attempt(Search* s, unsigned set, bool mayPenetrate, vlResolved* how)
{
    vlContactPair pairs[VL_MAX_RESOLVED];
    int count = 0;
    for (int i = 0; i < s->count; ++i) {
        if (set >> i & 1u) {
            const vlPrincipalContact* c = &s->found->contact[s->chosen[i]];
            pairs[count++] = (vlContactPair){c->type, c->a, c->b};
        }
    }
    ++s->trials;
    vlPose pose = s->poseBA;
    double residual = vlResolver_Close(s->r, pairs, count, &pose);
    if (!(residual < CLOSED)) {
        return false;
    }
    double moved = vlResolver_Way(s->r, s->poseBA, pose);
    if (moved > s->r->reach || (how->isGood && moved >= how->moved) ||
        (!mayPenetrate && vlResolver_IsInside(s->r, pose, TIGHT))) {
        return false;
    }
    vlIdentifier_Find(s->r->tight, pose, vlIdentityPose(), s->trial);
    if (s->trial->count == 0) {
        return false;
    }
    how->isGood = true;
    how->isForced = mayPenetrate;
    how->poseBA = pose;
    how->moved = moved;
    how->residual = residual;
    how->chosen = set;
    return true;
}

static int bits(unsigned set)
{
    int count = 0;
    for (; set != 0; set &= set - 1u) {
        ++count;
    }
    return count;
}

// The contact as it is at the true pose. What was found there is taken as it is; what only touches
// after closing is carried along with A.
static void carryBack(const Search* s, const vlResolved* how, vlPrincipalContact* c)
{
    for (int i = 0; i < s->found->count; ++i) {
        if (isSameContact(c, &s->found->contact[i])) {
            *c = s->found->contact[i];
            return;
        }
    }
    vlPlaneRows rows = {.count = 0};
    (void)vlRows_Add(s->r, (vlContactPair){c->type, c->a, c->b}, s->poseBA, &rows);
    c->point = vlTransform(s->poseBA, vlUntransform(how->poseBA, c->point));
    c->normal = rows.normal[0];
    c->nearest = HUGE_VAL;
    c->farthest = -HUGE_VAL;
    for (int i = 0; i < rows.count; ++i) {
        c->nearest = fmin(c->nearest, rows.height[i]);
        c->farthest = fmax(c->farthest, rows.height[i]);
    }
    c->axis = vlRotate(s->poseBA.q, vlUnrotate(how->poseBA.q, c->axis));
}

static void trySizes(Search* s, bool mayPenetrate, vlResolved* how)
{
    for (int size = s->count; size > 0 && !how->isGood; --size) {
        for (unsigned set = 1; set < 1u << s->count; ++set) {
            // The single ones are always tried: they are the last that can succeed.
            if (bits(set) == size && (s->trials < MAX_TRIALS || size == 1)) {
                (void)attempt(s, set, mayPenetrate, how);
            }
        }
    }
}

void vlResolver_Run(vlResolver* r, const vlFormation* found, vlPose poseBA, unsigned first,
                    vlFormation* formation, vlResolved* how)
{
    *how = (vlResolved){.poseBA = poseBA};
    formation->count = 0;
    formation->isCut = found->isCut;
    if (found->count == 0) {
        how->isGood = true;
        return;
    }
    Search s = {.r = r, .found = found, .poseBA = poseBA, .trial = formation};
    s.count = order(found, s.chosen);
    bool isTried = first != 0 && first < 1u << s.count && attempt(&s, first, false, how);
    if (!isTried) {
        trySizes(&s, false, how);
    }
    if (!how->isGood) {
        trySizes(&s, true, how);
    }
    how->trials = s.trials;
    if (!how->isGood) { // what was found stays
        how->isForced = true;
        *formation = *found;
        return;
    }
    vlIdentifier_Find(r->tight, how->poseBA, vlIdentityPose(), formation);
    for (int i = 0; i < formation->count; ++i) {
        carryBack(&s, how, &formation->contact[i]);
    }
}
