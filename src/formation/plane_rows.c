// SPDX-License-Identifier: MIT
// Heights of the points of contacts over their planes, the pose that closes them, and whether a
// vertex of one body is inside the other.

#include <string.h>

#include "formation/poly_inside.h"
#include "formation/resolve.h"

// Newton steps to the pose where contacts close; each squares the error of the turn.
#define STEPS 5
// If a step leaves more than this part of the largest height, the planes exclude each other.
#define HALF 0.5
// The motion of the first step differs from that of all steps by the order of the square of the
// turn, which is below a tenth.
#define FIRST_ORDER 1.25
// The steps after the first one move a vertex by less than LATER times what the first one leaves
// (the heights to first order, and the square of the turn times the radius), over the square root
// of the least pivot. A small pivot means that the planes hardly hold a motion, as two planes
// through one edge hardly hold a turn: to close a little more then takes a large motion. Pivots up
// to FREE_PIVOT belong to motions that nothing holds.
#define LATER 4.0
#define FREE_PIVOT 1e-8
// Added to the normal equations, whose entries are about 1, so that the smallest motion is taken
// where several would do.
#define DAMPING 1e-10

static void addRow(vlPlaneRows* rows, vlVec3 point, vlVec3 normal, double height)
{
    rows->point[rows->count] = point;
    rows->normal[rows->count] = normal;
    rows->height[rows->count] = height;
    ++rows->count;
}

// Lists the vertices of an element; of a face those of its outer border, and an even choice of them
// if there is no room for all. Returns their number.
static int verticesOf(const vlPolyhedron* p, vlElement e, int* vertices)
{
    if (e.kind == VL_ELEMENT_VERTEX) {
        vertices[0] = e.index;
        return 1;
    }
    if (e.kind == VL_ELEMENT_EDGE) {
        vertices[0] = p->edges[e.index].vertex[0];
        vertices[1] = p->edges[e.index].vertex[1];
        return 2;
    }
    int loop = p->faces[e.index].firstLoop;
    int start = p->loopStarts[loop];
    int count = p->loopStarts[loop + 1] - start;
    int used = count < VL_MAX_CONTACT_ROWS ? count : VL_MAX_CONTACT_ROWS;
    for (int i = 0; i < used; ++i) {
        vertices[i] = p->loopVertices[start + (int)((long)i * count / used)];
    }
    return used;
}

static void addAcross(const vlResolver* r, vlContactPair pair, vlPose poseBA, vlPlaneRows* rows)
{
    const vlPolyhedronEdge* a = &r->a->edges[pair.a.index];
    const vlPolyhedronEdge* b = &r->b->edges[pair.b.index];
    vlVec3 p = vlTransform(poseBA, r->a->vertices[a->vertex[0]].position);
    vlVec3 q = r->b->vertices[b->vertex[0]].position;
    vlVec3 u = vlRotate(poseBA.q, a->direction);
    vlVec3 x = vlCross(u, b->direction);
    double squared = vlDot(x, x);
    if (squared < 1e-18) { // parallel after all: a plane is not defined
        x = vlAdd(r->b->faces[b->face[0]].normal, r->b->faces[b->face[1]].normal);
        addRow(rows, p, vlUnit(x), vlDot(vlUnit(x), vlSub(p, q)));
        return;
    }
    vlVec3 outward = vlAdd(r->b->faces[b->face[0]].normal, r->b->faces[b->face[1]].normal);
    vlVec3 n = vlScale(x, (vlDot(x, outward) < 0.0 ? -1.0 : 1.0) / sqrt(squared));
    double s = vlDot(vlCross(vlSub(q, p), b->direction), x) / squared;
    vlVec3 onA = vlMulAdd(p, s, u);
    addRow(rows, onA, n, vlDot(n, vlSub(onA, q)));
}

bool vlRows_Add(const vlResolver* r, vlContactPair pair, vlPose poseBA, vlPlaneRows* rows)
{
    int vertices[VL_MAX_CONTACT_ROWS];
    if (rows->count > (VL_MAX_RESOLVED - 1) * VL_MAX_CONTACT_ROWS) {
        return false;
    }
    if (pair.b.kind == VL_ELEMENT_FACE) {
        const vlPolyhedronFace* face = &r->b->faces[pair.b.index];
        int count = verticesOf(r->a, pair.a, vertices);
        for (int i = 0; i < count; ++i) {
            vlVec3 x = vlTransform(poseBA, r->a->vertices[vertices[i]].position);
            addRow(rows, x, face->normal, vlDot(face->normal, x) - face->offset);
        }
    } else if (pair.a.kind == VL_ELEMENT_FACE) {
        const vlPolyhedronFace* face = &r->a->faces[pair.a.index];
        vlVec3 n = vlRotate(poseBA.q, face->normal);
        int count = verticesOf(r->b, pair.b, vertices);
        for (int i = 0; i < count; ++i) {
            vlVec3 x = r->b->vertices[vertices[i]].position;
            addRow(rows, x, vlNeg(n), vlDot(n, vlSub(x, poseBA.p)) - face->offset);
        }
    } else {
        addAcross(r, pair, poseBA, rows);
    }
    return true;
}

