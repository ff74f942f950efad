// SPDX-License-Identifier: MIT
// A contact that exists only once bodies overlap lets everything fall freely for a step before it
// is stopped, and lets thin things pass. A pair that is apart is therefore looked at where its
// expected motion leads: at the end of the step, or just after the first touch where the end is too
// deep or on the wrong side. The volume found there is brought back to now: the footprint stays,
// the depth is that of the gap.

#include "world/foresee.h"

#include "world/expect.h"

// Parts of the thickness of the thinner piece.
#define SHALLOW 0.1 // up to this depth, the end of the step shows how the pieces will touch
#define APART 0.02  // the depth that they may have now, traced back from there
#define SWIFT 0.25  // with a longer way in a step, a pair might pass through each other
// Parts of the smaller radius: the depth at which the first touch is looked at, and the gap up to
// which pieces count as laid against each other.
#define TOUCH_OF_SIZE 1e-3
#define LAID_OF_SIZE 1e-7
// Cosine between gravity and the normal of a laid contact: neighbours side by side do not press.
#define CARRYING 0.3
// Cosine between two normals, below which they belong to different sides.
#define SAME_SIDE 0.9
// The same, above which looking ahead would not change what a sliver does.
#define CLEAR 0.9999
#define MAX_DEEPER 8
// Pieces whose volume is lower than this part of their way in a step have only just come into
// touch.
#define SLIVER 0.05
// The part of its height that a volume keeps while its normal is found, and the cosine between two
// normals above which they count as the same.
#define GRAZING 1e-3
#define MAX_OUT 3
#define STRAIGHT (1.0 - 1e-12)

// Two pieces, and how they are expected to move.
typedef struct Outlook {
    const vlPlaced* a;
    const vlPlaced* b;
    vlSweep sweepA, sweepB;
    double shareA, shareB; // of the pair's inverse mass
    double step;
    double thickness; // m, of the thinner piece
    double size;      // m, smaller radius
    vlPairCache* cache;
    vlCutRecord* record;
    const vlContactOptions* options;
    vlCollideScratch* scratch;
    vlVolumePool* pool;
} Outlook;

static double smaller(double x, double y)
{
    return x < y ? x : y;
}

// The volume of the two pieces in these places, with this normal if one is given. If there is no
// volume, its room in the pool is given back.
static bool collide(const Outlook* o, const vlPlaced* a, const vlPlaced* b, const vlVec3* normal,
                    vlContactVolume* volume)
{
    vlPairCache cache = *o->cache;
    vlVolumePool before = *o->pool;
    cache.touching = true; // skips the cheap proof that they are apart
    if (normal != NULL) {
        cache.axis = vlMulTV(a->rotation, *normal);
        cache.hasAxis = cache.isAxisGiven = true;
    }
    if (vlPair_Collide(a, b, o->options, &cache, o->record, o->scratch, o->pool, volume) ==
        VL_PAIR_APART) {
        *o->pool = before;
        return false;
    }
    return true;
}

// The sides that a piece has sunk past tilt the normal of a volume. They hardly count where the
// pieces barely touch, so B is moved out along the normal, and the normal found there is used.
static void straighten(const Outlook* o, const vlPlaced* a, const vlPlaced* b,
                       const vlVolumePool* before, vlContactVolume* volume)
{
    vlVolumePool kept = *o->pool;
    vlPlaced out = *b;
    vlContactVolume grazed = *volume;
    bool isFound = true;
    for (int round = 0; round < MAX_OUT && isFound; ++round) {
        vlVec3 last = grazed.normal;
        double out1 = (1.0 - GRAZING) * grazed.volume / grazed.area;
        out.origin = vlMulAdd(out.origin, out1, last);
        isFound =
            collide(o, a, &out, NULL, &grazed) && vlDot(grazed.normal, volume->normal) >= SAME_SIDE;
        *o->pool = kept;
        if (isFound && vlDot(grazed.normal, last) >= STRAIGHT) {
            break;
        }
    }
    if (isFound && vlDot(grazed.normal, volume->normal) < STRAIGHT) {
        *o->pool = *before;
        if (!collide(o, a, b, &grazed.normal, volume)) {
            *o->pool = kept;
        }
    }
}

