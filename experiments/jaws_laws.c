// SPDX-License-Identifier: MIT
// Claim: springs at samples push continuously and give back the energy they take. A spring for each
// contact of a hierarchy does so, too, but the stiffness depends on the number of patches. Clusters
// of contacts as in [OL05] jump whenever a cluster splits or merges.
// Figure: the force along the loop by the three laws.
// Set-up: the lower jaw is led around a loop in front of the upper one: 3 mm to and fro sideways
// while the exact clearance goes from 0.4 to 0.2 mm and back, in 1000 and in 4000 steps; contacts
// within 0.6 mm. Samples merged at 0.4%. Each contact of patches at leaf level, or each cluster of
// such contacts, pushes with its depth times one stiffness. The loop is done twice, and the second
// round is measured. A jump is the largest change of the force in a step over the largest force;
// the work of the loop is the sum over all steps, divided by the sum of their magnitudes. Criteria:
// with a quarter of the step the jump of samples falls to less than 1/2.5, their work is below
// 1e-3; clusters jump by more than ten times as much as samples, and by more than half as much with
// a quarter of the step. All other values are reported. Theory: docs/theory/mesh_contact.md.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/angle.h"
#include "experiments/contact_clusters.h"
#include "experiments/registry.h"
#include "models/jaw_pair_model.h"
#include "models/touch_model.h"

#define STEPS 4000
#define COARSER 4 // steps of the first run are this many times longer
#define DISTANCE 0.6e-3
#define MERGE 0.24e-3
#define MOST_CONTACTS 4000

enum { SAMPLES, EACH, CLUSTERS, LAWS };
static const char* const lawNames[LAWS] = {"samples", "a spring for each contact", "clusters"};

typedef struct Loop {
    vlPose pose[STEPS];
    vlVec3 force[LAWS][STEPS]; // for stiffness 1, except for samples
} Loop;

typedef struct Outcome {
    double jump, work; // jump over the largest force; work over the sum of magnitudes
} Outcome;

typedef struct Jaws {
    vlJawPair pair;
    vlTouch touch;
    vlGapQuery* query;
    vlClusterSet clusters;
    vlClusterContact contact[MOST_CONTACTS];
    int of[MOST_CONTACTS];
} Jaws;

static void lead(Jaws* jaws, Loop* loop)
{
    for (int i = 0; i < STEPS; ++i) {
        double turn = (double)i / STEPS;
        double clearance = 0.3e-3 + 0.1e-3 * vlCosine(2.0 * VL_PI * turn);
        loop->pose[i] = vlJawPair_Grind(&jaws->pair, 0.5 * turn, clearance);
    }
}

static vlResult pushBySamples(Jaws* jaws, vlPose pose, vlVec3* force)
{
    vlTouch* t = &jaws->touch;
    vlVec3 centre = vlTransform(pose, t->centroid);
    vlResult result = vlTouch_Place(t, centre, pose.q);
    result = result == VL_OK ? vlTouch_Tick(t, vlTouch_DeviceAt(t, centre, pose.q)) : result;
    *force = t->onTool.force;
    return result;
}

static vlResult pushByContacts(Jaws* jaws, vlPose pose, vlVec3* each, vlVec3* clustered)
{
    vlResult result = vlGapQuery_Find(jaws->query, pose, 0.0, DISTANCE);
    int count = vlGapQuery_GetInfo(jaws->query).contactCount;
    *each = *clustered = vlZero();
    for (int i = 0; i < count && result == VL_OK; ++i) {
        vlGapContact c;
        result = vlGapQuery_GetContact(jaws->query, i, &c);
        if (result == VL_OK) {
            vlVec3 middle = vlScale(vlAdd(c.pointA, c.pointB), 0.5);
            jaws->contact[i] = (vlClusterContact){middle, c.normal, DISTANCE - c.gap};
            *each = vlMulAdd(*each, DISTANCE - c.gap, c.normal);
        }
    }
    if (result == VL_OK) {
        vlClusterSet_Update(&jaws->clusters, jaws->contact, count, jaws->of);
    }
    for (int k = 0; k < jaws->clusters.count; ++k) {
        const vlClusterContact* c = &jaws->clusters.cluster[k];
        *clustered = vlMulAdd(*clustered, c->depth, c->normal);
    }
    return result;
}

// Goes around the loop twice and keeps the forces of the second time.
static vlResult goRound(Jaws* jaws, Loop* loop, int stride)
{
    vlResult result = VL_OK;
    vlGapQuery_Forget(jaws->query);
    jaws->clusters = (vlClusterSet){.radius = jaws->pair.radius};
    for (int i = -STEPS; i < STEPS && result == VL_OK; i += stride) {
        int at = (i + STEPS) % STEPS;
        result = pushByContacts(jaws, loop->pose[at], &loop->force[EACH][at],
                                &loop->force[CLUSTERS][at]);
        if (i >= 0 && result == VL_OK) {
            result = pushBySamples(jaws, loop->pose[at], &loop->force[SAMPLES][at]);
        }
    }
    return result;
}

static double largestForce(const vlVec3* force, int stride)
{
    double most = 0.0;
    for (int i = 0; i < STEPS; i += stride) {
        most = fmax(most, vlLength(force[i]));
    }
    return most;
}

