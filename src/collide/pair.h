// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_PAIR_H
#define VOLAR_COLLIDE_PAIR_H

// One pair of convex pieces: whether they touch, and with which contact volume.

#include "collide/clip.h"
#include "collide/gjk.h"
#include "collide/volume.h"
#include "volar/contact.h"

// A piece where its body is now: x_world = rotation x + origin.
typedef struct vlPlaced {
    const vlConvex* convex;
    vlMat3 rotation;
    vlVec3 origin;
} vlPlaced;

// What one step remembers about a pair for the next. Losing it costs time; the results of CLIP and
// GRADIENT do not depend on it. All zero is valid.
typedef struct vlPairCache {
    vlVec3 axis;        // frame of A, unit: last normal or separating direction, from A to B
    double depth;       // m, last depth along it (normal search and point contacts)
    vlGjkCache gjk;     // of the distance query
    vlGjkCache search;  // of the normal search, which asks about displaced pieces
    uint16_t facing[2]; // the face of A most directed at B, and that of B at A
    uint8_t facingAge;  // queries since these were found; 0: never
    bool cutterIsA;     // whose face fits the contact better
    bool hasAxis;
    bool touching;
    // After pieces were found apart, m: how far at least. Along `axis` if `hasAxis`; otherwise, and
    // between bounding spheres (`isGapOfSpheres`), in any direction.
    double gap;
    bool isGapOfSpheres;
    bool isAxisGiven; // `axis` is to be the normal; for queries with a cache of their own
} vlPairCache;

typedef enum vlPairStatus {
    VL_PAIR_APART,
    VL_PAIR_TOUCHING,
    VL_PAIR_FALLBACK // touching; the polyhedron did not fit, `volume` describes a point contact
} vlPairStatus;

// Scratch shared by all pairs of a world.
typedef struct vlCollideScratch {
    vlClipper clipper;
    vlVolumeScratch volume;
} vlCollideScratch;

// Can two pieces of these kinds have a contact at all?
bool vlPair_IsPossible(const vlConvex* a, const vlConvex* b);

// The contact of two pieces by the chosen options; `volume` is in world coordinates and means
// nothing when the pieces are apart. With `pool` NULL only the integrals are computed, no
// footprint. `record` is of the pair's last cut, of any other cut, or NULL; it only saves time. A
// point contact (VL_CONTACT_POINT, or the fallback) has area 1, volume = depth and no footprint,
// which makes the distributed formulas those of a single spring.
vlPairStatus vlPair_Collide(const vlPlaced* a, const vlPlaced* b, const vlContactOptions* options,
                            vlPairCache* cache, vlCutRecord* record, vlCollideScratch* scratch,
                            vlVolumePool* pool, vlContactVolume* volume);

// The gap between two pieces that are apart, m, and its direction from A to B, world; the direction
// is zero if they graze and have none.
double vlPair_FindGap(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache, vlVec3* normal);

#endif
