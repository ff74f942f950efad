// SPDX-License-Identifier: MIT
#ifndef VOLAR_ID_H
#define VOLAR_ID_H

// Ids of things in a world. An id is a plain value: an index and a generation, which changes each
// time the index is used again, so that the id of something destroyed never names what took its
// place. All zeros is the null id.

#include <stdint.h>

typedef struct vlBodyId {
    uint32_t index1; // index + 1
    uint32_t generation;
} vlBodyId;

typedef struct vlSpringId {
    uint32_t index1;
    uint32_t generation;
} vlSpringId;

typedef struct vlJointId {
    uint32_t index1;
    uint32_t generation;
} vlJointId;

typedef struct vlCouplingId {
    uint32_t index1;
    uint32_t generation;
} vlCouplingId;

// Materials are never destroyed. 0 is the default material, which always exists.
typedef struct vlMaterialId {
    uint32_t index;
} vlMaterialId;

#endif
