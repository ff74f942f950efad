// SPDX-License-Identifier: MIT
// One page and the program together, in a real browser.
import assert from "node:assert/strict";
import {
    compare,
    distance,
    findOnScreen,
    getPosition,
    getView,
    openLayers,
    pause,
    pull,
    readPixels,
    until,
    waitForView,
} from "./actions.mjs";
import { openBlocks } from "./blocks.mjs";
import { after, before, test } from "./suite.mjs";

const BODY = "cube"; // of the scene "blocks", in the middle of a small stack

let program = null;
let page = null;

before(async () => {
    ({ program, page } = await openBlocks());
});

after(() => program?.stop());

test("the scene is drawn", { timeout: 400000 }, async () => {
    const place = await findOnScreen(page, BODY);
    const body = await readPixels(page, place, 16);
    const sky = await readPixels(page, { x: 500, y: 60 }, 16);
    // Edges and the arrow may be as bright as the sky, but most of a block cannot.
    assert.ok(compare(body, sky) > 0.7);
    assert.equal(
        (await getView(page)).bodyCount,
        (await page.evaluate(() => window.volar.bodyNames())).length,
    );
    assert.deepEqual(page.complaints, []);
});

test("contact areas appear, and their layer can be switched off", { timeout: 400000 }, async () => {
    const view = await getView(page);
    assert.ok(view.contactCount > 3 && view.vertexCount > 12);
    await openLayers(page);
    const place = await findOnScreen(page, "slab");
    const earlier = await readPixels(page, place, 60);
    await page.uncheck("input[name=patches]");
    await page.uncheck("input[name=outlines]");
    const without = await readPixels(page, place, 60);
    await page.check("input[name=patches]");
    await page.check("input[name=outlines]");
    assert.ok(compare(earlier, without) > 0.05);
    assert.match(await page.textContent(".pressure-ticks"), /Pa/);
});

test("dragging a block moves it and shows the force", { timeout: 400000 }, async () => {
    const start = await getPosition(page, BODY);
    const place = await findOnScreen(page, BODY);
    const picture = await readPixels(page, place, 40);
    await pull(page, BODY, 120, -60);
    await until(page, () => window.volar.grab?.force > 0.05);
    assert.match(await page.textContent("#labels span"), /N$/);
    await until(
        page,
        ([name, from]) => {
            const to = window.volar.bodyPosition(name);
            return Math.hypot(...to.map((v, k) => v - from[k])) > 0.02;
        },
        [BODY, start],
    );
    const moved = await readPixels(page, place, 40);
    assert.ok(compare(picture, moved) > 0.3);
    await page.mouse.up();
    await until(
        page,
        () => window.volar.grab === null && document.querySelector("#labels span").hidden,
    );
});

test("pause stops the motion and a single step advances by one", { timeout: 400000 }, async () => {
    await page.keyboard.press("Space");
    await until(page, () => window.volar.view.paused);
    const first = await getView(page);
    await pause(200);
    assert.equal((await getView(page)).stepCount, first.stepCount);
    await page.keyboard.press(".");
    await until(page, (count) => window.volar.view.stepCount === count + 1, first.stepCount);
    await page.click("#step");
    await until(page, (count) => window.volar.view.stepCount === count + 2, first.stepCount);
    await pause(200);
    assert.equal((await getView(page)).stepCount, first.stepCount + 2);
    await page.click("#play");
    await until(page, (count) => window.volar.view.stepCount > count + 20, first.stepCount);
});

test("slow motion slows down", { timeout: 400000 }, async () => {
    await page.click("#speeds label:nth-of-type(3)");
    await until(page, () => Math.abs(window.volar.view.speed - 0.1) < 1e-9);
    const [from, began] = [(await getView(page)).time, performance.now()];
    await pause(600);
    const passed = (await getView(page)).time - from;
    // A tenth of the time, with room for a busy machine between the two readings.
    assert.ok(passed < (0.3 * (performance.now() - began)) / 1000, `${passed} s`);
    await page.keyboard.press("]");
    await page.keyboard.press("]");
    await until(page, () => window.volar.view.speed === 1);
});

test("restart goes back to the beginning", { timeout: 400000 }, async () => {
    await until(page, () => window.volar.view.time > 1.5);
    await page.keyboard.press("r");
    await until(page, () => window.volar.view.time < 1);
});

test("plots fill with lines and numbers", { timeout: 400000 }, async () => {
    // Samples of a second and a half: some 40 pixels of line.
    await until(page, () => window.volar.plots.samples > 90);
    const coloured = await page.evaluate(() => {
        const canvas = document.querySelector("[data-plot=force] canvas");
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        // Yellow: red and green well above blue.
        return data.reduce(
            (sum, red, i) =>
                sum +
                (i % 4 === 0 && red > data[i + 2] + 60 && data[i + 1] > data[i + 2] + 40 ? 1 : 0),
            0,
        );
    });
    assert.ok(coloured > 20, `${coloured} pixels`);
    for (const name of ["force", "depth", "energy", "step", "histogram"]) {
        // Plots out of sight are not drawn.
        await page.locator(`[data-plot=${name}] canvas`).scrollIntoViewIfNeeded();
        const hasNumber = (plot) =>
            /\d/.test(document.querySelector(`[data-plot=${plot}] .readings`).textContent);
        await until(page, hasNumber, name);
    }
    await page.hover("[data-plot=force] canvas");
});

