// SPDX-License-Identifier: MIT
// A mesh cut into convex pieces has the elements of the mesh itself, and every cell is found in the
// pieces, so formations can be named on either.

#include "formation_fixture.h"
#include "mesh_makers.h"

static vlShape* cutMesh(const vlMesh* mesh)
{
    static vlDecomposition cut;
    vlPose poses[VL_MAX_PIECES];
    vlShape* compound = NULL;
    char message[256] = "";
    vlDecomposeDef def = vlDefaultDecomposeDef();
    def.error = 0.001;
    def.seconds = 0.0;
    if (vlMesh_Decompose(mesh, &def, &cut, message, sizeof message) != VL_OK) {
        fail_msg("%s", message);
    }
    assert_in_range(cut.pieceCount, 2, 3);
    for (int i = 0; i < cut.pieceCount; ++i) {
        poses[i] = vlIdentityPose();
    }
    if (vlShape_CreateCompound(NULL, (const vlShape* const*)cut.pieces, poses, cut.pieceCount,
                               &compound, message, sizeof message) != VL_OK) {
        fail_msg("%s", message);
    }
    vlDecomposition_Free(&cut);
    return compound;
}

static void a_mesh_in_pieces_has_the_elements_of_the_mesh(void** state)
{
    (void)state;
    const vlPose poses[2] = {vlIdentityPose(),
                             {{0.7, -0.3, 0.2}, vlUnitQ((vlQuat){0.7, 0.2, -0.5, 0.3})}};
    for (int i = 0; i < 4; ++i) {
        bool isU = i >= 2;
        vlMesh mesh = makePrism(isU ? sectionU : sectionL, isU ? 8 : 6, -0.15, 0.15, poses[i % 2]);
        vlShape* shape = cutMesh(&mesh);
        const vlPolyhedron* p = polyhedronOf(shape);
        const vlPolyhedron* whole =
            mustExtrude(isU ? sectionU : sectionL, isU ? 8 : 6, -0.15, 0.15);
        assert_int_equal(p->vertexCount, whole->vertexCount);
        assert_int_equal(p->edgeCount, whole->edgeCount);
        assert_int_equal(p->faceCount, whole->faceCount);
        // Pieces stand off by up to 2e-6 of the radius.
        assertNear(p->volume, whole->volume, 1e-5 * whole->volume);
        assertNear(p->area, whole->area, 1e-5 * whole->area);
        int concave = 0;
        int wanted = 0;
        for (int e = 0; e < p->edgeCount; ++e) {
            concave += !p->edges[e].isConvex;
            wanted += !whole->edges[e].isConvex;
        }
        assert_int_equal(concave, wanted);
        // Points closer than 8e-6 of the size are merged.
        checkPieceMap(p, shape, 8e-6 * p->radius);
        vlPolyhedron_Release(p);
        vlPolyhedron_Release(whole);
        vlShape_Release(shape);
        vlMesh_Free(&mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_in_pieces_has_the_elements_of_the_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
