// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_COLLAPSE_H
#define VOLAR_MESH_COLLAPSE_H

// A closed mesh of triangles from which edges are taken out: the two ends of an edge become one
// vertex, and the two triangles beside it vanish. Vertices and triangles keep their numbers.

#include "mesh/mesh_distance.h"

// A sum of squared distances from planes, weighted by area: p.Ap + 2 b.p + c. [GH97]
typedef struct vlQuadric {
    double xx, xy, xz, yy, yz, zz;
    vlVec3 b;
    double c;
} vlQuadric;

typedef struct vlCollapse {
    const vlMesh* original;
    vlMeshProbe probe; // of the original
    double limit;      // m, largest distance allowed
    bool isFlat;       // collapses must hardly change the surface, and `limit` is how far a
                       // vertex may lie from the planes of the triangles that it is spread over
    double* drift;     // m, of each vertex: how far the surface around it may have moved by that
    vlVec3* points;
    int* corner;        // three vertices a triangle
    bool* isGone;       // of triangles
    int* firstCorner;   // of each vertex, -1: none
    int* nextCorner;    // of each corner, -1: the last
    int* hint;          // of each vertex, a triangle of the original near it
    int* firstGuest;    // of each triangle: vertices of the original that belong to it, -1: none
    int* nextGuest;     // of each vertex of the original
    vlQuadric* quadric; // of each vertex
    int* stamp;         // of each vertex: how often it was moved
    int* mark;          // of each vertex, scratch
    int marked;         // the last mark used
    int* star;          // triangles around an edge, scratch
    int *guest, *host;  // vertices of the original and their new triangles, scratch
    int triangleCount;  // that are left
} vlCollapse;

vlQuadric vlQuadric_Add(vlQuadric a, vlQuadric b);

// False without memory. `tree` is that of `original`; both must stay.
bool vlCollapse_Begin(vlCollapse* c, const vlMesh* original, const vlBoxTree* tree, double limit);
void vlCollapse_End(vlCollapse* c);

// The best place for the vertex that the ends of an edge become, and what it costs there.
double vlCollapse_FindPlace(const vlCollapse* c, int u, int v, vlVec3* place);
// Makes u and v one vertex, u, at that place, if the surface stays closed, no triangle turns over,
// no point of the new triangles lies farther than the limit from the original, and no vertex of the
// original farther from them.
bool vlCollapse_Try(vlCollapse* c, int u, int v, vlVec3 place);

// The corner of a vertex after `corner` (-1: the first one), without those of triangles that are
// gone; -1 at the end.
int vlCollapse_NextCorner(const vlCollapse* c, int vertex, int corner);

#endif
