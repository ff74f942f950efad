// SPDX-License-Identifier: MIT
#ifndef VOLAR_JOINT_SPRING_H
#define VOLAR_JOINT_SPRING_H

// A spring with damper between two points: its constants, and its force at a given motion.

#include "dynamics/element.h"
#include "volar/joint.h"

// One spring may use this share of the explicit limit k step^2 + 2 b step < 4 m, both for k step^2
// / m and for b step / m, with m the effective mass at its points. That leaves room for contacts
// and other springs of the same body.
#define VL_SPRING_SHARE 0.5

typedef struct vlSpring {
    vlElementHead head;
    vlVec3 armA;      // m, from the centre of mass, body axes; a point of the world for the world
    vlVec3 armB;      // m, from the centre of mass, body axes
    vlVec3 velocityA; // m/s, of a world point
    double restLength, stiffness, damping, spinDamping, maxForce;
    vlVec3 lastForce; // on B, of the last implicit step
    // Implicit: the spring is soft compared with the step, so its force is that at the start of the
    // step. Backward Euler would damp a swinging body that symplectic Euler keeps swinging.
    bool isSoft;
    bool isCut; // implicit, within a step: the force is constant, the largest one
    vlVec3 cutForce;
} vlSpring;

// The force at the bodies' `motions`, `later` seconds after the time for which its anchor is given.
// The element acts on B about B's point.
vlForceElement vlSpring_Evaluate(const vlSpring* spring, const vlMotion* motions, double later,
                                 vlSpringReport* report);

// The same for the implicit integrator, over a step of `step` seconds: about B's point; a force
// above the largest one is scaled down to it, with its slope (the secant).
vlImplicitElement vlSpring_Linearise(const vlSpring* spring, const vlMotion* motions, double step);
// The same in the search for a minimum, at the relative velocity `twist` about B's point. The
// spring gives way instead of being cut: with D the slope of the force and F0 the force without a
// limit, it is stretched less by delta, so that F = F0 - D delta, delta along F, |F| = most. That
// is the slope of a potential: of the least of what the spring stores and most |delta|.
vlImplicitElement vlSpring_Respond(const vlSpring* spring, const vlMotion* motions, vlTwist twist,
                                   double step);
// True if the element's force at the relative velocity `twist` exceeds the largest one. The spring
// is then cut and must be linearised again.
bool vlSpring_Check(vlSpring* spring, const vlImplicitElement* element, vlTwist twist);
// Where its two ends are.
vlVec3 vlSpring_PointA(const vlSpring* spring, const vlMotion* motions);
vlVec3 vlSpring_PointB(const vlSpring* spring, const vlMotion* motions);
// The report of the element's wrench at the end of the step.
vlSpringReport vlSpring_ReportAt(const vlSpring* spring, const vlMotion* motions, vlWrench applied);

// An upper bound of a point's inverse effective mass over all directions, 1/kg. `arm` is in body
// axes.
double vlSpring_Yield(const vlInertia* inertia, vlVec3 arm);
// The same for both ends together; `inertia` is indexed by body.
double vlSpring_YieldOf(const vlSpring* spring, const vlInertia* inertia);

#endif
