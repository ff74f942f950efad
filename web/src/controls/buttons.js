// SPDX-License-Identifier: MIT
import { listenToKeys } from "./keys.js";

const find = (id) => document.getElementById(id);

/**
 * What the buttons of the page and the keys do.
 * @param {object} page of main.js
 */
export function connectButtons(page) {
    const { picture, transport, timeline, steering } = page;
    find("photo").addEventListener("click", () => page.savePicture());
    find("theme").addEventListener("click", () => page.theme.toggle());
    find("help").addEventListener("click", () => page.toggleHelp());
    find("panel-switch").addEventListener("click", () =>
        page.showPanel(document.body.classList.contains("is-wide")),
    );
    find("focus").addEventListener("click", () => picture.focus());
    find("follow").addEventListener("click", () => page.follow(!picture.isFollowing));
    document.querySelectorAll("[data-preset]").forEach((button) => {
        button.addEventListener("click", () => picture.glideToPreset(button.dataset.preset));
    });
    const shiftTime = (direction) => (event) => {
        if (page.view?.playback) {
            timeline.shift(direction * (event.shiftKey ? 60 : 1));
        }
    };
    const pressButton = (name) => () => steering.pressNamed(name, true);
    const actions = {
        " ": () => transport.setPaused(!transport.isPaused),
        ".": () => transport.stepOnce(),
        r: () => transport.startAgain(),
        "[": () => transport.shiftSpeed(-1),
        "]": () => transport.shiftSpeed(1),
        ArrowLeft: shiftTime(-1),
        ArrowRight: shiftTime(1),
        1: () => picture.glideToPreset("front"),
        2: () => picture.glideToPreset("side"),
        3: () => picture.glideToPreset("top"),
        4: () => picture.glideToPreset("iso"),
        f: () => picture.focus(),
        v: () => page.follow(!picture.isFollowing),
        x: () => page.layers.toggle("seeThrough"),
        n: () => page.showPanel(document.body.classList.contains("is-wide")),
        p: () => page.savePicture(),
        t: () => page.theme.toggle(),
        "?": () => page.toggleHelp(),
        d: () => page.takeNextDevice(),
        g: pressButton("grasp"),
        c: pressButton("clutch"),
        Escape: () => page.escape(),
    };
    listenToKeys(actions, {
        g: () => steering.pressNamed("grasp", false),
        c: () => steering.pressNamed("clutch", false),
    });
}
