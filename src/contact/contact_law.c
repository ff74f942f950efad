// SPDX-License-Identifier: MIT
#include "contact/contact_law.h"

vlRollingShare vlContactLaw_Share(const vlContactVolume* v, vlSymmetric2 t)
{
    static const vlRollingShare all = {1.0, 0.0, 0.0, 1.0};
    double det = v->mxx * v->myy - v->mxy * v->mxy;
    if (!(det > 0.0)) {
        return all;
    }
    double s = 1.0 / det;
    vlRollingShare share = {
        s * (t.xx * v->myy - t.xy * v->mxy), s * (t.xy * v->mxx - t.xx * v->mxy),
        s * (t.xy * v->myy - t.yy * v->mxy), s * (t.yy * v->mxx - t.xy * v->mxy)};
    return share;
}

// The geometric mean of M^-1 and M': the symmetric S with S M S = M'. For 2 x 2 matrices,
// sqrt(a b) (A/a + B/b) / sqrt(det(A/a + B/b)) with a, b the roots of their determinants.
vlRollingShare vlContactLaw_EvenShare(const vlContactVolume* v, vlSymmetric2 t)
{
    static const vlRollingShare all = {1.0, 0.0, 0.0, 1.0};
    double det = v->mxx * v->myy - v->mxy * v->mxy;
    double detT = t.xx * t.yy - t.xy * t.xy;
    if (!(det > 0.0) || !(detT > 0.0)) {
        return all;
    }
    double a = sqrt(1.0 / det), b = sqrt(detT);
    double s = a; // M^-1/a = (adjugate of M) a^2/a
    double xx = s * v->myy + t.xx / b, xy = -s * v->mxy + t.xy / b, yy = s * v->mxx + t.yy / b;
    double mean = sqrt(a * b / (xx * yy - xy * xy));
    vlRollingShare share = {mean * xx, mean * xy, mean * xy, mean * yy};
    return share;
}

// Farthest corner of the footprint's bounds from the origin, by coordinate.
static vlVec2 reachOf(const vlContactVolume* v)
{
    vlVec2 reach = {v->upper.x > -v->lower.x ? v->upper.x : -v->lower.x,
                    v->upper.y > -v->lower.y ? v->upper.y : -v->lower.y};
    return reach;
}

bool vlContactLaw_PressesAll(const vlContactLaw* law, const vlContact* contact,
                             const vlVolumePool* pool, double grown, const vlRelative* motion,
                             double* least)
{
    const vlContactVolume* v = &contact->volume;
    if (!v->isSlab || v->pointCount == 0) {
        return false;
    }
    const vlHeight* front = &pool->heights[v->heightStart];
    const vlHeight* back = front + v->frontCount;
    vlVec2 reach = reachOf(v);
    double k = law->kN * grown;
    double slopeX = k * (front->hx - back->hx) - law->cN * motion->tilt.x;
    double slopeY = k * (front->hy - back->hy) - law->cN * motion->tilt.y;
    double middle = k * (front->h0 - back->h0) - law->cN * motion->normal;
    *least = middle - fabs(slopeX) * reach.x - fabs(slopeY) * reach.y;
    return *least > 0.0;
}

// Part of the limit below which sticking is certain. The rest covers the slivers of the area, below
// 2e-4 of it, that lie under other faces than the two that the pressure is computed from.
#define CERTAIN 0.99

bool vlContactLaw_SurelySticks(const vlContactVolume* volume, const vlRigidField* pull,
                               double least, double mu)
{
    vlVec2 reach = reachOf(volume);
    double largest = vlLength2(pull->at) + fabs(pull->turn) * vlLength2(reach);
    return largest <= CERTAIN * mu * least;
}
