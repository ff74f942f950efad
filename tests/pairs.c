// SPDX-License-Identifier: MIT
#include "pairs.h"

#include <float.h>
#include <stdlib.h>

const char* vlPairKind_Name(vlPairKind kind)
{
    static const char* const names[] = {
#define VL_PAIR_NAME(kind, name) name,
        VL_PAIR_KINDS(VL_PAIR_NAME)
#undef VL_PAIR_NAME
    };
    return names[kind];
}

// Rotation that takes unit a to unit b, then turns about b by `spin`.
static vlMat3 alignment(vlVec3 a, vlVec3 b, double spin)
{
    vlVec3 a1, a2, b1, b2;
    vlVolume_CompleteFrame(a, &a1, &a2);
    vlVolume_CompleteFrame(b, &b1, &b2);
    vlVec3 c1 = vlAdd(vlScale(b1, cos(spin)), vlScale(b2, sin(spin)));
    vlVec3 c2 = vlSub(vlScale(b2, cos(spin)), vlScale(b1, sin(spin)));
    return vlMulMM(vlMat(c1, c2, b), vlTranspose(vlMat(a1, a2, a)));
}

// Brings the base's feature `depth` below the cutter's, normals opposed.
static void join(vlTestPair* pair, vlFeature base, vlFeature cutter, double depth, vlRandom* random)
{
    pair->normal = cutter.normal;
    pair->rotation =
        alignment(base.normal, vlNeg(cutter.normal), vlRandom_Range(random, 0.0, 2.0 * VL_PI));
    vlVec3 target = vlMulAdd(cutter.point, -depth, cutter.normal);
    pair->translation = vlSub(target, vlMulMV(pair->rotation, base.point));
    pair->inside = vlMulAdd(cutter.point, -0.5 * depth, cutter.normal);
}

// A point of one on a point of the other.
static void overlay(vlTestPair* pair, vlVec3 base, vlVec3 cutter, vlRandom* random)
{
    pair->rotation = vlMatFromQuat(vlRandom_Rotation(random));
    pair->translation = vlSub(cutter, vlMulMV(pair->rotation, base));
    pair->inside = cutter;
    pair->normal =
        vlUnit(vlSub(vlAdd(vlMulMV(pair->rotation, pair->base.convex.centre), pair->translation),
                     pair->cutter.convex.centre));
    if (vlLength(pair->normal) == 0.0) {
        pair->normal = vlVec(0.0, 0.0, 1.0);
    }
}

// One of the 24 rotations that take axes to axes, without rounding.
static vlMat3 quarterTurn(vlRandom* random)
{
    vlVec3 axis[3] = {vlVec(1.0, 0.0, 0.0), vlVec(0.0, 1.0, 0.0), vlVec(0.0, 0.0, 1.0)};
    int i = vlRandom_Index(random, 3);
    int j = (i + 1 + vlRandom_Index(random, 2)) % 3;
    vlVec3 x = vlScale(axis[i], vlRandom_Index(random, 2) == 0 ? 1.0 : -1.0);
    vlVec3 y = vlScale(axis[j], vlRandom_Index(random, 2) == 0 ? 1.0 : -1.0);
    return vlMat(x, y, vlCross(x, y));
}

// Offset of two intervals of half length a, b (multiples of scale / 16): flush at one end in two
// cases of three, else any offset with overlap. It is a multiple of scale / 32, hence exact.
static double flushOffset(double a, double b, double scale, vlRandom* random)
{
    switch (vlRandom_Index(random, 3)) {
    case 0: return a - b;
    case 1: return b - a;
    default: {
        int steps = (int)((a + b) * 64.0 / scale);
        return (1 + vlRandom_Index(random, steps - 1)) * scale / 32.0 - (a + b);
    }
    }
}

