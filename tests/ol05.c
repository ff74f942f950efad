// SPDX-License-Identifier: MIT
#include "ol05.h"

#include <string.h>

#include "dense.h"

#define N VL_OL05_SIZE

// ---- small algebra ----

static vlMat3 skew(vlVec3 u)
{
    return vlMat(vlVec(0.0, u.z, -u.y), vlVec(-u.z, 0.0, u.x), vlVec(u.y, -u.x, 0.0));
}

static vlMat3 times(vlMat3 m, double s)
{
    return vlMat(vlScale(m.cx, s), vlScale(m.cy, s), vlScale(m.cz, s));
}

static vlMat3 plus(vlMat3 a, vlMat3 b)
{
    return vlMat(vlAdd(a.cx, b.cx), vlAdd(a.cy, b.cy), vlAdd(a.cz, b.cz));
}

static vlMat3 outer(vlVec3 a)
{
    return vlMat(vlScale(a, a.x), vlScale(a, a.y), vlScale(a, a.z));
}

static vlVec3 vectorAt(const double* y, int i)
{
    return vlVec(y[i], y[i + 1], y[i + 2]);
}

static void putVector(double* y, int i, int stride, vlVec3 v)
{
    y[i] += v.x, y[i + stride] += v.y, y[i + 2 * stride] += v.z;
}

// Adds a 3 x 3 block to a matrix of `width` columns.
static void putBlock(double* a, int width, int row, int column, vlMat3 m)
{
    putVector(a, row * width + column, width, m.cx);
    putVector(a, row * width + column + 1, width, m.cy);
    putVector(a, row * width + column + 2, width, m.cz);
}

static vlQuat unitQuat(int i)
{
    vlQuat q = {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0, i == 3 ? 1.0 : 0.0};
    return q;
}

static vlQuat quatAt(const vlOl05State* s)
{
    vlQuat q = {s->y[3], s->y[4], s->y[5], s->y[6]};
    return q;
}

// Q w = (0, w) q / 2, linear in q. [OL05] eq. (2).
static vlQuat turnRate(vlQuat q, vlVec3 w)
{
    vlQuat half = {0.0, 0.5 * w.x, 0.5 * w.y, 0.5 * w.z};
    return vlMulQ(half, q);
}

// d R/d q_i of the normalised map at a unit quaternion: that of the polynomial (w^2 - a.a) 1 +
// 2 a a^T + 2 w a*, less 2 q_i R.
static vlMat3 rotationSlope(vlQuat q, int i)
{
    const double w = q.w, x = q.x, y = q.y, z = q.z;
    const double part[4] = {w, x, y, z};
    const vlMat3 slope[4] = {
        vlMat(vlVec(w, z, -y), vlVec(-z, w, x), vlVec(y, -x, w)),
        vlMat(vlVec(x, y, z), vlVec(y, -x, w), vlVec(z, -w, -x)),
        vlMat(vlVec(-y, x, -w), vlVec(x, y, z), vlVec(w, z, -y)),
        vlMat(vlVec(-z, w, x), vlVec(-w, -z, y), vlVec(x, y, z)),
    };
    return times(plus(slope[i], times(vlMatFromQuat(q), -part[i])), 2.0);
}

// Rotation vector of e, and its 3 x 4 derivative by columns (w, x, y, z).
static vlVec3 logOf(vlQuat e, vlVec3 slope[4])
{
    double sign = e.w < 0.0 ? -1.0 : 1.0;
    vlVec3 v = vlVec(sign * e.x, sign * e.y, sign * e.z);
    double w = sign * e.w;
    double s = vlLength(v);
    double n2 = w * w + s * s;
    double f = 2.0 / w * (1.0 - s * s / (3.0 * w * w));
    double g = -4.0 / (3.0 * w * w * w);
    if (s > 1e-4) { // for smaller angles, the series
        f = 2.0 * atan2(s, w) / s;
        g = (2.0 * w / n2 - f) / (s * s);
    }
    vlMat3 m = plus(vlDiag(f, f, f), times(outer(v), g));
    slope[0] = vlScale(v, -2.0 * sign / n2);
    slope[1] = vlScale(m.cx, sign);
    slope[2] = vlScale(m.cy, sign);
    slope[3] = vlScale(m.cz, sign);
    return vlScale(v, f);
}

// ---- the model at a state ----

typedef struct Moment {
    vlQuat q;         // unit
    vlMat3 R, Iw, W;  // rotation, inertia and its inverse, world
    vlMat3 inverseB;  // of the inertia, body
    vlVec3 L, v, w;   // momentum and velocities
    vlVec3 rc, rr;    // arms of the coupling and of the contact, world
    vlVec3 Fc, Fp, T; // forces of both; total torque
    vlVec3 uc;        // rotation vector from the body to the hand
    vlVec3 logSlope[4];
} Moment;

