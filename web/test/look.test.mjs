// SPDX-License-Identifier: MIT
// What the picture looks like: faint hidden areas, shading, patterns, arrows, contrast, first camera.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compare, findOnScreen, openLayers, readPixels, until } from "./actions.mjs";
import { runProgram, startProgram } from "./program.mjs";
import { after, before, test } from "./suite.mjs";
import { leave, visit } from "./visit.mjs";

const FLOOR = "  - {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n";
const HEAD = (name, camera) =>
    `volar: 1\nname: ${name}\n${camera ? `camera: {${camera}}\n` : ""}bodies:\n`;
const ABOVE = "position: [0, -0.01, 1.2], target: [0, 0, 0]";

const SCENES = {
    // A white box that hides the area it rests on from a camera above it.
    hidden:
        HEAD("hidden", ABOVE) +
        FLOOR +
        "  - {name: box, shape: {box: {size: [0.5, 0.5, 0.1]}}, position: [0, 0, 0.05], colour: \"#ffffff\"}\n",
    // A small block far behind a wall, and one that leans on it from behind.
    behind:
        HEAD("behind", "position: [0, -3, 0.4], target: [0, 0, 0.3]") +
        FLOOR +
        "  - {name: wall, type: static, shape: {box: {size: [2, 0.05, 0.8]}}, position: [0, -0.5, 0.4]}\n" +
        "  - {name: far, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [-0.4, 0.8, 0.05]}\n" +
        "  - {name: near, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [0.4, -0.424, 0.05]}\n",
    // Two balls that nothing touches, one of them spinning.
    round:
        HEAD("round", "position: [0, -2, 0], target: [0, 0, 0]").replace(
            "bodies:",
            "world: {gravity: [0, 0, 0]}\nbodies:",
        ) +
        "  - {name: spins, shape: {sphere: {radius: 0.3}}, position: [-0.4, 0, 0], angular-velocity: [0, 0, 3]}\n" +
        "  - {name: rests, shape: {sphere: {radius: 0.3}}, position: [0.4, 0, 0]}\n",
    // A plate that spins for two minutes.
    plate:
        HEAD("plate", "position: [0, -1.2, 0.8], target: [0, 0, 0]").replace(
            "bodies:",
            "world: {surface: {friction: 0.02}}\nbodies:",
        ) +
        FLOOR +
        "  - {name: plate, shape: {cylinder: {radius: 0.2, height: 0.05}}, position: [0, 0, 0.025], angular-velocity: [0, 0, 150]}\n",
    dark:
        HEAD("dark", "position: [0, -1.2, 0.4], target: [0, 0, 0.2]") +
        "  - {name: rod, type: static, shape: {box: {size: [0.6, 0.05, 0.05]}}, position: [0, 0, 0.2], colour: \"#101216\"}\n",
    // Two boxes that are one body, and a torus as a mesh.
    pieces:
        HEAD("pieces", "position: [0, -1.2, 0], target: [0, 0, 0]").replace(
            "bodies:",
            "world: {integrator: implicit, gravity: [0, 0, 0]}\nbodies:",
        ) +
        "  - {name: pair, type: static, shape: {compound: [{shape: {box: {size: [0.2, 0.2, 0.2]}}, position: [-0.12, 0, 0]}," +
        " {shape: {box: {size: [0.2, 0.2, 0.2]}}, position: [0.12, 0, 0]}]}, colour: \"#808080\"}\n" +
        "  - {name: ring, shape: {mesh: {make: torus, as: surface}}, position: [0.4, 0, 0.3]}\n",
    // A spoon as a mesh that comes to lie on a floor, seen from above.
    mesh:
        HEAD("mesh", "position: [0, -0.02, 0.35], target: [0, 0, 0]").replace(
            "bodies:",
            "world: {integrator: implicit, surface: {foundation: 2.0e9, contact-distance: 0.001}}\nbodies:",
        ) +
        FLOOR +
        "  - {name: spoon, shape: {mesh: {make: spoon, as: surface, spacing: 0.001}}, mass: 0.03," +
        " position: [0, 0, 0.01], rotation: {axis: [1, 0, 0], degrees: 90}, colour: \"#808080\"}\n",
    // Bodies far apart, and a camera that sees one of them.
    wide:
        HEAD("wide", "position: [0, -1, 0.5], target: [0, 0, 0]") +
        FLOOR +
        [-20, 0, 3, 15]
            .map(
                (x, i) =>
                    `  - {name: b${i}, shape: {box: {size: [0.2, 0.2, 0.2]}}, position: [${x}, ${2 * i}, 0.1]}\n`,
            )
            .join(""),
};

