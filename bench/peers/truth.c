// SPDX-License-Identifier: MIT
// Spin. A square plate of side a and mass m turns about the vertical under even pressure m g / a^2
// and friction mu: torque mu m g c a, c = 0.382598 the mean distance of a unit square's points from
// its centre; inertia m a^2 / 6; so the deceleration is 6 c mu g / a = 2.2956 mu g / a and the
// plate stops after w0 a / (2.2956 mu g).
//
// Stick-slip. A block of mass m, pulled by a spring K whose end moves at v, with friction Fs = mu0
// m g at rest and Fd = mu m g in motion. With om = sqrt(K/m), D = (Fs - Fd)/K, al = atan(v / (om
// D)):
//   slip time (pi + 2 al)/om, stick time 2 (Fs - Fd)/(K v), slip distance v times the period,
//   tension when it sticks again 2 Fd - Fs.
// With one coefficient (Fs = Fd) the block does not stick: it oscillates about steady sliding, with
// a mean tension of mu m g.

#include "bench/peers/truth.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/peers/scenes.h"

#define PI 3.14159265358979323846
#define STEP 0.001
#define SETTLE 1.0 // s of rest before the measurement

#define SPIN_RATE 10.0    // rad/s
#define SPIN_STOPPED 0.02 // rad/s, 0.2% of the start: below it counts as stopped
#define SPIN_LIMIT 6.0    // s, four times the exact value
#define SPIN_FRICTION 0.3

#define PULL_MASS 2.0      // kg
#define PULL_SPRING 400.0  // N/m
#define PULL_SPEED 0.0642  // m/s
#define PULL_STIFFNESS 1e5 // N/m, of the contact, against 400 N/m of the spring
#define PULL_STATIC 0.265
#define PULL_DYNAMIC 0.160
#define PULL_COUNT 6000   // steps
#define STICK_SPEED 0.001 // m/s, below it the block may stick
// A block that is slow and stays within STICK_ROOM for this many steps sticks; contacts may be
// springs that give by some hundredths of a millimetre. Without sticking, the oscillation about
// steady sliding covers ten times that room in this time, and a true stick lasts 160 ms.
#define STICK_COUNT 60
#define STICK_ROOM 2e-4 // m
#define MAX_SLIPS 256

// One pull: position, speed and spring tension after each step, and the slips found in it.
typedef struct pull {
    double position[PULL_COUNT], speed[PULL_COUNT], tension[PULL_COUNT];
    int slipCount;                                  // complete ones: begun and ended
    double begin[MAX_SLIPS], end[MAX_SLIPS];        // s
    double distance[MAX_SLIPS], restick[MAX_SLIPS]; // m, N
} pull;

// NULL, with a line on stderr, if the engine cannot build the scene.
static void* createSettled(const vlPeerEngine* engine, const vlPeerScene* scene)
{
    char message[512] = "";
    void* handle = engine->create(scene, message, sizeof message);
    if (handle == NULL) {
        fprintf(stderr, "bench_peers: %s: %s\n", engine->name, message);
        return NULL;
    }
    for (int i = 0; i < (int)(SETTLE / STEP); ++i) {
        engine->step(handle);
    }
    return handle;
}

