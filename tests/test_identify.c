// SPDX-License-Identifier: MIT
// Formations of a cube against an L: at known poses, derived by hand; at random poses, against
// distances by brute force; and unchanged by a common motion and by a different numbering of the
// elements.

#include "formation/poly_parts.h"
#include "identify_stage.h"

static void checkFound(const Stage* s, vlPose pose, const char* expected)
{
    vlFormation f;
    char text[512];
    vlIdentifier_Find(s->id, pose, vlIdentityPose(), &f);
    assert_string_equal(describe(s->id, &f, text, sizeof text), expected);
}

// The reference poses of the corner: gaps of 0.5 mm in a shell of 2 mm.
static void known_poses_of_the_corner_have_their_names(void** state)
{
    (void)state;
    vlFormationSettings shell = vlFormationSettings_ForForces();
    Stage s = makeStage(&shell);
    checkFound(&s, poseOf(0.15, 0.0505, 0, vlIdentityQuat()), "f-f -y|+y 1");
    checkFound(&s, poseOf(0.0505, 0.0505, 0, vlIdentityQuat()), "f-f -x|+x 1, f-f -y|+y 1");
    checkFound(&s, poseOf(0.06880127, 0.06880127, 0, turnZ(30)),
               "e-f edge -x/-y|+y 1, e-f edge +y/-x|+x 1");
    checkFound(&s, poseOf(0.08178321, 0.06880127, 0, vlMulQ(turnY(20), turnZ(30))),
               "e-f edge -x/-y|+y 1, v-f corner +y/-x/-z|+x 1");
    checkFound(&s, poseOf(0.15, 0.07, 0, vlIdentityQuat()), "");
    // Edge (0,4) across the edge x = 0.3, y = 0 of the L: columns of the rotation as axes.
    double h = sqrt(0.5);
    vlVec3 x = vlVec(h, -h, 0);
    vlVec3 y = vlVec(0.5, 0.5, -h);
    vlVec3 z = vlVec(0.5, 0.5, h);
    // x -> (1,-1,0)/q, (y+z)/q -> (1,1,0)/q, (z-y)/q -> z: a rotation about one axis by the trace.
    double w = 0.5 * sqrt(1.0 + x.x + y.y + z.z);
    vlQuat q = {w, (y.z - z.y) / (4 * w), (z.x - x.z) / (4 * w), (x.y - y.x) / (4 * w)};
    checkFound(&s, poseOf(0.35035355, 0.05035355, 0, q), "e-e edge -y/-z|edge +x 2/+y 1");
    vlFormation f;
    vlIdentifier_Find(s.id, poseOf(0.35035355, 0.05035355, 0, q), vlIdentityPose(), &f);
    // 1e-7: the reference has eight digits.
    assertNear(f.contact[0].nearest, 0.0005, 1e-7);
    releaseStage(&s);
}

static void contact_points_and_depths_are_those_of_the_geometry(void** state)
{
    (void)state;
    vlFormationSettings shell = vlFormationSettings_ForForces();
    Stage s = makeStage(&shell);
    vlFormation f;
    vlIdentifier_Find(s.id, poseOf(0.08178321, 0.06880127, 0, vlMulQ(turnY(20), turnZ(30))),
                      vlIdentityPose(), &f);
    assert_int_equal(f.count, 2);
    // 1e-5: the reference has five digits.
    assertNear(vlLength(vlSub(f.contact[0].point, vlVec(0.06459, 0.0005, 0.00626))), 0, 1e-5);
    assertNear(vlLength(vlSub(f.contact[1].point, vlVec(0.0005, 0.0871, -0.02362))), 0, 1e-5);
    assertNear(f.contact[0].nearest, 0.0005, 1e-7);
    assertNear(f.contact[1].nearest, 0.0005, 1e-7);
    vlIdentifier_Find(s.id, poseOf(0.28, 0.05 - 1e-5, 0.12, vlIdentityQuat()), vlIdentityPose(),
                      &f);
    // Half over the rim in x and z: 70 mm by 80 mm on the floor.
    assert_int_equal(f.count, 1);
    assertNear(f.contact[0].size, 0.07 * 0.08, 1e-12);
    assertNear(f.contact[0].nearest, -1e-5, 1e-12);
    assertNear(vlLength(vlSub(f.contact[0].point, vlVec(0.265, -1e-5, 0.11))), 0, 1e-9);
    assert_int_equal(f.contact[0].regionCount, 4);
    releaseStage(&s);
}

