// SPDX-License-Identifier: MIT
#include "world/kinds.h"

const vlElementKind* const vlKinds[VL_KIND_COUNT] = {
    [VL_KIND_CONTACT] = &vlContactKind,   [VL_KIND_SAMPLES] = &vlSampleKind,
    [VL_KIND_SPRING] = &vlSpringKind,     [VL_KIND_JOINT] = &vlJointKind,
    [VL_KIND_COUPLING] = &vlCouplingKind,
};
