// SPDX-License-Identifier: MIT
// Surfaces of meshes: distances against a search through all triangles, their sign against the
// winding number, their gradient against differences; samples against areas, and the search for
// near samples against a test of all.

#include <stdlib.h>

#include "collide/near_samples.h"
#include "mesh_makers.h"
#include "pairs.h"
#include "surface_makers.h"
#include "volar/query.h"

static void checkModel(const char* name, int points, vlRandom* random)
{
    vlMesh mesh = makeModelMesh(name);
    vlShape* shape = makeSurface(&mesh, 0.01, VL_AUTO); // samples do not matter here
    double radius = vlShape_GetRadius(shape);
    for (int i = 0; i < points; ++i) {
        vlVec3 p = randomNear(&mesh, radius, random);
        vlSignedDistance found, again;
        assert_int_equal(vlShape_FindSignedDistance(shape, p, (double)INFINITY, -1, &found), VL_OK);
        double exact = bruteDistance(&mesh, p);
        // Both are sums of a few products of lengths of about the radius.
        assert_true(vlIsNear(fabs(found.distance), exact, 1e-12));
        if (exact > 1e-9) { // nearer, rounding also decides the winding number
            assert_int_equal(found.distance<0.0, windingNumber(&mesh, p)> 0.5);
        }
        // With any hint, and with any reach beyond the distance, the bits are the same.
        int hint = vlRandom_Index(random, mesh.faceCount);
        assert_int_equal(vlShape_FindSignedDistance(shape, p, exact * 1.001 + 1e-9, hint, &again),
                         VL_OK);
        assert_memory_equal(&found, &again, offsetof(vlSignedDistance, triangle));
        assert_int_equal(found.triangle, again.triangle);
        assert_int_equal(vlShape_FindSignedDistance(shape, p, exact * 0.999, hint, &again), VL_OK);
        assert_true(again.triangle == -1 || exact < 1e-12);
    }
    vlShape_Release(shape);
    vlMesh_Free(&mesh);
}

static void distances_are_those_of_a_search_through_all_triangles(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    int usual = vlTestRig_PairCount(30);
    int i = 0;
    for (const vlMeshModel* m = vlMeshModel_Get(0); m != NULL; m = vlMeshModel_Get(++i)) {
        checkModel(m->name, m->triangles > 20000 ? 1 + usual / 10 : usual, &random);
    }
}

static void the_normal_is_the_gradient_of_the_distance(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(2);
    const char* names[] = {"spoon", "cup", "gear", "knot"};
    int smooth = 0;
    for (int k = 0; k < 4; ++k) {
        vlMesh mesh = makeModelMesh(names[k]);
        vlShape* shape = makeSurface(&mesh, 0.01, VL_AUTO);
        for (int i = 0; i < 500; ++i) {
            vlVec3 p = mesh.points[vlRandom_Index(&random, mesh.pointCount)];
            vlVec3 aside = vlRandom_Direction(&random);
            p = vlMulAdd(p, vlRandom_Log(&random, 3e-4, 0.05), aside);
            vlVec3 u = vlRandom_Direction(&random);
            double h = 1e-7;
            vlSignedDistance at, ahead, behind;
            assert_int_equal(vlShape_FindSignedDistance(shape, p, 1.0, -1, &at), VL_OK);
            assert_int_equal(vlShape_FindSignedDistance(shape, vlMulAdd(p, h, u), 1.0, -1, &ahead),
                             VL_OK);
            assert_int_equal(
                vlShape_FindSignedDistance(shape, vlMulAdd(p, -h, u), 1.0, -1, &behind), VL_OK);
            assert_true(vlIsNear(vlLength(at.normal), 1.0, 1e-9));
            double forward = (ahead.distance - at.distance) / h;
            double backward = (at.distance - behind.distance) / h;
            // Near a ridge of the distance the two sides differ; elsewhere the distance has at most
            // the curvature of a sphere about an edge or a corner, 1/distance.
            double bend = h / fmax(fabs(at.distance), h);
            if (fabs(forward - backward) < 1e-3 && bend < 1e-3) {
                ++smooth;
                assert_true(
                    vlIsNear(0.5 * (forward + backward), vlDot(at.normal, u), 2.0 * bend + 1e-7));
            }
        }
        vlShape_Release(shape);
        vlMesh_Free(&mesh);
    }
    assert_true(smooth > 1000); // of 2000: the check above was made
}

