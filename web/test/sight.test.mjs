// SPDX-License-Identifier: MIT
// What stays in sight, what goes out of the way, and what is not there because it has nothing to say.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { distance, findOnScreen, getView, openLayers, pause, until, waitForView } from "./actions.mjs";
import { Cubes, STEP, makeSix } from "./cubes.mjs";
import { Haptic } from "./haptic.mjs";
import { startMock } from "./mock_server.mjs";
import { runProgram, startProgram } from "./program.mjs";
import { test } from "./suite.mjs";
import { leave, visit } from "./visit.mjs";

const SPEED = 0.2; // m/s, of a block that travels: out of the first picture in two seconds

async function open(t, options) {
    const { page, server: mock } = await visit((port) => startMock({ ...options, port }));
    t.after(() => mock.stop());
    return { page, mock };
}

/**
 * Two blocks on a floor; the first one travels along `way`, the second one along `other` times that.
 * Nothing touches.
 */
class Walk extends Cubes {
    constructor(camera = null, way = [1, 0], other = 0) {
        super([
            [0, 0, 0.05],
            [0.3, 0.3, 0.05],
        ]);
        this.camera = camera;
        this.way = way;
        this.other = other;
    }

    scene(name, scenes) {
        return { ...super.scene(name, scenes), camera: this.camera };
    }

    step() {
        this.time += STEP;
        this.steps++;
        this.cubes.forEach((cube, i) => {
            const speed = SPEED * (i === 0 ? 1 : this.other);
            this.way.forEach((share, k) => {
                cube.x[k] = this.places[i][k] + share * speed * this.time;
                cube.v[k] = share * speed;
            });
        });
    }
}

/** Is a body in the picture? */
async function isInSight(page, name) {
    const frame = await page.locator("#stage").boundingBox();
    const { x, y } = await findOnScreen(page, name);
    const isWithin = (at, from, size) => at > from && at < from + size;
    return isWithin(x, frame.x, frame.width) && isWithin(y, frame.y, frame.height);
}

test("what travels stays in the picture, with what it left", { timeout: 400000 }, async (t) => {
    const { page } = await open(t, { world: new Walk() });
    const first = await page.evaluate(() => window.volar.cameraPosition);
    await until(page, () => window.volar.view.time > 3);
    await pause(1500); // the camera needs some pictures
    assert.ok(await isInSight(page, "block 1"));
    assert.ok(await isInSight(page, "block 2"));
    const now = await page.evaluate(() => window.volar.cameraPosition);
    assert.ok(distance(first, now) > 0.1, `${first} ${now}`);
});

/** One block that goes faster and faster, as down a long slope; in the end it is far outside the scene. */
class Sledge extends Cubes {
    constructor() {
        super([[0, 0, 0.05]]);
    }

    step() {
        this.time += STEP;
        this.steps++;
        const [cube] = this.cubes;
        cube.v[0] = -1.2 * this.time;
        cube.x[0] = -0.6 * this.time ** 2;
    }
}

test("the camera is as fast as what it goes along with", { timeout: 400000 }, async (t) => {
    const { page } = await open(t, { world: new Sledge() });
    const { time } = await getView(page);
    await until(page, (start) => window.volar.view.time > start + 6, time);
    const way = await page.evaluate(() => window.volar.bodyPosition("block 1"));
    assert.ok(way[0] < -20, `${way}`);
    assert.ok(await isInSight(page, "block 1"));
});

/** Two blocks; the first one falls for ever, the second one never moves. */
class Fall extends Walk {
    scene(name, scenes) {
        const scene = super.scene(name, scenes);
        scene.bodies[2].type = "static";
        return scene;
    }

    step() {
        this.time += STEP;
        this.steps++;
        const [cube] = this.cubes;
        cube.x[2] = 0.05 - 0.5 * this.time ** 2;
        cube.hasLeft = this.time > 4;
    }
}

test("the camera comes back when everything that moved is gone", { timeout: 400000 }, async (t) => {
    const { page } = await open(t, { world: new Fall() });
    await until(page, () => window.volar.view.time > 3.5);
    assert.ok(await isInSight(page, "block 1"));
    await until(page, () => window.volar.view.time > 6);
    await pause(1500);
    assert.ok(await isInSight(page, "block 2"));
    assert.ok(!(await isInSight(page, "block 1")));
});

