// SPDX-License-Identifier: MIT
// A block on a table that is shaken: its slip against Coulomb's law, integrated finely. And heaps
// at rest, whose contacts at the limit of friction must neither flip nor exceed it.

#include "models/pile_model.h"
#include "stage.h"
#include "test.h"

#define MU 0.3
#define PERIOD 0.5 // s, of the shaking
#define FINE 200   // parts of a step

typedef enum Wave { SINE, TRIANGLE, RECTANGLE } Wave;

static double accelerationAt(Wave wave, double t)
{
    double part = fmod(t, PERIOD) / PERIOD;
    switch (wave) {
    case SINE: return sin(2.0 * VL_PI * part);
    case TRIANGLE:
        return part < 0.25 ? 4.0 * part : (part < 0.75 ? 2.0 - 4.0 * part : 4.0 * part - 4.0);
    case RECTANGLE: break;
    }
    return part < 0.5 ? 1.0 : -1.0;
}

// The rigid block beside the simulated one.
typedef struct Coulomb {
    double table, block; // m/s
    double path;         // m, length of the slip to and fro
} Coulomb;

static void slide(Coulomb* c, double acceleration, double dt)
{
    const double most = MU * VL_GRAVITY;
    c->table += acceleration * dt;
    double before = c->block - c->table + acceleration * dt;
    bool isStuck = fabs(before) < 1e-12;
    double pull = isStuck ? (acceleration > 0.0 ? most : -most) : (before > 0.0 ? -most : most);
    double after = c->block + pull * dt - c->table;
    bool stops = isStuck || (after > 0.0) != (before > 0.0);
    c->block = stops && fabs(acceleration) <= most ? c->table : c->block + pull * dt;
    c->path += fabs(c->block - c->table) * dt;
}

// Slip of the simulated block over that of the rigid one, in 2 s.
static double slipRatio(vlIntegrator integrator, double step, Wave wave, double strength)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = integrator;
    def.step = step;
    def.surface.frictionStatic = def.surface.frictionDynamic = MU;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId table = vlStage_AddFixed(
        world, VL_BODY_KINEMATIC, vlStage_CreateBox(vlVec(4.0, 1.0, 0.1)), vlModel_At(0, 0, -0.05));
    vlBodyId block = vlStage_AddBox(world, vlVec(0.1, 0.1, 0.05), 1.0, vlModel_At(0.0, 0.0, 0.025),
                                    vlModel_AtRest());
    vlStage_Run(world, 0.5);
    Coulomb exact = {0.0, 0.0, 0.0};
    double path = 0.0;
    double last = vlStage_CentreOf(world, block).x - vlStage_CentreOf(world, table).x;
    for (int n = 0; n < (int)lround(2.0 / step); ++n) {
        for (int k = 0; k < FINE; ++k) {
            double t = (n + (k + 0.5) / FINE) * step;
            slide(&exact, strength * MU * VL_GRAVITY * accelerationAt(wave, t), step / FINE);
        }
        vlStage_SetVelocity(world, table, vlVec(exact.table, 0.0, 0.0), vlZero());
        vlStage_Step(world);
        double now = vlStage_CentreOf(world, block).x - vlStage_CentreOf(world, table).x;
        path += fabs(now - last);
        last = now;
    }
    vlWorld_Destroy(world);
    return path / exact.path;
}

static void a_block_slips_on_a_shaken_table_as_it_should(void** state)
{
    (void)state;
    static const double strength[] = {1.2, 2.0, 4.0};
    for (int i = 0; i < 2; ++i) {
        double h = i == 0 ? 1e-3 : 5e-3;
        for (int k = 0; k < 3; ++k) {
            VL_CHECK_NEAR(slipRatio(VL_INTEGRATOR_IMPLICIT, h, SINE, strength[k]), 1.0, 0.01);
        }
        VL_CHECK_NEAR(slipRatio(VL_INTEGRATOR_IMPLICIT, h, TRIANGLE, 2.0), 1.0, 0.01);
        // Its jumps are at the borders of steps; a step of 5 ms is 2% of the pulse.
        VL_CHECK_NEAR(slipRatio(VL_INTEGRATOR_IMPLICIT, h, RECTANGLE, 1.5), 1.0,
                      i == 0 ? 0.01 : 0.02);
    }
}

static void a_heap_at_rest_takes_one_solve_and_keeps_to_coulomb(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    def.step = 5e-3;
    def.capacity.pairs = 4000;
    def.capacity.contacts = 1500;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlPileDef pile = vlPile_Default(50);
    pile.pen = 0.5;
    pile.seed = 8; // some heaps take longer to come to rest, up to 10 s at this step
    assert_int_equal(vlModel_AddPile(world, &pile, NULL), VL_OK);
    vlStage_Run(world, 6.0);
    int single = 0;
    for (int n = 0; n < 100; ++n) {
        vlStage_Step(world);
        single += vlWorld_GetStepInfo(world).solves == 1;
        for (int i = 0; i < vlWorld_GetContactCount(world); ++i) {
            vlContactReport r = vlStage_ContactOf(world, i);
            // A sticking contact may exceed its limit by 2e-4.
            VL_CHECK_BELOW(vlLength(r.frictionForce), 0.5 * 1.0005 * r.normalForce + 1e-9);
        }
    }
    assert_true(single > 50);
    VL_CHECK_BELOW(vlStage_KineticEnergy(world), 1e-5);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_slips_on_a_shaken_table_as_it_should),
        cmocka_unit_test(a_heap_at_rest_takes_one_solve_and_keeps_to_coulomb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
