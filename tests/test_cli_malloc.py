#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program when memory fails, call by call: servers, recorder, log, exports, devices, the Haply
client, scene picker, playback and the live loop with all that they use. It ends with a sentence, or
goes on; it never crashes and never hangs. test_cli_malloc.py PROGRAM LIBRARY [EVERY]: of the last calls only
every EVERY-th is tried."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

PATIENCE = 120  # seconds; a run takes less than one on an idle machine

ARGUMENT_CALLS = 60  # they are read within these; 23 was the call that failed unnoticed

# Each command, and how many of its last calls are its own. Those before, most of them of reading the
# scene, which the suite scene_malloc tries completely, are tried at 8 points. One run is of a scene that takes
# ten times the calls to read; what the others are about is the same in a small one with a device.
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
    ("run corner --seconds 0.02 --viewer=127.0.0.1:0", 150),
    ("run corner --seconds 0.02 --two-rate=200 --no-viewer", 30),
    ("run corner --seconds 0.02 --no-viewer --device hand=udp:127.0.0.1:0", 30),
]

# Commands that serve, how many of their last calls are tried, the WebSocket's path, protocol and what
# a client says to it, one message after the other. Afterwards they are asked to end.
SERVED = [
    ("haply-server --port 0", 45, "/", None, ['{"inverse3":[{"device_id":"0001","commands":'
     '{"set_cursor_force":{"values":{"x":0.1,"y":0,"z":0}}}}]}'] * 2),
    # The scene picker: another scene, one that is not there, and the first again.
    ("run stack --viewer=127.0.0.1:0", 40, "/ws", "volar",
     ['{"type":"scene","name":"corner"}', '{"type":"scene","name":"nowhere"}', '{"type":"save"}',
      '{"type":"scene","name":"stack"}']),
    # Playback.
    ("replay a.vlr --viewer=127.0.0.1:0", 60, "/ws", "volar",
     ['{"type":"seek","time":0.03}', '{"type":"pause","on":true}', '{"type":"step","count":2}',
      '{"type":"restart"}']),
]


