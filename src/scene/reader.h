// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_READER_H
#define VOLAR_SCENE_READER_H

// From nodes to a scene. Functions that read a value take a node and its name for messages; if the
// node is not what was expected, they add a fault and return false. A missing node (NULL) is
// allowed and leaves the default unchanged.

#include "scene/fields.h"
#include "scene/store.h"
#include "scene/words.h"

typedef struct vlNamedShape {
    vlRecipe* recipe; // NULL until it is read, or if it is faulty
    bool isFaulty;
} vlNamedShape;

// Where a joint is in the world at the start; the dry run turns it into frames on the joint's
// bodies.
typedef struct vlJointPlacing {
    bool isGiven; // otherwise the joint was placed by its frames
    vlVec3 at, axis, second;
} vlJointPlacing;

// A rotation as it is written.
typedef struct vlWrittenTurn {
    vlVec3 axis;
    double degrees;
    double quaternion[4];
    double euler[3];
} vlWrittenTurn;

// An entry of `bodies`. The rows of a body are of its first member.
typedef struct vlBodyEntry {
    vlSceneBody body;
    vlTextPlace place;
    bool hasColour;
    bool isCopied;
    int count;
    vlVec3 shift;
    vlWrittenTurn turn;
} vlBodyEntry;

typedef struct vlReader {
    vlText text; // the first member: what is given a vlText may be a vlReader
    vlScene* scene;
    struct vlModelReading* model; // of a simulated device, while it is read
    bool refuseFiles;
    vlSceneOptions options;  // without the sets
    vlNamedShape* shapes;    // of the section `shapes`
    vlNameEntry* shapeNames; // sorted
    const char** shapeNameList;
    int shapeCount;
    long cornerCount;       // of all shapes so far
    double facePairs;       // of all compounds so far
    double vertexPairs;     // of all other shapes so far, each with itself
    const char** bodyNames; // see vlRead_BodyName
    // Places in the text, for the faults that only a world can find.
    const vlNode* world; // NULL if the scene has none
    vlTextPlace worldPlace;
    vlTextPlace defaultPlace;   // of the default material
    vlTextPlace* materialPlace; // [materialCount]
    vlTextPlace* surfacePlace;  // [surfaceCount]
    vlTextPlace* bodyPlace;     // [bodyCount]
    vlTextPlace* springPlace;   // [springCount]
    vlTextPlace* jointPlace;    // [jointCount]
    vlJointPlacing* placings;   // [jointCount]
    vlTextPlace* devicePlace;   // [deviceCount]
} vlReader;

#define VL_RADIANS_PER_DEGREE (VL_PI / 180.0)

// The value of one of two keys of which a mapping must have just one; NULL with a fault.
const vlNode* vlRead_OneOf(vlReader* r, const vlNode* node, const char* first, const char* second);
bool vlText_Matrix(vlText* t, const vlNode* node, const char* label, vlMat3* value);
// Rotation by `degrees` about `axis`; unit to rounding.
vlQuat vlRotation_FromDegrees(vlVec3 axis, double degrees);
// Scales to unit length unless the length is 1 to rounding: a quaternion that is written and read
// again stays the same.
vlQuat vlRotation_Normalise(vlQuat q);

// The sections of a scene; each is read into r->scene.
void vlRead_World(vlReader* r, const vlNode* node);
void vlRead_Materials(vlReader* r, const vlNode* materials, const vlNode* surfaces);
void vlRead_Shapes(vlReader* r, const vlNode* node);
void vlRead_Bodies(vlReader* r, const vlNode* node);
void vlRead_Forces(vlReader* r, const vlNode* node);
void vlRead_Springs(vlReader* r, const vlNode* node);
void vlRead_Joints(vlReader* r, const vlNode* node);
void vlRead_Devices(vlReader* r, const vlNode* node);
// Checks of sections (text/section.h).
vlSectionCheck vlCheck_Surface, vlCheck_Camera, vlCheck_Box, vlCheck_SurfaceShape, vlCheck_Polygon,
    vlCheck_Sphere, vlCheck_Capsule, vlCheck_Inertia, vlCheck_Oscillate, vlCheck_Force,
    vlCheck_Spring, vlCheck_From, vlCheck_Axis, vlCheck_Motor, vlCheck_Press;
