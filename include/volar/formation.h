// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_H
#define VOLAR_FORMATION_H

// Contact formations: the contact of two polyhedra by name, from their poses alone [LX]. A
// principal contact is a pair of elements that touch (face on face, edge on face, edge across edge
// ...) and are not the border of another pair that touches. The set of all of them is the contact
// formation, e.g. {foot - top, edge foot/-x - wall -x}. docs/theory/formations.md gives the tests.

#include "volar/polyhedra.h"

// Most principal contacts of one formation, and points that are kept of the region of each.
#define VL_MAX_FORMATION 24
#define VL_MAX_REGION 16
// How deep elements may be in each other if not told otherwise, in radii of the smaller body.
#define VL_DEFAULT_INSIDE 0.05

// In the order of how much they hold: the number of twists that a contact forbids.
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
    // The same as names see it: elements of a round surface are that surface.
    vlElement namedA, namedB;
    vlVec3 normal; // world, of the contact's plane, from B to A
    vlVec3 point;  // world, middle of the region, on the element of A
    vlVec3 axis;   // world, unit: direction of the edge in an edge-face contact, else zero
    double nearest, farthest; // m, distance along the normal over the region; negative inside
    double size;              // m2 of face on face, m of an edge on a face, else 0
    // A degenerate contact (vertex or parallel edge at an edge, vertex at a vertex) stands behind
    // it: the neighbour whose plane is closest to the last one is named instead.
    bool isReplaced;
    // It lies on a round surface: the type is what its region is, a point, a line or an area.
    bool isRound;
    int regionCount;
    // world: corners of what the two elements have in common, in the plane of the face (of B if
    // both are faces), of an edge across an edge the point on B
    vlVec3 region[VL_MAX_REGION];
} vlPrincipalContact;

typedef struct vlFormation {
    int count;
    bool isCut;                                   // more contacts were found than there is room for
    vlPrincipalContact contact[VL_MAX_FORMATION]; // in the order of type (highest first), a, b
} vlFormation;

// What counts as touching. All lengths in m.
typedef struct vlFormationSettings {
    double gap;    // elements up to this far apart touch
    double inside; // and up to this deep in each other; VL_AUTO: VL_DEFAULT_INSIDE
    double angle;  // rad, largest tilt of a face or edge to the plane that it lies on
    // Face on face and edge on face: over their whole region the distance is at most the greater of
    // spread * gap and relative * depth.
    double spread, relative;
    double minLength; // m, shortest region of an edge on a face
    double minArea;   // m2, smallest region of face on face
    // An edge or vertex touches only if the faces at it leave the plane; a region narrower than its
    // depth is another contact seen from the side; lower contacts of one pair of faces that span
    // the plane are face on face. All three are needed when bodies go into each other.
    bool needsSupport, needsWidth, mergesFaces;
    bool joinsRound; // contacts of one round surface or rim are one contact
    // vlIdentifier_Update: a contact is kept while it passes with the gap times this.
    double keep;
} vlFormationSettings;

// Identifies the formations of one pair. It has room of its own, so that nothing is allocated
// later; one thread may use it at a time.
typedef struct vlIdentifier vlIdentifier;

// Twists that keep a formation to first order: a basis of `count` twists of body A, in world axes
// about the centre of its polyhedron. Pure translations come first; the others are normal to them.
typedef struct vlFreedoms {
    int count, translationCount;
    vlTwist twist[6]; // m and rad, each of length 1 with rad counted as radius of A
} vlFreedoms;

VL_BEGIN_C

// For the names of states in simulations and recordings: a gap of 20 um, region tests. For a device
// with noise of standard deviation s in its poses, the gap should be at least 4 s and less than a
// quarter of any clearance.
VL_API vlFormationSettings vlFormationSettings_ForNames(void) VL_REALTIME;
// For forces from the formation: a shell of 2 mm and 1 degree.
VL_API vlFormationSettings vlFormationSettings_ForForces(void) VL_REALTIME;

// The polyhedra must live until the identifier is destroyed. B may be a half-space, A not.
// `settings` NULL: those for names. VL_ERROR_ARGUMENT: a setting is not positive and finite.
// Allocates.
VL_API VL_WARN_UNUSED vlResult vlIdentifier_Create(const vlAllocator* allocator,
                                                   const vlPolyhedron* a, const vlPolyhedron* b,
                                                   const vlFormationSettings* settings,
                                                   vlIdentifier** identifier, char* message,
                                                   size_t messageSize);
VL_API void vlIdentifier_Destroy(vlIdentifier* identifier);
VL_API const vlPolyhedron* vlIdentifier_GetPolyhedron(const vlIdentifier* identifier,
                                                      bool isB) VL_REALTIME;
VL_API vlFormationSettings vlIdentifier_GetSettings(const vlIdentifier* identifier) VL_REALTIME;

// The formation at these poses, without regard to what was before. Returns `*formation`, which is
// empty if the poses are not finite.
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
// exact poses, 0.03 for those of a simulation) count as one. `centre` is the point of A that
// twists refer to, `radius` scales rotations.
VL_API void vlFormation_GetFreedoms(const vlFormation* formation, vlVec3 centre, double radius,
                                    double tolerance, vlFreedoms* freedoms) VL_REALTIME;
// The part of a twist of A (world axes, about `centre`) that keeps the formation: guided motion.
VL_API vlTwist vlFreedoms_Project(const vlFreedoms* freedoms, vlTwist twist,
                                  double radius) VL_REALTIME;

// "f-f", "e-f", "v-f", "e-e", ...; never NULL.
VL_API const char* vlContactType_Text(vlContactType type) VL_REALTIME;

VL_END_C

#endif
