// SPDX-License-Identifier: MIT
// The hull when malloc itself fails, at every call in turn: Qhull allocates with it and must
// neither end the program nor print. The test replaces malloc, so it runs only without sanitizers.

#include <stdlib.h>

#include "maybe.h"
#include "models/random.h"
#include "test.h"
#include "volar/shape.h"

// The C library's own; glibc keeps this name for programs that wrap malloc.
extern void* __libc_malloc(size_t size);

static bool isWatching;
static int calls;
static int failAt; // number of the call that fails, -1 for none

void* malloc(size_t size)
{
    if (isWatching && calls++ == failAt) {
        return NULL;
    }
    return __libc_malloc(size);
}

static vlResult makeHull(const vlVec3* points, int count, int failing, vlShape** shape,
                         vlMaybe* error)
{
    calls = 0;
    failAt = failing;
    isWatching = true;
    vlResult result =
        vlShape_CreateHull(NULL, points, count, shape, vlMaybe_Text(error), vlMaybe_Size(error));
    isWatching = false;
    return result;
}

static void a_hull_survives_any_failure_of_malloc(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    vlVec3 points[300];
    for (int i = 0; i < 300; ++i) {
        points[i] = vlRandom_InBall(&random);
    }
    vlShape* shape = NULL;
    vlMaybe error = {""};
    assert_int_equal(makeHull(points, 300, -1, &shape, &error), VL_OK);
    vlShape_Release(shape);
    int total = calls;
    assert_true(total > 10);
    int failures = 0;
    for (int k = 0; k < total; ++k) {
        shape = NULL;
        vlResult result = makeHull(points, 300, k, &shape, &error);
        if (result == VL_OK) { // a call that is not needed, such as sorting's
            vlShape_Release(shape);
            continue;
        }
        assert_int_equal(result, VL_ERROR_MEMORY);
        assert_null(shape);
        assert_string_equal(error.message, "the allocator returned no memory");
        ++failures;
    }
    assert_true(failures > total / 2);
    // And it works again afterwards.
    assert_int_equal(makeHull(points, 300, -1, &shape, &error), VL_OK);
    vlShape_Release(shape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hull_survives_any_failure_of_malloc),
    };
    return cmocka_run_group_tests_name("shape_malloc", tests, NULL, NULL);
}
