// SPDX-License-Identifier: MIT
// Any bytes as a mesh file: nothing crashes or leaks, and the result is a valid mesh or a refusal
// that says why; a mesh that was read can be prepared and inspected. tests/corpus/mesh holds files
// to start from.

#include "fuzz_input.h"
#include "mesh_check.h"

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
