// SPDX-License-Identifier: MIT
#ifndef VOLAR_HEART_RANDOM_SCENE_H
#define VOLAR_HEART_RANDOM_SCENE_H

// A random scene: 4 to 19 boxes, hulls, prisms, bars and unions are thrown about in a closed box.
// Whatever they are, they must not gain energy, leave the box, stay deeper in each other than
// their forces explain, or move for ever.

#include <stdint.h>
#include <volar/volar.h>

#define VL_MOST_THROWN 19

typedef struct vlRandomSceneDef {
    uint64_t seed;
    vlIntegrator integrator;
    double step;      // s
    double stiffness; // N/m, or VL_AUTO
    double seconds;   // simulated, and as long as friction needs to stop what slides, unless
                      // everything rests before
} vlRandomSceneDef;

// What a scene did. The verdicts are its faults.
typedef struct vlRandomSceneReport {
    bool isBroken;    // it could not be built, or a body left the range of numbers
    bool gainsEnergy; // kinetic and potential energy were above those of the start
    bool isOutside;   // a centre of mass was outside of the box
    bool isDeep;      // something was deep at the end and did not press accordingly
    bool isRestless;  // something still moved when time was over
    int bodies;
    double friction;   // of all pairs
    double gain;       // largest energy over that of the start
    double gainTime;   // s, when it was largest
    double depth;      // m, largest in any step of the end, of the step where it is least
    double depthBound; // m, above which `depth` is a fault
    int wedged;        // contacts at the end that are deep and press accordingly
    double speed;      // m/s, largest of any point of a body at the end
    double time;       // s, simulated
    long steps, passes, mostPasses, unsettled; // of the solver (vlStepInfo)
    long restSteps, restPasses;                // of these, in the last half second
} vlRandomSceneReport;

// Seed 0: all zero but the first. 5 ms, implicit, automatic stiffness, 10 s.
vlRandomSceneDef vlRandomScene_Default(void);

vlRandomSceneReport vlRandomScene_Run(const vlRandomSceneDef* def);

bool vlRandomScene_IsFaulty(const vlRandomSceneReport* report);

// The verdicts as words, in `text`.
void vlRandomScene_Describe(const vlRandomSceneReport* report, char* text, size_t size);

#endif
