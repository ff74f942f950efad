// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODELS_TUNED_STRIKES_H
#define VOLAR_MODELS_TUNED_STRIKES_H

// Tests what the tuner finds by strikes through device, renderer and world: slow, fast and very
// fast, by three hands, with a light and a heavy tool, or with the tool of the definition.

#include <volar/tuner.h>

typedef struct vlStrikeTally {
    int strikes, unstable, active;
    double least;   // J, of the hand's work
    double fastest; // m/s, of the handle before it touched
} vlStrikeTally;

// Strikes 18 times, 9 times with the one tool of the definition, and adds to the tally. The force
// is `gain` times that of the coupling; contacts are found once in `ticksPerPacket` ticks, 0: in
// each. False, with a sentence, if a strike cannot be run.
bool vlTunedStrikes_Run(const vlTunerDef* def, const vlTunedCoupling* found, double gain,
                        int ticksPerPacket, vlStrikeTally* tally, char* message,
                        size_t messageSize);

// Both sets of strikes: at the tuned gains nothing may shake or give the hand energy, with 1.5
// times the force nothing may shake. `tally` has both sets, active strikes of the first only.
bool vlTunedStrikes_Try(const vlTunerDef* def, const vlTunedCoupling* found, int ticksPerPacket,
                        vlStrikeTally* tally, char* message, size_t messageSize);

// If contacts are found less often than the device is served, the linear model of the loop says
// nothing: a tool enters a wall that the haptic side does not know yet, and is thrown out of it. So
// this keeps damping and filter of a coupling that was found for one rate and tries rising
// stiffnesses until the strikes fail. `found` becomes the last one that held. VL_ERROR_UNSTABLE,
// with a sentence, if even the softest coupling that strikes can judge fails; VL_ERROR_ARGUMENT if
// a strike cannot be run.
vlResult vlTunedStrikes_Soften(const vlTunerDef* def, int ticksPerPacket, vlTunedCoupling* found,
                               char* message, size_t messageSize);

#endif
