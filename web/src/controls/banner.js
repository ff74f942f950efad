// SPDX-License-Identifier: MIT
/**
 * The state of the connection: a dot in the bar, and a message over the picture if there is none, or
 * while a scene is loading.
 */

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
        this.isLoading = false;
    }

    /** @param {import("../link/connection.js").LinkState} state */
    show(state) {
        this.dot.dataset.state = state;
        if (state === "open") {
            this.hasShown = false;
            this.load("the scene");
            return;
        }
        // While the page tries to connect again, the reason stays readable.
        if (state === "connecting" && !this.message.hidden && this.hasShown) {
            return;
        }
        this.isLoading = false;
        const [short, title, text] = TEXTS[state];
        this.write(state, short, title, text);
        this.hasShown = state !== "connecting";
    }

    /** Something is loading until `loaded`: what is shown meanwhile is not it. */
    load(name) {
        this.isLoading = true;
        this.write("loading", "Loading", `Loading ${name} …`, "");
    }

    loaded() {
        if (this.isLoading) {
            this.isLoading = false;
            this.message.hidden = true;
            document.body.classList.remove("is-loading");
        }
    }

    write(state, short, title, text) {
        document.body.classList.toggle("is-loading", state === "loading");
        this.setLabel(short);
        this.message.hidden = false;
        this.message.dataset.state = state;
        this.message.querySelector("h2").textContent = title;
        this.message.querySelector("p").textContent = text;
    }

    setLabel(text) {
        const label = this.dot.querySelector("span");
        if (label.textContent !== text) {
            label.textContent = text;
        }
    }

    /** @param {import("../link/view.js").View} view */
    update(view) {
        if (this.isLoading) {
            return;
        }
        const isStill = document.body.classList.contains("is-still");
        this.setLabel(isStill ? "Viewing" : view.playback ? "Playback" : view.paused ? "Paused" : "Live");
    }
}
