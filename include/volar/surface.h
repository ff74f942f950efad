// SPDX-License-Identifier: MIT
#ifndef VOLAR_SURFACE_H
#define VOLAR_SURFACE_H

// Shapes that are the surface of a closed mesh, of any form and with any number of triangles: what
// is touched is the mesh itself, not convex pieces of it. A body with such a shape touches others
// by samples of its surface: points that each stand for a share of the area, and each act as a
// spring against the signed distance of the other body (docs/theory/mesh_contact.md). Such a shape
// is a vlShape of the kind VL_SHAPE_SURFACE with one piece, and is retained and released like all
// shapes. Bodies with it need the implicit integrator and room in vlCapacity.samples.

#include "volar/id.h"
#include "volar/shape.h"

typedef struct vlWorld vlWorld;

// Largest number of triangles of a surface, and of samples.
#define VL_MAX_SURFACE_TRIANGLES 4000000
#define VL_MAX_SURFACE_SAMPLES 4000000
// Largest number of solids that a surface may consist of: closed components that are not cavities
// of others.
#define VL_MAX_SURFACE_SOLIDS 64

// A closed mesh of triangles, as vlMesh_Prepare makes it, and how finely it is sampled.
typedef struct vlSurfaceShapeDef {
    const vlVec3* points; // m
    int pointCount;
    const int* triangles; // three points each, anticlockwise seen from outside
    int triangleCount;
    // m, largest distance of neighbouring samples; it must not exceed the contact distance of the
    // pairs that the body is in. VL_AUTO: 1% of the largest distance of a point from the centroid.
    double spacing;
    // m: samples that all lie within this radius become one, so that a mesh finer than the spacing
    // costs no more. 0: no merging; VL_AUTO: 0.4 of the spacing.
    double merge;
} vlSurfaceShapeDef;

// A point of a surface that stands for the area around it.
typedef struct vlSurfaceSample {
    vlVec3 point; // m, shape's frame
    double area;  // m2
} vlSurfaceSample;

// What a surface is made of.
typedef struct vlSurfaceInfo {
    int triangleCount;
    int pointCount;
    int solidCount;
    int sampleCount;
    int clusterCount; // samples and the balls of the tree over them (vlCapacity.clusters)
    double spacing;   // m
    double area;      // m2, of all samples: without what lies inside another solid
    size_t memory;    // bytes of the shape
} vlSurfaceInfo;

// Distance of a point from the surface, in the shape's frame.
typedef struct vlSignedDistance {
    double distance; // m; negative inside a solid
    vlVec3 point;    // closest point of the surface
    vlVec3 normal;   // unit, gradient of the distance: outwards
    int triangle;    // that has the closest point, in the order of the tree; -1: none within reach
} vlSignedDistance;

// What two bodies do by samples in a step, in more detail than their vlContactReport.
typedef struct vlSurfaceContact {
    vlBodyId bodyA, bodyB;
    double distance;   // m, at which contact begins
    double leastGap;   // m, of any sample, at the poses that the step expected; below 0: overlap
    int sampleCount;   // samples within the distance, of both bodies
    int pressingCount; // of these: with a normal force
    int slippingCount; // of these: slipping
    double pressing;   // N, sum of the sizes of all normal forces
    double energy;     // J, stored in springs and bristles at the end of the step
} vlSurfaceContact;

// One sample of it, in the world frame.
typedef struct vlContactSample {
    int sample; // number of the sample in the surface of its body
    bool isOnB; // its body is B
    bool isSlipping;
    vlVec3 point;       // m, where its force acts
    vlVec3 normal;      // unit, from A towards B
    double gap;         // m
    double normalForce; // N, >= 0
    vlVec3 bristle;     // m, extension of its friction spring
} vlContactSample;

VL_BEGIN_C

// Makes the shape of a closed mesh. The mesh is copied. VL_ERROR_GEOMETRY: it is not closed, its
// faces look inwards, or a triangle has no area; VL_ERROR_FULL: more triangles, samples or solids
// than the limits above. `allocator`, `shape`, `message` as in shape.h. Allocates, also scratch
// memory of its own.
VL_API VL_WARN_UNUSED vlResult vlShape_CreateSurface(const vlAllocator* allocator,
                                                     const vlSurfaceShapeDef* def, vlShape** shape,
                                                     char* message, size_t messageSize);
// No points, spacing and merging automatic.
VL_API vlSurfaceShapeDef vlDefaultSurfaceShapeDef(void) VL_REALTIME;

// VL_ERROR_ARGUMENT, and nothing is written, for a NULL or a shape of another kind.
VL_API VL_WARN_UNUSED vlResult vlShape_GetSurfaceInfo(const vlShape* shape,
                                                      vlSurfaceInfo* info) VL_REALTIME;
// The i-th sample, 0 <= i < sampleCount; VL_ERROR_ARGUMENT otherwise.
VL_API VL_WARN_UNUSED vlResult vlShape_GetSample(const vlShape* shape, int i,
                                                 vlSurfaceSample* sample) VL_REALTIME;
// The exact distance of `point` (shape's frame) from the surface, if it is at most `reach` (m, may
// be INFINITY). Where solids overlap, a point inside any of them is inside, and its distance is
// that of the solid in which it is deepest. `hint` is the triangle of an earlier answer nearby,
// which makes the search faster and changes nothing else; -1: none.
VL_API VL_WARN_UNUSED vlResult vlShape_FindSignedDistance(const vlShape* shape, vlVec3 point,
                                                          double reach, int hint,
                                                          vlSignedDistance* found) VL_REALTIME;

// Contacts by samples of the last step, in the order of their bodies. They are also the last ones
// of vlWorld_GetContactCount and vlWorld_GetContact. VL_ERROR_ARGUMENT, with a sentence, for
// numbers out of range and a NULL.
VL_API int vlWorld_GetSurfaceContactCount(const vlWorld* world) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld_GetSurfaceContact(const vlWorld* world, int i,
                                                         vlSurfaceContact* contact) VL_REALTIME;
// Sample 0 <= k < sampleCount of contact i.
VL_API VL_WARN_UNUSED vlResult vlWorld_GetContactSample(const vlWorld* world, int i, int k,
                                                        vlContactSample* sample) VL_REALTIME;

VL_END_C

#endif
