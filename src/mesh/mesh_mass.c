// SPDX-License-Identifier: MIT
// Exact integrals of the solid that a closed mesh bounds: tetrahedra between each triangle and one
// point, as in src/shape/mass.c. Here that point is not inside a convex solid, so that determinants
// have both signs; a point in the middle, then the centroid, keeps what cancels small.

#include "mesh/mesh_report.h"

typedef struct Sums {
    double volume;    // six times
    vlVec3 first;     // twenty-four times
    double second[6]; // xx, yy, zz, xy, xz, yz: a hundred and twenty times
} Sums;

static Sums integrate(const vlMesh* mesh, vlVec3 origin)
{
    Sums sum = {0};
    for (int t = 0; t < mesh->faceCount; ++t) {
        const int* corner = &mesh->indices[3 * t];
        vlVec3 a = vlSub(mesh->points[corner[0]], origin);
        vlVec3 b = vlSub(mesh->points[corner[1]], origin);
        vlVec3 c = vlSub(mesh->points[corner[2]], origin);
        vlVec3 s = vlAdd(vlAdd(a, b), c);
        double det = vlDot(a, vlCross(b, c));
        sum.volume += det;
        sum.first = vlMulAdd(sum.first, det, s);
        sum.second[0] += det * (a.x * a.x + b.x * b.x + c.x * c.x + s.x * s.x);
        sum.second[1] += det * (a.y * a.y + b.y * b.y + c.y * c.y + s.y * s.y);
        sum.second[2] += det * (a.z * a.z + b.z * b.z + c.z * c.z + s.z * s.z);
        sum.second[3] += det * (a.x * a.y + b.x * b.y + c.x * c.y + s.x * s.y);
        sum.second[4] += det * (a.x * a.z + b.x * b.z + c.x * c.z + s.x * s.z);
        sum.second[5] += det * (a.y * a.z + b.y * b.z + c.y * c.z + s.y * s.z);
    }
    return sum;
}

vlMassProperties vlMesh_Mass(const vlMesh* mesh)
{
    vlMassProperties mass = {0};
    vlVec3 middle = vlBox_Middle(vlBox_OfPoints(mesh->points, mesh->pointCount));
    Sums about = integrate(mesh, middle);
    mass.volume = about.volume / 6.0;
    mass.centroid =
        about.volume > 0.0 ? vlMulAdd(middle, 0.25 / about.volume, about.first) : middle;
    Sums central = integrate(mesh, mass.centroid);
    double m[6];
    for (int i = 0; i < 6; ++i) {
        m[i] = central.second[i] / 120.0;
    }
    mass.inertia = vlMat(vlVec(m[1] + m[2], -m[3], -m[4]), vlVec(-m[3], m[0] + m[2], -m[5]),
                         vlVec(-m[4], -m[5], m[0] + m[1]));
    return mass;
}
