// SPDX-License-Identifier: MIT
// The search of the tuner: a coarse grid of cut-off and damping, then finer and finer ones around
// the best place. A place counts only if it allows a larger stiffness than the best so far, which
// one or two loops usually deny: so those that denied last are tried first.

#include "volar/tuner.h"

#include <math.h>
#include <stdio.h>

// The grid, by powers of two: 4 steps of sqrt(2) in each direction of the first refinement are one
// step of the coarse grid.
#define LOWEST_CUT 25.0 // Hz
#define HIGHEST_CUT 400.0
#define CUT_STEPS 8
#define DAMPING_STEPS 16
#define DAMPING_RANGE 256.0 // from the lowest to the highest damping
#define REFINEMENTS 4
// The stiffness is searched upwards over four powers of ten.
#define SCAN_STEPS 24
#define BISECTIONS 8

#define TOOLS 2
#define WALLS 2
#define CASES (VL_TUNER_HAND_COUNT * TOOLS * WALLS)
#define AXES 3 // of a device that differs by direction
#define MOST_GAIN 100.0
#define WALL_DAMPING_RATIO 0.3

typedef struct Search {
    const vlTunerDef* def;
    int axes;                   // 1 if all directions are alike
    vlLoop cases[AXES * CASES]; // all but the coupling and the cut
    int order[AXES * CASES];    // those that denied last come first
    double most;                // largest stiffness
    double lowestDamping, highestDamping;
    double quantum, friction;
} Search;

vlTunerDef vlDefaultTunerDef(const vlSimulatedDeviceDef* device)
{
    vlTunerDef def = {.device = *device, .margin = 2.0};
    return def;
}

const char* vlTuner_GetHandName(vlTunerHand hand)
{
    switch (hand) {
#define NAME(value, text)                                                                          \
    case value: return text;
        VL_TUNER_HAND_MAP(NAME)
#undef NAME
    case VL_TUNER_HAND_COUNT: break;
    }
    return "unknown hand";
}

static vlSimulatedDeviceDef heldBy(const vlTunerDef* def, vlTunerHand hand)
{
    static const vlSimulatedGrip none = {0.0, 0.0, 0.0, 0.0};
    static const vlSimulatedGrip weak = {40.0, 0.5, 0.06, 0.0006};
    vlSimulatedDeviceDef device = def->device;
    if (hand != VL_TUNER_RELAXED) {
        device.hand.grip = hand == VL_TUNER_LET_GO ? none
                           : hand == VL_TUNER_WEAK ? weak
                                                   : vlSimulatedDevice_TightGrip();
    }
    return device;
}

vlResult vlTuner_SetHand(vlLoop* loop, const vlTunerDef* def, vlTunerHand hand)
{
    vlSimulatedDeviceDef device = heldBy(def, hand);
    return vlLoop_SetDevice(loop, &device, def->isAngular);
}

// Tools of 1 g and 100 g and walls of 3e3 and 1e6 N/m; for a rotation at about 1 cm and 3 cm.
static void setWorld(vlLoop* loop, const vlTunerDef* def, int tool, int wall)
{
    bool isAngular = def->isAngular;
    loop->toolMass = (tool == 0 ? 1e-3 : 0.1) * (isAngular ? 1e-4 : 1.0);
    if (def->toolMass > 0.0) {
        loop->toolMass = def->toolMass;
    }
    loop->wallStiffness = (wall == 0 ? 3e3 : 1e6) * (isAngular ? 1e-3 : 1.0);
    loop->wallDamping = 2.0 * WALL_DAMPING_RATIO * sqrt(loop->wallStiffness * loop->toolMass);
}

static double leastOf(vlVec3 a)
{
    return fmin(a.x, fmin(a.y, a.z));
}

static vlResult setUp(Search* s, const vlTunerDef* def)
{
    const vlSimulatedDeviceDef* device = &def->device;
    double allowed = def->isAngular ? device->info.maxAngularDamping : device->info.maxDamping;
    s->def = def;
    s->most = def->isAngular ? 1e2 : 1e5;
    s->quantum = def->isAngular ? device->angularResolution : device->resolution;
    s->friction = def->isAngular ? device->angularFriction : device->friction;
    s->axes = device->directions.areGiven && !def->isAngular ? AXES : 1;
    if (s->axes == AXES) {
        s->friction = leastOf(device->directions.friction);
    }
    s->highestDamping = def->isAngular ? 0.064 : 64.0;
    s->lowestDamping = s->highestDamping / DAMPING_RANGE;
    if (allowed > 0.0) {
        s->highestDamping = fmax(fmin(s->highestDamping, 2.0 * allowed), s->lowestDamping);
    }
    for (int i = 0; i < s->axes * CASES; ++i) {
        vlLoop* loop = &s->cases[i];
        vlSimulatedDeviceDef held = heldBy(def, (vlTunerHand)(i % CASES / (TOOLS * WALLS)));
        *loop = vlDefaultLoop();
        vlResult result = def->isAngular ? vlLoop_SetDevice(loop, &held, true)
                                         : vlLoop_SetDirection(loop, &held, i / CASES);
        setWorld(loop, def, i % TOOLS, i / TOOLS % WALLS);
        if (result != VL_OK || vlLoop_Check(loop, NULL, 0) != VL_OK) {
            return VL_ERROR_ARGUMENT;
        }
        s->order[i] = i;
    }
    return VL_OK;
}

