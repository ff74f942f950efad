// SPDX-License-Identifier: MIT
#include "app/live/report_json.h"

#include <math.h>

#include "base/histogram.h"
#include "base/json_writer.h"

static void writeTimes(vlJsonWriter* json, const char* key, const uint32_t bins[VL_VIEW_BINS],
                       double worst)
{
    static const struct {
        const char* key;
        double fraction;
    } rows[] = {{"median", 0.5}, {"p99", 0.99}, {"p999", 0.999}};
    vlJsonWriter_Open(json, key, '{');
    for (int i = 0; i < 3; ++i) {
        double time = vlHistogram_FindPercentile(bins, rows[i].fraction);
        vlJsonWriter_Number(json, rows[i].key, fmin(time, worst));
    }
    vlJsonWriter_Number(json, "worst", worst);
    vlJsonWriter_Close(json, '}');
}

static void writeAudit(vlJsonWriter* json, const vlAudit* audit)
{
    vlJsonWriter_Open(json, "energy_into_J", '{');
    for (int i = 0; i < VL_PORT_COUNT; ++i) {
        vlJsonWriter_Number(json, vlPort_Name((vlPort)i), audit->port[i]);
    }
    vlJsonWriter_Close(json, '}');
    vlJsonWriter_Bool(json, "passive", !audit->isActive);
    vlJsonWriter_Number(json, "given_to_hand_J", audit->givenToHand);
    vlJsonWriter_Number(json, "unaccounted_J", audit->unpaid);
    vlJsonWriter_Number(json, "by_limits_J", audit->byLimits);
    vlJsonWriter_Number(json, "tolerance_J", audit->tolerance);
}

static void writeDevice(vlJsonWriter* json, const vlDeviceStatus* s, const char* coupling)
{
    vlJsonWriter_Open(json, NULL, '{');
    vlJsonWriter_Text(json, "name", s->name);
    vlJsonWriter_Text(json, "model", s->model);
    vlJsonWriter_Bool(json, "simulated", s->isSimulated);
    vlJsonWriter_Text(json, "holds", s->held);
    vlJsonWriter_Number(json, "force_N", s->force);
    vlJsonWriter_Number(json, "max_force_N", s->maxForce);
    writeAudit(json, &s->audit);
    vlJsonWriter_Number(json, "dropped_torque_Nm", s->droppedTorque);
    vlJsonWriter_Open(json, "interventions", '[');
    for (int i = 0; i < VL_TRIP_COUNT; ++i) {
        if (s->trips[i].spells > 0) {
            vlJsonWriter_Open(json, NULL, '{');
            vlJsonWriter_Text(json, "cause", vlTripCause_Text((vlTripCause)i));
            vlJsonWriter_Integer(json, "times", (long)s->trips[i].spells);
            vlJsonWriter_Integer(json, "ticks", (long)s->trips[i].ticks);
            vlJsonWriter_Close(json, '}');
        }
    }
    vlJsonWriter_Close(json, ']');
    vlJsonWriter_Integer(json, "read_failures", (long)s->readFailures);
    vlJsonWriter_Integer(json, "write_failures", (long)s->writeFailures);
    vlJsonWriter_Text(json, "remarks", s->remark);
    vlJsonWriter_Text(json, "coupling", coupling);
    vlJsonWriter_Close(json, '}');
}

static void writeContacts(vlJsonWriter* json, const vlLiveStatus* s)
{
    vlJsonWriter_Integer(json, "contacts", s->contacts);
    vlJsonWriter_Number(json, "deepest_m", s->deepest);
    vlJsonWriter_Number(json, "normal_force_N", s->normalForce);
    vlJsonWriter_Integer(json, "dropped_contacts", s->droppedContacts);
    vlJsonWriter_Integer(json, "fallback_contacts", s->fallbackContacts);
    vlJsonWriter_Integer(json, "overloaded_contacts", s->overloadedContacts);
    vlJsonWriter_Open(json, "energy_J", '{');
    vlJsonWriter_Number(json, "kinetic", s->energy.kinetic);
    vlJsonWriter_Number(json, "gravity", s->energy.gravity);
    vlJsonWriter_Number(json, "springs_and_joints", s->energy.springs + s->energy.joints);
    vlJsonWriter_Close(json, '}');
    vlJsonWriter_Integer(json, "left_bodies", s->leftBodies);
    vlJsonWriter_Integer(json, "frozen_bodies", s->frozenBodies);
}

static void writePunctuality(vlJsonWriter* json, const vlLiveStatus* s)
{
    writeTimes(json, "compute_us", s->view.stepTimes, s->timing.worstStep);
    if (!s->isFast) {
        writeTimes(json, "start_delay_us", s->timing.lateTimes, s->timing.worstLateness);
        vlJsonWriter_Integer(json, "missed_deadlines", (long)s->view.missedDeadlines);
    }
    if (s->timing.contactRate > 0.0) {
        vlJsonWriter_Number(json, "contact_detection_Hz", s->timing.contactRate);
        vlJsonWriter_Number(json, "oldest_contacts_s", s->timing.worstPacketAge);
    }
}

// The files that the run wrote.
static void writeFiles(vlJsonWriter* json, const vlRunReport* report)
{
    if (report->recordPath != NULL) {
        const vlRecorderStatus* r = &report->recording;
        vlJsonWriter_Open(json, "recording", '{');
        vlJsonWriter_Text(json, "file", report->recordPath);
        vlJsonWriter_Integer(json, "bytes", (long)r->bytes);
        vlJsonWriter_Integer(json, "steps", (long)r->steps);
        vlJsonWriter_Integer(json, "lost_steps", (long)r->lostSteps);
        vlJsonWriter_Bool(json, "complete", r->systemError == 0 && r->lostSteps == 0);
        vlJsonWriter_Close(json, '}');
    }
    if (report->logPath != NULL) {
        const vlRunLogStatus* log = &report->log;
        vlJsonWriter_Open(json, "log", '{');
        vlJsonWriter_Text(json, "file", report->logPath);
        vlJsonWriter_Integer(json, "bytes", (long)log->bytes);
        vlJsonWriter_Integer(json, "rows", (long)log->rows);
        vlJsonWriter_Integer(json, "lost_rows", (long)log->lost);
        vlJsonWriter_Bool(json, "complete", log->systemError == 0 && log->lost == 0);
        vlJsonWriter_Close(json, '}');
    }
}

void vlReport_PrintJson(const vlRunReport* report)
{
    const vlLiveStatus* s = &report->status;
    vlJsonWriter json = {stdout, 0, true};
    char hash[17];
    (void)snprintf(hash, sizeof hash, "%016llx", (unsigned long long)s->hash);
    vlJsonWriter_Open(&json, NULL, '{');
    vlJsonWriter_Text(&json, "scene", s->scene);
    vlJsonWriter_Number(&json, "simulated_s", s->simulated);
    vlJsonWriter_Integer(&json, "steps", (long)s->steps);
    vlJsonWriter_Number(&json, "step_s", s->step);
    vlJsonWriter_Number(&json, "wall_s", s->wallTime);
    writePunctuality(&json, s);
    writeContacts(&json, s);
    vlJsonWriter_Open(&json, "devices", '[');
    for (int i = 0; i < s->deviceCount; ++i) {
        writeDevice(&json, &s->devices[i], report->gains != NULL ? report->gains->said[i] : "");
    }
    vlJsonWriter_Close(&json, ']');
    vlJsonWriter_Integer(&json, "memory_bytes", (long)s->memory);
    writeFiles(&json, report);
    vlJsonWriter_Text(&json, "state_hash", hash);
    vlJsonWriter_Close(&json, '}');
}