test("the camera goes back before what comes towards it", { timeout: 400000 }, async (t) => {
    // Towards the camera, which looks from the right and from the front.
    const { page } = await open(t, { world: new Walk(null, [2.1, -3.4], 1) });
    const findWay = async () =>
        distance(
            await page.evaluate(() => window.volar.cameraPosition),
            await page.evaluate(() => window.volar.bodyPosition("block 1")),
        );
    const first = await findWay();
    const { time } = await getView(page);
    await until(page, (start) => window.volar.view.time > start + 7, time);
    const now = await findWay();
    // Both have gone more than five metres, four times as far as they were from the camera. It lags by
    // what they go in its time of half a second.
    assert.ok(now > 0.3 * first && now < 1.6 * first, `${first} ${now}`);
    assert.ok((await isInSight(page, "block 1")) && (await isInSight(page, "block 2")));
});

test("the camera fetches nothing that the user left outside", { timeout: 400000 }, async (t) => {
    const world = new Walk(null, [0, 0]);
    world.places[0] = [-0.4, 0, 0.05];
    const { page } = await open(t, { world });
    const { x, y } = await findOnScreen(page, "block 2");
    await page.mouse.click(x, y);
    await until(page, () => window.volar.selected === "block 2");
    await page.keyboard.press("f"); // looks at one block, the other is outside
    await pause(1000);
    assert.ok(!(await isInSight(page, "block 1")));
    world.way = [-5, 0]; // it goes on
    const before = await page.evaluate(() => window.volar.cameraPosition);
    await pause(1000);
    const after = await page.evaluate(() => window.volar.cameraPosition);
    assert.ok(distance(before, after) < 1e-6, `${before} ${after}`);
    // The same after the wheel: blocks that it put outside stay there.
    world.way = [0, 0];
    await page.keyboard.press("r");
    await page.keyboard.press("4");
    await pause(600);
    await page.mouse.move(450, 700); // on the floor, away from the blocks
    await page.mouse.wheel(0, -2000);
    await pause(800);
    const near = await page.evaluate(() => window.volar.cameraDistance);
    assert.ok(!(await isInSight(page, "block 2")));
    await pause(800);
    const later = await page.evaluate(() => window.volar.cameraDistance);
    assert.ok(Math.abs(later / near - 1) < 1e-3, `${near} ${later}`);
});

test("a scene says which body the camera follows", { timeout: 400000 }, async (t) => {
    const { page } = await open(t, { world: new Walk({ follow: 1 }) });
    assert.equal(await page.getAttribute("#follow", "aria-pressed"), "true");
    const before = await findOnScreen(page, "block 1");
    const { time } = await getView(page);
    await until(page, (start) => window.volar.view.time > start + 1.5, time);
    const after = await findOnScreen(page, "block 1");
    // The camera has gone on for a third of a metre, the block is where it was.
    assert.ok(Math.hypot(after.x - before.x, after.y - before.y) < 3, JSON.stringify([before, after]));
    await page.keyboard.press("v");
    assert.equal(await page.getAttribute("#follow", "aria-pressed"), "false");
});

test("the hint goes with the first use, for good", { timeout: 400000 }, async (t) => {
    leave(); // this test needs a page that nobody has used
    t.after(leave); // and others one with the hint
    const { page } = await open(t, {});
    const isShown = () => page.$eval("#hint", (e) => !e.hidden && !e.classList.contains("is-gone"));
    assert.ok(await isShown());
    await page.mouse.move(480, 90);
    await page.mouse.down();
    await page.mouse.move(520, 100, { steps: 2 });
    await page.mouse.up();
    assert.ok(!(await isShown()));
    await page.reload();
    await waitForView(page);
    assert.ok(!(await isShown()));
});