static double areaOf(const vlMesh* mesh)
{
    double sum = 0.0;
    for (int t = 0; t < mesh->faceCount; ++t) {
        const vlVec3* p = mesh->points;
        const int* v = &mesh->indices[3 * t];
        sum += 0.5 * vlLength(vlCross(vlSub(p[v[1]], p[v[0]]), vlSub(p[v[2]], p[v[0]])));
    }
    return sum;
}

static vlSurfaceInfo infoOf(const vlShape* shape)
{
    vlSurfaceInfo info;
    assert_int_equal(vlShape_GetSurfaceInfo(shape, &info), VL_OK);
    return info;
}

static void samples_share_the_area_and_its_centroid(void** state)
{
    (void)state;
    vlMesh mesh = makeModelMesh("spoon");
    const double merges[] = {0.0, VL_AUTO};
    vlVec3 first[2];
    int counts[2];
    for (int k = 0; k < 2; ++k) {
        vlShape* shape = makeSurface(&mesh, 1e-3, merges[k]);
        vlSurfaceInfo info = infoOf(shape);
        double sum = 0.0;
        first[k] = vlZero();
        for (int i = 0; i < info.sampleCount; ++i) {
            vlSurfaceSample s;
            vlSignedDistance at;
            assert_int_equal(vlShape_GetSample(shape, i, &s), VL_OK);
            assert_true(s.area > 0.0);
            sum += s.area;
            first[k] = vlMulAdd(first[k], s.area, s.point);
            // A merged sample is at most its radius off the surface; the others are on it.
            assert_int_equal(vlShape_FindSignedDistance(shape, s.point, 1.0, -1, &at), VL_OK);
            assert_true(fabs(at.distance) <= (k == 0 ? 1e-15 : 0.4e-3));
        }
        assert_true(vlIsNear(sum, areaOf(&mesh), 1e-12 * sum));
        assert_true(vlIsNear(info.area, sum, 1e-15 * sum));
        counts[k] = info.sampleCount;
        vlShape_Release(shape);
    }
    // Merging keeps area and first moment, to rounding.
    assert_true(vlLength(vlSub(first[0], first[1])) < 1e-15 * counts[0]);
    assert_true(counts[1] < counts[0]);
    vlMesh_Free(&mesh);
}

static void every_point_of_the_surface_is_near_a_sample(void** state)
{
    (void)state;
    vlMesh mesh = makeModelMesh("cup");
    vlShape* shape = makeSurface(&mesh, 2e-3, 0.0);
    vlSurfaceInfo info = infoOf(shape);
    vlRandom random = vlRandom_Seed(3);
    for (int i = 0; i < 10; ++i) {
        const int* v = &mesh.indices[3 * vlRandom_Index(&random, mesh.faceCount)];
        double s = vlRandom_Uniform(&random), t = (1.0 - s) * vlRandom_Uniform(&random);
        vlVec3 a = mesh.points[v[0]];
        vlVec3 p =
            vlMulAdd(vlMulAdd(a, s, vlSub(mesh.points[v[1]], a)), t, vlSub(mesh.points[v[2]], a));
        double least = HUGE_VAL;
        for (int k = 0; k < info.sampleCount; ++k) {
            vlSurfaceSample at;
            assert_int_equal(vlShape_GetSample(shape, k, &at), VL_OK);
            least = fmin(least, vlLength(vlSub(at.point, p)));
        }
        assert_true(least <= 2e-3 / sqrt(3.0)); // circumradius of an equilateral triangle
    }
    vlShape_Release(shape);
    vlMesh_Free(&mesh);
}

