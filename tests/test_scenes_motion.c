// SPDX-License-Identifier: MIT
// The scenes whose motion has an exact solution: spinning, sticking, sliding, tops. test_scenes.c
// has the others.

#include "show.h"
#include "test.h"

static double largest(double a, double b)
{
    return a > b ? a : b;
}

// First time at which the body's spin about z is not positive, s.
static double timeOfStop(vlShow* show, const char* name)
{
    while (vlShow_Twist(show, name).angular.z > 0.0) {
        vlShow_Step(show);
        assert_true(vlShow_Time(show) < 10.0);
    }
    return vlShow_Time(show);
}

// Coulomb friction under uniform pressure: torque mu m g times the mean distance from the centre,
// c a for a square of side a and 2 R/3 for a disc, against inertia m a^2/6 and m R^2/2.
static void plates_spin_down_in_the_time_of_theory(void** state)
{
    (void)state;
    const double c = (sqrt(2.0) + log(1.0 + sqrt(2.0))) / 6.0;
    for (int run = 0; run < 2; ++run) {
        double mu = run == 0 ? 0.3 : 0.15;
        double slowing = mu * VL_GRAVITY;
        const struct {
            const char* name;
            double stop;
        } plates[] = {{"small", 20.0 * 0.2 / (6.0 * c * slowing)},
                      {"disc", 20.0 * 3.0 * 0.2 / (4.0 * slowing)},
                      {"middle", 20.0 * 0.4 / (6.0 * c * slowing)},
                      {"large", 20.0 * 0.8 / (6.0 * c * slowing)}};
        vlShow show = vlShow_Open("spin", run == 0 ? NULL : "world.surface.friction=0.15");
        for (int i = 0; i < 4; ++i) {
            double stop = timeOfStop(&show, plates[i].name);
            // 2%: a few Gauss points represent the area, with one per cent error of its mean
            // radius.
            VL_CHECK_NEAR(stop, plates[i].stop, 0.02 * plates[i].stop);
        }
        // The friction springs recoil once, strongly damped.
        vlShow_RunTo(&show, vlShow_Time(&show) + 0.1);
        for (int i = 0; i < 4; ++i) {
            VL_CHECK_BELOW(vlLength(vlShow_Twist(&show, plates[i].name).angular), 1e-3);
            VL_CHECK_BELOW(vlShow_Moved(&show, plates[i].name), 1e-3); // it stays on the spot
        }
        vlShow_Close(&show);
    }
}

typedef struct Cycles {
    int count;
    double period, slip; // s, m: means over full cycles
} Cycles;

// A slip begins when the weight first moves faster than the pull; while it sticks it only creeps.
static Cycles watchSlips(vlShow* show, double duration)
{
    Cycles found = {-1, 0.0, 0.0};
    double firstTime = 0.0, firstPlace = 0.0;
    bool isSlipping = false;
    while (vlShow_Time(show) < duration) {
        vlShow_Step(show);
        double speed = vlShow_Twist(show, "weight").linear.x;
        double place = vlShow_Centre(show, "weight").x;
        bool begins = !isSlipping && speed > 0.03;
        isSlipping = isSlipping ? speed > 0.003 : begins;
        if (begins) {
            firstTime = found.count < 0 ? vlShow_Time(show) : firstTime;
            firstPlace = found.count < 0 ? place : firstPlace;
            ++found.count;
            found.period = (vlShow_Time(show) - firstTime) / (found.count > 0 ? found.count : 1);
            found.slip = (place - firstPlace) / (found.count > 0 ? found.count : 1);
        }
    }
    return found;
}

