// SPDX-License-Identifier: MIT
#ifndef VOLAR_PARAMETER_H
#define VOLAR_PARAMETER_H

// The parameters of a scene: the numbers that may be changed while it runs, such as friction,
// gravity, the stiffness of a coupling and the length of a step. The scene lists them in a fixed
// order and knows their values at the start. A simulation changes them by inputs (VL_INPUT_SET,
// VL_INPUT_RESET), so that recordings hold every change, and keeps them through a restart.

#include "volar/scene.h"

// Pairs of materials whose surfaces are parameters; those of further pairs cannot be changed.
#define VL_MAX_PARAMETER_SURFACES 64

// Every kind with its name in scenes and messages, and its unit.
#define VL_PARAMETER_MAP(X)                                                                        \
    X(VL_PARAMETER_STEP, "step", "s")                                                              \
    X(VL_PARAMETER_GRAVITY_X, "gravity-x", "m/s2")                                                 \
    X(VL_PARAMETER_GRAVITY_Y, "gravity-y", "m/s2")                                                 \
    X(VL_PARAMETER_GRAVITY_Z, "gravity-z", "m/s2")                                                 \
    X(VL_PARAMETER_FRICTION_STATIC, "friction-static", "")                                         \
    X(VL_PARAMETER_FRICTION_DYNAMIC, "friction-dynamic", "")                                       \
    X(VL_PARAMETER_CONTACT_STIFFNESS, "stiffness", "N/m")                                          \
    X(VL_PARAMETER_CONTACT_DAMPING_RATIO, "damping-ratio", "")                                     \
    X(VL_PARAMETER_COUPLING_STIFFNESS, "coupling-stiffness", "N/m")                                \
    X(VL_PARAMETER_COUPLING_DAMPING, "coupling-damping", "N s/m")                                  \
    X(VL_PARAMETER_COUPLING_ANGULAR_STIFFNESS, "coupling-angular-stiffness", "N m/rad")            \
    X(VL_PARAMETER_COUPLING_ANGULAR_DAMPING, "coupling-angular-damping", "N m s/rad")              \
    X(VL_PARAMETER_CONTACT_RESTITUTION, "restitution", "")                                         \
    X(VL_PARAMETER_WALL_LAW, "wall-law", "")                                                       \
    X(VL_PARAMETER_WALL_STIFFNESS, "wall-stiffness", "N/m")                                        \
    X(VL_PARAMETER_FRICTION_LAW, "friction-law", "")                                               \
    X(VL_PARAMETER_FRICTION_KINETIC, "friction-kinetic", "")                                       \
    X(VL_PARAMETER_FRICTION_BREAKAWAY, "friction-breakaway", "")

typedef enum vlParameterKind {
#define VL_PARAMETER_ENUM(kind, name, unit) kind,
    VL_PARAMETER_MAP(VL_PARAMETER_ENUM)
#undef VL_PARAMETER_ENUM
        VL_PARAMETER_KIND_COUNT
} vlParameterKind;

typedef struct vlParameter {
    vlParameterKind kind;
    int materialA, materialB; // of friction and contacts: A <= B; otherwise -1
    int device;               // of couplings: place in the scene; otherwise -1
    double value;             // in the scene
    double least, most;       // the range that an input may set; contains `value` unless VL_AUTO
    bool mayBeAuto;           // VL_AUTO is accepted too: the world chooses
} vlParameter;

VL_BEGIN_C

// The parameters of a scene: step and gravity; friction, stiffness, damping and, where it is given,
// restitution of each pair of materials that can touch; the coupling of each device that has one. A
// number without effect in the scene, such as a damping ratio beside a given damping, is not
// listed. A planar scene has other parameters: gravity along x and y; for each pair of materials
// that can touch, the wall law, its stiffness, the friction law and its two coefficients; the gains
// of each device that has a coupling. NULL out of range.
VL_API int vlScene_GetParameterCount(const vlScene* scene) VL_REALTIME;
VL_API const vlParameter* vlScene_GetParameter(const vlScene* scene, int i) VL_REALTIME;
// May an input set the parameter to this value?
VL_API bool vlParameter_Accepts(const vlParameter* parameter, double value) VL_REALTIME;

// The same as vlScene_Write with other values of all parameters (`count` of them, in order): the
// text reads back with exactly these values, static friction at least as large as dynamic.
// VL_ERROR_ARGUMENT for another count or a value that is not accepted; VL_ERROR_UNSTABLE if an
// explicit step cannot hold a stiffness. On failure `message` (may be NULL) says why. Allocates.
VL_API VL_WARN_UNUSED vlResult vlScene_WriteWith(const vlScene* scene, const double* values,
                                                 int count, char** text, size_t* size,
                                                 char* message, size_t messageSize);

VL_END_C

#endif
