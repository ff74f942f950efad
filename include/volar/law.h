// SPDX-License-Identifier: MIT
#ifndef VOLAR_LAW_H
#define VOLAR_LAW_H

// Laws of one contact along one direction: walls, which push out what went in, and dry friction,
// which holds what would slide. A law is a row of a table: its name, its parameters with their
// ranges, how much it remembers, for which steps and masses it is stable, and the function that
// computes its force once per sample. Laws know neither bodies nor worlds. The planar world
// (planar.h) uses them in its contacts, and any loop of your own can use them alone:
//
//     vlLawChoice wall = vlLaw_Choose(vlLaw_Find("seh"));
//     vlLawState memory = {{0.0}};
//     for (...) {
//         vlLawInput sample = {.position = depth, .velocity = speedInwards, .step = 0.001};
//         force = vlLaw_Evaluate(&wall, &memory, &sample).force;
//     }
//
// A law of your own is a vlLaw that you fill in; docs/workbench.md shows one. docs/theory/planar.md
// derives the windows and says what each law does with energy.

#include "volar/base.h"

#define VL_MAX_LAW_PARAMETERS 10
#define VL_MAX_LAW_MEMORY 10

typedef enum vlLawFamily {
    VL_LAW_WALL,    // pushes along the normal: force >= 0
    VL_LAW_FRICTION // acts along the tangent, either way
} vlLawFamily;

// What a law does with the energy of a mass without friction of its own, within its window.
typedef enum vlLawEnergy {
    VL_LAW_LOSES,   // takes energy in every loop: what bounces comes to rest
    VL_LAW_KEEPS,   // marginally passive: takes a little or nothing, never gives
    VL_LAW_DEPENDS, // takes energy from large motions and gives some to small ones
    VL_LAW_GIVES    // gives energy: what bounces bounces higher
} vlLawEnergy;

// One parameter of a law. `least` and `most` belong to the range.
typedef struct vlLawParameter {
    const char* name;  // e.g. "stiffness"
    const char* unit;  // e.g. "N/m"; "" for a number
    const char* about; // a few words
    double least, most, usual;
} vlLawParameter;

// One sample of a contact. The samples of one contact come one after the other, `step` apart. A
// wall gets samples before the contact too, with position <= 0, as long as the two are near.
typedef struct vlLawInput {
    double position; // m. Wall: depth, > 0 inside. Friction: place along the tangent
    double velocity; // m/s. Wall: > 0 further inwards. Friction: velocity of sliding
    double load;     // N, >= 0. Friction: the normal force that presses the two together. Wall: 0
    double step;     // s, > 0
} vlLawInput;

typedef struct vlLawOutput {
    double force; // N. Wall: push outwards, >= 0. Friction: on what slides, along the tangent
    bool slips;   // friction only: the contact slips in this sample
} vlLawOutput;

// What a law remembers of one contact. All zeros: it has felt nothing yet. Whoever keeps the state
// sets it to zero when a contact begins; a friction law does so itself while its load is zero.
typedef struct vlLawState {
    double memory[VL_MAX_LAW_MEMORY];
} vlLawState;

// The conditions that a law has to work in, for the check of its window.
typedef struct vlLawLoad {
    double step;  // s
    double mass;  // kg, felt by one contact in the law's direction
    int contacts; // contacts that act on that mass at once
    double force; // N, largest normal force of one contact; used by friction laws; 0: unknown
} vlLawLoad;

