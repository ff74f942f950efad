// SPDX-License-Identifier: MIT
// Claim: the force of a held cube is that of its contact formation, which is named correctly and
// without flicker while the cube is held, slid and turned in contact. Figure: [LX] Fig. 12: a cube
// against non-convex bodies; label of the formation and force over time. Set-up: cube of side 0.1
// m, 0.2 kg, led at a gap of 0.5 mm in a shell of 2 mm (2000 N/m, mu 0.5 and 0.4), 2 kHz. Against
// an L: an edge on the floor and a vertex on the wall, two edges, two faces; each is held for 0.5
// s, slid by 20 mm along the corner and back, and turned by 2 degrees where that is free. Against a
// stepped block (ours; the paper's other bodies are lost): two faces, then leaning over the edge of
// the step. In a slot that it fits without play (ours): three faces, two when lifted. Criteria: in
// every hold, slide and turn the formation is the expected one in all ticks, and it changes only in
// the moves between them; the normal forces in a hold are 3 N at each contact on a plane (4 N at
// the sides of the slot) to 0.04 N; the force changes by at most 0.5 N and the moment by at most
// 0.02 N m per ms, before shading; nothing is forced into a formation.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "experiments/formation_path.h"
#include "experiments/registry.h"

#define STEP 5e-4
#define MAX_LABELS 8

typedef struct Phase {
    double seconds;
    const char* label; // expected in all its ticks; NULL: a move, in which it may change
    // From and to: lean and turn in degrees, or lift in m; and m along the corner.
    double from[3], to[3];
    bool returns; // and back
} Phase;

typedef struct Play {
    const char* name;
    vlPathBody body;
    const Phase* phases;
    int count;
} Play;

#define EF_VF "{e-f, v-f}"
#define EF_EF "{e-f, e-f}"
#define FF_FF "{f-f, f-f}"

static const Phase cornerPhases[] = {
    {0.5, EF_VF, {30, 20, 0}, {30, 20, 0}, false}, {1.0, EF_VF, {30, 20, 0}, {30, 20, 0.02}, true},
    {1.0, EF_VF, {30, 20, 0}, {30, 22, 0}, true},  {1.0, NULL, {30, 20, 0}, {30, 0, 0}, false},
    {0.5, EF_EF, {30, 0, 0}, {30, 0, 0}, false},   {1.0, EF_EF, {30, 0, 0}, {30, 0, 0.02}, true},
    {1.0, EF_EF, {30, 0, 0}, {32, 0, 0}, true},    {1.0, NULL, {30, 0, 0}, {0, 0, 0}, false},
    {0.5, FF_FF, {0, 0, 0}, {0, 0, 0}, false},     {1.0, FF_FF, {0, 0, 0}, {0, 0, 0.02}, true},
};

static const Phase stepPhases[] = {
    {0.5, FF_FF, {0, 0, 0}, {0, 0, 0}, false},
    {1.0, FF_FF, {0, 0, 0}, {0, 0, 0.02}, true},
    {1.0, NULL, {0, 0, 0}, {20, 0, 0}, false},
    {0.5, "{f-e, e-f}", {20, 0, 0}, {20, 0, 0}, false},
    {1.0, "{f-e, e-f}", {20, 0, 0}, {20, 0, 0.02}, true},
    {1.0, "{f-e, e-f}", {20, 0, 0}, {22, 0, 0}, true},
};

static const Phase slotPhases[] = {
    {0.5, "{f-f, f-f, f-f}", {0, 0, 0}, {0, 0, 0}, false},
    {1.0, "{f-f, f-f, f-f}", {0, 0, 0}, {0, 0, 0.02}, true},
    {0.5, NULL, {0, 0, 0}, {0.01, 0, 0}, false},
    {0.5, FF_FF, {0.01, 0, 0}, {0.01, 0, 0}, false},
    {1.0, FF_FF, {0.01, 0, 0}, {0.01, 0, 0.02}, true},
};

