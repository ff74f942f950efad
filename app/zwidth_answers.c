// SPDX-License-Identifier: MIT
#include "app/zwidth_answers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_text.h"
#include "base/text_out.h"

#define LONGEST_DELAY 0.02 // s, that the page may ask for

static void writeNumber(FILE* out, double value)
{
    if (isfinite(value)) {
        fprintf(out, "%.7g", value);
    } else {
        fputs("null", out);
    }
}

static void writeField(FILE* out, const char* name, double value)
{
    fprintf(out, ",\"%s\":", name);
    writeNumber(out, value);
}

static void writeAxis(FILE* out, const char* name, const vlZwidthAxis* axis)
{
    fprintf(out, ",\"%s\":{\"name\":", name);
    vlJsonText_Write(out, vlLoopPoint_GetName(axis->parameter));
    fputs(",\"unit\":", out);
    vlJsonText_Write(out, vlLoopPoint_GetUnit(axis->parameter));
    fputs(",\"values\":[", out);
    for (int i = 0; i < axis->count; ++i) {
        fputs(i > 0 ? "," : "", out);
        writeNumber(out, vlZwidthAxis_At(axis, i));
    }
    fputs("]}", out);
}

// The boundaries of one hand, each as a list over x.
static void writeTheory(FILE* out, const vlZwidthTheory* theory, int count)
{
    static const struct {
        const char* name;
        size_t offset;
    } lines[] = {{"exact", offsetof(vlZwidthTheory, exact)},
                 {"letGo", offsetof(vlZwidthTheory, letGo)},
                 {"gil", offsetof(vlZwidthTheory, gil)},
                 {"colgate", offsetof(vlZwidthTheory, colgate)}};
    fputc('{', out);
    for (int line = 0; line < 4; ++line) {
        fprintf(out, "%s\"%s\":[", line > 0 ? "," : "", lines[line].name);
        for (int i = 0; i < count; ++i) {
            double value;
            memcpy(&value, (const char*)&theory[i] + lines[line].offset, sizeof value);
            fputs(i > 0 ? "," : "", out);
            writeNumber(out, value > 0.0 ? value : (double)NAN);
        }
        fputc(']', out);
    }
    fputc('}', out);
}

static void writeMap(FILE* out, const vlZwidthStudy* study)
{
    const vlZwidthAxis *x = &study->def.x, *y = &study->def.y;
    fputs("{\"device\":", out);
    vlJsonText_Write(out, study->device);
    fprintf(out, ",\"loop\":\"%s\"", vlPointOracle_Name(study->def.oracle));
    writeField(out, "delay", 1e3 * study->def.point.strike.device.motors.delay);
    writeField(out, "period", 1e3 / study->def.point.strike.device.info.rate);
    fprintf(out, ",\"isDelayAssumed\":%s", study->isDelayAssumed ? "true" : "false");
    writeField(out, "table", study->def.point.strike.device.info.maxStiffness);
    writeField(out, "chosenX", study->chosenY > 0.0 ? study->chosenX : (double)NAN);
    writeField(out, "chosenY", study->chosenY > 0.0 ? study->chosenY : (double)NAN);
    writeAxis(out, "x", x);
    writeAxis(out, "y", y);
    fputs(",\"classes\":[", out);
    for (int kind = 0; kind < VL_STRIKE_CLASS_COUNT; ++kind) {
        fputs(kind > 0 ? "," : "", out);
        vlJsonText_Write(out, vlZwidthStudy_ClassText(study, (vlStrikeClass)kind));
    }
    fputs("],\"hands\":[", out);
    for (int hand = 0; hand < study->handCount; ++hand) {
        int points = x->count * y->count;
        fputs(hand > 0 ? ",{\"name\":" : "{\"name\":", out);
        vlJsonText_Write(out, vlPointHand_Name(study->hands[hand]));
        fputs(",\"kinds\":[", out);
        for (int i = 0; i < points; ++i) {
            fprintf(out, "%s%d", i > 0 ? "," : "",
                    (int)study->outcomes[hand * points + i].strike.kind);
        }
        fputs("],\"theory\":", out);
        writeTheory(out, &study->theory[hand * x->count], x->count);
        fputc('}', out);
    }
    fputs("]}\n", out);
}

// False if the query does not fit this map.
static bool takePoint(const vlZwidthStudy* study, const vlMapQuery* query, vlZwidthDef* def)
{
    int hand = query->hand >= 0.0 && query->hand < study->handCount ? (int)query->hand : -1;
    if (hand < 0 || !(query->delay >= 0.0 && 1e-3 * query->delay <= LONGEST_DELAY)) {
        return false;
    }
    *def = study->def;
    def->point.hand = study->hands[hand];
    def->point.strike.device.motors.delay = 1e-3 * query->delay;
    return true;
}

