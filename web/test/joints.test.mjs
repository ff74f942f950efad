// SPDX-License-Identifier: MIT
// Joints, bodies asleep and the implicit integrator's numbers: a made-up machine, then the program.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compare, findOnScreen, openLayers, readPixels, until } from "./actions.mjs";
import { makeSix } from "./cubes.mjs";
import { MACHINE } from "./machine.mjs";
import { startMock } from "./mock_server.mjs";
import { runProgram, startProgram } from "./program.mjs";
import { Rig } from "./rig.mjs";
import { test } from "./suite.mjs";
import { visit } from "./visit.mjs";

const MOMENT = 0.4; // s

/** The page on a machine that rests in one pose, so that pictures can be compared. */
async function open(t, world, isCrowd = false) {
    const { page, server: mock } = await visit((port) => startMock({ world, isCrowd, port }));
    t.after(() => mock.stop());
    await page.keyboard.press("Space");
    await until(page, () => window.volar.view.paused);
    world.time = MOMENT;
    world.step();
    await until(page, (time) => Math.abs(window.volar.view.time - time) < 1e-6, world.time);
    await openLayers(page);
    return { mock, page };
}

const findJoint = (page, name) =>
    page.evaluate((n) => window.volar.jointScreenPosition(n), name);

const textOf = (page, field) => page.textContent(`#joint [data-field=${field}]`);

test("each type of joint is drawn, and can be switched off", { timeout: 400000 }, async (t) => {
    const { page } = await open(t, new Rig());
    const names = await page.evaluate(() => window.volar.jointNames());
    assert.equal(names.length, 8);
    const look = async (some) => {
        const pictures = [];
        for (const name of some) {
            pictures.push(await readPixels(page, await findJoint(page, name), 24));
        }
        return pictures;
    };
    await page.uncheck("input[name=jointForces]");
    await page.uncheck("input[name=jointTorques]");
    const shown = await look(names);
    await page.uncheck("input[name=joints]");
    const bare = await look(names);
    // The dot alone would be 18 of 24 x 24 pixels, 3%.
    names.forEach((name, i) => assert.ok(compare(shown[i], bare[i]) > 0.04, name));
    // Arrows of the hinge, the slider and the ball, which has no torque. One covers a line of two
    // pixels from the middle to the border, 4% of 24 x 24; without arrows pictures are the same.
    const some = names.slice(0, 3);
    const again = await look(some);
    some.forEach((name, i) => assert.ok(compare(again[i], bare[i]) < 0.01, name));
    await page.check("input[name=jointForces]");
    const forces = await look(some);
    some.forEach((name, i) => {
        const share = compare(forces[i], bare[i]);
        assert.ok(share > 0.03, `${name}: ${share}`);
    });
    await page.uncheck("input[name=jointForces]");
    await page.check("input[name=jointTorques]");
    const torques = await look(some);
    assert.deepEqual(
        some.map((_, i) => compare(torques[i], bare[i]) > 0.02),
        [true, true, false],
    );
    assert.deepEqual(page.complaints, []);
});

/** Clicks a joint until it is selected: on a loaded machine it may have moved before the click. */
async function clickJoint(page, name) {
    for (let tries = 0; tries < 12; ++tries) {
        const { x, y } = await findJoint(page, name);
        await page.mouse.click(x, y);
        const deadline = Date.now() + 4000;
        while (Date.now() < deadline) {
            if ((await page.evaluate(() => window.volar.selectedJoint)) === name) {
                return;
            }
            await page.waitForTimeout(50);
        }
    }
    assert.fail(`${name} cannot be selected`);
}

test("a joint's numbers are there at a click", { timeout: 400000 }, async (t) => {
    const { mock, page } = await open(t, new Rig());
    await page.click("#layers summary"); // the legend may lie over the joint
    await clickJoint(page, "hinge 0");
    assert.equal(await page.evaluate(() => window.volar.selected), null);
    const [joint] = mock.world.joints;
    const angle = (180 / Math.PI) * joint.position[0];
    const shown = (await textOf(page, "position")).replace("\u2212", "-");
    assert.ok(Math.abs(Number.parseFloat(shown) - angle) < 0.06, `${shown} for ${angle}`);
    assert.match(await textOf(page, "limits"), /34\.4° … 68\.8°/);
    assert.match(await textOf(page, "force"), /4\.90.N$/);
    assert.match(await textOf(page, "give"), /2\.00.µm +10\.0.µrad/);
    assert.deepEqual(
        [await textOf(page, "type"), await textOf(page, "bodyA"), await textOf(page, "bodyB")],
        ["hinge", "world", "block 1"],
    );
    await page.selectOption("#joint select", { label: "slider 1" });
    assert.equal(await page.evaluate(() => window.volar.selectedJoint), "slider 1");
    assert.match(await textOf(page, "position"), /m$/);
    await page.focus("#stage");
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => window.volar.selectedJoint), null);
});

