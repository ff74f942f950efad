// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_GEARS_H
#define VOLAR_MODEL_GEARS_H

// Two equal gears side by side on upright axles, and a cube that can be lowered onto both, as in
// [HS04] Figure 20. A gear is a flat prism with one convex piece for each tooth, with involute
// flanks. The prism is higher than the teeth on both sides, so that the cube rubs only on the
// prism. The cube slides up and down on a rail that keeps the gears from carrying it away.

#include <volar/volar.h>

#define VL_MAX_TEETH 32

typedef struct vlGearsDef {
    int teeth;              // 8 .. VL_MAX_TEETH
    double module;          // m, pitch diameter over teeth
    double pressureAngle;   // rad
    double play;            // rad, by which one gear can turn while the other stands still
    double toothHeight;     // m, along the axle
    double hubHeight;       // m, along the axle; more than the teeth's
    double mass;            // kg, of a gear
    double torque;          // N m, of the motor on the right gear at standstill
    double freeSpeed;       // rad/s, at which its torque is 0
    double cubeSize;        // m
    double cubeMass;        // kg
    double rise;            // m, of the cube above the gears at the start
    double lift;            // N, that holds the cube up there
    double railDamping;     // N s/m
    double bearingFriction; // N m, dry, of an axle: keeps the driven gear on the flank
    double gearFriction;    // between the gears
    double cubeFriction;    // between cube and gears
    double stiffness;       // N/m, of every contact
} vlGearsDef;

typedef struct vlGears {
    vlBodyId left, right, cube;
    vlJointId leftHinge, rightHinge;
    vlJointId rail; // axis 0: height of the cube above its start, m; its motor lifts it
} vlGears;

// 12 teeth, module 10 mm, 25 degrees (fewer than 17 teeth would be undercut at 20), play 2 degrees,
// 0.04 N m at rest, free at 6 rad/s; a cube of 0.2 kg and 100 mm, 10 mm above.
vlGearsDef vlGears_Default(void);

// Distance between the axles, m.
double vlGears_AxleDistance(const vlGearsDef* def);
// From a gear's axle to the flat sides of its prism, on which the teeth stand, m.
double vlGears_HubApothem(const vlGearsDef* def);

// The corners of one tooth, seen from above, which points along x from the axle at the origin;
// returns their number.
#define VL_TOOTH_CORNERS 14
int vlGears_Tooth(const vlGearsDef* def, double x[VL_TOOTH_CORNERS], double y[VL_TOOTH_CORNERS]);

// Adds gears, cube and joints: upper sides of the gears at z = 0, axles at x = +-AxleDistance/2.
// Makes two materials.
VL_WARN_UNUSED vlResult vlModel_AddGears(vlWorld* world, const vlGearsDef* def, vlGears* gears);

// Lowers or lifts the cube.
VL_WARN_UNUSED vlResult vlGears_Lift(vlWorld* world, const vlGearsDef* def, const vlGears* gears,
                                     bool isUp);

#endif
