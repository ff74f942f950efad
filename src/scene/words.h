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

extern const vlWords vlWords_Integrator, vlWords_Model, vlWords_Law, vlWords_Normal,
    vlWords_Friction, vlWords_Pressure, vlWords_Route, vlWords_Type, vlWords_Frame, vlWords_Joint,
    vlWords_Mode, vlWords_Velocity, vlWords_Channels, vlWords_Grip, vlWords_As, vlWords_Unit,
    vlWords_Up;

#endif
