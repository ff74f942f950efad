// SPDX-License-Identifier: MIT
/** Instructions for a device that is taken over, and its buttons for users without a keyboard. */

export class SteerBar {
    /**
     * @param {HTMLElement} root
     * @param {import("./steering.js").Steering} steering
     */
    constructor(root, steering) {
        this.root = root;
        this.name = root.querySelector(".name");
        this.look = root.querySelector("[data-steer=look]");
        this.named = Array.from(root.querySelectorAll("[data-button]"));
        this.look.addEventListener("click", () => {
            steering.setLooking(!steering.isLooking);
            this.showLooking(steering.isLooking);
        });
        root.querySelector("[data-steer=leave]").addEventListener("click", () => steering.leave());
        for (const button of this.named) {
            const press = (isDown) => () => steering.pressNamed(button.dataset.button, isDown);
            button.addEventListener("pointerdown", press(true));
            for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
                button.addEventListener(name, press(false));
            }
        }
    }

    showLooking(isLooking) {
        this.look.setAttribute("aria-pressed", String(isLooking));
    }

    /** @param {object | null} info the scene's, of the device taken; null: none */
    show(info) {
        this.root.hidden = !info;
        document.body.classList.toggle("is-steering", Boolean(info));
        if (info) {
            this.name.textContent = info.name;
            this.named.forEach((button) => {
                button.hidden = !(info[`${button.dataset.button}Button`] >= 0);
            });
            this.showLooking(false);
        }
    }
}
