// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODELS_LOOP_POINT_H
#define VOLAR_MODELS_LOOP_POINT_H

// One point of a stability map: a device, a hand, a coupling, a tool and a wall. Every number can
// be set by its name, and the point is judged by one of three oracles: the exact linear model, a
// simple loop over time, or renderer and world as in a simulation.

#include <volar/stability.h>

#include "models/strike_model.h"

typedef enum vlPointHand {
    VL_POINT_LOOSE, // the hand of the device
    VL_POINT_TIGHT,
    VL_POINT_FREE, // let go; in oracles that run over time a steady force pushes the handle
    VL_POINT_HANDS
} vlPointHand;

typedef enum vlPointOracle {
    VL_ORACLE_LINEAR, // stability.h
    VL_ORACLE_SIMPLE, // plain_loop.h
    VL_ORACLE_VOLAR,  // strike_model.h
    VL_ORACLES
} vlPointOracle;

typedef struct vlLoopPoint {
    vlStrikeDef strike; // its packets are set from the number below
    double contactRate; // Hz, at which contacts are found; 0: in every tick
    vlPointHand hand;
} vlLoopPoint;

typedef struct vlPointOutcome {
    // The linear model sets only `kind`: RESTS if passive for any hand, ACTIVE if stable, else
    // UNSTABLE.
    vlStrikeResult strike;
    double radius; // of the linear model of the same loop
    // N s/m, of the device, with which the point would be passive for any hand; NAN: not computed
    double neededDamping;
} vlPointOutcome;

// As vlStrike_Default, held loosely.
vlLoopPoint vlLoopPoint_Default(const vlSimulatedDeviceDef* device);

// The parameters. The index of a name ("coupling.stiffness") or its short form ("kc"), -1 if no
// parameter has it; then name, unit and meaning by index, NULL beyond the last.
int vlLoopPoint_Find(const char* name);
const char* vlLoopPoint_GetName(int parameter);
const char* vlLoopPoint_GetShortName(int parameter); // "" if it has none
const char* vlLoopPoint_GetUnit(int parameter);
double vlLoopPoint_Get(const vlLoopPoint* point, int parameter);
// VL_ERROR_ARGUMENT, with a sentence, if the value is out of the parameter's range.
vlResult vlLoopPoint_Set(vlLoopPoint* point, int parameter, double value, char* message,
                         size_t messageSize);

const char* vlPointHand_Name(vlPointHand hand);       // "loose", "tight", "free"
const char* vlPointOracle_Name(vlPointOracle oracle); // "linear", "simple", "volar"

// The linear model of this point.
vlResult vlLoopPoint_MakeLoop(const vlLoopPoint* point, vlLoop* loop);
// The shortest run that this oracle can judge, s; 0 for the linear one.
double vlLoopPoint_GetLeastDuration(const vlLoopPoint* point, vlPointOracle oracle);
// Judges the point; the radius is always found. The linear model calls a stable point ACTIVE;
// vlLoopPoint_FindPassive, which takes longer, finds whether it is passive. VL_ERROR_ARGUMENT, with
// a sentence, for numbers that do not fit together and for runs that are too short to be judged.
vlResult vlLoopPoint_Run(const vlLoopPoint* point, vlPointOracle oracle, vlPointOutcome* outcome,
                         char* message, size_t messageSize);
// Finds the damping with which the point would be passive for any hand, and sets RESTS if the
// device has it. For outcomes of the linear model. VL_ERROR_ARGUMENT if this is not known: motors
// with a bandwidth, or a velocity that the device measures.
vlResult vlLoopPoint_FindPassive(const vlLoopPoint* point, vlPointOutcome* outcome);

#endif
