// SPDX-License-Identifier: MIT
#ifndef VOLAR_PLANAR_WORLD2_PARTS_H
#define VOLAR_PLANAR_WORLD2_PARTS_H

// What a planar world is made of. Its block holds three kinds of data: what no step changes except
// by freezing a body (vlBody2Model, surfaces), what a snapshot holds (vlState2, vlBody2State,
// vlPair2), and what each step computes again (vlPlace2).

#include "base/id_pool.h"
#include "volar/planar.h"

// Speeds that decide about impacts, m/s (T11.15): an approach slower than the first is not an
// impact, and an impact slower than the second does not bounce.
#define VL_IMPACT_SPEED 1e-4
#define VL_BOUNCE_SPEED 0.02
// How much better the other body's edges must be before a pair changes the roles of vertex and
// edge.
#define VL_ROLE_MARGIN 1e-4
// How far beside an edge, m, a vertex may be and still count as being at it: rounding must not
// decide whether boxes of one size that stand on each other touch at their corners.
#define VL_EDGE_SLACK 1e-9

// The part of a body that no step changes. Vertices and normals are in the body's axes about the
// centroid; edge i goes from vertex i to the next and has the outward normal i.
typedef struct vlBody2Model {
    vlIdSlot slot; // first: see id_pool.h
    vlBodyType type;
    vlMaterialId material;
    int count;
    vlVec2 vertex[VL_MAX_POLYGON_VERTICES];
    vlVec2 normal[VL_MAX_POLYGON_VERTICES];
    double length[VL_MAX_POLYGON_VERTICES]; // of edges, m
    vlVec2 centroid;                        // in the frame of the definition
    double radius;                          // of the farthest vertex
    double width;                           // between the two closest parallel lines about it
    double mass, inertia;                   // 0 unless dynamic
    double perMass, perInertia;             // their inverses; 0 unless dynamic, and once frozen
} vlBody2Model;

typedef struct vlBody2State {
    vlVec2 x; // centroid
    double angle;
    vlVec2 v;
    double w;
    vlVec2 force; // applied for the next step
    double torque;
    bool isFrozen;
} vlBody2State;

// Where a body is in this step, and what acts on it.
typedef struct vlPlace2 {
    vlVec2 vertex[VL_MAX_POLYGON_VERTICES]; // world
    vlVec2 normal[VL_MAX_POLYGON_VERTICES]; // world
    double sine, cosine;
    vlVec2 low, high;      // corners of its bounds
    vlWrench2 contact;     // of the last step
    vlTwist2 acceleration; // of the last step
    vlVec2 moved;          // in the last step
    double turned;
    double swing2; // sum over its contacts of stiffness times mobility, 1/s^2
} vlPlace2;

// A vertex of one body and an edge of the other. Side 0: vertex of a, edge of b; side 1: reverse.
typedef struct vlFeature2 {
    int side, vertex, edge;
} vlFeature2;

// What a contact remembers. It belongs to one vertex; the edge changes only round a corner.
typedef struct vlRecord2 {
    vlFeature2 feature;
    vlContact2State state;
    bool isUsed;
    bool isNew;     // began in this step
    double depth;   // m, > 0 inside
    double offset;  // m of the depth that the wall law does not see (T11.18)
    double along;   // m, of the god-object from the edge's first vertex
    double slide;   // m, way of the god-object along the surface since the contact began
    double speed;   // of the vertex, inwards
    double sliding; // of the vertex, along the tangent
    double normalForce, friction, impulse;
    vlLawState wall, rub;
} vlRecord2;

// Two near bodies, a < b. `walk` is where the search for the closest features stands, per side.
typedef struct vlPair2 {
    int a, b;
    int side;      // whose edges separate best
    bool isPlaced; // became near because a body was placed, not because it moved
    vlFeature2 walk[2];
    int witness[2]; // vertices at which the distance was found last
    vlRecord2 record[2];
} vlPair2;

