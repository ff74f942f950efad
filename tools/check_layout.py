#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the page's names for the contents of a view are those of the headers, in the same order.

web/src/link/layout.js numbers entries of the energy ledger, stages of a step, ports, causes of
trips and kinds of parameters by their place in a list; the headers do so by an enum or a struct. A name that is added to
only one of them would shift all that follow. Causes have shorter texts in the page, so only their number is compared.

usage: check_layout.py [ROOT]       prints each violation as file:line, exits 1 if there is one
       check_layout.py --self-test  proves on made-up trees that violations are caught
"""
import re
import sys

import checker

LAYOUT = "web/src/link/layout.js"
ROW = re.compile(r'^\s*X\(\w+,\s*"([^"]*)"(?:,\s*"[^"]*")?\)', re.MULTILINE)
FIELD = re.compile(r"^\s*double (\w+);", re.MULTILINE)


def rows(root, header, macro):
    """The first texts of a list of rows X(NAME, "text") or X(NAME, "text", "more")."""
    text = (root / "include/volar" / header).read_text(encoding="utf-8")
    match = re.search(r"#define " + macro + r"\(X\)((?:[^\n]*\\\n)*[^\n]*)", text)
    return ROW.findall(match[1]) if match else []


def fields(root, header, struct):
    """The names of the numbers in a struct."""
    text = (root / "include/volar" / header).read_text(encoding="utf-8")
    match = re.search(r"typedef struct " + struct + r" \{(.*?)\}", text, re.DOTALL)
    return FIELD.findall(match[1]) if match else []


def listed(layout, name):
    """The texts of a list in the page, and the line where it begins."""
    match = re.search(r"export const " + name + r" = \[(.*?)\]", layout, re.DOTALL)
    if not match:
        return [], 1
    return re.findall(r'"([^"]*)"', match[1]), layout.count("\n", 0, match.start()) + 1


def violations(root):
    layout = (root / LAYOUT).read_text(encoding="utf-8")
    found = []
    for name, expected in {
        "LEDGER": fields(root, "world.h", "vlLedger"),
        "STAGES": rows(root, "view.h", "VL_STAGE_MAP"),
        "PORTS": rows(root, "port_ledger.h", "VL_PORT_MAP"),
        "TRIPS": rows(root, "governor.h", "VL_TRIP_MAP"),
        "PARAMETERS": rows(root, "parameter.h", "VL_PARAMETER_MAP"),
    }.items():
        names, line = listed(layout, name)
        if name == "TRIPS":
            is_same = len(names) == len(expected)
        else:
            is_same = names == expected
        if not is_same or not expected:
            found.append(f"{LAYOUT}:{line}: {name} is {names}, the header has {expected}")
    return found


# For --self-test: a tree without faults, and faults with what must be reported.
GOOD = {
    "include/volar/world.h": "typedef struct vlLedger {\n    double gravity; // J\n    double loss;\n} vlLedger;\n",
    "include/volar/view.h": '#define VL_STAGE_MAP(X) \\\n    X(VL_A, "read") \\\n    X(VL_B, "solve")\n',
    "include/volar/port_ledger.h": '#define VL_PORT_MAP(X) \\\n    X(VL_C, "device")\n',
    "include/volar/governor.h": '#define VL_TRIP_MAP(X) \\\n    X(VL_D, "too fast: cut")\n',
    "include/volar/parameter.h": '#define VL_PARAMETER_MAP(X) \\\n    X(VL_F, "step", "s")\n',
    LAYOUT: 'export const LEDGER = ["gravity", "loss"];\nexport const STAGES = [\n    "read",\n'
            '    "solve",\n];\nexport const PORTS = ["device"];\nexport const TRIPS = ["cut"];\n'
            'export const PARAMETERS = ["step"];\n',
}
CASES = [
    ({"include/volar/world.h": "typedef struct vlLedger {\n    double loss;\n    double gravity;\n}"},
     LAYOUT + ":1: LEDGER"),
    ({"include/volar/view.h": '#define VL_STAGE_MAP(X) \\\n    X(VL_A, "read")\n'}, LAYOUT + ":2: STAGES"),
    ({"include/volar/port_ledger.h": "\n"}, LAYOUT + ":6: PORTS"),
    ({"include/volar/governor.h":
      '#define VL_TRIP_MAP(X) \\\n    X(VL_D, "a") \\\n    X(VL_E, "b")\n'}, LAYOUT + ":7: TRIPS"),
    ({"include/volar/parameter.h": '#define VL_PARAMETER_MAP(X) \\\n    X(VL_F, "pace", "s")\n'},
     LAYOUT + ":8: PARAMETERS"),
]

if __name__ == "__main__":
    sys.exit(checker.run(sys.argv[1:], violations, GOOD, CASES))
