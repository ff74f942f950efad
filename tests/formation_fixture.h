// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_FORMATION_FIXTURE_H
#define VOLAR_TESTS_FORMATION_FIXTURE_H

// Polyhedra and poses that several suites of formations need.

#include <stdio.h>
#include <string.h>

#include "shape_makers.h"
#include "volar/formation.h"

// The signed distance of a point from a box, given how far it is beyond each pair of its planes.
static inline double boxDistance(const double d[3])
{
    double out = 0.0;
    double in = -HUGE_VAL;
    for (int i = 0; i < 3; ++i) {
        out += d[i] > 0.0 ? d[i] * d[i] : 0.0;
        in = fmax(in, d[i]);
    }
    return out > 0.0 ? sqrt(out) : in;
}

// Extrudes a plane section, anticlockwise seen from +z, from z = low to high. Points 2i and 2i + 1
// are corner i below and above; faces 0 and 1 are the ends, face 2 + i the side after corner i. At
// most 128 corners.
static inline vlResult extrude(const vlVec2* section, int n, double low, double high,
                               const vlPolyhedron** polyhedron, char* message, size_t size)
{
    vlVec3 points[256];
    int sizes[130];
    int indices[768];
    int used = 0;
    for (int i = 0; i < n; ++i) {
        points[2 * i] = vlVec(section[i].x, section[i].y, low);
        points[2 * i + 1] = vlVec(section[i].x, section[i].y, high);
    }
    sizes[0] = sizes[1] = n;
    for (int i = 0; i < n; ++i) {
        indices[used++] = 2 * (n - 1 - i);
    }
    for (int i = 0; i < n; ++i) {
        indices[used++] = 2 * i + 1;
    }
    for (int i = 0; i < n; ++i) {
        int next = (i + 1) % n;
        sizes[2 + i] = 4;
        indices[used++] = 2 * i;
        indices[used++] = 2 * next;
        indices[used++] = 2 * next + 1;
        indices[used++] = 2 * i + 1;
    }
    return vlPolyhedron_CreateFromFaces(NULL, points, 2 * n, sizes, n + 2, indices, NULL, 0,
                                        polyhedron, message, size);
}

static inline const vlPolyhedron* mustExtrude(const vlVec2* section, int n, double low, double high)
{
    const vlPolyhedron* polyhedron = NULL;
    char message[256] = "";
    if (extrude(section, n, low, high, &polyhedron, message, sizeof message) != VL_OK) {
        fail_msg("%s", message);
    }
    return polyhedron;
}

static const vlVec2 sectionL[6] = {{-0.1, -0.1}, {0.3, -0.1}, {0.3, 0.0},
                                   {0.0, 0.0},   {0.0, 0.3},  {-0.1, 0.3}};
static const vlVec2 sectionU[8] = {{-0.1, -0.1}, {0.2, -0.1}, {0.2, 0.2}, {0.1, 0.2},
                                   {0.1, 0.0},   {0.0, 0.0},  {0.0, 0.2}, {-0.1, 0.2}};

static inline const vlPolyhedron* makeL(void)
{
    return mustExtrude(sectionL, 6, -0.15, 0.15);
}

static inline const vlPolyhedron* polyhedronOf(const vlShape* shape)
{
    const vlPolyhedron* polyhedron = NULL;
    char message[256] = "";
    if (vlPolyhedron_CreateFromShape(NULL, shape, NULL, 0, &polyhedron, message, sizeof message) !=
        VL_OK) {
        fail_msg("%s", message);
    }
    return polyhedron;
}

static inline const vlPolyhedron* makeCubePolyhedron(double half)
{
    vlShape* box = makeBox(half, half, half);
    const vlPolyhedron* cube = polyhedronOf(box);
    vlShape_Release(box);
    return cube;
}

