// SPDX-License-Identifier: MIT
// The divergence theorem turns integrals over the solid into sums over its faces: every face,
// fanned into triangles (a, b, c), spans tetrahedra with a point o inside, and with a, b, c counted
// from o
//     volume           sum det / 6,                     det = a . (b x c)
//     first moment     sum det / 24 (a + b + c)
//     second moment    sum det / 120 (a a' + b b' + c c' + s s'),   s = a + b + c
// The determinant is taken as twice the triangle's area times the height of o under the face, both
// along the face's known normal: in a needle the products of a . (b x c) cancel to the square of
// its slenderness, area and height only to its first power. With o inside a convex solid all
// determinants are positive, so nothing cancels however far from the frame's origin the solid lies.
// A first sum about a point near the middle finds the centroid, a second one about the centroid
// gives the inertia without subtracting a parallel axis term.

#include "shape/mass.h"

typedef struct moments {
    double volume;
    vlVec3 first;
    // xx, yy, zz, xy, xz, yz
    double second[6];
} moments;

static void addTetrahedron(moments* sum, vlVec3 normal, vlVec3 a, vlVec3 b, vlVec3 c)
{
    vlVec3 s = vlAdd(vlAdd(a, b), c);
    double height = vlDot(normal, s) / 3.0;
    double det = height * vlDot(normal, vlCross(vlSub(b, a), vlSub(c, b)));
    sum->volume += det;
    sum->first = vlMulAdd(sum->first, det, s);
    sum->second[0] += det * (a.x * a.x + b.x * b.x + c.x * c.x + s.x * s.x);
    sum->second[1] += det * (a.y * a.y + b.y * b.y + c.y * c.y + s.y * s.y);
    sum->second[2] += det * (a.z * a.z + b.z * b.z + c.z * c.z + s.z * s.z);
    sum->second[3] += det * (a.x * a.y + b.x * b.y + c.x * c.y + s.x * s.y);
    sum->second[4] += det * (a.x * a.z + b.x * b.z + c.x * c.z + s.x * s.z);
    sum->second[5] += det * (a.y * a.z + b.y * b.z + c.y * c.z + s.y * s.z);
}

static moments scaled(moments sum)
{
    sum.volume /= 6.0;
    sum.first = vlScale(sum.first, 1.0 / 24.0);
    for (int i = 0; i < 6; ++i) {
        sum.second[i] /= 120.0;
    }
    return sum;
}

static moments integrate(const vlConvex* convex, vlVec3 origin)
{
    moments sum = {0};
    for (int f = 0; f < convex->faceCount; ++f) {
        int begin = convex->faceStart[f];
        int end = convex->faceStart[f + 1];
        vlVec3 normal = vlConvex_Normal(convex, f);
        vlVec3 a = vlSub(vlConvex_Vertex(convex, convex->faceVertex[begin]), origin);
        vlVec3 b = vlSub(vlConvex_Vertex(convex, convex->faceVertex[begin + 1]), origin);
        for (int i = begin + 2; i < end; ++i) {
            vlVec3 c = vlSub(vlConvex_Vertex(convex, convex->faceVertex[i]), origin);
            addTetrahedron(&sum, normal, a, b, c);
            b = c;
        }
    }
    return scaled(sum);
}

static moments integrateTriangles(const vlVec3* p, int (*triangles)[3], int count, vlVec3 origin)
{
    moments sum = {0};
    for (int t = 0; t < count; ++t) {
        vlVec3 a = vlSub(p[triangles[t][0]], origin);
        vlVec3 b = vlSub(p[triangles[t][1]], origin);
        vlVec3 c = vlSub(p[triangles[t][2]], origin);
        addTetrahedron(&sum, vlUnit(vlCross(vlSub(b, a), vlSub(c, a))), a, b, c);
    }
    return scaled(sum);
}

static vlMat3 inertiaOf(const moments* central)
{
    const double* m = central->second;
    return vlMat(vlVec(m[1] + m[2], -m[3], -m[4]), vlVec(-m[3], m[0] + m[2], -m[5]),
                 vlVec(-m[4], -m[5], m[0] + m[1]));
}