// Two boxes of 2 x 2 x 2 that share a corner region of 1 x 1 x 1, and a cavity in the first one.
static void joined_solids_have_one_outside(void** state)
{
    (void)state;
    vlMeshBuild build = {0};
    addBoxTo(&build, vlVec(0.0, 0.0, 0.0), vlVec(2.0, 2.0, 2.0));
    addBoxTo(&build, vlVec(1.0, 1.0, 1.0), vlVec(3.0, 3.0, 3.0));
    vlMesh mesh = build.mesh;
    vlMeshPrepareDef def = vlDefaultMeshPrepareDef();
    def.unit = VL_MESH_UNIT_M;
    vlMeshRepairs repairs;
    assert_int_equal(vlMesh_Prepare(&mesh, &def, &repairs, NULL, 0), VL_OK);
    vlShape* shape = makeSurface(&mesh, 0.1, 0.0);
    vlSurfaceInfo info = infoOf(shape);
    assert_int_equal(info.solidCount, 2);
    // 24 + 24 minus the three faces of 1 x 1 of each box inside the other. A sample on the border
    // counts with half or all of its area: an error of 0.1 along six edges of each.
    assert_true(vlIsNear(info.area, 42.0, 12 * 0.1));
    vlSignedDistance at;
    assert_int_equal(vlShape_FindSignedDistance(shape, vlVec(1.5, 1.5, 1.1), 9.0, -1, &at), VL_OK);
    assert_true(vlIsNear(at.distance, -0.5, 1e-15)); // deeper in the first one
    assert_int_equal(vlShape_FindSignedDistance(shape, vlVec(0.5, 2.5, 2.5), 9.0, -1, &at), VL_OK);
    assert_true(vlIsNear(at.distance, 0.5, 1e-15)); // from the second one
    vlShape_Release(shape);
    vlMesh_Free(&mesh);
}

static void queries_of_shapes_know_surfaces(void** state)
{
    (void)state;
    vlMesh mesh = makeModelMesh("gear"); // a prism of thickness 10 mm about z
    vlShape* shape = makeSurface(&mesh, 0.01, VL_AUTO);
    vlPose pose = {vlVec(1.0, 2.0, 3.0), vlQuatFromRotationVector(vlVec(0.5 * VL_PI, 0.0, 0.0))};
    vlVec3 above = vlTransform(pose, vlVec(0.01, 0.0, 0.5));
    vlClosestPoint closest;
    vlRayHit hit;
    vlRay ray = {above, vlRotate(pose.q, vlVec(0.0, 0.0, -2.0)), 10.0};
    assert_int_equal(vlShape_FindClosest(shape, pose, above, &closest), VL_OK);
    assert_int_equal(vlShape_CastRay(shape, pose, &ray, &hit), VL_OK);
    assert_true(hit.isHit);
    assert_true(vlIsNear(hit.distance, closest.distance, 1e-14));
    assert_true(vlLength(vlSub(hit.point, closest.point)) < 1e-14);
    assert_true(vlIsNear(vlDot(hit.normal, closest.normal), 1.0, 1e-14));
    ray.direction = vlNeg(ray.direction);
    assert_int_equal(vlShape_CastRay(shape, pose, &ray, &hit), VL_OK);
    assert_false(hit.isHit);
    ray.origin = closest.point;
    ray.origin = vlMulAdd(ray.origin, -1e-3, closest.normal);
    assert_int_equal(vlShape_CastRay(shape, pose, &ray, &hit), VL_OK);
    assert_true(hit.isHit && hit.distance == 0.0);
    vlShape_Release(shape);
    vlMesh_Free(&mesh);
}