// All else that a snapshot holds.
typedef struct vlState2 {
    uint64_t stepCount;
    double time;
    vlVec2 gravity;
    int pairCount;
    int sinceLook; // steps
    double travel; // m, the farthest that any point may have moved since the last look for pairs
    bool mustLook; // something was placed
    int droppedPairs;
    int frozenBodies;
    uint64_t fastSteps;
    vlLedger2 ledger;
} vlState2;

// Rows of one impact between two bodies.
typedef struct vlImpact2 {
    vlRecord2* record;
    int a, b; // a's vertex, b's edge
    vlVec2 normal;
    double turnA, turnB; // lever times normal
    double restitution;
    double speed; // before, > 0 apart
    int next;     // in its group; -1: last
} vlImpact2;

struct vlWorld2 {
    vlAllocator allocator;
    size_t memory;
    vlCapacity2 capacity;
    double step;
    double nearDistance, farDistance;
    int nearEvery;
    double load; // N
    int materialCount;
    vlIdCount bodyCount;
    vlSurface2* surface; // capacity.materials squared, symmetric
    vlBody2Model* model;
    vlState2* state;
    vlBody2State* body;
    vlPair2* pair;
    vlPair2* nextPair; // where a look builds the new list
    vlPlace2* place;
    vlImpact2* impact;
    int* group; // per body: root of its group of impacts
    int* head;  // per body: first impact of the group of which it is the root
    vlStepInfo2 info;
    vlSpeedLimit2 limit;
    vlContact2Report* report; // of the last step
    int reportCount;
    char message[384];
};

static inline vlVec2 vlVec2_Of(double x, double y)
{
    return (vlVec2){x, y};
}

static inline vlVec2 vlVec2_Add(vlVec2 a, vlVec2 b)
{
    return vlVec2_Of(a.x + b.x, a.y + b.y);
}

static inline vlVec2 vlVec2_Sub(vlVec2 a, vlVec2 b)
{
    return vlVec2_Of(a.x - b.x, a.y - b.y);
}

static inline vlVec2 vlVec2_MulAdd(vlVec2 a, double s, vlVec2 b)
{
    return vlVec2_Of(a.x + s * b.x, a.y + s * b.y);
}

// z of the cross product.
static inline double vlVec2_Cross(vlVec2 a, vlVec2 b)
{
    return a.x * b.y - a.y * b.x;
}

static inline bool vlVec2_IsFinite(vlVec2 a)
{
    return isfinite(a.x) && isfinite(a.y);
}

static inline int vlPolygon_Next(int i, int count)
{
    return i + 1 < count ? i + 1 : 0;
}

static inline int vlPolygon_Previous(int i, int count)
{
    return i > 0 ? i - 1 : count - 1;
}

// Velocity of the body's material at a point of the world.
static inline vlVec2 vlBody2_VelocityAt(const vlBody2State* body, vlVec2 point)
{
    vlVec2 r = vlVec2_Sub(point, body->x);
    return vlVec2_Of(body->v.x - body->w * r.y, body->v.y + body->w * r.x);
}

static inline const vlSurface2* vlWorld2_SurfaceOf(const vlWorld2* world, int a, int b)
{
    uint32_t i = world->model[a].material.index;
    uint32_t j = world->model[b].material.index;
    return &world->surface[i * (uint32_t)world->capacity.materials + j];
}

// Index of a body by its id; -1 if the id is stale. vlWorld2_Require also leaves a message then,
// which names the function `call`.
int vlWorld2_Find(const vlWorld2* world, vlBody2Id body);
int vlWorld2_Require(vlWorld2* world, vlBody2Id body, const char* call);
vlResult vlWorld2_Fail(vlWorld2* world, vlResult result, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
// Places vertices, normals and bounds of a body by its state.
void vlWorld2_Place(vlWorld2* world, int body);
// Forgets all contacts and near pairs, of one body or of all (-1).
void vlWorld2_Forget(vlWorld2* world, int body);
// The limit of speed for the bodies and surfaces as they are.
void vlWorld2_UpdateLimit(vlWorld2* world);
double vlBody2_Kinetic(const vlBody2Model* model, const vlBody2State* body);
// Are all laws of this surface in their windows between these two bodies?
vlResult vlWorld2_CheckPair(vlWorld2* world, int a, int b, const vlSurface2* surface);

#endif
