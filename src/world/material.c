// SPDX-License-Identifier: MIT
// Materials and the surfaces between them.

#include "world/material.h"

#include "base/hash.h"
#include "contact/gains.h"
#include "world/point_memory.h"
#include "world/sleep.h"

// A law is identified by its name, because the address of its row may differ from run to run.
static uint64_t hashLaw(uint64_t hash, const vlLawChoice* choice)
{
    for (const char* c = choice->law != NULL ? choice->law->name : ""; *c != '\0'; ++c) {
        hash = vlHash_Word(hash, (unsigned char)*c);
    }
    for (int i = 0; choice->law != NULL && i < choice->law->parameterCount; ++i) {
        hash = vlHash_Double(hash, choice->parameter[i]);
    }
    return hash;
}

static uint64_t hashPair(uint32_t a, uint32_t b, const vlSurface* s)
{
    const double values[] = {s->stiffnessN,     s->dampingN,        s->dampingRatioN,
                             s->stiffnessS,     s->dampingS,        s->dampingRatioS,
                             s->frictionStatic, s->frictionDynamic, s->foundation};
    uint64_t hash =
        vlHash_Word(VL_HASH_SEED, a < b ? ((uint64_t)a << 32) | b : ((uint64_t)b << 32) | a);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; ++i) {
        hash = vlHash_Double(hash, values[i]);
    }
    // A surface without a restitution, a contact distance or a law of one point has the hash that
    // it had before these existed.
    hash = s->restitution == VL_AUTO ? hash : vlHash_Double(hash, s->restitution);
    hash = s->contactDistance == VL_AUTO ? hash : vlHash_Double(hash, s->contactDistance);
    return hashLaw(hashLaw(hash, &s->point.wall), &s->point.friction);
}

// The hash is a sum over all pairs, so that a surface that is set back leaves no trace in it.
static void putSurface(vlModel* m, uint32_t a, uint32_t b, vlSurface surface)
{
    uint32_t stride = (uint32_t)m->def.capacity.materials;
    m->surfaceHash += hashPair(a, b, &surface) - hashPair(a, b, vlModel_SurfaceOf(m, a, b));
    m->surface[a * stride + b] = surface;
    m->surface[b * stride + a] = surface;
}

vlResult vlWorld_CreateMaterial(vlWorld* world, vlMaterialId* material)
{
    if (material == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "material is NULL");
    }
    vlModel* m = &world->model;
    int stride = world->model.def.capacity.materials;
    if (m->materialCount >= stride) {
        return vlWorld_Fail(world, VL_ERROR_FULL, "capacity.materials is %d and all are used",
                            stride);
    }
    int index = m->materialCount++;
    for (int i = 0; i < m->materialCount; ++i) { // like the default material until set
        putSurface(m, (uint32_t)i, (uint32_t)index, m->surface[0]);
    }
    m->hash = vlHash_Word(m->hash, (uint64_t)index);
    material->index = (uint32_t)index;
    return VL_OK;
}

typedef struct NamedValue {
    const char* name;
    double value;
    bool mayBeAuto;
    double least, most;
} NamedValue;

