// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_CARRIED_MODEL_H
#define VOLAR_TWO_RATE_CARRIED_MODEL_H

// The packet model that programs use: depths and frames are carried with the bodies and clamped,
// friction is computed in every step, and old packets are trusted less. docs/theory/two_rate.md.

#include "two_rate/packet_model.h"

extern const vlPacketModel vlCarriedModel;

#endif
