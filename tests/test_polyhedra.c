// SPDX-License-Identifier: MIT
// Polyhedra against closed forms: counts, Euler's relation, volume, area, convexity, names; the
// same solid made in several ways; and refusals.

#include "failing_allocator.h"
#include "formation_fixture.h"

// V - E + F - (loops - F) = 2 (shells - genus).
static void checkEuler(const vlPolyhedron* p, int shells, int genus)
{
    assert_int_equal(p->shellCount, shells);
    assert_int_equal(p->genus, genus);
    assert_int_equal(p->vertexCount - p->edgeCount + p->faceCount - (p->loopCount - p->faceCount),
                     2 * (shells - genus));
    int corners = 0;
    for (int v = 0; v < p->vertexCount; ++v) {
        corners += p->vertices[v].edgeCount;
    }
    assert_int_equal(corners, 2 * p->edgeCount);
    // Each edge is used once in each direction.
    assert_int_equal(p->loopStarts[p->loopCount], 2 * p->edgeCount);
}

// The divergence theorem on the loops alone, which are made independently of the cells.
static double volumeOfLoops(const vlPolyhedron* p)
{
    double sum = 0.0;
    for (int f = 0; f < p->faceCount; ++f) {
        for (int l = p->faces[f].firstLoop; l < p->faces[f].firstLoop + p->faces[f].loopCount;
             ++l) {
            vlVec3 first = p->vertices[p->loopVertices[p->loopStarts[l]]].position;
            for (int i = p->loopStarts[l] + 1; i + 1 < p->loopStarts[l + 1]; ++i) {
                vlVec3 b = p->vertices[p->loopVertices[i]].position;
                vlVec3 c = p->vertices[p->loopVertices[i + 1]].position;
                sum += vlDot(first, vlCross(b, c)) / 6.0;
            }
        }
    }
    return sum;
}

static void a_section_drawn_out_has_the_elements_of_a_prism(void** state)
{
    (void)state;
    const vlPolyhedron* p = makeL();
    assert_int_equal(p->vertexCount, 12);
    assert_int_equal(p->edgeCount, 18);
    assert_int_equal(p->faceCount, 8);
    checkEuler(p, 1, 0);
    // Roundings of numbers of size 0.1.
    assertNear(p->volume, 0.3 * (0.4 * 0.1 + 0.1 * 0.3), 1e-15);
    assertNear(p->area, 2 * (0.4 * 0.1 + 0.1 * 0.3) + 0.3 * 2 * (0.4 + 0.4), 1e-15);
    assertNear(volumeOfLoops(p), p->volume, 1e-15);
    int convex = 0;
    int usable = 0;
    for (int e = 0; e < p->edgeCount; ++e) {
        convex += p->edges[e].isConvex;
    }
    for (int v = 0; v < p->vertexCount; ++v) {
        usable += p->vertices[v].isUsable;
    }
    // Only the inner edge is concave, and its two ends cannot touch a face.
    assert_int_equal(convex, 17);
    assert_int_equal(usable, 10);
    vlPolyhedron_Release(p);
}

static void names_tell_faces_apart(void** state)
{
    (void)state;
    const vlPolyhedron* p = makeL();
    char name[64];
    const char* expected[8] = {"-z", "+z", "-y", "+x 2", "+y 1", "+x 1", "+y 2", "-x"};
    for (int f = 0; f < p->faceCount; ++f) {
        bool isThere = false;
        for (int k = 0; k < 8; ++k) {
            isThere |= strcmp(p->faces[f].name, expected[k]) == 0;
        }
        if (!isThere) {
            fail_msg("face %d is called %s", f, p->faces[f].name);
        }
    }
    for (int e = 0; e < p->edgeCount; ++e) {
        if (!p->edges[e].isConvex) {
            vlPolyhedron_GetName(p, (vlElement){VL_ELEMENT_EDGE, e}, name, sizeof name);
            assert_string_equal(name, "edge +x 1/+y 1");
        }
    }
    vlPolyhedron_Release(p);

    vlShape* box = makeBox(0.01, 0.01, 0.03);
    const vlFaceName names[2] = {{.name = "foot", .direction = {0, 0, -1}},
                                 {.name = "front", .direction = {0, -2, 0.1}}};
    assert_int_equal(vlPolyhedron_CreateFromShape(NULL, box, names, 2, &p, NULL, 0), VL_OK);
    vlShape_Release(box);
    int found = 0;
    for (int v = 0; v < p->vertexCount; ++v) {
        vlPolyhedron_GetName(p, (vlElement){VL_ELEMENT_VERTEX, v}, name, sizeof name);
        found += strcmp(name, "corner +x/foot/front") == 0;
        // Cut to the size given, and always terminated.
        vlPolyhedron_GetName(p, (vlElement){VL_ELEMENT_VERTEX, v}, name, 8);
        assert_string_equal(name, "corner ");
    }
    assert_int_equal(found, 1);
    vlPolyhedron_Release(p);
}

