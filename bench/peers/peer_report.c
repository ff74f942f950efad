// SPDX-License-Identifier: MIT
#include "bench/peers/peer_report.h"

#include <math.h>
#include <stdlib.h>

// A brick that far from its place, or that far turned, belongs to a wall that fell.
#define FALLEN_DISTANCE 0.5
#define FALLEN_TILT 30.0

static void requireRoom(int count)
{
    if (count >= VL_MAX_PEER_ROWS) {
        fprintf(stderr, "bench_peers: more than %d rows\n", VL_MAX_PEER_ROWS);
        exit(1);
    }
}

vlPeerTiming* vlPeerReport_AddTiming(vlPeerReport* report)
{
    requireRoom(report->timingCount);
    return &report->timings[report->timingCount++];
}

vlPeerTruth* vlPeerReport_AddTruth(vlPeerReport* report)
{
    requireRoom(report->truthCount);
    return &report->truths[report->truthCount++];
}

// Written so that a NAN counts as fallen.
static bool stands(const vlPeerTiming* row)
{
    return row->displacement < FALLEN_DISTANCE && row->tilt < FALLEN_TILT;
}

static void printRatio(double ratio)
{
    if (isnan(ratio)) {
        printf(" %8s", "-");
    } else {
        printf(" %8.3f", ratio);
    }
}

static void printState(const vlPeerTiming* row)
{
    if (row->escapedCount >= 0) {
        printf("  %d escaped, max %.2g m/s", row->escapedCount, row->speed);
    } else {
        const char* upright = row->isComplete ? "stands" : "stands so far";
        printf("  %s, max %.2f mm, %.2f deg", stands(row) ? upright : "FELL",
               1e3 * row->displacement, row->tilt);
    }
    printf(" at %.3g s", row->simulated);
    if (!row->isSettled) {
        printf(", NOT SETTLED");
    }
    if (row->remark[0] != '\0') {
        printf(" (%s)", row->remark);
    }
    printf("\n");
}

void vlPeerReport_PrintTimings(const vlPeerReport* report, int first)
{
    if (first >= report->timingCount) {
        return;
    }
    const vlPeerTiming* head = &report->timings[first];
    printf("\n%s, %d bodies (us per step; load = median / step; explicit, implicit = Volar's time "
           "over the engine's)\n",
           head->name, head->bodyCount);
    printf("  %-14s %5s %9s %9s %9s %9s %7s %8s %8s %7s\n", "engine", "dt ms", "median", "p99",
           "p99.9", "worst", "load %", "explicit", "implicit", "samples");
    for (int i = first; i < report->timingCount; ++i) {
        const vlPeerTiming* row = &report->timings[i];
        printf("  %-14s %5.1f %9.1f %9.1f %9.1f %9.1f %7.2f", row->engine, 1e3 * row->step,
               row->stats.median, row->stats.p99, row->stats.p999, row->stats.worst,
               1e-4 * row->stats.median / row->step);
        printRatio(row->ratio[VL_PEER_EXPLICIT]);
        printRatio(row->ratio[VL_PEER_IMPLICIT]);
        printf(" %7d", row->stats.count);
        printState(row);
    }
}

void vlPeerReport_PrintTruths(const vlPeerReport* report)
{
    printf("\nTruth table (measured / exact; 1 is right)\n");
    printf("  %-26s %-16s %-17s %10s %10s %8s\n", "test", "engine", "quantity", "measured", "exact",
           "ratio");
    for (int i = 0; i < report->truthCount; ++i) {
        const vlPeerTruth* row = &report->truths[i];
        printf("  %-26s %-16s %-17s ", row->test, row->engine, row->quantity);
        if (isnan(row->measured)) {
            printf("%10s %10.4f %8s", "-", row->exact, "-");
        } else {
            printf("%10.4f %10.4f %8.4f", row->measured, row->exact, row->measured / row->exact);
        }
        printf("  %s\n", row->note);
    }
}

static void writeTiming(vlJson* json, const vlPeerTiming* row)
{
    vlJson_Open(json, NULL, '{');
    vlJson_Text(json, "name", row->name);
    vlJson_Integer(json, "n", row->bodyCount);
    vlJson_Text(json, "engine", row->engine);
    vlJson_Number(json, "dt_ms", 1e3 * row->step);
    vlJson_Number(json, "median_us", row->stats.median);
    vlJson_Number(json, "p99_us", row->stats.p99);
    vlJson_Number(json, "p999_us", row->stats.p999);
    vlJson_Number(json, "worst_us", row->stats.worst);
    vlJson_Number(json, "ratio_explicit", row->ratio[VL_PEER_EXPLICIT]);
    vlJson_Number(json, "ratio_implicit", row->ratio[VL_PEER_IMPLICIT]);
    vlJson_Integer(json, "samples", row->stats.count);
    vlJson_Number(json, "settled_s", row->settled);
    vlJson_Bool(json, "settled", row->isSettled);
    vlJson_Number(json, "simulated_s", row->simulated);
    vlJson_Bool(json, "complete", row->isComplete);
    if (row->escapedCount >= 0) {
        vlJson_Integer(json, "escaped", row->escapedCount);
    } else {
        vlJson_Bool(json, "stands", stands(row));
        vlJson_Number(json, "max_displacement_m", row->displacement);
        vlJson_Number(json, "max_tilt_deg", row->tilt);
    }
    vlJson_Number(json, "max_speed", row->speed);
    vlJson_Text(json, "remark", row->remark);
    vlJson_Close(json, '}');
}

static void writeTruth(vlJson* json, const vlPeerTruth* row)
{
    vlJson_Open(json, NULL, '{');
    vlJson_Text(json, "test", row->test);
    vlJson_Text(json, "engine", row->engine);
    vlJson_Text(json, "quantity", row->quantity);
    vlJson_Number(json, "measured", row->measured);
    vlJson_Number(json, "exact", row->exact);
    vlJson_Number(json, "ratio", row->measured / row->exact);
    vlJson_Text(json, "note", row->note);
    vlJson_Close(json, '}');
}

void vlPeerReport_WriteJson(const vlPeerReport* report, bool isQuick, FILE* file)
{
    vlJson json = {file, 0, true};
    vlJson_Open(&json, NULL, '{');
    vlJson_Text(&json, "bench", "peers");
    vlJson_Bool(&json, "quick", isQuick);
    vlJson_Open(&json, "cases", '[');
    for (int i = 0; i < report->timingCount; ++i) {
        writeTiming(&json, &report->timings[i]);
    }
    vlJson_Close(&json, ']');
    vlJson_Open(&json, "truth", '[');
    for (int i = 0; i < report->truthCount; ++i) {
        writeTruth(&json, &report->truths[i]);
    }
    vlJson_Close(&json, ']');
    vlJson_Close(&json, '}');
}
