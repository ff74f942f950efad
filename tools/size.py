#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints how large the project is, and who uses each public function.

usage: size.py [ROOT]           lines and files by folder, public functions by header and by who uses them
       size.py --functions ...  also names every function that only other rooms of src, only tests, or nobody use
       size.py --self-test      proves on a made-up tree that users are found

Who uses a function is asked of code without comments: other rooms of src than the one that defines it, programs (app, the
examples of docs, code in the documents except api.md), studies (experiments, models, bench, plot), tests.
"""
import collections
import pathlib
import re
import sys

import c_text
import check_api_docs
import checker

FOLDERS = ("include", "src", "app", "models", "plot", "experiments", "bench", "tests", "tools")
SUFFIXES = {".c", ".h", ".cpp", ".in", ".py", ".sh"}
STUDIES = ("models", "plot", "experiments", "bench")
BLOCK = re.compile(r"^```c\n(.*?)^```|^ {4}[^`\n]*$", re.DOTALL | re.MULTILINE)
# The first of these that uses a function names its row in the table.
KINDS = ("programs", "studies", "other rooms", "tests", "own room", "nobody")


def sources(root, folder):
    """The files of `folder` that people write."""
    return [path for path in sorted((root / folder).rglob("*")) if path.is_file() and path.suffix in SUFFIXES]


def texts(root):
    """Pairs of who speaks and code: a room of src as src/room, else the first folder, or docs."""
    for folder in FOLDERS[:-1]:
        for path in sources(root, folder):
            parts = path.relative_to(root).parts
            if path.suffix in {".c", ".h", ".cpp"}:
                yield ("/".join(parts[:2]) if folder == "src" else folder), path.read_text(encoding="utf-8")
    for path in sorted((root / "docs" / "examples").glob("*.c")):
        yield "docs", path.read_text(encoding="utf-8")
    for path in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        if path.is_file() and path.name != "api.md":
            yield "docs", "\n".join(match[0] for match in BLOCK.finditer(path.read_text(encoding="utf-8")))


def users(root):
    """Header, and set of users, of every public function: rooms as src/room, folders, and `own` for its own room."""
    functions = {name: path.name for path, _, name in check_api_docs.public_functions(root)}
    named, home = collections.defaultdict(collections.Counter), {}
    for speaker, text in texts(root):
        source = c_text.code(text)
        counts = collections.Counter(re.findall(r"\bvl\w+", source))
        if speaker.startswith("src/"):
            for name, *_ in c_text.definitions(source):
                home[name] = speaker
                counts[name] -= 1
        for name in functions.keys() & counts.keys():
            named[name][speaker] += counts[name]
    found = {}
    for name, header in functions.items():
        # A header declares it once; a second time is a use by an inline function.
        speakers = {speaker for speaker, count in named[name].items() if count > (speaker == "include")}
        found[name] = header, {"own" if speaker == home.get(name) else speaker for speaker in speakers}
    return found


def kind_of(speakers):
    """The row of KINDS of a function with these users."""
    if speakers & {"app", "docs", "include"}:
        return "programs"
    if speakers & set(STUDIES):
        return "studies"
    if any(speaker.startswith("src/") for speaker in speakers):
        return "other rooms"
    return "tests" if "tests" in speakers else "own room" if speakers else "nobody"


def table(rows):
    """Lines of `rows`, columns as wide as they need: the first to the left, numbers to the right."""
    widths = [max(len(str(row[column])) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join([str(row[0]).ljust(widths[0])] + [str(cell).rjust(width) for cell, width in zip(row[1:], widths[1:])])
            for row in rows]


def lines_by_folder(root):
    rows = [("folder", "lines", "files")]
    for folder in FOLDERS:
        files = sources(root, folder)
        rows.append((folder, sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files), len(files)))
    return table(rows)


def functions_by_header(root):
    headers = collections.defaultdict(collections.Counter)
    for header, speakers in users(root).values():
        headers[header][kind_of(speakers)] += 1
    order = sorted(headers, key=lambda header: -headers[header].total())
    rows = [("public functions used by", "all", *KINDS)]
    rows += [(header, headers[header].total(), *(headers[header][kind] or "" for kind in KINDS)) for header in order]
    total = sum(headers.values(), collections.Counter())
    rows.append((f"{len(order)} headers", total.total(), *(total[kind] for kind in KINDS)))
    return table(rows)


def less_used(root):
    """The functions that no program and no study uses, by kind, with who does."""
    found = users(root)
    for kind in KINDS[2:]:
        for name, (header, speakers) in sorted(found.items(), key=lambda item: (item[1][0], item[0])):
            if kind_of(speakers) == kind:
                yield f"{kind}: {header} {name} {' '.join(sorted(speakers))}".rstrip()


def violations(root):
    """For the self-test: what the tool says of each function, but those that programs use."""
    return list(less_used(root))


# For --self-test: functions that programs use, and one function for each other kind of user.
GOOD = {
    "include/volar/a.h": "VL_API int vlA_Get(void);\nVL_API int vlA_Set(void);\nVL_API int vlA_Put(void);\n"
                         "static inline int vlA_Twice(void)\n{\n    return 2 * vlA_Get();\n}\n",
    "src/a/a.c": "int vlA_Get(void)\n{\n    return 1;\n}\n\nint vlA_Set(void)\n{\n    return 1;\n}\n",
    "app/main.c": "// vlB_Get\nint x = vlA_Set();\n",
    "README.md": "```c\nvlA_Put();\n```\n",
}
B = {"include/volar/b.h": "VL_API int vlB_Get(void);\n", "src/b/b.c": "int vlB_Get(void)\n{\n    return 1;\n}\n"}
CASES = [
    (B, "nobody: b.h vlB_Get"),
    ({**B, "src/b/c.c": "int x = vlB_Get();\n"}, "own room: b.h vlB_Get own"),
    ({**B, "src/c/c.c": "int x = vlB_Get();\n"}, "other rooms: b.h vlB_Get src/c"),
    ({**B, "tests/t.c": "int x = vlB_Get();\n", "docs/api.md": "```c\nvlB_Get\n```\n"}, "tests: b.h vlB_Get tests"),
]


def main(arguments):
    if arguments == ["--self-test"]:
        return checker.self_test(violations, GOOD, CASES)
    names = [argument for argument in arguments if not argument.startswith("--")]
    root = pathlib.Path(names[0] if names else pathlib.Path(__file__).parents[1]).resolve()
    lines = [*lines_by_folder(root), "", *functions_by_header(root)]
    if "--functions" in arguments:
        lines += ["", *less_used(root)]
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
