// SPDX-License-Identifier: MIT
#include "bench/peers/peer_report.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json_writer.h"

// A brick that has moved or turned by more than this belongs to a wall that fell.
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

// Written only if there is something to compare with, as in the table.
static void writeRatio(vlJsonWriter* json, const char* key, double ratio)
{
    if (!isnan(ratio)) {
        vlJsonWriter_Number(json, key, ratio);
    }
}

static void writeTiming(vlJsonWriter* json, const vlPeerTiming* row)
{
    vlJsonWriter_Open(json, NULL, '{');
    vlJsonWriter_Text(json, "name", row->name);
    vlJsonWriter_Integer(json, "n", row->bodyCount);
    vlJsonWriter_Text(json, "engine", row->engine);
    vlJsonWriter_Number(json, "dt_ms", 1e3 * row->step);
    vlJsonWriter_Number(json, "median_us", row->stats.median);
    vlJsonWriter_Number(json, "p99_us", row->stats.p99);
    vlJsonWriter_Number(json, "p999_us", row->stats.p999);
    vlJsonWriter_Number(json, "worst_us", row->stats.worst);
    writeRatio(json, "ratio_explicit", row->ratio[VL_PEER_EXPLICIT]);
    writeRatio(json, "ratio_implicit", row->ratio[VL_PEER_IMPLICIT]);
    vlJsonWriter_Integer(json, "samples", row->stats.count);
    vlJsonWriter_Number(json, "settled_s", row->settled);
    vlJsonWriter_Bool(json, "settled", row->isSettled);
    vlJsonWriter_Number(json, "simulated_s", row->simulated);
    vlJsonWriter_Bool(json, "complete", row->isComplete);
    if (row->escapedCount >= 0) {
        vlJsonWriter_Integer(json, "escaped", row->escapedCount);
    } else {
        vlJsonWriter_Bool(json, "stands", stands(row));
        vlJsonWriter_Number(json, "max_displacement_m", row->displacement);
        vlJsonWriter_Number(json, "max_tilt_deg", row->tilt);
    }
    vlJsonWriter_Number(json, "max_speed", row->speed);
    vlJsonWriter_Text(json, "remark", row->remark);
    vlJsonWriter_Close(json, '}');
}

static void writeTruth(vlJsonWriter* json, const vlPeerTruth* row)
{
    vlJsonWriter_Open(json, NULL, '{');
    vlJsonWriter_Text(json, "test", row->test);
    vlJsonWriter_Text(json, "engine", row->engine);
    vlJsonWriter_Text(json, "quantity", row->quantity);
    vlJsonWriter_Number(json, "measured", row->measured);
    vlJsonWriter_Number(json, "exact", row->exact);
    writeRatio(json, "ratio", row->measured / row->exact);
    vlJsonWriter_Text(json, "note", row->note);
    vlJsonWriter_Close(json, '}');
}

void vlPeerReport_WriteJson(const vlPeerReport* report, bool isQuick, FILE* file)
{
    vlJsonWriter json = {file, 0, true};
    vlJsonWriter_Open(&json, NULL, '{');
    vlJsonWriter_Text(&json, "bench", "peers");
    vlJsonWriter_Bool(&json, "quick", isQuick);
    vlJsonWriter_Open(&json, "cases", '[');
    for (int i = 0; i < report->timingCount; ++i) {
        writeTiming(&json, &report->timings[i]);
    }
    vlJsonWriter_Close(&json, ']');
    vlJsonWriter_Open(&json, "truth", '[');
    for (int i = 0; i < report->truthCount; ++i) {
        writeTruth(&json, &report->truths[i]);
    }
    vlJsonWriter_Close(&json, ']');
    vlJsonWriter_Close(&json, '}');
}
