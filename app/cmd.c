// SPDX-License-Identifier: MIT
#include "app/cmd.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORD 32
#define MAX_OPTIONS 64

static int least(int a, int b)
{
    return a < b ? a : b;
}

// Edit distance with swaps of neighbouring letters counted as one (optimal string alignment).
static int countEdits(const char* a, const char* b)
{
    int rows[MAX_WORD + 1][MAX_WORD + 1];
    int lengthA = (int)strnlen(a, MAX_WORD), lengthB = (int)strnlen(b, MAX_WORD);
    for (int i = 0; i <= lengthA; i++) {
        rows[i][0] = i;
    }
    for (int j = 0; j <= lengthB; j++) {
        rows[0][j] = j;
    }
    for (int i = 1; i <= lengthA; i++) {
        for (int j = 1; j <= lengthB; j++) {
            int change = rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            rows[i][j] = least(change, 1 + least(rows[i - 1][j], rows[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                rows[i][j] = least(rows[i][j], rows[i - 2][j - 2] + 1);
            }
        }
    }
    return rows[lengthA][lengthB];
}

const char* vlCmd_Nearest(const char* word, const char* const* names, int count)
{
    const char* nearest = NULL;
    // Half of the letters wrong is no typing error any more.
    int fewest = (int)(strlen(word) + 1) / 2 + 1;
    for (int i = 0; i < count; i++) {
        // A beginning ("cube" for "cube-drop") counts as one edit.
        int edits = strlen(word) >= 2 && strncmp(word, names[i], strlen(word)) == 0
                        ? 1
                        : countEdits(word, names[i]);
        if (edits < fewest) {
            fewest = edits;
            nearest = names[i];
        }
    }
    return nearest;
}

// Options that argp adds to every command.
static const struct argp_option common[] = {{"help", '?', NULL, 0, NULL, 0},
                                            {"usage", 'u', NULL, 0, NULL, 0},
                                            {"version", 'V', NULL, 0, NULL, 0},
                                            {0}};

static int collectNames(const struct argp_option* options, const struct argp_option** found,
                        const char** names, int count)
{
    for (int i = 0; options != NULL && (options[i].name != NULL || options[i].key != 0); i++) {
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
    for (int i = 0; i < count; i++) {
        if (strncmp(word, names[i], length) == 0) {
            return i;
        }
    }
    return -1;
}

void vlCmd_Parse(const struct argp* parser, int argc, char** argv, void* input)
{
    const struct argp_option* options[MAX_OPTIONS];
    const char* names[MAX_OPTIONS];
    int count = collectNames(parser->options, options, names, 0);
    count = collectNames(common, options, names, count);
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strncmp(argv[i], "--", 2) != 0) {
            continue;
        }
        char word[MAX_WORD];
        size_t length = strcspn(argv[i] + 2, "=");
        snprintf(word, sizeof word, "%.*s", (int)length, argv[i] + 2);
        int option = findOption(word, strlen(word), names, count);
        if (option < 0) {
            const char* nearest = vlCmd_Nearest(word, names, count);
            fprintf(stderr, "%s: no option '--%s'; %s%s%s\n", argv[0], word,
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
    argp_parse(parser, argc, argv, 0, NULL, input);
}

char* vlCmd_TakeNext(struct argp_state* state, bool (*isMeant)(const char* word))
{
    if (state->next >= state->argc || !isMeant(state->argv[state->next])) {
        return NULL;
    }
    return state->argv[state->next++];
}
