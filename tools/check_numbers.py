#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the numbers of docs/truth.md are those that the experiments print.

ROWS says which cell of which row of docs/truth.md comes from which criterion of which experiment. Each
number of a cell must be the criterion's value, rounded to as many digits as the cell gives; "below
1e-5" must hold. The table of closed forms is compared as a whole (closed_forms_table.py). README.md shows a few rows of
docs/truth.md and docs/speed.md: each row between its marks must stand there too, to the letter.

usage: check_numbers.py OUT [ROOT]    compares with the summaries of `volar experiment all --out OUT`;
                                      prints each difference, exits 1 if there is one
       check_numbers.py --readme      only compares the rows of README.md with those pages
       check_numbers.py --self-test   proves on made-up trees that differences are caught
"""
import json
import pathlib
import re
import sys
import tempfile

import closed_forms_table

PAGE = "docs/truth.md"
README_BEGIN = "<!-- rows of docs/truth.md -->"
README_END = "<!-- end of these rows -->"

NUMBER = re.compile(r"(?<![\w.])(below )?([0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?)(?![\w.])")

# Start of the row, the cell (counted from 0), and the criteria of its numbers: experiment, name and the
# factor on its value. None: a number that is not measured.
ROWS = [
    ("| torque on the hand, plate rocked", 1,
     [("flat-plate", "stiff, volume: largest change in a tick, % of range", 1),
      ("flat-plate", "soft, volume, encoders: largest change in a tick, % of range", 1),
      ("flat-plate", "light, point: largest change in a tick, % of range", 1),
      ("flat-plate", "soft, point: largest change in a tick, % of range", 1)]),
    ("| held tool breaks a block loose", 1,
     [("push-block", "push: felt when the block begins to move, N", 1 / 0.196)]),
    ("| contacts found at 50 Hz", 1,
     [("two-rate", "packets: ripple, sliding and rocking, %", 1),
      ("two-rate", "packets at 50 Hz: largest depth, mm", 1),
      ("two-rate", "single rate: largest depth, mm", 1), None, None]),
    ("| stick-slip of a pulled weight: period", 2,
     [("stick-slip", "implicit, k = 100000: mean period, s (exact 0.4847)", 1)]),
    ("| stick-slip: slip, mm", 2,
     [("stick-slip", "implicit, k = 100000: mean slip, mm (exact 31.12)", 1)]),
    ("| stick-slip: slip time", 2,
     [("stick-slip", "implicit, k = 100000: mean slip time, s (exact 0.3244)", 1)]),
    ("| stick-slip: tension", 2,
     [("stick-slip", "implicit, k = 100000: mean tension at re-stick, N (exact 1.078)", 1)]),
    ("| `cube-drop` | dropped cube", 3,
     [("cube-drop", "distributed: max |L| over 29..30 s, kg m2/s", 1)]),
    ("| `cube-drop` | height", 3, [("cube-drop", "distributed: height at 30 s, m", 1)]),
    ("| `spin` | spin deceleration", 3, [("spin", "spin, k = 5e4, 1 ms: deceleration, rad/s2", 1)]),
    ("| `spin` | slide deceleration", 3, [("spin", "slide: deceleration, m/s2", 1)]),
    ("| `spin` | largest force", 3, [("spin", "sticking: force / exact limit", 1)]),
    ("| `spin` | largest torque", 3, [("spin", "sticking: torque / exact limit", 1)]),
    ("| `disc` |", 3, [("disc", "slide stops, s", 1), ("disc", "spin stops, s", 1)]),
    ("| `top` |", 3, [("top", "at rest from, s", 1)]),
    ("| `tippe-top` | turned over after, s, 2016", 3,
     [("tippe-top", "2016 faces: beyond 150 degrees at, s", 1)]),
    ("| `tippe-top` | turned over after, s, 192", 3,
     [("tippe-top", "192 faces: beyond 150 degrees at, s", 1)]),
    ("| `stack` |", 3, [("stack", "13 blocks, 10..60 s: drift, mm", 1)]),
    ("| `stack-stiff` |", 3,
     [("stack-stiff", "column of 13: worst contact, deviation from statics", 1)]),
    ("| `pendulum` | period", 3, [("pendulum", "hinge, swing of 60 degrees: period, s", 1)]),
    ("| `pendulum` | amplitude", 3,
     [("pendulum", "hinge, swing of 170 degrees: change of amplitude in 20 s, relative", 1)]),
    ("| `chain` |", 3, [("chain", "from 45 degrees: largest gap, mm", 1)]),
    ("| `card-house` |", 3, [("card-house", "single pair: smallest friction", 1)]),
    ("| `push` |", 3, [("push", "turning: slides from tan(angle)", 1)]),
    ("| `insect` | distance walked in 10 s, mm", 3, [("insect", "distance, mm", 1)]),
    ("| `insect` | without friction", 3,
     [("insect", "mu = 0: distance, % of stride times cycles", 1)]),
]


def unit_of(text):
    """Half of the last digit that a number is given to."""
    mantissa, _, exponent = text.partition("e")
    decimals = len(mantissa.partition(".")[2])
    return 0.5 * 10.0 ** (int(exponent or 0) - decimals)


def compare(found, value):
    """What is wrong with a number of the cell, or None."""
    is_below, text = found
    if is_below:
        return None if abs(value) < float(text) else f"below {text}, but {value:g}"
    # A little more than half a digit, because the value itself is printed with ten digits.
    return None if abs(float(text) - value) <= 1.001 * unit_of(text) else f"{text}, but {value:.10g}"


def values_of(out, experiment):
    path = out / experiment / "summary.json"
    if not path.exists():
        return None
    summary = json.loads(path.read_text(encoding="utf-8"))
    return {c["name"]: c["value"] for c in summary["criteria"] + summary["reported"]}


def check_row(line, number, cell, sources, out):
    cells = [c.strip() for c in line.strip().strip("|").split("|")]
    numbers = NUMBER.findall(cells[cell])
    if len(numbers) != len(sources):
        return [f"{PAGE}:{number}: {len(numbers)} numbers in '{cells[cell]}'; "
                f"expected {len(sources)}"]
    found = []
    for text, source in zip(numbers, sources):
        if source is None:
            continue
        experiment, name, factor = source
        values = values_of(out, experiment)
        if values is None or name not in values:
            found.append(f"{PAGE}:{number}: {experiment} has no '{name}'")
            continue
        wrong = compare(text, factor * values[name])
        if wrong is not None:
            found.append(f"{PAGE}:{number}: {experiment}: {name}: {wrong}")
    return found


def differences(root, out, rows):
    lines = (root / PAGE).read_text(encoding="utf-8").splitlines()
    found = []
    for start, cell, sources in rows:
        places = [i for i, line in enumerate(lines) if line.startswith(start)]
        if len(places) != 1:
            found.append(f"{PAGE}: {len(places)} rows begin with '{start}'; expected 1")
            continue
        found += check_row(lines[places[0]], places[0] + 1, cell, sources, out)
    return found


def readme_differences(root):
    """Rows that README.md shows and the pages do not have."""
    lines = (root / "README.md").read_text(encoding="utf-8").splitlines()
    if README_BEGIN not in lines or README_END not in lines:
        return ["README.md: the rows of docs/truth.md have lost their marks"]
    rows = [x for x in lines[lines.index(README_BEGIN) + 1:lines.index(README_END)] if x.startswith("|")]
    kept = set((root / PAGE).read_text(encoding="utf-8").splitlines())
    found = [f"README.md: this row is not in {PAGE}: {row}" for row in rows if row not in kept]
    return found if len(rows) > 2 else [f"README.md: {len(rows)} rows between the marks; expected some"]


def self_test_readme():
    """Rows as they stand on the page pass; a changed one does not."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "docs").mkdir()
        rows = ["| a | b |", "|---|---|", "| x | 1 |"]
        (root / PAGE).write_text("\n".join(rows) + "\n", encoding="utf-8")
        counts = []
        for shown in (rows, rows[:2] + ["| x | 2 |"], rows[:1]):
            text = "\n".join([README_BEGIN, *shown, README_END])
            (root / "README.md").write_text(text + "\n", encoding="utf-8")
            counts.append(len(readme_differences(root)))
    if counts != [0, 1, 1]:
        print(f"self-test: differences of README.md {counts}; expected [0, 1, 1]")
    return counts == [0, 1, 1]


