// SPDX-License-Identifier: MIT
// Planar scenes: the view from above, the mechanism, the mouse that leads the hand, laws that are
// switched while the scene runs.
import assert from "node:assert/strict";
import { compare, getPosition, openLayers, pull, readPixels, until } from "./actions.mjs";
import { startProgram } from "./program.mjs";
import { test } from "./suite.mjs";
import { visit } from "./visit.mjs";

async function open(t, scene) {
    const { page, server } = await visit((port) => startProgram(["run", scene], port));
    t.after(() => server.stop());
    return page;
}

test("the block is seen from above, with its mechanism", { timeout: 400000 }, async (t) => {
    const page = await open(t, "planar-block");
    await until(page, () => window.volar.plane?.torques.length === 4);
    const { camera, torques, speedLimit, ledger } = await page.evaluate(() => window.volar.plane);
    assert.ok(camera[2] > 10 * Math.hypot(camera[0], camera[1]), String(camera));
    torques.forEach((text) => assert.match(text, /N m$/));
    assert.ok(speedLimit > 0.5 && speedLimit < 2, String(speedLimit));
    assert.ok(ledger.turnover >= 0);
    // Labels stand beside the motors: two on the left and two on the right, none over one.
    const labels = await page.$$eval("#labels span", (all) =>
        all.filter((each) => !each.hidden).map((each) => each.getBoundingClientRect().toJSON()),
    );
    const motors = await page.evaluate(() => window.volar.motorScreenPositions);
    assert.equal(motors.length, 4);
    for (const { x, y } of motors) {
        const covers = ({ left, right, top, bottom }) =>
            left < x + 10 && right > x - 10 && top < y + 10 && bottom > y - 10;
        assert.ok(!labels.some(covers), JSON.stringify([x, y, labels]));
    }
    // Without the layer the links are gone: the picture changes at the handle.
    await page.keyboard.press(" ");
    await until(page, () => window.volar.view.paused);
    await openLayers(page);
    const at = await page.evaluate(() => window.volar.deviceScreenPosition("hand"));
    const drawn = await readPixels(page, at, 60);
    const { strokes } = await page.evaluate(() => window.volar.plane);
    assert.ok(strokes >= 9, `${strokes} strokes`); // eight links and the crank
    await page.click("#layers [name=mechanism]");
    await until(page, () => window.volar.plane.torques.length === 0);
    const bare = await readPixels(page, at, 60);
    assert.ok(compare(drawn, bare) > 0.02);
    assert.deepEqual(page.complaints, []);
});

test("the mouse leads the hand, and laws are switched", { timeout: 400000 }, async (t) => {
    const page = await open(t, "planar-block");
    // The hand goes into the right wall by itself, if nobody leads it before: from then on there is work to plot.
    await page.waitForSelector("[data-plot=laws]");
    await pull(page, "block", 0, -40);
    const [, before] = await getPosition(page, "block");
    await until(page, () => window.volar.bodyPosition("block")[1] > 0.01);
    await page.mouse.up();
    assert.ok(before < 0.1);
    // Laws are chosen by name in the panel, which is open in a planar scene.
    const kinds = ["Wall law", "Friction law"];
    for (const [label, choice] of [
        [kinds[0], "zoh"],
        [kinds[1], "karnopp"],
        [kinds[1], "none"],
    ]) {
        const list = page.getByLabel(label, { exact: true });
        const value = await list.evaluate(
            (select, name) => [...select.options].findIndex((option) => option.text === name),
            choice,
        );
        await list.selectOption(choice);
        const place = kinds.indexOf(label) === 0 ? 2 : 4; // after gravity; wall law, stiffness
        await until(page, ([i, wanted]) => window.volar.parameter(i) === wanted, [place, value]);
    }
    // Work and force are still plotted.
    assert.ok(await page.isVisible("[data-plot=laws]"));
    await until(page, () => window.volar.plots.samples > 5);
    await page.click("[data-action=reset]");
    await until(page, () => document.querySelector("[data-action=reset]").disabled);
    assert.deepEqual(page.complaints, []);
});

test("scenes in space show nothing of a plane", { timeout: 400000 }, async (t) => {
    const page = await open(t, "stack");
    assert.ok(!(await page.evaluate(() => window.volar.plane)));
    assert.ok(await page.isHidden("[data-plot=laws]"));
    await openLayers(page);
    assert.ok(await page.isHidden("#layers [name=mechanism]"));
    assert.deepEqual(page.complaints, []);
});
