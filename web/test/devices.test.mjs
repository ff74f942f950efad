// SPDX-License-Identifier: MIT
// Haptic devices: what is shown of them, and the page as a device.
import assert from "node:assert/strict";
import { FLAG_PLAYBACK, HEADER } from "../src/link/layout.js";
import {
    compare,
    distance,
    findOnScreen,
    openLayers,
    pause,
    readPixels,
    until,
} from "./actions.mjs";
import { Haptic } from "./haptic.mjs";
import { startMock } from "./mock_server.mjs";
import { after, before, test } from "./suite.mjs";
import { visit } from "./visit.mjs";

// One server for most tests: the devices are always the same.
let [mock, page] = [null, null];

const SIZE = { width: 1000, height: 640 };

const findDevice = (name) =>
    page.evaluate((n) => window.volar.deviceScreenPosition(n), name);

const textOf = (device, field) =>
    page.textContent(`.device:nth-of-type(${device + 1}) [data-field=${field}]`);

const getSteering = () => page.evaluate(() => window.volar.steering);

/** The last displacement and rotation that the server received. */
const lastSteer = () => mock.received.findLast(({ type }) => type === "steer");

/** Waits until the server has received a steer command for which `wanted` is true. */
async function untilTold(wanted) {
    for (let i = 0; i < 100; i++) {
        const told = lastSteer();
        if (told && wanted(told)) {
            return told;
        }
        await pause(20);
    }
    throw new Error(`last told: ${JSON.stringify(lastSteer())}`);
}

async function takeOver() {
    mock.received.length = 0;
    await page.focus("#stage");
    await page.keyboard.press("d");
    await until(page, () => window.volar.steering?.device === "right");
}

async function giveBack() {
    await page.keyboard.press("Escape");
    await until(page, () => window.volar.steering === null);
    await untilShown();
}

/** Waits until what the server received last is in the picture. */
async function untilShown() {
    const { views, frames } = await page.evaluate(() => window.volar.counts);
    await until(page, ([v, f]) => window.volar.counts.views > v && window.volar.counts.frames > f, [
        views + 5,
        frames + 2,
    ]);
}

/** Where a block is on the screen once the view has come to rest. */
async function settle() {
    let [last, now] = [null, await findOnScreen(page, "block 1")];
    while (last === null || Math.hypot(now.x - last.x, now.y - last.y) > 0.1) {
        await pause(200); // longer than any picture takes
        [last, now] = [now, await findOnScreen(page, "block 1")];
    }
    return now;
}

before(async () => {
    const start = (port) => startMock({ world: new Haptic(), port });
    ({ page, server: mock } = await visit(start, SIZE));
    await until(page, () => document.querySelector("#timing.has-lateness"));
    await openLayers(page);
});

after(() => mock?.stop());

test("a device's numbers are in the panel", { timeout: 400000 }, async () => {
    const { felt, position, heldAt } = mock.world.devices[0].floats;
    assert.equal(await page.textContent(".device .title"), "right");
    assert.equal(await page.textContent(".device .model"), "simulated sigma7");
    const force = await textOf(0, "force");
    assert.ok(Math.abs(Number.parseFloat(force) - Math.hypot(...felt)) < 0.06, force);
    assert.match(force, /N of 20\.0.N$/);
    assert.match(await textOf(0, "forceSent"), /sent 9\.00.N/);
    assert.match(await textOf(0, "torque"), /122.mN m of 400.mN m/);
    const stretch = await textOf(0, "stretch");
    assert.ok(
        Math.abs(Number.parseFloat(stretch) - 1000 * distance(position, heldAt)) < 0.02,
        stretch,
    );
    assert.match(stretch, /mm, 14\.3°/); // 0.25 rad
    assert.equal(await textOf(0, "holds"), "block 2");
    assert.equal(await textOf(0, "buttons"), "2");
    assert.equal(await textOf(0, "limits"), "force at its limit, force rate limited, soft start");
    assert.equal(await textOf(0, "trips"), "3");
    assert.match(await textOf(0, "port-device"), /\u22123\.40.mJ/);
    assert.match(await textOf(0, "port-coupling"), /20\.0.mJ/);
    assert.match(await page.textContent(".device .note"), /not accounted for: 12\.3.mJ/);
    // The other device is a pointer that cannot be read and renders no torque.
    assert.equal(await textOf(1, "holds"), "is block 3");
    assert.equal(await textOf(1, "hand"), "scripted; cannot be read");
    assert.equal(await textOf(1, "limits"), "none");
    assert.equal(await textOf(1, "trips"), "0");
    assert.match(await textOf(1, "torque"), /not rendered/);
    assert.ok(await page.isHidden(".device:nth-of-type(2) .note"));
    assert.equal(await page.locator("#plots figcaption", { hasText: "Force, " }).count(), 2);
    mock.world.isDropped = true;
    const holds = (text) => document.querySelector("[data-field=holds]").textContent === text;
    await until(page, holds, "nothing; R starts again");
    assert.equal(await textOf(0, "stretch"), "–");
    await takeOver();
    await until(page, holds, "nothing; G takes what is near");
    await giveBack();
    mock.world.isDropped = false;
    await until(page, holds, "block 2");
    assert.deepEqual(page.complaints, []);
});

