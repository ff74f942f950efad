// SPDX-License-Identifier: MIT
// Writes the map as a table, and its results as a summary.

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <volar/base.h>

#include "base/file_out.h"
#include "base/json_text.h"
#include "experiments/zwidth_study.h"
#include "plot/csv.h"

#define NUMBER 32
#define COLUMNS 12

// What the model leaves out, for readers of the summary alone.
static const char* const leftOut[] = {
    "one direction; the device is the same in all of them",
    "no structural mode and no jitter unless they are stated",
    "the hands are springs, dampers and masses of fixed size",
    "strikes are at the speeds given here: with friction another speed has another boundary",
    "table values are the maker's or CHAI3D's",
    "nothing was measured on hardware",
};
#define LEFT_OUT ((int)(sizeof leftOut / sizeof leftOut[0]))

bool vlZwidthStudy_WriteCsv(const vlZwidthStudy* study, const char* path)
{
    const vlZwidthAxis *x = &study->def.x, *y = &study->def.y;
    vlCsv csv;
    char header[400];
    (void)snprintf(header, sizeof header,
                   "hand,%s,%s,class,motion_m,growth,force_ripple,least_work_J,touch_speed_m_per_s,"
                   "force_N,radius,stable_by_linear_model",
                   vlLoopPoint_GetName(x->parameter), vlLoopPoint_GetName(y->parameter));
    if (!vlCsv_Open(&csv, path, header)) {
        return false;
    }
    for (int i = 0; i < study->done; ++i) {
        const vlPointOutcome* o = &study->outcomes[i];
        const vlStrikeResult* s = &o->strike;
        double values[COLUMNS - 3] = {vlZwidthAxis_At(x, i / y->count % x->count),
                                      vlZwidthAxis_At(y, i % y->count),
                                      s->motion,
                                      s->growth,
                                      s->ripple,
                                      s->leastWork,
                                      s->speed,
                                      s->force,
                                      o->radius};
        char numbers[COLUMNS - 3][NUMBER];
        const char* texts[COLUMNS];
        for (int k = 0; k < COLUMNS - 3; ++k) {
            (void)snprintf(numbers[k], NUMBER, "%.10g", values[k]);
            texts[k + (k < 2 ? 1 : 2)] = numbers[k];
        }
        texts[0] = vlPointHand_Name(study->hands[i / (x->count * y->count)]);
        texts[3] = vlStrikeClass_Name(s->kind);
        texts[COLUMNS - 1] = o->radius <= 1.0 + 1e-9 ? "yes" : "no";
        vlCsv_Texts(&csv, texts, COLUMNS);
    }
    return vlCsv_Close(&csv);
}

static void writeNumber(FILE* out, const char* name, double value)
{
    if (isfinite(value)) {
        fprintf(out, "\"%s\": %.10g", name, value);
    } else {
        fprintf(out, "\"%s\": null", name);
    }
}

static void writePeak(FILE* out, const vlZwidthStudy* study, int hand, const char* name,
                      size_t offset)
{
    int place = vlZwidthStudy_FindPeak(study, hand, offset);
    const vlZwidthColumn* column = &study->columns[hand * study->def.x.count + place];
    double value = offset == offsetof(vlZwidthColumn, stable)    ? column->stable
                   : offset == offsetof(vlZwidthColumn, passive) ? column->passive
                                                                 : column->quiet;
    fprintf(out, "\"%s\": {", name);
    writeNumber(out, "largest", value);
    fputs(", ", out);
    writeNumber(out, "at", vlZwidthAxis_At(&study->def.x, place));
    fputs("}", out);
}

