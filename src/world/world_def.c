// SPDX-License-Identifier: MIT
// What a world is made from: its defaults, and what is refused.

#include "world/world_def.h"

#include "base/sentence.h"
#include "world/model.h"

vlWorldDef vlDefaultWorldDef(void)
{
    vlWorldDef def = {.capacity = {.bodies = 64, .materials = 16},
                      .step = 1e-3,
                      .gravity = {0.0, 0.0, -9.8},
                      .integrator = VL_INTEGRATOR_IMPLICIT,
                      .contact = vlDefaultContactOptions(),
                      .surface = vlDefaultSurface()};
    return def;
}

// Pieces of all bodies together: memory is the only limit.
#define MOST_PIECES 1000000

// How many balls of samples and samples are remembered, unless given: enough for two surfaces of
// some twenty thousand samples each, 2.6 MB.
#define CLUSTERS 65536

static vlResult checkCapacity(vlCapacity* c, char* message, size_t size)
{
    vlResult bad = VL_ERROR_ARGUMENT;
    if (c->bodies < 1 || c->bodies > 65000) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "capacity.bodies is %d; expected 1 to 65000", c->bodies);
    }
    if (c->materials < 1 || c->materials > 256) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "capacity.materials is %d; expected 1 to 256", c->materials);
    }
    if (c->pieces < 0 || c->pieces > MOST_PIECES) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "capacity.pieces is %d; expected 0 to %d", c->pieces, MOST_PIECES);
    }
    if (c->pairs < 0 || c->pairs > 4000000 || c->contacts < 0 || c->contacts > 1000000) {
        return vlSentence_Refuse(
            (vlSentence){message, size}, bad,
            "capacity.pairs is %d and capacity.contacts %d; expected 0 to 4000000 and 0 "
            "to 1000000",
            c->pairs, c->contacts);
    }
    if (c->springs < 0 || c->springs > 65000) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "capacity.springs is %d; expected 0 to 65000", c->springs);
    }
    if (c->joints < 0 || c->joints > 65000) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "capacity.joints is %d; expected 0 to 65000", c->joints);
    }
    if (c->couplings < 0 || c->couplings > 64) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "capacity.couplings is %d; expected 0 to 64", c->couplings);
    }
    if (c->events < 0 || c->events > 1000000) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "capacity.events is %d; expected 0 to 1000000", c->events);
    }
    if (c->samples < 0 || c->samples > 1000000 || c->clusters < 0 || c->clusters > 16000000) {
        return vlSentence_Refuse(
            (vlSentence){message, size}, bad,
            "capacity.samples is %d and capacity.clusters %d; expected 0 to 1000000 and 0 "
            "to 16000000",
            c->samples, c->clusters);
    }
    c->pieces = c->pieces > 0 ? c->pieces : 4 * c->bodies;
    c->pairs = c->pairs > 0 ? c->pairs : 24 * c->bodies;
    c->contacts = c->contacts > 0 ? c->contacts : 12 * c->bodies;
    c->springs = c->springs > 0 ? c->springs : 16;
    c->joints = c->joints > 0 ? c->joints : c->bodies;
    c->couplings = c->couplings > 0 ? c->couplings : 4;
    c->events = c->events > 0 ? c->events : c->contacts;
    c->clusters = c->clusters > 0 || c->samples == 0 ? c->clusters : CLUSTERS;
    return VL_OK;
}

typedef struct NamedChoice {
    const char* name;
    int value;
    int count;
} NamedChoice;

