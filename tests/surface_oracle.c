// SPDX-License-Identifier: MIT
// Queries of a mesh that use no tree.

#include "surface_makers.h"

// The closest point of a triangle, by clamping: the best of the plane's point, if it is inside, and
// of the points of the three sides.
double distanceToTriangle(vlVec3 p, vlVec3 a, vlVec3 b, vlVec3 c)
{
    const vlVec3 corner[3] = {a, b, c};
    vlVec3 n = vlUnit(vlCross(vlSub(b, a), vlSub(c, a)));
    double least = HUGE_VAL;
    bool isInside = true;
    for (int k = 0; k < 3; ++k) {
        vlVec3 from = corner[k], side = vlSub(corner[(k + 1) % 3], from);
        double part = vlDot(vlSub(p, from), side) / vlDot(side, side);
        part = part < 0.0 ? 0.0 : (part > 1.0 ? 1.0 : part);
        least = fmin(least, vlLength(vlSub(p, vlMulAdd(from, part, side))));
        isInside = isInside && vlDot(vlCross(side, vlSub(p, from)), n) >= 0.0;
    }
    return isInside ? fmin(least, fabs(vlDot(n, vlSub(p, a)))) : least;
}

double bruteDistance(const vlMesh* mesh, vlVec3 p)
{
    double least = HUGE_VAL;
    for (int t = 0; t < mesh->faceCount; ++t) {
        const int* v = &mesh->indices[3 * t];
        least = fmin(least, distanceToTriangle(p, mesh->points[v[0]], mesh->points[v[1]],
                                               mesh->points[v[2]]));
    }
    return least;
}

double windingNumber(const vlMesh* mesh, vlVec3 p)
{
    double sum = 0.0;
    for (int t = 0; t < mesh->faceCount; ++t) {
        const int* v = &mesh->indices[3 * t];
        vlVec3 a = vlSub(mesh->points[v[0]], p), b = vlSub(mesh->points[v[1]], p);
        vlVec3 c = vlSub(mesh->points[v[2]], p);
        double la = vlLength(a), lb = vlLength(b), lc = vlLength(c);
        sum += atan2(vlDot(a, vlCross(b, c)),
                     la * lb * lc + vlDot(a, b) * lc + vlDot(b, c) * la + vlDot(c, a) * lb);
    }
    return sum / (2.0 * VL_PI);
}
