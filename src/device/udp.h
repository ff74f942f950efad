// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_UDP_H
#define VOLAR_DEVICE_UDP_H

// Counts of the UDP device since it was opened.

#include "device/datagram.h"

typedef struct vlUdpCounts {
    uint64_t taken;                      // newer than all before: used
    uint64_t faulty[VL_DATAGRAM_FAULTS]; // dropped, by fault
    uint64_t lost;                       // numbers skipped between those that were used
    uint64_t old;                        // duplicated or late: dropped
    uint64_t foreign;                    // from a sender that is not the device: dropped
    uint64_t starts;                     // the first of all, or the first after a silence
    uint64_t unsent;                     // commands for which the socket had no room
} vlUdpCounts;

// `self` is what vlUdp_Ops.open made.
vlUdpCounts vlUdp_GetCounts(const void* self) VL_REALTIME;

#endif
