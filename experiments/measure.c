// SPDX-License-Identifier: MIT
#include "experiments/measure.h"

#include <math.h>
#include <stdlib.h>

static vlVec3 noVector(void)
{
    return vlVec(nan(""), nan(""), nan(""));
}

vlReading vlReading_Read(const vlWorld* world, vlBodyId body)
{
    vlReading m;
    if (vlBody_GetPose(world, body, &m.pose) != VL_OK ||
        vlBody_GetCentre(world, body, &m.centre) != VL_OK ||
        vlBody_GetTwist(world, body, &m.twist) != VL_OK ||
        vlBody_GetAngularMomentum(world, body, &m.momentum) != VL_OK ||
        vlBody_GetKineticEnergy(world, body, &m.kinetic) != VL_OK) {
        m = (vlReading){.pose = {noVector(), {nan(""), nan(""), nan(""), nan("")}},
                        .centre = noVector(),
                        .twist = {noVector(), noVector()},
                        .momentum = noVector(),
                        .kinetic = nan("")};
    }
    return m;
}

void vlFit_Add(vlFit* fit, double x, double y)
{
    fit->n += 1.0;
    fit->sx += x;
    fit->sy += y;
    fit->sxx += x * x;
    fit->sxy += x * y;
    fit->syy += y * y;
}

double vlFit_Slope(const vlFit* fit)
{
    return (fit->n * fit->sxy - fit->sx * fit->sy) / (fit->n * fit->sxx - fit->sx * fit->sx);
}

double vlFit_Intercept(const vlFit* fit)
{
    return (fit->sy - vlFit_Slope(fit) * fit->sx) / fit->n;
}

double vlFit_RSquared(const vlFit* fit)
{
    double xy = fit->n * fit->sxy - fit->sx * fit->sy;
    return xy * xy /
           ((fit->n * fit->sxx - fit->sx * fit->sx) * (fit->n * fit->syy - fit->sy * fit->sy));
}

static int compareDoubles(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

void vlSort(double* values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compareDoubles);
}

double vlQuantile(const double* sorted, int count, double p)
{
    if (count == 0) {
        return nan("");
    }
    int i = (int)ceil(p * count) - 1;
    return sorted[i < 0 ? 0 : i < count ? i : count - 1];
}