static Moment momentOf(const vlOl05* b, const vlOl05State* s)
{
    Moment m;
    m.q = vlUnitQ(quatAt(s));
    m.R = vlMatFromQuat(m.q);
    vlMat3 inertiaB = vlDiag(b->inertia.x, b->inertia.y, b->inertia.z);
    m.inverseB = vlDiag(1.0 / b->inertia.x, 1.0 / b->inertia.y, 1.0 / b->inertia.z);
    m.Iw = vlMulMM(m.R, vlMulMM(inertiaB, vlTranspose(m.R)));
    m.W = vlMulMM(m.R, vlMulMM(m.inverseB, vlTranspose(m.R)));
    m.L = vectorAt(s->y, 10);
    m.v = vlScale(vectorAt(s->y, 7), 1.0 / b->mass);
    m.w = vlMulMV(m.W, m.L);
    m.rc = vlMulMV(m.R, b->c);
    m.rr = vlMulMV(m.R, b->r);
    vlVec3 x = vectorAt(s->y, 0);
    // [OL05] eqs. (12), (13).
    vlVec3 stretch = vlSub(b->xh, vlAdd(x, m.rc));
    vlVec3 speed = vlSub(b->vh, vlAdd(m.v, vlCross(m.w, m.rc)));
    m.Fc = vlMulAdd(vlScale(stretch, b->kc), b->bc, speed);
    m.uc = logOf(vlMulQ(b->qh, vlConj(vlMulQ(m.q, b->qc))), m.logSlope);
    vlVec3 turn = vlMulAdd(vlScale(m.uc, b->kt), b->bt, vlSub(b->wh, m.w));
    // [OL05] eq. (21): -(k (delta + d) + b delta') n.
    double depth = vlDot(b->n, vlSub(vlAdd(x, m.rr), b->p0)) + b->d;
    double rate = vlDot(b->n, vlAdd(m.v, vlCross(m.w, m.rr)));
    m.Fp = vlScale(b->n, -b->k * depth - b->b * rate);
    m.T = vlAdd(vlAdd(vlCross(m.rc, m.Fc), turn), vlCross(m.rr, m.Fp));
    return m;
}

vlOl05State vlOl05_StateOf(const vlOl05* b, vlVec3 x, vlQuat q, vlVec3 v, vlVec3 w)
{
    vlVec3 wB = vlUnrotate(q, w);
    vlVec3 L = vlRotate(q, vlVec(b->inertia.x * wB.x, b->inertia.y * wB.y, b->inertia.z * wB.z));
    vlOl05State s = {{x.x, x.y, x.z, q.w, q.x, q.y, q.z, b->mass * v.x, b->mass * v.y,
                      b->mass * v.z, L.x, L.y, L.z}};
    return s;
}

vlQuat vlOl05_Rotation(const vlOl05State* s)
{
    return vlUnitQ(quatAt(s));
}

vlVec3 vlOl05_Omega(const vlOl05* b, const vlOl05State* s)
{
    return momentOf(b, s).w;
}

void vlOl05_Rate(const vlOl05* b, const vlOl05State* s, double f[N])
{
    Moment m = momentOf(b, s);
    vlQuat turn = turnRate(quatAt(s), m.w);
    memset(f, 0, N * sizeof *f);
    putVector(f, 0, 1, m.v);
    f[3] = turn.w, f[4] = turn.x, f[5] = turn.y, f[6] = turn.z;
    putVector(f, 7, 1, vlAdd(vlAdd(m.Fc, m.Fp), vlScale(b->gravity, b->mass)));
    putVector(f, 10, 1, m.T);
}

// ---- derivatives by x, q, P and L ----