def self_test():
    """Made-up rows: what must pass, and what must be reported."""
    rows = [("| a", 1, [("x", "one, s", 1), ("x", "two, mm", 1e3)])]
    summary = {"criteria": [{"name": "one, s", "value": 0.12345}],
               "reported": [{"name": "two, mm", "value": 1.5e-9}]}
    cases = [("| a | 0.123 (k = 5), below 1e-5 |", 1), ("| a | 0.1235 and 1.5e-6 |", 0),
             ("| a | 0.123 and below 1e-5 |", 0), ("| a | 0.124 and 1.5e-6 |", 1),
             ("| a | 0.123 and below 1e-6 |", 1), ("| b | 0.123 and below 1e-5 |", 1)]
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "x").mkdir()
        (root / "docs").mkdir()
        (root / "x" / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
        for line, expected in cases:
            (root / PAGE).write_text(line + "\n", encoding="utf-8")
            found = differences(root, root, rows)
            if len(found) != expected:
                print(f"self-test: '{line}': {found}; expected {expected} differences")
                bad += 1
    return 1 if bad or not self_test_forms() or not self_test_readme() else 0


FORMS = """group,case,exact,explicit_1ms,implicit_1ms,implicit_5ms,error_explicit_1ms,error_implicit_1ms,\
error_implicit_5ms,bound_explicit_1ms,bound_implicit_1ms,bound_implicit_5ms,reason
g,"a, mm",1,2,1.00001,1.5,100,0.001,50,,1 +- 3%,1 +- 3%,r
g,b,0,0,inf,2e-12,0,inf,2e-12,<= 1,<= 1,<= 1,r
"""


def self_test_forms():
    """A made-up table of closed forms is written, found equal, and found different after a change."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "closed-forms").mkdir()
        (root / "closed-forms" / "forms.csv").write_text(FORMS, encoding="utf-8")
        (root / "docs").mkdir()
        readme = root / PAGE
        readme.write_text(f"x\n{closed_forms_table.BEGIN}\n{closed_forms_table.END}\ny\n",
                          encoding="utf-8")
        closed_forms_table.write(root, root)
        text = readme.read_text(encoding="utf-8")
        rows = ["| a, mm | 1 | ± 3% | (2) | 1 | **1.5** | – | – | – |",
                "| b | 0 | at most 1 | 0 | **falls** | 2e-12 | – | – | – |"]
        if any(row not in text for row in rows):
            print(f"self-test: the table of closed forms is\n{text}")
            return False
        counts = [len(closed_forms_table.differences(root, root))]
        for wrong in (text.replace("2e-12", "3e-12"), text.replace("| b |", "| c |"), "no table\n"):
            readme.write_text(wrong, encoding="utf-8")
            counts.append(len(closed_forms_table.differences(root, root)))
    if counts != [0, 1, 2, 1]:
        print(f"self-test: differences of closed forms {counts}; expected [0, 1, 2, 1]")
    return counts == [0, 1, 2, 1]


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if arguments == ["--readme"]:
        found = readme_differences(pathlib.Path(__file__).parents[1])
        print("\n".join(found) if found else "README.md shows rows of docs/truth.md")
        return 1 if found else 0
    if not 1 <= len(arguments) <= 2:
        print(__doc__, file=sys.stderr)
        return 2
    root = pathlib.Path(arguments[1]) if len(arguments) == 2 else pathlib.Path(__file__).parents[1]
    out = pathlib.Path(arguments[0])
    found = differences(root, out, ROWS) + closed_forms_table.differences(root, out)
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
