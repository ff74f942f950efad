// SPDX-License-Identifier: MIT
/** Is a finger the main pointer? Then nothing is said of keys. Styles ask the same. */
export function isTouch() {
    return matchMedia("(pointer: coarse)").matches;
}
