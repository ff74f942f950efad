// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_VOLUME_H
#define VOLAR_COLLIDE_VOLUME_H

// From the contact polyhedron to the numbers that the contact forces need: normal, plane, volume,
// area, their moments, the footprint and the depth above it. docs/theory/contact_volume.md.

#include "collide/free_part.h"

// A symmetric 2 x 2 matrix.
typedef struct vlSymmetric2 {
    double xx, xy, yy;
} vlSymmetric2;

// Height of a face of P over the contact plane: h(p) = h0 + hx p.x + hy p.y.
typedef struct vlHeight {
    double h0, hx, hy;
} vlHeight;

// A vertex of P in the contact frame: its place in the plane and its height.
typedef struct vlLifted {
    vlVec2 p;
    double h;
} vlLifted;

// A part of one face of P, kept for the paper's vertex-interpolated friction: a convex polygon.
typedef struct vlLiftedFace {
    uint32_t start; // in vlVolumePool.lifted
    uint32_t count;
} vlLiftedFace;

// Room for data that varies in size from contact to contact. It is emptied at the start of each
// evaluation.
typedef struct vlVolumePool {
    vlVec2* points; // footprints
    int pointCount, pointCapacity;
    vlHeight* heights; // front faces, then back faces
    int heightCount, heightCapacity;
    vlLifted* lifted; // filled only when the paper's friction is chosen
    int liftedCount, liftedCapacity;
    vlLiftedFace* liftedFaces;
    int liftedFaceCount, liftedFaceCapacity;
} vlVolumePool;

// Contact frame: origin at the centroid of the contact area, (e1, e2, normal) right-handed.
// In-plane numbers are relative to the origin.
typedef struct vlContactVolume {
    vlVec3 origin;
    vlVec3 normal; // unit, from A towards B
    vlVec3 e1, e2;
    double volume;          // V, m3
    double area;            // A, m2
    vlVec2 depthMoment;     // Q = int d(p) p, m4
    double mxx, mxy, myy;   // M2 = int p p^T over the footprint, m4
    vlSymmetric2 tilting;   // M_t: the part of M2 that the footprint does not follow by moving, m4
    double lowest, highest; // extent of P along the normal, relative to the origin
    vlVec2 lower, upper;    // bounds of the footprint
    vlVec3 areaVectorA;     // sum of area times outward normal over A's faces inside B, m2
    double seamArea;        // of P's faces that are glued to other pieces, m2
    vlWrench pressure;      // per kappa, about origin: VL_PRESSURE_FACES only
    // Ranges in the pool.
    int pointStart, pointCount;             // footprint, anticlockwise about the normal
    int heightStart, frontCount, backCount; // heights over the contact plane, largest face first
    bool isSlab; // one front face and one back face each have all but 1e-4 of the area
    // The volume was moved along with the bodies since it was found: the heights may leave a gap
    // under a part of the footprint, where the depth is negative. V and Q do not include that part.
    bool isCarried;
    // Found where the motion of the bodies leads and brought back to now: V, Q and the heights are
    // those of the gap that is left, and therefore negative where the bodies are apart.
    bool isForeseen;
    bool isSwift; // foreseen, and fast enough to pass through a good part of a piece in the step
    vlVec2 tip;   // foreseen: vlContactVolume_Tip where it was found
    int liftedFaceStart, liftedFaceCount;
} vlContactVolume;

static inline double vlVolume_Clamp(double x, double lower, double upper)
{
    return x < lower ? lower : (x > upper ? upper : x);
}

// Where the depth is greatest, relative to the origin, and hence where the pieces touched first: on
// the edge of a wedge 3 Q/V from the middle of its area, in the middle of a slab. (T2.19)
static inline vlVec2 vlContactVolume_Tip(const vlContactVolume* v)
{
    vlVec2 tip = {0.0, 0.0};
    if (v->volume > 0.0) {
        double per = 3.0 / v->volume;
        tip.x = vlVolume_Clamp(per * v->depthMoment.x, v->lower.x, v->upper.x);
        tip.y = vlVolume_Clamp(per * v->depthMoment.y, v->lower.y, v->upper.y);
    }
    return tip;
}

// What to compute beyond the basic integrals.
typedef struct vlVolumeRequest {
    bool useNormal;    // take `normal` as it is; otherwise only where the gradient is vague
    bool isOnlyNormal; // `normal` is that of a half-space: no gradient points elsewhere
    vlVec3 normal;     // working frame, unit, A -> B
    bool wantLifted;   // paper friction
    bool wantPressure;
    bool baseIsA; // which body the polytope's base belongs to
} vlVolumeRequest;

// Outward normals of P's faces by owner: the cutter's as they are, the base's rotated by
// `rotation`.
typedef struct vlNormalSource {
    const vlConvex* base;
    const vlConvex* cutter;
    vlMat3 rotation; // base frame -> working frame
    vlVec3 origin;
    const vlBend* cutterBend; // of its faces; NULL if it has none
    const double* nx;         // cutter's planes, working frame
    const double* ny;
    const double* nz;
} vlNormalSource;

// Scratch of vlVolume_Integrate; its contents mean nothing between calls.
typedef struct vlVolumeScratch {
    vlVec3 faceNormal[VL_POLYTOPE_MAX_FACES];
    double faceShadow[VL_POLYTOPE_MAX_FACES]; // S, signed area of the projection
    vlLifted lifted[VL_POLYTOPE_MAX_VERTICES];
    vlVec2 points[VL_POLYTOPE_MAX_VERTICES];
    vlVec2 hull[2 * VL_POLYTOPE_MAX_VERTICES];
    vlFreeScratch free;
} vlVolumeScratch;

// `pool` may be NULL if neither the footprint nor the heights nor anything that `request` asks for
// is needed. False if area or volume are not above zero (the bodies only graze); `volume` then
// means nothing. All results are in the working frame.
bool vlVolume_Integrate(const vlPolytope* polytope, const vlNormalSource* normals,
                        const vlVolumeRequest* request, vlVolumeScratch* scratch,
                        vlVolumePool* pool, vlContactVolume* volume);

// Two unit vectors that complete n to a right-handed frame (e1, e2, n).
void vlVolume_CompleteFrame(vlVec3 n, vlVec3* e1, vlVec3* e2);

// Turns origin, normal, e1, e2, area vector and pressure wrench into another frame.
void vlVolume_Transform(vlContactVolume* volume, vlMat3 rotation, vlVec3 translation);

#endif
