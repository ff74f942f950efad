#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that nothing depends on how the C library computes: that no file calls a mathematical function
whose result IEEE 754 does not fix to the last bit.

The C library chooses among several sines by the processor, another library has others again, and
compilers evaluate calls with constants while they compile. base/angle.h and base/power.h have what
is needed instead. The text shows calls that a compiler would evaluate; the objects of a build show
what macros and the compiler itself call.

usage: check_bits.py [ROOT]           prints each violation as file:line, exits 1 if there is one
       check_bits.py --objects BUILD  the same for the objects of a build tree
       check_bits.py --self-test      proves on made-up trees that violations are caught
"""
import pathlib
import re
import subprocess
import sys

import c_text
import checker

# Exact, or rounded once from the exact result.
FIXED = set("""
    ceil copysign fabs fdim floor fmax fmin fmod frexp ilogb ldexp llrint llround logb lrint lround modf
    nan nearbyint nextafter remainder rint round roundeven scalbln scalbn sqrt trunc
    """.split())
# Not fixed; fma is, but where a processor has none it is slow, and compilers must not make one either.
FREE = """
    acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf erfc exp exp10 exp2 expm1 fma hypot j0 j1 jn
    lgamma log log10 log1p log2 pow pow10 sin sincos sinh tan tanh tgamma y0 y1 yn
    """.split()
CALL = re.compile(r"(?<![\w.>])((?:__builtin_)?(?:" + "|".join(FREE) + r")[fl]?)\s*\(")
FOLDERS = ["include", "src", "models", "app", "plot", "experiments", "bench"]
# Other engines compute with the C library anyway.
EXCEPT = ["bench/peers/"]
TARGETS = ["volar_objects", "volar_models", "volar_app", "volar_studies", "volar"]


def violations(root):
    found = []
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.[ch]")):
            here = path.relative_to(root).as_posix()
            if any(here.startswith(room) for room in EXCEPT):
                continue
            text = c_text.code(path.read_text(encoding="utf-8"))
            for match in CALL.finditer(text):
                line = c_text.line_of(text, match.start())
                found.append(f"{here}:{line}: {match[1]} is not the same on every processor: "
                             "use base/angle.h or base/power.h")
    return found


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def is_fixed(name):
    return name in FIXED or (name[-1] in "fl" and name[:-1] in FIXED)


def object_violations(build):
    """Functions of the C library's mathematics that objects call and IEEE 754 does not fix."""
    library = run("cc", "-print-file-name=libm.so.6").strip()
    listed = run("nm", "-D", "--defined-only", "--format=posix", library)
    names = {line.split()[0].split("@")[0] for line in listed.splitlines()}
    objects = sorted(path for target in TARGETS for path in (build / "CMakeFiles" / f"{target}.dir").rglob("*.o"))
    if len(names) < 100 or len(objects) < 100:
        return [f"{build}: {len(objects)} objects and {len(names)} functions of {library}: too few to check"]
    found, here = [], ""
    for line in run("nm", "-A", "-u", "--format=posix", *map(str, objects)).splitlines():
        here, _, rest = line.rpartition(": ")
        name = rest.split()[0].split("@")[0]
        if name in names and not is_fixed(name):
            found.append(f"{here}: calls {name}")
    return found


# For --self-test: a tree without faults, and faults with what must be reported.
GOOD = {
    "src/base/angle.c": "// not sin(x)\ndouble f(double x) { return sqrt(floor(x)) + vlSine(x) + own.cos(x); }\n",
    "models/a.c": 'const char* text = "tan(x)"; double g(double x) { return p->exp(x); }\n',
    "bench/peers/b.c": "double h(double x) { return sin(x); }\n",
}
CASES = [
    ({"src/a.c": "double f(double x)\n{\n    return sin(x);\n}\n"}, "src/a.c:3: sin "),
    ({"models/b.h": "static double f(void) { return powf (2.0f, 0.3f); }\n"}, "models/b.h:1: powf "),
    ({"app/live/c.c": "double f(void) { return __builtin_fma(1.0, 2.0, 3.0); }\n"}, "app/live/c.c:1: __builtin_fma "),
    ({"include/volar/d.h": "#define TURN(x) atan2(x, 1.0)\n"}, "include/volar/d.h:1: atan2 "),
]

if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--objects":
        faults = object_violations(pathlib.Path(sys.argv[2]).resolve())
        print(*faults, sep="\n", end="\n" if faults else "")
        sys.exit(1 if faults else 0)
    sys.exit(checker.run(sys.argv[1:], violations, GOOD, CASES))
