// SPDX-License-Identifier: MIT
// What polyhedra are made with: polygons that are cut and triangulated, groups of polygons in one
// plane, trees of boxes, and arrays that grow.

#include <stdlib.h>

#include "base/box_tree.h"
#include "base/grow.h"
#include "failing_allocator.h"
#include "models/random.h"
#include "solid/facet.h"
#include "solid/plane_groups.h"
#include "test.h"

static const vlVec3 up = {0.0, 0.0, 1.0};

static void a_cut_keeps_points_within_the_tolerance_of_its_plane(void** state)
{
    (void)state;
    const vlVec3 square[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    vlVec3 out[8];
    int count = vlFacet_Cut(square, 4, vlVec(1, 0, 0), 0.25, 0.0, out, 8);
    assert_int_equal(count, 4);
    assertNear(vlFacet_Area(out, NULL, count, up), 0.75, 1e-15);
    // The plane passes 0.01 beyond the corners at x = 0: they lie in it, and no edge is cut.
    count = vlFacet_Cut(square, 4, vlVec(1, 0, 0), 0.01, 0.02, out, 8);
    assert_int_equal(count, 4);
    assertNear(vlFacet_Area(out, NULL, count, up), 1.0, 0.0);
    assert_int_equal(vlFacet_Cut(square, 4, vlVec(1, 0, 0), 2.0, 0.0, out, 8), 0);
    assert_int_equal(vlFacet_Cut(square, 4, vlVec(1, 1, 0), 1.5, 0.0, out, 8), 3);
    assert_int_equal(vlFacet_Cut(square, 4, vlVec(1, 1, 0), 0.5, 0.0, out, 8), 5);
    assert_int_equal(vlFacet_Cut(square, 4, vlVec(1, 1, 0), 0.5, 0.0, out, 2), 2);
}

// Twice the area of the triangles, each of which must be anticlockwise.
static double sumOf(const vlVec3* points, const int* triangles, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
        double area = vlFacet_Area(points, &triangles[3 * i], 3, up);
        assert_true(area > 0.0);
        sum += area;
    }
    return sum;
}

static void ears_fill_a_polygon_with_bays(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(5);
    for (int round = 0; round < 200; ++round) {
        enum { COUNT = 17 };
        vlVec3 points[COUNT];
        int loop[COUNT], triangles[3 * COUNT];
        for (int i = 0; i < COUNT; ++i) { // a star: seen from the middle, no point hides another
            double angle = 2.0 * VL_PI * i / (double)COUNT;
            double radius = vlRandom_Range(&random, 0.2, 1.0);
            points[i] = vlVec(radius * cos(angle), radius * sin(angle), 0.0);
            loop[i] = i;
        }
        int* end = triangles;
        double area = vlFacet_Area(points, NULL, COUNT, up);
        assert_true(vlFacet_Triangulate(points, loop, COUNT, triangles));
        assertNear(sumOf(points, triangles, COUNT - 2), area, 1e-14);
        assert_int_equal(vlFacet_CutEars(points, loop, COUNT, up, 0.0, &end), 3);
        assert_ptr_equal(end, &triangles[3 * (COUNT - 3)]);
    }
    const vlVec3 clockwise[4] = {{0, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0}};
    int loop[4] = {0, 1, 2, 3}, triangles[12];
    int* end = triangles;
    assert_int_equal(vlFacet_CutEars(clockwise, loop, 4, up, 1e-9, &end), 4);
}

// A strip of unit squares across x, each bent against the one before by an angle.
enum { STRIP = 20 };
typedef struct Strip {
    vlVec3 edge[STRIP + 1]; // in the plane y = 0
    double tolerance;
    int largest; // of each group, as the groups are finished
} Strip;

static void planeOf(const void* user, int i, vlVec3* normal, double* offset)
{
    const Strip* s = user;
    *normal = vlUnit(vlCross(vlSub(s->edge[i + 1], s->edge[i]), vlVec(0, 1, 0)));
    *offset = vlDot(*normal, s->edge[i]);
}

static int acrossOf(const void* user, int i, int k)
{
    (void)user;
    return k == 0 ? i - 1 : (k == 1 ? (i + 1 < STRIP ? i + 1 : -1) : VL_NO_SIDE);
}

static bool isIn(const void* user, int beside, int i, vlVec3 normal, double offset)
{
    const Strip* s = user;
    assert_int_equal(abs(beside - i), 1);
    return fabs(vlDot(normal, s->edge[i]) - offset) <= s->tolerance &&
           fabs(vlDot(normal, s->edge[i + 1]) - offset) <= s->tolerance;
}

static void finish(void* user, int group, const int* members, int count)
{
    (void)group;
    (void)count;
    ((Strip*)user)->largest = members[0];
}

