#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks who includes whom: each folder sees only the folders its row below allows.

usage: check_layers.py [ROOT]       prints each violation as file:line, exits 1 if there is one
       check_layers.py --self-test  proves on made-up trees that violations are caught
"""
import functools
import re
import sys

import checker

# Room of a file -> rooms whose headers it may include, besides its own. The library's layers run from left to
# right: base | law, solid, shape, collide | dynamics, contact | joint, world, two_rate. hierarchy stands beside contact, on
# collide; planar is a separate world on base and law. Rooms that read and write files or speak to devices stand outside
# of these layers: device, haptic, stability, mesh, scene, run, view and record use the library through its public
# headers, like any user; mesh also makes polygons, formation polygons and shapes. The program uses the public headers, too, and src/base,
# with which it is linked statically.
ALLOWED = {
    "include": [],
    "src/base": ["include"],
    "src/text": ["include", "src/base"],
    "src/law": ["include"],
    "src/planar": ["include", "src/base"],
    "src/solid": ["include", "src/base"],
    "src/shape": ["include", "src/base", "src/solid"],
    "src/collide": ["include", "src/base", "src/shape"],
    "src/hierarchy": ["include", "src/base", "src/shape", "src/collide"],
    "src/dynamics": ["include", "src/base", "src/shape"],
    "src/contact": ["include", "src/base", "src/shape", "src/collide", "src/dynamics"],
    "src/joint": ["include", "src/base", "src/dynamics"],
    "src/world": ["include"]
    + ["src/" + layer for layer in ("base", "shape", "collide", "dynamics", "contact", "joint")],
    "src/two_rate": ["include"]
    + ["src/" + layer for layer in ("base", "shape", "collide", "dynamics", "contact", "joint")]
    + ["src/world"],
    "src/device": ["include", "src/base"],
    "src/haptic": ["include", "src/base"],
    "src/stability": ["include", "src/base"],
    "src/mesh": ["include", "src/base", "src/solid", "src/text"],
    "src/decompose": ["include", "src/base", "src/solid", "src/shape"],
    "src/formation": ["include", "src/base", "src/solid", "src/shape"],
    "src/scene": ["include", "src/base", "src/text"],
    "src/run": ["include", "src/base"],
    "src/view": ["include", "src/base"],
    "src/record": ["include", "src/base"],
    "models": ["include", "src/base"],
    "plot": ["src/base"],
    "experiments": ["include", "src/base", "models", "plot", "experiments/closed_forms"],
    "experiments/closed_forms": ["include", "src/base", "models", "plot", "experiments"],
    "experiments/tosses": ["include", "src/base", "models", "plot", "experiments"],
    "app/cli": ["include", "src/base", "src/text"],
    "app/annotate": ["include", "src/base", "app/cli"],
    "app/mesh": ["include", "src/base", "app/cli"],
    "app/pace": ["include", "src/base"],
    "app/socket": ["include", "src/base"],
    "app/serve": ["include", "src/base", "src/text", "app/socket"],
    "app/haply": ["include", "src/base", "src/text", "app/socket"],
    "app/devices": ["include", "src/base", "app/cli", "app/pace", "app/haply"],
    "app/export": ["include", "src/base"],
    "app/sweep": ["include", "src/base", "src/text", "models", "app/cli", "app/devices"],
    "app/tune": ["include", "src/base", "src/text", "models", "app/cli", "app/devices"],
    "app/zwidth": ["include", "src/base", "models", "app/cli", "app/socket", "app/serve"],
    "app/live": ["include", "src/base", "app/cli", "app/annotate", "app/pace", "app/devices", "app/serve"],
    "bench": ["include", "src/base", "models", "app/serve"],
    "app/mpi": ["include", "src/base", "app", "app/cli", "app/sweep"],
    "bench/peers": ["include", "src/base", "models", "bench", "experiments/closed_forms", "experiments/tosses"],
    "app": ["include", "src/base", "models", "experiments", "plot", "bench"]
    + ["app/" + room for room in ("cli", "annotate", "haply", "devices", "export", "live", "mesh", "sweep", "tune", "zwidth")],
    "tests": ["include", "models", "plot", "experiments", "experiments/closed_forms", "experiments/tosses", "bench", "bench/peers"]
    + ["app/" + room for room in ("cli", "annotate", "pace", "socket", "serve", "haply", "devices")]
    + ["app/" + room for room in ("export", "live", "sweep")]
    + ["src/" + layer for layer in ("base", "text", "law", "planar", "solid", "shape", "collide", "dynamics", "contact", "joint")]
    + ["src/" + layer for layer in ("hierarchy", "world", "two_rate", "device", "haptic", "stability", "mesh", "decompose", "formation", "scene", "run", "view", "record")],
}
SEARCH = ["include", "src", "."]  # the compiler's include paths, after the file's own folder
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')
SUFFIXES = {".c", ".h", ".cpp"}


def room_of(path):
    """The longest row of ALLOWED that holds `path` (relative to the root), or None."""
    parts = path.parts
    for length in (2, 1):
        name = "/".join(parts[:length])
        if len(parts) > length and name in ALLOWED:
            return name
    return None


@functools.cache
def resolve(root, here, target):
    """Path of a file that is included in the folder `here`, None after <, relative to `root`; None if it is not ours."""
    folders = [here] if here else []
    for folder in folders + [root / name for name in SEARCH]:
        candidate = (folder / target).resolve()
        if candidate.is_file() and root in candidate.parents:
            return candidate.relative_to(root)
    return None


def violations(root):
    found = []
    tops = sorted({name.split("/")[0] for name in ALLOWED})
    files = [f for top in tops for f in sorted((root / top).rglob("*")) if f.suffix in SUFFIXES]
    for source in files:
        here = source.relative_to(root)
        room = room_of(here)
        if room is None:
            found.append(f"{here}:1: this folder has no row in check_layers.py")
            continue
        for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line) if "#" in line else None
            if not match:
                continue
            is_quoted, name = match[1] == '"', match[2]
            target = resolve(root, source.parent if is_quoted else None, name)
            if target is None:
                if is_quoted:
                    found.append(f'{here}:{number}: "{name}" is no file of this project')
                continue
            other = room_of(target)
            if other != room and other not in ALLOWED[room]:
                found.append(f"{here}:{number}: {room} may not include {target.as_posix()}")
    # The umbrella header includes all others; the header tests use its list.
    umbrella = root / "include" / "volar" / "volar.h"
    names = umbrella.read_text(encoding="utf-8") if umbrella.is_file() else ""
    for header in sorted(umbrella.parent.glob("*.h")):
        if header != umbrella and f'#include "volar/{header.name}"' not in names:
            found.append(f"{header.relative_to(root)}:1: volar/volar.h does not include it")
    return found


# For --self-test: a tree without faults, and faults with what must be reported.
GOOD = {
    "include/volar/volar.h": '#include "volar/math.h"\n',
    "include/volar/math.h": "#include <math.h>\n",
    "src/base/arena.h": '#include "volar/math.h"\n',
    "src/collide/gjk.h": '#include "base/arena.h"\n',
    "src/world/step.c": '#include "collide/gjk.h"\n#include <stdio.h>\n',
    "plot/svg.h": "",
    "app/cli/terminal.h": "",
    "app/live/report.c": '#include "app/cli/terminal.h"\n#include "base/arena.h"\n',
    "experiments/slip.c": '#include "plot/svg.h"\n#include <volar/math.h>\n',
    "tests/test_gjk.c": '#include "collide/gjk.h"\n',
}
CASES = [
    ({"src/base/a.c": '\n#include "collide/gjk.h"\n'}, "src/base/a.c:2:"),
    ({"src/dynamics/b.c": '#include "collide/gjk.h"\n'}, "src/dynamics/b.c:1:"),
    ({"src/shape/e.c": '#include "../collide/gjk.h"\n'}, "src/shape/e.c:1:"),
    ({"app/main.c": "# include <collide/gjk.h>\n"}, "app/main.c:1:"),
    ({"app/cmd.h": "", "app/live/run.c": '#include "app/cmd.h"\n'}, "app/live/run.c:1:"),
    ({"models/m.c": '#include "plot/svg.h"\n'}, "models/m.c:1:"),
    ({"include/volar/math.h": '#include "base/arena.h"\n'}, "include/volar/math.h:1:"),
    ({"include/volar/new.h": ""}, "include/volar/new.h:1:"),
    ({"src/world/w.c": '#include "base/gone.h"\n'}, "src/world/w.c:1:"),
    ({"src/extra/x.c": "int x;\n"}, "src/extra/x.c:1:"),
]

if __name__ == "__main__":
    sys.exit(checker.run(sys.argv[1:], violations, GOOD, CASES))
