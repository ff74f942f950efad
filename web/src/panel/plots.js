// SPDX-License-Identifier: MIT
import { Histogram } from "./histogram.js";
import { Plot } from "./plot.js";

/** The plots of the panel: what each of them shows, and when it is drawn. */

const SPAN = 10; // s of watching
const REDRAW = 1000 / 20; // ms: the eye reads numbers no faster

const PLOTS = {
    force: {
        unit: "N",
        floor: 1e-3,
        lines: [
            { channel: "normalForce", label: "normal", colour: "force" },
            { channel: "frictionForce", label: "friction", colour: "friction" },
        ],
    },
    depth: {
        unit: "m",
        floor: 1e-6,
        lines: [{ channel: "deepest", label: "", colour: "depth" }],
    },
    energy: {
        unit: "J",
        floor: 1e-3,
        lines: [
            { channel: "kinetic", label: "kin.", colour: "kinetic" },
            { channel: "potential", label: "pot.", colour: "potential" },
            { channel: "total", label: "sum", colour: "text" },
        ],
    },
    step: {
        unit: "s",
        floor: 1e-6,
        isLog: true,
        lines: [
            { channel: "stepWorst", label: "worst", colour: "worst" },
            { channel: "stepMedian", label: "median", colour: "bar" },
        ],
    },
};

export class Plots {
    /** @param {HTMLElement} root */
    constructor(root) {
        this.cursor = { time: null };
        this.plots = Object.entries(PLOTS).map(
            ([name, def]) => new Plot(root.querySelector(`[data-plot=${name}]`), def, this.cursor),
        );
        this.histogram = new Histogram(root.querySelector("[data-plot=histogram]"));
        this.drawn = -Infinity;
    }

    setColours(colours) {
        [...this.plots, this.histogram].forEach((plot) => plot.setColours(colours));
        this.drawn = -Infinity;
    }

    /**
     * @param {import("./series.js").Series} series
     * @param {import("../link/view.js").View} view
     */
    update(series, view) {
        const now = performance.now();
        if (now - this.drawn < REDRAW) {
            return;
        }
        this.drawn = now;
        // Ten seconds of watching: in slow motion that is less of simulated time.
        const speed = view.speed > 0 ? view.speed : Math.max(0.001, view.rate * view.step);
        for (const plot of this.plots) {
            plot.draw(series, view.time, SPAN * Math.min(10, speed));
        }
        this.histogram.draw(view.stepTimes, view.step / (view.speed > 0 ? view.speed : 1));
    }
}
