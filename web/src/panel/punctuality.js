// SPDX-License-Identifier: MIT
import { formatCount, formatSI } from "../format.js";
import { findPercentile } from "./series.js";

/** What a missed deadline is, and whether the scene or the machine is to blame. */

/** @param {import("../link/view.js").View} view */
export function explainMissed({ missedDeadlines, step, speed, stepTimes, timing }) {
    if (!(speed > 0)) {
        return "This run goes as fast as it can: it has no deadlines.";
    }
    const budget = step / speed;
    const rule = `A step must begin every ${formatSI(budget, "s")} and end before the next one begins.`;
    if (missedDeadlines === 0) {
        return `${rule} None was late so far.`;
    }
    const compute = timing.worstStep > 0 ? timing.worstStep : findPercentile(stepTimes, 1);
    const delay = timing.worstLateness;
    const facts =
        `${formatCount(missedDeadlines)} were missed. ` +
        `Longest compute time ${formatSI(compute, "s")}, longest start delay ${formatSI(delay, "s")}. `;
    const cause =
        findPercentile(stepTimes, 0.99) > budget
            ? "The scene takes longer than a step lasts: a longer step, a slower speed or fewer contacts help."
            : delay >= compute
              ? "The machine was busy with something else: the steps themselves are short enough. See the real-time chapter of the documentation."
              : "Single steps took too long; most of them are short enough.";
    return `${rule} ${facts}${cause}`;
}
