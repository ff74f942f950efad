// SPDX-License-Identifier: MIT
// The thread of a live run allocates nothing and takes no lock while it runs: with hands, pauses,
// speeds, restarts, its status published and everything recorded. Counted by replacing the C
// library's functions in this program, for the loop's thread alone: the recorder's own thread may
// wait.

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counted_calls.h"
#include "live_fixture.h"
#include "test.h"

static vlViewerCommand commandAt(int turn)
{
    vlViewerCommand command = {.kind = VL_COMMAND_MOVE, .client = 2};
    command.target = vlVec(0.0002 * (turn % 1000), 0.0, 0.2);
    switch (turn % 97) {
    case 0: command = grab(vlVec(0.0, 0.0, 0.2)); break;
    case 60: command.kind = VL_COMMAND_RELEASE; break;
    case 70:
    case 75:
        command.kind = VL_COMMAND_PAUSE;
        command.on = turn % 97 == 70;
        break;
    case 80:
        command.kind = VL_COMMAND_SPEED;
        command.value = 0.5 + 0.01 * (turn % 200);
        break;
    case 90:
        command.kind = turn % 10 == 0 ? VL_COMMAND_RESTART : VL_COMMAND_STEP;
        command.count = 2;
        break;
    case 96:
        command.kind = VL_COMMAND_PAUSE;
        command.on = false;
        break;
    default: break;
    }
    return command;
}

static void the_loop_takes_neither_memory_nor_locks(void** state)
{
    (void)state;
    char path[256];
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    vlLiveDef def = {.seconds = 0.0};
    vlRecorderDef recorder = {.bufferSize = 0};
    snprintf(path, sizeof path, "live-realtime-%ld.vlr", (long)getpid());
    makeScene(&def.scene, &def.simulation);
    assert_int_equal(vlRecorder_Create(path, def.simulation, &recorder, &def.recorder, NULL, 0),
                     VL_OK);
    assert_int_equal(vlLiveLoop_Init(&loop, &def, clockOf(&clock)), VL_OK);
    long allocationsBefore = allocations, locksBefore = locks;
    for (int turn = 0; turn < 10000; turn++) {
        vlLoopMessage message = {.isEnd = false, .command = commandAt(turn)};
        if (!vlRing_Write(loop.messages, &message, sizeof message) || !vlLiveLoop_Turn(&loop)) {
            break;
        }
    }
    long allocated = allocations - allocationsBefore, locked = locks - locksBefore;
    assert_int_equal(allocated, 0);
    assert_int_equal(locked, 0);
    assert_true(loop.status.steps > 2000); // the remaining time was pauses and waiting
    void* volatile block = malloc(1);      // volatile: a compiler may leave out an unused one
    free(block);
    assert_true(allocations > allocationsBefore); // the counters work
    assert_int_equal(vlRecorder_Close(def.recorder, NULL), VL_OK);
    vlLiveLoop_Destroy(&loop);
    assert_int_equal(remove(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_loop_takes_neither_memory_nor_locks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
