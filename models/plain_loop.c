// SPDX-License-Identifier: MIT
#include "models/plain_loop.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/low_pass.h"
#include "base/power.h"

#define LEAST_DURATION 1.0 // s
#define PERIODS 1.2        // of the slowest oscillation in a window
#define INNER_STEP 1e-4    // s, with a hand
#define FAR_AWAY 10.0      // m: it has been thrown off
#define MOST_EVENTS 4      // of friction within a period, stops and starts; there cannot be more
#define WHOLE_SAMPLE 1e-9  // of a period: rounding of a delay that is meant as whole samples

typedef struct Plain {
    const vlPlainLoopDef* def;
    double x, v;        // of the handle
    double hand, handV; // of the hand
    double tool, toolV; // of the tool
    double last;        // previous sample
    double slope, bend; // of the velocity's filter
    vlLowPass filter;
    double forces[VL_MAX_LOOP_DELAY + 2]; // newest first
    int whole;                            // samples of delay
    double rest;                          // s, remaining delay, less than a sample
    double intended;                      // m, the person's final goal
    double work, leastWork;               // J, of hand or push on the handle
    double time;
} Plain;

double vlPlainLoop_GetLongestPeriod(const vlLoop* loop)
{
    double wall = loop->stiffness * loop->gain;
    if (loop->toolMass > 0.0) {
        double sum = loop->stiffness + loop->wallStiffness;
        wall = sum > 0.0 ? wall * loop->wallStiffness / sum : 0.0;
    }
    double square = wall / loop->mass;
    if (loop->handMass > 0.0) {
        // Lower root of the two masses on three springs.
        double a = (wall + loop->gripStiffness) / loop->mass;
        double b = (loop->gripStiffness + loop->armStiffness) / loop->handMass;
        double c = loop->gripStiffness * loop->gripStiffness / (loop->mass * loop->handMass);
        square = 2.0 * (a * b - c) / (a + b + sqrt((a - b) * (a - b) + 4.0 * c));
    }
    return square > 0.0 ? 2.0 * VL_PI / sqrt(square) : HUGE_VAL;
}

double vlPlainLoop_GetLeastDuration(const vlLoop* loop)
{
    return fmax(LEAST_DURATION, 4.0 * PERIODS * vlPlainLoop_GetLongestPeriod(loop));
}

static double estimate(Plain* s, double x)
{
    const vlLoop* loop = &s->def->loop;
    double difference = (x - s->last) / loop->period;
    s->last = x;
    if (loop->rule == VL_LOOP_TRUE) {
        return s->v;
    }
    if (loop->rule == VL_LOOP_DIFFERENCE || s->filter.isLong) {
        return difference;
    }
    for (int i = 0; i < s->filter.count; ++i) {
        vlLowPass_Advance(&s->filter, difference, &s->slope, &s->bend);
    }
    return s->slope;
}

// Velocity of the tool at the end of a step by implicit Euler, with this wall.
static double toolSpeed(const Plain* s, double x, double v, double wall, double damper)
{
    const vlLoop* loop = &s->def->loop;
    double h = loop->period;
    double whole =
        loop->toolMass + h * (loop->dampingOfWorld + damper) + h * h * (loop->stiffness + wall);
    double pull = loop->stiffness * (x - s->tool) + loop->dampingOfWorld * v - wall * s->tool;
    return (loop->toolMass * s->toolV + h * pull) / whole;
}

// The force of the virtual world on the handle that was measured at x.
static double answer(Plain* s, double x)
{
    const vlLoop* loop = &s->def->loop;
    double v = estimate(s, x);
    double h = loop->period;
    if (loop->toolMass == 0.0) {
        double force = -(loop->stiffness * x + loop->dampingOfWorld * v);
        return s->def->isOneSided ? (x < 0.0 ? fmax(0.0, force) : 0.0) : force;
    }
    double speed = toolSpeed(s, x, v, loop->wallStiffness, loop->wallDamping);
    double reaction = -(loop->wallStiffness * (s->tool + h * speed) + loop->wallDamping * speed);
    if (s->def->isOneSided && reaction < 0.0) {
        speed = toolSpeed(s, x, v, 0.0, 0.0);
    } else if (s->def->isOneSided) {
        // The wall acts only if the tool would be in it at the end of the step without it.
        double freely = toolSpeed(s, x, v, 0.0, 0.0);
        speed = s->tool + h * freely < 0.0 ? speed : freely;
    }
    s->toolV = speed;
    s->tool += h * speed;
    return -(loop->stiffness * (x - s->tool) + loop->dampingOfWorld * (v - speed));
}

