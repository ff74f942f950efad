// SPDX-License-Identifier: MIT
// Samples of a surface. Every triangle is divided into n^2 equal ones whose sides are no longer
// than the spacing; each of these gives a third of its area to each of its corners (T13.2). Points
// that triangles share are one sample. Samples inside another solid are left out: nothing touches
// there. Finally, samples that lie close together, on the same side of the solid, become one at
// their centroid.

#include <stdlib.h>

#include "shape/skin_draft.h"

// Points nearer than this part of the largest coordinate are one.
#define SAME 1e-9

typedef struct Raw {
    vlSurfaceSample sample;
    vlVec3 side;    // normals of the triangles around it, times their shares of the area
    int64_t key[3]; // the place in steps of SAME
    int number;
    int solid;
} Raw;

static int compareRaw(const void* one, const void* other)
{
    const Raw* p = one;
    const Raw* q = other;
    for (int k = 0; k < 3; ++k) {
        if (p->key[k] != q->key[k]) {
            return p->key[k] < q->key[k] ? -1 : 1;
        }
    }
    return p->number < q->number ? -1 : p->number > q->number;
}

// Into how many parts the sides of a triangle are divided.
static int partsOf(const vlVec3 corner[3], double spacing)
{
    double longest = 0.0;
    for (int k = 0; k < 3; ++k) {
        longest = fmax(longest, vlLength(vlSub(corner[(k + 1) % 3], corner[k])));
    }
    double parts = ceil(longest / spacing);
    return parts < 1.0 ? 1 : (parts < 30000.0 ? (int)parts : 30000);
}

static void cornersOf(const vlSkinDraft* d, int t, vlVec3 corner[3])
{
    for (int k = 0; k < 3; ++k) {
        corner[k] = d->point[d->triangle[t][k]];
    }
}

// Writes the samples of one triangle; returns how many.
static int divide(const vlSkinDraft* d, int t, double scale, Raw* raw)
{
    vlVec3 c[3];
    cornersOf(d, t, c);
    int n = partsOf(c, d->spacing), count = 0;
    vlVec3 cross = vlCross(vlSub(c[1], c[0]), vlSub(c[2], c[0]));
    double third = 0.5 * vlLength(cross) / ((double)n * n) / 3.0;
    for (int i = 0; i <= n; ++i) {
        for (int j = 0; i + j <= n; ++j) {
            int k = n - i - j;
            bool isCorner = i == n || j == n || k == n;
            int around = i > 0 && j > 0 && k > 0 ? 6 : (isCorner ? 1 : 3); // small triangles
            vlVec3 p = vlAdd(vlAdd(vlScale(c[0], i), vlScale(c[1], j)), vlScale(c[2], k));
            p = isCorner ? (i == n ? c[0] : (j == n ? c[1] : c[2])) : vlScale(p, 1.0 / n);
            Raw* r = &raw[count++];
            r->sample = (vlSurfaceSample){p, around * third};
            r->side = vlScale(vlUnit(cross), around * third);
            r->key[0] = llrint(p.x * scale);
            r->key[1] = llrint(p.y * scale);
            r->key[2] = llrint(p.z * scale);
            r->solid = d->solidOf[t];
        }
    }
    return count;
}

static void join(Raw* into, const Raw* other)
{
    double area = into->sample.area + other->sample.area;
    vlVec3 way = vlSub(other->sample.point, into->sample.point);
    into->sample.point = vlMulAdd(into->sample.point, other->sample.area / area, way);
    into->sample.area = area;
    into->side = vlAdd(into->side, other->side);
}

// Shared points become one; returns how many are left.
static int joinShared(Raw* raw, int count)
{
    int kept = 0;
    qsort(raw, (size_t)count, sizeof *raw, compareRaw);
    for (int i = 0; i < count; ++i) {
        bool isSame = kept > 0 && raw[i].key[0] == raw[kept - 1].key[0] &&
                      raw[i].key[1] == raw[kept - 1].key[1] &&
                      raw[i].key[2] == raw[kept - 1].key[2] && raw[i].solid == raw[kept - 1].solid;
        if (isSame) {
            join(&raw[kept - 1], &raw[i]);
        } else {
            raw[kept++] = raw[i];
        }
    }
    return kept;
}

// Leaves out what lies inside another solid.
static int dropBuried(const vlSkinDraft* d, Raw* raw, int count)
{
    vlSkin view = vlSkinDraft_View(d);
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        bool isBuried = false;
        for (int s = 0; s < d->solidCount && !isBuried; ++s) {
            view.solid = &d->solid[s];
            view.solidCount = 1;
            isBuried = s != raw[i].solid &&
                       vlSkin_Distance(&view, raw[i].sample.point, HUGE_VAL, -1).distance < 0.0;
        }
        if (!isBuried) {
            raw[kept++] = raw[i];
        }
    }
    return kept;
}

