// SPDX-License-Identifier: MIT
#include "oracle.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PLANES (2 * VL_PIECE_FACES + 6)

// Planes in the contact frame: base first, then cutter, then the box.
typedef struct PlaneList {
    double n[4][MAX_PLANES];
    int count, baseCount;
} PlaneList;

// q = offset + matrix y
typedef struct Affine {
    vlVec3 offset;
    vlMat3 matrix;
    vlVec3 half; // bounds of the guess in y
} Affine;

static vlVec3 intoContact(const vlContactVolume* v, vlVec3 direction)
{
    return vlVec(vlDot(v->e1, direction), vlDot(v->e2, direction), vlDot(v->normal, direction));
}

static void addPlane(PlaneList* list, vlVec3 n, double d)
{
    int i = list->count++;
    list->n[0][i] = n.x, list->n[1][i] = n.y, list->n[2][i] = n.z, list->n[3][i] = d;
}

// Carries n . q <= d over to y, and keeps it unless it stays outside the box.
static void addMapped(PlaneList* list, const Affine* map, vlVec3 n, double d)
{
    vlVec3 m = vlMulTV(map->matrix, n);
    double length = vlLength(m);
    double room = d - vlDot(n, map->offset);
    double reach = fabs(m.x) * map->half.x + fabs(m.y) * map->half.y + fabs(m.z) * map->half.z;
    if (room < reach) {
        addPlane(list, vlScale(m, 1.0 / length), room / length);
    }
}

// Moves a plane by up to `shift` and tilts it by shift / radius about the origin, as rounding of
// the vertices of a piece that large would.
static void disturb(vlVec3* n, double* d, double shift, double radius, vlRandom* random)
{
    if (shift > 0.0) {
        *d += vlRandom_Range(random, -shift, shift);
        *n = vlMulAdd(*n, shift / radius, vlRandom_Direction(random));
    }
}

static void mapPlanes(PlaneList* list, const Affine* map, const vlWorkFrame* frame,
                      const vlContactVolume* v, double shift, vlRandom* random)
{
    list->count = 0;
    const vlConvex* base = frame->input.base;
    for (int f = 0; f < base->faceCount; ++f) {
        vlVec3 n = vlMulMV(frame->rotation, vlConvex_Normal(base, f));
        double d = base->nd[f] - vlDot(n, vlSub(v->origin, frame->translation));
        disturb(&n, &d, shift, base->radius, random);
        addMapped(list, map, intoContact(v, n), d);
    }
    list->baseCount = list->count;
    const vlPlaneSet* planes = &frame->input.planes;
    for (int f = 0; f < planes->count; ++f) {
        vlVec3 n = vlVec(planes->nx[f], planes->ny[f], planes->nz[f]);
        double d = planes->nd[f] - vlDot(n, v->origin);
        disturb(&n, &d, shift, frame->cutterRadius, random);
        addMapped(list, map, intoContact(v, n), d);
    }
}

static void addBox(PlaneList* list, vlVec3 half)
{
    addPlane(list, vlVec(1.0, 0.0, 0.0), half.x), addPlane(list, vlVec(-1.0, 0.0, 0.0), half.x);
    addPlane(list, vlVec(0.0, 1.0, 0.0), half.y), addPlane(list, vlVec(0.0, -1.0, 0.0), half.y);
    addPlane(list, vlVec(0.0, 0.0, 1.0), half.z), addPlane(list, vlVec(0.0, 0.0, -1.0), half.z);
}

// Lower triangular factor of the covariance of points s.
static vlMat3 factorCovariance(const vlVec3* s, int count)
{
    vlVec3 d = vlZero(); // xx, yy, zz
    vlVec3 o = vlZero(); // xy, xz, yz
    for (int i = 0; i < count; ++i) {
        d = vlAdd(d, vlVec(s[i].x * s[i].x, s[i].y * s[i].y, s[i].z * s[i].z));
        o = vlAdd(o, vlVec(s[i].x * s[i].y, s[i].x * s[i].z, s[i].y * s[i].z));
    }
    d = vlScale(d, 1.0 / count);
    o = vlScale(o, 1.0 / count);
    const double least = 1e-14; // a flat cloud still gets an invertible map
    double lxx = sqrt(d.x + least);
    double lyx = o.x / lxx;
    double lzx = o.y / lxx;
    double lyy = sqrt(fmax(d.y - lyx * lyx, 0.0) + least);
    double lzy = (o.z - lyx * lzx) / lyy;
    double lzz = sqrt(fmax(d.z - lzx * lzx - lzy * lzy, 0.0) + least);
    return vlMat(vlVec(lxx, lyx, lzx), vlVec(0.0, lyy, lzy), vlVec(0.0, 0.0, lzz));
}

