// SPDX-License-Identifier: MIT
// Prints contact states as text, as a table and as JSON, and compares two lists of them.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/annotate/state_list.h"
#include "app/cli/exit_status.h"
#include "app/cli/say.h"

// Durations of a state are reported if they differ by more than this share of the longer one and by
// more than this time, s.
#define SHARE_LIMIT 0.3
#define TIME_LIMIT 0.1

void vlStateList_PrintFaults(const vlStateList* list, FILE* to)
{
    for (int i = 0; i < list->faultCount; ++i) {
        vlSay(to, "left out: %s\n", list->faults[i]);
    }
}

void vlStateList_PrintText(const vlStateList* list)
{
    int pair = -1;
    int contacts = 0;
    for (int i = 0; i < list->count; ++i) {
        const vlListedState* s = &list->states[i];
        if (s->pair != pair) {
            pair = s->pair;
            vlSay(stdout, i > 0 ? "\n%s and %s\n" : "%s and %s\n", list->pairs[pair].a,
                  list->pairs[pair].b);
            vlSay(stdout, "     from s       ms     force  slides  free    fit  how\n");
        }
        bool isFree = strcmp(s->text, "free") == 0;
        contacts += isFree ? 0 : 1;
        vlSay(stdout, "  %9.3f %8.0f ", s->from, 1e3 * (s->until - s->from));
        if (isFree) {
            vlSay(stdout, "%10s %6s ", "", "");
        } else {
            if (list->hasForces) {
                vlSay(stdout, "%8.3g N ", s->force.max);
            } else {
                vlSay(stdout, "%10s ", "");
            }
            vlSay(stdout, "%5.0f%% ", 100.0 * s->slides);
        }
        vlSay(stdout, "%5d ", s->freedoms);
        if (s->force.fit.steps > 0) {
            vlSay(stdout, "%5.1f%% ", 100.0 * s->force.fit.footprintMax);
        } else {
            vlSay(stdout, "%6s ", "");
        }
        vlSay(stdout, " %-8s %s\n", s->motion, s->text);
    }
    vlSay(stdout, "\n%d state%s in contact of %d", contacts, contacts == 1 ? "" : "s", list->count);
    if (list->steps > 0) { // a table does not say how many
        vlSay(stdout, ", %llu steps", (unsigned long long)list->steps);
    }
    vlSay(stdout, "\n");
    if (list->hasForces) {
        vlStateList_PrintFit(list, stdout);
    }
    vlStateList_PrintFaults(list, stdout);
}

// A field of a table: in quotes, which are doubled within.
static void printField(const char* text)
{
    vlSay(stdout, "\"");
    for (const char* at = text; *at != '\0';) {
        const char* quote = strchr(at, '"');
        int length = quote != NULL ? (int)(quote - at) : (int)strlen(at);
        vlSay(stdout, "%.*s%s", length, at, quote != NULL ? "\"\"" : "");
        at += length + (quote != NULL ? 1 : 0);
    }
    vlSay(stdout, "\"");
}

void vlStateList_PrintCsv(const vlStateList* list)
{
    vlSay(stdout, "a,b,from_s,to_s,contacts,motion,gained,lost,freedoms,slides,force_mean_N,"
                  "force_max_N,deepest_m,residual_max,unexplained_max\n");
    for (int i = 0; i < list->count; ++i) {
        const vlListedState* s = &list->states[i];
        printField(list->pairs[s->pair].a);
        vlSay(stdout, ",");
        printField(list->pairs[s->pair].b);
        vlSay(stdout, ",%.9g,%.9g,", s->from, s->until);
        printField(s->text);
        vlSay(stdout, ",%s,%d,%d,%d,%.4g,%.9g,%.9g,%.9g,%.4g,%.4g\n", s->motion, s->gained, s->lost,
              s->freedoms, s->slides, s->force.mean, s->force.max, s->deepest,
              s->force.fit.footprintMax, s->force.fit.unexplainedMax);
    }
}

// Escaped as JSON wants it; control characters do not come through vlSay.
static void printQuoted(const char* text)
{
    vlSay(stdout, "\"");
    for (; *text != '\0'; ++text) {
        vlSay(stdout, "%s%.1s", *text == '"' || *text == '\\' ? "\\" : "", text);
    }
    vlSay(stdout, "\"");
}

static void printFit(const vlFitTally* fit)
{
    vlSay(stdout,
          ",\"residual\":{\"steps\":%llu,\"p50\":%.4g,\"p99\":%.4g,\"max\":%.4g,"
          "\"plain\":%.4g},\"beyond\":%.4g,\"unexplained\":{\"mean\":%.4g,\"max\":%.4g}",
          (unsigned long long)fit->steps, vlFitTally_GetQuantile(fit, 0.5),
          vlFitTally_GetQuantile(fit, 0.99), fit->footprintMax, fit->plainMax, fit->beyondMax,
          fit->steps > 0 ? fit->unexplainedSum / (double)fit->steps : 0.0, fit->unexplainedMax);
}

// Prints a state without its closing bracket, because its forces follow. A state from a table has
// only the text of its contacts.
static void printOpenState(const vlListedState* s)
{
    if (s->json != NULL) {
        vlSay(stdout, "%.*s", (int)strlen(s->json) - 1, s->json);
        return;
    }
    vlSay(stdout, "{\"from\":%.9g,\"to\":%.9g,\"text\":", s->from, s->until);
    printQuoted(s->text);
    vlSay(stdout, ",\"freedoms\":%d,\"motion\":", s->freedoms);
    printQuoted(s->motion);
    vlSay(stdout, ",\"gained\":%d,\"lost\":%d,\"stick\":%.4g,\"deepest\":%.9g", s->gained, s->lost,
          1.0 - s->slides, s->deepest);
}

