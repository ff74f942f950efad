// SPDX-License-Identifier: MIT
// Creates forces from formations, and checks their numbers.

#include <string.h>

#include "base/sentence.h"
#include "formation/force_parts.h"

vlFormationForceDef vlDefaultFormationForceDef(const vlPolyhedron* a, const vlPolyhedron* b)
{
    vlFormationSettings shell = vlFormationSettings_ForForces();
    // A hand presses bodies into each other. Elements that are close only through a surface, seen
    // from the side, are not contacts.
    shell.needsSupport = shell.needsWidth = true;
    shell.inside = a != NULL && b != NULL ? VL_FORCE_INSIDE * fmin(a->radius, b->radius) : VL_AUTO;
    return (vlFormationForceDef){.a = a,
                                 .b = b,
                                 .shell = shell,
                                 .stiffness = 2000.0,
                                 .frictionStiffness = 1000.0,
                                 .frictionStatic = 0.5,
                                 .frictionDynamic = 0.4,
                                 .maxNormal = 1000.0,
                                 .resolves = true,
                                 .hold = 2e-5,
                                 .stickSpeed = 2e-3,
                                 .fadeTime = 1e-2,
                                 .maxForceRate = 5000.0,
                                 .maxTorqueRate = 200.0};
}

vlFormationForceDef vlLiteralFormationForceDef(const vlPolyhedron* a, const vlPolyhedron* b)
{
    vlFormationForceDef def = vlDefaultFormationForceDef(a, b);
    def.shell = vlFormationSettings_ForForces();
    def.isLiteral = true;
    def.resolves = false;
    def.hold = 0.0;
    def.fadeTime = 0.0;
    return def;
}

static vlResult check(const vlFormationForceDef* def, const vlSentence* error)
{
    const struct {
        const char* name;
        double value, least, most;
    } range[] = {
        {"stiffness", def->stiffness, 1e-6, 1e9},
        {"frictionStiffness", def->frictionStiffness, 1e-6, 1e9},
        {"frictionStatic", def->frictionStatic, 0.0, 100.0},
        {"frictionDynamic", def->frictionDynamic, 0.0, def->frictionStatic},
        {"maxNormal", def->maxNormal, 0.0, 1e9},
        {"mass", def->mass, 0.0, 1e9},
        {"hold", def->hold, 0.0, 1.0},
        {"stickSpeed", def->stickSpeed, 0.0, 1e3},
        {"fadeTime", def->fadeTime, 0.0, 1e3},
        {"maxForceRate", def->maxForceRate, 1e-9, 1e12},
        {"maxTorqueRate", def->maxTorqueRate, 1e-9, 1e12},
    };
    for (size_t i = 0; i < sizeof(range) / sizeof(range[0]); ++i) {
        if (!(range[i].value >= range[i].least && range[i].value <= range[i].most)) {
            return vlSentence_Fail(error, VL_ERROR_ARGUMENT, "%s is %g; expected %g to %g",
                                   range[i].name, range[i].value, range[i].least, range[i].most);
        }
    }
    if (!vlIsWithin(def->gravity, 1e6) || !vlIsWithin(def->centre, VL_MAX_LENGTH)) {
        return vlSentence_Fail(
            error, VL_ERROR_ARGUMENT,
            "gravity or centre is out of range; expected up to 1e6 m/s2 and 1e9 m");
    }
    if (def->table != NULL &&
        vlFormationTable_GetContent(def->table) != vlFormationTable_ContentOf(def->a, def->b)) {
        return vlSentence_Fail(
            error, VL_ERROR_MISMATCH,
            "the table was built for other polyhedra; expected one of these two");
    }
    return VL_OK;
}

vlResult vlFormationForce_Create(const vlAllocator* allocator, const vlFormationForceDef* def,
                                 vlFormationForce** force, char* message, size_t messageSize)
{
    vlSentence error = {message, messageSize};
    vlAllocator chosen = allocator != NULL ? *allocator : vlDefaultAllocator();
    if (def->a == NULL || def->b == NULL) {
        return vlSentence_Fail(&error, VL_ERROR_ARGUMENT, "polyhedron %s is NULL; expected both",
                               def->a == NULL ? "a" : "b");
    }
    vlResult result = check(def, &error);
    if (result != VL_OK) {
        return result;
    }
    vlFormationForce* made = chosen.allocate(sizeof(vlFormationForce), chosen.user);
    if (made == NULL) {
        return vlSentence_FailMemory(&error);
    }
    memset(made, 0, sizeof *made);
    made->allocator = chosen;
    made->def = *def;
    if (def->shell.inside == VL_AUTO) {
        made->def.shell.inside = VL_FORCE_INSIDE * fmin(def->a->radius, def->b->radius);
    }
    vlFormationSettings tight = vlResolver_TightSettings();
    result = vlIdentifier_Create(&chosen, def->a, def->b, &made->def.shell, &made->finder, message,
                                 messageSize);
    if (result == VL_OK) {
        result = vlIdentifier_Create(&chosen, def->a, def->b, &tight, &made->resolver.tight,
                                     message, messageSize);
    }
    if (result != VL_OK) {
        vlFormationForce_Destroy(made);
        return result;
    }
    vlVec3 extent = vlSub(def->a->upper, def->a->lower);
    made->size = 0.5 * fmax(extent.x, fmax(extent.y, extent.z));
    made->resolver.a = def->a;
    made->resolver.b = def->b;
    made->resolver.size = made->size;
    made->resolver.gap = def->shell.gap;
    // The parts of a region may be `spread` gaps apart (formation.h), and each of two contacts may
    // be tilted by the largest angle about an end of A. Closing has to make up for all of this.
    made->resolver.reach =
        def->shell.spread * def->shell.gap + 4.0 * def->a->radius * def->shell.angle;
    vlFormationForce_Restart(made);
    *force = made;
    return VL_OK;
}

void vlFormationForce_Destroy(vlFormationForce* force)
{
    if (force != NULL) {
        vlAllocator allocator = force->allocator;
        vlIdentifier_Destroy(force->finder);
        vlIdentifier_Destroy(force->resolver.tight);
        allocator.release(force, allocator.user);
    }
}
