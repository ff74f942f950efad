#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks names: each has one meaning, and names in comments and documentation exist.

No two files have the same name; a .c and one .h may share it up to the suffix. No type or
external function is defined twice. Identifiers with our prefix and names of files, in comments and in
the documentation, are those of the tree. Names that belong to one file are free: static functions, and
types without our prefix. `vlShape_Create*`, `VL_ERROR_...` and `VL_MAX_` stand for all names that begin so.

usage: check_names.py [ROOT]       prints each violation as file:line, exits 1 if there is one
       check_names.py --self-test  proves on made-up trees that violations are caught
"""
import os
import re
import sys

import c_text
import checker

CODE_FOLDERS = ["include", "src", "app", "plot", "experiments", "models", "bench", "tests"]
TEXTS = ["README.md", "CONTRIBUTING.md", "docs/*.md", "docs/theory/*.md"]
# Each program has its own of these.
PROGRAM_FUNCTIONS = {"main", "LLVMFuzzerTestOneInput"}
# Files named in the text that are not in the tree -> why.
FOREIGN_FILES = {"first.c": "the reader's own first program"}

IDENTIFIER = re.compile(r"(?<![\w.])(vl[A-Z]\w*|VL_\w+)")
FILE = re.compile(r"(?<![\w<>*{}$/.-])((?:[\w-]+/|\.\./)*[\w-]+\.(?:c|h|cpp|py|cmake|sh|md))(?![\w/*-]|\.\w)")
TYPE = re.compile(
    r"^(?:typedef )?(?:struct|union|enum) (\w+)\s*\{|^\} (\w+);"
    r"|^typedef (?!(?:struct|union|enum) \w+ \w+;)[^;{]*?(?:\b(\w+)(?:\[\w*\])?|\(\*(\w+)\)[^;]*)"
    r"(?: __attribute__[^;]*)?;", re.MULTILINE)


class Tree:
    """The sources and texts of a tree, read once."""

    def __init__(self, root):
        self.sources, self.code, self.texts, self.paths = {}, {}, {}, set()
        for folder, folders, files in os.walk(root):
            folders[:] = set(folders) - {"build", ".git", "node_modules"}
            self.paths |= {os.path.relpath(os.path.join(folder, file), root) for file in files}
        for path in sorted(self.paths):
            if path.split("/")[0] in CODE_FOLDERS and path.endswith((".c", ".h", ".cpp")):
                self.sources[path] = (root / path).read_text(encoding="utf-8")
                self.code[path] = c_text.code(self.sources[path])
        for pattern in TEXTS:
            for path in sorted(root.glob(pattern)):
                self.texts[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8")


def twice_defined(tree):
    """Files, types and functions whose name is taken already."""
    found, files, types, functions = [], {}, {}, {}

    def claim(owners, name, here, line, what):
        places = owners.setdefault(name, [here])
        if here not in places:
            places.append(here)
            found.append(f"{here}:{line}: {what} {name} is also in {places[0]}")

    for here, code in tree.code.items():
        stem, suffix = here.rsplit("/", 1)[-1].rsplit(".", 1)
        claim(files, f"{stem}.{suffix}", here, 1, "the file name")
        source = c_text.without_directives(code)
        statics = set(re.findall(r"^#define (\w+) static\b", code, re.MULTILINE)) | {"static"}
        is_test = here.startswith("tests/")
        for name, signature, line, _ in c_text.definitions(source):
            is_ours = name.startswith("vl") or not is_test
            if is_ours and name not in PROGRAM_FUNCTIONS and signature.split()[0] not in statics:
                claim(functions, name, here, line, "the function")
        for match in TYPE.finditer(source):
            name = next(filter(None, match.groups()))
            if name.startswith("vl") or (here.endswith(".h") and not is_test):
                claim(types, name, here, c_text.line_of(source, match.start()), "the type")
    return found


def unknown_names(tree):
    """Identifiers and files that a comment or a text names and the tree does not have."""
    known, included = set(), set()
    for code in tree.code.values():
        known |= set(IDENTIFIER.findall(code))
    for text in tree.sources.values():
        included |= set(re.findall(r"^\s*#\s*include\s+<([^>]+)>", text, re.MULTILINE))
    files = set(FOREIGN_FILES)  # a text may name a file by the end of its path
    for path in tree.paths | included:
        parts = path.split("/")
        files |= {"/".join(parts[i:]) for i in range(len(parts))}
    found = []
    commented = {here: c_text.comments(text) for here, text in tree.sources.items()}
    for here, text in [*commented.items(), *tree.texts.items()]:
        for number, line in enumerate(text.splitlines(), 1):
            # Most lines have none, and this test is faster than the expressions.
            for match in IDENTIFIER.finditer(line) if "vl" in line or "VL_" in line else ():
                name, rest = match[1], line[match.end():]
                is_prefix = name.endswith("_") or rest.startswith(("*", "…", "..."))
                if name not in known and not (is_prefix and any(k.startswith(name) for k in known)):
                    found.append(f"{here}:{number}: {name} does not exist")
            for match in FILE.finditer(line) if "." in line else ():
                name = re.sub(r"^(?:\.\./)+", "", match[1])
                if name not in files:
                    found.append(f"{here}:{number}: {match[1]} does not exist")
    return found


def violations(root):
    tree = Tree(root)
    return twice_defined(tree) + unknown_names(tree)


# For --self-test: a tree without faults, and faults with what must be reported.
GOOD = {
    "include/volar/a.h": "#include <kernel/foreign.h>\n#define VL_MAX_A 1\n"
                         "typedef struct vlOther vlOther;\n"
                         "typedef enum vlKind {\n    VL_KIND_ONE\n} vlKind;\n"
                         "// vlA_Get, VL_KIND_ONE, VL_MAX_*, VL_KIND_ and VL_KIND_...; a.c, <kernel/more.h>.\n"
                         "int vlA_Get(vlOther* other);\n",
    "src/base/a.c": "// foreign.h\nstruct vlOther {\n    int x;\n};\ntypedef struct Own {\n    int x;\n} Own;\n"
                    "static int help(void)\n{\n}\nint vlA_Get(vlOther* other)\n{\n}\n"
                    "const char* text = \"vlNothing gone.c\";\n",
    "src/base/b.c": "typedef struct Own {\n    int x;\n} Own;\nstatic int help(void)\n{\n}\n",
    "tests/test_a.c": "typedef struct vlOther vlOther;\nvoid* malloc(size_t size)\n{\n}\nint main(void)\n{\n}\n",
    "tests/test_b.c": "void* malloc(size_t size)\n{\n}\nint main(void)\n{\n}\n",
    "docs/guide.md": "`vlA_Get` in `volar/a.h`, [theory](theory/depth.md), src/base/a.c, tests/test_<x>.c\n",
    "docs/theory/depth.md": "See ../guide.md.\n",
}
CASES = [
    ({"app/a.c": ""}, "src/base/a.c:1: the file name a.c is also in app/a.c"),
    ({"src/base/a.h": ""}, "src/base/a.h:1: the file name a.h"),
    ({"app/c.h": "\ntypedef enum vlKind {\n    VL_KIND_TWO\n} vlKind;\n"}, "include/volar/a.h:4: the type vlKind"),
    ({"tests/c.h": "struct vlOther {\n    int y;\n};\n"}, "tests/c.h:1: the type vlOther"),
    ({"tests/c.h": "typedef int (*vlKind)(void);\n"}, "tests/c.h:1: the type vlKind"),
    ({"models/c.c": "\nint vlA_Get(int x)\n{\n}\n"}, "src/base/a.c:11: the function vlA_Get"),
    ({"src/base/c.c": "int x;\n\n/* as\n   vlGone says */\n"}, "src/base/c.c:4: vlGone"),
    ({"src/base/c.c": "// VL_MAX_B\n"}, "src/base/c.c:1: VL_MAX_B"),
    ({"src/base/c.c": "// VL_NONE_*\n"}, "src/base/c.c:1: VL_NONE_"),
    ({"src/base/c.c": "// as in gone.h\n"}, "src/base/c.c:1: gone.h"),
    ({"README.md": "\nin `src/gone/a.c`\n"}, "README.md:2: src/gone/a.c"),
    ({"docs/more.md": "`vlA_Set`\n"}, "docs/more.md:1: vlA_Set"),
]

if __name__ == "__main__":
    sys.exit(checker.run(sys.argv[1:], violations, GOOD, CASES))
