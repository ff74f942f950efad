// SPDX-License-Identifier: MIT
// Runs the suites SUITE.test.mjs one after the other: node test/run.mjs SUITE... They share a browser,
// because starting one takes longer than most tests.
import { after, before, describe, test } from "node:test";
import { closeBrowser } from "./browser.mjs";
import { readSuite } from "./suite.mjs";

const suites = [];
for (const name of process.argv.slice(2)) {
    suites.push({ name, ...(await readSuite(`./${name}.test.mjs`)) });
}
for (const suite of suites) {
    describe(suite.name, () => {
        suite.before.forEach((action) => before(action));
        suite.after.forEach((action) => after(action));
        suite.tests.forEach((each) => test(...each));
    });
}
after(closeBrowser);