static int groupStrip(double bend, int* group)
{
    Strip strip = {.tolerance = 0.02};
    int queue[STRIP];
    vlKeyed seeds[STRIP];
    for (int i = 0; i < STRIP; ++i) {
        vlVec3 along = vlVec(cos(bend * i), 0.0, sin(bend * i));
        strip.edge[i + 1] = vlAdd(strip.edge[i], along);
        seeds[i] = (vlKeyed){1.0 + (i == 7), i};
    }
    vlPlaneSurface surface = {&strip, planeOf, acrossOf, isIn, finish};
    int count = vlPlaneGroups_Find(&surface, STRIP, seeds, STRIP, group, queue);
    assert_int_equal(group[7], 0); // the largest comes first
    return count;
}

static void a_gently_curved_surface_is_not_swallowed_step_by_step(void** state)
{
    (void)state;
    int group[STRIP];
    assert_int_equal(groupStrip(0.0, group), 1);
    // Neighbours are in line to the tolerance, but not all of them are.
    assert_true(groupStrip(0.015, group) > 3);
    assert_int_equal(groupStrip(0.5, group), STRIP);
}

static void the_tree_of_boxes_finds_what_looking_at_all_finds(void** state)
{
    (void)state;
    enum { COUNT = 137 };
    vlRandom random = vlRandom_Seed(11);
    vlBox box[COUNT];
    vlVec3 middle[COUNT];
    int things[COUNT], order[COUNT];
    vlBoxNode nodes[2 * COUNT];
    for (int i = 0; i < COUNT; ++i) {
        vlVec3 at = vlVec(vlRandom_Range(&random, -1, 1), vlRandom_Range(&random, -1, 1),
                          i % 7 == 0 ? 0.5 : vlRandom_Range(&random, -1, 1));
        box[i] = (vlBox){at, at};
        vlBox_Include(&box[i], vlMulAdd(at, vlRandom_Range(&random, 0, 0.2), vlVec(1, 1, 1)));
        middle[i] = vlAdd(box[i].low, box[i].high);
        things[i] = order[i] = i;
    }
    vlBoxTree tree[2] = {{0}, {.node = nodes, .order = order}};
    assert_true(vlBoxTree_Make(box, things, COUNT, &tree[0]));
    vlBoxTree_Plant(box, middle, COUNT, 1, &tree[1]);
    assert_int_equal(tree[1].nodeCount, 2 * COUNT - 1);
    for (int round = 0; round < 300; ++round) {
        vlVec3 p = vlVec(vlRandom_Range(&random, -2, 2), vlRandom_Range(&random, -2, 2),
                         vlRandom_Range(&random, -2, 2));
        double least = HUGE_VAL;
        for (int i = 0; i < COUNT; ++i) {
            least = fmin(least, vlBox_Distance(&box[i], p));
        }
        for (int t = 0; t < 2; ++t) {
            double best = HUGE_VAL;
            vlBoxWalk walk;
            vlBoxWalk_Begin(&walk, &tree[t], p);
            for (const vlBoxNode* leaf; (leaf = vlBoxWalk_Next(&walk, best)) != NULL;) {
                assert_in_range(leaf->count, 1, t == 0 ? 4 : 1);
                for (int i = leaf->first; i < leaf->first + leaf->count; ++i) {
                    best = fmin(best, vlBox_Distance(&box[tree[t].order[i]], p));
                }
            }
            assertNear(best, least, 0.0);
        }
    }
    vlBoxTree_Free(&tree[0]);
}

static void halving_parts_by_place_and_then_by_number(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    for (int count = 2; count < 60; ++count) {
        vlVec3 at[60];
        int order[60];
        for (int i = 0; i < count; ++i) {
            at[i] = vlVec(0.0, floor(vlRandom_Range(&random, 0, 5)), 0.0);
            order[i] = count - 1 - i;
        }
        vlOrder_Halve(at, 1, order, count);
        for (int i = 0; i < count / 2; ++i) {
            for (int k = count / 2; k < count; ++k) {
                double a = at[order[i]].y, b = at[order[k]].y;
                assert_true(a < b || (a == b && order[i] < order[k]));
            }
        }
    }
}

static void an_array_that_cannot_grow_stays_as_it_was(void** state)
{
    (void)state;
    vlFailingAllocator memory;
    vlAllocator allocator = vlFailingAllocator_Make(&memory, 2);
    int *array = NULL, room = 0, used = 0;
    while (vlGrow(&allocator, &array, &room, used + 1, sizeof(int))) {
        array[used] = used;
        ++used;
    }
    assert_true(used == room && used > 64);
    for (int i = 0; i < used; ++i) {
        assert_int_equal(array[i], i);
    }
    allocator.release(array, allocator.user);
    assert_int_equal(memory.live, 0);
    int* plain = NULL;
    room = 0;
    assert_true(vlGrow(NULL, &plain, &room, 1000, sizeof(int)));
    assert_true(room >= 1000);
    free(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_keeps_points_within_the_tolerance_of_its_plane),
        cmocka_unit_test(ears_fill_a_polygon_with_bays),
        cmocka_unit_test(a_gently_curved_surface_is_not_swallowed_step_by_step),
        cmocka_unit_test(the_tree_of_boxes_finds_what_looking_at_all_finds),
        cmocka_unit_test(halving_parts_by_place_and_then_by_number),
        cmocka_unit_test(an_array_that_cannot_grow_stays_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
