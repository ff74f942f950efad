// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_FIELDS_H
#define VOLAR_SCENE_FIELDS_H

// The keys of the scene format, in tables: src/scene/fields_*.c. A section is named after the
// schema's definition: vlSection_SurfaceShape is `surface-shape`.

#include "scene/words.h"
#include "text/section.h"

extern const vlSection vlSection_Scene;
extern const vlSection vlSection_World;
extern const vlSection vlSection_Contact;
extern const vlSection vlSection_Reference;
extern const vlSection vlSection_Capacity;
extern const vlSection vlSection_Surface;
extern const vlSection vlSection_PointLaw;
extern const vlSection vlSection_Pair;
extern const vlSection vlSection_Camera;
extern const vlSection vlSection_Shape;
extern const vlSection vlSection_Halfspace;
extern const vlSection vlSection_Box;
extern const vlSection vlSection_Hull;
extern const vlSection vlSection_Faces;
extern const vlSection vlSection_Polygon;
extern const vlSection vlSection_Prism;
extern const vlSection vlSection_Cylinder;
extern const vlSection vlSection_Cone;
extern const vlSection vlSection_Sphere;
extern const vlSection vlSection_Capsule;
extern const vlSection vlSection_Mesh;
extern const vlSection vlSection_SurfaceShape;
extern const vlSection vlSection_Piece;
extern const vlSection vlSection_Body;
extern const vlSection vlSection_FaceName;
extern const vlSection vlSection_Rotation;
extern const vlSection vlSection_Turn;
extern const vlSection vlSection_Inertia;
extern const vlSection vlSection_Copies;
extern const vlSection vlSection_Motion;
extern const vlSection vlSection_Path;
extern const vlSection vlSection_Key;
extern const vlSection vlSection_Oscillate;
extern const vlSection vlSection_Force;
extern const vlSection vlSection_Spring;
extern const vlSection vlSection_From;
extern const vlSection vlSection_To;
extern const vlSection vlSection_Joint;
extern const vlSection vlSection_Frame;
extern const vlSection vlSection_Axis;
extern const vlSection vlSection_Motor;
extern const vlSection vlSection_Target;
extern const vlSection vlSection_TargetPath;
extern const vlSection vlSection_TargetOscillate;
extern const vlSection vlSection_Device;
extern const vlSection vlSection_Formations;
extern const vlSection vlSection_Hand;
extern const vlSection vlSection_HandPath;
extern const vlSection vlSection_Grip;
extern const vlSection vlSection_GripChange;
extern const vlSection vlSection_Press;
extern const vlSection vlSection_DeviceModel;
extern const vlSection vlSection_DeviceLimits;
extern const vlSection vlSection_DeviceMode;
extern const vlSection vlSection_Sourced;

extern const vlFieldType vlField_Body;     // int, place of a body; -1 if there is none of that name
extern const vlFieldType vlField_Material; // vlMaterialId
extern const vlFieldType vlField_Rotation; // vlQuat
extern const vlFieldType vlField_End;      // int, place of a body; -1: the world
extern const vlFieldType vlField_Button;   // uint32_t, its bit
extern const vlFieldType vlField_Points;   // points and pointCount of a vlRecipe
extern const vlFieldType vlField_Loops;    // faces of a vlRecipe
extern const vlFieldType vlField_Grip;     // vlSimulatedGrip
extern const vlFieldType vlField_Sourced;  // double
extern const vlFieldType vlField_Colour;   // uint32_t
extern const vlFieldType vlField_PointLaw; // vlPointLaw

#endif
