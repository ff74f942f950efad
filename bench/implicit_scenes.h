// SPDX-License-Identifier: MIT
#ifndef VOLAR_BENCH_IMPLICIT_SCENES_H
#define VOLAR_BENCH_IMPLICIT_SCENES_H

// The scenes of the benchmark of the implicit integrator: walls, a stack under a tool, an insect, a
// chain and a heap of boxes.

#include "models/chain_model.h"
#include "models/insect_model.h"

#define VL_MAX_BENCH_BODIES 128

// A scene to be measured. `drive` (may be NULL) is called before the step that begins at `time` and
// moves tool or joints.
typedef struct vlBenchScene {
    const char* name;
    int n;            // bricks, boxes, links or legs
    double step;      // s
    double stiffness; // N/m, of contacts
    double settle;    // s, simulated before the first sample
    int samples;      // steps measured
    vlResult (*build)(struct vlBenchScene* scene);
    vlResult (*drive)(struct vlBenchScene* scene, double time);
    // Written by `build`.
    vlWorld* world;
    vlBodyId bodies[VL_MAX_BENCH_BODIES]; // dynamic ones
    int bodyCount;
    vlBodyId tool;
    vlChain chain;
    vlInsectDef insectDef;
    vlInsect insect;
} vlBenchScene;

// `n` bricks at `step` with contacts of `stiffness`.
vlBenchScene vlBenchScene_Wall(const char* name, int n, double step, double stiffness);
// 8 slabs on top of each other. A kinematic tool comes down on the topmost one, rubs it in a circle
// and leaves it, twice a second.
vlBenchScene vlBenchScene_Stack(void);
// A walking insect.
vlBenchScene vlBenchScene_Insect(void);
// A chain of 30 links that swings from the horizontal.
vlBenchScene vlBenchScene_Chain(void);
// 80 rotated boxes that fall in layers, measured for 2.5 s from `settle` on; they are at rest from
// 3.5 s on.
vlBenchScene vlBenchScene_Heap(const char* name, double settle);

#endif
