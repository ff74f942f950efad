// SPDX-License-Identifier: MIT
/** The state of the connection: a dot in the bar, and a message over the picture if there is none. */

const TEXTS = {
    connecting: ["Connecting", "Connecting to the simulation …", ""],
    lost: [
        "No connection",
        "The simulation is not running",
        "Start it again; this page reconnects by itself.",
    ],
    refused: [
        "Refused",
        "The token is wrong or missing",
        "Open the address that the program printed, with everything after the question mark.",
    ],
    full: [
        "Full",
        "Too many viewers",
        "The program serves no more pages. Close another one; this page tries again by itself.",
    ],
};

export class Banner {
    /**
     * @param {HTMLElement} dot in the bar
     * @param {HTMLElement} message over the picture
     */
    constructor(dot, message) {
        this.dot = dot;
        this.message = message;
        this.hasShown = false;
    }

    /** @param {import("../link/connection.js").LinkState} state */
    show(state) {
        this.dot.dataset.state = state;
        const isOpen = state === "open";
        // While the page tries to connect again, the reason stays readable.
        if (state === "connecting" && !this.message.hidden && this.hasShown) {
            return;
        }
        this.message.hidden = isOpen;
        if (isOpen) {
            this.hasShown = false;
            return;
        }
        const [short, title, text] = TEXTS[state];
        this.setLabel(short);
        this.message.dataset.state = state;
        this.message.querySelector("h2").textContent = title;
        this.message.querySelector("p").textContent = text;
        this.hasShown = state !== "connecting";
    }

    setLabel(text) {
        const label = this.dot.querySelector("span");
        if (label.textContent !== text) {
            label.textContent = text;
        }
    }

    /** @param {import("../link/view.js").View} view */
    update(view) {
        this.setLabel(view.playback ? "Playback" : view.paused ? "Paused" : "Live");
    }
}
