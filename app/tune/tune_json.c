// SPDX-License-Identifier: MIT
#include "app/tune/tune_json.h"

#include <volar/simulated_device.h>

static void writeCoupling(vlJsonWriter* json, const char* key, const vlTuneResult* result)
{
    const vlTunedCoupling* found = &result->found;
    bool isAngular = result->def.isAngular;
    vlJsonWriter_Open(json, key, '{');
    vlJsonWriter_Number(json, isAngular ? "stiffness_Nm_rad" : "stiffness_N_m", found->stiffness);
    vlJsonWriter_Number(json, isAngular ? "damping_Nms_rad" : "damping_Ns_m", found->damping);
    vlJsonWriter_Number(json, "velocity_cut_Hz", found->cut);
    vlJsonWriter_Text(json, "limit", vlTuneReport_GetLimit(result));
    vlJsonWriter_Open(json, "margins", '{');
    for (int hand = 0; hand < VL_TUNER_HAND_COUNT; ++hand) {
        vlJsonWriter_Number(json, vlTuner_GetHandName((vlTunerHand)hand), found->margins[hand]);
    }
    vlJsonWriter_Close(json, '}');
    // A condition for passivity is known only of motors without a lag.
    if (result->def.device.motors.bandwidth == 0.0) {
        bool isPassive = found->neededDamping <= vlTuneReport_GetOwnDamping(result);
        vlJsonWriter_Bool(json, "passive", isPassive);
        vlJsonWriter_Number(json, isAngular ? "passive_up_to_Nm_rad" : "passive_up_to_N_m",
                            isPassive ? found->passiveStiffness : 0.0);
    }
    vlJsonWriter_Close(json, '}');
}

static void writeKeys(vlJsonWriter* json, const char* key, const vlDeviceFile* file,
                      vlSourceKind kind)
{
    vlJsonWriter_Open(json, key, '[');
    for (int i = 0; i < file->numberCount; ++i) {
        if (file->numbers[i].kind == kind) {
            vlJsonWriter_Text(json, NULL, file->numbers[i].key);
        }
    }
    vlJsonWriter_Close(json, ']');
}

void vlTuneJson_Write(vlJsonWriter* json, const vlTuneOutcome* outcome)
{
    const vlSimulatedDeviceDef* device = &outcome->found.def.device;
    vlJsonWriter_Open(json, NULL, '{');
    vlJsonWriter_Text(json, "name", outcome->name);
    vlJsonWriter_Text(json, "model", device->info.model);
    vlJsonWriter_Number(json, "mass_kg", device->mass);
    vlJsonWriter_Number(json, "rate_Hz", device->info.rate);
    vlJsonWriter_Number(json, "delay_s", device->motors.delay + device->motors.jitter);
    writeKeys(json, "assumed", outcome->file, VL_SOURCE_ASSUMED);
    writeKeys(json, "unknown", outcome->file, VL_SOURCE_UNKNOWN);
    writeCoupling(json, "coupling", &outcome->found);
    if (outcome->hasTurn) {
        writeCoupling(json, "turning", &outcome->turn);
    }
    if (outcome->isStruck) {
        vlJsonWriter_Open(json, "strikes", '{');
        vlJsonWriter_Integer(json, "count", outcome->tally.strikes);
        vlJsonWriter_Number(json, "fastest_m_s", outcome->tally.fastest);
        vlJsonWriter_Integer(json, "unstable", outcome->tally.unstable);
        vlJsonWriter_Integer(json, "active", outcome->tally.active);
        vlJsonWriter_Close(json, '}');
    }
    if (outcome->writtenTo != NULL) {
        vlJsonWriter_Text(json, "written_to", outcome->writtenTo);
    }
    vlJsonWriter_Close(json, '}');
}
