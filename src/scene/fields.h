// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_FIELDS_H
#define VOLAR_SCENE_FIELDS_H

// The keys of the scene format, in tables: src/scene/fields_*.c. A section is named after the
// schema's definition: vlSection_SurfaceShape is `surface-shape`.

#include "scene/words.h"
#include "text/section.h"

extern const vlSection vlSection_Scene, vlSection_World, vlSection_Contact, vlSection_Reference,
    vlSection_Capacity, vlSection_Surface, vlSection_PointLaw, vlSection_Pair, vlSection_Camera,
    vlSection_Shape, vlSection_Halfspace, vlSection_Box, vlSection_Hull, vlSection_Faces,
    vlSection_Polygon, vlSection_Prism, vlSection_Cylinder, vlSection_Cone, vlSection_Sphere,
    vlSection_Capsule, vlSection_Mesh, vlSection_SurfaceShape, vlSection_Piece, vlSection_Body,
    vlSection_FaceName, vlSection_Rotation, vlSection_Turn, vlSection_Inertia, vlSection_Copies,
    vlSection_Motion, vlSection_Path, vlSection_Key, vlSection_Oscillate, vlSection_Force,
    vlSection_Spring, vlSection_From, vlSection_To, vlSection_Joint, vlSection_Frame,
    vlSection_Axis, vlSection_Motor, vlSection_Target, vlSection_TargetPath,
    vlSection_TargetOscillate, vlSection_Device, vlSection_Formations, vlSection_Hand,
    vlSection_HandPath, vlSection_Grip, vlSection_GripChange, vlSection_Press,
    vlSection_DeviceModel, vlSection_DeviceLimits, vlSection_DeviceMode, vlSection_Sourced;

// Types of members that only scenes have.
extern const vlFieldType vlField_Body;     // int, place of a body; -1 if there is none of that name
extern const vlFieldType vlField_Material; // vlMaterialId
extern const vlFieldType vlField_Rotation; // vlQuat
extern const vlFieldType vlField_End;      // int, place of a body; -1: the world
extern const vlFieldType vlField_Button;   // uint32_t, its bit
extern const vlFieldType vlField_Points;   // points and pointCount of a vlRecipe
extern const vlFieldType vlField_Loops;    // faces of a vlRecipe
extern const vlFieldType vlField_Grip;     // vlSimulatedGrip
extern const vlFieldType vlField_Each;     // double, the mean of three
extern const vlFieldType vlField_Part;     // a mapping of such numbers
extern const vlFieldType vlField_Sourced;  // double
extern const vlFieldType vlField_Colour;   // uint32_t
extern const vlFieldType vlField_PointLaw; // vlPointLaw

#endif
