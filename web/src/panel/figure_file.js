// SPDX-License-Identifier: MIT
import { BIN_COUNT } from "../link/layout.js";
import { findBinTime } from "./series.js";

/** Plots as files: their numbers as CSV, their picture as PNG. */

const MARGIN = 12; // px around the picture
const TITLE = 20; // px for its title
const FONT = "system-ui, sans-serif";

/** A table of the samples of a plot, in SI units with all their digits. */
export function writeSeries(series, { unit, lines }) {
    const names = lines.map(({ channel }) => `${channel}_${unit.replaceAll(" ", "")}`);
    const columns = lines.map(({ channel }) => series.columns[channel]);
    const rows = Array.from({ length: series.count }, (_, i) =>
        [series.columns.time[i], ...columns.map((column) => column[i])].join(","),
    );
    return [["time_s", ...names].join(","), ...rows, ""].join("\n");
}

/** A table of a histogram; the first bin also counts shorter times, the last longer ones. */
export function writeBins(bins) {
    const rows = Array.from(
        { length: BIN_COUNT },
        (_, i) => `${findBinTime(i)},${findBinTime(i + 1)},${bins[i]}`,
    );
    return ["from_s,to_s,steps", ...rows, ""].join("\n");
}

/** The plot with its title and readings, on the background that it has in the page. */
function drawPicture(figure) {
    const plot = figure.querySelector("canvas");
    const style = getComputedStyle(document.documentElement);
    const ratio = plot.width / Math.max(1, plot.clientWidth);
    const picture = document.createElement("canvas");
    const [width, height] = [plot.clientWidth + 2 * MARGIN, plot.clientHeight + 2 * MARGIN + TITLE];
    picture.width = Math.round(width * ratio);
    picture.height = Math.round(height * ratio);
    const context = picture.getContext("2d");
    context.scale(ratio, ratio);
    context.fillStyle = style.getPropertyValue("--surface");
    context.fillRect(0, 0, width, height);
    context.textBaseline = "middle";
    context.fillStyle = style.getPropertyValue("--text");
    context.font = `600 13px ${FONT}`;
    const caption = figure.querySelector("figcaption");
    const readings = caption.querySelector(".readings");
    context.fillText(caption.firstChild.textContent, MARGIN, MARGIN + TITLE / 2);
    context.font = `11px ${FONT}`;
    context.fillStyle = style.getPropertyValue("--text-soft");
    context.textAlign = "right";
    const items = Array.from(readings.children, (item) => item.textContent);
    const text = items.length > 0 ? items.join("   ") : readings.textContent;
    context.fillText(text, width - MARGIN, MARGIN + TITLE / 2);
    context.drawImage(plot, MARGIN, MARGIN + TITLE, plot.clientWidth, plot.clientHeight);
    return new Promise((resolve) => {
        picture.toBlob(resolve, "image/png");
    });
}

/**
 * @param {HTMLElement} figure
 * @param {string} name of the files
 * @param {() => string} writeNumbers
 * @param {(blob: Blob, name: string) => void} onSave
 */
export function addSaveButtons(figure, name, writeNumbers, onSave) {
    const title = figure.querySelector("figcaption").firstChild.textContent;
    const bar = document.createElement("div");
    bar.className = "save-figure";
    const add = (label, hint, action) => {
        const button = document.createElement("button");
        button.textContent = label;
        button.title = hint;
        button.setAttribute("aria-label", `${hint}: ${title}`);
        button.addEventListener("click", action);
        bar.append(button);
    };
    add("CSV", "Save the numbers of this plot", () =>
        onSave(new Blob([writeNumbers()], { type: "text/csv" }), `${name}.csv`),
    );
    add("PNG", "Save a picture of this plot", async () =>
        onSave(await drawPicture(figure), `${name}.png`),
    );
    figure.append(bar);
}
