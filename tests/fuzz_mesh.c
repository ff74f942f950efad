// SPDX-License-Identifier: MIT
// Any bytes as a mesh file: nothing crashes or leaks, and the result is a valid mesh or a refusal
// that says why; a mesh that was read can be prepared and inspected. tests/corpus/mesh holds files
// to start from.

#define VL_FUZZ_MUTATES
#include "fuzz_text.h"
#include "mesh_check.h"

#define STL_HEAD 84 // bytes, of which the last four count the facets
#define STL_FACET 50

// A single-precision number as files may have it.
static void putFloat(vlRandom* random, uint8_t* at)
{
    static const float odd[] = {0.0f, -0.0f, 1.0f, -1.0f, 1e-30f, 1e30f, 3e38f, 1e-45f, 0.5f};
    float value = odd[vlRandom_Index(random, (int)(sizeof odd / sizeof odd[0]))];
    value = vlRandom_Index(random, 12) == 0 ? (float)NAN : value;
    memcpy(at, &value, sizeof value);
}

// Changes whole facets of a binary STL file, and counts them again.
static size_t changeFacets(uint8_t* data, size_t size, size_t room, unsigned seed)
{
    vlRandom random = vlRandom_Seed(seed);
    size_t count = (size - STL_HEAD) / STL_FACET;
    uint8_t* one = data + STL_HEAD + STL_FACET * (size_t)vlRandom_Index(&random, (int)count);
    uint8_t* other = data + STL_HEAD + STL_FACET * (size_t)vlRandom_Index(&random, (int)count);
    size_t corner = 12 * (size_t)(1 + vlRandom_Index(&random, 3));
    size_t end = STL_HEAD + STL_FACET * count;
    switch (vlRandom_Index(&random, 5)) {
    case 0: memmove(one + corner, other + 12 * (1 + (size_t)vlRandom_Index(&random, 3)), 12); break;
    case 1: putFloat(&random, one + corner + 4 * (size_t)vlRandom_Index(&random, 3)); break;
    case 2: memmove(one, other, STL_FACET); break;
    case 3:
        if (count > 1) {
            memmove(one, data + end - STL_FACET, STL_FACET);
            --count;
        }
        break;
    default:
        if (end + STL_FACET <= room) {
            memcpy(data + end, one, STL_FACET);
            ++count;
        }
        break;
    }
    uint32_t counted = (uint32_t)count;
    memcpy(data + STL_HEAD - 4, &counted, sizeof counted);
    return STL_HEAD + STL_FACET * count;
}

static bool isText(const uint8_t* data, size_t size)
{
    for (size_t i = 0; i < size; ++i) {
        if (data[i] < ' ' && data[i] != '\n' && data[i] != '\r' && data[i] != '\t') {
            return false;
        }
    }
    return true;
}

// Texts change by words, groups and lines, binary STL by facets, of other files a number in four.
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t room, unsigned seed)
{
    uint32_t facets = 0;
    if (size > STL_HEAD) {
        memcpy(&facets, data + STL_HEAD - 4, sizeof facets);
    }
    if (seed % 4 == 0 || size < 16) {
        return LLVMFuzzerMutate(data, size, room);
    }
    if (isText(data, size)) {
        return vlFuzzText_Change(data, size, room, seed);
    }
    if (facets > 0 && size == STL_HEAD + (size_t)facets * STL_FACET) {
        return changeFacets(data, size, room, seed);
    }
    vlRandom random = vlRandom_Seed(seed);
    if (vlRandom_Index(&random, 4) == 0) {
        putFloat(&random, data + vlRandom_Index(&random, (int)(size - 4)));
        return size;
    }
    return LLVMFuzzerMutate(data, size, room);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t* a, size_t aSize, const uint8_t* b, size_t bSize,
                                 uint8_t* out, size_t room, unsigned seed)
{
    return vlFuzzText_Cross(a, aSize, b, bSize, out, room, seed);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    // The extension counts only if the content does not show the format; the last byte chooses it.
    // glTF is recognised by its content.
    static const char* const names[] = {"a.obj", "a.ply", "a.stl", "a"};
    const char* name = names[size > 0 ? data[size - 1] % 4 : 3];
    // A separate block, so that the address sanitizer notices a read one byte too far.
    uint8_t* bytes = malloc(size > 0 ? size : 1);
    VL_FUZZ_REQUIRE(bytes != NULL);
    memcpy(bytes, data, size);
    vlMesh mesh;
    vlFileError error;
    memset(&error, 0xa5, sizeof error);
    vlResult result = vlMesh_ReadBytes(bytes, size, name, &mesh, &error);
    free(bytes);
    VL_FUZZ_REQUIRE(result == VL_OK ? vlMeshCheck_IsSound(&mesh)
                                    : vlMeshCheck_IsRefused(result, &mesh, &error, name));
    if (result == VL_OK) {
        vlMeshPrepareDef def = vlDefaultMeshPrepareDef();
        vlMeshRepairs repairs;
        vlMeshReport report;
        char text[64] = "";
        result = vlMesh_Prepare(&mesh, &def, &repairs, text, sizeof text);
        VL_FUZZ_REQUIRE(result == VL_OK ? vlMeshCheck_IsSound(&mesh)
                                        : mesh.points == NULL && text[0] != '\0');
        VL_FUZZ_REQUIRE(result != VL_OK ||
                        vlMesh_Inspect(&mesh, repairs.tolerance, &report) == VL_OK);
    }
    vlMesh_Free(&mesh);
    return 0;
}
