// SPDX-License-Identifier: MIT
import { formatCount, formatFixed, formatSI } from "../format.js";
import { explainMissed } from "./punctuality.js";
import { findPercentile } from "./series.js";
import { setText } from "./text.js";

/** The main numbers of the run, or of the recording that is played back. */

const MOST_NAMES = 4; // of bodies that left the scene

/** "cup", "cup and ball", "cup, ball and 3 more". */
function listNames(names) {
    if (names.length <= MOST_NAMES) {
        return names.length < 2
            ? names.join("")
            : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
    }
    return `${names.slice(0, MOST_NAMES).join(", ")} and ${names.length - MOST_NAMES} more`;
}

export class Status {
    /** @param {HTMLElement} root */
    constructor(root) {
        const list = (name) =>
            new Map(
                Array.from(root.querySelectorAll(`[data-${name}]`), (e) => [e.dataset[name], e]),
            );
        this.fields = list("status");
        this.notes = list("note");
        this.root = root;
        this.names = [];
    }

    build(scene) {
        this.names = scene.bodies.map(({ name }) => name);
    }

    /** @param {import("../link/view.js").View} view */
    update(view) {
        const set = (name, text) => setText(this.fields.get(name), text);
        set("title", view.playback ? "Playback" : "Run");
        set("time", `${formatFixed(view.time, 3)} s`);
        set("rate", `${formatCount(view.rate)} Hz`);
        set("speed", view.speed > 0 ? `${Number(view.speed.toPrecision(3))}×` : "full");
        set("contacts", formatCount(view.contactCount));
        set("missed", formatCount(view.missedDeadlines));
        set("p99", formatSI(findPercentile(view.stepTimes, 0.99), "s"));
        const missed = this.fields.get("missed");
        // Only a real hand feels a deadline that was missed.
        missed.classList.toggle("is-bad", view.missedDeadlines > 0 && view.hasConnected);
        missed.title = explainMissed(view);
        this.root.classList.toggle("is-implicit", view.isImplicit);
        if (view.isImplicit) {
            set("islands", formatCount(view.islandCount));
            set("solves", formatCount(view.solves));
            set("asleep", formatCount(view.asleepBodies));
        }
        this.notes.get("truncated").hidden = !view.truncated;
        this.noteLeft(view);
    }

    /** Bodies that fell off or flew away. */
    noteLeft(view) {
        const left = this.names.filter((_, i) => i < view.bodyCount && view.hasLeft(i));
        const note = this.notes.get("left");
        note.hidden = left.length === 0;
        setText(note, `${listNames(left)} left the scene.`);
    }
}
