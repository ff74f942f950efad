// SPDX-License-Identifier: MIT
import { formatCount, formatFixed, formatSI } from "../format.js";
import { findPercentile } from "./series.js";

/** The main numbers of the run. */

export class Status {
    /** @param {HTMLElement} root */
    constructor(root) {
        this.fields = new Map(
            Array.from(root.querySelectorAll("[data-status]"), (e) => [e.dataset.status, e]),
        );
        this.root = root;
        this.note = root.querySelector(".note");
    }

    /** @param {import("../link/view.js").View} view */
    update(view) {
        const set = (name, text) => {
            const element = this.fields.get(name);
            if (element.textContent !== text) {
                element.textContent = text;
            }
        };
        set("time", `${formatFixed(view.time, 3)} s`);
        set("rate", `${formatCount(view.rate)} Hz`);
        set("speed", view.speed > 0 ? `${Number(view.speed.toPrecision(3))}×` : "full");
        set("contacts", formatCount(view.contactCount));
        set("missed", formatCount(view.missedDeadlines));
        set("p99", formatSI(findPercentile(view.stepTimes, 0.99), "s"));
        this.fields.get("missed").classList.toggle("is-bad", view.missedDeadlines > 0);
        this.root.classList.toggle("is-implicit", view.isImplicit);
        if (view.isImplicit) {
            set("islands", formatCount(view.islandCount));
            set("solves", formatCount(view.solves));
            set("asleep", formatCount(view.asleepBodies));
        }
        this.note.hidden = !view.truncated;
    }
}