// Moves the mass for `time` under a constant force, viscous and Coulomb friction, by the exact
// solution.
static void moveFreely(Plain* s, double force, double time)
{
    double m = s->def->loop.mass, b = s->def->loop.damping, c = s->def->friction;
    for (int i = 0; i < MOST_EVENTS && time > 0.0; ++i) {
        double sign = s->v > 0.0 ? 1.0 : s->v < 0.0 ? -1.0 : 0.0;
        if (sign == 0.0) {
            if (fabs(force) <= c) {
                return;
            }
            sign = force > 0.0 ? 1.0 : -1.0;
        }
        double net = force - c * sign;
        double end = b > 0.0 ? net / b : 0.0; // final speed
        double decay = b > 0.0 ? vlExp(-b * time / m) : 1.0;
        double v = b > 0.0 ? end + (s->v - end) * decay : s->v + net * time / m;
        double span = time;
        bool stops = c > 0.0 && v * sign < 0.0;
        if (stops) {
            span = b > 0.0 ? m / b * vlLog((s->v - end) / -end) : -s->v * m / net;
            decay = b > 0.0 ? vlExp(-b * span / m) : 1.0;
        }
        s->x += b > 0.0 ? end * span + (s->v - end) * (1.0 - decay) * m / b
                        : (s->v + 0.5 * net * span / m) * span;
        s->v = stops ? 0.0 : v;
        time -= span;
    }
}

// The part of its way that the intention has covered at `time`: without velocity and acceleration
// at both ends, as in the simulated hand.
static double shareOfWay(const Plain* s, double time)
{
    double r = s->def->approach > 0.0 ? fmin(1.0, time / s->def->approach) : 1.0;
    return r * r * r * (10.0 - 15.0 * r + 6.0 * r * r);
}

// Moves handle and hand by the midpoint rule; friction takes as much of the impulse as it can.
static void moveWithHand(Plain* s, double force, double h)
{
    const vlLoop* loop = &s->def->loop;
    double grip = loop->gripDamping + 0.5 * h * loop->gripStiffness;
    double arm = loop->armDamping + 0.5 * h * loop->armStiffness;
    double inHand = 2.0 * loop->handMass / h, inHandle = 2.0 * loop->mass / h;
    double before = s->intended * shareOfWay(s, s->time);
    double after = s->intended * shareOfWay(s, s->time + h);
    double gripPull = loop->gripStiffness * (s->hand - s->x);
    double armPull = loop->armStiffness * (before - s->hand);
    double whole = inHand + arm + grip;
    double onHand = armPull - gripPull + inHand * s->handV +
                    (loop->armDamping + 0.5 * h * loop->armStiffness) * (after - before) / h;
    double resistance = inHandle + loop->damping + grip * (inHand + arm) / whole;
    double drive = force + gripPull + inHandle * s->v + grip / whole * onHand;
    double rest = drive - 0.5 * resistance * s->v;
    rest = copysign(fmax(0.0, fabs(rest) - s->def->friction), rest);
    double v = 2.0 * rest / resistance;
    double middle = 0.5 * (s->v + v);
    double handMiddle = (onHand + grip * middle) / whole;
    double held = gripPull + grip * (handMiddle - middle);
    s->work += held * h * middle;
    s->x += h * middle;
    s->v = v;
    s->hand += h * handMiddle;
    s->handV = 2.0 * handMiddle - s->handV;
    s->time += h;
}

// Moves on for `time` under one force of the world.
static void move(Plain* s, double force, double time)
{
    if (time <= 0.0) {
        return;
    }
    if (s->def->loop.handMass == 0.0) {
        double before = s->x;
        moveFreely(s, force - s->def->press, time);
        s->work -= s->def->press * (s->x - before);
        s->time += time;
    } else {
        int count = (int)ceil(time / INNER_STEP - WHOLE_SAMPLE);
        for (int i = 0; i < count; ++i) {
            moveWithHand(s, force, time / count);
        }
    }
    s->leastWork = fmin(s->leastWork, s->work);
}

// One period: sample, answer, and motion under the delayed force.
static double advance(Plain* s)
{
    const vlPlainLoopDef* def = s->def;
    double x = def->quantum > 0.0 ? def->quantum * floor(s->x / def->quantum + 0.5) : s->x;
    double force = def->loop.gain * answer(s, x);
    if (def->maxForce > 0.0) {
        force = fmin(def->maxForce, fmax(-def->maxForce, force));
    }
    memmove(&s->forces[1], &s->forces[0], sizeof s->forces - sizeof s->forces[0]);
    s->forces[0] = force;
    move(s, s->forces[s->whole + 1], s->rest);
    move(s, s->forces[s->whole], def->loop.period - s->rest);
    return force;
}