test("the description folds before it covers a body", { timeout: 400000 }, async (t) => {
    const world = makeSix();
    const scene = world.scene.bind(world);
    const look = (x, z) => ({ position: [x, -4, z], target: [x, 0, z] });
    let camera = look(0.1, 0.2);
    world.scene = (...names) => ({ ...scene(...names), camera });
    const { page, mock } = await open(t, { world });
    await until(page, () => window.volar.view.time > 1); // the falling block has arrived
    const isOpen = () => page.$eval("#about", (e) => e.open);
    await pause(1000);
    assert.ok(await isOpen());
    assert.equal(await page.textContent("#scene-text"), "Blocks fall on a floor and stand.");
    camera = look(1.2, -0.75); // the blocks are at the upper left now
    mock.sendAll(JSON.stringify(world.scene("moved", [])));
    await until(page, () => !document.querySelector("#about").open);
    // Opened by the user it stays open.
    await page.click("#about summary");
    await pause(1000);
    assert.ok(await isOpen());
});

test("a missed deadline is loud only if a real hand may feel it", { timeout: 400000 }, async (t) => {
    const flags = { simulated: 0, connected: 8 };
    for (const [name, flag] of Object.entries(flags)) {
        const { page, mock } = await open(t, { world: new Haptic({ flags: flag }), missed: 7 });
        await until(page, () => document.querySelector("[data-status=missed]").textContent === "7");
        const isLoud = await page.$$eval("[data-status=missed], h3 [data-timing=missed]", (all) =>
            all.map((each) => each.classList.contains("is-bad")),
        );
        assert.deepEqual(isLoud, [flag > 0, flag > 0], name);
        await mock.stop();
    }
});

test("plots of nothing are not there", { timeout: 400000 }, async (t) => {
    const world = new Walk();
    const { page } = await open(t, { world });
    await until(page, () => window.volar.plots.samples > 5);
    const isHidden = (name) => page.$eval(`[data-plot=${name}]`, (e) => e.hidden);
    await until(page, () => !document.querySelector("[data-plot=energy]").hidden);
    assert.ok((await isHidden("force")) && (await isHidden("depth")) && (await isHidden("laws")));
    // The second block begins to touch the floor.
    world.contacts = [
        {
            bodyA: 0,
            bodyB: 2,
            mode: 1,
            depth: 1e-4,
            area: 0.01,
            centre: [0.3, 0.3, 0],
            corners: [],
            normal: 5,
            friction: [0, 0, 0],
        },
    ];
    await until(page, () => !document.querySelector("[data-plot=force]").hidden);
    await until(page, () => !document.querySelector("[data-plot=depth]").hidden);
    assert.ok(await isHidden("laws"));
    // Nothing is drawn before the first second that was seen.
    const text = await page.$eval("[data-plot=force] .readings", (e) => e.textContent);
    assert.match(text, /5\.00.N/);
});

test("a scene that is loading says so", { timeout: 400000 }, async (t) => {
    const world = makeSix();
    const { page, mock } = await open(t, { world, name: "mock", scenes: ["mock", "other", "bad"] });
    const isHidden = () => document.querySelector("#message").hidden;
    await until(page, isHidden);
    await page.selectOption("#scene", "other");
    assert.equal(await page.textContent("#message h2"), "Loading other …");
    assert.equal(await page.getAttribute("#message", "data-state"), "loading");
    // Views of the scene before still come, and are not what was asked for.
    const { views } = await page.evaluate(() => window.volar.counts);
    await until(page, (count) => window.volar.counts.views > count + 5, views);
    assert.ok(!(await page.evaluate(isHidden)));
    assert.equal(await page.textContent("#link span"), "Loading");
    mock.sendAll(JSON.stringify(world.scene("other", ["mock", "other", "bad"])));
    await until(page, isHidden);
    assert.equal(await page.$eval("#scene", (e) => e.value), "other");
    // A scene that cannot be loaded: the sentence says why, and the list the truth.
    await page.selectOption("#scene", "bad");
    mock.sendAll('{"type":"notice","text":"bad: not a scene"}');
    await until(page, isHidden);
    assert.equal(await page.$eval("#scene", (e) => e.value), "other");
    assert.deepEqual(mock.received, [
        { type: "scene", name: "other" },
        { type: "scene", name: "bad" },
    ]);
});

