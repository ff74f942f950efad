// SPDX-License-Identifier: MIT
// Random collisions of two boxes in free space. Without damping and friction the kinetic energy
// after the collision must equal that before; any difference comes from the contact law.

#include <math.h>

#include "experiments/energy.h"
#include "experiments/measure.h"
#include "models/body_model.h"
#include "models/random.h"

#define SEED 20040830u
#define STEP 2e-4
#define MAX_STEPS 2500 // 0.5 s
#define STIFFNESS 5e4  // N/m
#define FOUNDATION 5e6 // N/m3: the same stiffness for a face of 0.1 x 0.1 m
#define DENSITY 1000.0 // kg/m3: about 1 kg

// Adds a random box at `place`, flying with `velocity`.
static vlResult addBox(vlWorld* world, vlRandom* random, vlVec3 place, vlVec3 velocity,
                       vlBodyId* body)
{
    vlVec3 size;
    size.x = vlRandom_Range(random, 0.06, 0.14); // in this order with every compiler
    size.y = vlRandom_Range(random, 0.06, 0.14);
    size.z = vlRandom_Range(random, 0.06, 0.14);
    vlVec3 axis = vlRandom_Direction(random);
    vlPose pose = {place, vlQuatFromAxisAngle(axis, vlRandom_Range(random, 0.0, 3.0))};
    vlTwist twist = vlModel_Moving(velocity, vlRandom_InCube(random, 4.0));
    return vlModel_AddBox(world, size, DENSITY * size.x * size.y * size.z, pose, twist, body);
}

static vlResult build(const vlEnergyLaw* choice, double dampingRatio, vlRandom* random,
                      vlWorld** world, vlBodyId bodies[2])
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_EULER;
    def.capacity.bodies = 2;
    def.step = STEP;
    def.gravity = vlZero();
    def.contact = choice->contact;
    def.surface.stiffnessN = STIFFNESS;
    def.surface.foundation = FOUNDATION;
    def.surface.dampingRatioN = dampingRatio;
    def.surface.frictionStatic = 0.0;
    def.surface.frictionDynamic = 0.0;
    vlResult result = vlWorld_Create(&def, world, NULL, 0);
    // Farther apart than both diagonals, aimed slightly off each other's centre.
    vlVec3 line = vlRandom_Direction(random);
    vlVec3 place = vlAdd(vlScale(line, 0.27), vlRandom_InCube(random, 0.03));
    if (result == VL_OK) {
        result = addBox(*world, random, vlZero(), vlZero(), &bodies[0]);
    }
    if (result == VL_OK) {
        result = addBox(*world, random, place, vlScale(line, -1.0), &bodies[1]);
    }
    return result;
}

static double kineticEnergy(const vlWorld* world, const vlBodyId bodies[2])
{
    return vlReading_Read(world, bodies[0]).kinetic + vlReading_Read(world, bodies[1]).kinetic;
}

// One collision; `*ratio` is NaN if the boxes missed each other or did not separate in time.
static vlResult collide(const vlEnergyLaw* choice, double dampingRatio, vlRandom* random,
                        double* ratio)
{
    vlWorld* world = NULL;
    vlBodyId bodies[2];
    *ratio = nan("");
    vlResult result = build(choice, dampingRatio, random, &world, bodies);
    double before = result == VL_OK ? kineticEnergy(world, bodies) : 0.0;
    bool touched = false;
    int apart = 0;
    // Boxes may touch a second time while they turn: 100 steps without contact end the collision.
    for (int i = 0; i < MAX_STEPS && result == VL_OK && apart < 100; ++i) {
        result = vlWorld_Step(world);
        bool touching = vlWorld_GetContactCount(world) > 0;
        touched = touched || touching;
        apart = touched && !touching ? apart + 1 : 0;
    }
    if (result == VL_OK && apart > 0) {
        *ratio = kineticEnergy(world, bodies) / before;
    }
    vlWorld_Destroy(world);
    return result;
}

int vlEnergy_Collide(vlExperimentContext* ctx, const vlEnergyLaw* choice, double dampingRatio,
                     double ratios[VL_COLLISIONS], int* count)
{
    *count = 0;
    for (int i = 0; i < VL_COLLISIONS; ++i) {
        double ratio;
        vlRandom random = {SEED + (uint64_t)i};
        vlResult result = collide(choice, dampingRatio, &random, &ratio);
        if (vlExperiment_FailIf(ctx, result, NULL, "colliding boxes") != 0) {
            return 1;
        }
        if (!isnan(ratio)) {
            ratios[(*count)++] = ratio;
        }
    }
    vlSort(ratios, *count);
    return 0;
}
