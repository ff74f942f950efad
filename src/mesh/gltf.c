// SPDX-License-Identifier: MIT
// glTF 2.0, as text with buffers in it or beside it (.gltf), and as one binary file (.glb): the
// triangles of the nodes of the default scene, each node a part. glTF states metres with y up; the
// mesh is turned to z up. Skins, morph targets and animations are left out: the mesh is read at
// rest.

#include <stdlib.h>
#include <string.h>

#include "mesh/gltf_nodes.h"

#define GLB_HEADER 12
#define CHUNK_HEADER 8
#define CHUNK_JSON 0x4e4f534au
#define CHUNK_BINARY 0x004e4942u

// Refuses other versions, and files that need an extension which may change where vertices are.
static vlResult checkHead(vlGltf* gltf)
{
    static const char* const harmless[] = {"KHR_materials_", "KHR_texture_", "KHR_lights_",
                                           "KHR_mesh_quantization"};
    const vlJson* json = &gltf->json;
    int version = vlJson_Find(json, vlJson_Find(json, 0, "asset"), "version");
    int required = vlJson_Find(json, 0, "extensionsRequired");
    bool isTwo = version >= 0 && json->value[version].kind == VL_JSON_STRING &&
                 json->value[version].length >= 2 &&
                 memcmp(json->text + json->value[version].start, "2.", 2) == 0;
    if (!isTwo) {
        return vlGltf_Fail(gltf, version, "found no asset of version 2, expected glTF 2.0");
    }
    for (int i = required + 1; required >= 0 && i < json->value[required].end;
         i = json->value[i].end) {
        bool isHarmless = false;
        const char* name = json->text + json->value[i].start;
        for (int k = 0; k < 4; ++k) {
            size_t length = strlen(harmless[k]);
            isHarmless = isHarmless || (json->value[i].length >= (int)length &&
                                        memcmp(name, harmless[k], length) == 0);
        }
        if (!isHarmless) {
            return vlGltf_Fail(gltf, i,
                               "the file needs the extension '%.*s', which is not supported",
                               json->value[i].length < 60 ? json->value[i].length : 60, name);
        }
    }
    return VL_OK;
}

static vlResult readScene(vlGltf* gltf)
{
    vlResult result = checkHead(gltf);
    result =
        result == VL_OK ? vlGltf_List(gltf, "buffers", &gltf->buffers, &gltf->bufferCount) : result;
    result =
        result == VL_OK ? vlGltf_List(gltf, "bufferViews", &gltf->views, &gltf->viewCount) : result;
    result = result == VL_OK
                 ? vlGltf_List(gltf, "accessors", &gltf->accessors, &gltf->accessorCount)
                 : result;
    result =
        result == VL_OK ? vlGltf_List(gltf, "meshes", &gltf->meshes, &gltf->meshCount) : result;
    result = result == VL_OK ? vlGltf_List(gltf, "nodes", &gltf->nodes, &gltf->nodeCount) : result;
    if (result != VL_OK) {
        return result;
    }
    gltf->buffer = calloc((size_t)gltf->bufferCount + 1, sizeof *gltf->buffer);
    return gltf->buffer != NULL ? vlGltf_AddNodes(gltf) : vlGltf_FailMemory(gltf);
}

static void freeGltf(vlGltf* gltf)
{
    for (int i = 0; gltf->buffer != NULL && i < gltf->bufferCount; ++i) {
        free(gltf->buffer[i].own);
    }
    free(gltf->buffer);
    free(gltf->buffers);
    free(gltf->views);
    free(gltf->accessors);
    free(gltf->meshes);
    free(gltf->nodes);
    vlJson_Free(&gltf->json);
}

static vlResult readJson(vlGltf* gltf, const unsigned char* text, size_t size)
{
    vlMeshBuild* build = gltf->build;
    vlResult result = VL_OK;
    vlJsonEnd end = vlJson_Parse(&gltf->json, (const char*)text, (int)size);
    if (end == VL_JSON_NO_MEMORY) {
        result = vlGltf_FailMemory(gltf);
    } else if (end == VL_JSON_FAULT) {
        int line, column;
        vlJson_Place(&gltf->json, gltf->json.at, &line, &column);
        bool isText = gltf->binary == NULL;
        result =
            vlMeshBuild_Fail(build, VL_ERROR_PARSE, isText ? line : 0, isText ? column : 0,
                             "not JSON: %s at byte %d of the text", gltf->json.why, gltf->json.at);
    } else {
        result = readScene(gltf);
    }
    // The format states its unit: nothing is to be guessed.
    build->mesh.isInMetres = result == VL_OK;
    freeGltf(gltf);
    return result;
}

static uint32_t wordAt(const unsigned char* bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

vlResult vlMesh_ReadGltf(vlMeshBuild* build, const unsigned char* bytes, size_t size)
{
    vlGltf gltf = {.build = build, .fileSize = size};
    return readJson(&gltf, bytes, size);
}

vlResult vlMesh_ReadGlb(vlMeshBuild* build, const unsigned char* bytes, size_t size)
{
    vlGltf gltf = {.build = build, .fileSize = size, .binary = bytes};
    if (size < GLB_HEADER + CHUNK_HEADER || wordAt(bytes + 4) != 2) {
        return vlMeshBuild_Fail(build, VL_ERROR_PARSE, 0, 0,
                                "found no binary glTF of version 2 at byte 4, expected one");
    }
    size_t textSize = wordAt(bytes + GLB_HEADER), at = GLB_HEADER + CHUNK_HEADER;
    if (wordAt(bytes + 8) != size || wordAt(bytes + GLB_HEADER + 4) != CHUNK_JSON ||
        textSize > size - at) {
        return vlMeshBuild_Fail(
            build, VL_ERROR_PARSE, 0, 0,
            "the file announces %u bytes with a text of %zu at byte 8, expected %zu bytes",
            wordAt(bytes + 8), textSize, size);
    }
    const unsigned char* text = bytes + at;
    at += textSize;
    if (size - at >= CHUNK_HEADER && wordAt(bytes + at + 4) == CHUNK_BINARY) {
        size_t length = wordAt(bytes + at);
        if (length > size - at - CHUNK_HEADER) {
            return vlMeshBuild_Fail(build, VL_ERROR_PARSE, 0, 0,
                                    "the chunk at byte %zu announces %zu bytes, expected at most "
                                    "%zu",
                                    at, length, size - at - CHUNK_HEADER);
        }
        gltf.binary = bytes + at + CHUNK_HEADER;
        gltf.binarySize = length;
    }
    return readJson(&gltf, text, textSize);
}