static vlResult checkSurface(const vlWorld* world, const vlSurface* s)
{
    const double huge = VL_MAX_FORCE;
    const double tiny = 1e-300; // "above 0"
    const NamedValue values[] = {{"stiffnessN", s->stiffnessN, true, tiny, huge},
                                 {"dampingN", s->dampingN, true, 0.0, huge},
                                 {"dampingRatioN", s->dampingRatioN, false, 0.0, 2.0},
                                 {"stiffnessS", s->stiffnessS, true, tiny, huge},
                                 {"dampingS", s->dampingS, true, 0.0, huge},
                                 {"dampingRatioS", s->dampingRatioS, false, 0.0, 2.0},
                                 {"frictionStatic", s->frictionStatic, false, 0.0, huge},
                                 {"frictionDynamic", s->frictionDynamic, false, 0.0, huge},
                                 {"foundation", s->foundation, true, tiny, huge},
                                 {"restitution", s->restitution, true, 0.0, 1.0},
                                 {"contactDistance", s->contactDistance, true, tiny, 1.0}};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; ++i) {
        const NamedValue* v = &values[i];
        bool isAuto = v->mayBeAuto && v->value == VL_AUTO;
        if (!isAuto && !(v->value >= v->least && v->value <= v->most)) {
            return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "%s is %g; expected %s%g to %g%s",
                                v->name, v->value, v->least == tiny ? "above " : "",
                                v->least == tiny ? 0.0 : v->least, v->most,
                                v->mayBeAuto ? ", or VL_AUTO" : "");
        }
    }
    if (s->restitution != VL_AUTO && world->model.def.integrator == VL_INTEGRATOR_RK4) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "restitution is %g with the integrator RK4; expected VL_AUTO, or the "
                            "integrator EULER or IMPLICIT",
                            s->restitution);
    }
    if (s->frictionStatic < s->frictionDynamic) {
        return vlWorld_Fail(
            world, VL_ERROR_ARGUMENT,
            "frictionStatic %g is below frictionDynamic %g; expected at least as much",
            s->frictionStatic, s->frictionDynamic);
    }
    return VL_OK;
}

// A law of the family, or none, with parameters in their ranges.
static vlResult checkLaw(const vlWorld* world, const vlLawChoice* choice, vlLawFamily family,
                         const char* name)
{
    static const vlLawLoad any = {.step = 1e-9, .mass = 1e9, .contacts = 1}; // ranges only
    char message[VL_MESSAGE_SIZE] = "";
    if (choice->law == NULL) {
        return VL_OK;
    }
    if (choice->law->family != family) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "point.%s is the law %s; expected a %s law",
                            name, choice->law->name, name);
    }
    vlResult result = vlLaw_Check(choice, &any, message, sizeof message);
    return result == VL_OK ? VL_OK : vlWorld_Fail(world, result, "point.%s: %s", name, message);
}

static vlResult checkPoint(const vlWorld* world, const vlPointLaw* point)
{
    if (point->wall.law == NULL && point->friction.law != NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "point.friction is the law %s and there is no point.wall; expected a "
                            "wall law with it",
                            point->friction.law->name);
    }
    vlResult result = checkLaw(world, &point->wall, VL_LAW_WALL, "wall");
    return result == VL_OK ? checkLaw(world, &point->friction, VL_LAW_FRICTION, "friction")
                           : result;
}

vlResult vlSurface_CheckPointer(const vlWorld* world, const vlSurface* s, double mass, double step)
{
    vlLawLoad load = {.step = step, .mass = mass, .contacts = 1};
    char message[VL_MESSAGE_SIZE] = "";
    const char* name = "wall";
    if (s->point.wall.law == NULL) {
        return VL_OK;
    }
    vlResult result = vlLaw_Check(&s->point.wall, &load, message, sizeof message);
    if (result == VL_OK) {
        name = "friction";
        result = vlLaw_Check(&s->point.friction, &load, message, sizeof message);
    }
    return result == VL_OK ? VL_OK : vlWorld_Fail(world, result, "point.%s: %s", name, message);
}

vlResult vlSurface_CheckStep(const vlWorld* world, double step)
{
    const vlModel* m = &world->model;
    for (int i = 0; i < m->bodies.used; ++i) {
        const vlBodySlot* slot = &m->slot[i];
        for (int k = 0; k < m->materialCount && slot->pointerInverseMass > 0.0; ++k) {
            const vlSurface* s = vlModel_SurfaceOf(m, slot->material, (uint32_t)k);
            vlResult result =
                vlSurface_CheckPointer(world, s, 1.0 / slot->pointerInverseMass, step);
            if (result != VL_OK) {
                return result;
            }
        }
    }
    return VL_OK;
}

