// SPDX-License-Identifier: MIT
// Several clients and kinds of them: two pages, a phone, a server that comes back, a recording.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
    CHEAP,
    bringForward,
    findOnScreen,
    getPosition,
    getView,
    pull,
    takeHold,
    until,
    waitForView,
} from "./actions.mjs";
import { openBlocks } from "./blocks.mjs";
import { shareBrowser } from "./browser.mjs";
import { runProgram, startProgram } from "./program.mjs";
import { after, before, test } from "./suite.mjs";
import { visit } from "./visit.mjs";

let browser = null;
let program = null;
let page = null;

before(async () => {
    browser = await shareBrowser();
    ({ program, page } = await openBlocks());
});

after(() => program?.stop());

test("two pages at once see the same run", { timeout: 400000 }, async (t) => {
    const other = await browser.open(program.url + CHEAP);
    t.after(() => other.close());
    await waitForView(other);
    await bringForward(page);
    // Far from the shovel that the device holds: a press on the shovel would take the device over.
    const start = await getPosition(page, "pyramid");
    await pull(page, "pyramid", 60, -80);
    await until(page, () => window.volar.grab?.force > 0);
    await other.bringToFront();
    await until(
        other,
        ([name, from]) => {
            const to = window.volar.bodyPosition(name);
            return Math.hypot(...to.map((v, k) => v - from[k])) > 0.01;
        },
        ["pyramid", start],
    );
    await page.bringToFront();
    await page.mouse.up();
});

test("a phone shows panel and picture, and a finger pulls", { timeout: 400000 }, async (t) => {
    const phone = await browser.open(program.url + CHEAP, { width: 390, height: 844 });
    t.after(() => phone.close());
    await waitForView(phone);
    assert.ok(!(await phone.isVisible("#panel")));
    await phone.click("#panel-switch");
    assert.ok(await phone.isVisible("#panel"));
    const [view, panel] = await phone.evaluate(() =>
        [".view", "#panel"].map((name) => document.querySelector(name).getBoundingClientRect()),
    );
    assert.ok(view.bottom <= panel.top && view.height >= 0.35 * 844, `${view.height} px`);
    assert.ok(panel.height <= 0.55 * 844, `${panel.height} px`);
    await phone.click("#panel-switch");
    const { frames } = await phone.evaluate(() => window.volar.counts);
    await until(phone, (drawn) => window.volar.counts.frames > drawn + 2, frames);
    assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 390);
    const session = await phone.context().newCDPSession(phone);
    const touch = (type, points) =>
        session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    const pullCube = async ({ x, y }) => {
        await touch("touchStart", [{ x, y }]);
        await touch("touchMove", [{ x: x + 20, y: y - 10 }]);
        await touch("touchMove", [{ x: x + 40, y: y - 20 }]);
    };
    await takeHold(phone, "cube", pullCube, () => touch("touchEnd", []));
    await until(phone, () => window.volar.grab?.force > 0);
    await touch("touchEnd", []);
    await until(phone, () => window.volar.grab === null);
    // A second finger turns the pull into a pinch. The shovel never moves over the slab.
    const place = await findOnScreen(phone, "slab");
    const size = await phone.evaluate(() => window.volar.cameraDistance);
    await touch("touchStart", [place]);
    await touch("touchStart", [place, { x: 60, y: 600 }]);
    await touch("touchMove", [
        { x: place.x + 10, y: place.y - 60 },
        { x: 40, y: 680 },
    ]);
    await touch("touchMove", [
        { x: place.x + 20, y: place.y - 120 },
        { x: 20, y: 700 },
    ]);
    await until(phone, (start) => window.volar.cameraDistance < 0.95 * start, size);
    assert.equal(await phone.evaluate(() => window.volar.grab), null);
    await touch("touchEnd", []);
    assert.deepEqual(phone.complaints, []);
});

test("the page comes back after the program was started again", { timeout: 400000 }, async () => {
    const { port } = program;
    await program.stop();
    await until(
        page,
        () => window.volar.state === "lost" && !document.getElementById("message").hidden,
    );
    assert.match(await page.textContent("#message"), /not running/);
    program = await startProgram(["run", "stack"], port);
    await until(
        page,
        () => window.volar.connected && window.volar.sceneName === "stack" && window.volar.view,
    );
    assert.ok(await page.isHidden("#message"));
});

test("a recording plays, scrubs and steps", { timeout: 400000 }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "volar-recording-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "run.vlr");
    runProgram(["run", "blocks", "--seconds", "3", "--fast", "--no-viewer", "--record", file]);
    await program.stop();
    program = null;
    const { page: film, server } = await visit((port) => startProgram(["replay", file], port));
    t.after(() => server.stop());
    const { playback, lastTime } = await getView(film);
    assert.ok(playback && Math.abs(lastTime - 3) < 0.1, `${lastTime} s`);
    assert.ok(await film.isVisible("#timeline"));
    await until(film, () => document.querySelector("#scene").title.includes("recording"));
    assert.ok(await film.isDisabled("#scene"));
    // Wait until the page knows that the recording has ended, because what Space does depends on that.
    await until(
        film,
        () => window.volar.view.paused && document.querySelector("#play").dataset.state === "Play",
    );
    await film.evaluate(() => {
        const slider = document.querySelector("#timeline input");
        slider.value = "2.5";
        slider.dispatchEvent(new Event("input"));
    });
    const isAt = (time) =>
        until(film, (wanted) => Math.abs(window.volar.view.time - wanted) < 1e-5, time);
    await isAt(2.5);
    await film.keyboard.press("Shift+ArrowLeft");
    await isAt(1.5);
    await film.keyboard.press("ArrowRight");
    await isAt(1.5 + 1 / 60);
    await film.keyboard.press("Space");
    await until(film, () => window.volar.view.time > 1.8);
    assert.deepEqual(film.complaints, []);
});
