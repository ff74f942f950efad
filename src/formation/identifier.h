// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_IDENTIFIER_H
#define VOLAR_FORMATION_IDENTIFIER_H

// What an identifier holds: A placed in the frame of B, the elements of both that can touch, and
// room for what was found. docs/theory/formations.md

#include "base/box.h"
#include "formation/cone_fit.h"
#include "formation/poly_draft.h"
#include "volar/formation.h"

// Most contacts before those on the border of others are removed.
#define VL_MAX_RAW 96

// Room for the corners of a region while it is collected. The overlap of two cells has at most as
// many corners as both together, and a face may have several cells.
#define VL_MAX_COLLECTED 96

// Most points at which forces are assumed when a formation is compared with forces.
#define VL_MAX_CONE_POINTS 512

// The settings of one pass: the strict one, or the wider one that keeps contacts of the last call.
typedef struct vlPass {
    double gap, inside, spread, relative;
    double sine, cosine; // of the largest tilt
    double minLength, minArea;
    bool needsSupport, needsWidth;
    // m, how far behind a concave edge of a face an element still counts as over the face. An
    // element that sinks into the other face at that edge is beyond the border of this one.
    double beyond;
    bool skipsBorders; // elements on the border of a face-on-face contact are not tested
} vlPass;

// Most contacts of one pass that only the rule of widths rejects.
#define VL_MAX_DOUBTFUL 8

typedef struct vlRawList {
    int count;
    int faceCount; // contacts face on face, which come first
    bool isCut;
    vlPrincipalContact contact[VL_MAX_RAW]; // in the frame of B
    int doubtfulCount;
    vlPrincipalContact doubtful[VL_MAX_DOUBTFUL];
} vlRawList;

typedef struct vlContactKey {
    vlElement a, b;
    bool isReplaced; // stands for a contact without a plane
} vlContactKey;

// Number of elements of B in a group, which is skipped as a whole if its box is far away.
#define VL_NEAR_GROUP 16

// The elements of one polyhedron that may touch the other. The arrays `*At` hold A's elements
// placed in the frame of B; for B they are copies of the polyhedron's own.
typedef struct vlNear {
    const vlPolyhedron* poly;
    int vertexCount, edgeCount, hollowCount, faceCount;
    int *vertex, *edge, *face; // edges: the convex ones
    int* hollow;               // the concave ones
    vlVec3* pointAt;
    vlVec3* normalAt;
    double* offsetAt;
    vlVec3* directionAt;
    vlVec3* inwardAt; // two for each edge
    vlVec3* sideAt;   // side normals of cells
    double* sideOffsetAt;
    vlBox *edgeBox, *faceBox;
    // Of B: boxes of VL_NEAR_GROUP elements at a time, in the order of their indices.
    vlBox *vertexGroups, *edgeGroups, *faceGroups;
} vlNear;

struct vlIdentifier {
    vlAllocator allocator;
    vlFormationSettings settings;
    vlPass strict, kept;
    vlNear a, b;
    // Where A was when the lists of near elements were made, and how far it may go from there.
    vlPose gatheredAt;
    bool hasGathered;
    double slack;

    vlRawList found, loose;
    // What was found before contacts of one round surface were joined: one of the two above.
    const vlRawList* parts;
    vlPose poseBA, poseWB; // of the last call
    // Memory of vlIdentifier_Update, in the frame of B: the contacts of the last call, and those
    // that were merged into face-on-face contacts.
    int lastCount;
    vlContactKey last[VL_MAX_RAW];
    int mergedCount;
    vlContactKey merged[VL_MAX_RAW];
    vlVec3 lastNormal; // zero: none
    bool hasLast;
    vlPose lastA, lastB;
    vlFormation lastFormation;

    // Room for vlIdentifier_GetFit: the corners of all regions, and after them those of each
    // contact's footprint.
    vlConePoint cones[VL_MAX_CONE_POINTS];
    int footprintStarts[VL_MAX_RAW + 1];
};

// Computes the boxes of the groups from the places of the elements.
void vlNear_MakeGroups(vlNear* near);
// Places A and lists near elements.
void vlIdentifier_Place(vlIdentifier* id, vlPose poseBA);

// All contacts of one pass.
void vlIdentify_Faces(vlIdentifier* id, const vlPass* pass, vlRawList* out);
// Vertices and edges of A on faces of B, or (`isSwapped`) of B on faces of A.
void vlIdentify_OnFaces(vlIdentifier* id, const vlPass* pass, bool isSwapped, vlRawList* out);
void vlIdentify_EdgesAcross(vlIdentifier* id, const vlPass* pass, vlRawList* out);
// The same for one pair of elements, which are near.
void vlIdentify_FacePair(vlIdentifier* id, const vlPass* pass, int fa, int fb, vlRawList* out);
void vlIdentify_OnFace(vlIdentifier* id, const vlPass* pass, vlElement a, vlElement b,
                       vlRawList* out);
void vlIdentify_EdgePair(vlIdentifier* id, const vlPass* pass, int ea, int eb, vlRawList* out);
// Finds elements that touch without a plane of their own, and replaces each by a neighbour that has
// one.
void vlIdentify_Degenerate(vlIdentifier* id, const vlPass* pass, vlRawList* out);

// Replaces lower contacts of one pair of faces by one face on face if they span the plane, and
// notes them as merged.
void vlRawList_MergeFaces(vlIdentifier* id, const vlPass* pass, vlRawList* list);
// Was this contact among those of the last call?
bool vlIdentifier_HadContact(const vlIdentifier* id, vlElement a, vlElement b);
// Removes contacts that are the border of others.
void vlRawList_KeepPrincipal(const vlIdentifier* id, vlRawList* list);
// Fills in the named elements, and marks the contacts on round surfaces; true if there is one.
bool vlRawList_GiveNames(const vlIdentifier* id, vlRawList* list);
// Joins contacts of the same round surfaces, and removes those that are then the border of others.
void vlRawList_JoinRound(const vlIdentifier* id, vlRawList* list);
// Is the pair on the border of a contact in the list, or such a contact itself?
bool vlRawList_Covers(const vlIdentifier* id, const vlRawList* list, vlElement a, vlElement b);

// A new contact at the end of the list; NULL if it is full.
vlPrincipalContact* vlRawList_Add(vlRawList* list);
// The same for a contact that only the rule of widths rejects.
vlPrincipalContact* vlRawList_AddDoubtful(vlRawList* list);
// Accepts the doubtful contacts near which nothing else was found, the least deep first: those
// cannot be another contact seen from the side.
void vlRawList_SettleDoubts(vlRawList* list, double gap);
// Does a contact of the list touch within reach of a doubtful one?
bool vlRawList_HasNear(const vlRawList* list, const vlPrincipalContact* doubtful, double gap);
// Stores the corners of a region: those farthest out in the plane if there are too many.
void vlContact_SetRegion(vlPrincipalContact* contact, const vlVec3* points, int count);
// Adds a point unless one is there already; returns the new count.
int vlRegion_Add(vlVec3* points, int count, vlVec3 point);

// Copies the contacts that a formation has, and not the unused room.
void vlFormation_Copy(vlFormation* to, const vlFormation* from);

// Is the contact of these two faces among those found? Elements on its border are then not tested.
static inline bool vlRawList_HasFaces(const vlRawList* list, int faceA, int faceB)
{
    for (int i = 0; i < list->faceCount; ++i) {
        if (list->contact[i].a.index == faceA && list->contact[i].b.index == faceB) {
            return true;
        }
    }
    return false;
}

#endif
