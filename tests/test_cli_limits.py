#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program under limits on descriptors, memory, processes and the size of files: each command ends in time,
with a documented status and a sentence if it fails, and damages no file. test_cli_limits.py PROGRAM [EVERY]: only
every EVERY-th case is tried, beside a few."""

import hashlib
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

PATIENCE = 20  # seconds; the longest takes one on an idle machine
NOBODY = 65534  # limits on processes do not hold for root

# Every command; those that serve are asked to end once they say where.
COMMANDS = [
    "version",
    "help run",
    "check stack own.yaml",
    "scene --list",
    "scene arch --expand",
    "record-info a.vlr",
    "export a.vlr --csv tables --force",
    "export a.vlr --mcap old.mcap --force",
    "annotate a.vlr",
    "replay a.vlr",
    "devices",
    "devices test simulated omega6 --seconds 0.02",
    "mesh info own.obj",
    "mesh convert own.obj new.stl",
    "mesh decompose own.obj new.obj",
    "mesh hierarchy own.obj",
    "mesh simplify own.obj new.obj",
    "mesh make bolt new.obj",
    "tune omega6",
    "workbench walls --seconds 0.1 --out new",
    "sweep own-sweep.yaml --out swept",
    "zwidth omega6 --loop linear --grid 4x4 --out map",
    "bench --list",
    "experiment disc --out new",
    "run stack --seconds 0.02 --no-viewer --record old.vlr --log old.csv --force",
    "run corner --seconds 0.02 --no-viewer --record new.vlr --log new.csv",
    "run stack --seconds 0.02 --fast --no-viewer --record new.vlr",
    "run corner --seconds 0.02 --two-rate=200 --no-viewer",
    "run corner --seconds 0.02 --no-viewer --device hand=udp:127.0.0.1:0",
    "run stack --seconds 0.02 --no-viewer --annotate",
    "run stack --seconds 0.02 --viewer=127.0.0.1:0",
    "run stack --seconds 0.02 --viewer=127.0.0.1:0 --record new.vlr",
    "replay a.vlr --viewer=127.0.0.1:0",
    "haply-server --port 0",
    "mesh view own.obj --viewer=127.0.0.1:0",
    "zwidth omega6 --loop linear --grid 4x4 --viewer --port 0 --out map",
]
SERVING = ("replay a.vlr --viewer", "haply-server", "mesh view", "zwidth omega6 --loop linear --grid 4x4 --viewer")

SWEEP = """loop: falcon
axes:
  - {set: kc, log: [1000, 20000, 3]}
