// SPDX-License-Identifier: MIT
// Pages of other web sites, in a real browser: none of them reaches the servers of the program, not
// even from a sandboxed frame, whose origin is "null" for every site.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { shareBrowser } from "./browser.mjs";
import { startHaplyServer, startProgram } from "./program.mjs";
import { after, before, test } from "./suite.mjs";

// Tries each address from a frame and reports the results to the page.
const TRIER = `
const tryOne = (address) => new Promise((resolve) => {
    const socket = new WebSocket(address.url, address.protocol ? [address.protocol] : []);
    socket.onopen = () => { resolve("open"); socket.close(); };
    socket.onerror = () => resolve("refused");
});
addEventListener("message", async (event) => {
    const results = [];
    for (const address of event.data) results.push(await tryOne(address));
    event.source.postMessage({ origin: self.origin, results }, "*");
});`;

const FRAME = `<!doctype html><script>${TRIER}</script>`;
// The page of a foreign site, with a sandboxed frame in it.
const SITE = `<!doctype html><title>site</title>
<iframe sandbox="allow-scripts" srcdoc="${FRAME.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">
</iframe>`;

let browser = null;
let site = null;
let siteUrl = null;

before(async () => {
    browser = await shareBrowser();
    site = createServer((request, response) => {
        response.setHeader("Content-Type", "text/html");
        response.end(SITE);
    });
    await new Promise((resolve) => site.listen(0, "127.0.0.1", resolve));
    siteUrl = `http://127.0.0.1:${site.address().port}/`;
});

after(() => site?.close());

/** What the sandboxed frame of the site gets from each address. */
async function tryFromSandbox(addresses) {
    const page = await browser.open(siteUrl);
    const answer = await page.evaluate(
        (list) =>
            new Promise((resolve) => {
                addEventListener("message", (event) => resolve(event.data), { once: true });
                frames[0].postMessage(list, "*");
            }),
        addresses,
    );
    await page.close();
    assert.equal(answer.origin, "null");
    return answer.results;
}

test("a sandboxed frame drives neither server", { timeout: 400000 }, async (t) => {
    const device = await startHaplyServer([]);
    t.after(() => device.stop());
    const viewer = await startProgram(["run", "blocks"]);
    t.after(() => viewer.stop());
    const results = await tryFromSandbox([
        { url: device.url },
        { url: `ws://127.0.0.1:${viewer.port}/ws`, protocol: "volar" },
    ]);
    assert.deepEqual(results, ["refused", "refused"]);
});

test("the user may let it in", { timeout: 400000 }, async (t) => {
    const device = await startHaplyServer(["--allow-origin", "null"]);
    t.after(() => device.stop());
    assert.deepEqual(await tryFromSandbox([{ url: device.url }]), ["open"]);
});