// Sticks for 2 (Fs - Fd)/(K v), slips for (pi + 2 a)/om, a = atan(v K/(om (Fs - Fd))).
static void the_weight_sticks_and_slips_with_the_exact_period(void** state)
{
    (void)state;
    const double mass = 2.0, spring = 400.0, pull = 0.0642;
    double excess = (0.265 - 0.160) * mass * VL_GRAVITY, om = sqrt(spring / mass);
    double period =
        (VL_PI + 2.0 * atan(pull * spring / (om * excess))) / om + 2.0 * excess / (spring * pull);
    vlShow show = vlShow_Open("stick-slip", NULL);
    Cycles found = watchSlips(&show, 6.0);
    assert_int_equal(found.count, 11); // in 6 s, after a first pull of a cycle's stick time
    // 2%: the friction spring is 250 times stiffer than the pulling one, which gives 0.4% of creep,
    // and the step.
    VL_CHECK_NEAR(found.period, period, 0.02 * period);
    VL_CHECK_NEAR(found.slip, pull * period, 0.02 * pull * period);
    vlShow_Close(&show);
    show = vlShow_Open("stick-slip", "springs.pull.damping=1");
    Cycles damped = watchSlips(&show, 6.0);
    assert_true(damped.count >= 11);
    VL_CHECK_BELOW(damped.slip, found.slip);
    vlShow_Close(&show);
}

// Angle of the top's axis about the vertical, rad.
static double headingOf(const vlShow* show, const char* name)
{
    vlQuat q = vlStage_PoseOf(show->world, vlShow_Body(show, name)).q;
    vlVec3 axis = vlRotate(q, vlVec(0.0, 0.0, 1.0));
    return atan2(axis.y, axis.x);
}

// The angle by which the axis goes round the vertical in that time, rad.
static double precession(vlShow* show, double duration)
{
    double angle = 0.0, last = headingOf(show, "top"), end = vlShow_Time(show) + duration;
    while (vlShow_Time(show) < end) {
        vlShow_Step(show);
        double heading = headingOf(show, "top");
        angle += remainder(heading - last, 2.0 * VL_PI);
        last = heading;
    }
    return angle;
}

static void the_top_precesses_stands_and_falls(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("top", NULL);
    double mass;
    vlMat3 inertia;
    vlBodyId top = vlShow_Body(&show, "top");
    assert_int_equal(vlBody_GetMass(show.world, top, &mass, &inertia), VL_OK);
    double arm = vlLength(vlShow_Centre(&show, "top")); // the tip is in the origin
    double before = vlLength(vlShow_Twist(&show, "top").angular);
    double angle = precession(&show, 1.0);
    double after = vlLength(vlShow_Twist(&show, "top").angular);
    // Slow precession of a fast top, m g l/(I w), at the mean spin; the next term of its series is
    // m g l I'/(I w)^2, 4% here.
    double rate = mass * VL_GRAVITY * arm / (inertia.cz.z * 0.5 * (before + after));
    VL_CHECK_NEAR(angle, rate, 0.1 * rate);
    double tilt = 0.0;
    while (vlShow_Time(&show) < 8.0) {
        vlShow_Step(&show);
        tilt = largest(tilt, vlShow_Tilt(&show, "top"));
    }
    VL_CHECK_BELOW(tilt, 3.0 * VL_DEGREE); // not beyond its start
    vlShow_RunTo(&show, 18.0);
    // It lies on its cone, on which it rolls to and fro for some seconds: the side of a facet leans
    // by atan(20/24.8); the heavy rim sinks by one or two of 32 mm into the soft plate (2000 N/m).
    VL_CHECK_NEAR(vlShow_Tilt(&show, "top"), atan(20.0 / (25.0 * cos(VL_PI / 24.0))),
                  3.0 * VL_DEGREE);
    VL_CHECK_BELOW(vlLength(vlShow_Twist(&show, "top").linear), 1e-3);
    VL_CHECK_BELOW(vlLength(vlShow_Twist(&show, "top").angular), 0.05); // a turn in two minutes
    VL_CHECK_BELOW(vlShow_Moved(&show, "top"), 0.15);                   // still on its plate
    vlShow_Close(&show);
}

static void with_a_point_contact_the_top_keeps_its_spin(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("top", "world.contact.reference.model=point");
    vlShow_RunTo(&show, 10.0);
    // Nothing acts about its axis; friction of an area would take half the spin in that time.
    VL_CHECK_NEAR(vlLength(vlShow_Twist(&show, "top").angular), 120.0, 1.2);
    vlShow_Close(&show);
}