static const Play plays[] = {{"corner", VL_PATH_L, cornerPhases, 10},
                             {"step", VL_PATH_STEP, stepPhases, 6},
                             {"slot", VL_PATH_SLOT, slotPhases, 5}};

static vlPose poseAt(vlPathBody body, const Phase* phase, double time)
{
    double share = time / phase->seconds;
    if (phase->returns) {
        share = share < 0.5 ? 2.0 * share : 2.0 - 2.0 * share;
    }
    share = vlPath_Smooth(share);
    double v[3];
    for (int i = 0; i < 3; ++i) {
        v[i] = phase->from[i] + share * (phase->to[i] - phase->from[i]);
    }
    if (body == VL_PATH_L) {
        return vlPath_InCorner(v[0], v[1], v[2]);
    }
    return body == VL_PATH_STEP ? vlPath_AtStep(v[0], v[2]) : vlPath_InSlot(v[0], v[2]);
}

// What a run found.
typedef struct Tally {
    long wrong;  // ticks with another label than expected
    int changes; // of the label, outside of moves
    int labels;  // different ones
    long forced;
    double fastest, fastestTurn; // N and N m per ms, of the wrench before shading
    double amiss;                // N, largest error of a normal force in a hold
    char seen[MAX_LABELS][64];
} Tally;

static int numberOf(Tally* tally, const char* label)
{
    for (int i = 0; i < tally->labels; ++i) {
        if (strcmp(tally->seen[i], label) == 0) {
            return i;
        }
    }
    if (tally->labels == MAX_LABELS) {
        return MAX_LABELS - 1;
    }
    (void)snprintf(tally->seen[tally->labels], sizeof tally->seen[0], "%s", label);
    return tally->labels++;
}

static void judgeTick(Tally* tally, const vlFormationForceReport* r, const Phase* phase,
                      vlPathBody body, const char* label)
{
    tally->wrong += phase->label != NULL && strcmp(label, phase->label) != 0;
    tally->forced += r->isForced;
    for (int i = 0; i < r->count && phase->label != NULL; ++i) {
        bool isSide = body == VL_PATH_SLOT && fabs(r->contact[i].contact.normal.x) > 0.5;
        tally->amiss = fmax(tally->amiss, fabs(r->contact[i].normalForce - (isSide ? 4.0 : 3.0)));
    }
}

static int play(vlExperimentContext* ctx, const Play* p, vlFormationForce* force, Tally* tally)
{
    char name[64];
    vlCsv* csv = vlExperiment_OpenCsv(ctx, p->name, "t_s,label,Fx_N,Fy_N,Fz_N,raw_N,motion");
    (void)snprintf(name, sizeof name, "%s", p->name);
    vlFigure* figure = vlExperiment_OpenFigure(ctx, name, "Contact formations over time");
    vlPanel* labels = vlFigure_AddPanel(
        figure, &(vlPanelDef){.title = "formation", .yLabel = "number of the label"});
    vlPanel* forces = vlFigure_AddPanel(
        figure, &(vlPanelDef){.title = "force", .xLabel = "t [s]", .yLabel = "F [N]"});
    vlSeries* rows[MAX_LABELS] = {NULL};
    vlSeries* x = vlPanel_AddSeries(forces, "x", VL_SERIES_LINE);
    vlSeries* y = vlPanel_AddSeries(forces, "y", VL_SERIES_LINE);
    vlSeries* z = vlPanel_AddSeries(forces, "z", VL_SERIES_LINE);
    double t = 0.0;
    int last = -1;
    vlWrench before = {vlZero(), vlZero()};
    for (int k = 0; k < p->count; ++k) {
        const Phase* phase = &p->phases[k];
        int ticks = (int)lround(phase->seconds / STEP);
        for (int i = 0; i < ticks; ++i, t += STEP) {
            vlPose pose = poseAt(p->body, phase, i * STEP);
            const vlFormationForceReport* r =
                vlFormationForce_Update(force, pose, vlIdentityPose(), STEP);
            char label[64];
            vlPath_Label(vlFormationForce_GetFormation(force), label, sizeof label);
            int number = numberOf(tally, label);
            judgeTick(tally, r, phase, p->body, label);
            tally->changes += last >= 0 && number != last && phase->label != NULL && i > 0;
            if (last >= 0) {
                vlVec3 jump = vlSub(r->raw.force, before.force);
                vlVec3 turn = vlSub(r->raw.torque, before.torque);
                tally->fastest = fmax(tally->fastest, vlLength(jump) * 1e-3 / STEP);
                tally->fastestTurn = fmax(tally->fastestTurn, vlLength(turn) * 1e-3 / STEP);
            }
            if (rows[number] == NULL) {
                rows[number] = vlPanel_AddSeries(labels, label, VL_SERIES_MARKERS);
            }
            if (i % 20 == 0) {
                vlSeries_Add(rows[number], t, number + 1);
                vlSeries_Add(x, t, r->shaded.force.x);
                vlSeries_Add(y, t, r->shaded.force.y);
                vlSeries_Add(z, t, r->shaded.force.z);
            }
            VL_CSV_ROW(csv, t, number + 1, r->shaded.force.x, r->shaded.force.y, r->shaded.force.z,
                       vlLength(r->raw.force), (int)r->motion);
            before = r->raw;
            last = number;
        }
    }
    return 0;
}

