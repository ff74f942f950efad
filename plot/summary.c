// SPDX-License-Identifier: MIT
#include "plot/summary.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/file_out.h"
#include "base/json_text.h"

void vlSummary_Add(vlSummary* summary, const char* name, double value, const char* bound, bool pass)
{
    if (summary->count == VL_MAX_CRITERIA) {
        ++summary->lost;
        return;
    }
    vlCriterion* c = &summary->criteria[summary->count++];
    snprintf(c->name, sizeof c->name, "%s", name);
    snprintf(c->bound, sizeof c->bound, "%s", bound);
    c->value = value;
    c->pass = pass;
}

bool vlSummary_Passes(const vlSummary* summary)
{
    bool hasCriterion = false;
    for (int i = 0; i < summary->count; ++i) {
        hasCriterion = hasCriterion || summary->criteria[i].bound[0] != '\0';
        if (!summary->criteria[i].pass) {
            return false;
        }
    }
    return hasCriterion && summary->lost == 0;
}

static void writeNameAndValue(FILE* out, const vlCriterion* c)
{
    fputs("{\"name\": ", out);
    vlJsonText_Write(out, c->name);
    if (isfinite(c->value)) {
        fprintf(out, ", \"value\": %.10g", c->value);
    } else {
        fputs(", \"value\": null", out);
    }
}

// The criteria with a bound (judged) or without one (reported), as the elements of a JSON array.
static void writeList(const vlSummary* summary, FILE* out, bool judged)
{
    bool isFirst = true;
    for (int i = 0; i < summary->count; ++i) {
        const vlCriterion* c = &summary->criteria[i];
        if ((c->bound[0] != '\0') != judged) {
            continue;
        }
        fputs(isFirst ? "\n    " : ",\n    ", out);
        isFirst = false;
        writeNameAndValue(out, c);
        if (judged) {
            fputs(", \"bound\": ", out);
            vlJsonText_Write(out, c->bound);
            fprintf(out, ", \"pass\": %s", c->pass ? "true" : "false");
        }
        fputc('}', out);
    }
    fputs(isFirst ? "" : "\n  ", out);
}

void vlSummary_WriteJson(const vlSummary* summary, FILE* out)
{
    fputs("{\n  \"experiment\": ", out);
    vlJsonText_Write(out, summary->experiment);
    fprintf(out, ",\n  \"pass\": %s,\n  \"criteria\": [",
            vlSummary_Passes(summary) ? "true" : "false");
    writeList(summary, out, true);
    fputs("],\n  \"reported\": [", out);
    writeList(summary, out, false);
    fputs("]\n}\n", out);
}

bool vlSummary_Save(const vlSummary* summary, const char* path)
{
    vlFileOut out;
    int error = vlFileOut_Open(&out, path);
    if (error == 0) {
        vlSummary_WriteJson(summary, out.stream);
        error = vlFileOut_Commit(&out);
    }
    errno = error;
    return error == 0;
}

void vlSummary_Print(const vlSummary* summary, FILE* out)
{
    int widest = 0;
    for (int i = 0; i < summary->count; ++i) {
        int width = (int)strlen(summary->criteria[i].name);
        widest = width > widest ? width : widest;
    }
    for (int i = 0; i < summary->count; ++i) {
        const vlCriterion* c = &summary->criteria[i];
        bool judged = c->bound[0] != '\0';
        fprintf(out, "  %-4s  %-*s  %12.6g  %s\n",
                !judged   ? "-"
                : c->pass ? "pass"
                          : "FAIL",
                widest, c->name, c->value, judged ? c->bound : "reported");
    }
    if (summary->lost > 0) {
        fprintf(out, "  FAIL  %d more criteria did not fit\n", summary->lost);
    }
}
