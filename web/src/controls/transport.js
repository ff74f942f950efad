// SPDX-License-Identifier: MIT
/** Play, pause, single steps, speed, restart, choice of scene. */

const SPEEDS = [0.01, 0.03, 0.1, 0.3, 1];

/** Why there is only one scene to choose from. */
function explainChoice(isPlayback, isConnected) {
    if (isPlayback) {
        return "A recording contains only one scene";
    }
    return isConnected
        ? "A device is connected to this scene. Start the program again to run another one"
        : "The program was started with this scene only";
}

export class Transport {
    /**
     * @param {Document} page
     * @param {(command: object) => void} send
     * @param {(name: string) => void} choose another scene
     */
    constructor(page, send, choose) {
        this.send = send;
        this.play = page.getElementById("play");
        this.step = page.getElementById("step");
        this.restart = page.getElementById("restart");
        this.picker = page.getElementById("scene");
        this.speeds = Array.from(page.querySelectorAll("#speeds input"));
        this.isPaused = false;
        this.isConnected = false;
        this.speed = 1;
        /** When pause and speed were last changed: the next views may still show the old state. */
        this.asked = { paused: -Infinity, speed: -Infinity };
        this.play.addEventListener("click", () => this.setPaused(!this.isPaused));
        this.step.addEventListener("click", () => this.stepOnce());
        this.restart.addEventListener("click", () => this.startAgain());
        this.picker.addEventListener("change", () => choose(this.picker.value));
        this.speeds.forEach((input) => {
            input.addEventListener("change", () => this.setSpeed(Number(input.value)));
        });
    }

    build(scene) {
        const names = scene.scenes?.includes(scene.name)
            ? scene.scenes
            : [scene.name, ...(scene.scenes ?? [])];
        this.picker.replaceChildren(
            ...names.map((name) => new Option(name, name, false, name === scene.name)),
        );
        this.picker.disabled = names.length < 2;
        this.isConnected = (scene.devices ?? []).some((info) => info.connected);
    }

    setPaused(isPaused) {
        this.send({ type: "pause", on: isPaused });
        this.asked.paused = performance.now();
        this.show(isPaused, this.speed);
    }

    stepOnce() {
        this.send({ type: "step", count: 1 });
        this.asked.paused = performance.now();
        this.show(true, this.speed);
    }

    startAgain() {
        this.send({ type: "restart" });
    }

    setSpeed(value) {
        this.send({ type: "speed", value });
        this.asked.speed = performance.now();
        this.show(this.isPaused, value);
    }

    /** One speed slower (-1) or faster (+1). */
    shiftSpeed(direction) {
        const at = SPEEDS.findIndex((value) => value >= 0.99 * this.speed);
        const next =
            SPEEDS[
                Math.max(0, Math.min(SPEEDS.length - 1, (at < 0 ? SPEEDS.length : at) + direction))
            ];
        if (next !== this.speed) {
            this.setSpeed(next);
        }
    }

    /** @param {import("../link/view.js").View} view */
    update(view) {
        const isAlone = this.picker.disabled;
        this.picker.title = isAlone ? explainChoice(view.playback, this.isConnected) : "";
        const isSettled = (when) => performance.now() - when > 400;
        this.show(
            isSettled(this.asked.paused) ? view.paused : this.isPaused,
            isSettled(this.asked.speed) ? view.speed : this.speed,
        );
    }

    show(isPaused, speed) {
        this.isPaused = isPaused;
        this.speed = speed;
        const label = isPaused ? "Play" : "Pause";
        if (this.play.dataset.state !== label) {
            this.play.dataset.state = label;
            this.play.setAttribute("aria-label", label);
            this.play.title = `${label} (Space)`;
        }
        this.speeds.forEach((input) => {
            input.checked = Math.abs(Number(input.value) - speed) < 1e-6;
        });
    }
}