static vlResult checkChoices(const vlWorldDef* def, char* message, size_t size)
{
    const vlReferenceOptions* o = &def->contact.reference;
    const NamedChoice choices[] = {{"integrator", (int)def->integrator, 4},
                                   {"contact.law", (int)def->contact.law, 2},
                                   {"contact.reference.model", (int)o->model, 2},
                                   {"contact.reference.normal", (int)o->normal, 2},
                                   {"contact.reference.friction", (int)o->friction, 2},
                                   {"contact.reference.pressure", (int)o->pressure, 2},
                                   {"contact.reference.route", (int)o->route, 2}};
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; ++i) {
        const NamedChoice* c = &choices[i];
        if (c->value < 0 || c->value >= c->count) {
            return vlSentence_Refuse((vlSentence){message, size}, VL_ERROR_ARGUMENT,
                                     "%s is %d; expected one of its enum values, 0 to %d", c->name,
                                     c->value, c->count - 1);
        }
    }
    return VL_OK;
}

// A choice that would have no effect together with another one is refused, so that nobody relies on
// it.
static vlResult checkCombination(const vlWorldDef* def, char* message, size_t size)
{
    const vlReferenceOptions* o = &def->contact.reference;
    bool isImplicit = vlIntegrator_IsImplicit(def->integrator);
    bool isBed = def->contact.law == VL_LAW_FOUNDATION;
    bool isFaces = o->pressure == VL_PRESSURE_FACES;
    bool isPaper = o->friction == VL_FRICTION_PAPER;
    bool isPoint = o->model == VL_CONTACT_POINT;
    const struct {
        bool isSo;
        const char* sentence;
    } clashes[] = {
        {def->sleep && !isImplicit,
         "sleep is true; expected the integrator IMPLICIT with it, or false"},
        {isPaper && isImplicit, "contact.reference.friction is PAPER; expected GAUSS with the "
                                "implicit integrator, or EULER or RK4"},
        {isFaces && isImplicit, "contact.reference.pressure is FACES; expected NORMAL with the "
                                "implicit integrator, or EULER or RK4"},
        {isFaces && !isBed,
         "contact.reference.pressure is FACES; expected the law FOUNDATION with it, or NORMAL"},
        {isPoint && isBed, "contact.law is FOUNDATION; a point has no area: expected LUMPED with "
                           "contact.reference.model POINT"},
        {isPoint && o->normal == VL_NORMAL_SEARCH,
         "contact.reference.normal is SEARCH, which a point always uses; expected GRADIENT with "
         "contact.reference.model POINT"},
        {isPoint && isPaper, "contact.reference.friction is PAPER; a point has no area: expected "
                             "GAUSS with contact.reference.model POINT"},
        {isPoint && o->route == VL_POLYHEDRON_DUAL,
         "contact.reference.route is DUAL; a point needs no polyhedron: expected CLIP with "
         "contact.reference.model POINT"}};
    for (size_t i = 0; i < sizeof clashes / sizeof clashes[0]; ++i) {
        if (clashes[i].isSo) {
            return vlSentence_Refuse((vlSentence){message, size}, VL_ERROR_ARGUMENT, "%s",
                                     clashes[i].sentence);
        }
    }
    return VL_OK;
}

vlResult vlWorldDef_Complete(vlWorldDef* def, char* message, size_t size)
{
    vlResult bad = VL_ERROR_ARGUMENT;
    if (!(def->step >= VL_SHORTEST_STEP && def->step <= VL_LONGEST_STEP)) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "step is %g s; expected %g to %g", def->step, VL_SHORTEST_STEP,
                                 VL_LONGEST_STEP);
    }
    if (!vlIsWithin(def->gravity, VL_MAX_SPEED)) {
        return vlSentence_Refuse(
            (vlSentence){message, size}, bad,
            "gravity is (%g, %g, %g) m/s2; expected finite numbers, at most %g", def->gravity.x,
            def->gravity.y, def->gravity.z, VL_MAX_SPEED);
    }
    vlResult result = checkChoices(def, message, size);
    if (result != VL_OK) {
        return result;
    }
    result = checkCombination(def, message, size);
    if (result != VL_OK) {
        return result;
    }
    if ((def->allocator.allocate == NULL) != (def->allocator.release == NULL)) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "allocator has only one of its two functions");
    }
    if (def->allocator.allocate == NULL) {
        def->allocator = vlDefaultAllocator();
    }
    return checkCapacity(&def->capacity, message, size);
}