static bool isStableIn(Search* s, int place, double stiffness, double damping, double cut)
{
    vlLoop loop = s->cases[s->order[place]];
    double radius = HUGE_VAL;
    loop.stiffness = stiffness;
    loop.dampingOfWorld = damping;
    loop.cut = cut;
    loop.gain = s->def->margin;
    return vlLoop_GetRadius(&loop, &radius) == VL_OK && radius <= 1.0 + 1e-9;
}

static bool isStable(Search* s, double stiffness, double damping, double cut)
{
    for (int i = 0; i < s->axes * CASES; ++i) {
        if (!isStableIn(s, i, stiffness, damping, cut)) {
            int denied = s->order[i];
            for (int k = i; k > 0; --k) {
                s->order[k] = s->order[k - 1];
            }
            s->order[0] = denied;
            return false;
        }
    }
    return true;
}

static double noiseOf(const Search* s, double damping, double cut)
{
    return 3.0 * damping * s->quantum * cut;
}

// The largest stiffness that the counts of the encoder allow.
static double countLimit(const Search* s, double noise)
{
    return s->quantum > 0.0 ? fmin(s->most, 2.0 * (s->friction - noise) / s->quantum) : s->most;
}

// Searches upwards for the first stiffness that is not stable; 0 if the first is not.
static double climb(Search* s, double damping, double cut, double most)
{
    const double factor = 1.46779926762206954092; // ten to the power of 4/SCAN_STEPS
    double stable = 0.0;
    double unstable = s->most * 1e-4;
    for (int step = 0; isStable(s, fmin(unstable, most), damping, cut); ++step) {
        stable = fmin(unstable, most);
        if (stable >= most || step == SCAN_STEPS) {
            return stable;
        }
        unstable *= factor;
    }
    for (int i = 0; stable > 0.0 && i < BISECTIONS; ++i) {
        double middle = sqrt(stable * fmin(unstable, most));
        if (isStable(s, middle, damping, cut)) {
            stable = middle;
        } else {
            unstable = middle;
        }
    }
    return stable;
}

// Takes this place if it allows a larger stiffness than the best so far.
static void tryPlace(Search* s, double damping, double cut, vlTunedCoupling* best)
{
    double noise = noiseOf(s, damping, cut);
    double most = countLimit(s, noise);
    bool isAllowed = damping >= s->lowestDamping && damping <= s->highestDamping &&
                     cut >= LOWEST_CUT && cut <= HIGHEST_CUT &&
                     noise <= fmax(0.5 * s->friction, s->def->isAngular ? 1e-4 : 1e-2);
    if (!isAllowed || most <= best->stiffness ||
        (best->stiffness > 0.0 && !isStable(s, best->stiffness, damping, cut))) {
        return;
    }
    double stiffness = climb(s, damping, cut, most);
    if (stiffness > best->stiffness) {
        best->stiffness = stiffness;
        best->damping = damping;
        best->cut = cut;
        best->noise = noise;
        best->limit = stiffness < most ? VL_TUNER_MARGIN
                      : most < s->most ? VL_TUNER_COUNT
                                       : VL_TUNER_RANGE;
    }
}

static void search(Search* s, vlTunedCoupling* best)
{
    double cutFactor = pow(HIGHEST_CUT / LOWEST_CUT, 1.0 / CUT_STEPS);
    double dampingFactor = pow(s->highestDamping / s->lowestDamping, 1.0 / DAMPING_STEPS);
    int cutSteps = s->def->cut > 0.0 ? 0 : CUT_STEPS;
    // The last of each row meets the bound itself, whatever rounding does.
    for (int i = 0; i <= cutSteps; ++i) {
        double cut = i == CUT_STEPS ? HIGHEST_CUT : LOWEST_CUT * pow(cutFactor, i);
        cut = cutSteps == 0 ? s->def->cut : cut;
        for (int k = 0; k <= DAMPING_STEPS; ++k) {
            double damping =
                k == DAMPING_STEPS ? s->highestDamping : s->lowestDamping * pow(dampingFactor, k);
            tryPlace(s, damping, cut, best);
        }
    }
    for (int r = 0; r < REFINEMENTS; ++r) {
        double damping = best->damping;
        double cut = best->cut;
        cutFactor = sqrt(cutFactor);
        dampingFactor = sqrt(dampingFactor);
        int around = cutSteps == 0 ? 0 : 2;
        for (int i = -around; i <= around; ++i) {
            for (int k = -2; k <= 2; ++k) {
                tryPlace(s, damping * pow(dampingFactor, k), cut * pow(cutFactor, i), best);
            }
        }
    }
}

