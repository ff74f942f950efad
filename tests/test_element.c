// SPDX-License-Identifier: MIT
// The loops over force elements, with two made-up kinds in place of the world's: every stage calls
// every existing element once, kind by kind, slot by slot, and never a free slot.

#include "dynamics/element.h"

#include <string.h>

#include "test.h"

#define SLOTS 5
#define MOST_CALLS 64

// Stands for the world's state and work; only the functions below use its contents.
typedef struct Element {
    vlElementHead head;
    double energy;
} Element;
typedef struct State {
    Element first[SLOTS], second[SLOTS];
} State;

typedef struct Work {
    int callCount;
    int calls[MOST_CALLS]; // kind times 10 plus slot, in the order of the calls
    int indices[MOST_CALLS];
    int islandChanged; // slot, in the first kind, of the element that does not hold
    vlAgain asked;     // what it asks for
} Work;

static State* stateOf(const vlState* state)
{
    return (State*)(uintptr_t)state;
}

static Work* workOf(const vlWork* work)
{
    return (Work*)(uintptr_t)work;
}

static void note(vlWork* opaque, int kind, int slot, int index)
{
    Work* work = workOf(opaque);
    assert_true(work->callCount < MOST_CALLS);
    work->indices[work->callCount] = index;
    work->calls[work->callCount++] = 10 * kind + slot;
}

static vlElementList listFirst(const vlState* state, const vlWork* work)
{
    (void)work;
    vlElementList list = {stateOf(state)->first, sizeof(Element), SLOTS};
    return list;
}

static vlElementList listSecond(const vlState* state, const vlWork* work)
{
    (void)work;
    vlElementList list = {stateOf(state)->second, sizeof(Element), SLOTS};
    return list;
}

static vlForceElement evaluateFirst(const vlModel* model, vlState* state, vlWork* work, int slot,
                                    const vlMotion* motions, double elapsed, bool remember)
{
    (void)model, (void)motions, (void)elapsed, (void)remember;
    note(work, 1, slot, -1);
    vlForceElement e = {.bodyA = stateOf(state)->first[slot].head.bodyA,
                        .bodyB = stateOf(state)->first[slot].head.bodyB};
    return e;
}

static vlForceElement evaluateSecond(const vlModel* model, vlState* state, vlWork* work, int slot,
                                     const vlMotion* motions, double elapsed, bool remember)
{
    (void)model, (void)motions, (void)elapsed, (void)remember;
    note(work, 2, slot, -1);
    vlForceElement e = {.bodyA = stateOf(state)->second[slot].head.bodyA,
                        .bodyB = stateOf(state)->second[slot].head.bodyB};
    return e;
}

static void keepFirst(vlState* state, const vlWork* work, int slot)
{
    (void)work;
    stateOf(state)->first[slot].energy += 1.0;
}

static void lineariseSecond(const vlModel* model, vlState* state, vlWork* work,
                            const vlElementAt* at, const vlTwist* trial, bool isFirst,
                            vlImplicitElement* line)
{
    (void)model, (void)trial, (void)isFirst;
    note(work, 2, at->slot, at->index);
    assert_int_equal(at->link.b, stateOf(state)->second[at->slot].head.bodyB);
    line->bodyB = at->link.b;
}

static vlAgain checkFirst(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                          const vlTwist* trial, int solvesLeft)
{
    (void)model, (void)state, (void)trial, (void)solvesLeft;
    note(work, 1, at->slot, at->index);
    return at->slot == workOf(work)->islandChanged ? workOf(work)->asked : VL_AGAIN_NO;
}

static double finishAny(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                        const vlTwist* after, const vlTwist* mean)
{
    (void)model, (void)state, (void)after, (void)mean;
    note(work, 3, at->slot, at->index);
    return at->isSolved ? 1.0 : 100.0;
}

static void silenceSecond(const vlModel* model, vlState* state, vlWork* work, int slot)
{
    (void)model, (void)state;
    note(work, 2, slot, -1);
}

static double energyFirst(const vlState* state, const vlWork* work, int slot)
{
    (void)work;
    return stateOf(state)->first[slot].energy;
}

static const vlElementKind first = {.name = "first",
                                    .list = listFirst,
                                    .evaluate = evaluateFirst,
                                    .keep = keepFirst,
                                    .check = checkFirst,
                                    .finish = finishAny,
                                    .energy = energyFirst};
static const vlElementKind second = {.name = "second",
                                     .list = listSecond,
                                     .evaluate = evaluateSecond,
                                     .linearise = lineariseSecond,
                                     .finish = finishAny,
                                     .silence = silenceSecond};
static const vlElementKind* const kinds[] = {&first, &second};

typedef struct Rig {
    State state;
    Work work;
    vlElements all;
    vlImplicitElement line[2 * SLOTS];
    vlLink link[2 * SLOTS];
    int slot[2 * SLOTS];
    vlStepElements step;
} Rig;

// Of the first kind slots 1 and 4 live, of the second slots 0 and 2; bodies count up.
static void fill(Rig* rig)
{
    memset(rig, 0, sizeof *rig);
    const int living[4] = {1, 4, 0, 2};
    for (int i = 0; i < 4; ++i) {
        Element* e = i < 2 ? &rig->state.first[living[i]] : &rig->state.second[living[i]];
        e->head.id.isTaken = true;
        e->head.bodyA = i == 0 ? -1 : i - 1;
        e->head.bodyB = i;
        e->energy = 10.0;
    }
    rig->work.islandChanged = -1;
    vlElements all = {kinds, 2, NULL, (vlState*)(void*)&rig->state, (vlWork*)(void*)&rig->work};
    rig->all = all;
    rig->step.line = rig->line;
    rig->step.link = rig->link;
    rig->step.slot = rig->slot;
}

