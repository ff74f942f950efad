// SPDX-License-Identifier: MIT
// Claim: the contact states of an assembly by hand have names that follow from poses alone, that
// are the same at any stiffness, in any cutting of the parts and with noise, and that account for
// the forces of the engine. A simulated hand puts a square peg into a hole with 0.5 mm to each
// side: down on the top beside the hole, over its mouth, tilted into it, upright, down to the
// bottom. Figure: no paper has it; the states are those that formations are meant for [LX].
//
// Criteria:
//   peg-1e4 ... 1e7, cutting  distance of the sequence of states to that of 1e6 N/m below 1.5,
//   (C4),
//                             and of another cutting of the hole 0, (C5)
//   noise        with noise of 5 um in the poses below 1.5, (C6)
//   unexplained  steady steps in which more than 5% of the normal force is on no named contact: at
//                most 1.5%, (C3)
//   unnamed      steps with a force and no name, of all with a force: at most 1%

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiments/experiment.h"
#include "models/random.h"

#define SECONDS 7.0
#define MAX_STATES 128
#define STEADY 0.02        // s since the last change of name
#define LEAST_FORCE 0.02   // N
#define NORMAL_COSINE 0.96 // engine and named normals: 15 degrees
#define NEAR 1e-3          // m, and three depths: from centre of pressure to region

typedef struct Sequence {
    int count;
    vlStateRow rows[MAX_STATES];
    char texts[MAX_STATES][VL_MAX_STATE_TEXT];
    int steady, unexplained, forced, unnamed; // steps
    double heaviest;                          // N
} Sequence;

static const char head[] = "volar: 1\nname: assembly\nworld:\n  integrator: implicit\n"
                           "  surface: {stiffness: %g, friction: 0.2}\nshapes:\n  hole:\n"
                           "    compound:\n";
static const char* const holes[2] = {
    "      - {shape: {box: {size: [0.1, 0.1, 0.02]}}, position: [0, 0, -0.01]}\n"
    "      - {shape: {box: {size: [0.0395, 0.1, 0.05]}}, position: [-0.03025, 0, 0.025]}\n"
    "      - {shape: {box: {size: [0.0395, 0.1, 0.05]}}, position: [0.03025, 0, 0.025]}\n"
    "      - {shape: {box: {size: [0.021, 0.0395, 0.05]}}, position: [0, -0.03025, 0.025]}\n"
    "      - {shape: {box: {size: [0.021, 0.0395, 0.05]}}, position: [0, 0.03025, 0.025]}\n",
    "      - {shape: {box: {size: [0.021, 0.021, 0.02]}}, position: [0, 0, -0.01]}\n"
    "      - {shape: {box: {size: [0.0605, 0.0395, 0.07]}}, position: [-0.01975, -0.03025, "
    "0.015]}\n"
    "      - {shape: {box: {size: [0.0395, 0.0605, 0.07]}}, position: [0.03025, -0.01975, 0.015]}\n"
    "      - {shape: {box: {size: [0.0605, 0.0395, 0.07]}}, position: [0.01975, 0.03025, 0.015]}\n"
    "      - {shape: {box: {size: [0.0395, 0.0605, 0.07]}}, position: [-0.03025, 0.01975, "
    "0.015]}\n"};
static const char tail[] =
    "bodies:\n  - {name: block, type: static, shape: hole}\n"
    "  - {name: peg, shape: {box: {size: [0.02, 0.02, 0.07]}}, mass: 0.2, "
    "position: [-0.03, 0, 0.095]}\n"
    "devices:\n  - name: hand\n    address: sigma7\n    holds: peg\n    stiffness: 1000\n"
    "    damping: 10\n    angular-stiffness: 4\n    angular-damping: 0.05\n    hand:\n"
    "      grip: tight\n      path:\n        keys:\n          - {time: 0}\n"
    "          - {time: 0.8, position: [-0.03, 0, 0.084]}\n"
    "          - {time: 1.6, position: [-0.03, 0, 0.084]}\n"
    "          - {time: 2.2, position: [-0.03, 0, 0.1]}\n"
    "          - {time: 2.8, position: [0.0018, 0, 0.095], rotation: {euler: [0, 3, 0]}}\n"
    "          - {time: 3.6, position: [0.0018, 0, 0.08], rotation: {euler: [0, 3, 0]}}\n"
    "          - {time: 4.4, position: [0.001, 0, 0.075]}\n"
    "          - {time: 5.6, position: [0.001, 0, 0.033]}\n"
    "          - {time: 7, position: [0.001, 0, 0.033]}\n";

