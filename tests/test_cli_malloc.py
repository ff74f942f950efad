#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program when memory fails, call by call: server, recorder, log, exports, devices, scene picker
and the live loop with all that they use. It ends with a sentence, or goes on; it never crashes and
never hangs. test_cli_malloc.py PROGRAM LIBRARY [EVERY]: of the last calls only every EVERY-th is
tried."""

import os
import subprocess
import sys
import tempfile

PATIENCE = 120  # seconds; a run takes less than one on an idle machine

# Each command, and how many of its last calls are its own. Those before, most of them of reading the
# scene, which the suite scene_malloc tries completely, are tried at 8 points.
COMMANDS = [
    ("check stack", 10),
    ("scene --list", 10),
    ("scene arch --expand", 10),
    ("record-info a.vlr", 40),
    ("export a.vlr --csv tables --force", 60),
    ("export a.vlr --mcap a.mcap --force", 120),
    ("replay a.vlr", 20),
    ("devices", 48),
    ("devices test simulated omega6 --seconds 0.02", 31),
    ("run blocks --seconds 0.02 --no-viewer --record b.vlr --log b.csv --force", 60),
    ("run blocks --seconds 0.02 --viewer=127.0.0.1:0", 150),
    ("run blocks --seconds 0.02 --two-rate=200 --no-viewer", 30),
    ("run blocks --seconds 0.02 --no-viewer --device right=udp:127.0.0.1:0", 30),
]


def run(program, library, words, point, rest=False):
    """Returns the status, what was complained, and how many calls there were (0: not told)."""
    env = dict(os.environ, LD_PRELOAD=library, VOLAR_FAIL_AT=str(point), VOLAR_FAIL_COUNT="count")
    # What was given back is overwritten, so that using it again shows.
    env["GLIBC_TUNABLES"] = "glibc.malloc.perturb=165"
    if rest:
        env["VOLAR_FAIL_ALL"] = "1"
    try:
        os.unlink("count")
    except FileNotFoundError:
        pass
    ended = subprocess.run([program, *words.split()], env=env, stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=PATIENCE,
                           check=False)
    count = 0
    if os.path.exists("count"):
        with open("count", encoding="ascii") as file:
            count = int(file.read())
    return ended.returncode, ended.stderr.decode(errors="replace"), count


def try_points(program, library, words, last, every):
    """Returns how many failures there were, and how many points were tried and refused."""
    status, said, total = run(program, library, words, 0)
    if status != 0 or total == 0:
        print(f"FAILED: '{words}' ends with {status} even with all the memory: {said}")
        return 1, 0, 0
    stride = max(199, total // 8)
    points = sorted(set(range(1, total + 1, stride)) |
                    set(range(max(1, total - last), total + 1, every)))
    failures = refused = 0
    for point in points:
        for rest in (False, True):
            try:
                status, said, _ = run(program, library, words, point, rest)
            except subprocess.TimeoutExpired:
                status, said = "a hang", ""
            refused += status != 0
            # Without any memory even a sentence may be too much: then the status alone tells.
            isTold = rest or said.strip() != ""
            if status == "a hang" or status < 0 or status >= 128 or (status != 0 and not isTold):
                print(f"FAILED: '{words}', call {point}{' and on' if rest else ''} of {total}: "
                      f"ends with {status}: {said[-300:]}")
                failures += 1
    return failures, len(points) * 2, refused


def main():
    """Tries all commands."""
    program, library = (os.path.realpath(path) for path in sys.argv[1:3])
    every = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        subprocess.run([program, *"run stack --seconds 0.05 --fast --no-viewer --record a.vlr".split()],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for words, last in COMMANDS:
            failed, tried, refused = try_points(program, library, words, last, every)
            print(f"{words}: {tried} points, {refused} refused")
            # A list of devices is complete without memory; everything else must notice.
            if refused < tried // 10 and words != "devices":
                print(f"FAILED: '{words}' hardly noticed that memory failed")
                failed += 1
            failures += failed
        os.chdir("/")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
