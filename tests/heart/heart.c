// SPDX-License-Identifier: MIT
#include "tests/heart/heart.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/heart/families.h"
#include "tests/heart/heart_arguments.h"

static const char usage[] =
    "usage: heart [--integrator NAME] [--long] [--open FILE | --open-only FILE] [--case NAME]\n"
    "             [FAMILY...]\n"
    "       heart --list\n"
    "Runs the cases of the families named, or of all, and prints every number with its bound.\n"
    "Exits with 1 if a number is out of its bound. Lines of FILE, each as this program prints "
    "them\n"
    "after FAIL, name numbers that are known to be out: they do not count, or only they do.\n"
    "NAME of an integrator: euler, rk4, implicit, convex, or its number; of a case: FAMILY/CASE.\n";

// ---- numbers and bounds ----

// Whether a line of `lines` begins with these words.
static bool hasLine(const char* lines, const char* begin)
{
    size_t length = strlen(begin);
    for (const char* line = lines; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, begin, length) == 0) {
            return true;
        }
    }
    return false;
}

// Whether the open ones name this number: family/case: what: With --long there may be more of them,
// which begin with "long ".
static bool isOpen(const vlHeart* heart, const char* what)
{
    static const char more[] = "long ";
    char begin[256];
    (void)snprintf(begin, sizeof begin, "%s%s/%s: %s:", more, heart->family, heart->name, what);
    return hasLine(heart->open, begin + strlen(more)) ||
           (heart->isLong && hasLine(heart->open, begin));
}

static void print(const vlHeart* heart, const char* verdict, const char* what, double value)
{
    printf("%-4s %s%s/%s: %s: %.9g", verdict, heart->isLong ? "long " : "", heart->family,
           heart->name, what, value);
}

// Counts a number and prints all but its bound.
static void count(vlHeart* heart, const char* what, double value, bool isGood)
{
    bool isKnown = isOpen(heart, what);
    bool counts = isKnown == heart->isOpenOnly;
    print(heart, isGood ? (isKnown ? "mend" : "good") : (counts ? "FAIL" : "open"), what, value);
    heart->checks += counts;
    heart->failures += counts && !isGood;
    heart->opened += isKnown && !isGood;
}

void vlHeart_Within(vlHeart* heart, const char* what, double value, double lower, double upper)
{
    count(heart, what, value, value >= lower && value <= upper);
    printf(" (%g to %g)\n", lower, upper);
}

