// SPDX-License-Identifier: MIT
#include "app/cli/fair_audit.h"

// Tolerance of the audit, J: force and motion are booked a tick apart, which makes an error of some
// newtons times some millimetres; and a thousandth of all energy that went through the port,
// because a device's encoders are that coarse.
#define ALLOWED 0.01
#define ALLOWED_SHARE 1e-3

vlAudit vlFairAudit_Make(const vlRenderer* renderer)
{
    vlAudit audit = vlRenderer_GetAudit(renderer, 0.0);
    double through = audit.mostGivenToHand + audit.mostTakenOfHand;
    return vlRenderer_GetAudit(renderer, ALLOWED + ALLOWED_SHARE * through);
}
