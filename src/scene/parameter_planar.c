// SPDX-License-Identifier: MIT
// The laws of a planar scene as parameters: which wall law and which friction law acts between two
// materials, counted in the order of the library's table, and the numbers that most laws share.

#include <string.h>

#include "scene/parameter_parts.h"
#include "scene/scene_parts.h"
#include "scene/store.h"

// The i-th law of a family; NULL beyond the last.
static const vlLaw* lawAt(vlLawFamily family, int i)
{
    for (int k = 0; k < vlLaw_GetCount(); ++k) {
        const vlLaw* law = vlLaw_Get(k);
        if (law->family == family && i-- == 0) {
            return law;
        }
    }
    return NULL;
}

// The place of a law in its family. No friction is the first choice; there is always a wall.
static int placeOf(const vlLaw* law, vlLawFamily family)
{
    int i = 0;
    while (lawAt(family, i) != NULL && lawAt(family, i) != law) {
        ++i;
    }
    return i;
}

static int countLaws(vlLawFamily family)
{
    return placeOf(NULL, family);
}

const char* vlParameter_GetChoice(const vlParameter* parameter, int i)
{
    const vlLaw* law = NULL;
    if (parameter->kind == VL_PARAMETER_WALL_LAW && i >= 0) {
        law = lawAt(VL_LAW_WALL, i);
    } else if (parameter->kind == VL_PARAMETER_FRICTION_LAW && i >= 1) {
        law = lawAt(VL_LAW_FRICTION, i - 1);
    } else if (parameter->kind == VL_PARAMETER_FRICTION_LAW && i == 0) {
        return "none";
    }
    return law != NULL ? law->name : NULL;
}

// Sets the parameter of that name, cut to its range. Does nothing if the law has no such parameter.
static void setNumber(vlLawChoice* choice, const char* name, double value)
{
    for (int i = 0; choice->law != NULL && i < choice->law->parameterCount; ++i) {
        const vlLawParameter* p = &choice->law->parameters[i];
        if (strcmp(p->name, name) == 0) {
            choice->parameter[i] = value < p->least ? p->least : value > p->most ? p->most : value;
        }
    }
}

void vlPlanar_PutLaw(const vlParameter* parameter, double value, vlSurface* surface)
{
    vlLawChoice* wall = &surface->point.wall;
    vlLawChoice* friction = &surface->point.friction;
    if (parameter->kind == VL_PARAMETER_WALL_LAW) {
        const vlLaw* law = lawAt(VL_LAW_WALL, (int)value);
        *wall = law != NULL && law != wall->law ? vlLaw_Choose(law) : *wall;
    } else if (parameter->kind == VL_PARAMETER_FRICTION_LAW) {
        const vlLaw* law = value >= 1.0 ? lawAt(VL_LAW_FRICTION, (int)value - 1) : NULL;
        *friction = law != friction->law ? vlLaw_Choose(law) : *friction;
    } else if (parameter->kind == VL_PARAMETER_WALL_STIFFNESS) {
        setNumber(wall, "stiffness", value);
    } else if (parameter->kind == VL_PARAMETER_FRICTION_KINETIC) {
        setNumber(friction, "kinetic", value);
    } else if (parameter->kind == VL_PARAMETER_FRICTION_BREAKAWAY) {
        setNumber(friction, "static", value);
    }
}

void vlPlanar_AddLaws(vlScene* scene, int a, int b)
{
    vlSurface s;
    if (vlScene_GetSurface(scene, a, b, &s) != VL_OK) {
        return;
    }
    const vlLawChoice* wall = &s.point.wall;
    const vlLawChoice* friction = &s.point.friction;
    int held = friction->law != NULL ? 1 + placeOf(friction->law, VL_LAW_FRICTION) : 0;
    // Without friction the coefficients are those that a law would come with.
    vlLawChoice usual = vlLaw_Choose(vlLaw_Find("reset"));
    const vlLawChoice* shown = friction->law != NULL ? friction : &usual;
    double kinetic = vlLaw_GetParameter(shown, "kinetic", 0.25);
    const struct {
        vlParameterKind kind;
        double value, most; // most 0: the kind's own range
    } rows[] = {
        {VL_PARAMETER_WALL_LAW, (double)placeOf(wall->law, VL_LAW_WALL),
         (double)(countLaws(VL_LAW_WALL) - 1)},
        {VL_PARAMETER_WALL_STIFFNESS, vlLaw_GetParameter(wall, "stiffness", 0.0), 0.0},
        {VL_PARAMETER_FRICTION_LAW, (double)held, (double)countLaws(VL_LAW_FRICTION)},
        {VL_PARAMETER_FRICTION_KINETIC, kinetic, 0.0},
        {VL_PARAMETER_FRICTION_BREAKAWAY, vlLaw_GetParameter(shown, "static", 1.3 * kinetic), 0.0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        vlParameter* p = vlScene_AddParameter(scene, rows[i].kind, rows[i].value);
        p->materialA = a;
        p->materialB = b;
        p->most = rows[i].most > 0.0 ? rows[i].most : p->most;
    }
}
