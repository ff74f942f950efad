// SPDX-License-Identifier: MIT
#ifndef VOLAR_VIEW_VIEW_PARTS_H
#define VOLAR_VIEW_VIEW_PARTS_H

// The parts of a view, one file each.

#include <stdio.h>

#include "volar/view.h"

static inline void vlView_PutVec(float to[3], vlVec3 v)
{
    to[0] = (float)v.x;
    to[1] = (float)v.y;
    to[2] = (float)v.z;
}

static inline void vlView_PutQuat(float to[4], vlQuat q)
{
    to[0] = (float)q.x;
    to[1] = (float)q.y;
    to[2] = (float)q.z;
    to[3] = (float)q.w;
}

// Size in bytes of the part about devices.
size_t vlView_GetHapticSize(const vlScene* scene);
// Writes it and returns its end (view_haptic.c).
unsigned char* vlView_WriteHaptic(const vlSimulation* simulation, const vlViewTiming* timing,
                                  vlViewHaptic* out);

// The part of a planar scene (view_plane.c); no bytes for others.
size_t vlView_GetPlaneSize(const vlScene* scene);
unsigned char* vlView_WritePlane(const vlSimulation* simulation, unsigned char* out);

// What follows the parameters of a complete view; NULL if nothing does (view_haptic.c).
const void* vlView_FindRest(const vlViewHeader* view);

// The part of a scene with surfaces (view_samples.c); no bytes for others. Its size is the largest.
bool vlView_HasSurfaces(const vlScene* scene);
size_t vlView_GetSamplesSize(const vlScene* scene);
unsigned char* vlView_WriteSamples(const vlSimulation* simulation, unsigned char* out);
// m, of a disc of that area (m2).
double vlView_FindPatchRadius(double area);

// Writes, as a member of the JSON object of a surface, the radius of the patch that each triangle
// belongs to; nothing for too many triangles. False without memory (view_patches.c).
bool vlView_WritePatches(FILE* out, const vlShape* shape);

#endif
