// SPDX-License-Identifier: MIT
// How fast views come to one client while another one stalls. Nothing else runs meanwhile.
import assert from "node:assert/strict";
import { connect } from "node:net";
import WebSocket from "ws";
import { pause } from "./actions.mjs";
import { startProgram } from "./program.mjs";
import { after, before, test } from "./suite.mjs";

let program = null;

before(async () => {
    program = await startProgram(["run", "pile"]); // the largest views
});

after(() => program?.stop());

/** What a client that reads gets within 1.5 s, or longer if that was less than `least` bytes. */
async function measure(least) {
    const reader = new WebSocket(`ws://127.0.0.1:${program.port}/ws`, "volar");
    const times = [];
    let bytes = 0;
    reader.on("message", (data, isBinary) => {
        if (isBinary) {
            times.push({ wall: performance.now(), simulated: data.readDoubleLE(32) });
            bytes += data.length;
        }
    });
    for (let turn = 0; turn < 40 && (turn === 0 || bytes <= least); ++turn) {
        await pause(1500);
    }
    reader.terminate();
    assert.ok(times.length > 1, `${times.length} views`);
    const [first, last] = [times[0], times[times.length - 1]];
    const seconds = (last.wall - first.wall) / 1000;
    const speed = (last.simulated - first.simulated) / seconds;
    return { rate: (times.length - 1) / seconds, speed, bytes };
}

test("a client that never reads slows nobody down", { timeout: 400000 }, async (t) => {
    const before = await measure(0);
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
    const beside = await measure(1e6);
    stalled.destroy();
    const later = await measure(0);
    // Expected are 60 Hz and real time, less on a busy machine of two cores. Beside a stalled client
    // there must be at least half of what the client gets alone on this machine. A server that
    // waits for the stalled client stands still.
    const rate = Math.min(25, before.rate / 2, later.rate / 2);
    const speed = Math.min(0.5, before.speed / 2, later.speed / 2);
    assert.ok(beside.rate > rate, `${beside.rate} views a second, expected ${rate}`);
    assert.ok(beside.speed > speed, `${beside.speed} of real time, expected ${speed}`);
    assert.ok(beside.bytes > 1e6, `${beside.bytes} bytes`);
});
