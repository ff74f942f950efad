// SPDX-License-Identifier: MIT
#include "heart/heart.h"

#include <stdio.h>
#include <string.h>

#include "heart/families.h"
#include "heart/heart_arguments.h"

static const char usage[] =
    "usage: heart [--integrator NAME] [--long] [--only LIST | --without LIST] [FAMILY...]\n"
    "       heart --list\n"
    "Runs the cases of the families named, or of all, and prints every number with its bound.\n"
    "LIST: names of cases, FAMILY/CASE, with commas between them. Exits with 1 if a number is out\n"
    "of its bound. NAME: euler, rk4, implicit, or the number of an integrator.\n";

// ---- numbers and bounds ----

static void print(const vlHeart* heart, const char* verdict, const char* what, double value)
{
    printf("%-5s %s/%s: %s: %.9g", verdict, heart->family, heart->name, what, value);
}

void vlHeart_Within(vlHeart* heart, const char* what, double value, double lower, double upper)
{
    bool isGood = value >= lower && value <= upper;
    print(heart, isGood ? "good" : "FAIL", what, value);
    printf(" (%g to %g)\n", lower, upper);
    ++heart->checks;
    heart->failures += !isGood;
}

void vlHeart_AtMost(vlHeart* heart, const char* what, double value, double bound)
{
    bool isGood = value <= bound;
    print(heart, isGood ? "good" : "FAIL", what, value);
    printf(" (at most %g)\n", bound);
    ++heart->checks;
    heart->failures += !isGood;
}

void vlHeart_Show(const vlHeart* heart, const char* what, double value)
{
    print(heart, "", what, value);
    printf("\n");
}

// ---- worlds ----

vlWorldDef vlHeart_Def(const vlHeart* heart, double step)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = heart->integrator;
    def.step = step;
    return def;
}

double vlHeart_Energy(const vlWorld* world)
{
    vlEnergy energy = vlWorld_GetEnergy(world);
    return energy.kinetic + energy.gravity;
}

// ---- the program ----

#define X(family) &family,
static const vlHeartFamily* const families[] = {VL_HEART_FAMILIES(X)};
#undef X

#define FAMILIES ((int)(sizeof families / sizeof families[0]))

// True if `list`, names with commas between them, contains family/name.
static bool contains(const char* list, const char* family, const char* name)
{
    char full[128];
    int length = snprintf(full, sizeof full, "%s/%s", family, name);
    for (const char* at = list; (at = strstr(at, full)) != NULL; ++at) {
        char before = at == list ? ',' : at[-1], after = at[length];
        if (before == ',' && (after == ',' || after == '\0')) {
            return true;
        }
    }
    return false;
}

static void runFamily(vlHeart* heart, const vlHeartFamily* family, const char* only,
                      const char* without)
{
    for (int i = 0; i < family->count; ++i) {
        const vlHeartCase* c = &family->cases[i];
        if ((c->isLong && !heart->isLong) ||
            (only != NULL && !contains(only, family->name, c->name)) ||
            (without != NULL && contains(without, family->name, c->name))) {
            continue;
        }
        heart->family = family->name;
        heart->name = c->name;
        c->run(heart, c->parameter);
        (void)fflush(stdout);
    }
}

static int list(void)
{
    for (int f = 0; f < FAMILIES; ++f) {
        for (int i = 0; i < families[f]->count; ++i) {
            printf("%s/%s\n", families[f]->name, families[f]->cases[i].name);
        }
    }
    return 0;
}

static bool isFamily(const char* name)
{
    for (int f = 0; f < FAMILIES; ++f) {
        if (strcmp(name, families[f]->name) == 0) {
            return true;
        }
    }
    return false;
}

int main(int argc, char** argv)
{
    vlHeart heart = {.integrator = VL_INTEGRATOR_IMPLICIT};
    const char *only = NULL, *without = NULL;
    int first = 1;
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        return list();
    }
    for (; first < argc && strncmp(argv[first], "--", 2) == 0; ++first) {
        const char* name = argv[first];
        const char* value = first + 1 < argc ? argv[first + 1] : NULL;
        bool ok = true;
        if (strcmp(name, "--long") == 0) {
            heart.isLong = true;
            continue;
        }
        if (strcmp(name, "--only") == 0) {
            ok = (only = value) != NULL;
        } else if (strcmp(name, "--without") == 0) {
            ok = (without = value) != NULL;
        } else {
            ok = strcmp(name, "--integrator") == 0 &&
                 vlHeart_ReadIntegrator(value, &heart.integrator);
        }
        if (!ok) {
            (void)fputs(usage, stderr);
            return 2;
        }
        ++first;
    }
    for (int i = first; i < argc; ++i) {
        if (!isFamily(argv[i])) {
            (void)fprintf(stderr, "there is no family '%s'\n%s", argv[i], usage);
            return 2;
        }
    }
    for (int f = 0; f < FAMILIES; ++f) {
        bool isNamed = first == argc;
        for (int i = first; i < argc; ++i) {
            isNamed = isNamed || strcmp(argv[i], families[f]->name) == 0;
        }
        if (isNamed) {
            runFamily(&heart, families[f], only, without);
        }
    }
    printf("%d numbers, %d out of their bounds\n", heart.checks, heart.failures);
    return heart.failures > 0 ? 1 : 0;
}
