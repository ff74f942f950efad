// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_TUNE_JSON_H
#define VOLAR_APP_TUNE_JSON_H

// What the tuner found, as JSON.

#include <volar/device_file.h>

#include "app/tune/tune_report.h"
#include "base/json_writer.h"

typedef struct vlTuneOutcome {
    const char* name; // as the user gave it
    const vlDeviceFile* file;
    vlTuneResult found, turn;
    bool hasTurn;          // the torque has a coupling too
    bool isStruck;         // the strikes were tried
    vlStrikeTally tally;   // of the strikes
    const char* writtenTo; // a scene; NULL: to none
} vlTuneOutcome;

void vlTuneJson_Write(vlJsonWriter* json, const vlTuneOutcome* outcome);

#endif
