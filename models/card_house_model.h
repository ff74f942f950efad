// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_CARD_HOUSE_H
#define VOLAR_MODEL_CARD_HOUSE_H

// A house of cards in the plane y = 0: pairs of cards that lean on each other. Each storey has one
// pair less than the one below it, and a board lies between two storeys. Only friction keeps the
// feet from sliding apart: a single pair stands if mu >= tan(lean)/2 - thickness/(2 length), a
// heavily loaded one if mu >= tan(lean).

#include <volar/volar.h>

#define VL_CARD_HOUSE_MAX_STOREYS 8
#define VL_CARD_HOUSE_MAX_BODIES                                                                   \
    (VL_CARD_HOUSE_MAX_STOREYS * (VL_CARD_HOUSE_MAX_STOREYS + 1) + VL_CARD_HOUSE_MAX_STOREYS - 1)

typedef struct vlCardHouseDef {
    int storeys;      // 1 .. VL_CARD_HOUSE_MAX_STOREYS
    double length;    // m, of a card, along its slope
    double width;     // m, along y
    double thickness; // m, of cards and boards
    double lean;      // rad, from the vertical
    double gap;       // m, between the feet of neighbours
    double density;   // kg/m3
} vlCardHouseDef;

// `storeys` of cards of 88 x 63 x 2 mm and 700 kg/m3 (7.8 g), leaning by 20 degrees, with gaps of 2
// mm.
vlCardHouseDef vlCardHouse_Default(int storeys);

// Friction below which a single pair slides apart.
double vlCardHouse_Limit(const vlCardHouseDef* def);

// Number of cards and boards together.
int vlCardHouse_Bodies(const vlCardHouseDef* def);

// Adds all of them, touching without pressing, storey by storey from below, cards before the board
// that lies on them. `bodies` (may be NULL) receives vlCardHouse_Bodies ids.
VL_WARN_UNUSED vlResult vlModel_AddCardHouse(vlWorld* world, const vlCardHouseDef* def,
                                             vlBodyId* bodies);

#endif
