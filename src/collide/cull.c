// SPDX-License-Identifier: MIT
#include "collide/cull.h"

#include <float.h>

#include "collide/volume.h"

// A box with axes of its own.
typedef struct Box {
    vlVec3 centre;
    vlVec3 axis[3]; // each times the half size along it
} Box;

int vlCull_PlaneFacing(const vlPlaneSet* planes, vlVec3 toBase)
{
    int best = 0;
    double highest = -DBL_MAX;
    for (int f = 0; f < planes->count; ++f) {
        double c = planes->nx[f] * toBase.x + planes->ny[f] * toBase.y + planes->nz[f] * toBase.z;
        if (c > highest) {
            highest = c;
            best = f;
        }
    }
    return best;
}

static Box boxOf(const vlPolytope* p, vlVec3 n)
{
    vlVec3 e1;
    vlVec3 e2;
    vlVolume_CompleteFrame(n, &e1, &e2);
    double lo[3] = {DBL_MAX, DBL_MAX, DBL_MAX};
    double hi[3] = {-DBL_MAX, -DBL_MAX, -DBL_MAX};
    for (int i = 0; i < p->vertexCount; ++i) {
        double x = p->x[i], y = p->y[i], z = p->z[i];
        double a = e1.x * x + e1.y * y + e1.z * z;
        double b = e2.x * x + e2.y * y + e2.z * z;
        double c = n.x * x + n.y * y + n.z * z;
        lo[0] = a < lo[0] ? a : lo[0], hi[0] = a > hi[0] ? a : hi[0];
        lo[1] = b < lo[1] ? b : lo[1], hi[1] = b > hi[1] ? b : hi[1];
        lo[2] = c < lo[2] ? c : lo[2], hi[2] = c > hi[2] ? c : hi[2];
    }
    Box box;
    box.centre = vlAdd(vlMulAdd(vlScale(e1, 0.5 * (lo[0] + hi[0])), 0.5 * (lo[1] + hi[1]), e2),
                       vlScale(n, 0.5 * (lo[2] + hi[2])));
    box.axis[0] = vlScale(e1, 0.5 * (hi[0] - lo[0]));
    box.axis[1] = vlScale(e2, 0.5 * (hi[1] - lo[1]));
    box.axis[2] = vlScale(n, 0.5 * (hi[2] - lo[2]));
    return box;
}

// How far the box reaches beyond a plane.
static double excessOf(const Box* b, double nx, double ny, double nz, double d)
{
    double middle = nx * b->centre.x + ny * b->centre.y + nz * b->centre.z - d;
    return middle + fabs(nx * b->axis[0].x + ny * b->axis[0].y + nz * b->axis[0].z) +
           fabs(nx * b->axis[1].x + ny * b->axis[1].y + nz * b->axis[1].z) +
           fabs(nx * b->axis[2].x + ny * b->axis[2].y + nz * b->axis[2].z);
}

static vlVec3 normalOf(const vlPlaneSet* planes, int f)
{
    return vlVec(planes->nx[f], planes->ny[f], planes->nz[f]);
}

// Farthest-reaching first. Beyond a few candidates the order gains less than sorting costs.
#define SORTED_CANDIDATES 24

static void sortCandidates(vlClipper* c, int begin, int end)
{
    for (int i = begin + 1; i < end && end - begin <= SORTED_CANDIDATES; ++i) {
        uint16_t f = c->candidate[i];
        int j = i;
        for (; j > begin && c->excess[c->candidate[j - 1]] < c->excess[f]; --j) {
            c->candidate[j] = c->candidate[j - 1];
        }
        c->candidate[j] = f;
    }
}

int vlCull_Planes(vlClipper* clipper, const vlPlaneSet* planes, int first, double epsilon)
{
    Box box = boxOf(&clipper->polytope, normalOf(planes, first));
    double* excess = clipper->excess;
    for (int f = 0; f < planes->count; ++f) {
        excess[f] = excessOf(&box, planes->nx[f], planes->ny[f], planes->nz[f], planes->nd[f]);
    }
    int count = 0;
    for (int f = 0; f < planes->count; ++f) {
        clipper->candidate[count] = (uint16_t)f;
        count += excess[f] > epsilon && f != first;
    }
    sortCandidates(clipper, 0, count);
    return count;
}

int vlCull_Again(vlClipper* clipper, const vlPlaneSet* planes, int first, int begin, int end,
                 double epsilon)
{
    Box box = boxOf(&clipper->polytope, normalOf(planes, first));
    int count = begin;
    for (int i = begin; i < end; ++i) {
        int f = clipper->candidate[i];
        clipper->excess[f] = excessOf(&box, planes->nx[f], planes->ny[f], planes->nz[f],
                                      planes->nd[f]);
        clipper->candidate[count] = (uint16_t)f;
        count += clipper->excess[f] > epsilon;
    }
    sortCandidates(clipper, begin, count);
    return count;
}
