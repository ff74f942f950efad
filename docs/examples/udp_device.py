#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A device for Volar's udp backend in one page: a handle of 100 g held by a springy hand.

usage: udp_device.py [PORT [SECONDS]]     sends to 127.0.0.1, port 7774, until stopped
"""
import math
import socket
import struct
import sys
import time

MEASUREMENT = struct.Struct("<4sHHIIQd3d4d3d3d")  # 136 bytes, little-endian
COMMAND = struct.Struct("<4sHHQQd3d3d")  # 80 bytes
HAS_ORIENTATION, HAS_VELOCITY, IS_LAST = 1, 2, 1
MASS, HAND, DAMPING = 0.1, 200.0, 4.0  # kg, N/m, N s/m
RATE, SILENCE = 1000.0, 0.1  # Hz; seconds after which no news is bad news


def main():
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 7774
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else math.inf
    link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    link.setblocking(False)
    position, velocity, force = [0.0] * 3, [0.0] * 3, [0.0] * 3
    newest, heard, sequence = 0, 0.0, 0
    start = time.monotonic()
    now = 0.0
    while now < seconds:
        # The newest command counts; late and doubled ones are left aside.
        try:
            while True:
                data = link.recv(2048)
                if len(data) != COMMAND.size:
                    continue
                magic, version, flags, number, _, _, *wrench = COMMAND.unpack(data)
                if magic == b"VLDF" and version == 1 and number > newest:
                    newest, heard = (0 if flags & IS_LAST else number), now
                    force = wrench[:3]  # N; wrench[3:] is the torque in N m
        except OSError:  # nothing more, or nobody there yet
            pass
        if now - heard > SILENCE:  # never render an old force
            force, newest = [0.0] * 3, 0
        # The hand moves 5 cm to and fro along x; the handle follows it and the force.
        goal = [0.05 * math.sin(2.0 * now), 0.0, 0.0]
        for i in range(3):
            pull = HAND * (goal[i] - position[i]) - DAMPING * velocity[i] + force[i]
            velocity[i] += pull / MASS / RATE
            position[i] += velocity[i] / RATE
        sequence += 1
        buttons = 4 if now % 4.0 > 2.0 else 0  # the third button
        link.sendto(MEASUREMENT.pack(b"VLDM", 1, HAS_ORIENTATION | HAS_VELOCITY, buttons, 0,
                                     sequence, now, *position, 1.0, 0.0, 0.0, 0.0,
                                     *velocity, 0.0, 0.0, 0.0), ("127.0.0.1", port))
        time.sleep(max(0.0, start + sequence / RATE - time.monotonic()))
        now = time.monotonic() - start


if __name__ == "__main__":
    main()
