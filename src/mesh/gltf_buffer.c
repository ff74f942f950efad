// SPDX-License-Identifier: MIT
// The bytes of a glTF file's buffers: written in the file itself, in its second chunk, or in a file
// beside it.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file_in.h"
#include "mesh/gltf_data.h"

static int digitOf(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char* at = c != '\0' ? strchr(digits, c) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

// data:[type];base64,... written in the file itself.
static vlResult readData(vlGltf* gltf, int uri, vlGltfBuffer* buffer)
{
    const char* text = gltf->json.text + gltf->json.value[uri].start;
    int length = gltf->json.value[uri].length;
    const char* comma = memchr(text, ',', (size_t)length);
    const char* mark = ";base64";
    if (comma == NULL || comma - text < 7 || memcmp(comma - 7, mark, 7) != 0) {
        return vlGltf_Fail(gltf, uri, "a buffer's data are not in base64");
    }
    buffer->own = malloc((size_t)length + 1);
    if (buffer->own == NULL) {
        return vlGltf_FailMemory(gltf);
    }
    unsigned bits = 0;
    int held = 0;
    for (const char* c = comma + 1; c < text + length && *c != '='; ++c) {
        int digit = digitOf(*c);
        if (digit < 0) {
            return vlGltf_Fail(gltf, uri, "a buffer's data are not in base64");
        }
        bits = (bits << 6 | (unsigned)digit) & 0xffffu;
        held += 6;
        if (held >= 8) {
            held -= 8;
            buffer->own[buffer->size++] = (unsigned char)(bits >> held);
        }
    }
    buffer->bytes = buffer->own;
    return VL_OK;
}

// Reads the name of a file beside the glTF file. Everything else is refused: paths, network
// addresses, and what a file system might take for a path.
static bool plainName(const vlJson* json, int uri, char name[256])
{
    const char* text = json->text + json->value[uri].start;
    int length = json->value[uri].length, used = 0;
    for (int i = 0; i < length && used < 255; ++i) {
        char c = text[i];
        if (c == '%' && i + 2 < length) {
            char digits[3] = {text[i + 1], text[i + 2], '\0'};
            char* end = NULL;
            c = (char)strtol(digits, &end, 16);
            if (end != digits + 2) {
                return false;
            }
            i += 2;
        }
        if (c == '/' || c == '\\' || c == ':' || (unsigned char)c < 0x20) {
            return false;
        }
        name[used++] = c;
    }
    name[used] = '\0';
    return used > 0 && used < 255 && name[0] != '.';
}

static vlResult readBeside(vlGltf* gltf, int uri, vlGltfBuffer* buffer)
{
    char name[256], path[4096], why[128];
    int problem = 0;
    struct stat info;
    if (!plainName(&gltf->json, uri, name)) {
        return vlGltf_Fail(gltf, uri,
                           "a buffer's uri is not the plain name of a file beside this one");
    }
    if (!gltf->build->mayOpenFiles) {
        return vlGltf_Fail(gltf, uri,
                           "a buffer in the file '%.80s'; other files are not opened here", name);
    }
    const char* end = strrchr(gltf->build->name, '/');
    int folder = end != NULL ? (int)(end - gltf->build->name) + 1 : 0;
    int length = snprintf(path, sizeof path, "%.*s%s", folder, gltf->build->name, name);
    FILE* file = length < (int)sizeof path ? vlFileIn_Open(path, false, &problem) : NULL;
    if (file == NULL) {
        return vlGltf_Fail(gltf, uri, "the buffer '%.80s' cannot be read: %s", name,
                           vlFileIn_Explain(problem, why, sizeof why));
    }
    bool isFit =
        fstat(fileno(file), &info) == 0 && info.st_size <= (long)(VL_MAX_MESH_BYTES - gltf->loaded);
    if (isFit) {
        buffer->own = malloc((size_t)info.st_size + 1);
        buffer->size = buffer->own != NULL ? fread(buffer->own, 1, (size_t)info.st_size, file) : 0;
        buffer->bytes = buffer->own;
        gltf->loaded += buffer->size;
    }
    (void)fclose(file);
    if (!isFit) {
        return vlGltf_Fail(gltf, uri, "the buffers have more than %d bytes", VL_MAX_MESH_BYTES);
    }
    return buffer->own != NULL ? VL_OK : vlGltf_FailMemory(gltf);
}

// A buffer must hold what it announces; it may hold more, as those of binary files do.
static vlResult checkLength(vlGltf* gltf, long long index)
{
    const vlGltfBuffer* buffer = &gltf->buffer[index];
    long long length = 0;
    int at = vlJson_Find(&gltf->json, gltf->buffers[index], "byteLength");
    vlResult result = vlGltf_Whole(gltf, at, "byteLength", VL_GLTF_LARGEST, &length);
    if (result == VL_OK && length > (long long)buffer->size) {
        result = vlGltf_Fail(gltf, at, "a buffer of %lld bytes, of which only %zu exist", length,
                             buffer->size);
    }
    return result;
}

vlResult vlGltf_OpenBuffer(vlGltf* gltf, long long index, const vlGltfBuffer** out)
{
    vlGltfBuffer* buffer = &gltf->buffer[index];
    int uri = vlJson_Find(&gltf->json, gltf->buffers[index], "uri");
    vlResult result = VL_OK;
    *out = buffer;
    if (buffer->bytes != NULL) {
        return VL_OK;
    }
    if (uri < 0 && index == 0 && gltf->binary != NULL) {
        buffer->bytes = gltf->binary;
        buffer->size = gltf->binarySize;
    } else if (uri < 0 || gltf->json.value[uri].kind != VL_JSON_STRING) {
        result = vlGltf_Fail(gltf, gltf->buffers[index], "a buffer without bytes");
    } else if (gltf->json.value[uri].length >= 5 &&
               memcmp(gltf->json.text + gltf->json.value[uri].start, "data:", 5) == 0) {
        result = readData(gltf, uri, buffer);
    } else {
        result = readBeside(gltf, uri, buffer);
    }
    return result == VL_OK ? checkLength(gltf, index) : result;
}
