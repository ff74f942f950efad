// SPDX-License-Identifier: MIT
// Parameters, layers by scene, following, bodies that leave, playback and saving, with the program.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findOnScreen, getPosition, openLayers, until, waitForView } from "./actions.mjs";
import { runProgram, startProgram } from "./program.mjs";
import { after, before, test } from "./suite.mjs";
import { visit } from "./visit.mjs";

const GRAVITY_Z = 3; // index of the parameter in every scene

// One box slides for ever, the other flies away.
const SLIDE = `volar: 1
name: slide
world: {surface: {friction: 0}}
camera: {position: [0, -3, 1.5], target: [0, 0, 0]}
bodies:
  - {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}
  - {name: slow, shape: {box: {size: [0.2, 0.2, 0.2]}}, position: [-0.5, 0, 0.1], velocity: [0.2, 0, 0]}
  - {name: quick, shape: {box: {size: [0.2, 0.2, 0.2]}}, position: [0, 0.4, 0.1], velocity: [0, 40, 0]}
`;

let folder = null;

before(async () => {
    folder = await mkdtemp(join(tmpdir(), "volar-tuning-"));
    await writeFile(join(folder, "slide.yaml"), SLIDE);
});

after(() => rm(folder, { recursive: true, force: true }));

/** The page with a program that is stopped after the test. */
async function open(t, args) {
    const { page, server } = await visit((port) => startProgram(args, port));
    t.after(() => server.stop());
    return page;
}

async function save(page, press) {
    const [download] = await Promise.all([page.waitForEvent("download"), press()]);
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    return path;
}

test("parameters are changed, refused, saved and reset", { timeout: 400000 }, async (t) => {
    const page = await open(t, ["run", "blocks"]);
    await page.click("#parameters summary");
    const field = page.locator("#parameters input[type=number]").nth(GRAVITY_Z);
    const row = page.locator("#parameters label").nth(GRAVITY_Z);
    assert.equal(await field.inputValue(), "-9.8");
    assert.ok(await page.isDisabled("[data-action=reset]"));
    const set = async (text) => {
        await field.fill(text);
        await field.press("Enter");
        await field.evaluate((input) => input.blur());
    };
    await set("-1.625");
    await until(page, (i) => window.volar.parameter(i) === -1.625, GRAVITY_Z);
    await page.waitForSelector("#parameters label.is-changed");
    assert.match(await row.getAttribute("class"), /is-changed/);

    const path = await save(page, () => page.click("[data-action=save]"));
    assert.match(path, /blocks\.yaml$/);
    assert.match(await readFile(path, "utf8"), /gravity: \[0, 0, -1\.625\]/);
    runProgram(["check", path]);

    await set("5000");
    await page.waitForSelector("#answer:not([hidden])");
    assert.match(
        await page.innerText("#answer"),
        /gravity-z is 5000 m\/s2; expected -100 to 100/,
    );
    // After a refusal the field shows the value in use.
    await until(
        page,
        (i) => document.querySelectorAll("#parameters input[type=number]")[i].value === "-1.625",
        GRAVITY_Z,
    );
    await page.click("[data-action=reset]");
    await until(page, (i) => window.volar.parameter(i) === -9.8, GRAVITY_Z);
    await page.waitForSelector("[data-action=reset]:disabled");
    assert.deepEqual(page.complaints, []);
});

test("a slider moves its number and the simulation", { timeout: 400000 }, async (t) => {
    const page = await open(t, ["run", "incline"]);
    await page.click("#parameters summary");
    const slider = page.locator("#parameters input[type=range]").nth(GRAVITY_Z);
    await slider.fill("500"); // the middle: from -20 to 20
    await until(page, (i) => window.volar.parameter(i) === 0, GRAVITY_Z);
    const field = page.locator("#parameters input[type=number]").nth(GRAVITY_Z);
    assert.equal(await field.inputValue(), "0");
});

