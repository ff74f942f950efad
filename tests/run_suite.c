// SPDX-License-Identifier: MIT
// The main program of a group of suites: runs the one that its argument names.

#include <stdio.h>
#include <string.h>

#define X(suite) int vlSuite_##suite(void);
#include <suites.inc>
#undef X

static const struct {
    const char* name;
    int (*run)(void);
} suites[] = {
#define X(suite) {#suite, vlSuite_##suite},
#include <suites.inc>
#undef X
};

#define SUITES (sizeof suites / sizeof suites[0])

int main(int argc, char** argv)
{
    for (size_t i = 0; i < SUITES && argc == 2; ++i) {
        if (strcmp(argv[1], suites[i].name) == 0) {
            return suites[i].run();
        }
    }
    (void)fprintf(stderr, "usage: %s SUITE\nSUITE is one of\n", argv[0]);
    for (size_t i = 0; i < SUITES; ++i) {
        (void)fprintf(stderr, "    %s\n", suites[i].name);
    }
    return 2;
}