// A law. All texts and tables belong to whoever made the row and must outlive everything that uses
// it. The functions are pure: the same arguments give the same result, and nothing else is touched.
typedef struct vlLaw {
    const char* name;  // as chosen by users, e.g. "seh"
    const char* title; // as written in tables and figures
    const char* about; // one sentence
    vlLawFamily family;
    int parameterCount; // up to VL_MAX_LAW_PARAMETERS
    const vlLawParameter* parameters;
    int memorySize; // doubles used of vlLawState, up to VL_MAX_LAW_MEMORY
    // Wall only: index of the parameter that is a coefficient of restitution, if a world should
    // treat the beginning of a contact as an impact; -1: there is no impact.
    int restitution;
    // Wall only: also evaluated outside (position <= 0), where it may push one sample early.
    bool isEarly;
    vlLawOutput (*evaluate)(const double* parameters, double* memory, const vlLawInput* input);
    // Wall: the slope of the force at great depth, N/m. Friction: the stiffness of sticking, N/m;
    // 0 if the law does not hold by a spring.
    double (*stiffness)(const double* parameters);
    // What the law does with energy under this load, if `check` accepts it.
    vlLawEnergy (*energy)(const double* parameters, const vlLawLoad* load);
    // Is the law stable under this load? VL_OK, or VL_ERROR_UNSTABLE with a sentence that names the
    // window. NULL: always.
    vlResult (*check)(const double* parameters, const vlLawLoad* load, char* message,
                      size_t messageSize);
} vlLaw;

// A law with its parameters, for everything that uses laws. `law` NULL: no law, no force.
typedef struct vlLawChoice {
    const vlLaw* law;
    double parameter[VL_MAX_LAW_PARAMETERS];
} vlLawChoice;

VL_BEGIN_C

// The laws of the library in a fixed order, walls first.
VL_API int vlLaw_GetCount(void) VL_REALTIME;
// The i-th, 0 <= i < vlLaw_GetCount; NULL beyond.
VL_API const vlLaw* vlLaw_Get(int i) VL_REALTIME;
// The law of this name; NULL if there is none.
VL_API const vlLaw* vlLaw_Find(const char* name) VL_REALTIME;

// The law with its usual parameters. NULL gives no law.
VL_API vlLawChoice vlLaw_Choose(const vlLaw* law) VL_REALTIME;
// Sets a parameter by its name. VL_ERROR_ARGUMENT, with nothing changed, if the law has no such
// parameter or the value is outside its range; `message` (may be NULL) says which there are or what
// the range is.
VL_API VL_WARN_UNUSED vlResult vlLaw_Set(vlLawChoice* choice, const char* name, double value,
                                         char* message, size_t messageSize);
// The parameter of this name, or `otherwise` if the law has none.
VL_API double vlLaw_GetParameter(const vlLawChoice* choice, const char* name,
                                 double otherwise) VL_REALTIME;
// Are all parameters and the load in their ranges (VL_ERROR_ARGUMENT), and is the law in its stable
// window for this load (VL_ERROR_UNSTABLE)? `message` (may be NULL) names what was found and the
// range or window. A choice without a law is VL_OK.
VL_API VL_WARN_UNUSED vlResult vlLaw_Check(const vlLawChoice* choice, const vlLawLoad* load,
                                           char* message, size_t messageSize);
// Computes the force of this sample and advances the memory by one sample. Finite for finite input.
// A choice without a law gives no force.
VL_API vlLawOutput vlLaw_Evaluate(const vlLawChoice* choice, vlLawState* state,
                                  const vlLawInput* input) VL_REALTIME;
// vlLaw.stiffness of the choice, 0 without a law.
VL_API double vlLaw_GetStiffness(const vlLawChoice* choice) VL_REALTIME;
// vlLaw.energy of the choice under a load; VL_LAW_KEEPS without a law.
VL_API vlLawEnergy vlLaw_GetEnergy(const vlLawChoice* choice, const vlLawLoad* load) VL_REALTIME;

// For a wall of your own whose force is a function of depth alone: holds the force that such a wall
// would have on average over the coming step, corrected by what the last step held too much or too
// little, so that sampling gives no energy. `force` returns N for a depth > 0 in m; memory[0] to
// memory[3] are used. Set vlLaw.isEarly with it. The wall law "corrected" is this with a spring.
VL_API double vlLaw_PredictCorrect(double (*force)(const double* parameters, double depth),
                                   const double* parameters, double* memory,
                                   const vlLawInput* input) VL_REALTIME;

VL_END_C

#endif
