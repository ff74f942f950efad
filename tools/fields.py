#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The keys of scenes, from the tables in src/scene/fields_*.c and words.c: writes the schema for editors,
docs/scene.schema.json, and the tables of keys in docs/formats.md, between <!-- keys: SECTION --> and <!-- end -->.

What a schema says about several keys at once, and the form of values that code reads, stands here.

usage: fields.py [ROOT]          writes both files
       fields.py --check [ROOT]  prints what is not current, and each key in code that no table has; exits 1 if any
"""
import json
import pathlib
import re
import sys

SCHEMA = "docs/scene.schema.json"
PAGE = "docs/formats.md"
RANGES = {"ANY": ("-1e100", False, "1e100"), "ABOVE_0": ("0", True, "1e100"), "FROM_0": ("0", False, "1e100"),
          "PLACE": ("-1e9", False, "1e9"), "LENGTH": ("0", True, "1e9"), "SPEED": ("-1e9", False, "1e9"),
          "FORCE": ("-1e18", False, "1e18")}
NUMBER = {"type": "number"}
NAME = {"$ref": "#/$defs/name"}
VECTOR = {"$ref": "#/$defs/vector"}


def required(*keys):
    return {"required": list(keys)}


def neither(*keys):
    return {"not": {"anyOf": [required(key) for key in keys]}}


def array(items, least, most=None):
    return {"type": "array", "items": items, "minItems": least, **({} if most is None else {"maxItems": most})}


def law(family):
    return {"anyOf": [{"enum": family}, {"type": "object", "properties": {"law": {"enum": family}}, "required": ["law"],
                                         "additionalProperties": NUMBER}]}


def gain(above):
    return {"anyOf": [{"type": "number", above: 0}, {"const": "auto"}, VECTOR]}


# Values that code reads, by the names in BY_HAND: the schema, and words for the tables.
BY_HAND = {
    "version": ({"const": 1}, "1"),
    "scene_name": ({"type": "string", "pattern": "^[a-z0-9-]{1,63}$"}, "1 to 63 of a to z, 0 to 9 and `-`"),
    "backend": ({"type": "string", "pattern": "^[a-z0-9-]{1,63}$"}, "1 to 63 of a to z, 0 to 9 and `-`"),
    "text": ({"type": "string"}, "text"),
    "two_names": (array(NAME, 2, 2), "list of two names"),
    "shape_or_name": ({"$ref": "#/$defs/shape-or-name"}, "[shape](#shapes) or name"),
    "inertia_or_number": ({"anyOf": [{"$ref": "#/$defs/inertia"}, {"type": "number", "exclusiveMinimum": 0}]},
                          "mapping, below"),
    "face_names": ({"type": "object", "additionalProperties": {"anyOf": [VECTOR, {"$ref": "#/$defs/face-name"}]}},
                   "mapping, [below](#names-of-faces)"),
    "matrix": (array(VECTOR, 3, 3), "three rows"),
    "fraction": ({"anyOf": [{"type": "number", "exclusiveMinimum": 0}, {"type": "string"}]}, "above 0, or a percentage"),
    "stiffness_or_vector": (gain("exclusiveMinimum"), "above 0, or `auto`"),
    "damping_or_vector": (gain("minimum"), "0 or above, or `auto`"),
    "axes": ({"anyOf": [{"$ref": "#/$defs/axis"}, {"type": "array", "items": {"$ref": "#/$defs/axis"}, "maxItems": 3}]},
             "list of mappings, or a mapping"),
    "limits": (array({"anyOf": [NUMBER, {"const": "-inf"}, {"const": "inf"}]}, 2, 2), "list of two numbers"),
    "number_or_target": ({"anyOf": [NUMBER, {"$ref": "#/$defs/target"}]}, "number, or mapping, below"),
    "pairs": (array(array(NUMBER, 2, 2), 2), "list of pairs"),
    "file_or_model": ({"anyOf": [{"type": "string"}, {"$ref": "#/$defs/device-model"}]}, "path, or mapping"),
    "number_or_three": ({"anyOf": [NUMBER, array(NUMBER, 3, 3)]}, "number, or three"),
}
# Types with a reader of their own, likewise.
TYPES = {
    "TRUTH": ({"type": "boolean"}, "`true` or `false`"),
    "STRING": ({"type": "string"}, "text"),
    "NAME": (NAME, "name"),
    "DIRECTION": (VECTOR, "vector of any length but zero"),
    "BODY": (NAME, "name of a body"),
    "END": (NAME, "name of a body"),
    "MATERIAL": (NAME, "name"),
    "ROTATION": ({"$ref": "#/$defs/rotation"}, "[rotation](#rotations)"),
    "FRAME": ({"$ref": "#/$defs/frame"}, "mapping of `position` (m) and [`rotation`](#rotations)"),
    "GRIP": ({"$ref": "#/$defs/grip-or-word"}, "`relaxed`, `tight`, or mapping, below"),
    "BUTTON": ({"type": "integer", "minimum": 0, "maximum": 31}, "0 to 31"),
    "COLOUR": ({"anyOf": [{"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"},
                          array({"type": "number", "minimum": 0, "maximum": 1}, 3, 3)]},
               "`\"#rrggbb\"` in quotes, or `[red, green, blue]`, each 0 to 1"),
    "POINT_LAW": ({"anyOf": [{"$ref": "#/$defs/point-law"}, {"const": "none"}]}, "mapping, see below, or `none`"),
}
# What keys have to do with one another.
CROSS = {
    "surface": {"not": {**required("friction"), "anyOf": [required("friction-static"), required("friction-dynamic")]}},
    "shape": {"minProperties": 1, "maxProperties": 1},
    "mesh": {"oneOf": [required("file"), required("make")]},
    "rotation": {"oneOf": [required("axis", "degrees"), required("quaternion"), required("euler")]},
    "body": {"not": required("mass", "density")},
    "inertia": {"oneOf": [required("diagonal"), required("matrix")]},
    "motion": {"minProperties": 1, "maxProperties": 1},
    "oscillate": {"anyOf": [required("shift"), required("turn")]},
    "force": {"anyOf": [required("force"), required("torque")]},
    "from": {"anyOf": [required("body"), required("point")], "not": required("body", "velocity")},
    "joint": {"oneOf": [required("at"), {"anyOf": [required("frame-a"), required("frame-b")]}]},
    "motor": {"oneOf": [
        {"properties": {"mode": {"const": "torque"}}, **neither("stiffness", "damping")},
        {"properties": {"mode": {"const": "velocity"}}, **required("damping"), **neither("stiffness", "free-speed")},
        {"properties": {"mode": {"const": "position"}}, **required("stiffness"), "not": required("free-speed")}]},
    "target": {"minProperties": 1, "maxProperties": 1},
    "device": {"allOf": [
        {"anyOf": [required("grasp-button"), {"not": required("reach")}]},
        {"anyOf": [required("holds"), {"not": required("grasp")}]},
        {"anyOf": [{"not": required("hand")}, {"not": required("device")},
                   {"properties": {"device": {"const": "simulated"}}}]}]},
    "camera": {"anyOf": [required("position", "target"), {**required("follow"), **neither("position", "target")}]},
}
CROSS["pair"] = CROSS["surface"]
# Definitions that are no sections.
OTHERS = {
    "vector": {"description": "x, y, z; in a planar scene z may be left out", **array(NUMBER, 2, 3)},
    "name": {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,63}$"},
    "shape-or-name": {"description": "A shape in place, or the name of one of `shapes`.",
                      "anyOf": [{"$ref": "#/$defs/shape"}, NAME]},
    "grip-or-word": {"description": "How firmly the person holds the handle.",
                     "anyOf": [{"$ref": "#/$defs/grip-word"}, {"$ref": "#/$defs/grip"}]},
    "sourced-number": {"description": "A number, or the number with its source.",
                       "anyOf": [NUMBER, {"$ref": "#/$defs/sourced"}]},
    "sourced-numbers": {"description": "A number or three, or these with their source.",
                        "anyOf": [NUMBER, array(NUMBER, 3, 3), {"$ref": "#/$defs/sourced"}]},
}


def kebab(name):
    return re.sub(r"(?<=[a-z])([A-Z])", r"-\1", name).lower()


def split(text):
    """The parts of a C list, at commas outside brackets and strings."""
    parts, depth, start = [], 0, 0
    for match in re.finditer(r'"(?:\\.|[^"\\])*"|[({]|[)}]|,', text):
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(match[0], 0)
        if match[0] == "," and depth == 0:
            parts.append(text[start:match.start()].strip())
            start = match.end()
    return [part for part in parts + [text[start:].strip()] if part]


def string(text):
    """The text of C string literals; None for NULL."""
    found = re.findall(r'"((?:\\.|[^"\\])*)"', text)
    return None if text == "NULL" else "".join(found).replace('\\"', '"')


def lists(code, kind):
    """Name and parts of each `static const KIND name[] = {...};`."""
    for name, body in re.findall(r"static const %s (\w+)\[\] = \{(.*?)\};\n" % kind, code, re.DOTALL):
        yield name, [split(part.strip()[1:-1]) for part in split(body)]


class Fields:
    """The tables of a tree."""

    def __init__(self, root):
        headers = "".join(p.read_text() for p in [*root.glob("include/volar/*.h"), *root.glob("src/[st]*/*.h")])
        files = sorted(root.glob("src/scene/fields_*.c"))
        code = "".join(path.read_text() for path in files)
        self.numbers = dict(re.findall(r"#define (\w+) +([\w. *+/()-]+?) *(?://.*)?\n", headers + code))
        self.numbers.update({name: string(value) for name, value in
                             re.findall(r'#define (\w+) ("[^"\n]*")\n', code)})
        words = (root / "src/scene/words.c").read_text()
        self.words = {kebab(name.removeprefix("words")) + "-word": [(string(row[1]), string(row[2])) for row in rows]
                      for name, rows in lists(words, "vlWord")}
        self.laws = {"wall": [], "friction": []}
        for line in (root / "src/law/law_rows.h").read_text().splitlines():
            for family, found in re.findall(r"vlLaw vl(Wall|Friction)(\w+);", line):
                self.laws[family.lower()].append(found.lower())
        self.sections = {}
        rows = dict(lists(code, "vlField"))
        for name, body in re.findall(r"const vlSection vlSection_(\w+) = \{(.*?)\};\n", code, re.DOTALL):
            base = re.search(r"\.base = &vlSection_(\w+)", body)
            own = rows[re.search(r"SECTION\(\"[^\"]*\", (\w+)\)", body)[1]]
            self.sections[kebab(name)] = {
                "rows": (self.sections[kebab(base[1])]["rows"] if base else []) + [self.row(row) for row in own]}

    def number(self, text):
        """Value of a constant expression."""
        text = text.strip()
        while re.search(r"[A-Za-z_]\w{2,}", re.sub(r"\d[\d.]*e-?\d+", "0", text)):
            before = text
            text = re.sub(r"[A-Z]\w{2,}", lambda m: self.numbers.get(m[0], m[0]), text)
            if text == before:
                raise ValueError(f"no number: {text}")
        value = float(eval(text))  # pylint: disable=eval-used
        return int(value) if value == int(value) and abs(value) < 1e16 else value

    def row(self, parts):
        key, _, kind, unit, usual, about = parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]
        if usual in self.numbers:
            usual = f'"{self.numbers[usual]}"'
        name, arguments = re.fullmatch(r"(\w+)(?:\((.*)\))?", kind, re.DOTALL).groups()
        arguments = split(arguments) if arguments else []
        return {"key": string(key), "kind": name, "arguments": arguments, "unit": string(unit), "usual": string(usual),
                "about": string(about)}

    def limits(self, arguments):
        """least, is it out of range, most."""
        text = arguments[0]
        macro = {"AMOUNT": "FROM(0, 1e9)", "TIME": "FROM(0, 1e3)"}.get(text, text)
        if macro in RANGES:
            least, above, most = RANGES[macro]
        else:
            name, inside = re.fullmatch(r"(FROM|ABOVE)\((.*)\)", macro).groups()
            least, most = split(inside)
            above = name == "ABOVE"
        return self.number(least), above, self.number(most)

    def number_schema(self, arguments):
        least, above, most = self.limits(arguments)
        schema = dict(NUMBER)
        if least > -1e100:
            schema["exclusiveMinimum" if above else "minimum"] = least
        if most < 1e100:
            schema["maximum"] = most
        return schema

    def number_words(self, arguments):
        least, above, most = self.limits(arguments)
        if least <= -1e9:
            return "number"
        start = f"above {least:g}" if above else f"{least:g}"
        if most >= 1e9 and (most >= 1e100 or above):
            return start if above else start + " or above"
        return f"{start}{',' if above else ''} to {most:g}"

    def value(self, row):
        """Schema of a row's value, and words for it."""
        kind, arguments = row["kind"].removesuffix("_OF"), row["arguments"]
        if kind == "BY_HAND" and arguments[0].endswith("_law"):
            return law(self.laws[arguments[0][:-4]]), "name of a law, or mapping"
        if kind == "BY_HAND":
            return BY_HAND[arguments[0]]
        if kind.startswith("SOURCED"):
            return ({"$ref": "#/$defs/sourced-number" + ("s" if kind == "SOURCED_EACH" else "")},
                    self.number_words(arguments))
        if kind in TYPES:
            return TYPES[kind]
        if kind == "NUMBER":
            return self.number_schema(arguments), self.number_words(arguments)
        if kind in ("NUMBER_OR_AUTO", "NUMBER_OR_INF"):
            word = kind.rsplit("_", 1)[1].lower()
            return ({"anyOf": [self.number_schema(arguments), {"const": word}]},
                    f"{self.number_words(arguments)}, or `{word}`")
        if kind == "NUMBERS":
            count = self.number(arguments[0])
            return array(self.number_schema(arguments[1:]), count, count), f"list of {count} numbers"
        if kind == "VECTOR":
            return VECTOR, "vector"
        if kind == "INT":
            least, most = (self.number(a) for a in arguments)
            return {"type": "integer", "minimum": least, "maximum": most}, f"{least} to {most}"
        if kind in ("WORD", "TRUE_WORD"):
            name = kebab(arguments[0]) + "-word"
            return {"$ref": f"#/$defs/{name}"}, ", ".join(f"`{word}` ({about})" for word, about in self.words[name])
        least, most = ([0, 0] + [self.number(a) for a in arguments if not a[0].isupper() or "_" in a])[-2:]
        if kind == "POINTS":
            return array(VECTOR, least, most), f"list of {least} to {most} vectors"
        if kind == "LOOPS":
            return array(array({"type": "integer", "minimum": 0}, 3), least, most), "list of lists"
        target = {"$ref": f"#/$defs/{kebab(arguments[0])}"}
        if kind in ("MAPPING", "PART"):
            return target, "mapping"
        if kind == "LIST":
            return (array(target, least, most),
                    "list of mappings" + ("" if least == 0 else f", at least {'one' if least == 1 else least}"))
        assert kind == "NAMED", kind
        names = NAME if arguments[0] == "Shape" else {"allOf": [NAME, {"not": {"const": "default"}}]}
        return ({"type": "object", "propertyNames": names, "additionalProperties": target, "maxProperties": most},
                "mapping of names to mappings")

    def described(self, row):
        usual = plain(row["usual"] or "")
        end = "" if not usual else f" Default: {usual}."
        unit = f" Unit: {row['unit']}." if row["unit"] else ""
        return plain(row["about"]) + unit + end

    def schema(self):
        definitions = dict(OTHERS)
        for name, section in self.sections.items():
            definitions[name] = {
                "type": "object",
                "properties": {row["key"]: {"description": self.described(row), **self.value(row)[0]}
                               for row in section["rows"]},
                "required": [row["key"] for row in section["rows"] if row["usual"] is None],
                "additionalProperties": False, **CROSS.get(name, {})}
        for name, words in self.words.items():
            definitions[name] = {"description": plain("; ".join(f"{word}: {about}" for word, about in words)),
                                 "enum": [word for word, _ in words]}
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Volar scene",
                "description": "A scene of the rigid-body simulator Volar, version 1 of the format; docs/formats.md "
                               "explains it. Editors use this schema to complete and to check; `volar check` checks "
                               "more.", "$ref": "#/$defs/scene", "$defs": definitions}

    def table(self, name):
        """Lines of a section's table; columns that would be empty are left out."""
        rows = self.sections[name]["rows"]
        cells = [[f"`{row['key']}`", self.value(row)[1] if name != "shape" else self.keys_of(row), row["unit"],
                  "required" if row["usual"] is None else row["usual"], row["about"]] for row in rows]
        heads = ["Key", "Value" if name != "shape" else "Keys in it", "Unit", "Default", "Meaning"]
        used = [i for i in range(5) if any(cell[i] for cell in cells) and (name != "shape" or i != 3)]
        lines = [heads[i] for i in used], ["---"] * len(used), *[[cell[i] for i in used] for cell in cells]
        return [("| " + " | ".join(line) + " |").replace("|  |", "| |") if line[0] != "---" else "|" + "---|" * len(line)
                for line in lines]

    def keys_of(self, row):
        """The keys of a kind of shape, in one cell."""
        if row["kind"] != "MAPPING":
            return "list of pieces, below"
        if row["arguments"][0] == "Mesh":
            return "below"
        cells = []
        for inner in self.sections[kebab(row["arguments"][0])]["rows"]:
            parts = [self.value(inner)[1], inner["unit"], f"default {inner['usual']}" if inner["usual"] else ""]
            cells.append(f"`{inner['key']}` ({', '.join(part for part in parts if part)}): "
                         + inner["about"][0].lower() + inner["about"][1:].rstrip("."))
        return "; ".join(cells)