static bool answerTheory(FILE* out, const vlZwidthStudy* study, const vlMapQuery* query)
{
    vlZwidthDef def;
    vlZwidthTheory theory[VL_MAX_ZWIDTH_GRID];
    bool isGood = takePoint(study, query, &def) && def.y.parameter == vlLoopPoint_Find("kc");
    for (int i = 0; i < study->def.x.count && isGood; ++i) {
        isGood = vlZwidth_GetTheory(&def, vlZwidthAxis_At(&def.x, i), def.y.from, 1.5 * def.y.to,
                                    &theory[i]) == VL_OK;
    }
    if (isGood) {
        writeTheory(out, theory, def.x.count);
    }
    return isGood;
}

typedef struct Trace {
    FILE *handle, *force;
    bool isFirst;
} Trace;

static void watch(void* user, double time, double handle, double force)
{
    Trace* trace = user;
    (void)time;
    fputs(trace->isFirst ? "" : ",", trace->handle);
    fputs(trace->isFirst ? "" : ",", trace->force);
    writeNumber(trace->handle, 1e3 * handle);
    writeNumber(trace->force, force);
    trace->isFirst = false;
}

// Simulates one strike. For a map of the linear model, which has no strikes, the whole loop runs.
static bool runStrike(const vlZwidthDef* def, const vlMapQuery* query, Trace* trace,
                      vlPointOutcome* outcome, char* message, size_t size)
{
    vlLoopPoint point = def->point;
    vlPointOracle oracle = def->oracle == VL_ORACLE_LINEAR ? VL_ORACLE_VOLAR : def->oracle;
    if (vlLoopPoint_Set(&point, def->x.parameter, query->x, message, size) != VL_OK ||
        vlLoopPoint_Set(&point, def->y.parameter, query->y, message, size) != VL_OK) {
        return false;
    }
    point.strike.approach = def->approaches[0];
    point.strike.duration =
        fmax(point.strike.duration, vlLoopPoint_GetLeastDuration(&point, oracle));
    point.strike.watch = watch;
    point.strike.user = trace;
    return vlLoopPoint_Run(&point, oracle, outcome, message, size) == VL_OK;
}

static bool answerStrike(FILE* out, const vlZwidthStudy* study, const vlMapQuery* query)
{
    vlTextOut handleText, forceText;
    char message[256] = "no memory";
    vlPointOutcome outcome;
    vlZwidthDef def;
    if (!takePoint(study, query, &def)) {
        return false;
    }
    Trace trace = {vlTextOut_Open(&handleText), vlTextOut_Open(&forceText), true};
    bool isRun = trace.handle != NULL && trace.force != NULL &&
                 runStrike(&def, query, &trace, &outcome, message, sizeof message);
    char* handle = vlTextOut_Close(&handleText, NULL);
    char* force = vlTextOut_Close(&forceText, NULL);
    if (isRun && handle != NULL && force != NULL) {
        const vlStrikeResult* s = &outcome.strike;
        fprintf(out, "{\"kind\":%d,\"class\":\"%s\"", (int)s->kind, vlStrikeClass_Name(s->kind));
        writeField(out, "radius", outcome.radius);
        writeField(out, "motion", 1e3 * s->motion);
        writeField(out, "ripple", s->ripple);
        writeField(out, "work", 1e3 * s->leastWork);
        writeField(out, "speed", s->speed);
        writeField(out, "step", 1.0 / def.point.strike.device.info.rate);
        fprintf(out, ",\"handle\":[%s],\"force\":[%s]}\n", handle, force);
    } else {
        fputs("{\"refused\":", out);
        vlJsonText_Write(out, message);
        fputs("}\n", out);
    }
    free(handle);
    free(force);
    return true;
}

char* vlZwidthAnswers_Make(void* user, const vlMapQuery* query, size_t* size)
{
    const vlZwidthStudy* study = user;
    vlTextOut answer;
    bool isGood = true;
    FILE* out = vlTextOut_Open(&answer);
    if (out == NULL) {
        return NULL;
    }
    if (strcmp(query->path, "/map.json") == 0) {
        writeMap(out, study);
    } else if (strcmp(query->path, "/theory.json") == 0) {
        isGood = answerTheory(out, study, query);
    } else if (strcmp(query->path, "/strike.json") == 0) {
        isGood = answerStrike(out, study, query);
    } else {
        isGood = false;
    }
    char* text = vlTextOut_Close(&answer, size);
    if (!isGood) {
        free(text);
        text = NULL;
    }
    return text;
}
