// SPDX-License-Identifier: MIT
#ifndef VOLAR_HAPTIC_PORT_BOOKING_H
#define VOLAR_HAPTIC_PORT_BOOKING_H

// Booking and auditing energy by port, which a renderer does (vlRenderer_GetAudit).

#include "volar/port_ledger.h"

// An empty ledger.
void vlPortLedger_Init(vlPortLedger* ledger) VL_REALTIME;
// Books energy (J) that went into a port, or out of it if negative. A number that is not finite is
// refused and counted.
void vlPortLedger_Book(vlPortLedger* ledger, vlPort port, double energy) VL_REALTIME;
// Audits the run so far, with a tolerance (J, >= 0) for rounding and the energy held at the start.
vlAudit vlPortLedger_Audit(const vlPortLedger* ledger, double tolerance) VL_REALTIME;

#endif