vlMassProperties vlMass_OfConvex(const vlConvex* convex)
{
    vlVec3 middle = vlZero();
    for (int v = 0; v < convex->vertexCount; ++v) {
        middle = vlMulAdd(middle, 1.0 / convex->vertexCount, vlConvex_Vertex(convex, v));
    }
    moments about = integrate(convex, middle);
    vlMassProperties mass = {0};
    mass.volume = about.volume;
    mass.centroid = vlMulAdd(middle, 1.0 / about.volume, about.first);
    moments central = integrate(convex, mass.centroid);
    mass.inertia = inertiaOf(&central);
    return mass;
}

vlMassProperties vlMass_OfTriangles(const vlVec3* points, int pointCount, int (*triangles)[3],
                                    int count)
{
    vlVec3 middle = vlZero();
    for (int i = 0; i < pointCount; ++i) {
        middle = vlMulAdd(middle, 1.0 / pointCount, points[i]);
    }
    moments about = integrateTriangles(points, triangles, count, middle);
    vlMassProperties mass = {.volume = about.volume};
    mass.centroid = vlMulAdd(middle, 1.0 / about.volume, about.first);
    moments central = integrateTriangles(points, triangles, count, mass.centroid);
    mass.inertia = inertiaOf(&central);
    return mass;
}

vlMassProperties vlMass_Transform(vlMassProperties mass, vlPose pose)
{
    vlMat3 r = vlMatFromQuat(pose.q);
    vlMat3 turned = vlMulMM(vlMulMM(r, mass.inertia), vlTranspose(r));
    mass.centroid = vlTransform(pose, mass.centroid);
    // Rounding leaves the product unsymmetric in the last bits; users may rely on symmetry.
    double xy = 0.5 * (turned.cx.y + turned.cy.x);
    double xz = 0.5 * (turned.cx.z + turned.cz.x);
    double yz = 0.5 * (turned.cy.z + turned.cz.y);
    mass.inertia =
        vlMat(vlVec(turned.cx.x, xy, xz), vlVec(xy, turned.cy.y, yz), vlVec(xz, yz, turned.cz.z));
    return mass;
}

// Inertia of a unit point mass at r: |r|^2 - r r'.
static vlMat3 pointInertia(vlVec3 r)
{
    return vlMat(vlVec(r.y * r.y + r.z * r.z, -r.x * r.y, -r.x * r.z),
                 vlVec(-r.x * r.y, r.x * r.x + r.z * r.z, -r.y * r.z),
                 vlVec(-r.x * r.z, -r.y * r.z, r.x * r.x + r.y * r.y));
}

static vlMat3 addScaled(vlMat3 a, double s, vlMat3 b)
{
    return vlMat(vlMulAdd(a.cx, s, b.cx), vlMulAdd(a.cy, s, b.cy), vlMulAdd(a.cz, s, b.cz));
}

vlMassProperties vlMass_OfUnion(const vlShape* const* pieces, const vlPose* poses, int count)
{
    vlMassProperties sum = {0};
    // Centroids are averaged about the first piece, so that a union far from its frame's origin
    // keeps its digits.
    vlVec3 origin = vlTransform(poses[0], pieces[0]->mass.centroid);
    vlVec3 first = vlZero();
    for (int i = 0; i < count; ++i) {
        vlVec3 centroid = vlTransform(poses[i], pieces[i]->mass.centroid);
        sum.volume += pieces[i]->mass.volume;
        first = vlMulAdd(first, pieces[i]->mass.volume, vlSub(centroid, origin));
    }
    sum.centroid = vlMulAdd(origin, 1.0 / sum.volume, first);
    for (int i = 0; i < count; ++i) {
        vlMassProperties part = vlMass_Transform(pieces[i]->mass, poses[i]);
        vlVec3 arm = vlSub(part.centroid, sum.centroid);
        sum.inertia = addScaled(sum.inertia, 1.0, part.inertia);
        sum.inertia = addScaled(sum.inertia, part.volume, pointInertia(arm));
    }
    return sum;
}
