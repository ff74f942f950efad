// SPDX-License-Identifier: MIT
// The search of the tuner: a coarse grid of cut-off and damping, then finer and finer ones around
// the best place. A place counts only if it allows a larger stiffness than the best so far. Usually
// one or two loops rule a place out, so those that did so last are tried first.
//
// Only sqrt, rounding to integers and the four operations are used, which give the same bits
// everywhere, so the same device gets the same coupling on every machine. The result has only the
// few digits that are printed.

#include "volar/tuner.h"

#include <math.h>
#include <stdio.h>

#include "stability/tuner_cases.h"
#include "stability/tuner_judge.h"

// The grid. The numbers of steps are powers of two, so the factor of one step is found by square
// roots.
#define LOWEST_CUT 25.0 // Hz
#define HIGHEST_CUT 400.0
#define CUT_ROOTS 3     // 2^3 steps of the cut-off
#define DAMPING_ROOTS 4 // 2^4 steps of the damping
#define REFINEMENTS 4
// The stiffness is searched upwards over four powers of ten.
#define SCAN_STEPS 24
#define BISECTIONS 8
// Significant digits of what is found.
#define STIFFNESS_DIGITS 4
#define DAMPING_DIGITS 3

vlTunerDef vlDefaultTunerDef(const vlSimulatedDeviceDef* device)
{
    vlTunerDef def = {.device = *device, .margin = 2.0, .gain = 1.0};
    return def;
}

// The factor of one of 2^count equal steps over `range`: the root, taken `count` times.
static double rootOf(double range, int count)
{
    for (int i = 0; i < count; ++i) {
        range = sqrt(range);
    }
    return range;
}

static double powerOf(double factor, int exponent)
{
    double product = 1.0;
    for (int i = 0; i < (exponent < 0 ? -exponent : exponent); ++i) {
        product *= factor;
    }
    return exponent < 0 ? 1.0 / product : product;
}

// Rounds a positive number down to `digits` significant digits.
static double cutDigits(double x, int digits)
{
    double high = powerOf(10.0, digits), unit = 1.0, parts = 1.0;
    while (x >= high * unit && unit < 1e15) {
        unit *= 10.0;
    }
    while (x * parts < 0.1 * high && parts < 1e15) {
        parts *= 10.0;
    }
    // A number that had so few digits already keeps them, whatever its last bit is.
    return floor(x / unit * parts * (1.0 + 1e-12)) * unit / parts;
}

// The noise that the counts of the encoder bring into the force, N or N m, as the device feels it.
static double noiseOf(const vlTunerCases* t, double damping, double cut)
{
    return 3.0 * damping * t->def->gain * t->quantum * cut;
}

// The largest stiffness that the counts of the encoder allow.
static double countLimit(const vlTunerCases* t, double noise)
{
    double felt = t->quantum * t->def->gain;
    return felt > 0.0 ? fmin(t->most, 2.0 * (t->friction - noise) / felt) : t->most;
}

// Searches upwards for the first stiffness that does not hold; 0 if the first does not.
static double climb(vlTunerCases* t, double damping, double cut, double most)
{
    const double factor = 1.46779926762206954092; // ten to the power of 4/SCAN_STEPS
    vlTunerPlace place = {.damping = damping, .cut = cut};
    double good = 0.0;
    double bad = t->most * 1e-4;
    for (int step = 0;; ++step) {
        place.stiffness = fmin(bad, most);
        if (!vlTunerCases_Hold(t, &place)) {
            break;
        }
        good = place.stiffness;
        if (good >= most || step == SCAN_STEPS) {
            return good;
        }
        bad *= factor;
    }
    for (int i = 0; good > 0.0 && i < BISECTIONS; ++i) {
        place.stiffness = sqrt(good * fmin(bad, most));
        *(vlTunerCases_Hold(t, &place) ? &good : &bad) = place.stiffness;
    }
    return good;
}

static bool isAllowed(const vlTunerCases* t, double damping, double cut)
{
    double swallowed = fmax(0.5 * t->friction, t->def->isAngular ? 1e-4 : 1e-2);
    return damping >= t->lowestDamping && damping <= t->highestDamping && cut >= LOWEST_CUT &&
           cut <= HIGHEST_CUT && noiseOf(t, damping, cut) <= swallowed;
}

// Makes this place the best if it allows a larger stiffness than the best so far.
static void tryPlace(vlTunerCases* t, double damping, double cut, vlTunerPlace* best)
{
    double most = countLimit(t, noiseOf(t, damping, cut));
    vlTunerPlace here = {best->stiffness, damping, cut};
    if (isAllowed(t, damping, cut) && most > best->stiffness &&
        (!(best->stiffness > 0.0) || vlTunerCases_Hold(t, &here))) {
        here.stiffness = climb(t, damping, cut, most);
        *best = here.stiffness > best->stiffness ? here : *best;
    }
}

