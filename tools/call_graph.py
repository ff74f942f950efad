# SPDX-License-Identifier: MIT
"""The call graph that gcc writes (-fcallgraph-info=su,da): one .ci file beside each object.

It describes the code after inlining: who calls whom from which line, and the bytes of stack of each
function. A static function is named with its file, so two of the same name are two.
"""
import concurrent.futures
import functools
import json
import math
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import c_text

FLAG = "-fcallgraph-info=su,da"
NODE = re.compile(r'^node: \{ title: "([^"]*)" label: "([^"]*)"( shape : ellipse)? \}', re.MULTILINE)
EDGE = re.compile(r'^edge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"(?: label: "([^"]*)")? \}',
                  re.MULTILINE)
FRAME = re.compile(r"(\d+) bytes \(([a-z,]+)\)")
INDIRECT = "__indirect_call"


class Graph:
    """frames: function -> bytes of stack, None if it is not bounded; calls: function -> set of
    (callee, "file:line:column" or None). Files are named from the root, whether the compiler was given
    their whole path or, by a cache, the path from `folder`, where it ran."""

    def __init__(self, root, folder, files):
        self.frames, self.calls, self._names = {}, {}, {}
        self._root, self._folder = str(root), str(folder)
        for path in files:
            text = path.read_text(encoding="utf-8")
            for title, label, is_elsewhere in NODE.findall(text):
                frame = FRAME.search(label)
                if not is_elsewhere and frame:
                    self.frames[self._plain(title)] = None if frame[2] == "dynamic" else int(frame[1])
            for caller, callee, place in EDGE.findall(text):
                calls = self.calls.setdefault(self._plain(caller), set())
                calls.add((self._plain(callee), self._plain(place) if place else None))
        # gcc may give one of our functions a second, static name.
        for calls in self.calls.values():
            for callee, place in list(calls):
                name = callee.rpartition(":")[2]
                if callee not in self.frames and name in self.frames:
                    calls.remove((callee, place))
                    calls.add((name, place))

    def _plain(self, name):
        """A function's title or a place, without what differs between builds."""
        if name not in self._names:
            file, colon, rest = name.partition(":")
            if colon:
                file = os.path.normpath(os.path.join(self._folder, file))
                file = os.path.relpath(file, self._root) if file.startswith(self._root) else file
            self._names[name] = (file + colon + rest).removesuffix(".localalias")
        return self._names[name]


class Sources:
    """The text around the places that a graph names."""

    def __init__(self, root, folders):
        self.code, self._functions = {}, {}
        for folder in folders:
            for path in sorted((root / folder).rglob("*.[ch]")):
                text = c_text.without_directives(c_text.code(path.read_text(encoding="utf-8")))
                self.code[path.relative_to(root).as_posix()] = text
        self._with_pointers = [text for text in self.code.values() if "(*" in text]

    def functions(self, file):
        if file not in self._functions:
            self._functions[file] = c_text.definitions(self.code[file])
        return self._functions[file]

    def function_at(self, place):
        """"file:name" of the function whose text holds "file:line:column", or None."""
        file, line, _ = place.rsplit(":", 2)
        if file in self.code:
            for name, _, first, last in self.functions(file):
                if first <= int(line) <= last:
                    return f"{file}:{name}"
        return None

    def callee_at(self, place):
        """(name of the member or variable called through at "file:line:column", count of arguments);
        the name is None if there is no such call."""
        file, line, column = place.rsplit(":", 2)
        lines = self.code.get(file, "").splitlines()[int(line) - 1:][:20]
        text = "\n".join(lines)[int(column) - 1:]
        match = re.match(r"(?:\w+(?:\s*\[[^]]*\])?\s*(?:->|\.)\s*)*(\w+)\s*\(", text)
        if not match:
            return None, 0
        depth, commas, end = 1, 0, match.end()
        while depth > 0 and end < len(text):
            depth += (text[end] in "([{") - (text[end] in ")]}")
            commas += text[end] == "," and depth == 1
            end += 1
        return match[1], commas + 1 if text[match.end():end - 1].strip() else 0

    @functools.cache
    def targets(self, member, count):
        """The functions that a call with `count` arguments through a pointer of this name can reach:
        those whose address is taken and whose type is the pointer's. An address given to one member by name, as in
        `.read = readUdp`, counts for that member alone."""
        names = {member}  # and the names of the typedefs that it may be declared with
        for text in self.code.values():
            if f" {member}" in text:  # most have not, and the expression is slow to find that out
                names |= set(re.findall(rf"\b(\w+) {member}(?=[;,)=])", text))
        types = set()
        declaration = re.compile(rf"\(\*(?:{'|'.join(sorted(names))})\)\s*(\((?:[^()]|\([^()]*\))*\))")
        for text in self._with_pointers:
            for match in declaration.finditer(text):
                result = re.split(r"[;{},(]", text[max(0, match.start() - 80):match.start()])[-1]
                types.add(_type(result, match[1]))
        types = {its_type for its_type in types if its_type.count(";") == count}
        return {title for title, members, its_type in self._taken()
                if its_type in types and (member in members or None in members)}

    def _taken(self):
        """(title, members it is given to with None for other places, type) per function whose
        address is taken."""
        if not hasattr(self, "_taken_list"):
            by_name = {}  # name -> {file or None for all files: (title, type)}
            for file in self.code:
                for name, signature, _, _ in self.functions(file):
                    is_static = re.match(r"static\b", signature) is not None
                    result, arguments = signature.split(name, 1)
                    entry = (f"{file}:{name}" if is_static else name, _type(result, arguments))
                    by_name.setdefault(name, {})[file if is_static else None] = entry
            uses = {}
            for file, text in self.code.items():
                for match in re.finditer(r"(?<![\w.])([A-Za-z_]\w*)\b(?!\s*\()", text):
                    owners = by_name.get(match[1])
                    entry = owners and owners.get(file, owners.get(None))
                    if entry and not text.endswith("->", 0, match.start()):
                        before = text[max(0, match.start() - 200):match.start()]
                        member = re.search(r"(?:\.|->)(\w+)\s*=\s*[^,;{}]*$", before)
                        uses.setdefault(entry, set()).add(member[1] if member else None)
            self._taken_list = [(title, members, its_type)
                                for (title, its_type), members in uses.items()]
        return self._taken_list


