// SPDX-License-Identifier: MIT
// Memory of shapes: every creator with an allocator that fails at the first, second, third ...
// call. Blocks are filled with noise, so that code that relies on fresh memory being zero fails.

#include <string.h>

#include "maybe.h"
#include "models/random.h"
#include "shape/polyhedron.h"
#include "test.h"

typedef struct meter {
    int calls;
    int live;   // blocks allocated and not released
    int failAt; // number of the call that fails, -1 for none
} meter;

static void* meteredAllocate(size_t size, void* user)
{
    meter* m = user;
    if (m->calls++ == m->failAt) {
        return NULL;
    }
    void* block = vlDefaultAllocator().allocate(size, NULL);
    assert_non_null(block);
    memset(block, 0xa5, size);
    ++m->live;
    return block;
}

static void meteredRelease(void* block, void* user)
{
    meter* m = user;
    assert_non_null(block);
    --m->live;
    vlDefaultAllocator().release(block, NULL);
}

typedef vlResult (*creator)(const vlAllocator* allocator, vlShape** shape, vlMaybe* error);

static vlResult halfspace(const vlAllocator* a, vlShape** shape, vlMaybe* error)
{
    return vlShape_CreateHalfspace(a, vlVec(0.0, 1.0, 0.0), 0.5, shape, vlMaybe_Text(error),
                                   vlMaybe_Size(error));
}

static vlResult box(const vlAllocator* a, vlShape** shape, vlMaybe* error)
{
    return vlShape_CreateBox(a, vlVec(1.0, 2.0, 3.0), shape, vlMaybe_Text(error),
                             vlMaybe_Size(error));
}

static vlResult prism(const vlAllocator* a, vlShape** shape, vlMaybe* error)
{
    return vlShape_CreatePrism(a, 7, 1.0, 2.0, shape, vlMaybe_Text(error), vlMaybe_Size(error));
}

static vlResult cylinder(const vlAllocator* a, vlShape** shape, vlMaybe* error)
{
    return vlShape_CreateCylinder(a, 24, 1.0, 2.0, shape, vlMaybe_Text(error), vlMaybe_Size(error));
}

static vlResult cone(const vlAllocator* a, vlShape** shape, vlMaybe* error)
{
    return vlShape_CreateCone(a, 9, 1.0, 0.0, 2.0, shape, vlMaybe_Text(error), vlMaybe_Size(error));
}

static vlResult sphere(const vlAllocator* a, vlShape** shape, vlMaybe* error)
{
    return vlShape_CreateSphere(a, 1.0, 10, 6, shape, vlMaybe_Text(error), vlMaybe_Size(error));
}

static vlResult hull(const vlAllocator* a, vlShape** shape, vlMaybe* error)
{
    vlRandom random = vlRandom_Seed(1);
    vlVec3 points[80];
    for (int i = 0; i < 80; ++i) {
        points[i] = vlRandom_InBall(&random);
    }
    return vlShape_CreateHull(a, points, 80, shape, vlMaybe_Text(error), vlMaybe_Size(error));
}

static vlResult fromFaces(const vlAllocator* a, vlShape** shape, vlMaybe* error)
{
    static const vlVec3 points[4] = {
        {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    static const int sizes[4] = {3, 3, 3, 3};
    static const int indices[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    return vlShape_CreateFromFaces(a, points, 4, sizes, 4, indices, shape, vlMaybe_Text(error),
                                   vlMaybe_Size(error));
}

static vlResult compoundAt(const vlAllocator* a, double distance, vlShape** shape, vlMaybe* error)
{
    vlShape* part = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(0.5, 0.5, 0.5), &part, NULL, 0), VL_OK);
    const vlShape* parts[3] = {part, part, part};
    vlPose poses[3] = {vlIdentityPose(), vlIdentityPose(), vlIdentityPose()};
    poses[1].p.x = distance;
    poses[2].p.x = -distance;
    vlResult result =
        vlShape_CreateCompound(a, parts, poses, 3, shape, vlMaybe_Text(error), vlMaybe_Size(error));
    vlShape_Release(part);
    return result;
}

static vlResult compound(const vlAllocator* a, vlShape** shape, vlMaybe* error)
{
    return compoundAt(a, 1.0, shape, error);
}

static vlResult angle(const vlAllocator* a, vlShape** shape, vlMaybe* error)
{
    vlShape* part = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(0.5, 0.5, 0.5), &part, NULL, 0), VL_OK);
    const vlShape* parts[3] = {part, part, part};
    vlPose poses[3] = {vlIdentityPose(), vlIdentityPose(), vlIdentityPose()};
    poses[1].p.x = 1.0;
    poses[2].p.z = 1.0;
    vlResult result =
        vlShape_CreateCompound(a, parts, poses, 3, shape, vlMaybe_Text(error), vlMaybe_Size(error));
    vlShape_Release(part);
    return result;
}

