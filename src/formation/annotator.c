// SPDX-License-Identifier: MIT
// The states of one pair: a formation that has lasted for the dwell time becomes the state.

#include <string.h>

#include "base/sentence.h"
#include "formation/identifier.h"
#include "formation/transition.h"
#include "volar/formation_fit.h"

// Sliding begins when the contact point has gone this far, m, and ends below this speed, m/s. A
// smaller distance finds sliding sooner but takes noise for sliding.
#define SLIP_WAY 20e-6
#define STICK_SPEED 1e-3
// Directions of simulated contacts that differ by less than this count as one (formations.md,
// "Freedoms").
#define FREEDOM_TOLERANCE 0.03
// Forces are compared with a name only after it has been the same for STEADY_TIME, s, and while the
// bodies approach or leave each other by less than STEADY_SPEED, m/s.
#define STEADY_TIME 0.020
#define STEADY_SPEED 5e-3
// Times are sums of steps and have rounding errors: a span that is short by less than this, s,
// counts as complete.
#define TIME_ROUNDING 1e-9

struct vlAnnotator {
    vlAllocator allocator;
    vlAnnotatorDef def;
    vlIdentifier* identifier;
    bool hasState;
    vlFormation found; // a member because it is too large for the stack
    vlFormation now;
    vlContactState state;
    // A formation that may become the next state.
    bool hasCandidate;
    vlContactState candidate;
    uint64_t changes;
    // Sliding.
    bool isSlipping;
    vlVec3 way;     // m, along the planes, since the contact last stuck
    double changed; // s, when the name changed last
    double lastTime;
    vlPose lastA, lastB;
    double passed; // s, between the last two updates
    vlPose beforeA, beforeB;
};

vlAnnotatorDef vlDefaultAnnotatorDef(void)
{
    return (vlAnnotatorDef){.settings = vlFormationSettings_ForNames(), .dwell = 0.010};
}

vlResult vlAnnotator_Create(const vlAllocator* allocator, const vlAnnotatorDef* def,
                            vlAnnotator** annotator, char* message, size_t messageSize)
{
    vlSentence error = {message, messageSize};
    vlAllocator chosen = allocator != NULL ? *allocator : vlDefaultAllocator();
    if (!(def->dwell >= 0.0 && def->dwell <= 1e9)) {
        return vlSentence_Fail(&error, VL_ERROR_ARGUMENT,
                               "the dwell time is %g s; expected a finite one of at least 0",
                               def->dwell);
    }
    vlAnnotator* n = chosen.allocate(sizeof(vlAnnotator), chosen.user);
    if (n == NULL) {
        return vlSentence_FailMemory(&error);
    }
    memset(n, 0, sizeof(vlAnnotator));
    n->allocator = chosen;
    n->def = *def;
    vlResult result = vlIdentifier_Create(&chosen, def->a, def->b, &def->settings, &n->identifier,
                                          message, messageSize);
    if (result != VL_OK) {
        chosen.release(n, chosen.user);
        return result;
    }
    *annotator = n;
    return VL_OK;
}

void vlAnnotator_Destroy(vlAnnotator* annotator)
{
    if (annotator != NULL) {
        vlAllocator allocator = annotator->allocator;
        vlIdentifier_Destroy(annotator->identifier);
        allocator.release(annotator, allocator.user);
    }
}

const vlContactState* vlAnnotator_GetState(const vlAnnotator* annotator)
{
    return annotator->hasState ? &annotator->state : NULL;
}

const vlFormation* vlAnnotator_GetNow(const vlAnnotator* annotator)
{
    return &annotator->now;
}

bool vlAnnotator_IsSlipping(const vlAnnotator* annotator)
{
    return annotator->isSlipping;
}

uint64_t vlAnnotator_GetChanges(const vlAnnotator* annotator)
{
    return annotator->changes;
}

// A normal within 5 degrees of the space of those before it adds nothing to it: the sine.
#define SAME_NORMAL 0.0871557427476582

// Removes from a vector what the contacts hold together: its part in the space of their normals.
static vlVec3 alongPlanes(const vlFormation* f, vlVec3 v)
{
    vlVec3 held[3]; // at right angles to each other
    int count = 0;
    for (int i = 0; i < f->count && count < 3; ++i) {
        vlVec3 n = f->contact[i].normal;
        for (int k = 0; k < count; ++k) {
            n = vlMulAdd(n, -vlDot(n, held[k]), held[k]);
        }
        if (vlLength(n) > SAME_NORMAL) {
            held[count] = vlUnit(n);
            v = vlMulAdd(v, -vlDot(v, held[count]), held[count]);
            ++count;
        }
    }
    return v;
}

// Motion of A relative to B between the last two updates, m, at a point of the last one.
static vlVec3 stepAt(const vlAnnotator* n, vlVec3 point)
{
    vlVec3 wasA = vlTransform(n->beforeA, vlUntransform(n->lastA, point));
    vlVec3 wasB = vlTransform(n->beforeB, vlUntransform(n->lastB, point));
    return vlSub(wasB, wasA);
}

