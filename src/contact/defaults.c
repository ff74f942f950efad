// SPDX-License-Identifier: MIT
#include "volar/contact.h"

vlSurface vlDefaultSurface(void)
{
    vlSurface s = {.stiffnessN = VL_AUTO,
                   .dampingN = VL_AUTO,
                   .dampingRatioN = 0.7,
                   .stiffnessS = VL_AUTO,
                   .dampingS = VL_AUTO,
                   .dampingRatioS = 0.7,
                   .frictionStatic = 0.5,
                   .frictionDynamic = 0.5,
                   .foundation = VL_AUTO,
                   .contactDistance = VL_AUTO,
                   .restitution = VL_AUTO};
    return s;
}

vlContactOptions vlDefaultContactOptions(void)
{
    return (vlContactOptions){.law = VL_LAW_LUMPED};
}
