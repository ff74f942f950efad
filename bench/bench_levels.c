// SPDX-License-Identifier: MIT
// Gap queries of two jaws, in processor time of the thread: while they grind with a gap of 0.2 mm
// and with overlaps of 0.3 and 2 mm, at leaf level and with tolerances of 0.4, 1 and 2.5% of the
// radius; the same with a quarter, four and sixteen times the triangles; the exact distance; and a
// jaw in itself under a limit of work.

#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "bench/bench.h"
#include "models/jaw_pair_model.h"

#define FRAMES 500
#define DISTANCE 0.6e-3
#define TOLERANCES 4
#define STRESS_WORK 2000.0 // rounds
#define FINENESSES 4
#define TURNS 5

static const double tolerances[TOLERANCES] = {0.0, 0.004, 0.01, 0.025};
static const char* const levelNames[TOLERANCES] = {"leaf level", "0.4%", "1%", "2.5%"};

typedef struct Clearance {
    double m;
    const char* name;
} Clearance;

static const Clearance clearances[3] = {
    {0.2e-3, "gap 0.2 mm"}, {-0.3e-3, "overlap 0.3 mm"}, {-2e-3, "overlap 2 mm"}};

static double now(void)
{
    return 1e-3 * vlClock_ThreadNow(); // us
}

static int fail(vlResult result)
{
    fprintf(stderr, "bench mesh: %s\n", vlResult_Text(result));
    return 1;
}

// Results of a run of frames, beside its times.
typedef struct Tally {
    double contacts, work; // means
    double shortest;       // m, least gap reported
} Tally;

static vlResult timeFrames(const vlJawPair* jaws, const vlPose* poses, double tolerance,
                           double* times, Tally* tally)
{
    vlGapQuery* query = NULL;
    vlResult result =
        vlGapQuery_Create(NULL, jaws->levels[0], jaws->levels[1], NULL, &query, NULL, 0);
    *tally = (Tally){.shortest = DISTANCE};
    // The first query begins at the roots of the hierarchies.
    for (int i = -2; i < FRAMES && result == VL_OK; ++i) {
        double start = now();
        result = vlGapQuery_Find(query, poses[i < 0 ? 0 : i], tolerance * jaws->radius, DISTANCE);
        double took = now() - start;
        vlGapInfo info = vlGapQuery_GetInfo(query);
        if (i >= 0) {
            times[i] = took;
            tally->contacts += (double)info.contactCount / FRAMES;
            tally->work += info.work / FRAMES;
            tally->shortest = fmin(tally->shortest, info.leastGap);
        }
    }
    vlGapQuery_Destroy(query);
    return result;
}

static int timeClearance(vlBenchReport* report, vlJawPair* jaws, const Clearance* clearance)
{
    static vlPose poses[FRAMES];
    static double times[FRAMES];
    int triangles = jaws->mesh[0].faceCount + jaws->mesh[1].faceCount;
    for (int i = 0; i < FRAMES; ++i) {
        poses[i] = vlJawPair_Grind(jaws, 1e-3 * i, clearance->m);
    }
    for (int k = 0; k < TOLERANCES; ++k) {
        char label[48];
        Tally tally;
        vlResult result = timeFrames(jaws, poses, tolerances[k], times, &tally);
        if (result != VL_OK) {
            return fail(result);
        }
        snprintf(label, sizeof label, "gaps, %s, %s", clearance->name, levelNames[k]);
        vlBench_AddCase(report, label, triangles, "volar", times, FRAMES, 0.0);
    }
    return 0;
}

// Exact distances along the same motion.
static void timeDistances(vlBenchReport* report, vlJawPair* jaws)
{
    static vlPose poses[FRAMES];
    static double times[FRAMES];
    for (int i = 0; i < FRAMES; ++i) {
        poses[i] = vlJawPair_Grind(jaws, 1e-3 * i, 0.2e-3);
    }
    for (int i = -1; i < FRAMES; ++i) {
        double start = now();
        (void)vlGapQuery_FindDistance(jaws->probe, poses[i < 0 ? 0 : i], HUGE_VAL);
        times[i < 0 ? 0 : i] = now() - start;
    }
    vlBench_AddCase(report, "exact distance, gap 0.2 mm",
                    jaws->mesh[0].faceCount + jaws->mesh[1].faceCount, "volar", times, FRAMES, 0.0);
}

// A jaw placed into itself touches everywhere: only the limit of work and the valve bound the time.
static int timeStress(vlBenchReport* report, const vlJawPair* jaws)
{
    static double times[FRAMES];
    vlGapQueryDef def = vlDefaultGapQueryDef();
    vlGapQuery* query = NULL;
    def.work = STRESS_WORK;
    vlGapValve valve = {.budget = def.work, .most = 0.1 * jaws->radius};
    double most = 0.0;
    vlResult result =
        vlGapQuery_Create(NULL, jaws->levels[1], jaws->levels[1], &def, &query, NULL, 0);
    for (int i = 0; i < FRAMES && result == VL_OK; ++i) {
        vlPose pose = vlIdentityPose();
        pose.p.x = 1e-6 * i;
        double start = now();
        result = vlGapQuery_Find(query, pose, valve.tolerance, DISTANCE);
        times[i] = now() - start;
        most = fmax(most, vlGapQuery_GetInfo(query).work);
        vlGapValve_Adjust(&valve, vlGapQuery_GetInfo(query).work);
    }
    vlGapQuery_Destroy(query);
    if (result != VL_OK) {
        return fail(result);
    }
    vlBench_AddCase(report, "gaps, a jaw in itself, limited", 2 * jaws->mesh[1].faceCount, "volar",
                    times, FRAMES, 0.0);
    vlBench_AddNote(
        report,
        "a jaw in itself, limited to %.0f rounds: at most %.0f, tolerance %.2f%% in the "
        "end",
        def.work, most, 100.0 * valve.tolerance / jaws->radius);
    return 0;
}

