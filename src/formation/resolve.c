// SPDX-License-Identifier: MIT
// Finds the most constrained formation that can exist near the contacts that were found.

#include "formation/resolve.h"

#include <string.h>

#include "formation/contact_same.h"
#include "formation/identifier.h"
#include "formation/poly_parts.h"

// Contacts with heights below this are closed, m: a hundredth of TIGHT.
#define CLOSED 1e-8
// What counts as touching (m) and as parallel (rad) at an exact pose.
#define TIGHT 1e-6
#define TIGHT_ANGLE 1e-5
// How deep A may be inside of B where names need not be certain, m. The smallest motion that closes
// an edge on a face may tilt A a little into B, and a single contact leaves room to tilt back.
#define TILTED 1e-4
// Most sets that are tried in one call: all subsets of six contacts. Most fail in about 1 us.
#define MAX_TRIALS 63
// For how many contacts, the first ones in the order, parts are tried: 3^3 - 1 = 26 sets.
#define MAX_LOWERED 3

vlFormationSettings vlResolver_TightSettings(void)
{
    vlFormationSettings s = vlFormationSettings_ForForces();
    s.gap = TIGHT;
    s.inside = TIGHT;
    s.angle = TIGHT_ANGLE;
    s.keep = 1.0;
    return s;
}

// What is asked of a set at its closed pose. DEMAND_NAMES: what touches there is exactly the
// contacts of the set, or contacts that they border on. DEMAND_FREE: names may be degenerate.
// DEMAND_CLOSED: A may even stay inside of B.
typedef enum Demand { DEMAND_NAMES, DEMAND_FREE, DEMAND_CLOSED } Demand;

typedef struct Search {
    vlResolver* r;
    const vlFormation* found;
    vlPose poseBA;
    int count;
    int chosen[VL_MAX_RESOLVED]; // the contacts of those found that are tried
    int part[VL_MAX_RESOLVED];   // 0: the contact itself; 1, 2: a part of it
    int trials;
    double reach;
    bool isShifted;         // single points are closed without a turn
    vlFormation* formation; // what touches where the best set is closed
} Search;

// A contact or the part of it that is tried, measured when it is first asked for; NULL if there is
// no such part.
static const vlContactPart* take(const Search* s, int i)
{
    vlContactPart* part = &s->r->part[i][s->part[i]];
    if (!part->isMeasured) {
        const vlPrincipalContact* c = &s->found->contact[s->chosen[i]];
        part->isMeasured = part->isThere = true;
        part->pair = (vlContactPair){c->type, c->a, c->b};
        if (s->part[i] > 0) {
            part->isThere = vlResolver_Lower(s->r, s->poseBA, c, s->part[i] == 2, &part->pair);
        }
        if (part->isThere) {
            vlRows_Measure(s->r, part->pair, s->poseBA, &part->rows);
        }
    }
    return part->isThere ? part : NULL;
}

static bool covers(const Search* s, const vlPrincipalContact* whole, vlElement a, vlElement b)
{
    return vlPolyhedron_IsPart(s->r->a, a, whole->a) && vlPolyhedron_IsPart(s->r->b, b, whole->b);
}

// Is the contact one of those that were found or tried, or is one of them on its border?
static bool isExplained(const Search* s, const vlPrincipalContact* c)
{
    for (int i = 0; i < s->found->count; ++i) {
        if (covers(s, c, s->found->contact[i].a, s->found->contact[i].b)) {
            return true;
        }
    }
    for (int i = 0; i < s->count; ++i) {
        const vlContactPart* part = take(s, i);
        if (part != NULL && covers(s, c, part->pair.a, part->pair.b)) {
            return true;
        }
    }
    return false;
}

// Does the contact cover none of the set? A side of a cube, for example, may come to lie flush with
// the end of a step and touch its edge there, without a plane of its own. That is no reason to give
// up the set.
static bool isAside(const Search* s, const vlContactPart* const* parts, int count,
                    const vlPrincipalContact* c)
{
    for (int i = 0; i < count; ++i) {
        if (covers(s, c, parts[i]->pair.a, parts[i]->pair.b)) {
            return false;
        }
    }
    return true;
}

