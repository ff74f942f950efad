// SPDX-License-Identifier: MIT
// Pages that steer devices: how the server handles their commands.

#include "app/serve/hub.h"
#include "server_fixture.h"
#include "test.h"

#define STEER(x, buttons)                                                                          \
    "{\"type\":\"steer\",\"device\":1,\"move\":[" x                                                \
    ",0,0],\"turn\":[0,0,0,1],\"buttons\":" buttons "}"

static void who_leaves_gives_devices_back(void** state)
{
    (void)state;
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    int fd = vlWeb_Open(port);
    vlFixture_ExpectClients(server, 1);
    int other = vlWeb_Open(port);
    vlFixture_ExpectClients(server, 2);
    assert_true(vlWeb_Say(other, STEER("0.25", "2")));
    vlViewerCommand command = vlFixture_ExpectCommand(server, VL_COMMAND_STEER);
    assert_true(command.client == 1 && command.device == 1 && command.buttons == 2);
    assert_true(command.target.x == 0.25 && command.turn.w == 1.0);
    assert_true(vlWeb_Say(other, "{\"type\":\"leave\",\"device\":1}"));
    command = vlFixture_ExpectCommand(server, VL_COMMAND_LEAVE);
    assert_true(command.client == 1 && command.device == 1);
    assert_true(vlWeb_Say(other, STEER("0", "0")));
    (void)vlFixture_ExpectCommand(server, VL_COMMAND_STEER);
    close(other); // without a word
    vlFixture_ExpectLeave(server, 1);
    close(fd);
    vlFixture_ExpectLeave(server, 0);
    vlServer_Stop(server);
}

// While the simulation reads nothing, only the last of a device's moves waits, but every change of
// its buttons does.
static void presses_are_not_lost_in_a_full_queue(void** state)
{
    (void)state;
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    int fds[3];
    vlFixture_OpenThree(server, port, fds);
    vlFixture_Flood(fds);
    vlFixture_ExpectRefusals(fds); // the queue is full now
    vlFixture_ExpectClients(server, 1);
    for (int i = 0; i < 20; ++i) {
        assert_true(vlWeb_Say(fds[0], STEER("1", "0")));
    }
    assert_true(vlWeb_Say(fds[0], STEER("2", "1")));
    assert_true(vlWeb_Say(fds[0], STEER("3", "0")));
    close(fds[0]);
    vlFixture_ExpectClients(server, 0);
    int steers = 0;
    uint32_t buttons[3] = {9, 9, 9};
    bool hasLeft = false;
    vlViewerCommand command;
    for (double end = vlWeb_Now() + VL_WEB_SECONDS; !hasLeft && vlWeb_Now() < end;) {
        if (!vlServer_TakeCommand(server, &command)) {
            vlWeb_Sleep(0.001);
        } else if (command.client == 0 && command.kind == VL_COMMAND_STEER) {
            assert_true(steers < 3);
            buttons[steers++] = command.buttons;
        } else {
            hasLeft = command.client == 0 && command.kind == VL_COMMAND_LEAVE;
        }
    }
    assert_true(hasLeft && steers == 3);
    assert_true(buttons[0] == 0 && buttons[1] == 1 && buttons[2] == 0);
    vlServer_Stop(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_leaves_gives_devices_back),
        cmocka_unit_test(presses_are_not_lost_in_a_full_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
