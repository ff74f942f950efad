// SPDX-License-Identifier: MIT
// Tables of formations: every formation in them can exist, formations known to exist are in them,
// and files store them without change.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "failing_allocator.h"
#include "formation_fixture.h"
#include "volar/formation_force.h"

typedef struct Rig {
    const vlPolyhedron* cube;
    const vlPolyhedron* ell;
    vlFormationTableDef def;
    vlFormationTable* table;
    char folder[64];
} Rig;

static int setUp(void** state)
{
    static Rig rig;
    rig = (Rig){.cube = makeCubePolyhedron(0.05), .ell = makeL()};
    rig.def = vlDefaultFormationTableDef(rig.cube, rig.ell);
    rig.def.tries = 2;
    rig.def.maxNodes = 1500;
    assert_int_equal(vlFormationTable_Build(NULL, &rig.def, &rig.table, NULL, 0), VL_OK);
    (void)snprintf(rig.folder, sizeof rig.folder, "test_formation_table_XXXXXX");
    assert_non_null(mkdtemp(rig.folder));
    *state = &rig;
    return 0;
}

static int tearDown(void** state)
{
    Rig* rig = *state;
    vlFormationTable_Destroy(rig->table);
    vlPolyhedron_Release(rig->cube);
    vlPolyhedron_Release(rig->ell);
    return rmdir(rig->folder);
}

static vlVec3 corner(int i)
{
    return vlVec(i & 4 ? 0.05 : -0.05, i & 2 ? 0.05 : -0.05, i & 1 ? 0.05 : -0.05);
}

static double depthInBox(vlVec3 p, vlVec3 low, vlVec3 high)
{
    return fmin(fmin(fmin(p.x - low.x, high.x - p.x), fmin(p.y - low.y, high.y - p.y)),
                fmin(p.z - low.z, high.z - p.z));
}

// No corner of the cube is in either box of the L at the pose of any node.
static void poses_of_the_table_are_free(void** state)
{
    Rig* rig = *state;
    assert_in_range(vlFormationTable_GetCount(rig->table), 200, 1500);
    for (int i = 0; i < vlFormationTable_GetCount(rig->table); ++i) {
        const vlFormationNode* node = vlFormationTable_GetNode(rig->table, i);
        for (int k = 0; k < 8; ++k) {
            vlVec3 x = vlTransform(node->poseBA, corner(k));
            // 2e-6: the search refuses poses deeper than 1e-6 m.
            assert_true(depthInBox(x, vlVec(-0.1, -0.1, -0.15), vlVec(0.3, 0.0, 0.15)) < 2e-6);
            assert_true(depthInBox(x, vlVec(-0.1, -0.1, -0.15), vlVec(0.0, 0.3, 0.15)) < 2e-6);
        }
        assert_true(vlFormationTable_Has(rig->table, node->key));
    }
    assert_null(vlFormationTable_GetNode(rig->table, vlFormationTable_GetCount(rig->table)));
    assert_false(vlFormationTable_Has(rig->table, 12345));
    int from;
    int to;
    assert_true(vlFormationTable_GetArcCount(rig->table) > 200);
    assert_true(vlFormationTable_GetArc(rig->table, 0, &from, &to));
    assert_false(vlFormationTable_GetArc(rig->table, -1, &from, &to));
}

// The cube flat on the floor, in the corner, and both with one of its edges: found at exact poses.
static void known_formations_are_in_the_table(void** state)
{
    Rig* rig = *state;
    vlFormationSettings shell = vlFormationSettings_ForForces();
    vlIdentifier* id = makeIdentifier(rig->cube, rig->ell, &shell);
    const vlPose poses[4] = {
        {{0.15, 0.0505, 0}, {1, 0, 0, 0}},
        {{0.0505, 0.0505, 0}, {1, 0, 0, 0}},
        {{0.06880127, 0.06880127, 0}, {0.96592582628906831, 0, 0, 0.25881904510252074}},
        {{0.0505, 0.0505, 0.1}, {1, 0, 0, 0}}};
    for (int i = 0; i < 4; ++i) {
        vlFormation f;
        char text[256];
        vlIdentifier_Find(id, poses[i], vlIdentityPose(), &f);
        if (!vlFormationTable_Has(rig->table, vlFormation_GetKey(&f))) {
            fail_msg("{%s} is not in the table", describe(id, &f, text, sizeof text));
        }
    }
    vlFormation none = {.count = 0};
    assert_true(vlFormation_GetKey(&none) == 0);
    vlIdentifier_Destroy(id);
}

static void the_same_seed_gives_the_same_table(void** state)
{
    Rig* rig = *state;
    vlFormationTable* other = NULL;
    vlFormationTableDef def = rig->def;
    def.maxNodes = 100;
    vlFormationTable* small = NULL;
    assert_int_equal(vlFormationTable_Build(NULL, &def, &small, NULL, 0), VL_OK);
    assert_int_equal(vlFormationTable_Build(NULL, &def, &other, NULL, 0), VL_OK);
    assert_true(vlFormationTable_IsCut(small));
    assert_int_equal(vlFormationTable_GetCount(small), 100);
    for (int i = 0; i < 100; ++i) {
        assert_true(vlFormationTable_GetNode(small, i)->key ==
                    vlFormationTable_GetNode(other, i)->key);
    }
    vlFormationTable_Destroy(small);
    vlFormationTable_Destroy(other);
}

