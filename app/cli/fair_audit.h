// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_FAIR_AUDIT_H
#define VOLAR_APP_FAIR_AUDIT_H

// The audit of a device with the tolerance by which the program judges it.

#include <volar/renderer.h>

vlAudit vlFairAudit_Make(const vlRenderer* renderer);

#endif
