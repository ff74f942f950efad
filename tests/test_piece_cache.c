// SPDX-License-Identifier: MIT
// Pieces kept in a folder: the same to the last bit as those found again; a file with any fault is
// not used and is replaced.

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "decompose/piece_cache.h"
#include "models/random.h"
#include "test.h"
#include "volar/mesh_model.h"

static char folder[] = "/tmp/volar-cache-XXXXXX";
static char inner[64];
static vlDecomposition first, second;

static int makeFolder(void** state)
{
    (void)state;
    if (mkdtemp(folder) == NULL) {
        return -1;
    }
    (void)snprintf(inner, sizeof inner, "%s/a/b", folder);
    return 0;
}

// The only file of the folder that is made on first use.
static void findFile(char* path, size_t size)
{
    int count = 0;
    DIR* open = opendir(inner);
    assert_non_null(open);
    for (struct dirent* e = readdir(open); e != NULL; e = readdir(open)) {
        if (e->d_name[0] != '.') {
            (void)snprintf(path, size, "%s/%s", inner, e->d_name);
            ++count;
        }
    }
    (void)closedir(open);
    assert_int_equal(count, 1);
}

static int removeFolder(void** state)
{
    (void)state;
    char path[400] = "";
    findFile(path, sizeof path);
    (void)unlink(path);
    (void)rmdir(inner);
    *strrchr(inner, '/') = '\0';
    (void)rmdir(inner);
    return rmdir(folder);
}

static void gear(vlMesh* mesh, vlDecomposeDef* def)
{
    assert_int_equal(vlMeshModel_Make("gear", mesh), VL_OK);
    *def = vlDefaultDecomposeDef();
    def->seconds = 0.0;
    def->cacheFolder = inner;
}

static void decomposeInto(const vlMesh* mesh, const vlDecomposeDef* def, vlDecomposition* out)
{
    assert_int_equal(vlMesh_Decompose(mesh, def, out, NULL, 0), VL_OK);
}

static void checkSame(void)
{
    assert_int_equal(first.pieceCount, second.pieceCount);
    assert_true(first.error == second.error && first.radius == second.radius &&
                first.wall == second.wall && first.volumeRatio == second.volumeRatio &&
                first.isWithin == second.isWithin && first.isLate == second.isLate);
    for (int i = 0; i < first.pieceCount; ++i) {
        const vlShape *a = first.pieces[i], *b = second.pieces[i];
        assert_int_equal(vlShape_GetVertexCount(a, 0), vlShape_GetVertexCount(b, 0));
        assert_int_equal(vlShape_GetFaceCount(a, 0), vlShape_GetFaceCount(b, 0));
        for (int v = 0; v < vlShape_GetVertexCount(a, 0); ++v) {
            vlVec3 p = vlShape_GetVertex(a, 0, v), q = vlShape_GetVertex(b, 0, v);
            assert_memory_equal(&p, &q, sizeof p);
        }
        for (int f = 0; f < vlShape_GetFaceCount(a, 0); ++f) {
            int one[64] = {0}, other[64] = {0};
            int count = vlShape_GetFaceVertices(a, 0, f, one, 64);
            assert_int_equal(count, vlShape_GetFaceVertices(b, 0, f, other, 64));
            assert_memory_equal(one, other, sizeof one);
        }
    }
}

