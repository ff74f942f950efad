// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_SCENE_PAIRS_H
#define VOLAR_FORMATION_SCENE_PAIRS_H

// What the annotation of a scene holds.

#include "volar/scene_annotation.h"

#define VL_MAX_BODY_FAULT 256
// Most contact forces of one pair in one step; a step with more is not judged.
#define VL_MAX_PAIR_FORCES 64

// Forces during a state.
typedef struct vlForceSum {
    double total, max; // N
    uint64_t count;
    vlFitTally fit;
} vlForceSum;

typedef struct vlScenePair {
    vlAnnotatedPair bodies;
    vlAnnotator* annotator;
    bool isRound;
    vlMaterialId materialA, materialB;
    double time;    // s, of the last update
    int forceCount; // of the last step, also those that there is no room for
    vlPairForce forces[VL_MAX_PAIR_FORCES];
    vlForceSum state, candidate;
    vlFitTally all;
    vlContactState ended;
    vlStateForce endedForce;
} vlScenePair;

typedef struct vlOutline {
    const vlPolyhedron* polyhedron; // NULL for a body that is left out
    char fault[VL_MAX_BODY_FAULT];  // why
} vlOutline;

struct vlSceneAnnotation {
    int bodyCount;
    vlOutline* bodies;
    int pairCount;
    vlScenePair* pairs;
    int endedCount;
    int* ended;
};

void vlForceSum_Merge(vlForceSum* to, const vlForceSum* from);

#endif