// Do the names at the closed pose stand for the set, and for nothing else? They do not where
// closing brings a vertex onto an edge: any neighbour of the two could be named there. Leaves
// uncertain contacts beside the set out of the trial formation.
static bool areNamesRight(const Search* s, const vlContactPart* const* parts, int count,
                          vlPose poseBA)
{
    vlFormation* trial = &s->r->trial;
    for (int i = 0; i < count; ++i) {
        bool isCovered = false;
        for (int k = 0; k < trial->count && !isCovered; ++k) {
            isCovered = covers(s, &trial->contact[k], parts[i]->pair.a, parts[i]->pair.b);
        }
        if (!isCovered) {
            return false;
        }
    }
    int kept = 0;
    for (int k = 0; k < trial->count; ++k) {
        const vlPrincipalContact* c = &trial->contact[k];
        bool isUncertain = vlResolver_IsDegenerate(s->r, c, poseBA);
        if (isUncertain && isAside(s, parts, count, c)) {
            continue;
        }
        if (isUncertain || !isExplained(s, c)) {
            return false;
        }
        if (kept != k) {
            trial->contact[kept] = *c;
        }
        ++kept;
    }
    trial->count = kept;
    return true;
}

// Closes a contact in a point by moving A along its normal. The smallest motion would turn A as
// well, and with it other parts of A into B. Returns the height that is left, infinite if the
// contact is larger than a point.
static double shift(const Search* s, const vlContactPart* part, vlPose* pose)
{
    const vlPairRows* p = &part->rows;
    if (p->count != 1) {
        return HUGE_VAL;
    }
    vlVec3 normal = vlVec(p->row[0][3], p->row[0][4], p->row[0][5]);
    pose->p = vlMulAdd(pose->p, -p->height[0], normal);
    vlPlaneRows rows = {.count = 0};
    (void)vlRows_Add(s->r, part->pair, *pose, &rows);
    return fabs(rows.height[0]);
}

// Collects the parts of a set, and returns their number; 0 if one of them does not exist.
static int collect(const Search* s, unsigned set, const vlContactPart** parts)
{
    int count = 0;
    for (int i = 0; i < s->count; ++i) {
        if (set >> i & 1u) {
            parts[count] = take(s, i);
            if (parts[count++] == NULL) {
                return 0;
            }
        }
    }
    return count;
}

// Closes a set. Accepts it if it meets the demand and moves A less than the best one so far.
static void attempt(Search* s, unsigned set, Demand demand, vlResolved* how)
{
    const vlContactPart* parts[VL_MAX_RESOLVED];
    int count = collect(s, set, parts);
    if (count == 0) {
        return;
    }
    ++s->trials;
    // A single contact is always a formation, however far A has to move.
    static const double depths[] = {TIGHT, TILTED, HUGE_VAL};
    vlClosingLimits limits = {count > 1 ? s->reach : HUGE_VAL, depths[demand]};
    limits.way = how->isGood ? fmin(limits.way, how->moved) : limits.way;
    vlPose pose = s->poseBA;
    double residual = s->isShifted ? shift(s, parts[0], &pose)
                                   : vlResolver_CloseFrom(s->r, parts, count, limits, &pose);
    if (!(residual < CLOSED)) {
        return;
    }
    double moved = vlResolver_Way(s->r, s->poseBA, pose);
    if ((count > 1 && moved > s->reach) || (how->isGood && moved >= how->moved) ||
        (demand != DEMAND_CLOSED && vlResolver_IsInside(s->r, pose, depths[demand]))) {
        return;
    }
    if (demand == DEMAND_NAMES) {
        vlIdentifier_Find(s->r->tight, pose, vlIdentityPose(), &s->r->trial);
        if (!areNamesRight(s, parts, count, pose)) {
            return;
        }
        vlFormation_Copy(s->formation, &s->r->trial);
    }
    how->isGood = true;
    how->isForced = demand == DEMAND_CLOSED;
    how->poseBA = pose;
    how->moved = moved;
    how->residual = residual;
    how->chosen = set;
}

static int bits(unsigned set)
{
    int count = 0;
    for (; set != 0; set &= set - 1u) {
        ++count;
    }
    return count;
}

