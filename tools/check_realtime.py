#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks what VL_REALTIME promises: a marked function reaches nothing that allocates, locks, waits,
logs or makes a system call, nothing that calls itself, and its stack is bounded.

It follows gcc's call graph (call_graph.py) from every marked declaration. A function of another library
must be in PURE below or be called from where EXCEPTIONS allows it. A call through a pointer reaches
every function whose address is taken and whose type is the pointer's; one that reaches none fails. The
largest stack of each function must be below what the table of docs/real_time.md says.

usage: check_realtime.py BUILD            prints each violation as file:line, exits 1 if there is one
       check_realtime.py BUILD --stack    prints the stack of each marked function and its deepest path
       check_realtime.py BUILD --pointers prints what each call through a pointer can reach
       check_realtime.py --self-test      proves on made-up trees that violations are caught
"""
import pathlib
import re
import sys

import c_text
import call_graph
import checker

# Functions of the C library that compute and do nothing else.
PURE = set("""
    memchr memcmp memcpy memmove memset strchr strcmp strlen strncmp strnlen strspn strcspn
    ceil copysign fabs floor fmax fmin fmod frexp ilogb ldexp llround lround modf nextafter remainder
    rint round scalbn sqrt trunc
    """.split())

# (function of ours as file:name, what it calls) -> why a marked function may get there. The first is
# the function in whose text the call stands, or "*". The search ends there: what the callee calls is not
# looked at.
EXCEPTIONS = {
    ("*", "vlClock_Now"):
        "the clock: without a system call on Linux, and read only by a world that is profiled",
    ("src/world/world.c:vlWorld_Fail", "vsnprintf"):
        "a call that fails leaves a message; a loop does not live on failing calls",
    ("src/planar/world2.c:vlWorld2_Fail", "vsnprintf"):
        "a call that fails leaves a message, as in the world in space",
    ("src/base/sentence.c:vlSentence_Refuse", "vsnprintf"):
        "a surface that is refused leaves a message; a loop does not live on refusals",
    ("src/law/law.c:say", "vsnprintf"):
        "a law outside its window leaves a message; a loop does not live on refusals",
    ("src/law/wall_corrected.c:vlLaw_PredictCorrect", call_graph.INDIRECT):
        "the caller's own force as a function of depth; that of the library's law is inlined",
    ("src/run/parameters.c:refuse", "vsnprintf"):
        "a change of a parameter that is refused leaves a message; a loop does not live on refusals",
    ("src/record/recorder.c:beginMessage", "clock_nanosleep"):
        "only a recorder that was made to wait for its disk (vlRecorderDef.mayWait), not for a loop",
    ("src/collide/pair.c:findPolyhedron", "vlDual_Intersect"):
        "Qhull allocates: VL_POLYHEDRON_DUAL is a reference for tests, not for a loop",
    ("src/device/device.c:vlDevice_Read", call_graph.INDIRECT):
        "a device's own input; that of a simulated device is marked itself",
    ("src/device/device.c:vlDevice_Write", call_graph.INDIRECT):
        "a device's own output; that of a simulated device is marked itself",
    ("src/device/device.c:renderNothing", call_graph.INDIRECT):
        "a device's own output",
}

# Bytes of stack for one function of the C library and, at its first call, for the dynamic linker that
# looks it up; printing takes more. Measured with glibc 2.36: 1.5 KiB, 4.5 KiB.
LIBRARY_STACK = 4096
PRINTING_STACK = 8192
RED_ZONE = 128  # a function that calls none may use this much below its frame without its being counted

FOLDERS = ["include", "src", "app"]
TABLE = re.compile(r"^\| (`?)(\w[\w ]*)\1 \| ([\d.]+) KiB \|", re.MULTILINE)


def marked(root):
    """name -> "file:line" of each function whose declaration carries the mark."""
    found = {}
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.h")):
            text = c_text.without_directives(c_text.code(path.read_text(encoding="utf-8")))
            for match in re.finditer(r"\bVL_REALTIME\b", text):
                declaration = re.split(r"[;{}]|VL_BEGIN_C", text[:match.start()])[-1].strip()
                line = c_text.line_of(text, text.rfind(declaration, 0, match.start()))
                found[c_text.name_of(declaration)] = f"{path.relative_to(root).as_posix()}:{line}"
    return found


class Reach:
    """Everything that the marked functions reach, and what is wrong with it."""

    def __init__(self, root, build, files):
        self.graph = call_graph.Graph(root, build, files)
        self.sources = call_graph.Sources(root, FOLDERS)
        self.marks = marked(root)
        self.found = []     # violations
        self.excused = set()  # rows of EXCEPTIONS that were met
        self.pointers = {}  # "file:line:column" of a call through a pointer -> (name, targets)
        self.calls = {}     # function reached -> functions of ours it calls
        self.outside = {}   # function reached -> bytes of stack for the libraries it calls
        self._come_from = {}
        self._depths = {}
        for name, place in sorted(self.marks.items()):
            if name not in self.graph.frames:
                self.found.append(f"{place}: {name} is marked VL_REALTIME and is not in the call graph")
        queue = [name for name in sorted(self.marks) if name in self.graph.frames]
        self._come_from = dict.fromkeys(queue)
        while queue:
            function = queue.pop(0)
            for callee in self._follow(function):
                if callee not in self._come_from:
                    self._come_from[callee] = function
                    queue.append(callee)

    def path_to(self, function):
        """A marked function first, then who calls whom."""
        path = []
        while function is not None:
            path.append(function)
            function = self._come_from[function]
        return path[::-1]

    def _report(self, function, text):
        """Notes a violation with the path from a marked function to this one."""
        path = self.path_to(function)
        self.found.append(f"{self.marks[path[0]]}: {' > '.join(path)} {text}")

    def _targets(self, place):
        """What a call through a pointer can reach."""
        if place not in self.pointers:
            name, count = self.sources.callee_at(place)
            targets = self.sources.targets(name, count) if name else set()
            self.pointers[place] = (name, targets & set(self.graph.frames))
        return self.pointers[place][1]

    def _follow(self, function):
        """Functions of ours that one calls, in a fixed order; notes what is wrong with it."""
        if self.graph.frames[function] is None:
            self._report(function, "has a stack of no fixed size")
        ours, outside, unknown = set(), 0, {}
        for callee, place in sorted(self.graph.calls.get(function, ()), key=str):
            function_there = self.sources.function_at(place) if place else None
            rows = {(function_there, callee), ("*", callee)} & set(EXCEPTIONS)
            if rows:
                self.excused |= rows
                outside = max(outside, PRINTING_STACK if "printf" in callee else LIBRARY_STACK)
            elif callee == call_graph.INDIRECT:
                targets = self._targets(place)
                ours |= targets
                if not targets:
                    unknown.setdefault("through a pointer that leads nowhere known", place)
            elif callee in self.graph.frames:
                ours.add(callee)
            elif callee in PURE:
                outside = max(outside, LIBRARY_STACK)
            else:
                unknown.setdefault(f"{callee}, which is not known to be real-time", place)
        for what, place in unknown.items():
            self._report(function, f"({place or 'somewhere'}) calls {what}")
        self.calls[function], self.outside[function] = sorted(ours), outside
        return self.calls[function]

    def find_recursion(self):
        """Notes each function that may come back to itself."""
        done, path = set(), []

        def visit(function):
            if function in path:
                circle = path[path.index(function):] + [function]
                self._report(function, f"calls itself: {' > '.join(circle)}")
            elif function not in done:
                path.append(function)
                for callee in self.calls[function]:
                    visit(callee)
                path.pop()
                done.add(function)

        for name in sorted(self.marks):
            if name in self.graph.frames:
                visit(name)

    def depth(self, function):
        """(bytes of stack, deepest path) of a function with all that it calls."""
        if function not in self._depths:
            self._depths[function] = (0, [])  # ends a recursion, which is reported anyway
            below = max((self.depth(callee) for callee in self.calls[function]), default=(0, []),
                        key=lambda entry: entry[0])
            if below[0] < self.outside[function]:
                below = (self.outside[function], [])
            own = self.graph.frames[function] or 0
            self._depths[function] = (own + (below[0] or RED_ZONE), [function, *below[1]])
        return self._depths[function]

    def check_stack(self, root):
        """Compares the table of docs/real_time.md with the graph: no row may be too small, or more
        than twice too large."""
        path = root / "docs" / "real_time.md"
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        rows = {}
        for match in TABLE.finditer(text):
            rows[match[2]] = (c_text.line_of(text, match.start()), float(match[3]) * 1024)
        names = [name for name in self.marks if name in self.graph.frames]
        others = [name for name in names if name not in rows]
        for name, (line, limit) in rows.items():
            its = others if name == "all others" else [name] if name in names else []
            need = max((self.depth(function)[0] for function in its), default=0)
            if need == 0:
                self.found.append(f"docs/real_time.md:{line}: {name} is not marked VL_REALTIME")
            elif need > limit or limit > 2 * need:
                deepest = max(its, key=lambda function: self.depth(function)[0])
                self.found.append(f"docs/real_time.md:{line}: {name} needs {need / 1024:.1f} KiB of "
                                  f"stack: {' > '.join(self.depth(deepest)[1])}")
        if others and "all others" not in rows:
            self.found.append("docs/real_time.md:1: no table says how much stack a call needs")


def violations(reach, root):
    reach.find_recursion()
    reach.check_stack(root)
    return reach.found


def unused_rows(reach):
    """Exceptions in the list at the top that no call needs any more."""
    return [f"tools/check_realtime.py:1: {function} calling {callee} is allowed and never met"
            for function, callee in sorted(set(EXCEPTIONS) - reach.excused)]


def print_stack(reach):
    names = [name for name in reach.marks if name in reach.calls]
    for name in sorted(names, key=lambda name: (-reach.depth(name)[0], name)):
        total, path = reach.depth(name)
        steps = " > ".join(f"{step.rpartition('/')[2]} {reach.graph.frames[step]}" for step in path)
        print(f"{total:7d}  {steps}")


def print_pointers(reach):
    for place, (name, targets) in sorted(reach.pointers.items()):
        print(f"{place}: {name}: {', '.join(sorted(targets))}")


def main(arguments):
    if arguments == ["--self-test"]:
        return checker.self_test(
            lambda root: violations(Reach(root, root / "build", sorted(root.rglob("*.ci"))), root), GOOD, CASES)
    root, build = pathlib.Path(__file__).resolve().parents[1], pathlib.Path(arguments[0]).resolve()
    reach = Reach(root, build, call_graph.files(root, build, FOLDERS))
    if "--stack" in arguments:
        print_stack(reach)
        return 0
    if "--pointers" in arguments:
        print_pointers(reach)
        return 0
    found = violations(reach, root) + unused_rows(reach)
    for line in found:
        print(line)
    return 1 if found else 0


def made_up(*lines):
    """A .ci file: "name 16" is a function with its frame, "a > b place" a call, "name 16 dynamic"."""
    out = ['graph: { title: "x"']
    for line in lines:
        words = line.replace("src/", "../src/").split()  # from where the compiler ran
        if words[1] == ">":
            label = f' label: "{words[3]}"' if len(words) > 3 else ""
            out.append(f'edge: {{ sourcename: "{words[0]}" targetname: "{words[2]}"{label} }}')
        else:
            kind = words[2] if len(words) > 2 else "static"
            out.append(f'node: {{ title: "{words[0]}" label: "f\\nx.c:1:1\\n{words[1]} bytes ({kind})" }}')
    return "\n".join([*out, "}", ""])


# For --self-test: a tree without faults, and faults with what must be reported. The second file of the
# same static function allocates, and so does another member of the type that `read` has.
GOOD = {
    "include/volar/a.h": "#define VL_REALTIME\n"
                         "typedef struct vlOps {\n    int (*read)(void* self);\n"
                         "    int (*close)(void* self);\n} vlOps;\n"
                         "VL_BEGIN_C\n\n// One.\nVL_API void\n"
                         "vlStep(const vlOps* ops) VL_REALTIME; VL_API int vlGet(void) VL_REALTIME;\n",
    "src/base/a.c": "int readIt(void* it)\n{\n}\nstatic int closeIt(void* it)\n{\n}\n"
                    "const vlOps vlOps_It = {.read = readIt, .close = closeIt};\n"
                    "void vlStep(const vlOps* ops)\n{\n    ops->read(NULL);\n}\n",
    "build/a.ci": made_up("readIt 16", "src/base/a.c:closeIt 16", "src/base/a.c:closeIt > free",
                          "vlStep 1000", "vlStep > __indirect_call src/base/a.c:10:5",
                          "src/base/a.c:help 8", "vlStep > src/base/a.c:help", "readIt > memcpy"),
    "build/b.ci": made_up("vlGet 8", "src/base/b.c:help 8", "src/base/b.c:help > malloc",
                          "vlFree 8", "vlFree > src/base/b.c:help"),
    "docs/real_time.md": "| `vlStep` | 6 KiB |\n| all others | 0.2 KiB |\n",
}
STEP, GET = "include/volar/a.h:9: vlStep", "include/volar/a.h:10: vlGet"
CASES = [
    ({"build/c.ci": made_up("vlGet > f", "f 8", "f > vlFree")},
     GET + " > f > vlFree > src/base/b.c:help (somewhere) calls malloc"),
    ({"build/c.ci": made_up("readIt > pthread_mutex_lock src/base/a.c:2:1")},
     STEP + " > readIt (src/base/a.c:2:1) calls pthread_mutex_lock"),
    ({"build/c.ci": made_up("vlGet > qh_zero")}, GET + " (somewhere) calls qh_zero"),
    ({"build/c.ci": made_up("vlGet > __indirect_call src/base/a.c:2:1")},
     GET + " (src/base/a.c:2:1) calls through a pointer"),
    ({"src/base/c.c": "static int more(void* it)\n{\n}\nconst vlOps vlOps_More = {more};\n",
      "build/c.ci": made_up("src/base/c.c:more 8", "src/base/c.c:more > free")},
     STEP + " > src/base/c.c:more (somewhere) calls free"),
    ({"src/base/c.c": "typedef int (*Way)(double, const char* name);\n"
                      "static int more(double x, const char* text)\n{\n}\n"
                      "int go(Way way)\n{\n    return way(0, NULL);\n}\nint x = go(more);\n",
      "build/c.ci": made_up("src/base/c.c:more 8", "src/base/c.c:more > free",
                            "vlGet > __indirect_call src/base/c.c:7:12")},
     GET + " > src/base/c.c:more (somewhere) calls free"),
    ({"build/c.ci": made_up("readIt > f", "f 8", "f > readIt")},
     STEP + " > readIt calls itself: readIt > f > readIt"),
    ({"build/c.ci": made_up("vlGet > f", "f 8 dynamic")}, GET + " > f has a stack of no fixed size"),
    ({"build/c.ci": made_up("vlGet > f", "f 500")}, "docs/real_time.md:2: all others needs 0.6 KiB"),
    ({"build/c.ci": made_up("readIt > f", "f 6000")}, "docs/real_time.md:1: vlStep needs"),
    ({"docs/real_time.md": "| `vlStep` | 6 KiB |\n| all others | 0.9 KiB |\n"},
     "docs/real_time.md:2: all others needs 0.1 KiB"),
    ({"docs/real_time.md": "| `vlStep` | 6 KiB |\n"}, "docs/real_time.md:1: no table"),
    ({"docs/real_time.md": GOOD["docs/real_time.md"] + "| `vlFree` | 1 KiB |\n"},
     "docs/real_time.md:3: vlFree is not marked"),
    ({"include/volar/b.h": "int vlGone(int a,\n           int b) VL_REALTIME;\n"},
     "include/volar/b.h:1: vlGone is marked"),
]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
