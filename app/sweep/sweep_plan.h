// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_SWEEP_PLAN_H
#define VOLAR_APP_SWEEP_PLAN_H

// What a sweep file asks for (docs/sweeps.md): many runs of a loop, a scene or an experiment. The
// numbers of a run follow from its index alone, so that any run can be computed anywhere.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <volar/base.h>

#define VL_MAX_SWEEP_AXES 8
#define VL_MAX_SWEEP_COLUMNS 32
#define VL_MAX_SWEEP_SETS 32
#define VL_MAX_SWEEP_VALUES 256
#define VL_MAX_SWEEP_NAME 96
#define VL_MAX_SWEEP_POINTS 1000000000u

typedef enum vlSweepSpacing {
    VL_SWEEP_GRID,      // evenly from `from` to `to`
    VL_SWEEP_LOG,       // in geometric progression
    VL_SWEEP_VALUES,    // as listed
    VL_SWEEP_RANDOM,    // evenly at random, by a hash of the index
    VL_SWEEP_RANDOM_LOG // evenly at random in the logarithm
} vlSweepSpacing;

typedef struct vlSweepAxis {
    char name[VL_MAX_SWEEP_NAME];
    int line;
    vlSweepSpacing spacing;
    double from, to;
    int count; // 1 for a random axis
    double values[VL_MAX_SWEEP_VALUES];
} vlSweepAxis;

typedef struct vlSweepSetting {
    char name[VL_MAX_SWEEP_NAME];
    char value[VL_MAX_SWEEP_NAME];
    int line;
} vlSweepSetting;

typedef struct vlSweepPlan vlSweepPlan;

// How a run ended. What has no result is kept like a result, because it would have none again.
typedef enum vlSweepOutcome {
    VL_SWEEP_DONE,
    VL_SWEEP_NO_RESULT, // it cannot be run or judged at this point
    VL_SWEEP_CANNOT     // no memory, or a file cannot be read or written: it may work another time
} vlSweepOutcome;
vlSweepOutcome vlSweepOutcome_Of(vlResult result);

// A kind of subject: what is run at each point.
typedef struct vlSweepTarget {
    const char* kind; // its key in a sweep file: "loop", "scene", "experiment"
    // The hash, gone on with by what the file of the subject contains: results from before it was
    // changed are those of another sweep. NULL: there is no such file.
    uint64_t (*hashFile)(const char* subject, uint64_t hash);
    // Prepares the subject and checks that the names of axes, settings and columns exist. NULL on
    // failure, with a sentence; `line` is the line of the file that the sentence is about, 0: none.
    void* (*open)(const vlSweepPlan* plan, const char* folder, char* message, size_t size,
                  int* line);
    // One run: a number for each column, or a sentence.
    vlSweepOutcome (*run)(void* subject, const vlSweepPlan* plan, const double* values,
                          double* columns, char* message, size_t size);
    // The word for a value of a column; NULL: the value is a number; "": the column cannot have it.
    // May be NULL: all values are numbers.
    const char* (*word)(const vlSweepPlan* plan, int column, double value);
    void (*close)(void* subject);
} vlSweepTarget;

struct vlSweepPlan {
    const char* path;
    const vlSweepTarget* target;
    char subject[VL_MAX_SWEEP_NAME]; // name of device, scene or experiment
    int subjectLine;
    char oracle[16], hand[16]; // of a loop
    double seconds;            // of a scene
    uint64_t seed;
    uint64_t draws; // runs at each point of the grid, for random axes
    uint64_t chunk; // runs that are written together
    int axisCount, settingCount, columnCount;
    vlSweepAxis axes[VL_MAX_SWEEP_AXES];
    vlSweepSetting settings[VL_MAX_SWEEP_SETS];
    char columns[VL_MAX_SWEEP_COLUMNS][VL_MAX_SWEEP_NAME];
    int columnLine;
    uint64_t points; // runs in all
    uint64_t hash;   // of everything above that decides the numbers, and of their order; and of
                     // the subject's file
};

// Reads a sweep file. False, with a sentence that names file and line.
bool vlSweepPlan_Read(const char* path, const vlSweepTarget* const* targets, int targetCount,
                      vlSweepPlan* plan, char* message, size_t size);
// The values of all axes at a point.
void vlSweepPlan_GetValues(const vlSweepPlan* plan, uint64_t index, double* values);

#endif
