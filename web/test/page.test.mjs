// SPDX-License-Identifier: MIT
// The page against a server that misbehaves, is full, or has far more to show than a scene of ours.
import assert from "node:assert/strict";
import { FLAG_SAMPLED, HAPTIC, HEADER, TAIL } from "../src/link/layout.js";
import { CHEAP, openLayers, until, waitForView } from "./actions.mjs";
import { Crowd, makeSix } from "./cubes.mjs";
import { Haptic } from "./haptic.mjs";
import { startMock } from "./mock_server.mjs";
import { test } from "./suite.mjs";
import { goTo, leave, visit } from "./visit.mjs";

/** The page with a server that is stopped after the test, whether it passes or fails. */
async function open(t, options = {}, size = undefined) {
    const start = (port) => startMock({ ...options, port });
    const { page, server } = await visit(start, size);
    t.after(() => server.stop());
    return { mock: server, page };
}

test("first steps are reported, and what cannot be done", { timeout: 400000 }, async (t) => {
    leave(); // this test needs a page that nobody has used
    // In a large window the legend is open; it stays open or closed as the user leaves it.
    const { mock, page } = await open(t, {}, { width: 1600, height: 900 });
    assert.ok(await page.isVisible("input[name=patches]"));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.reload();
    await waitForView(page);
    assert.match(await page.innerText("#hint"), /^Drag a body to pull it.*Click for numbers\.$/s);
    assert.ok(await page.isHidden("#answer"));
    await page.keyboard.press("d");
    assert.equal(await page.innerText("#answer"), "This scene has no device.");
    assert.deepEqual(mock.received, []);
    await until(page, () => document.querySelector("#answer").hidden);
    assert.ok(await page.isHidden("input[name=patches]"));
    await openLayers(page);
    await page.reload();
    await waitForView(page);
    assert.ok(await page.isVisible("input[name=patches]"));
    assert.deepEqual(page.complaints, []);
});

test("views that are none are ignored with a warning", { timeout: 400000 }, async (t) => {
    const { mock, page } = await open(t);
    const whole = new Uint8Array(makeSix().write({ bins: [], speed: 1, rate: 0, wall: 0 }));
    const marked = whole.slice();
    marked[0] ^= 1;
    const counts = whole.slice();
    counts[8] = 200;
    const joints = whole.slice();
    joints[joints.length - HAPTIC.size - TAIL.size] = 1; // announced, but not there
    const devices = whole.slice();
    devices[devices.length - HAPTIC.size] = 1;
    const samples = whole.slice();
    samples[HEADER.flags] |= FLAG_SAMPLED;
    for (const broken of [
        new Uint8Array(7),
        marked,
        whole.slice(0, -8),
        counts,
        joints,
        devices,
        samples,
        "not JSON",
        '{"type":"song"}',
    ]) {
        mock.sendAll(broken);
    }
    await until(page, (sent) => window.volar.view.time > sent, mock.world.time + 0.1);
    const warnings = page.complaints.filter((text) => text.includes("ignored"));
    assert.deepEqual(page.complaints, warnings);
    assert.equal(warnings.length, 9, warnings.join("\n"));
});

test("mesh levels that are not known cannot be switched on", { timeout: 400000 }, async (t) => {
    const world = makeSix();
    const { page } = await open(t, {
        world: Object.assign(world, {
            scene(...names) {
                const scene = Object.getPrototypeOf(world).scene.apply(world, names);
                scene.shapes[1].surface = true; // without patches, like a mesh of too many triangles
                return scene;
            },
        }),
    });
    await openLayers(page);
    const box = page.locator("input[name=levels]");
    assert.ok((await box.isVisible()) && (await box.isDisabled()));
    assert.equal(await page.textContent(".level-why"), "too large");
    await until(page, () => document.querySelector(".level-count").textContent === "not recorded");
    assert.deepEqual(page.complaints, []);
});

test("commands are what the server understands", { timeout: 400000 }, async (t) => {
    const { mock, page } = await open(t, { name: "mock", scenes: ["mock", "other"] });
    await page.keyboard.press("Space");
    await page.keyboard.press(".");
    await page.keyboard.press("r");
    await page.keyboard.press("[");
    await page.selectOption("#scene", "other");
    const { x, y } = await page.evaluate(() => window.volar.bodyScreenPosition("block 4"));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y, { steps: 3 });
    await page.mouse.wheel(0, 100);
    await until(page, () => window.volar.grab !== null);
    await page.mouse.up();
    await until(page, () => window.volar.grab === null);
    assert.deepEqual(mock.received.slice(0, 5), [
        { type: "pause", on: true },
        { type: "step", count: 1 },
        { type: "restart" },
        { type: "speed", value: 0.3 },
        { type: "scene", name: "other" },
    ]);
    const [grab, ...moves] = mock.received.slice(5);
    assert.deepEqual(Object.keys(grab), ["type", "body", "point", "target"]);
    assert.equal(grab.body, 4);
    // On the cube's surface: one coordinate is half its edge.
    assert.ok(
        grab.point.some((value) => Math.abs(Math.abs(value) - 0.05) < 1e-5),
        String(grab.point),
    );
    assert.deepEqual(moves.pop(), { type: "release" });
    assert.ok(moves.length > 0);
    assert.ok(moves.every((move) => move.type === "move" && move.target.every(Number.isFinite)));
    assert.ok(mock.received.every((command) => JSON.stringify(command).length < 512));
});