static int openScene(vlExperimentContext* ctx, double stiffness, int cutting, vlScene** scene)
{
    char text[4096];
    int used = snprintf(text, sizeof text, head, stiffness);
    used += snprintf(text + used, sizeof text - (size_t)used, "%s%s", holes[cutting], tail);
    vlFileErrors errors = {0};
    vlResult r = vlScene_ReadText(text, (size_t)used, "assembly", NULL, scene, &errors);
    return r == VL_OK
               ? 0
               : vlExperiment_Fail(ctx, "line %d: %s", errors.item[0].line, errors.item[0].message);
}

static double gauss(vlRandom* random)
{
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) {
        sum += vlRandom_Uniform(random);
    }
    return sum;
}

static void shake(vlRandom* random, double sigma, vlPose* pose)
{
    double p[6];
    for (int i = 0; i < 6; ++i) {
        p[i] = sigma * gauss(random);
    }
    pose->p = vlAdd(pose->p, vlVec(p[0], p[1], p[2]));
    pose->q = vlTurn(pose->q, vlScale(vlVec(p[3], p[4], p[5]), 1.0 / 0.038)); // its radius
}

static void note(Sequence* s, vlAnnotatedPair pair, const vlContactState* state)
{
    if (s->count < MAX_STATES) {
        char* text = s->texts[s->count];
        vlFormation_GetText(pair.a, pair.b, &state->formation, text, VL_MAX_STATE_TEXT);
        s->rows[s->count++] = (vlStateRow){state->from, state->until, text};
    }
}