// Two boxes with parallel axes, some faces flush at random.
static void placeFlush(vlTestPair* pair, const vlShapePool* pool, double scale, vlRandom* random)
{
    const vlConvex* b = pool->shape[vlRandom_Index(random, VL_POOL_BOXES)]->pieces;
    const vlConvex* c = pool->shape[vlRandom_Index(random, VL_POOL_BOXES)]->pieces;
    int exponent;
    frexp(scale, &exponent);
    double power = ldexp(1.0, exponent); // scaling by a power of two is exact
    vlScaledPiece_Set(&pair->base, b, power);
    vlScaledPiece_Set(&pair->cutter, c, power);
    pair->rotation = quarterTurn(random);
    vlVec3 h = vlMulMV(pair->rotation, pair->base.convex.upper);
    vlVec3 k = pair->cutter.convex.upper;
    pair->translation = vlVec(flushOffset(fabs(h.x), k.x, power, random),
                              flushOffset(fabs(h.y), k.y, power, random),
                              flushOffset(fabs(h.z), k.z, power, random));
    vlVec3 t = pair->translation;
    double lo[3] = {fmax(t.x - fabs(h.x), -k.x), fmax(t.y - fabs(h.y), -k.y),
                    fmax(t.z - fabs(h.z), -k.z)};
    double hi[3] = {fmin(t.x + fabs(h.x), k.x), fmin(t.y + fabs(h.y), k.y),
                    fmin(t.z + fabs(h.z), k.z)};
    pair->inside = vlVec(0.5 * (lo[0] + hi[0]), 0.5 * (lo[1] + hi[1]), 0.5 * (lo[2] + hi[2]));
    pair->normal = vlVec(0.0, 0.0, t.z < 0.0 ? -1.0 : 1.0);
}

// A piece on a copy of itself, moved along one of its faces: all faces parallel, two of them flush.
static void placeCopy(vlTestPair* pair, vlRandom* random)
{
    const vlConvex* c = &pair->cutter.convex;
    vlScaledPiece_Set(&pair->base, c, 1.0);
    pair->rotation = vlDiag(1.0, 1.0, 1.0);
    vlVec3 n = vlConvex_Normal(c, vlRandom_Index(random, c->faceCount));
    vlVec3 shift = vlCross(n, vlRandom_Direction(random));
    pair->translation = vlScale(shift, 0.3 * c->radius * vlRandom_Index(random, 2));
    pair->inside = vlMulAdd(c->centre, 0.5, pair->translation);
    pair->normal = n;
}

static void placeTilted(vlTestPair* pair, const vlShapePool* pool, double scale, vlRandom* random)
{
    if (vlRandom_Index(random, 2) == 0) {
        placeFlush(pair, pool, scale, random);
    } else {
        join(pair, vlFeature_Face(&pair->base.convex, random),
             vlFeature_Face(&pair->cutter.convex, random),
             vlRandom_Log(random, 1e-3, 0.2) * pair->size, random);
    }
    vlVec3 axis = vlRandom_Direction(random);
    double angle = vlRandom_Log(random, 1e-12, 1e-3);
    vlMat3 tilt = vlMatFromQuat(vlQuatFromAxisAngle(axis, angle));
    vlVec3 arm = vlSub(pair->translation, pair->inside);
    pair->rotation = vlMulMM(tilt, pair->rotation);
    pair->translation = vlAdd(pair->inside, vlMulMV(tilt, arm));
}

static void placeDeep(vlTestPair* pair, vlRandom* random)
{
    const vlConvex* b = &pair->base.convex;
    const vlConvex* c = &pair->cutter.convex;
    switch (vlRandom_Index(random, 3)) {
    case 0: // one far smaller than the other, whichever is which
        if (vlRandom_Index(random, 2) == 0) {
            vlScaledPiece_Set(&pair->base, b, 0.1 * c->radius / b->radius);
        } else {
            vlScaledPiece_Set(&pair->cutter, c, 0.1 * b->radius / c->radius);
        }
        overlay(pair, b->centre, vlPiece_PointWithin(c, NULL, c->vertexCount, random), random);
        break;
    case 1: overlay(pair, b->centre, c->centre, random); break;
    default: // concentric and of the same shape
        vlScaledPiece_Set(&pair->base, c, vlRandom_Range(random, 0.5, 1.5));
        overlay(pair, b->centre, c->centre, random);
        if (vlRandom_Index(random, 2) == 0) {
            pair->rotation = vlDiag(1.0, 1.0, 1.0);
            pair->translation = vlSub(c->centre, b->centre);
        }
        break;
    }
}

static void placeHalfspace(vlTestPair* pair, double depth, vlRandom* random)
{
    vlFeature f = vlFeature_Any(&pair->base.convex, random);
    vlVec3 n = vlNeg(f.normal);
    double d = vlDot(n, f.point) + depth;
    vlScaledPiece* cutter = &pair->cutter;
    for (int i = 0; i < VL_PIECE_FACES; ++i) {
        cutter->n[0][i] = n.x, cutter->n[1][i] = n.y, cutter->n[2][i] = n.z, cutter->n[3][i] = d;
    }
    cutter->convex.vertexCount = 0;
    cutter->convex.faceCount = 1;
    cutter->convex.kind = VL_PIECE_HALFSPACE;
    cutter->convex.centre = vlScale(n, d);
    cutter->convex.radius = HUGE_VAL;
    pair->rotation = vlDiag(1.0, 1.0, 1.0);
    pair->translation = vlZero();
    pair->inside = vlMulAdd(f.point, -0.5 * depth, f.normal);
    pair->normal = n;
}