static void a_hole_is_an_inner_loop_of_the_top(void** state)
{
    (void)state;
    const vlShape* shape = makeHole();
    const vlPolyhedron* p = polyhedronOf(shape);
    assert_int_equal(p->vertexCount, 16);
    assert_int_equal(p->edgeCount, 24);
    assert_int_equal(p->faceCount, 11);
    assert_int_equal(p->loopCount, 12);
    checkEuler(p, 1, 0);
    double volume = 0.1 * 0.1 * 0.07 - 0.02 * 0.02 * 0.05;
    double area = 2 * 0.1 * 0.1 + 4 * 0.1 * 0.07 + 4 * 0.02 * 0.05;
    // The pieces are glued to 2e-6 of their size at worst; here numbers are exact to rounding.
    assertNear(p->volume, volume, 1e-12 * volume);
    assertNear(p->area, area, 1e-12 * area);
    assertNear(volumeOfLoops(p), volume, 1e-12 * volume);
    int rim = 0;
    for (int e = 0; e < p->edgeCount; ++e) {
        vlVec3 middle = vlMulAdd(p->vertices[p->edges[e].vertex[0]].position,
                                 0.5 * p->edges[e].length, p->edges[e].direction);
        bool isRim = fabs(middle.z - 0.05) < 1e-9 && fabs(middle.x) < 0.02 && fabs(middle.y) < 0.02;
        rim += isRim && p->edges[e].isConvex;
    }
    assert_int_equal(rim, 4);
    checkPieceMap(p, shape, 1e-12);
    vlPolyhedron_Release(p);
    vlShape_Release((vlShape*)(uintptr_t)shape);
}

// A frame of four bars: a ring.
static void a_frame_has_genus_one(void** state)
{
    (void)state;
    vlShape* pieces[4] = {makeBox(0.05, 0.01, 0.01), makeBox(0.05, 0.01, 0.01),
                          makeBox(0.01, 0.03, 0.01), makeBox(0.01, 0.03, 0.01)};
    vlPose poses[4] = {at(0, -0.04, 0), at(0, 0.04, 0), at(-0.04, 0, 0), at(0.04, 0, 0)};
    vlShape* shape = makeCompound(pieces, poses, 4);
    const vlPolyhedron* p = polyhedronOf(shape);
    assert_int_equal(p->faceCount, 10);
    assert_int_equal(p->loopCount, 12);
    checkEuler(p, 1, 1);
    assertNear(p->volume, vlShape_GetMassProperties(shape).volume, 1e-16);
    vlPolyhedron_Release(p);
    vlShape_Release(shape);
    for (int i = 0; i < 4; ++i) {
        vlShape_Release(pieces[i]);
    }
}

// Random hulls: volume and area agree with Qhull and the mass integrals of shapes, all edges are
// convex, and a rigid motion changes nothing.
static void random_hulls_agree_with_their_shapes(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(15);
    for (int i = 0; i < 40; ++i) {
        int count = 4 + vlRandom_Index(&random, 40);
        vlShape* shape = makeBall(&random, count);
        const vlPolyhedron* p = polyhedronOf(shape);
        double volume = vlShape_GetMassProperties(shape).volume;
        checkEuler(p, 1, 0);
        assert_int_equal(p->vertexCount, vlShape_GetVertexCount(shape, 0));
        assert_int_equal(p->faceCount, vlShape_GetFaceCount(shape, 0));
        assertNear(p->volume, volume, 1e-13);
        for (int e = 0; e < p->edgeCount; ++e) {
            assert_true(p->edges[e].isConvex);
        }
        // The same triangles as a list, moved: the same elements and integrals.
        vlVec3 points[64];
        int sizes[128];
        int indices[600];
        int used = 0;
        vlVec3 axis = vlRandom_Direction(&random);
        vlPose pose = {vlRandom_InCube(&random, 1.0), vlQuatFromAxisAngle(axis, 1.0)};
        for (int v = 0; v < p->vertexCount; ++v) {
            points[v] = vlTransform(pose, vlShape_GetVertex(shape, 0, v));
        }
        for (int f = 0; f < p->faceCount; ++f) {
            sizes[f] = vlShape_GetFaceVertices(shape, 0, f, &indices[used], 600 - used);
            used += sizes[f];
        }
        const vlPolyhedron* q = NULL;
        assert_int_equal(vlPolyhedron_CreateFromFaces(NULL, points, p->vertexCount, sizes,
                                                      p->faceCount, indices, NULL, 0, &q, NULL, 0),
                         VL_OK);
        assert_int_equal(q->edgeCount, p->edgeCount);
        assertNear(q->volume, p->volume, 1e-13);
        assertNear(q->area, p->area, 1e-12);
        vlPolyhedron_Release(p);
        vlPolyhedron_Release(q);
        vlShape_Release(shape);
    }
}

