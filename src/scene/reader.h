// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_READER_H
#define VOLAR_SCENE_READER_H

// From nodes to a scene. Functions that read a value take a node and its name for messages; if the
// node is not what was expected, they add a fault and return false. A missing node (NULL) is
// allowed and leaves the default unchanged.

#include "scene/faults.h"
#include "scene/keys.h"
#include "scene/node.h"
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

typedef struct vlReader {
    vlFaults faults;
    vlPool scratch; // everything that is not kept
    vlScene* scene;
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
// Numbers of a scene are at most this large, so that products of three of them stay finite.
#define VL_LARGEST_NUMBER 1e100

typedef struct vlRange {
    double least;
    bool isAbove; // `least` itself is out of range
    double most;
} vlRange;

#define VL_RANGE_ANY ((vlRange){-VL_LARGEST_NUMBER, false, VL_LARGEST_NUMBER})
#define VL_RANGE_POSITIVE ((vlRange){0.0, true, VL_LARGEST_NUMBER})
#define VL_RANGE_NOT_NEGATIVE ((vlRange){0.0, false, VL_LARGEST_NUMBER})
// The ranges that a world accepts (volar/math.h).
#define VL_RANGE_PLACE ((vlRange){-VL_MAX_LENGTH, false, VL_MAX_LENGTH})
#define VL_RANGE_LENGTH ((vlRange){0.0, true, VL_MAX_LENGTH})
#define VL_RANGE_SPEED ((vlRange){-VL_MAX_SPEED, false, VL_MAX_SPEED})
#define VL_RANGE_FORCE ((vlRange){-VL_MAX_FORCE, false, VL_MAX_FORCE})

// Splits a mapping by its keys: found[i] becomes the value of keys[i] or NULL. Unknown and missing
// keys are faults; false only if `node` is not a mapping. `what` is, for example, "a body".
bool vlRead_Keys(vlReader* r, const vlNode* node, const char* what, const vlKeyName* keys,
                 int count, const vlNode** found);
// Is there a list (mapping) of at most `most` items? Anything else is a fault.
bool vlRead_IsList(vlReader* r, const vlNode* node, const char* label, int most);
// Is it a list of at least two keys of a path?
bool vlRead_IsKeyList(vlReader* r, const vlNode* list);
bool vlRead_IsMapping(vlReader* r, const vlNode* node, const char* label, int most);

bool vlRead_Number(vlReader* r, const vlNode* node, const char* label, vlRange range,
                   double* value);
// A number, or a word that stands for `wordValue`.
bool vlRead_NumberOr(vlReader* r, const vlNode* node, const char* label, vlRange range,
                     const char* word, double wordValue, double* value);
bool vlRead_Int(vlReader* r, const vlNode* node, const char* label, int least, int most,
                int* value);
bool vlRead_Bool(vlReader* r, const vlNode* node, const char* label, bool* value);
// A list of exactly `count` numbers; `node` must not be NULL.
bool vlRead_Numbers(vlReader* r, const vlNode* node, const char* label, vlRange range, int count,
                    double* values);
bool vlRead_Vec(vlReader* r, const vlNode* node, const char* label, vlVec3* value);
bool vlRead_VecIn(vlReader* r, const vlNode* node, const char* label, vlRange range, vlVec3* value);
// A vector that is not zero.
bool vlRead_Direction(vlReader* r, const vlNode* node, const char* label, vlVec3* value);
bool vlRead_Matrix(vlReader* r, const vlNode* node, const char* label, vlMat3* value);
// {axis, degrees}; the axis must not be zero.
bool vlRead_Turn(vlReader* r, const vlNode* node, const char* label, vlVec3* axis, double* degrees);
bool vlRead_Rotation(vlReader* r, const vlNode* node, const char* label, vlQuat* value);
// {position, rotation}; each stays unchanged if it is not given.
bool vlRead_Frame(vlReader* r, const vlNode* node, const char* label, vlPose* value);
bool vlRead_Colour(vlReader* r, const vlNode* node, const char* label, uint32_t* value);
// One of the words of a table.
bool vlRead_Word(vlReader* r, const vlNode* node, const char* label, const vlWords* words,
                 int* value);
// Any text. It stays in the tree.
bool vlRead_Text(vlReader* r, const vlNode* node, const char* label, const char** value);
// Letters, digits and _ . - as in names; copied into the scene.
bool vlRead_Name(vlReader* r, const vlNode* node, const char* label, const char** value);
bool vlRead_IsName(const char* text);
// Rotation by `degrees` about `axis`; unit to rounding.
vlQuat vlRotation_FromDegrees(vlVec3 axis, double degrees);
// Scales to unit length unless the length is 1 to rounding: a quaternion that is written and read
// again stays the same.
vlQuat vlRotation_Normalise(vlQuat q);
// Adds a fault with the nearest of `names`: "unknown WHAT 'x'; did you mean 'y'?"
void vlRead_AddUnknown(vlReader* r, const vlNode* node, const char* what, const char* const* names,
                       int count);

// The sections of a scene; each is read into r->scene.
void vlRead_World(vlReader* r, const vlNode* node);
void vlRead_Materials(vlReader* r, const vlNode* materials, const vlNode* surfaces);
void vlRead_Shapes(vlReader* r, const vlNode* node);
void vlRead_Bodies(vlReader* r, const vlNode* node);
void vlRead_Forces(vlReader* r, const vlNode* node);
void vlRead_Springs(vlReader* r, const vlNode* node);
void vlRead_Joints(vlReader* r, const vlNode* node);
void vlRead_Devices(vlReader* r, const vlNode* node);
void vlRead_Camera(vlReader* r, const vlNode* node);
// Parts of sections.
// `none`, or a wall law with or without a friction law; NULL changes nothing.
void vlRead_PointLaw(vlReader* r, const vlNode* node, vlPointLaw* law);
void vlRead_Surface(vlReader* r, const vlNode* const* found, vlTextPlace place, vlSurface* surface);
// The material that `node` names, the default one without a node.
bool vlRead_MaterialName(vlReader* r, const vlNode* node, vlMaterialId* material);
// A shape given in place, or the name of one; NULL if it is faulty.
vlRecipe* vlRead_Shape(vlReader* r, const vlNode* node, const char* label);
// The path of a file that the text names: from the folder of the text. NULL without memory.
char* vlRead_PathBeside(vlReader* r, const char* file);
// Recipes that list their points.
bool vlRead_Hull(vlReader* r, const vlNode* node, vlRecipe* recipe);
bool vlRead_Polygon(vlReader* r, const vlNode* node, vlRecipe* recipe);
bool vlRead_Faces(vlReader* r, const vlNode* node, vlRecipe* recipe);
bool vlRead_SurfaceShape(vlReader* r, const vlNode* node, vlRecipe* recipe);
// A recipe made from a mesh file.
bool vlRead_Mesh(vlReader* r, const vlNode* node, vlRecipe* recipe);
// Builds the shape of a complete recipe, if it has none yet.
bool vlRecipe_Build(vlReader* r, vlTextPlace place, vlRecipe* recipe);
// The polygon of a box or a polygon in a planar scene; without vertices for other shapes.
vlPolygon vlRecipe_GetPolygon(const vlRecipe* recipe);
bool vlRead_Motion(vlReader* r, const vlNode* node, vlPose start, vlMotionScript* motion);
// Names of faces of a body whose shape is known.
void vlRead_FaceNames(vlReader* r, const vlNode* node, vlSceneBody* body);
// Keys of a path, not NULL, in ascending order of time. What a key does not give is taken from
// `start`. NULL if they are faulty.
const vlMotionKey* vlRead_MotionKeys(vlReader* r, const vlNode* list, vlPose start);
bool vlRead_Oscillate(vlReader* r, const vlNode* node, vlMotionScript* motion, double* turnDegrees);
// Index of the body that `node` names, or -1 with a fault.
int vlRead_BodyName(vlReader* r, const vlNode* node);
// Can `what` connect these two? They must be two bodies, one of them dynamic; `bodyA` may be the
// world.
bool vlRead_CheckEnds(vlReader* r, const vlNode* node, const char* what, int bodyA, int bodyB);
// Sorts names and finds those given twice; `places` by their indices.
void vlRead_CheckNames(vlReader* r, const char* what, vlNameEntry* names, int count,
                       const vlTextPlace* places);
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
