// SPDX-License-Identifier: MIT
// Cases of friction that other engines publish: a flat throw that must not lift, sliding alike in
// all directions, no creep, a chain of boxes braced against a wall, a slide that is let go, and a
// fast body in a narrow gap.

#include <math.h>

#include "tests/heart/families.h"

#define MU 0.5
#define CREEP 1e-12 // m/s

static vlWorld* openWorld(const vlHeart* heart, double step, double mu)
{
    vlWorldDef def = vlHeart_Def(heart, step);
    def.surface.frictionStatic = def.surface.frictionDynamic = mu;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    return world;
}

// A flat box, thrown along the floor at 6 m/s. In a step h it loses mu g h.
static void throwFlat(vlHeart* heart, const double* p)
{
    double step = p[0], speed = 6.0, exact = 0.0, rise = 0.0;
    vlWorld* world = openWorld(heart, step, MU);
    vlBodyId box = vlStage_AddBox(world, vlVec(0.2, 0.2, 0.1), 1.0, vlModel_At(0.0, 0.0, 0.05),
                                  vlModel_AtRest());
    vlStage_Run(world, 0.5);
    vlVec3 start = vlStage_CentreOf(world, box);
    vlStage_SetVelocity(world, box, vlVec(speed, 0.0, 0.0), vlZero());
    for (int i = 0; i < (int)lround(1.5 / step); ++i) {
        vlStage_Step(world);
        rise = fmax(rise, vlStage_CentreOf(world, box).z - start.z);
        speed = fmax(0.0, speed - MU * VL_GRAVITY * step);
        exact += speed * step;
    }
    double way = vlStage_CentreOf(world, box).x - start.x;
    vlWorld_Destroy(world);
    vlHeart_AtMost(heart, "rises by, m", rise, 1e-6); // it rests 1 um deep
    vlHeart_Within(heart, "way over the exact one", way / exact, 0.999, 1.001);
}

static void directions(vlHeart* heart, const double* p)
{
    double least = HUGE_VAL, most = 0.0, aside = 0.0;
    for (int i = 0; i < 16; ++i) {
        vlWorld* world = openWorld(heart, p[0], MU);
        vlBodyId box = vlStage_AddBox(world, vlVec(0.2, 0.2, 0.05), 1.0,
                                      vlModel_At(0.0, 0.0, 0.025), vlModel_AtRest());
        vlStage_Run(world, 0.2);
        vlVec3 along = vlVec(cos(VL_PI * i / 8.0), sin(VL_PI * i / 8.0), 0.0);
        vlStage_SetVelocity(world, box, vlScale(along, 2.0), vlZero());
        vlStage_Run(world, 0.3);
        vlVec3 v = vlStage_TwistOf(world, box).linear;
        double speed = vlDot(v, along);
        least = fmin(least, speed);
        most = fmax(most, speed);
        aside = fmax(aside, fabs(v.x * along.y - v.y * along.x));
        vlWorld_Destroy(world);
    }
    vlHeart_AtMost(heart, "spread of the speed", (most - least) / most, 1e-6);
    vlHeart_AtMost(heart, "speed aside, m/s", aside, 1e-6);
    vlHeart_Within(heart, "speed over the exact one", most / (2.0 - 0.3 * MU * VL_GRAVITY), 0.999,
                   1.001);
}

// A block on a slope of `share` of what friction holds.
static void creep(vlHeart* heart, const double* p)
{
    double angle = atan(p[1] * MU), fastest = 0.0, step = p[0];
    vlWorld* world = openWorld(heart, step, MU);
    vlBodyId box = vlStage_AddBox(world, vlVec(0.2, 0.2, 0.05), 1.0, vlModel_At(0.0, 0.0, 0.025),
                                  vlModel_AtRest());
    vlStage_Run(world, 0.5);
    vlStage_Lean(world, angle);
    int steps = (int)lround(6.0 / step), settled = (int)lround(2.0 / step);
    for (int i = 0; i < steps; ++i) {
        vlStage_Step(world);
        double speed = vlLength(vlStage_TwistOf(world, box).linear);
        fastest = i > settled ? fmax(fastest, speed) : fastest;
    }
    vlWorld_Destroy(world);
    vlHeart_AtMost(heart, "creeps at, m/s", fastest, CREEP);
}

// Three flat boxes in a row, pressed against a wall by `share` of the force that carries their
// weight by friction at the wall, 3 m g/mu.
static double brace(const vlHeart* heart, double step, double share, double seconds)
{
    vlWorldDef def = vlHeart_Def(heart, step);
    def.surface.frictionStatic = def.surface.frictionDynamic = MU;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId box[3];
    vlStage_AddFixed(world, VL_BODY_STATIC, vlStage_CreateBox(vlVec(0.1, 1.0, 2.0)),
                     vlModel_At(-0.05, 0.0, 0.0));
    for (int i = 0; i < 3; ++i) {
        box[i] = vlStage_AddBox(world, vlVec(0.04, 0.1, 0.1), 0.5,
                                vlModel_At(0.02 + 0.04 * i, 0.0, 0.0), vlModel_AtRest());
    }
    double push = share * 3.0 * 0.5 * VL_GRAVITY / MU, moved = 0.0;
    vlVec3 at[3] = {vlZero(), vlZero(), vlZero()};
    int steps = (int)lround((1.0 + seconds) / step), settled = (int)lround(1.0 / step);
    for (int i = 0; i < steps; ++i) {
        vlVec3 point = vlTransform(vlStage_PoseOf(world, box[2]), vlVec(0.02, 0.0, 0.0));
        assert_int_equal(vlBody_ApplyForce(world, box[2], vlVec(-push, 0.0, 0.0), point), VL_OK);
        vlStage_Step(world);
        for (int k = 0; k < 3; ++k) {
            vlVec3 now = vlStage_CentreOf(world, box[k]);
            at[k] = i <= settled ? now : at[k];
            moved = fmax(moved, vlLength(vlSub(now, at[k])));
        }
    }
    vlWorld_Destroy(world);
    return moved;
}

