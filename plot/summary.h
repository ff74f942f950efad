// SPDX-License-Identifier: MIT
#ifndef VOLAR_PLOT_SUMMARY_H
#define VOLAR_PLOT_SUMMARY_H

// The outcome of an experiment: its criteria with measured value, bound and verdict, and values
// that are only reported. Written as JSON for machines and as an aligned table for people.

#include <stdbool.h>
#include <stdio.h>

#define VL_MAX_CRITERIA 256

typedef struct vlCriterion {
    char name[96];
    char bound[48]; // for people, e.g. "<= 0.005"; empty: reported only
    double value;
    bool pass; // true if only reported
} vlCriterion;

typedef struct vlSummary {
    const char* experiment;
    int count;
    int lost; // criteria that did not fit; such a summary never passes
    vlCriterion criteria[VL_MAX_CRITERIA];
} vlSummary;

// `bound` empty: the value is reported, not judged.
void vlSummary_Add(vlSummary* summary, const char* name, double value, const char* bound,
                   bool pass);

// True if every criterion passes and there is at least one.
bool vlSummary_Passes(const vlSummary* summary);

// {"experiment", "pass", "criteria": [{"name", "value", "bound", "pass"}], "reported": [{"name",
// "value"}]}; a value that is not finite becomes null.
void vlSummary_WriteJson(const vlSummary* summary, FILE* out);
// False if the file could not be written; errno says why.
bool vlSummary_Save(const vlSummary* summary, const char* path);

// One line per criterion: verdict, name, value, bound.
void vlSummary_Print(const vlSummary* summary, FILE* out);

#endif
