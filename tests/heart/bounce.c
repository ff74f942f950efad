// SPDX-License-Identifier: MIT
// A box falls on a floor, flat, on an edge or on a corner below its centre, or anyhow. The corner
// that strikes leaves with e times its speed of approach, and no fall gains energy.

#include <math.h>

#include "tests/heart/families.h"

#define SPEED 2.0  // m/s, at the start
#define MASS 1.0   // kg
#define HEIGHT 0.1 // m, of the centre's sphere above the floor
#define CLOSE 0.03 // of the restitution
#define GAIN 5e-5  // of the energy: 1.0000 when printed
#define ANYHOW 20  // falls of a case
#define FALL 0.05  // m/s: a corner that moved is faster than gravity makes it in a step

static const vlVec3 half = {0.06, 0.05, 0.04};
static const double restitution[] = {0.0, 0.3, 0.6, 0.9, 1.0};

typedef struct Outcome {
    double restitution; // of the corner that struck first
    double energy;      // largest over that of the start
} Outcome;

static vlVec3 cornerOf(int i)
{
    return vlVec(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
}

// From the centre to the corner that is lowest.
static vlVec3 lowestOf(vlQuat q)
{
    vlVec3 lowest = vlRotate(q, cornerOf(0));
    for (int i = 1; i < 8; ++i) {
        vlVec3 corner = vlRotate(q, cornerOf(i));
        lowest = corner.z < lowest.z ? corner : lowest;
    }
    return lowest;
}

static double speedAt(vlTwist t, vlVec3 lever)
{
    return t.linear.z + vlCross(t.angular, lever).z;
}

// How a box falls.
typedef struct Fall {
    double step, restitution, friction, seconds;
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
    int since = 0; // steps since it struck
    double came = 0.0, went = 0.0;
    vlVec3 lever = vlZero();
    for (int i = 0; i < (int)lround(fall->seconds / fall->step); ++i) {
        if (since == 0) {
            lever = lowestOf(vlStage_PoseOf(world, box).q);
            came = -speedAt(vlStage_TwistOf(world, box), lever);
        }
        vlStage_Step(world);
        double now = speedAt(vlStage_TwistOf(world, box), lever);
        if (since > 0 || now > -came + FALL) {
            went = since == 0 ? now : fmax(went, now);
            ++since;
        }
        if (since == 2) {
            out.restitution = went / came;
        }
        out.energy = fmax(out.energy, energyOf(world, box, fall->step) / start);
    }
    vlWorld_Destroy(world);
    return out;
}

static void judge(vlHeart* heart, double worst, double energy)
{
    vlHeart_AtMost(heart, "restitution off by, e 0 to 1", worst, CLOSE);
    vlHeart_AtMost(heart, "largest energy over that of the start", energy, 1.0 + GAIN);
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
        Fall fall = {p[0], restitution[i], 0.5, 1.0, rotation, vlZero()};
        Outcome out = drop(heart, &fall);
        worst = fmax(worst, fabs(out.restitution - restitution[i]));
        energy = fmax(energy, out.energy);
    }
    judge(heart, worst, energy);
}

// Parameters: step; friction; spin, rad/s; largest angle from flat, rad, or 0: any.
static void anyhow(vlHeart* heart, const double* p)
{
    vlRandom random = vlRandom_Seed(1);
    double worst = 0.0, energy = 0.0;
    for (int i = 0; i < 5 * ANYHOW; ++i) {
        double e = restitution[i % 5];
        Fall fall = {p[0], e, p[1], 1.0, vlRandom_Rotation(&random), vlZero()};
        if (p[3] > 0.0) {
            vlVec3 lean = vlScale(vlRandom_Direction(&random), p[3]);
            fall.rotation = vlQuatFromRotationVector(lean);
        }
        fall.spin = vlScale(vlRandom_Direction(&random), p[2]);
        Outcome out = drop(heart, &fall);
        worst = fmax(worst, fabs(out.restitution - e));
        energy = fmax(energy, out.energy);
    }
    judge(heart, worst, energy);
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

const vlHeartFamily vlHeart_Bounce = VL_HEART_FAMILY("bounce", cases);
