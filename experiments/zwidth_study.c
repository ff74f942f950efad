// SPDX-License-Identifier: MIT
#include "experiments/zwidth_study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/power.h"

#define LABEL 64
// The boundaries of theory are searched up to this multiple of the map's largest value.
#define BEYOND 1.5

bool vlZwidthStudy_Create(vlZwidthStudy* study)
{
    size_t columns = (size_t)study->handCount * (size_t)study->def.x.count;
    study->done = 0;
    study->outcomes = calloc(columns * (size_t)study->def.y.count, sizeof *study->outcomes);
    study->columns = calloc(columns, sizeof *study->columns);
    study->theory = calloc(columns, sizeof *study->theory);
    if (study->outcomes == NULL || study->columns == NULL || study->theory == NULL) {
        vlZwidthStudy_Destroy(study);
        return false;
    }
    return true;
}

void vlZwidthStudy_Destroy(vlZwidthStudy* study)
{
    free(study->outcomes);
    free(study->columns);
    free(study->theory);
    study->outcomes = NULL;
    study->columns = NULL;
    study->theory = NULL;
}

int vlZwidthStudy_CountPoints(const vlZwidthStudy* study)
{
    return study->handCount * study->def.x.count * study->def.y.count;
}

vlResult vlZwidthStudy_RunNext(vlZwidthStudy* study, char* message, size_t messageSize)
{
    const vlZwidthAxis *x = &study->def.x, *y = &study->def.y;
    int row = study->done % y->count;
    int column = study->done / y->count % x->count;
    vlZwidthDef def = study->def;
    def.point.hand = study->hands[study->done / (x->count * y->count)];
    vlResult result = vlZwidth_RunPoint(&def, vlZwidthAxis_At(x, column), vlZwidthAxis_At(y, row),
                                        &study->outcomes[study->done], message, messageSize);
    study->done += result == VL_OK;
    return result;
}

static vlResult findTheory(vlZwidthStudy* study, int place)
{
    const vlZwidthAxis *x = &study->def.x, *y = &study->def.y;
    vlZwidthDef def = study->def;
    def.point.hand = study->hands[place / x->count];
    return vlZwidth_GetTheory(&def, vlZwidthAxis_At(x, place % x->count), y->from, BEYOND * y->to,
                              &study->theory[place]);
}

vlResult vlZwidthStudy_Finish(vlZwidthStudy* study)
{
    const vlZwidthAxis *x = &study->def.x, *y = &study->def.y;
    bool hasTheory = y->parameter == vlLoopPoint_Find("kc");
    bool isLinear = study->def.oracle == VL_ORACLE_LINEAR;
    vlStrikeClass kinds[VL_MAX_ZWIDTH_GRID];
    double none = (double)NAN;
    vlResult result = VL_OK;
    for (int i = 0; i < study->handCount * x->count && result == VL_OK; ++i) {
        study->theory[i] = (vlZwidthTheory){none, none, none, none};
        result = hasTheory ? findTheory(study, i) : VL_OK;
        for (int row = 0; row < y->count; ++row) {
            vlStrikeClass* kind = &study->outcomes[i * y->count + row].strike.kind;
            if (isLinear && vlZwidthAxis_At(y, row) <= study->theory[i].colgate) {
                *kind = VL_STRIKE_RESTS;
            }
            kinds[row] = *kind;
        }
        study->columns[i] = vlZwidth_Scan(y, kinds);
    }
    return result;
}

int vlZwidthStudy_FindPeak(const vlZwidthStudy* study, int hand, size_t offset)
{
    int best = 0;
    double most = -HUGE_VAL;
    for (int i = 0; i < study->def.x.count; ++i) {
        double value;
        const vlZwidthColumn* column = &study->columns[hand * study->def.x.count + i];
        memcpy(&value, (const char*)column + offset, sizeof value);
        best = value > most ? i : best;
        most = fmax(most, value);
    }
    return best;
}

const char* vlZwidthStudy_ClassText(const vlZwidthStudy* study, vlStrikeClass kind)
{
    static const char* const ofStrikes[VL_STRIKE_CLASS_COUNT] = {
        "rests", "rests, force ripples", "rests, gave the hand energy", "unstable"};
    static const char* const ofModel[VL_STRIKE_CLASS_COUNT] = {"passive for any hand", "",
                                                               "stable with this hand", "unstable"};
    return study->def.oracle == VL_ORACLE_LINEAR ? ofModel[kind] : ofStrikes[kind];
}