void vlStateList_PrintJson(const vlStateList* list, const vlAnnotateOptions* options)
{
    vlSay(stdout,
          "{\"volar-annotation\":1,\"recording\":{\"scene-hash\":\"%016llx\",\"steps\":%llu,"
          "\"step\":%.9g},\"parameters\":{\"eps\":%.9g,\"rel\":%.9g,\"angle\":%.9g,"
          "\"in-of-radius\":%.9g,\"dwell\":%.9g},\"solids\":[%s],\"pairs\":[",
          (unsigned long long)list->sceneHash, (unsigned long long)list->steps, list->step,
          options->gap, list->settings.relative, list->settings.angle, VL_DEFAULT_INSIDE,
          options->dwell, list->solids != NULL ? list->solids : "");
    int pair = -1;
    for (int i = 0; i < list->count; ++i) {
        const vlListedState* s = &list->states[i];
        if (s->pair != pair) {
            vlSay(stdout, "%s{\"a\":", pair >= 0 ? "]}," : "");
            pair = s->pair;
            printQuoted(list->pairs[pair].a);
            vlSay(stdout, ",\"b\":");
            printQuoted(list->pairs[pair].b);
            vlSay(stdout, ",\"states\":[");
        } else {
            vlSay(stdout, ",");
        }
        printOpenState(s);
        vlSay(stdout, ",\"force\":{\"mean\":%.9g,\"max\":%.9g}", s->force.mean, s->force.max);
        printFit(&s->force.fit);
        vlSay(stdout, "}");
    }
    vlSay(stdout, "%s]}\n", pair >= 0 ? "]}" : "");
}

// ---- comparison ----

static int statesOf(const vlStateList* list, int pair, vlStateRow* rows)
{
    int count = 0;
    for (int i = 0; i < list->count; ++i) {
        const vlListedState* s = &list->states[i];
        if (s->pair == pair) {
            rows[count++] = (vlStateRow){s->from, s->until, s->text};
        }
    }
    return count;
}

static int findPair(const vlStateList* list, const vlListedPair* pair)
{
    for (int i = 0; i < list->pairCount; ++i) {
        if (strcmp(list->pairs[i].a, pair->a) == 0 && strcmp(list->pairs[i].b, pair->b) == 0) {
            return i;
        }
    }
    return -1;
}

// Prints and counts the pairs of `x` that `y` does not have.
static int countMissing(const vlStateList* x, const vlStateList* y, const char* which)
{
    int missing = 0;
    for (int i = 0; i < x->pairCount; ++i) {
        if (findPair(y, &x->pairs[i]) < 0) {
            vlSay(stdout, "%s and %s: touch in the %s only\n", x->pairs[i].a, x->pairs[i].b, which);
            ++missing;
        }
    }
    return missing;
}

// Reports states of the same name, at the same place in both sequences, whose durations differ.
static void noteDurations(const vlStateRow* p, int np, const vlStateRow* q, int nq)
{
    if (np != nq || np == 0) {
        return;
    }
    double all = p[np - 1].until - p[0].from;
    double others = q[nq - 1].until - q[0].from;
    for (int i = 0; i < np && all > 0.0 && others > 0.0; ++i) {
        double x = p[i].until - p[i].from;
        double y = (q[i].until - q[i].from) * all / others;
        if (strcmp(p[i].text, q[i].text) == 0 && fabs(x - y) > TIME_LIMIT &&
            fabs(x - y) > SHARE_LIMIT * fmax(x, y)) {
            vlSay(stdout, "  at %.3f s: '%s' lasts %.0f ms in one and %.0f ms in the other\n",
                  p[i].from, p[i].text, 1e3 * x, 1e3 * y);
        }
    }
}

int vlStateList_Diff(const char* program, const vlStateList* x, const vlStateList* y)
{
    size_t most = (size_t)(x->count > y->count ? x->count : y->count) + 1;
    vlStateRow* rows = malloc(2 * most * sizeof(vlStateRow));
    vlResult r = rows != NULL ? VL_OK : VL_ERROR_MEMORY;
    int different = countMissing(x, y, "first") + countMissing(y, x, "second");
    for (int i = 0; i < x->pairCount && r == VL_OK; ++i) {
        int other = findPair(y, &x->pairs[i]);
        if (other < 0) {
            continue;
        }
        int np = statesOf(x, i, rows);
        int nq = statesOf(y, other, rows + most);
        double distance = 0.0;
        r = vlStateRow_Compare(rows, np, rows + most, nq, &distance);
        if (r == VL_OK) {
            bool isSame = distance < VL_SAME_PROCESS;
            vlSay(stdout, "%s and %s: %d and %d states, distance %.2f, %s\n", x->pairs[i].a,
                  x->pairs[i].b, np, nq, distance, isSame ? "the same process" : "DIFFERENT");
            different += isSame ? 0 : 1;
            noteDurations(rows, np, rows + most, nq);
        }
    }
    free(rows);
    if (x->pairCount + y->pairCount == 0) {
        vlSay(stdout, "no bodies touch in either: there is nothing to compare\n");
        different = 1;
    }
    if (r != VL_OK) {
        vlSay(stderr, "%s: %s\n", program, vlResult_Text(r));
        return VL_EXIT_FAILED;
    }
    return different == 0 ? VL_EXIT_OK : VL_EXIT_FAILED;
}