static void describe(vlBenchReport* report, const vlJawPair* jaws, double seconds)
{
    size_t memory = 0;
    int triangles = 0, leaves = 0, nodes = 0;
    bool isRead = true;
    for (int k = 0; k < 2; ++k) {
        vlHierarchyInfo info = vlHierarchy_GetInfo(jaws->levels[k]);
        memory += info.memory;
        triangles += info.triangleCount;
        leaves += info.leafCount;
        nodes += info.nodeCount;
        isRead = isRead && info.isFromCache;
    }
    vlBench_AddNote(report,
                    "hierarchies of %d triangles: %d patches, %d nodes, %.0f bytes a triangle; "
                    "surfaces and they %s in %.1f s",
                    triangles, leaves, nodes, (double)memory / triangles,
                    isRead ? "read from the cache" : "made", seconds);
}

// ---- meshes of other numbers of triangles ----

typedef struct Fineness {
    vlJawPair jaws;
    vlPose poses[FRAMES];
    double times[2][TURNS * FRAMES]; // at leaf level, and with the tolerance of 0.4%
    double work, median;             // with the tolerance
} Fineness;

static vlResult openFineness(vlBenchReport* report, double fineness, const vlHierarchyDef* def,
                             Fineness* f)
{
    double start = now();
    vlResult result = vlJawPair_Open(fineness, def, &f->jaws);
    double seconds = 1e-6 * (now() - start);
    for (int i = 0; i < FRAMES && result == VL_OK; ++i) {
        f->poses[i] = vlJawPair_Grind(&f->jaws, 1e-3 * i, 0.2e-3);
    }
    if (result == VL_OK) {
        describe(report, &f->jaws, seconds);
    }
    return result;
}

static void addFineness(vlBenchReport* report, Fineness* f)
{
    for (int level = 0; level < 2; ++level) {
        char label[48];
        snprintf(label, sizeof label, "gaps, gap 0.2 mm, %s", levelNames[level]);
        vlBench_AddCase(report, label, f->jaws.mesh[0].faceCount + f->jaws.mesh[1].faceCount,
                        "volar", f->times[level], TURNS * FRAMES, 0.0);
    }
    f->median = f->times[1][TURNS * FRAMES / 2]; // they are sorted here
}

// The same gaps with a quarter, four and sixteen times the triangles. The meshes take turns, so
// that a machine that is slower for a while affects all of them alike.
static int timeFinenesses(vlBenchReport* report, const vlHierarchyDef* def)
{
    static const double fineness[FINENESSES] = {0.5, 1.0, 2.0, 4.0};
    static Fineness all[FINENESSES];
    vlResult result = VL_OK;
    for (int k = 0; k < FINENESSES && result == VL_OK; ++k) {
        result = openFineness(report, fineness[k], def, &all[k]);
    }
    for (int i = 0; i < TURNS * 2 * FINENESSES && result == VL_OK; ++i) {
        Fineness* f = &all[i % FINENESSES];
        int level = i / FINENESSES % 2, turn = i / (2 * FINENESSES);
        Tally tally;
        result = timeFrames(&f->jaws, f->poses, tolerances[level], &f->times[level][turn * FRAMES],
                            &tally);
        f->work = tally.work;
    }
    for (int k = 0; k < FINENESSES && result == VL_OK; ++k) {
        addFineness(report, &all[k]);
    }
    if (result == VL_OK) {
        vlBench_AddNote(report,
                        "work at 0.4%%, in rounds, with 20, 88, 350 and 1400 thousand triangles: "
                        "%.0f, %.0f, %.0f, %.0f",
                        all[0].work, all[1].work, all[2].work, all[3].work);
        vlBench_AddNote(report,
                        "time at 0.4%%, over that with 88 thousand triangles: %.2f, 1, %.2f, %.2f",
                        all[0].median / all[1].median, all[2].median / all[1].median,
                        all[3].median / all[1].median);
    }
    for (int k = 0; k < FINENESSES; ++k) {
        vlJawPair_Close(&all[k].jaws);
    }
    return result == VL_OK ? 0 : fail(result);
}

int vlBench_MeshLevels(vlBenchReport* report)
{
    vlJawPair jaws;
    double start = now();
    vlResult result = vlJawPair_Open(1.0, NULL, &jaws);
    double seconds = 1e-6 * (now() - start);
    int failed = result != VL_OK ? fail(result) : 0;
    for (int i = 0; i < 3 && failed == 0; ++i) {
        failed = timeClearance(report, &jaws, &clearances[i]);
    }
    failed = failed || timeStress(report, &jaws);
    if (failed == 0) {
        timeDistances(report, &jaws);
        describe(report, &jaws, seconds);
    }
    vlJawPair_Close(&jaws);
    vlHierarchyDef def = vlJawPair_KeptDef();
    return failed || timeFinenesses(report, &def);
}