test("layers are remembered for each scene", { timeout: 400000 }, async (t) => {
    const page = await open(t, ["run", "blocks"]);
    await openLayers(page);
    const choose = async (name) => {
        await page.selectOption("#scene", name);
        await until(page, (n) => window.volar.sceneName === n && window.volar.view, name);
        return page.isChecked("input[name=patches]");
    };
    await page.uncheck("input[name=patches]");
    assert.equal(await choose("stack"), true);
    assert.equal(await choose("blocks"), false);
    await page.reload();
    await waitForView(page);
    assert.equal(await page.isChecked("input[name=patches]"), false);
    await page.check("input[name=patches]");
});

test("the camera follows, and what left is named", { timeout: 400000 }, async (t) => {
    const page = await open(t, ["run", join(folder, "slide.yaml")]);
    const note = page.locator("[data-note=left]");
    await until(page, () => !document.querySelector("[data-note=left]").hidden);
    assert.equal(await note.innerText(), "quick left the scene.");
    await page.keyboard.press("Space"); // so that a click can hit it
    await until(page, () => window.volar.view.paused);
    await page.waitForTimeout(300);
    const place = await findOnScreen(page, "slow");
    await page.mouse.click(place.x, place.y);
    await until(page, () => window.volar.selected === "slow");
    assert.match(await page.innerText("#inspector h2"), /^Body\s*slow$/);
    await page.keyboard.press("Space");
    await page.keyboard.press("v");
    assert.equal(await page.getAttribute("#follow", "aria-pressed"), "true");
    // The camera glides there, for as long as a machine without a GPU needs.
    let from = await findOnScreen(page, "slow");
    for (let last = null, tries = 0; tries < 20; ++tries) {
        await page.waitForTimeout(300);
        [last, from] = [from, await findOnScreen(page, "slow")];
        if (Math.hypot(last.x - from.x, last.y - from.y) < 2) {
            break;
        }
    }
    const start = await getPosition(page, "slow");
    await until(page, (x) => window.volar.bodyPosition("slow")[0] > x + 0.1, start[0]);
    const to = await findOnScreen(page, "slow");
    // The box slid by 0.1 m, which is more than 25 pixels if the camera stays.
    assert.ok(Math.hypot(to.x - from.x, to.y - from.y) < 8, JSON.stringify([from, to]));
    await page.keyboard.press("Escape");
    assert.match(await page.innerText("#inspector h2"), /^Selection\s*$/);
});

test("playback shows the whole recording", { timeout: 400000 }, async (t) => {
    const file = join(folder, "drop.vlr");
    runProgram(["run", "blocks", "--record", file, "--seconds", "2", "--fast", "--no-viewer"]);
    const page = await open(t, ["replay", file]);
    assert.equal(await page.innerText("#status h2"), "Playback");
    assert.equal(await page.innerText("#link"), "Playback");
    const live = ["[data-status=missed]", "[data-status=rate]", "[data-plot=step]", "#timing"];
    for (const name of live) {
        assert.ok(await page.isHidden(name), name);
    }
    const { samples, isWhole } = await page.evaluate(() => window.volar.plots);
    assert.ok(isWhole && samples > 100, `${samples} samples`);
    assert.ok(await page.isDisabled("[data-action=save]"));
    const figure = "[data-plot=energy]";
    await page.locator(figure).scrollIntoViewIfNeeded();
    await page.hover(figure);
    const table = await save(page, () => page.click(`${figure} button:has-text("CSV")`));
    const lines = (await readFile(table, "utf8")).trim().split("\n");
    assert.equal(lines[0], "time_s,kinetic_J,potential_J,total_J");
    assert.equal(lines.length, samples + 1);
    assert.ok(Number(lines.at(-1).split(",")[0]) > 1.9);
    const picture = await save(page, () => page.click(`${figure} button:has-text("PNG")`));
    assert.equal((await readFile(picture)).subarray(1, 4).toString("latin1"), "PNG");
    assert.deepEqual(page.complaints, []);
});

test("a missed deadline explains itself", { timeout: 400000 }, async (t) => {
    const page = await open(t, ["run", "incline"]);
    const { title, missed } = await page.$eval("[data-status=missed]", (e) => ({
        title: e.title,
        missed: Number(e.textContent.replace(/\D/g, "")),
    }));
    assert.match(title, /^A step must begin every 1\.00.ms and end before the next one begins\./);
    assert.match(title, missed > 0 ? /Longest compute time/ : /No deadline was missed so far/);
});
