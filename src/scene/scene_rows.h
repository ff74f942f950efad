// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_SCENE_ROWS_H
#define VOLAR_SCENE_SCENE_ROWS_H

// Types of the rows of scenes, for scene/fields_*.c only.

#include "scene/fields.h"
#include "text/rows.h"

#define BODY OF_TYPE(&vlField_Body, NULL)
#define MATERIAL OF_TYPE(&vlField_Material, NULL)
#define ROTATION OF_TYPE(&vlField_Rotation, NULL)
#define GRIP OF_TYPE(&vlField_Grip, &vlSection_Grip)
#define END OF_TYPE(&vlField_End, NULL)
#define FRAME MAPPING(Frame)
#define BUTTON OF_TYPE(&vlField_Button, NULL)
#define POINTS(least, most) &vlField_Points, {least, false, most}, NULL, 0.0, NULL
#define LOOPS(least, most) &vlField_Loops, {least, false, most}, NULL, 0.0, NULL
#define COLOUR OF_TYPE(&vlField_Colour, NULL)
#define POINT_LAW OF_TYPE(&vlField_PointLaw, &vlSection_PointLaw)
// A number of a device with where it comes from.
#define SOURCED(...) &vlField_Sourced, {__VA_ARGS__}, NULL, 0.0, NULL
#define SOURCED_EACH(...) &vlField_Each, {__VA_ARGS__}, NULL, 0.0, NULL
#define PART(section) OF_TYPE(&vlField_Part, &vlSection_##section)

#endif
