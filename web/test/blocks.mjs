// SPDX-License-Identifier: MIT
// A page that shows the scene "blocks", served by the real program: where most tests begin.
import { CHEAP, waitForView } from "./actions.mjs";
import { startBrowser } from "./browser.mjs";
import { startProgram } from "./program.mjs";

export async function openBlocks() {
    const browser = await startBrowser();
    const program = await startProgram(["run", "blocks"]);
    const page = await browser.open(program.url + CHEAP);
    await waitForView(page);
    return { browser, program, page };
}
