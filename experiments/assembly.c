// SPDX-License-Identifier: MIT
// Claim: the contact states of an assembly by hand have names that follow from poses alone, that
// are the same at any stiffness, however the parts are cut into pieces, and with noise, and that
// account for the forces of the engine. A simulated hand leads a cube through a corner, puts a
// square peg into a hole with 0.5 mm of clearance on each side in two ways (lifted over its mouth
// and tilted into it, or slid over it so that the foot tips on the rim), and puts a tenon with
// shoulders into a mortise. Figure: none; these are the states that formations [LX] are meant for.
//
// Criteria, per scene:
//   - at 1e4, 1e5 and 1e7 N/m the sequence of states is closer than 1 to that at 1e6 N/m (C4)
//   - three cuttings of the peg's hole have the same states, distance 0, and residuals (C5)
//   - with noise of 5 um in the poses the sequence is closer than 1 (C6)
//   - while the hand rests, after 50 ms, no name changes (C4)
//   - steady steps with more than 5% of the force on no named contact: at most 1.5% (C3)
//   - steps with a force but no name: at most 1% of the steps with a force
//   - the states that the script leads through come in their order

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiments/annotated_run.h"
#include "experiments/assembly_scenes.h"
#include "experiments/registry.h"

#define CLEARANCE 5e-4
#define GOLDEN 1e6 // N/m

typedef struct Case {
    const char* name;
    const char* scene; // NULL: a peg
    vlPegPath path;
    // Parts of the names of states that must come in this order; other states may come between.
    const char* order[6];
} Case;

// Faces by their names: "+z 2" is the top of the block and "+z 1" the bottom of its hole.
static const Case cases[] = {
    {"corner", "corner", VL_PEG_LIFTED, {"-z on +z", "-x on +x", "edge -x", "-z on +z", "free"}},
    {"peg lifted", NULL, VL_PEG_LIFTED, {"-z on +z 2", "free", "+x on edge", "-z on +z 1"}},
    {"peg over the rim",
     NULL,
     VL_PEG_OVER_RIM,
     {"-z on +z 2", "-z on edge +x 1/+z 2", "free", "+x on edge", "-z on +z 1"}},
    {"mortise",
     "mortise",
     VL_PEG_LIFTED,
     {"+x 1 on edge +z 2", "-z 1 on +z 2", "+y 1 on -y 1, -x 1 on +x 1, -z 1 on +z 2", "free"}},
};
#define CASES ((int)(sizeof cases / sizeof cases[0]))

typedef struct Work {
    char text[VL_MAX_ASSEMBLY_TEXT];
    vlAnnotatedRun golden, other;
} Work;

static int runCase(vlExperimentContext* ctx, Work* w, const Case* c, double stiffness, int cutting,
                   double noise, vlAnnotatedRun* run)
{
    const vlAssemblyScene* scene =
        c->scene != NULL ? vlAssemblyScene_Find(c->scene) : vlAssemblyScene_Peg(c->path);
    if (c->scene != NULL) {
        vlAssemblyScene_Write(scene, stiffness, w->text, sizeof w->text);
    } else {
        vlAssemblyScene_WritePeg(CLEARANCE, cutting, c->path, stiffness, w->text, sizeof w->text);
    }
    vlAnnotatedRunDef def = {.text = w->text,
                             .seconds = scene->seconds,
                             .noise = noise,
                             .holds = scene->holds,
                             .holdCount = scene->holdCount};
    return vlAnnotatedRun_Make(ctx, &def, run);
}

// Counts how many of the states that the script leads through come, in their order.
static int countInOrder(const Case* c, const vlAnnotatedRun* run, int* wanted)
{
    int found = 0;
    *wanted = 0;
    while (*wanted < 6 && c->order[*wanted] != NULL) {
        ++*wanted;
    }
    for (int i = 0; i < run->count && found < *wanted; ++i) {
        found += strstr(run->rows[i].text, c->order[found]) != NULL ? 1 : 0;
    }
    return found;
}