// Is a contact of the engine on a named one? `sign` turns its normal to point to A.
static bool isNamed(const vlFormation* f, const vlContactReport* c, double sign)
{
    double reach = NEAR + 3.0 * c->depth;
    vlVec3 x = c->centreOfPressure;
    for (int i = 0; i < f->count; ++i) {
        const vlPrincipalContact* k = &f->contact[i];
        if (sign * vlDot(c->normal, k->normal) < NORMAL_COSINE) {
            continue;
        }
        vlVec3 low = k->region[0];
        vlVec3 high = low;
        for (int r = 1; r < k->regionCount; ++r) {
            vlVec3 p = k->region[r];
            low = vlVec(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
            high = vlVec(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
        }
        if (x.x > low.x - reach && x.x < high.x + reach && x.y > low.y - reach &&
            x.y < high.y + reach && x.z > low.z - reach && x.z < high.z + reach) {
            return true;
        }
    }
    return false;
}

// Compares the forces of a step with the names of the poses before it.
static void judgeStep(Sequence* s, const vlSimulation* simulation, const vlFormation* now,
                      bool isSteady)
{
    const vlWorld* world = vlSimulation_GetWorld(simulation);
    double all = 0.0;
    double unexplained = 0.0;
    for (int i = 0; i < vlWorld_GetContactCount(world); ++i) {
        vlContactReport c;
        if (vlWorld_GetContact(world, i, &c) != VL_OK) {
            continue;
        }
        // Normals of the engine point from its A to its B; the peg is place 1.
        double sign = vlSimulation_FindBody(simulation, c.bodyB) == 1 ? 1.0 : -1.0;
        all += c.normalForce;
        unexplained += isNamed(now, &c, sign) ? 0.0 : c.normalForce;
    }
    if (all > LEAST_FORCE) {
        ++s->forced;
        s->unnamed += now->count == 0 ? 1 : 0;
        s->steady += isSteady && now->count > 0 ? 1 : 0;
        s->unexplained += isSteady && now->count > 0 && unexplained > 0.05 * all ? 1 : 0;
        s->heaviest = fmax(s->heaviest, all);
    }
}

static int runOnce(vlExperimentContext* ctx, double stiffness, int cutting, double sigma,
                   Sequence* s)
{
    *s = (Sequence){0};
    vlScene* scene = NULL;
    vlSimulation* simulation = NULL;
    vlSceneAnnotation* annotation = NULL;
    char message[256] = "";
    int status = openScene(ctx, stiffness, cutting, &scene);
    vlResult r =
        status == 0 ? vlSimulation_Create(scene, &simulation, message, sizeof message) : VL_OK;
    r = status == 0 && r == VL_OK
            ? vlSceneAnnotation_Create(scene, NULL, &annotation, message, sizeof message)
            : r;
    if (status == 0 && r != VL_OK) {
        status = vlExperiment_Fail(ctx, "%s", message[0] != '\0' ? message : vlResult_Text(r));
    }
    vlRandom random = vlRandom_Seed(9);
    double step = status == 0 ? vlScene_GetWorldDef(scene)->step : 1.0;
    int steps = status == 0 ? (int)(SECONDS / step + 0.5) : 0;
    uint64_t changes = 0;
    double changed = 0.0;
    for (int i = 0; i < steps; ++i) {
        vlPose poses[2];
        vlSceneAnnotation_ReadPoses(simulation, poses);
        if (sigma > 0.0) {
            shake(&random, sigma, &poses[1]);
        }
        if (vlSceneAnnotation_Update(annotation, step * i, poses) > 0) {
            const vlContactState* ended = NULL;
            int pair = vlSceneAnnotation_GetEnded(annotation, 0, &ended, NULL);
            note(s, vlSceneAnnotation_GetPair(annotation, pair), ended);
        }
        const vlAnnotator* one = vlSceneAnnotation_GetAnnotator(annotation, 0);
        changed = vlAnnotator_GetChanges(one) != changes ? step * i : changed;
        changes = vlAnnotator_GetChanges(one);
        (void)vlSimulation_Step(simulation);
        judgeStep(s, simulation, vlAnnotator_GetNow(one), step * i - changed >= STEADY);
    }
    if (status == 0) {
        note(s, vlSceneAnnotation_GetPair(annotation, 0),
             vlAnnotator_GetState(vlSceneAnnotation_GetAnnotator(annotation, 0)));
    }
    vlSceneAnnotation_Destroy(annotation);
    vlSimulation_Destroy(simulation);
    vlScene_Destroy(scene);
    return status;
}

static int run(vlExperimentContext* ctx)
{
    static const struct {
        const char* name;
        double stiffness;
        int cutting;
        double noise, limit;
    } cases[] = {{"peg-1e4", 1e4, 0, 0.0, VL_SAME_PROCESS},
                 {"peg-1e5", 1e5, 0, 0.0, VL_SAME_PROCESS},
                 {"peg-1e7", 1e7, 0, 0.0, VL_SAME_PROCESS},
                 {"cutting", 1e6, 1, 0.0, 1e-12},
                 {"noise", 1e6, 0, 5e-6, VL_SAME_PROCESS}};
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "states", "contacts,from_s,to_s");
    Sequence* golden = malloc(sizeof(Sequence));
    Sequence* other = malloc(sizeof(Sequence));
    int status = golden != NULL && other != NULL ? runOnce(ctx, 1e6, 0, 0.0, golden)
                                                 : vlExperiment_Fail(ctx, "no memory");
    for (int i = 0; status == 0 && i < golden->count; ++i) {
        vlCsv_Row(csv, golden->rows[i].text,
                  (const double[]){golden->rows[i].from, golden->rows[i].until}, 2);
    }
    for (size_t i = 0; status == 0 && i < sizeof cases / sizeof cases[0]; ++i) {
        status = runOnce(ctx, cases[i].stiffness, cases[i].cutting, cases[i].noise, other);
        double distance = HUGE_VAL;
        vlResult r = status == 0 ? vlStateRow_Compare(golden->rows, golden->count, other->rows,
                                                      other->count, &distance)
                                 : VL_OK;
        status = status == 0 ? vlExperiment_FailIf(ctx, r, NULL, "compare") : status;
        vlExperiment_AtMost(ctx, cases[i].name, distance, cases[i].limit);
    }
    if (status == 0) {
        vlExperiment_Report(ctx, "states", golden->count);
        vlExperiment_Report(ctx, "heaviest, N", golden->heaviest);
        vlExperiment_AtMost(ctx, "unexplained, %",
                            100.0 * golden->unexplained / fmax(1.0, golden->steady), 1.5);
        vlExperiment_AtMost(ctx, "unnamed, %", 100.0 * golden->unnamed / fmax(1.0, golden->forced),
                            1.0);
    }
    free(golden);
    free(other);
    return status;
}

const vlExperiment vlExperiment_Assembly = {
    "assembly", "Peg into a hole by a simulated hand: contact states by name",
    "The contact states of an assembly follow from poses, at any stiffness and cutting", run};
