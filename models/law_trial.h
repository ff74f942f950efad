// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODELS_LAW_TRIAL_H
#define VOLAR_MODELS_LAW_TRIAL_H

// The two trials by which [C00] compares laws, in the planar world: a block pushed against a wall
// (its Fig. 4), and a peg pushed through a tight hole (its Fig. 7). Experiments, the workbench and
// tests run the same ones.

#include <volar/planar.h>

// A block of 0.1 x 0.06 m and 1 kg, at rest `gap` above a wall, pushed towards it with 5 N.
typedef struct vlDropTrial {
    vlSurface2 surface;
    double step;    // s
    double gap;     // m
    double tilt;    // rad
    double seconds; // of the run
    // NULL, or the preset of a simulated device that holds the block (trial_device.h).
    const char* device;
    // Called after each step if not NULL: time, height of the lowest point above the wall, normal
    // force of all contacts.
    void (*each)(void* user, double time, double height, double force);
    void* user;
} vlDropTrial;

#define VL_DROP_PUSH 5.0

typedef struct vlDropResult {
    double start;   // J, energy at the start: push times gap
    int bounces;    // times that it left the wall
    double first;   // energy after the first bounce over that before
    double mean;    // geometric mean of that ratio over all bounces; 0: no bounce
    double least;   // smallest
    double most;    // largest
    double touched; // s, first contact
    double settled; // s, from then on less than 2% of the energy is left
    double left;    // energy of motion and height in the last half second before 5 s, over `start`
    double end;     // energy after the last bounce, over `start`
    double depth;   // m, deepest
    double peak;    // N, largest normal force
    double given;   // J, by walls, friction and impacts together, in steps in which they gave
    double taken;   // J, in steps in which they took: negative
    double ledgerGap; // the ledger's sum less the kinetic energy, over the ledger's turnover
} vlDropResult;

vlResult vlDropTrial_Run(const vlDropTrial* trial, vlDropResult* result, char* message,
                         size_t messageSize);

// A peg of 2 kg in a hole whose walls press with 2 N on each of its four corners, pushed along the
// hole with (amplitude/2)(1 - cos(2 pi t/1 s)).
typedef struct vlPegTrial {
    vlSurface2 surface;
    double step;      // s
    double amplitude; // N
    double seconds;
    const char* device; // as of vlDropTrial
    // Called after each step if not NULL: time, place along the hole, push, friction on the peg.
    void (*each)(void* user, double time, double place, double push, double friction);
    void* user;
} vlPegTrial;

#define VL_PEG_START 0.1 // m, place at the start
#define VL_PEG_LOAD 2.0  // N on each corner

typedef struct vlPegResult {
    double place;      // m, at the end
    double peak;       // N, largest friction of all corners together
    double back;       // m, largest distance that it sprang back
    double deflection; // m, at the top of the first push
    int slips;         // times that it began to move faster than 20 mm/s
    double jitter;     // m, worst root mean square about a line within 50 ms of a push's end
    double given, taken;
    double ledgerGap;
} vlPegResult;

vlResult vlPegTrial_Run(const vlPegTrial* trial, vlPegResult* result, char* message,
                        size_t messageSize);

#endif