// Runs the creator with later and later failures until it succeeds; the shape must then hold
// `blocks` blocks. Returns how many calls it makes.
static int failEverywhere(creator create, int blocks)
{
    int failAt = 0;
    for (;; ++failAt) {
        meter m = {0, 0, failAt};
        vlAllocator allocator = {meteredAllocate, meteredRelease, &m};
        vlShape* shape = NULL;
        vlMaybe error = {""};
        vlResult result = create(&allocator, &shape, &error);
        if (result == VL_OK) {
            assert_int_equal(m.live, blocks);
            assert_int_equal(m.calls, failAt);
            vlShape_Release(shape);
            assert_int_equal(m.live, 0);
            return failAt;
        }
        assert_int_equal(result, VL_ERROR_MEMORY);
        assert_string_equal(error.message, "the allocator returned no memory");
        assert_null(shape);
        assert_int_equal(m.live, 0);
    }
}

static void a_failing_allocator_never_costs_memory(void** state)
{
    (void)state;
    // Calls: the block itself, before it the face list, and for a hull before that the work space.
    assert_int_equal(failEverywhere(halfspace, 1), 1);
    assert_int_equal(failEverywhere(box, 1), 2);
    assert_int_equal(failEverywhere(prism, 1), 2);
    assert_int_equal(failEverywhere(cylinder, 1), 2);
    assert_int_equal(failEverywhere(cone, 1), 2);
    assert_int_equal(failEverywhere(sphere, 1), 2);
    assert_int_equal(failEverywhere(hull, 1), 3);
    assert_int_equal(failEverywhere(fromFaces, 1), 2);
    // For a compound that is the block and scratch for the overlap, and five for the solid: two
    // kinds of scratch, cells, points, and the faces while they are joined; and the solid itself.
    // A bar of three boxes is then made again as one, an L keeps its pieces and its solid.
    assert_true(failEverywhere(compound, 1) > 8);
    assert_true(failEverywhere(angle, 3) > 8);
}

static vlResult flatHull(const vlAllocator* a, vlShape** shape, vlMaybe* error)
{
    vlVec3 points[5] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {1.0, 1.0, 0.0}};
    return vlShape_CreateHull(a, points, 5, shape, vlMaybe_Text(error), vlMaybe_Size(error));
}

static vlResult thinBox(const vlAllocator* a, vlShape** shape, vlMaybe* error)
{
    return vlShape_CreateBox(a, vlVec(1.0, 1.0, 1e-12), shape, vlMaybe_Text(error),
                             vlMaybe_Size(error));
}

static vlResult openFaces(const vlAllocator* a, vlShape** shape, vlMaybe* error)
{
    static const vlVec3 points[4] = {
        {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    static const int sizes[4] = {3, 3, 3, 3};
    static const int indices[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 3, 2};
    return vlShape_CreateFromFaces(a, points, 4, sizes, 4, indices, shape, vlMaybe_Text(error),
                                   vlMaybe_Size(error));
}

static vlResult overlappingCompound(const vlAllocator* a, vlShape** shape, vlMaybe* error)
{
    return compoundAt(a, 0.9, shape, error);
}

static void refused_geometry_leaves_no_memory_behind(void** state)
{
    (void)state;
    creator creators[] = {flatHull, thinBox, openFaces, overlappingCompound};
    for (size_t i = 0; i < sizeof creators / sizeof creators[0]; ++i) {
        meter m = {0, 0, -1};
        vlAllocator allocator = {meteredAllocate, meteredRelease, &m};
        vlShape* shape = NULL;
        assert_int_equal(creators[i](&allocator, &shape, NULL), VL_ERROR_GEOMETRY);
        assert_null(shape);
        assert_true(m.calls > 0);
        assert_int_equal(m.live, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failing_allocator_never_costs_memory),
        cmocka_unit_test(refused_geometry_leaves_no_memory_behind),
    };
    return cmocka_run_group_tests_name("shape_memory", tests, NULL, NULL);
}