static void facets_of_round_things_have_one_name(void** state)
{
    (void)state;
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateCylinder(NULL, 32, 0.01, 0.05, &shape, NULL, 0), VL_OK);
    const vlPolyhedron* p = polyhedronOf(shape);
    int mantle = 0;
    char name[64];
    for (int f = 0; f < p->faceCount; ++f) {
        mantle += strcmp(p->faces[f].name, "mantle") == 0;
    }
    assert_int_equal(mantle, 32);
    int rims = 0;
    for (int v = 0; v < p->vertexCount; ++v) {
        vlPolyhedron_GetName(p, (vlElement){VL_ELEMENT_VERTEX, v}, name, sizeof name);
        rims += strcmp(name, "rim +z/mantle") == 0 || strcmp(name, "rim -z/mantle") == 0;
    }
    assert_int_equal(rims, p->vertexCount);
    vlPolyhedron_Release(p);
    vlShape_Release(shape);

    // Twelve sides meet at 30 degrees: a prism, with a name for each side.
    assert_int_equal(vlShape_CreateCylinder(NULL, 12, 0.01, 0.05, &shape, NULL, 0), VL_OK);
    p = polyhedronOf(shape);
    for (int f = 0; f < p->faceCount; ++f) {
        assert_false(p->faces[f].isCurved);
    }
    vlPolyhedron_Release(p);
    vlShape_Release(shape);

    assert_int_equal(vlShape_CreateSphere(NULL, 0.01, 24, 12, &shape, NULL, 0), VL_OK);
    p = polyhedronOf(shape);
    for (int v = 0; v < p->vertexCount; ++v) {
        vlElement named = vlPolyhedron_GetNamed(p, (vlElement){VL_ELEMENT_VERTEX, v});
        assert_int_equal(named.kind, VL_ELEMENT_FACE);
        assert_string_equal(p->faces[named.index].name, "mantle");
    }
    vlPolyhedron_Release(p);
    vlShape_Release(shape);
}

static void a_half_space_is_one_face(void** state)
{
    (void)state;
    vlShape* shape = NULL;
    vlVec3 n = vlVec(0.0, 0.6, 0.8);
    assert_int_equal(vlShape_CreateHalfspace(NULL, n, 0.3, &shape, NULL, 0), VL_OK);
    const vlPolyhedron* p = polyhedronOf(shape);
    assert_true(p->isHalfspace);
    assert_int_equal(p->faceCount, 1);
    assert_int_equal(p->edgeCount, 0);
    for (int i = 0; i < 4; ++i) { // a cell in the plane, anticlockwise
        vlVec3 next = p->points[(i + 1) % 4];
        vlVec3 inward = vlUnit(vlCross(n, vlSub(next, p->points[i])));
        assertNear(vlDot(n, p->points[i]), 0.3, 1e-11);
        assertNear(vlLength(vlSub(inward, p->sideNormals[i])), 0.0, 1e-12);
    }
    vlPolyhedron_Release(p);
    vlShape_Release(shape);
}

// The corners of the teeth lie on two sides of one cell, the top of the bar: 300 on each.
static void a_comb_of_many_teeth_is_closed(void** state)
{
    (void)state;
    enum { TEETH = 150, CORNERS = 4 + 4 * TEETH };
    static const vlShape* pieces[TEETH + 1];
    static vlPose poses[TEETH + 1];
    vlShape* bar = makeBox(0.002 * (double)TEETH, 0.005, 0.005);
    vlShape* tooth = makeBox(0.001, 0.005, 0.005);
    pieces[0] = bar;
    poses[0] = vlIdentityPose();
    for (int i = 0; i < TEETH; ++i) {
        pieces[1 + i] = tooth;
        poses[1 + i] = at(0.004 * i + 0.002 - 0.002 * (double)TEETH, 0.0, 0.01);
    }
    vlShape* comb = NULL;
    assert_int_equal(vlShape_CreateCompound(NULL, pieces, poses, TEETH + 1, &comb, NULL, 0), VL_OK);
    const vlPolyhedron* p = polyhedronOf(comb);
    checkEuler(p, 1, 0);
    // A prism over a section of so many corners.
    assert_int_equal(p->vertexCount, 2 * CORNERS);
    assert_int_equal(p->edgeCount, 3 * CORNERS);
    assert_int_equal(p->faceCount, 2 + CORNERS);
    assertNear(p->volume, 0.01 * 0.01 * (0.004 * (double)TEETH + 0.002 * (double)TEETH), 1e-14);
    vlPolyhedron_Release(p);
    vlShape_Release(comb);
    vlShape_Release(tooth);
    vlShape_Release(bar);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_comb_of_many_teeth_is_closed),
        cmocka_unit_test(a_section_drawn_out_has_the_elements_of_a_prism),
        cmocka_unit_test(names_tell_faces_apart),
        cmocka_unit_test(a_hole_is_an_inner_loop_of_the_top),
        cmocka_unit_test(a_frame_has_genus_one),
        cmocka_unit_test(random_hulls_agree_with_their_shapes),
        cmocka_unit_test(facets_of_round_things_have_one_name),
        cmocka_unit_test(a_half_space_is_one_face),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
