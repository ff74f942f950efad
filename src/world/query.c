// SPDX-License-Identifier: MIT
// Reading bodies and the contacts of the last step.

#include "world/body.h"

bool vlWorld_IsValid(const vlWorld* world, vlBodyId body)
{
    const vlModel* m = &world->model;
    return vlIdSlots_Find(m->slot, sizeof *m->slot, m->bodies.used, body.index1, body.generation) >=
           0;
}

int vlWorld_GetBodyCount(const vlWorld* world)
{
    return world->model.bodies.living;
}

vlBodyId vlWorld_GetBody(const vlWorld* world, int i)
{
    for (int slot = 0; slot < world->model.bodies.used; ++slot) {
        if (world->model.slot[slot].shape != NULL && i-- == 0) {
            return vlModel_MakeId(&world->model, slot);
        }
    }
    vlBodyId none = {0, 0};
    return none;
}

// Every reader finds the body, refuses a NULL output and writes the value.
#define VL_READ(output, value)                                                                     \
    int i = vlWorld_FindBody(world, body);                                                         \
    if (i < 0) {                                                                                   \
        return VL_ERROR_STALE_ID;                                                                  \
    }                                                                                              \
    if ((output) == NULL) {                                                                        \
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, #output " is NULL");                         \
    }                                                                                              \
    *(output) = (value);                                                                           \
    return VL_OK

static vlTwist twistOf(const vlWorld* world, int i)
{
    vlTwist twist = {world->state.motion[i].velocity, world->state.motion[i].omega};
    return twist;
}

vlResult vlBody_GetPose(const vlWorld* world, vlBodyId body, vlPose* pose)
{
    VL_READ(pose, vlWorld_PoseOf(world, i));
}

vlResult vlBody_GetTwist(const vlWorld* world, vlBodyId body, vlTwist* twist)
{
    VL_READ(twist, twistOf(world, i));
}

vlResult vlBody_GetCentre(const vlWorld* world, vlBodyId body, vlVec3* centreOfMass)
{
    VL_READ(centreOfMass, world->state.motion[i].centre);
}

vlResult vlBody_GetAngularMomentum(const vlWorld* world, vlBodyId body, vlVec3* momentum)
{
    VL_READ(momentum, world->state.motion[i].spin);
}

vlResult vlBody_GetMass(const vlWorld* world, vlBodyId body, double* mass, vlMat3* inertia)
{
    int i = vlWorld_FindBody(world, body);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    if (mass == NULL || inertia == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "mass or inertia is NULL");
    }
    *mass = world->model.inertia[i].mass;
    *inertia = world->model.inertia[i].inertiaB;
    return VL_OK;
}

vlResult vlBody_GetShape(const vlWorld* world, vlBodyId body, const vlShape** shape)
{
    VL_READ(shape, world->model.slot[i].shape);
}

vlResult vlBody_GetContactWrench(const vlWorld* world, vlBodyId body, vlWrench* wrench)
{
    VL_READ(wrench, world->work.reaction[i]);
}

vlResult vlBody_GetKineticEnergy(const vlWorld* world, vlBodyId body, double* energy)
{
    VL_READ(energy, vlMotion_KineticEnergy(&world->model.inertia[i], &world->state.motion[i]));
}

bool vlBody_IsFrozen(const vlWorld* world, vlBodyId body)
{
    return vlWorld_IsValid(world, body) && world->state.isFrozen[body.index1 - 1];
}

int vlWorld_GetContactCount(const vlWorld* world)
{
    return world->work.current->contactCount + world->work.samples.pairCount;
}

static vlResult checkContact(const vlWorld* world, int i, const void* output)
{
    int count = vlWorld_GetContactCount(world);
    if (i < 0 || i >= count) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "contact %d; the last step had %d", i, count);
    }
    if (output == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the output is NULL");
    }
    return VL_OK;
}

static vlVec3 onPlane(const vlContactVolume* v, vlVec2 p)
{
    return vlAdd(v->origin, vlMulAdd(vlScale(v->e1, p.x), p.y, v->e2));
}

vlResult vlWorld_GetContact(const vlWorld* world, int i, vlContactReport* report)
{
    vlResult result = checkContact(world, i, report);
    if (result != VL_OK) {
        return result;
    }
    int volumes = world->work.current->contactCount;
    if (i >= volumes) {
        *report = vlSamplePair_Report(&world->model, &world->work.samples.pair[i - volumes]);
        return VL_OK;
    }
    const vlContact* c = &world->work.current->contact[i];
    const vlContactVolume* v = &c->volume;
    vlPairKey key = world->state.pair[c->pair].key;
    bool isPoint = v->pointCount == 0;
    report->bodyA = vlModel_MakeId(&world->model, c->head.bodyA);
    report->bodyB = vlModel_MakeId(&world->model, c->head.bodyB);
    report->pieceA = (int)vlPairKey_PieceA(key);
    report->pieceB = (int)vlPairKey_PieceB(key);
    report->origin = v->origin;
    report->normal = v->normal;
    report->volume = isPoint || !(v->volume > 0.0) ? 0.0 : v->volume; // foreseen: over a gap
    report->area = isPoint ? 0.0 : v->area;
    report->depth = v->isForeseen ? 0.0 : v->highest - v->lowest;
    report->groupArea = isPoint ? 0.0 : c->groupArea;
    report->centreOfPressure = onPlane(v, c->centreOfPressure);
    report->normalForce = c->normalForce;
    report->frictionForce = c->frictionForce;
    report->frictionTorque = c->frictionTorque;
    report->wrench = c->wrench;
    report->mode = c->memory.mode;
    report->slip = c->memory.slip;
    report->twist = c->memory.twist;
    report->stiffnessN = c->gains.kN;
    report->dampingN = c->gains.bN;
    report->stiffnessS = c->gains.kS;
    report->dampingS = c->gains.bS;
    return VL_OK;
}

vlResult vlWorld_GetContactPolygon(const vlWorld* world, int i, vlVec3* points, int capacity,
                                   int* count)
{
    vlResult result = checkContact(world, i, count);
    if (result != VL_OK) {
        return result;
    }
    if (capacity < 0 || (capacity > 0 && points == NULL)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "capacity is %d with points %s", capacity,
                            points == NULL ? "NULL" : "given");
    }
    if (i >= world->work.current->contactCount) { // by samples: no polygon
        *count = 0;
        return VL_OK;
    }
    const vlContactVolume* v = &world->work.current->contact[i].volume;
    for (int k = 0; k < v->pointCount && k < capacity; ++k) {
        points[k] = onPlane(v, world->work.current->pool.points[v->pointStart + k]);
    }
    *count = v->pointCount;
    return VL_OK;
}

bool vlBody_IsAsleep(const vlWorld* world, vlBodyId body)
{
    int i = vlWorld_FindBody(world, body);
    return i >= 0 && world->state.rest[i].isAsleep;
}
