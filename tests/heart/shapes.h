// SPDX-License-Identifier: MIT
#ifndef VOLAR_HEART_SHAPES_H
#define VOLAR_HEART_SHAPES_H

// Shapes that several families use. Each fails the program on an error.

#include "tests/heart/heart.h"

// A cube of this edge as the surface of its 12 triangles.
static inline vlShape* vlHeart_CreateCubeSurface(double edge, double spacing)
{
    static const int triangles[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                      2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    vlVec3 points[8];
    for (int i = 0; i < 8; ++i) {
        points[i] =
            vlVec(edge * ((i & 1) - 0.5), edge * ((i >> 1 & 1) - 0.5), edge * ((i >> 2 & 1) - 0.5));
    }
    vlSurfaceShapeDef def = vlDefaultSurfaceShapeDef();
    vlShape* shape = NULL;
    char message[256] = "";
    def.points = points;
    def.pointCount = 8;
    def.triangles = triangles;
    def.triangleCount = 12;
    def.spacing = spacing;
    if (vlShape_CreateSurface(NULL, &def, &shape, message, sizeof message) != VL_OK) {
        fail_msg("%s", message);
    }
    return shape;
}

#endif