// Freedoms of the corner: counts by hand.
static void freedoms_are_counted_right(void** state)
{
    (void)state;
    vlFormationSettings shell = vlFormationSettings_ForForces();
    Stage s = makeStage(&shell);
    const struct {
        vlPose pose;
        int freedoms, translations;
    } cases[] = {
        {poseOf(0.15, 0.0505, 0, vlIdentityQuat()), 3, 2},
        {poseOf(0.0505, 0.0505, 0, vlIdentityQuat()), 1, 1},
        {poseOf(0.06880127, 0.06880127, 0, turnZ(30)), 2, 1},
        {poseOf(0.08178321, 0.06880127, 0, vlMulQ(turnY(20), turnZ(30))), 3, 1},
        {poseOf(0.15, 0.1, 0, vlIdentityQuat()), 6, 3},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        vlFormation f;
        vlFreedoms free;
        vlIdentifier_Find(s.id, cases[i].pose, vlIdentityPose(), &f);
        vlFormation_GetFreedoms(&f, cases[i].pose.p, 0.05, 1e-6, &free);
        assert_int_equal(free.count, cases[i].freedoms);
        assert_int_equal(free.translationCount, cases[i].translations);
        for (int k = 0; k < free.count; ++k) {
            // No twist of the basis moves any point of a region up or down, to first order.
            for (int c = 0; c < f.count; ++c) {
                vlVec3 arm = vlSub(f.contact[c].point, cases[i].pose.p);
                vlVec3 v = vlAdd(free.twist[k].linear, vlCross(free.twist[k].angular, arm));
                assertNear(vlDot(v, f.contact[c].normal), 0.0, 1e-12);
            }
        }
        vlTwist wish = {{0.1, -0.2, 0.3}, {1, 2, 3}};
        vlTwist once = vlFreedoms_Project(&free, wish, 0.05);
        vlTwist twice = vlFreedoms_Project(&free, once, 0.05);
        assertNear(vlLength(vlSub(once.linear, twice.linear)), 0, 1e-14);
        assertNear(vlLength(vlSub(once.angular, twice.angular)), 0, 1e-13);
    }
    releaseStage(&s);
}

// After a symmetric rotation of the cube's vertices an element's number is found by its place.
static void formations_do_not_depend_on_the_common_place(void** state)
{
    (void)state;
    vlFormationSettings names = vlFormationSettings_ForNames();
    names.gap = 2e-3;
    Stage s = makeStage(&names);
    vlRandom random = vlRandom_Seed(21);
    int contacts = 0;
    for (int i = 0; i < 4000; ++i) {
        double a = vlRandom_Range(&random, -2.0, 2.0) * VL_PI / 180.0;
        vlVec3 axis = vlRandom_Direction(&random);
        double x = 0.05 + vlRandom_Range(&random, -1e-3, 3e-3);
        double y = 0.05 + vlRandom_Range(&random, -1e-3, 3e-3);
        double z = vlRandom_Range(&random, -0.15, 0.15);
        vlPose pose = {{x, y, z}, vlQuatFromAxisAngle(axis, a)};
        vlVec3 turn = vlRandom_Direction(&random);
        vlPose common = {vlRandom_InCube(&random, 1.0), vlQuatFromAxisAngle(turn, 2.0)};
        vlFormation f;
        vlFormation g;
        vlIdentifier_Find(s.id, pose, vlIdentityPose(), &f);
        vlIdentifier_Find(s.id, vlMulPose(common, pose), common, &g);
        if (!vlFormation_IsSame(&f, &g, false)) {
            char one[256];
            char two[256];
            fail_msg("case %d: %s became %s", i, describe(s.id, &f, one, sizeof one),
                     describe(s.id, &g, two, sizeof two));
        }
        contacts += f.count;
        for (int c = 0; c < f.count; ++c) {
            vlVec3 moved = vlTransform(common, f.contact[c].point);
            // 1e-11: rounding of coordinates of 1 m.
            assertNear(vlLength(vlSub(moved, g.contact[c].point)), 0.0, 1e-11);
        }
    }
    assert_true(contacts > 4000);
    releaseStage(&s);
}

