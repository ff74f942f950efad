// SPDX-License-Identifier: MIT
/** What to do first, over the picture until it was done, and short answers to a key. */

const LINGER = 2500; // ms an answer stays to be read

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
    }

    /** Tells of a device if the scene has one to take over, by what it holds. */
    build(scene) {
        const info = (scene.devices ?? []).find(({ connected }) => !connected);
        this.ofDevice.hidden = !info;
        if (info) {
            const name = scene.bodies[info.body]?.name ?? info.name;
            this.ofDevice.querySelector(".name").textContent = name;
        }
    }

    /** It was done. */
    dismiss() {
        this.root.classList.add("is-gone");
    }

    say(text) {
        this.answer.textContent = text;
        this.answer.hidden = false;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            this.answer.hidden = true;
        }, LINGER);
    }
}
