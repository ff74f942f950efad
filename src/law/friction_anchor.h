// SPDX-License-Identifier: MIT
#ifndef VOLAR_LAW_FRICTION_ANCHOR_H
#define VOLAR_LAW_FRICTION_ANCHOR_H

// Friction by an anchor, shared by friction_karnopp.c and friction_pad.c. A spring holds the
// contact to an anchor a; the contact slides when the spring is pulled too hard, and gets a new
// anchor where it comes to rest.
//
//     stick:  f = -K (s - a) - D v;   slip:  f = -muk N sgn(v) - b v                     (T11.22)
//     slip to stick when |v| < v_min, with a = s + f/K: the force does not jump

#include <math.h>

#include "law/law_rows.h"

// The first parameters of such a law; its own come after them.
enum { VL_ANCHOR_KINETIC, VL_ANCHOR_STATIC, VL_ANCHOR_STIFFNESS, VL_ANCHOR_DAMPING, VL_ANCHOR_OWN };
#define VL_ANCHOR_STATIC_ROW                                                                       \
    {                                                                                              \
        "static", "", "coefficient that breaks loose", 0.0, 10.0, 0.325                            \
    }

enum { VL_ANCHOR_PLACE, VL_ANCHOR_SLIPS, VL_ANCHOR_BEGUN, VL_ANCHOR_MEMORY };

// Clears the memory when nothing presses, and returns false. At the first load the anchor is where
// the contact is.
static inline bool vlAnchor_Begin(double* memory, const vlLawInput* input)
{
    if (input->load <= 0.0) {
        memory[VL_ANCHOR_PLACE] = memory[VL_ANCHOR_SLIPS] = memory[VL_ANCHOR_BEGUN] = 0.0;
        return false;
    }
    if (memory[VL_ANCHOR_BEGUN] == 0.0) {
        memory[VL_ANCHOR_BEGUN] = 1.0;
        memory[VL_ANCHOR_PLACE] = input->position;
        memory[VL_ANCHOR_SLIPS] = 0.0;
    }
    return true;
}

// A new anchor at which the spring has the force `force`.
static inline void vlAnchor_Drop(double* memory, double position, double force, double stiffness)
{
    memory[VL_ANCHOR_PLACE] = position + force / stiffness;
    memory[VL_ANCHOR_SLIPS] = 0.0;
}

static inline double vlAnchor_Stiffness(const double* p)
{
    return p[VL_ANCHOR_STIFFNESS];
}

static inline vlResult vlAnchor_Check(const double* p, const vlLawLoad* load, char* message,
                                      size_t size)
{
    return vlLaw_CheckStick(p[VL_ANCHOR_STIFFNESS], p[VL_ANCHOR_DAMPING], load, message, size);
}

#endif
