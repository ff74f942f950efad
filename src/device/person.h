// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_PERSON_H
#define VOLAR_DEVICE_PERSON_H

// What a simulation does to the person at a simulated device.

#include "volar/simulated_device.h"

// Sets the steady load from now on; after creation or restart there is none. The person shifts the
// intention by at most 0.5 m and 1 rad for it. VL_ERROR_ARGUMENT if `device` is not a simulated
// one, or for numbers that are not finite or above 1e9; the last load then stays.
VL_WARN_UNUSED vlResult vlSimulatedDevice_SetLoad(vlDevice* device,
                                                  const vlSimulatedLoad* load) VL_REALTIME;
// Leads the person, as somebody does who pulls with a mouse: the intention follows `place` (m,
// device frame) with a time constant of 10 ms and stays there whatever the script says. NULL lets
// go: the script then continues, shifted by as much as the person was led away. A restart forgets
// both. VL_ERROR_ARGUMENT, with nothing changed, if `device` is not a simulated one, or for a place
// that is not finite or beyond 1 km.
VL_WARN_UNUSED vlResult vlSimulatedDevice_Lead(vlDevice* device, const vlVec3* place) VL_REALTIME;

#endif
