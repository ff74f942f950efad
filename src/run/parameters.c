// SPDX-License-Identifier: MIT
// The parameters of a running simulation: friction, stiffness, gravity, step and couplings.

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "run/plane.h"
#include "scene/parameter_parts.h"
#include "scene/scene_parts.h"

// Gravity: parameters 1 to 3 of a scene in space, parameters 0 and 1 of a planar scene.
vlVec3 vlParameters_Gravity(const vlSimulation* simulation)
{
    const double* v = simulation->value;
    return simulation->plane != NULL ? vlVec(v[0], v[1], 0.0) : vlVec(v[1], v[2], v[3]);
}

double vlSimulation_GetParameter(const vlSimulation* simulation, int i)
{
    return vlScene_GetParameter(simulation->scene, i) != NULL ? simulation->value[i] : 0.0;
}

uint32_t vlSimulation_GetRefusals(const vlSimulation* simulation)
{
    return simulation->refusals;
}

const char* vlSimulation_GetMessage(const vlSimulation* simulation)
{
    return simulation->message;
}

static void refuse(vlSimulation* s, const char* format, ...) __attribute__((format(printf, 2, 3)));

static void refuse(vlSimulation* s, const char* format, ...)
{
    va_list arguments;
    ++s->refusals;
    va_start(arguments, format);
    vsnprintf(s->message, sizeof s->message, format, arguments);
    va_end(arguments);
}

bool vlParameters_Accept(vlSimulation* simulation, const vlInput* input)
{
    if (input->kind == VL_INPUT_RESET) {
        return true;
    }
    const vlParameter* p = vlScene_GetParameter(simulation->scene, input->parameter);
    if (p != NULL && vlParameter_Accepts(p, input->value)) {
        return true;
    }
    if (p == NULL) {
        refuse(simulation, "parameter %d; expected 0 to %d", input->parameter,
               vlScene_GetParameterCount(simulation->scene) - 1);
    } else {
        const char* unit = vlParameterKind_Unit(p->kind);
        refuse(simulation, "%s is %g%s%s; expected %g to %g%s", vlParameterKind_Name(p->kind),
               input->value, unit[0] != '\0' ? " " : "", unit, p->least, p->most,
               p->mayBeAuto ? ", or automatic" : "");
    }
    return false;
}

// The surface of a pair of materials with the present values of its parameters.
static vlSurface surfaceOf(const vlSimulation* s, int a, int b)
{
    vlSurface surface = vlDefaultSurface();
    vlResult r = vlScene_GetSurface(s->scene, a, b, &surface);
    (void)r; // the materials are those of a parameter
    for (int i = 0; i < vlScene_GetParameterCount(s->scene); ++i) {
        const vlParameter* p = vlScene_GetParameter(s->scene, i);
        if (p->materialA == a && p->materialB == b) {
            vlParameter_PutSurface(p, s->value[i], &surface);
        }
    }
    return surface;
}

static vlResult setSurface(vlSimulation* s, int a, int b, const vlSurface* surface)
{
    if (s->plane != NULL) {
        return vlPlane_SetSurface(s, a, b, surface);
    }
    vlMaterialId idA = {(uint32_t)a};
    vlMaterialId idB = {(uint32_t)b};
    return vlWorld_SetSurface(s->world, idA, idB, surface);
}

// The gains of a device with the present values of its parameters.
static vlCouplingGains gainsOf(const vlSimulation* s, int device)
{
    vlCouplingGains gains = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < vlScene_GetParameterCount(s->scene); ++i) {
        const vlParameter* p = vlScene_GetParameter(s->scene, i);
        double* to = p->kind == VL_PARAMETER_COUPLING_STIFFNESS           ? &gains.stiffness
                     : p->kind == VL_PARAMETER_COUPLING_DAMPING           ? &gains.damping
                     : p->kind == VL_PARAMETER_COUPLING_ANGULAR_STIFFNESS ? &gains.angularStiffness
                                                                          : &gains.angularDamping;
        if (p->device == device) {
            *to = s->value[i];
        }
    }
    return gains;
}

