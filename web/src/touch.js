// SPDX-License-Identifier: MIT
/** Is a finger the main pointer? Then keys are not mentioned. Styles use the same test. */
export function isTouch() {
    return matchMedia("(pointer: coarse)").matches;
}
