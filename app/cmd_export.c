// SPDX-License-Identifier: MIT
// volar export: a recording in formats that other programs read.

#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <volar/record.h>

#include "app/cmd.h"
#include "app/export/export.h"

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
    if (a->file == NULL) {
        argp_error(state, "name a recording");
    }
    if (a->csv == NULL && a->mcap == NULL) {
        argp_error(state, "choose a format: --csv DIR, --mcap FILE, or both");
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
            argp_error(state, "--every is '%s'; expected a whole number from 1 to 1000000000",
                       text);
        }
        a->every = (uint64_t)value;
        return 0;
    case ARGP_KEY_ARG: vlCmd_TakeRecording(state, text, &a->file); return 0;
    case ARGP_KEY_END: return parseEnd(a, state);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"csv", OPTION_CSV, "DIR", 0,
     "Write bodies.csv, contacts.csv, energy.csv and joints.csv into DIR", 0},
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
    "\vPoses and velocities are the recorded ones. Contacts, joints and energies come from "
    "simulating the "
    "recording again, as long as that gives the recorded bits; a warning says if it does not, and "
    "then they come from the views in the recording, about 60 a second. Times count from the "
    "beginning of the recording.\n\n"
    "Examples:\n"
    "  volar export run.vlr --csv tables\n"
    "  volar export run.vlr --csv tables --every 10\n"
    "  volar export run.vlr --mcap run.mcap\n\n"
    "Exit status: 0 good, 2 bad usage, 3 a file cannot be read or written.",
    NULL,
    NULL,
    NULL};

static int complain(const char* program, const char* message)
{
    fprintf(stderr, "%s: %s\n", program, message);
    return VL_EXIT_FILE;
}

// Would anything be lost by writing?
static int checkTargets(const char* program, const Arguments* a)
{
    static const char* const tables[] = {"bodies.csv", "contacts.csv", "energy.csv", "joints.csv"};
    struct stat info;
    char path[1024];
    for (int i = 0; a->csv != NULL && i < 4; ++i) {
        snprintf(path, sizeof path, "%s/%s", a->csv, tables[i]);
        if (!a->mayOverwrite && stat(path, &info) == 0) {
            fprintf(stderr, "%s: '%s' exists; --force overwrites it\n", program, path);
            return VL_EXIT_FILE;
        }
    }
    if (a->mcap != NULL && !a->mayOverwrite && stat(a->mcap, &info) == 0 && S_ISREG(info.st_mode)) {
        fprintf(stderr, "%s: '%s' exists; --force overwrites it\n", program, a->mcap);
        return VL_EXIT_FILE;
    }
    return VL_EXIT_OK;
}

typedef bool (*Writer)(vlExportSource* source, const char* path, vlExportCounts* counts,
                       char* message, size_t messageSize);

static int writeOne(const char* program, const vlRecording* recording, uint64_t every,
                    Writer writer, const char* path)
{
    vlExportSource* source = NULL;
    vlExportCounts counts;
    char message[512] = "";
    if (!vlExportSource_Open(recording, every, &source, message, sizeof message)) {
        return complain(program, message);
    }
    bool ok = writer(source, path, &counts, message, sizeof message);
    if (vlExportSource_GetWarning(source)[0] != '\0') {
        fprintf(stderr, "%s: warning: %s\n", program, vlExportSource_GetWarning(source));
    }
    vlExportSource_Close(source);
    if (!ok) {
        return complain(program, message);
    }
    printf("%s: %llu steps, %llu contacts\n", path, (unsigned long long)counts.frames,
           (unsigned long long)counts.contacts);
    return VL_EXIT_OK;
}

int vlCmd_Export(int argc, char** argv)
{
    Arguments arguments = {0};
    vlCmd_Parse(&parser, argc, argv, &arguments);
    vlRecording* recording = NULL;
    char message[512] = "";
    vlResult r = vlRecording_Open(arguments.file, &recording, message, sizeof message);
    if (r != VL_OK) {
        return complain(argv[0], message[0] != '\0' ? message : vlResult_Text(r));
    }
    vlRecordingInfo info = vlRecording_GetInfo(recording);
    int status = checkTargets(argv[0], &arguments);
    if (status == VL_EXIT_OK && arguments.csv != NULL) {
        uint64_t every = arguments.every > 0 ? arguments.every : 1;
        status = writeOne(argv[0], recording, every, vlExport_WriteCsv, arguments.csv);
    }
    if (status == VL_EXIT_OK && arguments.mcap != NULL) {
        uint64_t shown = (uint64_t)fmax(1.0, fmin(1e9, round(1.0 / (MCAP_RATE * info.step))));
        uint64_t every = arguments.every > 0 ? arguments.every : shown;
        status = writeOne(argv[0], recording, every, vlExport_WriteMcap, arguments.mcap);
    }
    vlRecording_Close(recording);
    return status;
}
