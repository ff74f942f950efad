// SPDX-License-Identifier: MIT
import { Histogram } from "./histogram.js";
import { Plot } from "./plot.js";
import { nameForces } from "./series.js";

/** The plots of the panel: what each of them shows, and when it is drawn. */

const SPAN = 10; // s of wall time in a plot
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
        this.devicePlots = [];
        this.template = root.querySelector("template");
        this.histogram = new Histogram(root.querySelector("[data-plot=histogram]"));
        this.lateness = new Histogram(root.querySelector("[data-plot=lateness]"));
        this.colours = {};
        this.drawn = -Infinity;
    }

    /** A plot of the force for each device of a scene. */
    build(scene) {
        this.devicePlots.forEach(({ root }) => root.remove());
        this.devicePlots = (scene.devices ?? []).map(({ name }, i) => {
            const root = this.template.content.cloneNode(true).firstElementChild;
            root.querySelector("b").textContent = `Force, ${name}`;
            root.querySelector("canvas").setAttribute("aria-label", `Force of ${name} over time`);
            this.template.before(root);
            const [felt, sent] = nameForces(i);
            const lines = [
                { channel: felt, label: "felt", colour: "felt" },
                { channel: sent, label: "sent", colour: "sent" },
            ];
            const plot = new Plot(root, { unit: "N", floor: 1e-2, lines }, this.cursor);
            plot.setColours(this.colours);
            return { root, plot };
        });
    }

    get timePlots() {
        return [...this.plots, ...this.devicePlots.map(({ plot }) => plot)];
    }

    setColours(colours) {
        this.colours = colours;
        [...this.timePlots, this.histogram, this.lateness].forEach((plot) =>
            plot.setColours(colours),
        );
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
        // Ten seconds of wall time: in slow motion that is less simulated time.
        const speed = view.speed > 0 ? view.speed : Math.max(0.001, view.rate * view.step);
        for (const plot of this.timePlots) {
            plot.draw(series, view.time, SPAN * Math.min(10, speed));
        }
        const budget = view.step / (view.speed > 0 ? view.speed : 1);
        this.histogram.draw(view.stepTimes, budget);
        if (view.timing) {
            this.lateness.draw(view.timing.lateTimes, budget);
        }
    }
}
