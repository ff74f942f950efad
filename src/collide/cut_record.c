// SPDX-License-Identifier: MIT
#include "collide/cut_record.h"

#include "collide/cull.h"

// ---- writing ----

void vlCutRecord_AddCut(vlClipper* clipper, int plane, int count)
{
    vlCutRecord* r = clipper->record;
    if (r->cutCount == VL_RECORD_CUTS || count > VL_POLYTOPE_SMALL) {
        clipper->record = NULL;
        return;
    }
    r->in[r->cutCount] = clipper->sides.in[0];
    r->out[r->cutCount] = clipper->sides.out[0];
    r->plane[r->cutCount] = (uint16_t)plane;
    r->firstCrossing[r->cutCount] = r->crossingCount;
    ++r->cutCount;
}

void vlCutRecord_Begin(vlClipper* clipper, const vlClipInput* in)
{
    vlCutRecord* r = clipper->record;
    r->topology = in->base->topology;
    r->cutCount = r->crossingCount = r->faceCount = 0;
    r->isComplete = false;
    vlCutRecord_AddCut(clipper, in->first, in->base->vertexCount);
}

void vlCutRecord_AddCrossing(vlClipper* clipper, int in, int out, int made)
{
    vlCutRecord* r = clipper->record;
    if (r->crossingCount == VL_RECORD_CROSSINGS || made >= VL_POLYTOPE_SMALL) {
        clipper->record = NULL;
        return;
    }
    r->crossing[r->crossingCount++] =
        (vlRecordedCrossing){(uint8_t)in, (uint8_t)out, (uint8_t)made};
}

void vlCutRecord_End(vlClipper* clipper)
{
    vlCutRecord* r = clipper->record;
    const vlPolytope* p = &clipper->polytope;
    int corners = 0;
    if (p->vertexCount > VL_POLYTOPE_SMALL || p->faceCount > VL_RECORD_FACES) {
        return;
    }
    for (int f = 0; f < p->faceCount; ++f) {
        const vlPolytopeFace* face = &p->face[f];
        if (corners + face->count > VL_RECORD_CORNERS) {
            return;
        }
        r->facePlane[f] = (uint16_t)(2 * face->plane + face->owner);
        r->faceSize[f] = (uint8_t)face->count;
        for (int i = 0; i < face->count; ++i) {
            r->corner[corners++] = (uint8_t)p->loop[face->start + i];
        }
    }
    r->faceCount = (uint8_t)p->faceCount;
    r->isComplete = true;
}

// ---- reading ----

// Makes the vertices of one cut of the vertices x, y, z, whose distances to its plane are in
// clipper->side. Returns the set of those made.
static uint64_t repeatCrossings(const vlCutRecord* r, int cut, vlClipper* clipper, const double* x,
                                const double* y, const double* z)
{
    vlPolytope* p = &clipper->polytope;
    int end = cut + 1 < r->cutCount ? r->firstCrossing[cut + 1] : r->crossingCount;
    uint64_t made = 0;
    for (int i = r->firstCrossing[cut]; i < end; ++i) {
        vlRecordedCrossing c = r->crossing[i];
        vlVec3 at = vlClip_Crossing(clipper->side, x, y, z, c.in, c.out);
        p->x[c.made] = at.x, p->y[c.made] = at.y, p->z[c.made] = at.z;
        p->vertexCount = c.made < p->vertexCount ? p->vertexCount : c.made + 1;
        made |= (uint64_t)1 << c.made;
    }
    return made;
}

static void measure(vlClipper* clipper, const vlClipInput* in, int plane, const double* x,
                    const double* y, const double* z, int count, uint64_t* isIn, uint64_t* isOut)
{
    const vlPlaneSet* s = &in->planes;
    vlSides_MeasureWord(isIn, isOut, clipper->side, x, y, z, count,
                        vlVec(s->nx[plane], s->ny[plane], s->nz[plane]), s->nd[plane], in->epsilon);
}

static bool repeatFirst(const vlCutRecord* r, vlClipper* clipper, const vlClipInput* in)
{
    vlPolytope* p = &clipper->polytope;
    uint64_t isIn;
    uint64_t isOut;
    int count = in->base->vertexCount;
    measure(clipper, in, in->first, in->x, in->y, in->z, count, &isIn, &isOut);
    if (isIn != r->in[0] || isOut != r->out[0]) {
        return false;
    }
    int n = 0;
    for (int v = 0; v < count; ++v) {
        p->x[n] = in->x[v], p->y[n] = in->y[v], p->z[n] = in->z[v];
        n += !((isOut >> v) & 1);
    }
    p->vertexCount = n;
    (void)repeatCrossings(r, 0, clipper, in->x, in->y, in->z);
    return true;
}

// Makes one further cut. The vertices cut off go to the place of one that stays, as in a new cut.
static void repeatFurther(const vlCutRecord* r, int cut, vlClipper* clipper)
{
    vlPolytope* p = &clipper->polytope;
    uint64_t made = repeatCrossings(r, cut, clipper, p->x, p->y, p->z);
    int stay = __builtin_ctzll(r->in[cut]);
    for (uint64_t rest = r->out[cut] & ~made; rest != 0; rest &= rest - 1) {
        int v = __builtin_ctzll(rest);
        p->x[v] = p->x[stay], p->y[v] = p->y[stay], p->z[v] = p->z[stay];
    }
}

static void takeFaces(const vlCutRecord* r, vlPolytope* p)
{
    int corners = 0;
    for (int f = 0; f < r->faceCount; ++f) {
        p->face[f] = (vlPolytopeFace){.start = (uint16_t)corners,
                                      .count = r->faceSize[f],
                                      .plane = r->facePlane[f] >> 1,
                                      .owner = r->facePlane[f] & 1};
        corners += r->faceSize[f];
    }
    for (int i = 0; i < corners; ++i) {
        p->loop[i] = r->corner[i];
    }
    p->faceCount = r->faceCount;
    p->loopCount = corners;
}

bool vlCutRecord_Replay(const vlCutRecord* r, vlClipper* clipper, const vlClipInput* in,
                        vlClipStatus* status)
{
    vlPolytope* p = &clipper->polytope;
    if (!r->isComplete || r->topology != in->base->topology || r->plane[0] != in->first ||
        !repeatFirst(r, clipper, in)) {
        return false;
    }
    int cut = 1;
    vlPlaneQueue queue = vlPlaneQueue_Begin(clipper, &in->planes, in->first, in->epsilon);
    while (queue.next < queue.end) {
        int plane = vlPlaneQueue_Take(&queue);
        uint64_t isIn;
        uint64_t isOut;
        measure(clipper, in, plane, p->x, p->y, p->z, p->vertexCount, &isIn, &isOut);
        if (isIn == 0) {
            *status = VL_CLIP_EMPTY;
            return true;
        }
        if (isOut == 0) {
            continue;
        }
        if (cut == r->cutCount || plane != r->plane[cut] || isIn != r->in[cut] ||
            isOut != r->out[cut]) {
            return false;
        }
        repeatFurther(r, cut++, clipper);
        vlPlaneQueue_NoteCut(&queue);
    }
    takeFaces(r, p);
    *status = VL_CLIP_SOLID;
    return cut == r->cutCount;
}