// If `p` is the static or dynamic friction of a pair of materials: the parameter of the other of
// the two. Otherwise -1.
static int findOtherFriction(const vlSimulation* s, const vlParameter* p)
{
    bool isStatic = p->kind == VL_PARAMETER_FRICTION_STATIC;
    vlParameterKind other = isStatic ? VL_PARAMETER_FRICTION_DYNAMIC : VL_PARAMETER_FRICTION_STATIC;
    if (!isStatic && p->kind != VL_PARAMETER_FRICTION_DYNAMIC) {
        return -1;
    }
    for (int i = 0; i < vlScene_GetParameterCount(s->scene); ++i) {
        const vlParameter* o = vlScene_GetParameter(s->scene, i);
        if (o->kind == other && o->materialA == p->materialA && o->materialB == p->materialB) {
            return i;
        }
    }
    return -1;
}

// Applies the present values of the surface, coupling, step or gravity that the parameter belongs
// to.
static vlResult apply(vlSimulation* s, const vlParameter* p)
{
    if (p->kind == VL_PARAMETER_STEP) {
        return vlWorld_SetStep(s->world, s->value[0]);
    }
    if (p->materialA >= 0) {
        vlSurface surface = surfaceOf(s, p->materialA, p->materialB);
        return setSurface(s, p->materialA, p->materialB, &surface);
    }
    if (p->device >= 0) {
        vlCouplingGains gains = gainsOf(s, p->device);
        return vlSlot_SetGains(&s->slot[p->device], &gains);
    }
    vlVec3 gravity = vlParameters_Gravity(s);
    if (s->plane != NULL) {
        vlWorld2_SetGravity(s->plane, (vlVec2){gravity.x, gravity.y});
    } else {
        vlWorld_SetGravity(s->world, gravity);
    }
    return VL_OK;
}

static void set(vlSimulation* s, int i, double value)
{
    const vlParameter* p = vlScene_GetParameter(s->scene, i);
    int other = findOtherFriction(s, p);
    double before = s->value[i];
    double otherBefore = other >= 0 ? s->value[other] : 0.0;
    s->value[i] = value;
    if (other >= 0) { // static friction is never below dynamic: the one that was not set follows
        bool isStatic = p->kind == VL_PARAMETER_FRICTION_STATIC;
        s->value[other] = isStatic ? fmin(otherBefore, value) : fmax(otherBefore, value);
    }
    if (apply(s, p) == VL_OK) {
        s->isChanged = true;
        return;
    }
    const char* why =
        s->plane != NULL ? vlWorld2_GetMessage(s->plane) : vlWorld_GetMessage(s->world);
    const char* choice = vlParameter_GetChoice(p, (int)before);
    if (choice != NULL) {
        refuse(s, "%s stays %s: %s", vlParameterKind_Name(p->kind), choice, why);
    } else {
        refuse(s, "%s stays %g: %s", vlParameterKind_Name(p->kind), before, why);
    }
    s->value[i] = before;
    if (other >= 0) {
        s->value[other] = otherBefore;
    }
}

// Applies the present values of all parameters. Those of one surface or coupling are applied more
// than once, which costs time only in a restart.
static void applyAll(vlSimulation* s)
{
    for (int i = 0; i < vlScene_GetParameterCount(s->scene); ++i) {
        vlResult r = apply(s, vlScene_GetParameter(s->scene, i));
        (void)r; // the same values were accepted before
    }
}

static void reset(vlSimulation* s)
{
    for (int i = 0; i < vlScene_GetParameterCount(s->scene); ++i) {
        s->value[i] = vlScene_GetParameter(s->scene, i)->value;
    }
    applyAll(s);
    s->isChanged = false;
}

void vlParameters_Take(vlSimulation* simulation, const vlInput* input)
{
    if (input->kind == VL_INPUT_RESET) {
        reset(simulation);
    } else {
        set(simulation, input->parameter, input->value);
    }
}

void vlParameters_SetBack(vlSimulation* simulation)
{
    vlSimulation* s = simulation;
    for (int i = 0; s->isChanged && i < vlScene_GetParameterCount(s->scene); ++i) {
        const vlParameter* p = vlScene_GetParameter(s->scene, i);
        vlResult r = VL_OK;
        vlSurface surface;
        if (p->kind == VL_PARAMETER_STEP) {
            r = vlWorld_SetStep(s->world, p->value);
        } else if (p->materialA >= 0 &&
                   vlScene_GetSurface(s->scene, p->materialA, p->materialB, &surface) == VL_OK) {
            r = setSurface(s, p->materialA, p->materialB, &surface);
        }
        (void)r; // the values of the scene were accepted when it was built
    }
}

void vlParameters_SetAgain(vlSimulation* simulation)
{
    if (simulation->isChanged) {
        applyAll(simulation);
    }
}
