// SPDX-License-Identifier: MIT
// volar export: a recording in formats that other programs read.

#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <volar/record.h>

#include "app/cli/arguments.h"
#include "app/cli/output.h"
#include "app/cli/say.h"
#include "app/cmd.h"
#include "app/export/export.h"
#include "base/file_out.h"

#define MCAP_RATE 60.0 // Hz, of MCAP messages unless --every says otherwise

enum { OPTION_CSV = 256, OPTION_MCAP, OPTION_FORCE };

typedef struct Arguments {
    const char* file;
    const char* csv;
    const char* mcap;
    uint64_t every; // 0: not given
    bool mayOverwrite;
} Arguments;

static error_t parseEnd(const Arguments* a, struct argp_state* state)
{
    vlArguments_NeedRecording(state, a->file);
    if (a->csv == NULL && a->mcap == NULL) {
        vlArguments_Fail(state, "choose a format: --csv DIR, --mcap FILE, or both");
    }
    return 0;
}

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    Arguments* a = state->input;
    char* end = NULL;
    long value;
    switch (key) {
    case OPTION_CSV: a->csv = text; return 0;
    case OPTION_MCAP: a->mcap = text; return 0;
    case OPTION_FORCE: a->mayOverwrite = true; return 0;
    case 'e':
        errno = 0;
        value = strtol(text, &end, 10);
        if (end == text || *end != '\0' || errno != 0 || value < 1 || value > 1000000000) {
            vlArguments_Fail(state, "--every is '%s'; expected a whole number from 1 to 1000000000",
                             text);
        }
        a->every = (uint64_t)value;
        return 0;
    case ARGP_KEY_ARG: vlArguments_TakeRecording(state, text, &a->file); return 0;
    case ARGP_KEY_END: return parseEnd(a, state);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"csv", OPTION_CSV, "DIR", 0,
     "Write bodies.csv, contacts.csv, energy.csv, joints.csv, devices.csv and the measurements of "
     "each device into DIR",
     0},
    {"mcap", OPTION_MCAP, "FILE", 0, "Write an MCAP file, e.g. for Foxglove", 0},
    {"every", 'e', "N", 0,
     "Take every N-th step (default: all for CSV, about 60 a second for MCAP)", 0},
    {"force", OPTION_FORCE, NULL, 0, "Overwrite files that exist", 0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "FILE",
    "Writes a recording in other formats."
    "\vPoses and velocities are the recorded ones. Contacts, joints, devices and energies come "
    "from simulating the recording again, as long as that gives the recorded bits. If it does not, "
    "a warning says so, and they come from the views in the recording, about 60 a second. Times "
    "count from the beginning of the recording.\n\n"
    "The motion of the hand at a device NAME is in device_NAME.csv; 'volar run SCENE --device "
    "NAME=replay:device_NAME.csv' plays it again.\n\n"
    "Examples:\n"
    "  volar export run.vlr --csv tables\n"
    "  volar export run.vlr --csv tables --every 10\n"
    "  volar export run.vlr --mcap run.mcap\n\n"
    "Exit status: 0 success, 2 bad usage, 3 a file cannot be read or written.",
    NULL,
    NULL,
    NULL};

static int complain(const char* program, const char* message)
{
    vlSay(stderr, "%s: %s\n", program, message);
    return VL_EXIT_FILE;
}

// An export never replaces what it is made from, not even with --force.
static int refuseInput(const char* program, const char* path)
{
    vlSay(stderr, "%s: '%s' is the recording itself; choose another name\n", program, path);
    return VL_EXIT_FILE;
}

typedef bool (*Writer)(vlExportSource* source, const char* path, vlExportCounts* counts,
                       char* message, size_t messageSize);

// Closes the source.
static int writeOne(const char* program, vlExportSource* source, Writer writer, const char* path)
{
    vlExportCounts counts;
    char message[512] = "";
    bool ok = writer(source, path, &counts, message, sizeof message);
    if (vlExportSource_GetWarning(source)[0] != '\0') {
        vlSay(stderr, "%s: warning: %s\n", program, vlExportSource_GetWarning(source));
    }
    vlExportSource_Close(source);
    if (!ok) {
        return complain(program, message);
    }
    vlSay(stdout, "%s: %llu steps, %llu contacts\n", path, (unsigned long long)counts.frames,
          (unsigned long long)counts.contacts);
    return VL_EXIT_OK;
}

static int writeTables(const char* program, const vlRecording* recording, const Arguments* a)
{
    vlExportSource* source = NULL;
    char message[512] = "";
    char path[1024];
    uint64_t every = a->every > 0 ? a->every : 1;
    if (!vlExportSource_Open(recording, every, &source, message, sizeof message)) {
        return complain(program, message);
    }
    if (vlExport_IsTable(source, a->csv, a->file)) {
        vlExportSource_Close(source);
        return refuseInput(program, a->file);
    }
    if (a->mcap != NULL && vlExport_IsTable(source, a->csv, a->mcap)) {
        vlSay(stderr,
              "%s: --mcap '%s' would be written to the same file as a table of --csv '%s'; choose "
              "another name\n",
              program, a->mcap, a->csv);
        vlExportSource_Close(source);
        return VL_EXIT_FILE;
    }
    if (vlExport_FindTable(source, a->csv, path, sizeof path) &&
        !vlOutput_MayWrite(program, path, a->mayOverwrite)) {
        vlExportSource_Close(source);
        return VL_EXIT_FILE;
    }
    return writeOne(program, source, vlExport_WriteCsv, a->csv);
}

static int writeMcap(const char* program, const vlRecording* recording, const Arguments* a)
{
    vlExportSource* source = NULL;
    char message[512] = "";
    double step = vlRecording_GetInfo(recording).step;
    uint64_t shown = (uint64_t)fmax(1.0, fmin(1e9, round(1.0 / (MCAP_RATE * step))));
    uint64_t every = a->every > 0 ? a->every : shown;
    if (!vlExportSource_Open(recording, every, &source, message, sizeof message)) {
        return complain(program, message);
    }
    return writeOne(program, source, vlExport_WriteMcap, a->mcap);
}

int vlCmd_Export(int argc, char** argv)
{
    Arguments a = {0};
    vlArguments_Parse(&parser, argc, argv, &a);
    vlRecording* recording = NULL;
    char message[512] = "";
    vlResult r = vlRecording_Open(a.file, &recording, message, sizeof message);
    if (r != VL_OK) {
        return complain(argv[0], message[0] != '\0' ? message : vlResult_Text(r));
    }
    int result = VL_EXIT_OK;
    if (a.mcap != NULL && vlFileOut_Collide(a.mcap, a.file)) {
        result = refuseInput(argv[0], a.file);
    } else if (a.mcap != NULL && !vlOutput_MayWrite(argv[0], a.mcap, a.mayOverwrite)) {
        result = VL_EXIT_FILE;
    }
    if (result == VL_EXIT_OK && a.csv != NULL) {
        result = writeTables(argv[0], recording, &a);
    }
    if (result == VL_EXIT_OK && a.mcap != NULL) {
        result = writeMcap(argv[0], recording, &a);
    }
    vlRecording_Close(recording);
    return result;
}
