// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_BED_H
#define VOLAR_CONTACT_BED_H

// A contact in one implicit step: the law of contact_law.h at the end of the step, linearised about
// a trial velocity. The footprint does not change during the step. docs/theory/implicit.md.

#include "contact/contact_law.h"
#include "contact/pressure.h"
#include "contact/slip.h"
#include "dynamics/implicit.h"

// A Gauss point of the bed.
typedef struct vlBedPoint {
    vlVec2 p;
    double weight;   // m2
    double depth;    // m, at the start of the step; < 0 over a gap
    double pressure; // Pa, >= 0, at the last trial
    double pull;     // Pa, size of friction's pull at the last linearisation
    double bound;    // N, the pressing force that friction's bound is computed from (patch.h)
    bool isPressing; // in the last linearisation
} vlBedPoint;

// The pressure that friction's bound is computed from (patch.h): linear over the area, or that of
// the points.
typedef struct vlBoundPressure {
    bool isLinear;
    double force;  // N
    vlVec2 moment; // N m, first moment, if linear
    vlVec2 middle; // m, of an impact (bounce.h)
    double reach;  // of an impact: about its middle, part of the footprint
    bool hasHold;  // `hold` is known
    vlSureHold hold;
} vlBoundPressure;

// A force that changes by less than this part of it from solve to solve is settled.
#define VL_BED_STEADY 0.02

// Points of all contacts of a step.
typedef struct vlBedPool {
    vlBedPoint* points;
    int count, capacity;
} vlBedPool;

typedef struct vlBed {
    const vlSurface* surface;
    vlContactLaw law;        // at the end of the step
    bool isIdle;             // neither body can move: there is nothing to do
    bool isExplicit;         // its force is that at the start of the step, whatever moves
    bool isLinear;           // a plain spring and damper that pulls too, without friction
    bool isAlone;            // nothing else acts on its bodies (alone.h)
    bool isHeld;             // a hand holds one of its bodies by a coupling
    bool isNew;              // found in this step
    bool wasSliding;         // at the start of the step
    bool isYielding;         // at its limit: it slides, and hardly moves
    double usedHold;         // then, in the last linearisation: this part of what sticking answers
    bool isDoubtful;         // foreseen, and the last trial changed which points press
    bool isUncertain;        // the same where its springs could pull hard
    bool isCautious;         // friction has the slope of the secant, whatever the speed
    bool isSteady;           // the last solve confirmed mode and pressing force
    bool isSure;             // the last check found that all of it presses and sticks
    bool isPressedBest;      // the rest of its pull cannot be taken off (bed_bound.c)
    int pass;                // of the last linearisation, from 0
    vlFrictionMode mode;     // as of now
    vlFrictionMode usedMode; // in the last linearisation
    vlFrictionMemory before;
    vlTouchMemory touch; // at the start of the step
    vlCarried springs;   // friction's springs at the start of the step
    vlCarried slid;      // the same at the end of a step that slides
    double J;            // m2, tr M / A
    double depth;        // m, mean, at the start of the step
    double leftOffset;   // m, the rest of the offset of the last step
    double grown;        // part of it that presses, < 1 just after first touch (bed_offset.h)
    double force;        // N, normal; friction uses it until a trial gives a better one
    double usedForce;    // N, the same at the last linearisation
    double mostForce;    // N, the most that friction may count on in the next linearisation
    int firstPoint, pointCount; // in the pool; no points: not sampled yet
    bool isWhole;               // linearised with all of the area pressing
    bool isImpact;              // it bounces in this step (restitution.h)
    bool isReleased;            // it would bounce, but the bodies part faster already
    double newton;              // slope of sliding friction: 1 Newton's, 0 the secant
    vlRelative start;           // motion at the start of the step
    vlRelative about;           // motion that the last linearisation is about
    vlAnswer normal;            // response to (g0, gamma): force, moment of pressure
    vlAnswer friction;          // response to (u_t, omega_n): force, moment about the normal
    // In the search for a minimum (patch.h):
    double bounce;         // restitution of an impact (bounce.h)
    double allowed;        // the same as it may be with the friction of the last trial
    bool isPressed;        // it pressed when the bound was last set
    vlVec2 rolled;         // N m, part of the moment that its tilting does not change (T7.9)
    vlBoundPressure bound; // of friction
    vlSlip slip;           // at the last trial, as are the next two
    double push[3];        // N, N m: normal force and moments of the pressure
    double shear[3];       // N, N m: friction and its moment
} vlBed;

// Prepares a contact whose volume is known: chooses its gains and brings its memory to the present
// frame.
void vlBed_Begin(vlBed* bed, vlContact* contact, const vlContactContext* context,
                 const vlContactBody* a, const vlContactBody* b, const vlSurface* surface,
                 const vlFrictionMemory* friction, const vlTouchMemory* touch);

