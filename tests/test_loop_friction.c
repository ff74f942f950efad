// SPDX-License-Identifier: MIT
// The effect of Coulomb friction and encoder counts on a wall of a simulated device, against the
// formulae of docs/theory/loop.md that are not part of the linear model (T15.6, T15.7).

#include <math.h>

#include "simulated_fixture.h"
#include "stage.h"
#include "test.h"

#define PERIOD 1e-3 // s
#define SECONDS 4.0 // in shorter runs a slow tremble looks like rest

// A handle that nobody holds, with this much mass and viscous damping.
static vlSimulatedDeviceDef handleOf(double mass, double damping, double friction, double count)
{
    vlSimulatedDeviceDef def;
    assert_int_equal(vlSimulatedDevice_GetPreset("omega3", &def), VL_OK);
    def.info.maxForce = 0.0;
    def.mass = mass;
    def.damping = damping;
    def.friction = friction;
    def.resolution = count;
    def.hand.grip = (vlSimulatedGrip){0.0, 0.0, 0.0, 0.0};
    return def;
}

typedef struct Motion {
    double speed; // m/s, amplitude after the knock
    double end;   // m, from the lowest to the highest position in the last half second
} Motion;

// A wall on both sides, knocked within the first sample, under a steady force.
static Motion knock(const vlSimulatedDeviceDef* def, double stiffness, double speed, double steady)
{
    vlDevice* device = create(def);
    Motion motion = {0.0, 0.0};
    double low = HUGE_VAL, high = -HUGE_VAL;
    const int count = (int)(SECONDS / PERIOD);
    for (int i = 0; i < count; ++i) {
        double t = i * PERIOD;
        double force = -stiffness * readAt(device, t).pose.p.x - steady;
        force += i == 0 ? def->mass * speed / PERIOD : 0.0;
        vlSimulatedReport r = reportOf(device);
        double x = r.handle.p.x, v = r.handleTwist.linear.x;
        motion.speed = i == 1 ? sqrt(v * v + stiffness / def->mass * x * x) : motion.speed;
        if (i >= count - 500) {
            low = fmin(low, x);
            high = fmax(high, x);
        }
        if (!(fabs(x) < 10.0)) {
            low = 0.0;
            high = 10.0;
            break;
        }
        pushAt(device, t, vlVec(force, 0.0, 0.0), vlZero());
    }
    motion.end = high - low;
    vlDevice_Close(device);
    return motion;
}

// A wall that gives energy, b < K T/2, is held by friction up to the speed 4/pi c/(K T/2 - b).
static void friction_holds_an_active_wall_up_to_a_speed(void** state)
{
    (void)state;
    static const double devices[][2] = {{0.075, 1000.0}, {0.22, 5000.0}}; // kg, N/m
    for (int i = 0; i < 6; ++i) {
        double mass = devices[i / 3][0], stiffness = devices[i / 3][1];
        double least = 0.5 * stiffness * PERIOD, damping = 0.3 * (i % 3) * least;
        vlSimulatedDeviceDef def = handleOf(mass, damping, 0.1, 0.0);
        double limit = 4.0 / VL_PI * def.friction / (least - damping);
        double low = 0.5 * limit, high = 2.0 * limit, last = 0.0;
        for (int k = 0; k < 9; ++k) { // to 0.3%
            double middle = sqrt(low * high);
            Motion motion = knock(&def, stiffness, middle, 0.0);
            if (motion.end > motion.speed * sqrt(mass / stiffness)) {
                high = middle;
            } else {
                low = middle;
                last = motion.speed;
            }
        }
        VL_CHECK_NEAR(last / limit, 1.0, 0.02);
    }
}

// A device with enough viscous damping trembles by a count unless its friction is more than K q/2,
// wherever within a count it comes to rest, and however fast it was.
static void friction_stills_the_tremble_of_a_count(void** state)
{
    (void)state;
    static const double devices[][3] = {{0.075, 1000.0, 3e-5}, {0.25, 3000.0, 6e-5}};
    static const double speeds[] = {1e-3, 1e-2, 1e-1}; // m/s
    for (int i = 0; i < 4; ++i) {
        double stiffness = devices[i / 2][1], count = devices[i / 2][2];
        double damping = (i % 2 == 0 ? 1.2 : 4.0) * 0.5 * stiffness * PERIOD;
        bool rests[2] = {true, true};
        for (int k = 0; k < 96; ++k) {
            double friction = (k < 48 ? 0.88 : 1.02) * 0.5 * stiffness * count;
            vlSimulatedDeviceDef def = handleOf(devices[i / 2][0], damping, friction, count);
            // The position at which the steady force holds it, in counts.
            double place = 10.0 + (k % 16 + 0.5) / 16.0;
            // To show the lower bound one place that trembles is enough.
            if (k >= 48 || rests[0]) {
                Motion motion =
                    knock(&def, stiffness, speeds[k / 16 % 3], place * stiffness * count);
                rests[k / 48] = rests[k / 48] && motion.end < 1e-3 * count;
            }
        }
        assert_false(rests[0]);
        assert_true(rests[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(friction_holds_an_active_wall_up_to_a_speed),
        cmocka_unit_test(friction_stills_the_tremble_of_a_count),
    };
    return cmocka_run_group_tests_name("loop friction", tests, NULL, NULL);
}
