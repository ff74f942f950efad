// SPDX-License-Identifier: MIT
// The report of the comparison with other engines: a ratio appears if and only if two times were
// compared, in the file as in the table. The test needs none of the engines.

#include "bench/peers/peer_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static void addTiming(vlPeerReport* report, const char* engine, double overExplicit,
                      double overImplicit)
{
    vlPeerTiming* row = vlPeerReport_AddTiming(report);
    *row = (vlPeerTiming){.name = "stack", .engine = engine, .escapedCount = -1};
    row->ratio[VL_PEER_EXPLICIT] = overExplicit;
    row->ratio[VL_PEER_IMPLICIT] = overImplicit;
}

static void addTruth(vlPeerReport* report, const char* engine, double measured)
{
    vlPeerTruth* row = vlPeerReport_AddTruth(report);
    *row = (vlPeerTruth){.test = "spin", .engine = engine, .quantity = "time", .exact = 2.0};
    row->measured = measured;
}

// The text of the file between the name of an engine and the end of its row.
static void findRow(const char* json, const char* engine, char* row, size_t size)
{
    char name[32];
    (void)snprintf(name, sizeof name, "\"%s\"", engine);
    const char* start = strstr(json, name);
    assert_non_null(start);
    (void)snprintf(row, size, "%.*s", (int)strcspn(start, "}"), start);
}

static void a_ratio_is_in_the_file_only_where_times_were_compared(void** state)
{
    (void)state;
    const double none = (double)NAN;
    vlPeerReport* report = calloc(1, sizeof *report);
    assert_non_null(report);
    addTiming(report, "theirs", 0.25, 0.5);
    addTiming(report, "ours", none, 0.75);
    addTiming(report, "alone", none, none);
    addTruth(report, "exact", 3.0);
    addTruth(report, "never", none);
    char* json = NULL;
    size_t size = 0;
    FILE* file = open_memstream(&json, &size);
    assert_non_null(file);
    vlPeerReport_WriteJson(report, true, file);
    assert_int_equal(fclose(file), 0);
    char row[1024];
    findRow(json, "theirs", row, sizeof row);
    assert_non_null(strstr(row, "\"ratio_explicit\": 0.25"));
    assert_non_null(strstr(row, "\"ratio_implicit\": 0.5"));
    findRow(json, "ours", row, sizeof row);
    assert_null(strstr(row, "ratio_explicit"));
    assert_non_null(strstr(row, "\"ratio_implicit\": 0.75"));
    findRow(json, "alone", row, sizeof row);
    assert_null(strstr(row, "ratio"));
    findRow(json, "exact", row, sizeof row);
    assert_non_null(strstr(row, "\"ratio\": 1.5"));
    findRow(json, "never", row, sizeof row);
    assert_null(strstr(row, "ratio"));
    free(json);
    free(report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ratio_is_in_the_file_only_where_times_were_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
