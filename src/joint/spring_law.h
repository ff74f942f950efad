// SPDX-License-Identifier: MIT
#ifndef VOLAR_JOINT_SPRING_H
#define VOLAR_JOINT_SPRING_H

// A spring with damper between two points: its constants, and its force at a given motion.

#include "dynamics/element.h"
#include "volar/joint.h"

// Of stiffness times step^2, and of damping times step, over the effective mass at the points: what
// one spring may take of the explicit limit k step^2 + 2 b step < 4 m, so that contacts and other
// springs of the same body find room beside it.
#define VL_SPRING_SHARE 0.5

typedef struct vlSpring {
    vlElementHead head;
    vlVec3 armA;      // m, from the centre of mass, body axes; world point for the world
    vlVec3 armB;      // m, from the centre of mass, body axes
    vlVec3 velocityA; // m/s, of a world point
    double restLength, stiffness, damping, spinDamping, maxForce;
    vlVec3 lastForce; // on B, of the last implicit step
    // Implicit: soft against the step, so that its force is taken at the start of it. Backward
    // Euler would damp a swinging body that symplectic Euler keeps swinging.
    bool isSoft;
    bool isCut; // implicit, within a step: the force is constant, at its largest
    vlVec3 cutForce;
} vlSpring;

// Force at the bodies' `motions`, `later` seconds after the moment its anchor stands for. The
// element acts on B about B's point.
vlForceElement vlSpring_Evaluate(const vlSpring* spring, const vlMotion* motions, double later,
                                 vlSpringReport* report);

// The same for the implicit integrator, over a step of `step` seconds: about B's point, with a
// force that is cut taken along its secant.
vlImplicitElement vlSpring_Linearise(const vlSpring* spring, const vlMotion* motions, double step);
// Does the element's force at the relative velocity `twist` exceed the largest? Then it is cut: to
// be linearised again.
bool vlSpring_Check(vlSpring* spring, const vlImplicitElement* element, vlTwist twist);
// Where its two ends are.
vlVec3 vlSpring_PointA(const vlSpring* spring, const vlMotion* motions);
vlVec3 vlSpring_PointB(const vlSpring* spring, const vlMotion* motions);
// Report of what the element gave at the end of the step.
vlSpringReport vlSpring_ReportAt(const vlSpring* spring, const vlMotion* motions, vlWrench applied);

// How easily a body's point gives way: the largest inverse effective mass over all directions, at
// most, 1/kg. `arm` in body axes.
double vlSpring_Yield(const vlInertia* inertia, vlVec3 arm);
// The same of both ends together; `inertia` by body.
double vlSpring_YieldOf(const vlSpring* spring, const vlInertia* inertia);

#endif
