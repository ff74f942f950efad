#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that no source file is forgotten by the build: the lists name files one by one.

usage: check_lists.py [ROOT]       prints each violation as file:line, exits 1 if there is one
       check_lists.py --self-test  proves on made-up trees that violations are caught
"""
import re
import sys

import checker

# Folder -> file that lists its sources, relative to the folder. The deepest folder counts.
LISTS = {
    "src": "sources.cmake",
    "app": "sources.cmake",
    "plot": "sources.cmake",
    "experiments": "sources.cmake",
    "models": "sources.cmake",
    "bench": "sources.cmake",
    "bench/peers": "CMakeLists.txt",
    "tests": "CMakeLists.txt",
}
UNLISTED = {"app/main.c", "app/mpi/mpi_main.c"}  # the programs' own files: named in the root's CMakeLists.txt
SUFFIXES = {".c", ".cpp", ".sh"}


def is_named(name, text):
    """True if the list has the file, given relative to its folder. A suite is registered without test_ and .c."""
    suite = re.fullmatch(r"test_(\w+)\.c", name)
    if suite:
        return re.search(rf"volar_add_suite\(\s*{suite[1]}\b", text) is not None
    return re.search(rf"(?<![\w./-]){re.escape(name)}(?![\w.])|/{re.escape(name)}\"", text) is not None


def violations(root):
    found = []
    for folder, list_name in LISTS.items():
        listing = root / folder / list_name
        text = ""
        for path in [listing, root / folder / "checks.cmake"]:
            if path.is_file():
                lines = path.read_text(encoding="utf-8").splitlines()
                text += "\n".join(line.split("#")[0] for line in lines) + "\n"
        for path in sorted((root / folder).rglob("*")):
            here = path.relative_to(root).as_posix()
            nested = any(here.startswith(other + "/") for other in LISTS
                         if other.startswith(folder + "/"))
            if path.suffix not in SUFFIXES or here in UNLISTED or nested:
                continue
            if not is_named(path.relative_to(root / folder).as_posix(), text):
                found.append(f"{here}:1: not listed in {folder}/{list_name}")
    return found


# For --self-test: a tree without faults, and faults with what must be reported.
GOOD = {
    "src/sources.cmake": "set(S base/a.c # base/c.c\n  shape/b.c)\n",
    "src/base/a.c": "",
    "src/shape/b.c": "",
    "app/main.c": "",
    "bench/peers/CMakeLists.txt": "add_executable(x main.c)\n",
    "bench/peers/main.c": "",
    "tests/CMakeLists.txt": 'volar_add_suite(gjk LABELS long)\nadd(help.c)\nadd("${D}/test_cli.sh")\n',
    "tests/test_gjk.c": "",
    "tests/help.c": "",
    "tests/test_cli.sh": "",
}
CASES = [
    ({"src/base/c.c": ""}, "src/base/c.c:1:"),
    ({"src/b.c": ""}, "src/b.c:1:"),
    ({"bench/main.c": ""}, "bench/main.c:1:"),
    ({"tests/test_gj.c": ""}, "tests/test_gj.c:1:"),
    ({"tests/elp.c": ""}, "tests/elp.c:1:"),
    ({"tests/cli.sh": ""}, "tests/cli.sh:1:"),
]

if __name__ == "__main__":
    sys.exit(checker.run(sys.argv[1:], violations, GOOD, CASES))