// Gives a contact its numbers at the true pose. A contact that was found there is taken as it is;
// one that touches only after closing is carried along with A.
static void carryBack(const Search* s, const vlResolved* how, vlPrincipalContact* c)
{
    for (int i = 0; i < s->found->count; ++i) {
        if (vlPrincipalContact_IsSame(c, &s->found->contact[i])) {
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

// ---- lower contacts ----

// Contacts may exclude each other although each is within the tolerance of its tilt, as two edges
// in a corner do if both lean. Then parts of some of them are tried in their place, the most
// constrained sets first: few parts before many.
static void tryLower(Search* s, vlResolved* how)
{
    int count = s->count < MAX_LOWERED ? s->count : MAX_LOWERED;
    int codes = 1;
    for (int i = 0; i < count; ++i) {
        codes *= 3;
    }
    for (int wanted = 1; wanted <= count && !how->isGood; ++wanted) {
        for (int code = 1; code < codes; ++code) {
            int lowered = 0;
            for (int i = 0, rest = code; i < count; ++i, rest /= 3) {
                s->part[i] = rest % 3;
                lowered += s->part[i] > 0;
            }
            if (lowered == wanted) {
                attempt(s, (1u << s->count) - 1u, DEMAND_NAMES, how);
            }
        }
    }
    memset(s->part, 0, sizeof s->part);
}

// Tries single points, both those found and ends of lines, closed without a turn.
static void tryShifted(Search* s, vlResolved* how)
{
    s->isShifted = true;
    for (int i = 0; i < s->count; ++i) {
        for (int part = 0; part < 3; ++part) {
            s->part[i] = part;
            attempt(s, 1u << i, DEMAND_NAMES, how);
        }
        s->part[i] = 0;
    }
    s->isShifted = false;
}

static void trySizes(Search* s, Demand demand, vlResolved* how)
{
    // Without certain names only single contacts are sure not to be the same one twice.
    for (int size = demand == DEMAND_FREE ? 1 : s->count; size > 0 && !how->isGood; --size) {
        for (unsigned set = 1; set < 1u << s->count; ++set) {
            // Single contacts are always tried, because they are the last that can succeed.
            if (bits(set) == size && (s->trials < MAX_TRIALS || size == 1)) {
                attempt(s, set, demand, how);
            }
        }
    }
}

// Was the contact closed, or another one that asks for the same?
static bool wasClosed(const Search* s, unsigned set, const vlPrincipalContact* c)
{
    for (int i = 0; i < s->count; ++i) {
        if ((set >> i & 1u) != 0 && vlResolver_AreOne(s->r, c, &s->found->contact[s->chosen[i]])) {
            return true;
        }
    }
    return false;
}

// Writes the formation: if names are certain, what touches at the closed pose, else the contacts
// that were closed, as they were found.
static void nameResult(Search* s, const vlResolved* how, Demand demand)
{
    vlFormation* out = s->formation;
    if (demand == DEMAND_NAMES) {
        for (int i = 0; i < out->count; ++i) {
            carryBack(s, how, &out->contact[i]);
        }
        return;
    }
    out->count = 0;
    for (int i = 0; i < s->found->count; ++i) {
        if (wasClosed(s, how->chosen, &s->found->contact[i])) {
            out->contact[out->count++] = s->found->contact[i];
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
    Search s = {.r = r, .found = found, .poseBA = poseBA, .formation = formation};
    s.reach = vlResolver_Reach(r, found);
    s.count = vlResolver_Choose(r, found, s.chosen);
    for (int i = 0; i < s.count; ++i) {
        for (int k = 0; k < 3; ++k) {
            r->part[i][k].isMeasured = false;
        }
    }
    if (first != 0 && first < 1u << s.count) {
        attempt(&s, first, DEMAND_NAMES, how);
    }
    int demand = DEMAND_NAMES;
    while (!how->isGood && demand <= DEMAND_CLOSED) {
        trySizes(&s, (Demand)demand, how);
        if (demand == DEMAND_NAMES && !how->isGood) {
            tryLower(&s, how);
            if (!how->isGood) {
                tryShifted(&s, how);
            }
            how->chosen = 0; // parts are found again by the same search
        }
        demand += how->isGood ? 0 : 1;
    }
    how->trials = s.trials;
    if (how->isGood) {
        nameResult(&s, how, (Demand)demand);
    } else { // what was found stays
        how->isForced = true;
        vlFormation_Copy(formation, found);
    }
}