// The L with its corners listed from another one on, and the cube's faces in another order: the
// names must be the same.
static void formations_do_not_depend_on_the_numbers_of_elements(void** state)
{
    (void)state;
    Stage s = makeStage(NULL);
    vlVec2 turned[6];
    for (int i = 0; i < 6; ++i) {
        turned[i] = sectionL[(i + 4) % 6];
    }
    const vlPolyhedron* ell = mustExtrude(turned, 6, -0.15, 0.15);
    const vlVec2 square[4] = {{0.05, -0.05}, {0.05, 0.05}, {-0.05, 0.05}, {-0.05, -0.05}};
    const vlPolyhedron* cube = mustExtrude(square, 4, -0.05, 0.05);
    vlIdentifier* other = makeIdentifier(cube, ell, NULL);
    vlRandom random = vlRandom_Seed(33);
    for (int i = 0; i < 4000; ++i) {
        double a = vlRandom_Range(&random, -0.3, 0.3) * VL_PI / 180.0;
        vlVec3 axis = vlRandom_Direction(&random);
        double x = 0.05 + vlRandom_Range(&random, -3e-4, 1e-4);
        double y = 0.05 + vlRandom_Range(&random, -3e-4, 1e-4);
        double z = vlRandom_Range(&random, -0.15, 0.15);
        vlPose pose = {{x, y, z}, vlQuatFromAxisAngle(axis, a)};
        vlFormation f;
        vlFormation g;
        vlIdentifier_Find(s.id, pose, vlIdentityPose(), &f);
        vlIdentifier_Find(other, pose, vlIdentityPose(), &g);
        assert_int_equal(f.count, g.count);
        for (int c = 0; c < f.count; ++c) {
            bool isThere = false;
            for (int d = 0; d < g.count && !isThere; ++d) {
                char p[64], q[64], r[64], t[64];
                vlPolyhedron_GetName(s.cube, f.contact[c].a, p, sizeof p);
                vlPolyhedron_GetName(cube, g.contact[d].a, q, sizeof q);
                vlPolyhedron_GetName(s.ell, f.contact[c].b, r, sizeof r);
                vlPolyhedron_GetName(ell, g.contact[d].b, t, sizeof t);
                isThere = strcmp(p, q) == 0 && strcmp(r, t) == 0;
            }
            assert_true(isThere);
        }
    }
    vlIdentifier_Destroy(other);
    vlPolyhedron_Release(cube);
    vlPolyhedron_Release(ell);
    releaseStage(&s);
}

// 20,000 poses near the corner: all numbers are finite, and no contact is part of the border of
// another.
static void random_poses_give_principal_contacts_only(void** state)
{
    (void)state;
    Stage s = makeStage(NULL);
    vlRandom random = vlRandom_Seed(3);
    for (int i = 0; i < 20000; ++i) {
        vlVec3 axis = vlRandom_Direction(&random);
        double a = vlRandom_Log(&random, 1e-6, 3.0);
        double x = 0.05 + vlRandom_Range(&random, -5e-3, 1e-3);
        double y = 0.05 + vlRandom_Range(&random, -5e-3, 1e-3);
        double z = vlRandom_Range(&random, -0.2, 0.2);
        vlPose pose = {{x, y, z}, vlQuatFromAxisAngle(axis, a)};
        vlFormation f;
        vlIdentifier_Update(s.id, pose, vlIdentityPose(), &f);
        assert_false(f.isCut);
        for (int c = 0; c < f.count; ++c) {
            const vlPrincipalContact* k = &f.contact[c];
            assert_true(vlIsFinite(k->point) && isfinite(k->nearest) && isfinite(k->farthest));
            assertNear(vlLength(k->normal), 1.0, 1e-12);
            for (int d = 0; d < f.count; ++d) {
                assert_false(c != d && vlPolyhedron_IsPart(s.cube, k->a, f.contact[d].a) &&
                             vlPolyhedron_IsPart(s.ell, k->b, f.contact[d].b));
            }
        }
    }
    vlPose bad = {{(double)NAN, 0, 0}, {1, 0, 0, 0}};
    vlFormation f;
    vlIdentifier_Update(s.id, bad, vlIdentityPose(), &f);
    assert_int_equal(f.count, 0);
    releaseStage(&s);
}

