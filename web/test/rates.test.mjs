// SPDX-License-Identifier: MIT
// How fast views come to one client while another one stalls. It runs while nothing else does.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import WebSocket from "ws";
import { pause, until } from "./actions.mjs";
import { openBlocks } from "./blocks.mjs";

let browser = null;
let program = null;
let page = null;

before(async () => {
    ({ browser, program, page } = await openBlocks());
});

after(async () => {
    await browser?.close();
    await program?.stop();
});

test("a client that never reads slows nobody down", { timeout: 90000 }, async (t) => {
    const key = Buffer.from("0123456789abcdef").toString("base64");
    const stalled = connect(program.port, "127.0.0.1");
    t.after(() => stalled.destroy());
    stalled.pause();
    const request = [
        "GET /ws HTTP/1.1",
        `Host: 127.0.0.1:${program.port}`,
        "Upgrade: websocket",
        "Connection: Upgrade",
        `Sec-WebSocket-Key: ${key}`,
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Protocol: volar",
    ];
    stalled.write(`${request.join("\r\n")}\r\n\r\n`);
    await page.selectOption("#scene", "pile"); // the largest views
    await until(page, () => window.volar.sceneName === "pile" && window.volar.view);
    const reader = new WebSocket(`ws://127.0.0.1:${program.port}/ws`, "volar");
    t.after(() => reader.terminate());
    const times = [];
    let bytes = 0;
    reader.on("message", (data, isBinary) => {
        if (isBinary) {
            times.push({ wall: performance.now(), simulated: data.readDoubleLE(32) });
            bytes += data.length;
        }
    });
    await pause(5000);
    const [first, last] = [times[0], times[times.length - 1]];
    const rate = (1000 * (times.length - 1)) / (last.wall - first.wall);
    const speed = (1000 * (last.simulated - first.simulated)) / (last.wall - first.wall);
    // 60 Hz and real time, less what a busy machine of two cores takes; a server that waited for
    // the stalled client would stand still.
    assert.ok(rate > 25, `${rate} views a second`);
    assert.ok(speed > 0.5, `${speed} of real time`);
    assert.ok(bytes > 1e6, `${bytes} bytes`);
});