static void the_tippe_top_turns_over_if_it_is_fast(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("tippe-top", NULL);
    double height = vlShow_Centre(&show, "top").z;
    vlShow_RunTo(&show, 2.0);
    assert_true(vlShow_Tilt(&show, "top") > 150.0 * VL_DEGREE);
    // Its centre of mass has risen from R - e to R + e plus the length of the stem, 18 to 27 mm; it
    // leans by a few degrees on the stem's edge.
    VL_CHECK_NEAR(vlShow_Centre(&show, "top").z - height, 9e-3, 0.5e-3);
    while (vlShow_Time(&show) < 4.0) {
        vlShow_Step(&show);
        assert_true(vlShow_Tilt(&show, "top") > 150.0 * VL_DEGREE); // and stays so
    }
    vlShow_Close(&show);
    show = vlShow_Open("tippe-top", "bodies.top.angular-velocity=[2.5,0,24.9]");
    double tilt = 0.0;
    while (vlShow_Time(&show) < 4.0) {
        vlShow_Step(&show);
        tilt = largest(tilt, vlShow_Tilt(&show, "top"));
    }
    VL_CHECK_BELOW(tilt, 30.0 * VL_DEGREE); // far from turning over; it began at 5.7 degrees
    vlShow_Close(&show);
}

// Mean acceleration down the slope between two times, m/s2.
static double accelerationOf(vlShow* show, const char* name, double from, double to)
{
    vlVec3 downhill = vlVec(cos(25.0 * VL_DEGREE), 0.0, -sin(25.0 * VL_DEGREE));
    vlShow_RunTo(show, from);
    double before = vlDot(vlShow_Twist(show, name).linear, downhill);
    vlShow_RunTo(show, to);
    return (vlDot(vlShow_Twist(show, name).linear, downhill) - before) / (to - from);
}

static void on_the_slope_ice_slides_and_the_others_hold(void** state)
{
    (void)state;
    const double sine = sin(25.0 * VL_DEGREE), cosine = cos(25.0 * VL_DEGREE);
    vlShow show = vlShow_Open("incline", NULL);
    double exact = VL_GRAVITY * (sine - 0.1 * cosine);
    // From after the settling until before it reaches the ground.
    VL_CHECK_NEAR(accelerationOf(&show, "ice", 0.2, 0.8), exact, 1e-3 * exact);
    vlShow_RunTo(&show, 3.0);
    VL_CHECK_BELOW(vlLength(vlShow_Twist(&show, "ice").linear), 1e-6);
    VL_CHECK_NEAR(vlShow_Centre(&show, "ice").z, 0.05, 1e-4); // lies flat, pressed in by its weight
    // Sticking is a spring: the others moved by m g sin/k when they were released.
    VL_CHECK_BELOW(vlShow_Moved(&show, "rubber") + vlShow_Moved(&show, "oak"), 2e-4);
    vlShow_Mark(&show);
    double seconds = vlStage_Count(60, 5);
    vlShow_RunTo(&show, 3.0 + seconds);
    // A micrometre a second would be invisible; they do not move at all.
    VL_CHECK_BELOW(vlShow_Moved(&show, "rubber"), 1e-9 * seconds);
    VL_CHECK_BELOW(vlShow_Moved(&show, "oak"), 1e-9 * seconds);
    vlShow_Close(&show);
}

static void oak_slides_when_its_friction_is_below_the_slope(void** state)
{
    (void)state;
    const double sine = sin(25.0 * VL_DEGREE), cosine = cos(25.0 * VL_DEGREE);
    vlShow show = vlShow_Open("incline", "surfaces.1.friction=0.46");
    double exact = VL_GRAVITY * (sine - 0.46 * cosine);
    // A small difference of large numbers: an error of 1e-3 in them is up to 7e-2 of the
    // difference; the tilt under friction causes a third of that.
    VL_CHECK_NEAR(accelerationOf(&show, "oak", 0.5, 2.0), exact, 0.02 * exact);
    vlShow_Close(&show);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plates_spin_down_in_the_time_of_theory),
        cmocka_unit_test(the_weight_sticks_and_slips_with_the_exact_period),
        cmocka_unit_test(the_top_precesses_stands_and_falls),
        cmocka_unit_test(with_a_point_contact_the_top_keeps_its_spin),
        cmocka_unit_test(the_tippe_top_turns_over_if_it_is_fast),
        cmocka_unit_test(on_the_slope_ice_slides_and_the_others_hold),
        cmocka_unit_test(oak_slides_when_its_friction_is_below_the_slope),
    };
    return cmocka_run_group_tests_name("scenes_motion", tests, NULL, NULL);
}