// A vertex straight over the edge of the L, a parallel edge, a vertex at a vertex: each is replaced
// by a neighbouring contact that has a plane.
static void contacts_without_a_plane_are_replaced(void** state)
{
    (void)state;
    Stage s = makeStage(NULL);
    double h = sqrt(0.5);
    vlFormation f;
    // Edges parallel: the cube turned by 45 degrees about z, its lower edge 14 um from the rim x =
    // 0.3, y = 0, which is over none of its faces.
    double out = 0.05 / h;
    vlPose pose = poseOf(0.3 + 7e-6, out + 12e-6, 0, turnZ(45));
    vlIdentifier_Find(s.id, pose, vlIdentityPose(), &f);
    assert_int_equal(f.count, 1);
    assert_true(f.contact[0].isReplaced);
    assert_true(f.contact[0].type == VL_CONTACT_EDGE_FACE ||
                f.contact[0].type == VL_CONTACT_FACE_EDGE);
    assertNear(f.contact[0].size, 0.1, 1e-9);
    // Corner to corner: the cube's corner (-,-,-) beside the L's corner (0.3, 0, 0.15).
    pose = poseOf(0.35 + 5e-6, 0.05 + 5e-6, 0.2 + 5e-6, vlIdentityQuat());
    vlIdentifier_Find(s.id, pose, vlIdentityPose(), &f);
    char text[256];
    if (f.count != 1 || !f.contact[0].isReplaced) {
        fail_msg("%s", describe(s.id, &f, text, sizeof text));
    }
    // With a history the plane is the last one: here the cube slides off the floor over the rim.
    vlIdentifier_Update(s.id, poseOf(0.28, 0.05, 0, vlIdentityQuat()), vlIdentityPose(), &f);
    assertNear(f.contact[0].normal.y, 1.0, 1e-12);
    vlIdentifier_Update(s.id, poseOf(0.35 + 5e-6, 0.05 + 5e-6, 0, vlIdentityQuat()),
                        vlIdentityPose(), &f);
    assert_int_equal(f.count, 1);
    if (!f.contact[0].isReplaced) {
        fail_msg("%s", describe(s.id, &f, text, sizeof text));
    }
    assertNear(f.contact[0].normal.y, 1.0, 1e-12);
    releaseStage(&s);
}

static void a_round_body_touches_by_name(void** state)
{
    (void)state;
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateCylinder(NULL, 32, 0.02, 0.06, &shape, NULL, 0), VL_OK);
    const vlPolyhedron* roller = polyhedronOf(shape);
    vlShape_Release(shape);
    assert_int_equal(vlShape_CreateHalfspace(NULL, vlVec(0, 0, 1), 0, &shape, NULL, 0), VL_OK);
    const vlPolyhedron* floor = polyhedronOf(shape);
    vlShape_Release(shape);
    vlIdentifier* id = makeIdentifier(roller, floor, NULL);
    vlFormation f;
    char text[256];
    // Rolling: the curved side on the floor, on a facet or on an edge, is one contact along a line.
    for (int i = 0; i < 90; ++i) {
        vlQuat lying = vlQuatFromAxisAngle(vlVec(1, 0, 0), VL_PI / 2.0);
        vlPose pose = {{0, 0, 0}, vlMulQ(vlQuatFromAxisAngle(vlVec(0, 1, 0), 0.01 * i), lying)};
        double low = HUGE_VAL;
        for (int v = 0; v < roller->vertexCount; ++v) {
            low = fmin(low, vlTransform(pose, roller->vertices[v].position).z);
        }
        pose.p.z = -low - 2e-6;
        vlIdentifier_Update(id, pose, vlIdentityPose(), &f);
        assert_int_equal(f.count, 1);
        vlPolyhedron_GetName(roller, f.contact[0].namedA, text, sizeof text);
        assert_string_equal(text, "mantle");
        assert_int_equal(f.contact[0].type, VL_CONTACT_EDGE_FACE);
    }
    // Standing: its end, a plane face.
    vlIdentifier_Forget(id);
    vlIdentifier_Update(id, at(0, 0, 0.03), vlIdentityPose(), &f);
    assert_string_equal(describe(id, &f, text, sizeof text), "f-f -z|+z");
    // Tilted by 20 degrees: the rim.
    vlQuat tilt = vlQuatFromAxisAngle(vlVec(0, 1, 0), 20 * VL_PI / 180.0);
    vlPose pose = {{0, 0, 0}, tilt};
    double low = HUGE_VAL;
    for (int v = 0; v < roller->vertexCount; ++v) {
        low = fmin(low, vlTransform(pose, roller->vertices[v].position).z);
    }
    pose.p.z = -low;
    vlIdentifier_Forget(id);
    vlIdentifier_Update(id, pose, vlIdentityPose(), &f);
    assert_int_equal(f.count, 1);
    vlPolyhedron_GetName(roller, f.contact[0].namedA, text, sizeof text);
    assert_string_equal(text, "rim -z/mantle");
    vlIdentifier_Destroy(id);
    vlPolyhedron_Release(roller);
    vlPolyhedron_Release(floor);
}