void vlHeart_AtMost(vlHeart* heart, const char* what, double value, double bound)
{
    count(heart, what, value, value <= bound);
    printf(" (at most %g)\n", bound);
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

// What the command line asks for.
typedef struct Ask {
    const char* only; // FAMILY/CASE, or NULL
    int first;        // argument that is a family
} Ask;

// True if the open ones name a number of this case.
static bool hasOpen(const vlHeart* heart, const char* family, const char* name)
{
    char begin[192];
    (void)snprintf(begin, sizeof begin, "%s/%s:", family, name);
    return heart->open != NULL && strstr(heart->open, begin) != NULL;
}

#define PATIENCE 300 // s, for a case: the longest takes one second, and with --long a minute

// Runs a case in a process of its own: one that crashes or never ends is a failure like any other.
static void runCase(vlHeart* heart, const vlHeartCase* c)
{
    int ends[2], status = 0;
    vlHeart child = *heart;
    if (pipe(ends) != 0) {
        perror("heart: pipe");
        exit(2);
    }
    pid_t process = fork();
    if (process < 0) {
        perror("heart: fork");
        exit(2);
    }
    if (process == 0) {
        (void)alarm(PATIENCE);
        c->run(&child, c->parameter);
        (void)fflush(stdout);
        _exit(write(ends[1], &child, sizeof child) == (ssize_t)sizeof child ? 0 : 2);
    }
    (void)close(ends[1]);
    bool ended = read(ends[0], &child, sizeof child) == (ssize_t)sizeof child;
    (void)close(ends[0]);
    (void)waitpid(process, &status, 0);
    if (ended) {
        heart->checks = child.checks;
        heart->failures = child.failures;
        heart->opened = child.opened;
    } else {
        const char* why = !WIFSIGNALED(status)          ? "it could not go on"
                          : WTERMSIG(status) == SIGALRM ? "it took too long"
                                                        : strsignal(WTERMSIG(status));
        printf("FAIL %s/%s: did not end: %s\n", heart->family, heart->name, why);
        ++heart->checks;
        ++heart->failures;
    }
}

// Returns how many cases it ran.
static int runFamily(vlHeart* heart, const vlHeartFamily* family, const char* only)
{
    int ran = 0;
    for (int i = 0; i < family->count; ++i) {
        const vlHeartCase* c = &family->cases[i];
        char full[128];
        (void)snprintf(full, sizeof full, "%s/%s", family->name, c->name);
        if ((c->isLong && !heart->isLong) || (only != NULL && strcmp(only, full) != 0) ||
            (heart->isOpenOnly && !hasOpen(heart, family->name, c->name))) {
            continue;
        }
        heart->family = family->name;
        heart->name = c->name;
        (void)fflush(stdout);
        runCase(heart, c);
        ++ran;
    }
    return ran;
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

// The text of a file, or NULL after a message.
static const char* readOpen(const char* path)
{
    static char text[1 << 17];
    FILE* file = path == NULL ? NULL : fopen(path, "r");
    if (file == NULL) {
        (void)fprintf(stderr, "%s cannot be read\n", path == NULL ? "FILE" : path);
        return NULL;
    }
    size_t length = fread(text, 1, sizeof text - 1, file);
    (void)fclose(file);
    text[length] = '\0';
    return text;
}

// False after a message.
static bool readArguments(int argc, char** argv, vlHeart* heart, Ask* ask)
{
    bool ok = true;
    for (ask->first = 1; ask->first < argc && strncmp(argv[ask->first], "--", 2) == 0 && ok;
         ++ask->first) {
        const char* name = argv[ask->first];
        const char* value = ask->first + 1 < argc ? argv[ask->first + 1] : NULL;
        if (strcmp(name, "--long") == 0) {
            heart->isLong = true;
            continue;
        }
        if (strcmp(name, "--open") == 0 || strcmp(name, "--open-only") == 0) {
            heart->isOpenOnly = strcmp(name, "--open-only") == 0;
            ok = (heart->open = readOpen(value)) != NULL;
        } else if (strcmp(name, "--case") == 0) {
            ok = (ask->only = value) != NULL;
        } else {
            ok = strcmp(name, "--integrator") == 0 &&
                 vlHeart_ReadIntegrator(value, &heart->integrator);
        }
        ++ask->first;
    }
    for (int i = ask->first; i < argc && ok; ++i) {
        ok = isFamily(argv[i]);
        if (!ok) {
            (void)fprintf(stderr, "there is no family '%s'; --list names all cases\n", argv[i]);
        }
    }
    if (!ok) {
        (void)fputs(usage, stderr);
    }
    return ok;
}

int main(int argc, char** argv)
{
    vlHeart heart = {.integrator = VL_INTEGRATOR_IMPLICIT};
    Ask ask = {NULL, 1};
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        return list();
    }
    if (!readArguments(argc, argv, &heart, &ask)) {
        return 2;
    }
    int ran = 0;
    for (int f = 0; f < FAMILIES; ++f) {
        bool isNamed = ask.first == argc;
        for (int i = ask.first; i < argc; ++i) {
            isNamed = isNamed || strcmp(argv[i], families[f]->name) == 0;
        }
        if (isNamed) {
            ran += runFamily(&heart, families[f], ask.only);
        }
    }
    if (ask.only != NULL && ran == 0) {
        (void)fprintf(stderr, "there is no case '%s'; --list names all\n", ask.only);
        return 2;
    }
    printf("%d numbers, %d out of their bounds; %d known to be out\n", heart.checks, heart.failures,
           heart.opened);
    return heart.failures > 0 ? 1 : 0;
}
