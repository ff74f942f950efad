// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_SAMPLE_LAW_H
#define VOLAR_CONTACT_SAMPLE_LAW_H

// Contact of surfaces by samples: every sample near the other body is a spring that starts at the
// contact distance, with one friction bristle, and all samples of a pair of bodies are one element
// of the implicit step. docs/theory/mesh_contact.md (T13.4) to (T13.8).

#include "dynamics/implicit.h"

// One sample in a step. Vectors are in the world frame, from A towards B.
typedef struct vlSamplePoint {
    vlVec3 point;     // m, where its force acts
    vlVec3 normal;    // unit
    vlVec3 bristle;   // m, r: how far B's side was dragged along A's, in the tangent plane
    double gap;       // m, at the predicted poses
    double press;     // m, s: contact distance less gap
    double withheld;  // m, the part of s that no work was done for (minimum of a step only)
    double stiffness; // N/m, k
    double area;      // m2
    double force;     // N, f: at the last trial; at first that of the last step
    double bound;     // N, the force that friction's bound is computed from (likewise)
    double scale;     // sigma: part of the bristle's force that acts; 1: it sticks
    int32_t sample;
    bool isOnB;      // the sample is one of B's surface, otherwise of A's
    bool isPressing; // f > 0 at the last trial
    bool isInLine;   // the last line has it
    bool isSlipping; // the friction limit was reached in the last step
} vlSamplePoint;

typedef struct vlSampleFriction {
    double sticking, sliding; // coefficients
} vlSampleFriction;

// What a pair's samples exert together, after a step.
typedef struct vlSampleSums {
    vlVec3 normalForce;   // N, on B
    vlVec3 frictionForce; // N, on B
    double pressing;      // N, sum of the sizes of all normal forces
    vlVec3 centre;        // m, of the pressure
    double area;          // m2, of the pressing samples; of both sides together
    double stiffness;     // N/m, of the pressing samples
    double leastGap;      // m, at the predicted poses
    double frictionWork;  // J, at the mean velocities
    double energy;        // J, stored in springs and bristles
    int pressingCount;
    int slippingCount;
} vlSampleSums;

// The line of all samples about `origin`, between bodies with these velocities (B relative to A, at
// the origin): `start` at the start of the step, `trial` in the last pass.
vlImplicitElement vlSamples_Linearise(vlSamplePoint* points, int count, vlVec3 origin, double step,
                                      vlSampleFriction friction, vlTwist start, vlTwist trial);

// Forces at `trial`. Returns true if they differ from those that the line was made of by so much
// that the pass must be repeated.
bool vlSamples_Check(vlSamplePoint* points, int count, vlVec3 origin, double step,
                     vlSampleFriction friction, vlTwist start, vlTwist trial);

// The same in the search for the minimum of a step: the wrench at `trial` and its slope. Returns by
// which part of the forces friction's bound differs from the one that was used.
double vlSamples_Respond(vlSamplePoint* points, int count, vlVec3 origin, double step,
                         vlSampleFriction friction, vlTwist start, vlTwist trial, vlBoundUse bound,
                         vlImplicitElement* line);

// The step has ended with the velocities `after`: bristles move on. `mean`: of the velocities
// before and after it.
vlSampleSums vlSamples_Finish(vlSamplePoint* points, int count, vlVec3 origin, double step,
                              vlSampleFriction friction, vlTwist start, vlTwist after,
                              vlTwist mean);

#endif