static void judgeGolden(vlExperimentContext* ctx, const Case* c, const vlAnnotatedRun* run)
{
    char what[80];
    int wanted;
    int found = countInOrder(c, run, &wanted);
    (void)snprintf(what, sizeof what, "%s: states", c->name);
    vlExperiment_Report(ctx, what, run->count);
    (void)snprintf(what, sizeof what, "%s: states of the script in order", c->name);
    vlExperiment_AtLeast(ctx, what, found, wanted);
    (void)snprintf(what, sizeof what, "%s: changes in holds", c->name);
    vlExperiment_AtMost(ctx, what, (double)run->heldChanges, 0.0);
    (void)snprintf(what, sizeof what, "%s: force on no named contact, %% of steps", c->name);
    vlExperiment_AtMost(
        ctx, what, 100.0 * (double)run->fit.unexplained / fmax(1.0, (double)run->fit.steps), 1.5);
    (void)snprintf(what, sizeof what, "%s: steps with a force but no name, %%", c->name);
    double forced = (double)(run->fit.steps + run->fit.unsteady + run->fit.unnamed);
    vlExperiment_AtMost(ctx, what, 100.0 * (double)run->fit.unnamed / fmax(1.0, forced), 1.0);
}

static int judgeOthers(vlExperimentContext* ctx, Work* w, const Case* c)
{
    static const struct {
        const char* name;
        double stiffness;
        int cutting;
        double noise;
    } trials[] = {{"1e4 N/m", 1e4, 0, 0.0},           {"1e5 N/m", 1e5, 0, 0.0},
                  {"1e7 N/m", 1e7, 0, 0.0},           {"noise", GOLDEN, 0, 5e-6},
                  {"second cutting", GOLDEN, 1, 0.0}, {"third cutting", GOLDEN, 2, 0.0}};
    int status = 0;
    for (size_t i = 0; i < sizeof trials / sizeof trials[0] && status == 0; ++i) {
        bool isCut = trials[i].cutting > 0;
        char what[80];
        if (isCut && c->scene != NULL) {
            continue;
        }
        status =
            runCase(ctx, w, c, trials[i].stiffness, trials[i].cutting, trials[i].noise, &w->other);
        if (status != 0) {
            break;
        }
        (void)snprintf(what, sizeof what, "%s: %s", c->name, trials[i].name);
        vlExperiment_Below(ctx, what, vlAnnotatedRun_Distance(&w->golden, &w->other),
                           isCut ? 1e-12 : VL_SAME_PROCESS);
        if (isCut) {
            (void)snprintf(what, sizeof what, "%s: %s, residual", c->name, trials[i].name);
            // The cutting changes forces by rounding only (suite cuttings).
            vlExperiment_Within(ctx, what, w->other.fit.plainMax, w->golden.fit.plainMax, 1e-6);
        } else if (trials[i].noise == 0.0) {
            (void)snprintf(what, sizeof what, "%s: %s, changes in holds", c->name, trials[i].name);
            vlExperiment_AtMost(ctx, what, (double)w->other.heldChanges, 0.0);
        }
    }
    return status;
}

static int run(vlExperimentContext* ctx)
{
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "states", "contacts,scene,from_s,to_s");
    Work* w = malloc(sizeof(Work));
    int status = w != NULL ? 0 : vlExperiment_Fail(ctx, "no memory");
    for (int i = 0; i < CASES && status == 0; ++i) {
        status = runCase(ctx, w, &cases[i], GOLDEN, 0, 0.0, &w->golden);
        for (int k = 0; status == 0 && k < w->golden.count; ++k) {
            const vlStateRow* row = &w->golden.rows[k];
            vlCsv_Row(csv, row->text, (const double[]){i, row->from, row->until}, 3);
        }
        if (status == 0) {
            judgeGolden(ctx, &cases[i], &w->golden);
            status = judgeOthers(ctx, w, &cases[i]);
        }
    }
    free(w);
    return status;
}

const vlExperiment vlExperiment_Assembly = {
    "assembly", "Peg and tenon by a simulated hand: contact states by name",
    "The contact states of an assembly follow from poses, at any stiffness and cutting", run};
