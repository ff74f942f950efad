// SPDX-License-Identifier: MIT
// The scalar laws alone, on a mass that moves by the lossless integrator (T11.1): identities
// between them, closed forms of what they do with energy, and their windows from both sides.

#include <string.h>

#include "law_rig.h"
#include "models/random.h"

// A mass pushed by a constant force into a wall at x = 0, x > 0 is inside.
typedef struct Mass {
    double x, v, mass, push, step;
    vlLawState state;
} Mass;

static double stepMass(Mass* m, const vlLawChoice* wall)
{
    vlLawInput input = {.position = m->x, .velocity = m->v, .step = m->step};
    double force = vlLaw_Evaluate(wall, &m->state, &input).force;
    double v = m->v + m->step * (m->push - force) / m->mass;
    m->x += 0.5 * m->step * (m->v + v);
    m->v = v;
    return force;
}

static void the_table_is_in_order(void** state)
{
    (void)state;
    bool wasFriction = false;
    for (int i = 0; i < vlLaw_GetCount(); ++i) {
        const vlLaw* law = vlLaw_Get(i);
        assert_ptr_equal(vlLaw_Find(law->name), law);
        assert_true(law->parameterCount <= VL_MAX_LAW_PARAMETERS);
        assert_true(law->memorySize <= VL_MAX_LAW_MEMORY);
        assert_true(law->restitution < law->parameterCount);
        assert_false(wasFriction && law->family == VL_LAW_WALL); // walls first
        wasFriction = law->family == VL_LAW_FRICTION;
        for (int k = 0; k < law->parameterCount; ++k) {
            const vlLawParameter* p = &law->parameters[k];
            assert_true(p->least <= p->usual && p->usual <= p->most);
            assert_true(strlen(p->about) > 0);
        }
        // The default parameters are within the window for the usual masses and steps of the planar
        // world.
        vlLawChoice choice = vlLaw_Choose(law);
        vlLawLoad load = {.step = 0.002, .mass = 0.25, .contacts = 1};
        assert_int_equal(vlLaw_Check(&choice, &load, NULL, 0), VL_OK);
    }
    assert_int_equal(vlLaw_GetCount(), 12);
    assert_null(vlLaw_Get(-1));
    assert_null(vlLaw_Get(vlLaw_GetCount()));
    assert_null(vlLaw_Find("spong"));
    assert_null(vlLaw_Find(NULL));
}

