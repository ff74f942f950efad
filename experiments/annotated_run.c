// SPDX-License-Identifier: MIT
#include "experiments/annotated_run.h"

#include <string.h>

#include "models/random.h"

// A name may still settle for this long after a hold began, s.
#define SETTLE 0.05
#define MAX_BODIES 32

typedef struct Player {
    vlScene* scene;
    vlSimulation* simulation;
    vlSceneAnnotation* annotation;
    vlPose poses[MAX_BODIES];
    vlRandom random;
} Player;

static double gauss(vlRandom* random)
{
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) {
        sum += vlRandom_Uniform(random);
    }
    return sum;
}

// Adds noise to the poses of bodies that can move: `sigma` (m) in position, and a rotation that
// moves a point 38 mm from the origin by as much.
static void shake(Player* p, double sigma)
{
    for (int i = 0; i < vlScene_GetBodyCount(p->scene); ++i) {
        double n[6];
        for (int k = 0; k < 6; ++k) {
            n[k] = sigma * gauss(&p->random);
        }
        if (vlScene_GetBody(p->scene, i)->def.type != VL_BODY_STATIC) {
            vlPose* pose = &p->poses[i];
            pose->p = vlAdd(pose->p, vlVec(n[0], n[1], n[2]));
            pose->q = vlTurn(pose->q, vlScale(vlVec(n[3], n[4], n[5]), 1.0 / 0.038));
        }
    }
}

static void note(vlAnnotatedRun* run, const Player* p, int i, const vlContactState* state)
{
    if (run->count < VL_MAX_RUN_STATES && state != NULL) {
        vlAnnotatedPair pair = vlSceneAnnotation_GetPair(p->annotation, i);
        char* text = run->texts[run->count];
        vlFormation_GetText(pair.a, pair.b, &state->formation, text, VL_MAX_STATE_TEXT);
        run->pair[run->count] = i;
        run->rows[run->count++] = (vlStateRow){state->from, state->until, text};
    }
}

// Keeps the states ordered by pair and time: moves the last one to where it belongs.
static void sortLast(vlAnnotatedRun* run)
{
    for (int i = run->count - 1; i > 0 && run->pair[i - 1] > run->pair[i]; --i) {
        vlStateRow row = run->rows[i];
        int pair = run->pair[i];
        run->rows[i] = run->rows[i - 1];
        run->pair[i] = run->pair[i - 1];
        run->rows[i - 1] = row;
        run->pair[i - 1] = pair;
    }
}

static bool isHeld(const vlAnnotatedRunDef* def, double time)
{
    for (int i = 0; i < def->holdCount; ++i) {
        if (time >= def->holds[i][0] + SETTLE && time < def->holds[i][1]) {
            return true;
        }
    }
    return false;
}

static uint64_t countChanges(const Player* p)
{
    uint64_t changes = 0;
    for (int i = 0; i < vlSceneAnnotation_GetPairCount(p->annotation); ++i) {
        changes += vlAnnotator_GetChanges(vlSceneAnnotation_GetAnnotator(p->annotation, i));
    }
    return changes;
}

static void play(const vlAnnotatedRunDef* def, Player* p, vlAnnotatedRun* run)
{
    double step = vlScene_GetWorldDef(p->scene)->step;
    int steps = (int)(def->seconds / step + 0.5);
    for (int i = 0; i < steps; ++i) {
        vlSceneAnnotation_ReadPoses(p->simulation, p->poses);
        if (def->noise > 0.0) {
            shake(p, def->noise);
        }
        int ended = vlSceneAnnotation_Update(p->annotation, step * i, p->poses);
        for (int k = 0; k < ended; ++k) {
            const vlContactState* state = NULL;
            int pair = vlSceneAnnotation_GetEnded(p->annotation, k, &state, NULL);
            note(run, p, pair, state);
            sortLast(run);
        }
        uint64_t changes = countChanges(p);
        run->heldChanges += isHeld(def, step * i) ? changes - run->changes : 0;
        run->changes = changes;
        (void)vlSimulation_Step(p->simulation);
        vlSceneAnnotation_NoteForces(p->annotation, p->simulation);
    }
    run->pairCount = vlSceneAnnotation_GetPairCount(p->annotation);
    for (int i = 0; i < run->pairCount; ++i) {
        note(run, p, i, vlAnnotator_GetState(vlSceneAnnotation_GetAnnotator(p->annotation, i)));
        sortLast(run);
        vlFitTally fit = vlSceneAnnotation_GetFit(p->annotation, i);
        vlFitTally_Merge(&run->fit, &fit);
    }
}

int vlAnnotatedRun_Make(vlExperimentContext* ctx, const vlAnnotatedRunDef* def, vlAnnotatedRun* run)
{
    Player p = {.random = vlRandom_Seed(9)};
    char message[256] = "";
    vlFileErrors errors = {0};
    *run = (vlAnnotatedRun){0};
    vlResult r = vlScene_ReadText(def->text, strlen(def->text), "scene", NULL, &p.scene, &errors);
    if (r != VL_OK) {
        return vlExperiment_Fail(ctx, "line %d: %s", errors.item[0].line, errors.item[0].message);
    }
    r = vlScene_GetBodyCount(p.scene) <= MAX_BODIES ? VL_OK : VL_ERROR_FULL;
    r = r == VL_OK ? vlSimulation_Create(p.scene, &p.simulation, message, sizeof message) : r;
    r = r == VL_OK ? vlSceneAnnotation_Create(p.scene, NULL, &p.annotation, message, sizeof message)
                   : r;
    if (r == VL_OK) {
        play(def, &p, run);
    }
    vlSceneAnnotation_Destroy(p.annotation);
    vlSimulation_Destroy(p.simulation);
    vlScene_Destroy(p.scene);
    return r == VL_OK
               ? 0
               : vlExperiment_Fail(ctx, "%s", message[0] != '\0' ? message : vlResult_Text(r));
}

static int statesOf(const vlAnnotatedRun* run, int pair, const vlStateRow** first)
{
    int count = 0;
    for (int i = 0; i < run->count; ++i) {
        if (run->pair[i] == pair) {
            *first = count == 0 ? &run->rows[i] : *first;
            ++count;
        }
    }
    return count;
}

double vlAnnotatedRun_Distance(const vlAnnotatedRun* x, const vlAnnotatedRun* y)
{
    double sum = 0.0;
    for (int i = 0; i < x->pairCount; ++i) {
        const vlStateRow* first = NULL;
        const vlStateRow* second = NULL;
        double distance = HUGE_VAL;
        int m = statesOf(x, i, &first);
        int n = statesOf(y, i, &second);
        sum += vlStateRow_Compare(first, m, second, n, &distance) == VL_OK ? distance : HUGE_VAL;
    }
    return x->pairCount == y->pairCount ? sum : HUGE_VAL;
}