static Outcome measure(const Loop* loop, int law, int stride)
{
    const vlVec3* force = loop->force[law];
    double most = largestForce(force, stride), jump = 0.0, net = 0.0, all = 0.0;
    for (int i = 0; i < STEPS; i += stride) {
        int next = (i + stride) % STEPS;
        vlVec3 way = vlSub(loop->pose[next].p, loop->pose[i].p);
        double work = 0.5 * vlDot(vlAdd(force[i], force[next]), way);
        jump = fmax(jump, vlLength(vlSub(force[next], force[i])));
        net += work;
        all += fabs(work);
    }
    return (Outcome){jump / most, fabs(net) / all};
}

static void plot(vlPanel* panel, vlCsv* csv, const Loop* loop)
{
    for (int law = 0; law < LAWS; ++law) {
        vlSeries* series = vlPanel_AddSeries(panel, lawNames[law], VL_SERIES_LINE);
        double most = largestForce(loop->force[law], 1);
        for (int i = 0; i < STEPS; ++i) {
            double share = vlLength(loop->force[law][i]) / most;
            vlSeries_Add(series, (double)i / STEPS, share);
            VL_CSV_LABELLED(csv, lawNames[law], (double)i / STEPS, share);
        }
    }
}

static void judge(vlExperimentContext* ctx, const Outcome coarse[LAWS], const Outcome fine[LAWS],
                  int changes)
{
    char name[96];
    for (int law = 0; law < LAWS; ++law) {
        snprintf(name, sizeof name, "%s: largest jump in 1000 steps, %%", lawNames[law]);
        vlExperiment_Report(ctx, name, 100.0 * coarse[law].jump);
        snprintf(name, sizeof name, "%s: largest jump in 4000 steps, %%", lawNames[law]);
        vlExperiment_Report(ctx, name, 100.0 * fine[law].jump);
        snprintf(name, sizeof name, "%s: work of the loop", lawNames[law]);
        vlExperiment_Report(ctx, name, fine[law].work);
    }
    vlExperiment_Report(ctx, "splits and merges of clusters in two rounds", changes);
    vlExperiment_Above(ctx, "samples: jump in 1000 steps over that in 4000",
                       coarse[SAMPLES].jump / fine[SAMPLES].jump, 2.5);
    vlExperiment_Below(ctx, "samples: net work of the loop, of the total", fine[SAMPLES].work,
                       1e-3);
    vlExperiment_Above(ctx, "clusters: jump over that of samples",
                       fine[CLUSTERS].jump / fine[SAMPLES].jump, 10.0);
    vlExperiment_Above(ctx, "clusters: jump in 4000 steps over that in 1000",
                       fine[CLUSTERS].jump / coarse[CLUSTERS].jump, 0.5);
}

static vlResult openJaws(Jaws* jaws)
{
    vlHierarchyDef def = vlJawPair_KeptDef();
    vlTouchDef touch = vlTouch_Jaws();
    touch.mass = 0.0; // placed along the loop, not held by a coupling
    touch.merge = MERGE;
    vlResult result = vlJawPair_Open(1.0, &def, &jaws->pair);
    result = result == VL_OK ? vlGapQuery_Create(NULL, jaws->pair.levels[0], jaws->pair.levels[1],
                                                 NULL, &jaws->query, NULL, 0)
                             : result;
    return result == VL_OK
               ? vlTouch_Open(&touch, vlVec(0.0, 0.0, -1.0), vlIdentityQuat(), &jaws->touch)
               : result;
}

static int runLaws(vlExperimentContext* ctx)
{
    static Jaws jaws;
    static Loop loop;
    Outcome coarse[LAWS], fine[LAWS];
    jaws.query = NULL;
    vlResult result = openJaws(&jaws);
    if (result == VL_OK) {
        lead(&jaws, &loop);
        result = goRound(&jaws, &loop, COARSER);
    }
    for (int law = 0; law < LAWS && result == VL_OK; ++law) {
        coarse[law] = measure(&loop, law, COARSER);
    }
    result = result == VL_OK ? goRound(&jaws, &loop, 1) : result;
    for (int law = 0; law < LAWS && result == VL_OK; ++law) {
        fine[law] = measure(&loop, law, 1);
    }
    if (result == VL_OK) {
        vlCsv* csv = vlExperiment_OpenCsv(ctx, "forces", "law,turn,force_of_largest");
        vlFigure* figure = vlExperiment_OpenFigure(ctx, "laws", "Two jaws led around a loop");
        vlPanelDef def = {.title = "force", .xLabel = "turn", .yLabel = "force (of the largest)"};
        plot(vlFigure_AddPanel(figure, &def), csv, &loop);
        judge(ctx, coarse, fine, jaws.clusters.changes);
    }
    int failed = vlExperiment_FailIf(ctx, result, jaws.touch.world, "a loop");
    vlTouch_Close(&jaws.touch);
    vlGapQuery_Destroy(jaws.query);
    vlJawPair_Close(&jaws.pair);
    return failed;
}

const vlExperiment vlExperiment_JawsLaws = {
    "jaws-laws", "Samples, contacts and clusters of contacts on two jaws",
    "Clusters of contacts jump when they split and merge; springs of samples do not.", runLaws};
