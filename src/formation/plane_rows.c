// SPDX-License-Identifier: MIT
// Points of contacts on planes, the pose that closes them, and what is inside of what.

#include <string.h>

#include "formation/resolve.h"

// Newton steps to the pose where contacts close; each squares the error of the turn.
#define STEPS 5
// Added to the normal equations, whose entries are about 1: the smallest motion is taken where
// several would do.
#define DAMPING 1e-10

static void addRow(vlPlaneRows* rows, vlVec3 point, vlVec3 normal, double height)
{
    rows->point[rows->count] = point;
    rows->normal[rows->count] = normal;
    rows->height[rows->count] = height;
    ++rows->count;
}

// Vertices of an element; of a face those of its outer border, at most as many as there is room
// for, evenly chosen.
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

static bool gather(const vlResolver* r, const vlContactPair* pairs, int count, vlPose poseBA,
                   vlPlaneRows* rows)
{
    rows->count = 0;
    for (int i = 0; i < count; ++i) {
        if (!vlRows_Add(r, pairs[i], poseBA, rows)) {
            return false;
        }
    }
    return true;
}

static double largestHeight(const vlPlaneRows* rows)
{
    double most = 0.0;
    for (int i = 0; i < rows->count; ++i) {
        most = fmax(most, fabs(rows->height[i]));
    }
    return most;
}

// Smallest twist that closes all heights to first order, (G1).
static void stepTo(const vlResolver* r, const vlPlaneRows* rows, vlVec3 centre, double x[6])
{
    double m[6][6];
    memset(m, 0, sizeof m);
    for (int i = 0; i < 6; ++i) {
        m[i][i] = DAMPING;
        x[i] = 0.0;
    }
    for (int k = 0; k < rows->count; ++k) {
        vlVec3 n = rows->normal[k];
        vlVec3 arm = vlScale(vlCross(vlSub(rows->point[k], centre), n), 1.0 / r->size);
        double row[6] = {arm.x, arm.y, arm.z, n.x, n.y, n.z};
        for (int i = 0; i < 6; ++i) {
            x[i] -= row[i] * rows->height[k];
            for (int j = 0; j <= i; ++j) {
                m[i][j] += row[i] * row[j];
            }
        }
    }
    solve6(m, x);
}

double vlResolver_Close(const vlResolver* r, const vlContactPair* pairs, int count, vlPose* poseBA)
{
    vlPlaneRows rows;
    double before = HUGE_VAL;
    for (int step = 0; step < STEPS; ++step) {
        double x[6];
        if (!gather(r, pairs, count, *poseBA, &rows)) {
            return HUGE_VAL;
        }
        double left = largestHeight(&rows);
        // Where a step does not help, the planes exclude each other.
        if (left < 1e-13 || left > 0.5 * before) {
            return left;
        }
        before = left;
        vlVec3 centre = vlTransform(*poseBA, r->a->centre);
        stepTo(r, &rows, centre, x);
        vlVec3 turn = vlScale(vlVec(x[0], x[1], x[2]), 1.0 / r->size);
        if (!(vlLength(turn) < 1.0)) { // no small motion closes them
            return HUGE_VAL;
        }
        poseBA->q = vlTurn(poseBA->q, turn);
        centre = vlAdd(centre, vlVec(x[3], x[4], x[5]));
        poseBA->p = vlSub(centre, vlRotate(poseBA->q, r->a->centre));
    }
    return gather(r, pairs, count, *poseBA, &rows) ? largestHeight(&rows) : HUGE_VAL;
}

double vlResolver_Way(const vlResolver* r, vlPose from, vlPose to)
{
    double most = 0.0;
    for (int i = 0; i < r->a->vertexCount; ++i) {
        vlVec3 x = r->a->vertices[i].position;
        vlVec3 d = vlSub(vlTransform(to, x), vlTransform(from, x));
        most = fmax(most, vlDot(d, d));
    }
    return sqrt(most);
}

// ---- inside ----

static bool isInCell(const vlPolyhedron* p, const vlPolyhedronCell* cell, vlVec3 x, double slack)
{
    for (int k = cell->firstCorner; k < cell->firstCorner + cell->cornerCount; ++k) {
        if (vlDot(p->sideNormals[k], x) - p->sideOffsets[k] < -slack) {
            return false;
        }
    }
    return true;
}

bool vlPolyhedron_HasInside(const vlPolyhedron* p, vlVec3 point, double depth)
{
    // Any direction will do that no edge of a usual scene is in a plane with.
    static const vlVec3 ray = {0.5377, 0.4111, 0.7363};
    if (p->isHalfspace) {
        return vlDot(p->faces[0].normal, point) - p->faces[0].offset < -depth;
    }
    if (point.x < p->lower.x + depth || point.y < p->lower.y + depth ||
        point.z < p->lower.z + depth || point.x > p->upper.x - depth ||
        point.y > p->upper.y - depth || point.z > p->upper.z - depth) {
        return false;
    }
    int crossings = 0;
    for (int c = 0; c < p->cellCount; ++c) {
        const vlPolyhedronCell* cell = &p->cells[c];
        vlVec3 n = p->faces[cell->face].normal;
        double height = vlDot(n, point) - p->faces[cell->face].offset;
        if (fabs(height) <= depth && isInCell(p, cell, point, depth)) {
            return false; // on the surface
        }
        double rate = vlDot(n, ray);
        if (height * rate < 0.0 && isInCell(p, cell, vlMulAdd(point, -height / rate, ray), 0.0)) {
            ++crossings;
        }
    }
    return crossings % 2 == 1;
}

bool vlResolver_IsInside(const vlResolver* r, vlPose poseBA, double depth)
{
    for (int i = 0; i < r->a->vertexCount; ++i) {
        vlVec3 x = vlTransform(poseBA, r->a->vertices[i].position);
        if (vlPolyhedron_HasInside(r->b, x, depth)) {
            return true;
        }
    }
    for (int i = 0; i < r->b->vertexCount; ++i) {
        vlVec3 x = vlUntransform(poseBA, r->b->vertices[i].position);
        if (vlPolyhedron_HasInside(r->a, x, depth)) {
            return true;
        }
    }
    return false;
}