// Adds up how far A has moved relative to B at the contact point. Rolling adds nothing, because the
// point that touches is at rest.
static void followSlip(vlAnnotator* n, bool isNew)
{
    const vlFormation* f = &n->now;
    if (f->count == 0 || isNew || !(n->passed > 0.0)) {
        n->way = vlZero();
        n->isSlipping = n->isSlipping && f->count > 0 && !isNew;
        return;
    }
    vlVec3 point = vlZero();
    int points = 0;
    for (int i = 0; i < f->count; ++i) {
        for (int k = 0; k < f->contact[i].regionCount; ++k) {
            point = vlAdd(point, f->contact[i].region[k]);
            ++points;
        }
    }
    point = vlScale(point, 1.0 / points);
    vlVec3 step = alongPlanes(f, stepAt(n, point));
    n->way = alongPlanes(f, vlAdd(n->way, step));
    double gone = vlLength(n->way);
    n->isSlipping = n->isSlipping || gone > SLIP_WAY;
    if (n->isSlipping && vlLength(step) < STICK_SPEED * n->passed) {
        n->isSlipping = false;
        n->way = vlZero();
    } else if (n->isSlipping && gone > SLIP_WAY) {
        n->way = vlScale(n->way, SLIP_WAY / gone);
    }
}

static double normalSpeedAt(const vlAnnotator* n, vlVec3 point, vlVec3 normal)
{
    return fabs(vlDot(normal, stepAt(n, point))) / n->passed;
}

bool vlAnnotator_IsSteady(const vlAnnotator* n, const vlPairForce* forces, int count)
{
    if (n->lastTime - n->changed < STEADY_TIME - TIME_ROUNDING || !(n->passed > 0.0)) {
        return false;
    }
    double speed = 0.0;
    for (int i = 0; i < n->now.count; ++i) {
        const vlPrincipalContact* c = &n->now.contact[i];
        for (int k = 0; k < c->regionCount; ++k) {
            speed = fmax(speed, normalSpeedAt(n, c->region[k], c->normal));
        }
    }
    for (int i = 0; i < count; ++i) {
        speed = fmax(speed, normalSpeedAt(n, forces[i].point, forces[i].normal));
    }
    return speed < STEADY_SPEED;
}

void vlAnnotator_GetFit(vlAnnotator* annotator, const vlPairForce* forces, int count,
                        double friction, vlFormationFit* fit)
{
    vlIdentifier_GetFit(annotator->identifier, forces, count, friction, fit);
}

static void count(vlAnnotator* n, vlContactState* state, double time)
{
    state->until = time;
    ++state->updates;
    state->slipping += n->isSlipping ? 1 : 0;
    for (int i = 0; i < n->now.count; ++i) {
        state->deepest = fmax(state->deepest, -n->now.contact[i].nearest);
    }
}

static void begin(vlAnnotator* n, vlContactState* state, double time, vlPose poseWA)
{
    const vlPolyhedron* a = n->def.a;
    state->from = state->until = time;
    state->updates = state->slipping = 0;
    state->deepest = 0.0;
    vlFormation_Copy(&state->formation, &n->now);
    vlFormation_GetFreedoms(&n->now, vlTransform(poseWA, a->centre), a->radius, FREEDOM_TOLERANCE,
                            &state->free);
    state->freedoms = state->free.count;
    state->motion = VL_TRANSITION_NONE;
    state->gained = n->now.count;
    state->lost = 0;
}

// The candidate has lasted for the dwell time and becomes the state.
static void promote(vlAnnotator* n, vlContactState* ended)
{
    n->state.until = n->candidate.from;
    if (ended != NULL) {
        *ended = n->state;
    }
    n->candidate.motion =
        vlFormation_GetTransition(n->def.a, n->def.b, &n->state.formation, &n->candidate.formation,
                                  &n->candidate.gained, &n->candidate.lost);
    n->state = n->candidate;
    n->hasCandidate = false;
}

bool vlAnnotator_Update(vlAnnotator* n, double time, vlPose poseWA, vlPose poseWB,
                        vlContactState* ended)
{
    vlIdentifier_Update(n->identifier, poseWA, poseWB, &n->found);
    bool isNew = !n->hasState || !vlFormation_IsSame(&n->found, &n->now, true);
    n->changes += n->hasState && isNew ? 1 : 0;
    vlFormation_Copy(&n->now, &n->found);
    n->changed = isNew ? time : n->changed;
    n->passed = n->hasState ? time - n->lastTime : 0.0;
    n->beforeA = n->lastA;
    n->beforeB = n->lastB;
    n->lastTime = time;
    n->lastA = poseWA;
    n->lastB = poseWB;
    followSlip(n, isNew);
    bool hasEnded = false;
    if (!n->hasState) {
        begin(n, &n->state, time, poseWA);
        n->state.motion = n->now.count > 0 ? VL_TRANSITION_TOUCH : VL_TRANSITION_NONE;
        n->hasState = true;
    }
    if (vlFormation_IsSame(&n->now, &n->state.formation, true)) {
        n->hasCandidate = false;
        count(n, &n->state, time);
    } else {
        if (!n->hasCandidate || !vlFormation_IsSame(&n->now, &n->candidate.formation, true)) {
            begin(n, &n->candidate, time, poseWA);
            n->hasCandidate = true;
        }
        count(n, &n->candidate, time);
        if (time - n->candidate.from >= n->def.dwell - TIME_ROUNDING) {
            promote(n, ended);
            hasEnded = true;
        } else {
            n->state.until = time;
        }
    }
    return hasEnded;
}