static double marginOf(const Search* s, const vlTunedCoupling* best, int hand)
{
    double least = MOST_GAIN;
    for (int i = 0; i < s->axes * TOOLS * WALLS; ++i) {
        int axis = i / (TOOLS * WALLS);
        vlLoop loop = s->cases[axis * CASES + hand * TOOLS * WALLS + i % (TOOLS * WALLS)];
        double gain = 0.0;
        loop.stiffness = best->stiffness;
        loop.dampingOfWorld = best->damping;
        loop.cut = best->cut;
        if (vlLoop_GetCriticalGain(&loop, MOST_GAIN, &gain) == VL_OK) {
            least = fmin(least, gain);
        }
    }
    return least;
}

// Against the hard wall and with the light tool, which need most.
static double neededDamping(const Search* s, const vlTunedCoupling* best, double stiffness)
{
    double most = 0.0;
    for (int i = 0; i < TOOLS * WALLS; ++i) {
        vlLoop loop = s->cases[i];
        double needed = 0.0;
        loop.stiffness = stiffness;
        loop.dampingOfWorld = best->damping;
        loop.cut = best->cut;
        if (vlLoop_GetPassiveDamping(&loop, &needed) == VL_OK) {
            most = fmax(most, needed);
        }
    }
    return most;
}

static double ownDamping(const Search* s)
{
    double least = s->cases[0].damping;
    for (int axis = 1; axis < s->axes; ++axis) {
        least = fmin(least, s->cases[axis * CASES].damping);
    }
    return least;
}

static double passiveStiffness(const Search* s, const vlTunedCoupling* best)
{
    double own = ownDamping(s);
    double low = 0.0;
    double high = s->most;
    if (neededDamping(s, best, s->most * 1e-6) > own) {
        return 0.0; // the coupling's damper alone needs more
    }
    for (int i = 0; i < 24; ++i) { // to 1e-7 of the largest
        double middle = 0.5 * (low + high);
        if (neededDamping(s, best, middle) > own) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return low;
}

static void say(char* message, size_t size, const char* sentence)
{
    if (message != NULL && size > 0) {
        snprintf(message, size, "%s", sentence);
    }
}

vlResult vlTuner_Find(const vlTunerDef* def, vlTunedCoupling* found, char* message,
                      size_t messageSize)
{
    Search s;
    vlTunedCoupling best = {.stiffness = 0.0};
    if (def == NULL || found == NULL || !(def->margin > 1.0 && def->margin <= MOST_GAIN)) {
        say(message, messageSize, "margin is not above 1 and at most 100");
        return VL_ERROR_ARGUMENT;
    }
    if (def->cut != 0.0 && !(def->cut >= LOWEST_CUT && def->cut <= HIGHEST_CUT)) {
        say(message, messageSize, "cut is neither 0 nor from 25 to 400 Hz");
        return VL_ERROR_ARGUMENT;
    }
    double late = def->device.motors.delay + def->device.motors.jitter;
    if (late * def->device.info.rate > VL_MAX_LOOP_DELAY * (1.0 + 1e-9)) {
        say(message, messageSize, "a delay of more than 32 samples is more than the model takes");
        return VL_ERROR_ARGUMENT;
    }
    if (def->device.mechanism.isPantograph) {
        say(message, messageSize, "a pantograph has no single direction to tune");
        return VL_ERROR_ARGUMENT;
    }
    if (setUp(&s, def) != VL_OK) {
        say(message, messageSize,
            "the device turns without being measured, or has a number out of range");
        return VL_ERROR_ARGUMENT;
    }
    search(&s, &best);
    if (!(best.stiffness > 0.0)) {
        say(message, messageSize, "no stiffness meets the margin");
        return VL_ERROR_UNSTABLE;
    }
    for (int hand = 0; hand < VL_TUNER_HAND_COUNT; ++hand) {
        best.margins[hand] = marginOf(&s, &best, hand);
    }
    best.neededDamping = neededDamping(&s, &best, best.stiffness);
    best.passiveStiffness = passiveStiffness(&s, &best);
    *found = best;
    return VL_OK;
}

vlResult vlTuner_Judge(const vlTunerDef* def, double stiffness, double damping, double cut,
                       vlTunerJudgement* judgement)
{
    Search s;
    vlTunerJudgement found = {.isStable = true, .stiffness = stiffness};
    if (def == NULL || judgement == NULL || !(def->margin > 0.0) ||
        def->device.mechanism.isPantograph || setUp(&s, def) != VL_OK) {
        return VL_ERROR_ARGUMENT;
    }
    for (int i = 0; i < s.axes * CASES; ++i) {
        vlLoop loop = s.cases[i];
        double radius = 0.0, critical = 0.0;
        loop.stiffness = stiffness;
        loop.dampingOfWorld = damping;
        loop.cut = cut;
        loop.gain = def->margin;
        vlResult result = vlLoop_GetRadius(&loop, &radius);
        if (result == VL_OK && radius > 1.0 + 1e-9) {
            result = vlLoop_GetCriticalStiffness(&loop, stiffness, &critical);
            if (critical < found.stiffness || found.isStable) {
                found =
                    (vlTunerJudgement){false, (vlTunerHand)(i % CASES / (TOOLS * WALLS)), critical};
            }
        }
        if (result != VL_OK) {
            return result;
        }
    }
    *judgement = found;
    return VL_OK;
}