// The volume of the two pieces after `time` seconds.
static bool collideAt(const Outlook* o, double time, vlContactVolume* volume)
{
    vlPlaced a = vlSweep_After(&o->sweepA, o->a, time);
    vlPlaced b = vlSweep_After(&o->sweepB, o->b, time);
    vlVolumePool before = *o->pool;
    if (!collide(o, &a, &b, NULL, volume)) {
        return false;
    }
    bool isPlain = a.convex->kind == VL_PIECE_CONVEX && b.convex->kind == VL_PIECE_CONVEX &&
                   volume->pointCount > 0;
    if (isPlain) {
        straighten(o, &a, &b, &before, volume);
    }
    return true;
}

// Velocity of B relative to A where the volume is, after `time` seconds.
static vlRelative relativeAt(const Outlook* o, double time, const vlContactVolume* v)
{
    vlVec3 u = vlSub(vlSweep_VelocityAt(&o->sweepB, time, v->origin),
                     vlSweep_VelocityAt(&o->sweepA, time, v->origin));
    return vlRelative_Of(v, u, vlSub(o->sweepB.omega, o->sweepA.omega));
}

// d0(p) = d(p) + t (g + gamma . p), half of it on either side; the origin goes back with both
// bodies, by the shares of their inverse masses, so that it stays one point. (T10.2)
static void bringBack(const Outlook* o, double time, vlContactVolume* v)
{
    vlRelative r = relativeAt(o, time, v);
    vlHeight d = {time * r.normal, time * r.tilt.x, time * r.tilt.y};
    v->tip = vlContactVolume_Tip(v);
    v->volume += v->area * d.h0;
    v->depthMoment.x += v->mxx * d.hx + v->mxy * d.hy;
    v->depthMoment.y += v->mxy * d.hx + v->myy * d.hy;
    for (int i = 0; i < v->frontCount + v->backCount; ++i) {
        vlHeight* h = &o->pool->heights[v->heightStart + i];
        double side = i < v->frontCount ? 0.5 : -0.5;
        h->h0 += side * d.h0, h->hx += side * d.hx, h->hy += side * d.hy;
    }
    vlVec3 back = vlAdd(vlScale(vlSweep_VelocityAt(&o->sweepA, time, v->origin), o->shareA),
                        vlScale(vlSweep_VelocityAt(&o->sweepB, time, v->origin), o->shareB));
    v->origin = vlMulAdd(v->origin, -time, back);
    v->isForeseen = true;
}

// Just after the first touch, a little deeper each time until there is a volume.
static bool meetFirst(const Outlook* o, double* time, vlContactVolume* volume)
{
    double depth = smaller(TOUCH_OF_SIZE * o->size, SHALLOW * o->thickness);
    double t;
    double gap;
    vlVec3 n;
    vlPairCache cache = *o->cache;
    if (!vlFirstTouch_Find(o->a, o->b, &o->sweepA, &o->sweepB, o->step, 0.5 * depth, &cache, &t, &n,
                           &gap)) {
        return false;
    }
    double all = vlSweep_ClosingSpeed(&o->sweepA, &o->sweepB, n);
    double straight = all - o->sweepA.turn - o->sweepB.turn;
    double speed = straight > 0.1 * all ? straight : 0.1 * all;
    for (int k = 0; k < MAX_DEEPER && t < o->step && speed > 0.0; ++k) {
        *time = smaller(t + (gap + depth * (1 << k)) / speed, o->step);
        if (collideAt(o, *time, volume)) {
            return true;
        }
    }
    return false;
}

// Is the volume found after `time` seconds one that the pieces come into, and not one that they
// have passed into from behind? Then it is not deeper than the way there.
static bool isAhead(const Outlook* o, double time, const vlContactVolume* v)
{
    return v->volume / v->area + time * relativeAt(o, time, v).normal <= APART * o->thickness;
}

