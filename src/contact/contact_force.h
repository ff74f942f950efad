// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_CONTACT_H
#define VOLAR_CONTACT_CONTACT_H

// A contact: the volume two pieces share, and the wrench that springs, dampers and friction spread
// over its area exert. docs/theory/contact_force.md.

#include "collide/volume.h"
#include "dynamics/element.h"
#include "volar/contact.h"

#define VL_STANDARD_GRAVITY 9.80665 // m/s2

// What friction remembers of a contact from step to step. All zero means that it never touched.
typedef struct vlFrictionMemory {
    vlVec3 slip;   // r: extension of the tangential springs at `origin`, m, world
    double twist;  // theta: their rotation about the normal, rad
    vlVec3 origin; // contact origin and normal that these refer to
    vlVec3 normal;
    vlFrictionMode mode;
    bool idle;       // touching but not pressed at the last evaluation
    bool isExtended; // `slip` and `twist` include the motion of the step that made them
} vlFrictionMemory;

// What pressure remembers, mostly for the implicit integrator. All zero means that it never
// touched.
typedef struct vlTouchMemory {
    double normalForce; // N, at the end of the last step
    double springForce; // N, the part of it that the springs exert; for the explicit integrator the
                        // springs of all of its side of a union, were they as deep
    double stiffness;   // N/m, kN of the last step; for the explicit integrator what was asked for
    vlVec3 push;        // N, on B, the whole force of the last step if the bodies did overlap
    double offset;      // m: depth that no work was done for, fading
    vlVec3 slideChange; // m/s, by which the sliding velocity changed in the last step; 0: sticking
    double spinChange;  // rad/s, the same about the normal
    vlVec3 slideEnd;    // m/s, the sliding velocity at the end of the last step; 0: sticking
    double spinEnd;     // rad/s, the same about the normal
    bool isTouching;
    bool isPartial;  // some of the area did not press
    bool hasBounced; // `offset` is that of an impact since the bodies touched (restitution.h)
    bool isYielding; // at the limit of sticking
} vlTouchMemory;

// Stiffness and damping of one contact in one step.
typedef struct vlGains {
    double kN, bN, kS, bS;
    double inverseMassN; // of the pair at the origin along the normal, 1/kg
    double inverseMassT; // largest tangential one
    // r of (T7.9): the answer to tilting leaves out this part of what the footprint follows by
    // rolling on.
    double rolling;
    bool isLimited; // stiffness was lowered to the explicit limit
} vlGains;

// One touching pair of pieces in one evaluation.
typedef struct vlContact {
    vlElementHead head;
    uint32_t pair;           // index in the list of near pairs
    uint64_t key;            // of that pair; stays the same when the list is made again
    double groupArea;        // m2, of all contacts of this union with similar normals
    double size;             // L: smaller bounding radius of the two pieces, m
    bool isRound;            // one of the pieces has facets that stand for a round surface
    vlContactVolume volume;  // world
    vlFrictionMemory memory; // after this evaluation
    vlGains gains;
    // For the explicit integrator: a body that forces move takes part, and the springs have not
    // pressed yet; it did; a body was placed since the last step;
    // one that forces move was, so that it made no way to where it is.
    bool canBounce, hasBounced, isPlaced, hasJumped;
    double withheld;    // m, the depth that does not press
    double springForce; // N, with which the springs of all of its side of a union would press
    double stiffness;   // N/m, asked for
    double springForceBefore, stiffnessBefore; // the same in the last step
    double normalForce;                        // N
    vlVec2 centreOfPressure;                   // contact frame
    vlVec3 frictionForce;                      // N, on B
    double frictionTorque;                     // N m, on B about the normal
    vlWrench wrench;                           // on B about volume.origin
    bool isPoint;                              // computed by a law of one point (point_law.h)
} vlContact;

// One of the two bodies as a contact sees it.
typedef struct vlContactBody {
    const vlMotion* motion;
    double inverseMass;
    vlMat3 inverseInertiaW;
    const vlTwist* given; // part of its velocity that it got after it moved here; NULL: none
} vlContactBody;

typedef struct vlContactContext {
    const vlContactOptions* options;
    const vlVolumePool* pool;
    double step;     // s, of the integrator: sets the stability limits
    double impact;   // m/s, speed of approach above which restitution acts (restitution.h)
    double gravity;  // m/s2
    double elapsed;  // s, since the friction memory was made
    double heaviest; // kg, of the bodies of the world that forces move
} vlContactContext;

// Relative motion of B against A at the contact origin.
typedef struct vlRelative {
    double normal;  // g0 = n . u, > 0: separating
    vlVec2 tilt;    // gamma: n . u(p) = g0 + gamma . p
    vlVec2 tangent; // u_t in the contact frame
    double spin;    // omega_n
} vlRelative;

// From the velocity of B relative to A at the origin and the relative angular velocity.
static inline vlRelative vlRelative_Of(const vlContactVolume* v, vlVec3 u, vlVec3 w)
{
    vlRelative r;
    r.normal = vlDot(v->normal, u);
    // n . (w x p) = p . (n x w), written out in the contact frame.
    r.tilt.x = -vlDot(v->e2, w);
    r.tilt.y = vlDot(v->e1, w);
    r.tangent.x = vlDot(v->e1, u);
    r.tangent.y = vlDot(v->e2, u);
    r.spin = vlDot(v->normal, w);
    return r;
}

// Fills gains, forces, wrench and the new memory of `contact` from the old one. `load` is the
// number of contacts on the busier of the two bodies, a union counting as one. `canBounce`,
// `isPlaced`, `hasJumped`, `withheld` and the two values before of the contact must be set.
void vlContact_Evaluate(vlContact* contact, const vlContactContext* context, const vlContactBody* a,
                        const vlContactBody* b, const vlSurface* surface, double load,
                        const vlFrictionMemory* before);

#endif
