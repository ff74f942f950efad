// SPDX-License-Identifier: MIT
// Compares the forces of a simulation with the contact states of its pairs.

#include "formation/scene_pairs.h"

static void noteContact(vlSceneAnnotation* annotation, const vlSimulation* simulation,
                        const vlContactReport* c)
{
    int a = vlSimulation_FindBody(simulation, c->bodyA);
    int b = vlSimulation_FindBody(simulation, c->bodyB);
    for (int i = 0; i < annotation->pairCount; ++i) {
        vlScenePair* pair = &annotation->pairs[i];
        bool isSame = pair->bodies.bodyA == b && pair->bodies.bodyB == a;
        if (!isSame && (pair->bodies.bodyA != a || pair->bodies.bodyB != b)) {
            continue;
        }
        // A report gives the force on the contact's second body.
        double sign = isSame ? 1.0 : -1.0;
        if (pair->forceCount < VL_MAX_PAIR_FORCES) {
            pair->forces[pair->forceCount] = (vlPairForce){
                .wrench = {vlScale(c->wrench.force, sign), vlScale(c->wrench.torque, sign)},
                .origin = c->origin,
                .point = c->centreOfPressure,
                .normal = vlScale(c->normal, sign),
                .normalForce = c->normalForce,
                .depth = c->depth};
        }
        ++pair->forceCount;
        return;
    }
}

static void add(vlForceSum* sum, double force)
{
    sum->total += force;
    sum->max = fmax(sum->max, force);
    ++sum->count;
}

void vlForceSum_Merge(vlForceSum* to, const vlForceSum* from)
{
    to->total += from->total;
    to->max = fmax(to->max, from->max);
    to->count += from->count;
    vlFitTally_Merge(&to->fit, &from->fit);
}

// The larger coefficient. It is read in every step because it can change while the simulation runs.
static double frictionOf(const vlWorld* world, const vlScenePair* pair)
{
    vlSurface surface = vlDefaultSurface();
    (void)!vlWorld_GetSurface(world, pair->materialA, pair->materialB, &surface);
    return fmax(surface.frictionStatic, surface.frictionDynamic);
}

static void judge(vlScenePair* pair, double friction)
{
    const vlContactState* state = vlAnnotator_GetState(pair->annotator);
    if (state == NULL) {
        return;
    }
    int count = pair->forceCount < VL_MAX_PAIR_FORCES ? pair->forceCount : VL_MAX_PAIR_FORCES;
    const vlFormation* now = vlAnnotator_GetNow(pair->annotator);
    vlFormationFit fit;
    vlAnnotator_GetFit(pair->annotator, pair->forces, count, friction, &fit);
    // Forces of a formation that does not last belong to the state that it interrupts.
    bool isState = vlFormation_IsSame(now, &state->formation, true);
    if (isState && pair->candidate.count > 0) {
        vlForceSum_Merge(&pair->state, &pair->candidate);
        pair->candidate = (vlForceSum){0};
    }
    vlForceSum* sum = isState ? &pair->state : &pair->candidate;
    add(sum, fit.normalForce);
    if (count == pair->forceCount) {
        bool isSteady = vlAnnotator_IsSteady(pair->annotator, pair->forces, count);
        vlFitTally_Add(&sum->fit, &fit, pair->forces, now->count > 0, isSteady, pair->time);
        vlFitTally_Add(&pair->all, &fit, pair->forces, now->count > 0, isSteady, pair->time);
    }
}

void vlSceneAnnotation_NoteForces(vlSceneAnnotation* annotation, const vlSimulation* simulation)
{
    const vlWorld* world = vlSimulation_GetWorld(simulation);
    for (int i = 0; i < annotation->pairCount; ++i) {
        annotation->pairs[i].forceCount = 0;
    }
    int contacts = vlSimulation_GetContactCount(simulation);
    for (int c = 0; c < contacts; ++c) {
        vlContactReport report;
        if (vlSimulation_GetContact(simulation, c, &report) == VL_OK) {
            noteContact(annotation, simulation, &report);
        }
    }
    for (int i = 0; i < annotation->pairCount; ++i) {
        judge(&annotation->pairs[i], frictionOf(world, &annotation->pairs[i]));
    }
}

vlFitTally vlSceneAnnotation_GetFit(const vlSceneAnnotation* annotation, int i)
{
    vlFitTally none = {.steps = 0};
    return i >= 0 && i < annotation->pairCount ? annotation->pairs[i].all : none;
}

bool vlSceneAnnotation_IsFitGood(const vlSceneAnnotation* annotation, int i, bool* isExplained)
{
    if (isExplained != NULL) {
        *isExplained = true;
    }
    if (i < 0 || i >= annotation->pairCount) {
        return true;
    }
    const vlScenePair* pair = &annotation->pairs[i];
    bool isOnContacts = vlFitTally_IsForceExplained(&pair->all);
    if (isExplained != NULL) {
        *isExplained = isOnContacts;
    }
    return isOnContacts && vlFitTally_IsResidualGood(&pair->all, pair->isRound);
}
