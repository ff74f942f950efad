// SPDX-License-Identifier: MIT
// Jacobi's method: each rotation makes one pair of entries beside the diagonal zero, and the
// remaining entries beside it, once small, fall with the square in each round. Only sums, products
// and square roots, so every compiler gives the same bits.

#include "dynamics/principal.h"

// From any start five rounds over the three pairs reach rounding; the other rounds are a reserve.
#define ROUNDS 12

typedef struct Matrix {
    double m[3][3]; // [column][row]
} Matrix;

// Rotates axes p and q so that entry pq of `a` becomes zero, and turns the axes `v` along.
static void annul(Matrix* a, Matrix* v, int p, int q)
{
    double beside = a->m[p][q];
    if (beside == 0.0) {
        return;
    }
    // The smaller root of t^2 + 2 g t - 1 = 0: the rotation by less than an eighth of a turn.
    double g = 0.5 * (a->m[q][q] - a->m[p][p]) / beside;
    double t = (g < 0.0 ? -1.0 : 1.0) / (fabs(g) + sqrt(g * g + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0);
    double s = t * c;
    int r = 3 - p - q;
    a->m[p][p] -= t * beside;
    a->m[q][q] += t * beside;
    a->m[p][q] = a->m[q][p] = 0.0;
    double rp = a->m[r][p];
    double rq = a->m[r][q];
    a->m[r][p] = a->m[p][r] = c * rp - s * rq;
    a->m[r][q] = a->m[q][r] = s * rp + c * rq;
    for (int k = 0; k < 3; ++k) {
        double vp = v->m[p][k];
        double vq = v->m[q][k];
        v->m[p][k] = c * vp - s * vq;
        v->m[q][k] = s * vp + c * vq;
    }
}

static vlVec3 columnOf(const Matrix* m, int k)
{
    return vlVec(m->m[k][0], m->m[k][1], m->m[k][2]);
}

vlPrincipal vlPrincipal_Of(vlMat3 inertiaB)
{
    const vlMat3 i = inertiaB;
    Matrix a = {{{i.cx.x, i.cx.y, i.cx.z}, {i.cx.y, i.cy.y, i.cy.z}, {i.cx.z, i.cy.z, i.cz.z}}};
    Matrix v = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    for (int round = 0; round < ROUNDS; ++round) {
        annul(&a, &v, 0, 1);
        annul(&a, &v, 0, 2);
        annul(&a, &v, 1, 2);
    }
    int most = 0;
    int least = 2;
    for (int k = 0; k < 3; ++k) {
        most = a.m[k][k] > a.m[most][most] ? k : most;
        least = a.m[k][k] < a.m[least][least] ? k : least;
    }
    if (most == least) { // all three are equal
        most = 0;
        least = 2;
    }
    int middle = 3 - most - least;
    vlVec3 x = vlUnit(columnOf(&v, most));
    vlVec3 z = columnOf(&v, least);
    z = vlUnit(vlMulAdd(z, -vlDot(z, x), x));
    vlPrincipal p = {.axesB = vlMat(x, vlCross(z, x), z), .middle = 1.0 / a.m[middle][middle]};
    p.below = p.middle - 1.0 / a.m[most][most];
    p.above = 1.0 / a.m[least][least] - p.middle;
    return p;
}
