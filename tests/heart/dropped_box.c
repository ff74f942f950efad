// SPDX-License-Identifier: MIT
// A box falls on a floor, flat, on an edge or on a corner below its centre: it leaves with e times
// its speed of approach. However it falls, turns and rubs, no impact gains energy.

#include <math.h>

#include "tests/heart/families.h"

#define SPEED 2.0  // m/s, at the start
#define MASS 1.0   // kg
#define HEIGHT 0.1 // m, of the centre's sphere above the floor
#define SECONDS 1.0
#define CLOSE 0.03  // of the restitution
#define GAIN 5e-5   // of the energy: 1.0000 when printed
#define ANYHOW 20   // falls of a case
#define BOUNCED 0.5 // m/s: more than gravity changes a speed by in a step

static const vlVec3 half = {0.06, 0.05, 0.04};
static const double restitution[] = {0.0, 0.3, 0.6, 0.9, 1.0};

typedef struct Outcome {
    double restitution; // speed after the step of the impact over that before
    double energy;      // largest over that of the start
} Outcome;

// How a box falls.
typedef struct Fall {
    double step, restitution, friction;
    vlQuat rotation;
    vlVec3 spin;
} Fall;

// The velocity after a step belongs to its middle, the place to its end: the energy with the
// velocity that gravity makes in the other half of the step.
static double energyOf(const vlWorld* world, vlBodyId box, double step)
{
    double falls = -vlStage_TwistOf(world, box).linear.z;
    return vlHeart_Energy(world) + 0.5 * step * VL_GRAVITY * MASS * falls;
}

static Outcome drop(const vlHeart* heart, const Fall* fall)
{
    vlWorldDef def = vlHeart_Def(heart, fall->step);
    def.surface.restitution = fall->restitution;
    def.surface.frictionStatic = def.surface.frictionDynamic = fall->friction;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    vlPose pose = {vlVec(0.0, 0.0, HEIGHT + vlLength(half)), fall->rotation};
    vlTwist twist = vlModel_Moving(vlVec(0.0, 0.0, -SPEED), fall->spin);
    vlBodyId box = vlStage_AddBox(world, vlScale(half, 2.0), MASS, pose, twist);
    double start = energyOf(world, box, fall->step);
    Outcome out = {-1.0, 0.0};
    for (int i = 0; i < (int)lround(SECONDS / fall->step); ++i) {
        double came = -vlStage_TwistOf(world, box).linear.z;
        vlStage_Step(world);
        double left = vlStage_TwistOf(world, box).linear.z;
        if (out.restitution < 0.0 && left > BOUNCED - came) {
            out.restitution = left / came;
        }
        out.energy = fmax(out.energy, energyOf(world, box, fall->step) / start);
    }
    vlWorld_Destroy(world);
    return out;
}

// Parameters: step; where the box strikes, by the number of its edge lengths that count.
static void above(vlHeart* heart, const double* p)
{
    double worst = 0.0, energy = 0.0;
    vlVec3 low = vlVec(p[1] > 2.0 ? half.x : 0.0, p[1] > 1.0 ? half.y : 0.0, half.z);
    vlVec3 axis = vlCross(low, vlVec(0.0, 0.0, -1.0));
    double angle = acos(-low.z / vlLength(low));
    vlQuat rotation = p[1] > 1.0 ? vlQuatFromAxisAngle(axis, angle) : vlIdentityQuat();
    for (int i = 0; i < 5; ++i) {
        Fall fall = {p[0], restitution[i], 0.5, rotation, vlZero()};
        Outcome out = drop(heart, &fall);
        worst = fmax(worst, fabs(out.restitution - restitution[i]));
        energy = fmax(energy, out.energy);
    }
    vlHeart_AtMost(heart, "restitution off by, e 0 to 1", worst, CLOSE);
    vlHeart_AtMost(heart, "largest energy over that of the start", energy, 1.0 + GAIN);
}

// Parameters: step; friction; spin, rad/s; largest angle from flat, rad, or 0: any.
static void anyhow(vlHeart* heart, const double* p)
{
    vlRandom random = vlRandom_Seed(1);
    double energy = 0.0;
    for (int i = 0; i < 5 * ANYHOW; ++i) {
        Fall fall = {p[0], restitution[i % 5], p[1], vlRandom_Rotation(&random), vlZero()};
        if (p[3] > 0.0) {
            vlVec3 lean = vlScale(vlRandom_Direction(&random), p[3]);
            fall.rotation = vlQuatFromRotationVector(lean);
        }
        fall.spin = vlScale(vlRandom_Direction(&random), p[2]);
        energy = fmax(energy, drop(heart, &fall).energy);
    }
    vlHeart_AtMost(heart, "largest energy over that of the start", energy, 1.0 + GAIN);
}

static const vlHeartCase cases[] = {
    {"flat-1ms", above, {1e-3, 1.0}, false},
    {"flat-5ms", above, {5e-3, 1.0}, false},
    {"edge-1ms", above, {1e-3, 2.0}, false},
    {"edge-5ms", above, {5e-3, 2.0}, false},
    {"corner-1ms", above, {1e-3, 3.0}, false},
    {"corner-5ms", above, {5e-3, 3.0}, false},
    {"smooth-1ms", anyhow, {1e-3, 0.0, 0.0, 0.0}, false},
    {"smooth-5ms", anyhow, {5e-3, 0.0, 0.0, 0.0}, false},
    {"rough-1ms", anyhow, {1e-3, 0.5, 0.0, 0.0}, false},
    {"rough-5ms", anyhow, {5e-3, 0.5, 0.0, 0.0}, false},
    {"spinning-1ms", anyhow, {1e-3, 0.5, 30.0, 0.0}, false},
    {"spinning-5ms", anyhow, {5e-3, 0.5, 30.0, 0.0}, false},
    {"nearly-flat-1ms", anyhow, {1e-3, 0.5, 0.0, 0.01}, false},
    {"nearly-flat-5ms", anyhow, {5e-3, 0.5, 0.0, 0.01}, false},
};

const vlHeartFamily vlHeart_DroppedBox = VL_HEART_FAMILY("bounce", cases);