test("a body asleep is drawn dull", { timeout: 400000 }, async (t) => {
    const { mock, page } = await open(t, new Rig());
    for (const name of ["joints", "jointForces", "jointTorques"]) {
        await page.uncheck(`input[name=${name}]`);
    }
    const place = await findOnScreen(page, "block 8");
    const colourfulness = (pixels) => {
        let sum = 0;
        for (let i = 0; i < pixels.length; i += 4) {
            const [r, g, b] = pixels.slice(i, i + 3);
            sum += Math.max(r, g, b) - Math.min(r, g, b);
        }
        return sum / (pixels.length / 4);
    };
    const asleep = colourfulness(await readPixels(page, place, 8));
    mock.world.cubes[7].isAsleep = false;
    mock.world.solver.asleepBodies = 0;
    await until(page, () => window.volar.view.asleepBodies === 0);
    // The picture changes only every two seconds (browser.mjs).
    let awake = 0;
    for (let i = 0; i < 100 && asleep >= 0.7 * awake; ++i) {
        await page.waitForTimeout(100);
        awake = colourfulness(await readPixels(page, place, 8));
    }
    assert.ok(asleep < 0.7 * awake, `${asleep} against ${awake}`);
});

test("the solver's numbers show where there are any", { timeout: 400000 }, async (t) => {
    const { page } = await open(t, new Rig());
    const status = (name) => page.textContent(`[data-status=${name}]`);
    assert.deepEqual(
        [await status("islands"), await status("solves"), await status("asleep")],
        ["7", "2", "1"],
    );
    await page.click("#ledger summary");
    assert.match(await page.textContent("[data-ledger=gravity]"), /1\.25.J/);
    assert.match(await page.textContent("[data-ledger=loss]"), /1\.0e\u22126/);
});

test("the solver's numbers do not show where there are none", { timeout: 400000 }, async (t) => {
    const { page } = await open(t, makeSix());
    const absent = ["[data-status=islands]", "#ledger", "#joint", ".device"];
    for (const selector of [...absent, "input[name=joints]", "input[name=devices]"]) {
        assert.ok(await page.isHidden(selector), selector);
    }
});

test("joints cost little of a picture's time", { timeout: 400000 }, async (t) => {
    const { page } = await open(t, new Rig(25), true);
    assert.equal((await page.evaluate(() => window.volar.view)).jointCount, 200);
    const cost = await page.evaluate(() => window.volar.measureUpdate(30));
    // A 60 Hz picture has 16.7 ms. Measured 1 ms on a slow core for 200 joints.
    assert.ok(cost < 8, `${cost} ms`);
});

/** The machine in a file of its own, and the page on the program that `prepare(file)` says. */
async function openProgram(t, prepare) {
    const folder = await mkdtemp(join(tmpdir(), "volar-machine-"));
    t.after(() => rm(folder, { recursive: true }));
    const file = join(folder, "machine.yaml");
    await writeFile(file, MACHINE);
    const args = prepare(file, folder);
    const { page, server } = await visit((port) => startProgram(args, port));
    t.after(() => server.stop());
    return page;
}

test("the program's joints turn, hold and fall asleep", { timeout: 400000 }, async (t) => {
    const page = await openProgram(t, (file) => ["run", file]);
    assert.deepEqual(await page.evaluate(() => window.volar.jointNames()), [
        "shoulder",
        "wrist",
        "rail",
        "socket",
    ]);
    await page.selectOption("#joint select", { label: "shoulder" });
    const readAngle = async () =>
        Number.parseFloat((await textOf(page, "position")).replace("\u2212", "-"));
    const angles = [];
    for (let i = 0; i < 8; i++) {
        await page.waitForTimeout(250);
        angles.push(await readAngle());
    }
    // A motor that swings by 30 degrees to both sides in 2 s.
    assert.ok(Math.max(...angles) - Math.min(...angles) > 20, String(angles));
    assert.ok(
        angles.every((angle) => Math.abs(angle) < 51),
        String(angles),
    );
    assert.match(await textOf(page, "motorForce"), /N m$/);
    await until(page, () => window.volar.view.asleepBodies === 1);
    assert.equal(await page.textContent("[data-status=asleep]"), "1");
    // The marks follow the drawn bodies, so this one is at the end of the arm.
    const wrist = await findJoint(page, "wrist");
    const arm = await findOnScreen(page, "arm");
    assert.ok(Math.hypot(wrist.x - arm.x, wrist.y - arm.y) > 20);
    assert.deepEqual(page.complaints, []);
});

test("joints are in recordings", { timeout: 400000 }, async (t) => {
    const page = await openProgram(t, (file, folder) => {
        const record = join(folder, "machine.vlr");
        runProgram(["run", file, "--seconds", "1", "--fast", "--no-viewer", "--record", record]);
        return ["replay", record];
    });
    const view = await page.evaluate(() => window.volar.view);
    assert.deepEqual([view.playback, view.jointCount], [true, 4]);
    await page.selectOption("#joint select", { label: "rail" });
    await until(page, () =>
        /m$/.test(document.querySelector("#joint [data-field=position]").textContent),
    );
});
