// SPDX-License-Identifier: MIT
// What a suite consists of: as of node:test, but kept until run.mjs, which runs several suites in one
// process with one browser, has read them all.
import { leave } from "./visit.mjs";

let parts = null;

/** What the suite in `file` consists of. */
export async function readSuite(file) {
    parts = { before: [], after: [], tests: [] };
    await import(file);
    return parts;
}

export const before = (action) => parts.before.push(action);
export const after = (action) => parts.after.push(action);

export function test(name, options, body) {
    // In whatever state a test that failed has left the page, the next one does not see it.
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
