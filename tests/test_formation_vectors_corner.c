// SPDX-License-Identifier: MIT
// Forces of a cube in the corner of an L, with two contacts, against the equations.

#include "formation_vectors.h"

static void forces_in_the_corner_are_those_of_the_equations(void** state)
{
    (void)state;
    vlQuat tilted = turnAbout(0, 0, 1, 30);
    vlPose s1 = placed(vlMulQ(turnAbout(0, 1, 0, 20), tilted));
    vlPose s2 = placed(tilted);
    vlPose s3 = flat(0.0505, 0.0505, 0);
    // 1e-8: the reference poses are given with eight digits.
    assertNear(vlLength(vlSub(s1.p, vlVec(0.08178321, 0.06880127, 0))), 0.0, 1e-8);
    assertNear(vlLength(vlSub(s2.p, vlVec(0.06880127, 0.06880127, 0))), 0.0, 1e-8);
    vlPose forbidden = moved(s2, 0, 0.0006, 0.003);
    forbidden.q = vlMulQ(turnAbout(1, 0, 0, 0.9), s2.q);
    // S1 turned by 2 degrees about the upright through its vertex at the wall.
    vlQuat turn = turnAbout(0, 1, 0, 2);
    vlVec3 vertex = vlTransform(s1, vlVec(-0.05, 0.05, -0.05));
    vlPose turned = {vlAdd(vertex, vlRotate(turn, vlSub(s1.p, vertex))), vlMulQ(turn, s1.q)};
    const Expected all[] = {
        {"TV4",
         s2,
         moved(s2, 0, 0, 0.005),
         "e-f e-f",
         "MT2b",
         {0, 0, -1.2},
         {0, 0, -1.2},
         5,
         5,
         {3, 1.038, -2.4},
         {0, -0.12, -0.10981}},
        {"TV4h",
         s2,
         s2,
         "e-f e-f",
         "MT2a1",
         {0, 0, 0},
         {0, 0, 0},
         4,
         4,
         {3, 1.038, 0},
         {0, 0, -0.10981}},
        {"TV5",
         s2,
         placed(turnAbout(0, 0, 1, 32)),
         "e-f e-f",
         "MT2b",
         {-1.2, 0, 0},
         {0, 1.2, 0},
         5,
         5,
         {1.8, 2.238, 0},
         {0, 0, -0.26079}},
        {"TV6",
         s2,
         forbidden,
         "e-f e-f",
         "MT2a2",
         {0, 0, -1.6769},
         {0, -0.2683, -1.4758},
         6,
         6,
         {3, 1.1235, -3.1527},
         {0.01290, -0.16004, -0.09589}},
        {"TV7",
         s1,
         moved(s1, 0, 0, 0.0005),
         "e-f v-f",
         "MT2a1",
         {0, 0, -0.5},
         {0, 0, -0.5},
         4,
         4,
         {3, 1.038, -1},
         {-0.02345, -0.12516, -0.09795}},
        {"TV8",
         s1,
         turned,
         "e-f v-f",
         "MT2c",
         {-0.4881, 0, 1.0963},
         {0, 0, 0},
         5,
         4,
         {2.5119, 1.038, 1.0963},
         {-0.05503, -0.02257, -0.16477}},
        {"TV9",
         flat(0.0535, 0.0505, 0),
         s3,
         "f-f f-f",
         "MT4",
         {1.5, 0, 0},
         {0, 0, 0},
         6,
         2,
         {4.5, 1.038, 0},
         {0, 0, 0.0750}},
        {"TV10",
         s3,
         moved(s3, 0.004, 0, 0),
         "f-f",
         "MT5",
         {-1.2, 0, 0},
         {0, 0, 0},
         5,
         0,
         {-1.2, 1.038, 0},
         {0, 0, -0.0600}},
        {"TV12",
         s3,
         moved(s3, 0, 0, 0.004),
         "f-f f-f",
         "MT2b",
         {0, 0, -1.2},
         {0, 0, -1.2},
         5,
         5,
         {3, 1.038, -2.4},
         {0.0600, -0.0600, 0}},
    };
    checkAll(all, sizeof all / sizeof all[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_in_the_corner_are_those_of_the_equations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