// Do all samples lie within the radius of their centroid, on one side of the surface? Both sides
// of a thin wall stay apart.
#define LEAST_COSINE 0.5

static bool isOneSpot(const Raw* raw, const int* order, int count, double radius, Raw* spot)
{
    vlVec3 across = vlSub(raw[order[0]].sample.point, raw[order[count - 1]].sample.point);
    if (vlLength(across) > 2.0 * radius) { // a quick test that settles most cases
        return false;
    }
    *spot = raw[order[0]];
    for (int i = 1; i < count; ++i) {
        join(spot, &raw[order[i]]);
    }
    double whole = vlLength(spot->side);
    for (int i = 0; i < count; ++i) {
        const Raw* r = &raw[order[i]];
        double cosine = vlDot(r->side, spot->side) / (vlLength(r->side) * whole);
        if (!(vlLength(vlSub(r->sample.point, spot->sample.point)) <= radius) ||
            !(cosine >= LEAST_COSINE)) {
            return false;
        }
    }
    return true;
}

// Writes the final samples: halves the set until each part is one spot.
static void mergeSpots(vlSkinDraft* d, const Raw* raw, const vlVec3* at, int* order, int count)
{
    struct {
        int first, count;
    } waiting[2 * VL_SKIN_DEPTH];
    int depth = 0;
    waiting[depth].first = 0;
    waiting[depth++].count = count;
    while (depth > 0) {
        --depth;
        int first = waiting[depth].first, n = waiting[depth].count;
        Raw spot;
        if (n == 1 || isOneSpot(raw, &order[first], n, d->merge, &spot)) {
            d->sample[d->sampleCount++] = n == 1 ? raw[order[first]].sample : spot.sample;
            continue;
        }
        vlSkin_Halve(at, &order[first], n);
        waiting[depth].first = first + n / 2;
        waiting[depth++].count = n - n / 2;
        waiting[depth].first = first;
        waiting[depth++].count = n / 2;
    }
}

static vlResult countRaw(const vlSkinDraft* d, int* count, const vlSentence* error)
{
    double sum = 0.0;
    for (int t = 0; t < d->def->triangleCount; ++t) {
        vlVec3 c[3];
        cornersOf(d, t, c);
        double n = partsOf(c, d->spacing);
        sum += 0.5 * (n + 1.0) * (n + 2.0);
    }
    if (!(sum <= 4.0 * VL_MAX_SURFACE_SAMPLES)) {
        return vlSentence_Fail(error, VL_ERROR_FULL,
                               "a spacing of %g m needs about %.3g samples; expected at most %d",
                               d->spacing, sum / 4.0, VL_MAX_SURFACE_SAMPLES);
    }
    *count = (int)sum;
    return VL_OK;
}

static bool sampleInto(vlSkinDraft* d, Raw* raw)
{
    double size = 0.0;
    for (int i = 0; i < d->def->pointCount; ++i) {
        vlVec3 p = d->point[i];
        size = fmax(size, fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))));
    }
    int count = 0;
    for (int t = 0; t < d->def->triangleCount; ++t) {
        count += divide(d, t, 1.0 / (SAME * size), &raw[count]);
    }
    for (int i = 0; i < count; ++i) {
        raw[i].number = i;
    }
    count = joinShared(raw, count);
    count = d->solidCount > 1 ? dropBuried(d, raw, count) : count;
    size_t room = count > 0 ? (size_t)count : 1;
    vlVec3* at = malloc(room * sizeof *at);
    int* order = malloc(room * sizeof *order);
    d->sample = malloc(room * sizeof *d->sample);
    bool ok = at != NULL && order != NULL && d->sample != NULL;
    for (int i = 0; ok && i < count; ++i) {
        at[i] = raw[i].sample.point;
        order[i] = i;
    }
    if (ok && count > 0) {
        mergeSpots(d, raw, at, order, count);
    }
    free(at);
    free(order);
    return ok;
}

vlResult vlSkinDraft_Sample(vlSkinDraft* d, const vlSentence* error)
{
    int count = 0;
    vlResult result = countRaw(d, &count, error);
    if (result != VL_OK) {
        return result;
    }
    Raw* raw = malloc((count > 0 ? (size_t)count : 1) * sizeof *raw);
    bool ok = raw != NULL && sampleInto(d, raw);
    free(raw);
    if (ok && d->sampleCount == 0) {
        return vlSentence_Fail(
            error, VL_ERROR_GEOMETRY,
            "every part of the surface is inside another one; expected an outside");
    }
    return ok && vlSkinDraft_Cluster(d) ? VL_OK : vlSentence_FailMemory(error);
}
