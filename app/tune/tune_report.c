// SPDX-License-Identifier: MIT
#include "app/tune/tune_report.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "app/cli/say.h"
#include "app/devices/device_name.h"

const char* vlTuneReport_GetLimit(const vlTuneResult* result)
{
    if (result->isSoftened) {
        return "stiffer ones shake or give the hand energy at this contact rate";
    }
    switch (result->found.limit) {
    case VL_TUNER_MARGIN: return "a stiffer one has less margin";
    case VL_TUNER_COUNT:
        return "with a stiffer one, friction would not stop a trembling by one encoder count";
    case VL_TUNER_RANGE: return "nothing stiffer was tried";
    case VL_TUNER_PASSIVE: return "a stiffer one is not passive for any hand";
    }
    return "";
}

double vlTuneReport_GetOwnDamping(const vlTuneResult* result)
{
    const vlSimulatedDeviceDef* device = &result->def.device;
    vlVec3 b = device->directions.damping;
    bool hasDirections = device->directions.areGiven && !result->def.isAngular;
    return hasDirections ? fmin(b.x, fmin(b.y, b.z))
                         : (result->def.isAngular ? device->angularDamping : device->damping);
}

static void sayPassive(const vlTuneResult* result, const char* stiffness, const char* damping)
{
    const vlTunedCoupling* found = &result->found;
    const vlSimulatedDeviceDef* device = &result->def.device;
    double own = vlTuneReport_GetOwnDamping(result);
    if (device->motors.bandwidth > 0.0) {
        vlSay(stdout, "  passive         not known: the motors follow slowly\n");
    } else if (found->neededDamping <= own) {
        vlSay(stdout, "  passive         for any hand, up to %.4g %s\n", found->passiveStiffness,
              stiffness);
    } else {
        vlSay(stdout,
              "  passive         not for any hand: that needs %.3g %s in the device, which has "
              "%.3g\n",
              found->neededDamping, damping, own);
    }
}

void vlTuneReport_SayCoupling(const vlTuneResult* result)
{
    bool isAngular = result->def.isAngular;
    const vlDeviceInfo* info = &result->def.device.info;
    const vlTunedCoupling* found = &result->found;
    const char* stiffness = isAngular ? "N m/rad" : "N/m";
    const char* damping = isAngular ? "N m s/rad" : "N s/m";
    double table = isAngular ? info->maxAngularStiffness : info->maxStiffness;
    vlSay(stdout, "%-18s%.10g %s, %.10g %s, velocity filter %.10g Hz\n",
          isAngular ? "turning" : "coupling", found->stiffness, stiffness, found->damping, damping,
          found->cut);
    if (table > 0.0) {
        vlSay(stdout, "  share           %.2f of the table value, %g %s\n",
              found->stiffness * result->def.gain / table, table, stiffness);
    }
    vlSay(stdout, "  limit           %s\n", vlTuneReport_GetLimit(result));
    vlSay(stdout, "  margins        ");
    for (int hand = 0; hand < VL_TUNER_HAND_COUNT; ++hand) {
        vlSay(stdout, "%s %s %.2f", hand > 0 ? "," : "", vlTuner_GetHandName((vlTunerHand)hand),
              found->margins[hand]);
    }
    vlSay(stdout, "\n");
    sayPassive(result, stiffness, damping);
    if (!isAngular) {
        vlSay(stdout, "  felt wall      ");
        static const double walls[] = {1e3, 1e4, 1e5, 1e6};
        for (int i = 0; i < 4; ++i) {
            vlSay(stdout, "%s %.4g of %g", i > 0 ? "," : "",
                  walls[i] * found->stiffness / (walls[i] + found->stiffness), walls[i]);
        }
        vlSay(stdout, " N/m\n");
    }
}

int vlTuneReport_GetTicks(const vlTuneResult* result)
{
    return result->contactRate > 0.0
               ? (int)fmax(1.0, round(result->def.device.info.rate / result->contactRate))
               : 0;
}

bool vlTuneReport_Strike(const char* program, const vlTuneResult* result)
{
    vlStrikeTally tally;
    char message[256] = "";
    if (!vlTunedStrikes_Try(&result->def, &result->found, vlTuneReport_GetTicks(result), &tally,
                            message, sizeof message)) {
        vlSay(stderr, "%s: a strike cannot be run: %s\n", program, message);
        return false;
    }
    vlSay(stdout,
          "strikes           %d at up to %.2f m/s, half of them with 1.5 times the force: %d "
          "unstable, %d gave the hand energy\n",
          tally.strikes, tally.fastest, tally.unstable, tally.active);
    return tally.unstable == 0 && tally.active == 0;
}

void vlTuneReport_SayBlock(const char* name, const vlTunedCoupling* found,
                           const vlTunedCoupling* turn)
{
    char installed[PATH_MAX];
    vlSay(stdout, "\n  - name: right\n    device: simulated\n");
    if (vlDeviceName_FindInstalled(name, installed, sizeof installed)) {
        vlSay(stdout, "    model: %s.yaml # a copy of %s beside the scene\n", name, installed);
    } else {
        vlSay(stdout, "    %s: %s\n", vlDeviceName_IsFile(name) ? "model" : "address", name);
    }
    vlSay(stdout, "    stiffness: %.10g\n    damping: %.10g\n", found->stiffness, found->damping);
    if (turn != NULL) {
        vlSay(stdout, "    angular-stiffness: %.10g\n    angular-damping: %.10g\n", turn->stiffness,
              turn->damping);
    }
    vlSay(stdout, "    velocity-cut: %.10g\n", found->cut);
}