static void mass_and_readers_are_those_of_the_mesh(void** state)
{
    (void)state;
    vlMesh mesh = makeModelMesh("cup");
    vlShape* shape = makeSurface(&mesh, 0.01, VL_AUTO);
    vlMeshReport report;
    assert_int_equal(vlMesh_Inspect(&mesh, 1e-9, &report), VL_OK);
    vlMassProperties mass = vlShape_GetMassProperties(shape);
    assert_true(vlIsNear(mass.volume, report.mass.volume, 1e-12 * mass.volume));
    assert_true(vlLength(vlSub(mass.centroid, report.mass.centroid)) < 1e-14);
    assert_true(vlIsNear(mass.inertia.cx.x, report.mass.inertia.cx.x, 1e-12 * mass.inertia.cx.x));
    assert_true(vlIsNear(mass.inertia.cz.x, report.mass.inertia.cz.x, 1e-12 * mass.inertia.cx.x));
    assert_int_equal(vlShape_GetKind(shape), VL_SHAPE_SURFACE);
    assert_int_equal(vlShape_GetPieceCount(shape), 1);
    assert_int_equal(vlShape_GetVertexCount(shape, 0), mesh.pointCount);
    assert_int_equal(vlShape_GetFaceCount(shape, 0), mesh.faceCount);
    int corner[3];
    vlVec3 normal;
    double offset;
    assert_int_equal(vlShape_GetFaceVertices(shape, 0, 17, corner, 3), 3);
    vlShape_GetFacePlane(shape, 0, 17, &normal, &offset);
    for (int k = 0; k < 3; ++k) {
        assert_true(vlIsNear(vlDot(normal, vlShape_GetVertex(shape, 0, corner[k])), offset, 1e-15));
    }
    vlShape_Release(shape);
    vlMesh_Free(&mesh);
}

