// SPDX-License-Identifier: MIT
// Hulls of a few random points: faces by trying every triple, exact mass integrals, principal axes.
// Points on an ellipsoid are all vertices of their hull and no four of them share a plane, so every
// face is a triangle. Slow (V^4) and simple: it runs once per body before anything is timed.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/peers/scenes.h"

static double orient(const double a[3], const double b[3], const double c[3], const double d[3])
{
    double u[3], v[3], w[3];
    for (int i = 0; i < 3; ++i) {
        u[i] = b[i] - a[i];
        v[i] = c[i] - a[i];
        w[i] = d[i] - a[i];
    }
    return w[0] * (u[1] * v[2] - u[2] * v[1]) + w[1] * (u[2] * v[0] - u[0] * v[2]) +
           w[2] * (u[0] * v[1] - u[1] * v[0]);
}

// 1 if all other points lie below the plane of (i, j, k), seen anticlockwise; -1 if all lie above;
// otherwise 0.
static int sideOfAll(const vlPeerHull* hull, int i, int j, int k)
{
    int above = 0, below = 0;
    for (int l = 0; l < hull->pointCount; ++l) {
        if (l != i && l != j && l != k) {
            double volume =
                orient(hull->points[i], hull->points[j], hull->points[k], hull->points[l]);
            above += volume > 0.0;
            below += volume <= 0.0;
        }
    }
    return above == 0 ? 1 : (below == 0 ? -1 : 0);
}

static void findFaces(vlPeerHull* hull)
{
    int expected = 2 * hull->pointCount - 4; // Euler, all faces triangles
    hull->faceCount = 0;
    for (int i = 0; i < hull->pointCount; ++i) {
        for (int j = i + 1; j < hull->pointCount; ++j) {
            for (int k = j + 1; k < hull->pointCount; ++k) {
                int side = sideOfAll(hull, i, j, k);
                if (side != 0 && hull->faceCount < expected) {
                    int* face = hull->faces[hull->faceCount++];
                    face[0] = i;
                    face[1] = side > 0 ? j : k;
                    face[2] = side > 0 ? k : j;
                } else if (side != 0) {
                    hull->faceCount = VL_MAX_PEER_FACES + 1;
                }
            }
        }
    }
    if (hull->faceCount != expected) {
        fprintf(stderr, "bench_peers: %d random points do not form a hull of %d triangles\n",
                hull->pointCount, expected);
        exit(1);
    }
}

// Volume, first and second moments about the origin: sums over the tetrahedra of the faces and the
// origin, for each of which int x x^T = V/20 (sum_i p_i p_i^T + s s^T), s = p_0 + p_1 + p_2.
static void integrate(const vlPeerHull* hull, double* volume, double first[3], double second[3][3])
{
    const double zero[3] = {0.0, 0.0, 0.0};
    *volume = 0.0;
    for (int i = 0; i < 3; ++i) {
        first[i] = 0.0;
        for (int j = 0; j < 3; ++j) {
            second[i][j] = 0.0;
        }
    }
    for (int f = 0; f < hull->faceCount; ++f) {
        const double* a = hull->points[hull->faces[f][0]];
        const double* b = hull->points[hull->faces[f][1]];
        const double* c = hull->points[hull->faces[f][2]];
        double v = orient(zero, a, b, c) / 6.0;
        *volume += v;
        for (int i = 0; i < 3; ++i) {
            double si = a[i] + b[i] + c[i];
            first[i] += 0.25 * v * si;
            for (int j = 0; j < 3; ++j) {
                double sj = a[j] + b[j] + c[j];
                second[i][j] += v / 20.0 * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + si * sj);
            }
        }
    }
}

// One Jacobi rotation in the plane (p, q): makes m[p][q] zero and rotates the columns of `axes`.
static void rotatePair(double m[3][3], double axes[3][3], int p, int q)
{
    double angle = 0.5 * atan2(2.0 * m[p][q], m[q][q] - m[p][p]);
    double c = cos(angle), s = sin(angle);
    for (int i = 0; i < 3; ++i) {
        double x = m[i][p], y = m[i][q];
        m[i][p] = c * x - s * y;
        m[i][q] = s * x + c * y;
        x = axes[i][p];
        y = axes[i][q];
        axes[i][p] = c * x - s * y;
        axes[i][q] = s * x + c * y;
    }
    for (int i = 0; i < 3; ++i) {
        double x = m[p][i], y = m[q][i];
        m[p][i] = c * x - s * y;
        m[q][i] = s * x + c * y;
    }
}

// Moves the centre of mass to the origin and the farthest point to the distance `radius` from it.
static void centre(vlPeerHull* hull, double radius)
{
    double volume, first[3], second[3][3], farthest = 0.0;
    integrate(hull, &volume, first, second);
    for (int p = 0; p < hull->pointCount; ++p) {
        double* x = hull->points[p];
        for (int i = 0; i < 3; ++i) {
            x[i] -= first[i] / volume;
        }
        farthest = fmax(farthest, sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]));
    }
    for (int p = 0; p < hull->pointCount; ++p) {
        for (int i = 0; i < 3; ++i) {
            hull->points[p][i] *= radius / farthest;
        }
    }
}

// Rotates the points into the frame in which the second moments are diagonal. The rotations are
// proper, so the faces keep their orientation.
static void alignPrincipal(vlPeerHull* hull, double* volume, double inertia[3])
{
    double first[3], m[3][3];
    double axes[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    integrate(hull, volume, first, m);
    for (int sweep = 0; sweep < 10; ++sweep) { // converges quadratically: 4 or 5 would do
        rotatePair(m, axes, 0, 1);
        rotatePair(m, axes, 0, 2);
        rotatePair(m, axes, 1, 2);
    }
    for (int p = 0; p < hull->pointCount; ++p) {
        double old[3] = {hull->points[p][0], hull->points[p][1], hull->points[p][2]};
        for (int i = 0; i < 3; ++i) {
            hull->points[p][i] = axes[0][i] * old[0] + axes[1][i] * old[1] + axes[2][i] * old[2];
        }
    }
    for (int i = 0; i < 3; ++i) {
        inertia[i] = m[(i + 1) % 3][(i + 1) % 3] + m[(i + 2) % 3][(i + 2) % 3];
    }
}

void vlPeerHull_Build(vlPeerHull* hull, int pointCount, double radius, uint64_t* state,
                      double* volume, double inertia[3])
{
    const double pi = 3.14159265358979323846;
    double axis[3] = {1.0, 0.6 + 0.4 * vlPeer_Random(state), 0.6 + 0.4 * vlPeer_Random(state)};
    hull->pointCount = pointCount;
    for (int p = 0; p < pointCount; ++p) {
        // Strata of equal area in z keep the points from clustering into a flat hull.
        double z = 2.0 * ((double)p + vlPeer_Random(state)) / (double)pointCount - 1.0;
        double turn = 2.0 * pi * vlPeer_Random(state);
        hull->points[p][0] = axis[0] * sqrt(1.0 - z * z) * cos(turn);
        hull->points[p][1] = axis[1] * sqrt(1.0 - z * z) * sin(turn);
        hull->points[p][2] = axis[2] * z;
    }
    findFaces(hull);
    centre(hull, radius);
    alignPrincipal(hull, volume, inertia);
}
