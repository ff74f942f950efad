// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_LINKAGE_H
#define VOLAR_MODEL_LINKAGE_H

// Rods on hinges about y, hanging from the origin and let go at rest, with their exact periods: a
// pendulum, a double pendulum, and a parallelogram of four bars, whose ground is the world. Also a
// top that turns about a fixed point.

#include <volar/volar.h>

#define VL_MAX_LINKAGE_RODS 3

typedef enum vlLinkageKind {
    VL_LINKAGE_ROD,
    VL_LINKAGE_DOUBLE,  // one rod below the other
    VL_LINKAGE_FOUR_BAR // two hanging rods that carry a level one
} vlLinkageKind;

typedef struct vlLinkageDef {
    vlLinkageKind kind;
    double length;    // m, of each rod
    double thickness; // m, of its square section
    double mass;      // kg, of each rod
    double angle;     // rad, from hanging down, towards x
} vlLinkageDef;

typedef struct vlLinkage {
    int rods;
    vlBodyId rod[VL_MAX_LINKAGE_RODS]; // the first one hangs from the origin
    int joints;
    vlJointId joint[VL_MAX_LINKAGE_RODS + 1];
} vlLinkage;

VL_WARN_UNUSED vlResult vlModel_AddLinkage(vlWorld* world, const vlLinkageDef* def,
                                           vlLinkage* linkage);

// The angle of the first rod from straight down, rad.
VL_WARN_UNUSED vlResult vlLinkage_GetAngle(const vlWorld* world, const vlLinkage* linkage,
                                           double* angle);

// The exact period of the single rod and of the four bars, s, at the amplitude `def->angle`, under
// `gravity` m/s2.
double vlLinkage_Period(const vlLinkageDef* def, double gravity);

// A box on a ball joint at the origin that precesses without nodding.
typedef struct vlHeavyTopDef {
    double width;     // m, across its axis
    double thickness; // m, along its axis
    double mass;      // kg
    double arm;       // m, from the joint to the centre of mass
    double tilt;      // rad, of its axis from the vertical
    double spin;      // rad/s, about its axis
} vlHeavyTopDef;

// The rate at which its axis goes round, rad/s: the slower of the two possible ones; 0 if it spins
// too slowly for that.
double vlHeavyTop_Precession(const vlHeavyTopDef* def, double gravity);

VL_WARN_UNUSED vlResult vlModel_AddHeavyTop(vlWorld* world, const vlHeavyTopDef* def,
                                            double gravity, vlBodyId* top);

#endif