static void setPieces(vlTestPair* pair, double scale, double ratio, const vlShapePool* pool,
                      vlRandom* random)
{
    const vlShape* base = pool->shape[vlRandom_Index(random, VL_POOL_SHAPES)];
    const vlShape* cutter = pool->shape[vlRandom_Index(random, VL_POOL_SHAPES)];
    vlScaledPiece_Set(&pair->base, base->pieces, scale);
    vlScaledPiece_Set(&pair->cutter, cutter->pieces, scale * ratio);
}

static double smallerRadius(const vlTestPair* pair)
{
    double r = pair->base.convex.radius;
    return pair->cutter.convex.radius < r ? pair->cutter.convex.radius : r;
}

// Returns the least room that `inside` must have for the overlap to be more than rounding.
static double place(vlTestPair* pair, vlPairKind kind, double scale, const vlShapePool* pool,
                    vlRandom* random)
{
    const vlConvex* b = &pair->base.convex;
    const vlConvex* c = &pair->cutter.convex;
    double depth = vlRandom_Log(random, 1e-3, 0.3) * pair->size;
    switch (kind) {
    case VL_PAIR_FACE_FACE:
        join(pair, vlFeature_Face(b, random), vlFeature_Face(c, random), depth, random);
        return 0.02 * depth;
    case VL_PAIR_EDGE_EDGE:
        join(pair, vlFeature_Edge(b, random), vlFeature_Edge(c, random), depth, random);
        return 0.02 * depth;
    case VL_PAIR_VERTEX_FACE:
        if (vlRandom_Index(random, 2) == 0) {
            join(pair, vlFeature_Vertex(b, random), vlFeature_Face(c, random), depth, random);
        } else {
            join(pair, vlFeature_Face(b, random), vlFeature_Vertex(c, random), depth, random);
        }
        return 0.02 * depth;
    case VL_PAIR_COPLANAR:
        if (vlRandom_Index(random, 4) > 0) {
            placeFlush(pair, pool, scale, random);
        } else {
            placeCopy(pair, random);
        }
        break;
    case VL_PAIR_TILTED: placeTilted(pair, pool, scale, random); break;
    case VL_PAIR_TINY:
        depth = vlRandom_Log(random, 1e-9, 1e-3) * pair->size;
        join(pair, vlFeature_Any(b, random), vlFeature_Any(c, random), depth, random);
        return 0.02 * depth;
    case VL_PAIR_DEEP: placeDeep(pair, random); break;
    case VL_PAIR_HALFSPACE:
        depth = vlRandom_Log(random, 1e-6, 1.0) * pair->size;
        placeHalfspace(pair, depth, random);
        return 0.02 * depth;
    case VL_PAIR_MIXED:
    case VL_PAIR_ANYHOW:
    case VL_PAIR_KIND_COUNT:
        overlay(pair, vlPiece_PointWithin(b, NULL, b->vertexCount, random),
                vlPiece_PointWithin(c, NULL, c->vertexCount, random), random);
        break;
    }
    return 1e-4 * smallerRadius(pair);
}

void vlTestPair_Draw(vlTestPair* pair, vlPairKind kind, const vlShapePool* pool, vlRandom* random)
{
    double room;
    do {
        double scale = vlRandom_Log(random, 1e-3, 1e3);
        double ratio = kind == VL_PAIR_MIXED ? vlRandom_Log(random, 1e-3, 1e3) / scale
                                             : vlRandom_Log(random, 0.2, 5.0);
        setPieces(pair, scale, ratio, pool, random);
        pair->size = smallerRadius(pair);
        room = place(pair, kind, scale, pool, random);
    } while (!(vlTestPair_Room(pair, pair->inside) > room));
    pair->size = smallerRadius(pair);
}