columns: [class, work]
"""

# Tried in every run: they once waited for ever, or ended without a word.
ALWAYS = (
    ("run stack --seconds 0.02 --viewer=127.0.0.1:0 --record new.vlr", "descriptors", 5),
    ("export a.vlr --mcap old.mcap --force", "bytes of a file", 4096),
)

# Files that a failing command must leave as they are, or replace by a whole one.
KEPT = ("a.vlr", "own.obj", "own.yaml", "own-sweep.yaml")
REPLACED = ("old.vlr", "old.csv", "old.mcap")


def contents(names):
    """The hash of each file that is there."""
    found = {}
    for name in names:
        if os.path.exists(name):
            with open(name, "rb") as file:
                found[name] = hashlib.sha256(file.read()).hexdigest()
    return found


def limited(kind, value):
    """What the child does before it becomes the program."""
    def apply():
        os.setsid()
        if kind == resource.RLIMIT_NPROC and os.getuid() == 0:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        resource.setrlimit(kind, (value, value))
    return apply


def run(program, words, kind, value):
    """Returns the status and all that was said; None: it did not end."""
    child = subprocess.Popen([program, *words.split()], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, preexec_fn=limited(kind, value))
    said = b""
    try:
        if words.startswith(SERVING):
            # It may end instead, which closes the pipe.
            signal.alarm(PATIENCE)
            for line in child.stdout:
                said += line
                if re.search(rb"(http|ws)://127\.0\.0\.1:\d+", line):
                    break
            signal.alarm(0)
            child.send_signal(signal.SIGINT)
        said += child.communicate(timeout=PATIENCE)[0]
        return child.returncode, said.decode(errors="replace")
    except (subprocess.TimeoutExpired, TimeoutError):
        return None, said.decode(errors="replace")
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()


def interrupt(*_):
    """A server that says nothing and does not end."""
    raise TimeoutError


def judge(words, status, said):
    """What is wrong with the way it ended, or None."""
    # The loader of the system could not even begin.
    if status == 127 and "error while loading shared libraries" in said:
        return None
    if status is None:
        return "does not end"
    allowed = (0, 1, 2, 3, 128 + signal.SIGINT) if words.startswith(SERVING) else (0, 1, 2, 3)
    if status not in allowed:
        return f"ends with {status}"
    if status != 0 and not said.strip():
        return f"ends with {status} and without a word"
    return None


def check_files(program, before, status):
    """What is wrong with the files, or None."""
    for name in KEPT:
        if contents([name]).get(name) != before.get(name):
            return f"{name} was changed"
    for name in REPLACED:
        now = contents([name]).get(name)
        if now is None:
            return f"{name} was lost"
        if now != before[name] and name.endswith(".vlr"):
            seen = subprocess.run([program, "record-info", name], capture_output=True, check=False)
            if seen.returncode != 0:
                return f"{name} was damaged: {seen.stderr}"
    left = [name for name in os.listdir(".") if ".part" in name]
    return f"leaves {left} behind" if left and status == 0 else None


def prepare(program, source):
    """The files that the commands read, or replace."""
    subprocess.run([program, *"run stack --seconds 0.05 --fast --no-viewer --record a.vlr --log old.csv".split()],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    shutil.copy("a.vlr", "old.vlr")
    subprocess.run([program, *"export a.vlr --mcap old.mcap".split()], check=True, stdout=subprocess.DEVNULL)
    shutil.copy(os.path.join(source, "scenes", "own-mesh.obj"), "own.obj")
    with open(os.path.join(source, "scenes", "own-mesh.yaml"), encoding="utf-8") as file:
        scene = file.read()
    with open("own.yaml", "w", encoding="utf-8") as file:
        file.write(scene.replace("own-mesh.obj", "own.obj"))
    with open("own-sweep.yaml", "w", encoding="utf-8") as file:
        file.write(SWEEP)
    for name in os.listdir("."):
        os.chmod(name, 0o666)
    os.chmod(".", 0o777)


def least_memory(program):
    """The least address space, in MiB, in which the program says its version."""
    for size in range(8, 4096, 4):
        if run(program, "version", resource.RLIMIT_AS, size << 20)[0] == 0:
            return size
    return 4096


def process_limits(program):
    """Limits on processes for nobody, if nobody may run the program where it is; for others none is left."""
    if os.getuid() != 0:
        return [0]
    try:
        run(program, "version", resource.RLIMIT_NPROC, 1)
        return list(range(1, 8))
    except PermissionError:
        print("limits on processes are not tried: only root may run the program here")
        return []


def cases(program):
    """Kind, name and values of each limit."""
    least = least_memory(program)
    yield resource.RLIMIT_NOFILE, "descriptors", list(range(3, 21))
    yield resource.RLIMIT_AS, "bytes of memory", [(least + more) << 20 for more in (0, 4, 8, 12, 20, 32, 64, 128)]
    yield resource.RLIMIT_NPROC, "processes", process_limits(program)
    yield resource.RLIMIT_FSIZE, "bytes of a file", [0, 1, 4096, 20000, 100000]


def main():
    """Tries all commands under all limits."""
    program = os.path.realpath(sys.argv[1])
    every = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    source = os.environ["VOLAR_SOURCE_DIR"]
    signal.signal(signal.SIGALRM, interrupt)
    failures = tried = refused = number = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["XDG_CACHE_HOME"] = os.path.join(folder, "cache")
        prepare(program, source)
        kept = tempfile.mkdtemp()
        for name in KEPT + REPLACED:
            shutil.copy(name, kept)
        before = contents(KEPT + REPLACED)
        for kind, what, values in cases(program):
            for value in values:
                for words in COMMANDS:
                    number += 1
                    if number % every != 0 and (words, what, value) not in ALWAYS:
                        continue
                    status, said = run(program, words, kind, value)
                    tried += 1
                    refused += status != 0
                    wrong = judge(words, status, said) or check_files(program, before, status)
                    if wrong:
                        failures += 1
                        print(f"FAILED: '{words}' with {value} {what} {wrong}: {said[-400:]}", flush=True)
                    for name in os.listdir("."):
                        if name.startswith(("new", "map", "tables", "swept", "cache", "old")):
                            shutil.rmtree(name) if os.path.isdir(name) else os.unlink(name)
                    for name in os.listdir(kept):
                        shutil.copy(os.path.join(kept, name), name)
                        os.chmod(name, 0o666)
        shutil.rmtree(kept)
        os.chdir("/")
    print(f"{tried} cases, {refused} noticed, {failures} failures")
    return 1 if failures or refused < tried // 20 else 0


if __name__ == "__main__":
    sys.exit(main())
