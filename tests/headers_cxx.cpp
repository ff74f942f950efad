// SPDX-License-Identifier: MIT
// The public headers used from C++: links against the C library and sees the same types.

#include "header_types.h"

#define LAYOUT(type) {#type, sizeof(type), alignof(type)},
const TypeLayout headersCxxLayout[] = {HEADER_TYPES(LAYOUT)};
#undef LAYOUT
const int headersCxxLayoutCount = sizeof headersCxxLayout / sizeof headersCxxLayout[0];

const char* headersCxxVersion(void)
{
    return vlVersion();
}

vlVec3 headersCxxCross(vlVec3 a, vlVec3 b)
{
    return vlCross(a, b);
}
