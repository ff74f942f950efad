// SPDX-License-Identifier: MIT
/** Whether a finger is the main pointer: keys are then not mentioned. Styles use the same test. */
export function isTouch() {
    return matchMedia("(pointer: coarse)").matches;
}