test("devices are drawn, and can be switched off", { timeout: 400000 }, async () => {
    const look = async () => [
        await readPixels(page, await findDevice("right"), 48),
        await readPixels(page, await findDevice("left"), 24),
    ];
    const shown = await look();
    await page.uncheck("input[name=devices]");
    const bare = await look();
    await page.check("input[name=devices]");
    const again = await look();
    // In the cheap picture the ball is 38 of 48 x 48 pixels, 2%; most of the square is the ghost.
    assert.ok(compare(shown[0], bare[0]) > 0.5, String(compare(shown[0], bare[0])));
    // The ball alone would be 7% of 24 x 24 pixels; the arrow of the pointer adds to it.
    assert.ok(compare(shown[1], bare[1]) > 0.1, String(compare(shown[1], bare[1])));
    assert.ok(compare(shown[0], again[0]) < 0.02);
});

test("how long steps took and how late they began are distinguished", { timeout: 400000 }, async () => {
    const cell = (name) => page.textContent(`[data-timing=${name}]`);
    assert.match(await cell("late-worst"), /83\.4.µs/);
    assert.match(await cell("step-worst"), /503.µs/);
    // From 4 us on, each bin has 0.6 of the count of the one before: the median is in the second, 4.76 to 5.66 us.
    assert.match(await cell("late-p50"), /5\.66.µs/);
    assert.match(await cell("late-p999"), /45\.3.µs/);
    assert.match(await cell("rate"), /250.Hz/);
    assert.match(await cell("age"), /3\.10.ms/);
    const stages = await page.locator(".stages > div").allTextContents();
    assert.equal(stages.length, 7);
    assert.match(stages[2], /contact volumes260.µs/);
    assert.ok(await page.isVisible("[data-plot=lateness] canvas"));
});

test("a device taken over follows mouse and keys", { timeout: 400000 }, async () => {
    await takeOver();
    assert.ok(await page.isVisible("#steer"));
    const still = await untilTold(() => true);
    assert.deepEqual(still, {
        type: "steer",
        device: 0,
        move: [0, 0, 0],
        turn: [0, 0, 0, 1],
        buttons: 0,
    });
    // A drag anywhere in the picture moves the device as far on the screen as the mouse.
    const from = await findDevice("right");
    await page.mouse.move(300, 200);
    await page.mouse.down();
    await page.mouse.move(360, 170, { steps: 6 });
    await page.mouse.up();
    const moved = await untilTold(({ move }) => Math.hypot(...move) > 0.01);
    await untilShown();
    const to = await findDevice("right");
    // One pixel of rounding, and one of the perspective between the two depths.
    assert.ok(Math.hypot(to.x - from.x - 60, to.y - from.y + 30) < 3, JSON.stringify([from, to]));
    assert.deepEqual(moved.turn, [0, 0, 0, 1]);
    // The wheel changes the depth, which is hardly visible on the screen.
    const before = lastSteer().move;
    await page.mouse.wheel(0, -100);
    await untilTold(({ move }) => distance(move, before) > 0.05);
    await untilShown();
    const deeper = await findDevice("right");
    assert.ok(Math.hypot(deeper.x - to.x, deeper.y - to.y) < 25, JSON.stringify([to, deeper]));
    // The right button, or Alt, turns about the screen's axes.
    const place = lastSteer().move;
    await page.mouse.down({ button: "right" });
    await page.mouse.move(410, 170, { steps: 4 });
    await page.mouse.up({ button: "right" });
    const turned = await untilTold(({ turn }) => turn[3] < 0.99);
    assert.deepEqual(turned.move, place);
    assert.ok(Math.abs(Math.hypot(...turned.turn) - 1) < 1e-5);
    // Buttons while their keys are down.
    await page.keyboard.down("g");
    await untilTold(({ buttons }) => buttons === 1);
    await page.keyboard.down("c");
    await untilTold(({ buttons }) => buttons === 3);
    await page.keyboard.up("g");
    await page.keyboard.up("c");
    await untilTold(({ buttons }) => buttons === 0);
    await giveBack();
    assert.ok(await page.isHidden("#steer"));
    assert.deepEqual(mock.received.at(-1), { type: "leave", device: 0 });
    assert.ok(mock.received.every(({ type }) => type === "steer" || type === "leave"));
    assert.ok(mock.received.every((command) => JSON.stringify(command).length < 512));
    assert.deepEqual(page.complaints, []);
});

