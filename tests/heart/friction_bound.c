// SPDX-License-Identifier: MIT
// Coulomb's bound in every contact of a heap that falls: friction is at most mu times the pressing
// force of the same step, to 0.05% from the fourth step of a contact on and to 2% before; and what
// slides evenly gets all of it.

#include <math.h>

#include "models/pile_model.h"
#include "tests/heart/families.h"

#define MOST 4000      // contacts in a step
#define YOUNG 3        // steps, of an impact and what follows it
#define LASTING 1.0005 // of the bound
#define IMPACT 1.02
#define SLIDING 1e-2 // m/s
#define SPRINGS 3.0  // times what the springs of friction give way
#define EVEN 0.05    // of the speed, by which turning may change it over the area
#define MOST_CORNERS 64
#define LITTLE 0.98 // of the bound
#define SHARE 0.01  // of what slides may get less
#define LEAST 1e-3  // N: lighter contacts are not judged
#define SIZE 0.15   // m
#define HEAP 20

typedef struct Known {
    uint32_t bodyA, bodyB;
    int pieceA, pieceB, age;
} Known;

typedef struct Count {
    Known now[MOST], before[MOST];
    int nowCount, beforeCount;
    double mu, lasting, impact;
    long sliding, little;
} Count;

static int ageOf(const Count* c, const vlContactReport* r)
{
    for (int i = 0; i < c->beforeCount; ++i) {
        const Known* k = &c->before[i];
        if (k->bodyA == r->bodyA.index1 && k->bodyB == r->bodyB.index1 && k->pieceA == r->pieceA &&
            k->pieceB == r->pieceB) {
            return k->age + 1;
        }
    }
    return 0;
}

// A contact is reported where the step found it, so its lever is that from before the bodies moved.
// With the lever from afterwards, a corner that rolls at 1 m/s and 5 rad/s would seem to slide by
// 25 mm/s in a step of 5 ms.
static vlVec3 velocityAt(const vlWorld* world, vlBodyId body, vlVec3 point)
{
    vlTwist t = vlStage_TwistOf(world, body);
    vlVec3 centre = vlMulAdd(vlStage_CentreOf(world, body), -vlWorld_GetStep(world), t.linear);
    return vlAdd(t.linear, vlCross(t.angular, vlSub(point, centre)));
}

// Whether all of the area slides in one direction, and so far within a step that the springs of
// friction, which bear mu N after mu N/kS, must have followed.
static bool slidesEvenly(const vlWorld* world, double mu, int i, const vlContactReport* r)
{
    vlVec3 p = r->centreOfPressure, corner[MOST_CORNERS];
    int corners = 0;
    if (vlWorld_GetContactPolygon(world, i, corner, MOST_CORNERS, &corners) != VL_OK ||
        corners == 0 || corners > MOST_CORNERS) {
        return false;
    }
    double reach = 0.0;
    for (int k = 0; k < corners; ++k) {
        reach = fmax(reach, vlLength(vlSub(corner[k], p)));
    }
    vlVec3 v = vlSub(velocityAt(world, r->bodyB, p), velocityAt(world, r->bodyA, p));
    vlVec3 along = vlMulAdd(v, -vlDot(v, r->normal), r->normal);
    double turn = vlDot(
        vlSub(vlStage_TwistOf(world, r->bodyB).angular, vlStage_TwistOf(world, r->bodyA).angular),
        r->normal);
    double speed = vlLength(along), way = speed * vlWorld_GetStep(world);
    return speed > SLIDING && fabs(turn) * reach < EVEN * speed &&
           way * r->stiffnessS > SPRINGS * mu * r->normalForce;
}

static void count(Count* c, const vlWorld* world)
{
    c->nowCount = 0;
    for (int i = 0; i < vlWorld_GetContactCount(world) && c->nowCount < MOST; ++i) {
        vlContactReport r = vlStage_ContactOf(world, i);
        if (r.normalForce < LEAST) {
            continue;
        }
        int age = ageOf(c, &r);
        double ratio = vlLength(r.frictionForce) / (c->mu * r.normalForce);
        c->now[c->nowCount++] = (Known){r.bodyA.index1, r.bodyB.index1, r.pieceA, r.pieceB, age};
        if (age < YOUNG) {
            c->impact = fmax(c->impact, ratio);
            continue;
        }
        c->lasting = fmax(c->lasting, ratio);
        if (slidesEvenly(world, c->mu, i, &r)) {
            ++c->sliding;
            c->little += ratio < LITTLE;
        }
    }
    c->beforeCount = c->nowCount;
    for (int i = 0; i < c->nowCount; ++i) {
        c->before[i] = c->now[i];
    }
}

