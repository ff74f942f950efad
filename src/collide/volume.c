// SPDX-License-Identifier: MIT
// Integrals over the contact polyhedron P, exact for polyhedra. Every face projects onto the
// contact plane with a signed area S: positive where the face looks along the normal (front),
// negative where it looks back. With heights h over the plane and in-plane points p
// (docs/theory/contact_volume.md):
//
//   V = sum S mean(h)                                     volume, front and back     (T2.1)
//   Q = sum S (3/4 mean(h) mean(p) + 1/12 sum h_i p_i)    int of depth times p       (T2.2)
//   A = sum+ S, C = sum+ S mean(p)                        footprint, front only      (T2.3)
//   M = sum+ S/12 (sum p_i p_i^T + 9 mean(p) mean(p)^T)   its second moments         (T2.4)
//
// (in the code with sums instead of means over the three corners).
// [HS04] eqs. (7), (8) with signed heights and each footprint point counted once.

#include "collide/volume.h"

#include <float.h>

#include "base/check.h"
#include "collide/face_pressure.h"
#include "collide/footprint.h"
#include "collide/rolling.h"

// A face steeper than this against the contact plane is upright except for rounding.
#define STEEP 1e-15
// Faces whose shadow is a smaller part of the area than this do not limit the depth at any Gauss
// point.
#define NEGLIGIBLE_SHADOW 1e-6
// If one face has this part of the area, it is the footprint.
#define DOMINANT 0.9999
// The gradient normal is trusted when A's faces inside B do not nearly cancel.
#define CLEAR_GRADIENT 0.2
// Cosine above which the gradient is along the only normal that there is, but for rounding.
#define ALONG (1.0 - 1e-9)

static vlVec3 faceNormalOf(const vlNormalSource* source, const vlPolytopeFace* f)
{
    if (f->owner == VL_OWNER_CUTTER) {
        return vlVec(source->nx[f->plane], source->ny[f->plane], source->nz[f->plane]);
    }
    return vlMulMV(source->rotation, vlConvex_Normal(source->base, f->plane));
}

static double areaOf(const vlPolytope* p, const vlPolytopeFace* face, vlVec3 n)
{
    const uint16_t* loop = &p->loop[face->start];
    vlVec3 a = vlPolytope_Vertex(p, loop[0]);
    vlVec3 b = vlSub(vlPolytope_Vertex(p, loop[1]), a);
    vlVec3 twice = vlZero();
    for (int i = 2; i < face->count; ++i) {
        vlVec3 c = vlSub(vlPolytope_Vertex(p, loop[i]), a);
        twice = vlAdd(twice, vlCross(b, c));
        b = c;
    }
    double area = 0.5 * vlDot(twice, n);
    return area > 0.0 ? area : 0.0; // a sliver may come out negative by rounding
}

// Does one of the two pieces belong to a compound of several?
static bool isOfUnion(const vlNormalSource* source)
{
    return source->base->firstCell != NULL || source->cutter->firstCell != NULL;
}

static vlFaceGlue glueOf(const vlNormalSource* source, const vlPolytopeFace* f)
{
    const vlConvex* owner = f->owner == VL_OWNER_BASE ? source->base : source->cutter;
    return owner->glue != NULL ? (vlFaceGlue)owner->glue[f->plane] : VL_FACE_FREE;
}

// Area of the part of a face of P, with the area `whole`, that is not glued to another piece.
static double freeAreaOf(const vlPolytope* p, const vlNormalSource* source, int f, double whole,
                         vlVolumeScratch* scratch)
{
    const vlPolytopeFace* face = &p->face[f];
    switch (glueOf(source, face)) {
    case VL_FACE_FREE: return whole;
    case VL_FACE_GLUED: return 0.0;
    case VL_FACE_PARTLY: break;
    }
    if (face->owner == VL_OWNER_BASE) {
        return vlFreePart_OfPolytope(source->base, p, face, source->rotation, source->origin,
                                     &scratch->free);
    }
    // The working frame is that of a cutter with faces.
    return vlFreePart_OfPolytope(source->cutter, p, face, vlDiag(1.0, 1.0, 1.0), vlZero(),
                                 &scratch->free);
}

