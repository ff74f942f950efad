// SPDX-License-Identifier: MIT
// A drawer slides on a floor between two walls with a little room on either side, pulled in and out
// beside its middle, so that it leans on both walls and may jam. However it is pulled, it must not
// sink: a contact that carries N is at most 4 N/kN deep, and one that strikes at a speed u besides
// that u sqrt(m/kN), 0.05 mm for 0.15 m/s, about the fastest that it gets sideways.

#include <math.h>

#include "tests/heart/families.h"

#define LENGTH 0.3  // m, along x
#define WIDTH 0.2   // m
#define HEIGHT 0.1  // m
#define MASS 1.0    // kg
#define TRAVEL 0.05 // m, of the hand to and fro
#define PERIOD 1.0  // s
#define PERIODS 3
#define REST 1.0   // s, after that
#define STIFF 5e3  // N/m, of the hand
#define SINKS 5e-5 // m, beyond what the forces explain
#define STILL 1e-6 // m/s

typedef struct Drawer {
    vlWorld* world;
    vlBodyId body;
    vlSpringId hand;
} Drawer;

static Drawer open(const vlHeart* heart, double step, double mu, double room, double aside)
{
    Drawer d = {.world = NULL};
    vlWorldDef def = vlHeart_Def(heart, step);
    def.surface.frictionStatic = def.surface.frictionDynamic = mu;
    d.world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(d.world);
    for (int side = -1; side <= 1; side += 2) {
        vlStage_AddFixed(d.world, VL_BODY_STATIC, vlStage_CreateBox(vlVec(2.0, 0.1, 0.3)),
                         vlModel_At(0.0, side * (0.5 * WIDTH + 0.05 + room), 0.15));
    }
    d.body = vlStage_AddBox(d.world, vlVec(LENGTH, WIDTH, HEIGHT), MASS,
                            vlModel_At(0.0, 0.0, 0.5 * HEIGHT), vlModel_AtRest());
    vlSpringDef spring = vlDefaultSpringDef();
    spring.bodyB = d.body;
    spring.pointB = vlVec(0.5 * LENGTH, aside, 0.0);
    spring.pointA = vlVec(0.5 * LENGTH, aside, 0.5 * HEIGHT);
    spring.stiffness = STIFF;
    spring.damping = 2.0 * sqrt(STIFF * MASS);
    assert_int_equal(vlWorld_CreateSpring(d.world, &spring, &d.hand), VL_OK);
    return d;
}

// The largest depth beyond what the force of its contact explains, m.
static double sinkingOf(const vlWorld* world)
{
    double most = 0.0;
    for (int i = 0; i < vlWorld_GetContactCount(world); ++i) {
        vlContactReport r = vlStage_ContactOf(world, i);
        most = fmax(most, r.depth - 4.0 * r.normalForce / r.stiffnessN);
    }
    return most;
}

static void pull(vlHeart* heart, const double* p)
{
    double step = p[0], sinks = 0.0, speed = 0.0, aside = 0.08;
    Drawer d = open(heart, step, p[1], p[2], aside);
    int moving = (int)lround(PERIODS * PERIOD / step), rest = (int)lround(REST / step);
    for (int i = 1; i <= moving + rest; ++i) {
        double w = 2.0 * VL_PI / PERIOD, t = i * step;
        double x = i < moving ? TRAVEL * sin(w * t) : 0.0;
        double v = i < moving ? TRAVEL * w * cos(w * t) : 0.0;
        vlVec3 point = vlVec(0.5 * LENGTH + x, aside, 0.5 * HEIGHT);
        assert_int_equal(vlSpring_SetAnchor(d.world, d.hand, point, vlVec(v, 0.0, 0.0)), VL_OK);
        vlStage_Step(d.world);
        sinks = fmax(sinks, sinkingOf(d.world));
        vlTwist twist = vlStage_TwistOf(d.world, d.body);
        if (i > moving + rest / 2) {
            speed = fmax(speed, vlLength(twist.linear) + LENGTH * vlLength(twist.angular));
        }
    }
    double rise = vlStage_CentreOf(d.world, d.body).z - 0.5 * HEIGHT;
    vlWorld_Destroy(d.world);
    vlHeart_AtMost(heart, "deeper than its forces explain by, m", sinks, SINKS);
    vlHeart_AtMost(heart, "off its height at the end, m", fabs(rise), SINKS);
    vlHeart_AtMost(heart, "speed at rest, m/s", speed, STILL);
}

static const vlHeartCase cases[] = {
    {"1ms-.3", pull, {1e-3, 0.3, 1e-4}, false}, {"5ms-.3", pull, {5e-3, 0.3, 1e-4}, false},
    {"1ms-.6", pull, {1e-3, 0.6, 1e-4}, false}, {"5ms-.6", pull, {5e-3, 0.6, 1e-4}, false},
    {"1ms-1", pull, {1e-3, 1.0, 1e-3}, false},  {"5ms-1", pull, {5e-3, 1.0, 1e-3}, false},
};

const vlHeartFamily vlHeart_Drawer = VL_HEART_FAMILY("drawer", cases);
