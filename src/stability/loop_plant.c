// SPDX-License-Identifier: MIT
// Device and hand between two samples, under a constant force (T15.1):
//
//   m1 x1'' = f - b x1' - ks (x1 - x2) - bs (x1' - x2')                    motor
//   m2 x2'' = ks (x1 - x2) + bs (x1' - x2') - kg (x2 - xh) - bg (x2' - xh') handle
//   mh xh'' = kg (x2 - xh) + bg (x2' - xh') - ka xh - ba xh'               hand
//   f' = w (u - f)                                                          lag of the actuators
//
// A rigid device has m2 = 0 and x2 = x1; without a lag f = u. The solution is a matrix exponential.

#include <string.h>

#include "stability/loop_map.h"

// Below this norm the Taylor series of exp is cut off after SERIES terms with an error of
// 0.05^15/15! = 2e-32.
#define SMALL_NORM 0.05
#define SERIES 14
#define SIZE (VL_LOOP_PLANT + 1) // with the constant force

typedef struct Matrix {
    double a[SIZE][SIZE];
} Matrix;

static bool hasHand(const vlLoop* loop)
{
    return loop->handMass > 0.0;
}

static bool hasMode(const vlLoop* loop)
{
    return loop->handleShare > 0.0;
}

static bool hasLag(const vlLoop* loop)
{
    return loop->actuatorCut > 0.0;
}

int vlLoop_GetPlantCount(const vlLoop* loop)
{
    return 2 + (hasMode(loop) ? 2 : 0) + (hasHand(loop) ? 2 : 0) + (hasLag(loop) ? 1 : 0);
}

void vlLoop_GetPlantUnits(const vlLoop* loop, double* units)
{
    int count = vlLoop_GetPlantCount(loop);
    for (int i = 0; i < count; ++i) {
        units[i] = i % 2 == 0 ? 1.0 : 1.0 / loop->period;
    }
    if (hasLag(loop)) {
        units[count - 1] = loop->mass / (loop->period * loop->period);
    }
}

// Adds a spring and damper between the positions `a` and `b` (rows of x, followed by v) of bodies
// with these masses; b < 0 is the ground.
static void connect(Matrix* m, int a, double massA, int b, double massB, double stiffness,
                    double damping)
{
    m->a[a + 1][a] -= stiffness / massA;
    m->a[a + 1][a + 1] -= damping / massA;
    if (b >= 0) {
        m->a[a + 1][b] += stiffness / massA;
        m->a[a + 1][b + 1] += damping / massA;
        m->a[b + 1][a] += stiffness / massB;
        m->a[b + 1][a + 1] += damping / massB;
        m->a[b + 1][b] -= stiffness / massB;
        m->a[b + 1][b + 1] -= damping / massB;
    }
}

// The rates of all states; the last column is that of the force.
static void setRates(const vlLoop* loop, Matrix* m)
{
    int count = vlLoop_GetPlantCount(loop);
    int handle = hasMode(loop) ? 2 : 0;
    int hand = handle + 2;
    double motorMass = loop->mass * (1.0 - loop->handleShare);
    double handleMass = hasMode(loop) ? loop->mass * loop->handleShare : motorMass;
    memset(m, 0, sizeof *m);
    for (int x = 0; x + 1 < count; x += 2) {
        m->a[x][x + 1] = 1.0;
    }
    m->a[1][1] -= loop->damping / motorMass;
    if (hasMode(loop)) {
        double reduced = motorMass * handleMass / loop->mass;
        double w = 2.0 * VL_PI * loop->modeFrequency;
        connect(m, 0, motorMass, handle, handleMass, reduced * w * w,
                2.0 * loop->modeRatio * reduced * w);
    }
    if (hasHand(loop)) {
        connect(m, handle, handleMass, hand, loop->handMass, loop->gripStiffness,
                loop->gripDamping);
        connect(m, hand, loop->handMass, -1, 0.0, loop->armStiffness, loop->armDamping);
    }
    if (hasLag(loop)) {
        double w = 2.0 * VL_PI * loop->actuatorCut;
        m->a[1][count - 1] = 1.0 / motorMass;
        m->a[count - 1][count - 1] = -w;
        m->a[count - 1][count] = w;
    } else {
        m->a[1][count] = 1.0 / motorMass;
    }
}

static void multiply(const Matrix* a, const Matrix* b, int size, Matrix* product)
{
    for (int i = 0; i < size; ++i) {
        double row[SIZE] = {0.0};
        for (int k = 0; k < size; ++k) {
            for (int j = 0; j < size; ++j) {
                row[j] += a->a[i][k] * b->a[k][j];
            }
        }
        memcpy(product->a[i], row, sizeof row);
    }
}

static double normOf(const Matrix* m, int size)
{
    double most = 0.0;
    for (int i = 0; i < size; ++i) {
        double sum = 0.0;
        for (int j = 0; j < size; ++j) {
            sum += fabs(m->a[i][j]);
        }
        most = fmax(most, sum);
    }
    return most;
}

// m := exp(m), by the series of a small part of it, squared.
static void exponentiate(Matrix* m, int size)
{
    double norm = normOf(m, size);
    int squarings = 0;
    double factor = 1.0;
    while (norm * factor > SMALL_NORM && squarings < 200) { // 2^200 is beyond any number allowed
        factor *= 0.5;
        ++squarings;
    }
    Matrix sum;
    Matrix term;
    memset(&sum, 0, sizeof sum);
    for (int i = 0; i < size; ++i) {
        sum.a[i][i] = 1.0;
        for (int j = 0; j < size; ++j) {
            m->a[i][j] *= factor;
        }
    }
    term = sum;
    for (int k = 1; k <= SERIES; ++k) {
        multiply(&term, m, size, &term);
        for (int i = 0; i < size; ++i) {
            for (int j = 0; j < size; ++j) {
                term.a[i][j] /= k;
                sum.a[i][j] += term.a[i][j];
            }
        }
    }
    for (int s = 0; s < squarings; ++s) {
        multiply(&sum, &sum, size, m);
        sum = *m;
    }
    *m = sum;
}

void vlLoop_MovePlant(const vlLoop* loop, double time, vlLoopMotion* motion)
{
    int count = vlLoop_GetPlantCount(loop);
    double units[VL_LOOP_PLANT + 1];
    Matrix m;
    setRates(loop, &m);
    vlLoop_GetPlantUnits(loop, units);
    units[count] = loop->mass / (loop->period * loop->period);
    for (int i = 0; i <= count; ++i) { // the series wants entries of similar size
        for (int j = 0; j <= count; ++j) {
            m.a[i][j] *= time * units[j] / units[i];
        }
    }
    exponentiate(&m, count + 1);
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < count; ++j) {
            motion->state[i][j] = m.a[i][j] * units[i] / units[j];
        }
        motion->force[i] = m.a[i][count] * units[i] / units[count];
    }
}
