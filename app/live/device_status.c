// SPDX-License-Identifier: MIT
#include "app/live/device_status.h"

#include <math.h>
#include <string.h>

#include "app/cli/fair_audit.h"
#include "app/cli/fixed_text.h"
#include "app/cli/say.h"

#define NO_TORQUE 1e-6 // N m: rounding

void vlDeviceStatus_Fill(vlDeviceStatus* status, const vlSimulation* simulation, int i,
                         const vlDevice* real)
{
    const vlScene* scene = vlSimulation_GetScene(simulation);
    const vlSceneDevice* device = vlScene_GetDevice(scene, i);
    const vlRenderer* renderer = vlSimulation_GetRenderer(simulation, i);
    const vlGovernor* governor = vlRenderer_GetGovernor(renderer);
    vlRendererReport report = vlRenderer_GetReport(renderer);
    int body = report.hold != VL_HOLD_NOTHING ? vlSimulation_FindBody(simulation, report.body) : -1;
    *status = (vlDeviceStatus){.isSimulated = real == NULL,
                               .isSilent = report.readResult != VL_OK,
                               .force = vlLength(report.sent.force),
                               .maxForce = governor->limits.maxForce,
                               .readFailures = report.readFailures,
                               .writeFailures = report.writeFailures,
                               .droppedTorque = report.mostDropped};
    status->audit = vlFairAudit_Make(renderer);
    snprintf(status->name, sizeof status->name, "%s", device->name);
    snprintf(status->model, sizeof status->model, "%s",
             real != NULL ? vlDevice_GetInfo(real)->model : device->address);
    vlDevice_GetRemark(real, status->remark, sizeof status->remark);
    snprintf(status->held, sizeof status->held, "%s",
             body >= 0 ? vlScene_GetBody(scene, body)->name : "");
    for (int k = 0; k < VL_TRIP_COUNT; ++k) {
        status->trips[k] = governor->counts[k];
    }
}

// How often one cause is reported while the run goes on; the table at the end counts them all.
#define MOST_REPORTED 3

bool vlDeviceStatus_Announce(const vlDeviceStatus* status, const vlDeviceStatus* before, char* text,
                             size_t size)
{
    static const vlDeviceStatus nothing = {.isSilent = false};
    const vlDeviceStatus* old = strcmp(status->name, before->name) == 0 ? before : &nothing;
    vlFixedText list = vlFixedText_Begin(text, size);
    if (status->isSilent != old->isSilent) {
        vlFixedText_Add(&list, "device %s: %s\n", status->name,
                        status->isSilent ? "does not answer" : "answers");
    }
    if (strcmp(status->held, old->held) != 0 && old != &nothing) {
        vlFixedText_Add(&list, "device %s: %s %s\n", status->name,
                        status->held[0] != '\0' ? "took hold of" : "let go of",
                        status->held[0] != '\0' ? status->held : old->held);
    }
    for (int i = 0; i < VL_TRIP_COUNT; ++i) {
        const vlTripCount* count = &status->trips[i];
        bool isEveryday = i == VL_TRIP_FORCE_RATE || i == VL_TRIP_TORQUE_RATE;
        if (!isEveryday && count->spells > old->trips[i].spells &&
            old->trips[i].spells < MOST_REPORTED) {
            vlFixedText_Add(&list, "device %s: %s%s\n", status->name,
                            vlTripCause_Text((vlTripCause)i),
                            count->spells >= MOST_REPORTED ? "; no longer reported" : "");
        }
    }
    return list.end > text;
}

static void printTrips(const vlDeviceStatus* s, FILE* file)
{
    const char* head = "interventions";
    for (int i = 0; i < VL_TRIP_COUNT; ++i) {
        const vlTripCount* count = &s->trips[i];
        if (count->spells > 0) {
            vlSay(file, "  %-16s%llu time%s, %llu tick%s: %s\n", head,
                  (unsigned long long)count->spells, count->spells == 1 ? "" : "s",
                  (unsigned long long)count->ticks, count->ticks == 1 ? "" : "s",
                  vlTripCause_Text((vlTripCause)i));
            head = "";
        }
    }
    if (s->readFailures > 0) {
        vlSay(file, "  %-16s%llu\n", "read failures", (unsigned long long)s->readFailures);
    }
    if (s->writeFailures > 0) {
        vlSay(file, "  %-16s%llu\n", "write failures", (unsigned long long)s->writeFailures);
    }
}

// A small energy with a prefix that keeps it readable.
static const char* energyText(double joules, char* text, size_t size)
{
    double magnitude = fabs(joules);
    bool isMilli = magnitude < 1.0 && magnitude >= 1e-3;
    bool isMicro = magnitude < 1e-3 && magnitude > 0.0;
    double factor = isMilli ? 1e3 : isMicro ? 1e6 : 1.0;
    snprintf(text, size, "%.3g %sJ", factor * joules, isMilli ? "m" : isMicro ? "u" : "");
    return text;
}

// Names the parts of the world that gave more energy than they took. Energy that none of them gave
// comes from sampling: the device gets a force in steps that should change continuously.
static void printAudit(const vlAudit* audit, FILE* file)
{
    char net[32], unpaid[32], limit[32], made[32];
    energyText(audit->unpaid, unpaid, sizeof unpaid);
    energyText(audit->tolerance, limit, sizeof limit);
    if (!audit->isActive) {
        vlSay(file,
              "  audit           passive: net energy to the hand %s; not accounted for %s (limit "
              "%s)\n",
              energyText(audit->givenToHand, net, sizeof net), unpaid, limit);
    }
    if (audit->unpaid > audit->tolerance) {
        vlSay(file,
              "  audit           ACTIVE: energy to the hand not accounted for %s (limit %s), made "
              "by sampling\n",
              unpaid, limit);
    }
    if (audit->byLimits > audit->tolerance) {
        vlSay(file,
              "                  the governor's limits, mainly the soft start, gave the hand %s\n",
              energyText(audit->byLimits, made, sizeof made));
    }
    for (int i = 0; i < VL_PORT_COUNT; ++i) {
        if (i != VL_PORT_DEVICE && audit->isPortActive[i]) {
            vlSay(file, "  audit           ACTIVE: %s made %s\n", vlPort_Name((vlPort)i),
                  energyText(-audit->portLowest[i], made, sizeof made));
        }
    }
}

void vlDeviceStatus_Print(const vlDeviceStatus* status, FILE* file)
{
    const vlAudit* audit = &status->audit;
    vlSay(file, "device            %s: %s%s, holds %s, %.3g N of %.3g\n", status->name,
          status->model, status->isSimulated ? " (simulated)" : "",
          status->held[0] != '\0' ? status->held : "nothing", status->force, status->maxForce);
    vlSay(file, "  energy          ");
    for (int i = 0; i < VL_PORT_COUNT; ++i) {
        vlSay(file, "%s%s %.3g", i > 0 ? ", " : "into ", vlPort_Name((vlPort)i), audit->port[i]);
    }
    vlSay(file, " J\n");
    printAudit(audit, file);
    if (status->droppedTorque > NO_TORQUE) {
        vlSay(file, "  not rendered    torque up to %.3g N m (this device has no torque output)\n",
              status->droppedTorque);
    }
    printTrips(status, file);
    if (status->remark[0] != '\0') {
        vlSay(file, "  remarks         %s\n", status->remark);
    }
}
