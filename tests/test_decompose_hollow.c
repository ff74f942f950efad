// SPDX-License-Identifier: MIT
// Convex pieces of solids with closed hollows, which the surface of their hull does not show: no
// piece may fill them.

#include "mesh_makers.h"

// The six sides of a box, seen from its inside: the wall of a hollow.
static void addHollowTo(vlMeshBuild* build, vlVec3 low, vlVec3 high)
{
    int first = build->mesh.faceCount;
    addBoxTo(build, low, high);
    for (int f = first; f < build->mesh.faceCount; ++f) {
        int* corner = &build->mesh.indices[3 * f];
        int kept = corner[1];
        corner[1] = corner[2];
        corner[2] = kept;
    }
}

static bool isInPiece(const vlShape* piece, vlVec3 p)
{
    for (int f = 0; f < vlShape_GetFaceCount(piece, 0); ++f) {
        vlVec3 normal;
        double offset;
        vlShape_GetFacePlane(piece, 0, f, &normal, &offset);
        if (vlDot(normal, p) > offset) {
            return false;
        }
    }
    return true;
}

// Walls of 0.2 around one hollow or two: six pieces, and one more for the wall between.
static void a_hollow_box_is_its_walls(void** state)
{
    (void)state;
    static vlDecomposition cut;
    for (int hollows = 1; hollows <= 2; ++hollows) {
        char message[256] = "";
        vlMeshBuild build = {0};
        vlMeshPrepareDef prepare = vlDefaultMeshPrepareDef();
        vlDecomposeDef def = vlDefaultDecomposeDef();
        addBoxTo(&build, vlVec(0.0, 0.0, 0.0), vlVec(hollows == 1 ? 2.0 : 3.0, 2.0, 2.0));
        addHollowTo(&build, vlVec(0.2, 0.2, 0.2), vlVec(1.4, 1.8, 1.8));
        if (hollows == 2) {
            addHollowTo(&build, vlVec(1.6, 0.2, 0.2), vlVec(2.8, 1.8, 1.8));
        }
        prepare.unit = VL_MESH_UNIT_M;
        (void)prepareIt(&build.mesh, prepare);
        def.seconds = 0.0;
        if (vlMesh_Decompose(&build.mesh, &def, &cut, message, sizeof message) != VL_OK) {
            fail_msg("%s", message);
        }
        assert_int_equal(cut.pieceCount, 5 + hollows);
        assert_true(cut.error < 1e-9 && cut.isWithin);
        assert_true(fabs(cut.volumeRatio - 1.0) < 1e-9);
        for (int i = 0; i < cut.pieceCount; ++i) {
            assert_false(isInPiece(cut.pieces[i], vlVec(0.8, 1.0, 1.0)));
        }
        vlDecomposition_Free(&cut);
        vlMesh_Free(&build.mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_hollow_box_is_its_walls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
