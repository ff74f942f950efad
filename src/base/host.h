// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_HOST_H
#define VOLAR_BASE_HOST_H

// Names of hosts. Only numeric addresses are used, since looking up a name may reach out to the
// network and take long; the one name that everybody types needs no look-up.

// "127.0.0.1" for "localhost", in letters of any case; every other text as it is.
const char* vlHost_ToNumeric(const char* host);

#endif
