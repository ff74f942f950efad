// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_MODEL_H
#define VOLAR_WORLD_MODEL_H

// What a world is made of. It is constant during a step. Between steps it is written by body.c
// (bodies), material.c (surfaces), sample_find.c (sampleReach), step_length.c and world.c (def);
// two_rate/slow.c writes the model of the contact thread's world.

#include "base/id_pool.h"
#include "dynamics/motion.h"
#include "shape/polyhedron.h"
#include "volar/world.h"

// s. Beyond these limits, gains or distances of a step become too large or too small to be squared.
#define VL_SHORTEST_STEP 1e-9
#define VL_LONGEST_STEP 1000.0

// What a body is, apart from its inertia.
typedef struct vlBodySlot {
    vlIdSlot id;
    vlShape* shape; // NULL: free slot
    vlVec3 centroidB;
    double radius;   // m, of the bounding sphere about the centre of mass; 0 for a half-space
    double thinnest; // m, thickness of its thinnest piece; infinite for a half-space or the surface
                     // of a mesh
    vlBodyType type;
    uint32_t material;
    double pointerInverseMass; // 1/kg, for the contacts of a pointer; 0: not a pointer
} vlBodySlot;

typedef struct vlModel {
    vlWorldDef def; // as checked: every choice is valid, every default capacity filled in
    vlIdCount bodies;
    int pieceCount; // of all living bodies
    int materialCount;
    vlBodySlot* slot;   // [capacity.bodies]
    vlInertia* inertia; // [capacity.bodies]
    vlSurface* surface; // [materials * materials], symmetric
    uint64_t hash;      // of all bodies and materials that were ever created or destroyed, in order
    uint64_t surfaceHash; // of the present surfaces, whatever they were before
    double sampleReach;   // m, the widest gap over which the surface of a mesh can be in contact
    double createdStep;   // s, of the def that the world was created with
} vlModel;

static inline bool vlModel_IsImplicit(const vlModel* model)
{
    return vlIntegrator_IsImplicit(model->def.integrator);
}

// The step for which stiffness and damping are chosen and checked, s. An explicit world keeps to
// the step it was created with, which is the longest it may have.
static inline double vlModel_GainStep(const vlModel* model)
{
    return vlModel_IsImplicit(model) ? model->def.step : model->createdStep;
}

static inline vlBodyId vlModel_MakeId(const vlModel* model, int index)
{
    vlBodyId id = {(uint32_t)index + 1u, model->slot[index].id.generation};
    return id;
}

static inline const vlSurface* vlModel_SurfaceOf(const vlModel* model, uint32_t a, uint32_t b)
{
    return &model->surface[a * (uint32_t)model->def.capacity.materials + b];
}

#endif
