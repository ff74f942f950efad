// SPDX-License-Identifier: MIT
// Which numbers of a scene may be changed while it runs, and within which limits.

#include <math.h>

#include "scene/parameter_parts.h"
#include "scene/scene_parts.h"
#include "scene/store.h"

// Ranges that make sense on a control panel. A scene may go beyond them; the range then grows to
// include the value of the scene.
static const struct {
    double least, most;
    bool mayBeAuto;
} ranges[VL_PARAMETER_KIND_COUNT] = {
    [VL_PARAMETER_STEP] = {1e-5, 0.05, false}, // s
    [VL_PARAMETER_GRAVITY_X] = {-100.0, 100.0, false},
    [VL_PARAMETER_GRAVITY_Y] = {-100.0, 100.0, false},
    [VL_PARAMETER_GRAVITY_Z] = {-100.0, 100.0, false},
    [VL_PARAMETER_FRICTION_STATIC] = {0.0, 10.0, false},
    [VL_PARAMETER_FRICTION_DYNAMIC] = {0.0, 10.0, false},
    [VL_PARAMETER_CONTACT_STIFFNESS] = {1.0, 1e9, true},
    [VL_PARAMETER_CONTACT_DAMPING_RATIO] = {0.0, 2.0, false},
    [VL_PARAMETER_CONTACT_RESTITUTION] = {0.0, 1.0, false},
    [VL_PARAMETER_COUPLING_STIFFNESS] = {0.0, 1e5, false},
    [VL_PARAMETER_COUPLING_DAMPING] = {0.0, 1e3, false},
    [VL_PARAMETER_COUPLING_ANGULAR_STIFFNESS] = {0.0, 1e3, false},
    [VL_PARAMETER_COUPLING_ANGULAR_DAMPING] = {0.0, 10.0, false},
    [VL_PARAMETER_WALL_LAW] = {0.0, 0.0, false}, // the laws are counted where it is listed
    [VL_PARAMETER_WALL_STIFFNESS] = {1.0, 1e5, false},
    [VL_PARAMETER_FRICTION_LAW] = {0.0, 0.0, false},
    [VL_PARAMETER_FRICTION_KINETIC] = {0.01, 2.0, false},
    [VL_PARAMETER_FRICTION_BREAKAWAY] = {0.01, 2.0, false},
};

static const struct {
    const char *name, *unit;
} words[VL_PARAMETER_KIND_COUNT] = {
#define PARAMETER_WORDS(kind, name, unit) {name, unit},
    VL_PARAMETER_MAP(PARAMETER_WORDS)
#undef PARAMETER_WORDS
};

static bool isKind(vlParameterKind kind)
{
    return (int)kind >= 0 && kind < VL_PARAMETER_KIND_COUNT;
}

const char* vlParameterKind_Name(vlParameterKind kind)
{
    return isKind(kind) ? words[kind].name : "unknown parameter";
}

const char* vlParameterKind_Unit(vlParameterKind kind)
{
    return isKind(kind) ? words[kind].unit : "";
}

int vlScene_GetParameterCount(const vlScene* scene)
{
    return scene->parameterCount;
}

const vlParameter* vlScene_GetParameter(const vlScene* scene, int i)
{
    return i >= 0 && i < scene->parameterCount ? &scene->parameters[i] : NULL;
}

bool vlParameter_Accepts(const vlParameter* parameter, double value)
{
    bool isName = vlParameter_GetChoice(parameter, 0) != NULL;
    return (value >= parameter->least && value <= parameter->most &&
            (!isName || value == floor(value))) ||
           (parameter->mayBeAuto && value == VL_AUTO);
}

void vlParameter_PutSurface(const vlParameter* parameter, double value, vlSurface* surface)
{
    switch (parameter->kind) {
    case VL_PARAMETER_FRICTION_STATIC:
        surface->frictionStatic = value;
        surface->frictionDynamic = fmin(surface->frictionDynamic, value);
        break;
    case VL_PARAMETER_FRICTION_DYNAMIC:
        surface->frictionDynamic = value;
        surface->frictionStatic = fmax(surface->frictionStatic, value);
        break;
    case VL_PARAMETER_CONTACT_STIFFNESS: surface->stiffnessN = value; break;
    case VL_PARAMETER_CONTACT_DAMPING_RATIO: surface->dampingRatioN = value; break;
    case VL_PARAMETER_CONTACT_RESTITUTION: surface->restitution = value; break;
    case VL_PARAMETER_WALL_LAW:
    case VL_PARAMETER_WALL_STIFFNESS:
    case VL_PARAMETER_FRICTION_LAW:
    case VL_PARAMETER_FRICTION_KINETIC:
    case VL_PARAMETER_FRICTION_BREAKAWAY: vlPlanar_PutLaw(parameter, value, surface); break;
    case VL_PARAMETER_STEP:
    case VL_PARAMETER_GRAVITY_X:
    case VL_PARAMETER_GRAVITY_Y:
    case VL_PARAMETER_GRAVITY_Z:
    case VL_PARAMETER_COUPLING_STIFFNESS:
    case VL_PARAMETER_COUPLING_DAMPING:
    case VL_PARAMETER_COUPLING_ANGULAR_STIFFNESS:
    case VL_PARAMETER_COUPLING_ANGULAR_DAMPING:
    case VL_PARAMETER_KIND_COUNT: break;
    }
}