double vlTestPair_Room(const vlTestPair* pair, vlVec3 point)
{
    double room = DBL_MAX;
    const vlConvex* c = &pair->cutter.convex;
    for (int f = 0; f < c->faceCount; ++f) {
        double s = c->nd[f] - vlDot(vlConvex_Normal(c, f), point);
        room = s < room ? s : room;
    }
    const vlConvex* b = &pair->base.convex;
    vlVec3 local = vlMulTV(pair->rotation, vlSub(point, pair->translation));
    for (int f = 0; f < b->faceCount; ++f) {
        double s = b->nd[f] - vlDot(vlConvex_Normal(b, f), local);
        room = s < room ? s : room;
    }
    return room;
}

static int planeFacing(const vlPlaneSet* planes, vlVec3 direction)
{
    int best = 0;
    double highest = -2.0;
    for (int f = 0; f < planes->count; ++f) {
        double c = vlDot(vlVec(planes->nx[f], planes->ny[f], planes->nz[f]), direction);
        best = c > highest ? f : best;
        highest = c > highest ? c : highest;
    }
    return best;
}

void vlWorkFrame_Set(vlWorkFrame* frame, const vlTestPair* pair, bool swapped)
{
    const vlConvex* base = swapped ? &pair->cutter.convex : &pair->base.convex;
    const vlConvex* cutter = swapped ? &pair->base.convex : &pair->cutter.convex;
    vlMat3 R = swapped ? vlTranspose(pair->rotation) : pair->rotation;
    vlVec3 t = swapped ? vlNeg(vlMulMV(R, pair->translation)) : pair->translation;
    vlVec3 normal = swapped ? vlMulMV(R, pair->normal) : pair->normal;
    frame->rotation = R;
    frame->translation = t;
    frame->inside = swapped ? vlAdd(vlMulMV(R, pair->inside), t) : pair->inside;
    for (int i = 0; i < VL_PIECE_VERTICES; ++i) {
        vlVec3 x = vlAdd(vlMulMV(R, vlConvex_Vertex(base, i)), t);
        frame->v[0][i] = x.x, frame->v[1][i] = x.y, frame->v[2][i] = x.z;
    }
    vlPlaneSet planes = {cutter->nx, cutter->ny, cutter->nz, cutter->nd, cutter->faceCount};
    frame->cutterRadius = cutter->radius;
    frame->input.base = base;
    frame->input.x = frame->v[0], frame->input.y = frame->v[1], frame->input.z = frame->v[2];
    frame->input.planes = planes;
    frame->input.first = planeFacing(&planes, swapped ? vlNeg(normal) : normal);
    // A few rounding errors of the coordinates, as in the pair dispatch.
    double reach = cutter->kind == VL_PIECE_HALFSPACE ? vlLength(base->centre) + fabs(cutter->nd[0])
                                                      : vlLength(cutter->centre) + cutter->radius;
    frame->input.epsilon = 64.0 * DBL_EPSILON * (reach + base->radius);
    vlNormalSource normals = {.base = base,
                              .cutter = cutter,
                              .rotation = R,
                              .nx = cutter->nx,
                              .ny = cutter->ny,
                              .nz = cutter->nz};
    frame->normals = normals;
    vlVolumeRequest request = {.normal = normal, .baseIsA = swapped};
    frame->request = request;
}

bool vlTestRig_Create(vlTestRig* rig, uint64_t seed)
{
    vlRandom random = vlRandom_Seed(seed);
    vlClipper_Init(&rig->clipper);
    return vlShapePool_Create(&rig->shapes, &random);
}

void vlTestRig_Release(vlTestRig* rig)
{
    vlShapePool_Release(&rig->shapes);
}

vlClipStatus vlTestRig_Cut(vlTestRig* rig, bool swapped)
{
    vlWorkFrame_Set(&rig->frame, &rig->pair, swapped);
    return vlClip_Intersect(&rig->clipper, &rig->frame.input);
}

bool vlTestRig_Integrate(vlTestRig* rig, vlContactVolume* volume)
{
    vlVolumePool room = {rig->points, 0, VL_RIG_ROOM, rig->heights,     0, VL_RIG_ROOM,
                         rig->lifted, 0, VL_RIG_ROOM, rig->liftedFaces, 0, VL_RIG_ROOM};
    return vlVolume_Integrate(vlClip_Result(&rig->clipper), &rig->frame.normals,
                              &rig->frame.request, &rig->scratch, &room, volume);
}

int vlTestRig_PairCount(int usual)
{
    const char* wanted = getenv("VOLAR_PAIRS");
    return wanted != NULL ? atoi(wanted) : usual;
}
