#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The table of closed forms in docs/truth.md, from what the experiment and the other engines wrote.

OUT is the folder of `volar experiment closed-forms --out OUT`. OUT/closed-forms/peers.csv, if it is
there, is what `bench_peers --closed-forms` wrote. `make closed-forms` makes both and writes the table.

usage: closed_forms_table.py OUT [--write [ROOT]]   prints the table, or writes it into docs/truth.md
"""
import csv
import math
import pathlib
import sys

BEGIN = "<!-- closed forms: `make closed-forms` writes this table -->"
END = "<!-- end of the closed forms -->"
METHODS = ["explicit_1ms", "implicit_1ms", "implicit_5ms"]
ENGINES = ["ode", "bullet", "mujoco"]
HEADER = ("| Case | Exact | Bound | Explicit 1 ms | Implicit 1 ms | Implicit 5 ms | ODE | Bullet | MuJoCo |\n"
          "|---|---|---|---|---|---|---|---|---|")


def show(text):
    """A number with four digits; `falls` for infinity, a dash for not-a-number."""
    value = float(text)
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "falls"
    if value != 0 and abs(value) < 1e-6:
        return f"{value:.0e}".replace("e-0", "e-")
    if abs(value) >= 1e4:
        return f"{float(f'{value:.4g}'):.0f}"
    return f"{value:.4g}".replace("e-0", "e-")


def passes(row, method):
    """None if the method is not judged."""
    bound, value = row["bound_" + method], float(row[method])
    if not bound:
        return None
    words = bound.split()
    if words[0] == "<=":
        return value <= float(words[1]) * (1 + 1e-9)
    if words[0] == ">=":
        return value >= float(words[1])
    error = abs(float(row["error_" + method]))
    return error <= float(words[2].rstrip("%")) * (1 + 1e-3)  # the error has four digits


def show_bound(row):
    """The bounds of the implicit integrator at its two steps; one if they are equal."""
    shown = []
    for method in METHODS[1:]:
        words = row["bound_" + method].replace("e-0", "e-").split()
        text = "" if not words else ("± " + words[2] if len(words) == 3 else
                                     {"<=": "at most ", ">=": "at least "}[words[0]] + words[1])
        if text and text not in shown:
            shown.append(text)
    return ", ".join(shown)


def cell(row, method):
    verdict, text = passes(row, method), show(row[method])
    if verdict is None:
        return text if text == "–" else f"({text})"
    return text if verdict else f"**{text}**"


def read_peers(folder):
    path = folder / "closed-forms" / "peers.csv"
    if not path.exists():
        return None
    with path.open(encoding="utf-8", newline="") as file:
        return {(row["case"], row["engine"]): row["value"] for row in csv.DictReader(file)}


def lines_of(folder):
    """The rows of the table, each a list of its cells; those of other engines None if unknown."""
    peers = read_peers(folder)
    with (folder / "closed-forms" / "forms.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    lines = []
    for row in rows:
        others = [None if peers is None else show(peers.get((row["case"], engine), "nan"))
                  for engine in ENGINES]
        lines.append([row["case"], show(row["exact"]), show_bound(row)]
                     + [cell(row, method) for method in METHODS] + others)
    return lines


def table_of(folder):
    body = ["| " + " | ".join(c if c is not None else "–" for c in line) + " |"
            for line in lines_of(folder)]
    return "\n".join([HEADER] + body)


def block_of(text):
    """The lines between the two marks, or None."""
    lines = text.splitlines()
    if BEGIN not in lines or END not in lines:
        return None
    return lines[lines.index(BEGIN) + 1:lines.index(END)]


def differences(root, folder):
    """The differences between docs/truth.md and the folder, one sentence each."""
    block = block_of((root / "docs/truth.md").read_text(encoding="utf-8"))
    if block is None:
        return ["docs/truth.md: the table of closed forms has lost its marks"]
    shown = {}
    for line in block:
        cells = [c.strip() for c in line.strip().strip("|").split("|")]
        shown[cells[0]] = cells
    found = []
    for line in lines_of(folder):
        cells = shown.pop(line[0], None)
        if cells is None:
            found.append(f"docs/truth.md: closed forms: no row '{line[0]}'")
            continue
        for expected, written in zip(line, cells + [""] * len(line)):
            if expected is not None and expected != written:
                found.append(f"docs/truth.md: closed forms: {line[0]}: '{written}', but '{expected}'")
    heads = {line.strip("|").split("|")[0].strip() for line in HEADER.splitlines()}
    found += [f"docs/truth.md: closed forms: '{name}' is no row of the experiment"
              for name in shown if name and name not in heads]
    return found


def refresh_readme(root, table):
    """README.md shows some rows: they become what the table has."""
    path = root / "README.md"
    if not path.exists():
        return
    rows = {line.split("|")[1]: line for line in table.splitlines()}
    lines = path.read_text(encoding="utf-8").splitlines()
    fresh = [rows.get(x.split("|")[1], x) if x.startswith("| ") and x.count("|") > 8 else x for x in lines]
    path.write_text("\n".join(fresh) + "\n", encoding="utf-8")


def write(root, folder):
    path = root / "docs/truth.md"
    text = path.read_text(encoding="utf-8")
    if block_of(text) is None:
        print(f"docs/truth.md has no lines '{BEGIN}' and '{END}'", file=sys.stderr)
        return 1
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    table = table_of(folder)
    path.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")
    refresh_readme(root, table)
    return 0


def main(arguments):
    if not arguments or len(arguments) > 3 or (len(arguments) > 1 and arguments[1] != "--write"):
        print(__doc__, file=sys.stderr)
        return 2
    folder = pathlib.Path(arguments[0])
    root = pathlib.Path(arguments[2]) if len(arguments) == 3 else pathlib.Path(__file__).parents[1]
    if len(arguments) > 1:
        return write(root, folder)
    print(table_of(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
