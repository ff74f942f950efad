#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that cited papers are in docs/references.md, and cited equations in docs/theory/.

A paper is cited by its key in brackets, e.g. [HS04]; an equation of ours by its number, e.g. (T3.2).
An equation is defined by its number at the beginning or end of a line of docs/theory/*.md, or by
\\tag{T3.2}.

usage: check_refs.py [ROOT]       prints each violation as file:line, exits 1 if there is one
       check_refs.py --self-test  proves on made-up trees that violations are caught
"""
import re
import sys

import c_text
import checker

KEY = re.compile(r"\[([A-Z][A-Za-z+]*\d\d)\]")
ENTRY = re.compile(r"^(?:[-*#]+ *)?\**\[([A-Z][A-Za-z+]*\d*)\]", re.MULTILINE)
PARENTHESES = re.compile(r"\(([^()]*)\)")
EQUATION = re.compile(r"\bT\d+\.\d+\b")
DEFINITION = re.compile(
    r"^[\s>|*#-]*\((T\d+\.\d+)\)|\((T\d+\.\d+)\)[\s|*.,;$`]*$|\\tag\{(T\d+\.\d+)\}", re.MULTILINE)
CODE_FOLDERS = ["include", "src", "app", "plot", "experiments", "models", "bench", "tests"]


def cited_texts(root):
    """Pairs of a path and the part of its text in which citations count."""
    for folder in CODE_FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in {".c", ".h", ".cpp"}:
                yield path, c_text.comments(path.read_text(encoding="utf-8"))
    for path in sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md")]):
        yield path, path.read_text(encoding="utf-8")


def violations(root):
    references = root / "docs" / "references.md"
    keys = set()
    if references.is_file():
        keys = set(ENTRY.findall(references.read_text(encoding="utf-8")))
    equations = set()
    for path in sorted((root / "docs" / "theory").glob("*.md")):
        for groups in DEFINITION.findall(path.read_text(encoding="utf-8")):
            equations |= set(filter(None, groups))
    found = []
    for path, text in cited_texts(root):
        here = path.relative_to(root)
        for number, line in enumerate(text.splitlines(), 1):
            for key in KEY.findall(line) if "[" in line else ():
                if key not in keys:
                    found.append(f"{here}:{number}: [{key}] has no entry in docs/references.md")
            for equation in EQUATION.findall(" ".join(PARENTHESES.findall(line))) if "(" in line else ():
                if equation not in equations:
                    found.append(f"{here}:{number}: ({equation}) is not defined in docs/theory/")
    return found


# For --self-test: a tree without faults, and faults with what must be reported.
GOOD = {
    "docs/references.md": "- **[AB04]** A. and B.: A paper.\n",
    "docs/theory/depth.md": "F = k d (T1.1)\n\nBy (T1.1) and $$x = y \\tag{T1.2}$$ it holds.\n",
    "src/base/a.c": '// [AB04] eq. (7), (T1.1), (T1.2)\nint x = y[MAX64]; char* s = "[ZZ99] //";\n',
}
CASES = [
    ({"src/base/b.c": "int x;\n/* as\n   [CD05] says */\n"}, "src/base/b.c:3: [CD05]"),
    ({"include/volar/c.h": "// see (T2.1)\n"}, "include/volar/c.h:1: (T2.1)"),
    ({"experiments/d.c": "int x; // (T1.1, T1.9)\n"},
     "experiments/d.c:1: (T1.9)"),
    ({"docs/guide.md": "As [EF06] shows.\n"}, "docs/guide.md:1: [EF06]"),
    ({"docs/theory/more.md": "From (T4.4) follows nothing.\n"}, "docs/theory/more.md:1: (T4.4)"),
]

if __name__ == "__main__":
    sys.exit(checker.run(sys.argv[1:], violations, GOOD, CASES))
