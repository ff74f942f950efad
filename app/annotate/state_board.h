// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_STATE_BOARD_H
#define VOLAR_APP_STATE_BOARD_H

// The contact states of a run or a recording as viewers get them: one JSON text with the states in
// order of time, and the outlines of the elements that touch. docs/viewer.md describes it.

#include <volar/scene_annotation.h>

typedef struct vlStateBoard vlStateBoard;

// Keeps the newest `most` states, and for each pair its present one. Scene and annotation must
// outlive it. NULL without memory.
vlStateBoard* vlStateBoard_Create(const vlScene* scene, const vlSceneAnnotation* annotation,
                                  int most);
void vlStateBoard_Destroy(vlStateBoard* board);

// The present state of pair `i` began; the one before it ended then. `poses` are those of all
// bodies now. False without memory.
bool vlStateBoard_Begin(vlStateBoard* board, int i, const vlPose* poses);
// Forgets all states, and takes the present ones of all pairs as begun.
bool vlStateBoard_Restart(vlStateBoard* board, const vlPose* poses);
// True if there are no states, neither ended nor present ones.
bool vlStateBoard_IsEmpty(const vlStateBoard* board);

// The text, to be released with free; NULL without memory. Times are those of the annotation less
// `offset`; present states have no end unless `end` is given (NAN: it is not).
char* vlStateBoard_Write(const vlStateBoard* board, double offset, double end, size_t* size);
// The text that says why there are no states.
char* vlStateBoard_WriteFault(const char* why, size_t* size);

#endif