static void a_file_holds_the_table(void** state)
{
    Rig* rig = *state;
    char path[128];
    char message[256];
    vlFormationTable* read = NULL;
    (void)snprintf(path, sizeof path, "%s/t.bin", rig->folder);
    assert_int_equal(vlFormationTable_Write(rig->table, path, message, sizeof message), VL_OK);
    assert_int_equal(vlFormationTable_Read(NULL, &rig->def, path, &read, message, sizeof message),
                     VL_OK);
    assert_int_equal(vlFormationTable_GetCount(read), vlFormationTable_GetCount(rig->table));
    assert_int_equal(vlFormationTable_GetArcCount(read), vlFormationTable_GetArcCount(rig->table));
    for (int i = 0; i < vlFormationTable_GetCount(read); ++i) {
        assert_true(vlFormationTable_Has(read, vlFormationTable_GetNode(rig->table, i)->key));
    }
    vlFormationTable_Destroy(read);
    vlFormationTableDef other = rig->def;
    other.seed = 7;
    assert_int_equal(vlFormationTable_Read(NULL, &other, path, &read, message, sizeof message),
                     VL_ERROR_MISMATCH);
    // Whether the table is cut is in the header, the third of four counts behind three words.
    FILE* file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 3 * 8 + 2 * 4, SEEK_SET), 0);
    assert_int_equal(fputc(!vlFormationTable_IsCut(rig->table), file),
                     !vlFormationTable_IsCut(rig->table));
    assert_int_equal(fclose(file), 0);
    assert_int_equal(vlFormationTable_Read(NULL, &rig->def, path, &read, message, sizeof message),
                     VL_ERROR_PARSE);
    assert_int_equal(vlFormationTable_Write(rig->table, path, message, sizeof message), VL_OK);
    file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 200, SEEK_SET), 0);
    assert_int_equal(fputc(0x5a, file), 0x5a);
    assert_int_equal(fputc(0xa5, file), 0xa5);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(vlFormationTable_Read(NULL, &rig->def, path, &read, message, sizeof message),
                     VL_ERROR_PARSE);
    assert_int_equal(truncate(path, 20), 0);
    assert_int_equal(vlFormationTable_Read(NULL, &rig->def, path, &read, message, sizeof message),
                     VL_ERROR_PARSE);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(vlFormationTable_Read(NULL, &rig->def, path, &read, message, sizeof message),
                     VL_ERROR_IO);
    assert_non_null(strstr(message, path));
}

static void a_folder_keeps_tables_by_their_content(void** state)
{
    Rig* rig = *state;
    vlFormationTableDef def = rig->def;
    vlFormationTable* table = NULL;
    bool wasRead = true;
    char message[256] = "old";
    char command[128];
    def.maxNodes = 50;
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(vlFormationTable_BuildCached(NULL, &def, rig->folder, &table, &wasRead,
                                                      message, sizeof message),
                         VL_OK);
        assert_int_equal(wasRead, i == 1);
        assert_string_equal(message, "");
        vlFormationTable_Destroy(table);
    }
    // A cache folder that cannot be written is not an error, but it is reported.
    assert_int_equal(vlFormationTable_BuildCached(NULL, &def, "/nonexistent", &table, &wasRead,
                                                  message, sizeof message),
                     VL_OK);
    assert_false(wasRead);
    assert_non_null(strstr(message, "/nonexistent"));
    vlFormationTable_Destroy(table);
    (void)snprintf(command, sizeof command, "rm -f %s/formations-*.bin", rig->folder);
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c): the folder is our own
}

static void wrong_numbers_and_no_memory_are_refused(void** state)
{
    Rig* rig = *state;
    vlFormationTableDef def = rig->def;
    vlFormationTable* table = NULL;
    char message[256];
    def.tries = 0;
    assert_int_equal(vlFormationTable_Build(NULL, &def, &table, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "tries 0"));
    def = rig->def;
    def.maxNodes = 10;
    for (int i = 0; i < 3; ++i) {
        vlFailingAllocator failing;
        vlAllocator allocator = vlFailingAllocator_Make(&failing, i);
        assert_int_equal(vlFormationTable_Build(&allocator, &def, &table, message, sizeof message),
                         VL_ERROR_MEMORY);
        assert_int_equal(failing.live, 0);
    }
    const vlPolyhedron* other = makeCubePolyhedron(0.04);
    vlFormationForceDef force = vlDefaultFormationForceDef(other, rig->ell);
    vlFormationForce* made = NULL;
    force.table = rig->table;
    assert_int_equal(vlFormationForce_Create(NULL, &force, &made, message, sizeof message),
                     VL_ERROR_MISMATCH);
    vlPolyhedron_Release(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_of_the_table_are_free),
        cmocka_unit_test(known_formations_are_in_the_table),
        cmocka_unit_test(the_same_seed_gives_the_same_table),
        cmocka_unit_test(a_file_holds_the_table),
        cmocka_unit_test(a_folder_keeps_tables_by_their_content),
        cmocka_unit_test(wrong_numbers_and_no_memory_are_refused),
    };
    return cmocka_run_group_tests(tests, setUp, tearDown);
}