// Column of q_i in the rows of q', P' and L': [OL05] eqs. (7), (15), (16), (24), (27).
static void putQuatColumn(const vlOl05* b, const Moment* m, int i, double J[N * N])
{
    vlMat3 dR = rotationSlope(m->q, i);
    vlVec3 dw = vlAdd(vlMulMV(dR, vlMulMV(m->inverseB, vlMulTV(m->R, m->L))),
                      vlMulMV(m->R, vlMulMV(m->inverseB, vlMulTV(dR, m->L))));
    vlQuat a = turnRate(unitQuat(i), m->w);
    vlQuat t = turnRate(m->q, dw);
    J[3 * N + 3 + i] = a.w + t.w, J[4 * N + 3 + i] = a.x + t.x;
    J[5 * N + 3 + i] = a.y + t.y, J[6 * N + 3 + i] = a.z + t.z;
    vlVec3 dc = vlMulMV(dR, b->c);
    vlVec3 dFc = vlScale(dc, -b->kc);
    dFc = vlMulAdd(dFc, -b->bc, vlCross(m->w, dc));
    dFc = vlMulAdd(dFc, b->bc, vlCross(m->rc, dw));
    vlQuat de = vlMulQ(b->qh, vlMulQ(vlConj(b->qc), vlConj(unitQuat(i))));
    vlVec3 du = vlAdd(vlMulAdd(vlScale(m->logSlope[0], de.w), de.x, m->logSlope[1]),
                      vlMulAdd(vlScale(m->logSlope[2], de.y), de.z, m->logSlope[3]));
    vlVec3 dT = vlAdd(vlCross(m->rc, dFc), vlCross(dc, m->Fc));
    dT = vlMulAdd(vlMulAdd(dT, b->kt, du), -b->bt, dw);
    vlVec3 dr = vlMulMV(dR, b->r);
    vlVec3 push = vlScale(dr, -b->k);
    push = vlMulAdd(push, -b->b, vlCross(m->w, dr));
    push = vlMulAdd(push, b->b, vlCross(m->rr, dw));
    vlVec3 dFp = vlScale(b->n, vlDot(b->n, push));
    dT = vlAdd(dT, vlAdd(vlCross(m->rr, dFp), vlCross(dr, m->Fp)));
    putVector(J, 7 * N + 3 + i, N, vlAdd(dFc, dFp));
    putVector(J, 10 * N + 3 + i, N, dT);
}

void vlOl05_Jacobian(const vlOl05* b, const vlOl05State* s, double J[N * N])
{
    Moment m = momentOf(b, s);
    vlMat3 rc = skew(m.rc);
    vlMat3 rr = skew(m.rr);
    vlMat3 normal = outer(b->n);
    memset(J, 0, N * N * sizeof *J);
    putBlock(J, N, 0, 7, vlDiag(1.0 / b->mass, 1.0 / b->mass, 1.0 / b->mass));
    for (int k = 0; k < 3; ++k) { // q' by L: Q W
        vlVec3 e = vlVec(k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0);
        vlQuat t = turnRate(m.q, vlMulMV(m.W, e));
        J[3 * N + 10 + k] = t.w, J[4 * N + 10 + k] = t.x;
        J[5 * N + 10 + k] = t.y, J[6 * N + 10 + k] = t.z;
    }
    for (int i = 0; i < 4; ++i) {
        putQuatColumn(b, &m, i, J);
    }
    // [OL05] eqs. (14), (17), (18), (22), (23), (25), (26), (28), (29), with rotated arms.
    vlMat3 Fx = plus(vlDiag(-b->kc, -b->kc, -b->kc), times(normal, -b->k));
    vlMat3 Tx = plus(times(rc, -b->kc), times(vlMulMM(rr, normal), -b->k));
    double damping = -b->bc / b->mass;
    vlMat3 FP = plus(vlDiag(damping, damping, damping), times(normal, -b->b / b->mass));
    vlMat3 TP = plus(times(rc, damping), times(vlMulMM(rr, normal), -b->b / b->mass));
    vlMat3 Fw = plus(times(rc, b->bc), times(vlMulMM(normal, rr), b->b));
    vlMat3 Tw = plus(times(vlMulMM(rc, rc), b->bc), times(vlMulMM(rr, vlMulMM(normal, rr)), b->b));
    Tw = plus(Tw, vlDiag(-b->bt, -b->bt, -b->bt));
    putBlock(J, N, 7, 0, Fx);
    putBlock(J, N, 10, 0, Tx);
    putBlock(J, N, 7, 7, FP);
    putBlock(J, N, 10, 7, TP);
    putBlock(J, N, 7, 10, vlMulMM(Fw, m.W));
    putBlock(J, N, 10, 10, vlMulMM(Tw, m.W));
}

// ---- steps ----

// B = 1 - h df/dy, f = h y'.
static void systemOf(const vlOl05* b, const vlOl05State* s, double h, double B[N * N], double f[N])
{
    vlOl05_Jacobian(b, s, B);
    vlOl05_Rate(b, s, f);
    for (int i = 0; i < N * N; ++i) {
        B[i] = (i % (N + 1) == 0 ? 1.0 : 0.0) - h * B[i];
    }
    for (int i = 0; i < N; ++i) {
        f[i] *= h;
    }
}

void vlOl05_Step(const vlOl05* b, const vlOl05State* s, double h, double dy[N])
{
    double B[N * N];
    systemOf(b, s, h, B, dy);
    vlDense_Solve(N, B, dy);
}