// Sum of area times normal over the free faces of one owner, of the areas alone, and of the areas
// that are glued.
static vlVec3 sumOfOwner(const vlPolytope* p, const vlNormalSource* source, vlOwner owner,
                         bool hasSeam, vlVolumeScratch* scratch, double* total, double* seam)
{
    vlVec3 sum = vlZero();
    *total = 0.0;
    for (int f = 0; f < p->faceCount; ++f) {
        if (p->face[f].owner == owner) {
            double whole = areaOf(p, &p->face[f], scratch->faceNormal[f]);
            double area = hasSeam ? freeAreaOf(p, source, f, whole, scratch) : whole;
            *seam += whole > area ? whole - area : 0.0;
            sum = vlMulAdd(sum, area, scratch->faceNormal[f]);
            *total += area;
        }
    }
    return sum;
}

// Normal of each face, and the sum of area times normal over A's faces: the gradient of the volume
// with respect to A's place. The surface is closed, so B's faces give the negative of the same sum;
// the sum is over the body that has fewer of them.
//
// A part that is glued to another piece of the same union is not a surface of the body and is left
// out. Then the two sums differ, piece by piece, by side walls for which other pieces compensate.
// The sum whose faces agree better in direction has fewer of those and is taken (T6.6).
static vlVec3 measureFaces(const vlPolytope* p, const vlNormalSource* source, vlOwner ownerA,
                           vlVolumeScratch* scratch, double* seam)
{
    *seam = 0.0;
    int cutterFaces = 0;
    bool hasSeam = false;
    for (int f = 0; f < p->faceCount && isOfUnion(source); ++f) {
        hasSeam |= glueOf(source, &p->face[f]) != VL_FACE_FREE;
    }
    for (int f = 0; f < p->faceCount; ++f) {
        cutterFaces += p->face[f].owner;
        scratch->faceNormal[f] = faceNormalOf(source, &p->face[f]);
    }
    // If the base lies wholly inside, all its faces count and cancel, as they should.
    vlOwner chosen =
        cutterFaces > 0 && 2 * cutterFaces <= p->faceCount ? VL_OWNER_CUTTER : VL_OWNER_BASE;
    double total;
    vlVec3 sum = sumOfOwner(p, source, chosen, hasSeam, scratch, &total, seam);
    if (hasSeam) {
        double otherTotal;
        vlOwner other = chosen == VL_OWNER_BASE ? VL_OWNER_CUTTER : VL_OWNER_BASE;
        vlVec3 otherSum = sumOfOwner(p, source, other, hasSeam, scratch, &otherTotal, seam);
        // Deep inside a union one owner may have no free surface.
        if (total == 0.0 || vlLength(otherSum) * total > vlLength(sum) * otherTotal) {
            sum = otherSum;
            chosen = other;
        }
    }
    return chosen == ownerA ? sum : vlNeg(sum);
}

void vlVolume_CompleteFrame(vlVec3 n, vlVec3* e1, vlVec3* e2)
{
    double sign = n.z >= 0.0 ? 1.0 : -1.0;
    double a = -1.0 / (sign + n.z);
    double b = n.x * n.y * a;
    *e1 = vlVec(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x);
    *e2 = vlVec(b, sign + n.y * n.y * a, -n.y);
}

// Vertices in the contact frame about the provisional origin, and their bounds.
static void liftVertices(const vlPolytope* p, vlContactVolume* v, vlLifted* lifted)
{
    vlVec2 lower = {DBL_MAX, DBL_MAX};
    vlVec2 upper = {-DBL_MAX, -DBL_MAX};
    double lowest = DBL_MAX;
    double highest = -DBL_MAX;
    for (int i = 0; i < p->vertexCount; ++i) {
        vlVec3 d = vlSub(vlPolytope_Vertex(p, i), v->origin);
        double x = vlDot(v->e1, d);
        double y = vlDot(v->e2, d);
        double h = vlDot(v->normal, d);
        lifted[i].p.x = x, lifted[i].p.y = y, lifted[i].h = h;
        lower.x = x < lower.x ? x : lower.x, upper.x = x > upper.x ? x : upper.x;
        lower.y = y < lower.y ? y : lower.y, upper.y = y > upper.y ? y : upper.y;
        lowest = h < lowest ? h : lowest, highest = h > highest ? h : highest;
    }
    v->lower = lower, v->upper = upper;
    v->lowest = lowest, v->highest = highest;
}

