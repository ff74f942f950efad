// SPDX-License-Identifier: MIT
// With xA, xB where the two bodies took the old origin o, u = xB - xA and RA, RB their rotations
// since, the frame (e1, e2, n) and the origin become
//
//   n' = rotated with A and, by the shares (T8.2), from there towards B
//   o' = xA + G u_t + spin w_n + u_n n'/2
//
// and the depth grows by a linear function over the area, to which common motion of both bodies
// adds nothing,
//
//   D(p) = -n'.u + n'.(RA p - RB p),   V += A D0,   Q += M2 (Dx, Dy).                  (T8.4)

#include "two_rate/carry.h"

#include <string.h>

#include "contact/pressure.h"

static vlVec3 pointAfter(const vlBodyPose* was, const vlBodyPose* now, vlQuat turn, vlVec3 point)
{
    return vlAdd(now->centre, vlRotate(turn, vlSub(point, was->centre)));
}

static double reachOf(const vlContactVolume* v)
{
    double x = v->upper.x > -v->lower.x ? v->upper.x : -v->lower.x;
    double y = v->upper.y > -v->lower.y ? v->upper.y : -v->lower.y;
    return sqrt(x * x + y * y);
}

// Rotates a frame that moved with A by the part of the rotation `turn` of B relative to A that it
// follows.
static void turnFrame(vlContactVolume* v, const vlFollow* g, vlVec3 turn, double deepened)
{
    vlVec3 e1 = v->e1, e2 = v->e2, n = v->normal;
    double wx = vlDot(e1, turn);
    double wy = vlDot(e2, turn);
    // w x n is (wy, -wx).
    double tx = (1.0 - g->xx) * wy + g->yx * wx + g->lean.x * deepened;
    double ty = -g->xy * wy - (1.0 - g->yy) * wx + g->lean.y * deepened;
    vlVec3 by =
        vlMulAdd(vlMulAdd(vlScale(e1, -ty), tx, e2), 0.5 * (g->xx + g->yy) * vlDot(n, turn), n);
    vlQuat q = vlQuatFromRotationVector(by);
    v->e1 = vlRotate(q, e1);
    v->e2 = vlRotate(q, e2);
    v->normal = vlRotate(q, n);
    v->areaVectorA = vlRotate(q, v->areaVectorA);
}

static void addPlane(vlContactVolume* v, vlHeight plane)
{
    v->volume += v->area * plane.h0;
    v->depthMoment.x += v->mxx * plane.hx + v->mxy * plane.hy;
    v->depthMoment.y += v->mxy * plane.hx + v->myy * plane.hy;
    v->highest += 0.5 * plane.h0;
    v->lowest -= 0.5 * plane.h0;
    if (v->highest < v->lowest) {
        v->highest = v->lowest = 0.0;
    }
    v->isCarried = true;
}

// M2^-1 q: slopes of the depth whose moment is q.
static vlVec2 slopeOf(const vlContactVolume* v, vlVec2 q)
{
    vlVec2 slope = {0.0, 0.0};
    double determinant = v->mxx * v->myy - v->mxy * v->mxy;
    double trace = v->mxx + v->myy;
    if (determinant > 1e-9 * trace * trace) { // a sliver has no slope across
        slope.x = (v->myy * q.x - v->mxy * q.y) / determinant;
        slope.y = (v->mxx * q.y - v->mxy * q.x) / determinant;
    }
    return slope;
}

vlRise vlCarry_Move(vlContactVolume* v, const vlFollow* g, const vlBodyPose was[2],
                    const vlBodyPose now[2])
{
    vlRise rise = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0.0};
    if (vlBodyPose_IsSame(&was[0], &now[0]) && vlBodyPose_IsSame(&was[1], &now[1])) {
        return rise;
    }
    vlQuat turnA = vlMulQ(now[0].rotation, vlConj(was[0].rotation));
    vlQuat turnB = vlMulQ(now[1].rotation, vlConj(was[1].rotation));
    vlVec3 turn = vlRotationBetween(turnA, turnB);
    vlVec3 xA = pointAfter(&was[0], &now[0], turnA, v->origin);
    vlVec3 u = vlSub(pointAfter(&was[1], &now[1], turnB, v->origin), xA);
    vlVec3 e1B = vlRotate(turnB, v->e1), e2B = vlRotate(turnB, v->e2);
    vlVec3 e1A = vlRotate(turnA, v->e1), e2A = vlRotate(turnA, v->e2);
    v->e1 = e1A;
    v->e2 = e2A;
    v->normal = vlRotate(turnA, v->normal);
    v->areaVectorA = vlRotate(turnA, v->areaVectorA);
    turnFrame(v, g, turn, -vlDot(v->normal, u));

    vlVec3 n = v->normal;
    double opened = vlDot(n, u);
    double ux = vlDot(v->e1, u);
    double uy = vlDot(v->e2, u);
    double spun = vlDot(n, turn);
    double alongX = g->xx * ux + g->xy * uy + g->spin.x * spun;
    double alongY = g->yx * ux + g->yy * uy + g->spin.y * spun;
    vlVec3 along = vlMulAdd(vlScale(v->e1, alongX), alongY, v->e2);
    v->origin = vlMulAdd(vlAdd(xA, along), 0.5 * opened, n);
    rise.front = (vlHeight){-0.5 * opened, vlDot(n, e1A), vlDot(n, e2A)};
    rise.back = (vlHeight){0.5 * opened, vlDot(n, e1B), vlDot(n, e2B)};
    rise.moved = vlLength(u) + reachOf(v) * vlLength(turn);
    // Spinning moves the origin within the area, but the pressure stays where it was.
    vlVec2 left = {-v->volume * g->spin.x * spun, -v->volume * g->spin.y * spun};
    vlVec2 slope = slopeOf(v, left);
    vlHeight deeper = {-opened, rise.front.hx - rise.back.hx, rise.front.hy - rise.back.hy};
    addPlane(v, deeper);
    vlCarry_Deepen(v, &rise, (vlHeight){0.0, slope.x, slope.y});
    return rise;
}