// Solves the symmetric positive system m x = b in place by L D L'; the lower half of m is used.
static void solve6(double m[6][6], double b[6])
{
    for (int j = 0; j < 6; ++j) {
        for (int k = 0; k < j; ++k) {
            m[j][j] -= m[j][k] * m[j][k] * m[k][k];
        }
        for (int i = j + 1; i < 6; ++i) {
            for (int k = 0; k < j; ++k) {
                m[i][j] -= m[i][k] * m[j][k] * m[k][k];
            }
            m[i][j] /= m[j][j];
        }
    }
    for (int i = 0; i < 6; ++i) {
        for (int k = 0; k < i; ++k) {
            b[i] -= m[i][k] * b[k];
        }
    }
    for (int i = 0; i < 6; ++i) {
        b[i] /= m[i][i];
    }
    for (int i = 5; i >= 0; --i) {
        for (int k = i + 1; k < 6; ++k) {
            b[i] -= m[k][i] * b[k];
        }
    }
}

void vlRows_Measure(const vlResolver* r, vlContactPair pair, vlPose poseBA, vlPairRows* out)
{
    vlPlaneRows rows;
    rows.count = 0;
    (void)vlRows_Add(r, pair, poseBA, &rows);
    vlVec3 centre = vlTransform(poseBA, r->a->centre);
    out->count = rows.count;
    out->farthest = 0.0;
    memset(out->square, 0, sizeof out->square);
    memset(out->pull, 0, sizeof out->pull);
    for (int k = 0; k < rows.count; ++k) {
        vlVec3 n = rows.normal[k];
        vlVec3 arm = vlScale(vlCross(vlSub(rows.point[k], centre), n), 1.0 / r->size);
        const double row[6] = {arm.x, arm.y, arm.z, n.x, n.y, n.z};
        memcpy(out->row[k], row, sizeof row);
        out->height[k] = rows.height[k];
        out->farthest = fmax(out->farthest, fabs(rows.height[k]));
        for (int i = 0; i < 6; ++i) {
            out->pull[i] -= row[i] * rows.height[k];
            for (int j = 0; j <= i; ++j) {
                out->square[i][j] += row[i] * row[j];
            }
        }
    }
}

// ---- inside ----

// Is a vertex of A inside of B, or (with numbers that follow those of A's vertices) one of B inside
// of A?
static bool isVertexInside(const vlResolver* r, vlPose poseBA, int vertex, double depth)
{
    int ofA = r->a->vertexCount;
    if (vertex < ofA) {
        vlVec3 x = vlTransform(poseBA, r->a->vertices[vertex].position);
        return vlPolyhedron_HasInside(r->b, x, depth);
    }
    vlVec3 x = vlUntransform(poseBA, r->b->vertices[vertex - ofA].position);
    return vlPolyhedron_HasInside(r->a, x, depth);
}

bool vlResolver_IsInside(vlResolver* r, vlPose poseBA, double depth)
{
    // Poses that are tried one after the other are close, and mostly the same vertex is inside.
    if (isVertexInside(r, poseBA, r->wasInside, depth)) {
        return true;
    }
    vlVec3 centre = vlTransform(poseBA, r->a->centre);
    double square = r->a->radius * r->a->radius;
    int ofA = r->a->vertexCount;
    for (int i = 0; i < ofA + r->b->vertexCount; ++i) {
        if (i >= ofA) { // most vertices of a large B are far from A
            vlVec3 arm = vlSub(r->b->vertices[i - ofA].position, centre);
            if (vlDot(arm, arm) > square) {
                continue;
            }
        }
        if (isVertexInside(r, poseBA, i, depth)) {
            r->wasInside = i;
            return true;
        }
    }
    return false;
}

// ---- closing ----

// Normal equations of the smallest twist that closes all heights to first order, (G1).
typedef struct Equations {
    double square[6][6];
    double x[6]; // the right side, then the solution
    double left; // m, largest height
} Equations;

static void start(Equations* e)
{
    memset(e, 0, sizeof *e);
    for (int i = 0; i < 6; ++i) {
        e->square[i][i] = DAMPING;
    }
}

static void add(Equations* e, const vlPairRows* p)
{
    e->left = fmax(e->left, p->farthest);
    for (int i = 0; i < 6; ++i) {
        e->x[i] += p->pull[i];
        for (int j = 0; j <= i; ++j) {
            e->square[i][j] += p->square[i][j];
        }
    }
}