// Sums of (T2.1)-(T2.4) about the provisional origin.
typedef struct Sums {
    double front, back; // parts of V
    double qx, qy;
    double area, cx, cy, mxx, mxy, myy;
    int largestFront, largestBack; // faces, -1 if none
} Sums;

// Adds one face; returns its shadow, the signed area of its projection.
static double addFace(Sums* s, const vlLifted* lifted, const uint16_t* loop, int count,
                      bool isFront)
{
    double shadow = 0.0;
    const vlLifted* a = &lifted[loop[0]];
    const vlLifted* b = &lifted[loop[1]];
    for (int i = 2; i < count; ++i) {
        const vlLifted* c = &lifted[loop[i]];
        double S =
            0.5 * ((b->p.x - a->p.x) * (c->p.y - a->p.y) - (b->p.y - a->p.y) * (c->p.x - a->p.x));
        shadow += S;
        double S12 = S * (1.0 / 12.0);
        double h = a->h + b->h + c->h;
        double x = a->p.x + b->p.x + c->p.x;
        double y = a->p.y + b->p.y + c->p.y;
        s->qx += S12 * (h * x + a->h * a->p.x + b->h * b->p.x + c->h * c->p.x);
        s->qy += S12 * (h * y + a->h * a->p.y + b->h * b->p.y + c->h * c->p.y);
        if (isFront) {
            double S3 = S * (1.0 / 3.0);
            s->front += S3 * h;
            s->area += S;
            s->cx += S3 * x;
            s->cy += S3 * y;
            s->mxx += S12 * (x * x + a->p.x * a->p.x + b->p.x * b->p.x + c->p.x * c->p.x);
            s->mxy += S12 * (x * y + a->p.x * a->p.y + b->p.x * b->p.y + c->p.x * c->p.y);
            s->myy += S12 * (y * y + a->p.y * a->p.y + b->p.y * b->p.y + c->p.y * c->p.y);
        } else {
            s->back += S * (1.0 / 3.0) * h;
        }
        b = c;
    }
    return shadow;
}

static Sums integrate(const vlPolytope* p, const vlContactVolume* v, vlVolumeScratch* scratch)
{
    Sums s = {0};
    s.largestFront = s.largestBack = -1;
    double largestFront = 0.0;
    double largestBack = 0.0;
    for (int f = 0; f < p->faceCount; ++f) {
        double cosine = vlDot(scratch->faceNormal[f], v->normal);
        scratch->faceShadow[f] = 0.0;
        if (fabs(cosine) < STEEP) {
            continue;
        }
        const vlPolytopeFace* face = &p->face[f];
        double shadow =
            addFace(&s, scratch->lifted, &p->loop[face->start], face->count, cosine > 0.0);
        scratch->faceShadow[f] = shadow;
        if (shadow > largestFront) {
            largestFront = shadow;
            s.largestFront = f;
        } else if (-shadow > largestBack) {
            largestBack = -shadow;
            s.largestBack = f;
        }
    }
    return s;
}

// Moves the origin to the area centroid, half way between the mean front and mean back height: this
// is continuous in the pose and needs no witness points. Returns the shift; lifted vertices still
// refer to the old origin.
static vlLifted centre(vlContactVolume* v, const Sums* s)
{
    vlLifted c = {{s->cx / s->area, s->cy / s->area}, 0.5 * (s->front - s->back) / s->area};
    v->volume = s->front + s->back;
    v->area = s->area;
    v->depthMoment.x = s->qx - v->volume * c.p.x;
    v->depthMoment.y = s->qy - v->volume * c.p.y;
    v->mxx = s->mxx - s->area * c.p.x * c.p.x;
    v->mxy = s->mxy - s->area * c.p.x * c.p.y;
    v->myy = s->myy - s->area * c.p.y * c.p.y;
    v->origin = vlAdd(
        v->origin, vlAdd(vlMulAdd(vlScale(v->e1, c.p.x), c.p.y, v->e2), vlScale(v->normal, c.h)));
    v->lower.x -= c.p.x, v->lower.y -= c.p.y, v->upper.x -= c.p.x, v->upper.y -= c.p.y;
    v->lowest -= c.h, v->highest -= c.h;
    return c;
}

