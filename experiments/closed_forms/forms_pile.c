// SPDX-License-Identifier: MIT
// Heaps of hulls: no motion is left in the end, one solve a step is enough at rest, and no contact
// reports more friction than Coulomb's law allows. Only Volar reports these.

#include <math.h>
#include <stdlib.h>

#include "experiments/closed_forms/groups.h"
#include "experiments/measure.h"
#include "models/pile_model.h"

#define PILES 12
#define HULLS 50
#define FEW_HULLS 20
#define SECONDS 6.0
#define FALLING 1.0 // s, in which the hulls fall and land
#define LAST 0.5    // s, at rest, over which solves and reports are taken
#define STEPS_MAX 8000

typedef struct Heaps {
    double energy;                      // J, largest of all heaps at the end
    double solvesAtRest, solvesFalling; // median, mean
    double friction; // largest of a contact's friction over mu times its normal force
} Heaps;

typedef struct Tally {
    double rest[PILES * STEPS_MAX];
    int restCount, fallCount;
    double fallSum;
} Tally;

// The largest friction over mu N of the last step's contacts, except for forces so small that
// rounding decides.
static double frictionShare(const vlWorld* world, double mu)
{
    double most = 0.0;
    int count = vlWorld_GetContactCount(world);
    for (int i = 0; i < count; ++i) {
        vlContactReport report;
        if (vlWorld_GetContact(world, i, &report) == VL_OK &&
            vlLength(report.frictionForce) > 1e-6) {
            most = fmax(most, vlLength(report.frictionForce) / (mu * report.normalForce));
        }
    }
    return most;
}

// A pen with hulls above it; NULL if it cannot be made.
static vlWorld* makePile(const vlFormMethod* method, int hulls, double pen, uint64_t seed)
{
    vlWorldDef def = vlDefaultWorldDef();
    vlPileDef pile = vlPile_Default(hulls);
    vlWorld* world = NULL;
    pile.seed = seed;
    pile.pen = pen;
    def.integrator = method->integrator;
    def.step = method->step;
    def.capacity.bodies = hulls + 5;
    if (vlWorld_Create(&def, &world, NULL, 0) == VL_OK &&
        vlModel_AddPile(world, &pile, NULL) != VL_OK) {
        vlWorld_Destroy(world);
        world = NULL;
    }
    return world;
}

static bool dropPile(const vlFormMethod* method, uint64_t seed, Heaps* heaps, Tally* tally)
{
    vlWorld* world = makePile(method, HULLS, 0.7, seed);
    double mu = vlDefaultSurface().frictionStatic;
    bool ok = world != NULL;
    int count = (int)lround(SECONDS / method->step);
    for (int i = 1; i <= count && ok; ++i) {
        ok = vlWorld_Step(world) == VL_OK;
        double t = i * method->step;
        int solves = vlWorld_GetStepInfo(world).solves;
        if (t <= FALLING) {
            tally->fallSum += solves;
            ++tally->fallCount;
        } else if (t > SECONDS - LAST) {
            tally->rest[tally->restCount++] = solves;
            heaps->friction = fmax(heaps->friction, frictionShare(world, mu));
        }
    }
    if (ok) {
        heaps->energy = fmax(heaps->energy, vlWorld_GetEnergy(world).kinetic);
    }
    vlWorld_Destroy(world);
    return ok;
}

// All numbers of the heaps come from the same runs, which are made once for each method.
static const Heaps* heapsOf(const vlFormMethod* method)
{
    static Heaps found[VL_FORM_METHODS];
    static bool isKnown[VL_FORM_METHODS];
    static Tally tally;
    int which = (int)(method - vlForm_Methods);
    Heaps* heaps = &found[which];
    if (!isKnown[which]) {
        bool ok = true;
        tally.restCount = tally.fallCount = 0;
        tally.fallSum = 0.0;
        for (int i = 0; i < PILES && ok; ++i) {
            ok = dropPile(method, (uint64_t)i + 1, heaps, &tally);
        }
        vlSort(tally.rest, tally.restCount);
        heaps->solvesAtRest = vlQuantile(tally.rest, tally.restCount, 0.5);
        heaps->solvesFalling = tally.fallSum / tally.fallCount;
        if (!ok) {
            *heaps = (Heaps){nan(""), nan(""), nan(""), nan("")};
        }
        isKnown[which] = true;
    }
    return heaps;
}