vlParameter* vlScene_AddParameter(vlScene* scene, vlParameterKind kind, double value)
{
    vlParameter* p = &scene->parameters[scene->parameterCount++];
    bool isAuto = ranges[kind].mayBeAuto && value == VL_AUTO;
    *p = (vlParameter){.kind = kind,
                       .materialA = -1,
                       .materialB = -1,
                       .device = -1,
                       .value = value,
                       .least = isAuto ? ranges[kind].least : fmin(value, ranges[kind].least),
                       .most = isAuto ? ranges[kind].most : fmax(value, ranges[kind].most),
                       .mayBeAuto = ranges[kind].mayBeAuto};
    return p;
}

static void addSurface(vlScene* scene, int a, int b)
{
    vlSurface s;
    if (vlScene_GetSurface(scene, a, b, &s) != VL_OK) {
        return;
    }
    bool isBedGiven = scene->world.contact.law == VL_LAW_FOUNDATION && s.foundation != VL_AUTO;
    const struct {
        double value;
        vlParameterKind kind;
        bool hasEffect;
    } rows[] = {{s.frictionStatic, VL_PARAMETER_FRICTION_STATIC, true},
                {s.frictionDynamic, VL_PARAMETER_FRICTION_DYNAMIC, true},
                {s.stiffnessN, VL_PARAMETER_CONTACT_STIFFNESS, !isBedGiven},
                {s.dampingRatioN, VL_PARAMETER_CONTACT_DAMPING_RATIO, s.dampingN == VL_AUTO},
                {s.restitution, VL_PARAMETER_CONTACT_RESTITUTION, s.restitution != VL_AUTO}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        if (rows[i].hasEffect) {
            vlParameter* p = vlScene_AddParameter(scene, rows[i].kind, rows[i].value);
            p->materialA = a;
            p->materialB = b;
        }
    }
}

// How many bodies are made of a material, and how many of these a contact can move, or lets a hand
// feel.
typedef struct Uses {
    int bodies, movers;
} Uses;

static bool canTouch(const Uses* uses, int a, int b)
{
    int others = a == b ? 2 : 1;
    return (uses[a].movers > 0 && uses[b].bodies >= others) ||
           (uses[b].movers > 0 && uses[a].bodies >= others);
}

static void addSurfaces(vlScene* scene)
{
    Uses uses[VL_MAX_SCENE_MATERIALS] = {{0, 0}};
    for (int i = 0; i < scene->bodyCount; ++i) {
        const vlBodyDef* def = &scene->bodies[i].def;
        ++uses[def->material.index].bodies;
        uses[def->material.index].movers += def->type == VL_BODY_DYNAMIC || def->isPointer;
    }
    int pairs = 0;
    for (int a = 0; a < scene->materialCount; ++a) {
        for (int b = a; b < scene->materialCount && pairs < VL_MAX_PARAMETER_SURFACES; ++b) {
            if (canTouch(uses, a, b)) {
                if (scene->isPlanar) {
                    vlPlanar_AddLaws(scene, a, b);
                } else {
                    addSurface(scene, a, b);
                }
                ++pairs;
            }
        }
    }
}

static void addCoupling(vlScene* scene, int device)
{
    const vlSceneDevice* d = &scene->devices[device];
    bool holds = d->body >= 0 && scene->bodies[d->body].def.type == VL_BODY_DYNAMIC;
    if (!holds && d->graspButton < 0) {
        return; // a pointer has no coupling
    }
    const struct {
        vlParameterKind kind;
        double value;
    } rows[] = {{VL_PARAMETER_COUPLING_STIFFNESS, d->coupling.stiffness},
                {VL_PARAMETER_COUPLING_DAMPING, d->coupling.damping},
                {VL_PARAMETER_COUPLING_ANGULAR_STIFFNESS, d->coupling.angularStiffness},
                {VL_PARAMETER_COUPLING_ANGULAR_DAMPING, d->coupling.angularDamping}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        vlScene_AddParameter(scene, rows[i].kind, rows[i].value)->device = device;
    }
}

static void addWorld(vlScene* scene)
{
    vlParameter* step = vlScene_AddParameter(scene, VL_PARAMETER_STEP, scene->world.step);
    if (!vlIntegrator_IsImplicit(scene->world.integrator)) {
        step->most =
            scene->world.step; // an explicit world may only be made shorter (vlWorld_SetStep)
        step->least = fmin(step->least, step->most);
    }
    vlScene_AddParameter(scene, VL_PARAMETER_GRAVITY_X, scene->world.gravity.x);
    vlScene_AddParameter(scene, VL_PARAMETER_GRAVITY_Y, scene->world.gravity.y);
    vlScene_AddParameter(scene, VL_PARAMETER_GRAVITY_Z, scene->world.gravity.z);
}

void vlScene_ListParameters(vlScene* scene)
{
    size_t most = 4 + 5 * VL_MAX_PARAMETER_SURFACES + 4 * (size_t)scene->deviceCount;
    scene->parameters = vlPool_Take(&scene->pool, most, sizeof *scene->parameters);
    if (scene->parameters == NULL) {
        return; // the pool is exhausted
    }
    if (scene->isPlanar) { // its step is fixed
        vlScene_AddParameter(scene, VL_PARAMETER_GRAVITY_X, scene->world.gravity.x);
        vlScene_AddParameter(scene, VL_PARAMETER_GRAVITY_Y, scene->world.gravity.y);
    } else {
        addWorld(scene);
    }
    addSurfaces(scene);
    for (int i = 0; i < scene->deviceCount; ++i) {
        addCoupling(scene, i);
    }
}
