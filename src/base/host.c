// SPDX-License-Identifier: MIT
#include "base/host.h"

#include <strings.h>

const char* vlHost_ToNumeric(const char* host)
{
    return strcasecmp(host, "localhost") == 0 ? "127.0.0.1" : host;
}
