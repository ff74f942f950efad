// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_SURFACE_STAGE_H
#define VOLAR_TESTS_SURFACE_STAGE_H

// Worlds with surfaces of meshes: a spoon that a device presses against the wall of a cup, and
// rings on a plane.

#include "models/touch_model.h"
#include "stage.h"
#include "surface_makers.h"

static inline double vlSpoon_Smooth(double t)
{
    t = fmin(fmax(t, 0.0), 1.0);
    return t * t * t * (10.0 + t * (6.0 * t - 15.0));
}

// Spoon and cup, and where the spoon touches the wall.
typedef struct Spoon {
    vlTouch t;
    vlVec3 touch;
    vlQuat q;
} Spoon;

// Puts the spoon upside down into the cup, its tip 8 mm above the bottom, at the start of the
// script.
static inline void vlSpoon_Open(const vlTouchDef* def, Spoon* spoon)
{
    spoon->q = (vlQuat){0.0, 1.0, 0.0, 0.0};
    assert_int_equal(vlTouch_Open(def, vlVec(0.0, 0.0, 1.0), spoon->q, &spoon->t), VL_OK);
    vlVec3 start = vlVec(0.0, 0.0, 0.211 - spoon->t.centroid.z);
    start.x = vlTouch_Approach(&spoon->t, start, spoon->q, vlVec(0.05, 0.0, 0.0), def->distance);
    spoon->touch = start;
}

// The script: the device begins 15 mm from the wall, goes there, 6 mm into it, and 20 mm along it.
static inline vlVec3 vlSpoon_CentreAt(const Spoon* spoon, double time)
{
    double x =
        -0.015 + 0.015 * fmin(1.0, time / 0.15) + 0.006 * vlSpoon_Smooth((time - 0.15) / 0.1);
    return vlAdd(spoon->touch, vlVec(x, 0.02 * vlSpoon_Smooth((time - 0.3) / 0.25), 0.0));
}

static inline void vlSpoon_Start(Spoon* spoon)
{
    assert_int_equal(vlTouch_Place(&spoon->t, vlSpoon_CentreAt(spoon, 0.0), spoon->q), VL_OK);
}

// The pose of the device at the end of tick i.
static inline vlPose vlSpoon_DeviceAt(const Spoon* spoon, int i)
{
    return vlTouch_DeviceAt(&spoon->t, vlSpoon_CentreAt(spoon, (i + 1) * 1e-3), spoon->q);
}

static inline void vlSpoon_Tick(Spoon* spoon, int i)
{
    assert_int_equal(vlTouch_Tick(&spoon->t, vlSpoon_DeviceAt(spoon, i)), VL_OK);
}

// A ring of 10 mm thickness, sampled every millimetre.
static inline vlShape* makeRing(void)
{
    vlMesh mesh = makeModelMesh("torus");
    vlShape* ring = makeSurface(&mesh, 1e-3, VL_AUTO);
    vlMesh_Free(&mesh);
    return ring;
}

static inline vlWorld* makeSampledWorld(int samples, bool sleep)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.capacity.samples = samples;
    def.sleep = sleep;
    return vlStage_CreateWorld(&def);
}

static inline vlBodyId addShape(vlWorld* world, vlShape* shape, vlBodyType type, vlVec3 at)
{
    vlBodyDef def = vlDefaultBodyDef();
    vlBodyId id;
    def.shape = shape;
    def.type = type;
    def.pose.p = at;
    assert_int_equal(vlWorld_CreateBody(world, &def, &id), VL_OK);
    return id;
}

// Adds the half-space below z = 0, and a ring with its centre at that height.
static inline vlBodyId addRingOnPlane(vlWorld* world, vlShape* ring, double height)
{
    vlShape* plane = NULL;
    assert_int_equal(vlShape_CreateHalfspace(NULL, vlVec(0.0, 0.0, 1.0), 0.0, &plane, NULL, 0),
                     VL_OK);
    (void)addShape(world, plane, VL_BODY_STATIC, vlZero());
    vlShape_Release(plane);
    return addShape(world, ring, VL_BODY_DYNAMIC, vlVec(0.0, 0.0, height));
}

#endif
