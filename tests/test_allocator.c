// SPDX-License-Identifier: MIT
// Every creator under an allocator that fails at the first, second, third ... call: the right
// result, nothing leaked, nothing written.

#include <stdio.h>

#include "failing_allocator.h"
#include "maybe.h"
#include "models/random.h"
#include "test.h"
#include "volar/volar.h"

// More allocations than any creator makes.
#define MOST_CALLS 128

typedef vlResult (*Creator)(const vlAllocator* allocator, vlShape** shape, vlMaybe* error);

static vlResult createHalfspace(const vlAllocator* allocator, vlShape** shape, vlMaybe* error)
{
    return vlShape_CreateHalfspace(allocator, vlVec(0.0, 0.0, 1.0), 0.0, shape, vlMaybe_Text(error),
                                   vlMaybe_Size(error));
}

static vlResult createBox(const vlAllocator* allocator, vlShape** shape, vlMaybe* error)
{
    return vlShape_CreateBox(allocator, vlVec(1.0, 2.0, 3.0), shape, vlMaybe_Text(error),
                             vlMaybe_Size(error));
}

static vlResult createHull(const vlAllocator* allocator, vlShape** shape, vlMaybe* error)
{
    vlRandom random = vlRandom_Seed(1);
    vlVec3 points[40];
    for (int i = 0; i < 40; ++i) {
        points[i] = vlRandom_InBall(&random);
    }
    return vlShape_CreateHull(allocator, points, 40, shape, vlMaybe_Text(error),
                              vlMaybe_Size(error));
}

static vlResult createFromFaces(const vlAllocator* allocator, vlShape** shape, vlMaybe* error)
{
    const vlVec3 points[4] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const int sizes[4] = {3, 3, 3, 3};
    const int indices[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    return vlShape_CreateFromFaces(allocator, points, 4, sizes, 4, indices, shape,
                                   vlMaybe_Text(error), vlMaybe_Size(error));
}

static vlResult createPrism(const vlAllocator* allocator, vlShape** shape, vlMaybe* error)
{
    return vlShape_CreatePrism(allocator, 5, 1.0, 2.0, shape, vlMaybe_Text(error),
                               vlMaybe_Size(error));
}

static vlResult createCylinder(const vlAllocator* allocator, vlShape** shape, vlMaybe* error)
{
    return vlShape_CreateCylinder(allocator, 16, 1.0, 2.0, shape, vlMaybe_Text(error),
                                  vlMaybe_Size(error));
}

static vlResult createCone(const vlAllocator* allocator, vlShape** shape, vlMaybe* error)
{
    return vlShape_CreateCone(allocator, 8, 1.0, 0.5, 2.0, shape, vlMaybe_Text(error),
                              vlMaybe_Size(error));
}

static vlResult createSphere(const vlAllocator* allocator, vlShape** shape, vlMaybe* error)
{
    return vlShape_CreateSphere(allocator, 1.0, 8, 6, shape, vlMaybe_Text(error),
                                vlMaybe_Size(error));
}

static vlResult createCapsule(const vlAllocator* allocator, vlShape** shape, vlMaybe* error)
{
    return vlShape_CreateCapsule(allocator, 1.0, 2.0, 8, 3, shape, vlMaybe_Text(error),
                                 vlMaybe_Size(error));
}

static vlResult createCompound(const vlAllocator* allocator, vlShape** shape, vlMaybe* error)
{
    vlShape* box = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(1.0, 1.0, 1.0), &box, NULL, 0), VL_OK);
    const vlShape* const pieces[3] = {box, box, box};
    vlPose poses[3] = {vlIdentityPose(), vlIdentityPose(), vlIdentityPose()};
    poses[1].p.x = 2.0;
    poses[2].p.y = 2.0;
    vlResult result = vlShape_CreateCompound(allocator, pieces, poses, 3, shape,
                                             vlMaybe_Text(error), vlMaybe_Size(error));
    vlShape_Release(box);
    return result;
}

static const struct {
    const char* name;
    Creator create;
} creators[] = {
    {"half-space", createHalfspace},
    {"box", createBox},
    {"hull", createHull},
    {"faces", createFromFaces},
    {"prism", createPrism},
    {"cylinder", createCylinder},
    {"cone", createCone},
    {"sphere", createSphere},
    {"capsule", createCapsule},
    {"compound", createCompound},
};
#define CREATOR_COUNT ((int)(sizeof creators / sizeof creators[0]))

