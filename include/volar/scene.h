// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_H
#define VOLAR_SCENE_H

// Scene files: a world and everything in it as text, in YAML or JSON (docs/formats.md). A scene is
// read once, checked as a whole, and never changes afterwards; any number of simulations can be
// made from it (volar/simulation.h). The functions here are not for a real-time loop: reading and
// writing scenes allocates and opens files.

#include "volar/coupling.h"
#include "volar/four_channel.h"
#include "volar/joint.h"
#include "volar/planar.h"
#include "volar/script.h"
#include "volar/simulated_device.h"
#include "volar/velocity.h"
#include "volar/world.h"

// Newest version of the format; a file says `volar: 1`.
#define VL_SCENE_VERSION 1
// Longest text of a scene file, bytes.
#define VL_MAX_SCENE_TEXT (16 * 1024 * 1024)

// A file in memory.
typedef struct vlSceneFile {
    const char* name;
    const unsigned char* bytes;
    size_t size;
} vlSceneFile;

typedef struct vlSceneOptions {
    const char* const* sets; // e.g. "world.step=0.0005": replaces or adds a value before checking
    int setCount;
    bool refuseFiles; // a mesh or device file is an error instead of being opened
    // Mesh files that are taken from memory: a scene refers to one of them by the name given here.
    const vlSceneFile* files;
    int fileCount;
    // Folder in which pieces of meshes are kept and looked for (vlMesh_FindCacheFolder); NULL: none
    const char* cacheFolder;
    // Called now and then while a mesh is cut, with its file, the pieces so far and the largest
    // error, m; may be NULL.
    void (*progress)(void* user, const char* file, int pieces, double error);
    void* user;
} vlSceneOptions;

typedef struct vlScene vlScene;
typedef struct vlFaceName vlFaceName; // polyhedra.h

typedef struct vlSceneBody {
    const char* name; // unique in the scene
    vlBodyDef def;    // its shape belongs to the scene; its material indexes the scene's materials
    uint32_t colour;  // 0xRRGGBB
    vlMotionScript motion;
    // Names of its faces in contact states (scene_annotation.h); other faces are named by their
    // direction.
    const vlFaceName* faceNames;
    int faceNameCount;
    // Its pieces were cut from a mesh, when the scene was read from its file, and stand off it by
    // at most cutError, m.
    bool isCut;
    double cutError;
} vlSceneBody;

// A constant force and torque on a body during an interval of time.
typedef struct vlSceneForce {
    int body;           // place in the scene
    vlVec3 force;       // N, world
    vlVec3 torque;      // N m, world
    vlVec3 point;       // m, in the frame of the body's shape, where the force acts
    bool atCentre;      // the force acts at the centre of mass instead
    bool inBodyFrame;   // force and torque are in the body's frame instead and turn with it
    double from, until; // s; `until` may be INFINITY
} vlSceneForce;

// A spring. `def` has no body ids; bodyA and bodyB are places in the scene, -1 for the world.
typedef struct vlSceneSpring {
    const char* name;
    int bodyA, bodyB;
    vlSpringDef def;
} vlSceneSpring;

// A joint. `def` has no body ids; bodyA and bodyB are places in the scene, -1 for the world. The
// motors in `def` have their targets at the start.
typedef struct vlSceneJoint {
    const char* name;
    int bodyA, bodyB;
    vlJointDef def;
    vlTargetScript target[VL_MAX_JOINT_AXES]; // target of the motor of each axis over time
} vlSceneJoint;

// The hand at a simulated device, described in the world's frame: where it wants the held frame to
// go.
typedef struct vlSceneHand {
    // The intention: it rests at the first key, or where the device begins if there are no keys.
    // Keys and oscillation may be combined. The poses are those of the grasp, in the world.
    const vlMotionKey* keys; // ascending times; velocity zero at each
    int keyCount;
    bool repeat;
    vlVec3 amplitude; // m, world
    vlVec3 turn;      // rad, rotation vector, world
    double frequency; // Hz
    double phase;     // rad
    vlSimulatedGrip grip;
    vlSimulatedGrip arm;
    bool carriesWeight; // the person compensates the weight of the body that the device holds
    const vlSimulatedGripChange* grips;
    int gripCount;
    const vlSimulatedPress* presses;
    int pressCount;
} vlSceneHand;

// The kinematic body that a device holds is felt against another body by its contact formation
// (formation_force.h) in place of the world's contacts.
typedef struct vlSceneFormations {
    int against;              // place of a body that forces do not move; -1: not used
    double stiffness;         // N/m, of each contact
    double shell;             // m, height above the surface where forces begin
    double frictionStiffness; // N/m
    bool hasTorsion;
} vlSceneFormations;

