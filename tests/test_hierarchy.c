// SPDX-License-Identifier: MIT
// Hierarchies: nodes contain their triangles within their stated errors; the cache; wrong
// arguments.

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "collide/gjk.h"
#include "level_couple.h"
#include "pairs.h"

#define DISTANCE 1e-3

static double outsideOf(const vlHierarchy* h, const vlLevelNode* n, vlVec3 p)
{
    double x[VL_LANES] = {p.x, p.x, p.x, p.x}, y[VL_LANES] = {p.y, p.y, p.y, p.y},
           z[VL_LANES] = {p.z, p.z, p.z, p.z};
    vlConvex hull = vlLevel_Hull(h, n);
    vlConvex point = {.vertexCount = 1, .centre = p, .vx = x, .vy = y, .vz = z};
    vlGjkCache cache = {.count = 0};
    return vlGjk_Distance(&hull, &point, vlDiag(1.0, 1.0, 1.0), vlZero(), &cache).distance;
}

static void nodes_hold_the_triangles_of_all_patches_below_them(void** state)
{
    (void)state;
    for (int k = 0; k < 2; ++k) {
        const vlHierarchy* h = couple.levels[k];
        vlHierarchyInfo info = vlHierarchy_GetInfo(h);
        assert_int_equal(info.nodeCount, 2 * info.leafCount - 1);
        assert_true(info.leafError <= 1.01e-3 * info.radius);
        for (int i = 0; i < h->nodeCount; ++i) {
            const vlLevelNode* n = &h->node[i];
            assert_in_range(n->vertices, 3, VL_LEVEL_VERTICES);
            for (int t = n->patch; t < n->patch + n->patchCount; ++t) {
                for (int c = 0; c < 3; ++c) {
                    vlVec3 p = h->skin->point[h->skin->triangle[h->triangle[t]][c]];
                    assert_true(outsideOf(h, n, p) <= n->round + 1e-14); // rounding
                }
            }
        }
    }
}

static void no_point_of_a_node_is_farther_from_the_solid_than_its_error(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    int points = vlTestRig_PairCount(8);
    for (int k = 0; k < 2; ++k) {
        vlHierarchyInfo info = vlHierarchy_GetInfo(couple.levels[k]);
        double closest = 0.0; // largest part of a stated error that is reached
        for (int i = 0; i < info.nodeCount; ++i) {
            vlHierarchyNode n;
            assert_int_equal(vlHierarchy_GetNode(couple.levels[k], i, &n), VL_OK);
            for (int j = 0; j < points; ++j) {
                // Three vertices at random: edges and faces of the hull are often among them.
                vlVec3 p = vlZero();
                double left = 1.0;
                for (int c = 0; c < 3; ++c) {
                    double part = c < 2 ? left * vlRandom_Uniform(&random) : left;
                    int vertex = vlRandom_Index(&random, n.vertexCount);
                    p = vlMulAdd(p, part, n.vertex[vertex]);
                    left -= part;
                }
                vlSignedDistance d;
                assert_int_equal(
                    vlShape_FindSignedDistance(couple.shape[k], p, (double)INFINITY, -1, &d),
                    VL_OK);
                assert_true(d.distance + n.round <= n.error + 1e-14);
                closest =
                    n.error > 5e-4 ? fmax(closest, (d.distance + n.round) / n.error) : closest;
            }
        }
        assert_true(closest > 0.5); // errors are not much too large either
    }
}

static void one_patch_alone_is_a_root(void** state)
{
    (void)state;
    static const vlVec3 points[4] = {{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}};
    static const int triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    vlSurfaceShapeDef def = {points, 4, triangles, 4, 0.01, VL_AUTO};
    vlShape* shape = NULL;
    vlHierarchy* h = NULL;
    vlHierarchyDef coarse = vlDefaultHierarchyDef();
    coarse.leafError = 0.1;
    assert_int_equal(vlShape_CreateSurface(NULL, &def, &shape, NULL, 0), VL_OK);
    assert_int_equal(vlHierarchy_Create(NULL, shape, &coarse, &h, NULL, 0), VL_OK);
    vlShape_Release(shape); // the hierarchy keeps a reference
    vlGapQuery* query = NULL;
    assert_int_equal(vlGapQuery_Create(NULL, h, h, NULL, &query, NULL, 0), VL_OK);
    vlPose pose = {{0.15, 0.0, 0.0}, vlIdentityQuat()};
    // The corner at (0.1, 0, 0) from the edges at x = 0.15.
    assert_true(vlIsNear(vlGapQuery_FindDistance(query, pose, 1.0), 0.05, 1e-15));
    vlGapQuery_Destroy(query);
    vlHierarchy_Destroy(h);
}

