// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_SHOW_H
#define VOLAR_TESTS_SHOW_H

// A scene of scenes/ in motion, for tests of what its header promises. Every function fails the
// running test on an error.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stage.h"
#include "test.h"
#include "volar/simulation.h"

#define VL_DEGREE (VL_PI / 180.0)

typedef struct vlShow {
    vlScene* scene;
    vlSimulation* simulation;
    vlWorld* world;
    vlVec3* start; // centre of every body, by its place in the scene
} vlShow;

// Opens scenes/<name>.yaml with overrides as of --set.
static inline vlShow vlShow_OpenSets(const char* name, const char* const* sets, int setCount)
{
    vlShow show;
    char path[512], message[256] = "";
    static vlFileErrors errors; // 10 kB: not for the stack
    const char* root = getenv("VOLAR_SOURCE_DIR");
    vlSceneOptions options = {.sets = sets, .setCount = setCount};
    (void)snprintf(path, sizeof path, "%s/scenes/%s.yaml", root != NULL ? root : ".", name);
    if (vlScene_Read(path, &options, &show.scene, &errors) != VL_OK) {
        fail_msg("%s:%d:%d: %s", errors.item[0].file, errors.item[0].line, errors.item[0].column,
                 errors.item[0].message);
    }
    if (vlSimulation_Create(show.scene, &show.simulation, message, sizeof message) != VL_OK) {
        fail_msg("%s: %s", path, message);
    }
    show.world = vlSimulation_GetWorld(show.simulation);
    int count = vlScene_GetBodyCount(show.scene);
    show.start = malloc((size_t)count * sizeof *show.start);
    assert_non_null(show.start);
    for (int i = 0; i < count; ++i) {
        show.start[i] = vlStage_CentreOf(show.world, vlSimulation_GetBody(show.simulation, i));
    }
    return show;
}

// The same with one override, or none for NULL.
static inline vlShow vlShow_Open(const char* name, const char* set)
{
    return vlShow_OpenSets(name, &set, set != NULL ? 1 : 0);
}

// During the run no contact may have been left out and no body frozen.
static inline void vlShow_Close(vlShow* show)
{
    vlStepInfo info = vlWorld_GetStepInfo(show->world);
    assert_int_equal(info.frozenBodies, 0);
    assert_int_equal(info.droppedPairs, 0);
    assert_int_equal(info.droppedContacts, 0);
    free(show->start);
    vlSimulation_Destroy(show->simulation);
    vlScene_Destroy(show->scene);
}

static inline double vlShow_Time(const vlShow* show)
{
    return vlWorld_GetStepInfo(show->world).time;
}

static inline void vlShow_Step(vlShow* show)
{
    assert_int_equal(vlSimulation_Step(show->simulation), VL_OK);
}

// Runs until the simulation has reached that time.
static inline void vlShow_RunTo(vlShow* show, double time)
{
    double half = 0.5 * vlWorld_GetStep(show->world);
    while (vlShow_Time(show) < time - half) {
        vlShow_Step(show);
    }
}

static inline int vlShow_Place(const vlShow* show, const char* name)
{
    int place = vlScene_FindBody(show->scene, name);
    if (place < 0) {
        fail_msg("there is no body %s", name);
    }
    return place;
}

static inline vlBodyId vlShow_Body(const vlShow* show, const char* name)
{
    return vlSimulation_GetBody(show->simulation, vlShow_Place(show, name));
}

static inline vlVec3 vlShow_Centre(const vlShow* show, const char* name)
{
    return vlStage_CentreOf(show->world, vlShow_Body(show, name));
}

static inline vlTwist vlShow_Twist(const vlShow* show, const char* name)
{
    return vlStage_TwistOf(show->world, vlShow_Body(show, name));
}

// Angle of the body's z axis from the vertical, rad.
static inline double vlShow_Tilt(const vlShow* show, const char* name)
{
    return vlModel_Tilt(vlStage_PoseOf(show->world, vlShow_Body(show, name)).q);
}

// Distance of a body's centre from where it started, m.
static inline double vlShow_Moved(const vlShow* show, const char* name)
{
    return vlLength(vlSub(vlShow_Centre(show, name), show->start[vlShow_Place(show, name)]));
}

// The largest such distance over all bodies whose name begins like that ("" for all).
static inline double vlShow_MostMoved(const vlShow* show, const char* beginning)
{
    double most = 0.0;
    for (int i = 0; i < vlScene_GetBodyCount(show->scene); ++i) {
        const char* name = vlScene_GetBody(show->scene, i)->name;
        if (strncmp(name, beginning, strlen(beginning)) == 0) {
            most = fmax(most, vlShow_Moved(show, name));
        }
    }
    return most;
}

// From now on distances are measured from the current places.
static inline void vlShow_Mark(vlShow* show)
{
    for (int i = 0; i < vlScene_GetBodyCount(show->scene); ++i) {
        show->start[i] = vlStage_CentreOf(show->world, vlSimulation_GetBody(show->simulation, i));
    }
}

#endif
