// SPDX-License-Identifier: MIT
#ifndef VOLAR_PORT_LEDGER_H
#define VOLAR_PORT_LEDGER_H

// Energy by port: how much energy each part of the virtual world took from the hand and gave to it,
// and the audit, the verdict over a run. A plain struct that belongs to the caller.

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

// J. Positive is what went INTO the virtual part at the port: from the hand at the device, from
// the bodies at a coupling, contact or friction, out of the motion at the integration. A passive
// part never gave more than it took: its net energy does not fall below what it held at the start.
typedef struct vlPortEnergy {
    double net;
    double taken, given;    // both >= 0, net = taken - given
    double lowest, highest; // of net, ever
} vlPortEnergy;

typedef struct vlPortLedger {
    vlPortEnergy ports[VL_PORT_COUNT];
    uint64_t refused; // bookings that were not finite
} vlPortLedger;

// The verdict over a run.
typedef struct vlAudit {
    double givenToHand;     // J, net
    double mostGivenToHand; // J, largest net over the run, >= 0
    double mostTakenOfHand; // J, >= 0
    double tolerance;       // J
    bool isActive;   // the hand at some time had got more than it gave, and the tolerance; of a
                     // renderer, see vlRenderer_GetAudit
    double unpaid;   // J, most that the hand got beyond what the world gave; renderers only
    double byLimits; // J, net, that the governor's limits gave the hand; renderers only
    vlPort source;   // the virtual part that gave most: who, if active
    double port[VL_PORT_COUNT];       // J, net
    double portLowest[VL_PORT_COUNT]; // J, <= 0
    bool isPortActive[VL_PORT_COUNT];
    uint64_t refused;
} vlAudit;

VL_BEGIN_C

// One word, e.g. "contact"; never NULL.
VL_API const char* vlPort_Name(vlPort port) VL_REALTIME;

// An empty ledger.
VL_API void vlPortLedger_Init(vlPortLedger* ledger) VL_REALTIME;
// Books energy (J) that went into a port, or out of it if negative. Not finite: refused, counted.
VL_API void vlPortLedger_Book(vlPortLedger* ledger, vlPort port, double energy) VL_REALTIME;
// The verdict, with a tolerance (J, >= 0) for rounding and the energy held at the start.
VL_API vlAudit vlPortLedger_Audit(const vlPortLedger* ledger, double tolerance) VL_REALTIME;

VL_END_C

#endif
