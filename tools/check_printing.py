#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the program prints through app/cli/say.h, which makes texts from elsewhere harmless.

Code that writes to standard output, standard error or a stream named `file` or `out` in another way could let a scene or a
file name steer the terminal. JSON and exported files follow their own rules.

usage: check_printing.py [ROOT]       prints each violation as file:line, exits 1 if there is one
       check_printing.py --self-test  proves on made-up trees that violations are caught
"""
import re
import sys

import checker

# Code that may print by itself, each with its reason.
ALLOWED = {
    "app/cli/say.c": "it is the place",
    "app/cli/terminal.c": "it sends the terminal's own sequences around a text made by vlSay_Into",
    "app/cli/arguments.c": "argp prints what vlSay_Into made",
}
FREE_ROOMS = ["app/export/"]  # files in formats of their own
PRINTS = re.compile(
    r"(?<![\w])(printf|puts|putchar|perror|argp_error|argp_failure|warn|warnx|err|errx)\s*\(|"
    r"(?<![\w])(?:fprintf|vfprintf|fputs|fputc|putc|fwrite)\s*\((?:[^;]*?[,(])?\s*(stdout|stderr)\b",
    re.DOTALL)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def violations(root):
    found = []
    for path in sorted((root / "app").rglob("*.[ch]")):
        here = path.relative_to(root).as_posix()
        if here in ALLOWED or any(here.startswith(room) for room in FREE_ROOMS):
            continue
        text = COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), path.read_text(encoding="utf-8"))
        for match in PRINTS.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            found.append(f"{here}:{line}: {match[0].split('(')[0].strip()} prints past app/cli/say.h")
    return found


# For --self-test: a tree without faults, and faults with what must be reported.
GOOD = {
    "app/cli/say.c": "void vlSay(void) { fputs(text, stderr); printf(format); }\n",
    "app/export/csv.c": "void f(void) { fprintf(stdout, text); }\n",
    "app/run.c": '// printf("x")\nvoid f(void) { vlSay(stderr, "%s", t); snprintf(b, 2, "x"); fflush(stdout); }\n',
}
CASES = [
    ({"app/a.c": "void f(void)\n{\n    printf(t);\n}\n"}, "app/a.c:3: printf"),
    ({"app/live/b.c": "void f(void) { fprintf(stderr, t); }\n"}, "app/live/b.c:1: fprintf"),
    ({"app/c.c": "void f(void) { fputs(t,\n stdout); }\n"}, "app/c.c:1: fputs"),
    ({"app/d.c": "void f(void) { argp_error(s, t); }\n"}, "app/d.c:1: argp_error"),
    ({"app/e.c": "void f(void) { fwrite(t, 1, 2, stderr); }\n"}, "app/e.c:1: fwrite"),
]

if __name__ == "__main__":
    sys.exit(checker.run(sys.argv[1:], violations, GOOD, CASES))
