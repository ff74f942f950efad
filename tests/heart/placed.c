// SPDX-License-Identifier: MIT
// Anything may be placed anywhere: from 2 mm inside the floor to 1% of its radius above it; by
// creation, by vlBody_SetPose, held by a device, with contacts that come in packets (two_rate.h),
// or lying there while the stiffness changes. A depth for which no work was done does not press. So
// what is placed inside may rise to where it touches, but it does not leave: beyond that height it
// is slower than 1 mm/s, and it never moves sideways. What is placed above may bounce as it fell;
// it leaves if it has more energy than at the start. The surface of a mesh touches at its contact
// distance.

#include <math.h>

#include "tests/heart/families.h"
#include "tests/heart/shapes.h"
#include "volar/two_rate.h"

#define SIZE 0.1     // m
#define MASS 1.0     // kg
#define TIME 0.5     // s
#define LEAVES 1e-3  // m/s
#define SPACING 5e-3 // m, of samples

typedef enum Kind { BOX, HULL, PRISM, UNION, SURFACE } Kind;
typedef enum Way { CREATED, POSED, HELD, PACKETS } Way;

#define PERIOD 5 // steps, of packets

static vlShape* makeHull(void)
{
    vlVec3 points[10];
    vlShape* shape = NULL;
    for (int i = 0; i < 10; ++i) { // five corners below, five above, drawn in
        double turn = 2.0 * VL_PI * (i % 5) / 5.0, radius = i < 5 ? 0.5 * SIZE : 0.3 * SIZE;
        points[i] = vlVec(radius * cos(turn), radius * sin(turn), i < 5 ? -0.5 * SIZE : 0.3 * SIZE);
    }
    assert_int_equal(vlShape_CreateHull(NULL, points, 10, &shape, NULL, 0), VL_OK);
    return shape;
}

static vlShape* makeShape(Kind kind)
{
    vlShape* shape = NULL;
    switch (kind) {
    case BOX: return vlStage_CreateBox(vlVec(SIZE, SIZE, SIZE));
    case HULL: return makeHull();
    case PRISM:
        assert_int_equal(vlShape_CreatePrism(NULL, 7, 0.5 * SIZE, SIZE, &shape, NULL, 0), VL_OK);
        return shape;
    case UNION: return vlStage_CreateCutBox(vlVec(SIZE, SIZE, SIZE), 2, 2, 1);
    case SURFACE: break;
    }
    return vlHeart_CreateCubeSurface(SIZE, SPACING);
}

// `method`: 0 for the integrator that is judged, or an explicit one.
static vlWorldDef defOf(const vlHeart* heart, double step, double method)
{
    vlWorldDef def = vlHeart_Def(heart, step);
    if (method > 0.0) {
        def.integrator = method > 1.0 ? VL_INTEGRATOR_RK4 : VL_INTEGRATOR_EULER;
    }
    def.capacity.bodies = 4;
    def.capacity.samples = 8000;
    return def;
}

// How fast a body leaves the floor.
typedef struct Watch {
    double radius; // m
    double height; // m, of the centre: inside, where it touches; else, of the start
    double speed;  // m/s, largest
    bool isInside;
} Watch;

static void watch(Watch* w, const vlWorld* world, vlBodyId body)
{
    vlTwist t = vlStage_TwistOf(world, body);
    double rise = vlStage_CentreOf(world, body).z - w->height;
    double kinetic = 0.0, speed = 0.0;
    assert_int_equal(vlBody_GetKineticEnergy(world, body, &kinetic), VL_OK);
    if (w->isInside) {
        speed = fmax(hypot(t.linear.x, t.linear.y), w->radius * vlLength(t.angular));
        speed = fmax(speed, rise > 0.0 ? t.linear.z : 0.0);
    } else {
        speed = sqrt(fmax(0.0, 2.0 * kinetic / MASS + 2.0 * VL_GRAVITY * rise));
    }
    w->speed = speed <= w->speed ? w->speed : speed; // also if it is not a number
}

