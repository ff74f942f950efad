// SPDX-License-Identifier: MIT
// Meshes when malloc itself fails, at every call in turn, and numbers read without using the
// locale. It replaces functions of the C library, so it runs only without sanitizers.

#include <stdio.h>
#include <stdlib.h>

#include "mesh_check.h"
#include "test.h"

// The C library's own; glibc keeps these names for programs that wrap malloc.
extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* block, size_t size);

static bool isWatching;
static int calls;
static int failAt; // number of the call that fails, -1 for none
static int localeCalls;

static bool isToFail(void)
{
    return isWatching && calls++ == failAt;
}

void* malloc(size_t size)
{
    return isToFail() ? NULL : __libc_malloc(size);
}

void* calloc(size_t count, size_t size)
{
    return isToFail() ? NULL : __libc_calloc(count, size);
}

void* realloc(void* block, size_t size)
{
    return isToFail() ? NULL : __libc_realloc(block, size);
}

// The functions that take the decimal point from the locale.
double strtod(const char* text, char** end)
{
    localeCalls += isWatching;
    *end = (char*)(uintptr_t)text;
    return 0.0;
}

float strtof(const char* text, char** end)
{
    localeCalls += isWatching;
    *end = (char*)(uintptr_t)text;
    return 0.0f;
}

int vsscanf(const char* text, const char* format, va_list arguments)
{
    (void)text;
    (void)format;
    (void)arguments;
    localeCalls += isWatching;
    return 0;
}

static vlResult readAt(const char* path, int failing, vlMesh* mesh, vlFileError* error)
{
    calls = 0;
    failAt = failing;
    isWatching = true;
    vlResult result = vlMesh_Read(path, mesh, error);
    isWatching = false;
    return result;
}

static void a_mesh_survives_any_failure_of_malloc(void** state)
{
    (void)state;
    static const char* const files[] = {"box_forms.obj", "box_ascii.stl",  "box_binary.stl",
                                        "box_ascii.ply", "box_little.ply", "box_big.ply"};
    const char* root = getenv("VOLAR_SOURCE_DIR");
    static const vlMesh empty = {0};
    for (int i = 0; i < 6; ++i) {
        char path[512];
        vlMesh mesh;
        vlFileError error;
        (void)snprintf(path, sizeof path, "%s/tests/corpus/mesh/%s", root != NULL ? root : ".",
                       files[i]);
        assert_int_equal(readAt(path, -1, &mesh, &error), VL_OK);
        assert_true(vlMeshCheck_IsSound(&mesh));
        vlMesh_Free(&mesh);
        int total = calls, refused = 0;
        assert_true(total >= 6); // the file, its stream, points, indices, sizes, parts
        for (int k = 0; k < total; ++k) {
            vlResult result = readAt(path, k, &mesh, &error);
            // If a stream gets no buffer it still reads; if it gets no memory for itself it does
            // not open.
            bool isStream = result == VL_OK || result == VL_ERROR_IO;
            assert_true(isStream || result == VL_ERROR_MEMORY);
            assert_true(result == VL_OK || memcmp(&mesh, &empty, sizeof empty) == 0);
            refused += result == VL_ERROR_MEMORY;
            vlMesh_Free(&mesh);
        }
        assert_true(refused >= 5);
    }
}

static void numbers_are_read_without_asking_the_locale(void** state)
{
    (void)state;
    static const char* const texts[] = {
        "v 0.5 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
        "solid\nfacet normal 0 0 1 outer loop vertex .5 0 0 vertex 1 0 0 vertex 0 1 0 endloop "
        "endfacet endsolid\n",
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
        "property float z\nelement face 1\nproperty list uchar int vertex_index\nend_header\n"
        "0.5 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"};
    localeCalls = 0;
    failAt = -1;
    for (int i = 0; i < 3; ++i) {
        vlMesh mesh;
        isWatching = true;
        vlResult result =
            vlMesh_ReadBytes((const unsigned char*)texts[i], strlen(texts[i]), "a", &mesh, NULL);
        isWatching = false;
        assert_int_equal(result, VL_OK);
        assert_true(mesh.points[0].x == 0.5);
        vlMesh_Free(&mesh);
    }
    assert_int_equal(localeCalls, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_survives_any_failure_of_malloc),
        cmocka_unit_test(numbers_are_read_without_asking_the_locale),
    };
    return cmocka_run_group_tests_name("mesh_malloc", tests, NULL, NULL);
}
