// SPDX-License-Identifier: MIT
/** A hint for new users, over the picture until they first use it, and short answers to keys. */

const STORAGE_KEY = "volar.hint"; // "used": this browser's user needs no hint any more
const LINGER = 2500; // ms that an answer stays, plus PER_CHARACTER for each of its characters
const PER_CHARACTER = 45; // ms

export class Hint {
    /**
     * @param {HTMLElement} root the first hint
     * @param {HTMLElement} answer
     */
    constructor(root, answer) {
        this.root = root;
        this.answer = answer;
        this.ofDevice = root.querySelector(".of-device");
        this.timer = 0;
        try {
            root.hidden = localStorage.getItem(STORAGE_KEY) === "used";
        } catch {
            // Storage may be forbidden; then each page has its hint.
        }
    }

    /** Mentions a device, by what it holds, if the scene has one that can be taken over. */
    build(scene) {
        const info = (scene.devices ?? []).find(({ connected }) => !connected);
        this.ofDevice.hidden = !info || scene.planar === true;
        if (info) {
            const name = scene.bodies[info.body]?.name ?? info.name;
            this.ofDevice.querySelector(".name").textContent = name;
        }
    }

    /** Removes the hint for good, because the user has followed it. */
    dismiss() {
        this.root.classList.add("is-gone");
        try {
            localStorage.setItem(STORAGE_KEY, "used");
        } catch {
            // As above.
        }
    }

    say(text) {
        this.answer.textContent = text;
        this.answer.hidden = false;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            this.answer.hidden = true;
        }, LINGER + PER_CHARACTER * text.length);
    }
}
