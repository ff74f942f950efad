// SPDX-License-Identifier: MIT
// Solids that touch along edges and faces, in one mesh whose corners are welded: each becomes a
// separate solid again, in any position and with the rounding of files.

#include "mesh_makers.h"

typedef struct Blocks {
    int count;
    vlVec3 box[8][2]; // low, high
    int pieces;       // convex ones that they make together
} Blocks;

static const Blocks arrangements[] = {
    {2, {{{0, 0, 0}, {1, 1, 1}}, {{1, 0, 0}, {2, 1, 1}}}, 1}, // a face
    {2, {{{0, 0, 0}, {1, 1, 1}}, {{1, 1, 0}, {2, 2, 1}}}, 2}, // an edge
    {4,
     {{{0, 0, 0}, {1, 1, 1}},
      {{1, 1, 0}, {2, 2, 1}},
      {{1, 1, 1}, {2, 2, 2}}, //
      {{0, 0, 1}, {1, 1, 2}}},
     2},                                                                                    //
    {3, {{{0, 0, 0}, {3, .1, 2}}, {{0, .1, 0}, {.1, 2, 2}}, {{2.9, .1, 0}, {3, 2, 2}}}, 3}, // a U
    {8,
     {{{0, 0, 0}, {1, 1, 1}},
      {{1, 0, 0}, {2, 1, 1}},
      {{0, 1, 0}, {1, 2, 1}},
      {{1, 1, 0}, {2, 2, 1}},
      {{0, 0, 1}, {1, 1, 2}},
      {{1, 0, 1}, {2, 1, 2}},
      {{0, 1, 1}, {1, 2, 2}},
      {{1, 1, 1}, {2, 2, 2}}},
     1},
};

static vlMeshPrepareDef inMetres(void)
{
    vlMeshPrepareDef def = vlDefaultMeshPrepareDef();
    def.unit = VL_MESH_UNIT_M;
    return def;
}

// Builds the blocks rotated by `q`. Returns their volume.
static double buildBlocks(const Blocks* blocks, vlQuat q, vlMeshBuild* build)
{
    double volume = 0.0;
    for (int i = 0; i < blocks->count; ++i) {
        vlVec3 side = vlSub(blocks->box[i][1], blocks->box[i][0]);
        addBoxTo(build, blocks->box[i][0], blocks->box[i][1]);
        volume += side.x * side.y * side.z;
    }
    for (int i = 0; i < build->mesh.pointCount; ++i) {
        build->mesh.points[i] = vlRotate(q, build->mesh.points[i]);
    }
    roundToFloat(&build->mesh);
    return volume;
}

static void solids_that_touch_are_solids(void** state)
{
    (void)state;
    static vlDecomposition cut;
    vlRandom random = vlRandom_Seed(16);
    for (size_t i = 0; i < sizeof arrangements / sizeof arrangements[0]; ++i) {
        for (int turn = 0; turn < 10; ++turn) {
            vlMeshBuild build = {0};
            vlMeshReport report;
            vlQuat q = turn == 0 ? vlIdentityQuat() : vlRandom_Rotation(&random);
            double volume = buildBlocks(&arrangements[i], q, &build);
            vlMeshRepairs repairs = prepareIt(&build.mesh, inMetres());
            assert_true(repairs.partedPoints > 0);
            assert_int_equal(repairs.flippedFaces, 0);
            assert_int_equal(build.mesh.pointCount, 8 * arrangements[i].count);
            assert_int_equal(vlMesh_Inspect(&build.mesh, repairs.tolerance, &report), VL_OK);
            assert_true(report.isSolid);
            assert_int_equal(report.components, arrangements[i].count);
            assert_int_equal(report.overlappingComponents, 0);
            // Coordinates in single precision.
            assert_true(vlIsNear(report.mass.volume, volume, 1e-6 * volume));
            if (turn == 0) {
                vlDecomposeDef def = vlDefaultDecomposeDef();
                def.seconds = 0.0;
                assert_int_equal(vlMesh_Decompose(&build.mesh, &def, &cut, NULL, 0), VL_OK);
                assert_int_equal(cut.pieceCount, arrangements[i].pieces);
                assert_true(cut.isWithin);
                vlDecomposition_Free(&cut);
            }
            vlMesh_Free(&build.mesh);
        }
    }
}

// A mesh that is open, or has an odd number of triangles at an edge, is left as it is.
static void a_fin_stays_a_fault(void** state)
{
    (void)state;
    vlMeshBuild build = {0};
    vlMeshReport report;
    (void)buildBlocks(&arrangements[0], vlIdentityQuat(), &build);
    addTriangleTo(&build, vlVec(0, 0, 0), vlVec(1, 0, 0), vlVec(0, -1, -1));
    vlMeshRepairs repairs = prepareIt(&build.mesh, inMetres());
    assert_int_equal(repairs.partedPoints, 0);
    assert_int_equal(vlMesh_Inspect(&build.mesh, repairs.tolerance, &report), VL_OK);
    assert_false(report.isSolid);
    assert_true(report.crowdedEdges > 0);
    vlMesh_Free(&build.mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(solids_that_touch_are_solids),
                                       cmocka_unit_test(a_fin_stays_a_fault)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
