// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_NEAR_SAMPLES_H
#define VOLAR_COLLIDE_NEAR_SAMPLES_H

// The samples of a surface that are near another shape, with their distances. Exact: none within
// reach is missed, and what is remembered from one call to the next makes it faster without
// changing a bit of the result.

#include "shape/skin.h"

// What is remembered of a sample, or of the centre of a ball of samples: where it was in the frame
// of the other shape, and how far from that shape. This stays true however the bodies move.
typedef struct vlPlaceMemory {
    vlVec3 place;
    double distance;     // signed; a lower bound of its size if isFar
    int32_t hint;        // triangle of the other shape near by, -1: none
    uint32_t isFar : 1;  // farther than was searched, inside or outside
    uint32_t stamp : 31; // of the search that wrote it
} vlPlaceMemory;

#define VL_LAST_STAMP 0x7fffffffu

// A sample near the other shape, in whose frame it is given.
typedef struct vlNearSample {
    int sample;
    double gap;
    vlVec3 point;
    vlVec3 normal; // gradient of the other shape's distance
} vlNearSample;

typedef struct vlSampleSearch {
    const vlSkin* skin;
    const vlShape* other;
    vlMat3 rotation; // of the skin in the frame of the other shape
    vlVec3 origin;
    double reach;          // m, outside
    double narrow;         // m, the reach once `most` distances were found
    int most;              // 0: `narrow` is not used
    double depth;          // m, inside: deeper samples are not found
    vlPlaceMemory* memory; // [vlSkin_PlaceCount(skin)], balls first; or NULL
    // Memory with another stamp than this one is ignored; 1 to VL_LAST_STAMP. So a new stamp
    // forgets all at once, whatever the size of the memory.
    uint32_t stamp;
    double rounding;                  // m, set by the search
    int nodesVisited, distancesFound; // counted, for benchmarks
} vlSampleSearch;

// Writes the samples with gaps from -depth to below reach in ascending order of their numbers, at
// most `capacity`, and returns how many. With `most` above 0 it may leave out samples with gaps
// from `narrow` on, once that many distances were found; distances are counted, so the result does
// not depend on time. If there are more samples than fit, it keeps those with the smallest gaps and
// adds the number of the others to `*dropped`.
int vlSamples_FindNear(vlSampleSearch* search, vlNearSample* found, int capacity, int* dropped);

// Where a sample is in the frame of the other shape.
static inline vlVec3 vlSamples_PlaceIn(const vlSampleSearch* search, int sample)
{
    return vlAdd(vlMulMV(search->rotation, search->skin->sample[sample].point), search->origin);
}

// Appends `made` to the list. If it is full, the widest gap goes, and `*dropped` counts it.
void vlNearSample_Keep(vlNearSample* found, int* count, int capacity, int* dropped,
                       const vlNearSample* made);

#endif