// Grants 0, 1, 2 ... allocations until the creator succeeds. Returns how many that took.
static int checkFailures(Creator create)
{
    vlShape* const untouched = (vlShape*)(uintptr_t)0x1234;
    for (int allowed = 0; allowed < MOST_CALLS; ++allowed) {
        vlFailingAllocator memory;
        vlAllocator allocator = vlFailingAllocator_Make(&memory, allowed);
        vlShape* shape = untouched;
        vlMaybe error = {{'\0'}};
        vlResult result = create(&allocator, &shape, &error);
        if (result == VL_OK) {
            assert_true(shape != untouched);
            // One block holds the shape; a compound has one for its outer solid and one for the
            // tree of its pieces.
            assert_in_range(memory.live, 1, 3);
            vlShape_Release(shape);
            assert_int_equal(memory.live, 0);
            return allowed;
        }
        assert_int_equal(result, VL_ERROR_MEMORY);
        assert_ptr_equal(shape, untouched);
        assert_int_equal(memory.live, 0);
        assert_int_equal(memory.calls, allowed + 1); // gives up at the first refusal
        assert_non_null(strstr(error.message, "memory"));
    }
    return MOST_CALLS;
}

static void every_shape_creator_survives_each_failing_allocation(void** state)
{
    (void)state;
    for (int i = 0; i < CREATOR_COUNT; ++i) {
        int needed = checkFailures(creators[i].create);
        if (needed < 1 || needed >= MOST_CALLS) {
            print_error("%s: %d allocations\n", creators[i].name, needed);
        }
        assert_in_range(needed, 1, MOST_CALLS - 1);
    }
}

static void shapes_from_refused_data_leak_nothing(void** state)
{
    (void)state;
    vlFailingAllocator memory;
    vlAllocator allocator = vlFailingAllocator_Make(&memory, -1);
    vlShape* shape = NULL;
    const vlVec3 flat[5] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.5, 0.5, 0}};
    assert_int_equal(vlShape_CreateHull(&allocator, flat, 5, &shape, NULL, 0), VL_ERROR_GEOMETRY);
    const vlVec3 points[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const int sizes[4] = {3, 3, 3, 3};
    const int inwards[12] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
    assert_int_equal(
        vlShape_CreateFromFaces(&allocator, points, 4, sizes, 4, inwards, &shape, NULL, 0),
        VL_ERROR_GEOMETRY);
    vlShape* box = NULL;
    assert_int_equal(vlShape_CreateBox(&allocator, vlVec(1, 1, 1), &box, NULL, 0), VL_OK);
    const vlShape* const twice[2] = {box, box};
    const vlPose same[2] = {vlIdentityPose(), vlIdentityPose()};
    assert_int_equal(vlShape_CreateCompound(&allocator, twice, same, 2, &shape, NULL, 0),
                     VL_ERROR_GEOMETRY);
    assert_null(shape);
    vlShape_Release(box);
    assert_int_equal(memory.live, 0);
}

static void a_world_is_one_block_and_survives_having_none(void** state)
{
    (void)state;
    vlWorld* const untouched = (vlWorld*)(uintptr_t)0x1234;
    vlFailingAllocator memory;
    vlWorldDef def = vlDefaultWorldDef();
    def.allocator = vlFailingAllocator_Make(&memory, 0);
    vlWorld* world = untouched;
    char message[128] = "";
    assert_int_equal(vlWorld_Create(&def, &world, message, sizeof message), VL_ERROR_MEMORY);
    assert_ptr_equal(world, untouched);
    assert_int_equal(memory.live, 0);
    assert_non_null(strstr(message, "bytes"));
    assert_int_equal(vlWorld_Create(&def, &world, NULL, 0), VL_ERROR_MEMORY);

    def.allocator = vlFailingAllocator_Make(&memory, 1);
    assert_int_equal(vlWorld_Create(&def, &world, message, sizeof message), VL_OK);
    assert_int_equal(memory.live, 1);
    // The message of the failure above gave the number of bytes that are allocated now.
    char bytes[32];
    vlFailingAllocator none;
    def.allocator = vlFailingAllocator_Make(&none, 0);
    vlWorld* second = NULL;
    (void)snprintf(bytes, sizeof bytes, "%zu", vlWorld_GetMemory(world));
    assert_int_equal(vlWorld_Create(&def, &second, message, sizeof message), VL_ERROR_MEMORY);
    assert_non_null(strstr(message, bytes));
    vlWorld_Destroy(world);
    assert_int_equal(memory.live, 0);
}

