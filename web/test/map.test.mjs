// SPDX-License-Identifier: MIT
// The page of a stability map, with the real program behind it.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shareBrowser } from "./browser.mjs";
import { startMap } from "./program.mjs";
import { after, before, test } from "./suite.mjs";

let browser = null;
let program = null;
let folder = null;

before(async () => {
    folder = await mkdtemp(join(tmpdir(), "volar-map-"));
    browser = await shareBrowser();
    program = await startMap(["omega6", "--loop", "linear", "--hand", "all", "--grid", "24x24", "--out", folder]);
});

after(async () => {
    await program?.stop();
    await rm(folder, { recursive: true, force: true });
});

const lineOf = (page, name) => page.$eval(`[data-line="${name}"]`, (path) => path.getAttribute("d"));

test("a map is shown, strikes play, and the delay moves the boundaries", { timeout: 400000 }, async () => {
    const page = await browser.open(program.url, { width: 1180, height: 720 });
    await page.waitForFunction(() => window.volarMap !== undefined, null, { timeout: 100000 });
    assert.match(await page.$eval("h1", (h) => h.textContent), /omega6/);
    assert.ok((await page.$$("#map .cells rect")).length > 24);
    assert.ok((await page.$$("#legend li")).length >= 8);

    // Titles are words, numbers have a true minus, and each power of ten has its steps.
    const texts = await page.$$eval("#map text", (all) => all.map((each) => each.textContent));
    assert.ok(texts.some((text) => /^Coupling stiffness \(N\/m\)$/.test(text)), texts.join("; "));
    assert.ok(texts.every((text) => !text.includes("-") && !/[a-z]\.[a-z]/.test(text)), texts.join("; "));
    assert.ok((await page.$eval("#map .ticks", (path) => path.getAttribute("d").split("M").length)) > 20);

    // With more delay the exact boundary is lower everywhere.
    const before = await page.evaluate(() => window.volarMap.theories[0].exact);
    const old = await lineOf(page, "exact");
    await page.evaluate(() => {
        const slider = document.getElementById("delay");
        slider.value = 4;
        slider.dispatchEvent(new Event("input"));
    });
    await page.waitForFunction(() => window.volarMap.asked > 0 && !window.volarMap.isAsking, null, { timeout: 100000 });
    const now = await page.evaluate(() => window.volarMap.theories[0].exact);
    assert.notEqual(await lineOf(page, "exact"), old);
    for (let i = 0; i < 16; ++i) {
        assert.ok(now[i] < before[i], `${i}: ${now[i]} with more delay, ${before[i]} before`);
    }
    assert.match(await page.$eval("#delay-value", (o) => o.textContent), /4 ms \(map: 2 ms\)/);

    // Two strikes: far below the boundary, and far above.
    for (const [share, wanted] of [[0.8, /rests/], [0.15, /unstable/]]) {
        const box = await (await page.$("#map")).boundingBox();
        const strike = await page.evaluateHandle(() => window.volarMap.strike);
        await page.mouse.click(box.x + 0.5 * box.width, box.y + share * box.height);
        await page.waitForFunction((last) => window.volarMap.strike !== last, strike, { timeout: 100000 });
        assert.match(await page.$eval("#strike-title", (h) => h.textContent), wanted);
        assert.ok((await page.$eval("#handle .line", (p) => p.getAttribute("d"))).length > 1000);
        assert.ok((await page.$$("#force .line")).length === 1);
        const numbers = await page.$$eval("#handle text, #force text", (all) => all.map((e) => e.textContent));
        assert.ok(numbers.some((text) => text.includes("\u2212")), numbers.join("; "));
        assert.ok(numbers.every((text) => !text.includes("-")), numbers.join("; "));
        assert.match(await page.$eval("#scene", (e) => e.textContent), /wall.*handle.*force/s);
        assert.match(await page.$eval("#strike-text", (e) => e.textContent), /Spectral radius.*disturbances/);
    }
    const first = await page.$eval("#handle .now", (line) => Number(line.getAttribute("x1")));
    await page.waitForFunction((x) => Number(document.querySelector("#handle .now").getAttribute("x1")) > x + 5, first, { timeout: 100000 });
    if (process.env.VOLAR_MAP_PICTURE) {
        await page.screenshot({ path: process.env.VOLAR_MAP_PICTURE });
    }

    // Another hand has another map.
    await page.click("#hands label:nth-of-type(2) input");
    await page.waitForFunction(() => window.volarMap.hand === 1, null, { timeout: 100000 });
    assert.deepEqual(page.complaints, []);
    await page.close();
});

test("what is no question of the page gets no answer", async () => {
    for (const path of ["strike.json", "theory.json?hand=9&delay=1", "strike.json?hand=0&x=nan&y=1&delay=1e9", "nothing.json"]) {
        assert.equal((await fetch(program.url + path)).status, 404, path);
    }
    const odd = await (await fetch(`${program.url}strike.json?hand=0&x=-1&y=5&delay=1`)).json();
    assert.match(odd.refused, /coupling.damping is -1/);
    assert.equal((await fetch(`${program.url}map.json`, { headers: { Origin: "http://elsewhere.example" } })).status, 403);
    assert.equal((await fetch(`${program.url}map.json`, { method: "POST" })).status, 405);
});
