// SPDX-License-Identifier: MIT
// One page for all servers, which start one after the other at the same address: the page connects to
// each by itself. Opening a new page takes longer than most tests.
import { CHEAP, until, waitForFrames, waitForView } from "./actions.mjs";
import { shareBrowser } from "./browser.mjs";

const SIZE = { width: 1280, height: 800 };
const SERVER_GONE = /WebSocket|ERR_CONNECTION/; // in the complaints when a server is gone

let [page, port, isLeft] = [null, 0, false];

/**
 * Shows a server to the page. As in a new page, nothing is stored, unfolded or selected, and there are no
 * complaints; the camera is that of the scene unless the last scene had the same name. A test that needs
 * what only a new page has, such as the first hint, calls leave() before.
 * @param {(port: number) => Promise<{url: string, port: number, stop(): Promise<void>}>} starts a server at
 * that port, or at any free one if it is 0; the last server must have been stopped
 * @returns {Promise<{page, server}>} the caller stops the server
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

/** Number of connections that cannot be to the next server: all but one that is being made. */
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

/** The page at an address, loaded anew; other tests cannot use it afterwards. */
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

/** Makes the next visit open a new page. */
export function leave() {
    isLeft = true;
}
