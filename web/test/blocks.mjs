// SPDX-License-Identifier: MIT
// A page that shows the scene "blocks", served by the real program: where most tests begin.
import { startProgram } from "./program.mjs";
import { visit } from "./visit.mjs";

export async function openBlocks() {
    const { page, server } = await visit((port) => startProgram(["run", "blocks"], port));
    return { page, program: server };
}