// A list of the scene: each item is zeroed, then read. `name` says what they are if an item begins
// with its name, which no two may have; NULL: they have none.
typedef struct vlList {
    const char* name;
    size_t size;
    void (*read)(vlReader* r, const vlNode* node, void* item, int i);
} vlList;
// The items, and where they are in the text; NULL: there is no list, or no memory.
void* vlRead_List(vlReader* r, const vlNode* node, vlList kind, int* count, vlTextPlace** places);
// Parts of sections.
// A shape given in place, or the name of one; NULL if it is faulty.
vlRecipe* vlRead_Shape(vlReader* r, const vlNode* node, const char* label);
// The path of a file that the text names: from the folder of the text. NULL without memory.
char* vlRead_PathBeside(vlReader* r, const char* file);
// A recipe made from a mesh file.
bool vlRead_Mesh(vlReader* r, const vlNode* node, vlRecipe* recipe);
// Builds the shape of a complete recipe, if it has none yet.
bool vlRecipe_Build(vlReader* r, vlTextPlace place, vlRecipe* recipe);
// The polygon of a box or a polygon in a planar scene; without vertices for other shapes.
vlPolygon vlRecipe_GetPolygon(const vlRecipe* recipe);
bool vlRead_Motion(vlReader* r, const vlNode* node, vlPose start, vlMotionScript* motion);
// Names of faces of a body whose shape is known.
void vlRead_FaceNames(vlReader* r, const vlNode* node, vlSceneBody* body);
// The keys of a path, in ascending order of time. What a key does not give is taken from `start`.
// NULL if they are faulty.
const vlMotionKey* vlRead_MotionKeys(vlReader* r, const vlSection* path, const vlNode* node,
                                     vlPose start, int* count);
// Index of the body that `node` names, or -1 with a fault.
int vlRead_BodyName(vlReader* r, const vlNode* node);
// Can `what` connect these two? They must be two bodies, one of them dynamic; `bodyA` may be the
// world.
bool vlRead_CheckEnds(vlReader* r, const vlNode* node, const char* what, int bodyA, int bodyB);
// What acts along the axes of a joint whose type is known.
void vlRead_Axes(vlReader* r, const vlNode* node, vlSceneJoint* joint);
// A number into `constant`, or a script.
void vlRead_Target(vlReader* r, const vlNode* node, double* constant, vlTargetScript* target);
// Converts all values of a script to another unit.
void vlTarget_Scale(vlReader* r, vlTargetScript* target, double scale);
// How a device whose hold is known feels contact formations.
void vlRead_Formations(vlReader* r, const vlNode* node, const vlNode* graspButton,
                       vlSceneDevice* device);
// The person at a simulated device; `start` is the pose of the grasp at the start, in the world.
void vlRead_Hand(vlReader* r, const vlNode* node, vlPose start, vlSceneHand* hand);

// For a planar scene, after its sections were read: adds a fault for each key that has no meaning
// there.
void vlPlanar_CheckKeys(vlReader* r, const vlNode* root);
// Puts the bodies into the plane; what does not lie in it is a fault.
void vlPlanar_MakeBodies(vlReader* r);
// As vlDryRun, with a planar world.
void vlPlanar_DryRun(vlReader* r);
// Builds throw-away worlds from a scene without faults, to find what only a world refuses and to
// turn places of joints in the world into frames on their bodies.
void vlDryRun(vlReader* r);
// Puts overrides into the tree.
void vlSets_Apply(vlReader* r, const vlSceneOptions* options, vlNode* root);

#endif