static double placeAt(const vlWorldDef* def, Kind kind, Way way, double gap)
{
    vlWorld* world = vlStage_CreateWorld(def);
    vlShape* shape = makeShape(kind);
    double reach = kind == SURFACE ? SPACING : 0.0;
    Watch w = {.radius = vlShape_GetRadius(shape), .isInside = gap < reach};
    vlStage_AddSlab(world, vlVec(2.0, 2.0, 0.5));
    vlPose pose = vlModel_At(0.0, 0.0, 0.5 * SIZE + gap);
    vlPose away = vlModel_At(0.0, 0.0, 0.5);
    vlBodyId body =
        vlStage_AddShape(world, shape, MASS, way == POSED ? away : pose, vlModel_AtRest());
    if (way == POSED) {
        vlStage_Run(world, 0.02);
        vlStage_Place(world, body, pose, vlModel_AtRest());
    } else if (way == HELD) {
        vlCouplingDef hold = vlDefaultCouplingDef();
        vlCouplingId hand;
        hold.body = body;
        assert_int_equal(vlWorld_CreateCoupling(world, &hold, &hand), VL_OK);
    }
    vlTwoRate* two = NULL;
    vlTwoRateDef rates = vlDefaultTwoRateDef(world);
    if (way == PACKETS) {
        assert_int_equal(vlTwoRate_Create(&rates, &two, NULL, 0), VL_OK);
    }
    w.height = vlStage_CentreOf(world, body).z - (w.isInside ? gap - reach : 0.0);
    for (int i = 0; i < (int)lround(TIME / def->step); ++i) {
        vlStage_Step(world);
        if (two != NULL && i % PERIOD == 0) {
            (void)vlTwoRate_FindContacts(two);
        }
        watch(&w, world, body);
    }
    vlTwoRate_Destroy(two);
    vlWorld_Destroy(world);
    return w.speed;
}

// Parameters: kind, way, step, method.
static void place(vlHeart* heart, const double* p)
{
    static const double gaps[] = {-2e-3, -1e-3, -1e-4, -1e-6, 0.0, 1e-6, 1e-4, 8e-4};
    vlWorldDef def = defOf(heart, p[2], p[3]);
    double worst = 0.0, where = 0.0;
    for (int i = 0; i < (int)(sizeof gaps / sizeof gaps[0]); ++i) {
        double speed = placeAt(&def, (Kind)(int)p[0], (Way)(int)p[1], gaps[i]);
        where = speed <= worst ? where : gaps[i];
        worst = speed <= worst ? worst : speed;
    }
    vlHeart_AtMost(heart, "leaves with m/s", worst, LEAVES);
    vlHeart_Show(heart, "at a gap of mm", 1e3 * where);
}

// The body lies at rest; then its contact becomes `factor` times as stiff.
static double stiffen(const vlWorldDef* def, Kind kind, double factor)
{
    vlWorld* world = vlStage_CreateWorld(def);
    vlShape* shape = makeShape(kind);
    Watch w = {.radius = vlShape_GetRadius(shape), .isInside = true};
    vlMaterialId standard = {0};
    vlSurface surface = def->surface;
    vlStage_AddSlab(world, vlVec(2.0, 2.0, 0.5));
    double above = kind == SURFACE ? SPACING : 0.0;
    vlPose pose = vlModel_At(0.0, 0.0, 0.5 * SIZE + above);
    vlBodyId body = vlStage_AddShape(world, shape, MASS, pose, vlModel_AtRest());
    w.height = vlStage_CentreOf(world, body).z;
    vlStage_Run(world, 1.0);
    surface.stiffnessN *= factor;
    surface.foundation *= factor;
    assert_int_equal(vlWorld_SetSurface(world, standard, standard, &surface), VL_OK);
    for (int i = 0; i < (int)lround(TIME / def->step); ++i) {
        vlStage_Step(world);
        watch(&w, world, body);
    }
    vlWorld_Destroy(world);
    return w.speed;
}

