// SPDX-License-Identifier: MIT
#include "app/cli/arguments.h"

#include <argp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <volar/scene.h>

#include "app/cli/say.h"
#include "base/spelling.h"

#define MAX_WORD 32
#define MAX_OPTIONS 64
#define MAX_MESSAGE 1024

// Options that argp adds to every command.
static const struct argp_option common[] = {{"help", '?', NULL, 0, NULL, 0},
                                            {"usage", 'u', NULL, 0, NULL, 0},
                                            {"version", 'V', NULL, 0, NULL, 0},
                                            {0}};

static int collectNames(const struct argp_option* options, const struct argp_option** found,
                        const char** names, int count)
{
    for (int i = 0; options != NULL && (options[i].name != NULL || options[i].key != 0); ++i) {
        if (options[i].name != NULL && count < MAX_OPTIONS) {
            found[count] = &options[i];
            names[count++] = options[i].name;
        }
    }
    return count;
}

// The option whose name starts with the first `length` characters of `word`: argp takes
// abbreviations, and complains itself about those that fit several.
static int findOption(const char* word, size_t length, const char* const* names, int count)
{
    for (int i = 0; i < count; ++i) {
        if (strncmp(word, names[i], length) == 0) {
            return i;
        }
    }
    return -1;
}

// Is the word a short option whose argument is the next word?
static bool takesNextWord(const char* word, const struct argp_option* const* options, int count)
{
    for (int i = 0; word[0] == '-' && word[1] != '\0' && word[2] == '\0' && i < count; ++i) {
        if (options[i]->key == word[1]) {
            return options[i]->arg != NULL && (options[i]->flags & OPTION_ARG_OPTIONAL) == 0;
        }
    }
    return false;
}

void vlArguments_Parse(const struct argp* parser, int argc, char** argv, void* input)
{
    static char help[] = "--help";
    const struct argp_option* options[MAX_OPTIONS];
    const char* names[MAX_OPTIONS];
    int count = collectNames(parser->options, options, names, 0);
    count = collectNames(common, options, names, count);
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        // The C library would print an unknown letter as it is.
        if (argv[i][0] == '-' && argv[i][1] != '\0' && (argv[i][1] < ' ' || argv[i][1] > '~')) {
            vlSay(stderr, "%s: no option '%s'; see %s --help\n", argv[0], argv[i], argv[0]);
            exit(VL_EXIT_USAGE);
        }
        if (strcmp(argv[i], "-h") == 0) {
            argv[i] = help; // which argp knows as -? only
        }
        if (strncmp(argv[i], "--", 2) != 0) {
            i += takesNextWord(argv[i], options, count);
            continue;
        }
        char word[MAX_WORD];
        size_t length = strcspn(argv[i] + 2, "=");
        snprintf(word, sizeof word, "%.*s", (int)length, argv[i] + 2);
        int option = findOption(word, strlen(word), names, count);
        if (option < 0) {
            const char* nearest = vlSpelling_FindNearest(word, names, count);
            vlSay(stderr, "%s: no option '--%s'; %s%s%s\n", argv[0], word,
                  nearest != NULL ? "did you mean '--" : "see ",
                  nearest != NULL ? nearest : argv[0], nearest != NULL ? "'?" : " --help");
            exit(VL_EXIT_USAGE);
        }
        // The word after an option that needs one is its argument, whatever it looks like.
        bool takesNext = options[option]->arg != NULL &&
                         (options[option]->flags & OPTION_ARG_OPTIONAL) == 0 &&
                         argv[i][2 + length] == '\0';
        i += takesNext;
    }
    // Bad arguments end the program inside argp_parse. An error here means that it read none.
    error_t error = argp_parse(parser, argc, argv, 0, NULL, input);
    if (error != 0) {
        vlSay(stderr, "%s: the arguments cannot be read: %s\n", argv[0], strerror(error));
        exit(VL_EXIT_FAILED);
    }
}

void vlArguments_Fail(struct argp_state* state, const char* format, ...)
{
    char message[MAX_MESSAGE];
    va_list arguments;
    va_start(arguments, format);
    (void)vlSay_Into(message, sizeof message, format, arguments);
    va_end(arguments);
    argp_error(state, "%s", message);
}

char* vlArguments_TakeNext(struct argp_state* state, bool (*isMeant)(const char* word))
{
    if (state->next >= state->argc || !isMeant(state->argv[state->next])) {
        return NULL;
    }
    return state->argv[state->next++];
}

void vlArguments_TakeRecording(struct argp_state* state, char* text, const char** file)
{
    if (*file != NULL) {
        vlArguments_Fail(state, "one recording at a time; also found '%s'", text);
    }
    *file = text;
}

void vlArguments_NeedRecording(struct argp_state* state, const char* file)
{
    if (file == NULL) {
        vlArguments_Fail(state, "name a recording");
    }
}

double vlArguments_TakeNumber(struct argp_state* state, const char* option, const char* text,
                              double least, double most)
{
    char* end = NULL;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= least && value <= most)) {
        vlArguments_Fail(state, "%s '%s': expected a number from %g to %g", option, text, least,
                         most);
    }
    return value;
}