test("the inspector shows the numbers of a body that was clicked", { timeout: 400000 }, async () => {
    const { x, y } = await findOnScreen(page, BODY);
    await page.mouse.click(x, y);
    await until(page, (name) => window.volar.selected === name, BODY);
    await until(page, () => document.querySelectorAll(".contact-list li").length > 0);
    const text = await page.textContent("#inspector");
    assert.match(text, /87\.5\sg/); // its mass in the scene file
    assert.match(text, /wood/);
    assert.match(text, /sticking|sliding/);
    assert.match(text, /Mean pressure.*Pa/s);
    await page.keyboard.press("f");
    await page.keyboard.press("Escape");
    await until(page, () => window.volar.selected === null);
});

test("a click does not push the body", { timeout: 400000 }, async () => {
    const from = await getPosition(page, "slab");
    const { x, y } = await findOnScreen(page, "slab");
    await page.mouse.click(x, y);
    await pause(200);
    assert.equal(await page.evaluate(() => window.volar.grab), null);
    // The slab lies still: less than a tenth of a millimetre.
    assert.ok(distance(from, await getPosition(page, "slab")) < 1e-4);
    await page.keyboard.press("Escape");
});

test("dragging the background turns the view", { timeout: 400000 }, async () => {
    const from = await findOnScreen(page, "shovel-right");
    await page.mouse.move(480, 90);
    await page.mouse.down();
    await page.mouse.move(620, 130, { steps: 4 });
    await page.mouse.up();
    await until(
        page,
        (start) => {
            const now = window.volar.bodyScreenPosition("shovel-right");
            return Math.hypot(now.x - start.x, now.y - start.y) > 20;
        },
        from,
    );
    assert.equal(await page.evaluate(() => window.volar.grab), null);
    await page.keyboard.press("4");
});

test("dark and light, remembered", { timeout: 400000 }, async () => {
    const corner = { x: 500, y: 60 };
    assert.equal(await page.evaluate(() => window.volar.theme), "dark");
    const [dark] = await readPixels(page, corner, 1);
    await page.keyboard.press("t");
    await until(page, () => window.volar.theme === "light");
    const [light] = await readPixels(page, corner, 1);
    assert.ok(light > dark + 100, `${dark} ${light}`);
    await page.reload();
    await waitForView(page);
    assert.equal(await page.evaluate(() => window.volar.theme), "light");
    await page.click("#theme");
    assert.equal(await page.evaluate(() => window.volar.theme), "dark");
});

test("scenes can be chosen, and leave nothing on the GPU", { timeout: 400000 }, async () => {
    const choose = async (name) => {
        await page.selectOption("#scene", name);
        await until(page, (n) => window.volar.sceneName === n && window.volar.view, name);
        const { frames } = await page.evaluate(() => window.volar.counts);
        await until(page, (drawn) => window.volar.counts.frames > drawn + 2, frames);
        return (await page.evaluate(() => window.volar.memory)).geometries;
    };
    // Arrows, lines and dots are made when first needed: after the first round all exist.
    for (const name of ["dominoes", "wall", "incline"]) {
        await choose(name);
    }
    const geometries = await choose("blocks");
    for (const name of ["wall", "dominoes", "incline"]) {
        await choose(name);
    }
    assert.ok((await choose("blocks")) <= geometries);
    assert.deepEqual(page.complaints, []);
});

test("everything can be reached by keyboard and has a name", { timeout: 400000 }, async () => {
    const nameless = await page.evaluate(() =>
        Array.from(document.querySelectorAll("button, input, select, canvas"))
            .filter(
                (e) =>
                    !(
                        e.ariaLabel ??
                        e.getAttribute("aria-label") ??
                        e.labels?.[0]?.textContent ??
                        e.textContent
                    ).trim(),
            )
            .map((e) => e.outerHTML),
    );
    assert.deepEqual(nameless, []);
    await page.evaluate(() => document.activeElement?.blur());
    const reached = new Set();
    // Once around: the bar, the picture, the legend, and the panel with two buttons for each plot.
    for (let i = 0; i < 80; i++) {
        await page.keyboard.press("Tab");
        reached.add(
            await page.evaluate(
                () =>
                    document.activeElement.id ||
                    document.activeElement.name ||
                    document.activeElement.dataset.preset ||
                    document.activeElement.tagName,
            ),
        );
    }
    for (const id of [
        "scene",
        "restart",
        "play",
        "step",
        "speed",
        "photo",
        "theme",
        "help",
        "panel-switch",
        "stage",
        "front",
        "focus",
        "patches",
    ]) {
        assert.ok(reached.has(id), `${id} of ${Array.from(reached)}`);
    }
    await page.keyboard.press("?");
    assert.ok(await page.isVisible("#help-box"));
    await page.keyboard.press("Escape");
    assert.ok(!(await page.isVisible("#help-box")));
});

test("a picture can be saved", { timeout: 400000 }, async () => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("p")]);
    assert.match(download.suggestedFilename(), /^volar-blocks-.*\.png$/);
});