let folder = null;

before(async () => {
    folder = await mkdtemp(join(tmpdir(), "volar-look-"));
    for (const [name, text] of Object.entries(SCENES)) {
        await writeFile(join(folder, `${name}.yaml`), text);
    }
});

after(() => rm(folder, { recursive: true, force: true }));

/** The page with a program that is stopped after the test; `scene` is one of ours or built in. */
function open(t, scene) {
    return openRun(t, ["run", scene in SCENES ? join(folder, `${scene}.yaml`) : scene]);
}

async function openRun(t, args) {
    const { page, server } = await visit((port) => startProgram(args, port));
    t.after(() => server.stop());
    return page;
}

async function stop(page) {
    await page.evaluate(() => document.activeElement.blur()); // a switch that has the focus would take the key
    await page.keyboard.press("Space");
    await until(page, () => window.volar.view.paused);
    await page.waitForTimeout(400); // until a gliding camera is at rest
}

function brightness(pixels, i) {
    return (pixels[4 * i] + pixels[4 * i + 1] + pixels[4 * i + 2]) / 3;
}

test("a hidden contact area is faint, with a thin outline", { timeout: 400000 }, async (t) => {
    const page = await open(t, "hidden");
    await openLayers(page);
    for (const layer of ["outlines", "normals", "frictions", "frictionTorques", "centres"]) {
        await page.uncheck(`input[name=${layer}]`);
    }
    await until(page, () => window.volar.view.contactCount > 0);
    await stop(page);
    const middle = await findOnScreen(page, "box");
    const shown = await readPixels(page, middle, 40);
    await page.uncheck("input[name=patches]");
    const bare = await readPixels(page, middle, 40);
    // A white face and a dark area of opacity 0.2 differ by 40 or 50 of 255; of 0.95, by 200.
    const difference = Math.abs(brightness(shown, 820) - brightness(bare, 820));
    assert.ok(difference > 10 && difference < 80, `${difference}`);
    const before = await readPixels(page, middle, 300);
    await page.check("input[name=outlines]");
    const share = compare(before, await readPixels(page, middle, 300));
    assert.ok(share > 0.002 && share < 0.1, `${share}`); // lines, not faces
});

test("round bodies are smooth, and a pattern shows their spin", { timeout: 400000 }, async (t) => {
    const page = await open(t, "round");
    const rests = await findOnScreen(page, "rests");
    const size = 120; // well inside the ball
    const pixels = await readPixels(page, rests, size);
    // Shades along each of some lines. With facets, a line would cross about eight of one shade each, and
    // the pattern would double a few: 7 to 10 were counted. Smooth light changes all along: 28 to 44.
    for (const row of [10, 34, 58, 82, 106]) {
        const line = Array.from({ length: size }, (_, i) => brightness(pixels, row * size + i));
        const shades = new Set(line).size;
        assert.ok(shades >= 18, `${shades} shades in line ${row}`);
    }
    const spins = await findOnScreen(page, "spins");
    spins.x -= 30; // in the middle of a field: the borders run through the centre
    spins.y -= 30;
    const seen = [];
    const spread = () => Math.max(...seen) - Math.min(...seen);
    for (let i = 0; i < 25 && !(spread() > 12); i++) { // a picture takes long: no more than are needed
        seen.push(brightness(await readPixels(page, spins, 1), 0));
        await page.waitForTimeout(90);
    }
    assert.ok(spread() > 12, seen.join(" "));
});

