// SPDX-License-Identifier: MIT
#include "collide/cull.h"

#include <float.h>

#include "collide/volume.h"

// A box with axes of its own.
typedef struct Box {
    vlVec3 centre;
    vlVec3 axis[3]; // each times the half size along it
    double radius;  // of the sphere around it
} Box;

// Heights of a point over all planes, up to a multiple of VL_LANES; written so that compilers can
// vectorise it.
static void heightsOver(const vlPlaneSet* planes, vlVec3 p, double offsets, double* restrict out)
{
    const double* restrict nx = planes->nx;
    const double* restrict ny = planes->ny;
    const double* restrict nz = planes->nz;
    const double* restrict nd = planes->nd;
    int padded = (planes->count + VL_LANES - 1) / VL_LANES * VL_LANES;
    for (int f = 0; f < padded; ++f) {
        out[f] = nx[f] * p.x + ny[f] * p.y + nz[f] * p.z - offsets * nd[f];
    }
}

int vlCull_PlaneFacing(vlClipper* clipper, const vlPlaneSet* planes, vlVec3 direction,
                       double* cosine)
{
    heightsOver(planes, direction, 0.0, clipper->excess);
    int best = 0;
    double highest = clipper->excess[0];
    for (int f = 1; f < planes->count; ++f) {
        if (clipper->excess[f] > highest) {
            highest = clipper->excess[f];
            best = f;
        }
    }
    *cosine = highest;
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
    box.radius = sqrt(vlDot(box.axis[0], box.axis[0]) + vlDot(box.axis[1], box.axis[1]) +
                      vlDot(box.axis[2], box.axis[2]));
    return box;
}

// How far the box reaches beyond a plane whose height over its centre is known.
static double excessOf(const Box* b, double nx, double ny, double nz, double middle)
{
    return middle + fabs(nx * b->axis[0].x + ny * b->axis[0].y + nz * b->axis[0].z) +
           fabs(nx * b->axis[1].x + ny * b->axis[1].y + nz * b->axis[1].z) +
           fabs(nx * b->axis[2].x + ny * b->axis[2].y + nz * b->axis[2].z);
}

static vlVec3 normalOf(const vlPlaneSet* planes, int f)
{
    return vlVec(planes->nx[f], planes->ny[f], planes->nz[f]);
}

// The farthest-reaching planes come first. Beyond a few candidates the order gains less than
// sorting costs.
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

// Fills clipper->candidate with the planes other than `first` that the polytope's bounds reach
// beyond by more than `epsilon`, the farthest first, and returns how many. The bounds are a box
// aligned with plane `first`, because a shallow contact is flat along it.
static int cullPlanes(vlClipper* clipper, const vlPlaneSet* planes, int first, double epsilon)
{
    Box box = boxOf(&clipper->polytope, normalOf(planes, first));
    double* excess = clipper->excess;
    heightsOver(planes, box.centre, 1.0, excess);
    int count = 0;
    for (int f = 0; f < planes->count; ++f) { // the sphere rules out most
        clipper->candidate[count] = (uint16_t)f;
        count += excess[f] + box.radius > epsilon && f != first;
    }
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        int f = clipper->candidate[i];
        excess[f] = excessOf(&box, planes->nx[f], planes->ny[f], planes->nz[f], excess[f]);
        clipper->candidate[kept] = (uint16_t)f;
        kept += excess[f] > epsilon;
    }
    sortCandidates(clipper, 0, kept);
    return kept;
}

// Does the same for candidates [begin, end) only; those that remain move up. Returns the new end.
static int cullAgain(vlClipper* clipper, const vlPlaneSet* planes, int first, int begin, int end,
                     double epsilon)
{
    Box box = boxOf(&clipper->polytope, normalOf(planes, first));
    int count = begin;
    for (int i = begin; i < end; ++i) {
        int f = clipper->candidate[i];
        vlVec3 n = normalOf(planes, f);
        double middle = vlDot(n, box.centre) - planes->nd[f];
        clipper->excess[f] = excessOf(&box, n.x, n.y, n.z, middle);
        clipper->candidate[count] = (uint16_t)f;
        count += clipper->excess[f] > epsilon;
    }
    sortCandidates(clipper, begin, count);
    return count;
}

// How many cuts are made between two checks of which planes still matter. More checks cost more
// than they save.
#define CUTS_PER_CULL 3
// With so few planes, trying each costs less than checking it first.
#define FEW_PLANES 12

static int allPlanesBut(vlClipper* clipper, int first, int count)
{
    int n = 0;
    for (int f = 0; f < count; ++f) {
        clipper->candidate[n] = (uint16_t)f;
        n += f != first;
    }
    return n;
}

vlPlaneQueue vlPlaneQueue_Begin(vlClipper* clipper, const vlPlaneSet* planes, int first,
                                double epsilon)
{
    vlPlaneQueue queue = {.clipper = clipper,
                          .planes = planes,
                          .first = first,
                          .epsilon = epsilon,
                          .isCulling = planes->count > FEW_PLANES};
    queue.end = queue.isCulling ? cullPlanes(clipper, planes, first, epsilon)
                                : allPlanesBut(clipper, first, planes->count);
    return queue;
}

void vlPlaneQueue_NoteCut(vlPlaneQueue* queue)
{
    if (queue->isCulling && ++queue->cuts == CUTS_PER_CULL && queue->next < queue->end) {
        queue->cuts = 0;
        queue->end = cullAgain(queue->clipper, queue->planes, queue->first, queue->next, queue->end,
                               queue->epsilon);
    }
}
