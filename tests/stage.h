// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_STAGE_H
#define VOLAR_TESTS_STAGE_H

// Worlds for tests of physics. Every function fails the running test on an error, so that a test
// contains only what it does and what must hold. z is up.

#include "models/body_model.h"
#include "models/random.h"
#include "volar/volar.h"

#define VL_GRAVITY 9.8 // m/s2, of vlDefaultWorldDef()

// Compare two numbers and print both if they are too far apart. If the environment variable
// VOLAR_VERBOSE is set, every comparison is printed.
#define VL_CHECK_NEAR(value, expected, tolerance)                                                  \
    vlStage_CheckNear(value, expected, tolerance, #value, __FILE__, __LINE__)
#define VL_CHECK_BELOW(value, limit) vlStage_CheckBelow(value, limit, #value, __FILE__, __LINE__)

void vlStage_CheckNear(double value, double expected, double tolerance, const char* text,
                       const char* file, int line);
void vlStage_CheckBelow(double value, double limit, const char* text, const char* file, int line);

// `full`, or `reduced` if the environment variable VOLAR_QUICK is set: sanitizers are slow.
int vlStage_Count(int full, int reduced);

// Whether `make soak` runs the suite, which has time for every case.
bool vlStage_IsSoak(void);

// All normal laws by number: lumped, foundation, and foundation with the pressure along A's faces,
// which only explicit integrators accept.
#define VL_STAGE_LAWS 3
void vlStage_SetLaw(vlContactOptions* contact, int law);

// The default world with the explicit integrator, for tests of that integrator.
static inline vlWorldDef vlExplicitWorldDef(void)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_EULER;
    return def;
}

// The definition of an implicit world with this step and contact stiffness.
vlWorldDef vlStage_ImplicitDef(double step, double stiffness, int bodies);
vlWorld* vlStage_CreateWorld(const vlWorldDef* def);

// The floor z <= 0 as a half-space, or as a static box much larger than what stands on it.
vlBodyId vlStage_AddFloor(vlWorld* world);
vlBodyId vlStage_AddSlab(vlWorld* world, vlVec3 size);

// Adds a dynamic body and takes over the caller's reference to `shape`.
vlBodyId vlStage_AddShape(vlWorld* world, vlShape* shape, double mass, vlPose pose,
                          vlTwist velocity);
vlBodyId vlStage_AddBox(vlWorld* world, vlVec3 size, double mass, vlPose pose, vlTwist velocity);
// A box that stands on the floor at its depth of rest, for contacts of this stiffness.
vlBodyId vlStage_AddResting(vlWorld* world, vlVec3 size, double mass, double stiffness);
// Bricks of 1 kg in a pile at x, touching; the lowest comes first.
vlVec3 vlStage_Brick(void);
void vlStage_AddPile(vlWorld* world, double x, int count, vlBodyId* id);
// The pointer of a hand, which is pressed on wherever it is placed.
vlBodyId vlStage_AddPointer(vlWorld* world, vlShape* shape, double mass, vlPose pose);
// A body of another type, at rest.
vlBodyId vlStage_AddFixed(vlWorld* world, vlBodyType type, vlShape* shape, vlPose pose);

vlShape* vlStage_CreateBox(vlVec3 size);
// A compound: a box of edge lengths `size` cut into `nx` by `ny` by `nz` equal boxes.
vlShape* vlStage_CreateCutBox(vlVec3 size, int nx, int ny, int nz);

// Random sizes, places and motions, drawn one number after the other: C does not define the order
// in which arguments are evaluated, and the sequence must be the same with every compiler.
vlVec3 vlStage_AnySize(vlRandom* random, double lower, double upper);
vlPose vlStage_AnyPose(vlRandom* random, vlVec3 place);
vlTwist vlStage_AnyTwist(vlRandom* random, double speed, double spin);

// Makes one step, or steps for `seconds`; they must succeed.
void vlStage_Step(vlWorld* world);
void vlStage_Run(vlWorld* world, double seconds);

vlPose vlStage_PoseOf(const vlWorld* world, vlBodyId body);
vlTwist vlStage_TwistOf(const vlWorld* world, vlBodyId body);
vlVec3 vlStage_CentreOf(const vlWorld* world, vlBodyId body);
double vlStage_MassOf(const vlWorld* world, vlBodyId body);
vlContactReport vlStage_ContactOf(const vlWorld* world, int i);

// Sets the pose and velocity of a body.
void vlStage_Place(vlWorld* world, vlBodyId body, vlPose pose, vlTwist velocity);
// Sets the velocity of a body and leaves it where it is.
void vlStage_SetVelocity(vlWorld* world, vlBodyId body, vlVec3 linear, vlVec3 angular);

// Angular momentum from pose, velocity and mass alone: about the body's own centre of mass, and
// about the origin of the world.
vlVec3 vlStage_SpinOf(const vlWorld* world, vlBodyId body);
vlVec3 vlStage_AngularMomentum(const vlWorld* world, vlBodyId body);
double vlStage_KineticEnergy(const vlWorld* world); // of all bodies, J
double vlStage_TopSpeed(const vlWorld* world);      // of all bodies' centres, m/s

// Makes the world lean by `angle`: gravity is rotated about y, so that x points downhill.
void vlStage_Lean(vlWorld* world, double angle);

#endif