test("pieces have colours of their own, and are drawn apart", { timeout: 400000 }, async (t) => {
    const page = await open(t, "pieces");
    const middle = await findOnScreen(page, "pair");
    const look = () => readPixels(page, middle, 400);
    const layer = (name) => page.evaluate((n) => document.querySelector(`input[name=${n}]`).click(), name);
    // Share of pixels in which one of two bytes is larger by far.
    const share = (pixels, one, other) => {
        let count = 0;
        for (let i = 0; i < pixels.length; i += 4) {
            count += pixels[i + one] > pixels[i + other] + 30 ? 1 : 0;
        }
        return count / (pixels.length / 4);
    };
    // Pixels are filled only every two seconds (browser.mjs).
    const wait = async (isSo) => {
        let pixels = await look();
        for (let i = 0; i < 25 && !isSo(pixels); i++) {
            await page.waitForTimeout(200);
            pixels = await look();
        }
        return pixels;
    };
    const areTwo = (pixels) => share(pixels, 0, 1) > 0.02 && share(pixels, 1, 0) > 0.02;
    assert.ok(!areTwo(await look()), "one colour");
    await layer("pieceColours");
    const together = await wait(areTwo);
    assert.ok(areTwo(together), "red and green");
    await layer("exploded");
    const hasMoved = (pixels) => compare(pixels, together) > 0.05;
    assert.ok(hasMoved(await wait(hasMoved)), "apart");
});

/** Switches the mesh levels on, and checks what they show. */
async function checkLevels(page) {
    const middle = await findOnScreen(page, "spoon");
    await until(page, () => window.volar.levels.near > 0);
    const before = await page.evaluate(() => window.volar.levels);
    assert.equal(before.drawn, 0);
    const plain = await readPixels(page, middle, 200);
    await page.check("input[name=levels]");
    await until(page, () => window.volar.levels.drawn > 0);
    const { near, sent, drawn, range } = await page.evaluate(() => window.volar.levels);
    assert.equal(drawn, sent);
    assert.ok(sent <= near && sent <= 1024, `${sent} of ${near}`);
    // No patch is wider than the spacing of 1 mm, and where samples are merged they differ.
    assert.ok(range.least > 0 && range.most < 1e-3 && range.most > 1.2 * range.least);
    // The grey spoon has the colours of its patches, the floor around it has not changed.
    const share = compare(plain, await readPixels(page, middle, 200));
    assert.ok(share > 0.02 && share < 0.8, `${share}`);
    const ticks = await page.$$eval(".level-ticks span", (all) => all.map((e) => e.textContent));
    ticks.forEach((text) => assert.match(text, /^[\d.]+ µm$/));
    await until(page, () => Number(document.querySelector(".level-count").textContent) > 0);
    assert.deepEqual(page.complaints, []);
}

test("a mesh has the colours of its patches, and samples that are near are dots", { timeout: 400000 }, async (t) => {
    const page = await open(t, "mesh");
    await openLayers(page);
    await until(page, () => window.volar.levels.near > 0);
    await stop(page);
    await checkLevels(page);
    await page.uncheck("input[name=levels]");
    await until(page, () => window.volar.levels.drawn === 0);
});

test("a recording shows mesh levels too", { timeout: 400000 }, async (t) => {
    const record = join(folder, "mesh.vlr");
    const scene = join(folder, "mesh.yaml");
    runProgram(["run", scene, "--seconds", "0.4", "--fast", "--no-viewer", "--record", record]);
    const page = await openRun(t, ["replay", record]);
    await openLayers(page);
    await until(page, () => window.volar.view.playback && window.volar.view.paused);
    await checkLevels(page);
});

test("contacts far behind a wall are not drawn on it", { timeout: 400000 }, async (t) => {
    const page = await open(t, "behind");
    await openLayers(page);
    await until(page, () => window.volar.view.contactCount === 2 && window.volar.view.normalForce > 15);
    await stop(page);
    const names = ["patches", "outlines", "normals", "centres"];
    const look = async () => [
        await readPixels(page, await findOnScreen(page, "far"), 40),
        await readPixels(page, await findOnScreen(page, "near"), 40),
    ];
    const shown = await look();
    for (const name of names) {
        await page.uncheck(`input[name=${name}]`);
    }
    const bare = await look();
    const [far, near] = shown.map((picture, i) => compare(picture, bare[i]));
    assert.equal(far, 0);
    assert.ok(near > 0.02, `${near}`);
});