static Plain begin(const vlPlainLoopDef* def)
{
    const vlLoop* loop = &def->loop;
    Plain s = {.def = def, .x = def->gap, .v = -def->speed, .tool = def->gap, .toolV = -def->speed};
    double wall = loop->stiffness;
    if (loop->toolMass > 0.0) {
        wall = loop->stiffness * loop->wallStiffness / (loop->stiffness + loop->wallStiffness);
    }
    s.hand = s.last = s.x;
    s.handV = s.v;
    s.filter = vlLowPass_Over(loop->cut, loop->period);
    s.slope = s.v;
    double samples = loop->delay / loop->period;
    s.whole = (int)floor(samples + WHOLE_SAMPLE);
    s.rest = samples - s.whole > WHOLE_SAMPLE ? loop->delay - s.whole * loop->period : 0.0;
    if (loop->handMass > 0.0) {
        s.intended = -def->gap - def->press * (1.0 / loop->gripStiffness +
                                               1.0 / loop->armStiffness + 1.0 / wall);
    }
    return s;
}

static vlResult refuse(const vlPlainLoopDef* def, char* message, size_t size)
{
    const vlLoop* loop = &def->loop;
    char unused[1];
    char* text = message != NULL ? message : unused;
    size_t room = message != NULL ? size : sizeof unused;
    vlResult result = vlLoop_Check(loop, text, room);
    if (result != VL_OK) {
        return result;
    }
    if (loop->handleShare > 0.0 || loop->actuatorCut > 0.0) {
        (void)snprintf(text, room,
                       "the simple loop has no structural mode and no lag of the actuators; "
                       "expected --loop linear or volar");
        return VL_ERROR_ARGUMENT;
    }
    bool isHeld = loop->gripStiffness > 0.0 && loop->armStiffness > 0.0;
    if (loop->handMass > 0.0 && !isHeld) {
        (void)snprintf(text, room, "a hand whose grip or arm has no stiffness");
        return VL_ERROR_ARGUMENT;
    }
    double least = vlPlainLoop_GetLeastDuration(loop);
    if (!(def->duration >= least)) {
        (void)snprintf(text, room,
                       "a run of %g s is too short to judge an oscillation of %.3g s; expected at "
                       "least %.3g s",
                       def->duration, vlPlainLoop_GetLongestPeriod(loop), least);
        return VL_ERROR_ARGUMENT;
    }
    return VL_OK;
}

vlResult vlPlainLoop_Run(const vlPlainLoopDef* def, vlStrikeResult* result, char* message,
                         size_t messageSize)
{
    vlResult refused = refuse(def, message, messageSize);
    if (refused != VL_OK) {
        return refused;
    }
    Plain s = begin(def);
    int count = (int)lround(def->duration / def->loop.period);
    vlStrikeJudge judge = vlStrikeJudge_Begin(count, count / 4);
    bool hasTouched = false;
    for (int i = 1; i <= count && !judge.isThrown; ++i) {
        double force = advance(&s);
        double place = def->loop.toolMass > 0.0 ? s.tool : s.x;
        hasTouched = hasTouched || place < 0.0;
        judge.speed = hasTouched ? judge.speed : fmax(judge.speed, fabs(s.v));
        vlStrikeJudge_Add(&judge, s.x, force, FAR_AWAY);
        if (def->watch != NULL) {
            def->watch(def->user, s.time, s.x, force);
        }
    }
    *result = vlStrikeJudge_End(&judge, def->quantum, s.leastWork);
    return VL_OK;
}

vlLoop vlPlainLoop_MakeCase(int i)
{
    static const double devices[][2] = {{0.075, 0.05}, {0.045, 0.42}, {0.22, 3.0}, {5.4, 3.5}};
    static const double delays[] = {0.0, 0.5, 1.0, 2.0};
    static const double dampings[] = {0.0, 0.02, 0.1, 0.3};
    vlLoop loop = vlDefaultLoop();
    loop.mass = devices[i / 16 % 4][0];
    loop.damping = devices[i / 16 % 4][1];
    loop.delay = 1e-3 * delays[i / 4 % 4];
    loop.rule = VL_LOOP_DIFFERENCE;
    loop.toolMass = loop.wallStiffness = loop.wallDamping = 0.0;
    loop.dampingOfWorld = dampings[i % 4] * loop.mass / loop.period;
    return loop;
}
