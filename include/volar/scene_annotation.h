// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_ANNOTATION_H
#define VOLAR_SCENE_ANNOTATION_H

// Annotation of a whole scene: the contact states of all pairs of its bodies, while it runs or from
// a recording. It needs poses only; forces, if there are any, are noted beside the states.

#include "volar/formation_fit.h"
#include "volar/simulation.h"

// Largest number of pairs of bodies that one annotation follows by default.
#define VL_DEFAULT_ANNOTATED_PAIRS 200

typedef struct vlSceneAnnotationDef {
    vlFormationSettings settings;
    double dwell; // s
    int maxPairs;
} vlSceneAnnotationDef;

typedef struct vlSceneAnnotation vlSceneAnnotation;

// Normal force between the bodies of a pair during a state, and how well the names of its contacts
// account for the forces.
typedef struct vlStateForce {
    double mean, max; // N
    vlFitTally fit;
} vlStateForce;

// A pair of bodies, as places in the scene. A is the one that moves, or the smaller one of two that
// do; a half-space is always B.
typedef struct vlAnnotatedPair {
    int bodyA, bodyB;
    const vlPolyhedron* a;
    const vlPolyhedron* b;
} vlAnnotatedPair;

VL_BEGIN_C

VL_API vlSceneAnnotationDef vlDefaultSceneAnnotationDef(void) VL_REALTIME;

// Makes the polyhedra of all bodies, and an annotator for each pair of which one body can move. A
// pair that a device feels by its formations (vlSceneFormations) is named with the shell of these
// forces instead of `settings`. `def` NULL: the default. VL_ERROR_FULL: there are more pairs than
// `maxPairs`; VL_ERROR_MEMORY; errors of vlAnnotator_Create. `message` (may be NULL) says why.
// Allocates.
VL_API VL_WARN_UNUSED vlResult vlSceneAnnotation_Create(const vlScene* scene,
                                                        const vlSceneAnnotationDef* def,
                                                        vlSceneAnnotation** annotation,
                                                        char* message, size_t messageSize);
VL_API void vlSceneAnnotation_Destroy(vlSceneAnnotation* annotation);

// Why the body at place `i` has no polyhedron and is left out: a sentence, "" if it takes part.
VL_API const char* vlSceneAnnotation_GetFault(const vlSceneAnnotation* annotation,
                                              int i) VL_REALTIME;
// The polyhedron whose elements name the contacts of that body; NULL if the body is left out.
VL_API const vlPolyhedron* vlSceneAnnotation_GetPolyhedron(const vlSceneAnnotation* annotation,
                                                           int i) VL_REALTIME;
VL_API int vlSceneAnnotation_GetPairCount(const vlSceneAnnotation* annotation) VL_REALTIME;
// The i-th pair; bodies are -1 out of range.
VL_API vlAnnotatedPair vlSceneAnnotation_GetPair(const vlSceneAnnotation* annotation,
                                                 int i) VL_REALTIME;
VL_API const vlAnnotator* vlSceneAnnotation_GetAnnotator(const vlSceneAnnotation* annotation,
                                                         int i) VL_REALTIME;

// Takes the poses of all bodies (as many as the scene has) at a time, s. Returns how many pairs
// changed their state; vlSceneAnnotation_GetEnded says which.
VL_API int vlSceneAnnotation_Update(vlSceneAnnotation* annotation, double time,
                                    const vlPose* poses) VL_REALTIME;
// The k-th change of the last update: its pair, the state that ended and its force (each may be
// NULL). -1 out of range.
VL_API int vlSceneAnnotation_GetEnded(const vlSceneAnnotation* annotation, int k,
                                      const vlContactState** ended,
                                      vlStateForce* force) VL_REALTIME;
// Force so far in the present state of the i-th pair.
VL_API vlStateForce vlSceneAnnotation_GetForce(const vlSceneAnnotation* annotation,
                                               int i) VL_REALTIME;

// For a simulation: the poses of its bodies now.
VL_API void vlSceneAnnotation_ReadPoses(const vlSimulation* simulation, vlPose* poses) VL_REALTIME;
// Notes the forces of the last step beside the states, and compares them with the names of the
// contacts. They belong to the poses before that step: update first, then step, then note the
// forces.
VL_API void vlSceneAnnotation_NoteForces(vlSceneAnnotation* annotation,
                                         const vlSimulation* simulation) VL_REALTIME;
// How well names account for forces in all steps so far, of the i-th pair; {0} out of range.
VL_API vlFitTally vlSceneAnnotation_GetFit(const vlSceneAnnotation* annotation, int i) VL_REALTIME;
// Does the i-th pair keep the bounds of formation_fit.h? If one of the two has a round surface,
// they are those for round bodies. True if no step was judged. `isExplained` (may be NULL) gets
// whether the forces lie on named contacts (vlFitTally_IsForceExplained).
VL_API bool vlSceneAnnotation_IsFitGood(const vlSceneAnnotation* annotation, int i,
                                        bool* isExplained) VL_REALTIME;

VL_END_C

#endif
