#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does what a page says, docs/tutorial.md or README.md: writes its listings, runs its commands, compares what they print.

A block of `sh` is run line by line in one shell. What all lines since the last `text` block printed must contain the
lines of the next one, in order; `...` stands for anything, and a line of it alone for any number of lines. A command
that a reader ends by Ctrl-C is ended here by the same signal once it serves its page. A block with a file name after
its language is that file, and the same as the file of that name in docs/examples.

The page README.md is read in a folder of its own, with the program and the library installed beside it.

usage: test_tutorial.py BUILD_DIR [PAGE]
"""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PATIENCE = 120  # s: a loaded machine is slow


class Reader:
    """Somebody who follows the page: a folder, an environment, and what was printed so far."""

    def __init__(self, home, build):
        self.home, self.folder, self.build = home, ROOT, build
        self.environment = {**os.environ, "HOME": str(home), "TERM": "dumb"}
        self.printed = ""
        self.counts = {"file": 0, "command": 0, "text": 0}

    def run(self, line):
        """One line of a shell. The shell says at its end where it is and what it exported."""
        self.counts["command"] += 1
        if line.startswith("make install "):
            # The tree is built already; making it again would disturb the tests beside this one.
            line = line.replace("make install PREFIX=", f"cmake --install '{self.build}' --prefix ")
        report = self.home / "environment"
        script = f"set -e\n{line}\n{{ pwd; env -0; }} > '{report}'"
        process = subprocess.Popen(["bash", "-c", script], cwd=self.folder, env=self.environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, start_new_session=True)
        if "# Ctrl-C" in line:
            self.watch(process, line)
            return
        output = process.communicate(timeout=PATIENCE)[0].decode()
        self.printed += output
        if process.returncode != 0:
            sys.exit(f"'{line}' ends with {process.returncode}:\n{output}")
        where, _, variables = report.read_text(encoding="utf-8").partition("\n")
        self.folder = pathlib.Path(where)
        self.environment = dict(v.split("=", 1) for v in variables.split("\0") if "=" in v)

    def watch(self, process, line):
        """Ends a command that serves a page, as Ctrl-C would, after a moment."""
        first = process.stdout.readline().decode()
        self.printed += first
        if not first.startswith("viewer: http"):
            process.kill()
            sys.exit(f"'{line}' serves no page: {first}{process.communicate()[0].decode()}")
        time.sleep(0.3)
        os.killpg(process.pid, signal.SIGINT)
        self.printed += process.communicate(timeout=PATIENCE)[0].decode()

    def write(self, name, text):
        """A listing becomes a file, and is the one that is kept beside the page."""
        self.counts["file"] += 1
        if (ROOT / "docs/examples" / name).read_text(encoding="utf-8") != text:
            sys.exit(f"the listing {name} is not docs/examples/{name}")
        (self.folder / name).write_text(text, encoding="utf-8")

    def compare(self, text):
        """Everything printed since the last comparison, against a block of the page."""
        self.counts["text"] += 1
        pattern = r"\n(?:.*\n)*?"
        for line in text.splitlines():
            if line == "...":
                continue
            pattern += re.escape(line).replace(re.escape("..."), ".*?") + r"\n(?:.*\n)*?"
        if not re.search(pattern, "\n" + self.printed):
            sys.exit(f"expected\n{text}\nfound\n{self.printed}")
        self.printed = ""


INSTALL = ["make install PREFIX=$HOME/volar", "export PATH=$HOME/volar/bin:$PATH",
           "export PKG_CONFIG_PATH=$HOME/volar/lib/pkgconfig LD_LIBRARY_PATH=$HOME/volar/lib",
           "mkdir -p $HOME/first && cd $HOME/first"]


def main(build, name_of_page):
    page = (ROOT / name_of_page).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        reader = Reader(pathlib.Path(folder), build)
        for line in INSTALL if name_of_page == "README.md" else []:
            reader.run(line)
        for language, name, text in BLOCK.findall(page):
            if name:
                reader.write(name, text)
            elif language == "sh":
                for line in text.splitlines():
                    reader.run(line)
            elif language == "text":
                reader.compare(text)
            else:
                sys.exit(f"a block of {language} that nobody tests")
        if min(reader.counts.values()) < 1 or sum(reader.counts.values()) < 6:
            sys.exit(f"the page has too little to test: {reader.counts}")
        print(f"{name_of_page}: " + ", ".join(f"{count} {what}s" for what, count in reader.counts.items()))


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]).resolve(), (sys.argv + ["docs/tutorial.md"])[2])
