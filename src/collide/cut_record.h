// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_CUT_RECORD_H
#define VOLAR_COLLIDE_CUT_RECORD_H

// What one cut of a pair did, so that the next one can do it again without looking at faces. Which
// edges a plane cuts and how the faces close depends only on how the base's faces hang together and
// on which vertices each plane finds inside and outside. As long as these sets are the same, the
// same crossings in the same order give the same polyhedron, to the last bit. If any differs, the
// pair is cut from the start. So the record of another pair, or an old one, costs time but never
// gives a wrong result.

#include "collide/clip.h"

// Room for what shallow contacts of boxes and of hulls of some 20 vertices need. A cut that needs
// more is not recorded.
#define VL_RECORD_CUTS 5
#define VL_RECORD_CROSSINGS 25
#define VL_RECORD_FACES 14
#define VL_RECORD_CORNERS 56

typedef struct vlRecordedCrossing {
    uint8_t in, out; // vertices at the ends of the edge: of the base in the first cut
    uint8_t made;
} vlRecordedCrossing;

// All zero is valid, and holds nothing.
struct vlCutRecord {
    uint64_t topology; // of the base; see vlConvex
    // One entry for each cut that took something away, and for the first in any case.
    uint64_t in[VL_RECORD_CUTS]; // sets of vertices
    uint64_t out[VL_RECORD_CUTS];
    uint16_t plane[VL_RECORD_CUTS];
    uint16_t facePlane[VL_RECORD_FACES]; // doubled, plus 1 for a face of the cutter
    uint8_t faceSize[VL_RECORD_FACES];
    uint8_t firstCrossing[VL_RECORD_CUTS];
    vlRecordedCrossing crossing[VL_RECORD_CROSSINGS];
    uint8_t corner[VL_RECORD_CORNERS]; // of all faces, one after the other
    uint8_t cutCount;
    uint8_t crossingCount;
    uint8_t faceCount;
    bool isComplete;
};

// Makes clipper->polytope by what the record says, or finds it empty, and sets `*status` to what a
// new cut would return. False: the record is of a different cut.
bool vlCutRecord_Replay(const vlCutRecord* record, vlClipper* clipper, const vlClipInput* input,
                        vlClipStatus* status);

// The first plane is about to cut the base, with the sets in clipper->sides. Until here
// clipper->record is as it was: pieces that part for a moment keep it.
void vlCutRecord_Begin(vlClipper* clipper, const vlClipInput* input);

// The same for a further plane, which is about to cut the `count` vertices of the polytope.
void vlCutRecord_AddCut(vlClipper* clipper, int plane, int count);

// A crossing belongs to the cut that was added last. A crossing that does not fit sets
// clipper->record to NULL.
void vlCutRecord_AddCrossing(vlClipper* clipper, int in, int out, int made);

// The cut succeeded, and clipper->polytope is its result.
void vlCutRecord_End(vlClipper* clipper);

#endif
