// SPDX-License-Identifier: MIT
#include "contact/restitution.h"

// How much stiffer than the pair's inertia the implicit line is: the speed after an impact is right
// to a part of 1/1000.
#define STIFF 1000.0

// The damper that resists tilting, in the same measure, at most. The damper of a stiff contact
// would brake the rotation that a blow on an edge begins, by 7% at 5 ms.
#define TILTING 2.0

vlAnswer vlRestitution_Answer(const vlContactLaw* law, vlVec2 place, double restitution,
                              double opening, double inverseMass, double step)
{
    double c = STIFF / (inverseMass * step);
    double tilt = fmin(law->cN, TILTING / (inverseMass * step)) * law->perArea;
    double force = -c * restitution * opening;
    double x = place.x;
    double y = place.y;
    vlAnswer a = {{force, force * x, force * y},
                  {c, c * x, c * y, c * x * x + tilt * law->tilting.xx,
                   c * x * y + tilt * law->tilting.xy, c * y * y + tilt * law->tilting.yy}};
    return a;
}

double vlRestitution_Force(double restitution, double opening, double inverseMass, double load,
                           double step)
{
    return -(1.0 + restitution) * opening / (inverseMass * load * step);
}
