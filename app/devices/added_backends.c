// SPDX-License-Identifier: MIT
#include "app/devices/added_backends.h"

#include "app/haply/haply.h"

const vlDeviceOps* const vlAddedBackends[] = {&vlHaply_Ops, NULL};