// With z = (x, q) and p = (P, L): Bzz dz + Bzp dp = fz, Bpz dz + Bpp dp = fp, hence
// (Bpp - Bpz Bzz^-1 Bzp) dp = fp - Bpz Bzz^-1 fz.
void vlOl05_StepReduced(const vlOl05* b, const vlOl05State* s, double h, double dPL[6])
{
    double B[N * N];
    double f[N];
    double S[36];
    systemOf(b, s, h, B, f);
    for (int k = 0; k < 7; ++k) { // columns of Bzp, then fz
        double zz[49];
        double z[7];
        for (int i = 0; i < 7; ++i) {
            z[i] = k < 6 ? B[i * N + 7 + k] : f[i];
            for (int j = 0; j < 7; ++j) {
                zz[7 * i + j] = B[i * N + j];
            }
        }
        vlDense_Solve(7, zz, z);
        for (int i = 0; i < 6; ++i) {
            double sum = k < 6 ? B[(7 + i) * N + 7 + k] : f[7 + i];
            for (int j = 0; j < 7; ++j) {
                sum -= B[(7 + i) * N + j] * z[j];
            }
            *(k < 6 ? &S[6 * i + k] : &dPL[i]) = sum;
        }
    }
    vlDense_Solve(6, S, dPL);
}

// -d uc/d angle = 1 + uc*/2 + k uc*^2 for a body turned in the world.
static vlMat3 turnSlope(vlVec3 uc)
{
    double angle = vlLength(uc);
    double k = 1.0 / 12.0;
    if (angle > 1e-4) {
        k = 1.0 / (angle * angle) - (1.0 + cos(angle)) / (2.0 * angle * sin(angle));
    }
    vlMat3 u = skew(uc);
    return plus(plus(vlDiag(1.0, 1.0, 1.0), times(u, 0.5)), times(vlMulMM(u, u), k));
}

// One force on an arm: its rows of A -= h d/d velocity + h^2 d/d place, b += h^2 (d/d place) v.
static void addForce(double A[36], double rhs[6], double h, const Moment* m, vlMat3 K, vlMat3 D,
                     vlVec3 arm, vlVec3 force)
{
    vlMat3 r = skew(arm);
    vlMat3 Fphi = plus(vlMulMM(K, r), vlMulMM(D, vlMulMM(skew(m->w), r)));
    vlMat3 Fw = vlMulMM(D, r);
    vlMat3 Tphi = plus(vlMulMM(r, Fphi), vlMulMM(skew(force), r));
    putBlock(A, 6, 0, 0, plus(times(D, h), times(K, h * h)));
    putBlock(A, 6, 0, 3, plus(times(Fw, -h), times(Fphi, -h * h)));
    putBlock(A, 6, 3, 0, vlMulMM(r, plus(times(D, h), times(K, h * h))));
    putBlock(A, 6, 3, 3, plus(times(vlMulMM(r, Fw), -h), times(Tphi, -h * h)));
    vlVec3 F = vlSub(vlMulMV(Fphi, m->w), vlMulMV(K, m->v));
    vlVec3 T = vlSub(vlMulMV(Tphi, m->w), vlCross(arm, vlMulMV(K, m->v)));
    putVector(rhs, 0, 1, vlScale(F, h * h));
    putVector(rhs, 3, 1, vlScale(T, h * h));
}

void vlOl05_StepVelocity(const vlOl05* b, const vlOl05State* s, double h, double dvw[6])
{
    Moment m = momentOf(b, s);
    double A[36] = {0.0};
    vlMat3 normal = outer(b->n);
    // G = Iw w* - (Iw w)*, the derivative of the gyroscopic torque including the rotation of the
    // body.
    vlMat3 G = plus(vlMulMM(m.Iw, skew(m.w)), times(skew(m.L), -1.0));
    vlMat3 turn = turnSlope(m.uc);
    memset(dvw, 0, 6 * sizeof *dvw);
    putBlock(A, 6, 0, 0, vlDiag(b->mass, b->mass, b->mass));
    putBlock(A, 6, 3, 3, plus(m.Iw, times(G, h)));
    putBlock(A, 6, 3, 3, plus(vlDiag(h * b->bt, h * b->bt, h * b->bt), times(turn, h * h * b->kt)));
    vlVec3 force = vlAdd(vlAdd(m.Fc, m.Fp), vlScale(b->gravity, b->mass));
    putVector(dvw, 0, 1, vlScale(force, h));
    putVector(dvw, 3, 1, vlScale(vlSub(m.T, vlCross(m.w, m.L)), h));
    putVector(dvw, 3, 1, vlScale(vlMulMV(turn, m.w), -h * h * b->kt));
    addForce(A, dvw, h, &m, vlDiag(b->kc, b->kc, b->kc), vlDiag(b->bc, b->bc, b->bc), m.rc, m.Fc);
    addForce(A, dvw, h, &m, times(normal, b->k), times(normal, b->b), m.rr, m.Fp);
    vlDense_Solve(6, A, dvw);
}
