// SPDX-License-Identifier: MIT
// Axes and lines of small figures, as SVG.

const SPACE = "http://www.w3.org/2000/svg";

/** A new element of `parent` with these attributes. */
export function add(parent, name, attributes = {}, text = "") {
    const element = document.createElementNS(SPACE, name);
    for (const [key, value] of Object.entries(attributes)) {
        element.setAttribute(key, value);
    }
    element.textContent = text;
    parent.append(element);
    return element;
}

/** A function from a range of values to pixels, linear or logarithmic. */
export function scale(from, to, start, end, isLog = false) {
    const f = isLog ? Math.log : (value) => value;
    const slope = (end - start) / (f(to) - f(from));
    const place = (value) => start + slope * (f(value) - f(from));
    place.invert = (pixel) => {
        const value = f(from) + (pixel - start) / slope;
        return isLog ? Math.exp(value) : value;
    };
    return place;
}

/** Round values between two others: powers of ten, or steps of 1, 2, 5. */
export function ticks(from, to, isLog) {
    const found = [];
    if (isLog) {
        for (let e = Math.ceil(Math.log10(from)); 10 ** e <= to; ++e) {
            found.push(10 ** e);
        }
        if (found.length > 1) {
            return found;
        }
        found.length = 0;
    }
    const raw = (to - from) / 5;
    const base = 10 ** Math.floor(Math.log10(raw));
    const step = base * ([1, 2, 5, 10].find((m) => m * base >= raw) ?? 10);
    for (let v = Math.ceil(from / step) * step; v <= to + 1e-9 * step; v += step) {
        found.push(Math.abs(v) < 1e-9 * step ? 0 : v);
    }
    return found;
}

/** The steps 2 to 9 within each power of ten between two values. */
export function minorTicks(from, to) {
    const found = [];
    for (let e = Math.floor(Math.log10(from)); 10 ** e <= to; ++e) {
        for (let m = 2; m < 10; ++m) {
            found.push(m * 10 ** e);
        }
    }
    return found.filter((v) => v >= from && v <= to);
}

/** The key of a number in a device or scene file, in words: "coupling.stiffness" as "Coupling stiffness". */
export function spell(key) {
    const words = key.replace(/[.-]/g, " ");
    return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The attribute `d` of a path through points; a point that is not finite leaves a gap. */
export function path(points) {
    let text = "";
    let isOpen = false;
    for (const [x, y] of points) {
        const isPoint = Number.isFinite(x) && Number.isFinite(y);
        if (isPoint) {
            text += `${isOpen ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
        }
        isOpen = isPoint;
    }
    return text;
}

/** A number with at most `digits` significant digits, without trailing zeros, with a true minus. */
export function show(value, digits = 3) {
    return Number.isFinite(value)
        ? String(Number(value.toPrecision(digits))).replaceAll("-", "\u2212")
        : "–";
}
