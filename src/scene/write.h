// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_WRITE_H
#define VOLAR_SCENE_WRITE_H

// A scene back into text: one layout for each scene, all that is default left out.

#include "scene/store.h"
#include "scene/text.h"
#include "scene/words.h"

typedef struct vlWriter {
    const vlScene* scene;
    vlText text;
    vlPool pool; // names made up for shapes
} vlWriter;

// A flow mapping of which it is not known beforehand whether it will have any key.
typedef struct vlFlow {
    vlText* text;
    int count;
    const char* opening; // written with the first key
} vlFlow;
void vlFlow_PutKey(vlFlow* flow, const char* key);
// The others put nothing for the usual value.
void vlFlow_PutNumber(vlFlow* flow, const char* key, double value, double usual);
void vlFlow_PutAuto(vlFlow* flow, const char* key, double value, double usual);
void vlFlow_PutVec(vlFlow* flow, const char* key, vlVec3 v); // usual: zero
void vlFlow_PutWord(vlFlow* flow, const char* key, const vlWords* words, int value, int usual);
void vlFlow_PutTrue(vlFlow* flow, const char* key, bool value); // usual: false
// Ends the line too, if anything was put.
void vlFlow_Close(const vlFlow* flow);

// What goes under `shapes`: those that have a name, and those that several bodies share, which are
// given one. In the order of their first use.
typedef struct vlShapeList {
    const char** names;     // of every recipe by its index; NULL: written in place
    const vlRecipe** order; // those with names
    int count;
} vlShapeList;
// False without memory.
bool vlWrite_ListShapes(vlWriter* w, vlShapeList* list);
void vlWrite_Shapes(vlWriter* w, const vlShapeList* list);
// A shape where it is used: its name, or itself.
void vlWrite_Shape(vlWriter* w, const vlShapeList* list, const vlRecipe* recipe);
// "rotation: {quaternion: [w, x, y, z]}"
void vlWrite_Rotation(vlText* t, vlQuat q);
bool vlWrite_IsIdentity(vlQuat q);
// "{key}{value}" and the end of the line, unless it is the usual value.
void vlWrite_Line(vlText* t, const char* key, double value, double usual);
// What stands under `keys` and `oscillate`. Of a key only what differs from `start`.
void vlWrite_MotionKeys(vlText* t, const vlMotionKey* keys, int count, vlPose start);
typedef struct vlOscillation {
    vlVec3 shift;
    double frequency;
    vlVec3 turnAxis;
    double turnDegrees, phaseDegrees;
} vlOscillation;
void vlWrite_Oscillate(vlText* t, const vlOscillation* wave);
void vlWrite_Joints(vlWriter* w);
void vlWrite_Devices(vlWriter* w);
void vlWrite_Bodies(vlWriter* w, const vlShapeList* list);

#endif