// An element sunk into both faces of a concave edge is beyond the border of each, but touches both.
// B is the L, whose floor and wall meet at the z axis.
static void an_edge_or_corner_sunk_into_a_concave_edge_touches_both_faces(void** state)
{
    (void)state;
    static const vlVec2 wedge[3] = {{0.0, 0.0}, {0.05, 0.02}, {0.02, 0.05}};
    static const vlVec3 tip[4] = {
        {0.0, 0.0, 0.0}, {0.05, 0.02, -0.01}, {0.02, 0.05, -0.01}, {0.03, 0.03, 0.05}};
    static const int sizes[4] = {3, 3, 3, 3};
    static const int corners[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const vlPolyhedron* b = makeL();
    const vlPolyhedron* a[2] = {mustExtrude(wedge, 3, -0.03, 0.03), NULL};
    assert_int_equal(
        vlPolyhedron_CreateFromFaces(NULL, tip, 4, sizes, 4, corners, NULL, 0, &a[1], NULL, 0),
        VL_OK);
    for (int i = 0; i < 2; ++i) {
        vlIdentifier* id = makeIdentifier(a[i], b, NULL);
        for (int k = 0; k < 16; ++k) { // from 0 to 150 um into each
            vlPose pose = {vlVec(-50e-6 * (k % 4), -50e-6 * (k / 4), 0.0), vlIdentityQuat()};
            vlFormation f;
            vlIdentifier_Find(id, pose, vlIdentityPose(), &f);
            assert_int_equal(f.count, 2);
            for (int c = 0; c < 2; ++c) {
                const vlPrincipalContact* p = &f.contact[c];
                bool isFloor = p->normal.y > 0.5;
                assert_int_equal(p->type, i == 0 ? VL_CONTACT_EDGE_FACE : VL_CONTACT_VERTEX_FACE);
                assertNear(isFloor ? p->normal.y : p->normal.x, 1.0, 1e-12);
                assertNear(p->nearest, isFloor ? pose.p.y : pose.p.x, 1e-12);
            }
            assert_true(f.contact[0].normal.y > 0.5 || f.contact[1].normal.y > 0.5);
        }
        vlIdentifier_Destroy(id);
        vlPolyhedron_Release(a[i]);
    }
    vlPolyhedron_Release(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_poses_of_the_corner_have_their_names),
        cmocka_unit_test(contact_points_and_depths_are_those_of_the_geometry),
        cmocka_unit_test(freedoms_are_counted_right),
        cmocka_unit_test(formations_do_not_depend_on_the_common_place),
        cmocka_unit_test(formations_do_not_depend_on_the_numbers_of_elements),
        cmocka_unit_test(random_poses_give_principal_contacts_only),
        cmocka_unit_test(contacts_without_a_plane_are_replaced),
        cmocka_unit_test(a_round_body_touches_by_name),
        cmocka_unit_test(an_edge_or_corner_sunk_into_a_concave_edge_touches_both_faces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