test("fingers and a gamepad steer too", { timeout: 400000 }, async () => {
    await takeOver();
    const session = await page.context().newCDPSession(page);
    const touch = (type, ...points) =>
        session.send("Input.dispatchTouchEvent", {
            type,
            touchPoints: points.map(([x, y], id) => ({ x, y, id })),
        });
    await touch("touchStart", [300, 300]);
    await touch("touchMove", [340, 300]);
    await touch("touchEnd");
    const { move, turn } = await untilTold((told) => Math.hypot(...told.move) > 0.01);
    assert.deepEqual(turn, [0, 0, 0, 1]);
    // Two fingers: a quarter turn, and a pinch.
    await touch("touchStart", [300, 300], [400, 300]);
    for (let i = 1; i <= 6; i++) {
        const angle = (Math.PI / 12) * i;
        const far = 100 - 5 * i;
        await touch("touchMove", [300, 300], [
            300 + far * Math.cos(angle),
            300 + far * Math.sin(angle),
        ]);
    }
    await touch("touchEnd");
    // The path of the finger turns the device too, by less than the twist does.
    const twisted = await untilTold((told) => told.turn[3] < 0.8);
    assert.ok(Math.abs(Math.hypot(...twisted.turn) - 1) < 1e-5);
    assert.ok(distance(twisted.move, move) > 0.05);
    const used = await getSteering();
    await page.evaluate(() => {
        const pad = {
            connected: true,
            axes: [0.9, 0, 0, 0.05],
            buttons: Array.from({ length: 16 }, (_, k) => ({ pressed: k === 1, value: 0 })),
        };
        navigator.getGamepads = () => [null, pad];
    });
    const pushed = await untilTold(
        (told) => told.buttons === 2 && distance(told.move, used.move) > 0.02,
    );
    // A stick slightly off its middle turns nothing.
    assert.ok(distance(pushed.turn, used.turn) < 1e-5);
    const [first, count] = [performance.now(), mock.received.length];
    await page.waitForTimeout(500);
    const rate = (mock.received.length - count) / ((performance.now() - first) / 1000);
    assert.ok(rate < 63, `${rate} messages a second`);
    await giveBack();
    await page.evaluate(() => delete navigator.getGamepads);
    assert.deepEqual(page.complaints, []);
});

test("a click on a held body selects it and takes nothing", { timeout: 400000 }, async () => {
    // What was steered took the camera along, and the legend lies over the ball.
    await page.click("#layers summary");
    await page.keyboard.press("4");
    await settle();
    mock.received.length = 0;
    const at = await findDevice("right");
    const click = async (x, y) => {
        await page.mouse.click(x, y);
        await until(page, () => window.volar.selected === "block 2");
        assert.equal(await getSteering(), null);
        await page.keyboard.press("Escape");
        await until(page, () => window.volar.selected === null);
    };
    await click(at.x, at.y); // on the ball
    await click(at.x + 25, at.y + 45); // beside it, on the body and its transparent copy
    await click(at.x + 45, at.y - 20); // on the copy alone
    assert.deepEqual(mock.received, []);
});