static void a_parameter_outside_its_range_is_refused_with_the_range(void** state)
{
    (void)state;
    char message[256];
    vlLawChoice choice = choose("pulse");
    assert_int_equal(vlLaw_Set(&choice, "restitution", 1.5, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "0 to 1"));
    assert_int_equal(vlLaw_Set(&choice, "stiffness", (double)NAN, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_int_equal(vlLaw_Set(&choice, "colour", 1.0, message, sizeof message), VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "restitution"));
    assert_true(vlLaw_GetParameter(&choice, "restitution", -1.0) == 0.0);
    assert_true(vlLaw_GetParameter(&choice, "colour", -1.0) == -1.0);
    vlLawChoice none = {.law = NULL};
    assert_int_equal(vlLaw_Set(&none, "x", 1.0, message, sizeof message), VL_ERROR_ARGUMENT);
    choice.parameter[2] = -1.0; // written without vlLaw_Set
    vlLawLoad load = {.step = 0.001, .mass = 1.0, .contacts = 1};
    assert_int_equal(vlLaw_Check(&choice, &load, message, sizeof message), VL_ERROR_ARGUMENT);
    load.mass = 0.0;
    assert_int_equal(vlLaw_Check(&none, &load, message, sizeof message), VL_ERROR_ARGUMENT);
}

static void walls_push_only_inside_and_stay_finite(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(7);
    for (int i = 0; i < vlLaw_GetCount(); ++i) {
        vlLawChoice choice = vlLaw_Choose(vlLaw_Get(i));
        vlLawState memory = {{0.0}};
        for (int k = 0; k < 20000; ++k) {
            double size = vlRandom_Log(&random, 1e-12, 1e9);
            vlLawInput input = {.position = vlRandom_Range(&random, -size, size),
                                .velocity = vlRandom_Range(&random, -size, size),
                                .load = vlRandom_Range(&random, 0.0, size),
                                .step = 0.001};
            vlLawOutput output = vlLaw_Evaluate(&choice, &memory, &input);
            assert_true(isfinite(output.force));
            if (choice.law->family == VL_LAW_WALL) {
                assert_true(output.force >= 0.0);
                assert_true(input.position > 0.0 || choice.law->isEarly || output.force == 0.0);
            }
            for (int m = choice.law->memorySize; m < VL_MAX_LAW_MEMORY; ++m) {
                assert_true(memory.memory[m] == 0.0); // it uses no more memory than it states
            }
        }
    }
}

// [C00] eq. (1) is the half-step prediction plus the error of the last one.
static void seh_is_predictor_plus_corrector(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    vlLawChoice seh = choose("seh");
    vlLawChoice corrected = choose("corrected");
    vlLawState memory = {{0.0}};
    vlLawState other = {{0.0}};
    double d[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k < 1000; ++k) {
        d[2] = d[1];
        d[1] = d[0];
        d[0] = vlRandom_Range(&random, 0.9e-3, 1e-3); // 2 d_k - d_(k-1) stays inside
        vlLawInput input = {.position = d[0], .step = 0.001};
        double force = vlLaw_Evaluate(&seh, &memory, &input).force;
        double second = vlLaw_Evaluate(&corrected, &other, &input).force;
        double predicted = 1.5 * d[0] - 0.5 * d[1];
        double error = 0.5 * (d[0] + d[1]) - (1.5 * d[1] - 0.5 * d[2]);
        if (k >= 2) {
            VL_CHECK_NEAR(force, 5000.0 * (predicted + error), 1e-13); // rounding of 5 N
            VL_CHECK_NEAR(second, force, 1e-13);
        }
    }
}

// A mass that swings inside the wall about its place of rest: energy left after half a swing.
static double lossOfHalfSwing(const vlLawChoice* wall, double swing)
{
    double k = vlLaw_GetParameter(wall, "stiffness", 0.0);
    Mass m = {.mass = 1.0, .step = swing / sqrt(k), .push = 0.02 * k, .x = 0.03};
    m.state.memory[0] = m.state.memory[1] = m.x; // at rest before
    double last = 0.0;
    double first = 0.0;
    int turns = 0;
    double before = m.v;
    for (int i = 0; turns < 41; ++i) {
        stepMass(&m, wall);
        assert_true(m.x > 0.0);
        assert_true(i < 1000000);
        // A turning point; a parabola would give the amplitude more exactly.
        if ((before < 0.0) != (m.v < 0.0)) {
            last = 0.5 * m.v * m.v + 0.5 * k * (m.x - 0.02) * (m.x - 0.02);
            first = turns == 0 ? last : first;
            ++turns;
        }
        before = m.v;
    }
    return pow(last / first, 1.0 / 40.0);
}

static void swings_gain_and_lose_as_the_theory_says(void** state)
{
    (void)state;
    const double swings[2] = {0.1, 0.2};
    for (int i = 0; i < 2; ++i) {
        double s = swings[i];
        vlLawChoice seh = choose("seh");
        vlLawChoice zoh = choose("zoh");
        // 6%: (T11.8) is exact to its next order, (w T)^2 of the exponent, and the energy of one
        // sample of a swing.
        VL_CHECK_NEAR(log(lossOfHalfSwing(&seh, s)) / (-VL_PI * s * s * s / 2.0), 1.0, 0.06);
        // ZOH grows fast: a short swing, (T11.5)
        double ratio = 1.0;
        Mass m = {.mass = 1.0, .step = s / sqrt(5000.0), .push = 0.02 * 5000.0, .x = 0.0201};
        double energy = 0.5 * 5000.0 * 1e-8;
        int steps = (int)(VL_PI / s);
        for (int k = 0; k < steps; ++k) {
            stepMass(&m, &zoh);
        }
        ratio = (0.5 * m.v * m.v + 0.5 * 5000.0 * (m.x - 0.02) * (m.x - 0.02)) / energy;
        VL_CHECK_NEAR(log(ratio) / (VL_PI * s / 2.0), 1.0, 0.12); // whole steps, w T
    }
}

// The limit beyond which even SEH gives energy: w T = 2/sqrt(3).
static void seh_is_passive_up_to_its_edge(void** state)
{
    (void)state;
    vlLawChoice seh = choose("seh");
    for (int i = 0; i < 2; ++i) {
        double swing = i == 0 ? 1.14 : 1.17;
        Mass m = {.mass = 1.0, .step = swing / sqrt(5000.0), .push = 1e4, .x = 2.001};
        m.state.memory[0] = m.state.memory[1] = m.x;
        for (int k = 0; k < 400; ++k) {
            stepMass(&m, &seh);
        }
        double energy = 0.5 * m.v * m.v + 2500.0 * (m.x - 2.0) * (m.x - 2.0);
        if (i == 0) {
            VL_CHECK_BELOW(energy, 2500.0 * 1e-6); // the energy at the start
        } else {
            VL_CHECK_BELOW(2500.0 * 1e-6, energy);
        }
    }
}

// Slow loop to the depth D and back (T11.13).
static void a_hysteretic_loop_takes_what_its_blocks_take(void** state)
{
    (void)state;
    vlLawChoice wall = choose("hysteretic");
    const double breaks[3] = {0.25, 1.0, 4.0};
    const double depth = 0.01;
    vlLawState memory = {{0.0}};
    double work = 0.0;
    double last = 0.0;
    int count = 200000;
    double before = 0.0;
    for (int i = 0; i <= count; ++i) {
        double x = depth * (1.0 - fabs(2.0 * i / count - 1.0));
        vlLawInput input = {.position = x, .step = 0.001};
        double force = vlLaw_Evaluate(&wall, &memory, &input).force;
        work += 0.5 * (force + last) * (x - before);
        last = force;
        before = x;
    }
    // The way in and out as functions of depth: a block that slid on the way in lets its spring go
    // from +f to -f on the way out.
    double expected = 0.0;
    const double k = 1250.0;
    int cells = 100000;
    for (int c = 0; c < cells; ++c) {
        double d = (c + 0.5) * depth / cells;
        double in = k * d;
        double out = k * d;
        for (int i = 0; i < 3; ++i) {
            in += fmin(k * d, breaks[i]);
            out += fmax(breaks[i] - k * (depth - d), -breaks[i]);
        }
        expected += (in - fmax(out, 0.0)) * depth / cells;
    }
    VL_CHECK_NEAR(work / expected, 1.0, 1e-4); // quadrature on both sides
}

// Drops of a mass by a constant force, from several heights: energy after a bounce over before.
static double worstBounce(const vlLawChoice* wall, double step, double* best)
{
    double worst = 0.0;
    *best = 1e9;
    for (int phase = 0; phase < 40; ++phase) {
        Mass m = {.mass = 0.5, .step = step, .push = 2.5, .x = -0.05 - 0.000125 * phase};
        double energy = -m.push * m.x;
        bool wasInside = false;
        bool hasHit = false;
        for (int i = 0; i < (int)(3.0 / step); ++i) {
            if (m.x > 0.0 && !hasHit && wall->law->restitution >= 0) { // the world's impact
                m.v *= -wall->parameter[wall->law->restitution];
                hasHit = true;
            }
            stepMass(&m, wall);
            if (m.x <= 0.0 && wasInside) {
                double now = 0.5 * m.mass * m.v * m.v - m.push * m.x;
                if (energy > 0.02 * 2.5 * 0.05) { // below that a bounce lasts only a few samples
                    worst = fmax(worst, now / energy);
                    *best = fmin(*best, now / energy);
                }
                energy = now;
                hasHit = false;
            }
            wasInside = m.x > 0.0;
        }
    }
    return worst;
}

static void no_wall_gives_more_than_it_says(void** state)
{
    (void)state;
    const char* names[] = {"zoh", "predictor", "seh", "corrected", "pi", "hysteretic", "pulse"};
    for (int s = 0; s < 2; ++s) {
        double step = s == 0 ? 0.002 : 0.001;
        for (int i = 0; i < 7; ++i) {
            vlLawChoice wall = choose(names[i]);
            vlLawLoad load = {.step = step, .mass = 0.5, .contacts = 1};
            double best;
            double worst = worstBounce(&wall, step, &best);
            vlLawEnergy energy = vlLaw_GetEnergy(&wall, &load);
            if (energy == VL_LAW_GIVES) {
                VL_CHECK_BELOW(1.0, worst);
            } else if (energy == VL_LAW_KEEPS) {
                // The law "corrected" may give 0.2% in a single bounce, but takes energy on
                // average.
                VL_CHECK_BELOW(worst, i == 3 ? 1.002 : 1.0);
            } else {
                VL_CHECK_BELOW(worst, 0.999);
            }
        }
        vlLawChoice damped = choose("zoh");
        setParameter(&damped, "damping", 0.5 * 5000.0 * step * 1.01);
        vlLawLoad load = {.step = step, .mass = 0.5, .contacts = 1};
        assert_int_equal(vlLaw_GetEnergy(&damped, &load), VL_LAW_LOSES);
        vlLawChoice pi = choose("pi");
        double swing = sqrt(5000.0 / 0.5) * step;
        double cover = 5000.0 * (swing / step) * swing * swing * swing / 4.0;
        setParameter(&pi, "integral", cover);
        double best;
        assert_int_equal(vlLaw_GetEnergy(&pi, &load), VL_LAW_KEEPS);
        VL_CHECK_BELOW(worstBounce(&pi, step, &best), 1.0);
    }
}

static void wall_windows_name_stiffness_and_mass(void** state)
{
    (void)state;
    char message[400];
    for (int i = 0; i < vlLaw_GetCount(); ++i) {
        vlLawChoice choice = vlLaw_Choose(vlLaw_Get(i));
        if (choice.law->family != VL_LAW_WALL) {
            continue;
        }
        vlLawLoad load = {.step = 0.002, .mass = 0.0799, .contacts = 1}; // 0.08 kg is the limit
        assert_int_equal(vlLaw_Check(&choice, &load, message, sizeof message), VL_ERROR_UNSTABLE);
        assert_non_null(strstr(message, "window"));
        assert_non_null(strstr(message, "0.08 kg"));
        load.mass = 0.0801;
        assert_int_equal(vlLaw_Check(&choice, &load, message, sizeof message), VL_OK);
    }
    vlLawChoice damped = choose("seh");
    setParameter(&damped, "damping", 501.0);
    vlLawLoad load = {.step = 0.002, .mass = 1.0, .contacts = 1};
    assert_int_equal(vlLaw_Check(&damped, &load, message, sizeof message), VL_ERROR_UNSTABLE);
    assert_non_null(strstr(message, "n B T < m"));
    vlLawChoice classical = choose("classical");
    load.force = 2.0 * 0.01 / (0.325 * 0.002) * 1.01;
    assert_int_equal(vlLaw_Check(&classical, &load, message, sizeof message), VL_ERROR_UNSTABLE);
    load.force *= 0.98;
    assert_int_equal(vlLaw_Check(&classical, &load, message, sizeof message), VL_OK);
    vlLawChoice reset = choose("reset");
    setParameter(&reset, "static", 0.2);
    assert_int_equal(vlLaw_Check(&reset, &load, message, sizeof message), VL_ERROR_UNSTABLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_in_order),
        cmocka_unit_test(a_parameter_outside_its_range_is_refused_with_the_range),
        cmocka_unit_test(walls_push_only_inside_and_stay_finite),
        cmocka_unit_test(seh_is_predictor_plus_corrector),
        cmocka_unit_test(swings_gain_and_lose_as_the_theory_says),
        cmocka_unit_test(seh_is_passive_up_to_its_edge),
        cmocka_unit_test(a_hysteretic_loop_takes_what_its_blocks_take),
        cmocka_unit_test(no_wall_gives_more_than_it_says),
        cmocka_unit_test(wall_windows_name_stiffness_and_mass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