static void assertCalls(const Rig* rig, const int* calls, int count)
{
    assert_int_equal(rig->work.callCount, count);
    for (int i = 0; i < count; ++i) {
        assert_int_equal(rig->work.calls[i], calls[i]);
    }
}

static void an_explicit_evaluation_asks_each_living_element_once_in_order(void** state)
{
    (void)state;
    Rig rig;
    fill(&rig);
    vlForceElement out[2 * SLOTS];
    assert_int_equal(vlElements_Evaluate(&rig.all, NULL, 1e-3, false, out), 4);
    const int calls[] = {11, 14, 20, 22};
    assertCalls(&rig, calls, 4);
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(out[i].bodyB, i);
    }
    assert_true(vlElementKind_Energy(&first, rig.all.state, rig.all.work) == 20.0);
    rig.work.callCount = 0;
    (void)vlElements_Evaluate(&rig.all, NULL, 1e-3, true, out); // with memory: each is called once
    assert_true(vlElementKind_Energy(&first, rig.all.state, rig.all.work) == 22.0);
}

static void links_number_the_elements_kind_after_kind(void** state)
{
    (void)state;
    Rig rig;
    fill(&rig);
    vlElements_Link(&rig.all, &rig.step);
    assert_int_equal(rig.step.count, 4);
    assert_int_equal(rig.step.start[0], 0);
    assert_int_equal(rig.step.start[1], 2);
    assert_int_equal(rig.step.start[2], 4);
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(rig.link[i].a, i == 0 ? -1 : i - 1);
        assert_int_equal(rig.link[i].b, i);
    }
}

// Bodies 0 and 1 are one island, 2 and 3 another.
static vlIslands islandsOf(int* island)
{
    const int of[4] = {0, 0, 1, 1};
    memcpy(island, of, sizeof of);
    vlIslands islands = {.island = island, .islandCount = 2};
    return islands;
}

static void only_marked_islands_are_asked(void** state)
{
    (void)state;
    Rig rig;
    fill(&rig);
    int island[4];
    vlIslands islands = islandsOf(island);
    vlElements_Link(&rig.all, &rig.step);
    const bool none[2] = {false, false};
    const bool second2[2] = {false, true};
    vlElements_Linearise(&rig.all, &rig.step, &islands, none, NULL, true);
    assertCalls(&rig, NULL, 0);
    vlElements_Linearise(&rig.all, &rig.step, &islands, second2, NULL, true);
    const int calls[] = {20, 22};
    assertCalls(&rig, calls, 2);
    assert_int_equal(rig.work.indices[0], 2);
    assert_int_equal(rig.work.indices[1], 3);
    assert_int_equal(rig.line[3].bodyB, 3);
}

static void a_change_marks_the_island_of_its_element(void** state)
{
    (void)state;
    Rig rig;
    fill(&rig);
    int island[4];
    vlIslands islands = islandsOf(island);
    vlElements_Link(&rig.all, &rig.step);
    const bool all[2] = {true, true};
    vlAgain again[2] = {VL_AGAIN_NO, VL_AGAIN_NO};
    vlElements_Check(&rig.all, &rig.step, &islands, all, again, NULL, 2);
    assert_true(again[0] == VL_AGAIN_NO && again[1] == VL_AGAIN_NO);
    rig.work.islandChanged = 4; // its bodies are 0 and 1
    rig.work.asked = VL_AGAIN_SOON;
    vlElements_Check(&rig.all, &rig.step, &islands, all, again, NULL, 2);
    assert_true(again[0] == VL_AGAIN_SOON && again[1] == VL_AGAIN_NO);
    rig.work.asked = VL_AGAIN_NOW;
    vlElements_Check(&rig.all, &rig.step, &islands, all, again, NULL, 2);
    assert_true(again[0] == VL_AGAIN_NOW && again[1] == VL_AGAIN_NO);
}

static void all_kinds_finish(void** state)
{
    (void)state;
    Rig rig;
    fill(&rig);
    int island[4];
    vlIslands islands = islandsOf(island);
    vlElements_Link(&rig.all, &rig.step);
    assert_true(vlElements_Finish(&rig.all, &rig.step, &islands, NULL, NULL) == 4.0);
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(rig.work.indices[i], i);
    }
    island[0] = -1; // the first element, between body 0 and the world, was not solved for
    assert_true(vlElements_Finish(&rig.all, &rig.step, &islands, NULL, NULL) == 103.0);
}

static void elements_of_frozen_bodies_are_silenced(void** state)
{
    (void)state;
    Rig rig;
    fill(&rig);
    const bool isFrozen[4] = {true, true, false, false};
    vlElements_Silence(&rig.all, isFrozen);
    const int calls[] = {20}; // between bodies 1 and 2; the first kind has nothing to silence
    assertCalls(&rig, calls, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_explicit_evaluation_asks_each_living_element_once_in_order),
        cmocka_unit_test(links_number_the_elements_kind_after_kind),
        cmocka_unit_test(only_marked_islands_are_asked),
        cmocka_unit_test(a_change_marks_the_island_of_its_element),
        cmocka_unit_test(all_kinds_finish),
        cmocka_unit_test(elements_of_frozen_bodies_are_silenced),
    };
    return cmocka_run_group_tests_name("element", tests, NULL, NULL);
}