// What has come into touch only just before the end may be a corner of what is coming: at the edge
// of a tile, a piece that slides over it meets the side before the top. Looking one step further
// decides.
static bool isSliver(const Outlook* o, const vlContactVolume* end)
{
    vlContactVolume later;
    vlVec3 u = vlSub(vlSweep_VelocityAt(&o->sweepB, o->step, end->origin),
                     vlSweep_VelocityAt(&o->sweepA, o->step, end->origin));
    double way = o->step * vlLength(u);
    vlVolumePool kept = *o->pool;
    bool isOther = end->highest - end->lowest < SLIVER * way &&
                   collideAt(o, 2.0 * o->step, &later) && isAhead(o, 2.0 * o->step, &later) &&
                   vlDot(later.normal, end->normal) < SAME_SIDE;
    *o->pool = kept;
    return isOther;
}

static bool meet(const Outlook* o, vlContactVolume* volume)
{
    vlContactVolume end;
    vlContactVolume first;
    double time;
    double h = o->step;
    bool isAtEnd = collideAt(o, h, &end);
    isAtEnd = isAtEnd && isAhead(o, h, &end);
    if (isAtEnd && isSliver(o, &end)) {
        return false;
    }
    bool isShallow = isAtEnd && end.highest - end.lowest <= SHALLOW * o->thickness;
    if (!isShallow && meetFirst(o, &time, &first) &&
        (!isAtEnd || vlDot(first.normal, end.normal) >= SAME_SIDE)) {
        double way = h * vlSweep_ClosingSpeed(&o->sweepA, &o->sweepB, first.normal);
        *volume = first;
        bringBack(o, time, volume);
        volume->isSwift = way > SWIFT * o->thickness;
        return true;
    }
    if (isAtEnd) {
        *volume = end;
        bringBack(o, h, volume);
    }
    return isAtEnd;
}

// Pieces that were laid against each other and fall together do not approach, and yet the lower one
// may be stopped in this very step. B is moved by the way of a free fall into A.
static bool meetLaid(const Outlook* o, vlVec3 gravity, double gap, vlVec3 normal,
                     vlContactVolume* volume)
{
    double g = vlLength(gravity);
    vlVec3 down = vlUnit(gravity);
    vlVec3 n = normal;
    if (!(vlDot(n, n) > 0.5)) { // they graze, and have no direction
        vlVec3 between = vlSub(vlAdd(vlMulMV(o->b->rotation, o->b->convex->centre), o->b->origin),
                               vlAdd(vlMulMV(o->a->rotation, o->a->convex->centre), o->a->origin));
        n = vlScale(down, vlDot(between, down) > 0.0 ? 1.0 : -1.0);
    }
    if (!(g > 0.0) || fabs(vlDot(n, down)) < CARRYING) {
        return false;
    }
    Outlook still = *o;
    still.sweepA.velocity = still.sweepA.omega = still.sweepB.omega = vlZero();
    still.sweepA.turn = still.sweepB.turn = 0.0;
    still.sweepB.velocity = vlScale(n, -(gap + g * o->step * o->step) / o->step);
    if (!collideAt(&still, o->step, volume) || fabs(vlDot(volume->normal, down)) < CARRYING ||
        vlDot(volume->normal, n) < CARRYING) {
        return false;
    }
    still.shareA = 0.0;
    still.shareB = 1.0;
    bringBack(&still, o->step, volume);
    return true;
}

// Is the gap that is known of the pair wider than its way in this step?
static bool staysApart(const Outlook* o)
{
    const vlPairCache* c = o->cache;
    if (c->isGapOfSpheres) {
        vlVec3 u = vlSub(o->sweepB.velocity, o->sweepA.velocity);
        return c->gap > o->step * (vlLength(u) + o->sweepA.turn + o->sweepB.turn);
    }
    vlVec3 axis = vlMulMV(o->a->rotation, c->axis);
    return c->hasAxis && c->gap > LAID_OF_SIZE * o->size &&
           c->gap > o->step * vlSweep_ClosingSpeed(&o->sweepA, &o->sweepB, axis);
}

