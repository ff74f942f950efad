// SPDX-License-Identifier: MIT
#ifndef VOLAR_PORT_LEDGER_H
#define VOLAR_PORT_LEDGER_H

// Energy by port: how much energy went into and out of each part of the virtual world, and the
// audit, which judges a whole run (vlRenderer_GetAudit).

#include "volar/base.h"

#define VL_PORT_MAP(X)                                                                             \
    X(VL_PORT_DEVICE, "device")                                                                    \
    X(VL_PORT_COUPLING, "coupling")                                                                \
    X(VL_PORT_CONTACT, "contact")                                                                  \
    X(VL_PORT_FRICTION, "friction")                                                                \
    X(VL_PORT_INTEGRATION, "integration")

typedef enum vlPort {
#define VL_PORT_ENUM(port, name) port,
    VL_PORT_MAP(VL_PORT_ENUM)
#undef VL_PORT_ENUM
        VL_PORT_COUNT
} vlPort;

// J. Positive energy went INTO the virtual part at the port: from the hand at the device, from the
// bodies at couplings, contacts and friction, from the motion at the integration. A passive part
// never gives more than it took, apart from the energy that it held at the start.
typedef struct vlPortEnergy {
    double net;
    double taken, given;    // both >= 0, net = taken - given
    double lowest, highest; // of `net` so far
} vlPortEnergy;

typedef struct vlPortLedger {
    vlPortEnergy ports[VL_PORT_COUNT];
    uint64_t refused; // bookings that were not finite
} vlPortLedger;

// The result of an audit.
typedef struct vlAudit {
    double givenToHand;     // J, net
    double mostGivenToHand; // J, largest net over the run, >= 0
    double mostTakenOfHand; // J, largest net energy taken from the hand over the run, >= 0
    double tolerance;       // J
    bool isActive;   // at some time the hand had received more than it gave plus the tolerance; for
                     // a renderer see vlRenderer_GetAudit
    double unpaid;   // J, most that the hand received beyond what the world gave; renderers only
    double byLimits; // J, net, that the governor's limits gave the hand; renderers only
    vlPort source;   // the virtual part that gave most: if active, the likely cause
    double port[VL_PORT_COUNT];       // J, net
    double portLowest[VL_PORT_COUNT]; // J, <= 0
    bool isPortActive[VL_PORT_COUNT];
    uint64_t refused; // bookings that were not finite
} vlAudit;

VL_BEGIN_C

// One word, e.g. "contact"; never NULL.
VL_API const char* vlPort_Name(vlPort port) VL_REALTIME;

VL_END_C

#endif
