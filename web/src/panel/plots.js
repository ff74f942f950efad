// SPDX-License-Identifier: MIT
import { addSaveButtons, writeBins, writeSeries } from "./figure_file.js";
import { Histogram } from "./histogram.js";
import { Plot } from "./plot.js";
import { nameForces } from "./series.js";

/** The plots of the panel: what each of them shows, and when it is drawn. */

const SPAN = 10; // s of wall time in a plot
const REDRAW = 1000 / 20; // ms: nobody reads numbers faster

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
    laws: {
        unit: "J",
        floor: 1e-4,
        lines: [
            { channel: "wallWork", label: "walls", colour: "force" },
            { channel: "frictionWork", label: "friction", colour: "friction" },
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

/**
 * The last ten seconds of watching: in slow motion that is less simulated time. While there is less to
 * show, the line grows from the left: nothing was seen before its beginning.
 */
function findRecent(series, view) {
    const speed = view.speed > 0 ? view.speed : Math.max(0.001, view.rate * view.step);
    const span = SPAN * Math.min(10, speed);
    const first = series.count > 0 ? series.columns.time[0] : view.time;
    const start = Math.max(first, view.time - span);
    return { start, end: start + span };
}

function findWhole({ firstTime, lastTime }) {
    return { start: firstTime, end: lastTime > firstTime ? lastTime : firstTime + 1 };
}

export class Plots {
    /**
     * @param {HTMLElement} root
     * @param {(blob: Blob, name: string) => void} onSave of a plot as a file
     */
    constructor(root, onSave) {
        this.cursor = { time: null };
        this.plots = Object.entries(PLOTS).map(
            ([name, def]) => new Plot(root.querySelector(`[data-plot=${name}]`), def, this.cursor),
        );
        this.devicePlots = [];
        this.template = root.querySelector("template");
        const find = (name) => root.querySelector(`[data-plot=${name}]`);
        this.histogram = new Histogram(find("histogram"));
        this.lateness = new Histogram(find("lateness"));
        this.onSave = onSave;
        this.plots.forEach((plot, i) => {
            const name = Object.keys(PLOTS)[i];
            this.offer(find(name), name, () => writeSeries(this.series, plot.def));
        });
        this.offer(find("histogram"), "compute-time", () => writeBins(this.stepTimes));
        this.offer(find("lateness"), "start-delay", () => writeBins(this.lateTimes));
        this.colours = {};
        this.drawn = -Infinity;
    }

    /** Buttons that save a plot as numbers and as a picture. */
    offer(figure, name, writeNumbers) {
        addSaveButtons(figure, name, writeNumbers, this.onSave);
    }

    /** A plot of the force for each device of a scene. */
    build(scene) {
        this.plots.forEach((plot) => plot.reset());
        this.isPlanar = scene.planar === true;
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
            this.offer(root, `force-${name}`, () => writeSeries(this.series, plot.def));
            return { root, plot };
        });
    }

    /** A quantity that was zero all the time has nothing to show; only planar scenes have laws. */
    hasSomething({ def }, series) {
        const isOfScene = def !== PLOTS.laws || this.isPlanar;
        return isOfScene && def.lines.some(({ channel }) => series.hasSeen(channel));
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
        this.series = series;
        const window = series.isWhole ? findWhole(view) : findRecent(series, view);
        for (const plot of this.timePlots) {
            plot.root.hidden = !this.hasSomething(plot, series);
            plot.draw(series, window, view.time);
        }
        this.stepTimes = view.stepTimes;
        this.lateTimes = view.timing.lateTimes;
        const budget = view.step / (view.speed > 0 ? view.speed : 1);
        this.histogram.draw(view.stepTimes, budget);
        this.lateness.draw(view.timing.lateTimes, budget);
    }
}
