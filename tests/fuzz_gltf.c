// SPDX-License-Identifier: MIT
// Any text and any bytes as the two chunks of a binary glTF file, with the head that they need; and
// a text alone as a .gltf file: nothing crashes or leaks, and the result is a valid mesh or a
// refusal that says why. The text ends at the first NUL. tests/corpus/gltf holds inputs to start
// from: nodes, accessors with strides, sparse ones, all kinds of primitives.

#define VL_FUZZ_MUTATES
#include "fuzz_text.h"
#include "mesh_check.h"

#define MOST_BYTES 65536
#define HEAD 12
#define CHUNK 8

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t room, unsigned seed)
{
    const uint8_t* end = size > 0 ? memchr(data, '\0', size) : NULL;
    size_t text = end != NULL ? (size_t)(end - data) : size;
    size_t rest = size - text;
    if (seed % 4 == 0 || rest > room / 2) {
        return LLVMFuzzerMutate(data, size, room);
    }
    uint8_t* bytes = malloc(rest + 1);
    if (bytes == NULL) {
        return size;
    }
    memcpy(bytes, data + text, rest);
    text = vlFuzzText_Change(data, text, room - rest, seed);
    memcpy(data + text, bytes, rest);
    free(bytes);
    return text + rest;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t* a, size_t aSize, const uint8_t* b, size_t bSize,
                                 uint8_t* out, size_t room, unsigned seed)
{
    return vlFuzzText_Cross(a, aSize, b, bSize, out, room, seed);
}

static void putWord(uint8_t* at, size_t word)
{
    uint32_t value = (uint32_t)word;
    memcpy(at, &value, sizeof value);
}

// The two chunks with their heads, each filled up to four bytes. Returns how many bytes there are.
static size_t pack(uint8_t* bytes, const uint8_t* text, size_t size, const uint8_t* rest,
                   size_t restSize)
{
    size_t padded = (size + 3) & ~(size_t)3;
    size_t whole = HEAD + CHUNK + padded;
    memcpy(bytes, "glTF", 4);
    putWord(bytes + 4, 2);
    putWord(bytes + HEAD, padded);
    memcpy(bytes + HEAD + 4, "JSON", 4);
    memcpy(bytes + HEAD + CHUNK, text, size);
    memset(bytes + HEAD + CHUNK + size, ' ', padded - size);
    size_t restPadded = (restSize + 3) & ~(size_t)3;
    putWord(bytes + whole, restPadded);
    memcpy(bytes + whole + 4, "BIN\0", 4);
    memcpy(bytes + whole + CHUNK, rest, restSize);
    memset(bytes + whole + CHUNK + restSize, 0, restPadded - restSize);
    whole += CHUNK + restPadded;
    putWord(bytes + 8, whole);
    return whole;
}

// Reads from a separate block, so that the address sanitizer notices a read one byte too far.
static void tryBytes(const uint8_t* data, size_t size, const char* name)
{
    vlMesh mesh;
    vlFileError error;
    uint8_t* bytes = malloc(size > 0 ? size : 1);
    VL_FUZZ_REQUIRE(bytes != NULL);
    memcpy(bytes, data, size);
    memset(&error, 0xa5, sizeof error);
    vlResult result = vlMesh_ReadBytes(bytes, size, name, &mesh, &error);
    free(bytes);
    VL_FUZZ_REQUIRE(result == VL_OK ? vlMeshCheck_IsSound(&mesh)
                                    : vlMeshCheck_IsRefused(result, &mesh, &error, name));
    vlMesh_Free(&mesh);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static uint8_t bytes[MOST_BYTES + 64];
    size = size < MOST_BYTES ? size : MOST_BYTES;
    const uint8_t* end = size > 0 ? memchr(data, '\0', size) : NULL;
    if (end == NULL) {
        tryBytes(data, size, "a.gltf");
        return 0;
    }
    size_t text = (size_t)(end - data);
    tryBytes(bytes, pack(bytes, data, text, end + 1, size - text - 1), "a.glb");
    return 0;
}
