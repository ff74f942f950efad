// SPDX-License-Identifier: MIT
// What a user does and sees, as functions for the tests.

// ms. Everything here takes well under a second on an idle machine; on a loaded machine without a GPU
// a single picture may take longer than that.
const PATIENCE = 120000;
const HOLD_TIME = 4000; // ms within which a closed hand must hold something
const HOLD_TRIES = 12;

/** The cheapest picture: the machine that runs the tests draws without a GPU. */
export const CHEAP = "?quality=2";

export function pause(ms) {
    return new Promise((resolve) => {
        setTimeout(resolve, ms);
    });
}

/** Waits until `test`, run in the page with `arg`, is true. */
export function until(page, test, arg) {
    return page.waitForFunction(test, arg, { timeout: PATIENCE, polling: 50 });
}

export async function waitForView(page) {
    await until(page, () => window.volar?.view && window.volar.counts.frames > 2);
}

/** Waits until the page has drawn `count` more pictures. */
export async function waitForFrames(page, count) {
    const { frames } = await page.evaluate(() => window.volar.counts);
    await until(page, (drawn) => window.volar.counts.frames >= drawn, frames + count);
}

/** Shows a page that another one hid, and waits until its picture is up to date. */
export async function bringForward(page) {
    await page.bringToFront();
    const { frames } = await page.evaluate(() => window.volar.counts);
    const isDrawn = (drawn) => document.hasFocus() && window.volar.counts.frames > drawn + 1;
    await until(page, isDrawn, frames);
}

/** Opens the legend, whose rows are switches. At first it is open only in a large window. */
export async function openLayers(page) {
    await page.click("#layers summary");
    await page.waitForSelector("#layers[open]");
}

export function getView(page) {
    return page.evaluate(() => window.volar.view);
}

export function getPosition(page, name) {
    return page.evaluate((n) => window.volar.bodyPosition(n), name);
}

/** Middle of a body on the screen. */
export function findOnScreen(page, name) {
    return page.evaluate((n) => window.volar.bodyScreenPosition(n), name);
}

/** The picture in a square around a point, as bytes. They come as text, because a list of numbers is slow. */
export async function readPixels(page, { x, y }, size) {
    const text = await page.evaluate(
        ([px, py, s]) =>
            btoa(
                window.volar
                    .readPixels(px, py, s)
                    .map((byte) => String.fromCharCode(byte))
                    .join(""),
            ),
        [x, y, size],
    );
    return Buffer.from(text, "base64");
}

/** Share of pixels that differ visibly between two such squares. */
export function compare(a, b) {
    let different = 0;
    for (let i = 0; i < a.length; i += 4) {
        const distance =
            Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]);
        different += distance > 24 ? 1 : 0; // more than rounding and a hint of shadow
    }
    return different / (a.length / 4);
}

/**
 * Closes a hand on a body until it holds it. Several attempts may be needed, because a body moves on
 * while the test finds out where it is, far on a loaded machine.
 * @param {(from: {x: number, y: number}) => Promise<void>} close
 * @param {() => Promise<void>} open
 */
export async function takeHold(page, name, close, open) {
    for (let attempt = 1; ; ++attempt) {
        await close(await findOnScreen(page, name));
        try {
            await page.waitForFunction((n) => window.volar.grab?.body === n, name, {
                timeout: HOLD_TIME,
                polling: 50,
            });
            return;
        } catch (error) {
            if (attempt === HOLD_TRIES) {
                throw new Error(`${name} was missed ${attempt} times`, { cause: error });
            }
            await open();
        }
    }
}

/** Takes hold of a body and pulls it by `dx`, `dy` pixels; the button stays down. */
export async function pull(page, name, dx, dy) {
    const close = async (from) => {
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(from.x + dx / 2, from.y + dy / 2, { steps: 3 });
        await page.mouse.move(from.x + dx, from.y + dy, { steps: 3 });
    };
    await takeHold(page, name, close, () => page.mouse.up());
}

export function distance(a, b) {
    return Math.hypot(...a.map((value, k) => value - b[k]));
}
