// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_H
#define VOLAR_BASE_H

// What every other header needs: version, export marks, result codes, errors in files, allocator.
// This header needs no other header of Volar and keeps no global state.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VL_VERSION_MAJOR 0
#define VL_VERSION_MINOR 1
#define VL_VERSION_PATCH 0
#define VL_VERSION_STRING "0.1.0"

#if defined(__GNUC__)
#define VL_API __attribute__((visibility("default")))
#define VL_WARN_UNUSED __attribute__((warn_unused_result))
#else
#define VL_API
#define VL_WARN_UNUSED
#endif

// Marks a function that may be called from a real-time loop: it neither allocates, locks, blocks
// nor makes a system call, and its time is bounded by the world's capacity. docs/real_time.md lists
// the few exceptions, e.g. a recorder that may wait. Volar's own tests follow the calls of each
// marked function (tools/check_realtime.py). For clang 20 and later the mark is the attribute
// `nonblocking`, so that -Wfunction-effects accepts these calls in your own real-time functions.
#if defined(__clang__) && defined(__has_attribute)
#if __has_attribute(nonblocking)
#define VL_REALTIME __attribute__((nonblocking))
#endif
#endif
#ifndef VL_REALTIME
#define VL_REALTIME
#endif

#ifdef __cplusplus
#define VL_BEGIN_C extern "C" {
#define VL_END_C }
#else
#define VL_BEGIN_C
#define VL_END_C
#endif

// A stiffness or damping with this value is chosen by the world from the masses and the step. Where
// another number may have it, the comment there says what is chosen.
#define VL_AUTO (-1.0)

// One list for code and text, so that they cannot diverge.
#define VL_RESULT_MAP(X)                                                                           \
    X(VL_OK, "success")                                                                            \
    X(VL_ERROR_ARGUMENT, "an argument is outside its documented range")                            \
    X(VL_ERROR_STALE_ID, "the id names nothing, or something that was destroyed")                  \
    X(VL_ERROR_FULL, "the capacity fixed at creation is used up")                                  \
    X(VL_ERROR_MEMORY, "the allocator returned no memory")                                         \
    X(VL_ERROR_GEOMETRY, "the shape is not a closed convex polyhedron of positive volume")         \
    X(VL_ERROR_UNSTABLE, "the stiffness is beyond what the integrator can hold at this step")      \
    X(VL_ERROR_MISMATCH, "the data belongs to another world or version")                           \
    X(VL_ERROR_IO, "a file, device or network address could not be used")                          \
    X(VL_ERROR_PARSE, "a text or file does not follow its format")                                 \
    X(VL_ERROR_DIVERGED, "a body left the range of numbers and was frozen at its last good state")

// What a call that can fail returns.
typedef enum vlResult {
#define VL_RESULT_ENUM(code, text) code,
    VL_RESULT_MAP(VL_RESULT_ENUM)
#undef VL_RESULT_ENUM
        VL_RESULT_COUNT
} vlResult;

// A call that fails explains why in one of three places, always with what was found and what was
// expected. A function that makes or opens something takes `message` and `messageSize`: room of the
// caller's for one sentence, which is cut to fit; `message` may be NULL. A call on a world leaves
// its sentence for vlWorld_GetMessage. The faults of a file are listed in vlFileErrors.

// A pointer may be NULL only where its function says so. Elsewhere it must point to what its type
// names: a world, a body's definition, room for a result. NULL is then a fault of the calling
// program: some functions return VL_ERROR_ARGUMENT for it, the others do not check and the program
// crashes. Functions that end a thing (vlWorld_Destroy, vlShape_Release, vlMesh_Free,
// vlDevice_Close, vlTwoRate_Stop and their like) accept NULL and do nothing, so that one exit path
// of the caller can clean up after any failure.

// Where memory comes from. Worlds, shapes, probes, polyhedra, hierarchies, and what identifies
// formations and computes forces from them, live in memory from the caller's allocator; two rates
// use the allocator of their world, except for the two mailboxes between their threads. Everything
// else comes from the C library: meshes, what a program makes once when it starts (scenes,
// simulations, devices, renderers, recorders), and scratch memory while shapes and hierarchies are
// made. `allocate` returns a block aligned to 64 bytes, or NULL; both functions get `user`. No step
// calls them.
typedef struct vlAllocator {
    void* (*allocate)(size_t size, void* user);
    void (*release)(void* block, void* user);
    void* user;
} vlAllocator;

// Largest number of errors that are reported for one file.
#define VL_MAX_FILE_ERRORS 20

// One error in a file: where it is, what was found and what was expected.
typedef struct vlFileError {
    char file[256]; // as given by the caller; "--set" for an override
    int line;       // from 1; 0: the error concerns the whole file
    int column;     // from 1; 0: the error concerns the whole line
    char message[384];
} vlFileError;

typedef struct vlFileErrors {
    int count; // entries in `item`
    int total; // errors found; those beyond VL_MAX_FILE_ERRORS are only counted
    vlFileError item[VL_MAX_FILE_ERRORS];
} vlFileErrors;

VL_BEGIN_C

// One English sentence for a result code; never NULL, even for values outside the list.
VL_API const char* vlResult_Text(vlResult result) VL_REALTIME;

// Name of a result code as written in C, e.g. "VL_ERROR_FULL".
VL_API const char* vlResult_Name(vlResult result) VL_REALTIME;

// Version of the library linked at run time, e.g. "0.1.0".
VL_API const char* vlVersion(void) VL_REALTIME;

// The C library's aligned allocation, used wherever an allocator argument is NULL.
VL_API vlAllocator vlDefaultAllocator(void) VL_REALTIME;

VL_END_C

#endif