static vlVec3 solveLower(vlMat3 l, vlVec3 b)
{
    double x = b.x / l.cx.x;
    double y = (b.y - l.cx.y * x) / l.cy.y;
    double z = (b.z - l.cx.z * x - l.cy.z * y) / l.cz.z;
    return vlVec(x, y, z);
}

// The map that gives the guess's vertices unit covariance: first to unit extents, where the
// covariance can be computed without loss, then by its factor. `turn` rotates y.
static Affine fitMap(const vlPolytope* guess, const vlContactVolume* v, vlMat3 turn)
{
    static vlVec3 s[VL_POLYTOPE_MAX_VERTICES];
    vlVec3 lo = vlVec(DBL_MAX, DBL_MAX, DBL_MAX);
    vlVec3 hi = vlNeg(lo);
    vlVec3 mean = vlZero();
    int count = guess->vertexCount;
    for (int i = 0; i < count; ++i) {
        s[i] = intoContact(v, vlSub(vlPolytope_Vertex(guess, i), v->origin));
        lo = vlVec(fmin(lo.x, s[i].x), fmin(lo.y, s[i].y), fmin(lo.z, s[i].z));
        hi = vlVec(fmax(hi.x, s[i].x), fmax(hi.y, s[i].y), fmax(hi.z, s[i].z));
        mean = vlMulAdd(mean, 1.0 / count, s[i]);
    }
    vlVec3 e = vlSub(hi, lo);
    for (int i = 0; i < count; ++i) {
        vlVec3 d = vlSub(s[i], mean);
        s[i] = vlVec(d.x / e.x, d.y / e.y, d.z / e.z);
    }
    vlMat3 l = factorCovariance(s, count);
    Affine map = {mean, vlMulMM(vlMulMM(vlDiag(e.x, e.y, e.z), l), turn), vlZero()};
    for (int i = 0; i < count; ++i) {
        vlVec3 y = vlMulTV(turn, solveLower(l, s[i]));
        map.half = vlVec(fmax(map.half.x, fabs(y.x)), fmax(map.half.y, fabs(y.y)),
                         fmax(map.half.z, fabs(y.z)));
    }
    map.half = vlScale(map.half, 2.0);
    return map;
}

// ---- integrals from vertices and loops, contact frame ----

static void addVolume(vlOracle* o, const vlPolytope* p, const vlVec3* q, vlOwner ownerA)
{
    vlVec3 apex = vlZero();
    for (int i = 0; i < p->vertexCount; ++i) {
        apex = vlMulAdd(apex, 1.0 / p->vertexCount, q[i]);
    }
    vlVec3 moment = vlZero();
    for (int f = 0; f < p->faceCount; ++f) {
        const uint16_t* loop = &p->loop[p->face[f].start];
        vlVec3 a = vlSub(q[loop[0]], apex);
        vlVec3 areaVector = vlZero();
        for (int i = 1; i + 1 < p->face[f].count; ++i) {
            vlVec3 b = vlSub(q[loop[i]], apex);
            vlVec3 c = vlSub(q[loop[i + 1]], apex);
            vlVec3 twice = vlCross(vlSub(b, a), vlSub(c, a));
            double tetrahedron = vlDot(a, twice) / 6.0;
            o->volume += tetrahedron;
            moment = vlMulAdd(moment, 0.25 * tetrahedron, vlAdd(a, vlAdd(b, c)));
            areaVector = vlMulAdd(areaVector, 0.5, twice);
        }
        o->surface += vlLength(areaVector);
        if (p->face[f].owner == ownerA) {
            o->areaVectorA = vlAdd(o->areaVectorA, areaVector);
        }
    }
    o->centroid = vlMulAdd(apex, 1.0 / o->volume, moment);
}

