// SPDX-License-Identifier: MIT
// One page for servers that come one after the other at the same address: it connects to each by itself.
// Opening a page takes longer than most tests.
import { CHEAP, until, waitForFrames, waitForView } from "./actions.mjs";
import { shareBrowser } from "./browser.mjs";

const SIZE = { width: 1280, height: 800 };
const SERVER_GONE = /WebSocket|ERR_CONNECTION/; // of which the browser complains

let [page, port, isLeft] = [null, 0, false];

/**
 * Shows a server to the page. As in a new page nothing is stored, unfolded or selected, and there are no
 * complaints; the camera is the scene's unless the last one had the same name. What only a new page has,
 * such as the first hint, may not be there: leave() before.
 * @param {(port: number) => Promise<{url: string, port: number, stop(): Promise<void>}>} start a server at
 * that port, or at any free one if it is 0; the last server has been stopped
 * @returns {Promise<{page, server}>} the server is for the caller to stop
 */
export async function visit(start, size = SIZE) {
    if (isLeft) {
        await page?.close();
        [page, isLeft] = [null, false];
    }
    const settled = page && (await countSettled());
    const server = await start(page ? port : 0);
    try {
        await (page ? welcome(settled, size) : open(server, size));
    } catch (error) {
        await server.stop();
        throw error;
    }
    return { page, server };
}

/** How many connections are not to the next server: one that is being made may be. */
function countSettled() {
    const isSettled = (socket) => socket.readyState !== WebSocket.CONNECTING;
    return page.evaluate(`window.sockets.filter(${isSettled}).length`);
}

async function open(server, size) {
    ({ port } = server);
    page = await (await shareBrowser()).open(server.url + CHEAP, size);
    await waitForView(page);
}

async function welcome(settled, size) {
    page.complaints.length = 0;
    await page.bringToFront();
    await page.setViewportSize(size);
    await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
        document.querySelectorAll("details").forEach((each) => each.removeAttribute("open"));
        document.activeElement?.blur();
    });
    await page.keyboard.press("Escape");
    const isShown = (count) =>
        window.sockets.length > count && window.volar.connected && window.volar.view;
    await until(page, isShown, settled);
    await waitForFrames(page, 2);
    page.complaints = page.complaints.filter((text) => !SERVER_GONE.test(text));
}

/** The page at an address, as a new one; it is not fit for others then. */
export async function goTo(url) {
    leave();
    if (page) {
        page.complaints.length = 0;
        await page.setViewportSize(SIZE);
        await page.goto(url);
    } else {
        page = await (await shareBrowser()).open(url, SIZE);
    }
    return page;
}

/** The page is not fit for others: the next visit opens a new one. */
export function leave() {
    isLeft = true;
}
