// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HAPLY_READ_REQUEST_H
#define VOLAR_APP_HAPLY_READ_REQUEST_H

// The keys of a request, for vlHaplyRequest_Read.

#include "app/haply/protocol.h"
#include "text/scan.h"

// `request` is a vlHaplyRequest.
bool vlHaplyRequest_ReadField(vlJsonIn* reader, const char* key, void* request);

#endif