static void judge(vlExperimentContext* ctx, const char* name, const Tally* tally)
{
    char text[96];
    (void)snprintf(text, sizeof text, "%s: ticks with another label than expected", name);
    vlExperiment_AtMost(ctx, text, (double)tally->wrong, 0.0);
    (void)snprintf(text, sizeof text, "%s: changes of the label outside of moves", name);
    vlExperiment_AtMost(ctx, text, tally->changes, 0.0);
    (void)snprintf(text, sizeof text, "%s: ticks without a consistent formation", name);
    vlExperiment_AtMost(ctx, text, (double)tally->forced, 0.0);
    (void)snprintf(text, sizeof text, "%s: error of normal forces, N", name);
    vlExperiment_AtMost(ctx, text, tally->amiss, 0.041);
    (void)snprintf(text, sizeof text, "%s: force before shading, N per ms", name);
    vlExperiment_AtMost(ctx, text, tally->fastest, 0.5 * (1.0 + 1e-9));
    (void)snprintf(text, sizeof text, "%s: moment before shading, N m per ms", name);
    vlExperiment_AtMost(ctx, text, tally->fastestTurn, 0.02 * (1.0 + 1e-9));
    (void)snprintf(text, sizeof text, "%s: different labels", name);
    vlExperiment_Report(ctx, text, tally->labels);
}

static int runPlay(vlExperimentContext* ctx, const Play* p)
{
    const vlPolyhedron* cube = NULL;
    const vlPolyhedron* body = NULL;
    vlFormationForce* force = NULL;
    vlResult result = vlPath_MakeCube(&cube);
    result = result == VL_OK ? vlPath_MakeBody(p->body, &body) : result;
    if (result == VL_OK) {
        vlFormationForceDef def = vlDefaultFormationForceDef(cube, body);
        def.mass = 0.2;
        def.gravity = vlVec(0.0, -9.81, 0.0);
        result = vlFormationForce_Create(NULL, &def, &force, NULL, 0);
    }
    int failed = vlExperiment_FailIf(ctx, result, NULL, "making the cube and its partner");
    if (failed == 0) {
        Tally tally = {0};
        failed = play(ctx, p, force, &tally);
        judge(ctx, p->name, &tally);
    }
    vlFormationForce_Destroy(force);
    vlPolyhedron_Release(cube);
    vlPolyhedron_Release(body);
    return failed;
}

static int run(vlExperimentContext* ctx)
{
    int failed = 0;
    for (size_t i = 0; i < sizeof plays / sizeof plays[0] && failed == 0; ++i) {
        failed = runPlay(ctx, &plays[i]);
    }
    return failed;
}

const vlExperiment vlExperiment_Formations = {
    "formations", "Contact formations of a held cube",
    "A held cube's force is that of its contact formation, named correctly and without flicker.",
    run};
