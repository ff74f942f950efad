// SPDX-License-Identifier: MIT
import { formatLength } from "../format.js";
import { LEVEL_GRADIENT, measureLevels } from "../stage/levels.js";
import { setText } from "./text.js";

const TOO_LARGE = "Patches are shown only for meshes of at most 200,000 triangles.";

/** The rows of the legend about surfaces: sizes of patches by colour, and samples that are near. */
export class LevelLegend {
    /** @param {HTMLElement} root the legend */
    constructor(root) {
        this.root = root;
        this.box = root.querySelector("input[name=levels]");
        this.why = root.querySelector(".level-why");
        this.ticks = Array.from(root.querySelectorAll(".level-ticks span"));
        this.count = root.querySelector(".level-count");
        root.querySelector(".level-bar").style.background = LEVEL_GRADIENT;
    }

    /** Shows the rows if the scene has surfaces. Without patches the layer cannot be switched on. */
    build(scene) {
        const levels = measureLevels(scene.shapes);
        const hasSurfaces = (scene.shapes ?? []).some((shape) => shape.surface === true);
        this.root.classList.toggle("has-surfaces", hasSurfaces);
        this.box.disabled = !levels;
        this.box.checked &&= levels !== null;
        setText(this.why, levels ? "patch radius" : "too large");
        this.why.title = levels ? "Of a disc as large as the patch" : TOO_LARGE;
        this.ticks.forEach((tick, i) => {
            setText(tick, levels ? formatLength(i === 0 ? levels.least : levels.most) : "");
        });
    }

    /** @param {import("../link/view.js").View} view */
    update(view) {
        const { sampleCount, nearCount } = view;
        const shown = sampleCount < nearCount ? `${sampleCount} of ${nearCount}` : `${nearCount}`;
        setText(this.count, view.isSampled ? shown : "not recorded");
    }
}