void vlCarry_Deepen(vlContactVolume* v, vlRise* rise, vlHeight plane)
{
    addPlane(v, plane);
    rise->front.h0 += 0.5 * plane.h0, rise->back.h0 -= 0.5 * plane.h0;
    rise->front.hx += 0.5 * plane.hx, rise->back.hx -= 0.5 * plane.hx;
    rise->front.hy += 0.5 * plane.hy, rise->back.hy -= 0.5 * plane.hy;
}

bool vlCarry_Copy(vlContactVolume* v, const vlRise* rise, const vlVec2* points,
                  const vlHeight* heights, vlVolumePool* to)
{
    int count = v->frontCount + v->backCount;
    if (to->pointCount + v->pointCount > to->pointCapacity ||
        to->heightCount + count > to->heightCapacity) {
        return false;
    }
    memcpy(&to->points[to->pointCount], &points[v->pointStart],
           (size_t)v->pointCount * sizeof *points);
    for (int i = 0; i < count; ++i) {
        vlHeight h = heights[v->heightStart + i];
        const vlHeight* by = i < v->frontCount ? &rise->front : &rise->back;
        vlHeight risen = {h.h0 + by->h0, h.hx + by->hx, h.hy + by->hy};
        to->heights[to->heightCount + i] = risen;
    }
    v->pointStart = to->pointCount;
    v->heightStart = to->heightCount;
    v->liftedFaceStart = v->liftedFaceCount = 0;
    to->pointCount += v->pointCount;
    to->heightCount += count;
    return true;
}

// A slab's depth is linear: if its corners are in touch, all of it is.
static bool isWhole(const vlContactVolume* v, const vlVolumePool* pool)
{
    const vlHeight* front = &pool->heights[v->heightStart];
    const vlHeight* back = front + v->frontCount;
    double h0 = front->h0 - back->h0, hx = front->hx - back->hx, hy = front->hy - back->hy;
    bool isAll = v->isSlab;
    for (int i = 0; i < v->pointCount && isAll; ++i) {
        vlVec2 p = pool->points[v->pointStart + i];
        isAll = h0 + hx * p.x + hy * p.y >= 0.0;
    }
    return isAll;
}

// Sums over the Gauss points in touch (up) and over those that have left (down).
typedef struct Halves {
    double up, down;
    vlVec2 upMoment, downMoment;
} Halves;

static Halves sumHalves(const vlContactVolume* v, const vlVolumePool* pool)
{
    vlDepthPoint point[VL_MAX_GAUSS];
    double scale;
    Halves sum = {0.0, 0.0, {0.0, 0.0}, {0.0, 0.0}};
    int count = vlPressure_Place(v, pool, point, VL_MAX_GAUSS, &scale);
    for (int i = 0; i < count; ++i) {
        double part = point[i].depth * point[i].weight;
        if (part < 0.0) {
            sum.down += part;
            sum.downMoment.x += part * point[i].p.x, sum.downMoment.y += part * point[i].p.y;
        } else {
            sum.up += part;
            sum.upMoment.x += part * point[i].p.x, sum.upMoment.y += part * point[i].p.y;
        }
    }
    return sum;
}

bool vlCarry_Clamp(vlContactVolume* v, const vlVolumePool* pool)
{
    if (v->isForeseen || !v->isCarried || (v->pointCount > 0 && isWhole(v, pool))) {
        return false;
    }
    bool isLeft = false;
    if (v->pointCount > 0) {
        Halves sum = sumHalves(v, pool);
        isLeft = sum.down < 0.0;
        if (isLeft) {
            // The difference between the points' sum and the true integral shrinks as points lift.
            double share = sum.up / (sum.up - sum.down);
            v->volume = sum.up + share * (v->volume - sum.up - sum.down);
            v->depthMoment.x =
                sum.upMoment.x + share * (v->depthMoment.x - sum.upMoment.x - sum.downMoment.x);
            v->depthMoment.y =
                sum.upMoment.y + share * (v->depthMoment.y - sum.upMoment.y - sum.downMoment.y);
        }
    }
    if (!(v->volume > 0.0)) {
        v->volume = v->depthMoment.x = v->depthMoment.y = 0.0;
        isLeft = true;
    }
    return isLeft;
}

vlHeight vlCarry_MeanPlane(const vlContactVolume* v)
{
    vlVec2 slope = slopeOf(v, v->depthMoment);
    vlHeight plane = {v->volume / v->area, slope.x, slope.y};
    return plane;
}
