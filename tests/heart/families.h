// SPDX-License-Identifier: MIT
#ifndef VOLAR_HEART_FAMILIES_H
#define VOLAR_HEART_FAMILIES_H

#include "tests/heart/heart.h"

// All families, one line each.
#define VL_HEART_FAMILIES(X)                                                                       \
    X(vlHeart_Capstan)                                                                             \
    X(vlHeart_Lid)                                                                                 \
    X(vlHeart_Cradle)                                                                              \
    X(vlHeart_SpinningUnion)                                                                       \
    X(vlHeart_ShakenTable)                                                                         \
    X(vlHeart_PressedSurface)                                                                      \
    X(vlHeart_Placed)                                                                              \
    X(vlHeart_FrictionBound)                                                                       \
    X(vlHeart_AtRest)                                                                              \
    X(vlHeart_Rubbing)                                                                             \
    X(vlHeart_Extremes)                                                                            \
    X(vlHeart_HeldTool)                                                                            \
    X(vlHeart_Drawer)                                                                              \
    X(vlHeart_ThrownAbout)                                                                         \
    X(vlHeart_Tossed)                                                                              \
    X(vlHeart_DroppedBox)

#define VL_HEART_DECLARE(family) extern const vlHeartFamily family;
VL_HEART_FAMILIES(VL_HEART_DECLARE)
#undef VL_HEART_DECLARE

#endif