def plain(text):
    """Without the links of Markdown."""
    return re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)


def laid_out(value, indent=0):
    """JSON that is as short as lines of 120 characters allow."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent <= 110 or not isinstance(value, (dict, list)):
        return line
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {laid_out(item, indent + 2)}" for key, item in value.items()]
        return "{\n" + ",\n".join(inner + part for part in parts) + "\n" + " " * indent + "}"
    return "[\n" + ",\n".join(inner + laid_out(item, indent + 2) for item in value) + "\n" + " " * indent + "]"


def page(fields, text):
    """The page with its tables made again."""
    def table(match):
        return "\n".join([match[1], *fields.table(match[2]), "<!-- end -->"])
    return re.sub(r"(<!-- keys: ([\w-]+) -->)\n(?:.*\n)*?<!-- end -->", table, text)


def unknown_keys(root, fields):
    """Keys that the reader looks up and no table has."""
    keys = {row["key"] for section in fields.sections.values() for row in section["rows"]} | {"law"}
    for path in sorted(root.glob("src/scene/*.c")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for key in re.findall(r'vlNode_Find\([^"]*?"([^"]+)"\)|isGiven\(node, "([^"]+)"\)', line):
                if "".join(key) not in keys:
                    yield f"{path.relative_to(root)}:{number}: no table has the key {''.join(key)}"


def main(arguments):
    is_check = arguments[:1] == ["--check"]
    rest = arguments[is_check:]
    root = pathlib.Path(rest[0] if rest else pathlib.Path(__file__).parents[1]).resolve()
    fields = Fields(root)
    old = (root / PAGE).read_text(encoding="utf-8")
    made = {SCHEMA: laid_out(fields.schema()) + "\n", PAGE: page(fields, old)}
    faults = list(unknown_keys(root, fields))
    shown = set(re.findall(r"<!-- keys: ([\w-]+) -->", old))
    inside = {kebab(row["arguments"][0]) for row in fields.sections["shape"]["rows"] if row["kind"] == "MAPPING"}
    for name in sorted(set(fields.sections) - shown - (inside - {"mesh"})):
        faults += [f"{PAGE} neither has a table for {name} nor names {row['key']}" for row in fields.sections[name]["rows"]
                   if f"`{row['key']}`" not in old]
    for name, text in made.items():
        if not is_check:
            (root / name).write_text(text, encoding="utf-8")
        elif (root / name).read_text(encoding="utf-8") != text:
            faults.append(f"{name} is not what tools/fields.py makes of the tables in src/scene; run `make fields`")
    if faults:
        print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