test(
    "300 bodies with 1000 contacts cost little of a picture's time",
    { timeout: 400000 },
    async (t) => {
        const { page } = await open(t, { world: new Crowd(300, 1000), isCrowd: true });
        const { contactCount, bodyCount } = await page.evaluate(() => window.volar.view);
        assert.deepEqual([bodyCount, contactCount], [301, 1000]);
        const calls = await page.evaluate(() => window.volar.drawCalls);
        // One call per layer and pass, not one per body or contact.
        assert.ok(calls < 40, `${calls} draw calls`);
        const cost = await page.evaluate(() => window.volar.measureUpdate(30));
        // At 60 Hz a picture has 16.7 ms; the rest is for drawing. Measured 1.5 ms on a slow core.
        assert.ok(cost < 8, `${cost} ms`);
    },
);

test("a hidden page drops views", { timeout: 400000 }, async (t) => {
    const { page } = await open(t);
    await page.evaluate(() =>
        Object.defineProperty(document, "hidden", { value: true, configurable: true }),
    );
    t.after(() => page.evaluate(() => delete document.hidden));
    const { views } = await page.evaluate(() => window.volar.counts);
    await page.waitForTimeout(300);
    assert.equal((await page.evaluate(() => window.volar.counts)).views, views);
});

test("on a phone nothing is cut off or in the way", { timeout: 400000 }, async (t) => {
    const { page } = await open(t, { world: new Haptic() });
    t.after(leave);
    const session = await page.context().newCDPSession(page);
    t.after(() => session.detach()); // this ends the touches too
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 5 });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await waitForView(page);
    const hint = await page.innerText("#hint");
    assert.match(hint, /Tap for numbers\..*Drag the ball to take over block 2/s);
    assert.doesNotMatch(hint, /Click|Press/);
    const findDevice = () => page.evaluate(() => window.volar.deviceScreenPosition("right"));
    const touch = (type, ...points) =>
        session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    // The ball goes to the right edge, where a label has room only on its left.
    const from = await findDevice();
    const to = { x: 380, y: from.y };
    await touch("touchStart", from);
    await touch("touchMove", to);
    await touch("touchEnd");
    await until(page, () => window.volar.deviceScreenPosition("right").x > 370);
    const label = page.locator("#labels span:not([hidden])");
    await until(page, () => {
        const spans = document.querySelectorAll("#labels span:not([hidden])");
        return Array.from(spans).some((span) => span.getBoundingClientRect().x > 250);
    });
    const { x, width } = await label.boundingBox();
    assert.ok(x >= 0 && x + width <= 390, `${x} px, ${width} px wide`);
    assert.ok(await page.isHidden("#steer kbd"));
    // The phone is turned: as much is in sight, and the box is beside the device.
    await page.setViewportSize({ width: 844, height: 390 });
    const isTurned = () => document.querySelector("#stage").clientWidth === 844;
    await until(page, isTurned);
    await page.waitForTimeout(300);
    const at = await findDevice();
    const box = await page.locator("#steer").boundingBox();
    assert.ok(box.x + box.width < 240, JSON.stringify(box));
    assert.ok(at.x > box.x + box.width && at.x < 844 && at.y > 48 && at.y < 390, String(at.x));
    assert.deepEqual(page.complaints, []);
});

test("a wrong token is reported, and tried again", { timeout: 400000 }, async (t) => {
    const mock = await startMock({ token: "right" });
    t.after(() => mock.stop());
    const page = await goTo(`${mock.url}?token=wrong`);
    await until(page, () => window.volar?.state === "refused");
    assert.match(await page.textContent("#message"), /token/);
    await page.goto(`${mock.url}${CHEAP}&token=right`);
    await waitForView(page);
    assert.ok(await page.isHidden("#message"));
});

test("a full server is reported", { timeout: 400000 }, async (t) => {
    const mock = await startMock({ isFull: true });
    t.after(() => mock.stop());
    const page = await goTo(mock.url + CHEAP);
    await until(page, () => window.volar?.state === "full");
    assert.match(await page.textContent("#message"), /Too many viewers/);
});
