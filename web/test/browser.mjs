// SPDX-License-Identifier: MIT
// A headless browser with WebGL in software, the same for all tests.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu-compositing", // without a GPU, drawing the page around the canvas is cheaper without WebGL
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
];

// The browser then reads back every picture of the canvas, and warns about it with this text.
const READ_BACK = "GPU stall due to ReadPixels";
const FRAME_TIME = 200; // ms
const PICTURE_TIME = 2000; // ms

/**
 * Run in the page: a display of 5 Hz, whose picture changes every two seconds, because without a GPU
 * filling pixels costs more than everything else. The page does all other work five times a second.
 * What it draws outside of a frame, for a test that reads pixels or for a file, is drawn at once.
 */
function slowDisplay([frameTime, pictureTime]) {
    const next = window.requestAnimationFrame.bind(window);
    let [lastFrame, lastPicture, isBlank] = [-frameTime, -pictureTime, false];
    window.requestAnimationFrame = (draw) => {
        const onFrame = (time) => {
            lastFrame = performance.now();
            isBlank = lastFrame - lastPicture < pictureTime;
            lastPicture = isBlank ? lastPicture : lastFrame;
            draw(time);
            isBlank = false;
        };
        return setTimeout(() => next(onFrame), lastFrame + frameTime - performance.now());
    };
    const { prototype } = WebGL2RenderingContext;
    for (const name of Object.getOwnPropertyNames(prototype)) {
        if (/^(clear$|draw(Arrays|Elements))/.test(name)) {
            const fill = prototype[name];
            prototype[name] = function (...values) {
                if (!isBlank) {
                    fill.apply(this, values);
                }
            };
        }
    }
}

/** Run in the page: pictures with one sample per pixel, a quarter of the work. */
function coarsePictures() {
    const getContext = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, options) {
        return getContext.call(this, kind, { ...options, antialias: false });
    };
}

/** Run in the page: keeps a list of its connections, for visit.mjs. */
function listSockets() {
    window.sockets = [];
    window.WebSocket = class extends WebSocket {
        constructor(...values) {
            super(...values);
            window.sockets.push(this);
        }
    };
}

let shared = null;

/** The browser of all suites; the first one that needs it starts it. */
export function shareBrowser() {
    shared ??= startBrowser();
    return shared;
}

export async function closeBrowser() {
    await (await shared)?.close();
    shared = null;
}

/** @returns {Promise<{open(url, options?), close(): Promise<void>}>} */
export async function startBrowser() {
    const profile = await mkdtemp(join(tmpdir(), "volar-browser-"));
    const context = await chromium.launchPersistentContext(profile, {
        executablePath: process.env.VOLAR_BROWSER ?? "/usr/bin/chromium",
        headless: true,
        args: FLAGS,
        ignoreDefaultArgs: ["--disable-gpu"],
        viewport: { width: 1280, height: 800 },
        colorScheme: "dark",
    });
    await context.addInitScript(slowDisplay, [FRAME_TIME, PICTURE_TIME]);
    await context.addInitScript(coarsePictures);
    await context.addInitScript(listSockets);
    return {
        context,
        /** A page at `url`; `page.complaints` collects its errors and warnings. */
        async open(url, { width = 1280, height = 800 } = {}) {
            const page = await context.newPage();
            page.complaints = [];
            page.on("pageerror", (error) => page.complaints.push(String(error)));
            page.on("console", (message) => {
                const text = message.text();
                const isComplaint = message.type() === "error" || message.type() === "warning";
                if (isComplaint && !text.includes(READ_BACK)) {
                    page.complaints.push(text);
                }
            });
            await page.setViewportSize({ width, height });
            await page.goto(url);
            return page;
        },
        async close() {
            await context.close();
            await rm(profile, { recursive: true, force: true });
        },
    };
}