static int comparePoints(const void* a, const void* b)
{
    const vlVec3* p = a;
    const vlVec3* q = b;
    return p->x != q->x ? (p->x < q->x ? -1 : 1) : (p->y < q->y ? -1 : p->y > q->y);
}

static bool turnsLeft(vlVec3 o, vlVec3 a, vlVec3 b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x) > 0.0;
}

// Outline of the points (x, y) by the monotone chain; `q` is reordered, `hull` holds 2 count.
static int outline(vlVec3* q, int count, vlVec3* hull)
{
    qsort(q, (size_t)count, sizeof *q, comparePoints);
    int n = 0;
    for (int i = 0; i < count; ++i) {
        while (n >= 2 && !turnsLeft(hull[n - 2], hull[n - 1], q[i])) {
            --n;
        }
        hull[n++] = q[i];
    }
    int lower = n + 1;
    for (int i = count - 2; i >= 0; --i) {
        while (n >= lower && !turnsLeft(hull[n - 2], hull[n - 1], q[i])) {
            --n;
        }
        hull[n++] = q[i];
    }
    return n - 1;
}

// Green's formulas along the outline, about its first point.
static void addShadow(vlOracle* o, const vlVec3* hull, int count)
{
    double area = 0.0, sx = 0.0, sy = 0.0, xx = 0.0, xy = 0.0, yy = 0.0;
    for (int i = 1; i + 1 < count; ++i) {
        double ax = hull[i].x - hull[0].x, ay = hull[i].y - hull[0].y;
        double bx = hull[i + 1].x - hull[0].x, by = hull[i + 1].y - hull[0].y;
        double w = ax * by - ay * bx;
        area += w / 2.0;
        sx += w * (ax + bx) / 6.0;
        sy += w * (ay + by) / 6.0;
        xx += w * (ax * ax + ax * bx + bx * bx) / 12.0;
        yy += w * (ay * ay + ay * by + by * by) / 12.0;
        xy += w * (2.0 * ax * ay + ax * by + bx * ay + 2.0 * bx * by) / 24.0;
    }
    o->area = area;
    o->areaCentroid.x = hull[0].x + sx / area;
    o->areaCentroid.y = hull[0].y + sy / area;
    o->mxx = xx - sx * sx / area;
    o->mxy = xy - sx * sy / area;
    o->myy = yy - sy * sy / area;
}

static void integrate(vlOracle* o, const vlPolytope* p, vlVec3* q, vlOwner ownerA)
{
    static vlVec3 hull[2 * VL_POLYTOPE_MAX_VERTICES];
    memset(o, 0, sizeof *o);
    o->lowest = DBL_MAX;
    o->highest = -DBL_MAX;
    for (int i = 0; i < p->vertexCount; ++i) {
        o->lowest = fmin(o->lowest, q[i].z);
        o->highest = fmax(o->highest, q[i].z);
        o->reach = fmax(o->reach, hypot(q[i].x, q[i].y));
    }
    addVolume(o, p, q, ownerA);
    addShadow(o, hull, outline(q, p->vertexCount, hull));
}

static vlClipStatus findDirect(vlPolytope* p, vlVec3* q, const vlWorkFrame* frame,
                               const vlContactVolume* v)
{
    vlClipStatus status = vlDual_Intersect(p, frame->input.base, frame->rotation,
                                           frame->translation, &frame->input.planes, frame->inside);
    for (int i = 0; i < p->vertexCount; ++i) {
        q[i] = intoContact(v, vlSub(vlPolytope_Vertex(p, i), v->origin));
    }
    return status;
}

