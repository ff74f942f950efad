// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_WORDS_H
#define VOLAR_SCENE_WORDS_H

// The format's words as tables.

#include "text/text.h"

// How a mesh becomes a shape.
typedef enum vlMeshAs {
    VL_MESH_AS_CONVEX,
    VL_MESH_AS_HULL,
    VL_MESH_AS_PIECES,
    VL_MESH_AS_SURFACE
} vlMeshAs;

// Grips with a name.
typedef enum vlGripName { VL_GRIP_RELAXED, VL_GRIP_TIGHT } vlGripName;

extern const vlWords vlWords_Integrator;
extern const vlWords vlWords_Model;
extern const vlWords vlWords_Law;
extern const vlWords vlWords_Normal;
extern const vlWords vlWords_Friction;
extern const vlWords vlWords_Pressure;
extern const vlWords vlWords_Route;
extern const vlWords vlWords_Type;
extern const vlWords vlWords_Frame;
extern const vlWords vlWords_Joint;
extern const vlWords vlWords_Mode;
extern const vlWords vlWords_Velocity;
extern const vlWords vlWords_Channels;
extern const vlWords vlWords_Grip;
extern const vlWords vlWords_As;
extern const vlWords vlWords_Unit;
extern const vlWords vlWords_Up;

#endif
