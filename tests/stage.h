// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_STAGE_H
#define VOLAR_TESTS_STAGE_H

// Worlds for tests of physics. Everything here fails the running test when something goes wrong, so
// that a test reads as what is done and what must hold. z is up.

#include "models/body_model.h"
#include "models/random.h"
#include "volar/volar.h"

#define VL_GRAVITY 9.8 // m/s2, of vlDefaultWorldDef()

// Compare two numbers, and say both when they are too far apart. With the environment variable
// VOLAR_VERBOSE set every comparison is printed.
#define VL_CHECK_NEAR(value, expected, tolerance)                                                  \
    vlStage_CheckNear(value, expected, tolerance, #value, __FILE__, __LINE__)
#define VL_CHECK_BELOW(value, limit) vlStage_CheckBelow(value, limit, #value, __FILE__, __LINE__)

void vlStage_CheckNear(double value, double expected, double tolerance, const char* text,
                       const char* file, int line);
void vlStage_CheckBelow(double value, double limit, const char* text, const char* file, int line);

// `full`, or `reduced` when the environment variable VOLAR_QUICK is set: sanitizers are slow.
int vlStage_Count(int full, int reduced);

// Whether `make soak` runs the suite, which has time for every case.
bool vlStage_IsSoak(void);

// The laws there are, by number: lumped, foundation, and foundation with the pressure along A's
// faces, which only explicit integrators take.
#define VL_STAGE_LAWS 3
void vlStage_SetLaw(vlContactOptions* contact, int law);

// The default world with the explicit integrator, for what is about that one.
static inline vlWorldDef vlExplicitWorldDef(void)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_EULER;
    return def;
}

// Of an implicit world with that step and contact stiffness.
vlWorldDef vlStage_ImplicitDef(double step, double stiffness, int bodies);
vlWorld* vlStage_CreateWorld(const vlWorldDef* def);

// The floor z <= 0 as a half-space, or as a static box much larger than what stands on it.
vlBodyId vlStage_AddFloor(vlWorld* world);
vlBodyId vlStage_AddSlab(vlWorld* world, vlVec3 size);

// A dynamic body. The caller's hold on `shape` is taken over.
vlBodyId vlStage_AddShape(vlWorld* world, vlShape* shape, double mass, vlPose pose,
                          vlTwist velocity);
vlBodyId vlStage_AddBox(vlWorld* world, vlVec3 size, double mass, vlPose pose, vlTwist velocity);
// A box standing on the floor at its depth of rest, under contacts of that stiffness.
vlBodyId vlStage_AddResting(vlWorld* world, vlVec3 size, double mass, double stiffness);
// Bricks of 1 kg in a pile at x, touching; the lowest comes first.
vlVec3 vlStage_Brick(void);
void vlStage_AddPile(vlWorld* world, double x, int count, vlBodyId* id);
// A body of another type, at rest.
vlBodyId vlStage_AddFixed(vlWorld* world, vlBodyType type, vlShape* shape, vlPose pose);

vlShape* vlStage_CreateBox(vlVec3 size);
// A box of edge lengths `size` cut into `nx` by `ny` by `nz` equal boxes, and left so.
vlShape* vlStage_CreateCutBox(vlVec3 size, int nx, int ny, int nz);

// Random sizes, places and motions, drawn one number after the other: C leaves the order of
// arguments open, and the sequence must be the same on every compiler.
vlVec3 vlStage_AnySize(vlRandom* random, double lower, double upper);
vlPose vlStage_AnyPose(vlRandom* random, vlVec3 place);
vlTwist vlStage_AnyTwist(vlRandom* random, double speed, double spin);

// One step that must succeed; that many seconds of them.
void vlStage_Step(vlWorld* world);
void vlStage_Run(vlWorld* world, double seconds);

vlPose vlStage_PoseOf(const vlWorld* world, vlBodyId body);
vlTwist vlStage_TwistOf(const vlWorld* world, vlBodyId body);
vlVec3 vlStage_CentreOf(const vlWorld* world, vlBodyId body);
double vlStage_MassOf(const vlWorld* world, vlBodyId body);
vlContactReport vlStage_ContactOf(const vlWorld* world, int i);

// Places a body at rest, or moving.
void vlStage_Place(vlWorld* world, vlBodyId body, vlPose pose, vlTwist velocity);
// Where it is.
void vlStage_SetVelocity(vlWorld* world, vlBodyId body, vlVec3 linear, vlVec3 angular);

// Angular momentum from pose, velocity and mass alone: about the body's own centre of mass, and
// about the origin of the world.
vlVec3 vlStage_SpinOf(const vlWorld* world, vlBodyId body);
vlVec3 vlStage_AngularMomentum(const vlWorld* world, vlBodyId body);
double vlStage_KineticEnergy(const vlWorld* world); // of all bodies, J
double vlStage_TopSpeed(const vlWorld* world);      // of all bodies' centres, m/s

// Weight of a body leaning at `angle`: gravity turned about y, so that x points downhill.
void vlStage_Lean(vlWorld* world, double angle);

#endif
