// SPDX-License-Identifier: MIT
// Claim: through the device too, contact with a wall is as stable as the wall is passive: a block
// bounces for ever against marginally passive and active walls, comes to rest at the first impact
// on a wall with a pulse, and soon on a hysteretic one.
// Figure: [C00] figures 5 (marginally passive and active walls) and 6 (passive walls): position of
// the block after the hand has let go and a constant force pushes instead.
// Set-up: block of 1 kg, 60 x 100 mm, 50 mm before a wall, flat; the handle of the simulated
// pantograph starts with it and nobody holds it; 5 N for 10 s; 5000 N/m per vertex, no wall
// damping. Renderer, governor and motors as for a person, without soft start. Modes F and FP of
// four_channel.h; steps of 2 and 1 ms. Guided: the block does not turn (inertia 10 kg m2), the case
// for which reference numbers exist (an independent computation with one degree of freedom). Free:
// it turns, and the rounding of the encoders tilts it.
// Measured: H = kinetic energy minus work of the push still to come, at every exit from the wall;
// E0 = 0.25 J; r = H after a bounce over H before; settled: H outside and kinetic energy inside
// stay below 2 % of E0. Criteria. Guided: mean r of the ZOH wall in mode F within 5 % of 1.313 (2
// ms) and 1.148 (1 ms); ZOH, SEH and PI still moving at 9.5 s, hysteretic settled within 3 s, pulse
// within 0.2 s (F) and 1.2 s (FP). Free: ZOH, SEH and PI still moving at 5 s, because a tilted
// block that hits with one corner after the other loses or gains at random; hysteretic and pulse as
// guided. The audit of the renderer calls ZOH and PI walls active, and none of the others.

#include <math.h>
#include <stdio.h>

#include "base/power.h"
#include "experiments/registry.h"
#include "models/planar_rig_model.h"

#define SECONDS 10.0
#define PUSH 5.0 // N
#define GAP 0.05 // m
#define E0 0.25  // J
#define SMALL (0.02 * E0)
#define INERTIA (1.0 * (0.06 * 0.06 + 0.10 * 0.10) / 12.0) // kg m2, of the free block
#define GUIDED 10.0                                        // kg m2
#define TOLERANCE 0.01                                     // J, of the audit
#define WALLS 5

typedef struct Wall {
    const char *law, *title;
    double settled[2]; // s, in which it must settle in modes F and FP; 0: it must not
    bool isActive;
} Wall;

static const Wall walls[WALLS] = {{"zoh", "ZOH", {0.0, 0.0}, true},
                                  {"seh", "SEH", {0.0, 0.0}, false},
                                  {"pi", "PI", {0.0, 0.0}, true},
                                  {"pulse", "pulse", {0.2, 1.2}, false},
                                  {"hysteretic", "hysteretic", {3.0, 3.0}, false}};
static const double steps[2] = {0.002, 0.001};
static const double zohMean[2] = {1.313, 1.148};

typedef struct Case {
    int wall, step;
    vlFourChannelMode mode;
    bool isGuided;
} Case;

typedef struct Outcome {
    int bounces;
    double logSum;  // of all r
    double last;    // J, H of the last exit
    double settled; // s
    double lag;     // m, largest between handle and block
    bool isActive;  // whether the audit calls the walls active
} Outcome;

static const char* modeOf(const Case* c)
{
    return c->mode == VL_FOUR_CHANNEL_FP ? "FP" : "F";
}

static void follow(Outcome* o, const vlPlanarRig* rig, double inertia, double time, bool* isInside)
{
    vlVec3 v = vlPlanarRig_GetVelocity(rig);
    double kinetic = 0.5 * (v.x * v.x + v.y * v.y + inertia * v.z * v.z);
    double energy = kinetic;
    if (vlWorld2_GetContactCount(rig->world) > 0) {
        *isInside = true;
    } else {
        energy = kinetic - PUSH * (vlPlanarRig_GetPlace(rig).x - GAP);
        vlMechanismReport mechanism;
        bool isWithin = vlSimulatedDevice_GetMechanism(rig->device, &mechanism) == VL_OK &&
                        mechanism.stops == 0;
        if (*isInside && energy > 0.0 && isWithin) {
            o->logSum += vlLog(energy / o->last);
            o->last = energy;
            ++o->bounces;
        }
        *isInside = false;
    }
    o->settled = energy > SMALL ? time : o->settled;
    o->lag = fmax(o->lag, vlHypot(rig->lead.x, rig->lead.y));
}

static int play(vlExperimentContext* ctx, const Case* c, vlSeries* series, vlCsv* csv, Outcome* o)
{
    vlPlanarRigDef def = vlDefaultPlanarRigDef();
    def.step = steps[c->step];
    def.gap = GAP;
    def.mode = c->mode;
    def.inertia = c->isGuided ? GUIDED : 0.0;
    def.wall = vlLaw_Choose(vlLaw_Find(walls[c->wall].law));
    vlPlanarRig rig;
    char message[200] = "";
    if (vlPlanarRig_Open(&rig, &def, message, sizeof message) != VL_OK) {
        return vlExperiment_Fail(ctx, "wall %s: %s", walls[c->wall].law, message);
    }
    vlResult result = VL_OK;
    bool isInside = false;
    int ticks = (int)lround(SECONDS / def.step);
    for (int i = 0; i < ticks && result == VL_OK; ++i) {
        vlVec2 push = {PUSH, 0.0};
        result = vlPlanarRig_Tick(&rig, push);
        follow(o, &rig, c->isGuided ? GUIDED : INERTIA, i * def.step, &isInside);
        vlVec3 place = vlPlanarRig_GetPlace(&rig);
        vlSeries_Add(series, i * def.step, 1e3 * (place.x - GAP));
        if (csv != NULL && i % 5 == 0) {
            VL_CSV_LABELLED(csv, walls[c->wall].law, i * def.step, place.x - GAP, place.z,
                            rig.lead.x);
        }
    }
    if (result == VL_OK) {
        vlAudit audit = vlRenderer_GetAudit(rig.renderer, TOLERANCE);
        o->isActive = audit.isPortActive[VL_PORT_CONTACT];
    }
    vlPlanarRig_Close(&rig);
    return vlExperiment_FailIf(ctx, result, NULL, "a tick with the pantograph");
}