def run(program, library, words, point, rest=False, talk=None):
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
    child = subprocess.Popen([program, *words.split()], env=env, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = []
    try:
        if talk is not None:
            said = visit(child, *talk)
        rest_said = child.communicate(timeout=PATIENCE)[1]
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
        raise
    count = 0
    if os.path.exists("count"):
        with open("count", encoding="ascii") as file:
            count = int(file.read())
    return child.returncode, b"".join([*said, rest_said]).decode(errors="replace"), count


def frame(text):
    """A masked frame of a WebSocket; a mask of zeros leaves the text as it is."""
    size = len(text)
    head = bytes([0x81, 0x80 | size]) if size < 126 else bytes([0x81, 0xfe]) + size.to_bytes(2, "big")
    return head + bytes(4) + text.encode()


def speak(port, path, protocol, messages):
    """A visitor who says something and reads what comes; whether it is answered is another matter."""
    ask = (f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
           + (f"Sec-WebSocket-Protocol: {protocol}\r\n" if protocol else "") +
           "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=0.5) as page:
            page.sendall(ask.encode())
            answer = page.recv(65536)
            for message in messages if b" 101 " in answer[:20] else []:
                page.sendall(frame(message))
                for _ in range(6):
                    page.recv(65536)
    except OSError:
        pass


def visit(child, path, protocol, messages):
    """Waits for the server's address, speaks to it, and asks for the end; returns the lines read."""
    lines = []
    timer = threading.Timer(PATIENCE, child.kill)
    timer.start()
    for line in child.stderr:
        lines.append(line)
        place = re.search(rb"(?:http|ws)://127\.0\.0\.1:(\d+)", line)
        if place:
            speak(int(place.group(1)), path, protocol, messages)
            child.send_signal(signal.SIGINT)
            break
    timer.cancel()
    return lines


def try_points(program, library, words, last, every, talk=None):
    """Returns how many failures there were, how many points were tried, and how many were noticed: by
    the status, or by a sentence in a run that goes on."""
    status, said, total = run(program, library, words, 0, False, talk)
    if status != 0 or total == 0:
        print(f"FAILED: '{words}' ends with {status} even with all the memory: {said}")
        return 1, 0, 0
    # What a visitor causes is not at the end: the points lie closer.
    stride = max(99, total // 8) if talk is None else max(7, total // (100 // every))
    points = sorted(set(range(1, total + 1, stride)) |
                    set(range(max(1, total - last), total + 1, every)))
    failures = refused = 0
    for point in points:
        for rest in (False, True):
            try:
                status, said, _ = run(program, library, words, point, rest, talk)
            except subprocess.TimeoutExpired:
                status, said = "a hang", ""
            refused += status != 0 or "memory" in said
            # Without any memory even a sentence may be too much: then the status alone tells.
            isTold = rest or said.strip() != ""
            if status == "a hang" or status < 0 or status >= 128 or (status != 0 and not isTold):
                print(f"FAILED: '{words}', call {point}{' and on' if rest else ''} of {total}: "
                      f"ends with {status}: {said[-300:]}")
                failures += 1
    return failures, len(points) * 2, refused


def try_arguments(program, library):
    """The first calls, which read the arguments. Without them a command must not go on as if none had been
    given: its output is the usual one, or it ends with a sentence. Returns how many failures there were."""
    failures = refused = 0
    usual = None
    for point in range(ARGUMENT_CALLS + 1):
        env = dict(os.environ, LD_PRELOAD=library, VOLAR_FAIL_AT=str(point), VOLAR_FAIL_COUNT="count")
        ended = subprocess.run([program, "check", "stack"], env=env, stdin=subprocess.DEVNULL, capture_output=True,
                               timeout=PATIENCE, check=False)
        usual = ended.stdout if usual is None else usual
        refused += b"arguments cannot be read" in ended.stderr
        if not (ended.stdout == usual if ended.returncode == 0 else ended.returncode > 0 and ended.stderr.strip()):
            print(f"FAILED: 'check stack', call {point}: ends with {ended.returncode}: {ended.stdout} {ended.stderr}")
            failures += 1
    if refused == 0 or not usual:
        print(f"FAILED: the arguments are not read within the first {ARGUMENT_CALLS} calls")
        failures += 1
    return failures


# A scene whose coupling is tuned before it runs.
HELD = """volar: 1
name: held
world: {integrator: implicit}
bodies:
  - {name: cube, shape: {box: {size: [0.04, 0.04, 0.04]}}, position: [0, 0, 0.1], velocity: [0.1, 0, 0]}
devices:
  - {name: hand, address: omega6, holds: cube, position: [0, 0, 0.1]}
"""
SWEPT = """scene: ./held.yaml
seconds: 0.02
axes: [{set: world.step, values: [0.001, 0.0005]}]
columns: [kinetic, device.hand.force]
"""


def try_sweep(program, library):
    """A sweep keeps nothing that lack of memory made different: it ends, and starting it again completes
    the same table. Returns how many failures there were."""
    with open("held.yaml", "w", encoding="ascii") as file:
        file.write(HELD)
    with open("swept.yaml", "w", encoding="ascii") as file:
        file.write(SWEPT)
    failures, usual, total, point = 0, None, 0, 0
    while point <= total:
        words = "sweep swept.yaml --chunk 1 --out swept"
        status, said, count = run(program, library, words, point)
        total = max(total, count) if point == 0 else total
        ended = subprocess.run([program, *words.split()], stdin=subprocess.DEVNULL, capture_output=True,
                               timeout=PATIENCE, check=False)
        with open("swept/sweep.csv", "rb") as file:
            table = file.read()
        usual = table if usual is None else usual
        if ended.returncode != 0 or table != usual or "YAML" in said or not (status == 0 or said.strip()):
            print(f"FAILED: a sweep, call {point} of {total}: ends with {status}: {said}, then with "
                  f"{ended.returncode}: {ended.stderr} {table}")
            failures += 1
        shutil.rmtree("swept")
        # The first calls are about arguments and the sweep file; reading and tuning the scene has many.
        point += 7 if point < 200 else max(7, total // 40)
    return failures


# Commands that write tables, figures and other files, called out..., or to standard output, and how many of their
# last calls are their own.
WRITERS = [
    ("export a.vlr --csv out", 45),
    ("export a.vlr --mcap out", 45),
    ("annotate a.vlr --csv", 60),
    ("annotate a.vlr --json", 30),
    ("scene arch --expand", 30),
    ("mesh make gear out.stl", 30),
    ("run stack --fast --seconds 0.02 --no-viewer --log out.csv", 30),
    ("experiment spin --out out", 60),
    ("sweep swept.yaml --chunk 1 --out out", 60),
]


def written(ended):
    """What a command has written: the bytes of its files by their names, or of its standard output."""
    files = {"": ended.stdout} if ended.args[-1].startswith("-") else {}
    for folder, _, names in os.walk("."):
        for name in names:
            path = os.path.join(folder, name)
            if path.startswith("./out") and not name.endswith(".part"):  # of a sweep
                with open(path, "rb") as file:
                    files[path] = file.read()
    # What a summary says of the machine, and the name of a plan, is no result.
    origin = (b"cpuTime", b"processor", b'"plan"')
    return {name: b"".join(line for line in text.splitlines(True) if not any(word in line for word in origin))
            for name, text in files.items()}


def try_writers(program, library, every):
    """A command that ends well has written the same bytes as ever: nothing is left out of a table without a
    word. Returns how many failures there were."""
    failures = 0
    for words, last in WRITERS:
        usual, total, point, refused = None, 0, 0, 0
        while point <= total:
            env = dict(os.environ, LD_PRELOAD=library, VOLAR_FAIL_AT=str(point), VOLAR_FAIL_COUNT="count")
            ended = subprocess.run([program, *words.split()], env=env, stdin=subprocess.DEVNULL, capture_output=True,
                                   timeout=PATIENCE, check=False)
            if point == 0:
                with open("count", encoding="ascii") as file:
                    total = int(file.read())
            files = written(ended)
            usual = files if usual is None else usual
            refused += ended.returncode != 0
            # What is of no use in part leaves no file.
            is_left = ended.returncode != 0 and words.split()[0] in ("export", "mesh") and bool(files)
            if ended.returncode < 0 or (ended.returncode == 0 and files != usual) or is_left:
                other = [name for name in {*files, *usual} if files.get(name) != usual.get(name)]
                print(f"FAILED: '{words}', call {point} of {total}: ends with {ended.returncode} and other bytes in "
                      f"{other}: {ended.stderr[-300:]}")
                failures += 1
            shutil.rmtree("out", ignore_errors=True)
            for name in os.listdir("."):
                if name.startswith("out"):
                    os.unlink(name)
            left = total - point
            far = 3 if every == 1 else min(max(every, total // 8), max(every, left - last))
            point += far if left > last else every if left > 15 else 1
        print(f"{words}: {total} calls, {refused} refused", flush=True)
        if refused == 0 or not usual or not all(usual.values()):
            print(f"FAILED: '{words}' wrote nothing, or memory never failed: {refused} {usual.keys() if usual else ''}")
            failures += 1
    return failures


# What is written to a name that can no longer be given, and the words that say where it is.
NAMELESS = [
    ("run stack --seconds 0.02 --fast --no-viewer --record new --log new.csv", ["new.part'", "new.csv.part'"]),
    ("run stack --seconds 0.02 --fast --no-viewer --record old --force", ["old.part'"]),
    ("export a.vlr --csv new", ["ends in .part"]),
    ("export a.vlr --mcap new", ["ends in .part"]),
    ("mesh make gear new.stl", ["ends in .part"]),
]


def try_names(program, library):
    """A file that cannot take its name stays as a part, which the program names; a file that has the name
    stays as it is. Returns how many failures there were."""
    failures = 0
    env = dict(os.environ, LD_PRELOAD=library, VOLAR_FAIL_NAMES="1")
    for words, places in NAMELESS:
        with open("old", "w", encoding="ascii") as file:
            file.write("old")
        ended = subprocess.run([program, *words.split()], env=env, stdin=subprocess.DEVNULL, capture_output=True,
                               timeout=PATIENCE, check=False)
        said = ended.stderr.decode()
        parts = {name for folder, _, names in os.walk(".") for name in names if name.endswith(".part") and
                 os.path.getsize(os.path.join(folder, name)) > 0}
        others = [name for name in os.listdir(".") if name.startswith("new") and os.path.isfile(name) and
                  not name.endswith(".part")]
        with open("old", encoding="ascii") as file:
            is_kept = file.read() == "old"
        if (ended.returncode not in (1, 3) or not is_kept or others or len(parts) < len(places) or
                "Permission denied" not in said or not all(place in said for place in places)):
            print(f"FAILED: '{words}' without names ends with {ended.returncode}, leaves {parts} and {others}: {said}")
            failures += 1
        for name in os.listdir("."):
            if name.startswith("new") or name.startswith("old"):
                shutil.rmtree(name) if os.path.isdir(name) else os.unlink(name)
    return failures


def try_plain_names(program, library):
    """Where a file system cannot name a file without replacing another, a file that has got the name stays too.
    Returns how many failures there were."""
    failures = 0
    env = dict(os.environ, LD_PRELOAD=library, VOLAR_PLAIN_NAMES="1")
    for is_taken in (False, True):
        child = subprocess.Popen([program, *"run stack --no-viewer --record plain".split()], env=env,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(20 * PATIENCE):
            if os.path.exists("plain.part") or child.poll() is not None:
                break
            time.sleep(0.05)
        if is_taken:
            with open("plain", "w", encoding="ascii") as file:
                file.write("precious")
        child.send_signal(signal.SIGINT)
        status = child.wait(timeout=PATIENCE)
        with open("plain", "rb") as file:
            content = file.read()
        if (status, os.path.exists("plain.part"), content == b"precious") != (int(is_taken), is_taken, is_taken):
            print(f"FAILED: a name that is {'taken' if is_taken else 'free'}: ends with {status} and {os.listdir('.')}")
            failures += 1
        os.unlink("plain")
    os.unlink("plain.part")
    return failures


def main():
    """Tries all commands."""
    program, library = (os.path.realpath(path) for path in sys.argv[1:3])
    every = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        subprocess.run([program, *"run stack --seconds 0.05 --fast --no-viewer --record a.vlr".split()],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        failures = try_names(program, library) + try_plain_names(program, library)
        failures += try_arguments(program, library) + try_sweep(program, library)
        failures += try_writers(program, library, min(every, 3))
        haply = subprocess.Popen([program, "haply-server", "--port", "0"], stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        port = re.search(rb":(\d+)", haply.stderr.readline().split(b"//")[1]).group(1).decode()
        client = ("run corner --seconds 0.02 --no-viewer --device hand=haply:127.0.0.1:" + port, 60)
        jobs = [(*job, None) for job in [*COMMANDS, client]]
        jobs += [(words, last, (path, protocol, messages))
                 for words, last, path, protocol, messages in SERVED]
        for words, last, talk in jobs:
            step = every if talk is None else max(1, every // 2)
            failed, tried, refused = try_points(program, library, words, last, step, talk)
            print(f"{words}: {tried} points, {refused} noticed", flush=True)
            # A list of devices is complete without memory; everything else must notice.
            if refused < tried // 10 and words != "devices":
                print(f"FAILED: '{words}' hardly noticed that memory failed")
                failed += 1
            failures += failed
        haply.terminate()
        haply.wait()
        os.chdir("/")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