static void writeHand(FILE* out, const vlZwidthStudy* study, int hand)
{
    const vlZwidthAxis* x = &study->def.x;
    int islands = 0;
    double touch = 0.0;
    int points = x->count * study->def.y.count;
    for (int i = 0; i < points; ++i) {
        touch = fmax(touch, study->outcomes[hand * points + i].strike.speed);
    }
    fputs("    {\"hand\": ", out);
    vlJsonText_Write(out, vlPointHand_Name(study->hands[hand]));
    fputs(", ", out);
    writePeak(out, study, hand, "stable", offsetof(vlZwidthColumn, stable));
    fputs(", ", out);
    writePeak(out, study, hand, "passive", offsetof(vlZwidthColumn, passive));
    fputs(", ", out);
    writePeak(out, study, hand, "quiet", offsetof(vlZwidthColumn, quiet));
    fputs(", ", out);
    writeNumber(out, "fastestTouch_m_per_s", touch);
    fputs(",\n     \"columns\": [", out);
    for (int i = 0; i < x->count; ++i) {
        const vlZwidthColumn* c = &study->columns[hand * x->count + i];
        const vlZwidthTheory* t = &study->theory[hand * x->count + i];
        fputs(i > 0 ? ",\n      {" : "\n      {", out);
        writeNumber(out, "x", vlZwidthAxis_At(x, i));
        fputs(", ", out);
        writeNumber(out, "firstUnstable", c->firstUnstable);
        fprintf(out, ", \"islandsAbove\": %d, ", c->islands);
        writeNumber(out, "exact", t->exact);
        fputs(", ", out);
        writeNumber(out, "exactLetGo", t->letGo);
        fputs(", ", out);
        writeNumber(out, "gil", t->gil);
        fputs(", ", out);
        writeNumber(out, "colgate", t->colgate);
        fputs("}", out);
        islands += c->islands;
    }
    fprintf(out, "],\n     \"islands\": %d}", islands);
}

static void writeAxis(FILE* out, const char* name, const vlZwidthAxis* axis)
{
    fprintf(out, "  \"%s\": {\"parameter\": ", name);
    vlJsonText_Write(out, vlLoopPoint_GetName(axis->parameter));
    fputs(", \"unit\": ", out);
    vlJsonText_Write(out, vlLoopPoint_GetUnit(axis->parameter));
    fprintf(out, ", \"from\": %.10g, \"to\": %.10g, \"count\": %d},\n", axis->from, axis->to,
            axis->count);
}

static void writeParameters(FILE* out, const vlLoopPoint* point)
{
    fputs("  \"parameters\": {", out);
    for (int i = 0; vlLoopPoint_GetName(i) != NULL; ++i) {
        fputs(i > 0 ? ", " : "", out);
        writeNumber(out, vlLoopPoint_GetName(i), vlLoopPoint_Get(point, i));
    }
    fputs("},\n", out);
}

bool vlZwidthStudy_WriteSummary(const vlZwidthStudy* study, const vlZwidthOrigin* origin,
                                const char* path)
{
    vlFileOut file;
    int error = vlFileOut_Open(&file, path);
    if (error != 0) {
        errno = error;
        return false;
    }
    FILE* out = file.stream;
    fprintf(out, "{\n  \"volar\": \"%s\",\n  \"device\": ", vlVersion());
    vlJsonText_Write(out, study->device);
    fprintf(out, ",\n  \"loop\": \"%s\",\n  \"delayIsAssumed\": %s,\n",
            vlPointOracle_Name(study->def.oracle), study->isDelayAssumed ? "true" : "false");
    writeAxis(out, "x", &study->def.x);
    writeAxis(out, "y", &study->def.y);
    writeParameters(out, &study->def.point);
    fputs("  \"approaches_s\": [", out);
    for (int i = 0; i < study->def.approachCount; ++i) {
        fprintf(out, "%s%.10g", i > 0 ? ", " : "", study->def.approaches[i]);
    }
    fputs("],\n  ", out);
    writeNumber(out, "table_N_per_m", study->def.point.strike.device.info.maxStiffness);
    fprintf(out, ",\n  \"chosen\": {\"x\": %.10g, \"y\": %.10g},\n  \"hands\": [\n", study->chosenX,
            study->chosenY);
    for (int hand = 0; hand < study->handCount; ++hand) {
        fputs(hand > 0 ? ",\n" : "", out);
        writeHand(out, study, hand);
    }
    fputs("\n  ],\n  \"seed\": null,\n  \"random\": \"nothing\",\n  \"processor\": ", out);
    vlJsonText_Write(out, origin->processor);
    fprintf(out, ",\n  \"cpuTime_s\": %.3f,\n  \"leftOut\": [", origin->cpuTime);
    for (int i = 0; i < LEFT_OUT; ++i) {
        fputs(i > 0 ? ",\n    " : "\n    ", out);
        vlJsonText_Write(out, leftOut[i]);
    }
    fputs("]\n}\n", out);
    error = vlFileOut_Commit(&file);
    errno = error;
    return error == 0;
}