static void a_refused_world_leaks_nothing(void** state)
{
    (void)state;
    vlFailingAllocator memory;
    vlWorldDef def = vlDefaultWorldDef();
    def.allocator = vlFailingAllocator_Make(&memory, -1);
    def.surface.frictionDynamic = 2.0; // above frictionStatic; found after the block is taken
    vlWorld* world = NULL;
    assert_int_equal(vlWorld_Create(&def, &world, NULL, 0), VL_ERROR_ARGUMENT);
    assert_null(world);
    assert_int_equal(memory.live, 0);
}

static vlBodyId addBox(vlWorld* world, vlShape* shape)
{
    vlBodyDef def = vlDefaultBodyDef();
    def.shape = shape;
    vlBodyId id = {0, 0};
    assert_int_equal(vlWorld_CreateBody(world, &def, &id), VL_OK);
    return id;
}

static void bodies_hold_their_shape_and_let_it_go(void** state)
{
    (void)state;
    vlFailingAllocator memory;
    vlAllocator allocator = vlFailingAllocator_Make(&memory, -1);
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateBox(&allocator, vlVec(1, 1, 1), &shape, NULL, 0), VL_OK);
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = NULL;
    assert_int_equal(vlWorld_Create(&def, &world, NULL, 0), VL_OK);
    vlBodyId first = addBox(world, shape);
    (void)addBox(world, shape);
    // A refused body takes no reference.
    vlBodyDef refused = vlDefaultBodyDef();
    refused.shape = shape;
    refused.mass = -1.0;
    vlBodyId id = {7, 7};
    assert_int_equal(vlWorld_CreateBody(world, &refused, &id), VL_ERROR_ARGUMENT);
    assert_true(id.index1 == 7 && id.generation == 7);

    vlShape_Release(shape); // ours; the two bodies keep it
    assert_int_equal(memory.live, 1);
    assert_int_equal(vlWorld_DestroyBody(world, first), VL_OK);
    assert_int_equal(memory.live, 1);
    vlWorld_Destroy(world);
    assert_int_equal(memory.live, 0);
}

static void retaining_and_releasing_balance(void** state)
{
    (void)state;
    vlFailingAllocator memory;
    vlAllocator allocator = vlFailingAllocator_Make(&memory, -1);
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateBox(&allocator, vlVec(1, 1, 1), &shape, NULL, 0), VL_OK);
    vlShape_Retain(shape);
    vlShape_Release(shape);
    assert_int_equal(memory.live, 1);
    vlShape_Release(shape);
    assert_int_equal(memory.live, 0);
    vlShape_Retain(NULL);
    vlShape_Release(NULL);
    vlWorld_Destroy(NULL);
    assert_int_equal(memory.live, 0);
}

static void a_step_never_asks_the_allocator(void** state)
{
    (void)state;
    vlFailingAllocator memory;
    vlWorldDef def = vlDefaultWorldDef();
    def.allocator = vlFailingAllocator_Make(&memory, -1);
    vlWorld* world = NULL;
    vlShape* shape = NULL;
    assert_int_equal(vlWorld_Create(&def, &world, NULL, 0), VL_OK);
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(1, 1, 1), &shape, NULL, 0), VL_OK);
    (void)addBox(world, shape);
    (void)addBox(world, shape); // in the same place: touching from the first step
    vlShape_Release(shape);
    memory.calls = 0;
    for (int i = 0; i < 100; ++i) {
        assert_int_equal(vlWorld_Step(world), VL_OK);
    }
    assert_int_equal(memory.calls, 0);
    assert_int_equal(memory.live, 1);
    vlWorld_Destroy(world);
}

static void the_default_allocator_aligns_to_a_cache_line(void** state)
{
    (void)state;
    vlAllocator allocator = vlDefaultAllocator();
    const size_t sizes[] = {1, 63, 64, 65, 1000, 1u << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        void* block = allocator.allocate(sizes[i], allocator.user);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % 64u, 0);
        memset(block, 0xff, sizes[i]);
        allocator.release(block, allocator.user);
    }
    // A size that cannot be rounded up must not wrap to a small one.
    assert_null(allocator.allocate(SIZE_MAX - 8, allocator.user));
    allocator.release(NULL, allocator.user);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_creator_survives_each_failing_allocation),
        cmocka_unit_test(shapes_from_refused_data_leak_nothing),
        cmocka_unit_test(a_world_is_one_block_and_survives_having_none),
        cmocka_unit_test(a_refused_world_leaks_nothing),
        cmocka_unit_test(bodies_hold_their_shape_and_let_it_go),
        cmocka_unit_test(retaining_and_releasing_balance),
        cmocka_unit_test(a_step_never_asks_the_allocator),
        cmocka_unit_test(the_default_allocator_aligns_to_a_cache_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