test("no arrow exceeds a third of the picture", { timeout: 400000 }, async (t) => {
    const { page } = await open(t, {});
    await until(page, () => window.volar.longestArrow > 0);
    const usual = await page.evaluate(() => window.volar.longestArrow);
    assert.ok(usual < 1 / 3, `${usual}`);
    await openLayers(page);
    await page.fill("#layers .scale input", "1"); // ten times as long, if there were room
    const { frames } = await page.evaluate(() => window.volar.counts);
    await until(page, (drawn) => window.volar.counts.frames > drawn + 1, frames);
    const longest = await page.evaluate(() => window.volar.longestArrow);
    assert.ok(longest > 1.2 * usual && longest < 1 / 3 + 1e-6, `${usual} ${longest}`);
    await page.fill("#layers .scale input", "0");
});

test("a picture in which nothing moves is drawn finely", { timeout: 400000 }, async (t) => {
    const { page } = await open(t, { world: new Walk() });
    const { pixelRatio } = await page.evaluate(() => window.volar);
    assert.equal(pixelRatio, 0.6); // the cheapest picture
    await page.keyboard.press(" ");
    await until(page, () => window.volar.view.paused && window.volar.pixelRatio === 1);
    await page.keyboard.press(" ");
    await until(page, () => !window.volar.view.paused && window.volar.pixelRatio === 0.6);
});

test("a mesh has a page about itself", { timeout: 400000 }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "volar-mesh-"));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, "gear.stl");
    runProgram(["mesh", "make", "gear", file]);
    const args = ["mesh", "view", file, "--no-cache"];
    const { page, server } = await visit((port) => startProgram(args, port));
    t.after(() => server.stop());
    const [mesh, pieces] = await page.$$eval("#shapes .shapes > div", (all) =>
        all.map((each) => each.innerText.replace(/\s+/g, " ")),
    );
    assert.match(mesh, /^mesh Consists of 192 triangles Size [\d.]+ × [\d.]+ × [\d.]+ mm Volume [\d.]+ [cm]m³$/);
    assert.match(pieces, /^pieces Consists of \d+ convex pieces Size .* Off the mesh (nothing|at most [\d.]+ .?m)$/);
    for (const part of ["#status", "#plots", "#parameters", ".transport", "#follow"]) {
        assert.ok(await page.isHidden(part), part);
    }
    assert.equal(await page.textContent("#link span"), "Viewing");
    assert.ok(await page.isChecked("input[name=pieceColours]"));
    assert.match(await page.textContent("#scene-text"), /^gear\.stl: on the left/);
    const pull = await page.$eval("#hint .of-motion", (e) => getComputedStyle(e).display);
    assert.equal(pull, "none");
    // The scale bar is as long as it says.
    const { text, width } = await page.$eval("#scale-bar", (e) => ({
        text: e.textContent,
        width: e.getBoundingClientRect().width,
    }));
    const said = Number.parseFloat(text) * (text.endsWith("cm") ? 0.01 : 0.001);
    const [a, b] = await page.evaluate(() => [
        window.volar.bodyScreenPosition("mesh"),
        window.volar.bodyScreenPosition("pieces"),
    ]);
    const [p, q] = await page.evaluate(() => [
        window.volar.bodyPosition("mesh"),
        window.volar.bodyPosition("pieces"),
    ]);
    const perMetre = Math.hypot(a.x - b.x, a.y - b.y) / distance(p, q);
    assert.ok(Math.abs(width / perMetre / said - 1) < 0.1, `${text} is ${width} px`);
    assert.deepEqual(page.complaints, []);
});

test("a device that feels formations shows contacts and force", { timeout: 400000 }, async (t) => {
    const { page, server } = await visit((port) => startProgram(["run", "corner"], port));
    t.after(() => server.stop());
    await until(page, () => window.volar.view.contactCount > 0 && window.volar.view.normalForce > 0.1);
    await until(page, () => Number(document.querySelector("[data-status=contacts]").textContent) > 0);
    await until(page, () => !document.querySelector("[data-plot=force]").hidden);
    assert.deepEqual(page.complaints, []);
});
