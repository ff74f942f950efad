// SPDX-License-Identifier: MIT
// Contact states in the page: of a run as they come, and of a recording as a timeline.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLayers, until } from "./actions.mjs";
import { runProgram, startProgram } from "./program.mjs";
import { after, before, test } from "./suite.mjs";
import { visit } from "./visit.mjs";

let program = null;
let page = null;
let folder = "";

before(async () => {
    folder = await mkdtemp(join(tmpdir(), "volar-states-"));
    ({ page, server: program } = await visit((port) => startProgram(["run", "slot"], port)));
});

after(async () => {
    await program?.stop();
    await rm(folder, { recursive: true, force: true });
});

const getStates = () => page.evaluate(() => window.volar.states);

test("a run names its states when they are asked for", { timeout: 400000 }, async () => {
    assert.equal((await getStates()).count, 0);
    assert.equal(await page.isVisible("#states"), false);
    await openLayers(page);
    await page.check("input[name=states]");
    // The block touches the slot most of the time; everything is read at the same moment.
    const seen = await until(page, () => {
        const { texts, drawn } = window.volar.states;
        const text = (id) => document.querySelector(id).textContent;
        const isShown = drawn.panes > 0 && texts.length > 0 && text("#states .last") !== "";
        const [caption, now] = [text("#formation"), text("#states .now")];
        return isShown && caption && now ? { texts, drawn, caption, now } : null;
    });
    const { texts, drawn, caption, now } = await seen.jsonValue();
    assert.match(texts[0], / on /);
    assert.ok(drawn.edges > 0 && drawn.heads > 0, "borders of faces and free motions are drawn");
    assert.match(caption, /of block on .* of slot.*freedom/s);
    assert.match(now, /block and slot/);
    const motions = await page.$$eval("#states .last [data-cell=motion]", (all) =>
        all.map((each) => each.textContent),
    );
    assert.ok(motions.length >= 1 && motions.every((each) => /^(touched|changed|gained|lost|swapped|released|start)$/.test(each)));
    assert.equal(await page.isDisabled("#states .last button"), true);
    // Switched off again: nothing is drawn, and the program names no more states.
    await page.uncheck("input[name=states]");
    await until(page, () => window.volar.states.drawn.panes === 0);
    await until(page, () => document.querySelector("#states").hidden);
    assert.equal(await page.isVisible("#formation"), false);
    assert.deepEqual(page.complaints, []);
});

test("a recording has a timeline whose segments can be clicked", { timeout: 400000 }, async () => {
    const file = join(folder, "stairs.vlr");
    runProgram(["run", "stairs", "--seconds", "4", "--fast", "--no-viewer", "--record", file]);
    await program.stop();
    ({ page, server: program } = await visit((port) => startProgram(["replay", file], port)));
    assert.ok(await page.evaluate(() => window.volar.view.playback));
    await page.click("#play");
    await until(page, () => window.volar.view.paused && document.querySelector("#lanes button"));
    const segments = await page.$$eval("#lanes button", (all) =>
        all.map(({ title, dataset, offsetLeft }) => ({
            title,
            freedoms: Number(dataset.freedoms),
            left: offsetLeft,
        })),
    );
    // One after the other. While the cube tips over the nosing of a tread, it has two freedoms.
    assert.ok(segments.length >= 5);
    assert.ok(segments.every(({ left }, i) => i === 0 || left > segments[i - 1].left));
    const tipping = segments.findIndex(({ title }) => /edge foot.toe on tread-1, toe on/.test(title));
    assert.ok(tipping >= 0 && segments[tipping].freedoms === 2);
    const begins = Number.parseFloat(segments[tipping].title);
    await page.click(`#lanes button:nth-child(${tipping + 1})`);
    const isAt = (time) => Math.abs(window.volar.view.time - time) < 0.02;
    await until(page, isAt, begins);
    // They are shown without being asked for, because there is only one pair of bodies.
    await until(page, () => window.volar.states.texts[0]?.includes("toe on edge"));
    const { drawn } = await getStates();
    // An edge on a face and a face on an edge: two faces of four corners, which are two triangles each,
    // the borders of both, and the two edges.
    assert.equal(drawn.panes, 2 * 6);
    assert.equal(drawn.edges, 2 * 4 + 2);
    assert.ok(drawn.heads >= 2, "a freedom has an arrow to either side");
    assert.equal(await page.$$eval("#lanes .is-now", (all) => all.length), 1);
    // A line of the list goes there too.
    const first = await page.textContent("#states .last li:last-child [data-cell=time]");
    await page.click("#states .last li:last-child button");
    await until(page, isAt, Number.parseFloat(first));
    assert.deepEqual(page.complaints, []);
});
