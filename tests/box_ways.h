// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_BOX_WAYS_H
#define VOLAR_TESTS_BOX_WAYS_H

// Boxes followed between two steps in small parts, by other means than the library's: free rotation
// by the angular momentum, and the depth of two boxes by their fifteen separating axes.

#include "stage.h"
#include "test.h"

typedef struct Box {
    vlVec3 half;
    double mass; // kg; 0: it does not move
    vlBodyId id;
    vlPose pose;
} Box;

// Overlap of two boxes along an axis of length 1; their own axes are the first and the last three.
static inline double overlapOf(const Box* a, const Box* b, const vlVec3* own, vlVec3 axis)
{
    double reach = fabs(vlDot(own[0], axis)) * a->half.x + fabs(vlDot(own[1], axis)) * a->half.y +
                   fabs(vlDot(own[2], axis)) * a->half.z + fabs(vlDot(own[3], axis)) * b->half.x +
                   fabs(vlDot(own[4], axis)) * b->half.y + fabs(vlDot(own[5], axis)) * b->half.z;
    return reach - fabs(vlDot(vlSub(b->pose.p, a->pose.p), axis));
}

// The least overlap along any axis that could separate two boxes; negative: they are apart. If it
// is at most `enough`, the value returned is not exact, but it is at most `enough`, too.
static inline double depthAbove(const Box* a, const Box* b, double enough)
{
    static const vlVec3 unit[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    vlVec3 own[6];
    double least = HUGE_VAL;
    for (int i = 0; i < 3; ++i) {
        own[i] = vlRotate(a->pose.q, unit[i]);
        own[3 + i] = vlRotate(b->pose.q, unit[i]);
    }
    for (int i = 0; i < 6 && least > enough; ++i) {
        least = fmin(least, overlapOf(a, b, own, own[i]));
    }
    for (int i = 0; i < 9 && least > enough; ++i) {
        vlVec3 n = vlCross(own[i / 3], own[3 + i % 3]);
        double length = vlLength(n);
        if (length > 1e-6) {
            least = fmin(least, overlapOf(a, b, own, vlScale(n, 1.0 / length)));
        }
    }
    return least;
}

static inline double depthOf(const Box* a, const Box* b)
{
    return depthAbove(a, b, -HUGE_VAL);
}

// One body between two steps.
typedef struct Flight {
    vlVec3 velocity, spin, inertia;
    double until; // s: the part of the step that it made
} Flight;

static inline Flight flightOf(const Box* from, const vlWorld* world, double step)
{
    vlVec3 s = vlScale(from->half, 2.0);
    Flight f = {.until = 0.0};
    if (from->mass > 0.0) {
        vlPose end = vlStage_PoseOf(world, from->id);
        vlTwist t = vlStage_TwistOf(world, from->id);
        f.inertia =
            vlScale(vlVec(s.y * s.y + s.z * s.z, s.z * s.z + s.x * s.x, s.x * s.x + s.y * s.y),
                    from->mass / 12.0);
        vlVec3 w = vlRotate(vlConj(end.q), t.angular);
        f.spin = vlRotate(end.q, vlVec(w.x * f.inertia.x, w.y * f.inertia.y, w.z * f.inertia.z));
        f.velocity = t.linear;
        double square = vlDot(t.linear, t.linear);
        f.until = square > 1e-12 ? vlDot(vlSub(end.p, from->pose.p), t.linear) / square : step;
    }
    return f;
}

static inline vlVec3 rateOf(const Flight* f, vlQuat q)
{
    vlVec3 l = vlRotate(vlConj(q), f->spin);
    return vlRotate(q, vlVec(l.x / f->inertia.x, l.y / f->inertia.y, l.z / f->inertia.z));
}

static inline void fly(Box* b, const Flight* f, double time, double part)
{
    if (b->mass > 0.0 && time < f->until) {
        double dt = fmin(part, f->until - time);
        vlQuat half = vlTurn(b->pose.q, vlScale(rateOf(f, b->pose.q), 0.5 * dt));
        b->pose.q = vlTurn(b->pose.q, vlScale(rateOf(f, half), dt));
        b->pose.p = vlMulAdd(b->pose.p, dt, f->velocity);
    }
}

// How much deeper two boxes were at any time of a step than at its start. On entry both are where
// the step began; they are left where it ended.
static inline double deeperOnTheWay(const vlWorld* world, Box* a, Box* b, double step, double fine)
{
    double depth = depthOf(a, b);
    double before = fmax(0.0, depth);
    Flight fa = flightOf(a, world, step), fb = flightOf(b, world, step);
    double way = vlLength(vlSub(fb.velocity, fa.velocity));
    way += a->mass > 0.0 ? 2.0 * vlLength(rateOf(&fa, a->pose.q)) * vlLength(a->half) : 0.0;
    way += b->mass > 0.0 ? 2.0 * vlLength(rateOf(&fb, b->pose.q)) * vlLength(b->half) : 0.0;
    bool isFar = -depth > step * way; // the gap is larger than the whole motion
    int parts = isFar ? 0 : 20 + (int)fmin(step * way / fine, 4000.0);
    double deepest = 0.0;
    for (int i = 0; i < parts; ++i) {
        fly(a, &fa, i * step / parts, step / parts);
        fly(b, &fb, i * step / parts, step / parts);
        deepest = fmax(deepest, depthAbove(a, b, deepest + before) - before);
    }
    a->pose = vlStage_PoseOf(world, a->id);
    b->pose = vlStage_PoseOf(world, b->id);
    return deepest;
}

static inline Box addBox(vlWorld* world, vlVec3 size, bool isFixed, vlPose pose, vlTwist twist)
{
    Box b = {vlScale(size, 0.5), isFixed ? 0.0 : 1000.0 * size.x * size.y * size.z, {0}, pose};
    b.id = isFixed ? vlStage_AddFixed(world, VL_BODY_STATIC, vlStage_CreateBox(size), pose)
                   : vlStage_AddBox(world, size, b.mass, pose, twist);
    return b;
}

static inline double thinnestOf(const Box* a, const Box* b)
{
    double x = fmin(a->half.x, fmin(a->half.y, a->half.z));
    return 2.0 * fmin(x, fmin(b->half.x, fmin(b->half.y, b->half.z)));
}

static inline vlWorld* makeWorld(double step)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.step = step;
    def.gravity = vlZero();
    return vlStage_CreateWorld(&def);
}

// A body counts as having passed when it is a quarter of the thickness deeper (PASSED in
// halt_pair.c) than where the step began; 0.03 more for the search, which ends near that, and for
// the small parts here.
#define ALLOWED 0.28

#endif
