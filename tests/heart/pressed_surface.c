// SPDX-License-Identifier: MIT
// Cubes that are surfaces of meshes (surface.h), 1 g to 1 kg on foundations of 1e8 to 1e11 N/m3:
// free on the floor, and held against it by a device on a face, an edge and a corner. At rest
// nothing moves and the force is constant; free it is the weight. Friction keeps its bound from the
// third step of a contact on.

#include <math.h>

#include "tests/heart/families.h"
#include "tests/heart/shapes.h"
#include "volar/two_rate.h"

#define EDGE 0.02    // m
#define SPACING 1e-3 // m, of samples
#define MU 0.5
#define PRESS 5e-3    // m, of the device beyond the touch
#define TIME 1.5      // s, of which the last JUDGED is judged
#define JUDGED 0.2    // s
#define STILL 1e-9    // m/s
#define CONSTANT 1e-6 // of the force
#define BOUND 1.0005  // of friction
#define YOUNG 3       // steps

typedef enum Lie { FLAT, ON_EDGE, ON_CORNER } Lie;

typedef struct Press {
    vlWorld* world;
    vlTwoRate* two;
    vlBodyId cube;
    vlCouplingId hand;
    bool isHeld;
    vlQuat turn;
    double height; // m, of the centre when it touches
    int touching;  // steps in contact
    double speed, least, most, friction;
} Press;

static vlQuat turnOf(Lie lie)
{
    vlQuat edge = vlQuatFromAxisAngle(vlVec(1.0, 0.0, 0.0), 0.25 * VL_PI);
    switch (lie) {
    case FLAT: return vlIdentityQuat();
    case ON_EDGE: return edge;
    case ON_CORNER: return vlMulQ(vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), 0.4), edge);
    }
    return edge;
}

// How far the cube reaches below its centre.
static double reachOf(vlQuat turn)
{
    vlMat3 m = vlMatFromQuat(turn);
    return 0.5 * EDGE * (fabs(m.cx.z) + fabs(m.cy.z) + fabs(m.cz.z));
}

static Press setUp(const vlHeart* heart, double mass, double foundation, Lie lie, bool isHeld)
{
    Press p = {.isHeld = isHeld, .turn = turnOf(lie), .least = HUGE_VAL};
    vlWorldDef def = vlHeart_Def(heart, 1e-3);
    def.surface.foundation = foundation;
    def.surface.frictionStatic = def.surface.frictionDynamic = MU;
    def.capacity.bodies = 4;
    def.capacity.samples = 4000;
    p.world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(p.world);
    p.height = reachOf(p.turn) + SPACING;
    vlPose pose = {vlVec(0.0, 0.0, p.height + 1e-4), p.turn};
    vlShape* shape = vlHeart_CreateCubeSurface(EDGE, SPACING);
    p.cube = vlStage_AddShape(p.world, shape, mass, pose, vlModel_AtRest());
    if (isHeld) {
        // Stiff and damped enough to be at rest when it is judged.
        vlCouplingDef hold = vlDefaultCouplingDef();
        hold.body = p.cube;
        hold.stiffness = mass < 0.1 ? 200.0 : 2000.0;
        hold.damping = 2.0 * sqrt(hold.stiffness * mass);
        hold.angularDamping = 2.0 * EDGE * sqrt(hold.angularStiffness * mass);
        assert_int_equal(vlWorld_CreateCoupling(p.world, &hold, &p.hand), VL_OK);
    }
    return p;
}

static void watch(Press* p, bool isJudged)
{
    double pressing = 0.0, rubbing = 0.0;
    for (int i = 0; i < vlWorld_GetContactCount(p->world); ++i) {
        vlContactReport r = vlStage_ContactOf(p->world, i);
        pressing += r.normalForce;
        rubbing += vlLength(r.frictionForce);
    }
    p->touching = pressing > 0.0 ? p->touching + 1 : 0;
    if (p->touching > YOUNG) {
        p->friction = fmax(p->friction, rubbing / (MU * pressing));
    }
    if (isJudged) {
        vlTwist t = vlStage_TwistOf(p->world, p->cube);
        p->speed = fmax(p->speed, vlLength(t.linear) + EDGE * vlLength(t.angular));
        p->least = fmin(p->least, pressing);
        p->most = fmax(p->most, pressing);
    }
}

