// SPDX-License-Identifier: MIT
import { formatCount, formatLengths, formatSI, formatVolume } from "../format.js";
import { setText } from "./text.js";

/** What the shapes of a scene measure: all that there is to say where nothing can move. */

const EXACT = 1e-9; // m: pieces that stand off a mesh by less are rounded

/** Sizes of the box around a shape, m. */
function measureBox(pieces) {
    const [low, high] = [
        [Infinity, Infinity, Infinity],
        [-Infinity, -Infinity, -Infinity],
    ];
    for (const { vertices } of pieces) {
        vertices.forEach((value, i) => {
            low[i % 3] = Math.min(low[i % 3], value);
            high[i % 3] = Math.max(high[i % 3], value);
        });
    }
    return high.map((value, k) => value - low[k]);
}

const count = (number, one, many) => `${formatCount(number)} ${number === 1 ? one : many}`;

/** What a shape consists of. */
function describeParts({ surface, pieces }) {
    if (surface) {
        return count(pieces[0].faces.length, "triangle", "triangles");
    }
    return pieces.length > 1
        ? count(pieces.length, "convex piece", "convex pieces")
        : `convex, ${count(pieces[0].faces.length, "face", "faces")}`;
}

/**
 * The numbers of a shape as text; those that it does not have are empty.
 * @param {object} shape of a scene
 */
export function describeShape(shape) {
    const { pieces, volume, error } = shape;
    if (!pieces) {
        return { parts: "half-space", size: "", volume: "", error: "" };
    }
    return {
        parts: describeParts(shape),
        size: formatLengths(measureBox(pieces)),
        volume: volume > 0 ? formatVolume(volume) : "",
        error: error === undefined ? "" : error < EXACT ? "nothing" : `at most ${formatSI(error, "m")}`,
    };
}

const ROWS = [
    ["parts", "Consists of"],
    ["size", "Size"],
    ["volume", "Volume"],
    ["error", "Off the mesh"],
];

export class ShapePanel {
    /** @param {HTMLElement} root with a template of a body's rows */
    constructor(root) {
        this.root = root;
        this.template = root.querySelector("template");
        this.list = root.querySelector(".shapes");
    }

    /** @param {boolean} isStill whether nothing in the scene can move */
    build(scene, isStill) {
        this.root.hidden = !isStill;
        this.list.replaceChildren();
        for (const { name, shape } of isStill ? scene.bodies : []) {
            const item = this.template.content.firstElementChild.cloneNode(true);
            setText(item.querySelector("h3"), name);
            const texts = describeShape(scene.shapes[shape]);
            for (const [key, title] of ROWS.filter(([row]) => texts[row] !== "")) {
                const row = document.createElement("div");
                const [term, value] = [document.createElement("dt"), document.createElement("dd")];
                setText(term, title);
                setText(value, texts[key]);
                row.append(term, value);
                item.querySelector("dl").append(row);
            }
            this.list.append(item);
        }
    }
}