static double length(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

// Time until the plate stands still, NAN if it never does.
static double spinDown(const vlPeerEngine* engine, void* handle)
{
    const double rest[3] = {0.0, 0.0, 0.0}, spin[3] = {0.0, 0.0, SPIN_RATE};
    vlPeerState state;
    engine->setVelocity(handle, 0, rest, spin);
    for (int i = 1; i <= (int)(SPIN_LIMIT / STEP); ++i) {
        engine->step(handle);
        engine->getState(handle, 0, &state);
        if (length(state.angular) < SPIN_STOPPED) {
            return i * STEP;
        }
    }
    return (double)NAN;
}

void vlPeer_MeasureSpin(vlPeerReport* report)
{
    const double size[3] = {1.0, 1.0, 0.2};
    int count = 0;
    const vlPeerEngine* const* engines = vlPeer_GetEngines(&count);
    vlPeerScene scene = vlPeerScene_CreateBlock(size, 1.0, SPIN_FRICTION, SPIN_FRICTION, STEP);
    for (int i = 0; i < count; ++i) {
        void* handle = createSettled(engines[i], &scene);
        if (handle != NULL) {
            vlPeerTruth* row = vlPeerReport_AddTruth(report);
            *row = (vlPeerTruth){.test = "spin mu 0.3",
                                 .engine = engines[i]->name,
                                 .quantity = "stop time s",
                                 .measured = spinDown(engines[i], handle),
                                 .exact = SPIN_RATE * size[0] /
                                          (2.2956 * SPIN_FRICTION * scene.gravity)};
            if (isnan(row->measured)) {
                snprintf(row->note, sizeof row->note, "still turning after %g s", SPIN_LIMIT);
            }
            engines[i]->destroy(handle);
        }
    }
    vlPeerScene_Destroy(&scene);
}

// The spring acts in the plane of the contact, so that it does not tip the block.
static void runPull(const vlPeerEngine* engine, void* handle, pull* run)
{
    vlPeerState state;
    engine->getState(handle, 0, &state);
    double start = state.position[0];
    for (int i = 0; i < PULL_COUNT; ++i) {
        double tension = PULL_SPRING * (PULL_SPEED * STEP * i - (state.position[0] - start));
        const double force[3] = {tension, 0.0, 0.0};
        const double point[3] = {state.position[0], state.position[1], 0.0};
        engine->push(handle, 0, force, point);
        engine->step(handle);
        engine->getState(handle, 0, &state);
        run->position[i] = state.position[0] - start;
        run->speed[i] = state.linear[0];
        run->tension[i] = PULL_SPRING * (PULL_SPEED * STEP * (i + 1) - run->position[i]);
    }
}

// Time at which the speed left zero or returned to it: the line through the two samples on either
// side of STICK_SPEED, extended to zero, since the acceleration jumps there. At most 3 steps away.
static double crossing(const pull* run, int still, int moving)
{
    double slow = fabs(run->speed[still]), fast = fabs(run->speed[moving]);
    double fraction = fmin(fast / (fast - slow), 3.0);
    return STEP * (moving + 1 + fraction * (still - moving));
}

// Whether the block comes to rest at sample i.
static bool sticksAt(const pull* run, int i)
{
    bool sticks = fabs(run->speed[i]) < STICK_SPEED && i + STICK_COUNT < PULL_COUNT;
    for (int k = i; sticks && k < i + STICK_COUNT; ++k) {
        sticks = fabs(run->position[k] - run->position[i]) < STICK_ROOM;
    }
    return sticks;
}

static void findSlips(pull* run)
{
    int begin = -1;      // sample at which the current slip began
    int rest = 0;        // sample at which the block last came to rest
    int slow = 0;        // last sample below STICK_SPEED
    bool isStuck = true; // at the start
    run->slipCount = 0;
    for (int i = 0; i < PULL_COUNT && run->slipCount < MAX_SLIPS; ++i) {
        slow = fabs(run->speed[i]) < STICK_SPEED ? i : slow;
        if (isStuck && fabs(run->position[i] - run->position[rest]) > STICK_ROOM) {
            isStuck = false;
            begin = slow + 1;
        } else if (!isStuck && sticksAt(run, i)) {
            isStuck = true;
            rest = i;
            if (begin > 0) {
                int k = run->slipCount++;
                run->begin[k] = crossing(run, begin - 1, begin);
                run->end[k] = crossing(run, i, i - 1);
                run->distance[k] = run->position[i] - run->position[begin - 1];
                run->restick[k] = run->tension[i];
            }
        }
    }
}

static void addRow(vlPeerReport* report, const vlPeerEngine* engine, const char* test,
                   const char* quantity, double measured, double exact, const char* note)
{
    vlPeerTruth* row = vlPeerReport_AddTruth(report);
    *row = (vlPeerTruth){.test = test,
                         .engine = engine->name,
                         .quantity = quantity,
                         .measured = measured,
                         .exact = exact};
    snprintf(row->note, sizeof row->note, "%s", note);
}

// Mean over the last seven natural periods of the oscillation; whole periods, so that it averages
// out.
static double meanTension(const pull* run)
{
    int count = (int)lround(7.0 * 2.0 * PI * sqrt(PULL_MASS / PULL_SPRING) / STEP);
    double sum = 0.0;
    for (int i = PULL_COUNT - count; i < PULL_COUNT; ++i) {
        sum += run->tension[i];
    }
    return sum / count;
}

// Means over the second to the last slip; the first one starts from another state.
static void reportCycle(vlPeerReport* report, const vlPeerEngine* engine, const char* test,
                        const pull* run, double weight)
{
    double limit = PULL_STATIC * weight, drag = PULL_DYNAMIC * weight;
    double om = sqrt(PULL_SPRING / PULL_MASS), d = (limit - drag) / PULL_SPRING;
    double slipTime = (PI + 2.0 * atan(PULL_SPEED / (om * d))) / om;
    double period = slipTime + 2.0 * (limit - drag) / (PULL_SPRING * PULL_SPEED);
    double time = 0.0, distance = 0.0, tension = 0.0;
    int last = run->slipCount - 1;
    char note[64];
    for (int k = 1; k <= last; ++k) {
        time += (run->end[k] - run->begin[k]) / last;
        distance += run->distance[k] / last;
        tension += run->restick[k] / last;
    }
    double measured = (run->begin[last] - run->begin[0]) / last;
    snprintf(note, sizeof note, "%d slips", run->slipCount);
    addRow(report, engine, test, "period s", measured, period, note);
    addRow(report, engine, test, "slip mm", 1e3 * distance, 1e3 * PULL_SPEED * period, "");
    addRow(report, engine, test, "slip time s", time, slipTime, "");
    addRow(report, engine, test, "re-stick N", tension, 2.0 * drag - limit, "");
}

static void measurePull(vlPeerReport* report, const vlPeerEngine* engine, const char* test,
                        double frictionStatic, double frictionDynamic)
{
    const double size[3] = {0.1, 0.1, 0.05};
    vlPeerScene scene =
        vlPeerScene_CreateBlock(size, PULL_MASS, frictionStatic, frictionDynamic, STEP);
    scene.stiffness = PULL_STIFFNESS;
    double weight = PULL_MASS * scene.gravity;
    void* handle = createSettled(engine, &scene);
    if (handle != NULL) {
        pull* run = vlPeer_Allocate(1, sizeof *run);
        runPull(engine, handle, run);
        findSlips(run);
        if (run->slipCount >= 2) {
            reportCycle(report, engine, test, run, weight);
        } else {
            addRow(report, engine, test, "mean tension N", meanTension(run),
                   frictionDynamic * weight, "no stick-slip");
        }
        free(run);
        engine->destroy(handle);
    }
    vlPeerScene_Destroy(&scene);
}

void vlPeer_MeasureStickSlip(vlPeerReport* report)
{
    int count = 0;
    const vlPeerEngine* const* engines = vlPeer_GetEngines(&count);
    for (int i = 0; i < count; ++i) {
        if (engines[i]->hasStaticFriction) {
            measurePull(report, engines[i], "stick-slip 0.265/0.160", PULL_STATIC, PULL_DYNAMIC);
        } else {
            measurePull(report, engines[i], "stick-slip, mu 0.160 only", PULL_DYNAMIC,
                        PULL_DYNAMIC);
            measurePull(report, engines[i], "stick-slip, mu 0.265 only", PULL_STATIC, PULL_STATIC);
        }
    }
}
