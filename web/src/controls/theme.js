// SPDX-License-Identifier: MIT
/**
 * Dark and light. style/colours.css has all colours of the page and of the picture; this file reads
 * the colours of the parts that CSS does not draw.
 */

const STORAGE_KEY = "volar.theme";

/**
 * Colours of the 3-D picture by the names below; strengths are numbers.
 * @typedef {Record<string, string | number>} StageColours
 */

const STAGE_COLOURS = {
    background: "--view-background",
    ground: "--view-ground",
    grid: "--view-grid",
    edge: "--view-edge",
    sky: "--view-sky",
    bounce: "--view-bounce",
    key: "--view-key",
    accent: "--accent",
    force: "--force",
    friction: "--friction",
    dot: "--centre",
    spring: "--spring",
    joint: "--joint",
    jointMark: "--joint-mark",
    reaction: "--reaction",
    torque: "--torque",
    device: "--device",
    deviceHot: "--device-hot",
    felt: "--felt",
    sent: "--sent",
    axisX: "--axis-x",
    axisY: "--axis-y",
    axisZ: "--axis-z",
    modeNone: "--mode-none",
    modeStatic: "--mode-static",
    modeDynamic: "--mode-dynamic",
    touch: "--touch",
    free: "--free",
};

const STAGE_NUMBERS = {
    gridStrength: "--view-grid-strength",
    edgeStrength: "--view-edge-strength",
    shadowStrength: "--view-shadow-strength",
};

const PLOT_COLOURS = {
    text: "--text",
    faint: "--text-faint",
    line: "--line",
    axis: "--line-strong",
    bar: "--accent",
    force: "--plot-force",
    friction: "--plot-friction",
    depth: "--plot-depth",
    kinetic: "--plot-kinetic",
    potential: "--plot-potential",
    worst: "--plot-worst",
    felt: "--plot-felt",
    sent: "--plot-sent",
    warning: "--warning",
};

function readAll(names, convert = (value) => value) {
    const style = getComputedStyle(document.documentElement);
    return Object.fromEntries(
        Object.entries(names).map(([key, property]) => [
            key,
            convert(style.getPropertyValue(property).trim()),
        ]),
    );
}

export class Theme {
    /** @param {(stage: StageColours, plots: Record<string, string>) => void} onChange */
    constructor(onChange) {
        this.onChange = onChange;
        this.preference = matchMedia("(prefers-color-scheme: dark)");
        this.preference.addEventListener("change", () => this.apply());
        this.choice = null;
        try {
            const stored = localStorage.getItem(STORAGE_KEY);
            this.choice = stored === "dark" || stored === "light" ? stored : null;
        } catch {
            // Storage may be forbidden; then the choice lasts as long as the page.
        }
    }

    get name() {
        return this.choice ?? (this.preference.matches ? "dark" : "light");
    }

    toggle() {
        this.choice = this.name === "dark" ? "light" : "dark";
        try {
            localStorage.setItem(STORAGE_KEY, this.choice);
        } catch {
            // As above.
        }
        this.apply();
    }

    apply() {
        document.documentElement.dataset.theme = this.name;
        this.onChange(
            { ...readAll(STAGE_COLOURS), ...readAll(STAGE_NUMBERS, Number) },
            readAll(PLOT_COLOURS),
        );
    }
}