static void kept_pieces_are_those_found_again(void** state)
{
    (void)state;
    vlMesh mesh;
    vlDecomposeDef def;
    struct stat info;
    gear(&mesh, &def);
    decomposeInto(&mesh, &def, &first);
    assert_false(first.isFromCache);
    decomposeInto(&mesh, &def, &second);
    assert_true(second.isFromCache);
    checkSame();
    vlDecomposition_Free(&second);
    // The folder is for its owner alone.
    assert_int_equal(stat(inner, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    // Other options, or another mesh, are another file.
    vlCacheKey key = vlPieceCache_Key(&mesh, &def);
    def.error = 0.02;
    vlCacheKey other = vlPieceCache_Key(&mesh, &def);
    assert_memory_not_equal(&key, &other, sizeof key);
    def.error = 0.01;
    mesh.points[3].x = nextafter(mesh.points[3].x, 1.0);
    other = vlPieceCache_Key(&mesh, &def);
    assert_memory_not_equal(&key, &other, sizeof key);
    // Pieces that do not contain the mesh are not used, whatever the file says.
    mesh.points[3].x += 0.01;
    assert_false(vlPieceCache_Load(inner, key, &mesh, &second));
    assert_int_equal(second.pieceCount, 0);
    vlDecomposition_Free(&first);
    vlMesh_Free(&mesh);
}

static uint64_t checkSum(const unsigned char* bytes, size_t size)
{
    uint64_t h = VL_HASH_SEED;
    for (size_t i = 0; i < size; ++i) {
        h = vlHash_Word(h, bytes[i]);
    }
    return h;
}

static void writeBytes(const char* path, const unsigned char* bytes, size_t size)
{
    FILE* file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void damaged_files_are_replaced(void** state)
{
    (void)state;
    vlMesh mesh;
    vlDecomposeDef def;
    char path[400];
    gear(&mesh, &def);
    decomposeInto(&mesh, &def, &first);
    findFile(path, sizeof path);
    static unsigned char good[200000], bad[200000];
    FILE* file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(good, 1, sizeof good, file);
    (void)fclose(file);
    assert_true(size > 100 && size < sizeof good);
    vlCacheKey key = vlPieceCache_Key(&mesh, &def);
    vlRandom random = vlRandom_Seed(3);
    for (int i = 0; i < 300; ++i) {
        // Cut short, or some bytes replaced; every second time with a matching check sum.
        size_t length = i % 3 == 0 ? (size_t)vlRandom_Index(&random, (int)size) : size;
        memcpy(bad, good, size);
        for (int k = 0; k < 4 && i % 3 != 0; ++k) {
            size_t range = k < 2 ? 120 : size - 8;
            size_t at = (size_t)vlRandom_Index(&random, (int)range);
            bad[at] = (unsigned char)vlRandom_Index(&random, 256);
        }
        if (i % 2 == 0 && length > 8) {
            uint64_t sum = checkSum(bad, length - 8);
            memcpy(bad + length - 8, &sum, sizeof sum);
        }
        writeBytes(path, bad, length);
        bool isRead = vlPieceCache_Load(inner, key, &mesh, &second);
        // Pieces that are used contain the mesh; a changed number in the statistics cannot be
        // detected.
        assert_true(isRead ? second.pieceCount == first.pieceCount : second.pieceCount == 0);
        assert_true(!isRead || i % 2 == 0 || memcmp(good, bad, size) == 0);
        vlDecomposition_Free(&second);
    }
    memcpy(bad, good, size);
    bad[size / 2] ^= 1;
    writeBytes(path, bad, size);
    decomposeInto(&mesh, &def, &second);
    assert_false(second.isFromCache);
    vlDecomposition_Free(&second);
    decomposeInto(&mesh, &def, &second);
    assert_true(second.isFromCache);
    checkSame();
    vlDecomposition_Free(&second);
    // A folder that cannot be made does not cause a failure.
    def.cacheFolder = "/proc/none/volar";
    decomposeInto(&mesh, &def, &second);
    assert_false(second.isFromCache);
    vlDecomposition_Free(&second);
    vlDecomposition_Free(&first);
    vlMesh_Free(&mesh);
}

static void the_folder_follows_the_rules_of_xdg(void** state)
{
    (void)state;
    char path[64];
    assert_int_equal(setenv("HOME", "/home/x", 1), 0);
    assert_int_equal(unsetenv("XDG_CACHE_HOME"), 0);
    assert_int_equal(vlMesh_FindCacheFolder(path, sizeof path), 20);
    assert_string_equal(path, "/home/x/.cache/volar");
    assert_int_equal(setenv("XDG_CACHE_HOME", "/c", 1), 0);
    assert_int_equal(vlMesh_FindCacheFolder(path, sizeof path), 8);
    assert_string_equal(path, "/c/volar");
    assert_int_equal(setenv("XDG_CACHE_HOME", "c", 1), 0); // not absolute: ignored
    assert_int_equal(vlMesh_FindCacheFolder(path, sizeof path), 20);
    assert_int_equal(unsetenv("HOME"), 0);
    assert_int_equal(vlMesh_FindCacheFolder(path, sizeof path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_pieces_are_those_found_again),
        cmocka_unit_test(damaged_files_are_replaced),
        cmocka_unit_test(the_folder_follows_the_rules_of_xdg),
    };
    return cmocka_run_group_tests(tests, makeFolder, removeFolder);
}
