// SPDX-License-Identifier: MIT
// A tilting g(p) = gamma . p deepens one side of the area and lifts the other. Where the depth d is
// curved, moving the area along by c does the same: it changes the depth by c . grad d. The part of
// a tilting that such a move explains, by least squares, is taken away. With s = grad d - its mean
// over the area,
//
//   K = int p s^T,   N = int s s^T,   M_t = M - K N^-1 K^T                            (T2.14)
//
// M_t is a Schur complement, so 0 <= M_t <= M. Every face of P has one slope g; a face that stands
// for a part of a round surface has, about its middle, also the slope H (p - middle) of that
// surface (T2.16). Then both integrals are sums over faces, except for the product of front and
// back slopes in N. That is replaced by a bound, which makes N larger and is therefore safe:
//
//   N <= (1 + t) N_front + (1 + 1/t) N_back,   t = sqrt(tr N_back / tr N_front)       (T2.15)

#include "collide/rolling.h"

// Faces nearer to upright than this have no slope; their shadow is rounding.
#define UPRIGHT 1e-9
// Slopes are cut to this length: a side wall is not a surface to roll over, and any choice of
// slopes leaves 0 <= M_t <= M. Longer ones would dominate the bound (T2.15).
#define STEEPEST 1.0
// Mean square by which slopes differ at an edge or a tip. There a footprint does not move on in
// proportion to tilting: a top would fall over, a hull would rock for long (T2.17). Between faces
// that stand for a round surface a large difference is still round, between flat ones it is not.
#define CREASE 0.25
#define FLAT_CREASE 0.002
// Added to N, as a part of its trace, so that a direction without slopes does not make it singular.
#define LEAST_SLOPE 1e-9

// int s s^T of one side and int s, as sums over its faces.
typedef struct Slopes {
    double xx, xy, yy;
    vlVec2 sum;
    // The same for faces that stand for no round surface.
    double flatArea, flatSquare;
    vlVec2 flatSum;
} Slopes;

typedef struct Rolling {
    double kxx, kxy, kyx, kyy; // K
    Slopes front, back;
} Rolling;

// The signed first moment of the projection of a face about the contact's origin.
static vlVec2 measureFirst(const vlLifted* lifted, const uint16_t* loop, int count, vlVec2 origin)
{
    vlVec2 first = {0.0, 0.0};
    double ax = lifted[loop[0]].p.x - origin.x, ay = lifted[loop[0]].p.y - origin.y;
    double bx = lifted[loop[1]].p.x - origin.x, by = lifted[loop[1]].p.y - origin.y;
    for (int i = 2; i < count; ++i) {
        double cx = lifted[loop[i]].p.x - origin.x, cy = lifted[loop[i]].p.y - origin.y;
        double sixth = ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) * (1.0 / 6.0);
        first.x += sixth * (ax + bx + cx);
        first.y += sixth * (ay + by + cy);
        bx = cx, by = cy;
    }
    return first;
}

// Its second moments, which only faces of a round surface need.
static vlSymmetric2 measureSecond(const vlLifted* lifted, const uint16_t* loop, int count,
                                  vlVec2 origin)
{
    vlSymmetric2 second = {0.0, 0.0, 0.0};
    double ax = lifted[loop[0]].p.x - origin.x, ay = lifted[loop[0]].p.y - origin.y;
    double bx = lifted[loop[1]].p.x - origin.x, by = lifted[loop[1]].p.y - origin.y;
    for (int i = 2; i < count; ++i) {
        double cx = lifted[loop[i]].p.x - origin.x, cy = lifted[loop[i]].p.y - origin.y;
        double S12 = ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) * (1.0 / 24.0);
        double x = ax + bx + cx;
        double y = ay + by + cy;
        second.xx += S12 * (x * x + ax * ax + bx * bx + cx * cx);
        second.xy += S12 * (x * y + ax * ay + bx * by + cx * cy);
        second.yy += S12 * (y * y + ay * ay + by * by + cy * cy);
        bx = cx, by = cy;
    }
    return second;
}

