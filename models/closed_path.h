// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_CLOSED_PATH_H
#define VOLAR_MODEL_CLOSED_PATH_H

// Four pairs of parts that are put together by hand, and random paths of the held part that begin
// and end where nothing touches. They tell whether forces from formations feed the hand: over such
// a path the hand must not receive more energy than it gives.

#include <volar/formation_force.h>

#include "models/random.h"

typedef enum vlPathPart {
    VL_PATH_CORNER, // a cube of 40 mm in a corner of two walls and a floor, which has no clearance:
                    // 0.5 mm is taken in its place
    VL_PATH_SQUARE, // a square peg of 20 mm in its hole, 0.5 mm of clearance on each side
    VL_PATH_HEX,    // a hexagonal peg of 20 mm across its corners, 0.17 mm
    VL_PATH_TEE,    // a bar of T section in its slot, 0.3 mm
    VL_PATH_PARTS
} vlPathPart;

typedef struct vlPathPair {
    const vlPolyhedron* a; // held
    const vlPolyhedron* b;
    double clearance; // m
} vlPathPair;

#define VL_PATH_KEYS 12

// A path through random poses, with a tremor on it that begins and ends softly.
typedef struct vlClosedPath {
    int count;
    vlPose key[VL_PATH_KEYS];
    double time[VL_PATH_KEYS]; // s
    vlVec3 tremor, turning;    // m, rad: amplitudes
    double frequency;          // Hz
} vlClosedPath;

const char* vlPathPart_Text(vlPathPart part);
vlResult vlPathPair_Make(vlPathPart part, vlPathPair* pair);
void vlPathPair_Release(vlPathPair* pair);

// Path number `index`: with other corners, depths and speeds for each index.
void vlClosedPath_Make(vlPathPart part, double clearance, uint64_t index, vlClosedPath* path);
vlPose vlClosedPath_At(const vlClosedPath* path, double time);
double vlClosedPath_Seconds(const vlClosedPath* path);

#endif