static int copyFace(const vlPolytope* p, int f, bool isFront, vlVolumeScratch* scratch)
{
    const vlPolytopeFace* face = &p->face[f];
    const uint16_t* loop = &p->loop[face->start];
    for (int i = 0; i < face->count; ++i) { // a back face runs clockwise seen along the normal
        scratch->hull[i] = scratch->lifted[loop[isFront ? i : face->count - 1 - i]].p;
    }
    return face->count;
}

// The footprint: one face that covers it, otherwise the outline of the front faces, otherwise the
// hull of all vertices.
static int findFootprint(const vlPolytope* p, const Sums* s, double area, vlVolumeScratch* scratch)
{
    if (s->largestFront >= 0 && scratch->faceShadow[s->largestFront] >= DOMINANT * area) {
        return copyFace(p, s->largestFront, true, scratch);
    }
    if (s->largestBack >= 0 && -scratch->faceShadow[s->largestBack] >= DOMINANT * area) {
        return copyFace(p, s->largestBack, false, scratch);
    }
    int count = vlFootprint_Trace(p, scratch);
    if (count > 0) {
        return count;
    }
    for (int i = 0; i < p->vertexCount; ++i) {
        scratch->points[i] = scratch->lifted[i].p;
    }
    return vlFootprint_Hull(scratch->points, p->vertexCount, scratch->hull);
}

static void storeFootprint(const vlPolytope* p, const Sums* s, vlLifted shift,
                           vlVolumeScratch* scratch, vlVolumePool* pool, vlContactVolume* v)
{
    int count = findFootprint(p, s, v->area, scratch);
    int room = pool->pointCapacity - pool->pointCount;
    v->pointStart = pool->pointCount;
    v->pointCount = count <= room ? count : 0;
    for (int i = 0; i < v->pointCount; ++i) {
        vlVec2* point = &pool->points[v->pointStart + i];
        point->x = scratch->hull[i].x - shift.p.x;
        point->y = scratch->hull[i].y - shift.p.y;
    }
    pool->pointCount += v->pointCount;
}

static void storeHeight(const vlPolytope* p, int f, vlLifted shift, const vlVolumeScratch* scratch,
                        vlVolumePool* pool, const vlContactVolume* v)
{
    vlVec3 n = scratch->faceNormal[f];
    double steepness = -1.0 / vlDot(n, v->normal);
    const vlLifted* a = &scratch->lifted[p->loop[p->face[f].start]];
    vlHeight* h = &pool->heights[pool->heightCount++];
    h->hx = steepness * vlDot(n, v->e1);
    h->hy = steepness * vlDot(n, v->e2);
    h->h0 = a->h - shift.h - h->hx * (a->p.x - shift.p.x) - h->hy * (a->p.y - shift.p.y);
}

// Stores one side's heights, the face with the largest shadow first; returns how many.
static int storeSide(const vlPolytope* p, int largest, double sign, vlLifted shift,
                     const vlVolumeScratch* scratch, vlVolumePool* pool, const vlContactVolume* v)
{
    int before = pool->heightCount;
    if (largest >= 0 && pool->heightCount < pool->heightCapacity) {
        storeHeight(p, largest, shift, scratch, pool, v);
    }
    for (int f = 0; f < p->faceCount; ++f) {
        if (f != largest && sign * scratch->faceShadow[f] > NEGLIGIBLE_SHADOW * v->area &&
            pool->heightCount < pool->heightCapacity) {
            storeHeight(p, f, shift, scratch, pool, v);
        }
    }
    return pool->heightCount - before;
}

static void storeHeights(const vlPolytope* p, const Sums* s, vlLifted shift,
                         const vlVolumeScratch* scratch, vlVolumePool* pool, vlContactVolume* v)
{
    v->heightStart = pool->heightCount;
    v->frontCount = storeSide(p, s->largestFront, 1.0, shift, scratch, pool, v);
    v->backCount = storeSide(p, s->largestBack, -1.0, shift, scratch, pool, v);
    v->isSlab = v->frontCount > 0 && v->backCount > 0 &&
                scratch->faceShadow[s->largestFront] >= DOMINANT * v->area &&
                -scratch->faceShadow[s->largestBack] >= DOMINANT * v->area;
}