static void braced(vlHeart* heart, const double* p)
{
    vlHeart_AtMost(heart, "moves in 19 s at 1.02 of the need, m", brace(heart, p[0], 1.02, 19.0),
                   1e-9);
    vlHeart_Within(heart, "falls in 1 s at .95 of it, m", brace(heart, p[0], 0.95, 1.0), 0.1, 10.0);
}

// A box is pushed at 0.1 m/s and let go. It comes back by what the springs of its contact held at
// most: mu m g shears them, and at the height c of the centre also tilts the box on them, which
// resist with kN size^2/12.
static void letGo(vlHeart* heart, const double* p)
{
    double step = p[0], farthest = -HUGE_VAL, size = 0.2, c = 0.025;
    vlWorld* world = openWorld(heart, step, MU);
    vlBodyId box = vlStage_AddBox(world, vlVec(size, size, 2.0 * c), 1.0, vlModel_At(0.0, 0.0, c),
                                  vlModel_AtRest());
    vlStage_Run(world, 0.3);
    vlSpringDef push = vlDefaultSpringDef();
    vlSpringId spring;
    push.bodyB = box;
    push.pointA = vlStage_PoseOf(world, box).p;
    push.velocityA = vlVec(0.1, 0.0, 0.0);
    push.stiffness = 1000.0;
    push.damping = 60.0;
    assert_int_equal(vlWorld_CreateSpring(world, &push, &spring), VL_OK);
    vlStage_Run(world, 0.5);
    vlContactReport contact = vlStage_ContactOf(world, 0);
    double tilt = 12.0 * c * c / (size * size * contact.stiffnessN);
    double held = MU * VL_GRAVITY * (1.0 / contact.stiffnessS + tilt);
    assert_int_equal(vlWorld_DestroySpring(world, spring), VL_OK);
    for (int i = 0; i < (int)lround(1.0 / step); ++i) {
        vlStage_Step(world);
        farthest = fmax(farthest, vlStage_CentreOf(world, box).x);
    }
    double back = farthest - vlStage_CentreOf(world, box).x;
    vlHeart_AtMost(heart, "comes back over what springs hold", back / held, 1.001);
    vlHeart_AtMost(heart, "comes back by, mm", 1e3 * back, 1e-3);
    vlWorld_Destroy(world);
}

// A cube between two walls with 0.1 mm of room on either side, along them at 100 m/s.
static void narrow(vlHeart* heart, const double* p)
{
    vlWorldDef def = vlHeart_Def(heart, p[0]);
    def.gravity = vlZero();
    vlWorld* world = vlStage_CreateWorld(&def);
    for (int side = -1; side <= 1; side += 2) {
        vlStage_AddFixed(world, VL_BODY_STATIC, vlStage_CreateBox(vlVec(40.0, 0.2, 1.0)),
                         vlModel_At(10.0, side * 0.1501, 0.0));
    }
    vlBodyId box = vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), 1.0, vlModel_At(0.0, 0.0, 0.0),
                                  vlModel_Moving(vlVec(100.0, 0.0, 0.0), vlZero()));
    vlStage_Run(world, 0.15);
    double speed = vlStage_TwistOf(world, box).linear.x, way = vlStage_CentreOf(world, box).x;
    vlWorld_Destroy(world);
    vlHeart_Within(heart, "speed in the gap, m/s", speed, 100.0 - 1e-9, 100.0 + 1e-9);
    vlHeart_Within(heart, "way in the gap, m", way, 15.0 - 1e-6, 15.0 + 1e-6);
}

static const vlHeartCase cases[] = {
    {"flat-throw-1ms", throwFlat, {1e-3}, false},
    {"flat-throw-5ms", throwFlat, {5e-3}, false},
    {"directions-1ms", directions, {1e-3}, false},
    {"directions-5ms", directions, {5e-3}, false},
    {"creep-.4-1ms", creep, {1e-3, 0.4}, false},
    {"creep-.4-5ms", creep, {5e-3, 0.4}, false},
    {"creep-.99-1ms", creep, {1e-3, 0.99}, false},
    {"creep-.99-5ms", creep, {5e-3, 0.99}, false},
    {"creep-.997-1ms", creep, {1e-3, 0.997}, false},
    {"creep-.997-5ms", creep, {5e-3, 0.997}, false},
    {"braced-1ms", braced, {1e-3}, false},
    {"braced-5ms", braced, {5e-3}, false},
    {"let-go-1ms", letGo, {1e-3}, false},
    {"let-go-5ms", letGo, {5e-3}, false},
    {"narrow-gap-1ms", narrow, {1e-3}, false},
    {"narrow-gap-5ms", narrow, {5e-3}, false},
};

const vlHeartFamily vlHeart_Rubbing = VL_HEART_FAMILY("rubbing", cases);
