// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_PAIRS_H
#define VOLAR_TESTS_PAIRS_H

// Random pairs of convex pieces that overlap by construction: a point inside both is known, so that
// a routine that finds them apart is wrong. Also the working frame in which such a pair is cut.

#include "collide/clip.h"
#include "collide/volume.h"
#include "pieces.h"

// How the two pieces of a pair lie.
#define VL_PAIR_KINDS(X)                                                                           \
    X(VL_PAIR_ANYHOW, "anyhow")       /* a random point of one on a random point of the other */   \
    X(VL_PAIR_FACE_FACE, "face-face") /* parallel to rounding */                                   \
    X(VL_PAIR_EDGE_EDGE, "edge-edge") /* crossing at any angle */                                  \
    X(VL_PAIR_VERTEX_FACE, "vertex-face")                                                          \
    X(VL_PAIR_COPLANAR, "coplanar")      /* some or all sides flush, exactly */                    \
    X(VL_PAIR_TILTED, "nearly parallel") /* flush boxes or face-face, tilted by 1e-12 .. 1e-3 */   \
    X(VL_PAIR_TINY, "tiny")              /* overlap 1e-9 .. 1e-3 of the size */                    \
    X(VL_PAIR_DEEP, "deep")              /* one inside the other, concentric, or the same */       \
    X(VL_PAIR_MIXED, "mixed sizes")      /* up to 1 : 1e6 */                                       \
    X(VL_PAIR_HALFSPACE, "half-space")   /* a plane cuts the base */

typedef enum vlPairKind {
#define VL_PAIR_ENUM(kind, name) kind,
    VL_PAIR_KINDS(VL_PAIR_ENUM)
#undef VL_PAIR_ENUM
        VL_PAIR_KIND_COUNT
} vlPairKind;

const char* vlPairKind_Name(vlPairKind kind);

// Base and cutter. The base's place is given in the cutter's frame; a half-space has one plane
// there and its frame is the base's.
typedef struct vlTestPair {
    vlScaledPiece base, cutter;
    vlMat3 rotation; // base -> cutter frame
    vlVec3 translation;
    vlVec3 inside; // strictly inside both, cutter's frame
    vlVec3 normal; // rough direction from cutter to base, cutter's frame, unit
    double size;   // m, radius of the smaller piece
} vlTestPair;

void vlTestPair_Draw(vlTestPair* pair, vlPairKind kind, const vlShapePool* pool, vlRandom* random);

// Least room from `point` (cutter's frame) to any plane of either piece; positive inside both.
double vlTestPair_Room(const vlTestPair* pair, vlVec3 point);

// The arguments of vlClip_Intersect and vlVolume_Integrate. A is the cutter of the pair as drawn,
// whichever of the two is cut.
typedef struct vlWorkFrame {
    vlClipInput input;
    vlNormalSource normals;
    vlVolumeRequest request; // gradient normal; the pair's as substitute
    vlMat3 rotation;         // base -> working frame
    vlVec3 translation;
    vlVec3 inside;
    double cutterRadius; // infinite for a half-space
    double v[3][VL_PIECE_VERTICES];
} vlWorkFrame;

// `swapped`: the pair's base cuts the pair's cutter, in the base's frame; not for a half-space.
void vlWorkFrame_Set(vlWorkFrame* frame, const vlTestPair* pair, bool swapped);

// ---- all that a test needs to cut pairs and integrate over them ----

#define VL_RIG_ROOM 8192

typedef struct vlTestRig {
    vlShapePool shapes;
    vlClipper clipper;
    vlVolumeScratch scratch;
    vlTestPair pair;
    vlWorkFrame frame; // of the last cut
    vlVec2 points[VL_RIG_ROOM];
    vlHeight heights[VL_RIG_ROOM];
    vlLifted lifted[VL_RIG_ROOM];
    vlLiftedFace liftedFaces[VL_RIG_ROOM];
} vlTestRig;

// False if a shape could not be made.
bool vlTestRig_Create(vlTestRig* rig, uint64_t seed);
void vlTestRig_Release(vlTestRig* rig);

// Cuts rig->pair; `swapped` as in vlWorkFrame_Set.
vlClipStatus vlTestRig_Cut(vlTestRig* rig, bool swapped);

// Integrates over the last cut as rig->frame.request asks; empties the pool first.
bool vlTestRig_Integrate(vlTestRig* rig, vlContactVolume* volume);

// VOLAR_PAIRS from the environment, else `usual`.
int vlTestRig_PairCount(int usual);

#endif
