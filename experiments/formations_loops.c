// SPDX-License-Identifier: MIT
// Claim: forces from formations do not feed the hand: over a path that begins and ends where
// nothing touches, the hand receives no more than the energy that it gave, apart from what sampling
// makes, and the accounts of the formation explain all of it.
// Figure: none; a table of all paths.
// Set-up: 50 random paths, with a tremor, for each of four pairs of parts: a cube in a corner, a
// square and a hexagonal peg in their holes, a bar of T section in its slot; shells of a quarter,
// one and four clearances; 2000 N/m, without friction in every second path, else with 0.2 or 0.5;
// 10 to 200 mm/s at 1 kHz. The hand presses up to 1 mm beyond the clearance and tilts the part by
// up to 3 degrees. A hand that nothing moves leads the part: alone, and through a renderer for a
// sigma.7, with and without passivity controller, and for a Phantom Premium 1.5, whose torque
// cannot be damped, with it.
// Criteria: every path is free at both ends; without the controller, no path gives the hand more
// than 10 mJ, and none more than 1 mJ with it; what the hand received and what was lost is at most
// 10 mJ more than what it gave; no audit calls a part of it active; the raw force changes in a tick
// by no more than the motion of the part and a tenth of three of its largest forces explain;
// device, contact, friction and integration agree to 1 uJ.

#include <stdio.h>
#include <stdlib.h>

#include "experiments/experiment.h"
#include "experiments/registry.h"
#include "models/path_play.h"

#define PATHS 50
#define SHELLS 3
#define STEP 1e-3

typedef struct Worst {
    double raw, off, on, weak; // J, most that the hand received
    double jump, beyond;       // N
    double unexplained, made;  // J
    double pressed, count;
    int active, notFree;
} Worst;

static vlResult playOne(const vlPathPair* pair, vlPathPart part, int shell, uint64_t index,
                        vlCsv* csv, Worst* worst)
{
    vlClosedPath path;
    vlPathPlay raw;
    vlPathPlay off;
    vlPathPlay on;
    vlPathPlay weak;
    vlPathFeel feel = vlPathFeel_Of(shell, index);
    vlFormationForce* force = vlPathFeel_Make(&feel, pair);
    if (force == NULL) {
        return VL_ERROR_MEMORY;
    }
    vlClosedPath_Make(part, pair->clearance, index, &path);
    vlPathPlay_Alone(force, &feel, pair, &path, STEP, &raw);
    vlResult r = vlPathPlay_Rendered(force, &path, "sigma7", false, STEP, &off);
    r = r == VL_OK ? vlPathPlay_Rendered(force, &path, "sigma7", true, STEP, &on) : r;
    r = r == VL_OK ? vlPathPlay_Rendered(force, &path, "premium", true, STEP, &weak) : r;
    vlFormationForce_Destroy(force);
    if (r != VL_OK) {
        return r;
    }
    VL_CSV_ROW(csv, (int)part, feel.shell, (int)index, feel.friction, vlClosedPath_Seconds(&path),
               raw.given, off.given, on.given, weak.given, raw.jump, raw.pressed);
    worst->raw = fmax(worst->raw, raw.given);
    worst->off = fmax(worst->off, off.given);
    worst->on = fmax(worst->on, on.given);
    worst->weak = fmax(worst->weak, weak.given);
    worst->made = fmax(worst->made, raw.made);
    worst->jump = fmax(worst->jump, raw.jump);
    worst->beyond = fmax(worst->beyond, raw.beyond);
    worst->unexplained = fmax(worst->unexplained, fabs(off.unexplained));
    worst->pressed += raw.pressed;
    worst->count += 1.0;
    worst->active += off.audit.isActive + on.audit.isActive + weak.audit.isActive;
    worst->notFree += !raw.isFree;
    return VL_OK;
}

static void judge(vlExperimentContext* ctx, const char* name, const Worst* worst)
{
    char text[160];
#define SAY(what) (void)snprintf(text, sizeof text, "%s: " what, name)
    SAY("paths that touch at an end");
    vlExperiment_AtMost(ctx, text, worst->notFree, 0.0);
    SAY("energy to the hand over a path, raw force, mJ");
    vlExperiment_AtMost(ctx, text, 1e3 * worst->raw, 10.0);
    SAY("the same as sent, mJ");
    vlExperiment_AtMost(ctx, text, 1e3 * worst->off, 10.0);
    SAY("the same with the controller, mJ");
    vlExperiment_AtMost(ctx, text, 1e3 * worst->on, 1.0);
    SAY("the same if torque cannot be damped, mJ");
    vlExperiment_AtMost(ctx, text, 1e3 * worst->weak, 1.0);
    SAY("energy that sampling makes over a path, mJ");
    vlExperiment_AtMost(ctx, text, 1e3 * worst->made, 10.0);
    SAY("audits that say active");
    vlExperiment_AtMost(ctx, text, worst->active, 0.0);
    SAY("jump of the raw force beyond what motion and fading explain, N");
    vlExperiment_AtMost(ctx, text, worst->beyond, 0.0);
    SAY("difference between device and accounts, mJ");
    vlExperiment_AtMost(ctx, text, 1e3 * worst->unexplained, 1e-3);
    SAY("largest jump of the raw force, N");
    vlExperiment_Report(ctx, text, worst->jump);
    SAY("normal force over what distances ask for");
    vlExperiment_Report(ctx, text, worst->pressed / worst->count);
#undef SAY
}

static int run(vlExperimentContext* ctx)
{
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "paths",
                                      "part,shell_clearances,path,friction,seconds,raw_J,sent_J,"
                                      "controlled_J,without_torque_damping_J,jump_N,pressed");
    vlResult result = VL_OK;
    for (int part = 0; part < VL_PATH_PARTS && result == VL_OK; ++part) {
        vlPathPair pair;
        result = vlPathPair_Make((vlPathPart)part, &pair);
        for (int shell = 0; shell < SHELLS && result == VL_OK; ++shell) {
            Worst worst = {.raw = -HUGE_VAL,
                           .off = -HUGE_VAL,
                           .on = -HUGE_VAL,
                           .weak = -HUGE_VAL,
                           .beyond = -HUGE_VAL};
            char name[64];
            for (uint64_t i = 0; i < PATHS && result == VL_OK; ++i) {
                result = playOne(&pair, (vlPathPart)part, shell, i, csv, &worst);
            }
            (void)snprintf(name, sizeof name, "%s, shell %g", vlPathPart_Text((vlPathPart)part),
                           vlPathFeel_Of(shell, 0).shell);
            judge(ctx, name, &worst);
        }
        vlPathPair_Release(&pair);
    }
    return vlExperiment_FailIf(ctx, result, NULL, "leading a part along a path");
}

const vlExperiment vlExperiment_FormationsLoops = {
    "formations-loops", "Work of forces from formations over closed paths",
    "Over a path that begins and ends free, a hand receives no energy that it did not give.", run};