static inline vlIdentifier* makeIdentifier(const vlPolyhedron* a, const vlPolyhedron* b,
                                           const vlFormationSettings* settings)
{
    vlIdentifier* id = NULL;
    char message[256] = "";
    if (vlIdentifier_Create(NULL, a, b, settings, &id, message, sizeof message) != VL_OK) {
        fail_msg("%s", message);
    }
    return id;
}

// A block with a square hole in its top, 5 pieces; the mouth is an inner loop of the top.
static inline const vlShape* makeHole(void)
{
    vlShape* pieces[5] = {makeBox(0.05, 0.05, 0.01), makeBox(0.02, 0.05, 0.025),
                          makeBox(0.02, 0.05, 0.025), makeBox(0.01, 0.02, 0.025),
                          makeBox(0.01, 0.02, 0.025)};
    vlPose poses[5] = {at(0, 0, -0.01), at(-0.03, 0, 0.025), at(0.03, 0, 0.025),
                       at(0, -0.03, 0.025), at(0, 0.03, 0.025)};
    vlShape* shape = makeCompound(pieces, poses, 5);
    for (int i = 0; i < 5; ++i) {
        vlShape_Release(pieces[i]);
    }
    return shape;
}

// Checks the map between faces of the pieces and cells of the whole. Every cell is there once; it
// faces the same way as the face of its piece, and lies on that face: in its plane and within all
// other planes of the piece. `reach` is how far points may have moved, m. No two cells of one face
// of a piece overlap and none is missing: their areas add up to the surface.
static inline void checkPieceMap(const vlPolyhedron* p, const vlShape* shape, double reach)
{
    int seen = 0;
    double area = 0.0;
    assert_int_equal(p->pieceCount, vlShape_GetPieceCount(shape));
    for (int i = 0; i < p->pieceCount; ++i) {
        int faces = vlShape_GetFaceCount(shape, i);
        for (int s = 0; s < faces; ++s) {
            int slot = p->pieceStarts[i] + s;
            for (int c = p->slotStarts[slot]; c < p->slotStarts[slot + 1]; ++c) {
                const vlPolyhedronCell* cell = &p->cells[p->pieceCells[c]];
                assert_true(cell->piece == i && cell->pieceFace == s);
                vlVec3 sum = vlZero();
                vlVec3 first = p->points[p->corners[cell->firstCorner]];
                for (int k = 0; k < cell->cornerCount; ++k) {
                    vlVec3 x = p->points[p->corners[cell->firstCorner + k]];
                    int next = cell->firstCorner + (k + 1) % cell->cornerCount;
                    sum =
                        vlAdd(sum, vlCross(vlSub(x, first), vlSub(p->points[p->corners[next]], x)));
                    for (int f = 0; f < faces; ++f) {
                        vlVec3 n;
                        double offset;
                        vlShape_GetFacePlane(shape, i, f, &n, &offset);
                        double height = vlDot(n, x) - offset;
                        assert_true(height <= reach && (f != s || height >= -reach));
                    }
                }
                vlVec3 n;
                double offset;
                vlShape_GetFacePlane(shape, i, s, &n, &offset);
                assertNear(vlDot(n, p->faces[cell->face].normal), 1.0, 1e-9);
                area += 0.5 * vlDot(n, sum);
                ++seen;
            }
        }
    }
    assert_int_equal(seen, p->cellCount);
    assertNear(area, p->area, 1e-5 * p->area);
}

// A formation as text, in its order: "f-f -y|+y 2, e-f ...".
static inline const char* describe(const vlIdentifier* id, const vlFormation* f, char* text,
                                   size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < f->count && used < size; ++i) {
        char a[64];
        char b[64];
        vlPolyhedron_GetName(vlIdentifier_GetPolyhedron(id, false), f->contact[i].a, a, sizeof a);
        vlPolyhedron_GetName(vlIdentifier_GetPolyhedron(id, true), f->contact[i].b, b, sizeof b);
        used += (size_t)snprintf(text + used, size - used, "%s%s %s|%s", i > 0 ? ", " : "",
                                 vlContactType_Text(f->contact[i].type), a, b);
    }
    return text;
}

#endif