static void wrong_arguments_are_refused_with_a_sentence(void** state)
{
    (void)state;
    char message[200] = "";
    vlHierarchy* h = NULL;
    vlGapQuery* q = NULL;
    vlShape* box = NULL;
    vlHierarchyDef def = vlDefaultHierarchyDef();
    vlGapQueryDef none = {.pairs = 1, .contacts = 1};
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(1, 1, 1), &box, NULL, 0), VL_OK);
    assert_int_equal(vlHierarchy_Create(NULL, box, NULL, &h, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "not the surface of a mesh"));
    def.leafError = 0.5;
    assert_int_equal(vlHierarchy_Create(NULL, couple.shape[0], &def, &h, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "0.5 of the radius"));
    assert_int_equal(vlGapQuery_Create(NULL, couple.levels[0], couple.levels[1], &none, &q, message,
                                       sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "expected 2 to 1e7"));
    q = makeQuery(NULL);
    vlPose pose = vlIdentityPose();
    vlGapContact contact;
    vlGapDepth depth;
    vlHierarchyNode node;
    assert_int_equal(vlGapQuery_Find(q, pose, -1.0, DISTANCE), VL_ERROR_ARGUMENT);
    assert_int_equal(vlGapQuery_Find(q, pose, 0.0, (double)NAN), VL_ERROR_ARGUMENT);
    pose.p.x = (double)INFINITY;
    assert_int_equal(vlGapQuery_Find(q, pose, 0.0, DISTANCE), VL_ERROR_ARGUMENT);
    assert_true(vlGapQuery_FindDistance(q, pose, 1.0) == (double)INFINITY);
    assert_int_equal(vlGapQuery_GetContact(q, 0, &contact), VL_ERROR_ARGUMENT);
    assert_int_equal(vlGapQuery_GetDepth(q, -1, &depth), VL_ERROR_ARGUMENT);
    assert_int_equal(vlHierarchy_GetNode(couple.levels[0], -1, &node), VL_ERROR_ARGUMENT);
    vlGapQuery_Destroy(q);
    vlHierarchy_Destroy(NULL);
    vlGapQuery_Destroy(NULL);
    vlShape_Release(box);
}

// ---- the cache ----

static void checkSame(const vlHierarchy* one, const vlHierarchy* other)
{
    assert_int_equal(one->nodeCount, other->nodeCount);
    assert_memory_equal(one->node, other->node, (size_t)one->nodeCount * sizeof *one->node);
    assert_memory_equal(one->coordinate, other->coordinate,
                        (size_t)one->coordinateCount * sizeof *one->coordinate);
    assert_memory_equal(one->triangle, other->triangle,
                        (size_t)one->skin->triangleCount * sizeof *one->triangle);
    assert_true(one->leafCount == other->leafCount && one->deepest == other->deepest);
}

static void a_hierarchy_from_the_cache_is_the_same_to_the_last_bit(void** state)
{
    (void)state;
    char folder[] = "/tmp/volar-levels-XXXXXX", path[300] = "";
    assert_non_null(mkdtemp(folder));
    vlHierarchyDef def = vlDefaultHierarchyDef();
    def.leafError = 0.02; // faster to make
    vlHierarchy *h = NULL, *first = NULL;
    assert_int_equal(vlHierarchy_Create(NULL, couple.shape[1], &def, &first, NULL, 0), VL_OK);
    def.cacheFolder = folder;
    for (int turn = 0; turn < 4; ++turn) { // made, read, damaged and so made again, read
        assert_int_equal(vlHierarchy_Create(NULL, couple.shape[1], &def, &h, NULL, 0), VL_OK);
        assert_int_equal(vlHierarchy_GetInfo(h).isFromCache, turn % 2);
        checkSame(h, first);
        vlHierarchy_Destroy(h);
        if (turn == 1) {
            DIR* open = opendir(folder);
            for (struct dirent* e = readdir(open); e != NULL; e = readdir(open)) {
                if (e->d_name[0] != '.') {
                    (void)snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
                }
            }
            (void)closedir(open);
            FILE* file = fopen(path, "r+b");
            assert_non_null(file);
            assert_int_equal(fseek(file, 2000, SEEK_SET), 0);
            assert_int_equal(fputc(0x5a, file), 0x5a);
            assert_int_equal(fputc(0xa5, file), 0xa5);
            assert_int_equal(fclose(file), 0);
        }
    }
    vlHierarchy_Destroy(first);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_hold_the_triangles_of_all_patches_below_them),
        cmocka_unit_test(no_point_of_a_node_is_farther_from_the_solid_than_its_error),
        cmocka_unit_test(one_patch_alone_is_a_root),
        cmocka_unit_test(wrong_arguments_are_refused_with_a_sentence),
        cmocka_unit_test(a_hierarchy_from_the_cache_is_the_same_to_the_last_bit),
    };
    return cmocka_run_group_tests(tests, makeCouple, freeCouple);
}
