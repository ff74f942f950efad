// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_FIT_H
#define VOLAR_FORMATION_FIT_H

// Does a formation account for the forces between two bodies? Two measures answer that, for any
// engine that reports its contact forces. The residual is the part of the wrench that no forces
// within friction cones at the named contacts can give. The unexplained force is the sum of normal
// forces at places, or along normals, where no contact is named. What a force has that its own
// contact cannot give (friction beyond its bound) is reported separately.
// docs/theory/formations.md, "Fit", defines all of these and their bounds.

#include "volar/annotation.h"

// A step is judged if the normal forces of the pair exceed this, N.
#define VL_FIT_LEAST_FORCE 0.02
// Footprints that reach no farther than this beyond the regions of their contacts, in radii of the
// smaller body, are narrow: if what presses there were moved onto the regions, its torque would
// change by at most 5%.
#define VL_FIT_NARROW 0.05
// Bins of the residual's distribution in a tally, four to an octave from 2^-20 upwards.
#define VL_FIT_BINS 80

// One contact force of an engine, as it acts on A.
typedef struct vlPairForce {
    vlWrench wrench;    // N and N m, world; the torque is about `origin`
    vlVec3 origin;      // world
    vlVec3 point;       // world, centre of pressure
    vlVec3 normal;      // world, unit, from B to A
    double normalForce; // N
    double depth;       // m, of the penetration
} vlPairForce;

// All shares are from 0 to 1.
typedef struct vlFormationFit {
    double normalForce; // N, sum of all
    double plain;       // residual, a share of the wrench, with forces at the contacts' regions
    // The same with forces also where faces at a touching element are beyond the contact's plane,
    // as they are when bodies go into each other.
    double footprint;
    double reach; // how far footprints go beyond regions, in radii of the smaller body
    // What no contact that presses can give, as a share of the normal force: friction beyond its
    // bound, and torque about axes in the contact plane at the centre of pressure. Both residuals
    // leave it out, because no name can account for it.
    double beyond;
    double unexplained; // share of the normal force that is on no named contact
    int worst;          // which force is the largest of these; -1: none
} vlFormationFit;

// The fits of many steps.
typedef struct vlFitTally {
    uint64_t steps;  // judged: steady, with a force and a name
    uint64_t narrow; // of them: with narrow footprints
    // How many of the narrow steps had a plain residual of at least 2%, or at least 5%; how many of
    // all judged steps had a residual with footprints of at least 1%, or at least 5%, more than 5%
    // of the force unexplained, or more than 1% of it beyond what the contact can give.
    uint64_t plainAbove2, plainAbove5, footprintAbove1, footprintAbove5, unexplained, beyond;
    uint64_t unsteady;  // steps with a force and a name just after a change, or in an impact
    uint64_t unnamed;   // steps with a force and no name
    uint64_t forceless; // steps with a name and no force
    // Largest residuals: plain with narrow footprints, plain with others, with footprints, and with
    // footprints in unsteady steps.
    double plainMax, widePlainMax, footprintMax, unsteadyMax;
    double beyondMax;
    double unexplainedSum, unexplainedMax; // shares
    double worstTime;                      // s, of the largest unexplained share
    vlPairForce worst;                     // the force that was on no contact then
    uint32_t bins[VL_FIT_BINS];            // of the residual with footprints
} vlFitTally;

VL_BEGIN_C

// Compares forces with the contacts of the identifier's last call; they must belong to the poses of
// that call. `friction` is the larger of the pair's two coefficients. All shares are 0 without a
// force; the residuals are 1 without a contact.
VL_API void vlIdentifier_GetFit(vlIdentifier* identifier, const vlPairForce* forces, int count,
                                double friction, vlFormationFit* fit) VL_REALTIME;
// The same for the annotator's last update.
VL_API void vlAnnotator_GetFit(vlAnnotator* annotator, const vlPairForce* forces, int count,
                               double friction, vlFormationFit* fit) VL_REALTIME;
// Has the name of the contacts been the same for 20 ms, and do the bodies approach or leave each
// other by less than 5 mm/s, at the contacts and where forces act? Only such steps are judged.
VL_API bool vlAnnotator_IsSteady(const vlAnnotator* annotator, const vlPairForce* forces,
                                 int count) VL_REALTIME;

// Counts one step, at `time` (s). `forces` are those of the fit; `isNamed` says whether the
// formation has contacts. A tally begins as {0}.
VL_API void vlFitTally_Add(vlFitTally* tally, const vlFormationFit* fit, const vlPairForce* forces,
                           bool isNamed, bool isSteady, double time) VL_REALTIME;
// Adds what another tally counted.
VL_API void vlFitTally_Merge(vlFitTally* tally, const vlFitTally* more) VL_REALTIME;
// The residual with footprints that `fraction` of the judged steps do not exceed, to a bin's width
// (19%); 0 if no step was judged.
VL_API double vlFitTally_GetQuantile(const vlFitTally* tally, double fraction) VL_REALTIME;
// Are the residuals within their bounds, which are for contacts of 1e4 to 1e6 N/m? For bodies with
// plane faces, the residual with footprints must be below 5% in all steps and below 1% in 99.8% of
// them, and the plain residual, where footprints are narrow, below 5% in all of those steps and
// below 2% in 99% of them. For round bodies, the residual with footprints must be below 5% in 99.9%
// of the steps.
VL_API bool vlFitTally_IsResidualGood(const vlFitTally* tally, bool isRound) VL_REALTIME;
// Is more than 5% of the force unexplained in at most 1.5% of the steps?
VL_API bool vlFitTally_IsForceExplained(const vlFitTally* tally) VL_REALTIME;

VL_END_C

#endif
