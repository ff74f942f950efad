// SPDX-License-Identifier: MIT
// The functions of node:test that suites use. They only collect what a suite consists of, so that
// run.mjs can run several suites in one process with one browser.
import { leave } from "./visit.mjs";

let parts = null;

/** Reads a suite: its tests, and what runs before and after them. */
export async function readSuite(file) {
    parts = { before: [], after: [], tests: [] };
    await import(file);
    return parts;
}

export const before = (action) => parts.before.push(action);
export const after = (action) => parts.after.push(action);

export function test(name, options, body) {
    // After a test that failed the next one gets a new page.
    const run = async (t) => {
        try {
            await body(t);
        } catch (error) {
            leave();
            throw error;
        }
    };
    parts.tests.push([name, options, run]);
}
