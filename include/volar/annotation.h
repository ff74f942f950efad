// SPDX-License-Identifier: MIT
#ifndef VOLAR_ANNOTATION_H
#define VOLAR_ANNOTATION_H

// Annotation: the sequence of contact states of a pair of bodies, from their poses alone, for any
// simulation or recording. A state is a formation (formation.h) that lasted at least the dwell
// time; with it come the motion that led to it, the freedoms that it leaves, and how much of it the
// bodies slid. docs/theory/formations.md explains the rules.

#include "volar/formation.h"

// Longest text of a formation, with the end of the string.
#define VL_MAX_STATE_TEXT 1024

// How one formation becomes the next [LX].
typedef enum vlTransition {
    VL_TRANSITION_NONE,    // nothing was there and nothing is
    VL_TRANSITION_TOUCH,   // MT1: first contact; several at once if `gained` is above 1
    VL_TRANSITION_KEEP,    // MT2: the same contacts
    VL_TRANSITION_CHANGE,  // MT3: contacts became others of the same places, e.g. a face an edge
    VL_TRANSITION_GAIN,    // MT4: a contact more
    VL_TRANSITION_BREAK,   // MT5: a contact fewer
    VL_TRANSITION_SWAP,    // MT4 and MT5 at once
    VL_TRANSITION_RELEASE, // the last contact ended
    VL_TRANSITION_COUNT
} vlTransition;

typedef struct vlContactState {
    double from, until;    // s; `until` of the state that still lasts is the last update's time
    vlFormation formation; // when it began
    vlTransition motion;   // that led to it
    int gained, lost;
    int freedoms;      // 6 when nothing touches
    vlFreedoms free;   // when it began
    double deepest;    // m, of all its updates; 0 if nothing went in
    uint64_t updates;  // how many
    uint64_t slipping; // how many of them while sliding
} vlContactState;

typedef struct vlAnnotatorDef {
    const vlPolyhedron* a; // must outlive the annotator
    const vlPolyhedron* b;
    vlFormationSettings settings;
    double dwell; // s: a formation that lasts less is no state
} vlAnnotatorDef;

typedef struct vlAnnotator vlAnnotator;

// A state as text, for comparison.
typedef struct vlStateRow {
    double from, until; // s
    const char* text;   // as vlFormation_GetText writes it
} vlStateRow;

VL_BEGIN_C

// Settings for names and a dwell time of 10 ms; the polyhedra are to be filled in.
VL_API vlAnnotatorDef vlDefaultAnnotatorDef(void) VL_REALTIME;

// `allocator` NULL means vlDefaultAllocator(). Allocates; errors are those of vlIdentifier_Create,
// and VL_ERROR_ARGUMENT for a dwell time that is negative or not finite.
VL_API VL_WARN_UNUSED vlResult vlAnnotator_Create(const vlAllocator* allocator,
                                                  const vlAnnotatorDef* def,
                                                  vlAnnotator** annotator, char* message,
                                                  size_t messageSize);
VL_API void vlAnnotator_Destroy(vlAnnotator* annotator);

// Takes the poses at a time (s, not before the last one). True if a state ended, because another
// one has lasted for the dwell time: `*ended` (may be NULL) is that state, and
// vlAnnotator_GetState the new one. The first state begins at the first update. A state begins
// with its first update, so that only its report is late by the dwell time.
VL_API bool vlAnnotator_Update(vlAnnotator* annotator, double time, vlPose poseWA, vlPose poseWB,
                               vlContactState* ended) VL_REALTIME;
// The state that lasts; NULL before the first update.
VL_API const vlContactState* vlAnnotator_GetState(const vlAnnotator* annotator) VL_REALTIME;
// The formation of the last update, whether it lasted or not.
VL_API const vlFormation* vlAnnotator_GetNow(const vlAnnotator* annotator) VL_REALTIME;
// Is the contact sliding? From the way of the contact point along its planes: it slides when the
// way since it stuck exceeds 20 um, and sticks again below 1 mm/s.
VL_API bool vlAnnotator_IsSlipping(const vlAnnotator* annotator) VL_REALTIME;
// How often the formation changed, counting those that did not last.
VL_API uint64_t vlAnnotator_GetChanges(const vlAnnotator* annotator) VL_REALTIME;

// What led from one formation of A and B to the next, and how many contacts were gained and lost
// (may be NULL). Contacts are the same if their named elements are, and changed if these are equal
// or border on each other and the normals are within 30 degrees.
VL_API vlTransition vlFormation_GetTransition(const vlPolyhedron* a, const vlPolyhedron* b,
                                              const vlFormation* before, const vlFormation* after,
                                              int* gained, int* lost) VL_REALTIME;
// "MT1 touched", "MT4 gained", ...; never NULL.
VL_API const char* vlTransition_Text(vlTransition motion) VL_REALTIME;

// Writes a formation as text, e.g. "edge foot/-x on wall -x, side on rim", its contacts in the
// order of the alphabet, "free" if there is none; cut to fit.
VL_API void vlFormation_GetText(const vlPolyhedron* a, const vlPolyhedron* b,
                                const vlFormation* formation, char* text, size_t size) VL_REALTIME;
// Writes a state as one object of JSON. Returns the length of the whole text, which was cut if it
// is not less than `size`.
VL_API size_t vlContactState_GetJson(const vlPolyhedron* a, const vlPolyhedron* b,
                                     const vlContactState* state, char* text, size_t size);

// How far two sequences of states are from each other: the cost of the best alignment. Equal states
// cost 0, related ones (each contact has a counterpart that is equal or borders on it) 0.2; a state
// that only one has costs 1, or 0.2 if it is related to its neighbour in the other, and less if it
// is shorter than 100 ms. Sequences closer than 1, so without a whole
// state that only one of them has, are of the same process. VL_ERROR_MEMORY.
// Allocates.
#define VL_SAME_PROCESS 1.0
VL_API VL_WARN_UNUSED vlResult vlStateRow_Compare(const vlStateRow* x, int xCount,
                                                  const vlStateRow* y, int yCount,
                                                  double* distance);

VL_END_C

#endif
