// SPDX-License-Identifier: MIT
#ifndef VOLAR_TUNER_H
#define VOLAR_TUNER_H

// Finds the stiffest virtual coupling that a device holds with a margin, on the linear model of
// stability.h: over the cut-off of the velocity's filter and the damping of the coupling, the
// largest stiffness such that
//
// - the loop stays stable with its force times `margin`, for a hand that has let go, a weak, a
//   relaxed and a tight one, a light and a heavy tool, a soft and a hard wall;
// - the damper turns the counts of the encoder into less noise than half of the device's friction
//   swallows (or 10 mN): bc 3 q cut;
// - the friction of the device stills the tremble of a count: kc <= 2 (c - noise)/q;
// - the damping is at most twice what the device's maker allows, if that is known.
//
// The model is linear, and of one direction at a time: a device that differs by direction is tried
// along each axis. The results were not measured on hardware.

#include "volar/stability.h"

// The hands that a loop is tried with. The relaxed one is the hand of the device.
#define VL_TUNER_HAND_MAP(X)                                                                       \
    X(VL_TUNER_LET_GO, "let go")                                                                   \
    X(VL_TUNER_WEAK, "weak")                                                                       \
    X(VL_TUNER_RELAXED, "relaxed")                                                                 \
    X(VL_TUNER_TIGHT, "tight")

typedef enum vlTunerHand {
#define VL_TUNER_HAND_ENUM(hand, text) hand,
    VL_TUNER_HAND_MAP(VL_TUNER_HAND_ENUM)
#undef VL_TUNER_HAND_ENUM
        VL_TUNER_HAND_COUNT
} vlTunerHand;

// Why the stiffness ends where it does.
typedef enum vlTunerLimit {
    VL_TUNER_MARGIN, // a larger one has less margin
    VL_TUNER_COUNT,  // the friction would not still the tremble of a count
    VL_TUNER_RANGE,  // nothing larger was tried
    VL_TUNER_PASSIVE // a larger one is not passive for any hand
} vlTunerLimit;

typedef struct vlTunerDef {
    vlSimulatedDeviceDef device; // no pantograph; its delay counts
    double margin;               // > 1, at most 100; 1 too if isPassive
    // True: finds the stiffest coupling that gives no net energy in any motion of any hand [CS97],
    // with its force times `margin`, in touch and in the air, instead of one that is stable for the
    // hands above. Not for motors with a bandwidth, for which no such condition is known.
    bool isPassive;
    bool isAngular; // tunes the torque instead of the force
    // Factor on the force of the coupling at the device, 1e-6 .. 1e6; usually 1. In a scene it is
    // force-scale times scale.
    double gain;
    double cut; // Hz, of the velocity's filter, 25 to 400; 0: searched. Force and torque share one
    double toolMass; // kg, of the one tool that is held; 0: tools of 1 g and 100 g are tried
} vlTunerDef;

// For a rotation read N m/rad and N m s/rad. The coupling is rounded down to few digits, so that
// the printed numbers are exactly those that were judged.
typedef struct vlTunedCoupling {
    double stiffness; // N/m, kc, 4 digits
    double damping;   // N s/m, bc, 3 digits
    double cut;       // Hz, of the velocity's filter (VL_VELOCITY_FILTER), whole unless given
    vlTunerLimit limit;
    double noise; // N, of one count through the damper
    // Lowest unstable gain with each hand, the worst of tools and walls; at most 100.
    double margins[VL_TUNER_HAND_COUNT];
    double neededDamping; // N s/m, of the device, to be passive for any hand if its motors have no
                          // bandwidth
    double passiveStiffness; // N/m, up to which it is, with this damping and cut; 0: at none
} vlTunedCoupling;

VL_BEGIN_C

// Margin 2, gain 1.
VL_API vlTunerDef vlDefaultTunerDef(const vlSimulatedDeviceDef* device) VL_REALTIME;
// How a hand grips the device.
VL_API vlSimulatedGrip vlTuner_GetGrip(const vlTunerDef* def, vlTunerHand hand) VL_REALTIME;
VL_API const char* vlTuner_GetHandName(vlTunerHand hand) VL_REALTIME; // never NULL

// Takes about a third of a second. VL_ERROR_ARGUMENT for numbers out of range (`message`, may be
// NULL, says which), VL_ERROR_UNSTABLE if no stiffness meets the margin. Nothing is allocated. The
// same bits with every compiler and C library.
VL_API VL_WARN_UNUSED vlResult vlTuner_Find(const vlTunerDef* def, vlTunedCoupling* found,
                                            char* message, size_t messageSize);

// The same results for a given coupling, whatever its margins are: stiffness (N/m, above 0, cut to
// 4 digits), damping (N s/m) and cut (Hz, 25 to 400). `limit` says what prevents a stiffer one.
VL_API VL_WARN_UNUSED vlResult vlTuner_Measure(const vlTunerDef* def, double stiffness,
                                               double damping, double cut, vlTunedCoupling* found,
                                               char* message, size_t messageSize);

VL_END_C

#endif