test("a torque of friction has its arrow", { timeout: 400000 }, async (t) => {
    const page = await open(t, "plate");
    await openLayers(page);
    await until(page, () => window.volar.view.contactCount > 0);
    await stop(page);
    const frame = await page.locator("#stage").boundingBox();
    const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
    const shown = await readPixels(page, middle, 500);
    await page.uncheck("input[name=frictionTorques]");
    const share = compare(shown, await readPixels(page, middle, 500));
    assert.ok(share > 0.0005, `${share}`);
});

test("a dark body stands out from a dark ground", { timeout: 400000 }, async (t) => {
    const page = await open(t, "dark");
    const rod = await findOnScreen(page, "rod");
    const face = await readPixels(page, rod, 3);
    const ground = await readPixels(page, { x: rod.x, y: rod.y - 60 }, 3);
    const difference = brightness(face, 4) - brightness(ground, 4);
    assert.ok(difference > 20, `${difference}`);
});

test("the first camera shows everything", { timeout: 400000 }, async (t) => {
    leave(); // this test needs a new page
    const page = await open(t, "wide");
    const frame = await page.locator("#stage").boundingBox();
    for (let i = 0; i < 4; i++) {
        const { x, y } = await findOnScreen(page, `b${i}`);
        assert.ok(x > frame.x && x < frame.x + frame.width, `b${i} at ${x}`);
        assert.ok(y > frame.y && y < frame.y + frame.height, `b${i} at ${y}`);
    }
});

test("a picture of another size is drawn at once", { timeout: 400000 }, async (t) => {
    const page = await open(t, "stack");
    t.after(leave);
    await page.evaluate(() => {
        window.requestAnimationFrame = () => 0; // no further frames
    });
    await page.waitForTimeout(300);
    await page.setViewportSize({ width: 1000, height: 640 });
    await page.waitForTimeout(300);
    // Different colours in the middle of what the browser shows; an empty canvas has one.
    const frame = await page.locator("#stage").boundingBox();
    const clip = { x: frame.x + 100, y: frame.y + 200, width: 300, height: 200 };
    const image = (await page.screenshot({ clip })).toString("base64");
    const colours = await page.evaluate(async (data) => {
        const picture = new Image();
        picture.src = `data:image/png;base64,${data}`;
        await picture.decode();
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const context = canvas.getContext("2d");
        context.drawImage(picture, 0, 0);
        const { data: bytes } = context.getImageData(0, 0, picture.width, picture.height);
        return new Set(new Uint32Array(bytes.buffer)).size;
    }, image);
    assert.ok(colours > 20, `${colours} colours`);
});

test("plots forget the range of the last scene", { timeout: 400000 }, async (t) => {
    const page = await open(t, "wall");
    await until(page, () => window.volar.plots.tops[0] > 100);
    await page.selectOption("#scene", "pendulum");
    await until(page, () => window.volar.sceneName === "pendulum" && window.volar.plots.samples > 3);
    const { tops } = await page.evaluate(() => window.volar.plots);
    assert.ok(tops[0] < 1, `${tops}`); // no contact at all, and still a scale
    assert.ok(tops.every((top) => top > 0));
});

test("a ghost where its body is has no faces", { timeout: 400000 }, async (t) => {
    const page = await open(t, "blocks");
    await until(page, () => window.volar.ghostFills[0] !== null);
    await stop(page);
    assert.deepEqual(await page.evaluate(() => window.volar.ghostFills), [0]);
});

test("what has the keyboard has a frame", { timeout: 400000 }, async (t) => {
    const page = await open(t, "stack");
    for (let i = 0; i < 8; i++) {
        await page.keyboard.press("Tab");
        const { name, outline } = await page.evaluate(() => {
            const element = document.activeElement;
            // The label of a switch has the frame.
            const seen = element.matches("input") ? (element.nextElementSibling ?? element) : element;
            return {
                name: `${element.tagName} ${element.id}`,
                outline: [element, seen].map((e) => getComputedStyle(e).outlineStyle),
            };
        });
        assert.ok(outline.includes("solid"), `${name}: ${outline}`);
    }
    await page.click("#stage", { position: { x: 300, y: 500 } });
    const style = () => page.$eval("#stage", (e) => getComputedStyle(e).outlineStyle);
    assert.equal(await style(), "none");
    await page.focus("#stage");
    await page.keyboard.press("1"); // a key that does something, not one that goes about
    assert.equal(await style(), "none");
});