static void drawCells(const vlZwidthStudy* study, vlPanel* panel, int hand)
{
    static const int colours[VL_STRIKE_CLASS_COUNT] = {2, 5, 4, 1};
    const vlZwidthAxis *x = &study->def.x, *y = &study->def.y;
    const vlPointOutcome* outcomes = &study->outcomes[hand * x->count * y->count];
    for (int kind = 0; kind < VL_STRIKE_CLASS_COUNT; ++kind) {
        vlSeries* series = NULL;
        for (int i = 0; i < x->count * y->count; ++i) {
            int column = i % x->count, row = i / x->count; // rows from left to right
            if ((int)outcomes[column * y->count + row].strike.kind != kind) {
                continue;
            }
            if (series == NULL) {
                const char* label = vlZwidthStudy_ClassText(study, (vlStrikeClass)kind);
                series = vlPanel_AddSeries(panel, label, VL_SERIES_CELLS);
                vlSeries_SetColour(series, colours[kind]);
                vlSeries_SetCell(series, vlPower(x->to / x->from, 1.0 / (x->count - 1)),
                                 vlPower(y->to / y->from, 1.0 / (y->count - 1)));
            }
            vlSeries_Add(series, vlZwidthAxis_At(x, column), vlZwidthAxis_At(y, row));
        }
    }
}

// A boundary of theory; a place with no stable stiffness is a gap.
static void drawLine(const vlZwidthStudy* study, vlPanel* panel, int hand, const char* label,
                     size_t offset, vlSeriesStyle style, int colour)
{
    const vlZwidthAxis* x = &study->def.x;
    vlSeries* series = vlPanel_AddSeries(panel, label, style);
    vlSeries_SetColour(series, colour);
    for (int i = 0; i < x->count; ++i) {
        double value;
        memcpy(&value, (const char*)&study->theory[hand * x->count + i] + offset, sizeof value);
        vlSeries_Add(series, vlZwidthAxis_At(x, i), value > 0.0 ? value : (double)NAN);
    }
}

static void drawTheory(const vlZwidthStudy* study, vlPanel* panel, int hand)
{
    const vlZwidthAxis* x = &study->def.x;
    if (study->hands[hand] != VL_POINT_FREE) {
        char label[LABEL];
        (void)snprintf(label, sizeof label, "exact, %s hand", vlPointHand_Name(study->hands[hand]));
        drawLine(study, panel, hand, label, offsetof(vlZwidthTheory, exact), VL_SERIES_LINE, 6);
    }
    drawLine(study, panel, hand, "exact, let go", offsetof(vlZwidthTheory, letGo), VL_SERIES_LINE,
             0);
    drawLine(study, panel, hand, "Gil (linear condition)", offsetof(vlZwidthTheory, gil),
             VL_SERIES_DASHED, 6);
    drawLine(study, panel, hand, "Colgate (passive)", offsetof(vlZwidthTheory, colgate),
             VL_SERIES_DOTTED, 6);
    double table = study->def.point.strike.device.info.maxStiffness;
    if (table > 0.0) {
        vlSeries* series = vlPanel_AddSeries(panel, "table value", VL_SERIES_DASHED);
        vlSeries_SetColour(series, 3);
        vlSeries_Add(series, x->from, table);
        vlSeries_Add(series, x->to, table);
    }
}

static void nameAxis(const vlZwidthAxis* axis, char* text, size_t size)
{
    (void)snprintf(text, size, "%s (%s)", vlLoopPoint_GetName(axis->parameter),
                   vlLoopPoint_GetUnit(axis->parameter));
}

void vlZwidthStudy_Draw(const vlZwidthStudy* study, vlFigure* figure)
{
    const vlZwidthAxis *x = &study->def.x, *y = &study->def.y;
    char xLabel[LABEL], yLabel[LABEL], title[LABEL];
    double halfX = sqrt(vlPower(x->to / x->from, 1.0 / (x->count - 1)));
    double halfY = sqrt(vlPower(y->to / y->from, 1.0 / (y->count - 1)));
    nameAxis(x, xLabel, sizeof xLabel);
    nameAxis(y, yLabel, sizeof yLabel);
    for (int hand = 0; hand < study->handCount; ++hand) {
        bool isFree = study->hands[hand] == VL_POINT_FREE;
        (void)snprintf(title, sizeof title, "%s%s",
                       isFree ? "let go" : vlPointHand_Name(study->hands[hand]),
                       isFree ? "" : " hand");
        vlPanel* panel = vlFigure_AddPanel(figure, &(vlPanelDef){.title = title,
                                                                 .xLabel = xLabel,
                                                                 .yLabel = yLabel,
                                                                 .height = 260.0,
                                                                 .xLog = true,
                                                                 .yLog = true,
                                                                 .xMin = x->from / halfX,
                                                                 .xMax = x->to * halfX,
                                                                 .yMin = y->from / halfY,
                                                                 .yMax = y->to * halfY});
        drawCells(study, panel, hand);
        if (y->parameter == vlLoopPoint_Find("kc")) {
            drawTheory(study, panel, hand);
        }
        if (study->chosenY > 0.0) {
            vlSeries* series =
                vlPanel_AddSeries(panel, "chosen: tuned, margin 2", VL_SERIES_MARKERS);
            vlSeries_SetColour(series, 6);
            vlSeries_Add(series, study->chosenX, study->chosenY);
        }
    }
}
