// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_ZWIDTH_ARGUMENTS_H
#define VOLAR_APP_ZWIDTH_ARGUMENTS_H

// The arguments of `volar zwidth`.

#include "models/zwidth_map.h"

#define VL_MAX_ZWIDTH_SETS 32
#define VL_MAX_ZWIDTH_DEVICES 16

typedef struct vlZwidthArguments {
    const char* devices[VL_MAX_ZWIDTH_DEVICES];
    int deviceCount;
    const char* sets[VL_MAX_ZWIDTH_SETS];
    int setCount;
    const char* axes;
    const char* out;
    int columns, rows; // 0: by the kind of loop
    vlPointHand hands[VL_POINT_HANDS];
    int handCount;
    double approaches[VL_MAX_ZWIDTH_STRIKES];
    int approachCount;
    double contactRate; // Hz
    double seconds;     // NAN: as long as is needed
    double delay;       // s; NAN: not given
    vlPointOracle oracle;
    bool isViewed; // the page is served until Ctrl-C
    int port;
} vlZwidthArguments;

// As vlArguments_Parse.
void vlZwidthArguments_Parse(int argc, char** argv, vlZwidthArguments* arguments);

#endif