// Parameters: kind, largest factor, step, method.
static void change(vlHeart* heart, const double* p)
{
    double worst = 0.0;
    for (int i = 0; i < 4; ++i) {
        vlWorldDef def = defOf(heart, p[2], p[3]);
        double factor = i < 2 ? (i == 0 ? p[1] : sqrt(p[1])) : (i == 2 ? 1.0 / p[1] : 0.5);
        def.surface.stiffnessN = factor > 1.0 ? 1e4 : 1e4 * p[1];
        def.surface.foundation = factor > 1.0 ? 1e8 : 1e8 * p[1];
        worst = fmax(worst, stiffen(&def, (Kind)(int)p[0], factor));
    }
    vlHeart_AtMost(heart, "leaves with m/s", worst, LEAVES);
}

static const vlHeartCase cases[] = {
    {"box-created-1ms", place, {BOX, CREATED, 1e-3, 0.0}, false},
    {"box-created-5ms", place, {BOX, CREATED, 5e-3, 0.0}, false},
    {"box-posed-1ms", place, {BOX, POSED, 1e-3, 0.0}, false},
    {"box-posed-5ms", place, {BOX, POSED, 5e-3, 0.0}, false},
    {"box-held-1ms", place, {BOX, HELD, 1e-3, 0.0}, false},
    {"box-held-5ms", place, {BOX, HELD, 5e-3, 0.0}, false},
    {"box-stiffened-1ms", change, {BOX, 1e3, 1e-3, 0.0}, false},
    {"box-stiffened-5ms", change, {BOX, 1e3, 5e-3, 0.0}, false},
    {"box-created-explicit", place, {BOX, CREATED, 1e-3, 1.0}, false},
    {"box-posed-explicit", place, {BOX, POSED, 1e-3, 1.0}, false},
    {"box-held-explicit", place, {BOX, HELD, 1e-3, 1.0}, false},
    {"box-stiffened-explicit", change, {BOX, 1e2, 1e-3, 1.0}, false},
    {"box-created-rk4", place, {BOX, CREATED, 1e-3, 2.0}, false},
    {"box-stiffened-rk4", change, {BOX, 1e2, 1e-3, 2.0}, false},
    {"hull-created-1ms", place, {HULL, CREATED, 1e-3, 0.0}, false},
    {"hull-created-5ms", place, {HULL, CREATED, 5e-3, 0.0}, false},
    {"hull-created-explicit", place, {HULL, CREATED, 1e-3, 1.0}, false},
    {"prism-created-1ms", place, {PRISM, CREATED, 1e-3, 0.0}, false},
    {"prism-posed-5ms", place, {PRISM, POSED, 5e-3, 0.0}, false},
    {"union-created-1ms", place, {UNION, CREATED, 1e-3, 0.0}, false},
    {"union-created-5ms", place, {UNION, CREATED, 5e-3, 0.0}, false},
    {"union-posed-1ms", place, {UNION, POSED, 1e-3, 0.0}, false},
    {"union-stiffened-1ms", change, {UNION, 1e3, 1e-3, 0.0}, false},
    {"union-created-explicit", place, {UNION, CREATED, 1e-3, 1.0}, false},
    {"union-posed-explicit", place, {UNION, POSED, 1e-3, 1.0}, false},
    {"union-stiffened-explicit", change, {UNION, 1e2, 1e-3, 1.0}, false},
    {"prism-posed-explicit", place, {PRISM, POSED, 1e-3, 1.0}, false},
    {"surface-created-1ms", place, {SURFACE, CREATED, 1e-3, 0.0}, false},
    {"surface-created-5ms", place, {SURFACE, CREATED, 5e-3, 0.0}, false},
    {"surface-posed-1ms", place, {SURFACE, POSED, 1e-3, 0.0}, false},
    {"surface-posed-5ms", place, {SURFACE, POSED, 5e-3, 0.0}, false},
    {"box-packets-1ms", place, {BOX, PACKETS, 1e-3, 0.0}, false},
    {"surface-packets-1ms", place, {SURFACE, PACKETS, 1e-3, 0.0}, false},
    {"surface-held-1ms", place, {SURFACE, HELD, 1e-3, 0.0}, false},
    {"surface-stiffened-1ms", change, {SURFACE, 1e3, 1e-3, 0.0}, false},
};

const vlHeartFamily vlHeart_Placed = VL_HEART_FAMILY("placed", cases);