// False if neither of the two is moved by forces: a pointer feels what it overlaps.
static bool lookOut(const vlModel* model, const vlState* state, const vlWork* work, int pairIndex,
                    const vlPlaced* a, const vlPlaced* b, vlPairCache* cache, Outlook* o)
{
    const vlNearPair* pair = &state->pair[pairIndex];
    int ia = (int)vlPairKey_BodyA(pair->key);
    int ib = (int)vlPairKey_BodyB(pair->key);
    double inverseA = work->expected[ia].inverseMass;
    double inverseB = work->expected[ib].inverseMass;
    if (!(inverseA + inverseB > 0.0)) {
        return false;
    }
    *o = (Outlook){.a = a,
                   .b = b,
                   .sweepA = vlExpect_Without(model, work, ia, vlNeg(pair->touch.push)),
                   .sweepB = vlExpect_Without(model, work, ib, pair->touch.push),
                   .shareA = inverseA / (inverseA + inverseB),
                   .shareB = inverseB / (inverseA + inverseB),
                   .step = model->def.step,
                   .thickness = smaller(a->convex->thickness, b->convex->thickness),
                   .size = smaller(a->convex->radius, b->convex->radius),
                   .cache = cache,
                   .options = &model->def.contact,
                   .scratch = work->scratch,
                   .pool = &work->current->pool};
    return true;
}

// A facet of a rolling body comes down while its footprint moves on. The footprint of a contact
// that was brought back stays, and would hold the facet off. So the contact of a round piece that
// cannot pass through in this step is not foreseen; it begins when the pieces overlap.
static bool rollsOn(const Outlook* o, vlVec3 normal)
{
    bool isRound = o->a->convex->bend != NULL || o->b->convex->bend != NULL;
    double closing = -vlDot(normal, vlSub(o->sweepB.velocity, o->sweepA.velocity));
    return isRound && o->step * closing < SWIFT * o->thickness;
}

bool vlForesee_Pair(const vlModel* model, const vlState* state, vlWork* work, int pairIndex,
                    const vlPlaced* a, const vlPlaced* b, vlContactVolume* volume)
{
    vlPairCache cache = state->pair[pairIndex].cache;
    Outlook o;
    if (!lookOut(model, state, work, pairIndex, a, b, &cache, &o) || staysApart(&o)) {
        return false;
    }
    vlVec3 n;
    double gap = vlPair_FindGap(a, b, &cache, &n);
    bool hasDirection = vlDot(n, n) > 0.5;
    if (rollsOn(&o, n)) {
        return false;
    }
    o.record = vlCutMemory_Of(&work->cuts, state->pair[pairIndex].key, state->head->stepCount);
    if (hasDirection && gap <= o.step * vlSweep_ClosingSpeed(&o.sweepA, &o.sweepB, n)) {
        return meet(&o, volume);
    }
    return (!hasDirection || gap <= LAID_OF_SIZE * o.size) &&
           meetLaid(&o, state->head->gravity, gap, n, volume);
}

bool vlForesee_Sliver(const vlModel* model, const vlState* state, vlWork* work, int pairIndex,
                      const vlPlaced* a, const vlPlaced* b, vlContactVolume* volume)
{
    vlPairCache cache = state->pair[pairIndex].cache;
    Outlook o;
    if (!lookOut(model, state, work, pairIndex, a, b, &cache, &o)) {
        return false;
    }
    vlContactVolume end;
    vlVolumePool kept = *o.pool;
    vlVec3 u = vlSub(vlSweep_VelocityAt(&o.sweepB, 0.0, volume->origin),
                     vlSweep_VelocityAt(&o.sweepA, 0.0, volume->origin));
    if (volume->highest - volume->lowest < SLIVER * o.step * vlLength(u) &&
        collideAt(&o, o.step, &end) && isAhead(&o, o.step, &end) &&
        vlDot(end.normal, volume->normal) < CLEAR) {
        *volume = end;
        bringBack(&o, o.step, volume);
        return true;
    }
    *o.pool = kept;
    return false;
}
