// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_INSECT_H
#define VOLAR_MODEL_INSECT_H

// A six-legged insect as in [HS04] Figure 18: a thorax, a head on a neck with three angles, and
// legs of three links, femur, tibia and tarsus, with two angles at the groin and one each at knee
// and ankle: 27 angles in all, each held to a target by a spring and damper. It walks in a tripod
// gait: three feet push while the other three are carried forward. x is forward, y left, z up.

#include <volar/volar.h>

#define VL_INSECT_LEGS 6
#define VL_INSECT_LINKS 3 // of a leg
#define VL_INSECT_BODIES (2 + VL_INSECT_LEGS * VL_INSECT_LINKS)
#define VL_INSECT_JOINTS (1 + VL_INSECT_LEGS * VL_INSECT_LINKS)

typedef struct vlInsectDef {
    double thoraxMass, headMass, linkMass; // kg
    vlVec3 thoraxSize, headSize;           // m
    double femur, tibia, tarsus;           // m, lengths of the links
    double thickness;                      // m, of a link
    double spacing;                        // m, from a groin to the next one behind
    double height;                         // m, of the groins above the floor
    double reach;                          // m, from groin to foot, horizontally, when standing
    double spread;             // rad, by which front and rear legs point forward and back
    double stride;             // m, that the body moves in one cycle
    double frequency;          // Hz, cycles
    double duty;               // fraction of a cycle in which a foot is on the floor
    double lift;               // m, by which a foot is raised
    double stiffness, damping; // N m/rad, N m s/rad, of every angle of a leg
    double neckStiffness, neckDamping;
} vlInsectDef;

typedef struct vlInsect {
    vlBodyId thorax, head;
    // Legs front, middle, rear on the left, then on the right.
    vlBodyId link[VL_INSECT_LEGS][VL_INSECT_LINKS];
    vlJointId neck;
    vlJointId joint[VL_INSECT_LEGS][VL_INSECT_LINKS]; // groin, knee, ankle
} vlInsect;

// Angles of a leg, rad, from its standing pose: the groin about the vertical and about the leg's
// horizontal normal, knee and ankle about that normal. A positive angle lifts the links beyond the
// joint.
typedef struct vlLegAngles {
    double yaw, lift, knee, ankle;
} vlLegAngles;

// Thorax 40 g, head 5 g, links 1 g; stride 20 mm, 2 Hz, duty 0.55.
vlInsectDef vlInsect_Default(void);

// Adds an insect that stands on the plane z = 0, its middle above the origin, its joints at their
// targets.
VL_WARN_UNUSED vlResult vlModel_AddInsect(vlWorld* world, const vlInsectDef* def, vlInsect* insect);

// Whether the foot should be on the floor at `time` (s).
bool vlInsect_IsStance(const vlInsectDef* def, int leg, double time);
// The angles that the gait asks of a leg at `time`.
vlLegAngles vlInsect_Angles(const vlInsectDef* def, int leg, double time);
// Sets the targets of all legs for a time.
VL_WARN_UNUSED vlResult vlInsect_Walk(vlWorld* world, const vlInsectDef* def,
                                      const vlInsect* insect, double time);

// The middle of the sole, in the frame of the tarsus.
static inline vlVec3 vlInsect_Sole(const vlInsectDef* def)
{
    return vlVec(0.0, 0.0, -0.5 * def->tarsus);
}

#endif