BASIC = {"void", "bool", "char", "short", "int", "long", "unsigned", "float", "double", "const",
         "struct"}


def _type(result, arguments):
    """A function's type as a text that is equal for equal types, the names of parameters left out; a
    semicolon stands before each parameter."""
    parts = [re.sub(r"\b(?:typedef|static|inline|extern|VL_API|VL_WARN_UNUSED)\b", "", result)]
    inner = arguments.strip()[1:-1]
    for part in re.split(r",(?![^(]*\))", inner) if inner.strip() != "void" else []:
        words = re.findall(r"\w+", part)
        last = re.search(r"(\w+)\s*(?:\[[^]]*\]\s*)*$", part)
        if last and last[1] not in BASIC and any(word not in {"const", "struct"} for word in words[:-1]):
            part = part[:last.start(1)] + part[last.end(1):]
        parts.append(part)
    return ";".join(re.sub(r"\s+", "", part) for part in parts)


def _dependencies(path):
    """The files that a compiler's .d file names."""
    if not path.is_file():
        return []
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    return text.partition(": ")[2].split()


@functools.cache
def _time(path):
    """When a file was changed; infinity if there is none."""
    try:
        return os.stat(path).st_mtime
    except FileNotFoundError:
        return math.inf


def _is_fresh(graph, folder):
    """True if the graph is younger than every file that it was made from."""
    if not graph.is_file():
        return False
    made = _time(graph)
    needed = []
    for suffix in (".o.d", ".ci.d"):
        needed += _dependencies(graph.with_suffix(suffix))
    flags = [path / "flags.make" for path in graph.parents if path.suffix == ".dir"]
    paths = [os.path.join(folder, name) for name in needed] + [path for path in flags if path.is_file()]
    return bool(needed) and all(_time(path) <= made for path in paths)


def _write(graph, folder, words):
    """Compiles a source once more for its graph alone."""
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(scratch, graph.stem + ".s")
        graph.parent.mkdir(parents=True, exist_ok=True)
        command = [*words, FLAG, "-S", "-o", str(out), "-MMD", "-MF", str(graph.with_suffix(".ci.d"))]
        done = subprocess.run(command, cwd=folder, check=False)
        if done.returncode != 0:
            sys.exit(f"{graph}: cannot be made")
        graph.write_bytes(out.with_suffix(".ci").read_bytes())


def files(root, build, folders):
    """The .ci files of a build tree's sources in `folders`. Those that a compiler cache has left out, or that are
    older than the sources, are made again."""
    entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    found, jobs = set(), []
    for entry in entries:
        source, folder = pathlib.Path(entry["file"]), pathlib.Path(entry["directory"])
        if not any(root / name in source.parents for name in folders):
            continue
        command = entry["command"]
        words = shlex.split(command) if re.search(r"[\"'\\]", command) else command.split()  # shlex is slow
        at = words.index("-o")
        graph = (folder / words[at + 1]).with_suffix(".ci")
        del words[at:at + 2]
        if graph not in found and not _is_fresh(graph, folder):
            jobs.append((graph, folder, [word for word in words if word != "-c"]))
        found.add(graph)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda job: _write(*job), jobs))
    return sorted(found)
