// SPDX-License-Identifier: MIT
// A card's foot is the lower edge of its inner face; it touches its partner with the upper edge of
// that face, and carries the board above on the upper edge of its outer face.

#include "models/card_house_model.h"

#include <math.h>

#include "base/angle.h"
#include "models/body_model.h"

#define OVERHANG 10e-3 // m, of a board beyond the middle of the outermost pair

vlCardHouseDef vlCardHouse_Default(int storeys)
{
    return (vlCardHouseDef){.storeys = storeys,
                            .length = 88e-3,
                            .width = 63e-3,
                            .thickness = 2e-3,
                            .lean = 0.3490658503988659,
                            .gap = 2e-3,
                            .density = 700.0};
}

// Moments about a foot: the partner pushes at the upper end of the inner face, at the height length
// cos(lean); the weight acts length sin(lean)/2 further in and thickness cos(lean)/2 further out.
double vlCardHouse_Limit(const vlCardHouseDef* def)
{
    return 0.5 * (vlTangent(def->lean) - def->thickness / def->length);
}

int vlCardHouse_Bodies(const vlCardHouseDef* def)
{
    return def->storeys * (def->storeys + 1) + def->storeys - 1;
}

// Adds the boxes one by one, all of the same density.
typedef struct Adder {
    vlWorld* world;
    vlBodyId* bodies; // where the next id goes, or NULL
    vlBodyDef def;
} Adder;

static vlResult add(Adder* adder, vlVec3 size, vlPose pose)
{
    vlBodyId body;
    adder->def.pose = pose;
    vlResult result = vlShape_CreateBox(NULL, vlScale(size, 0.5), &adder->def.shape, NULL, 0);
    if (result != VL_OK) {
        return result;
    }
    result = vlWorld_CreateBody(adder->world, &adder->def, &body);
    vlShape_Release(adder->def.shape);
    if (result == VL_OK && adder->bodies != NULL) {
        *adder->bodies++ = body;
    }
    return result;
}

vlResult vlModel_AddCardHouse(vlWorld* world, const vlCardHouseDef* def, vlBodyId* bodies)
{
    if (def->storeys < 1 || def->storeys > VL_CARD_HOUSE_MAX_STOREYS) {
        return VL_ERROR_ARGUMENT;
    }
    double s = vlSine(def->lean), c = vlCosine(def->lean), t = def->thickness;
    double pitch = 2.0 * (def->length * s + t * c) + def->gap;
    double aside = 0.5 * (def->length * s + t * c); // from the middle of a pair to that of a card
    double up = 0.5 * (def->length * c + t * s);
    Adder adder = {world, bodies, vlDefaultBodyDef()};
    adder.def.density = def->density;
    vlResult result = VL_OK;
    for (int storey = 0; storey < def->storeys && result == VL_OK; ++storey) {
        int pairs = def->storeys - storey;
        double base = storey * (2.0 * up + t);
        for (int i = 0; i < 2 * pairs && result == VL_OK; ++i) {
            int pair = i / 2;
            double side = i % 2 == 0 ? -1.0 : 1.0;
            double middle = pitch * (pair - 0.5 * (pairs - 1));
            vlPose pose = {vlVec(middle + side * aside, 0.0, base + up),
                           vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), -side * def->lean)};
            result = add(&adder, vlVec(t, def->width, def->length), pose);
        }
        if (pairs > 1 && result == VL_OK) {
            vlVec3 size = vlVec(pitch * (pairs - 1) + 2.0 * OVERHANG, def->width, t);
            result = add(&adder, size, vlModel_At(0.0, 0.0, base + 2.0 * up + 0.5 * t));
        }
    }
    return result;
}
