// SPDX-License-Identifier: MIT
// A block on a slope below the angle of friction comes to rest after a sudden load and after knocks
// of any direction, with the explicit integrators and automatic gains.

#include "stage.h"
#include "test.h"

typedef struct Block {
    vlVec3 size;
    double friction;
} Block;

// Cubes, plates, bars, bricks, from nearly no friction to twice the weight.
static const Block blocks[] = {
    {{0.2, 0.2, 0.2}, 0.05}, {{0.2, 0.2, 0.2}, 0.3},  {{0.2, 0.2, 0.2}, 0.6},
    {{0.2, 0.2, 0.2}, 0.7},  {{0.4, 0.4, 0.2}, 1.0},  {{0.4, 0.4, 0.2}, 1.2},
    {{0.4, 0.4, 0.2}, 1.5},  {{0.4, 0.1, 0.05}, 2.0}, {{0.3, 0.2, 0.1}, 0.1},
    {{0.3, 0.2, 0.1}, 0.8},  {{0.3, 0.2, 0.1}, 1.5},  {{0.3, 0.2, 0.1}, 2.0},
};
#define BLOCKS 12

typedef struct Knock {
    vlVec3 linear, angular; // m/s, rad/s, times the strength
} Knock;

static const Knock knocks[] = {
    {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}},  {{-1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}},
    {{0.0, 1.0, 0.0}, {0.0, 0.0, 0.0}},  {{0.7, 0.7, 0.0}, {0.0, 0.0, 0.0}},
    {{0.0, 0.0, -1.0}, {0.0, 0.0, 0.0}}, {{0.0, 0.0, 0.0}, {0.0, 4.0, 0.0}},
    {{0.0, 0.0, 0.0}, {2.0, 2.0, 8.0}},
};
#define KNOCKS 7

static vlWorld* makeSlope(vlIntegrator integrator, const Block* block, double tangent, vlBodyId* id)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = integrator;
    def.capacity.bodies = 2;
    def.surface.frictionStatic = def.surface.frictionDynamic = block->friction;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    *id = vlStage_AddBox(world, block->size, 1.0, vlModel_At(0.0, 0.0, 0.5 * block->size.z),
                         vlModel_AtRest());
    vlStage_Lean(world, atan(tangent)); // at once, not slowly: a sudden load
    return world;
}

static bool hasToppled(const vlWorld* world, vlBodyId block)
{
    return vlRotate(vlStage_PoseOf(world, block).q, vlVec(0.0, 0.0, 1.0)).z < 0.9;
}

// 1 um in half a second: the rest of a decaying rocking. A limit cycle would move by millimetres.
static void checkAtRest(vlWorld* world, vlBodyId block)
{
    vlVec3 before = vlStage_CentreOf(world, block);
    vlStage_Run(world, 0.5);
    VL_CHECK_BELOW(vlLength(vlSub(vlStage_CentreOf(world, block), before)), 1e-6);
}

static void knockAll(vlIntegrator integrator, double part)
{
    static const double strengths[] = {0.05, 0.3};
    int each = vlStage_IsSoak() ? 2 : 1; // strengths
    int count = vlStage_Count(KNOCKS * each, 2);
    int rested = 0;
    for (int i = 0; i < BLOCKS; ++i) {
        const Block* b = &blocks[i];
        // Below the angle of friction, and well below that at which the block topples.
        double tangent = fmin(part * b->friction, 0.7 * b->size.x / b->size.z);
        vlBodyId id;
        vlWorld* world = makeSlope(integrator, b, tangent, &id);
        vlStage_Run(world, 3.0);
        checkAtRest(world, id);
        for (int k = 0; k < count; ++k) {
            const Knock* knock = &knocks[k / each];
            double strength =
                strengths[each == 2 ? k % 2
                                    : (i + k) % 2]; // each block gets both, each knock as well
            vlStage_SetVelocity(world, id, vlScale(knock->linear, strength),
                                vlScale(knock->angular, strength));
            // Coulomb friction stops it in v/(g cos (mu - tan)). Twice that is allowed, because a
            // rotating block has less friction in each direction, and 3 s for its rocking.
            double slowing = VL_GRAVITY * cos(atan(tangent)) * (b->friction - tangent);
            vlStage_Run(world, 2.0 * strength / slowing + 3.0);
            if (hasToppled(world, id)) {
                break;
            }
            checkAtRest(world, id);
            ++rested;
        }
        vlWorld_Destroy(world);
    }
    assert_true(rested >= BLOCKS * count * 9 / 10); // few topple
}

static void blocks_rest_after_knocks_on_a_slope_far_below_the_limit(void** state)
{
    (void)state;
    knockAll(VL_INTEGRATOR_EULER, 0.5);
}

static void blocks_rest_after_knocks_on_a_slope_near_the_limit(void** state)
{
    (void)state;
    knockAll(VL_INTEGRATOR_EULER, 0.9);
}

static void blocks_rest_after_knocks_on_a_level_floor(void** state)
{
    (void)state;
    knockAll(VL_INTEGRATOR_EULER, 0.0);
}

static void blocks_rest_after_knocks_with_runge_kutta(void** state)
{
    (void)state;
    knockAll(VL_INTEGRATOR_RK4, 0.9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_rest_after_knocks_on_a_slope_far_below_the_limit),
        cmocka_unit_test(blocks_rest_after_knocks_on_a_slope_near_the_limit),
        cmocka_unit_test(blocks_rest_after_knocks_on_a_level_floor),
        cmocka_unit_test(blocks_rest_after_knocks_with_runge_kutta),
    };
    return cmocka_run_group_tests_name("knocks", tests, NULL, NULL);
}