static void storeLifted(const vlPolytope* p, vlLifted shift, const vlVolumeScratch* scratch,
                        vlVolumePool* pool, vlContactVolume* v)
{
    v->liftedFaceStart = pool->liftedFaceCount;
    v->liftedFaceCount = 0;
    for (int f = 0; f < p->faceCount; ++f) {
        const vlPolytopeFace* face = &p->face[f];
        if (scratch->faceShadow[f] == 0.0 || pool->liftedFaceCount >= pool->liftedFaceCapacity ||
            pool->liftedCount + face->count > pool->liftedCapacity) {
            continue;
        }
        vlLiftedFace* out = &pool->liftedFaces[pool->liftedFaceCount++];
        out->start = (uint32_t)pool->liftedCount;
        out->count = face->count;
        for (int i = 0; i < face->count; ++i) {
            vlLifted* l = &pool->lifted[pool->liftedCount++];
            *l = scratch->lifted[p->loop[face->start + i]];
            l->p.x -= shift.p.x, l->p.y -= shift.p.y, l->h -= shift.h;
        }
        ++v->liftedFaceCount;
    }
}

bool vlVolume_Integrate(const vlPolytope* polytope, const vlNormalSource* normals,
                        const vlVolumeRequest* request, vlVolumeScratch* scratch,
                        vlVolumePool* pool, vlContactVolume* volume)
{
    vlContactVolume* v = volume;
    vlOwner ownerA = request->baseIsA ? VL_OWNER_BASE : VL_OWNER_CUTTER;
    v->areaVectorA = measureFaces(polytope, normals, ownerA, scratch, &v->seamArea);
    double gradient = vlLength(v->areaVectorA);
    bool useGradient = !request->useNormal && gradient > 0.0;
    // A piece of a union that is nearly or wholly inside a half-space shows few free faces, and
    // their sum may point anywhere.
    if (request->isOnlyNormal && !(vlDot(v->areaVectorA, request->normal) > ALONG * gradient)) {
        useGradient = false;
    }
    Sums sums;
    for (;;) {
        v->normal = useGradient ? vlScale(v->areaVectorA, 1.0 / gradient) : request->normal;
        vlVolume_CompleteFrame(v->normal, &v->e1, &v->e2);
        v->origin = vlPolytope_Vertex(polytope, 0);
        liftVertices(polytope, v, scratch->lifted);
        sums = integrate(polytope, v, scratch);
        if (!useGradient || gradient > CLEAR_GRADIENT * sums.area) {
            break;
        }
        useGradient = false; // A's faces nearly cancel: the old normal is better
    }
    // The conditions are negated so that a NaN is refused too.
    if (!(sums.area > 0.0) || !(sums.front + sums.back > 0.0)) {
        return false;
    }
    vlLifted shift = centre(v, &sums);
    v->tilting = (vlSymmetric2){v->mxx, v->mxy, v->myy};
    v->pointStart = v->pointCount = v->heightStart = v->frontCount = v->backCount = 0;
    v->liftedFaceStart = v->liftedFaceCount = 0;
    v->isSlab = v->isCarried = v->isForeseen = v->isSwift = false;
    if (pool != NULL) {
        storeFootprint(polytope, &sums, shift, scratch, pool, v);
        storeHeights(polytope, &sums, shift, scratch, pool, v);
        if (!v->isSlab) { // a slab has no slopes to follow
            vlRolling_Measure(polytope, normals, scratch, shift, v);
        }
    }
    if (pool != NULL && request->wantLifted) {
        storeLifted(polytope, shift, scratch, pool, v);
    }
    v->pressure.force = v->pressure.torque = vlZero();
    if (request->wantPressure) {
        v->pressure = vlFacePressure_Integrate(polytope, scratch, shift, v, ownerA);
    }
    return true;
}

void vlVolume_Transform(vlContactVolume* volume, vlMat3 rotation, vlVec3 translation)
{
    volume->origin = vlAdd(vlMulMV(rotation, volume->origin), translation);
    volume->normal = vlMulMV(rotation, volume->normal);
    volume->e1 = vlMulMV(rotation, volume->e1);
    volume->e2 = vlMulMV(rotation, volume->e2);
    volume->areaVectorA = vlMulMV(rotation, volume->areaVectorA);
    if (vlDot(volume->pressure.force, volume->pressure.force) > 0.0) { // only one law has it
        volume->pressure.force = vlMulMV(rotation, volume->pressure.force);
        volume->pressure.torque = vlMulMV(rotation, volume->pressure.torque);
    }
}
