#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The schema for editors (docs/scene.schema.json) says what the reader of scenes says.

tools/fields.py makes the schema, and the tables of docs/formats.md, from the tables of keys in src/scene; both must be
current, and code may look up only keys that a table has. A small validator, which knows just what our schema uses,
then tries the schema on the JSON scenes of tests/corpus/scene and on spoilt copies of three of them.

usage: test_schema.py [ROOT]
"""
import copy
import json
import os
import pathlib
import re
import subprocess
import sys

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int,
         "number": (int, float)}
KNOWN = {"$schema", "$defs", "$ref", "title", "description", "type", "properties", "required",
         "additionalProperties", "propertyNames", "minProperties", "maxProperties", "items", "minItems",
         "maxItems", "minimum", "maximum", "exclusiveMinimum", "pattern", "minLength", "const", "enum",
         "anyOf", "oneOf", "allOf", "not"}


def is_valid(value, schema, definitions):
    """Does `value` follow `schema`? Knows the keywords of KNOWN only."""
    assert set(schema) <= KNOWN, f"keyword not known here: {set(schema) - KNOWN}"

    def follows(part, other=value):
        return is_valid(other, part, definitions)

    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    kind = schema.get("type")
    rules = [
        "$ref" not in schema or follows(definitions[schema["$ref"].removeprefix("#/$defs/")]),
        kind is None or (isinstance(value, TYPES[kind])
                         and (kind == "boolean" or not isinstance(value, bool))),
        "const" not in schema or value == schema["const"],
        "enum" not in schema or value in schema["enum"],
        "anyOf" not in schema or any(follows(part) for part in schema["anyOf"]),
        "oneOf" not in schema or sum(follows(part) for part in schema["oneOf"]) == 1,
        "allOf" not in schema or all(follows(part) for part in schema["allOf"]),
        "not" not in schema or not follows(schema["not"]),
    ]
    if isinstance(value, dict):
        own = schema.get("properties", {})
        rest = schema.get("additionalProperties", True)
        rules += [key in value for key in schema.get("required", [])]
        rules += [follows(own[key], v) for key, v in value.items() if key in own]
        rules += [rest if isinstance(rest, bool) else follows(rest, v)
                  for key, v in value.items() if key not in own]
        rules += [follows(schema.get("propertyNames", {}), key) for key in value]
        rules.append(schema.get("minProperties", 0) <= len(value) <= schema.get("maxProperties", 1e9))
    elif isinstance(value, list):
        rules += [follows(schema.get("items", {}), item) for item in value]
        rules.append(schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", 1e9))
    elif isinstance(value, str):
        rules.append(re.search(schema.get("pattern", ""), value) is not None)
        rules.append(len(value) >= schema.get("minLength", 0))
    elif is_number:
        rules.append(schema.get("minimum", -1e300) <= value <= schema.get("maximum", 1e300))
        rules.append(value > schema.get("exclusiveMinimum", -1e300))
    return all(rules)


# Changes that must spoil the scene good_everything.json: path, value (None removes).
SPOILT = [
    (["volar"], 2), (["volar"], None), (["name"], "Not A Name"), (["bodies"], []), (["bodies"], None),
    (["couplings"], []), (["world", "step"], 0), (["world", "step"], "fast"), (["world", "gravity"], [0]),
    (["world", "contact", "law"], "none"), (["world", "surface", "frction"], 1),
    (["world", "surface", "friction-static"], 1), (["materials", "default"], {}),
    (["surfaces", 0, "between"], ["steel"]), (["shapes", "brick", "box", "size"], [1]),
    (["shapes", "brick", "sphere"], {"radius": 1}), (["bodies", 1, "density"], 2),
    (["bodies", 1, "colour"], "red"), (["bodies", 1, "type"], "fixed"), (["bodies", 1, "shape"], None),
    (["bodies", 1, "rotation", "euler"], [0, 0, 1]), (["bodies", 2, "copies", "count"], 1001),
    (["bodies", 2, "shape", "cylinder", "sides"], 2), (["bodies", 4, "motion", "path"], {}),
    (["bodies", 4, "motion", "oscillate", "frequency"], None),
    (["bodies", 5, "motion", "path", "keys"], [{"time": 0}]), (["forces", 0, "force"], None),
    (["forces", 0, "until"], "never"), (["springs", 0, "to"], {}), (["springs", 0, "from", "body"], "b"),
    (["springs", 0, "rest-length"], "inf"), (["camera", "target"], None),
    (["camera"], {}), (["camera"], {"position": [1, 1, 1], "follow": "a"}), (["camera", "follow"], 3),
]
# The same for good_joints.json.
SPOILT_JOINTS = [
    (["world", "integrator"], "rk5"), (["world", "sleep"], "yes"), (["joints", 0, "b"], None),
    (["joints", 0, "name"], None), (["joints", 0, "type"], "weld"), (["joints", 0, "at"], None),
    (["joints", 0, "frame-a"], {}), (["joints", 0, "stiffness"], 0), (["joints", 0, "damping"], -1),
    (["joints", 0, "collide"], 1), (["joints", 1, "axis"], [0]), (["joints", 1, "axes", "limit"], 1),
    (["joints", 1, "axes", "limits"], [1]), (["joints", 1, "axes", "limits"], ["auto", 1]),
    (["joints", 1, "axes", "friction"], -1), (["joints", 1, "axes", "motor", "mode"], "speed"),
    (["joints", 1, "axes", "motor", "damping"], 1), (["joints", 1, "axes", "motor", "free-speed"], 0),
    (["joints", 2, "axes", 0, "motor", "damping"], None),
    (["joints", 2, "axes", 0, "motor", "target", "path"], {"keys": [[0, 0], [1, 1]]}),
    (["joints", 2, "axes", 0, "motor", "target", "oscillate", "frequency"], 0),
    (["joints", 2, "axes", 0, "motor", "target", "oscillate", "amplitude"], None),
    (["joints", 3, "axes"], [{}, {}, {}, {}]), (["joints", 4, "axes", 1, "motor", "stiffness"], None),
    (["joints", 4, "axes", 1, "motor", "target", "path", "keys"], [[0, 0]]),
    (["joints", 4, "axes", 1, "motor", "target", "path", "keys"], [[0, 0], [1]]),
    (["joints", 4, "frame-b", "rotation"], {"degrees": 1}), (["joints", 7, "stiffness"], [1]),
]
# The same for good_devices.json.
SPOILT_DEVICES = [
    (["devices", 0, "name"], None), (["devices", 0, "device"], "Udp"), (["devices", 0, "device"], "udp"),
    (["devices", 0, "address"], 3), (["devices", 0, "holds"], None), (["devices", 0, "grasp", "at"], 1),
    (["devices", 0, "stiffness"], -1), (["devices", 0, "angular-damping"], "auto"),
    (["devices", 0, "max-force"], 0), (["devices", 0, "max-torque"], "auto"),
    (["devices", 0, "position"], [0]), (["devices", 0, "rotation"], {"degrees": 1}),
    (["devices", 0, "scale"], 0), (["devices", 0, "force-scale"], 0), (["devices", 0, "velocity"], "fast"),
    (["devices", 0, "passivity"], 1), (["devices", 0, "grasp-button"], 32),
    (["devices", 0, "grasp-button"], None), (["devices", 0, "reach"], 0),
    (["devices", 0, "clutch-button"], -1), (["devices", 0, "hand", "grip"], "soft"),
    (["devices", 0, "hand", "grip", "stiffness"], -1), (["devices", 0, "hand", "path", "keys"], []),
    (["devices", 0, "hand", "path", "smooth"], True), (["devices", 0, "hand", "path", "keys", 0], {}),
    (["devices", 0, "hand", "oscillate", "frequency"], None),
    (["devices", 0, "hand", "grips", 0, "grip"], None), (["devices", 0, "hand", "grips", 1, "time"], -1),
    (["devices", 0, "hand", "presses", 0, "button"], 32),
    (["devices", 0, "hand", "presses", 0, "until"], None), (["devices", 3, "hand"], {}),
    (["devices", 5, "grasp"], {}), (["devices"], [{"name": "d"}] * 17),
]


def spoil(scene, path, value):
    scene = copy.deepcopy(scene)
    place = scene
    for step in path[:-1]:
        place = place[step]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return scene


def violations(root):
    tool = subprocess.run([sys.executable, "-B", root / "tools/fields.py", "--check", root], capture_output=True, text=True,
                          check=False)
    faults = tool.stdout.splitlines() if tool.returncode == 1 else [] if tool.returncode == 0 else [tool.stderr]
    schema = json.loads((root / "docs/scene.schema.json").read_text(encoding="utf-8"))
    definitions = schema["$defs"]
    if len(definitions) < 60:
        faults.append(f"only {len(definitions)} definitions")
    corpus = root / "tests/corpus/scene"
    for path in sorted(corpus.glob("good_*.json")):
        if not is_valid(json.loads(path.read_text(encoding="utf-8")), schema, definitions):
            faults.append(f"{path.name}: the schema refuses it")
    for name, changes in [("good_everything.json", SPOILT), ("good_joints.json", SPOILT_JOINTS),
                          ("good_devices.json", SPOILT_DEVICES)]:
        sound = json.loads((corpus / name).read_text(encoding="utf-8"))
        faults += [f"{name}: the schema accepts {path} = {value}" for path, value in changes
                   if is_valid(spoil(sound, path, value), schema, definitions)]
    return faults


def main():
    default = os.environ.get("VOLAR_SOURCE_DIR", pathlib.Path(__file__).parents[1])
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else default)
    faults = violations(root)
    print("\n".join(faults) if faults else "the schema, the reader and the reference agree")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
