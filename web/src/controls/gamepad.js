// SPDX-License-Identifier: MIT
/** The input of the first connected gamepad, by function. */

const DEAD = 0.12; // of a stick's range: no stick rests exactly in the middle
const LEFT_TRIGGER = 6; // of the standard layout
const RIGHT_TRIGGER = 7;
const MOST_BUTTONS = 16;

function leaveDead(value = 0) {
    const size = Math.max(0, Math.abs(value) - DEAD) / (1 - DEAD);
    return Math.sign(value) * size;
}

/**
 * @returns {{x: number, y: number, turnX: number, turnY: number, depth: number, buttons: number} |
 *     null} sticks and triggers from -1 to 1, buttons as bits; null if there is no gamepad
 */
export function readGamepad() {
    // Browsers offer this only to pages of this machine or over https.
    const pad = (navigator.getGamepads?.() ?? []).find((one) => one?.connected);
    if (!pad) {
        return null;
    }
    const [x, y, turnX, turnY] = [0, 1, 2, 3].map((k) => leaveDead(pad.axes[k]));
    const trigger = (k) => leaveDead(pad.buttons[k]?.value);
    const buttons = pad.buttons.slice(0, MOST_BUTTONS).reduce((bits, button, k) => {
        const isTrigger = k === LEFT_TRIGGER || k === RIGHT_TRIGGER;
        return button.pressed && !isTrigger ? bits | (1 << k) : bits;
    }, 0);
    const depth = trigger(RIGHT_TRIGGER) - trigger(LEFT_TRIGGER);
    return { x, y, turnX, turnY, depth, buttons };
}