static void search(vlTunerCases* t, vlTunerPlace* best)
{
    double cutFactor = rootOf(HIGHEST_CUT / LOWEST_CUT, CUT_ROOTS);
    double dampingFactor = rootOf(t->highestDamping / t->lowestDamping, DAMPING_ROOTS);
    bool isCutGiven = t->def->cut > 0.0;
    int cutSteps = isCutGiven ? 0 : 1 << CUT_ROOTS;
    int dampingSteps = 1 << DAMPING_ROOTS;
    // The last place of each row is at the bound itself, whatever rounding does.
    for (int i = 0; i <= cutSteps; ++i) {
        double cut =
            isCutGiven ? t->def->cut : fmin(LOWEST_CUT * powerOf(cutFactor, i), HIGHEST_CUT);
        for (int k = 0; k <= dampingSteps; ++k) {
            double damping = fmin(t->lowestDamping * powerOf(dampingFactor, k), t->highestDamping);
            tryPlace(t, damping, cut, best);
        }
    }
    for (int r = 0; r < REFINEMENTS; ++r) {
        vlTunerPlace from = *best;
        int around = isCutGiven ? 0 : 2;
        cutFactor = sqrt(cutFactor);
        dampingFactor = sqrt(dampingFactor);
        for (int i = -around; i <= around; ++i) {
            for (int k = -2; k <= 2; ++k) {
                tryPlace(t, from.damping * powerOf(dampingFactor, k),
                         from.cut * powerOf(cutFactor, i), best);
            }
        }
    }
}

// Rounds the result to the digits that are printed, so that the printed coupling is the one that
// was judged.
static void roundPlace(vlTunerCases* t, vlTunerPlace* best)
{
    best->damping = cutDigits(best->damping, DAMPING_DIGITS);
    best->cut = t->def->cut > 0.0 ? best->cut : floor(best->cut);
    double most = countLimit(t, noiseOf(t, best->damping, best->cut));
    best->stiffness = cutDigits(climb(t, best->damping, best->cut, most), STIFFNESS_DIGITS);
}

// The stiffness up to which the loop is passive with this damping and cut, for the device's own
// damping.
static double passiveStiffness(const vlTunerCases* t, const vlTunerPlace* best)
{
    vlTunerPlace place = *best;
    double low = 0.0;
    double high = t->most;
    place.stiffness = t->most * 1e-6;
    if (vlTunerCases_GetNeededDamping(t, &place, 1.0) > t->ownDamping) {
        return 0.0; // the coupling's damper alone needs more
    }
    for (int i = 0; i < 24; ++i) { // to 1e-7 of the largest
        place.stiffness = 0.5 * (low + high);
        bool needsMore = vlTunerCases_GetNeededDamping(t, &place, 1.0) > t->ownDamping;
        *(needsMore ? &high : &low) = place.stiffness;
    }
    return low;
}

// What prevents a slightly larger stiffness.
static vlTunerLimit limitOf(vlTunerCases* t, const vlTunerPlace* place)
{
    vlTunerPlace more = *place;
    double most = countLimit(t, noiseOf(t, place->damping, place->cut));
    more.stiffness = place->stiffness * 1.004; // more than the last digit and the last bisection
    if (most < t->most && more.stiffness > most) {
        return VL_TUNER_COUNT;
    }
    if (!vlTunerCases_Hold(t, &more)) {
        return t->def->isPassive ? VL_TUNER_PASSIVE : VL_TUNER_MARGIN;
    }
    return VL_TUNER_RANGE;
}

static void account(vlTunerCases* t, const vlTunerPlace* place, vlTunedCoupling* found)
{
    *found = (vlTunedCoupling){.stiffness = place->stiffness,
                               .damping = place->damping,
                               .cut = place->cut,
                               .limit = limitOf(t, place),
                               .noise = noiseOf(t, place->damping, place->cut),
                               .neededDamping = vlTunerCases_GetNeededDamping(t, place, 1.0),
                               .passiveStiffness = passiveStiffness(t, place)};
    for (int hand = 0; hand < VL_TUNER_HAND_COUNT; ++hand) {
        found->margins[hand] = vlTunerCases_GetMargin(t, place, (vlTunerHand)hand);
    }
}

static vlResult refuse(char* message, size_t size, const char* sentence)
{
    if (message != NULL && size > 0) {
        snprintf(message, size, "%s", sentence);
    }
    return VL_ERROR_ARGUMENT;
}