// A haptic device and what it holds (docs/devices.md).
typedef struct vlSceneDevice {
    const char* name;
    // As for vlDevice_Open. A device with the backend "simulated", whose address is a preset, is
    // part of the simulation: the same scene gives the same bits. The program that runs the scene
    // opens all others.
    const char* backend;
    const char* address;
    // A simulated device that is not a preset (device_file.h); the address is then the name of its
    // model, and the hand is `hand` below. NULL: the address is that of a preset.
    const vlSimulatedDeviceDef* model;
    bool isDelayStated;  // by the model itself; that of presets is assumed
    vlPose base;         // world, of the device's frame
    double scale;        // m in the world per m of the device
    double forceScale;   // N of the device per N in the world
    bool fixOrientation; // ignore the device's orientation
    vlVelocityRule velocity;
    double velocityCut; // Hz, of the rule VL_VELOCITY_FILTER
    bool isPassivityOn; // the passivity controller acts
    // In a planar scene, of a pantograph: what moves the body (four_channel.h).
    vlFourChannelMode channels;
    int body;               // held from the start; -1: nothing. A kinematic body is a pointer.
    vlCouplingDef coupling; // has no body id; also used for what the grasp button takes hold of
    // Which numbers the scene states itself: stiffness or damping of the force, the same of the
    // torque, and the cut of the velocity. The others are plain defaults, for which a program may
    // find better values.
    bool hasGains, hasAngularGains, hasVelocityCut;
    int graspButton;  // takes the nearest body within reach, or lets go; -1: no such button
    double reach;     // m, from the device's position to the surface of a body
    int clutchButton; // while pressed, the device moves alone; -1: no such button
    vlSceneHand hand; // of a simulated device
    vlSceneFormations formations;
} vlSceneDevice;

typedef struct vlSceneMaterial {
    const char* name;
    vlSurface surface; // against itself
} vlSceneMaterial;

// From where a viewer looks at the scene.
typedef struct vlSceneCamera {
    bool isSet;              // has a position and a target
    vlVec3 position, target; // m, world
    int follow;              // place of the body with which the camera moves; -1: none
} vlSceneCamera;

// A key of the format of scenes, in words for people, in which `marks` quote what stands in a file.
typedef struct vlSceneKey {
    const char* name;
    const char* unit;    // "" if it has none
    const char* usual;   // what it is by default; NULL: it must be given
    const char* meaning; // sentences
    bool hasKeys;        // its value has keys itself, or is a list of such values
} vlSceneKey;

VL_BEGIN_C

// The i-th key at a path as in an override, such as "world.surface" or "bodies.brick"; "" for the
// keys of the scene. False if there is no such key.
VL_API bool vlScene_GetKey(const char* path, int i, vlSceneKey* key);

// Reads and checks a file. `*scene` is written only on VL_OK. On VL_ERROR_IO (the file cannot be
// read), VL_ERROR_PARSE (an error in syntax or meaning) or VL_ERROR_MEMORY, `errors` (may be NULL)
// lists the reasons. `options` may be NULL.
VL_API VL_WARN_UNUSED vlResult vlScene_Read(const char* path, const vlSceneOptions* options,
                                            vlScene** scene, vlFileErrors* errors);
// The same from `size` bytes of text. Errors use `name` as the name of the file, and mesh and
// device files are looked for in its folder.
VL_API VL_WARN_UNUSED vlResult vlScene_ReadText(const char* text, size_t size, const char* name,
                                                const vlSceneOptions* options, vlScene** scene,
                                                vlFileErrors* errors);
VL_API void vlScene_Destroy(vlScene* scene);

// Writes a scene as the text of a scene file that includes the overrides, and meshes as their
// faces. It needs no other file and reads back to the same hash. The text ends with a NUL that
// `size` does not count; free it with vlScene_FreeText.
VL_API VL_WARN_UNUSED vlResult vlScene_Write(const vlScene* scene, char** text, size_t* size);
VL_API void vlScene_FreeText(char* text);
// 64-bit hash of everything the scene defines, independent of the layout and units of its text.
VL_API uint64_t vlScene_GetHash(const vlScene* scene);

// Reading. Pointers stay valid until the scene is destroyed. An index out of range gives NULL.
VL_API const char* vlScene_GetName(const vlScene* scene);
// Mesh and device files that were read, as paths from the folder in which the program runs, in the
// order of the text; a file that is named twice is listed twice.
VL_API int vlScene_GetFileCount(const vlScene* scene);
VL_API const char* vlScene_GetFile(const vlScene* scene, int i);
// Its capacities fit the scene, with room for the grabs of a simulation.
VL_API const vlWorldDef* vlScene_GetWorldDef(const vlScene* scene);
// True for a planar scene (`world: {planar: true}`): its bodies are polygons in the plane z = 0,
// and the laws of their contacts are `point` of the surfaces (contact.h). Its vlWorldDef and its
// shapes show the plane in space, for viewers: each polygon is a flat prism.
VL_API bool vlScene_IsPlanar(const vlScene* scene);
VL_API int vlScene_GetBodyCount(const vlScene* scene);
VL_API const vlSceneBody* vlScene_GetBody(const vlScene* scene, int i);
// Place of the body of that name, or -1.
VL_API int vlScene_FindBody(const vlScene* scene, const char* name);
VL_API int vlScene_GetJointCount(const vlScene* scene);
VL_API const vlSceneJoint* vlScene_GetJoint(const vlScene* scene, int i);
VL_API int vlScene_GetDeviceCount(const vlScene* scene);
VL_API const vlSceneDevice* vlScene_GetDevice(const vlScene* scene, int i);
// Place of the device of that name, or -1.
VL_API int vlScene_FindDevice(const vlScene* scene, const char* name);
// What the reader guessed or repaired, in sentences for a person, e.g. the units of a mesh file.
VL_API int vlScene_GetNoteCount(const vlScene* scene);
VL_API const char* vlScene_GetNote(const vlScene* scene, int i);

// True if the device moves a body that it holds, or can take hold of, by a coupling of the world;
// false in a planar scene.
VL_API bool vlSceneDevice_IsCoupled(const vlScene* scene, const vlSceneDevice* device);
// True if the device is part of the simulation; otherwise the program that runs the scene opens it.
VL_API bool vlSceneDevice_IsSimulated(const vlSceneDevice* device);

VL_END_C

#endif
