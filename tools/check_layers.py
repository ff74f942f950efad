#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks who includes whom: each folder sees only the folders and headers that its rows below allow, and uses them all.

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
    "src/dynamics": ["include", "src/base"],
    "src/contact": ["include", "src/base", "src/collide", "src/dynamics"],
    "src/joint": ["include", "src/base", "src/dynamics"],
    "src/world": ["include"]
    + ["src/" + layer for layer in ("base", "shape", "collide", "dynamics", "contact", "joint")],
    "src/two_rate": ["include", "src/base", "src/collide", "src/contact", "src/world"],
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
    "experiments": ["include", "src/base", "models", "plot"],
    "experiments/closed_forms": ["include", "src/base", "models", "experiments"],
    "experiments/tosses": ["include", "src/base", "experiments"],
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
    "app/mpi": ["app", "app/cli", "app/sweep"],
    "bench/peers": ["include", "src/base", "models", "bench", "experiments/closed_forms", "experiments/tosses"],
    "app": ["include", "src/base", "experiments", "plot", "bench"]
    + ["app/" + room for room in ("cli", "annotate", "haply", "devices", "export", "live", "mesh", "sweep", "tune", "zwidth")],
    "tests": ["include", "models", "plot", "experiments/closed_forms", "experiments/tosses", "bench/peers"]
    + ["app/" + room for room in ("cli", "annotate", "serve", "haply", "devices")]
    + ["app/" + room for room in ("export", "live", "sweep")]
    + ["src/" + layer for layer in ("base", "planar", "solid", "shape", "collide", "dynamics", "contact", "joint")]
    + ["src/" + layer for layer in ("hierarchy", "world", "two_rate", "device", "haptic", "stability", "mesh", "decompose", "formation", "scene", "run", "record")],
}
# Internal headers that rooms to the right may include besides: what a room has for them and not for users. Header ->
# rooms. A function that only other rooms call is declared in such a header and not in include.
INTERNAL = {
    "src/device/person.h": ["src/run"],
    "src/formation/force_report.h": ["src/haptic", "src/run"],
    "src/haptic/device_change.h": ["src/run"],
    "src/haptic/four_channel_parts.h": ["src/scene"],
    "src/joint/joint_type.h": ["src/scene"],
    "src/stability/tuner_judge.h": ["src/scene"],
    "src/run/simulation_parts.h": ["src/view", "src/record"],
    "src/scene/device_parts.h": ["src/run", "src/formation"],
    "src/scene/parameter_parts.h": ["src/run", "src/view"],
    "src/scene/scene_parts.h": ["src/run", "src/view"],
}
SEARCH = ["include", "src", "."]  # the compiler's include paths, after the file's own folder
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')
SUFFIXES = {".c", ".h", ".cpp"}


def room_of(path, allowed):
    """The longest row of `allowed` that holds `path` (relative to the root), or None."""
    parts = path.parts
    for length in (2, 1):
        name = "/".join(parts[:length])
        if len(parts) > length and name in allowed:
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


def faults(root, allowed, internal):
    """Includes that the tables of rooms and of headers do not allow, and permissions that nobody uses."""
    found, used = [], set()
    tops = sorted({name.split("/")[0] for name in allowed})
    files = [f for top in tops for f in sorted((root / top).rglob("*")) if f.suffix in SUFFIXES]
    for source in files:
        here = source.relative_to(root)
        room = room_of(here, allowed)
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
            other, header = room_of(target, allowed), target.as_posix()
            if other == room:
                continue
            if other in allowed[room]:
                used.add((room, other))
            elif room in internal.get(header, []):
                used.add((room, header))
            else:
                found.append(f"{here}:{number}: {room} may not include {header}")
    permissions = [(room, other) for room, others in allowed.items() for other in others]
    permissions += [(room, header) for header, rooms in internal.items() for room in rooms]
    for room, other in permissions:
        if (room, other) not in used:
            found.append(f"tools/check_layers.py:1: {room} may include {other}, and nothing there does")
    # The umbrella header includes all others; the header tests use its list.
    umbrella = root / "include" / "volar" / "volar.h"
    names = umbrella.read_text(encoding="utf-8") if umbrella.is_file() else ""
    for header in sorted(umbrella.parent.glob("*.h")):
        if header != umbrella and f'#include "volar/{header.name}"' not in names:
            found.append(f"{header.relative_to(root)}:1: volar/volar.h does not include it")
    return found


def violations(root):
    return faults(root, ALLOWED, INTERNAL)


def made_up_violations(root):
    """Those of a made-up tree, by tables that fit it."""
    return faults(root, GOOD_ALLOWED, GOOD_INTERNAL)


# For --self-test: a tree without faults and its tables, and faults with what must be reported.
GOOD_ALLOWED = {
    "include": [],
    "src/base": ["include"],
    "src/shape": ["src/base"],
    "src/collide": ["src/base"],
    "src/dynamics": ["include"],
    "src/world": ["src/collide"],
    "plot": [],
    "models": ["include"],
    "experiments": ["include", "plot"],
    "app": ["include"],
    "app/cli": [],
    "app/live": ["src/base", "app/cli"],
    "tests": ["src/collide"],
}
GOOD_INTERNAL = {"src/shape/shape_parts.h": ["src/world"]}
GOOD = {
    "include/volar/volar.h": '#include "volar/math.h"\n',
    "include/volar/math.h": "#include <math.h>\n",
    "src/base/arena.h": '#include "volar/math.h"\n',
    "src/collide/gjk.h": '#include "base/arena.h"\n',
    "src/shape/shape_parts.h": '#include "base/arena.h"\n',
    "src/shape/hull.h": "",
    "src/dynamics/motion.h": '#include "volar/math.h"\n',
    "src/world/step.c": '#include "collide/gjk.h"\n#include "shape/shape_parts.h"\n#include <stdio.h>\n',
    "models/blocks.c": "#include <volar/math.h>\n",
    "app/run.c": "#include <volar/math.h>\n",
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
    ({"src/world/w.c": '#include "shape/hull.h"\n'}, "src/world/w.c:1:"),
    ({"src/collide/c.c": '#include "shape/shape_parts.h"\n'}, "src/collide/c.c:1:"),
    ({"models/blocks.c": ""}, "tools/check_layers.py:1: models may include include"),
    ({"src/world/step.c": '#include "collide/gjk.h"\n'}, "tools/check_layers.py:1: src/world may include src/shape/shape_parts.h"),
]

if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(checker.self_test(made_up_violations, GOOD, CASES))
    sys.exit(checker.run(sys.argv[1:], violations, GOOD, CASES))
