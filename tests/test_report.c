// SPDX-License-Identifier: MIT
// The table at the end of a run: compute time and start delay separately, the stages of the longest
// step, and advice if deadlines were missed.

#include <stdio.h>
#include <string.h>

#include "app/live/report.h"
#include "base/histogram.h"
#include "test.h"

static char table[8192];

static const char* print(const vlRunReport* report)
{
    FILE* file = tmpfile();
    assert_non_null(file);
    vlReport_PrintTable(report, file);
    rewind(file);
    table[fread(table, 1, sizeof table - 1, file)] = '\0';
    fclose(file);
    return table;
}

static vlRunReport ordinaryRun(void)
{
    vlRunReport report = {.viewers = -1};
    vlLiveStatus* s = &report.status;
    snprintf(s->scene, sizeof s->scene, "stack");
    s->steps = 1000;
    s->step = 0.001;
    s->view.speed = 1.0;
    s->view.stepTimes[vlHistogram_FindBin(20.0)] = 990;
    s->view.stepTimes[vlHistogram_FindBin(180.0)] = 10;
    s->timing.worstStep = 180.0;
    s->timing.worstStages[VL_STAGE_COLLIDE] = 108.0;
    s->timing.worstStages[VL_STAGE_SOLVE] = 45.0;
    s->timing.worstStages[VL_STAGE_CONTACT] = 18.0;
    s->timing.worstStages[VL_STAGE_INTEGRATE] = 9.0;
    s->timing.lateTimes[vlHistogram_FindBin(60.0)] = 990;
    s->timing.lateTimes[vlHistogram_FindBin(5000.0)] = 10;
    s->timing.worstLateness = 4900.0;
    return report;
}

static void compute_time_and_lateness_are_told_apart(void** state)
{
    (void)state;
    vlRunReport report = ordinaryRun();
    const char* text = print(&report);
    // Bins are a quarter of an octave wide, here from 19.0 to 22.6 us and from 152.2 to 181.0 us,
    // and are assumed to be filled evenly.
    static const char row[] =
        "\ncompute time      median 20.8 us, p99 22.6, p99.9 178, worst 180\n";
    assert_non_null(strstr(text, row));
    assert_non_null(strstr(text, "\nstart delay       median "));
    // The bin ends above the worst value, but the reported time does not exceed that value.
    assert_non_null(strstr(text, ", p99.9 4900, worst 4900\n"));
    assert_non_null(strstr(text, "\ndeadlines         0 missed\n"));
}

static void the_largest_three_stages_are_named(void** state)
{
    (void)state;
    vlRunReport report = ordinaryRun();
    static const char row[] =
        "\nworst step        contact volumes 60%, solve 25%, contact forces 10%\n";
    assert_non_null(strstr(print(&report), row));
    // There is only one stage to name.
    memset(report.status.timing.worstStages, 0, sizeof report.status.timing.worstStages);
    report.status.timing.worstStages[VL_STAGE_WRITE] = 180.0;
    assert_non_null(strstr(print(&report), "\nworst step        write device 100%\n"));
}

static void a_run_without_steps_has_no_worst_one(void** state)
{
    (void)state;
    vlRunReport report = {.viewers = -1};
    const char* text = print(&report);
    assert_null(strstr(text, "worst step"));
    assert_non_null(strstr(text, "compute time      median 0.00 us"));
}

static void a_fast_run_has_no_deadlines(void** state)
{
    (void)state;
    vlRunReport report = ordinaryRun();
    report.status.isFast = true;
    const char* text = print(&report);
    assert_non_null(strstr(text, "compute time"));
    assert_null(strstr(text, "start delay"));
    assert_null(strstr(text, "deadlines"));
    assert_null(strstr(text, "worst step"));
}

static void two_rates_tell_how_old_contacts_were(void** state)
{
    (void)state;
    vlRunReport report = ordinaryRun();
    assert_null(strstr(print(&report), "contact detection"));
    report.status.timing.contactRate = 250.0;
    report.status.timing.worstPacketAge = 0.0123;
    assert_non_null(strstr(print(&report),
                           "\ncontact detection 250 times per simulated second, contacts up to "
                           "12.3 ms of simulated time old\n"));
}

static void advice_comes_with_missed_deadlines_and_once(void** state)
{
    (void)state;
    vlRunReport report = ordinaryRun();
    vlMachine machine = {.cores = 1, .isRealtimeKernel = true};
    report.machine = &machine;
    assert_null(strstr(print(&report), "advice"));
    report.status.view.missedDeadlines = 3;
    const char* text = print(&report);
    assert_non_null(strstr(text, "\nadvice            simulation, viewer and recorder share one"));
    assert_non_null(strstr(text, "\n                  SCHED_FIFO is not permitted"));
    assert_non_null(strstr(text, "\n                  memory cannot be locked"));
    report.given = VL_ADVICE_BIT(VL_ADVICE_CORES) | VL_ADVICE_BIT(VL_ADVICE_FIFO);
    text = print(&report);
    assert_non_null(strstr(text, "\nadvice            memory cannot be locked"));
    assert_null(strstr(text, "SCHED_FIFO"));
}

static void what_was_granted_is_told(void** state)
{
    (void)state;
    vlRunReport report = ordinaryRun();
    vlMachine machine = {.priority = 70, .fifo = {.isAsked = true}};
    machine.lock = (vlDemand){.isAsked = true, .error = 12};
    machine.awake = (vlDemand){.isAsked = true};
    report.machine = &machine;
    assert_non_null(strstr(print(&report), "\nreal time         SCHED_FIFO 70, memory not locked, "
                                           "processor kept awake\n"));
    machine.fifo.error = 1;
    machine.lock.error = 0;
    machine.awake.error = 13;
    assert_non_null(strstr(print(&report), "\nreal time         no SCHED_FIFO, memory locked, "
                                           "processor free to sleep\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compute_time_and_lateness_are_told_apart),
        cmocka_unit_test(the_largest_three_stages_are_named),
        cmocka_unit_test(a_run_without_steps_has_no_worst_one),
        cmocka_unit_test(a_fast_run_has_no_deadlines),
        cmocka_unit_test(two_rates_tell_how_old_contacts_were),
        cmocka_unit_test(advice_comes_with_missed_deadlines_and_once),
        cmocka_unit_test(what_was_granted_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
