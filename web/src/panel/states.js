// SPDX-License-Identifier: MIT
import { formatFixed } from "../format.js";
import { describeContacts, describeFreedoms } from "../link/states.js";
import { setText } from "./text.js";

/** Contact states in words: what touches now, and the last transitions. */

const MOST_NOW = 6; // pairs
const MOST_LINES = 4; // over the picture
const MOST_LAST = 8; // transitions

/** Gives `list` one element for each of `rows`; `fill` writes a row into its element. */
function fillRows(list, rows, make, fill) {
    while (list.children.length > rows.length) {
        list.lastElementChild.remove();
    }
    rows.forEach((row, i) => fill(list.children[i] ?? list.appendChild(make()), row));
}

export class StatePanel {
    /**
     * @param {HTMLElement} root of the panel's section
     * @param {HTMLElement} caption over the picture
     * @param {(time: number) => void} goTo in a recording
     */
    constructor(root, caption, goTo) {
        this.root = root;
        this.caption = caption;
        this.goTo = goTo;
        this.now = root.querySelector(".now");
        this.last = root.querySelector(".last");
        this.rowNow = root.querySelector("template.of-now");
        this.rowLast = root.querySelector("template.of-last");
        this.heading = root.querySelector("h3");
        this.note = root.querySelector(".note");
        this.infos = [];
    }

    build(scene) {
        this.infos = scene.bodies;
    }

    /**
     * @param {import("../link/states.js").States} states
     * @param {import("../link/states.js").ContactState[]} now what touches
     * @param {import("../link/view.js").View} view
     * @param {boolean} isOn whether the user wants to see them
     */
    update(states, now, view, isOn) {
        const isShown = isOn || (view.playback && states.list.length > 0);
        this.root.hidden = !isShown;
        this.caption.hidden = !isOn || now.length === 0;
        if (!isShown) {
            return;
        }
        this.note.hidden = states.fault === "" && states.left.length === 0;
        setText(this.note, this.explain(states));
        fillRows(
            this.now,
            now.slice(0, MOST_NOW),
            () => this.rowNow.content.firstElementChild.cloneNode(true),
            (row, state) => this.fillNow(row, state),
        );
        this.root.classList.toggle("is-free", now.length === 0 && states.fault === "");
        const last = states.findLast(view.time, MOST_LAST);
        this.heading.hidden = last.length === 0;
        fillRows(
            this.last,
            last,
            () => this.makeLast(),
            (row, state) => this.fillLast(row, state, view.playback, states.pairs.size > 1),
        );
        this.fillCaption(now);
    }

    explain({ fault, left }) {
        if (fault !== "") {
            return `Contact states are not named: ${fault}`;
        }
        return left.map(({ body, why }) => `${this.nameOf(body)} is left out: ${why}`).join(" ");
    }

    nameOf(body) {
        return this.infos[body]?.name ?? "?";
    }

    fillNow(row, state) {
        const set = (name, text) => setText(row.querySelector(`[data-cell=${name}]`), text);
        set("pair", `${this.nameOf(state.a)} and ${this.nameOf(state.b)}`);
        set("freedoms", describeFreedoms(state.freedoms));
        fillRows(
            row.querySelector("ul"),
            describeContacts(state, this.infos),
            () => document.createElement("li"),
            setText,
        );
    }

    makeLast() {
        const row = this.rowLast.content.firstElementChild.cloneNode(true);
        row.querySelector("button").addEventListener("click", () => this.goTo(Number(row.dataset.time)));
        return row;
    }

    fillLast(row, state, canSeek, hasOthers) {
        const set = (name, text) => setText(row.querySelector(`[data-cell=${name}]`), text);
        row.dataset.time = String(state.from);
        row.querySelector("button").disabled = !canSeek;
        set("time", `${formatFixed(state.from, 3)} s`);
        set("motion", state.motion);
        const words = `${this.nameOf(state.a)} and ${this.nameOf(state.b)}: ${state.text}`;
        set("text", hasOthers ? words : state.text);
        row.querySelector("[data-cell=text]").title = words;
    }

    fillCaption(now) {
        const lines = now.flatMap((state) => describeContacts(state, this.infos));
        const shown = lines.slice(0, MOST_LINES);
        if (lines.length > MOST_LINES) {
            shown[MOST_LINES - 1] = `and ${lines.length - MOST_LINES + 1} more`;
        }
        if (now.length === 1) {
            shown.push(describeFreedoms(now[0].freedoms));
        }
        fillRows(this.caption, shown, () => document.createElement("li"), setText);
    }
}