test("dragging its ball takes a device; one can still look around", { timeout: 400000 }, async () => {
    mock.received.length = 0;
    const at = await findDevice("right");
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + 30, at.y, { steps: 3 });
    await page.mouse.up();
    assert.equal((await getSteering()).device, "right");
    await untilTold(({ move }) => Math.hypot(...move) > 0.01);
    const way = (await getSteering()).move;
    const drag = async () => {
        await page.mouse.move(460, 420);
        await page.mouse.down();
        await page.mouse.move(540, 420, { steps: 4 });
        await page.mouse.up();
    };
    /** By how far a drag moved a block on the screen. */
    const look = async () => {
        const eye = await settle();
        await drag();
        const now = await settle();
        return Math.hypot(now.x - eye.x, now.y - eye.y);
    };
    await page.keyboard.down("Shift");
    assert.ok((await look()) > 5, "Shift");
    await page.keyboard.up("Shift");
    await page.click("[data-steer=look]");
    assert.ok((await look()) > 5, "look around");
    assert.deepEqual((await getSteering()).move, way);
    await page.click("[data-steer=look]");
    await drag();
    assert.notDeepEqual((await getSteering()).move, way);
    // Bodies are not pulled meanwhile. D takes the next device, and then none.
    assert.ok(mock.received.every(({ type }) => type === "steer"));
    await page.focus("#stage");
    await page.keyboard.press("d");
    assert.equal((await getSteering()).device, "left");
    await page.keyboard.press("d");
    assert.equal(await getSteering(), null);
    // Taken from the panel, and given back when the page is hidden.
    await page.click(".device:nth-of-type(1) button");
    assert.equal((await getSteering()).device, "right");
    await page.evaluate(() => {
        Object.defineProperty(document, "hidden", { value: true, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
        delete document.hidden;
    });
    assert.equal(await getSteering(), null);
    await page.waitForTimeout(100);
    const leaves = mock.received.filter(({ type }) => type === "leave");
    assert.deepEqual(
        leaves.map(({ device }) => device),
        [0, 1, 0],
    );
    assert.deepEqual(page.complaints, []);
});

/** The page on another world. The server of the other tests is stopped, so this comes last. */
async function openOther(t, world) {
    await mock?.stop();
    mock = null;
    const { page: other, server } = await visit((port) => startMock({ world, port }), SIZE);
    t.after(() => server.stop());
    await until(other, () => document.querySelector(".device [data-field=hand]").textContent);
    return { server, other };
}

const CONNECTED = { connected: true, backend: "udp", model: "127.0.0.1:7774" };

test("a connected device is reported, and not taken over", { timeout: 400000 }, async (t) => {
    const { server, other } = await openOther(t, new Haptic({ info: CONNECTED, flags: 1 | 8 }));
    const steered = () => other.evaluate(() => window.volar.steering?.device ?? null);
    const field = (name) => other.textContent(`.device:nth-of-type(1) [data-field=${name}]`);
    assert.equal(await field("hand"), "connected: udp, 127.0.0.1:7774");
    assert.equal(await other.textContent(".device .model"), "");
    assert.ok(await other.isHidden(".device:nth-of-type(1) h2 button"));
    // The key D is shown at the device that it takes: the pointer.
    assert.ok(await other.isVisible(".device:nth-of-type(2) h2 kbd"));
    assert.match(await other.innerText("#hint"), /Press D to take over block 3/);
    const at = await other.evaluate(() => window.volar.deviceScreenPosition("right"));
    await other.mouse.click(at.x, at.y);
    assert.equal(await steered(), null);
    await other.focus("#stage");
    await other.keyboard.press("d");
    assert.equal(await steered(), "left");
    await other.keyboard.press("d");
    assert.equal(await steered(), null);
    await other.waitForTimeout(100);
    assert.ok(server.received.every(({ device }) => device !== 0));
    // No other scene can be chosen, and the title says why.
    assert.ok(await other.isDisabled("#scene"));
    assert.match(await other.getAttribute("#scene", "title"), /device is connected/);
    server.world.isDropped = true;
    await until(other, () =>
        document.querySelector("[data-field=holds]").textContent.includes("its grasp button"),
    );
    assert.deepEqual(other.complaints, []);
});

test("a recording reports that a device was connected", { timeout: 400000 }, async (t) => {
    const world = new Haptic({ flags: 1 | 8 });
    const write = world.write.bind(world);
    world.write = (status) => {
        const bytes = write(status);
        new DataView(bytes).setUint32(HEADER.flags, FLAG_PLAYBACK, true);
        return bytes;
    };
    const { other } = await openOther(t, world);
    assert.equal(await other.textContent(".device [data-field=hand]"), "a connected device");
    assert.equal(await other.textContent(".device .model"), "");
    assert.ok(await other.isHidden(".device:nth-of-type(2) h2 button"));
    await other.focus("#stage");
    await other.keyboard.press("d");
    assert.match(await other.innerText("#answer"), /recording/);
    assert.match(await other.getAttribute("#scene", "title"), /recording/);
    assert.deepEqual(other.complaints, []);
});
