// SPDX-License-Identifier: MIT
#ifndef VOLAR_LAW_LAW_ROWS_H
#define VOLAR_LAW_LAW_ROWS_H

// The rows of the table of laws, one file each, and what they share. A new law is a new file with
// its row, a line here and a line in the table of law.c.

#include "volar/law.h"

extern const vlLaw vlWallZoh;
extern const vlLaw vlWallPredictor;
extern const vlLaw vlWallSeh;
extern const vlLaw vlWallCorrected;
extern const vlLaw vlWallHysteretic;
extern const vlLaw vlWallPulse;
extern const vlLaw vlWallPi;
extern const vlLaw vlFrictionClassical;
extern const vlLaw vlFrictionKarnopp;
extern const vlLaw vlFrictionDahl;
extern const vlLaw vlFrictionPad;
extern const vlLaw vlFrictionReset;

#define VL_LAW_COUNT(rows) ((int)(sizeof(rows) / sizeof((rows)[0])))

// A sampled wall stays close to the wall that it samples while the oscillation of the mass on the
// springs of all its contacts turns by at most this angle in a step (rad): w T <= 0.5, w^2 = n K/m
// (T11.9).
#define VL_MAX_SWING 0.5

// Writes why a law is refused; always returns VL_ERROR_UNSTABLE.
vlResult vlLaw_Refuse(char* message, size_t size, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

// w T of n contacts of the stiffness K on the mass.
double vlLaw_Swing(double stiffness, const vlLawLoad* load);

// Window of a wall: w T <= VL_MAX_SWING, and n B T < m for its damper.
vlResult vlLaw_CheckWall(double stiffness, double damping, const vlLawLoad* load, char* message,
                         size_t size);

// Window of a friction law that holds by a spring and a damper, both sampled and held (T11.12):
// K T/2 <= B < 2 m/(n T).
vlResult vlLaw_CheckStick(double stiffness, double damping, const vlLawLoad* load, char* message,
                          size_t size);

// For the rows of walls whose first parameter is their stiffness: that stiffness; the window
// without a damper; and the window with a damper that is the second parameter.
double vlWall_Stiffness(const double* p);
vlResult vlWall_CheckSpring(const double* p, const vlLawLoad* load, char* message, size_t size);
vlResult vlWall_CheckDamped(const double* p, const vlLawLoad* load, char* message, size_t size);

// For the rows of friction laws that never give energy: VL_LAW_LOSES.
vlLawEnergy vlFriction_Loses(const double* p, const vlLawLoad* load);

// The first parameter of most friction laws.
#define VL_FRICTION_KINETIC                                                                        \
    {                                                                                              \
        "kinetic", "", "coefficient while sliding", 0.0, 10.0, 0.25                                \
    }

// The depth that a wall sees: c = max(d, 0).
static inline double vlLaw_Inside(double depth)
{
    return depth > 0.0 ? depth : 0.0;
}

// -1, 0 or 1.
static inline double vlLaw_Sign(double value)
{
    return value > 0.0 ? 1.0 : value < 0.0 ? -1.0 : 0.0;
}

// The sample-estimate-hold depth of [C00] eq. (1) with clamped history (T11.6),
//     2 c_k - 1.5 c_(k-1) + 0.5 c_(k-2),
// from memory[0] = c_(k-1) and memory[1] = c_(k-2), which move on by one sample.
static inline double vlLaw_Estimate(double* memory, double depth)
{
    double c = vlLaw_Inside(depth);
    double estimate = 2.0 * c - 1.5 * memory[0] + 0.5 * memory[1];
    memory[1] = memory[0];
    memory[0] = c;
    return estimate;
}

#endif
