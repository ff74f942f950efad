// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_RESTITUTION_H
#define VOLAR_CONTACT_RESTITUTION_H

// Newton's law of impact for a contact with a given coefficient of restitution e: bodies that
// approach each other with the normal speed v where they touched first, faster than a threshold,
// have the normal speed e v away from each other there after the step.
//
//   threshold = 4 |g| h + 1 mm/s                                                      (T3.17)
//   fn = c (e v - g1),  c = 1000/(W h)          implicit, g1 the speed after the step (T3.18)
//   fn = (1 + e) v/(W h N)                      explicit, N contacts on the busier body (T3.19)
//
// with W the inverse mass of the pair along the normal. Of an impact, only the depth at which it
// happened is remembered; it does not press while the bodies part. Each impact loses energy,
// whatever else acts: docs/theory/contact_force.md.

#include "contact/contact_law.h"

// Time constant with which a depth that an impact left is given back: slow against the usual one,
// so that the push does not look like a rebound.
#define VL_RESTITUTION_TIME 0.1 // s

// Speed of approach below which a contact only presses, m/s.
static inline double vlRestitution_Threshold(vlVec3 gravity, double step)
{
    return 4.0 * vlLength(gravity) * step + 1e-3;
}

// True if a contact with the opening speed `opening` (< 0: approaching) is an impact. `restitution`
// may be VL_AUTO; then nothing is.
static inline bool vlRestitution_IsImpact(double restitution, double opening, double threshold)
{
    return restitution >= 0.0 && -opening > threshold;
}

// The depth that does not press after an impact, m: the depth `before` that was withheld already,
// and the way of the last step, which nothing resisted. A depth that pressed before the impact goes
// on pressing.
static inline double vlRestitution_Withhold(double before, double opening, double depth,
                                            double step)
{
    double withheld = before - opening * step;
    return withheld < depth ? withheld : depth;
}

// The part of such a depth that a step leaves; all of it while the bodies part.
static inline double vlRestitution_LeftAfter(double opening, double step)
{
    return opening > 0.0 ? 1.0 : 1.0 - step / (step + VL_RESTITUTION_TIME);
}

// Where the bodies touched first, relative to the contact's origin, m. (T2.19)
static inline vlVec2 vlRestitution_Place(const vlContactVolume* v)
{
    return v->isForeseen ? v->tip : vlContactVolume_Tip(v);
}

// The opening speed there.
static inline double vlRestitution_OpeningAt(const vlRelative* r, vlVec2 place)
{
    return r->normal + r->tilt.x * place.x + r->tilt.y * place.y;
}

// What an explicit step needs to know about an impact.
typedef struct vlBounce {
    double restitution; // or VL_AUTO: none
    vlVec2 place;       // m
    double inverseMass; // 1/kg, of the pair there along the normal
    double load;        // contacts on the busier body, which share it
} vlBounce;

// The response of an impact at `place` in an implicit step, about the opening speed there at its
// start. The area also resists tilting, as a damper.
vlAnswer vlRestitution_Answer(const vlContactLaw* law, vlVec2 place, double restitution,
                              double opening, double inverseMass, double step);
// Normal force of an impact in an explicit step, N.
double vlRestitution_Force(double restitution, double opening, double inverseMass, double load,
                           double step);

#endif
