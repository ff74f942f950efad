// SPDX-License-Identifier: MIT
// Materials and the surfaces between them.

#include "world/material.h"

#include "base/hash.h"
#include "contact/gains.h"
#include "world/sleep.h"

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
    // Surfaces without a restitution have the hash that they had before there was one.
    return s->restitution == VL_AUTO ? hash : vlHash_Double(hash, s->restitution);
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
                                 {"restitution", s->restitution, true, 0.0, 1.0}};
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

static vlResult checkLightestBody(const vlWorld* world, uint32_t a, uint32_t b, const vlSurface* s)
{
    for (int i = 0; i < world->model.bodies.used; ++i) {
        const vlBodySlot* slot = &world->model.slot[i];
        if (slot->shape != NULL && slot->type == VL_BODY_DYNAMIC &&
            (slot->material == a || slot->material == b)) {
            vlResult result = vlSurface_CheckStable(world, s, world->model.inertia[i].mass);
            if (result != VL_OK) {
                return result;
            }
        }
    }
    return VL_OK;
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
    result = result == VL_OK ? checkLightestBody(world, a.index, b.index, surface) : result;
    if (result != VL_OK) {
        return result;
    }
    vlSleep_WakeAll(&world->model, &world->state);
    putSurface(&world->model, a.index, b.index, *surface);
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
