// SPDX-License-Identifier: MIT
// The program `volar`: finds the sub-command and runs it.

#include <argp.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <volar/base.h>
#include <volar/scene.h>

#include "app/cli/documents.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/cli/say.h"
#include "app/cmd.h"
#include "base/spelling.h"

typedef struct Command {
    const char* name;
    const char* describes;
    int (*run)(int argc, char** argv);
} Command;

static int runHelp(int argc, char** argv);
static int runVersion(int argc, char** argv);

// Every sub-command of the program is here and nowhere else.
static const Command commands[] = {
    {"run", "Simulate a scene, show it in a browser, record it", vlCmd_Run},
    {"replay", "Simulate a recording again and compare, or play it", vlCmd_Replay},
    {"export", "Write a recording in other formats", vlCmd_Export},
    {"annotate", "Name the contact states of a recording, or compare two", vlCmd_Annotate},
    {"record-info", "Show what a recording contains", vlCmd_RecordInfo},
    {"check", "Check scene files", vlCmd_Check},
    {"scene", "Print or list scenes", vlCmd_Scene},
    {"mesh", "Check, repair, cut, simplify, show and make meshes", vlCmd_Mesh},
    {"devices", "List haptic devices, or test one", vlCmd_Devices},
    {"haply-server", "Serve a simulated device as Haply's service would", vlCmd_HaplyServer},
    {"experiment", "Repeat a published experiment and judge it by its criteria", vlCmd_Experiment},
    {"workbench", "Put wall or friction laws side by side", vlCmd_Workbench},
    {"tune", "Find the stiffest coupling that a device holds with a margin", vlCmd_Tune},
    {"sweep", "Run a loop, scene or experiment at many points", vlCmd_Sweep},
    {"zwidth", "Draw the stability map of a device", vlCmd_Zwidth},
    {"bench", "Measure how long steps and queries take", vlCmd_Bench},
    {"help", "Explain the program or one of its commands", runHelp},
    {"version", "Print the version", runVersion},
};
#define COMMAND_COUNT ((int)(sizeof commands / sizeof commands[0]))

static void printVersion(FILE* out, struct argp_state* state)
{
    (void)state;
    vlSay(out, "volar %s\n", vlVersion());
}

static const Command* findCommand(const char* name)
{
    const char* names[COMMAND_COUNT];
    for (int i = 0; i < COMMAND_COUNT; ++i) {
        names[i] = commands[i].name;
        if (strcmp(name, names[i]) == 0) {
            return &commands[i];
        }
    }
    const char* nearest = vlSpelling_FindNearest(name, names, COMMAND_COUNT);
    if (nearest != NULL) {
        vlSay(stderr, "volar: no command '%s'; did you mean '%s'?\n", name, nearest);
    } else {
        vlSay(stderr, "volar: no command '%s'; see 'volar help'\n", name);
    }
    return NULL;
}

// Runs the command whose name is argv[0].
static int runCommand(int argc, char** argv)
{
    const Command* command = findCommand(argv[0]);
    if (command == NULL) {
        return VL_EXIT_USAGE;
    }
    char name[64];
    snprintf(name, sizeof name, "volar %s", command->name);
    argv[0] = name;
    return command->run(argc, argv);
}

static void printHelp(FILE* out)
{
    vlSay_Ready(out, "Usage: volar [--help] [--version] COMMAND [ARGUMENT...]\n"
                     "Real-time rigid-body simulation by contact volumes.\n\nCommands:\n");
    for (int i = 0; i < COMMAND_COUNT; ++i) {
        vlSay(out, "  %-13s %s\n", commands[i].name, commands[i].describes);
    }
    vlSay_Ready(
        out,
        "\n'volar help COMMAND' explains a command.\n\n"
        "Examples:\n"
        "  volar run\n"
        "  volar run stack --seconds 10 --record stack.vlr\n"
        "  volar replay stack.vlr --viewer\n\n"
        "Exit status: 0 success, 1 the run failed or standard output cannot be written, 2 "
        "bad usage, 3 a file cannot be read or written, or a device cannot be opened; 128 plus the "
        "number of the signal, if a signal ended the command before its work was done.\n");
    char folder[4096];
    if (vlDocuments_Find(folder, sizeof folder)) {
        vlSay(out, "\nDocumentation: %s/docs; tutorial.md is the place to begin.\n", folder);
    }
}

static bool isHelpOption(const char* word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "-?") == 0;
}

static int runVersion(int argc, char** argv)
{
    if (argc == 2 && isHelpOption(argv[1])) {
        printHelp(stdout);
        return VL_EXIT_OK;
    }
    if (argc > 1) {
        vlSay(stderr, "%s: unexpected argument '%s'\n", argv[0], argv[1]);
        return VL_EXIT_USAGE;
    }
    printVersion(stdout, NULL);
    return VL_EXIT_OK;
}

// `volar help X` is `volar X --help`.
static int runHelp(int argc, char** argv)
{
    static char option[] = "--help";
    if (argc > 2) {
        vlSay(stderr, "%s: unexpected argument '%s'\n", argv[0], argv[2]);
        return VL_EXIT_USAGE;
    }
    if (argc == 1 || isHelpOption(argv[1]) || strcmp(argv[1], "help") == 0) {
        printHelp(stdout);
        return VL_EXIT_OK;
    }
    char* forwarded[] = {argv[1], option, NULL};
    return runCommand(2, forwarded);
}

int main(int argc, char** argv)
{
    vlOutput_Guard();
    // Only the character set follows the locale: numbers are read and written the same everywhere.
    setlocale(LC_CTYPE, "");
    // All commands parse with argp, whose own exit status for bad usage is 64.
    argp_err_exit_status = VL_EXIT_USAGE;
    argp_program_version_hook = printVersion;
    if (argc < 2) {
        printHelp(stderr);
        return VL_EXIT_USAGE;
    }
    if (isHelpOption(argv[1])) {
        return runHelp(1, argv + 1);
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        return runVersion(1, argv + 1);
    }
    if (argv[1][0] == '-') {
        vlSay(stderr, "volar: unknown option '%s'; see 'volar --help'\n", argv[1]);
        return VL_EXIT_USAGE;
    }
    return runCommand(argc - 1, argv + 1);
}