static void judge(vlExperimentContext* ctx, const Case* c, const Outcome* o)
{
    const Wall* wall = &walls[c->wall];
    char name[96];
    double limit = wall->settled[c->mode == VL_FOUR_CHANNEL_FP ? 1 : 0];
    (void)snprintf(name, sizeof name, "%s, %s, %g ms, %s: %s s", wall->title, modeOf(c),
                   1e3 * steps[c->step], c->isGuided ? "guided" : "free",
                   limit > 0.0 ? "settled after" : "still moves at");
    if (limit > 0.0) {
        vlExperiment_Below(ctx, name, o->settled, limit);
    } else {
        vlExperiment_AtLeast(ctx, name, o->settled, c->isGuided ? 0.95 * SECONDS : 0.5 * SECONDS);
    }
    bool isReference = c->isGuided && c->mode == VL_FOUR_CHANNEL_F;
    if (isReference && c->wall == 0) {
        (void)snprintf(name, sizeof name, "ZOH, F, %g ms, guided: mean energy ratio of a bounce",
                       1e3 * steps[c->step]);
        vlExperiment_WithinPercent(ctx, name, vlExp(o->logSum / fmax(o->bounces, 1)),
                                   zohMean[c->step], 5.0);
    }
    if (isReference) {
        (void)snprintf(name, sizeof name, "%s, F, %g ms, guided: the audit calls the wall active",
                       wall->title, 1e3 * steps[c->step]);
        vlExperiment_Within(ctx, name, o->isActive, wall->isActive, 0.0);
    }
    if (isReference && c->step == 0) {
        (void)snprintf(name, sizeof name, "%s, F, 2 ms, guided: largest lag of the handle, mm",
                       wall->title);
        vlExperiment_Report(ctx, name, 1e3 * o->lag);
    }
}

// One panel per wall, as in figures 5 and 6 of [C00].
static void openPanels(vlExperimentContext* ctx, vlPanel* panels[WALLS])
{
    vlFigure* active = vlExperiment_OpenFigure(
        ctx, "figure5", "Block through the device against marginally passive and active walls");
    vlFigure* passive =
        vlExperiment_OpenFigure(ctx, "figure6", "Block through the device against passive walls");
    for (int i = 0; i < WALLS; ++i) {
        bool isLast = i == 2 || i == WALLS - 1;
        vlPanelDef def = {.title = walls[i].title,
                          .xLabel = isLast ? "time, s" : NULL,
                          .yLabel = "position, mm",
                          .xMin = 0.0,
                          .xMax = SECONDS,
                          .yMin = -160.0,
                          .yMax = 40.0};
        panels[i] = vlFigure_AddPanel(i < 3 ? active : passive, &def);
        vlSeries* face = vlPanel_AddSeries(panels[i], "wall", VL_SERIES_REFERENCE);
        vlSeries_Add(face, 0.0, 0.0);
        vlSeries_Add(face, SECONDS, 0.0);
    }
}

static int run(vlExperimentContext* ctx)
{
    vlPanel* panels[WALLS];
    openPanels(ctx, panels);
    vlCsv* motion =
        vlExperiment_OpenCsv(ctx, "motion", "wall,time_s,position_m,angle_rad,lead_of_handle_m");
    vlCsv* table = vlExperiment_OpenCsv(
        ctx, "walls", "wall,step_s,mode_FP,guided,bounces,mean_ratio,settled_s,lag_m,active");
    for (int i = 0; i < WALLS * 8; ++i) {
        Case c = {.wall = i % WALLS,
                  .step = i / WALLS % 2,
                  .mode = i / (2 * WALLS) % 2 == 0 ? VL_FOUR_CHANNEL_F : VL_FOUR_CHANNEL_FP,
                  .isGuided = i < 4 * WALLS};
        // The figures show what [C00] ran: 2 ms, mode F, a block that turns.
        bool isShown = c.step == 0 && c.mode == VL_FOUR_CHANNEL_F;
        vlSeries* series = NULL;
        if (isShown) {
            series = vlPanel_AddSeries(panels[c.wall], c.isGuided ? "guided" : "free",
                                       c.isGuided ? VL_SERIES_DASHED : VL_SERIES_LINE);
        }
        Outcome o = {.last = E0};
        if (play(ctx, &c, series, isShown && !c.isGuided ? motion : NULL, &o) != 0) {
            return 1;
        }
        VL_CSV_LABELLED(table, walls[c.wall].law, steps[c.step], c.mode == VL_FOUR_CHANNEL_FP,
                        c.isGuided, o.bounces, vlExp(o.logSum / fmax(o.bounces, 1)), o.settled,
                        o.lag, o.isActive);
        judge(ctx, &c, &o);
    }
    return 0;
}

const vlExperiment vlExperiment_WallsDevice = {
    .name = "walls-device",
    .title = "Virtual walls through the planar device",
    .describes =
        "A block bounces on against walls that are not passive, and settles against a wall "
        "with pulse or hysteresis.",
    .run = run,
};
