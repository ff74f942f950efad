// SPDX-License-Identifier: MIT
// Pictures of the viewer for the documentation: VOLAR_PROGRAM=volar node pictures.mjs FOLDER [NAME...]
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { findOnScreen, until, waitForView } from "./test/actions.mjs";
import { startBrowser } from "./test/browser.mjs";
import { startProgram } from "./test/program.mjs";

const EXAMPLES = new URL("../docs/examples/", import.meta.url).pathname;
// Each scene is stopped at an interesting moment; `pull` drags a body by this number of pixels.
const PICTURES = [
    { name: "blocks", scene: "blocks", time: 2, theme: "dark", pull: { body: "barrel", by: [-30, -120] } },
    { name: "arch", scene: "arch", time: 3, theme: "light" },
    { name: "dominoes", scene: "dominoes", time: 0.5, theme: "dark" },
    { name: "insect", scene: "insect", time: 2, theme: "light" },
    { name: "card-house", scene: "card-house", time: 1, theme: "light" },
    { name: "planar-block", scene: "planar-block", time: 4.9, theme: "dark" },
    { name: "planar-peg", scene: "planar-peg", time: 4.8, theme: "light" },
    { name: "contact-states", scene: "corner", options: ["--annotate"], time: 4.2, theme: "dark" },
    { name: "tutorial-slide", scene: EXAMPLES + "slide.yaml", time: 1, theme: "light" },
    { name: "tutorial-press", scene: EXAMPLES + "press.yaml", time: 1.6, theme: "dark" },
];

async function dragFor(page, { body, by }) {
    const at = await findOnScreen(page, body);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + by[0], at.y + by[1], { steps: 20 });
    await page.waitForTimeout(1500);
}

async function take(browser, folder, picture) {
    const { url, stop } = await startProgram(["run", picture.scene, ...(picture.options ?? [])]);
    try {
        const page = await browser.open(`${url}?quality=0`);
        await page.emulateMedia({ colorScheme: picture.theme });
        await waitForView(page);
        // Restarts, so that the moment is the same however long the page took to load.
        await page.keyboard.press("r");
        await until(page, (time) => window.volar.view.time < time, picture.time);
        await until(page, (time) => window.volar.view.time >= time, picture.time);
        if (picture.pull) {
            await dragFor(page, picture.pull);
        }
        await page.keyboard.press("Space");
        await page.waitForTimeout(1000);
        await page.screenshot({ path: join(folder, `${picture.name}.png`) });
        await page.close();
    } finally {
        await stop();
    }
}

const [folder, ...names] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const browser = await startBrowser();
try {
    for (const picture of PICTURES.filter(({ name }) => names.length === 0 || names.includes(name))) {
        await take(browser, folder, picture);
        console.log(join(folder, `${picture.name}.png`));
    }
} finally {
    await browser.close();
}