// The next four functions change a bed that has just begun. This one makes it a plain spring and
// damper that can also pull, without friction.
void vlBed_MakeLinear(vlBed* bed);
// The contact's force is known already, and motion in the step does not change it.
void vlBed_MakeExplicit(vlBed* bed);
// Some of the area does not press, so that its points are evaluated from the start.
void vlBed_MakePartial(vlBed* bed);
// All of its springs and dampers, and the contact's gains, become this share of what they are.
void vlBed_Weaken(vlBed* bed, vlContact* contact, double step, double share);

// Linearises the answers about `trial`. `isFirst`: the trial is the motion at the start of the
// step. `isLast`: the state will not be changed again.
void vlBed_Linearise(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                     vlBedPool* pool, const vlRelative* trial, bool isFirst, bool isLast);
// The two answers of a contact as an element in the world.
void vlBed_WriteLine(const vlContact* contact, const vlAnswer* normal, const vlAnswer* friction,
                     vlImplicitElement* line);

// Whether the linearisation does not hold at `trial`; the state is then changed. It may wait for
// the next step unless the bodies bounce, or stick together with more than their weight.
vlAgain vlBed_Check(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                    vlBedPool* pool, const vlRelative* trial);

// After the last solve (bed_bound.c): the coefficient that holds for friction as it was linearised,
// and whether its force exceeds that times the normal force.
double vlBed_FrictionNow(const vlBed* bed);
bool vlBed_SlipsBeyond(const vlBed* bed, const vlRelative* trial);

// The three forces of each of the two answers.
typedef enum vlBedPart { VL_BED_NEITHER = -1, VL_BED_NORMAL, VL_BED_FRICTION } vlBedPart;

// Which of the two answers is more than the contact can exert at `trial`. The normal one, if the
// contact pulls or presses beside its footprint and this may still be changed; friction, if its
// force and moment exceed what the normal force allows. With `isForceOnly` only the force of
// friction is tested.
vlBedPart vlBed_Exceeds(const vlBed* bed, const vlContact* contact, const vlBedPool* pool,
                        const vlRelative* trial, bool isForceOnly);
// The changes `more` of the three forces that bring the normal answer to the nearest possible one,
// and friction to `aim` times its bound, if one unit of each force changes the motion by
// `response`.
void vlBed_PressAgain(vlBed* bed, const vlContact* contact, const vlRelative* trial,
                      const vlRelative response[3], double more[3]);
void vlBed_TakeBack(const vlBed* bed, const vlBedPool* pool, const vlRelative* trial,
                    const vlRelative response[3], bool isForceOnly, double aim, double more[3]);

// Adds a change to the three forces of an answer.
void vlBed_Change(vlBed* bed, vlBedPart part, const double more[3]);

// Work of one contact in one step, J.
typedef struct vlContactWork {
    double springs, dampers, friction;
} vlContactWork;

// The motion is final: `end` at the end of the step, `mean` over it. Fills the contact's forces and
// memories.
vlContactWork vlBed_Finish(vlBed* bed, vlContact* contact, const vlContactContext* context,
                           const vlRelative* end, const vlRelative* mean, vlTouchMemory* touch);

// The functions below are shared by the files of the bed. This one samples the footprint, once a
// step.
void vlBed_Sample(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                  vlBedPool* pool);
// Pressures at a trial, 0 where a point would pull. Returns true if no point would.
bool vlBed_Press(const vlBed* bed, const vlBedPool* pool, const vlRelative* trial);
// Before the first trial friction uses the force of the last step, distributed like the depth.
void vlBed_PressAsBefore(const vlBed* bed, const vlBedPool* pool);
// The pressures are scaled down so that they add up to no more than `most`, N.
void vlBed_PressAtMost(const vlBed* bed, const vlBedPool* pool, double most);
// The same integrals as vlContactLaw_Press, over the points that press. Points over a gap wider
// than `gap`, m, are dampers.
vlAnswer vlBed_SumNormal(const vlBed* bed, const vlBedPool* pool, const vlRelative* trial,
                         double gap);
// The motion at which a sliding contact is expected at the end of the step, if it changes as in the
// last step.
vlRelative vlBed_Expect(const vlBed* bed, const vlContact* contact);
// The response of friction about `bed->about`; needs points unless it sticks (bed_friction.c).
vlAnswer vlBed_LineariseFriction(vlBed* bed, const vlContact* contact,
                                 const vlContactContext* context, const vlBedPool* pool);
// True if friction's state does not hold at `trial` for the pressures at the points; it is then
// changed. Also notes where sliding leaves the springs.
bool vlBed_CheckFriction(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                         const vlBedPool* pool, const vlRelative* trial);

#endif
