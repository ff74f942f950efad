#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes C files that include others, so that a compiler starts once and reads headers once for several.

usage: together.py FOLDER NAME LINES INCLUDE_PATH FILE[=MAIN]...

Groups of files with at most LINES lines go to FOLDER/NAME_<number>.c; their paths are printed, as a list of CMake.
MAIN is the name that the main function of a file gets there. Files share a group only if no name of one can be taken
for a name of another: a name that a file, or a header of ours that it includes, declares at its outermost level may
not be declared in the other, unless in a header that both include. Names of macros, variables and constants may not
occur with any meaning in the files after them, because they would replace or hide other names. Of a system header,
only the names that it declares itself count.
"""
import glob
import os
import pathlib
import pickle
import re
import sys

# Comments, texts and characters have no names in them.
SILENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.MULTILINE)
DEFINE = re.compile(r"^\s*#\s*define\s+(\w+)", re.MULTILINE)
WORD = re.compile(r"\b[A-Za-z_]\w*") # does not match the e9 of 1e9
DIRECTIVE = re.compile(r"^\s*#[^\n]*", re.MULTILINE)
INSIDE = re.compile(r"\{\n.*?\n\}|\{[^;]*\}(?=;)", re.DOTALL)
CALL = re.compile(r"\b([A-Za-z_]\w*)\s?\(")
# Our layout indents all but the outermost level. A declaration's names stand before its first ( { or =.
OUTERMOST = re.compile(r"^[A-Za-z_}][^({;=]*(?:\(\*\w+|[({;=])", re.MULTILINE)
NAME = re.compile(r"\b([A-Za-z_]\w*)\s*(?:\[[^]]*\]\s*)*(,|[({;=]?$)")
VARIABLES = re.compile(r"^static [^(;]*;", re.MULTILINE)
ENUM = re.compile(r"^(?:typedef )?enum\b[^{;]*\{([^}]*)\}", re.MULTILINE)
FORWARD = re.compile(r"^(?:typedef )?struct (\w+)(?: \1)?;", re.MULTILINE) # may be repeated
NO_NAMES = {"main", "enum", "struct", "union", "_Static_assert", "__attribute__"}
SYSTEM = "/usr/include/"
KERNEL = SYSTEM + "linux/" # whose headers repeat declarations of the C library
SYSTEM_PATHS = [SYSTEM, *glob.glob(SYSTEM + "*-linux-gnu")]


class Names:
    """The names of one file."""

    def __init__(self, text):
        plain = SILENT.sub(" ", text).replace("\\\n", " ")
        self.macros = set(DEFINE.findall(plain))
        self.words = set(WORD.findall(plain))
        self.calls = set(CALL.findall(plain))
        self.declared = set()
        self.values = set() # variables and constants
        plain = DIRECTIVE.sub("", plain)
        # Members of types and initial values of variables clash with nothing.
        outer = INSIDE.sub("{\n}", FORWARD.sub("", plain))
        for head in OUTERMOST.findall(outer):
            found = {name for name, _ in NAME.findall(head)}
            is_type = head[-1] in "({" or (head[0] == "}" and head[-1] == ";")
            (self.declared if is_type else self.values).update(found)
        for line in VARIABLES.findall(outer): # several in one declaration
            line = re.sub(r"\{\s*\}|=[^,;]*", " ", line)
            self.values.update(name for name, _ in NAME.findall(line))
        for constants in ENUM.findall(plain):
            self.values.update(WORD.findall(re.sub(r"\([^()]*\)", "", constants)))
        self.hiding = (self.values | self.macros) - NO_NAMES
        self.declared = (self.declared | self.hiding) - NO_NAMES


class Reader:
    """Reads each file once, also for later calls: the names found are kept in a file beside the groups."""

    def __init__(self, paths, kept):
        self.paths, self.kept, self.is_new = paths, kept, False
        self.read, self.places, self.included = {}, {}, {}
        try:
            self.known = pickle.loads(kept.read_bytes())
        except (OSError, EOFError, pickle.UnpicklingError):
            self.known = {}

    def keep(self):
        """Keeps the names for the next call. The file is replaced in one piece, because another call may be reading it."""
        if self.is_new:
            part = self.kept.with_suffix(f".{os.getpid()}")
            part.write_bytes(pickle.dumps(self.known))
            part.replace(self.kept)

    def names(self, path):
        """The names of a file, the headers that it includes by itself, and how many lines it has."""
        if path not in self.read:
            names, includes, lines = self.parts(path)
            found = (self.find(os.path.dirname(path), name) for name in includes)
            self.read[path] = names, list(filter(None, found)), lines
        return self.read[path]

    def parts(self, path):
        """The names of a file, what it includes, and how many lines it has."""
        now = os.stat(path)
        stamp = now.st_mtime_ns, now.st_size
        if self.known.get(path, [None])[0] != stamp:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            names, includes = Names(text), INCLUDE.findall(text)
            if path.startswith(SYSTEM):
                names.declared |= names.calls # system headers are not laid out like ours
                includes = []
            self.known[path] = stamp, (names, includes, text.count("\n"))
            self.is_new = True
        return self.known[path][1]

    def find(self, folder, name):
        """Where the compiler finds a header; None if we do not find it."""
        if (folder, name) not in self.places:
            places = (os.path.normpath(os.path.join(path, name)) for path in [folder, *self.paths, *SYSTEM_PATHS])
            self.places[folder, name] = next(filter(os.path.isfile, places), None)
        return self.places[folder, name]

    def headers(self, path):
        """All headers that a file includes, however indirectly."""
        if path not in self.included:
            found, waiting = set(), [path]
            while waiting:
                new = set(self.names(waiting.pop())[1]) - found
                found |= new
                waiting.extend(new)
            self.included[path] = found
        return self.included[path]


class Group:
    """Files that are read one after the other."""

    def __init__(self, reader):
        self.reader = reader
        self.files, self.lines, self.headers = [], 0, set()
        self.own, self.hiding = set(), set()

    def ours(self, headers):
        """The headers that are ours; those of the C library agree with each other."""
        return [self.reader.names(path)[0] for path in headers if not path.startswith(SYSTEM)]

    def take(self, entry, most):
        """Takes a file if it fits."""
        path = entry.partition("=")[0]
        names, _, lines = self.reader.names(path)
        if self.files and (self.lines + lines > most
                           or not names.declared.isdisjoint(self.own)
                           or not names.words.isdisjoint(self.hiding)):
            return False
        headers = self.reader.headers(path)
        if self.files and (any(path.startswith(KERNEL) for path in headers | self.headers)
                           or not self.agree(names, headers - self.headers, self.headers - headers)):
            return False
        self.files.append(entry)
        self.lines += lines
        self.headers |= headers
        self.own |= names.declared
        self.hiding |= names.hiding
        return True

    def agree(self, names, new, strange):
        """True if neither the headers that are new to the group nor those that are new to the file confuse a name."""
        for header in (self.reader.names(path)[0] for path in new):
            if not header.declared.isdisjoint(self.own) or not header.words.isdisjoint(self.hiding):
                return False
        if not all(self.reader.names(path)[0].declared.isdisjoint(names.declared) for path in strange):
            return False
        added, others = self.ours(new), self.ours(strange)
        declared = set().union(*(other.declared for other in others))
        hiding = set().union(*(other.hiding for other in others))
        return names.words.isdisjoint(hiding) and all(
            header.words.isdisjoint(hiding) and header.declared.isdisjoint(declared) for header in added)


def main(folder, name, most, paths, *entries):
    out = pathlib.Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    reader = Reader(paths.split(":"), out / "names.pickle")
    groups = []
    for entry in entries:
        if not any(group.take(entry, int(most)) for group in groups):
            groups.append(Group(reader))
            groups[-1].take(entry, int(most))
    reader.keep()
    written = []
    for i, group in enumerate(groups):
        text = ""
        for entry in group.files:
            path, _, entrance = entry.partition("=")
            text += f"int {entrance}(void);\n#define main {entrance}\n" if entrance else ""
            text += f'#include "{path}"\n' + ("#undef main\n" if entrance else "")
        file = out / f"{name}_{i}.c"
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
        written.append(str(file))
    print(";".join(written), end="")


if __name__ == "__main__":
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    main(*sys.argv[1:])
