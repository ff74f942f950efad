// SPDX-License-Identifier: MIT
// Claim: a house of cards stands by friction alone, permanently, and a pair of cards slides apart
// exactly where Coulomb's law says.
// Figure: height of the uppermost cards over time; motion of a single pair over its friction.
// Set-up: three storeys of cards of 7.8 g leaning by 20 degrees (12 cards, 2 boards), k = 1e6 N/m,
// step 1 ms, implicit; all are released at once.
// Theory: a single pair stands if mu is at least tan(20 degrees)/2 - thickness/(2 length) = 0.1706;
// under the weight of the storeys above, the lowest pairs need more, at most tan(20 degrees) =
// 0.364.
// Criteria: the house stands 60 s at mu = 0.4, moves < 0.1 mm in all and < 1 um in the last 30 s,
// and falls at mu = 0.1; limit of a single pair 0.1706 +- 3%.

#include <math.h>

#include "experiments/measure.h"
#include "experiments/registry.h"
#include "models/body_model.h"
#include "models/card_house_model.h"

#define GRAVITY 9.8
#define STEP 1e-3
#define STIFFNESS 1e6
#define STOREYS 3

typedef struct Outcome {
    double motion; // m, largest from the start to the end
    double creep;  // m, largest in the second half
    double sunk;   // m, of the last card
    double speed;  // m/s, at the end
    int sliding;   // contacts, at the end
} Outcome;

typedef struct House {
    vlWorld* world;
    int count;
    vlBodyId bodies[VL_CARD_HOUSE_MAX_BODIES];
    vlVec3 places[VL_CARD_HOUSE_MAX_BODIES];  // at the start
    vlVec3 halfWay[VL_CARD_HOUSE_MAX_BODIES]; // in the middle of the time
} House;

static vlResult build(int storeys, double mu, House* house)
{
    vlCardHouseDef cards = vlCardHouse_Default(storeys);
    vlWorldDef def = vlDefaultWorldDef();
    house->count = vlCardHouse_Bodies(&cards);
    def.capacity.bodies = house->count + 1;
    def.step = STEP;
    def.gravity = vlVec(0.0, 0.0, -GRAVITY);
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.surface.stiffnessN = STIFFNESS;
    def.surface.frictionStatic = mu;
    def.surface.frictionDynamic = mu;
    vlBodyId floor;
    house->world = NULL;
    vlResult result = vlWorld_Create(&def, &house->world, NULL, 0);
    if (result == VL_OK) {
        result = vlModel_AddFloor(house->world, &floor);
    }
    if (result == VL_OK) {
        result = vlModel_AddCardHouse(house->world, &cards, house->bodies);
    }
    for (int i = 0; i < house->count && result == VL_OK; ++i) {
        result = vlBody_GetCentre(house->world, house->bodies[i], &house->places[i]);
    }
    return result;
}

static void observe(House* house, bool isSecondHalf, Outcome* found)
{
    found->motion = 0.0;
    found->speed = 0.0;
    found->sliding = 0;
    for (int i = 0; i < house->count; ++i) {
        vlReading m = vlReading_Read(house->world, house->bodies[i]);
        house->halfWay[i] = isSecondHalf ? house->halfWay[i] : m.centre;
        found->motion = fmax(found->motion, vlLength(vlSub(m.centre, house->places[i])));
        found->creep = fmax(found->creep, vlLength(vlSub(m.centre, house->halfWay[i])));
        found->speed = fmax(found->speed, vlLength(m.twist.linear));
        found->sunk = house->places[i].z - m.centre.z;
    }
    for (int i = 0; i < vlWorld_GetContactCount(house->world); ++i) {
        vlContactReport report;
        bool isRead = vlWorld_GetContact(house->world, i, &report) == VL_OK;
        found->sliding += !isRead || report.mode != VL_MODE_STATIC;
    }
}

