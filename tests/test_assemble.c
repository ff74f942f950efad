// SPDX-License-Identifier: MIT
// An element in the system of its two bodies: for any velocities the system gives the impulses that
// the element exerts.

#include <stdlib.h>

#include "dynamics/implicit.h"
#include "stage.h"
#include "test.h"

#define BODIES 2

typedef struct Bench {
    vlImplicitWork work;
    void* memory;
    vlMotion motion[BODIES];
    vlDynamics dynamics;
    vlImplicitElement element;
} Bench;

static void create(Bench* b)
{
    vlArena arena = {NULL, 0};
    vlImplicitWork_LayOut(&b->work, &arena, BODIES, 1);
    b->memory = test_calloc(1, arena.used + VL_CACHE_LINE);
    arena.base = b->memory;
    arena.used = 0;
    vlImplicitWork_LayOut(&b->work, &arena, BODIES, 1);
}

static vlMat3 anyMatrix(vlRandom* random)
{
    vlVec3 x = vlRandom_InBall(random);
    vlVec3 y = vlRandom_InBall(random);
    return vlMat(x, y, vlRandom_InBall(random));
}

static vlMat3 squareOf(vlMat3 m)
{
    return vlMulTM(m, m);
}

// `solved` says which of the two bodies the system has; the others' velocities are known.
static void draw(Bench* b, bool isWorld, const bool solved[BODIES], vlRandom* random)
{
    for (int i = 0; i < BODIES; ++i) {
        vlMotion m = {.centre = vlRandom_InBall(random), .rotation = vlIdentityQuat()};
        b->motion[i] = m;
        b->work.before[i] = vlStage_AnyTwist(random, 1.0, 1.0);
    }
    vlDynamics d = {.bodyCount = BODIES, .motion = b->motion, .step = 0.1};
    b->dynamics = d;
    vlImplicitElement e = {.bodyA = isWorld ? -1 : 0, .bodyB = 1};
    e.origin = vlRandom_InBall(random);
    e.onB.force = vlRandom_InBall(random);
    e.onB.torque = vlRandom_InBall(random);
    e.resistance.uu = squareOf(anyMatrix(random));
    e.resistance.uw = anyMatrix(random);
    e.resistance.ww = squareOf(anyMatrix(random));
    b->element = e;
    vlLink link = {e.bodyA, e.bodyB};
    vlIslands* islands = &b->work.islands;
    vlIslands_Find(islands, BODIES, solved, &link, 1);
    vlBlockLink coupling = {isWorld ? -1 : islands->row[0], islands->row[1]};
    vlBlockSystem_Plan(&b->work.system, islands->rowCount, islands->start, islands->islandCount,
                       &coupling, 1);
    for (int i = 0; i < islands->islandCount; ++i) {
        vlBlockSystem_Clear(&b->work.system, i);
    }
    for (int i = 0; i < VL_BLOCK * BODIES; ++i) {
        b->work.vector[i] = 0.0;
    }
    vlImplicit_Assemble(&b->work, &b->dynamics, &b->element, 0);
}

// y += m x, or its transpose.
static void addProduct(const vlBlock6* m, bool isTransposed, const double x[6], double y[6])
{
    for (int i = 0; i < 6; ++i) {
        for (int k = 0; k < 6; ++k) {
            y[i] += (isTransposed ? m->m[6 * k + i] : m->m[6 * i + k]) * x[k];
        }
    }
}

// The difference of two impulses on each body about its centre of mass at these velocities: that of
// the element itself, and that of the system, right side minus matrix times velocity.
static double errorOf(Bench* b, const vlTwist velocity[BODIES], const bool solved[BODIES])
{
    static const vlTwist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    const vlImplicitElement* e = &b->element;
    bool isWorld = e->bodyA < 0;
    vlTwist t =
        vlTwist_Between(isWorld ? &still : &velocity[0], isWorld ? e->origin : b->motion[0].centre,
                        &velocity[1], b->motion[1].centre, e->origin);
    vlWrench onB = vlImplicitElement_At(e, t);
    double x[BODIES][6];
    for (int i = 0; i < BODIES; ++i) {
        vlTwist v = velocity[i];
        const double all[6] = {v.linear.x,  v.linear.y,  v.linear.z,
                               v.angular.x, v.angular.y, v.angular.z};
        for (int k = 0; k < 6; ++k) {
            x[i][k] = all[k];
        }
    }
    double worst = 0.0;
    for (int i = 0; i < BODIES; ++i) {
        int row = b->work.islands.row[i];
        if (!solved[i] || (i == 0 && isWorld)) {
            continue;
        }
        double y[6] = {0.0};
        addProduct(vlBlockSystem_Diagonal(&b->work.system, row), false, x[i], y);
        bool isTransposed;
        const vlBlock6* block = vlBlockSystem_Coupling(&b->work.system, 0, &isTransposed);
        if (block != NULL) { // of (A, B), or transposed of (B, A)
            addProduct(block, (i == 1) != isTransposed, x[1 - i], y);
        }
        double h = b->dynamics.step * (i == 1 ? 1.0 : -1.0);
        vlVec3 force = vlScale(onB.force, h);
        vlVec3 lever = vlSub(e->origin, b->motion[i].centre);
        vlVec3 torque = vlAdd(vlScale(onB.torque, h), vlCross(lever, force));
        const double all[6] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
        for (int k = 0; k < 6; ++k) {
            double impulse = b->work.vector[VL_BLOCK * row + k] - y[k];
            worst = fmax(worst, fabs(impulse - all[k]));
        }
    }
    return worst;
}

static void the_system_says_what_the_element_does(void** state)
{
    (void)state;
    Bench b;
    create(&b);
    vlRandom random = vlRandom_Seed(1);
    double worst = 0.0;
    for (int i = 0; i < vlStage_Count(10000, 1000); ++i) {
        bool isWorld = i % 4 == 3;
        const bool solved[BODIES] = {i % 4 != 1, i % 4 != 2};
        draw(&b, isWorld, solved, &random);
        vlTwist velocity[BODIES];
        for (int k = 0; k < BODIES; ++k) {
            vlTwist any = vlStage_AnyTwist(&random, 1.0, 1.0);
            velocity[k] = solved[k] ? any : b.work.before[k];
        }
        worst = fmax(worst, errorOf(&b, velocity, solved));
    }
    VL_CHECK_BELOW(worst, 1e-14); // rounding of sums of numbers of order 1
    test_free(b.memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_system_says_what_the_element_does),
    };
    return cmocka_run_group_tests_name("assemble", tests, NULL, NULL);
}
