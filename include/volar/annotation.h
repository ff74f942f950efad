// SPDX-License-Identifier: MIT
#ifndef VOLAR_ANNOTATION_H
#define VOLAR_ANNOTATION_H

// Annotation finds the sequence of contact states of a pair of bodies from their poses alone, in
// any simulation or recording. A state is a formation (formation.h) that lasted at least the dwell
// time. Each state comes with the motion that led to it, the freedoms that it leaves, and for how
// many of its updates the bodies slid. docs/theory/formations.md explains the rules.

#include "volar/formation.h"

// Longest text of a formation, in bytes with the final NUL.
#define VL_MAX_STATE_TEXT 1024

// How one formation becomes the next [LX].
typedef enum vlTransition {
    VL_TRANSITION_NONE,    // no contact before and none now
    VL_TRANSITION_TOUCH,   // MT1: first contact; several at once if `gained` is above 1
    VL_TRANSITION_KEEP,    // MT2: the same contacts
    VL_TRANSITION_CHANGE,  // MT3: contacts became others at the same place, e.g. a face an edge
    VL_TRANSITION_GAIN,    // MT4: contacts were gained
    VL_TRANSITION_BREAK,   // MT5: contacts were lost
    VL_TRANSITION_SWAP,    // MT4 and MT5 at once
    VL_TRANSITION_RELEASE, // the last contact ended
    VL_TRANSITION_COUNT
} vlTransition;

typedef struct vlContactState {
    double from, until;    // s; `until` of the state that still lasts is the last update's time
    vlFormation formation; // at the beginning of the state
    vlTransition motion;   // that led to the state
    int gained, lost;
    int freedoms;      // 6 when nothing touches
    vlFreedoms free;   // at the beginning of the state
    double deepest;    // m, deepest penetration in all its updates; 0 if there was none
    uint64_t updates;  // in the state
    uint64_t slipping; // updates in which the bodies slid
} vlContactState;

typedef struct vlAnnotatorDef {
    const vlPolyhedron* a; // must outlive the annotator
    const vlPolyhedron* b;
    vlFormationSettings settings;
    double dwell; // s, >= 0: a formation that lasts less is not a state
} vlAnnotatorDef;

typedef struct vlAnnotator vlAnnotator;

// A state as text, for comparison.
typedef struct vlStateRow {
    double from, until; // s
    const char* text;   // as vlFormation_GetText writes it
} vlStateRow;

VL_BEGIN_C

// Settings for names and a dwell time of 10 ms; the caller fills in the polyhedra.
VL_API vlAnnotatorDef vlDefaultAnnotatorDef(void) VL_REALTIME;

// `allocator` NULL means vlDefaultAllocator(). Allocates; errors are those of vlIdentifier_Create,
// and VL_ERROR_ARGUMENT for a dwell time that is negative or not finite.
VL_API VL_WARN_UNUSED vlResult vlAnnotator_Create(const vlAllocator* allocator,
                                                  const vlAnnotatorDef* def,
                                                  vlAnnotator** annotator, char* message,
                                                  size_t messageSize);
VL_API void vlAnnotator_Destroy(vlAnnotator* annotator);

// Takes the poses at a time (s, not before the last one). Returns true if a state ended, because
// another formation has lasted for the dwell time: `*ended` (may be NULL) becomes the old state,
// and vlAnnotator_GetState returns the new one. The first state begins at the first update. A new
// state begins at the update that first found its formation; only the report of it comes later, by
// the dwell time.
VL_API bool vlAnnotator_Update(vlAnnotator* annotator, double time, vlPose poseWA, vlPose poseWB,
                               vlContactState* ended) VL_REALTIME;
// The present state; NULL before the first update.
VL_API const vlContactState* vlAnnotator_GetState(const vlAnnotator* annotator) VL_REALTIME;
// The formation of the last update, whether it lasted or not.
VL_API const vlFormation* vlAnnotator_GetNow(const vlAnnotator* annotator) VL_REALTIME;
// Is the contact sliding? It begins to slide when the contact point has moved by more than 20 um
// along the contact planes since it last stuck, and it sticks again below 1 mm/s.
VL_API bool vlAnnotator_IsSlipping(const vlAnnotator* annotator) VL_REALTIME;
// How often the formation changed, including formations that did not last.
VL_API uint64_t vlAnnotator_GetChanges(const vlAnnotator* annotator) VL_REALTIME;

// "touched", "gained", ...; never NULL.
VL_API const char* vlTransition_Text(vlTransition motion) VL_REALTIME;

// Writes a formation as text, e.g. "edge foot/-x on wall -x, side on rim", its contacts in
// alphabetical order, or "free" if there is none; cut to fit.
VL_API void vlFormation_GetText(const vlPolyhedron* a, const vlPolyhedron* b,
                                const vlFormation* formation, char* text, size_t size) VL_REALTIME;
// Writes a state as one object of JSON. Returns the length of the whole text, which was cut if it
// is not less than `size`.
VL_API size_t vlContactState_GetJson(const vlPolyhedron* a, const vlPolyhedron* b,
                                     const vlContactState* state, char* text, size_t size);

// How far two sequences of states are from each other: the cost of the best alignment. Equal states
// cost 0, related ones (each contact has a counterpart that is equal or borders on it) 0.2; a state
// that only one sequence has costs 1, or 0.2 if it is related to its neighbour in the other one,
// and less if it is shorter than 100 ms. Two sequences closer than VL_SAME_PROCESS, so that neither
// has a whole state that the other lacks, count as the same process. VL_ERROR_MEMORY. Allocates.
#define VL_SAME_PROCESS 1.0
VL_API VL_WARN_UNUSED vlResult vlStateRow_Compare(const vlStateRow* x, int xCount,
                                                  const vlStateRow* y, int yCount,
                                                  double* distance);

VL_END_C

#endif