// The device goes down within 0.3 s and sideways by `drag` m meanwhile, then stays.
static void run(Press* p, double drag, int period)
{
    double step = vlWorld_GetStep(p->world);
    int count = (int)lround(TIME / step), judged = (int)lround(JUDGED / step);
    for (int i = 0; i < count; ++i) {
        if (p->isHeld) {
            double part = fmin(1.0, i * step / 0.3), rate = part < 1.0 ? 1.0 / 0.3 : 0.0;
            vlPose pose = {vlVec(drag * part, 0.0, p->height + 1e-4 - PRESS * part), p->turn};
            vlTwist twist = vlModel_Moving(vlVec(drag * rate, 0.0, -PRESS * rate), vlZero());
            assert_int_equal(vlCoupling_SetDevice(p->world, p->hand, pose, twist), VL_OK);
        }
        vlStage_Step(p->world);
        if (p->two != NULL && i % period == 0) {
            (void)vlTwoRate_FindContacts(p->two);
        }
        watch(p, i >= count - judged);
    }
}

// Parameters: lie, held or free, 0 or the period of the packets.
static void press(vlHeart* heart, const double* parameter)
{
    static const double mass[] = {1e-3, 1.0, 1e-3, 1.0, 1e-2, 1e-1};
    static const double foundation[] = {1e8, 1e8, 1e11, 1e11, 1e9, 1e10};
    double speed = 0.0, spread = 0.0, friction = 0.0;
    for (int i = 0; i < 6; ++i) {
        bool isHeld = parameter[1] > 0.0;
        Press p = setUp(heart, mass[i], foundation[i], (Lie)(int)parameter[0], isHeld);
        vlTwoRateDef two = vlDefaultTwoRateDef(p.world);
        if (parameter[2] > 0.0) {
            assert_int_equal(vlTwoRate_Create(&two, &p.two, NULL, 0), VL_OK);
        }
        run(&p, isHeld ? 1e-3 : 0.0, (int)parameter[2]);
        double force = isHeld ? p.most : mass[i] * VL_GRAVITY;
        double apart = fmax(p.most, force) - fmin(p.least, force);
        apart = p.most > 0.0 ? apart / force : HUGE_VAL;
        spread = apart <= spread ? spread : apart;
        speed = fmax(speed, p.speed);
        friction = fmax(friction, p.friction);
        vlTwoRate_Destroy(p.two);
        vlWorld_Destroy(p.world);
    }
    vlHeart_AtMost(heart, "speed at rest, m/s", speed, STILL);
    vlHeart_AtMost(heart, "spread of the force", spread, CONSTANT);
    vlHeart_AtMost(heart, "friction over its bound", friction, BOUND);
}

// A free cube is thrown at the floor, turning, and slides. Parameters: step, mass.
static void throwIt(vlHeart* heart, const double* parameter)
{
    double friction = 0.0, speed = 0.0;
    for (int i = 0; i < 12; ++i) {
        vlRandom random = vlRandom_Seed((uint64_t)i + 1);
        Press p = setUp(heart, parameter[1], 2e9, FLAT, false);
        assert_int_equal(vlWorld_SetStep(p.world, parameter[0]), VL_OK);
        vlPose pose = {vlVec(0.0, 0.0, 0.03), vlRandom_Rotation(&random)};
        vlVec3 spin = vlScale(vlRandom_Direction(&random), 20.0);
        vlStage_Place(p.world, p.cube, pose, vlModel_Moving(vlVec(2.0, 0.0, -0.5), spin));
        run(&p, 0.0, 0);
        friction = fmax(friction, p.friction);
        speed = fmax(speed, p.speed);
        vlWorld_Destroy(p.world);
    }
    vlHeart_AtMost(heart, "friction over its bound", friction, BOUND);
    vlHeart_AtMost(heart, "speed at rest, m/s", speed, STILL);
}

static const vlHeartCase cases[] = {
    {"free", press, {FLAT, 0.0, 0.0}, false},
    {"held-flat", press, {FLAT, 1.0, 0.0}, false},
    {"held-edge", press, {ON_EDGE, 1.0, 0.0}, false},
    {"held-corner", press, {ON_CORNER, 1.0, 0.0}, false},
    {"free-packets", press, {FLAT, 0.0, 5.0}, false},
    {"held-flat-packets", press, {FLAT, 1.0, 5.0}, false},
    {"held-edge-packets", press, {ON_EDGE, 1.0, 5.0}, false},
    {"held-corner-packets", press, {ON_CORNER, 1.0, 5.0}, false},
    {"thrown-1ms", throwIt, {1e-3, 0.01}, false},
    {"thrown-5ms", throwIt, {5e-3, 0.01}, false},
    {"thrown-5ms-1kg", throwIt, {5e-3, 1.0}, false},
};

const vlHeartFamily vlHeart_PressedSurface = VL_HEART_FAMILY("pressed-surface", cases);
