// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_HEADER_TYPES_H
#define VOLAR_TESTS_HEADER_TYPES_H

// Size and alignment of every public type, as C and as C++ see them.

#include <stddef.h>

#include "volar/volar.h"

#define HEADER_TYPES(X)                                                                            \
    X(vlResult)                                                                                    \
    X(vlAllocator)                                                                                 \
    X(vlVec3)                                                                                      \
    X(vlQuat)                                                                                      \
    X(vlMat3)                                                                                      \
    X(vlPose)                                                                                      \
    X(vlTwist)                                                                                     \
    X(vlWrench)                                                                                    \
    X(vlShapeKind)                                                                                 \
    X(vlMassProperties)                                                                            \
    X(vlSurface)                                                                                   \
    X(vlContactModel)                                                                              \
    X(vlPressureRule)                                                                              \
    X(vlReferenceOptions)                                                                          \
    X(vlNormalLaw)                                                                                 \
    X(vlNormalRule)                                                                                \
    X(vlFrictionRule)                                                                              \
    X(vlPolyhedronRoute)                                                                           \
    X(vlFrictionMode)                                                                              \
    X(vlContactOptions)                                                                            \
    X(vlPlacedShape)                                                                               \
    X(vlIntersection)                                                                              \
    X(vlBodyId)                                                                                    \
    X(vlContactReport)                                                                             \
    X(vlMaterialId)                                                                                \
    X(vlIntegrator)                                                                                \
    X(vlCapacity)                                                                                  \
    X(vlWorldDef)                                                                                  \
    X(vlBodyType)                                                                                  \
    X(vlBodyDef)                                                                                   \
    X(vlStepProfile)                                                                               \
    X(vlStepInfo)                                                                                  \
    X(vlLedger)                                                                                    \
    X(vlSpringId)                                                                                  \
    X(vlSpringDef)                                                                                 \
    X(vlSpringReport)                                                                              \
    X(vlJointType)                                                                                 \
    X(vlMotorMode)                                                                                 \
    X(vlMotor)                                                                                     \
    X(vlAxisDef)                                                                                   \
    X(vlJointId)                                                                                   \
    X(vlJointDef)                                                                                  \
    X(vlJointReport)                                                                               \
    X(vlCouplingId)                                                                                \
    X(vlCouplingDef)                                                                               \
    X(vlCouplingGains)                                                                             \
    X(vlCouplingReport)                                                                            \
    X(vlHold)                                                                                      \
    X(vlRenderedWorldOps)                                                                          \
    X(vlRenderedWorld)                                                                             \
    X(vlRendererDef)                                                                               \
    X(vlFileError)                                                                                 \
    X(vlFileErrors)                                                                                \
    X(vlSceneOptions)                                                                              \
    X(vlMotionKind)                                                                                \
    X(vlMotionKey)                                                                                 \
    X(vlMotionScript)                                                                              \
    X(vlSceneBody)                                                                                 \
    X(vlSceneForce)                                                                                \
    X(vlSceneSpring)                                                                               \
    X(vlTargetKey)                                                                                 \
    X(vlTargetScript)                                                                              \
    X(vlSceneJoint)                                                                                \
    X(vlSceneMaterial)                                                                             \
    X(vlSceneCamera)                                                                               \
    X(vlInputKind)                                                                                 \
    X(vlInput)                                                                                     \
    X(vlEnergy)                                                                                    \
    X(vlViewStatus)                                                                                \
    X(vlViewHeader)                                                                                \
    X(vlViewBody)                                                                                  \
    X(vlViewContact)                                                                               \
    X(vlViewVertex)                                                                                \
    X(vlViewGrab)                                                                                  \
    X(vlViewTail)                                                                                  \
    X(vlViewJoint)                                                                                 \
    X(vlParameterKind)                                                                             \
    X(vlParameter)                                                                                 \
    X(vlRecorderDef)                                                                               \
    X(vlRecorderStatus)                                                                            \
    X(vlRecordingInfo)                                                                             \
    X(vlRecordedBody)                                                                              \
    X(vlRecordedStep)                                                                              \
    X(vlReplayReport)

typedef struct TypeLayout {
    const char* name;
    size_t size;
    size_t alignment;
} TypeLayout;

VL_BEGIN_C

// The C++ view, and what C++ code gets from calling the library: headers_cxx.cpp.
extern const TypeLayout headersCxxLayout[];
extern const int headersCxxLayoutCount;
const char* headersCxxVersion(void);
vlVec3 headersCxxCross(vlVec3 a, vlVec3 b);

VL_END_C

#endif
