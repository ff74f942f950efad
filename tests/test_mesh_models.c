// SPDX-License-Identifier: MIT
// The meshes made by formulas: counts, closed forms of their volumes, and that they have no faults.

#include "test.h"
#include "volar/mesh_model.h"

static void every_model_is_a_sound_solid_of_its_counts(void** state)
{
    (void)state;
    int count = 0;
    for (const vlMeshModel* m = vlMeshModel_Get(0); m != NULL; m = vlMeshModel_Get(++count)) {
        vlMesh mesh;
        vlMeshReport report;
        assert_int_equal(vlMeshModel_Make(m->name, &mesh), VL_OK);
        assert_int_equal(vlMesh_Inspect(&mesh, 1e-9, &report), VL_OK);
        assert_int_equal(report.triangleCount, m->triangles);
        assert_int_equal(report.pointCount - report.edgeCount + report.triangleCount, m->euler);
        assert_int_equal(report.components, 1);
        assert_true(report.isSolid && report.isSound);
        assert_true(report.mass.volume > 0.0);
        vlMesh_Free(&mesh);
    }
    assert_int_equal(count, 9);
}

static vlMeshReport reportOf(const char* name)
{
    vlMesh mesh;
    vlMeshReport report;
    assert_int_equal(vlMeshModel_Make(name, &mesh), VL_OK);
    assert_int_equal(vlMesh_Inspect(&mesh, 1e-9, &report), VL_OK);
    vlMesh_Free(&mesh);
    return report;
}

static void volumes_are_near_those_of_the_round_solids(void** state)
{
    (void)state;
    // An inscribed torus of n by m sides loses the areas of a polygon twice: about
    // (2 pi / n)^2 / 6 + (2 pi / m)^2 / 6 of it, here 0.29% and 1.14%; diagonals of quadrilaterals
    // that are not plane change it by less than a tenth of that.
    double torus = 2.0 * VL_PI * VL_PI * 0.03 * 0.01 * 0.01;
    double lost = 4.0 * VL_PI * VL_PI / 6.0 * (1.0 / (48.0 * 48.0) + 1.0 / (24.0 * 24.0));
    assert_true(vlIsNear(reportOf("torus").mass.volume / torus, 1.0 - lost, 0.1 * lost));
    // The gear is a prism: area of the hub of 24 sides and of twelve trapezoids.
    double half = 0.022 * sin(VL_PI / 12.0), deep = 0.022 * cos(VL_PI / 12.0);
    double hub =
        12.0 * (0.66 * half * deep + 0.5 * (deep * deep + 0.66 * half * 0.66 * half) *
                                         sin(2.0 * VL_PI / 12.0 - 2.0 * atan2(0.66 * half, deep)));
    double teeth = 12.0 * (0.66 + 0.3) * half * (0.03 - deep);
    assert_true(vlIsNear(reportOf("gear").mass.volume, 0.01 * (hub + teeth), 1e-17)); // 1e-12 of it
    // A wall of 3 mm: bottom, wall and half a torus of handle, to a few per cent of each for the
    // facets, the rim and the joints.
    double cup = VL_PI * (0.04 * 0.04 * 0.003 + (0.04 * 0.04 - 0.037 * 0.037) * 0.087) +
                 VL_PI * VL_PI * 0.0253 * 0.004 * 0.004;
    vlMeshReport report = reportOf("cup");
    assert_true(vlIsNear(report.mass.volume / cup, 1.0, 0.03));
    assert_true(vlIsNear(report.wall, 0.003, 0.0003)); // the handle and the rim are thicker
    assert_int_equal(report.holes, 0);
}

static void unknown_models_are_refused(void** state)
{
    (void)state;
    vlMesh mesh;
    assert_int_equal(vlMeshModel_Make("bunny", &mesh), VL_ERROR_ARGUMENT);
    assert_null(mesh.points);
    assert_null(vlMeshModel_Get(-1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_is_a_sound_solid_of_its_counts),
        cmocka_unit_test(volumes_are_near_those_of_the_round_solids),
        cmocka_unit_test(unknown_models_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