static int stand(vlExperimentContext* ctx, int storeys, double mu, double duration, vlCsv* csv,
                 vlSeries* series, Outcome* found)
{
    static House house;
    vlResult result = build(storeys, mu, &house);
    int steps = (int)lround(duration / STEP);
    *found = (Outcome){0};
    for (int i = 1; i <= steps && result == VL_OK; ++i) {
        result = vlWorld_Step(house.world);
        if (i % 10 == 0) {
            observe(&house, 2 * i > steps, found);
            double height = house.places[house.count - 1].z - found->sunk;
            VL_CSV_ROW(csv, storeys, mu, i * STEP, height, found->motion, found->speed);
            vlSeries_Add(series, i * STEP, 1e3 * height);
        }
    }
    int failed = vlExperiment_FailIf(ctx, result, house.world, "the house of cards");
    vlWorld_Destroy(house.world);
    return failed;
}

// The smallest friction at which a single pair still stands after 5 s.
static int findLimit(vlExperimentContext* ctx, vlCsv* csv, vlSeries* stands, vlSeries* falls,
                     double* limit)
{
    double lower = 0.1, upper = 0.4;
    for (int i = 0; i < 9; ++i) {
        double mu = 0.5 * (lower + upper);
        Outcome found;
        if (stand(ctx, 1, mu, 5.0, csv, NULL, &found) != 0) {
            return 1;
        }
        bool isFallen = found.sunk > 10e-3;
        *(isFallen ? &lower : &upper) = mu;
        vlSeries_Add(isFallen ? falls : stands, mu, 1e3 * found.motion);
    }
    *limit = upper;
    return 0;
}

static int runCardHouse(vlExperimentContext* ctx)
{
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "card_house", "House of cards");
    vlPanel* fall = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "Three storeys",
                                                            .xLabel = "time (s)",
                                                            .yLabel = "height of the top (mm)",
                                                            .xMax = 2.0,
                                                            .yMax = 250.0});
    vlPanel* pair = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "A single pair after 5 s",
                                                            .xLabel = "coefficient of friction μ",
                                                            .yLabel = "motion (mm)",
                                                            .xMin = 0.1,
                                                            .xMax = 0.3,
                                                            .yLog = true,
                                                            .yMin = 1e-4,
                                                            .yMax = 1e3});
    vlSeries* stands = vlPanel_AddSeries(pair, "stands", VL_SERIES_MARKERS);
    vlSeries* falls = vlPanel_AddSeries(pair, "falls", VL_SERIES_MARKERS);
    vlSeries* exact = vlPanel_AddSeries(pair, "limit by Coulomb's law", VL_SERIES_REFERENCE);
    vlCsv* csv = vlExperiment_OpenCsv(
        ctx, "house", "storeys,mu,t_s,top_height_m,largest_motion_m,largest_speed_m_per_s");
    vlCardHouseDef single = vlCardHouse_Default(1);
    double target = vlCardHouse_Limit(&single), limit;
    Outcome rough, smooth;
    vlSeries_Add(exact, target, 1e-4);
    vlSeries_Add(exact, target, 1e3);
    vlSeries* high = vlPanel_AddSeries(fall, "μ = 0.4", VL_SERIES_LINE);
    vlSeries* low = vlPanel_AddSeries(fall, "μ = 0.1", VL_SERIES_LINE);
    if (stand(ctx, STOREYS, 0.4, 60.0, csv, high, &rough) != 0 ||
        stand(ctx, STOREYS, 0.1, 2.0, csv, low, &smooth) != 0 ||
        findLimit(ctx, csv, stands, falls, &limit) != 0) {
        return 1;
    }
    vlExperiment_Below(ctx, "mu = 0.4: motion in 60 s, mm", 1e3 * rough.motion, 0.1);
    vlExperiment_Below(ctx, "mu = 0.4: motion in the last 30 s, um", 1e6 * rough.creep, 1.0);
    vlExperiment_Below(ctx, "mu = 0.4: speed at the end, m/s", rough.speed, 1e-6);
    vlExperiment_Report(ctx, "mu = 0.4: contacts at their limit of friction", rough.sliding);
    vlExperiment_Above(ctx, "mu = 0.1: top sinks by, mm", 1e3 * smooth.sunk, 100.0);
    vlExperiment_WithinPercent(ctx, "single pair: smallest friction", limit, target, 3.0);
    return 0;
}

const vlExperiment vlExperiment_CardHouse = {
    "card-house", "House of cards",
    "A house of cards stands by friction alone and slides apart where Coulomb's law says.",
    runCardHouse};
