// SPDX-License-Identifier: MIT
import { STAGES } from "../link/layout.js";
import { formatCount, formatSI } from "../format.js";
import { explainMissed } from "./punctuality.js";
import { findPercentile } from "./series.js";
import { setText } from "./text.js";

/**
 * How punctual the run is: the compute time of steps, and their start delay. A long compute time is
 * due to the scene, a start delay to the machine.
 */

const SHARES = { p50: 0.5, p99: 0.99, p999: 0.999 };

export class Timing {
    /** @param {HTMLElement} root */
    constructor(root) {
        this.root = root;
        this.cells = new Map(
            Array.from(root.querySelectorAll("[data-timing]"), (e) => [e.dataset.timing, e]),
        );
        this.stages = root.querySelector(".stages");
        this.bar = root.querySelector(".stage-bar");
        this.rows = STAGES.map((name) => {
            const [row, swatch, title, value] = ["div", "i", "dt", "dd"].map((tag) =>
                document.createElement(tag),
            );
            const part = document.createElement("i");
            part.title = name;
            title.append(swatch, name);
            row.append(title, value);
            this.stages.append(row);
            this.bar.append(part);
            return { row, part, value };
        });
    }

    /** @param {import("../link/view.js").View} view */
    update(view) {
        const { timing, stepTimes, missedDeadlines } = view;
        const isTimed = (bins) => bins.some((count) => count > 0);
        const isLate = isTimed(timing.lateTimes);
        this.root.hidden = !isTimed(stepTimes);
        this.root.classList.toggle("has-lateness", isLate);
        this.writeRow("step", stepTimes, timing.worstStep);
        if (isLate) {
            this.writeRow("late", timing.lateTimes, timing.worstLateness);
        }
        setText(this.cells.get("missed"), formatCount(missedDeadlines));
        this.cells.get("missed").title = explainMissed(view);
        this.cells
            .get("missed")
            .classList.toggle("is-bad", missedDeadlines > 0 && view.hasConnected);
        this.writeStages(timing);
        const hasPackets = timing.contactRate > 0;
        this.root.classList.toggle("has-packets", hasPackets);
        if (hasPackets) {
            setText(this.cells.get("rate"), formatSI(timing.contactRate, "Hz"));
            setText(this.cells.get("age"), formatSI(timing.packetAge, "s"));
            setText(this.cells.get("worstAge"), formatSI(timing.worstPacketAge, "s"));
        }
    }

    /** The worst value is exact if known, otherwise the upper edge of its bin. */
    writeRow(name, bins, worst) {
        Object.entries(SHARES).forEach(([share, fraction]) =>
            setText(
                this.cells.get(`${name}-${share}`),
                formatSI(findPercentile(bins, fraction), "s"),
            ),
        );
        const most = worst > 0 ? worst : findPercentile(bins, 1);
        setText(this.cells.get(`${name}-worst`), formatSI(most, "s"));
    }

    writeStages(timing) {
        const times = timing.worstStages;
        const sum = times.reduce((total, time) => total + time, 0);
        this.root.classList.toggle("has-stages", sum > 0);
        if (sum > 0) {
            setText(this.cells.get("worstStep"), formatSI(timing.worstStep, "s"));
            this.rows.forEach(({ row, part, value }, k) => {
                row.hidden = times[k] === 0;
                part.style.flexGrow = String(times[k] / sum);
                setText(value, formatSI(times[k], "s"));
            });
        }
    }
}
