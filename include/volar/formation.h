// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_H
#define VOLAR_FORMATION_H

// Contact formations: the contact of two polyhedra by name, from their poses alone [LX]. A
// principal contact is a pair of elements that touch (face on face, edge on face, edge across edge
// ...), unless it is only the border of another pair that touches. The set of all of them is the
// contact formation, e.g. {foot - top, edge foot/-x - wall -x}. docs/theory/formations.md gives the
// tests.

#include "volar/polyhedra.h"

// Largest number of principal contacts of a formation, and of points of the region of each.
#define VL_MAX_FORMATION 24
#define VL_MAX_REGION 16
// How deep elements may be in each other by default, in radii of the smaller body.
#define VL_DEFAULT_INSIDE 0.05

// Ordered by the number of twists that a contact forbids: 1 for the first three, 2 for an edge on a
// face, 3 for a face on a face.
typedef enum vlContactType {
    VL_CONTACT_VERTEX_FACE,
    VL_CONTACT_FACE_VERTEX,
    VL_CONTACT_EDGE_EDGE, // across each other
    VL_CONTACT_EDGE_FACE,
    VL_CONTACT_FACE_EDGE,
    VL_CONTACT_FACE_FACE,
    VL_CONTACT_TYPE_COUNT
} vlContactType;

typedef struct vlPrincipalContact {
    vlContactType type;
    vlElement a, b; // of A and of B
    // The elements by which the contact is named: for an element of a round surface, that surface
    // (vlPolyhedron_GetNamed).
    vlElement namedA, namedB;
    vlVec3 normal; // world, of the contact's plane, from B to A
    vlVec3 point;  // world, middle of the region, on the element of A
    vlVec3 axis;   // world, unit: direction of the edge in an edge-face contact, else zero
    double nearest, farthest; // m, distance along the normal over the region; negative inside
    double size;              // m2 of face on face, m of an edge on a face, else 0
    // It stands for a degenerate contact (a vertex or a parallel edge at an edge, a vertex at a
    // vertex), which has no plane of its own: the neighbour whose plane is closest to the last one
    // is named instead.
    bool isReplaced;
    // It lies on a round surface: its type says whether its region is a point, a line or an area.
    bool isRound;
    int regionCount;
    // World: corners of the part that both elements share, in the plane of the face (of B's if both
    // are faces); for an edge across an edge, the point on B's.
    vlVec3 region[VL_MAX_REGION];
} vlPrincipalContact;

typedef struct vlFormation {
    int count;
    bool isCut;                                   // more contacts were found than there is room for
    vlPrincipalContact contact[VL_MAX_FORMATION]; // in the order of type (highest first), a, b
} vlFormation;

// What counts as touching. All lengths are in m.
typedef struct vlFormationSettings {
    double gap;    // 1e-12 .. 1: elements up to this far apart touch
    double inside; // >= 0: and up to this deep in each other; VL_AUTO: VL_DEFAULT_INSIDE
    double angle;  // rad, 1e-9 .. 0.5: largest tilt of a face or edge to the plane it lies on
    // Face on face and edge on face: over their whole region the distance is at most the greater of
    // spread * gap (spread 1 .. 100) and relative * depth (relative 0 .. 100).
    double spread, relative;
    double minLength; // m, >= 0, shortest region of an edge on a face
    double minArea;   // m2, >= 0, smallest region of face on face
    // Three rules for bodies that go into each other. Support: an edge or vertex touches only if
    // the faces at it lead away from the plane. Width: a region narrower than its depth is another
    // contact seen from the side. Merging: contacts of edges and vertices of one pair of faces that
    // together span the plane are face on face.
    bool needsSupport, needsWidth, mergesFaces;
    bool joinsRound; // contacts of one round surface or rim are one contact
    // 1 .. 100: vlIdentifier_Update keeps a contact while it passes the tests with the gap times
    // this.
    double keep;
} vlFormationSettings;

// Identifies the formations of one pair of polyhedra. All its memory is allocated when it is
// created. One thread at a time may use it.
typedef struct vlIdentifier vlIdentifier;

// Twists that keep a formation to first order: a basis of `count` twists of body A, in world axes
// about the centre of its polyhedron. Pure translations come first; the other twists are orthogonal
// to them.
typedef struct vlFreedoms {
    int count, translationCount;
    vlTwist twist[6]; // m and rad; of length 1, with a radian counted as the radius of A
} vlFreedoms;

VL_BEGIN_C

// For the names of states in simulations and recordings: a gap of 20 um, region tests. For a device
// with noise of standard deviation s in its poses, the gap should be at least 4 s and less than a
// quarter of any clearance.
VL_API vlFormationSettings vlFormationSettings_ForNames(void) VL_REALTIME;
// For forces from the formation: a shell of 2 mm and 1 degree.
VL_API vlFormationSettings vlFormationSettings_ForForces(void) VL_REALTIME;

// The polyhedra must outlive the identifier. B may be a half-space, A may not. `settings` NULL:
// those for names. VL_ERROR_ARGUMENT for a half-space as A or a setting out of its range;
// VL_ERROR_MEMORY. Allocates.
VL_API VL_WARN_UNUSED vlResult vlIdentifier_Create(const vlAllocator* allocator,
                                                   const vlPolyhedron* a, const vlPolyhedron* b,
                                                   const vlFormationSettings* settings,
                                                   vlIdentifier** identifier, char* message,
                                                   size_t messageSize);
VL_API void vlIdentifier_Destroy(vlIdentifier* identifier);
VL_API const vlPolyhedron* vlIdentifier_GetPolyhedron(const vlIdentifier* identifier,
                                                      bool isB) VL_REALTIME;

// Writes the formation at these poses to `*formation`, without regard to earlier calls. It is empty
// if a pose is not finite or beyond VL_MAX_LENGTH, or its quaternion is not unit to 1e-3.
VL_API void vlIdentifier_Find(vlIdentifier* identifier, vlPose poseWA, vlPose poseWB,
                              vlFormation* formation) VL_REALTIME;
// The same with memory: contacts of the last call are kept while they pass wider tests, so that
// noise does not change the name, and a degenerate contact is replaced by the neighbour whose
// normal is closest to the last one.
VL_API void vlIdentifier_Update(vlIdentifier* identifier, vlPose poseWA, vlPose poseWB,
                                vlFormation* formation) VL_REALTIME;
// Forgets the last call.
VL_API void vlIdentifier_Forget(vlIdentifier* identifier) VL_REALTIME;

// Are the two formations the same set of contacts, as elements or (`byName`) as names?
VL_API bool vlFormation_IsSame(const vlFormation* x, const vlFormation* y, bool byName) VL_REALTIME;

// Twists of A (B at rest) that keep the formation. The rank follows from the types and axes of the
// contacts and not from the size of their regions; directions closer than `tolerance` (1e-6 for
// exact poses, 0.03 for those of a simulation) count as one. `centre` (world) is the point that
// twists refer to; `radius` scales rotations.
VL_API void vlFormation_GetFreedoms(const vlFormation* formation, vlVec3 centre, double radius,
                                    double tolerance, vlFreedoms* freedoms) VL_REALTIME;
// The part of a twist of A (world axes, about `centre`) that keeps the formation: guided motion.
VL_API vlTwist vlFreedoms_Project(const vlFreedoms* freedoms, vlTwist twist,
                                  double radius) VL_REALTIME;

// "f-f", "e-f", "v-f", "e-e", ...; never NULL.
VL_API const char* vlContactType_Text(vlContactType type) VL_REALTIME;

VL_END_C

#endif