// Solves them and moves A. False if no small motion closes them.
static bool move(const vlResolver* r, Equations* e, vlPose* poseBA)
{
    solve6(e->square, e->x);
    vlVec3 turn = vlScale(vlVec(e->x[0], e->x[1], e->x[2]), 1.0 / r->size);
    if (!(vlLength(turn) < 1.0)) {
        return false;
    }
    vlVec3 centre = vlTransform(*poseBA, r->a->centre);
    poseBA->q = vlTurn(poseBA->q, turn);
    centre = vlAdd(centre, vlVec(e->x[3], e->x[4], e->x[5]));
    poseBA->p = vlSub(centre, vlRotate(poseBA->q, r->a->centre));
    return true;
}

double vlResolver_Close(const vlResolver* r, const vlContactPair* pairs, int count, vlPose* poseBA)
{
    double before = HUGE_VAL;
    for (int step = 0; step <= STEPS; ++step) {
        Equations e;
        start(&e);
        for (int i = 0; i < count; ++i) {
            vlPairRows rows;
            vlRows_Measure(r, pairs[i], *poseBA, &rows);
            add(&e, &rows);
        }
        // If a step does not help, the planes exclude each other.
        if (step == STEPS || e.left < 1e-13 || e.left > HALF * before) {
            return e.left;
        }
        before = e.left;
        if (!move(r, &e, poseBA)) {
            return HUGE_VAL;
        }
    }
    return HUGE_VAL;
}

// Does a twist (with turns times the size) move a vertex of A by more than `most`, to first order?
static bool movesMore(const vlResolver* r, vlPose poseBA, const double x[6], double most)
{
    vlVec3 way = vlUnrotate(poseBA.q, vlVec(x[3], x[4], x[5]));
    vlVec3 turn = vlUnrotate(poseBA.q, vlScale(vlVec(x[0], x[1], x[2]), 1.0 / r->size));
    for (int i = 0; i < r->a->vertexCount; ++i) {
        vlVec3 arm = vlSub(r->a->vertices[i].position, r->a->centre);
        vlVec3 d = vlAdd(way, vlCross(turn, arm));
        if (vlDot(d, d) > most * most) {
            return true;
        }
    }
    return false;
}

double vlResolver_CloseFrom(const vlResolver* r, const vlContactPart* const* parts, int count,
                            vlClosingLimits limits, vlPose* poseBA)
{
    vlContactPair pairs[VL_MAX_RESOLVED];
    Equations e;
    start(&e);
    for (int i = 0; i < count; ++i) {
        add(&e, &parts[i]->rows);
        pairs[i] = parts[i]->pair;
    }
    vlPose first = *poseBA;
    if (!move(r, &e, poseBA)) {
        return HUGE_VAL;
    }
    // What the step leaves to first order: planes that exclude each other keep their heights.
    double left = 0.0;
    for (int i = 0; i < count; ++i) {
        const vlPairRows* p = &parts[i]->rows;
        for (int k = 0; k < p->count; ++k) {
            double height = p->height[k];
            for (int j = 0; j < 6; ++j) {
                height += p->row[k][j] * e.x[j];
            }
            left = fmax(left, fabs(height));
        }
    }
    if (left > HALF * e.left) {
        return HUGE_VAL;
    }
    if (limits.way < HUGE_VAL && movesMore(r, first, e.x, FIRST_ORDER * limits.way)) {
        return HUGE_VAL;
    }
    double pivot = 1.0;
    vlVec3 turn = vlScale(vlVec(e.x[0], e.x[1], e.x[2]), 1.0 / r->size);
    double rest = LATER * (left + vlDot(turn, turn) * r->a->radius);
    for (int i = 0; i < 6; ++i) { // solve6 leaves the pivots on the diagonal
        pivot = e.square[i][i] > FREE_PIVOT ? fmin(pivot, e.square[i][i]) : pivot;
    }
    rest /= sqrt(pivot);
    if (isVertexInside(r, *poseBA, r->wasInside, limits.depth + rest)) {
        return HUGE_VAL;
    }
    return vlResolver_Close(r, pairs, count, poseBA);
}

double vlResolver_Reach(const vlResolver* r, const vlFormation* found)
{
    double deepest = r->gap;
    for (int i = 0; i < found->count; ++i) {
        deepest = fmax(deepest, -found->contact[i].nearest);
    }
    return r->reach + 2.0 * (deepest - r->gap);
}

double vlResolver_Way(const vlResolver* r, vlPose from, vlPose to)
{
    vlPose between = {vlUntransform(from, to.p), vlMulQ(vlConj(from.q), to.q)};
    double most = 0.0;
    for (int i = 0; i < r->a->vertexCount; ++i) {
        vlVec3 x = r->a->vertices[i].position;
        vlVec3 d = vlSub(vlTransform(between, x), x);
        most = fmax(most, vlDot(d, d));
    }
    return sqrt(most);
}
