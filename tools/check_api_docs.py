#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the public functions and the documentation know each other.

Every function marked VL_API must be named in docs/*.md, and every vlName that docs/api.md or
docs/guide.md mention must stand in a public header.

usage: check_api_docs.py [ROOT]       prints each violation as file:line, exits 1 if there is one
       check_api_docs.py --self-test  proves on made-up trees that violations are caught
"""
import re
import sys

import checker

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
PREPROCESSOR = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
FUNCTION = re.compile(r"\bVL_API\b[^;(]*?\b(\w+)\s*\(")
NAME = re.compile(r"\bvl[A-Z]\w*(?![\w*…])")


def blank(match):
    """Removes what was matched but keeps the lines counted."""
    return "\n" * match[0].count("\n")


def public_functions(root):
    """Triples of path, line and name of each VL_API function."""
    for path in sorted((root / "include" / "volar").glob("*.h")):
        text = PREPROCESSOR.sub(blank, COMMENT.sub(blank, path.read_text(encoding="utf-8")))
        for match in FUNCTION.finditer(text):
            yield path, text.count("\n", 0, match.start(1)) + 1, match[1]


def violations(root):
    docs = {path: path.read_text(encoding="utf-8") for path in sorted((root / "docs").glob("*.md"))}
    documented = set(re.findall(r"\w+", "\n".join(docs.values())))
    found = []
    for path, line, name in public_functions(root):
        if name not in documented:
            found.append(f"{path.relative_to(root)}:{line}: {name} is not named in docs/*.md")
    headers = "\n".join(
        path.read_text(encoding="utf-8") for path in sorted((root / "include").rglob("*.h")))
    declared = set(re.findall(r"\w+", headers))
    for path, text in docs.items():
        if path.name not in {"api.md", "guide.md"}:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            for name in NAME.findall(line):
                if name not in declared:
                    found.append(f"{path.relative_to(root)}:{number}: {name} is in no public header")
    return found


# For --self-test: a tree without faults, and faults with what must be reported.
GOOD = {
    "include/volar/a.h": "#define VL_API x(y)\n// VL_API int vlOld_Gone(void);\n"
                         "VL_API VL_WARN vlResult vlThing_Make(int a,\n    int b);\n",
    "docs/api.md": "`vlThing_Make` makes; all of `vlThing_*` is new. vlResult tells.\n",
    "docs/decisions.md": "vlInternal_Name is ours.\n",
}
CASES = [
    ({"include/volar/b.h": "\nVL_API\nconst char* vlThing_Name(\n  void);\n"},
     "include/volar/b.h:3: vlThing_Name"),
    ({"include/volar/c.h": "VL_API int vlThing_Mak(void);\n"}, "include/volar/c.h:1: vlThing_Mak"),
    ({"docs/guide.md": "\nCall vlThing_Unmake().\n"}, "docs/guide.md:2: vlThing_Unmake"),
]

if __name__ == "__main__":
    sys.exit(checker.run(sys.argv[1:], violations, GOOD, CASES))
