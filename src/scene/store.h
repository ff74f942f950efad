// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_STORE_H
#define VOLAR_SCENE_STORE_H

// What a scene keeps: the definitions that make a world, and the tree of values they were read
// from.

#include "text/names.h"
#include "text/section.h"
#include "volar/parameter.h"

#if defined(__GNUC__)
#define VL_NOTE_FORMAT __attribute__((format(printf, 2, 3)))
#else
#define VL_NOTE_FORMAT
#endif

// Limits: a text that exceeds them asks for more memory or time than any scene needs.
#define VL_MAX_SCENE_BODIES 65000
#define VL_MAX_SCENE_PIECES 1000000
#define VL_MAX_SCENE_MATERIALS 256
#define VL_MAX_SCENE_SURFACES 32640 // one for each pair of these materials
#define VL_MAX_SCENE_PAIRS 4000000
#define VL_MAX_SCENE_CONTACTS 1000000
#define VL_MAX_SCENE_SPRINGS 64000
#define VL_MAX_SCENE_JOINTS 65000
#define VL_MAX_SCENE_FORCES 65000
#define VL_MAX_SCENE_MEMORY ((size_t)2 << 30) // bytes of the world
#define VL_MAX_COPIES 1000
#define VL_MAX_SCENE_KEYS 1000000     // of all motions; of one motor's target
#define VL_MAX_HULL_POINTS 65536      // given to one hull
#define VL_MAX_SCENE_CORNERS 1000000  // vertices of all shapes together
#define VL_MAX_COMPOUND_FACES 16384   // of all pieces: every pair of faces is compared
#define VL_MAX_SCENE_FACE_PAIRS 1e9   // that are compared, of all compounds
#define VL_MAX_SCENE_VERTEX_PAIRS 2e8 // of each shape with itself: about two seconds
// Defaults of round shapes.
#define VL_DEFAULT_SIDES 32
#define VL_DEFAULT_SECTORS 24
#define VL_DEFAULT_BANDS 12
// Thickness of the prism that shows a polygon, m.
#define VL_PLANAR_THICKNESS 0.02
#define VL_MAX_SCENE_NOTES 64

typedef enum vlRecipeKind {
    VL_RECIPE_HALFSPACE,
    VL_RECIPE_BOX,
    VL_RECIPE_HULL,
    VL_RECIPE_FACES,
    VL_RECIPE_POLYGON,
    VL_RECIPE_PRISM,
    VL_RECIPE_CYLINDER,
    VL_RECIPE_CONE,
    VL_RECIPE_SPHERE,
    VL_RECIPE_CAPSULE,
    VL_RECIPE_SURFACE,
    VL_RECIPE_COMPOUND
} vlRecipeKind;

// The definition of a shape in the file, and the shape.
typedef struct vlRecipe {
    vlRecipeKind kind;
    vlVec3 size;   // box: full sizes; half-space: normal as given
    double offset; // half-space
    double radius, topRadius;
    double height;  // capsule: length between the centres of its ends
    int sides;      // sphere, capsule: sectors
    int bands;      // capsule: of each end
    double spacing; // surface, m; 0: automatic
    vlVec3* points; // hull, faces, polygon and surface
    int pointCount;
    int* faceSizes;
    int* indices;
    int faceCount;
    struct vlRecipe** pieces; // compound
    vlPose* poses;
    int pieceCount;
    bool isCut;            // compound: its pieces were cut from a mesh
    double cutError;       // m, how far they stand off it at most
    vlShape* shape;        // the scene holds it
    struct vlRecipe* next; // the one added before it
} vlRecipe;

typedef struct vlListedSurface {
    int a, b; // materials, a <= b
    vlSurface surface;
} vlListedSurface;

// A file that was read besides the scene's own.
typedef struct vlReadFile {
    const char* path;
    struct vlReadFile* next;
} vlReadFile;

struct vlScene {
    vlPool tree; // with the overrides put in
    vlNode* root;
    vlPool pool; // holds everything below, except the shapes
    const char* name;
    const char* description;
    vlWorldDef world;
    vlWorld2Def world2;  // of a planar scene
    vlBody2Def* bodies2; // [bodyCount], likewise
    int pairs, contacts; // capacities given in the file; 0: computed
    vlSceneMaterial* materials;
    int materialCount;
    bool isPlanar;
    vlListedSurface* surfaces; // as listed
    int* surfaceOfPair;        // [materialCount^2]: 1 + place in `surfaces`, 0 if not listed
    vlRecipe* recipes;         // list, newest first
    vlReadFile* files;         // list, newest first
    int surfaceCount, fileCount;
    vlSceneBody* bodies;
    vlNameEntry* bodyNames;
    int bodyCount;
    vlSceneForce* forces;
    int forceCount;
    vlSceneSpring* springs;
    int springCount;
    vlSceneJoint* joints;
    vlSceneDevice* devices;
    int jointCount, deviceCount;
    vlSceneCamera camera;
    vlParameter* parameters;
    const char** notes;
    int parameterCount, noteCount;
    uint64_t hash;
};

// What a planar scene has unless it says otherwise: the step, no gravity and the laws of a
// vlWorld2.
void vlPlanar_SetDefaults(vlScene* scene);
// Surface of two materials that are not listed as a pair, in a scene whose world.surface is
// `world`.
vlSurface vlSurface_Mix(const vlSurface* world, const vlSurface* a, const vlSurface* b);
// Colour of a body for which the file gives none.
uint32_t vlScene_DefaultColour(vlBodyType type, int place);
// Adds a recipe that has a shape to the scene, which releases the shape.
void vlScene_AddRecipe(vlScene* scene, vlRecipe* recipe);
// Remembers a file that was read; without memory the pool is exhausted.
void vlScene_AddFile(vlScene* scene, const char* path);
// Adds a note about a valid scene; notes beyond VL_MAX_SCENE_NOTES are left out.
void vlScene_AddNote(vlScene* scene, const char* format, ...) VL_NOTE_FORMAT;
// To be called when everything else is read; without memory the pool is exhausted.
void vlScene_ListParameters(vlScene* scene);
// Adds a parameter with the range of its kind; `parameters` has room.
vlParameter* vlScene_AddParameter(vlScene* scene, vlParameterKind kind, double value);
// Of a planar scene (parameter_planar.c): adds the laws between two materials; puts a value of a
// law into a surface.
void vlPlanar_AddLaws(vlScene* scene, int a, int b);
void vlPlanar_PutLaw(const vlParameter* parameter, double value, vlSurface* surface);
// To be called when everything else is read; see vlScene_GetHash.
uint64_t vlScene_ComputeHash(const vlScene* scene);

#endif