static void what_is_no_surface_gets_a_sentence(void** state)
{
    (void)state;
    vlMesh mesh = makeModelMesh("torus");
    vlSurfaceShapeDef good = {mesh.points,    mesh.pointCount, mesh.indices,
                              mesh.faceCount, VL_AUTO,         VL_AUTO};
    vlSurfaceShapeDef open = good, tiny = good, inverse = good, few = good;
    open.triangleCount -= 1;
    tiny.spacing = 1e-9;
    few.triangleCount = 3;
    int* turned = malloc(sizeof(int) * 3 * (size_t)mesh.faceCount);
    for (int i = 0; i < 3 * mesh.faceCount; ++i) {
        turned[i] = mesh.indices[i / 3 * 3 + (3 - i % 3) % 3];
    }
    inverse.triangles = turned;
    const struct {
        const vlSurfaceShapeDef* def;
        vlResult result;
        const char* says;
    } cases[] = {{&open, VL_ERROR_GEOMETRY, "not closed at the edge"},
                 {&tiny, VL_ERROR_FULL, "a spacing of 1e-09 m needs about"},
                 {&inverse, VL_ERROR_GEOMETRY, "inside out"},
                 {&few, VL_ERROR_ARGUMENT, "expected at least 4"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char message[256] = "";
        vlShape* shape = NULL;
        assert_int_equal(vlShape_CreateSurface(NULL, cases[i].def, &shape, message, sizeof message),
                         cases[i].result);
        assert_null(shape);
        assert_non_null(strstr(message, cases[i].says));
    }
    free(turned);
    vlMesh_Free(&mesh);
}

// ---- which samples are near ----

// All samples, one by one.
static int searchAll(const vlSampleSearch* s, vlNearSample* found)
{
    int count = 0;
    for (int i = 0; i < s->skin->sampleCount; ++i) {
        vlVec3 p = vlSamples_PlaceIn(s, i);
        vlSignedDistance at = vlSkin_Distance(s->other->skin, p, (double)INFINITY, -1);
        if (at.distance < s->reach && at.distance >= -s->depth) {
            found[count++] = (vlNearSample){i, at.distance, p, at.normal};
        }
    }
    return count;
}

static void assertSameSamples(const vlNearSample* a, const vlNearSample* b, int count)
{
    for (int i = 0; i < count; ++i) {
        assert_int_equal(a[i].sample, b[i].sample);
        assert_true(a[i].gap == b[i].gap);
        assert_memory_equal(&a[i].point, &b[i].point, sizeof a[i].point);
        assert_memory_equal(&a[i].normal, &b[i].normal, sizeof a[i].normal);
    }
}

// A spoon moves slowly through a cup, with some jumps, and the reach changes: the memory of the
// search must not change its result by a bit.
static void what_a_search_remembers_changes_no_bit(void** state)
{
    (void)state;
    enum { STEPS = 150, ROOM = 8000 };
    static vlNearSample found[ROOM], cold[ROOM], all[ROOM];
    vlRandom random = vlRandom_Seed(11);
    vlMesh spoonMesh = makeModelMesh("spoon"), cupMesh = makeModelMesh("cup");
    vlShape* spoon = makeSurface(&spoonMesh, 4e-3, 0.0);
    vlShape* cup = makeSurface(&cupMesh, 0.01, VL_AUTO);
    assert_true(spoon->skin->sampleCount <= ROOM);
    int places = vlSkin_PlaceCount(spoon->skin), dropped = 0, near = 0;
    vlPlaceMemory* memory = calloc((size_t)places, sizeof *memory);
    assert_non_null(memory);
    vlSampleSearch warm = {
        .skin = spoon->skin, .other = cup, .depth = 2e-3, .memory = memory, .stamp = 1};
    vlVec3 at = vlVec(0.0, 0.0, 2e-3), turned = vlZero();
    long measured = 0, measuredCold = 0;
    for (int i = 0; i < STEPS; ++i) {
        double way = i % 40 == 39 ? 20e-3 : 5e-5;
        vlVec3 by = vlRandom_InBall(&random);
        at = vlMulAdd(at, way, by);
        by = vlRandom_InBall(&random);
        turned = vlMulAdd(turned, 2.0 * way, by);
        warm.rotation = vlMatFromQuat(vlQuatFromRotationVector(turned));
        warm.origin = at;
        warm.reach = i % 7 == 0 ? 2e-3 : 1e-3;
        warm.distancesFound = 0;
        warm.stamp = i < STEPS / 2 ? 1 : VL_LAST_STAMP;
        vlSampleSearch fresh = warm;
        fresh.memory = NULL;
        int count = vlSamples_FindNear(&warm, found, ROOM, &dropped);
        assert_int_equal(vlSamples_FindNear(&fresh, cold, ROOM, &dropped), count);
        assertSameSamples(found, cold, count);
        if (i == STEPS / 2) { // another stamp clears the memory
            assert_int_equal(warm.distancesFound, fresh.distancesFound);
        }
        if (i % 5 == 0) {
            assert_int_equal(searchAll(&warm, all), count);
            assertSameSamples(found, all, count);
        }
        near += count;
        measured += warm.distancesFound;
        measuredCold += fresh.distancesFound;
    }
    assert_int_equal(dropped, 0);
    assert_true(near > 10 * STEPS); // there was something to find
    // Near samples are measured in any case; of the others, a search without memory measures many
    // more.
    assert_true(5 * (measured - near) < measuredCold - near);
    free(memory);
    vlShape_Release(spoon);
    vlShape_Release(cup);
    vlMesh_Free(&spoonMesh);
    vlMesh_Free(&cupMesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_those_of_a_search_through_all_triangles),
        cmocka_unit_test(the_normal_is_the_gradient_of_the_distance),
        cmocka_unit_test(samples_share_the_area_and_its_centroid),
        cmocka_unit_test(every_point_of_the_surface_is_near_a_sample),
        cmocka_unit_test(joined_solids_have_one_outside),
        cmocka_unit_test(queries_of_shapes_know_surfaces),
        cmocka_unit_test(mass_and_readers_are_those_of_the_mesh),
        cmocka_unit_test(what_is_no_surface_gets_a_sentence),
        cmocka_unit_test(what_a_search_remembers_changes_no_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