static bool isFlat(const vlBend* b)
{
    return b->xx == 0.0 && b->yy == 0.0 && b->zz == 0.0 && b->xy == 0.0 && b->xz == 0.0 &&
           b->yz == 0.0;
}

// Second derivatives of a face's height over the contact plane (T2.16), multiplied by `scale`: with
// the tangents t1 = e1 + hx n, t2 = e2 + hy n and the face's curvature B, H = -(t . B t)/(n . n_f).
static vlSymmetric2 bendOf(const vlNormalSource* normals, const vlPolytopeFace* face,
                           const vlContactVolume* v, double cosine, vlVec2 slope, double scale)
{
    bool isBase = face->owner == VL_OWNER_BASE;
    const vlBend* bends = isBase ? normals->base->bend : normals->cutterBend;
    vlSymmetric2 H = {0.0, 0.0, 0.0};
    if (bends == NULL || isFlat(&bends[face->plane])) {
        return H;
    }
    vlVec3 t1 = vlMulAdd(v->e1, slope.x, v->normal);
    vlVec3 t2 = vlMulAdd(v->e2, slope.y, v->normal);
    if (isBase) {
        t1 = vlMulTV(normals->rotation, t1);
        t2 = vlMulTV(normals->rotation, t2);
    }
    vlVec3 b1 = vlBend_Times(&bends[face->plane], t1);
    vlVec3 b2 = vlBend_Times(&bends[face->plane], t2);
    double s = -scale / cosine;
    H.xx = s * vlDot(t1, b1), H.xy = s * vlDot(t1, b2), H.yy = s * vlDot(t2, b2);
    return H;
}

// Adds M_f H to K and H |M_f| H to N, M_f the second moments of the part about its own middle.
static void addBend(Rolling* r, Slopes* side, vlVec2 first, vlSymmetric2 second, double shadow,
                    vlSymmetric2 H)
{
    double xx = second.xx - first.x * first.x / shadow;
    double xy = second.xy - first.x * first.y / shadow;
    double yy = second.yy - first.y * first.y / shadow;
    double axx = xx * H.xx + xy * H.xy, axy = xx * H.xy + xy * H.yy;
    double ayx = xy * H.xx + yy * H.xy, ayy = xy * H.xy + yy * H.yy;
    double sign = shadow > 0.0 ? 1.0 : -1.0;
    r->kxx += axx, r->kxy += axy, r->kyx += ayx, r->kyy += ayy;
    side->xx += sign * (H.xx * axx + H.xy * ayx);
    side->xy += sign * (H.xx * axy + H.xy * ayy);
    side->yy += sign * (H.xy * axy + H.yy * ayy);
}

static void addFace(Rolling* r, const vlPolytope* p, const vlNormalSource* normals,
                    const vlVolumeScratch* scratch, int f, vlVec2 origin, const vlContactVolume* v)
{
    vlVec3 n = scratch->faceNormal[f];
    double shadow = scratch->faceShadow[f];
    double cosine = vlDot(n, v->normal);
    if (shadow == 0.0 || fabs(cosine) < UPRIGHT) {
        return;
    }
    const vlPolytopeFace* face = &p->face[f];
    vlVec2 g = {-vlDot(n, v->e1) / cosine, -vlDot(n, v->e2) / cosine};
    double steepness = vlLength2(g);
    double scale = steepness > STEEPEST ? STEEPEST / steepness : 1.0;
    vlSymmetric2 H = bendOf(normals, face, v, cosine, g, scale);
    g.x *= scale, g.y *= scale;
    const uint16_t* loop = &p->loop[face->start];
    vlVec2 first = measureFirst(scratch->lifted, loop, face->count, origin);
    Slopes* side = cosine > 0.0 ? &r->front : &r->back;
    double S = fabs(shadow);
    r->kxx += first.x * g.x, r->kxy += first.x * g.y;
    r->kyx += first.y * g.x, r->kyy += first.y * g.y;
    side->xx += S * g.x * g.x, side->xy += S * g.x * g.y, side->yy += S * g.y * g.y;
    side->sum.x += S * g.x, side->sum.y += S * g.y;
    if (H.xx != 0.0 || H.yy != 0.0) {
        vlSymmetric2 second = measureSecond(scratch->lifted, loop, face->count, origin);
        addBend(r, side, first, second, shadow, H);
    } else {
        side->flatArea += S;
        side->flatSquare += S * (g.x * g.x + g.y * g.y);
        side->flatSum.x += S * g.x, side->flatSum.y += S * g.y;
    }
}