static vlResult check(const vlTunerDef* def, char* message, size_t size)
{
    const vlSimulatedDeviceDef* device = &def->device;
    if (!(def->margin >= 1.0 && def->margin <= VL_TUNER_MOST_GAIN) ||
        (def->margin == 1.0 && !def->isPassive)) {
        return refuse(message, size, "margin is not above 1 and at most 100");
    }
    if (!(def->gain >= 1e-6 && def->gain <= 1e6)) {
        return refuse(message, size, "gain is not from 1e-6 to 1e6");
    }
    if (def->cut != 0.0 && !(def->cut >= LOWEST_CUT && def->cut <= HIGHEST_CUT)) {
        return refuse(message, size, "cut is neither 0 nor from 25 to 400 Hz");
    }
    if (!(def->toolMass >= 0.0 && def->toolMass <= 1e12)) {
        return refuse(message, size, "toolMass is not from 0 to 1e12 kg");
    }
    double late = device->motors.delay + device->motors.jitter;
    if (late * device->info.rate > VL_MAX_LOOP_DELAY * (1.0 + 1e-9)) {
        return refuse(message, size,
                      "a delay of more than 32 samples is more than the model takes");
    }
    if (device->mechanism.isPantograph) {
        return refuse(message, size, "a pantograph has no single direction to tune");
    }
    if (def->isPassive && device->motors.bandwidth > 0.0) {
        return refuse(message, size,
                      "its motors follow slowly (bandwidth); what is passive for any hand is known "
                      "only for motors that follow at once");
    }
    return VL_OK;
}

static void sayNothing(const vlTunerCases* t, char* message, size_t size)
{
    if (message == NULL || size == 0) {
        return;
    }
    if (!(countLimit(t, noiseOf(t, t->lowestDamping, LOWEST_CUT)) > 0.0)) {
        snprintf(message, size,
                 "friction of %g %s does not still the tremble of a count of %g %s at any "
                 "stiffness",
                 t->friction, t->def->isAngular ? "N m" : "N", t->quantum,
                 t->def->isAngular ? "rad" : "m");
    } else if (t->def->isPassive) {
        snprintf(message, size, "no stiffness is passive for any hand: the device has %g %s only",
                 t->ownDamping, t->def->isAngular ? "N m s/rad" : "N s/m");
    } else {
        snprintf(message, size, "no stiffness meets the margin");
    }
}

vlResult vlTuner_Find(const vlTunerDef* def, vlTunedCoupling* found, char* message,
                      size_t messageSize)
{
    vlTunerCases t;
    vlTunerPlace best = {.stiffness = 0.0};
    if (def == NULL || found == NULL) {
        return refuse(message, messageSize, "NULL where a definition or a result is expected");
    }
    vlResult result = check(def, message, messageSize);
    result = result == VL_OK ? vlTunerCases_Make(&t, def, message, messageSize) : result;
    if (result != VL_OK) {
        return result;
    }
    search(&t, &best);
    if (best.stiffness > 0.0) {
        roundPlace(&t, &best);
    }
    if (!(best.stiffness > 0.0)) {
        sayNothing(&t, message, messageSize);
        return VL_ERROR_UNSTABLE;
    }
    account(&t, &best, found);
    return VL_OK;
}

vlResult vlTuner_Measure(const vlTunerDef* def, double stiffness, double damping, double cut,
                         vlTunedCoupling* found, char* message, size_t messageSize)
{
    vlTunerCases t;
    vlTunerPlace place = {.damping = damping, .cut = cut};
    if (def == NULL || found == NULL) {
        return refuse(message, messageSize, "NULL where a definition or a result is expected");
    }
    if (!(stiffness > 0.0 && stiffness <= 1e12 && damping >= 0.0 && damping <= 1e12)) {
        return refuse(message, messageSize,
                      "stiffness is not above 0, or damping below 0, or one is above 1e12");
    }
    place.stiffness = cutDigits(stiffness, STIFFNESS_DIGITS);
    vlTunerDef with = *def;
    with.cut = cut; // 0 would ask for a search, and is refused here
    vlResult result = cut > 0.0 ? check(&with, message, messageSize)
                                : refuse(message, messageSize, "cut is not from 25 to 400 Hz");
    result = result == VL_OK ? vlTunerCases_Make(&t, &with, message, messageSize) : result;
    if (result == VL_OK) {
        account(&t, &place, found);
    }
    return result;
}

vlResult vlTuner_Judge(const vlTunerDef* def, double stiffness, double damping, double cut,
                       vlTunerJudgement* judgement)
{
    vlTunerCases t;
    vlTunerPlace place = {stiffness, damping, cut};
    vlTunerJudgement found = {.isStable = true, .stiffness = stiffness};
    if (def == NULL || judgement == NULL || !(def->margin > 0.0) || !(def->gain > 0.0) ||
        def->device.mechanism.isPantograph || vlTunerCases_Make(&t, def, NULL, 0) != VL_OK) {
        return VL_ERROR_ARGUMENT;
    }
    for (int i = 0; i < t.axes * VL_TUNER_CASES; ++i) {
        vlLoop loop = vlTunerCases_GetLoop(&t, i, &place, def->margin);
        double critical = 0.0;
        bool isStable = true;
        vlResult result = vlLoop_IsStable(&loop, &isStable);
        if (result == VL_OK && !isStable) {
            result = vlLoop_GetCriticalStiffness(&loop, stiffness, &critical);
            if (critical < found.stiffness || found.isStable) {
                found = (vlTunerJudgement){false, vlTunerCases_GetHand(i), critical};
            }
        }
        if (result != VL_OK) {
            return result;
        }
    }
    *judgement = found;
    return VL_OK;
}