vlResult vlSurface_CheckStable(const vlWorld* world, const vlSurface* s, double mass)
{
    if (vlModel_IsImplicit(&world->model)) {
        return VL_OK; // no stiffness is too high
    }
    double limit = vlGains_Limit(mass, vlModel_GainStep(&world->model));
    double k = s->stiffnessN > s->stiffnessS ? s->stiffnessN : s->stiffnessS;
    if (k > limit) {
        return vlWorld_Fail(world, VL_ERROR_UNSTABLE,
                            "stiffness %g N/m is above %g N/m, the limit for a body of %g kg at a "
                            "step of %g s; lower it, or use VL_AUTO or a smaller step",
                            k, limit, mass, vlModel_GainStep(&world->model));
    }
    return VL_OK;
}

static vlResult checkBody(const vlWorld* world, int body, const vlSurface* s)
{
    const vlBodySlot* slot = &world->model.slot[body];
    if (slot->type == VL_BODY_DYNAMIC) {
        return vlSurface_CheckStable(world, s, world->model.inertia[body].mass);
    }
    return slot->pointerInverseMass > 0.0
               ? vlSurface_CheckPointer(world, s, 1.0 / slot->pointerInverseMass,
                                        vlModel_GainStep(&world->model))
               : VL_OK;
}

static vlResult checkBodies(const vlWorld* world, uint32_t a, uint32_t b, const vlSurface* s)
{
    for (int i = 0; i < world->model.bodies.used; ++i) {
        const vlBodySlot* slot = &world->model.slot[i];
        if (slot->shape != NULL && (slot->material == a || slot->material == b)) {
            vlResult result = checkBody(world, i, s);
            if (result != VL_OK) {
                return result;
            }
        }
    }
    return VL_OK;
}

static bool haveOneLaw(const vlPointLaw* a, const vlPointLaw* b)
{
    return a->wall.law == b->wall.law && a->friction.law == b->friction.law;
}

static vlResult checkPair(const vlWorld* world, vlMaterialId a, vlMaterialId b)
{
    uint32_t count = (uint32_t)world->model.materialCount;
    if (a.index >= count || b.index >= count) {
        return vlWorld_Fail(world, VL_ERROR_STALE_ID, "materials %u and %u; this world has 0 to %u",
                            a.index, b.index, count - 1u);
    }
    return VL_OK;
}

vlResult vlWorld_SetSurface(vlWorld* world, vlMaterialId a, vlMaterialId b,
                            const vlSurface* surface)
{
    if (surface == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "surface is NULL");
    }
    vlResult result = checkPair(world, a, b);
    result = result == VL_OK ? checkSurface(world, surface) : result;
    result = result == VL_OK ? checkPoint(world, &surface->point) : result;
    result = result == VL_OK ? checkBodies(world, a.index, b.index, surface) : result;
    if (result != VL_OK) {
        return result;
    }
    vlSleep_WakeAll(&world->model, &world->state);
    if (!haveOneLaw(&vlModel_SurfaceOf(&world->model, a.index, b.index)->point, &surface->point)) {
        vlPoints_ForgetMaterials(&world->model, &world->state, a.index, b.index);
    }
    putSurface(&world->model, a.index, b.index, *surface);
    if (surface->contactDistance > world->model.sampleReach) {
        vlSamples_WidenReach(&world->model, surface->contactDistance);
        world->state.head->pairsAreStale = true;
    }
    return VL_OK;
}

vlResult vlWorld_GetSurface(const vlWorld* world, vlMaterialId a, vlMaterialId b,
                            vlSurface* surface)
{
    if (surface == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "surface is NULL");
    }
    vlResult result = checkPair(world, a, b);
    if (result == VL_OK) {
        *surface = *vlModel_SurfaceOf(&world->model, a.index, b.index);
    }
    return result;
}