static double energyLeft(const vlFormMethod* method, double unused)
{
    (void)unused;
    return heapsOf(method)->energy;
}

static bool hasSolves(const vlFormMethod* method)
{
    return method->integrator == VL_INTEGRATOR_IMPLICIT;
}

static double solvesAtRest(const vlFormMethod* method, double unused)
{
    (void)unused;
    return hasSolves(method) ? heapsOf(method)->solvesAtRest : nan("");
}

static double solvesFalling(const vlFormMethod* method, double unused)
{
    (void)unused;
    return hasSolves(method) ? heapsOf(method)->solvesFalling : nan("");
}

static double largestFriction(const vlFormMethod* method, double unused)
{
    (void)unused;
    return heapsOf(method)->friction;
}

// The same while smaller heaps fall, land and come to rest, over every contact in every step.
static double frictionFalling(const vlFormMethod* method, double unused)
{
    (void)unused;
    double most = 0.0;
    for (uint64_t seed = 1; seed <= PILES; ++seed) {
        vlWorld* world = makePile(method, FEW_HULLS, 0.5, seed);
        bool ok = world != NULL;
        for (int i = 0; i < (int)lround(FALLING / method->step) && ok; ++i) {
            ok = vlWorld_Step(world) == VL_OK;
            most = fmax(most, frictionShare(world, vlDefaultSurface().frictionStatic));
        }
        vlWorld_Destroy(world);
        if (!ok) {
            return nan("");
        }
    }
    return most;
}

static const vlForm forms[] = {
    {.name = "12 heaps of 50 hulls after 6 s: largest kinetic energy, J",
     .measure = energyLeft,
     .bound = VL_FORM_AT_MOST,
     .limit = {VL_FORM_REPORTED, 1e-5, 1e-5},
     .reason = "1 kg at 3 mm/s: too slow to be seen. Explicit: some oscillate for longer.",
     .isSlow = true},
    {.name = "heaps at rest: solves a step, median",
     .exact = 1.0,
     .measure = solvesAtRest,
     .bound = VL_FORM_AT_MOST,
     .limit = {VL_FORM_REPORTED, 1.0, 1.0},
     .reason = "If no contact changes, nothing is solved again. The explicit step solves nothing.",
     .isSlow = true},
    {.name = "heaps while they fall: solves a step, mean",
     .exact = 1.0,
     .measure = solvesFalling,
     .bound = VL_FORM_AT_MOST,
     .limit = {VL_FORM_REPORTED, 2.0, 2.0},
     .reason = "A second solve if a contact began, stuck or slid. A contact alone on its bodies is "
               "solved by itself and counts as one solve. The explicit step solves nothing.",
     .isSlow = true},
    {.name = "heaps at rest: largest friction in a report, of mu times normal force",
     .exact = 1.0,
     .measure = largestFriction,
     .bound = VL_FORM_AT_MOST,
     .limit = {1.0005, 1.0005, 1.0005},
     .reason = "Coulomb's law; 1.000 to the digits that a report is read with.",
     .isSlow = true},
    {.name = "12 heaps of 20 hulls: largest friction of any step, of mu times normal force",
     .exact = 1.0,
     .measure = frictionFalling,
     .bound = VL_FORM_AT_MOST,
     .limit = {1.0005, 1.0005, 1.0005},
     .reason = "Coulomb's law, in single steps too; 1.000 to the digits of a report.",
     .isSlow = true},
};

const vlFormGroup vlForms_Pile = {"pile", false, forms, sizeof forms / sizeof forms[0]};
