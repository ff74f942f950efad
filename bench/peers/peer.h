// SPDX-License-Identifier: MIT
#ifndef VOLAR_PEER_H
#define VOLAR_PEER_H

// The common interface of the comparison: a scene as plain data, and a table of operations that
// every engine fills in. Scenes contain mass, inertia and every point, so that all engines simulate
// the same bodies and no engine derives them from the shape in its own way.

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Points of the largest hull, and the triangles of a hull of that many points (2 V - 4).
#define VL_MAX_PEER_POINTS 24
#define VL_MAX_PEER_FACES (2 * VL_MAX_PEER_POINTS - 4)

// Convex polyhedron with triangular faces, anticlockwise from outside. Its frame is the principal
// frame: centre of mass at the origin, inertia diagonal.
typedef struct vlPeerHull {
    int pointCount;
    double points[VL_MAX_PEER_POINTS][3];
    int faceCount;
    int faces[VL_MAX_PEER_FACES][3];
} vlPeerHull;

typedef struct vlPeerBody {
    bool isStatic;
    const vlPeerHull* hull; // NULL: a box of `halfSize`
    double halfSize[3];     // m
    double mass;            // kg; 0 for a static body
    double inertia[3];      // kg m2, about the centre of mass, diagonal
    double position[3];     // m, of the centre of mass
    double rotation[4];     // w, x, y, z
} vlPeerBody;

// Bodies above a floor that fills z <= 0. The dynamic bodies come first.
typedef struct vlPeerScene {
    int dynamicCount;
    int bodyCount; // static ones included
    vlPeerBody* bodies;
    vlPeerHull* hulls;
    double gravity; // m/s2, downwards
    double frictionStatic, frictionDynamic;
    double stiffness; // N/m, of contacts, for engines that take one; 0: the engine's own choice
    double step;      // s
} vlPeerScene;

typedef struct vlPeerState {
    double position[3]; // m, of the centre of mass
    double rotation[4]; // w, x, y, z
    double linear[3];   // m/s, world
    double angular[3];  // rad/s, world
} vlPeerState;

// The two engines that the others are compared with, and the others.
typedef enum vlPeerKind { VL_PEER_OTHER, VL_PEER_EXPLICIT, VL_PEER_IMPLICIT } vlPeerKind;
#define VL_PEER_KINDS 3

// One engine, or one configuration of it.
typedef struct vlPeerEngine {
    const char* name;
    vlPeerKind kind;
    bool hasStaticFriction; // false: it has one coefficient only, which is frictionDynamic
    bool isTruthOnly;       // no timings: differs from another row only in accuracy
    int maxBodies;          // the engine is left out of scenes with more dynamic bodies; 0: never
    // NULL on failure, with one sentence in `message`.
    void* (*create)(const vlPeerScene* scene, char* message, size_t messageSize);
    void (*destroy)(void* handle);
    void (*step)(void* handle);
    void (*getState)(void* handle, int body, vlPeerState* state);
    void (*setVelocity)(void* handle, int body, const double linear[3], const double angular[3]);
    // Force (N) at a point (m), both in the world frame, during the next step only.
    void (*push)(void* handle, int body, const double force[3], const double point[3]);
    // The engine's warnings so far, in words; an empty text if there are none.
    void (*remark)(void* handle, char* text, size_t textSize);
} vlPeerEngine;

// All engines of this build, Volar first if it is among them.
const vlPeerEngine* const* vlPeer_GetEngines(int* count);

extern const vlPeerEngine vlPeerVolar;
extern const vlPeerEngine vlPeerVolarImplicit;
extern const vlPeerEngine vlPeerOdeQuick;
extern const vlPeerEngine vlPeerOdeExact;
extern const vlPeerEngine vlPeerBullet;
extern const vlPeerEngine vlPeerMujoco;
extern const vlPeerEngine vlPeerMujocoTorsion;

#ifdef __cplusplus
}
#endif

#endif