static vlClipStatus findRescaled(vlPolytope* p, vlVec3* q, const PlaneList* list, int boxStart,
                                 const Affine* map)
{
    int b = list->baseCount;
    vlConvex base = {
        .faceCount = b, .nx = list->n[0], .ny = list->n[1], .nz = list->n[2], .nd = list->n[3]};
    vlPlaneSet planes = {&list->n[0][b], &list->n[1][b], &list->n[2][b], &list->n[3][b],
                         list->count - b};
    vlClipStatus status =
        vlDual_Intersect(p, &base, vlDiag(1.0, 1.0, 1.0), vlZero(), &planes, vlZero());
    for (int i = 0; i < p->vertexCount; ++i) {
        q[i] = vlAdd(map->offset, vlMulMV(map->matrix, vlPolytope_Vertex(p, i)));
    }
    for (int f = 0; f < p->faceCount; ++f) {
        if (p->face[f].owner == VL_OWNER_CUTTER && p->face[f].plane >= boxStart - b) {
            return VL_CLIP_OVERFLOW;
        }
    }
    return status;
}

vlClipStatus vlOracle_Measure(vlOracle* oracle, vlOracleRoute route, const vlWorkFrame* frame,
                              const vlContactVolume* volume, const vlPolytope* guess, double shift,
                              vlRandom* random)
{
    static vlPolytope p;
    static vlVec3 q[VL_POLYTOPE_MAX_VERTICES];
    static PlaneList list;
    vlClipStatus status = VL_CLIP_OVERFLOW;
    if (route == VL_ORACLE_DIRECT) {
        status = findDirect(&p, q, frame, volume);
    }
    // Qhull fails on about one in a thousand clouds with points close together; the same cloud
    // rotated has the same answer.
    for (int i = 0; route == VL_ORACLE_RESCALED && status != VL_CLIP_SOLID && i < 8; ++i) {
        Affine map = fitMap(guess, volume, vlMatFromQuat(vlRandom_Rotation(random)));
        mapPlanes(&list, &map, frame, volume, shift, random);
        int boxStart = list.count;
        addBox(&list, map.half);
        status = findRescaled(&p, q, &list, boxStart, &map);
    }
    if (status == VL_CLIP_SOLID) {
        integrate(oracle, &p, q, frame->request.baseIsA ? VL_OWNER_BASE : VL_OWNER_CUTTER);
    }
    return status;
}

// ---- topology ----

static int compareKeys(const void* a, const void* b)
{
    uint32_t s = *(const uint32_t*)a;
    uint32_t t = *(const uint32_t*)b;
    return s < t ? -1 : s > t;
}

// A vertex slot that no face uses must repeat the place of one in use, so that bounds over all
// slots are right.
static bool repeatsUsed(const vlPolytope* p, const uint16_t* uses, int spare)
{
    for (int v = 0; v < p->vertexCount; ++v) {
        if (uses[v] > 0 && p->x[v] == p->x[spare] && p->y[v] == p->y[spare] &&
            p->z[v] == p->z[spare]) {
            return true;
        }
    }
    return false;
}

bool vlPolytope_IsClosed(const vlPolytope* p)
{
    static uint32_t key[VL_POLYTOPE_MAX_LOOP];
    static uint16_t uses[VL_POLYTOPE_MAX_VERTICES];
    memset(uses, 0, sizeof uses);
    size_t edges = 0;
    for (int f = 0; f < p->faceCount; ++f) {
        const uint16_t* loop = &p->loop[p->face[f].start];
        int count = p->face[f].count;
        if (count < 3) {
            return false;
        }
        uint16_t u = loop[count - 1];
        for (int i = 0; i < count; ++i) {
            key[edges++] = (uint32_t)u << 16 | loop[i];
            ++uses[u];
            u = loop[i];
        }
    }
    int vertices = 0;
    for (int v = 0; v < p->vertexCount; ++v) {
        vertices += uses[v] > 0;
        if (uses[v] == 0 ? !repeatsUsed(p, uses, v) : uses[v] < 3) {
            return false;
        }
    }
    qsort(key, edges, sizeof key[0], compareKeys);
    for (size_t i = 0; i < edges; ++i) {
        uint32_t back = key[i] << 16 | key[i] >> 16;
        if ((i > 0 && key[i] == key[i - 1]) ||
            bsearch(&back, key, edges, sizeof key[0], compareKeys) == NULL) {
            return false;
        }
    }
    return 2 * (vertices + p->faceCount - 2) == (int)edges; // each edge was counted from both sides
}