static vlWorld* openBoxes(const vlHeart* heart, double mu, double step, double stiffness)
{
    vlWorldDef def = vlHeart_Def(heart, step);
    vlRandom random = vlRandom_Seed(3);
    def.capacity.pairs = 4000;
    def.capacity.contacts = 1000;
    def.surface.stiffnessN = stiffness;
    def.surface.frictionStatic = def.surface.frictionDynamic = mu;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    for (int i = 0; i < 4; ++i) {
        double x = i < 2 ? (i == 0 ? -0.6 : 0.6) : 0.0, y = i < 2 ? 0.0 : (i == 2 ? -0.6 : 0.6);
        vlVec3 size = i < 2 ? vlVec(0.2, 1.4, 2.0) : vlVec(1.4, 0.2, 2.0);
        vlStage_AddFixed(world, VL_BODY_STATIC, vlStage_CreateBox(size), vlModel_At(x, y, 1.0));
    }
    for (int i = 0; i < HEAP; ++i) {
        vlVec3 size = vlStage_AnySize(&random, 0.5 * SIZE, SIZE);
        double side = 0.28, mass = vlRandom_Log(&random, 0.1, 10.0);
        vlVec3 place =
            vlVec((i % 3 - 1) * side, (i / 3 % 3 - 1) * side, 0.25 + side * (double)(i / 9));
        vlStage_AddBox(world, size, mass, vlStage_AnyPose(&random, place), vlModel_AtRest());
    }
    return world;
}

static void judge(vlHeart* heart, vlWorld* world, double mu, double seconds)
{
    static Count c;
    c = (Count){.mu = mu};
    int steps = (int)lround(seconds / vlWorld_GetStep(world));
    for (int i = 0; i < steps; ++i) {
        vlStage_Step(world);
        count(&c, world);
    }
    vlWorld_Destroy(world);
    vlHeart_AtMost(heart, "friction over its bound in lasting contacts", c.lasting, LASTING);
    vlHeart_AtMost(heart, "friction over its bound in the steps of impacts", c.impact, IMPACT);
    double share = (double)c.little / (double)(c.sliding + !c.sliding);
    vlHeart_AtMost(heart, "share of sliding contacts below .98 of it", share, SHARE);
    vlHeart_Show(heart, "sliding contacts", (double)c.sliding);
}

static void boxes(vlHeart* heart, const double* p)
{
    judge(heart, openBoxes(heart, p[0], p[1], p[2]), p[0], heart->isLong ? 5.0 : 2.0);
}

static void hulls(vlHeart* heart, const double* p)
{
    vlWorldDef def = vlHeart_Def(heart, p[1]);
    vlPileDef pile = vlPile_Default(20);
    pile.pen = 0.5;
    def.capacity.pairs = 4000;
    def.capacity.contacts = 1500;
    def.surface.frictionStatic = def.surface.frictionDynamic = p[0];
    vlWorld* world = vlStage_CreateWorld(&def);
    assert_int_equal(vlModel_AddPile(world, &pile, NULL), VL_OK);
    judge(heart, world, p[0], heart->isLong ? 5.0 : 2.0);
}

static const vlHeartCase cases[] = {
    {"boxes-.2-1ms", boxes, {0.2, 1e-3, VL_AUTO}, false},
    {"boxes-.2-5ms", boxes, {0.2, 5e-3, VL_AUTO}, false},
    {"boxes-.7-1ms", boxes, {0.7, 1e-3, VL_AUTO}, false},
    {"boxes-.7-5ms", boxes, {0.7, 5e-3, VL_AUTO}, false},
    {"boxes-.5-5ms-1e6", boxes, {0.5, 5e-3, 1e6}, false},
    {"hulls-.5-1ms", hulls, {0.5, 1e-3}, false},
    {"hulls-.5-5ms", hulls, {0.5, 5e-3}, false},
};

const vlHeartFamily vlHeart_FrictionBound = VL_HEART_FAMILY("friction-bound", cases);
