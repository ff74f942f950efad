// SPDX-License-Identifier: MIT
import { formatCount, formatSI } from "../format.js";
import { findPercentile } from "./series.js";

/** What a missed deadline is, and whether the scene or the machine is the cause. */

/** @param {import("../link/view.js").View} view */
export function explainMissed({ missedDeadlines, step, speed, stepTimes, timing }) {
    if (!(speed > 0)) {
        return "This run goes as fast as it can: it has no deadlines.";
    }
    const budget = step / speed;
    const rule = `A step must begin every ${formatSI(budget, "s")} and end before the next one begins.`;
    if (missedDeadlines === 0) {
        return `${rule} No deadline was missed so far.`;
    }
    const compute = timing.worstStep > 0 ? timing.worstStep : findPercentile(stepTimes, 1);
    const delay = timing.worstLateness;
    const facts =
        `Missed deadlines: ${formatCount(missedDeadlines)}. ` +
        `Longest compute time ${formatSI(compute, "s")}, longest start delay ${formatSI(delay, "s")}. `;
    const cause =
        findPercentile(stepTimes, 0.99) > budget
            ? "Steps take too long to compute: use a longer step, a slower speed or fewer contacts."
            : delay >= compute
              ? "The machine began steps too late; computing them is fast enough. See the real-time chapter of the documentation."
              : "A few steps took too long to compute; most are fast enough.";
    return `${rule} ${facts}${cause}`;
}