// By how much the slopes of flat faces differ, in units of the difference that makes a crease.
static double creaseOf(const Slopes* s, double area)
{
    if (!(s->flatArea > 0.0)) {
        return 0.0;
    }
    double spread = s->flatSquare - vlDot2(s->flatSum, s->flatSum) / s->flatArea;
    return spread > 0.0 ? spread / (FLAT_CREASE * area) : 0.0;
}

// The same about the mean slope. Rounding may make a trace negative; it then counts as zero.
static vlSymmetric2 spreadOf(const Slopes* s, double area)
{
    vlSymmetric2 n = {s->xx - s->sum.x * s->sum.x / area, s->xy - s->sum.x * s->sum.y / area,
                      s->yy - s->sum.y * s->sum.y / area};
    return n;
}

// The bound (T2.15), made larger at a crease and never singular.
static vlSymmetric2 boundOf(const Rolling* r, double area)
{
    vlSymmetric2 f = spreadOf(&r->front, area);
    vlSymmetric2 b = spreadOf(&r->back, area);
    double traceF = f.xx + f.yy > 0.0 ? f.xx + f.yy : 0.0;
    double traceB = b.xx + b.yy > 0.0 ? b.xx + b.yy : 0.0;
    double cross = sqrt(traceF * traceB);
    double wf = traceF > 0.0 ? 1.0 + cross / traceF : 0.0;
    double wb = traceB > 0.0 ? 1.0 + cross / traceB : 0.0;
    vlSymmetric2 n = {wf * f.xx + wb * b.xx, wf * f.xy + wb * b.xy, wf * f.yy + wb * b.yy};
    double trace = n.xx + n.yy;
    double crease = trace / (CREASE * area) + creaseOf(&r->front, area) + creaseOf(&r->back, area);
    double larger = 1.0 + crease * crease;
    double floor = LEAST_SLOPE * trace;
    n.xx = larger * n.xx + floor, n.xy *= larger, n.yy = larger * n.yy + floor;
    return n;
}

void vlRolling_Measure(const vlPolytope* polytope, const vlNormalSource* normals,
                       const vlVolumeScratch* scratch, vlLifted shift, vlContactVolume* volume)
{
    vlContactVolume* v = volume;
    Rolling r = {0};
    for (int f = 0; f < polytope->faceCount; ++f) {
        addFace(&r, polytope, normals, scratch, f, shift.p, v);
    }
    vlSymmetric2 n = boundOf(&r, v->area);
    double det = n.xx * n.yy - n.xy * n.xy;
    if (!(det > 0.0)) {
        return;
    }
    // P = K N^-1 K^T, as far as the border is free to move (T2.17).
    double free = sqrt(r.kxx * r.kxx + r.kxy * r.kxy + r.kyx * r.kyx + r.kyy * r.kyy) / v->volume;
    det = free < 1.0 ? det / free : det;
    double lxx = (r.kxx * n.yy - r.kxy * n.xy) / det, lxy = (r.kxy * n.xx - r.kxx * n.xy) / det;
    double lyx = (r.kyx * n.yy - r.kyy * n.xy) / det, lyy = (r.kyy * n.xx - r.kyx * n.xy) / det;
    v->tilting.xx -= lxx * r.kxx + lxy * r.kxy;
    v->tilting.xy -= 0.5 * (lxx * r.kyx + lxy * r.kyy + lyx * r.kxx + lyy * r.kxy);
    v->tilting.yy -= lyx * r.kyx + lyy * r.kyy;
}
